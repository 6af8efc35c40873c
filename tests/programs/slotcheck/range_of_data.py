# pypto.program: P
# an index read from memory
# expect: slots.range=unknown
import pypto.language as pl

@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def f(src: pl.Tensor[[4096, 64], pl.FP32], dst: pl.Tensor[[4096, 64], pl.FP32]):
        for i in pl.range(4):
            k: pl.Scalar[pl.INDEX] = pl.tensor.read(src, [i, 0])
            u: pl.Tile[[16, 32], pl.FP32, pl.MemRef("pipe_u", slots=2)[k], pl.Mem.Vec] = pl.tile.load(src, [i, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
            pl.tile.store(w, [0, 0], dst)