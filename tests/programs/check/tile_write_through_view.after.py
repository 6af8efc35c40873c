# A write to a view changes the tile under it.
# expect: order=refuted/P6 effects=refuted/P14 values=proved
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        a: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        v: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.reshape(a, [16, 32])
        pl.tile.tpush_to_aic(a, split=0)
        pl.tile.write(v, [0, 0], 1.0)
