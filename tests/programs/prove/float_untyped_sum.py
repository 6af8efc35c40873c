# expect: open
# about: sums of floats that are read in place are not reordered
# refuted: values
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[4096, 32], pl.FP32], dst: pl.Tensor[[4096, 32], pl.FP32], ws: pl.Tensor[[4096, 32], pl.FP32], idx: pl.Tensor[[64], pl.INT32], w: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX], x: pl.Scalar[pl.FP32], y: pl.Scalar[pl.FP32]):
        t: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.adds(pl.tile.full([16, 32], dtype=pl.FP32), (pl.tensor.read(w, [0]) + pl.tensor.read(w, [1])) + pl.tensor.read(w, [2]))
        pl.tile.store(t, [0, 0], dst)
# ---- after
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[4096, 32], pl.FP32], dst: pl.Tensor[[4096, 32], pl.FP32], ws: pl.Tensor[[4096, 32], pl.FP32], idx: pl.Tensor[[64], pl.INT32], w: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX], x: pl.Scalar[pl.FP32], y: pl.Scalar[pl.FP32]):
        t: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.adds(pl.tile.full([16, 32], dtype=pl.FP32), pl.tensor.read(w, [0]) + (pl.tensor.read(w, [1]) + pl.tensor.read(w, [2])))
        pl.tile.store(t, [0, 0], dst)
