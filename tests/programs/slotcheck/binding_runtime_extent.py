# pypto.program: P
# a valid shape that is not constant
# expect: slots.binding=refuted
import pypto.language as pl

@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def f(src: pl.Tensor[[4096, 64], pl.FP32], dst: pl.Tensor[[4096, 64], pl.FP32], n: pl.Scalar[pl.INDEX]):
        for i in pl.range(n):
            u: pl.Tile[[16, 32], pl.FP32, pl.MemRef("mine", slots=2)[i % 2], pl.Mem.Vec, pl.TileView(valid_shape=[n, 32])] = pl.tile.load(src, [i, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.store(u, [0, 0], dst)