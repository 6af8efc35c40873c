#: a start that is no constant
#: run skew pypto a2a3 reference in_order
#:   15 demoted | the start of the loop is no integer constant, so the prologue and epilogue cannot be laid out; give constant b
#: run skew pypto a2a3 default in_order
#:   15 demoted | the start of the loop is no integer constant, so the prologue and epilogue cannot be laid out; give constant b
# pypto.program: Cube
import pypto.language as pl

@pl.program
class Cube:
    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.AIC, role=pl.Role.SubWorker)
    def cube_half(src: pl.Tensor[[256, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        wl: pl.Tile[[32, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(wgt, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        wr: pl.Tile[[32, 32], pl.FP32, pl.Mem.Right] = pl.tile.move(wl, target_memory=pl.Mem.Right)
        for i in pl.pipeline(n, 8, stage=2):
            xa: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat)
            xl: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(xa, target_memory=pl.Mem.Left)
            xq: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(xl, wr)
            pl.tile.tpush_to_aiv(xq, split=0)
            yp: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
            yl: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(yp, target_memory=pl.Mem.Left)
            yo: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(yl, wr)
            pl.system.tfree_to_aiv(yp, split=0)
            pl.tile.store(yo, [i * 16, 0], dst)
#= in_order
# pypto.program: Cube
import pypto.language as pl

@pl.program
class Cube:
    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.AIC, role=pl.Role.SubWorker)
    def cube_half(src: pl.Tensor[[256, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        wl: pl.Tile[[32, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(wgt, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        wr: pl.Tile[[32, 32], pl.FP32, pl.Mem.Right] = pl.tile.move(wl, target_memory=pl.Mem.Right)
        for i in pl.range(n, 8):
            xa: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat)
            xl: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(xa, target_memory=pl.Mem.Left)
            xq: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(xl, wr)
            pl.tile.tpush_to_aiv(xq, split=0)
            yp: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
            yl: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(yp, target_memory=pl.Mem.Left)
            yo: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(yl, wr)
            pl.system.tfree_to_aiv(yp, split=0)
            pl.tile.store(yo, [i * 16, 0], dst)
