#: a loop without loads blocks the one inside
#: run slots ptoas a2a3 reference input
#:   16 declined | no tile.load stands at the top level of the body; loads in inner loops, branches and scopes get no slot: move the load out of them
#:   19 declined | it is inside the pipeline loop at line 16, which has no slots and will be replicated; take the stage off that loop or make it slottable
#: run slots ptoas a2a3 default input
#:   16 declined | no tile.load stands at the top level of the body; loads in inner loops, branches and scopes get no slot: move the load out of them
#:   19 declined | it is inside the pipeline loop at line 16, which has no slots and will be replicated; take the stage off that loop or make it slottable
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        u0: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i in pl.pipeline(8, stage=2):
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u0, u0)
            pl.tile.store(w, [i * 16, 0], dst)
            for j in pl.pipeline(4, stage=2):
                j_u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [j * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
                j_w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(j_u, j_u)
                pl.tile.store(j_w, [j * 16, 0], dst)
