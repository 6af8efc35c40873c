# The scratch of a reduction lies on a tile that is read later.
# memory: refuted
# tile: y
# by: tmp
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
        y: pl.Tile[[16, 32], pl.FP32, pl.MemRef(b, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.load(src, [16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        tmp: pl.Tile[[16, 32], pl.FP32, pl.MemRef(b, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.create([16, 32], dtype=pl.FP32, target_memory=pl.Mem.Vec)
        m: pl.Tile[[16, 1], pl.FP32, pl.MemRef(d, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.row_max(x, tmp)
        z: pl.Tile[[16, 32], pl.FP32, pl.MemRef(c, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.row_expand_sub(y, m)
        one: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(z, [0, 0], dst)
