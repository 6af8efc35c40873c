# A view of a popped tile lies in the ring.
# memory: refuted
# tile: v
# by: p
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Out[pl.Tensor[[256, 32], pl.FP32]], n: pl.Scalar[pl.INDEX], flag: pl.Scalar[pl.INDEX]):
        a: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 8192)
        b: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 8192)
        
        pl.system.aiv_initialize_pipe(0, 0, dir_mask=1, slot_size=2048, slot_num=2)
        p: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        v: pl.Tile[[32, 16], pl.FP32, pl.MemRef(a, pl.const(0, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.reshape(p, [32, 16])
        o11: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(v, [0, 0], dst)
        pl.system.tfree_to_aic(p, split=0)
