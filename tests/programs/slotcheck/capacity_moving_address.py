# pypto.program: T
# an address that is no constant
# expect: capacity=unknown
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Out[pl.Tensor[[256, 32], pl.FP32]], n: pl.Scalar[pl.INDEX], flag: pl.Scalar[pl.INDEX]):
        a: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 2048)
        b: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 2048)
        c: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 2048)
        for i in pl.range(0, 8):
            x: pl.Tile[[16, 32], pl.FP32, pl.MemRef(a, i * 65536, 2048), pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            y: pl.Tile[[16, 32], pl.FP32, pl.MemRef(b, pl.const(4096, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            z: pl.Tile[[16, 32], pl.FP32, pl.MemRef(c, pl.const(8192, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            o30: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(x, [0, 0], dst)
            o31: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(y, [0, 0], dst)
            o32: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(z, [0, 0], dst)
