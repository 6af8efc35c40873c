# The rows put into the lower half come from the upper half: the op reads and writes bytes of one tile, and which is not modelled.
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
        v: pl.Tile[[8, 32], pl.FP32, pl.MemRef(a, pl.const(0, pl.INT64), 1024), pl.Mem.Vec] = pl.tile.slice(x, [8, 32], [0, 0])
        y: pl.Tile[[16, 32], pl.FP32, pl.MemRef(a, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.assemble(x, v, [8, 0])
        two: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(y, [16, 0], dst)
