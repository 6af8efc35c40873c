#: a valid shape known at run time
#: run slots ptoas a2a3 reference input
#:   13 declined | the valid shape of 'u' (tile.load at line 15) is not constant; a slot has one fixed extent: load a full tile and mask it afterwards
#: run slots ptoas a2a3 default input
#:   13 declined | the valid shape of 'u' (tile.load at line 15) is not constant; a slot has one fixed extent: load a full tile and mask it afterwards
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        for i in pl.pipeline(8, stage=2):
            vr: pl.Scalar[pl.INDEX] = pl.min(i + 1, 16)
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[vr, 32])] = pl.tile.load(src, [i * 16, 0], [16, 32], [vr, 32], target_memory=pl.Mem.Vec)
            w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[vr, 32])] = pl.tile.add(u, u)
            pl.tile.store(w, [i * 16, 0], dst)
