# pypto.program: P
# stage 1 is missing
# expect: tags=refuted
import pypto.language as pl

@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def f(src: pl.Tensor[[4096, 64], pl.FP32], dst: pl.Tensor[[4096, 64], pl.FP32]):
        for i in pl.pipeline(0, 8, 2, stage=1):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i + 0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:0"})
            v: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i + 0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:0"})
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, v, attrs={"pipeline_membership": "0:0"})
            pl.tile.store(w, [0, 0], dst)
            u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i + 1, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:2"})
            v_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i + 1, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:2"})
            w_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_1, v_1, attrs={"pipeline_membership": "0:2"})
            pl.tile.store(w_1, [0, 0], dst)