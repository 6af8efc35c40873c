#: a declined pipeline loop blocks every loop inside
#: run slots ptoas a2a3 reference input
#:   15 declined | the start 1 is no multiple of stage 2, so that the first slot would not be 0: count from 0 and add 1 in the body
#:   21 declined | it is inside the pipeline loop at line 15, which has no slots and will be replicated; take the stage off that loop or make it slottable
#: run slots ptoas a2a3 default input
#:   15 declined | the start 1 is no multiple of stage 2, so that the first slot would not be 0: count from 0 and add 1 in the body
#:   21 declined | it is inside the pipeline loop at line 15, which has no slots and will be replicated; take the stage off that loop or make it slottable
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        for i in pl.pipeline(1, 9, stage=2):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
            pl.tile.store(w, [i * 16, 0], dst)
            if i < 4:
                for m in pl.range(2):
                    for j in pl.pipeline(4, stage=2):
                        j_u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [j * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
                        j_w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(j_u, j_u)
                        pl.tile.store(j_w, [j * 16, 0], dst)
