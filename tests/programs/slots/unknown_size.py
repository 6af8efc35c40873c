#: a tile whose shape is not constant
#: run slots ptoas a2a3 reference input
#:   13 declined | the size of 'u' (tile.load at line 14) is not a constant that can be added up; give it a constant shape
#: run slots ptoas a2a3 default input
#:   13 declined | the size of 'u' (tile.load at line 14) is not a constant that can be added up; give it a constant shape
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        for i in pl.pipeline(8, stage=2):
            u: pl.Tile[[n, 32], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[16, 32])] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
            pl.tile.store(w, [i * 16, 0], dst)
