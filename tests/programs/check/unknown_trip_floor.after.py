# The same with floor division: a negative trip count leaves a remainder.
# expect: order=held values=refuted
# options: floor
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        e: pl.Scalar[pl.INDEX] = n // 2 * 2
        for i in pl.range(0, e, 2):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.store(u, [i * 16, 0], dst)
            v: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.store(v, [(i + 1) * 16, 0], dst)
        r: pl.Scalar[pl.INDEX] = n - e
        if r == 1:
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [e * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.store(w, [e * 16, 0], dst)
