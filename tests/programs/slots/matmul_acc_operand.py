#: moved before it is accumulated
#: run slots ptoas a2a3 reference out1
#:   16 slotted
#: run slots ptoas a2a3 default out1
#:   16 slotted
# pypto.program: Cube
import pypto.language as pl

@pl.program
class Cube:
    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.AIC, role=pl.Role.SubWorker)
    def cube_half(src: pl.Tensor[[256, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        wl: pl.Tile[[32, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(wgt, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        wr: pl.Tile[[32, 32], pl.FP32, pl.Mem.Right] = pl.tile.move(wl, target_memory=pl.Mem.Right)
        ac0: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.create([16, 32], dtype=pl.FP32, target_memory=pl.Mem.Acc)
        for i, (ac,) in pl.pipeline(8, stage=2, init_values=(ac0,)):
            ka: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat)
            kl: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(ka, target_memory=pl.Mem.Left)
            ac2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul_acc(ac, kl, wr)
            acr: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.yield_(ac2)
        pl.tile.store(acr, [0, 0], dst)
#= out1
# pypto.program: Cube
import pypto.language as pl

@pl.program
class Cube:
    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.AIC, role=pl.Role.SubWorker)
    def cube_half(src: pl.Tensor[[256, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        wl: pl.Tile[[32, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(wgt, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        wr: pl.Tile[[32, 32], pl.FP32, pl.Mem.Right] = pl.tile.move(wl, target_memory=pl.Mem.Right)
        ac0: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.create([16, 32], dtype=pl.FP32, target_memory=pl.Mem.Acc)
        for i, (ac,) in pl.range(8, init_values=(ac0,)):
            ka: pl.Tile[[16, 32], pl.FP32, pl.MemRef("pipe_ka", slots=2)[i % 2], pl.Mem.Mat] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat)
            kl: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(ka, target_memory=pl.Mem.Left)
            ac2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul_acc(ac, kl, wr)
            acr: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.yield_(ac2)
        pl.tile.store(acr, [0, 0], dst)
