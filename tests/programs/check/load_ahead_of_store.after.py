# A load runs ahead of the store that it reads.
# expect: effects=refuted/P13 order=proved values=refuted
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        a: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        b: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(dst, [n, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        pl.tile.store(a, [n, 0], dst)
        pl.tile.store(b, [n + 64, 0], dst)
