#: the first slot would not be 0
#: run slots ptoas a2a3 reference input
#:   13 declined | the start 4 is no multiple of stage 3, so that the first slot would not be 0: count from 0 and add 4 in the body
#: run slots ptoas a2a3 default input
#:   13 declined | the start 4 is no multiple of stage 3, so that the first slot would not be 0: count from 0 and add 4 in the body
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        for i in pl.pipeline(4, 12, stage=3):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
            pl.tile.store(w, [i * 16, 0], dst)
