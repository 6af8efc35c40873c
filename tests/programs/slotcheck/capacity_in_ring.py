# pypto.program: P
# a tile in ring storage
# expect: capacity=refuted
import pypto.language as pl

@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def f(src: pl.Tensor[[4096, 64], pl.FP32], dst: pl.Tensor[[4096, 64], pl.FP32]):
        m0: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 2048)
        m1: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 2048)
        c2v: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='c2v_ring', size=65536, base=0)
        pl.system.aiv_initialize_pipe(c2v, pl.const(0, pl.INT32), dir_mask=1, slot_size=32768, slot_num=2)
        a: pl.Tile[[16, 32], pl.FP32, pl.MemRef(m0, pl.const(4096, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        b: pl.Tile[[16, 32], pl.FP32, pl.MemRef(m1, pl.const(65536, pl.INT64), 2048), pl.Mem.Vec] = pl.tile.add(a, a)
        pl.tile.store(b, [0, 0], dst)