#: an in-place update of a tile of the surroundings between its pushes
#: run skew pypto a2a3 reference skewed
#:   14 skewed
#: run skew pypto a2a3 default in_order
#:   14 demoted effect-order | pl.tile.tpush_to_aic in line 16 reads 'acc' and would run ahead of pl.tile.fillpad_inplace in line 18, which w
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        acc: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i in pl.pipeline(8, stage=2):
            zero: pl.Scalar[pl.INDEX] = 0
            pl.tile.tpush_to_aic(acc, split=0)
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            acc2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.fillpad_inplace(acc)
            pl.tile.store(acc2, [i * 16, 0], dst)
            pl.system.tfree_to_aic(g, split=0)
#= skewed
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        acc: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        pl.tile.tpush_to_aic(acc, split=0)
        pl.tile.tpush_to_aic(acc, split=0)
        for i in pl.range(2, 8, 2):
            pl.tile.tpush_to_aic(acc, split=0)
            pl.tile.tpush_to_aic(acc, split=0)
            zero: pl.Scalar[pl.INDEX] = 0
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            acc2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.fillpad_inplace(acc, attrs={"pipeline_membership": "1048576:0"})
            pl.tile.store(acc2, [(i - 2) * 16, 0], dst)
            pl.system.tfree_to_aic(g, split=0)
            zero_1: pl.Scalar[pl.INDEX] = 0
            g_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            acc2_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.fillpad_inplace(acc, attrs={"pipeline_membership": "1048576:1"})
            pl.tile.store(acc2_1, [(i - 1) * 16, 0], dst)
            pl.system.tfree_to_aic(g_1, split=0)
        zero_2: pl.Scalar[pl.INDEX] = 0
        g_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        acc2_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.fillpad_inplace(acc, attrs={"pipeline_membership": "1048576:0"})
        pl.tile.store(acc2_2, [pl.const(6, pl.INDEX) * pl.const(16, pl.INDEX), 0], dst)
        pl.system.tfree_to_aic(g_2, split=0)
        zero_3: pl.Scalar[pl.INDEX] = 0
        g_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        acc2_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.fillpad_inplace(acc, attrs={"pipeline_membership": "1048576:1"})
        pl.tile.store(acc2_3, [pl.const(7, pl.INDEX) * pl.const(16, pl.INDEX), 0], dst)
        pl.system.tfree_to_aic(g_3, split=0)
#= in_order
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        acc: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i in pl.range(8):
            zero: pl.Scalar[pl.INDEX] = 0
            pl.tile.tpush_to_aic(acc, split=0)
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            acc2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.fillpad_inplace(acc)
            pl.tile.store(acc2, [i * 16, 0], dst)
            pl.system.tfree_to_aic(g, split=0)
