# A loop too long to follow against one that never runs.
# expect: order=refuted/P12 values=refuted/P3
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        for i in pl.range(0, -9223372036854775808, 2):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.tpush_to_aic(u, split=0)
            pl.tile.store(u, [i, 0], dst)
