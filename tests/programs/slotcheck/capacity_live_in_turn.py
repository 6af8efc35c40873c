# pypto.program: P
# the same tiles one after another
# expect: capacity=proved
import pypto.language as pl

@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def f(src: pl.Tensor[[4096, 64], pl.FP32], dst: pl.Tensor[[4096, 64], pl.FP32]):
        a: pl.Tile[[700, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [700, 64], [700, 64], target_memory=pl.Mem.Vec)
        pl.tile.store(a, [0, 0], dst)
        b: pl.Tile[[700, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [700, 64], [700, 64], target_memory=pl.Mem.Vec)
        pl.tile.store(b, [0, 0], dst)
        c: pl.Tile[[700, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [700, 64], [700, 64], target_memory=pl.Mem.Vec)
        pl.tile.store(c, [0, 0], dst)