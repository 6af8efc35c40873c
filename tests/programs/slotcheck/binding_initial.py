# pypto.program: P
# a slot is the first value of an inner loop
# expect: slots.binding=refuted
import pypto.language as pl

@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def f(src: pl.Tensor[[4096, 64], pl.FP32], dst: pl.Tensor[[4096, 64], pl.FP32], n: pl.Scalar[pl.INDEX]):
        for i in pl.range(n):
            u: pl.Tile[[16, 32], pl.FP32, pl.MemRef("pipe_u", slots=2)[i % 2], pl.Mem.Vec] = pl.tile.load(src, [i, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            for j, (c,) in pl.range(4, init_values=(u,)):
                w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(c, c)
                r: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(w)
            pl.tile.store(r, [0, 0], dst)