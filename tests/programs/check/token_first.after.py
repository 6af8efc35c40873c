# The message that announces a store to the other core is pushed before the store.
# expect: order=proved values=proved effects=refuted/P15
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIC)
    def cube(ws: pl.Tensor[[256, 32], pl.FP32], src: pl.Tensor[[256, 32], pl.FP32]):
        v: pl.Scalar[pl.INT32] = pl.system.reserve_buffer(name='v', size=4096, base=-1)
        k: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
        d: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(ws, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat)
        pl.system.tfree_to_aiv(k, split=0)
        pl.tile.store(d, [64, 0], ws)
    @pl.function(type=pl.FunctionType.AIV)
    def vec(ws: pl.Tensor[[256, 32], pl.FP32], src: pl.Tensor[[256, 32], pl.FP32]):
        v: pl.Scalar[pl.INT32] = pl.system.import_peer_buffer(name='v', peer_func='cube')
        a: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        pl.tile.tpush_to_aic(a, split=0)
        pl.tile.store(a, [0, 0], ws)
