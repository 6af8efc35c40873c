#: initial value of an inner loop
#: run slots ptoas a2a3 reference input
#:   13 declined | 'u' (tile.load at line 14) outlives its iteration, it is an initial value of the loop at line 15; carry a copy of it (tile.move or a computed tile) instead
#: run slots ptoas a2a3 default input
#:   13 declined | 'u' (tile.load at line 14) outlives its iteration, it is an initial value of the loop at line 15; carry a copy of it (tile.move or a computed tile) instead
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        for i in pl.pipeline(8, stage=2):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            for j, (s,) in pl.range(3, init_values=(u,)):
                s2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(s, s)
                sr: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(s2)
            pl.tile.store(sr, [i * 16, 0], dst)
