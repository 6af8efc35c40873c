#: bounds known at run time, carried value
#: run loops pypto a2a3 reference out1
#:   14 replicated
#: run loops pypto a2a3 default out2
#:   14 replicated empty-range | the bounds are known at run time, and under floor division a stop before the start would leave iterations over; the span is kept from being negative, and nothing was given up
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        t0: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i, (acc,) in pl.pipeline(n, stage=3, init_values=(t0,)):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            a2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(acc, u)
            ar: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(a2)
        pl.tile.store(ar, [0, 0], dst)
#= out1
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        t0: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        unroll_main_end: pl.Scalar[pl.INDEX] = 0 + (n - 0) // 3 * 3
        for i, (acc,) in pl.pipeline(0, unroll_main_end, 3, stage=1, init_values=(t0,)):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:0"})
            a2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(acc, u, attrs={"pipeline_membership": "0:0"})
            u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:1"})
            a2_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(a2, u_1, attrs={"pipeline_membership": "0:1"})
            u_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 2) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:2"})
            a2_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(a2_1, u_2, attrs={"pipeline_membership": "0:2"})
            ar_main: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(a2_2)
        unroll_rem: pl.Scalar[pl.INDEX] = n - unroll_main_end
        if unroll_rem == 1:
            u_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [unroll_main_end * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "2:0"})
            a2_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(ar_main, u_3, attrs={"pipeline_membership": "2:0"})
            ar: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(a2_3)
        else:
            if unroll_rem == 2:
                u_4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [unroll_main_end * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1:0"})
                a2_4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(ar_main, u_4, attrs={"pipeline_membership": "1:0"})
                u_5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(unroll_main_end + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1:1"})
                a2_5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(a2_4, u_5, attrs={"pipeline_membership": "1:1"})
                ar_rem2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(a2_5)
            else:
                ar_rem2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(ar_main)
            ar: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(ar_rem2)
        pl.tile.store(ar, [0, 0], dst)
#= out2
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        t0: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        unroll_main_end: pl.Scalar[pl.INDEX] = 0 + pl.max(n - 0, 0) // 3 * 3
        for i, (acc,) in pl.pipeline(0, unroll_main_end, 3, stage=1, init_values=(t0,)):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:0"})
            a2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(acc, u, attrs={"pipeline_membership": "0:0"})
            u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:1"})
            a2_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(a2, u_1, attrs={"pipeline_membership": "0:1"})
            u_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 2) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:2"})
            a2_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(a2_1, u_2, attrs={"pipeline_membership": "0:2"})
            ar_main: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(a2_2)
        unroll_rem: pl.Scalar[pl.INDEX] = n - unroll_main_end
        if unroll_rem == 1:
            u_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [unroll_main_end * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "2:0"})
            a2_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(ar_main, u_3, attrs={"pipeline_membership": "2:0"})
            ar: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(a2_3)
        else:
            if unroll_rem == 2:
                u_4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [unroll_main_end * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1:0"})
                a2_4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(ar_main, u_4, attrs={"pipeline_membership": "1:0"})
                u_5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(unroll_main_end + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1:1"})
                a2_5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(a2_4, u_5, attrs={"pipeline_membership": "1:1"})
                ar_rem2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(a2_5)
            else:
                ar_rem2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(ar_main)
            ar: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(ar_rem2)
        pl.tile.store(ar, [0, 0], dst)
