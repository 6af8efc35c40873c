# pypto.program: P
# no slots at all
# expect: slots.range=proved slots.rotation=proved slots.lifetime=proved slots.binding=proved slots.privacy=proved tags=proved capacity=proved
import pypto.language as pl

@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def f(src: pl.Tensor[[4096, 64], pl.FP32], dst: pl.Tensor[[4096, 64], pl.FP32]):
        a: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        b: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(a, a)
        pl.tile.store(b, [0, 0], dst)