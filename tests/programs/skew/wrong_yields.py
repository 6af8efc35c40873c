#: the loop yields nothing for its iteration argument
#: run skew pypto a2a3 reference error P2: the loop has 1 iteration arguments, yields 0 values and binds 0 results
#: run skew pypto a2a3 default error P2: the loop has 1 iteration arguments, yields 0 values and binds 0 results
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], k: pl.Scalar[pl.INDEX]):
        for i, (c,) in pl.pipeline(8, stage=2, init_values=(k,)):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.tile.tpush_to_aic(u, split=0)
            g: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.tpop_from_aic(split=0)
            pl.tile.store(g, [c, 0], dst)
            pl.system.tfree_to_aic(g, split=0)
