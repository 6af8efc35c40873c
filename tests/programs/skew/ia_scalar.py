#: a scalar carried through the consume half, depth 3
#: run skew pypto a2a3 reference skewed
#:   13 skewed
#: run skew pypto a2a3 default skewed
#:   13 skewed
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], k0: pl.Scalar[pl.INDEX]):
        for i, (c,) in pl.pipeline(6, stage=4, init_values=(k0,)):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
            pl.tile.tpush_to_aic(w, split=0)
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            h: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g, g)
            pl.system.tfree_to_aic(g, split=0)
            pl.tile.store(h, [c, 0], dst)
            c2: pl.Scalar[pl.INDEX] = c + 16
            cr: pl.Scalar[pl.INDEX] = pl.yield_(c2)
        for j in pl.range(cr):
            v: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [j, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.store(v, [j, 0], dst)
#= skewed
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], k0: pl.Scalar[pl.INDEX]):
        u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [pl.const(0, pl.INDEX) * pl.const(16, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:0"})
        w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u, attrs={"pipeline_membership": "1048576:0"})
        pl.tile.tpush_to_aic(w, split=0)
        u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [pl.const(1, pl.INDEX) * pl.const(16, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:1"})
        w_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_1, u_1, attrs={"pipeline_membership": "1048576:1"})
        pl.tile.tpush_to_aic(w_1, split=0)
        u_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [pl.const(2, pl.INDEX) * pl.const(16, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:2"})
        w_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_2, u_2, attrs={"pipeline_membership": "1048576:2"})
        pl.tile.tpush_to_aic(w_2, split=0)
        for i, (c,) in pl.range(3, 6, 3, init_values=(k0,)):
            u_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:0"})
            w_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_3, u_3, attrs={"pipeline_membership": "1048576:0"})
            pl.tile.tpush_to_aic(w_3, split=0)
            u_4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:1"})
            w_4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_4, u_4, attrs={"pipeline_membership": "1048576:1"})
            pl.tile.tpush_to_aic(w_4, split=0)
            u_5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 2) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:2"})
            w_5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_5, u_5, attrs={"pipeline_membership": "1048576:2"})
            pl.tile.tpush_to_aic(w_5, split=0)
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            h: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g, g, attrs={"pipeline_membership": "1048576:0"})
            pl.system.tfree_to_aic(g, split=0)
            pl.tile.store(h, [c, 0], dst)
            c2: pl.Scalar[pl.INDEX] = c + 16
            g_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            h_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g_1, g_1, attrs={"pipeline_membership": "1048576:1"})
            pl.system.tfree_to_aic(g_1, split=0)
            pl.tile.store(h_1, [c2, 0], dst)
            c2_1: pl.Scalar[pl.INDEX] = c2 + 16
            g_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            h_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g_2, g_2, attrs={"pipeline_membership": "1048576:2"})
            pl.system.tfree_to_aic(g_2, split=0)
            pl.tile.store(h_2, [c2_1, 0], dst)
            c2_2: pl.Scalar[pl.INDEX] = c2_1 + 16
            cr_swp: pl.Scalar[pl.INDEX] = pl.yield_(c2_2)
        g_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        h_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g_3, g_3, attrs={"pipeline_membership": "1048576:0"})
        pl.system.tfree_to_aic(g_3, split=0)
        pl.tile.store(h_3, [cr_swp, 0], dst)
        c2_3: pl.Scalar[pl.INDEX] = cr_swp + 16
        g_4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        h_4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g_4, g_4, attrs={"pipeline_membership": "1048576:1"})
        pl.system.tfree_to_aic(g_4, split=0)
        pl.tile.store(h_4, [c2_3, 0], dst)
        c2_4: pl.Scalar[pl.INDEX] = c2_3 + 16
        g_5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        h_5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g_5, g_5, attrs={"pipeline_membership": "1048576:2"})
        pl.system.tfree_to_aic(g_5, split=0)
        pl.tile.store(h_5, [c2_4, 0], dst)
        c2_5: pl.Scalar[pl.INDEX] = c2_4 + 16
        cr: pl.Scalar[pl.INDEX] = c2_5
        for j in pl.range(cr):
            v: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [j, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.store(v, [j, 0], dst)
