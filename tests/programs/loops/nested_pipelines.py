#: groups of nested loops
#: run loops pypto a2a3 reference out1
#:   15 replicated
#:   17 replicated
#: run loops pypto a2a3 default out1
#:   15 replicated
#:   17 replicated
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        for i in pl.pipeline(4, stage=2):
            o: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            for j in pl.pipeline(6, stage=3):
                u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [j * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
                w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, o)
                pl.tile.store(w, [j * 16, 0], dst)
#= out1
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        for i in pl.pipeline(0, 4, 2, stage=1):
            o: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1:0"})
            for j in pl.pipeline(0, 6, 3, stage=1):
                u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [j * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:0;1:0"})
                w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, o, attrs={"pipeline_membership": "0:0;1:0"})
                pl.tile.store(w, [j * 16, 0], dst)
                u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(j + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:1;1:0"})
                w_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_1, o, attrs={"pipeline_membership": "0:1;1:0"})
                pl.tile.store(w_1, [(j + 1) * 16, 0], dst)
                u_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(j + 2) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:2;1:0"})
                w_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_2, o, attrs={"pipeline_membership": "0:2;1:0"})
                pl.tile.store(w_2, [(j + 2) * 16, 0], dst)
            o_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1:1"})
            for j_1 in pl.pipeline(0, 6, 3, stage=1):
                u_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [j_1 * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:0;1:1"})
                w_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_3, o_1, attrs={"pipeline_membership": "0:0;1:1"})
                pl.tile.store(w_3, [j_1 * 16, 0], dst)
                u_4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(j_1 + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:1;1:1"})
                w_4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_4, o_1, attrs={"pipeline_membership": "0:1;1:1"})
                pl.tile.store(w_4, [(j_1 + 1) * 16, 0], dst)
                u_5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(j_1 + 2) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:2;1:1"})
                w_5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_5, o_1, attrs={"pipeline_membership": "0:2;1:1"})
                pl.tile.store(w_5, [(j_1 + 2) * 16, 0], dst)
