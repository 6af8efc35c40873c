# pypto.program: P
# the inner loop reads the outer tile before it writes, but only in its first round
# expect: slots.lifetime=refuted
import pypto.language as pl

@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def f(src: pl.Tensor[[4096, 64], pl.FP32], dst: pl.Tensor[[4096, 64], pl.FP32]):
        for i in pl.range(4):
            u: pl.Tile[[16, 32], pl.FP32, pl.MemRef("mine", slots=2)[i % 2], pl.Mem.Vec] = pl.tile.load(src, [i, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            for j in pl.range(4):
                w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
                pl.tile.store(w, [0, 0], dst)
                v: pl.Tile[[16, 32], pl.FP32, pl.MemRef("mine", slots=2)[j % 2], pl.Mem.Vec] = pl.tile.load(src, [j, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
                pl.tile.store(v, [0, 0], dst)