# The same with three slots: gone when the loop runs three times.
# memory: refuted
# tile: first
# by: next
# trip: -1
# inputs: n = 3
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Out[pl.Tensor[[256, 32], pl.FP32]], n: pl.Scalar[pl.INDEX], flag: pl.Scalar[pl.INDEX]):
        first: pl.Tile[[16, 32], pl.FP32, pl.MemRef("r", slots=3)[0], pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i in pl.range(0, n, 1):
            next: pl.Tile[[16, 32], pl.FP32, pl.MemRef("r", slots=3)[(i + 1) % 3], pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            one: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(next, [i * 16, 0], dst)
        two: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(first, [0, 0], dst)
