# pypto.program: P
# another iteration of the inner loop takes the other branch
# expect: slots.lifetime=refuted
import pypto.language as pl

@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def f(src: pl.Tensor[[4096, 64], pl.FP32], dst: pl.Tensor[[4096, 64], pl.FP32], n: pl.Scalar[pl.INDEX]):
        for i in pl.range(n):
            u: pl.Tile[[16, 32], pl.FP32, pl.MemRef("mine", slots=2)[i % 2], pl.Mem.Vec] = pl.tile.load(src, [i, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            for j in pl.range(8):
                if j > 3:
                    v: pl.Tile[[16, 32], pl.FP32, pl.MemRef("mine", slots=2)[i % 2], pl.Mem.Vec] = pl.tile.load(src, [i, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
                    pl.tile.store(v, [0, 0], dst)
                else:
                    pl.tile.store(u, [0, 0], dst)