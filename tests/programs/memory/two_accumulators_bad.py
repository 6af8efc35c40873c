# Two accumulators of one loop are yielded from one buffer.
# memory: refuted
# tile: s_new
# by: q_new
# trip: 4
# iteration: 0
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
        s: pl.Tile[[16, 32], pl.FP32, pl.MemRef(a, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        q: pl.Tile[[16, 32], pl.FP32, pl.MemRef(b, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.load(src, [16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i, (s_in, q_in) in pl.range(0, 4, 1, init_values=(s, q)):
            x: pl.Tile[[16, 32], pl.FP32, pl.MemRef(c, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            s_new: pl.Tile[[16, 32], pl.FP32, pl.MemRef(a, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.add(s_in, x)
            q_new: pl.Tile[[16, 32], pl.FP32, pl.MemRef(a, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.mul(q_in, x)
            s_out, q_out = pl.yield_(s_new, q_new)
        one: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(s_out, [0, 0], dst)
        two: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(q_out, [16, 0], dst)
