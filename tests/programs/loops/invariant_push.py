#: two messages, one of a tile from outside
#: run loops pypto a2a3 reference out1
#:   14 replicated
#: run loops pypto a2a3 default out2
#:   14 replicated io-order | the copies stay a sequential loop, because the reordering of pipeline bodies would put pl.tile.tpush_to_aic in line 18 in front of pl.tile.tpush_to_aic in line 17, which comes first (of the same or an earlier copy); give every message a tile that its own iteration computes
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        inv: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [240, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i in pl.pipeline(4, stage=2):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
            pl.tile.tpush_to_aic(w, split=0)
            pl.tile.tpush_to_aic(inv, split=0)
#= out1
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        inv: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [240, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i in pl.pipeline(0, 4, 2, stage=1):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:0"})
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u, attrs={"pipeline_membership": "0:0"})
            pl.tile.tpush_to_aic(w, split=0)
            pl.tile.tpush_to_aic(inv, split=0)
            u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:1"})
            w_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_1, u_1, attrs={"pipeline_membership": "0:1"})
            pl.tile.tpush_to_aic(w_1, split=0)
            pl.tile.tpush_to_aic(inv, split=0)
#= out2
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        inv: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [240, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i in pl.range(0, 4, 2):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:0"})
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u, attrs={"pipeline_membership": "0:0"})
            pl.tile.tpush_to_aic(w, split=0)
            pl.tile.tpush_to_aic(inv, split=0)
            u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:1"})
            w_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_1, u_1, attrs={"pipeline_membership": "0:1"})
            pl.tile.tpush_to_aic(w_1, split=0)
            pl.tile.tpush_to_aic(inv, split=0)
