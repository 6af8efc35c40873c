# A break is cloned to behind its loop.
# expect: wellformed=refuted/P16 order=unsupported values=unsupported effects=unsupported
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        for i in pl.range(2):
            a: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.store(a, [i, 0], dst)
            if i == 1:
                break
        if n == 1:
            break
