# A carried tile stands for slot 0, the prefetch goes to slot (i + 1) % 2: right in every second iteration.
# memory: refuted
# tile: now
# by: next
# trip: 2
# iteration: 0
# inputs: n = 2
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Out[pl.Tensor[[256, 32], pl.FP32]], n: pl.Scalar[pl.INDEX], flag: pl.Scalar[pl.INDEX]):
        first: pl.Tile[[16, 32], pl.FP32, pl.MemRef("r", slots=2)[0], pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i, (now,) in pl.range(0, n, 1, init_values=(first,)):
            next: pl.Tile[[16, 32], pl.FP32, pl.MemRef("r", slots=2)[(i + 1) % 2], pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            z: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(now, next)
            one: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(z, [i * 16, 0], dst)
            last: pl.Tile[[16, 32], pl.FP32, pl.MemRef("r", slots=2)[(i + 1) % 2], pl.Mem.Vec] = pl.yield_(next)
