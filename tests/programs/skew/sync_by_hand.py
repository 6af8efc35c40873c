#: a pipeline that synchronises with flags instead of messages
#: run skew pypto a2a3 reference input
#:   13 kept | pipelining is requested, but no push and pop stand at the top level of the body while line 15 synchronises by 
#: run skew pypto a2a3 default input
#:   13 kept | pipelining is requested, but no push and pop stand at the top level of the body while line 15 synchronises by 
# pypto.program: Vecs
import pypto.language as pl

@pl.program
class Vecs:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def vec_half(src: pl.Tensor[[256, 32], pl.FP32], dst: pl.Tensor[[256, 32], pl.FP32]):
        for i in pl.pipeline(8, stage=2):
            u: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(src, [i * 16, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
            pl.system.sync_set(pipe=1, event_id=0)
            pl.system.sync_wait(pipe=1, event_id=1)
            pl.tile.store(u, [i * 16, 0], dst)
