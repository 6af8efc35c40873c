# expect: proved
# about: run-time trip count, four at a time, a cascade for the rest
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[4096, 32], pl.FP32], dst: pl.Tensor[[4096, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        for i in pl.range(n):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.tpush_to_aic(u, split=0)
# ---- after
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[4096, 32], pl.FP32], dst: pl.Tensor[[4096, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        m: pl.Scalar[pl.INDEX] = n // 4 * 4
        for i in pl.range(0, m, 4):
            u_0: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.tpush_to_aic(u_0, split=0)
            u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.tpush_to_aic(u_1, split=0)
            u_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 2) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.tpush_to_aic(u_2, split=0)
            u_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 3) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.tpush_to_aic(u_3, split=0)
        r: pl.Scalar[pl.INDEX] = n - m
        if r == 1:
            u_1_0: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [m * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.tpush_to_aic(u_1_0, split=0)
        else:
            if r == 2:
                u_2_0: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [m * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
                pl.tile.tpush_to_aic(u_2_0, split=0)
                u_2_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(m + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
                pl.tile.tpush_to_aic(u_2_1, split=0)
            else:
                if r == 3:
                    u_3_0: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [m * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
                    pl.tile.tpush_to_aic(u_3_0, split=0)
                    u_3_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(m + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
                    pl.tile.tpush_to_aic(u_3_1, split=0)
                    u_3_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(m + 2) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
                    pl.tile.tpush_to_aic(u_3_2, split=0)
