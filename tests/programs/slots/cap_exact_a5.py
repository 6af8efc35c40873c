#: exactly full
#: run slots ptoas a2a3 reference input
#:   17 declined | 2 slots of 'u' (tile.load at line 18, 122880 bytes) need 245760 bytes of Vec; a2a3 has 188416 left: tiles of 94208 bytes together would fit twice
#: run slots ptoas a2a3 default input
#:   17 declined | 2 slots of 'u' (tile.load at line 18, 122880 bytes) need 245760 bytes of Vec; a2a3 has 188416 left: tiles of 94208 bytes together would fit twice
#: run slots ptoas a5 reference out1
#:   17 slotted
#: run slots ptoas a5 default out1
#:   17 slotted
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[8192, 64], pl.FP32], dst: pl.Tensor[[8192, 64], pl.FP32]):
        for i in pl.pipeline(8, stage=2):
            u: pl.Tile[[480, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [480, 64], [480, 64], target_memory=pl.Mem.Vec)
            w: pl.Tile[[480, 64], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
            pl.tile.store(w, [0, 0], dst)
#= out1
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[8192, 64], pl.FP32], dst: pl.Tensor[[8192, 64], pl.FP32]):
        for i in pl.range(8):
            u: pl.Tile[[480, 64], pl.FP32, pl.MemRef("pipe_u", slots=2)[i % 2], pl.Mem.Vec] = pl.tile.load(src, [0, 0], [480, 64], [480, 64], target_memory=pl.Mem.Vec)
            w: pl.Tile[[480, 64], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
            pl.tile.store(w, [0, 0], dst)
