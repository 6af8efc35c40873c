# The temporary takes a buffer that nobody needs any more.
# memory: proved
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Out[pl.Tensor[[256, 32], pl.FP32]], n: pl.Scalar[pl.INDEX], flag: pl.Scalar[pl.INDEX]):
        a: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 2048)
        b: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 2048)
        c: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 2048)
        d: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 2048)
        x: pl.Tile[[16, 32], pl.FP32, pl.MemRef(a, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        if flag == 0:
            y: pl.Tile[[16, 32], pl.FP32, pl.MemRef(b, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.adds(x, 1.0)
            r: pl.Tile[[16, 32], pl.FP32, pl.MemRef(b, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = pl.yield_(y)
        else:
            z: pl.Tile[[16, 32], pl.FP32, pl.MemRef(b, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.muls(x, 2.0)
            r: pl.Tile[[16, 32], pl.FP32, pl.MemRef(b, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = pl.yield_(z)
        t: pl.Tile[[16, 32], pl.FP32, pl.MemRef(d, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.load(src, [16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        u: pl.Tile[[16, 32], pl.FP32, pl.MemRef(c, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.add(x, t)
        one: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(u, [0, 0], dst)
        two: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(r, [16, 0], dst)
