#: more slots than a region has
#: run slots ptoas a2a3 reference input
#:   13 declined | stage 17 asks for more slots than a region can have: ask for stage 16 or less
#: run slots ptoas a2a3 default input
#:   13 declined | stage 17 asks for more slots than a region can have: ask for stage 16 or less
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        for i in pl.pipeline(40, stage=17):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
            pl.tile.store(w, [i * 16, 0], dst)
