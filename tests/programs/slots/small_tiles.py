#: sixteen slots of 4 bytes take 32 bytes each
#: run slots ptoas a2a3 reference out1
#:   15 slotted
#: run slots ptoas a2a3 default input
#:   15 declined slot-storage | 16 slots of 'u' (tile.load at line 16, 4 bytes) need 512 bytes after rounding of Vec; a2a3 has 416 left (188000 of 188416 bytes are taken, 188000 of them by reserve_buffer): ask for stage 13 or less
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        c2v: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='c2v_ring', size=188000, base=-1)
        pl.system.aiv_initialize_pipe(c2v, pl.const(0, pl.INT32), dir_mask=1, slot_size=94000, slot_num=2)
        for i in pl.pipeline(16, stage=16):
            u: pl.Tile[[1, 1], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i, 0], [1, 1], [1, 1], target_memory=pl.Mem.Vec)
            w: pl.Tile[[1, 1], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
            pl.tile.store(w, [i, 0], dst)
#= out1
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        c2v: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='c2v_ring', size=188000, base=-1)
        pl.system.aiv_initialize_pipe(c2v, pl.const(0, pl.INT32), dir_mask=1, slot_size=94000, slot_num=2)
        for i in pl.range(16):
            u: pl.Tile[[1, 1], pl.FP32, pl.MemRef("pipe_u", slots=16)[i % 16], pl.Mem.Vec] = pl.tile.load(src, [i, 0], [1, 1], [1, 1], target_memory=pl.Mem.Vec)
            w: pl.Tile[[1, 1], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
            pl.tile.store(w, [i, 0], dst)
