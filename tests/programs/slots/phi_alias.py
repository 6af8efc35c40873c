#: yielded through an alias
#: run slots ptoas a2a3 reference input
#:   14 declined | 'u' (tile.load at line 15) outlives its iteration, it is carried on by the yield at line 19; carry a copy of it (tile.move or a computed tile) instead
#: run slots ptoas a2a3 default input
#:   14 declined | 'u' (tile.load at line 15) outlives its iteration, it is carried on by the yield at line 19; carry a copy of it (tile.move or a computed tile) instead
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        t0: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for i, (p,) in pl.pipeline(8, stage=2, init_values=(t0,)):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(p, u)
            pl.tile.store(w, [i * 16, 0], dst)
            v: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = u
            pr: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(v)
        pl.tile.store(pr, [0, 0], dst)
