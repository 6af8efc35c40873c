# expect: proved
# about: two iterations in one, the carry threaded through
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[4096, 32], pl.FP32], dst: pl.Tensor[[4096, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        z: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i, (p,) in pl.range(8, init_values=(z,)):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            p2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(p, u)
            r: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(p2)
        pl.tile.store(r, [0, 0], dst)
# ---- after
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[4096, 32], pl.FP32], dst: pl.Tensor[[4096, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        z: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i, (p,) in pl.range(0, 8, 2, init_values=(z,)):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            p2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(p, u)
            u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [(i + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            p3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(p2, u_1)
            r: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(p3)
        pl.tile.store(r, [0, 0], dst)
