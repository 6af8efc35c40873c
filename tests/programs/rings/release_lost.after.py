# a2a3: the pass dropped the only release
# expect a2a3: ring.release=refuted
# expect a5: ring.release=refuted ring.balance=refuted
# pypto.program: Duo
import pypto.language as pl

@pl.program
class Duo:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[4096, 32], pl.FP32], dst: pl.Tensor[[4096, 32], pl.FP32]):
        for i in pl.range(4):
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            h1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(g, g)