# What is written between the rows of a view of columns does not touch it.
# memory: proved
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Out[pl.Tensor[[256, 32], pl.FP32]], n: pl.Scalar[pl.INDEX], flag: pl.Scalar[pl.INDEX]):
        a: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 8192)
        b: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 8192)
        
        x: pl.Tile[[16, 128], pl.FP32, pl.MemRef(a, pl.const(0, pl.INT64), 8192), pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 128], [16, 128], target_memory=pl.Mem.Vec)
        v: pl.Tile[[16, 16], pl.FP32, pl.MemRef(a, pl.const(0, pl.INT64), 1024), pl.Mem.Vec] = pl.tile.slice(x, [16, 16], [0, 0])
        y: pl.Tile[[1, 8], pl.FP32, pl.MemRef(a, pl.const(576, pl.INT64), 32), pl.Mem.Vec] = pl.tile.load(src, [0, 0], [1, 8], [1, 8], target_memory=pl.Mem.Vec)
        o3: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(v, [0, 0], dst)
        o4: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(y, [0, 0], dst)
