# pypto.program: P
# fits if a result takes the place of an operand
# expect: capacity=assumed
import pypto.language as pl

@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def f(src: pl.Tensor[[4096, 64], pl.FP32], dst: pl.Tensor[[4096, 64], pl.FP32]):
        a: pl.Tile[[400, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [400, 64], [400, 64], target_memory=pl.Mem.Vec)
        d: pl.Tile[[400, 64], pl.FP32, pl.Mem.Vec] = pl.tile.add(a, a)
        pl.tile.store(d, [0, 0], dst)