# The valid shape of a popped tile keeps the value of the first iteration.
# expect: order=refuted/P7 values=refuted
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        r: pl.Scalar[pl.INDEX] = pl.min(1, 16)
        for i in pl.range(2):
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[r, 32])] = pl.tile.tpop_from_aic(split=0)
            pl.tile.store(g, [i * 16, 0], dst)
            pl.system.tfree_to_aic(g, split=0)
