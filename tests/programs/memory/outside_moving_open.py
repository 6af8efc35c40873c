# Where the tile lies grows without bound.
# memory: unknown
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Out[pl.Tensor[[256, 32], pl.FP32]], n: pl.Scalar[pl.INDEX], flag: pl.Scalar[pl.INDEX]):
        a: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 8192)
        b: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 2048)
        
        for i in pl.range(0, n):
            x: pl.Tile[[16, 32], pl.FP32, pl.MemRef(a, i * 2048, 2048), pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            o21: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(x, [0, 0], dst)
