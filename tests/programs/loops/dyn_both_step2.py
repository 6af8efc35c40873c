#: both bounds and step 2
#: run loops pypto a2a3 reference out1
#:   13 replicated
#: run loops pypto a2a3 default out2
#:   13 replicated empty-range | the bounds are known at run time, and under floor division a stop before the start would leave iterations over; the span is kept from being negative, and nothing was given up
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX]):
        for i in pl.pipeline(n, m, 2, stage=3):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
            pl.tile.store(w, [i * 16, 0], dst)
#= out1
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX]):
        unroll_main_end: pl.Scalar[pl.INDEX] = n + (m - n + 1) // 2 // 3 * 6
        for i in pl.pipeline(n, unroll_main_end, 6, stage=1):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:0"})
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u, attrs={"pipeline_membership": "0:0"})
            pl.tile.store(w, [i * 16, 0], dst)
            u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 2) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:1"})
            w_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_1, u_1, attrs={"pipeline_membership": "0:1"})
            pl.tile.store(w_1, [(i + 2) * 16, 0], dst)
            u_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 4) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:2"})
            w_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_2, u_2, attrs={"pipeline_membership": "0:2"})
            pl.tile.store(w_2, [(i + 4) * 16, 0], dst)
        unroll_rem: pl.Scalar[pl.INDEX] = (m - n + 1) // 2 - (m - n + 1) // 2 // 3 * 3
        if unroll_rem == 1:
            u_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [unroll_main_end * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "2:0"})
            w_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_3, u_3, attrs={"pipeline_membership": "2:0"})
            pl.tile.store(w_3, [unroll_main_end * 16, 0], dst)
        else:
            if unroll_rem == 2:
                u_4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [unroll_main_end * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1:0"})
                w_4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_4, u_4, attrs={"pipeline_membership": "1:0"})
                pl.tile.store(w_4, [unroll_main_end * 16, 0], dst)
                u_5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(unroll_main_end + 2) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1:1"})
                w_5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_5, u_5, attrs={"pipeline_membership": "1:1"})
                pl.tile.store(w_5, [(unroll_main_end + 2) * 16, 0], dst)
#= out2
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX]):
        unroll_main_end: pl.Scalar[pl.INDEX] = n + (pl.max(m - n, 0) + 1) // 2 // 3 * 6
        for i in pl.pipeline(n, unroll_main_end, 6, stage=1):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:0"})
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u, attrs={"pipeline_membership": "0:0"})
            pl.tile.store(w, [i * 16, 0], dst)
            u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 2) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:1"})
            w_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_1, u_1, attrs={"pipeline_membership": "0:1"})
            pl.tile.store(w_1, [(i + 2) * 16, 0], dst)
            u_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 4) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:2"})
            w_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_2, u_2, attrs={"pipeline_membership": "0:2"})
            pl.tile.store(w_2, [(i + 4) * 16, 0], dst)
        unroll_rem: pl.Scalar[pl.INDEX] = (pl.max(m - n, 0) + 1) // 2 - (pl.max(m - n, 0) + 1) // 2 // 3 * 3
        if unroll_rem == 1:
            u_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [unroll_main_end * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "2:0"})
            w_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_3, u_3, attrs={"pipeline_membership": "2:0"})
            pl.tile.store(w_3, [unroll_main_end * 16, 0], dst)
        else:
            if unroll_rem == 2:
                u_4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [unroll_main_end * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1:0"})
                w_4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_4, u_4, attrs={"pipeline_membership": "1:0"})
                pl.tile.store(w_4, [unroll_main_end * 16, 0], dst)
                u_5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(unroll_main_end + 2) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1:1"})
                w_5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_5, u_5, attrs={"pipeline_membership": "1:1"})
                pl.tile.store(w_5, [(unroll_main_end + 2) * 16, 0], dst)
