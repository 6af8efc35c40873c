# pypto.program: P
# a carried tile has the type of its first value and is no binding of its own
# expect: slots.range=held
import pypto.language as pl

@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def f(src: pl.Tensor[[4096, 64], pl.FP32], dst: pl.Tensor[[4096, 64], pl.FP32], n: pl.Scalar[pl.INDEX]):
        a: pl.Tile[[16, 32], pl.FP32, pl.MemRef("mine", slots=2)[0], pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i, (c,) in pl.pipeline(1, stage=2, init_values=(a,)):
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(c, c)
            r: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(w)
        pl.tile.store(r, [0, 0], dst)