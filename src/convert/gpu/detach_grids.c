// --iree-codegen-detach-grids: leaves the kernels of a module alone.
//
//   func.func @main() attributes {spirv.entry_point_abi = ...}                            func.func @main() attributes {..., hal.kernel_grid = array<i64: 4, 1, 1>}
//   func.func private @main_workgroup_count() -> (index, index, index)            ->
//     attributes {hal.workgroup_count_of = @main} { return %c4, %c1, %c1 : ... }
//
// The host computes grids, and runs kernels that one entry point stands for in a row: what devices get has neither. A kernel for CUDA
// keeps how many blocks its grid has at most, which bounds what it computes from their numbers.

#include "analysis/llvm_intervals.h"
#include "analysis/machine/machine.h"
#include "convert/gpu/kernel.h"
#include "convert/hal/abi.h"
#include "ir/symbol.h"
#include "pass/pass.h"

static void note_grid(tern_op_t *kernel, const tern_op_t *grid) {
  const tern_op_t *results = tern_op_body(grid, 0)->last_op;
  int64_t most[3];
  for (size_t d = 0; d < 3; ++d) {
    if (d >= results->operand_count || !tern_gpu_upper_bound(tern_op_operand(results, d), &most[d])) return;
  }
  tern_op_set_attr(kernel, TERN_KERNEL_GRID_ATTR, tern_dense_i64_array_attr_get(tern_op_context(kernel), most, 3));
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  bool is_for_cuda = tern_op_attr(module, TERN_GPU_CUDA_TARGET) != NULL;
  tern_op_t *next;
  for (tern_op_t *op = tern_op_body(module, 0)->first_op; op; op = next) {
    const tern_attr_t *kernel_name = tern_op_attr(op, TERN_HAL_WORKGROUP_COUNT_OF);
    next = op->next;
    if (!kernel_name && !tern_hal_schedule(op)) continue;
    tern_op_t *kernel = kernel_name ? tern_symbol_lookup_in(module, tern_symbol_ref_attr_at(kernel_name, 0)) : NULL;
    if (kernel && is_for_cuda) note_grid(kernel, op);
    tern_op_destroy(op);
    tern_pass_count(pass, 0, 1);
  }
  return true;
}

const tern_pass_def_t tern_detach_grids_pass = {
    .flag = "iree-codegen-detach-grids",
    .name = "DetachGridsPass",
    .anchor = "builtin.module",
    .summary = "Erase the functions that compute grids or stand for several kernels, once the host has them",
    .statistics = (const char *const[]){"num-erased - Number of functions erased", NULL},
    .run = run,
};
