# The loop copies it back.
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
        w: pl.Tile[[16, 32], pl.FP32, pl.MemRef(c, pl.const(4096, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i, (s,) in pl.range(0, n, 1, init_values=(x,)):
            t: pl.Tile[[16, 32], pl.FP32, pl.MemRef(b, pl.const(2048, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.add(s, w)
            m: pl.Tile[[16, 32], pl.FP32, pl.MemRef(a, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.move(t, target_memory=pl.Mem.Vec)
            r: pl.Tile[[16, 32], pl.FP32, pl.MemRef(a, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = pl.yield_(m)
        one: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(r, [0, 0], dst)
