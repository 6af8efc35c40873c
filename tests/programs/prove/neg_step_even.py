# expect: open
# about: truncating division against the trip count of a loop that counts down
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[4096, 32], pl.FP32], dst: pl.Tensor[[4096, 32], pl.FP32], ws: pl.Tensor[[4096, 32], pl.FP32], idx: pl.Tensor[[64], pl.INT32], w: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX], x: pl.Scalar[pl.FP32], y: pl.Scalar[pl.FP32]):
        for i, (s,) in pl.range(n, 0, -2, init_values=(n,)):
            s2: pl.Scalar[pl.INDEX] = s - 2
            r = pl.yield_(s2)
        g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [r, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        pl.tile.store(g, [0, 0], dst)
# ---- after
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[4096, 32], pl.FP32], dst: pl.Tensor[[4096, 32], pl.FP32], ws: pl.Tensor[[4096, 32], pl.FP32], idx: pl.Tensor[[64], pl.INT32], w: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX], x: pl.Scalar[pl.FP32], y: pl.Scalar[pl.FP32]):
        g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [n - ((n + 1) // 2) * 2, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        pl.tile.store(g, [0, 0], dst)
