#: carried value and remainder
#: run loops pypto a2a3 reference out1
#:   14 replicated
#: run loops pypto a2a3 default out1
#:   14 replicated
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        t0: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i, (acc,) in pl.pipeline(7, stage=3, init_values=(t0,)):
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
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        t0: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i, (acc,) in pl.pipeline(0, 6, 3, stage=1, init_values=(t0,)):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:0"})
            a2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(acc, u, attrs={"pipeline_membership": "0:0"})
            u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:1"})
            a2_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(a2, u_1, attrs={"pipeline_membership": "0:1"})
            u_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 2) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:2"})
            a2_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(a2_1, u_2, attrs={"pipeline_membership": "0:2"})
            ar_main: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(a2_2)
        u_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [pl.const(6, pl.INDEX) * pl.const(16, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1:0"})
        a2_3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(ar_main, u_3, attrs={"pipeline_membership": "1:0"})
        ar: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = a2_3
        pl.tile.store(ar, [0, 0], dst)
