#: a bound that reads memory
#: run loops pypto a2a3 reference out1
#:   13 replicated
#: run loops pypto a2a3 default out2
#:   13 demoted bound-call | a bound calls pl.tensor.read, and it would be called again behind the main loop: assign it to a name before the loop
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], cnt: pl.Tensor[[4], pl.INDEX]):
        for i in pl.pipeline(pl.tensor.read(cnt, [0]), stage=2):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
            pl.tile.store(w, [i * 16, 0], dst)
#= out1
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], cnt: pl.Tensor[[4], pl.INDEX]):
        unroll_main_end: pl.Scalar[pl.INDEX] = 0 + (pl.tensor.read(cnt, [0]) - 0) // 2 * 2
        for i in pl.pipeline(0, unroll_main_end, 2, stage=1):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:0"})
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u, attrs={"pipeline_membership": "0:0"})
            pl.tile.store(w, [i * 16, 0], dst)
            u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:1"})
            w_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_1, u_1, attrs={"pipeline_membership": "0:1"})
            pl.tile.store(w_1, [(i + 1) * 16, 0], dst)
        unroll_rem: pl.Scalar[pl.INDEX] = pl.tensor.read(cnt, [0]) - unroll_main_end
        if unroll_rem == 1:
            u_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [unroll_main_end * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1:0"})
            w_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_2, u_2, attrs={"pipeline_membership": "1:0"})
            pl.tile.store(w_2, [unroll_main_end * 16, 0], dst)
#= out2
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], cnt: pl.Tensor[[4], pl.INDEX]):
        for i in pl.range(pl.tensor.read(cnt, [0])):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
            pl.tile.store(w, [i * 16, 0], dst)
