# without a peer: the push comes after the pop that it caused before the pass
# pypto.program: Duo
import pypto.language as pl

@pl.program
class Duo:
    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.AIC, role=pl.Role.SubWorker)
    def cube_half(src: pl.Tensor[[4096, 32], pl.FP32], dst: pl.Tensor[[4096, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat)
        for i in pl.range(n):
            pl.tile.tpush_to_aiv(w, split=0)
            g1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
            h2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(g1, target_memory=pl.Mem.Left)
            pl.system.tfree_to_aiv(g1, split=0)