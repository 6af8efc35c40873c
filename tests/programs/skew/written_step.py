#: a step of 1 that the text writes out does not come back in the steady loop
#: run skew pypto a2a3 reference skewed
#:   13 skewed | divide the trip count 3
#: run skew pypto a2a3 default skewed
#:   13 skewed | divide the trip count 3
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        for i in pl.pipeline(0, 3, 1, stage=2):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.tpush_to_aic(u, split=0)
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            h: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g, g)
            pl.system.tfree_to_aic(g, split=0)
            pl.tile.store(h, [i * 16, 0], dst)
#= skewed
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [pl.const(0, pl.INDEX) * pl.const(16, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:0"})
        pl.tile.tpush_to_aic(u, split=0)
        for i in pl.range(1, 3):
            u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:0"})
            pl.tile.tpush_to_aic(u_1, split=0)
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            h: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g, g, attrs={"pipeline_membership": "1048576:0"})
            pl.system.tfree_to_aic(g, split=0)
            pl.tile.store(h, [(i - 1) * 16, 0], dst)
        g_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        h_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g_1, g_1, attrs={"pipeline_membership": "1048576:0"})
        pl.system.tfree_to_aic(g_1, split=0)
        pl.tile.store(h_1, [pl.const(2, pl.INDEX) * pl.const(16, pl.INDEX), 0], dst)
