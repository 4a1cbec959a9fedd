// --convert-libdevice-to-math: calls of NVIDIA's libdevice, which nothing has to be linked for then.
//
//   %0 = llvm.call @__nv_tanhf(%x) : (f32) -> f32
//     ->
//   %0 = math.tanh %x : f32
//
// The ops are lowered as those of any other kernel: their errors are those of tern's own expansions. Functions that the module
// defines itself stay calls.

#include "convert/triton/to_loops/library.h"
#include "dialect/arith/arith.h"
#include "dialect/llvm/llvm.h"
#include "dialect/math/math.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "pass/pass.h"

static const tern_str_t prefix = {"__nv_", 5};

// The name of the function of libdevice that is called; empty: another one is.
static tern_str_t find_callee(tern_op_t *op, const tern_op_t *module) {
  const tern_attr_t *callee = tern_op_is(op, TERN_LLVM(CALL)) ? tern_op_attr(op, "callee") : NULL;
  tern_str_t name = callee ? tern_symbol_ref_attr_at(callee, 0) : (tern_str_t){0};
  tern_op_t *function = tern_str_starts_with(name, prefix) ? tern_symbol_lookup_in(module, name) : NULL;
  return function && tern_region_is_empty(&function->regions[0]) ? name : (tern_str_t){0};
}

static bool replace(tern_op_t *op, tern_str_t name) {
  enum { MOST = 8 };
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *operands[MOST], *value = NULL;
  for (size_t i = 0; i < op->operand_count && i < MOST; ++i) operands[i] = tern_op_operand(op, i);
  if (op->result_count == 1 && op->operand_count <= MOST) {
    value = tern_libdevice_build(&b, name, tern_op_result(op, 0)->type, (tern_values_t){operands, op->operand_count});
  }
  if (!value) {
    tern_op_error(op, "calls '%.*s', which libdevice may have, but is not known here", (int)name.size, name.data);
    tern_emit_note(op->loc, "define the function in the module");
    return false;
  }
  tern_value_replace_all_uses(tern_op_result(op, 0), value);
  tern_op_destroy(op);
  return true;
}

static bool replace_calls(tern_op_t *module, tern_block_t *block);

static bool replace_in_regions(tern_op_t *module, tern_op_t *op) {
  bool is_right = true;
  for (size_t r = 0; r < op->region_count; ++r) {
    for (tern_block_t *block = op->regions[r].first_block; block; block = block->next) {
      is_right &= replace_calls(module, block);
    }
  }
  return is_right;
}

static bool replace_calls(tern_op_t *module, tern_block_t *block) {
  bool is_right = true;
  for (tern_op_t *op = block->first_op, *next; op; op = next) {
    next = op->next;
    tern_str_t name = find_callee(op, module);
    is_right &= name.size ? replace(op, name) : replace_in_regions(module, op);
  }
  return is_right;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  return replace_in_regions(module, module);
}

const tern_pass_def_t tern_convert_libdevice_to_math_pass = {
    .flag = "convert-libdevice-to-math",
    .anchor = "builtin.module",
    .summary = "Compute functions of libdevice by ops of arith and math",
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_math_dialect, NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
