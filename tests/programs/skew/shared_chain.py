#: index arithmetic is computed in both halves
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
        for i in pl.pipeline(4, stage=2):
            a0: pl.Scalar[pl.INDEX] = i * 16
            a1: pl.Scalar[pl.INDEX] = a0 + 8
            a2: pl.Scalar[pl.INDEX] = pl.min(a1, 200)
            a3: pl.Scalar[pl.INDEX] = a2 // 2 * 2
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [a3, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
            pl.tile.tpush_to_aic(w, split=0)
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            h: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g, g)
            pl.system.tfree_to_aic(g, split=0)
            pl.tile.store(h, [a3, 0], dst)
#= skewed
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        a0: pl.Scalar[pl.INDEX] = pl.const(0, pl.INDEX) * pl.const(16, pl.INDEX)
        a1: pl.Scalar[pl.INDEX] = a0 + 8
        a2: pl.Scalar[pl.INDEX] = pl.min(a1, 200)
        a3: pl.Scalar[pl.INDEX] = a2 // 2 * 2
        u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [a3, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:0"})
        w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u, attrs={"pipeline_membership": "1048576:0"})
        pl.tile.tpush_to_aic(w, split=0)
        a0_1: pl.Scalar[pl.INDEX] = pl.const(1, pl.INDEX) * pl.const(16, pl.INDEX)
        a1_1: pl.Scalar[pl.INDEX] = a0_1 + 8
        a2_1: pl.Scalar[pl.INDEX] = pl.min(a1_1, 200)
        a3_1: pl.Scalar[pl.INDEX] = a2_1 // 2 * 2
        u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [a3_1, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:1"})
        w_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_1, u_1, attrs={"pipeline_membership": "1048576:1"})
        pl.tile.tpush_to_aic(w_1, split=0)
        for i in pl.range(2, 4, 2):
            a0_2: pl.Scalar[pl.INDEX] = i * 16
            a1_2: pl.Scalar[pl.INDEX] = a0_2 + 8
            a2_2: pl.Scalar[pl.INDEX] = pl.min(a1_2, 200)
            a3_2: pl.Scalar[pl.INDEX] = a2_2 // 2 * 2
            u_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [a3_2, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:0"})
            w_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_2, u_2, attrs={"pipeline_membership": "1048576:0"})
            pl.tile.tpush_to_aic(w_2, split=0)
            a0_3: pl.Scalar[pl.INDEX] = (i + 1) * 16
            a1_3: pl.Scalar[pl.INDEX] = a0_3 + 8
            a2_3: pl.Scalar[pl.INDEX] = pl.min(a1_3, 200)
            a3_3: pl.Scalar[pl.INDEX] = a2_3 // 2 * 2
            u_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [a3_3, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:1"})
            w_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_3, u_3, attrs={"pipeline_membership": "1048576:1"})
            pl.tile.tpush_to_aic(w_3, split=0)
            a0_4: pl.Scalar[pl.INDEX] = (i - 2) * 16
            a1_4: pl.Scalar[pl.INDEX] = a0_4 + 8
            a2_4: pl.Scalar[pl.INDEX] = pl.min(a1_4, 200)
            a3_4: pl.Scalar[pl.INDEX] = a2_4 // 2 * 2
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            h: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g, g, attrs={"pipeline_membership": "1048576:0"})
            pl.system.tfree_to_aic(g, split=0)
            pl.tile.store(h, [a3_4, 0], dst)
            a0_5: pl.Scalar[pl.INDEX] = (i - 1) * 16
            a1_5: pl.Scalar[pl.INDEX] = a0_5 + 8
            a2_5: pl.Scalar[pl.INDEX] = pl.min(a1_5, 200)
            a3_5: pl.Scalar[pl.INDEX] = a2_5 // 2 * 2
            g_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            h_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g_1, g_1, attrs={"pipeline_membership": "1048576:1"})
            pl.system.tfree_to_aic(g_1, split=0)
            pl.tile.store(h_1, [a3_5, 0], dst)
        a0_6: pl.Scalar[pl.INDEX] = pl.const(2, pl.INDEX) * pl.const(16, pl.INDEX)
        a1_6: pl.Scalar[pl.INDEX] = a0_6 + 8
        a2_6: pl.Scalar[pl.INDEX] = pl.min(a1_6, 200)
        a3_6: pl.Scalar[pl.INDEX] = a2_6 // 2 * 2
        g_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        h_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g_2, g_2, attrs={"pipeline_membership": "1048576:0"})
        pl.system.tfree_to_aic(g_2, split=0)
        pl.tile.store(h_2, [a3_6, 0], dst)
        a0_7: pl.Scalar[pl.INDEX] = pl.const(3, pl.INDEX) * pl.const(16, pl.INDEX)
        a1_7: pl.Scalar[pl.INDEX] = a0_7 + 8
        a2_7: pl.Scalar[pl.INDEX] = pl.min(a1_7, 200)
        a3_7: pl.Scalar[pl.INDEX] = a2_7 // 2 * 2
        g_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        h_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g_3, g_3, attrs={"pipeline_membership": "1048576:1"})
        pl.system.tfree_to_aic(g_3, split=0)
        pl.tile.store(h_3, [a3_7, 0], dst)
