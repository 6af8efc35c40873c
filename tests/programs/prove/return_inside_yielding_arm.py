# expect: open
# about: an arm that may return yields the other value
# refuted: values
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[4096, 32], pl.FP32], dst: pl.Tensor[[4096, 32], pl.FP32], ws: pl.Tensor[[4096, 32], pl.FP32], idx: pl.Tensor[[64], pl.INT32], w: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX], x: pl.Scalar[pl.FP32], y: pl.Scalar[pl.FP32]):
        g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        h: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        if n < m:
            if n < 3:
                return dst
            v: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(g)
        else:
            v: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(h)
        pl.tile.store(v, [0, 0], dst)
        if n < 5:
            z: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(g)
        else:
            z: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(h)
        pl.tile.store(z, [16, 0], dst)
        return dst
# ---- after
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[4096, 32], pl.FP32], dst: pl.Tensor[[4096, 32], pl.FP32], ws: pl.Tensor[[4096, 32], pl.FP32], idx: pl.Tensor[[64], pl.INT32], w: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX], x: pl.Scalar[pl.FP32], y: pl.Scalar[pl.FP32]):
        g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        h: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        if n < m:
            if n < 3:
                return dst
            v: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(h)
        else:
            v: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(g)
        pl.tile.store(v, [0, 0], dst)
        if n < 5:
            z: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(g)
        else:
            z: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(h)
        pl.tile.store(z, [16, 0], dst)
        return dst
