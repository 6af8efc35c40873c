# Carried values that change places, unrolled by hand.
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        a0: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        b0: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i, (a, b) in pl.range(3, init_values=(a0, b0)):
            x, y = pl.yield_(b, a)
        pl.tile.store(x, [0, 0], dst)
        pl.tile.store(y, [16, 0], dst)
