# One slot of a region is selected twice in one body.
# memory: refuted
# tile: x
# by: y
# trip: 1
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Out[pl.Tensor[[256, 32], pl.FP32]], n: pl.Scalar[pl.INDEX], flag: pl.Scalar[pl.INDEX]):
        for i in pl.range(0, n, 1):
            x: pl.Tile[[16, 32], pl.FP32, pl.MemRef("r", slots=2)[i % 2], pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            y: pl.Tile[[16, 32], pl.FP32, pl.MemRef("r", slots=2)[i % 2], pl.Mem.Vec] = pl.tile.load(src, [i * 16 + 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            z: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(x, y)
            one: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(z, [i * 16, 0], dst)
