#: the outer loop takes its bytes first, the inner one no longer fits
#: run slots ptoas a2a3 reference out1
#:   21 slotted
#:   25 declined | 2 slots of 'u_b' (tile.load at line 26, 76800 bytes) need 153600 bytes of Vec; a2a3 has 86016 left (102400 of 188416 bytes are taken by other regions): tiles of 43008 bytes together would fit twice
#: run slots ptoas a2a3 default out1
#:   21 slotted
#:   25 declined | 2 slots of 'u_b' (tile.load at line 26, 76800 bytes) need 153600 bytes of Vec; a2a3 has 86016 left (102400 of 188416 bytes are taken by other regions): tiles of 43008 bytes together would fit twice
#: run slots ptoas a5 reference out1
#:   21 slotted
#:   25 declined | 2 slots of 'u_b' (tile.load at line 26, 76800 bytes) need 153600 bytes of Vec; a5 has 143360 left (102400 of 245760 bytes are taken by other regions): tiles of 71680 bytes together would fit twice
#: run slots ptoas a5 default out1
#:   21 slotted
#:   25 declined | 2 slots of 'u_b' (tile.load at line 26, 76800 bytes) need 153600 bytes of Vec; a5 has 143360 left (102400 of 245760 bytes are taken by other regions): tiles of 71680 bytes together would fit twice
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[8192, 64], pl.FP32], dst: pl.Tensor[[8192, 64], pl.FP32]):
        for i in pl.pipeline(8, stage=2):
            u: pl.Tile[[200, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [200, 64], [200, 64], target_memory=pl.Mem.Vec)
            w: pl.Tile[[200, 64], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
            pl.tile.store(w, [0, 0], dst)
            for j in pl.pipeline(8, stage=2):
                u_b: pl.Tile[[300, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [300, 64], [300, 64], target_memory=pl.Mem.Vec)
                w_b: pl.Tile[[300, 64], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_b, u_b)
                pl.tile.store(w_b, [0, 0], dst)
#= out1
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[8192, 64], pl.FP32], dst: pl.Tensor[[8192, 64], pl.FP32]):
        for i in pl.range(8):
            u: pl.Tile[[200, 64], pl.FP32, pl.MemRef("pipe_u", slots=2)[i % 2], pl.Mem.Vec] = pl.tile.load(src, [0, 0], [200, 64], [200, 64], target_memory=pl.Mem.Vec)
            w: pl.Tile[[200, 64], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
            pl.tile.store(w, [0, 0], dst)
            for j in pl.pipeline(8, stage=2):
                u_b: pl.Tile[[300, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [300, 64], [300, 64], target_memory=pl.Mem.Vec)
                w_b: pl.Tile[[300, 64], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_b, u_b)
                pl.tile.store(w_b, [0, 0], dst)
