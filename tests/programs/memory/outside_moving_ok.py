# Where the tile lies changes within its allocation.
# memory: proved
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Out[pl.Tensor[[256, 32], pl.FP32]], n: pl.Scalar[pl.INDEX], flag: pl.Scalar[pl.INDEX]):
        a: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 4096)
        b: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 2048)
        
        for i in pl.range(0, 8):
            x: pl.Tile[[16, 32], pl.FP32, pl.MemRef(a, i % 2 * 2048, 2048), pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            o22: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(x, [0, 0], dst)
