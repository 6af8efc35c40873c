#: rows written five iterations before they are read: depth 4 would reach seven back, depth 3 five, depth 2 three
#: run skew pypto a2a3 reference skewed
#:   13 skewed
#: run skew pypto a2a3 default guarded
#:   13 skewed memory-order | pl.tile.load in line 14 reads 'dst' and would run ahead of pl.tile.store in line 17, which writes it in an ear
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        for i in pl.pipeline(12, stage=5):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(dst, [i * 16 - 80, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.tpush_to_aic(u, split=0)
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            pl.tile.store(g, [i * 16, 0], dst)
            pl.system.tfree_to_aic(g, split=0)
#= skewed
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(dst, [pl.const(0, pl.INDEX) * pl.const(16, pl.INDEX) - pl.const(80, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:0"})
        pl.tile.tpush_to_aic(u, split=0)
        u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(dst, [pl.const(1, pl.INDEX) * pl.const(16, pl.INDEX) - pl.const(80, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:1"})
        pl.tile.tpush_to_aic(u_1, split=0)
        u_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(dst, [pl.const(2, pl.INDEX) * pl.const(16, pl.INDEX) - pl.const(80, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:2"})
        pl.tile.tpush_to_aic(u_2, split=0)
        u_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(dst, [pl.const(3, pl.INDEX) * pl.const(16, pl.INDEX) - pl.const(80, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:3"})
        pl.tile.tpush_to_aic(u_3, split=0)
        for i in pl.range(4, 12, 4):
            u_4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(dst, [i * 16 - 80, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:0"})
            pl.tile.tpush_to_aic(u_4, split=0)
            u_5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(dst, [(i + 1) * 16 - 80, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:1"})
            pl.tile.tpush_to_aic(u_5, split=0)
            u_6: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(dst, [(i + 2) * 16 - 80, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:2"})
            pl.tile.tpush_to_aic(u_6, split=0)
            u_7: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(dst, [(i + 3) * 16 - 80, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:3"})
            pl.tile.tpush_to_aic(u_7, split=0)
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            pl.tile.store(g, [(i - 4) * 16, 0], dst)
            pl.system.tfree_to_aic(g, split=0)
            g_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            pl.tile.store(g_1, [(i - 3) * 16, 0], dst)
            pl.system.tfree_to_aic(g_1, split=0)
            g_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            pl.tile.store(g_2, [(i - 2) * 16, 0], dst)
            pl.system.tfree_to_aic(g_2, split=0)
            g_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            pl.tile.store(g_3, [(i - 1) * 16, 0], dst)
            pl.system.tfree_to_aic(g_3, split=0)
        g_4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        pl.tile.store(g_4, [pl.const(8, pl.INDEX) * pl.const(16, pl.INDEX), 0], dst)
        pl.system.tfree_to_aic(g_4, split=0)
        g_5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        pl.tile.store(g_5, [pl.const(9, pl.INDEX) * pl.const(16, pl.INDEX), 0], dst)
        pl.system.tfree_to_aic(g_5, split=0)
        g_6: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        pl.tile.store(g_6, [pl.const(10, pl.INDEX) * pl.const(16, pl.INDEX), 0], dst)
        pl.system.tfree_to_aic(g_6, split=0)
        g_7: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        pl.tile.store(g_7, [pl.const(11, pl.INDEX) * pl.const(16, pl.INDEX), 0], dst)
        pl.system.tfree_to_aic(g_7, split=0)
#= guarded
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(dst, [pl.const(0, pl.INDEX) * pl.const(16, pl.INDEX) - pl.const(80, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:0"})
        pl.tile.tpush_to_aic(u, split=0)
        u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(dst, [pl.const(1, pl.INDEX) * pl.const(16, pl.INDEX) - pl.const(80, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:1"})
        pl.tile.tpush_to_aic(u_1, split=0)
        for i in pl.range(2, 12, 2):
            u_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(dst, [i * 16 - 80, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:0"})
            pl.tile.tpush_to_aic(u_2, split=0)
            u_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(dst, [(i + 1) * 16 - 80, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:1"})
            pl.tile.tpush_to_aic(u_3, split=0)
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            pl.tile.store(g, [(i - 2) * 16, 0], dst)
            pl.system.tfree_to_aic(g, split=0)
            g_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            pl.tile.store(g_1, [(i - 1) * 16, 0], dst)
            pl.system.tfree_to_aic(g_1, split=0)
        g_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        pl.tile.store(g_2, [pl.const(10, pl.INDEX) * pl.const(16, pl.INDEX), 0], dst)
        pl.system.tfree_to_aic(g_2, split=0)
        g_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        pl.tile.store(g_3, [pl.const(11, pl.INDEX) * pl.const(16, pl.INDEX), 0], dst)
        pl.system.tfree_to_aic(g_3, split=0)
