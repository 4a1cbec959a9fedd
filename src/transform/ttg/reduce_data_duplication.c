// --tritongpu-reduce-data-duplication: what threads of several warps need of an operand is written to shared memory once.
//
//   %b = ttg.convert_layout %a : #blocked -> #dot_op     %m = ttg.local_alloc %a : #blocked -> #swizzled_shared
//                                                        %b = ttg.local_load %m : #swizzled_shared -> #dot_op
//
// So several such conversions may share the memory. Conversions that threads or the lanes of a warp can do by themselves stay.
//
// Source: upstream's pass of the same name.

#include "dialect/ttg/ttg.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/ttg/operand_memory.h"

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t conversions = tern_op_collect_row(module, TERN_POSTORDER, TERN_TTG(CONVERT_LAYOUT));
  for (size_t i = 0; i < conversions.count; ++i) tern_ttg_convert_by_memory(conversions.values[i]);
  tern_vec_deinitialize(&conversions);
  return true;
}

const tern_pass_def_t tern_tritongpu_reduce_data_duplication_pass = {
    .flag = "tritongpu-reduce-data-duplication",
    .name = "TritonGPUReduceDataDuplication",
    .anchor = "builtin.module",
    .summary = "Convert operands of products through shared memory that several conversions can read",
    .dialects = (const tern_dialect_t *const[]){&tern_ttg_dialect, NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
