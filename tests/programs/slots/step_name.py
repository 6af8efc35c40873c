#: a step known at run time
#: run slots ptoas a2a3 reference input
#:   13 declined | the step is n; slots are chosen by 'i % 2', which takes them in turn for step 1 only: count with step 1 and compute the index in the body
#: run slots ptoas a2a3 default input
#:   13 declined | the step is n; slots are chosen by 'i % 2', which takes them in turn for step 1 only: count with step 1 and compute the index in the body
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        for i in pl.pipeline(0, 8, n, stage=2):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
            pl.tile.store(w, [i * 16, 0], dst)
