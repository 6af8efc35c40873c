#: a tile written by a statement without result is pushed before it is written
#: run skew pypto a2a3 reference skewed
#:   14 skewed
#: run skew pypto a2a3 default in_order
#:   14 demoted effect-order | pl.tile.tpush_to_aic in line 17 reads 'buf' and would run ahead of pl.tile.write in line 16, which writes it i
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        buf: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.create([16, 32], dtype=pl.FP32, target_memory=pl.Mem.Vec)
        for i in pl.pipeline(4, stage=2):
            fv: pl.Scalar[pl.FP32] = pl.cast(i, pl.FP32)
            pl.tile.write(buf, [0, 0], fv)
            pl.tile.tpush_to_aic(buf, split=0)
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            h: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g, g)
            pl.system.tfree_to_aic(g, split=0)
            pl.tile.store(h, [i * 16, 0], dst)
#= skewed
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        buf: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.create([16, 32], dtype=pl.FP32, target_memory=pl.Mem.Vec)
        pl.tile.tpush_to_aic(buf, split=0)
        pl.tile.tpush_to_aic(buf, split=0)
        for i in pl.range(2, 4, 2):
            pl.tile.tpush_to_aic(buf, split=0)
            pl.tile.tpush_to_aic(buf, split=0)
            fv: pl.Scalar[pl.FP32] = pl.cast(i - 2, pl.FP32)
            pl.tile.write(buf, [0, 0], fv)
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            h: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g, g, attrs={"pipeline_membership": "1048576:0"})
            pl.system.tfree_to_aic(g, split=0)
            pl.tile.store(h, [(i - 2) * 16, 0], dst)
            fv_1: pl.Scalar[pl.FP32] = pl.cast(i - 1, pl.FP32)
            pl.tile.write(buf, [0, 0], fv_1)
            g_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            h_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g_1, g_1, attrs={"pipeline_membership": "1048576:1"})
            pl.system.tfree_to_aic(g_1, split=0)
            pl.tile.store(h_1, [(i - 1) * 16, 0], dst)
        fv_2: pl.Scalar[pl.FP32] = pl.cast(2, pl.FP32)
        pl.tile.write(buf, [0, 0], fv_2)
        g_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        h_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g_2, g_2, attrs={"pipeline_membership": "1048576:0"})
        pl.system.tfree_to_aic(g_2, split=0)
        pl.tile.store(h_2, [pl.const(2, pl.INDEX) * pl.const(16, pl.INDEX), 0], dst)
        fv_3: pl.Scalar[pl.FP32] = pl.cast(3, pl.FP32)
        pl.tile.write(buf, [0, 0], fv_3)
        g_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
        h_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g_3, g_3, attrs={"pipeline_membership": "1048576:1"})
        pl.system.tfree_to_aic(g_3, split=0)
        pl.tile.store(h_3, [pl.const(3, pl.INDEX) * pl.const(16, pl.INDEX), 0], dst)
#= in_order
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        buf: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.create([16, 32], dtype=pl.FP32, target_memory=pl.Mem.Vec)
        for i in pl.range(4):
            fv: pl.Scalar[pl.FP32] = pl.cast(i, pl.FP32)
            pl.tile.write(buf, [0, 0], fv)
            pl.tile.tpush_to_aic(buf, split=0)
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            h: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g, g)
            pl.system.tfree_to_aic(g, split=0)
            pl.tile.store(h, [i * 16, 0], dst)
