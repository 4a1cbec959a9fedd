// --iree-flow-verify-input-legality: nothing of an input dialect may be left when dispatches are formed.
//
// Source: IREE's pass of that name (VerifyInputLegality). All ops that are left are reported, each at its place. So are tensors
// whose sizes do not multiply to a number of 64 bits, so that later passes need not look.

#include "ir/diagnostic.h"
#include "ir/op.h"
#include "pass/pass.h"

static const char *const input_dialects[] = {"stablehlo.", "mhlo.",       "chlo.",       "vhlo.",
                                             "tosa.",      "iree_input.", "ml_program.", "check."};

static bool fits_in_memory(const tern_type_t *type) {
  if (type->kind != TERN_TYPE_TENSOR) return true;
  int64_t bytes = 16;  // of the largest element, complex<f64>
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    int64_t size = tern_type_dims(type)[i];
    if (size > 1 && __builtin_mul_overflow(bytes, size, &bytes)) return false;
  }
  return true;
}

static bool verify_sizes(const tern_op_t *op) {
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_type_t *type = tern_op_result(op, i)->type;
    if (!fits_in_memory(type))
      return tern_op_error(op, "has a result of type %s, which is larger than any memory", tern_type_text(type));
  }
  for (size_t r = 0; r < op->region_count; ++r) {
    tern_region_for_each_block(&op->regions[r], block) {
      for (size_t i = 0; i < block->arg_count; ++i) {
        const tern_type_t *type = block->args[i]->type;
        if (!fits_in_memory(type))
          return tern_op_error(op, "has an argument of type %s, which is larger than any memory", tern_type_text(type));
      }
    }
  }
  return true;
}

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  bool *is_right = user;
  tern_str_t name = tern_op_name(op);
  if (!verify_sizes(op)) return *is_right = false, TERN_WALK_SKIP;
  for (size_t i = 0; i < sizeof input_dialects / sizeof input_dialects[0]; ++i) {
    tern_str_t prefix = tern_str_from_cstr(input_dialects[i]);
    if (!tern_str_starts_with(name, prefix)) continue;
    tern_op_error(op, "is an op of the input that was not lowered");
    tern_emit_note(op->loc, "the input pipelines have no rule for this op with these types and attributes");
    return *is_right = false, TERN_WALK_SKIP;
  }
  if (tern_str_equal_cstr(name, "builtin.unrealized_conversion_cast")) {
    tern_op_error(op, "is left between types that the input pipelines did not bring together");
    *is_right = false;
  }
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  bool is_right = true;
  tern_op_walk_pre(root, visit, &is_right);
  return is_right;
}

const tern_pass_def_t tern_verify_input_legality_pass = {
    .flag = "iree-flow-verify-input-legality",
    .alias = "iree-verify-input-legality",
    .name = "VerifyInputLegalityPass",
    .summary = "Verify that no op of an input dialect is left",
    .run = run,
};
