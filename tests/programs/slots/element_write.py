#: an element read out of the tile and written to a tensor is no view of the tile
#: run slots ptoas a2a3 reference out1
#:   13 slotted
#: run slots ptoas a5 default out1
#:   13 slotted
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        for i in pl.pipeline(0, 8, 1, stage=2):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tensor.write(dst, [i, 0], pl.tile.read(u, [0, 0]))
            h: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(u, u)
            pl.tile.store(h, [i * 16, 0], dst)
#= out1
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        for i in pl.range(0, 8, 1):
            u: pl.Tile[[16, 32], pl.FP32, pl.MemRef("pipe_u", slots=2)[i % 2], pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tensor.write(dst, [i, 0], pl.tile.read(u, [0, 0]))
            h: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(u, u)
            pl.tile.store(h, [i * 16, 0], dst)
