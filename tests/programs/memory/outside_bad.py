# A tile is larger than its allocation.
# memory: refuted
# tile: x
# by: a
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Out[pl.Tensor[[256, 32], pl.FP32]], n: pl.Scalar[pl.INDEX], flag: pl.Scalar[pl.INDEX]):
        a: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 2048)
        b: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 2048)
        
        x: pl.Tile[[32, 32], pl.FP32, pl.MemRef(a, pl.const(0, pl.INT64), 4096), pl.Mem.Vec] = pl.tile.load(src, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Vec)
        y: pl.Tile[[16, 32], pl.FP32, pl.MemRef(b, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        o15: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(x, [0, 0], dst)
        o16: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(y, [0, 0], dst)
