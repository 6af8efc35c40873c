#: one load that cannot be bound declines all
#: run slots ptoas a2a3 reference input
#:   13 declined | 'b' (tile.load at line 15) is an operand of tile.store at line 18, whose result shares a buffer with an operand; give it a computed copy of the tile instead
#: run slots ptoas a2a3 default input
#:   13 declined | 'b' (tile.load at line 15) is an operand of tile.store at line 18, whose result shares a buffer with an operand; give it a computed copy of the tile instead
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        for i in pl.pipeline(8, stage=2):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            b: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16 + 8, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
            pl.tile.store(w, [i * 16, 0], dst)
            pl.tile.store(b, [i * 16 + 8, 0], dst)
