# What a branch hands on is taken for more bytes than it has.
# memory: unknown
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Out[pl.Tensor[[256, 32], pl.FP32]], n: pl.Scalar[pl.INDEX], flag: pl.Scalar[pl.INDEX]):
        a: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 8192)
        b: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 8192)
        
        if flag > 0:
            x: pl.Tile[[16, 32], pl.FP32, pl.MemRef(a, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            r: pl.Tile[[32, 32], pl.FP32, pl.MemRef(a, pl.const(0, pl.INT64), 4096), pl.Mem.Vec] = pl.yield_(x)
        else:
            y: pl.Tile[[16, 32], pl.FP32, pl.MemRef(a, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            r: pl.Tile[[32, 32], pl.FP32, pl.MemRef(a, pl.const(0, pl.INT64), 4096), pl.Mem.Vec] = pl.yield_(y)
        o23: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(r, [0, 0], dst)
