#: stages compared as text
#: run loops pypto a2a3 reference out1
#:   13 replicated
#: run loops pypto a2a3 default out2
#:   13 replicated io-order | the copies stay a sequential loop, because the reordering of pipeline bodies would put pl.tile.tpush_to_aic in line 16 in front of pl.tile.tpush_to_aic in line 16, which comes first (of an earlier copy); stages of two digits are compared as text: ask for stage 10 or less
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        for i in pl.pipeline(24, stage=12):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
            pl.tile.tpush_to_aic(w, split=0)
#= out1
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        for i in pl.pipeline(0, 24, 12, stage=1):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:0"})
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u, attrs={"pipeline_membership": "0:0"})
            pl.tile.tpush_to_aic(w, split=0)
            u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:1"})
            w_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_1, u_1, attrs={"pipeline_membership": "0:1"})
            pl.tile.tpush_to_aic(w_1, split=0)
            u_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 2) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:2"})
            w_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_2, u_2, attrs={"pipeline_membership": "0:2"})
            pl.tile.tpush_to_aic(w_2, split=0)
            u_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 3) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:3"})
            w_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_3, u_3, attrs={"pipeline_membership": "0:3"})
            pl.tile.tpush_to_aic(w_3, split=0)
            u_4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 4) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:4"})
            w_4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_4, u_4, attrs={"pipeline_membership": "0:4"})
            pl.tile.tpush_to_aic(w_4, split=0)
            u_5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 5) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:5"})
            w_5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_5, u_5, attrs={"pipeline_membership": "0:5"})
            pl.tile.tpush_to_aic(w_5, split=0)
            u_6: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 6) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:6"})
            w_6: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_6, u_6, attrs={"pipeline_membership": "0:6"})
            pl.tile.tpush_to_aic(w_6, split=0)
            u_7: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 7) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:7"})
            w_7: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_7, u_7, attrs={"pipeline_membership": "0:7"})
            pl.tile.tpush_to_aic(w_7, split=0)
            u_8: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 8) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:8"})
            w_8: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_8, u_8, attrs={"pipeline_membership": "0:8"})
            pl.tile.tpush_to_aic(w_8, split=0)
            u_9: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 9) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:9"})
            w_9: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_9, u_9, attrs={"pipeline_membership": "0:9"})
            pl.tile.tpush_to_aic(w_9, split=0)
            u_10: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 10) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:10"})
            w_10: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_10, u_10, attrs={"pipeline_membership": "0:10"})
            pl.tile.tpush_to_aic(w_10, split=0)
            u_11: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 11) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:11"})
            w_11: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_11, u_11, attrs={"pipeline_membership": "0:11"})
            pl.tile.tpush_to_aic(w_11, split=0)
#= out2
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        for i in pl.range(0, 24, 12):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:0"})
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u, attrs={"pipeline_membership": "0:0"})
            pl.tile.tpush_to_aic(w, split=0)
            u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:1"})
            w_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_1, u_1, attrs={"pipeline_membership": "0:1"})
            pl.tile.tpush_to_aic(w_1, split=0)
            u_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 2) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:2"})
            w_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_2, u_2, attrs={"pipeline_membership": "0:2"})
            pl.tile.tpush_to_aic(w_2, split=0)
            u_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 3) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:3"})
            w_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_3, u_3, attrs={"pipeline_membership": "0:3"})
            pl.tile.tpush_to_aic(w_3, split=0)
            u_4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 4) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:4"})
            w_4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_4, u_4, attrs={"pipeline_membership": "0:4"})
            pl.tile.tpush_to_aic(w_4, split=0)
            u_5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 5) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:5"})
            w_5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_5, u_5, attrs={"pipeline_membership": "0:5"})
            pl.tile.tpush_to_aic(w_5, split=0)
            u_6: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 6) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:6"})
            w_6: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_6, u_6, attrs={"pipeline_membership": "0:6"})
            pl.tile.tpush_to_aic(w_6, split=0)
            u_7: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 7) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:7"})
            w_7: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_7, u_7, attrs={"pipeline_membership": "0:7"})
            pl.tile.tpush_to_aic(w_7, split=0)
            u_8: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 8) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:8"})
            w_8: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_8, u_8, attrs={"pipeline_membership": "0:8"})
            pl.tile.tpush_to_aic(w_8, split=0)
            u_9: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 9) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:9"})
            w_9: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_9, u_9, attrs={"pipeline_membership": "0:9"})
            pl.tile.tpush_to_aic(w_9, split=0)
            u_10: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 10) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:10"})
            w_10: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_10, u_10, attrs={"pipeline_membership": "0:10"})
            pl.tile.tpush_to_aic(w_10, split=0)
            u_11: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 11) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:11"})
            w_11: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_11, u_11, attrs={"pipeline_membership": "0:11"})
            pl.tile.tpush_to_aic(w_11, split=0)
