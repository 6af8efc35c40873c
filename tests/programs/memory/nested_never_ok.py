# An inner loop that never runs.
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
        w: pl.Tile[[16, 32], pl.FP32, pl.MemRef(a, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i in pl.range(0, 3, 1):
            x: pl.Tile[[16, 32], pl.FP32, pl.MemRef(b, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.mul(w, w)
            for j in pl.range(0, 0, 1):
                t: pl.Tile[[16, 32], pl.FP32, pl.MemRef(a, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.load(src, [j * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
                one: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(t, [j * 16, 0], dst)
            two: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(x, [i * 16, 0], dst)
