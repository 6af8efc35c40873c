#: yields permute the carried values
#: run skew pypto a2a3 reference skewed
#:   15 skewed
#: run skew pypto a2a3 default skewed
#:   15 skewed
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        t0: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        t1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i, (p, q) in pl.pipeline(4, stage=2, init_values=(t0, t1)):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
            pl.tile.tpush_to_aic(w, split=0)
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            p2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(p, g)
            pl.system.tfree_to_aic(g, split=0)
            pr, qr = pl.yield_(q, p2)
        pl.tile.store(pr, [0, 0], dst)
        pl.tile.store(qr, [16, 0], dst)
#= skewed
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        t0: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        t1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [pl.const(0, pl.INDEX) * pl.const(16, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:0"})
        w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u, attrs={"pipeline_membership": "1048576:0"})
        pl.tile.tpush_to_aic(w, split=0)
        u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [pl.const(1, pl.INDEX) * pl.const(16, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:1"})
        w_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_1, u_1, attrs={"pipeline_membership": "1048576:1"})
        pl.tile.tpush_to_aic(w_1, split=0)
        for i, (p, q) in pl.range(2, 4, 2, init_values=(t0, t1)):
            u_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:0"})
            w_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_2, u_2, attrs={"pipeline_membership": "1048576:0"})
            pl.tile.tpush_to_aic(w_2, split=0)
            u_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:1"})
            w_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_3, u_3, attrs={"pipeline_membership": "1048576:1"})
            pl.tile.tpush_to_aic(w_3, split=0)
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            p2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(p, g, attrs={"pipeline_membership": "1048576:0"})
            pl.system.tfree_to_aic(g, split=0)
            g_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            p2_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(q, g_1, attrs={"pipeline_membership": "1048576:1"})
            pl.system.tfree_to_aic(g_1, split=0)
            pr_swp, qr_swp = pl.yield_(p2, p2_1)
        g_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        p2_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(pr_swp, g_2, attrs={"pipeline_membership": "1048576:0"})
        pl.system.tfree_to_aic(g_2, split=0)
        g_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        p2_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(qr_swp, g_3, attrs={"pipeline_membership": "1048576:1"})
        pl.system.tfree_to_aic(g_3, split=0)
        pr: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = p2_2
        qr: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = p2_3
        pl.tile.store(pr, [0, 0], dst)
        pl.tile.store(qr, [16, 0], dst)
