#: a message of a tile from outside comes first
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
#= reordered
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        inv: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [240, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i in pl.range(0, 4, 2):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:0"})
            u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:1"})
            pl.tile.tpush_to_aic(inv, split=0)
            pl.tile.tpush_to_aic(inv, split=0)
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u, attrs={"pipeline_membership": "0:0"})
            pl.tile.tpush_to_aic(w, split=0)
            w_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_1, u_1, attrs={"pipeline_membership": "0:1"})
            pl.tile.tpush_to_aic(w_1, split=0)
