# expect: open
# about: the tensor that is read is chosen by a condition, and a load from it moves across a store
# refuted: order effects
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[4096, 32], pl.FP32], dst: pl.Tensor[[4096, 32], pl.FP32], ws: pl.Tensor[[4096, 32], pl.FP32], idx: pl.Tensor[[64], pl.INT32], w: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX], x: pl.Scalar[pl.FP32], y: pl.Scalar[pl.FP32]):
        if n < m:
            q: pl.Tensor[[4096, 32], pl.FP32] = pl.yield_(dst)
        else:
            q: pl.Tensor[[4096, 32], pl.FP32] = pl.yield_(ws)
        g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        pl.tile.store(g, [0, 0], dst)
        u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(q, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        pl.tile.tpush_to_aic(u, split=0)
# ---- after
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[4096, 32], pl.FP32], dst: pl.Tensor[[4096, 32], pl.FP32], ws: pl.Tensor[[4096, 32], pl.FP32], idx: pl.Tensor[[64], pl.INT32], w: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX], x: pl.Scalar[pl.FP32], y: pl.Scalar[pl.FP32]):
        if n < m:
            q: pl.Tensor[[4096, 32], pl.FP32] = pl.yield_(dst)
        else:
            q: pl.Tensor[[4096, 32], pl.FP32] = pl.yield_(ws)
        g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(q, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        pl.tile.store(g, [0, 0], dst)
        pl.tile.tpush_to_aic(u, split=0)
