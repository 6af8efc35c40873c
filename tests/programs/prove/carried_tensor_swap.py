# expect: open
# about: a loop carries two tensors in turn, and a load from one moves across a store
# refuted: order effects
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[4096, 32], pl.FP32], dst: pl.Tensor[[4096, 32], pl.FP32], ws: pl.Tensor[[4096, 32], pl.FP32], idx: pl.Tensor[[64], pl.INT32], w: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX], x: pl.Scalar[pl.FP32], y: pl.Scalar[pl.FP32]):
        for i, (a, b) in pl.range(n, init_values=(dst, ws)):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            v: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(a, [i, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.tpush_to_aic(v, split=0)
            pl.tile.store(u, [i, 0], dst)
            a2, b2 = pl.yield_(b, a)
# ---- after
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[4096, 32], pl.FP32], dst: pl.Tensor[[4096, 32], pl.FP32], ws: pl.Tensor[[4096, 32], pl.FP32], idx: pl.Tensor[[64], pl.INT32], w: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX], x: pl.Scalar[pl.FP32], y: pl.Scalar[pl.FP32]):
        for i, (a, b) in pl.range(n, init_values=(dst, ws)):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.store(u, [i, 0], dst)
            v: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(a, [i, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.tpush_to_aic(v, split=0)
            a2, b2 = pl.yield_(b, a)
