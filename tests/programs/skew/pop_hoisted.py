#: a pop without use is hoisted ahead of the first push
#: run skew pypto a2a3 reference skewed
#:   18 skewed
#: run skew pypto a2a3 default in_order
#:   18 demoted pop-first | the body pops in line 19 before it pushes; run ahead, it would wait for answers to messages that it has not se
# pypto.program: Duo
import pypto.language as pl

@pl.program
class Duo:
    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.AIC, role=pl.Role.SubWorker)
    def cube_half(src: pl.Tensor[[256, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        v2c: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='v2c_ring', size=8192, base=-1)
        c2v: pl.Scalar[pl.INT32] = pl.system.import_peer_buffer(name='c2v_ring', peer_func='vec_half')
        pl.system.aic_initialize_pipe(c2v, v2c, dir_mask=3, slot_size=2048, slot_num=4)
        wl: pl.Tile[[32, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(wgt, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        wr: pl.Tile[[32, 32], pl.FP32, pl.Mem.Right] = pl.tile.move(wl, target_memory=pl.Mem.Right)
        for i in pl.pipeline(4, stage=2):
            k: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
            xa: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat)
            xl: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(xa, target_memory=pl.Mem.Left)
            xq: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(xl, wr)
            pl.tile.tpush_to_aiv(xq, split=0)
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        v2c: pl.Scalar[pl.INT32] = pl.system.import_peer_buffer(name='v2c_ring', peer_func='cube_half')
        c2v: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='c2v_ring', size=8192, base=-1)
        pl.system.aiv_initialize_pipe(c2v, v2c, dir_mask=3, slot_size=2048, slot_num=4)
        for i in pl.range(4):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.tpush_to_aic(u, split=0)
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            pl.system.tfree_to_aic(g, split=0)
#= skewed
# pypto.program: Duo
import pypto.language as pl

@pl.program
class Duo:
    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.AIC, role=pl.Role.SubWorker)
    def cube_half(src: pl.Tensor[[256, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        v2c: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='v2c_ring', size=8192, base=-1)
        c2v: pl.Scalar[pl.INT32] = pl.system.import_peer_buffer(name='c2v_ring', peer_func='vec_half')
        pl.system.aic_initialize_pipe(c2v, v2c, dir_mask=3, slot_size=2048, slot_num=4)
        wl: pl.Tile[[32, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(wgt, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        wr: pl.Tile[[32, 32], pl.FP32, pl.Mem.Right] = pl.tile.move(wl, target_memory=pl.Mem.Right)
        k: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
        k_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
        for i in pl.range(2, 4, 2):
            k_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
            k_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
            xa: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [(i - 2) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat, attrs={"pipeline_membership": "1048576:0"})
            xl: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(xa, target_memory=pl.Mem.Left, attrs={"pipeline_membership": "1048576:0"})
            xq: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(xl, wr, attrs={"pipeline_membership": "1048576:0"})
            pl.tile.tpush_to_aiv(xq, split=0)
            xa_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [(i - 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat, attrs={"pipeline_membership": "1048576:1"})
            xl_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(xa_1, target_memory=pl.Mem.Left, attrs={"pipeline_membership": "1048576:1"})
            xq_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(xl_1, wr, attrs={"pipeline_membership": "1048576:1"})
            pl.tile.tpush_to_aiv(xq_1, split=0)
        xa_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [pl.const(2, pl.INDEX) * pl.const(16, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat, attrs={"pipeline_membership": "1048576:0"})
        xl_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(xa_2, target_memory=pl.Mem.Left, attrs={"pipeline_membership": "1048576:0"})
        xq_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(xl_2, wr, attrs={"pipeline_membership": "1048576:0"})
        pl.tile.tpush_to_aiv(xq_2, split=0)
        xa_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [pl.const(3, pl.INDEX) * pl.const(16, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat, attrs={"pipeline_membership": "1048576:1"})
        xl_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(xa_3, target_memory=pl.Mem.Left, attrs={"pipeline_membership": "1048576:1"})
        xq_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(xl_3, wr, attrs={"pipeline_membership": "1048576:1"})
        pl.tile.tpush_to_aiv(xq_3, split=0)
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        v2c: pl.Scalar[pl.INT32] = pl.system.import_peer_buffer(name='v2c_ring', peer_func='cube_half')
        c2v: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='c2v_ring', size=8192, base=-1)
        pl.system.aiv_initialize_pipe(c2v, v2c, dir_mask=3, slot_size=2048, slot_num=4)
        for i in pl.range(4):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.tpush_to_aic(u, split=0)
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            pl.system.tfree_to_aic(g, split=0)
#= in_order
# pypto.program: Duo
import pypto.language as pl

@pl.program
class Duo:
    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.AIC, role=pl.Role.SubWorker)
    def cube_half(src: pl.Tensor[[256, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        v2c: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='v2c_ring', size=8192, base=-1)
        c2v: pl.Scalar[pl.INT32] = pl.system.import_peer_buffer(name='c2v_ring', peer_func='vec_half')
        pl.system.aic_initialize_pipe(c2v, v2c, dir_mask=3, slot_size=2048, slot_num=4)
        wl: pl.Tile[[32, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(wgt, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        wr: pl.Tile[[32, 32], pl.FP32, pl.Mem.Right] = pl.tile.move(wl, target_memory=pl.Mem.Right)
        for i in pl.range(4):
            k: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
            xa: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat)
            xl: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(xa, target_memory=pl.Mem.Left)
            xq: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(xl, wr)
            pl.tile.tpush_to_aiv(xq, split=0)
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        v2c: pl.Scalar[pl.INT32] = pl.system.import_peer_buffer(name='v2c_ring', peer_func='cube_half')
        c2v: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='c2v_ring', size=8192, base=-1)
        pl.system.aiv_initialize_pipe(c2v, v2c, dir_mask=3, slot_size=2048, slot_num=4)
        for i in pl.range(4):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.tpush_to_aic(u, split=0)
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            pl.system.tfree_to_aic(g, split=0)
