#: an iteration argument of an enclosing while
#: run loops pypto a2a3 reference error the body reads 'c', an iteration argumen
#: run loops pypto a2a3 default out1
#:   15 replicated enclosing-carry | the copies read 'c' of the enclosing loop itself; nothing was given up
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        k0: pl.Scalar[pl.INDEX] = 0 + 0
        for (c,) in pl.while_(init_values=(k0,)):
            pl.cond(c < 32)
            for j in pl.pipeline(4, stage=2):
                u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [c + j, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
                w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u)
                pl.tile.store(w, [j * 16, 0], dst)
            c2: pl.Scalar[pl.INDEX] = c + 16
            cr: pl.Scalar[pl.INDEX] = pl.yield_(c2)
#= out1
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        k0: pl.Scalar[pl.INDEX] = 0 + 0
        for (c,) in pl.while_(init_values=(k0,)):
            pl.cond(c < 32)
            for j in pl.pipeline(0, 4, 2, stage=1):
                u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [c + j, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:0"})
                w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u, u, attrs={"pipeline_membership": "0:0"})
                pl.tile.store(w, [j * 16, 0], dst)
                u_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [c + (j + 1), 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec, attrs={"pipeline_membership": "0:1"})
                w_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(u_1, u_1, attrs={"pipeline_membership": "0:1"})
                pl.tile.store(w_1, [(j + 1) * 16, 0], dst)
            c2: pl.Scalar[pl.INDEX] = c + 16
            cr: pl.Scalar[pl.INDEX] = pl.yield_(c2)
