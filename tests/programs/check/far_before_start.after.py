# Unrolled by two, the rest in a loop of its own: with floor division that one runs when n is -1 or below.
# expect: order=refuted/P12 values=proved effects=held
# options: floor
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        e: pl.Scalar[pl.INDEX] = 1 + n // 2 // 2 * 4
        for i in pl.range(1, e, 4):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.tpush_to_aic(u, split=0)
            v: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 2) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.tpush_to_aic(v, split=0)
        for j in pl.range(e, n, 2):
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [j * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.tpush_to_aic(w, split=0)
