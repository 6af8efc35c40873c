#: a scalar read from memory crosses the halves
#: run skew pypto a2a3 reference in_order
#:   13 demoted | 'o2' is computed for the push in line 18 and read again in line 22, behind the round trip, but line 14, which 
#: run skew pypto a2a3 default in_order
#:   13 demoted | 'o2' is computed for the push in line 18 and read again in line 22, behind the round trip, but line 14, which 
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], idx: pl.Tensor[[8], pl.INT32]):
        for i in pl.pipeline(4, stage=2):
            off: pl.Scalar[pl.INT32] = pl.tensor.read(idx, [i])
            o2: pl.Scalar[pl.INDEX] = pl.cast(off, pl.INDEX)
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [o2, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
            pl.tile.tpush_to_aic(w, split=0)
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            h: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g, g)
            pl.system.tfree_to_aic(g, split=0)
            pl.tile.store(h, [o2, 0], dst)
#= in_order
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], idx: pl.Tensor[[8], pl.INT32]):
        for i in pl.range(4):
            off: pl.Scalar[pl.INT32] = pl.tensor.read(idx, [i])
            o2: pl.Scalar[pl.INDEX] = pl.cast(off, pl.INDEX)
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [o2, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
            pl.tile.tpush_to_aic(w, split=0)
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            h: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g, g)
            pl.system.tfree_to_aic(g, split=0)
            pl.tile.store(h, [o2, 0], dst)
