#: stage 1 is kept, the loop inside is not
#: run loops pypto a2a3 reference out1
#:   15 kept | stage 1 asks for no copies
#:   16 replicated
#: run loops pypto a2a3 default out1
#:   15 kept | stage 1 asks for no copies
#:   16 replicated
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        for i in pl.pipeline(8, stage=1):
            for j in pl.pipeline(4, stage=2):
                j_u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [j * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
                j_w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(j_u, j_u)
                pl.tile.store(j_w, [j * 16, 0], dst)
#= out1
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        for i in pl.pipeline(8, stage=1):
            for j in pl.pipeline(0, 4, 2, stage=1):
                j_u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [j * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:0"})
                j_w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(j_u, j_u, attrs={"pipeline_membership": "0:0"})
                pl.tile.store(j_w, [j * 16, 0], dst)
                j_u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(j + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:1"})
                j_w_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(j_u_1, j_u_1, attrs={"pipeline_membership": "0:1"})
                pl.tile.store(j_w_1, [(j + 1) * 16, 0], dst)
