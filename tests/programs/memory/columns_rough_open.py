# How a tile in another layout lies is not known, so neither which of its bytes a view takes.
# memory: unknown
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Out[pl.Tensor[[256, 32], pl.FP32]], n: pl.Scalar[pl.INDEX], flag: pl.Scalar[pl.INDEX]):
        a: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 8192)
        b: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 8192)
        
        x: pl.Tile[[16, 128], pl.FP32, pl.MemRef(a, pl.const(0, pl.INT64), 8192), pl.Mem.Vec, pl.TileView(blayout=pl.TileLayout.col_major)] = pl.tile.load(src, [0, 0], [16, 128], [16, 128], target_memory=pl.Mem.Vec)
        v: pl.Tile[[16, 16], pl.FP32, pl.MemRef(a, pl.const(0, pl.INT64), 1024), pl.Mem.Vec, pl.TileView(blayout=pl.TileLayout.col_major)] = pl.tile.slice(x, [16, 16], [0, 0])
        y: pl.Tile[[16, 32], pl.FP32, pl.MemRef(a, pl.const(4096, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        o7: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(v, [0, 0], dst)
        o8: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(y, [0, 0], dst)
