#: inner loop first, copied by the outer one
#: run loops pypto a2a3 reference out1
#:   15 replicated
#:   16 replicated
#: run loops pypto a2a3 default out2
#:   15 replicated
#:   16 replicated empty-range | the bounds are known at run time, and under floor division a stop before the start would leave iterations over; the span is kept from being negative, and nothing was given up
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        for i in pl.pipeline(5, stage=2):
            for j in pl.pipeline(n, stage=2):
                j_u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [j * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
                j_w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(j_u, j_u)
                pl.tile.store(j_w, [j * 16, 0], dst)
#= out1
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        for i in pl.pipeline(0, 4, 2, stage=1):
            unroll_main_end: pl.Scalar[pl.INDEX] = 0 + (n - 0) // 2 * 2
            for j in pl.pipeline(0, unroll_main_end, 2, stage=1):
                j_u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [j * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:0;2:0"})
                j_w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(j_u, j_u, attrs={"pipeline_membership": "0:0;2:0"})
                pl.tile.store(j_w, [j * 16, 0], dst)
                j_u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(j + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:1;2:0"})
                j_w_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(j_u_1, j_u_1, attrs={"pipeline_membership": "0:1;2:0"})
                pl.tile.store(j_w_1, [(j + 1) * 16, 0], dst)
            unroll_rem: pl.Scalar[pl.INDEX] = n - unroll_main_end
            if unroll_rem == 1:
                j_u_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [unroll_main_end * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1:0;2:0"})
                j_w_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(j_u_2, j_u_2, attrs={"pipeline_membership": "1:0;2:0"})
                pl.tile.store(j_w_2, [unroll_main_end * 16, 0], dst)
            unroll_main_end_1: pl.Scalar[pl.INDEX] = 0 + (n - 0) // 2 * 2
            for j_1 in pl.pipeline(0, unroll_main_end_1, 2, stage=1):
                j_u_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [j_1 * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:0;2:1"})
                j_w_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(j_u_3, j_u_3, attrs={"pipeline_membership": "0:0;2:1"})
                pl.tile.store(j_w_3, [j_1 * 16, 0], dst)
                j_u_4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(j_1 + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:1;2:1"})
                j_w_4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(j_u_4, j_u_4, attrs={"pipeline_membership": "0:1;2:1"})
                pl.tile.store(j_w_4, [(j_1 + 1) * 16, 0], dst)
            unroll_rem_1: pl.Scalar[pl.INDEX] = n - unroll_main_end_1
            if unroll_rem_1 == 1:
                j_u_5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [unroll_main_end_1 * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1:0;2:1"})
                j_w_5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(j_u_5, j_u_5, attrs={"pipeline_membership": "1:0;2:1"})
                pl.tile.store(j_w_5, [unroll_main_end_1 * 16, 0], dst)
        unroll_main_end_2: pl.Scalar[pl.INDEX] = 0 + (n - 0) // 2 * 2
        for j_2 in pl.pipeline(0, unroll_main_end_2, 2, stage=1):
            j_u_6: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [j_2 * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:0;3:0"})
            j_w_6: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(j_u_6, j_u_6, attrs={"pipeline_membership": "0:0;3:0"})
            pl.tile.store(j_w_6, [j_2 * 16, 0], dst)
            j_u_7: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(j_2 + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:1;3:0"})
            j_w_7: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(j_u_7, j_u_7, attrs={"pipeline_membership": "0:1;3:0"})
            pl.tile.store(j_w_7, [(j_2 + 1) * 16, 0], dst)
        unroll_rem_2: pl.Scalar[pl.INDEX] = n - unroll_main_end_2
        if unroll_rem_2 == 1:
            j_u_8: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [unroll_main_end_2 * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1:0;3:0"})
            j_w_8: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(j_u_8, j_u_8, attrs={"pipeline_membership": "1:0;3:0"})
            pl.tile.store(j_w_8, [unroll_main_end_2 * 16, 0], dst)
#= out2
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        for i in pl.pipeline(0, 4, 2, stage=1):
            unroll_main_end: pl.Scalar[pl.INDEX] = 0 + pl.max(n - 0, 0) // 2 * 2
            for j in pl.pipeline(0, unroll_main_end, 2, stage=1):
                j_u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [j * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:0;2:0"})
                j_w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(j_u, j_u, attrs={"pipeline_membership": "0:0;2:0"})
                pl.tile.store(j_w, [j * 16, 0], dst)
                j_u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(j + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:1;2:0"})
                j_w_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(j_u_1, j_u_1, attrs={"pipeline_membership": "0:1;2:0"})
                pl.tile.store(j_w_1, [(j + 1) * 16, 0], dst)
            unroll_rem: pl.Scalar[pl.INDEX] = n - unroll_main_end
            if unroll_rem == 1:
                j_u_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [unroll_main_end * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1:0;2:0"})
                j_w_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(j_u_2, j_u_2, attrs={"pipeline_membership": "1:0;2:0"})
                pl.tile.store(j_w_2, [unroll_main_end * 16, 0], dst)
            unroll_main_end_1: pl.Scalar[pl.INDEX] = 0 + pl.max(n - 0, 0) // 2 * 2
            for j_1 in pl.pipeline(0, unroll_main_end_1, 2, stage=1):
                j_u_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [j_1 * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:0;2:1"})
                j_w_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(j_u_3, j_u_3, attrs={"pipeline_membership": "0:0;2:1"})
                pl.tile.store(j_w_3, [j_1 * 16, 0], dst)
                j_u_4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(j_1 + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:1;2:1"})
                j_w_4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(j_u_4, j_u_4, attrs={"pipeline_membership": "0:1;2:1"})
                pl.tile.store(j_w_4, [(j_1 + 1) * 16, 0], dst)
            unroll_rem_1: pl.Scalar[pl.INDEX] = n - unroll_main_end_1
            if unroll_rem_1 == 1:
                j_u_5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [unroll_main_end_1 * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1:0;2:1"})
                j_w_5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(j_u_5, j_u_5, attrs={"pipeline_membership": "1:0;2:1"})
                pl.tile.store(j_w_5, [unroll_main_end_1 * 16, 0], dst)
        unroll_main_end_2: pl.Scalar[pl.INDEX] = 0 + pl.max(n - 0, 0) // 2 * 2
        for j_2 in pl.pipeline(0, unroll_main_end_2, 2, stage=1):
            j_u_6: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [j_2 * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:0;3:0"})
            j_w_6: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(j_u_6, j_u_6, attrs={"pipeline_membership": "0:0;3:0"})
            pl.tile.store(j_w_6, [j_2 * 16, 0], dst)
            j_u_7: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(j_2 + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:1;3:0"})
            j_w_7: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(j_u_7, j_u_7, attrs={"pipeline_membership": "0:1;3:0"})
            pl.tile.store(j_w_7, [(j_2 + 1) * 16, 0], dst)
        unroll_rem_2: pl.Scalar[pl.INDEX] = n - unroll_main_end_2
        if unroll_rem_2 == 1:
            j_u_8: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [unroll_main_end_2 * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1:0;3:0"})
            j_w_8: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(j_u_8, j_u_8, attrs={"pipeline_membership": "1:0;3:0"})
            pl.tile.store(j_w_8, [unroll_main_end_2 * 16, 0], dst)
