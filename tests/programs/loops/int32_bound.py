#: a bound of a narrower type is cast
#: run loops pypto a2a3 reference out1
#:   13 replicated
#: run loops pypto a2a3 default out2
#:   13 replicated empty-range | the bounds are known at run time, and under floor division a stop before the start would leave iterations over; the span is kept from being negative, and nothing was given up
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INT32]):
        for i in pl.pipeline(n, stage=2):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
            pl.tile.store(w, [i * 16, 0], dst)
#= out1
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INT32]):
        unroll_main_end: pl.Scalar[pl.INDEX] = 0 + (pl.cast(n, pl.INDEX) - 0) // 2 * 2
        for i in pl.pipeline(0, unroll_main_end, 2, stage=1):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:0"})
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u, attrs={"pipeline_membership": "0:0"})
            pl.tile.store(w, [i * 16, 0], dst)
            u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:1"})
            w_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_1, u_1, attrs={"pipeline_membership": "0:1"})
            pl.tile.store(w_1, [(i + 1) * 16, 0], dst)
        unroll_rem: pl.Scalar[pl.INDEX] = pl.cast(n, pl.INDEX) - unroll_main_end
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
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INT32]):
        unroll_main_end: pl.Scalar[pl.INDEX] = 0 + pl.max(pl.cast(n, pl.INDEX) - 0, 0) // 2 * 2
        for i in pl.pipeline(0, unroll_main_end, 2, stage=1):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:0"})
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u, attrs={"pipeline_membership": "0:0"})
            pl.tile.store(w, [i * 16, 0], dst)
            u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:1"})
            w_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_1, u_1, attrs={"pipeline_membership": "0:1"})
            pl.tile.store(w_1, [(i + 1) * 16, 0], dst)
        unroll_rem: pl.Scalar[pl.INDEX] = pl.cast(n, pl.INDEX) - unroll_main_end
        if unroll_rem == 1:
            u_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [unroll_main_end * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1:0"})
            w_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_2, u_2, attrs={"pipeline_membership": "1:0"})
            pl.tile.store(w_2, [unroll_main_end * 16, 0], dst)
