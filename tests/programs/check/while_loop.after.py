# A while loop whose condition depends on an input.
# expect: order=held values=held effects=held
# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def vec(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        a: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
        for (k, t) in pl.while_(init_values=(0, a)):
            pl.cond(k < n)
            t2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(t, t)
            kr, tr = pl.yield_(1 + k, t2)
        pl.tile.store(tr, [0, 0], dst)
