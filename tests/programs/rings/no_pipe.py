# neither peer nor pipe: four slots in all are needed at least
# expect a5: ring.balance=assumed ring.deadlock=assumed ring.release=proved
# pypto.program: Duo
import pypto.language as pl

@pl.program
class Duo:
    @pl.function(type=pl.FunctionType.AIC, level=pl.Level.AIC, role=pl.Role.SubWorker)
    def cube_half(src: pl.Tensor[[4096, 32], pl.FP32], dst: pl.Tensor[[4096, 32], pl.FP32]):
        w: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(src, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat)
        pl.tile.tpush_to_aiv(w, split=0)
        pl.tile.tpush_to_aiv(w, split=0)
        for i in pl.range(2, 8, 2):
            pl.tile.tpush_to_aiv(w, split=0)
            pl.tile.tpush_to_aiv(w, split=0)
            g1: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
            h2: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(g1, target_memory=pl.Mem.Left)
            pl.system.tfree_to_aiv(g1, split=0)
            g3: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
            h4: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(g3, target_memory=pl.Mem.Left)
            pl.system.tfree_to_aiv(g3, split=0)
        g5: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
        h6: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(g5, target_memory=pl.Mem.Left)
        pl.system.tfree_to_aiv(g5, split=0)
        g7: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
        h8: pl.Tile[[16, 32], pl.FP32, pl.Mem.Left] = pl.tile.move(g7, target_memory=pl.Mem.Left)
        pl.system.tfree_to_aiv(g7, split=0)