#: two stores to one cell
#: run loops pypto a2a3 reference out1
#:   14 replicated
#: run loops pypto a2a3 default out2
#:   14 replicated io-order | the copies stay a sequential loop, because the reordering of pipeline bodies would put pl.tile.store in line 17 in front of pl.tile.store in line 16, which comes first (of the same or an earlier copy); thread the tensor through the loop (carry on what the store returns), or take the stage off the loop
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        p0: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [200, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i in pl.pipeline(4, stage=2):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.store(u, [i * 16, 0], dst)
            pl.tile.store(p0, [i * 16, 0], dst)
#= out1
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        p0: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [200, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i in pl.pipeline(0, 4, 2, stage=1):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:0"})
            pl.tile.store(u, [i * 16, 0], dst)
            pl.tile.store(p0, [i * 16, 0], dst)
            u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:1"})
            pl.tile.store(u_1, [(i + 1) * 16, 0], dst)
            pl.tile.store(p0, [(i + 1) * 16, 0], dst)
#= out2
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        p0: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [200, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i in pl.range(0, 4, 2):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:0"})
            pl.tile.store(u, [i * 16, 0], dst)
            pl.tile.store(p0, [i * 16, 0], dst)
            u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:1"})
            pl.tile.store(u_1, [(i + 1) * 16, 0], dst)
            pl.tile.store(p0, [(i + 1) * 16, 0], dst)
