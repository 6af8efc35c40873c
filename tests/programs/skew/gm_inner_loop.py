#: the range of an inner loop counts: rows 128 to 175 are read, rows 0 to 127 written
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
            k0: pl.Scalar[pl.INDEX] = 128
            for j, (a,) in pl.range(3, init_values=(src,)):
                x: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(dst, [k0 + j * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
                ar: pl.Tensor[[256, 32], pl.FP32] = pl.yield_(a)
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(ar, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
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
        k0: pl.Scalar[pl.INDEX] = 128
        for j, (a,) in pl.range(3, init_values=(src,)):
            x: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(dst, [k0 + j * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:0"})
            ar: pl.Tensor[[256, 32], pl.FP32] = pl.yield_(a)
        u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(ar, [pl.const(0, pl.INDEX) * pl.const(16, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:0"})
        pl.tile.tpush_to_aic(u, split=0)
        k0_1: pl.Scalar[pl.INDEX] = 128
        for j_1, (a_1,) in pl.range(3, init_values=(src,)):
            x_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(dst, [k0_1 + j_1 * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:1"})
            ar_1: pl.Tensor[[256, 32], pl.FP32] = pl.yield_(a_1)
        u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(ar_1, [pl.const(1, pl.INDEX) * pl.const(16, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:1"})
        pl.tile.tpush_to_aic(u_1, split=0)
        for i in pl.range(2, 8, 2):
            k0_2: pl.Scalar[pl.INDEX] = 128
            for j_2, (a_2,) in pl.range(3, init_values=(src,)):
                x_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(dst, [k0_2 + j_2 * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:0"})
                ar_2: pl.Tensor[[256, 32], pl.FP32] = pl.yield_(a_2)
            u_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(ar_2, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:0"})
            pl.tile.tpush_to_aic(u_2, split=0)
            k0_3: pl.Scalar[pl.INDEX] = 128
            for j_3, (a_3,) in pl.range(3, init_values=(src,)):
                x_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(dst, [k0_3 + j_3 * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:1"})
                ar_3: pl.Tensor[[256, 32], pl.FP32] = pl.yield_(a_3)
            u_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(ar_3, [(i + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1048576:1"})
            pl.tile.tpush_to_aic(u_3, split=0)
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            pl.tile.store(g, [(i - 2) * 16, 0], dst)
            pl.system.tfree_to_aic(g, split=0)
            g_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            pl.tile.store(g_1, [(i - 1) * 16, 0], dst)
            pl.system.tfree_to_aic(g_1, split=0)
        g_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        pl.tile.store(g_2, [pl.const(6, pl.INDEX) * pl.const(16, pl.INDEX), 0], dst)
        pl.system.tfree_to_aic(g_2, split=0)
        g_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        pl.tile.store(g_3, [pl.const(7, pl.INDEX) * pl.const(16, pl.INDEX), 0], dst)
        pl.system.tfree_to_aic(g_3, split=0)
