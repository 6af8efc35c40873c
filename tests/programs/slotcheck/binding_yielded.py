# pypto.program: P
# a slot carried by a phi
# expect: slots.binding=refuted
import pypto.language as pl

@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def f(src: pl.Tensor[[4096, 64], pl.FP32], dst: pl.Tensor[[4096, 64], pl.FP32], n: pl.Scalar[pl.INDEX]):
        a: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i, (c,) in pl.range(n, init_values=(a,)):
            u: pl.Tile[[16, 32], pl.FP32, pl.MemRef("pipe_u", slots=2)[i % 2], pl.Mem.Vec] = pl.tile.load(src, [i, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, c)
            pl.tile.store(w, [0, 0], dst)
            r: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(u)