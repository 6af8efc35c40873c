#: as group_ties, but other rows: rows 128 to 191 of the tensor
#: run skew pypto a2a3 reference skewed
#:   28 skewed
#: run skew pypto a2a3 default skewed
#:   28 skewed
# pypto.program: Duo
import pypto.language as pl

@pl.program
class Duo:
    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.AIC, role=pl.Role.SubWorker)
    def cube(a: pl.Tensor[[256, 32], pl.FP32], out: pl.Out[pl.Tensor[[256, 32], pl.FP32]]):
        v2c: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='v2c_ring', size=8192, base=-1)
        c2v: pl.Scalar[pl.INT32] = pl.system.import_peer_buffer(name='c2v_ring', peer_func='vec')
        pl.system.aic_initialize_pipe(c2v, v2c, dir_mask=3, slot_size=2048, slot_num=4)
        for i in pl.range(4):
            k: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
            l: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(k, target_memory=pl.Mem.Left)
            q: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(l, l)
            pl.system.tfree_to_aiv(k, split=0)
            pl.tile.store(q, [i * 16 + 128, 0], out)
            pl.tile.tpush_to_aiv(q, split=0)
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec(b: pl.Tensor[[256, 32], pl.FP32], out: pl.Out[pl.Tensor[[256, 32], pl.FP32]]):
        v2c: pl.Scalar[pl.INT32] = pl.system.import_peer_buffer(name='v2c_ring', peer_func='cube')
        c2v: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='c2v_ring', size=8192, base=-1)
        pl.system.aiv_initialize_pipe(c2v, v2c, dir_mask=3, slot_size=2048, slot_num=4)
        for i in pl.pipeline(4, stage=2):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(b, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.tpush_to_aic(u, split=0)
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            pl.tile.store(g, [i * 16, 0], out)
            pl.system.tfree_to_aic(g, split=0)
    @pl.function(type=pl.FunctionType.Group, level=pl.Level.CORE_GROUP, role=pl.Role.SubWorker)
    def both(x: pl.Tensor[[256, 32], pl.FP32], y: pl.Tensor[[256, 32], pl.FP32], z: pl.Out[pl.Tensor[[256, 32], pl.FP32]]):
        self.cube(x, y)
        self.vec(y, z)
#= skewed
# pypto.program: Duo
import pypto.language as pl

@pl.program
class Duo:
    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.AIC, role=pl.Role.SubWorker)
    def cube(a: pl.Tensor[[256, 32], pl.FP32], out: pl.Out[pl.Tensor[[256, 32], pl.FP32]]):
        v2c: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='v2c_ring', size=8192, base=-1)
        c2v: pl.Scalar[pl.INT32] = pl.system.import_peer_buffer(name='c2v_ring', peer_func='vec')
        pl.system.aic_initialize_pipe(c2v, v2c, dir_mask=3, slot_size=2048, slot_num=4)
        for i in pl.range(4):
            k: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
            l: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(k, target_memory=pl.Mem.Left)
            q: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(l, l)
            pl.system.tfree_to_aiv(k, split=0)
            pl.tile.store(q, [i * 16 + 128, 0], out)
            pl.tile.tpush_to_aiv(q, split=0)
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec(b: pl.Tensor[[256, 32], pl.FP32], out: pl.Out[pl.Tensor[[256, 32], pl.FP32]]):
        v2c: pl.Scalar[pl.INT32] = pl.system.import_peer_buffer(name='v2c_ring', peer_func='cube')
        c2v: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='c2v_ring', size=8192, base=-1)
        pl.system.aiv_initialize_pipe(c2v, v2c, dir_mask=3, slot_size=2048, slot_num=4)
        u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(b, [pl.const(0, pl.INDEX) * pl.const(16, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:0"})
        pl.tile.tpush_to_aic(u, split=0)
        u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(b, [pl.const(1, pl.INDEX) * pl.const(16, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:1"})
        pl.tile.tpush_to_aic(u_1, split=0)
        for i in pl.range(2, 4, 2):
            u_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(b, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:0"})
            pl.tile.tpush_to_aic(u_2, split=0)
            u_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(b, [(i + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:1"})
            pl.tile.tpush_to_aic(u_3, split=0)
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            pl.tile.store(g, [(i - 2) * 16, 0], out)
            pl.system.tfree_to_aic(g, split=0)
            g_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            pl.tile.store(g_1, [(i - 1) * 16, 0], out)
            pl.system.tfree_to_aic(g_1, split=0)
        g_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        pl.tile.store(g_2, [pl.const(2, pl.INDEX) * pl.const(16, pl.INDEX), 0], out)
        pl.system.tfree_to_aic(g_2, split=0)
        g_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        pl.tile.store(g_3, [pl.const(3, pl.INDEX) * pl.const(16, pl.INDEX), 0], out)
        pl.system.tfree_to_aic(g_3, split=0)
    @pl.function(type=pl.FunctionType.Group, level=pl.Level.CORE_GROUP, role=pl.Role.SubWorker)
    def both(x: pl.Tensor[[256, 32], pl.FP32], y: pl.Tensor[[256, 32], pl.FP32], z: pl.Out[pl.Tensor[[256, 32], pl.FP32]]):
        self.cube(x, y)
        self.vec(y, z)
