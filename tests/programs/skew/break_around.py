#: a break behind an inner loop that is skewed: what that leaves is no copy of the loop it ends
#: run skew pypto a2a3 default skewed
#:   12 skewed |
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        for o in pl.range(2):
            for i in pl.pipeline(4, stage=2):
                u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
                w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
                pl.tile.tpush_to_aic(w, split=0)
                g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
                h: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g, g)
                pl.system.tfree_to_aic(g, split=0)
                pl.tile.store(h, [i * 16, 0], dst)
            if o == 1:
                break
#= skewed
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        for o in pl.range(2):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [pl.const(0, pl.INDEX) * pl.const(16, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:0"})
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u, attrs={"pipeline_membership": "1048576:0"})
            pl.tile.tpush_to_aic(w, split=0)
            u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [pl.const(1, pl.INDEX) * pl.const(16, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:1"})
            w_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_1, u_1, attrs={"pipeline_membership": "1048576:1"})
            pl.tile.tpush_to_aic(w_1, split=0)
            for i in pl.range(2, 4, 2):
                u_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:0"})
                w_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_2, u_2, attrs={"pipeline_membership": "1048576:0"})
                pl.tile.tpush_to_aic(w_2, split=0)
                u_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:1"})
                w_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_3, u_3, attrs={"pipeline_membership": "1048576:1"})
                pl.tile.tpush_to_aic(w_3, split=0)
                g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
                h: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g, g, attrs={"pipeline_membership": "1048576:0"})
                pl.system.tfree_to_aic(g, split=0)
                pl.tile.store(h, [(i - 2) * 16, 0], dst)
                g_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
                h_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g_1, g_1, attrs={"pipeline_membership": "1048576:1"})
                pl.system.tfree_to_aic(g_1, split=0)
                pl.tile.store(h_1, [(i - 1) * 16, 0], dst)
            g_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            h_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g_2, g_2, attrs={"pipeline_membership": "1048576:0"})
            pl.system.tfree_to_aic(g_2, split=0)
            pl.tile.store(h_2, [pl.const(2, pl.INDEX) * pl.const(16, pl.INDEX), 0], dst)
            g_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            h_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g_3, g_3, attrs={"pipeline_membership": "1048576:1"})
            pl.system.tfree_to_aic(g_3, split=0)
            pl.tile.store(h_3, [pl.const(3, pl.INDEX) * pl.const(16, pl.INDEX), 0], dst)
            if o == 1:
                break