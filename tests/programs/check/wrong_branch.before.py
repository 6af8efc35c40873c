# The branches are right for every n but 3.
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        if n <= 3:
            a: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.store(a, [0, 0], dst)
        else:
            b: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.store(b, [0, 0], dst)
