#: viewed by a reshape
#: run slots ptoas a2a3 reference input
#:   13 declined | 'u' (tile.load at line 14) is an operand of tile.reshape at line 15, whose result shares a buffer with an operand; give it a computed copy of the tile instead
#: run slots ptoas a2a3 default input
#:   13 declined | 'u' (tile.load at line 14) is an operand of tile.reshape at line 15, whose result shares a buffer with an operand; give it a computed copy of the tile instead
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        for i in pl.pipeline(8, stage=2):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            sl: pl.Tile[[32, 16], pl.FP32, pl.Mem.Vec] = pl.tile.reshape(u, [32, 16])
            w: pl.Tile[[32, 16], pl.FP32, pl.Mem.Vec] = pl.tile.add(sl, sl)
            pl.tile.store(w, [i * 16, 0], dst)
