# pypto.program: P
# regions and ring storage that fit
# expect: capacity=proved
import pypto.language as pl

@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def f(src: pl.Tensor[[4096, 64], pl.FP32], dst: pl.Tensor[[4096, 64], pl.FP32], n: pl.Scalar[pl.INDEX]):
        c2v: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='c2v_ring', size=65536, base=-1)
        pl.system.aiv_initialize_pipe(c2v, pl.const(0, pl.INT32), dir_mask=1, slot_size=32768, slot_num=2)
        for i in pl.range(n):
            u: pl.Tile[[240, 64], pl.FP32, pl.MemRef("pipe_u", slots=2)[i % 2], pl.Mem.Vec] = pl.tile.load(src, [i, 0], [240, 64], [240, 64], target_memory=pl.Mem.Vec)
            pl.tile.store(u, [0, 0], dst)