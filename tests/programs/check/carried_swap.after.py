# Carried values that change places, unrolled by hand.
# expect: order=proved values=proved effects=proved
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        a0: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        b0: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        pl.tile.store(b0, [0, 0], dst)
        pl.tile.store(a0, [16, 0], dst)
