// --iree-codegen-iree-comprehensive-bufferize: the functions of an executable, on tensors, become functions on the buffers
// of their interface (upstream: IREE's pass of this name).
//
//   %a = hal.interface.binding.subspan layout(...) binding(0) : !iree_tensor_ext.dispatch.tensor<readonly:tensor<4x8xf32>>
//   %t = iree_tensor_ext.dispatch.tensor.load %a, offsets = [0, 0], sizes = [4, 8], strides = [1, 1] : ...
//   %r = linalg.generic ... ins(%t) outs(%empty)
//   iree_tensor_ext.dispatch.tensor.store %r, %b, ...
// becomes
//   %a = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<4x8xf32>
//   linalg.generic ... ins(%a) outs(%b)
//
// In four steps: the interface (convert/hal/dispatch_interface.h), tensor ops without a structured form
// (convert/decompose/tensor_decompose.h), loops that carry tensors (convert/bufferization/carried_tensors.h), and the plan of buffers,
// which is that of --hlo-to-linalg-on-buffers. Unlike there, a tensor that no buffer of the interface can hold gets a
// memref.alloca: distribution to workgroups makes it as small as a tile, and what is still large then is an error.

#include "convert/bufferization/buffer_rewrite.h"
#include "convert/bufferization/carried_tensors.h"
#include "convert/decompose/tensor_decompose.h"
#include "convert/hal/dispatch_interface.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/func/func.h"
#include "dialect/scf/scf.h"
#include "ir/op_list.h"
#include "pass/pass.h"

static bool is_defined_function(const tern_op_t *op) {
  return tern_op_is(op, TERN_FUNC(FUNC)) && !tern_region_is_empty(&op->regions[0]);
}

// --- guards ---

// A loop that runs once or not at all, as what changes tensors under a condition is written. On buffers it is an scf.if.
static bool is_guard(const tern_op_t *op) {
  int64_t lower, step, yes, no;
  if (!tern_op_is(op, TERN_SCF(FOR)) || op->result_count > 0) return false;
  const tern_op_t *upper = tern_value_defining_op(tern_op_operand(op, 1));
  return upper && tern_op_is(upper, TERN_ARITH(SELECT)) && tern_index_constant(tern_op_operand(upper, 1), &yes) &&
         tern_index_constant(tern_op_operand(upper, 2), &no) && tern_index_constant(tern_op_operand(op, 0), &lower) &&
         tern_index_constant(tern_op_operand(op, 2), &step) && lower == 0 && step == 1 && yes == 1 && no == 0;
}

static void guard_to_if(tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  tern_block_t *body = tern_op_body(op, 0);
  tern_value_replace_all_uses(body->args[0], tern_op_operand(op, 0));
  tern_block_erase_arg(body, 0);
  tern_value_t *condition = tern_op_operand(tern_value_defining_op(tern_op_operand(op, 1)), 0);
  tern_op_t *made = tern_build(&b, TERN_SCF(IF), .operands = TERN_VALUES(condition), .regions = 2);
  tern_region_take_blocks(&made->regions[0], &op->regions[0]);
  tern_op_destroy(op);
}

// --- the pass ---

static bool run(tern_op_t *module, tern_pass_t *pass) {
  if (!tern_dispatch_interface_lower(module)) return false;
  tern_op_list_t functions = tern_op_collect(module, TERN_OUTERMOST, is_defined_function);
  bool is_right = true;
  for (size_t i = 0; i < functions.count; ++i) {
    tern_buffer_plan_t plan;
    tern_decompose_tensor_ops(functions.values[i]);
    if (!tern_store_carried_tensors(functions.values[i])) {
      is_right = false;
      continue;
    }
    bool is_planned = tern_buffer_plan_make(functions.values[i], true, &plan);
    for (size_t d = 0; is_planned && d < plan.destinations.entry_count; ++d) {
      const tern_destination_t *destination = plan.destinations.entries[d].value;
      if (destination && destination->kind == TERN_DESTINATION_TEMPORARY) tern_pass_count(pass, 0, 1);
    }
    if (is_planned) tern_buffer_plan_apply(&plan);
    tern_buffer_plan_deinitialize(&plan);
    if (is_planned) tern_op_visit(functions.values[i], TERN_POSTORDER, is_guard, guard_to_if);
    is_right &= is_planned;
  }
  tern_vec_deinitialize(&functions);
  return is_right;
}

const tern_pass_def_t tern_comprehensive_bufferize_pass = {
    .name = "IREEComprehensiveBufferizePass",
    .flag = "iree-codegen-iree-comprehensive-bufferize",
    .anchor = "builtin.module",
    .summary = "Convert the functions of an executable from tensors to the buffers of their interface",
    .statistics = (const char *const[]){"num-temporaries - tensors that no buffer of the interface can hold", NULL},
    .leaves = TERN_FORM_NO_TENSORS,
    .run = run,
};
