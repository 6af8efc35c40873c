#: the produce half reads a carried value
#: run skew pypto a2a3 reference in_order
#:   13 demoted | the body pops 'g' in line 14 before it pushes and uses it in line 15, so this core answers in order and cannot
#: run skew pypto a2a3 default in_order
#:   13 demoted | the body pops 'g' in line 14 before it pushes and uses it in line 15, so this core answers in order and cannot
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]) -> pl.Tensor[[256, 32], pl.FP32]:
        for i, (z,) in pl.pipeline(4, stage=2, init_values=(dst,)):
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            h: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g, g)
            pl.tile.tpush_to_aic(h, split=0)
            pl.system.tfree_to_aic(g, split=0)
            z2: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(h, [i * 16, 0], z)
            zr: pl.Tensor[[256, 32], pl.FP32] = pl.yield_(z2)
        return zr
#= in_order
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]) -> pl.Tensor[[256, 32], pl.FP32]:
        for i, (z,) in pl.range(4, init_values=(dst,)):
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            h: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g, g)
            pl.tile.tpush_to_aic(h, split=0)
            pl.system.tfree_to_aic(g, split=0)
            z2: pl.Tensor[[256, 32], pl.FP32] = pl.tile.store(h, [i * 16, 0], z)
            zr: pl.Tensor[[256, 32], pl.FP32] = pl.yield_(z2)
        return zr
