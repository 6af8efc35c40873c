# Only the sum is read.
# memory: proved
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIC)
    def cube(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Out[pl.Tensor[[256, 32], pl.FP32]], n: pl.Scalar[pl.INDEX], flag: pl.Scalar[pl.INDEX]):
        left: pl.Ptr = pl.tile.alloc(pl.Mem.Left, 512)
        right: pl.Ptr = pl.tile.alloc(pl.Mem.Right, 512)
        acc: pl.Ptr = pl.tile.alloc(pl.Mem.Acc, 1024)
        l: pl.Tile[[16, 16], pl.FP16, pl.MemRef(left, pl.const(0, pl.INT64), 512), pl.Mem.Left] = pl.tile.create([16, 16], dtype=pl.FP16, target_memory=pl.Mem.Left)
        r: pl.Tile[[16, 16], pl.FP16, pl.MemRef(right, pl.const(0, pl.INT64), 512), pl.Mem.Right] = pl.tile.create([16, 16], dtype=pl.FP16, target_memory=pl.Mem.Right)
        c: pl.Tile[[16, 16], pl.FP32, pl.MemRef(acc, pl.const(0, pl.INT64), 1024), pl.Mem.Acc] = pl.tile.matmul(l, r)
        e: pl.Tile[[16, 16], pl.FP32, pl.MemRef(acc, pl.const(0, pl.INT64), 1024), pl.Mem.Acc] = pl.tile.matmul_acc(c, l, r)
        one: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(e, [0, 0], dst)
        two: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(e, [16, 0], dst)
