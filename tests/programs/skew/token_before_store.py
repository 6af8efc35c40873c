#: token pushed before the global-memory store that it announces to the peer
#: run skew pypto a2a3 reference skewed
#:   30 skewed
#: run skew pypto a2a3 default in_order
#:   30 demoted token-order | pl.tile.store of 'ws' in line 34 would change its order against the messages to and from the other core, which
# pypto.program: Duo
import pypto.language as pl

@pl.program
class Duo:
    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.AIC, role=pl.Role.SubWorker)
    def cube_half(src: pl.Tensor[[256, 32], pl.FP32], tok: pl.Tensor[[16, 32], pl.FP32], ws: pl.Tensor[[256, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        v2c: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='v2c_ring', size=8192, base=-1)
        c2v: pl.Scalar[pl.INT32] = pl.system.import_peer_buffer(name='c2v_ring', peer_func='vec_half')
        pl.system.aic_initialize_pipe(c2v, v2c, dir_mask=3, slot_size=2048, slot_num=4)
        wl: pl.Tile[[32, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(wgt, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        wr: pl.Tile[[32, 32], pl.FP32, pl.Mem.Right] = pl.tile.move(wl, target_memory=pl.Mem.Right)
        for i in pl.range(4):
            k: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
            d: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(ws, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat)
            dl: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(d, target_memory=pl.Mem.Left)
            dq: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(dl, wr)
            pl.system.tfree_to_aiv(k, split=0)
            pl.tile.tpush_to_aiv(dq, split=0)
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], tok: pl.Tensor[[16, 32], pl.FP32], ws: pl.Tensor[[256, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        v2c: pl.Scalar[pl.INT32] = pl.system.import_peer_buffer(name='v2c_ring', peer_func='cube_half')
        c2v: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='c2v_ring', size=8192, base=-1)
        pl.system.aiv_initialize_pipe(c2v, v2c, dir_mask=3, slot_size=2048, slot_num=4)
        for i in pl.pipeline(4, stage=2):
            t: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(tok, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            s: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            s2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(s, s)
            pl.tile.store(s2, [i * 16, 0], ws)
            pl.tile.tpush_to_aic(t, split=0)
            a: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            a2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(a, a)
            pl.system.tfree_to_aic(a, split=0)
            pl.tile.store(a2, [i * 16, 0], dst)
#= skewed
# pypto.program: Duo
import pypto.language as pl

@pl.program
class Duo:
    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.AIC, role=pl.Role.SubWorker)
    def cube_half(src: pl.Tensor[[256, 32], pl.FP32], tok: pl.Tensor[[16, 32], pl.FP32], ws: pl.Tensor[[256, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        v2c: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='v2c_ring', size=8192, base=-1)
        c2v: pl.Scalar[pl.INT32] = pl.system.import_peer_buffer(name='c2v_ring', peer_func='vec_half')
        pl.system.aic_initialize_pipe(c2v, v2c, dir_mask=3, slot_size=2048, slot_num=4)
        wl: pl.Tile[[32, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(wgt, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        wr: pl.Tile[[32, 32], pl.FP32, pl.Mem.Right] = pl.tile.move(wl, target_memory=pl.Mem.Right)
        for i in pl.range(4):
            k: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
            d: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(ws, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat)
            dl: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(d, target_memory=pl.Mem.Left)
            dq: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(dl, wr)
            pl.system.tfree_to_aiv(k, split=0)
            pl.tile.tpush_to_aiv(dq, split=0)
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], tok: pl.Tensor[[16, 32], pl.FP32], ws: pl.Tensor[[256, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        v2c: pl.Scalar[pl.INT32] = pl.system.import_peer_buffer(name='v2c_ring', peer_func='cube_half')
        c2v: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='c2v_ring', size=8192, base=-1)
        pl.system.aiv_initialize_pipe(c2v, v2c, dir_mask=3, slot_size=2048, slot_num=4)
        t: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(tok, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:0"})
        pl.tile.tpush_to_aic(t, split=0)
        t_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(tok, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:1"})
        pl.tile.tpush_to_aic(t_1, split=0)
        for i in pl.range(2, 4, 2):
            t_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(tok, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:0"})
            pl.tile.tpush_to_aic(t_2, split=0)
            t_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(tok, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:1"})
            pl.tile.tpush_to_aic(t_3, split=0)
            s: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i - 2) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:0"})
            s2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(s, s, attrs={"pipeline_membership": "1048576:0"})
            pl.tile.store(s2, [(i - 2) * 16, 0], ws)
            a: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            a2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(a, a, attrs={"pipeline_membership": "1048576:0"})
            pl.system.tfree_to_aic(a, split=0)
            pl.tile.store(a2, [(i - 2) * 16, 0], dst)
            s_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i - 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:1"})
            s2_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(s_1, s_1, attrs={"pipeline_membership": "1048576:1"})
            pl.tile.store(s2_1, [(i - 1) * 16, 0], ws)
            a_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            a2_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(a_1, a_1, attrs={"pipeline_membership": "1048576:1"})
            pl.system.tfree_to_aic(a_1, split=0)
            pl.tile.store(a2_1, [(i - 1) * 16, 0], dst)
        s_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [pl.const(2, pl.INDEX) * pl.const(16, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:0"})
        s2_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(s_2, s_2, attrs={"pipeline_membership": "1048576:0"})
        pl.tile.store(s2_2, [pl.const(2, pl.INDEX) * pl.const(16, pl.INDEX), 0], ws)
        a_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        a2_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(a_2, a_2, attrs={"pipeline_membership": "1048576:0"})
        pl.system.tfree_to_aic(a_2, split=0)
        pl.tile.store(a2_2, [pl.const(2, pl.INDEX) * pl.const(16, pl.INDEX), 0], dst)
        s_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [pl.const(3, pl.INDEX) * pl.const(16, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:1"})
        s2_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(s_3, s_3, attrs={"pipeline_membership": "1048576:1"})
        pl.tile.store(s2_3, [pl.const(3, pl.INDEX) * pl.const(16, pl.INDEX), 0], ws)
        a_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        a2_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(a_3, a_3, attrs={"pipeline_membership": "1048576:1"})
        pl.system.tfree_to_aic(a_3, split=0)
        pl.tile.store(a2_3, [pl.const(3, pl.INDEX) * pl.const(16, pl.INDEX), 0], dst)
#= in_order
# pypto.program: Duo
import pypto.language as pl

@pl.program
class Duo:
    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.AIC, role=pl.Role.SubWorker)
    def cube_half(src: pl.Tensor[[256, 32], pl.FP32], tok: pl.Tensor[[16, 32], pl.FP32], ws: pl.Tensor[[256, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        v2c: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='v2c_ring', size=8192, base=-1)
        c2v: pl.Scalar[pl.INT32] = pl.system.import_peer_buffer(name='c2v_ring', peer_func='vec_half')
        pl.system.aic_initialize_pipe(c2v, v2c, dir_mask=3, slot_size=2048, slot_num=4)
        wl: pl.Tile[[32, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(wgt, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        wr: pl.Tile[[32, 32], pl.FP32, pl.Mem.Right] = pl.tile.move(wl, target_memory=pl.Mem.Right)
        for i in pl.range(4):
            k: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
            d: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(ws, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat)
            dl: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(d, target_memory=pl.Mem.Left)
            dq: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(dl, wr)
            pl.system.tfree_to_aiv(k, split=0)
            pl.tile.tpush_to_aiv(dq, split=0)
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], tok: pl.Tensor[[16, 32], pl.FP32], ws: pl.Tensor[[256, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        v2c: pl.Scalar[pl.INT32] = pl.system.import_peer_buffer(name='v2c_ring', peer_func='cube_half')
        c2v: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='c2v_ring', size=8192, base=-1)
        pl.system.aiv_initialize_pipe(c2v, v2c, dir_mask=3, slot_size=2048, slot_num=4)
        for i in pl.range(4):
            t: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(tok, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            s: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            s2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(s, s)
            pl.tile.store(s2, [i * 16, 0], ws)
            pl.tile.tpush_to_aic(t, split=0)
            a: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            a2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(a, a)
            pl.system.tfree_to_aic(a, split=0)
            pl.tile.store(a2, [i * 16, 0], dst)
