# pypto.program: P
# what only the other branch reads is dead in this one
# expect: capacity=open
import pypto.language as pl

@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def f(src: pl.Tensor[[4096, 64], pl.FP32], dst: pl.Tensor[[4096, 64], pl.FP32], n: pl.Scalar[pl.INDEX]):
        a: pl.Tile[[400, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [400, 64], [400, 64], target_memory=pl.Mem.Vec)
        if n > 3:
            b: pl.Tile[[400, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [400, 64], [400, 64], target_memory=pl.Mem.Vec)
            pl.tile.store(b, [0, 0], dst)
        else:
            pl.tile.store(a, [0, 0], dst)