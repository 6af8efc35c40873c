# One tile lies somewhere, of another nothing is said.
# memory: unknown
# pypto.program: Unbound
import pypto.language as pl

@pl.program
class Unbound:
    @pl.function(type=pl.FunctionType.AIV)
    def unbound(src: pl.Tensor[[64, 32], pl.FP32], dst: pl.Out[pl.Tensor[[64, 32], pl.FP32]]):
        mem_vec_0: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 2048)
        x: pl.Tile[[16, 32], pl.FP32, pl.MemRef(mem_vec_0, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        y: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(x, x)
        pl.tile.store(y, [0, 0], dst)
