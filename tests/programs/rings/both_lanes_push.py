# a dual launch without split or arms: both lanes send the whole tile
# expect a2a3: ring.balance=refuted
# pypto.program: Duo
import pypto.language as pl

@pl.program
class Duo:
    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.AIC, role=pl.Role.SubWorker)
    def cube_half(src: pl.Tensor[[4096, 32], pl.FP32], dst: pl.Tensor[[4096, 32], pl.FP32]):
        v2c: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='v2c_ring', size=4096, base=-1)
        c2v: pl.Scalar[pl.INT32] = pl.system.import_peer_buffer(name='c2v_ring', peer_func='vec_half')
        pl.system.aic_initialize_pipe(c2v, v2c, dir_mask=3, slot_size=2048, slot_num=2)
        w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat)
        for i in pl.range(4):
            pl.tile.tpush_to_aiv(w, split=0)
            g1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
            h2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(g1, target_memory=pl.Mem.Left)
            pl.system.tfree_to_aiv(g1, split=0)
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[4096, 32], pl.FP32], dst: pl.Tensor[[4096, 32], pl.FP32]):
        pl.func_attr({"dual_aiv_dispatch": True})
        v2c: pl.Scalar[pl.INT32] = pl.system.import_peer_buffer(name='v2c_ring', peer_func='cube_half')
        c2v: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='c2v_ring', size=4096, base=-1)
        pl.system.aiv_initialize_pipe(c2v, v2c, dir_mask=3, slot_size=2048, slot_num=2)
        w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i in pl.range(4):
            g3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            h4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g3, g3)
            pl.system.tfree_to_aic(g3, split=0)
            pl.tile.tpush_to_aic(w, split=0)