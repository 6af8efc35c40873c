#: a prime trip count
#: run skew pypto a2a3 reference skewed
#:   15 skewed | the depth must divide the trip count 3 and fit in it twice, so depth 2 is not possible; a trip count that is a
#: run skew pypto a2a3 default skewed
#:   15 skewed | the depth must divide the trip count 3 and fit in it twice, so depth 2 is not possible; a trip count that is a
# pypto.program: Cube
import pypto.language as pl

@pl.program
class Cube:
    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.AIC, role=pl.Role.SubWorker)
    def cube_half(src: pl.Tensor[[256, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        wl: pl.Tile[[32, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(wgt, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        wr: pl.Tile[[32, 32], pl.FP32, pl.Mem.Right] = pl.tile.move(wl, target_memory=pl.Mem.Right)
        for i in pl.pipeline(3, stage=2):
            xa: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat)
            xl: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(xa, target_memory=pl.Mem.Left)
            xq: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(xl, wr)
            pl.tile.tpush_to_aiv(xq, split=0)
            yp: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
            yl: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(yp, target_memory=pl.Mem.Left)
            yo: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(yl, wr)
            pl.system.tfree_to_aiv(yp, split=0)
            pl.tile.store(yo, [i * 16, 0], dst)
#= skewed
# pypto.program: Cube
import pypto.language as pl

@pl.program
class Cube:
    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.AIC, role=pl.Role.SubWorker)
    def cube_half(src: pl.Tensor[[256, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        wl: pl.Tile[[32, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(wgt, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        wr: pl.Tile[[32, 32], pl.FP32, pl.Mem.Right] = pl.tile.move(wl, target_memory=pl.Mem.Right)
        xa: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [pl.const(0, pl.INDEX) * pl.const(16, pl.INDEX), 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat, attrs={"pipeline_membership": "1048576:0"})
        xl: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(xa, target_memory=pl.Mem.Left, attrs={"pipeline_membership": "1048576:0"})
        xq: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(xl, wr, attrs={"pipeline_membership": "1048576:0"})
        pl.tile.tpush_to_aiv(xq, split=0)
        for i in pl.range(1, 3):
            xa_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat, attrs={"pipeline_membership": "1048576:0"})
            xl_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(xa_1, target_memory=pl.Mem.Left, attrs={"pipeline_membership": "1048576:0"})
            xq_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(xl_1, wr, attrs={"pipeline_membership": "1048576:0"})
            pl.tile.tpush_to_aiv(xq_1, split=0)
            yp: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
            yl: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(yp, target_memory=pl.Mem.Left, attrs={"pipeline_membership": "1048576:0"})
            yo: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(yl, wr, attrs={"pipeline_membership": "1048576:0"})
            pl.system.tfree_to_aiv(yp, split=0)
            pl.tile.store(yo, [(i - 1) * 16, 0], dst)
        yp_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
        yl_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(yp_1, target_memory=pl.Mem.Left, attrs={"pipeline_membership": "1048576:0"})
        yo_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(yl_1, wr, attrs={"pipeline_membership": "1048576:0"})
        pl.system.tfree_to_aiv(yp_1, split=0)
        pl.tile.store(yo_1, [pl.const(2, pl.INDEX) * pl.const(16, pl.INDEX), 0], dst)
