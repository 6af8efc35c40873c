# pypto.program: P
# regions of exactly the safe size
# expect: capacity=open
import pypto.language as pl

@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def f(src: pl.Tensor[[4096, 64], pl.FP32], dst: pl.Tensor[[4096, 64], pl.FP32], n: pl.Scalar[pl.INDEX]):
        for i in pl.range(n):
            u: pl.Tile[[368, 64], pl.FP32, pl.MemRef("pipe_u", slots=2)[i % 2], pl.Mem.Vec] = pl.tile.load(src, [i, 0], [368, 64], [368, 64], target_memory=pl.Mem.Vec)
            pl.tile.store(u, [0, 0], dst)