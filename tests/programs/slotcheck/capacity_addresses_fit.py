# pypto.program: P
# the last bytes that are safe
# expect: capacity=proved
import pypto.language as pl

@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def f(src: pl.Tensor[[4096, 64], pl.FP32], dst: pl.Tensor[[4096, 64], pl.FP32]):
        m0: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 2048)
        m1: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 2048)
        a: pl.Tile[[16, 32], pl.FP32, pl.MemRef(m0, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        b: pl.Tile[[16, 32], pl.FP32, pl.MemRef(m1, pl.const(186368, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.add(a, a)
        pl.tile.store(b, [0, 0], dst)