# A tile is pushed before it is written in place.
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        a: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        pl.tile.write(a, [0, 0], 1.0)
        pl.tile.tpush_to_aic(a, split=0)
