# Slot 0 is loaded in front of the loop, slot (i + 1) % 2 in it: gone when the loop runs twice.
# memory: refuted
# tile: first
# by: next
# trip: -1
# inputs: n = 2
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Out[pl.Tensor[[256, 32], pl.FP32]], n: pl.Scalar[pl.INDEX], flag: pl.Scalar[pl.INDEX]):
        first: pl.Tile[[16, 32], pl.FP32, pl.MemRef("r", slots=2)[0], pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i in pl.range(0, n, 1):
            next: pl.Tile[[16, 32], pl.FP32, pl.MemRef("r", slots=2)[(i + 1) % 2], pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            one: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(next, [i * 16, 0], dst)
        two: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(first, [0, 0], dst)
