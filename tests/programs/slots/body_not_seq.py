#: a body of one statement is not looked into
#: run slots ptoas a2a3 reference input
#:   13 declined | the body is a single statement, which the pass does not look into; a loop worth slots loads a tile and then computes with it
#: run slots ptoas a2a3 default input
#:   13 declined | the body is a single statement, which the pass does not look into; a loop worth slots loads a tile and then computes with it
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        for i in pl.pipeline(8, stage=2):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
