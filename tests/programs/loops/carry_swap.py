#: two carried values exchange
#: run loops pypto a2a3 reference out1
#:   15 replicated
#: run loops pypto a2a3 default out1
#:   15 replicated
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        t0: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        t1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i, (p, q) in pl.pipeline(5, stage=2, init_values=(t0, t1)):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            p2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(p, u)
            pr, qr = pl.yield_(q, p2)
        pl.tile.store(pr, [0, 0], dst)
        pl.tile.store(qr, [16, 0], dst)
#= out1
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        t0: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        t1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i, (p, q) in pl.pipeline(0, 4, 2, stage=1, init_values=(t0, t1)):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:0"})
            p2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(p, u, attrs={"pipeline_membership": "0:0"})
            u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:1"})
            p2_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(q, u_1, attrs={"pipeline_membership": "0:1"})
            pr_main, qr_main = pl.yield_(p2, p2_1)
        u_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [pl.const(4, pl.INDEX) * pl.const(16, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "1:0"})
        p2_2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(pr_main, u_2, attrs={"pipeline_membership": "1:0"})
        pr: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = qr_main
        qr: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = p2_2
        pl.tile.store(pr, [0, 0], dst)
        pl.tile.store(qr, [16, 0], dst)
