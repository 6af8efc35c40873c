# A loop too long to follow on both sides stays open.
# expect: order=open values=open effects=open
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        for i in pl.range(2147483647):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i + 0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.store(u, [i, 0], dst)
