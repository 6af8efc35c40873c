# one core stops after 100 messages: only a longer loop shows it
# expect ideal: ring.balance=refuted
# pypto.program: Duo
import pypto.language as pl

@pl.program
class Duo:
    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.AIC, role=pl.Role.SubWorker)
    def cube_half(src: pl.Tensor[[4096, 32], pl.FP32], dst: pl.Tensor[[4096, 32], pl.FP32], n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX]):
        c2v: pl.Scalar[pl.INT32] = pl.system.import_peer_buffer(name='c2v_ring', peer_func='vec_half')
        pl.system.aic_initialize_pipe(c2v, pl.const(0, pl.INT32), dir_mask=1, slot_size=2048, slot_num=2)
        w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat)
        for i in pl.range(m):
            for j in pl.range(n):
                pl.tile.tpush_to_aiv(w, split=0)
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[4096, 32], pl.FP32], dst: pl.Tensor[[4096, 32], pl.FP32], n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX]):
        c2v: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='c2v_ring', size=4096, base=-1)
        pl.system.aiv_initialize_pipe(c2v, pl.const(0, pl.INT32), dir_mask=1, slot_size=2048, slot_num=2)
        for k in pl.range(pl.min(n, 100) * pl.max(m, 0)):
            g1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            h2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g1, g1)
            pl.system.tfree_to_aic(g1, split=0)
    @pl.function(type=pl.FunctionType.Group, level=pl.Level.CORE_GROUP, role=pl.Role.SubWorker)
    def both(src: pl.Tensor[[4096, 32], pl.FP32], dst: pl.Tensor[[4096, 32], pl.FP32], n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX]):
        self.cube_half(src, dst, n, m)
        self.vec_half(src, dst, n, m)