# without a peer: the push comes after the pop that it caused before the pass
# expect ideal: ring.deadlock=refuted
# expect a2a3: ring.deadlock=refuted
# pypto.program: Duo
import pypto.language as pl

@pl.program
class Duo:
    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.AIC, role=pl.Role.SubWorker)
    def cube_half(src: pl.Tensor[[4096, 32], pl.FP32], dst: pl.Tensor[[4096, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat)
        for i in pl.range(n):
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
            pl.tile.tpush_to_aiv(w, split=0)
            h1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(g, target_memory=pl.Mem.Left)
            pl.system.tfree_to_aiv(g, split=0)