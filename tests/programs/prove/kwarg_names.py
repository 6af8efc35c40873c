# expect: open
# about: keywords that are named like parts of our terms
# refuted: values
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[4096, 32], pl.FP32], dst: pl.Tensor[[4096, 32], pl.FP32], ws: pl.Tensor[[4096, 32], pl.FP32], idx: pl.Tensor[[64], pl.INT32], w: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX], x: pl.Scalar[pl.FP32], y: pl.Scalar[pl.FP32]):
        g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i in pl.range(n):
            q: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.adds(g, x, store=i, read=i, loop=5, carry=i)
            pl.tile.store(q, [i, 0], dst)
# ---- after
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[4096, 32], pl.FP32], dst: pl.Tensor[[4096, 32], pl.FP32], ws: pl.Tensor[[4096, 32], pl.FP32], idx: pl.Tensor[[64], pl.INT32], w: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX], x: pl.Scalar[pl.FP32], y: pl.Scalar[pl.FP32]):
        g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i in pl.range(n):
            q: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.adds(g, x, store=i, read=i, loop=5, carry=i)
            pl.tile.store(q, [i+1, 0], dst)
