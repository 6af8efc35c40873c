# expect: open
# about: two loops change places: the same messages in another order
# refuted: order
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[4096, 32], pl.FP32], dst: pl.Tensor[[4096, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        for i in pl.range(4):
            for j in pl.range(4):
                u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 64 + j * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
                pl.tile.tpush_to_aic(u, split=0)
# ---- after
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[4096, 32], pl.FP32], dst: pl.Tensor[[4096, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        for j in pl.range(4):
            for i in pl.range(4):
                u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 64 + j * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
                pl.tile.tpush_to_aic(u, split=0)
