# pypto.program: P
# three tiles that live together
# expect: capacity=refuted
import pypto.language as pl

@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def f(src: pl.Tensor[[4096, 64], pl.FP32], dst: pl.Tensor[[4096, 64], pl.FP32]):
        a: pl.Tile[[250, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [250, 64], [250, 64], target_memory=pl.Mem.Vec)
        b: pl.Tile[[250, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [250, 64], [250, 64], target_memory=pl.Mem.Vec)
        c: pl.Tile[[250, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [250, 64], [250, 64], target_memory=pl.Mem.Vec)
        d: pl.Tile[[250, 64], pl.FP32, pl.Mem.Vec] = pl.tile.add(a, b)
        e: pl.Tile[[250, 64], pl.FP32, pl.Mem.Vec] = pl.tile.add(d, c)
        pl.tile.store(e, [0, 0], dst)