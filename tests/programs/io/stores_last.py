#: stores behind everything else of their stage
# pypto.program: Duo
import pypto.language as pl

@pl.program
class Duo:
    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.AIC, role=pl.Role.SubWorker)
    def cube_half(src: pl.Tensor[[1024, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[1024, 32], pl.FP32]):
        c2v: pl.Scalar[pl.INT32] = pl.system.import_peer_buffer(name='c2v_ring', peer_func='vec_half')
        pl.system.aic_initialize_pipe(c2v, pl.const(0, pl.INT32), dir_mask=1, slot_size=2048, slot_num=4)
        wl: pl.Tile[[32, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(wgt, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        wr: pl.Tile[[32, 32], pl.FP32, pl.Mem.Right] = pl.tile.move(wl, target_memory=pl.Mem.Right)
        for i in pl.range(8):
            xa: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat)
            xl: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(xa, target_memory=pl.Mem.Left)
            xq: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(xl, wr)
            pl.tile.tpush_to_aiv(xq, split=0)
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[1024, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[1024, 32], pl.FP32]):
        c2v: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='c2v_ring', size=8192, base=-1)
        pl.system.aiv_initialize_pipe(c2v, pl.const(0, pl.INT32), dir_mask=1, slot_size=2048, slot_num=4)
        for i in pl.pipeline(0, 4, 2, stage=1):
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0, attrs={"pipeline_membership": "0:0"})
            g2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0, attrs={"pipeline_membership": "0:0"})
            h: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(g2, g2, attrs={"pipeline_membership": "0:0"})
            pl.tile.store(h, [i * 16, 0], dst)
            h2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g, g, attrs={"pipeline_membership": "0:0"})
            pl.tile.store(h2, [i * 16 + 8, 0], dst)
            pl.system.tfree_to_aic(g, split=0)
            pl.system.tfree_to_aic(g2, split=0)
            g_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0, attrs={"pipeline_membership": "0:1"})
            g2_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0, attrs={"pipeline_membership": "0:1"})
            h_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(g2_1, g2_1, attrs={"pipeline_membership": "0:1"})
            pl.tile.store(h_1, [(i + 1) * 16, 0], dst)
            h2_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g_1, g_1, attrs={"pipeline_membership": "0:1"})
            pl.tile.store(h2_1, [(i + 1) * 16 + 8, 0], dst)
            pl.system.tfree_to_aic(g_1, split=0)
            pl.system.tfree_to_aic(g2_1, split=0)
#= reordered
# pypto.program: Duo
import pypto.language as pl

@pl.program
class Duo:
    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.AIC, role=pl.Role.SubWorker)
    def cube_half(src: pl.Tensor[[1024, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[1024, 32], pl.FP32]):
        c2v: pl.Scalar[pl.INT32] = pl.system.import_peer_buffer(name='c2v_ring', peer_func='vec_half')
        pl.system.aic_initialize_pipe(c2v, pl.const(0, pl.INT32), dir_mask=1, slot_size=2048, slot_num=4)
        wl: pl.Tile[[32, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(wgt, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        wr: pl.Tile[[32, 32], pl.FP32, pl.Mem.Right] = pl.tile.move(wl, target_memory=pl.Mem.Right)
        for i in pl.range(8):
            xa: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat)
            xl: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(xa, target_memory=pl.Mem.Left)
            xq: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(xl, wr)
            pl.tile.tpush_to_aiv(xq, split=0)
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[1024, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[1024, 32], pl.FP32]):
        c2v: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='c2v_ring', size=8192, base=-1)
        pl.system.aiv_initialize_pipe(c2v, pl.const(0, pl.INT32), dir_mask=1, slot_size=2048, slot_num=4)
        for i in pl.range(0, 4, 2):
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0, attrs={"pipeline_membership": "0:0"})
            g2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0, attrs={"pipeline_membership": "0:0"})
            h: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(g2, g2, attrs={"pipeline_membership": "0:0"})
            h2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g, g, attrs={"pipeline_membership": "0:0"})
            pl.system.tfree_to_aic(g, split=0)
            pl.system.tfree_to_aic(g2, split=0)
            pl.tile.store(h, [i * 16, 0], dst)
            pl.tile.store(h2, [i * 16 + 8, 0], dst)
            g_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0, attrs={"pipeline_membership": "0:1"})
            g2_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0, attrs={"pipeline_membership": "0:1"})
            h_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(g2_1, g2_1, attrs={"pipeline_membership": "0:1"})
            h2_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g_1, g_1, attrs={"pipeline_membership": "0:1"})
            pl.system.tfree_to_aic(g_1, split=0)
            pl.system.tfree_to_aic(g2_1, split=0)
            pl.tile.store(h_1, [(i + 1) * 16, 0], dst)
            pl.tile.store(h2_1, [(i + 1) * 16 + 8, 0], dst)
