# pypto.program: T
# tiles below and above ring storage
# expect: capacity=proved
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Out[pl.Tensor[[256, 32], pl.FP32]], n: pl.Scalar[pl.INDEX], flag: pl.Scalar[pl.INDEX]):
        a: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 2048)
        b: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 2048)
        r: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='r', size=4096, base=4096)
        x: pl.Tile[[16, 32], pl.FP32, pl.MemRef(a, pl.const(2048, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        y: pl.Tile[[16, 32], pl.FP32, pl.MemRef(b, pl.const(8192, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        o24: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(x, [0, 0], dst)
        o25: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(y, [0, 0], dst)
