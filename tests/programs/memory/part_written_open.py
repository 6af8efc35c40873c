# Rows are put into the lower half; the view of the upper half still shows what it did. Which bytes are written is not modelled.
# memory: unknown
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Out[pl.Tensor[[256, 32], pl.FP32]], n: pl.Scalar[pl.INDEX], flag: pl.Scalar[pl.INDEX]):
        a: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 2048)
        b: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 2048)
        x: pl.Tile[[16, 32], pl.FP32, pl.MemRef(a, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        s: pl.Tile[[8, 32], pl.FP32, pl.MemRef(b, pl.const(0, pl.INT64), 1024), pl.Mem.Vec] = pl.tile.load(src, [16, 0], [8, 32], [8, 32], target_memory=pl.Mem.Vec)
        v: pl.Tile[[8, 32], pl.FP32, pl.MemRef(a, pl.const(0, pl.INT64), 1024), pl.Mem.Vec] = pl.tile.slice(x, [8, 32], [0, 0])
        y: pl.Tile[[16, 32], pl.FP32, pl.MemRef(a, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.assemble(x, s, [8, 0])
        one: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(v, [0, 0], dst)
        two: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(y, [16, 0], dst)
