#: author regions count; fits on a5 only
#: run slots ptoas a2a3 reference input
#:   21 declined | 2 slots of 'u' (tile.load at line 22, 51200 bytes) need 102400 bytes of Vec; a2a3 has 86016 left (102400 of 188416 bytes are taken by other regions): tiles of 43008 bytes together would fit twice
#: run slots ptoas a2a3 default input
#:   21 declined | 2 slots of 'u' (tile.load at line 22, 51200 bytes) need 102400 bytes of Vec; a2a3 has 86016 left (102400 of 188416 bytes are taken by other regions): tiles of 43008 bytes together would fit twice
#: run slots ptoas a5 reference out1
#:   21 slotted
#: run slots ptoas a5 default out1
#:   21 slotted
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[8192, 64], pl.FP32], dst: pl.Tensor[[8192, 64], pl.FP32]):
        for i in pl.range(4):
            q: pl.Tile[[200, 64], pl.FP32, pl.MemRef("mine", slots=2)[i % 2], pl.Mem.Vec] = pl.tile.load(src, [0, 0], [200, 64], [200, 64], target_memory=pl.Mem.Vec)
            qq: pl.Tile[[200, 64], pl.FP32, pl.Mem.Vec] = pl.tile.add(q, q)
            pl.tile.store(qq, [0, 0], dst)
        for j in pl.pipeline(8, stage=2):
            u: pl.Tile[[200, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [200, 64], [200, 64], target_memory=pl.Mem.Vec)
            w: pl.Tile[[200, 64], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
            pl.tile.store(w, [0, 0], dst)
#= out1
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[8192, 64], pl.FP32], dst: pl.Tensor[[8192, 64], pl.FP32]):
        for i in pl.range(4):
            q: pl.Tile[[200, 64], pl.FP32, pl.MemRef("mine", slots=2)[i % 2], pl.Mem.Vec] = pl.tile.load(src, [0, 0], [200, 64], [200, 64], target_memory=pl.Mem.Vec)
            qq: pl.Tile[[200, 64], pl.FP32, pl.Mem.Vec] = pl.tile.add(q, q)
            pl.tile.store(qq, [0, 0], dst)
        for j in pl.range(8):
            u: pl.Tile[[200, 64], pl.FP32, pl.MemRef("pipe_u", slots=2)[j % 2], pl.Mem.Vec] = pl.tile.load(src, [0, 0], [200, 64], [200, 64], target_memory=pl.Mem.Vec)
            w: pl.Tile[[200, 64], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
            pl.tile.store(w, [0, 0], dst)
