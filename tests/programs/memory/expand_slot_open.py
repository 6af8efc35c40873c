# The slot of the operand is known only by execution, and the op is not known to be safe on its own operand.
# memory: unknown
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Out[pl.Tensor[[256, 32], pl.FP32]], n: pl.Scalar[pl.INDEX], flag: pl.Scalar[pl.INDEX]):
        for i in pl.range(4):
            x: pl.Tile[[16, 32], pl.FP32, pl.MemRef("ring", slots=2)[i % 2], pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            y: pl.Tile[[16, 32], pl.FP32, pl.MemRef("ring", slots=2)[i // 2], pl.Mem.Vec] = pl.tile.recip(x)
            one: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(y, [i * 16, 0], dst)
