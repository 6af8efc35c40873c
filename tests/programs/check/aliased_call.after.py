# the load moves across the store, which matters when both tensors are one
# expect: order=unsupported values=unsupported effects=unsupported
# pypto.program: Twice
import pypto.language as pl

@pl.program
class Twice:
    @pl.function(type=pl.FunctionType.InCore)
    def add_rows(x: pl.Tensor[[64, 32], pl.FP32], y: pl.Tensor[[64, 32], pl.FP32], out: pl.Out[pl.Tensor[[64, 32], pl.FP32]]):
        a: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [16, 32], [16, 32])
        b: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(y, [0, 0], [16, 32], [16, 32])
        c: pl.Tensor[[64, 32], pl.FP32] = pl.tile.store(a, [0, 0], out)
        d: pl.Tensor[[64, 32], pl.FP32] = pl.tile.store(b, [16, 0], out)
    @pl.function(type=pl.FunctionType.Orchestration)
    def entry(self, x: pl.Tensor[[64, 32], pl.FP32], y: pl.Out[pl.Tensor[[64, 32], pl.FP32]]):
        y1: pl.Tensor[[64, 32], pl.FP32] = y
        self.add_rows(x, y1, y)