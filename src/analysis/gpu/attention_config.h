// Which attention a kernel of tiles takes on NVIDIA's GPUs, and how large its tiles are. Asked twice: when programs are cut into
// dispatches, and when the kernel is written.

#ifndef TERN_ANALYSIS_GPU_ATTENTION_CONFIG_H_
#define TERN_ANALYSIS_GPU_ATTENTION_CONFIG_H_

#include "analysis/machine/machine.h"
#include "dialect/iree_linalg_ext/iree_linalg_ext.h"

// Of an attention, array<i64: rows, keys, warps, stages, lags>: the tiles that it is to have, instead of those of the table.
#define TERN_GPU_ATTENTION_CONFIG "attention_config"

typedef struct tern_gpu_attention_config {
  tern_attention_loops_t loops;
  int64_t rows, keys;      // of a tile
  int64_t depth, columns;  // powers of two that hold those of the op
  bool is_wgmma;           // products are those of groups of warps
  bool lags;               // values are multiplied while the weights of the next tile are computed
  int64_t warps, stages;   // of a program; iterations of its loops that are under way at a time
} tern_gpu_attention_config_t;

// Can the body of an attention have this op?
bool tern_gpu_attention_takes(const tern_op_t *op);
// False: such an attention is computed in another way.
bool tern_gpu_choose_attention(const tern_op_t *op, const tern_machine_t *machine,
                               tern_gpu_attention_config_t *out_config);

#endif  // TERN_ANALYSIS_GPU_ATTENTION_CONFIG_H_
