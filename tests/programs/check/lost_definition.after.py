# A use is left without its definition.
# expect: wellformed=refuted/P2 values=refuted
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        a: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [k_1__FREE_VAR, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        pl.tile.store(a, [0, 0], dst)
