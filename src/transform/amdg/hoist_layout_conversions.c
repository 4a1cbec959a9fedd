// --tritonamdgpu-hoist-layout-conversions: operands of products that are the same in each iteration are converted before the loop
// (upstream's pass of the name).
//
//   %q = tt.load ...                              %q = tt.load ...
//   scf.for ... {                                 %x = ttg.convert_layout %q : ... -> #ttg.dot_op<...>
//     %x = ttg.convert_layout %q : ...      ->    scf.for ... {
//     tt.dot %x, ...                                tt.dot %x, ...
//
// They stay in registers, of which AMD's GPUs have more than of shared memory. What is an argument, of the function or of a loop
// around, is left where it is.

#include "dialect/scf/scf.h"
#include "dialect/ttg/ttg.h"
#include "ir/op_list.h"
#include "pass/pass.h"

static bool is_operand_conversion(const tern_op_t *op) {
  return tern_op_is(op, TERN_TTG(CONVERT_LAYOUT)) &&
         tern_attr_is_ttg(tern_ttg_type_encoding(op->results[0].type), TERN_TTG_ATTR_DOT_OP);
}

static void hoist(tern_op_t *op) {
  tern_op_t *source = tern_value_defining_op(tern_op_operand(op, 0));
  const tern_op_t *loop = tern_op_parent_of(op, TERN_SCF(FOR));
  if (!source || !loop) return;
  for (const tern_op_t *around = source; around; around = tern_op_parent(around)) {
    if (around == loop) return;
  }
  if (source->next) tern_op_move_before(op, source->next);
}

static bool run(tern_op_t *function, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t ops = tern_op_collect(function, TERN_POSTORDER, is_operand_conversion);
  for (size_t i = 0; i < ops.count; ++i) hoist(ops.values[i]);
  tern_vec_deinitialize(&ops);
  return true;
}

const tern_pass_def_t tern_tritonamdgpu_hoist_layout_conversions_pass = {
    .flag = "tritonamdgpu-hoist-layout-conversions",
    .name = "TritonAMDGPUHoistLayoutConversions",
    .anchor = "tt.func",
    .summary = "Convert operands of products before the loops in which they are the same",
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
