#: two messages an iteration
#: run skew pypto a2a3 reference in_order
#:   15 demoted | an iteration makes 2 pushes and 1 pops at the top level of the body, and only one round trip (one push, one po
#: run skew pypto a2a3 default in_order
#:   15 demoted | an iteration makes 2 pushes and 1 pops at the top level of the body, and only one round trip (one push, one po
# pypto.program: Cube
import pypto.language as pl

@pl.program
class Cube:
    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.AIC, role=pl.Role.SubWorker)
    def cube_half(src: pl.Tensor[[256, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        wl: pl.Tile[[32, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(wgt, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        wr: pl.Tile[[32, 32], pl.FP32, pl.Mem.Right] = pl.tile.move(wl, target_memory=pl.Mem.Right)
        for i in pl.pipeline(4, stage=2):
            xa: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat)
            xl: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(xa, target_memory=pl.Mem.Left)
            xq: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(xl, wr)
            pl.tile.tpush_to_aiv(xq, split=0)
            b_xa: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [i * 16 + 8, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat)
            b_xl: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(b_xa, target_memory=pl.Mem.Left)
            b_xq: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(b_xl, wr)
            pl.tile.tpush_to_aiv(b_xq, split=0)
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
    def cube_half(src: pl.Tensor[[256, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        wl: pl.Tile[[32, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(wgt, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        wr: pl.Tile[[32, 32], pl.FP32, pl.Mem.Right] = pl.tile.move(wl, target_memory=pl.Mem.Right)
        for i in pl.range(4):
            xa: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat)
            xl: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(xa, target_memory=pl.Mem.Left)
            xq: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(xl, wr)
            pl.tile.tpush_to_aiv(xq, split=0)
            b_xa: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [i * 16 + 8, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat)
            b_xl: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(b_xa, target_memory=pl.Mem.Left)
            b_xq: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(b_xl, wr)
            pl.tile.tpush_to_aiv(b_xq, split=0)
            yp: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
            yl: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(yp, target_memory=pl.Mem.Left)
            yo: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(yl, wr)
            pl.system.tfree_to_aiv(yp, split=0)
            pl.tile.store(yo, [i * 16, 0], dst)
