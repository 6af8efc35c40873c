#: unless the loop asks for it
#: run loops pypto a2a3 reference out1
#:   16 replicated
#: run loops pypto a2a3 default out1
#:   16 replicated
# pypto.program: Cube
import pypto.language as pl

@pl.program
class Cube:
    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.AIC, role=pl.Role.SubWorker)
    def cube_half(src: pl.Tensor[[256, 32], pl.FP32], wgt: pl.Tensor[[32, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        wl: pl.Tile[[32, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(wgt, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Mat)
        wr: pl.Tile[[32, 32], pl.FP32, pl.Mem.Right] = pl.tile.move(wl, target_memory=pl.Mem.Right)
        ac0: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.create([16, 32], dtype=pl.FP32, target_memory=pl.Mem.Acc)
        for i, (ac,) in pl.pipeline(4, stage=2, init_values=(ac0,), attrs={"pipeline_double_buffer_c": True}):
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
        for i, (ac,) in pl.pipeline(0, 4, 2, stage=1, init_values=(ac0,), attrs={"pipeline_double_buffer_c": True}):
            ka: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat, attrs={"pipeline_membership": "0:0"})
            kl: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(ka, target_memory=pl.Mem.Left, attrs={"pipeline_membership": "0:0"})
            ac2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul_acc(ac, kl, wr, attrs={"pipeline_membership": "0:0"})
            ka_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [(i + 1) * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat, attrs={"pipeline_membership": "0:1"})
            kl_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(ka_1, target_memory=pl.Mem.Left, attrs={"pipeline_membership": "0:1"})
            ac2_1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul_acc(ac2, kl_1, wr, attrs={"pipeline_membership": "0:1"})
            acr: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.yield_(ac2_1)
        pl.tile.store(acr, [0, 0], dst)
