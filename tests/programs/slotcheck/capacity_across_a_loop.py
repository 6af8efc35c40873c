# pypto.program: P
# what a loop reads in every round lives through all of it
# expect: capacity=refuted
import pypto.language as pl

@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def f(src: pl.Tensor[[4096, 64], pl.FP32], dst: pl.Tensor[[4096, 64], pl.FP32], n: pl.Scalar[pl.INDEX]):
        a: pl.Tile[[400, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [400, 64], [400, 64], target_memory=pl.Mem.Vec)
        for i in pl.range(n):
            w: pl.Tile[[400, 64], pl.FP32, pl.Mem.Vec] = pl.tile.add(a, a)
            pl.tile.store(w, [0, 0], dst)