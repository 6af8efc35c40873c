#: a scalar that only the slot index of the popped tile reads
#: run skew pypto a2a3 reference error P2: skewing the pipelined loop in line 12 as the reference does is not well-form
#: run skew pypto a2a3 default skewed
#:   12 skewed type-use
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        for i in pl.pipeline(8, stage=2):
            s: pl.Scalar[pl.INDEX] = i % 2
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [s * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.tpush_to_aic(u, split=0)
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            h: pl.Tile[[16, 32], pl.FP32, pl.MemRef("mine", slots=2)[s], pl.Mem.Vec] = pl.tile.add(g, g)
            pl.tile.store(h, [i * 16, 0], dst)
            pl.system.tfree_to_aic(g, split=0)
#= skewed
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        s: pl.Scalar[pl.INDEX] = pl.const(0, pl.INDEX) % pl.const(2, pl.INDEX)
        u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [s * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:0"})
        pl.tile.tpush_to_aic(u, split=0)
        s_1: pl.Scalar[pl.INDEX] = pl.const(1, pl.INDEX) % pl.const(2, pl.INDEX)
        u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [s_1 * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:1"})
        pl.tile.tpush_to_aic(u_1, split=0)
        for i in pl.range(2, 8, 2):
            s_2: pl.Scalar[pl.INDEX] = i % 2
            u_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [s_2 * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:0"})
            pl.tile.tpush_to_aic(u_2, split=0)
            s_3: pl.Scalar[pl.INDEX] = (i + 1) % 2
            u_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [s_3 * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:1"})
            pl.tile.tpush_to_aic(u_3, split=0)
            s_4: pl.Scalar[pl.INDEX] = (i - 2) % 2
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            h: pl.Tile[[16, 32], pl.FP32, pl.MemRef("mine", slots=2)[s_4], pl.Mem.Vec] = pl.tile.add(g, g, attrs={"pipeline_membership": "1048576:0"})
            pl.tile.store(h, [(i - 2) * 16, 0], dst)
            pl.system.tfree_to_aic(g, split=0)
            s_5: pl.Scalar[pl.INDEX] = (i - 1) % 2
            g_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            h_1: pl.Tile[[16, 32], pl.FP32, pl.MemRef("mine", slots=2)[s_5], pl.Mem.Vec] = pl.tile.add(g_1, g_1, attrs={"pipeline_membership": "1048576:1"})
            pl.tile.store(h_1, [(i - 1) * 16, 0], dst)
            pl.system.tfree_to_aic(g_1, split=0)
        s_6: pl.Scalar[pl.INDEX] = pl.const(6, pl.INDEX) % pl.const(2, pl.INDEX)
        g_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        h_2: pl.Tile[[16, 32], pl.FP32, pl.MemRef("mine", slots=2)[s_6], pl.Mem.Vec] = pl.tile.add(g_2, g_2, attrs={"pipeline_membership": "1048576:0"})
        pl.tile.store(h_2, [pl.const(6, pl.INDEX) * pl.const(16, pl.INDEX), 0], dst)
        pl.system.tfree_to_aic(g_2, split=0)
        s_7: pl.Scalar[pl.INDEX] = pl.const(7, pl.INDEX) % pl.const(2, pl.INDEX)
        g_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        h_3: pl.Tile[[16, 32], pl.FP32, pl.MemRef("mine", slots=2)[s_7], pl.Mem.Vec] = pl.tile.add(g_3, g_3, attrs={"pipeline_membership": "1048576:1"})
        pl.tile.store(h_3, [pl.const(7, pl.INDEX) * pl.const(16, pl.INDEX), 0], dst)
        pl.system.tfree_to_aic(g_3, split=0)
