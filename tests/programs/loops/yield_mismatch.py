#: as many yields as iteration arguments
#: run loops pypto a2a3 reference error the loop has 2 iteration arguments, yiel
#: run loops pypto a2a3 default error the loop has 2 iteration arguments, yiel
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
        for i, (a, b) in pl.pipeline(4, stage=2, init_values=(n, n)):
            c: pl.Scalar[pl.INDEX] = a + b
            r: pl.Scalar[pl.INDEX] = pl.yield_(c)
