#: continue in an inner loop is that loop's own matter
#: run skew pypto a2a3 reference skewed
#:   13 skewed
#: run skew pypto a2a3 default skewed
#:   13 skewed
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        for i in pl.pipeline(8, stage=2):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.tpush_to_aic(u, split=0)
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            for j in pl.range(4):
                if j == 2:
                    continue
                pl.tile.store(g, [i * 16 + j, 0], dst)
            pl.system.tfree_to_aic(g, split=0)
#= skewed
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [pl.const(0, pl.INDEX) * pl.const(16, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:0"})
        pl.tile.tpush_to_aic(u, split=0)
        u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [pl.const(1, pl.INDEX) * pl.const(16, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:1"})
        pl.tile.tpush_to_aic(u_1, split=0)
        for i in pl.range(2, 8, 2):
            u_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:0"})
            pl.tile.tpush_to_aic(u_2, split=0)
            u_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:1"})
            pl.tile.tpush_to_aic(u_3, split=0)
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            for j in pl.range(4):
                if j == 2:
                    continue
                pl.tile.store(g, [(i - 2) * 16 + j, 0], dst)
            pl.system.tfree_to_aic(g, split=0)
            g_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            for j_1 in pl.range(4):
                if j_1 == 2:
                    continue
                pl.tile.store(g_1, [(i - 1) * 16 + j_1, 0], dst)
            pl.system.tfree_to_aic(g_1, split=0)
        g_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        for j_2 in pl.range(4):
            if j_2 == 2:
                continue
            pl.tile.store(g_2, [pl.const(6, pl.INDEX) * pl.const(16, pl.INDEX) + j_2, 0], dst)
        pl.system.tfree_to_aic(g_2, split=0)
        g_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        for j_3 in pl.range(4):
            if j_3 == 2:
                continue
            pl.tile.store(g_3, [pl.const(7, pl.INDEX) * pl.const(16, pl.INDEX) + j_3, 0], dst)
        pl.system.tfree_to_aic(g_3, split=0)
