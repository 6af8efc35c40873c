#: a continue in the body
#: run loops pypto a2a3 reference out1
#:   13 replicated
#: run loops pypto a2a3 default out2
#:   13 demoted loop-exit | the continue at line 15 would leave one copy of the body and not the others: turn it into a condition around the rest of the body, or take the stage off the loop
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        for i in pl.pipeline(5, stage=2):
            if i == 1:
                continue
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
            pl.tile.store(w, [i * 16, 0], dst)
#= out1
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        for i in pl.pipeline(0, 4, 2, stage=1):
            if i == 1:
                continue
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:0"})
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u, attrs={"pipeline_membership": "0:0"})
            pl.tile.store(w, [i * 16, 0], dst)
            if i + 1 == 1:
                continue
            u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:1"})
            w_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_1, u_1, attrs={"pipeline_membership": "0:1"})
            pl.tile.store(w_1, [(i + 1) * 16, 0], dst)
        if pl.const(4, pl.INDEX) == pl.const(1, pl.INDEX):
            continue
        u_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [pl.const(4, pl.INDEX) * pl.const(16, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1:0"})
        w_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_2, u_2, attrs={"pipeline_membership": "1:0"})
        pl.tile.store(w_2, [pl.const(4, pl.INDEX) * pl.const(16, pl.INDEX), 0], dst)
#= out2
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        for i in pl.range(5):
            if i == 1:
                continue
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
            pl.tile.store(w, [i * 16, 0], dst)
