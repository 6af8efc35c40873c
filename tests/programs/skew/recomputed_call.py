#: an unknown call inside a scalar that both halves compute
#: run skew pypto a2a3 reference skewed
#:   13 skewed
#: run skew pypto a2a3 default in_order
#:   13 demoted recomputed-call | 'n' (line 14) is needed in both halves of the loop, and computing it twice would call pl.system.next_ticket tw
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        for i in pl.pipeline(8, stage=2):
            n: pl.Scalar[pl.INDEX] = pl.system.next_ticket() + i * 16
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [n, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.tpush_to_aic(u, split=0)
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            pl.tile.store(g, [n, 0], dst)
            pl.system.tfree_to_aic(g, split=0)
#= skewed
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        n: pl.Scalar[pl.INDEX] = pl.system.next_ticket() + pl.const(0, pl.INDEX) * pl.const(16, pl.INDEX)
        u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [n, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:0"})
        pl.tile.tpush_to_aic(u, split=0)
        n_1: pl.Scalar[pl.INDEX] = pl.system.next_ticket() + pl.const(1, pl.INDEX) * pl.const(16, pl.INDEX)
        u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [n_1, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:1"})
        pl.tile.tpush_to_aic(u_1, split=0)
        for i in pl.range(2, 8, 2):
            n_2: pl.Scalar[pl.INDEX] = pl.system.next_ticket() + i * 16
            u_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [n_2, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:0"})
            pl.tile.tpush_to_aic(u_2, split=0)
            n_3: pl.Scalar[pl.INDEX] = pl.system.next_ticket() + (i + 1) * 16
            u_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [n_3, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:1"})
            pl.tile.tpush_to_aic(u_3, split=0)
            n_4: pl.Scalar[pl.INDEX] = pl.system.next_ticket() + (i - 2) * 16
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            pl.tile.store(g, [n_4, 0], dst)
            pl.system.tfree_to_aic(g, split=0)
            n_5: pl.Scalar[pl.INDEX] = pl.system.next_ticket() + (i - 1) * 16
            g_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            pl.tile.store(g_1, [n_5, 0], dst)
            pl.system.tfree_to_aic(g_1, split=0)
        n_6: pl.Scalar[pl.INDEX] = pl.system.next_ticket() + pl.const(6, pl.INDEX) * pl.const(16, pl.INDEX)
        g_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        pl.tile.store(g_2, [n_6, 0], dst)
        pl.system.tfree_to_aic(g_2, split=0)
        n_7: pl.Scalar[pl.INDEX] = pl.system.next_ticket() + pl.const(7, pl.INDEX) * pl.const(16, pl.INDEX)
        g_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        pl.tile.store(g_3, [n_7, 0], dst)
        pl.system.tfree_to_aic(g_3, split=0)
#= in_order
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        for i in pl.range(8):
            n: pl.Scalar[pl.INDEX] = pl.system.next_ticket() + i * 16
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [n, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.tpush_to_aic(u, split=0)
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            pl.tile.store(g, [n, 0], dst)
            pl.system.tfree_to_aic(g, split=0)
