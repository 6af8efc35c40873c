# The epilogue of a skew is missing: one message is never popped.
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        for i in pl.range(4):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.tpush_to_aic(u, split=0)
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            h: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g, g)
            pl.system.tfree_to_aic(g, split=0)
            pl.tile.store(h, [i * 16, 0], dst)
