# expect: open
# about: a carried float compared with itself may be no number
# refuted: values
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[4096, 32], pl.FP32], dst: pl.Tensor[[4096, 32], pl.FP32], ws: pl.Tensor[[4096, 32], pl.FP32], idx: pl.Tensor[[64], pl.INT32], w: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX], x: pl.Scalar[pl.FP32], y: pl.Scalar[pl.FP32]):
        for i, (s,) in pl.range(n, init_values=(x * y,)):
            if s == s:
                t: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
                pl.tile.store(t, [i, 0], dst)
            s2: pl.Scalar[pl.FP32] = s + x
            r = pl.yield_(s2)
# ---- after
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[4096, 32], pl.FP32], dst: pl.Tensor[[4096, 32], pl.FP32], ws: pl.Tensor[[4096, 32], pl.FP32], idx: pl.Tensor[[64], pl.INT32], w: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX], x: pl.Scalar[pl.FP32], y: pl.Scalar[pl.FP32]):
        for i, (s,) in pl.range(n, init_values=(x * y,)):
            t: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.store(t, [i, 0], dst)
            s2: pl.Scalar[pl.FP32] = s + x
            r = pl.yield_(s2)
