#: slots and ring storage together exceed the vector memory
#: run slots ptoas a2a3 reference out1
#:   15 slotted
#: run slots ptoas a2a3 default input
#:   15 declined slot-storage | 2 slots of 'u' (tile.load at line 16, 62720 bytes) need 125440 bytes after rounding of Vec; a2a3 has 122880 left (65536 of 188416 bytes are taken, 65536 of them by reserve_buffer): tiles of 61440 bytes together would fit twice
# pypto.program: Duo
import pypto.language as pl

@pl.program
class Duo:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[8192, 64], pl.FP32], dst: pl.Tensor[[8192, 64], pl.FP32]):
        c2v: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='c2v_ring', size=65536, base=-1)
        pl.system.aiv_initialize_pipe(c2v, pl.const(0, pl.INT32), dir_mask=1, slot_size=32768, slot_num=2)
        for i in pl.pipeline(8, stage=2):
            u: pl.Tile[[245, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [245, 64], [245, 64], target_memory=pl.Mem.Vec)
            w: pl.Tile[[245, 64], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
            pl.tile.store(w, [0, 0], dst)
#= out1
# pypto.program: Duo
import pypto.language as pl

@pl.program
class Duo:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[8192, 64], pl.FP32], dst: pl.Tensor[[8192, 64], pl.FP32]):
        c2v: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='c2v_ring', size=65536, base=-1)
        pl.system.aiv_initialize_pipe(c2v, pl.const(0, pl.INT32), dir_mask=1, slot_size=32768, slot_num=2)
        for i in pl.range(8):
            u: pl.Tile[[245, 64], pl.FP32, pl.MemRef("pipe_u", slots=2)[i % 2], pl.Mem.Vec] = pl.tile.load(src, [0, 0], [245, 64], [245, 64], target_memory=pl.Mem.Vec)
            w: pl.Tile[[245, 64], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
            pl.tile.store(w, [0, 0], dst)
