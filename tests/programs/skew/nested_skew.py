#: no known shape: nested pipelines, the outer loop is skewed over an already skewed inner loop
#: run skew pypto a2a3 reference skewed
#:   20 skewed
#:   21 skewed | the depth must divide the trip count 3 and fit in it twice, so depth 2 is not possible; a trip count that is a
#: run skew pypto a2a3 default guarded
#:   20 demoted inner-skew | the loop in line 21 inside it is already skewed, and its prologue and epilogue are no round trip of this loop;
#:   21 skewed | the depth must divide the trip count 3 and fit in it twice, so depth 2 is not possible; a trip count that is a
# pypto.program: Duo
import pypto.language as pl

@pl.program
class Duo:
    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.AIC, role=pl.Role.SubWorker)
    def cube_half(src: pl.Tensor[[256, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        v2c: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='v2c_ring', size=32768, base=-1)
        c2v: pl.Scalar[pl.INT32] = pl.system.import_peer_buffer(name='c2v_ring', peer_func='vec_half')
        pl.system.aic_initialize_pipe(c2v, v2c, dir_mask=3, slot_size=2048, slot_num=16)
        wl: pl.Tile[[32, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(wgt, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        wr: pl.Tile[[32, 32], pl.FP32, pl.Mem.Right] = pl.tile.move(wl, target_memory=pl.Mem.Right)
        for o in pl.pipeline(4, stage=2):
            for i in pl.pipeline(3, stage=2):
                xa: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [o * 48 + i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat)
                xl: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(xa, target_memory=pl.Mem.Left)
                xq: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(xl, wr)
                pl.tile.tpush_to_aiv(xq, split=0)
                yp: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
                yl: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(yp, target_memory=pl.Mem.Left)
                yo: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(yl, wr)
                pl.system.tfree_to_aiv(yp, split=0)
                pl.tile.store(yo, [o * 48 + i * 16, 0], dst)
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        v2c: pl.Scalar[pl.INT32] = pl.system.import_peer_buffer(name='v2c_ring', peer_func='cube_half')
        c2v: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='c2v_ring', size=32768, base=-1)
        pl.system.aiv_initialize_pipe(c2v, v2c, dir_mask=3, slot_size=2048, slot_num=16)
        for i in pl.range(12):
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            h: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g, g)
            pl.system.tfree_to_aic(g, split=0)
            pl.tile.tpush_to_aic(h, split=0)
#= skewed
# pypto.program: Duo
import pypto.language as pl

@pl.program
class Duo:
    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.AIC, role=pl.Role.SubWorker)
    def cube_half(src: pl.Tensor[[256, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        v2c: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='v2c_ring', size=32768, base=-1)
        c2v: pl.Scalar[pl.INT32] = pl.system.import_peer_buffer(name='c2v_ring', peer_func='vec_half')
        pl.system.aic_initialize_pipe(c2v, v2c, dir_mask=3, slot_size=2048, slot_num=16)
        wl: pl.Tile[[32, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(wgt, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        wr: pl.Tile[[32, 32], pl.FP32, pl.Mem.Right] = pl.tile.move(wl, target_memory=pl.Mem.Right)
        xa: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [pl.const(0, pl.INDEX) * pl.const(48, pl.INDEX) + pl.const(0, pl.INDEX) * pl.const(16, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat, attrs={"pipeline_membership": "1048576:0;1048577:0"})
        xl: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(xa, target_memory=pl.Mem.Left, attrs={"pipeline_membership": "1048576:0;1048577:0"})
        xq: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(xl, wr, attrs={"pipeline_membership": "1048576:0;1048577:0"})
        pl.tile.tpush_to_aiv(xq, split=0)
        xa_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [pl.const(1, pl.INDEX) * pl.const(48, pl.INDEX) + pl.const(0, pl.INDEX) * pl.const(16, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat, attrs={"pipeline_membership": "1048576:0;1048577:1"})
        xl_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(xa_1, target_memory=pl.Mem.Left, attrs={"pipeline_membership": "1048576:0;1048577:1"})
        xq_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(xl_1, wr, attrs={"pipeline_membership": "1048576:0;1048577:1"})
        pl.tile.tpush_to_aiv(xq_1, split=0)
        for o in pl.range(2, 4, 2):
            xa_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [o * 48 + pl.const(0, pl.INDEX) * pl.const(16, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat, attrs={"pipeline_membership": "1048576:0;1048577:0"})
            xl_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(xa_2, target_memory=pl.Mem.Left, attrs={"pipeline_membership": "1048576:0;1048577:0"})
            xq_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(xl_2, wr, attrs={"pipeline_membership": "1048576:0;1048577:0"})
            pl.tile.tpush_to_aiv(xq_2, split=0)
            xa_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [(o + 1) * 48 + pl.const(0, pl.INDEX) * pl.const(16, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat, attrs={"pipeline_membership": "1048576:0;1048577:1"})
            xl_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(xa_3, target_memory=pl.Mem.Left, attrs={"pipeline_membership": "1048576:0;1048577:1"})
            xq_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(xl_3, wr, attrs={"pipeline_membership": "1048576:0;1048577:1"})
            pl.tile.tpush_to_aiv(xq_3, split=0)
            for i in pl.range(1, 3):
                xa_4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [(o - 2) * 48 + i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat, attrs={"pipeline_membership": "1048576:0;1048577:0"})
                xl_4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(xa_4, target_memory=pl.Mem.Left, attrs={"pipeline_membership": "1048576:0;1048577:0"})
                xq_4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(xl_4, wr, attrs={"pipeline_membership": "1048576:0;1048577:0"})
                pl.tile.tpush_to_aiv(xq_4, split=0)
                yp: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
                yl: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(yp, target_memory=pl.Mem.Left, attrs={"pipeline_membership": "1048576:0;1048577:0"})
                yo: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(yl, wr, attrs={"pipeline_membership": "1048576:0;1048577:0"})
                pl.system.tfree_to_aiv(yp, split=0)
                pl.tile.store(yo, [(o - 2) * 48 + (i - 1) * 16, 0], dst)
            yp_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
            yl_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(yp_1, target_memory=pl.Mem.Left, attrs={"pipeline_membership": "1048576:0;1048577:0"})
            yo_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(yl_1, wr, attrs={"pipeline_membership": "1048576:0;1048577:0"})
            pl.system.tfree_to_aiv(yp_1, split=0)
            pl.tile.store(yo_1, [(o - 2) * 48 + pl.const(2, pl.INDEX) * pl.const(16, pl.INDEX), 0], dst)
            for i_1 in pl.range(1, 3):
                xa_5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [(o - 1) * 48 + i_1 * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat, attrs={"pipeline_membership": "1048576:0;1048577:1"})
                xl_5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(xa_5, target_memory=pl.Mem.Left, attrs={"pipeline_membership": "1048576:0;1048577:1"})
                xq_5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(xl_5, wr, attrs={"pipeline_membership": "1048576:0;1048577:1"})
                pl.tile.tpush_to_aiv(xq_5, split=0)
                yp_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
                yl_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(yp_2, target_memory=pl.Mem.Left, attrs={"pipeline_membership": "1048576:0;1048577:1"})
                yo_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(yl_2, wr, attrs={"pipeline_membership": "1048576:0;1048577:1"})
                pl.system.tfree_to_aiv(yp_2, split=0)
                pl.tile.store(yo_2, [(o - 1) * 48 + (i_1 - 1) * 16, 0], dst)
            yp_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
            yl_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(yp_3, target_memory=pl.Mem.Left, attrs={"pipeline_membership": "1048576:0;1048577:1"})
            yo_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(yl_3, wr, attrs={"pipeline_membership": "1048576:0;1048577:1"})
            pl.system.tfree_to_aiv(yp_3, split=0)
            pl.tile.store(yo_3, [(o - 1) * 48 + pl.const(2, pl.INDEX) * pl.const(16, pl.INDEX), 0], dst)
        for i_2 in pl.range(1, 3):
            xa_6: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [pl.const(2, pl.INDEX) * pl.const(48, pl.INDEX) + i_2 * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat, attrs={"pipeline_membership": "1048576:0;1048577:0"})
            xl_6: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(xa_6, target_memory=pl.Mem.Left, attrs={"pipeline_membership": "1048576:0;1048577:0"})
            xq_6: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(xl_6, wr, attrs={"pipeline_membership": "1048576:0;1048577:0"})
            pl.tile.tpush_to_aiv(xq_6, split=0)
            yp_4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
            yl_4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(yp_4, target_memory=pl.Mem.Left, attrs={"pipeline_membership": "1048576:0;1048577:0"})
            yo_4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(yl_4, wr, attrs={"pipeline_membership": "1048576:0;1048577:0"})
            pl.system.tfree_to_aiv(yp_4, split=0)
            pl.tile.store(yo_4, [pl.const(2, pl.INDEX) * pl.const(48, pl.INDEX) + (i_2 - 1) * 16, 0], dst)
        yp_5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
        yl_5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(yp_5, target_memory=pl.Mem.Left, attrs={"pipeline_membership": "1048576:0;1048577:0"})
        yo_5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(yl_5, wr, attrs={"pipeline_membership": "1048576:0;1048577:0"})
        pl.system.tfree_to_aiv(yp_5, split=0)
        pl.tile.store(yo_5, [pl.const(2, pl.INDEX) * pl.const(48, pl.INDEX) + pl.const(2, pl.INDEX) * pl.const(16, pl.INDEX), 0], dst)
        for i_3 in pl.range(1, 3):
            xa_7: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [pl.const(3, pl.INDEX) * pl.const(48, pl.INDEX) + i_3 * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat, attrs={"pipeline_membership": "1048576:0;1048577:1"})
            xl_7: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(xa_7, target_memory=pl.Mem.Left, attrs={"pipeline_membership": "1048576:0;1048577:1"})
            xq_7: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(xl_7, wr, attrs={"pipeline_membership": "1048576:0;1048577:1"})
            pl.tile.tpush_to_aiv(xq_7, split=0)
            yp_6: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
            yl_6: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(yp_6, target_memory=pl.Mem.Left, attrs={"pipeline_membership": "1048576:0;1048577:1"})
            yo_6: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(yl_6, wr, attrs={"pipeline_membership": "1048576:0;1048577:1"})
            pl.system.tfree_to_aiv(yp_6, split=0)
            pl.tile.store(yo_6, [pl.const(3, pl.INDEX) * pl.const(48, pl.INDEX) + (i_3 - 1) * 16, 0], dst)
        yp_7: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
        yl_7: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(yp_7, target_memory=pl.Mem.Left, attrs={"pipeline_membership": "1048576:0;1048577:1"})
        yo_7: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(yl_7, wr, attrs={"pipeline_membership": "1048576:0;1048577:1"})
        pl.system.tfree_to_aiv(yp_7, split=0)
        pl.tile.store(yo_7, [pl.const(3, pl.INDEX) * pl.const(48, pl.INDEX) + pl.const(2, pl.INDEX) * pl.const(16, pl.INDEX), 0], dst)
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        v2c: pl.Scalar[pl.INT32] = pl.system.import_peer_buffer(name='v2c_ring', peer_func='cube_half')
        c2v: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='c2v_ring', size=32768, base=-1)
        pl.system.aiv_initialize_pipe(c2v, v2c, dir_mask=3, slot_size=2048, slot_num=16)
        for i in pl.range(12):
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            h: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g, g)
            pl.system.tfree_to_aic(g, split=0)
            pl.tile.tpush_to_aic(h, split=0)
#= guarded
# pypto.program: Duo
import pypto.language as pl

@pl.program
class Duo:
    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.AIC, role=pl.Role.SubWorker)
    def cube_half(src: pl.Tensor[[256, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        v2c: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='v2c_ring', size=32768, base=-1)
        c2v: pl.Scalar[pl.INT32] = pl.system.import_peer_buffer(name='c2v_ring', peer_func='vec_half')
        pl.system.aic_initialize_pipe(c2v, v2c, dir_mask=3, slot_size=2048, slot_num=16)
        wl: pl.Tile[[32, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(wgt, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        wr: pl.Tile[[32, 32], pl.FP32, pl.Mem.Right] = pl.tile.move(wl, target_memory=pl.Mem.Right)
        for o in pl.range(4):
            xa: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [o * 48 + pl.const(0, pl.INDEX) * pl.const(16, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat, attrs={"pipeline_membership": "1048576:0"})
            xl: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(xa, target_memory=pl.Mem.Left, attrs={"pipeline_membership": "1048576:0"})
            xq: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(xl, wr, attrs={"pipeline_membership": "1048576:0"})
            pl.tile.tpush_to_aiv(xq, split=0)
            for i in pl.range(1, 3):
                xa_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [o * 48 + i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat, attrs={"pipeline_membership": "1048576:0"})
                xl_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(xa_1, target_memory=pl.Mem.Left, attrs={"pipeline_membership": "1048576:0"})
                xq_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(xl_1, wr, attrs={"pipeline_membership": "1048576:0"})
                pl.tile.tpush_to_aiv(xq_1, split=0)
                yp: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
                yl: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(yp, target_memory=pl.Mem.Left, attrs={"pipeline_membership": "1048576:0"})
                yo: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(yl, wr, attrs={"pipeline_membership": "1048576:0"})
                pl.system.tfree_to_aiv(yp, split=0)
                pl.tile.store(yo, [o * 48 + (i - 1) * 16, 0], dst)
            yp_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
            yl_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(yp_1, target_memory=pl.Mem.Left, attrs={"pipeline_membership": "1048576:0"})
            yo_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(yl_1, wr, attrs={"pipeline_membership": "1048576:0"})
            pl.system.tfree_to_aiv(yp_1, split=0)
            pl.tile.store(yo_1, [o * 48 + pl.const(2, pl.INDEX) * pl.const(16, pl.INDEX), 0], dst)
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        v2c: pl.Scalar[pl.INT32] = pl.system.import_peer_buffer(name='v2c_ring', peer_func='cube_half')
        c2v: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='c2v_ring', size=32768, base=-1)
        pl.system.aiv_initialize_pipe(c2v, v2c, dir_mask=3, slot_size=2048, slot_num=16)
        for i in pl.range(12):
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            h: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g, g)
            pl.system.tfree_to_aic(g, split=0)
            pl.tile.tpush_to_aic(h, split=0)
