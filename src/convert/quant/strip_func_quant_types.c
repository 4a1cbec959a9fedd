// --strip-func-quant-types: functions take and give what quantized numbers are stored as (upstream:
// StripFuncQuantTypes).
//
//   func.func @f(%q: tensor<4x!quant.uniform<i8:f32, 2.0>>)
// becomes
//   func.func @f(%s: tensor<4xi8>) { %q = quant.scast %s : tensor<4xi8> to tensor<4x!quant.uniform<i8:f32, 2.0>>

#include <stdlib.h>

#include "base/arena.h"
#include "dialect/func/func.h"
#include "dialect/quant/quant.h"
#include "ir/context.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

static tern_value_t *build_cast(tern_builder_t *b, tern_value_t *value, const tern_type_t *type) {
  return tern_build_value(b, TERN_QUANT(SCAST), .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

static void strip_operands(tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *value = tern_op_operand(op, i);
    const tern_type_t *stripped = tern_quant_storage_type(value->type);
    if (stripped != value->type) tern_op_set_operand(op, i, build_cast(&b, value, stripped));
  }
}

// `value` gets the type that is stored; its users see the quantized one.
static void strip_definition(tern_builder_t *b, tern_value_t *value) {
  const tern_type_t *type = value->type, *stripped = tern_quant_storage_type(type);
  if (stripped == type) return;
  value->type = stripped;
  if (!tern_value_has_uses(value)) return;
  tern_value_t *cast = build_cast(b, value, type);
  tern_op_t *cast_op = tern_value_defining_op(cast);
  tern_value_replace_all_uses(value, cast);
  tern_op_set_operand(cast_op, 0, value);
}

static void strip_list(tern_types_t types, const tern_type_t **out_types) {
  for (size_t i = 0; i < types.count; ++i) out_types[i] = tern_quant_storage_type(types.values[i]);
}

static void strip_signature(tern_op_t *op) {
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "function_type"));
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  const tern_type_t **types = tern_malloc((inputs.count + results.count + 1) * sizeof(*types));
  strip_list(inputs, types);
  strip_list(results, types + inputs.count);
  const tern_type_t *stripped = tern_function_type_get(tern_op_context(op), (tern_types_t){types, inputs.count},
                                                       (tern_types_t){types + inputs.count, results.count});
  free(types);
  tern_op_set_attr(op, "function_type", tern_type_attr_get(stripped));
  tern_block_t *entry = tern_op_body(op, 0);
  if (!entry) return;
  for (size_t i = 0; i < entry->arg_count; ++i) {
    tern_builder_t b = tern_builder_at_start(entry, entry->args[i]->arg_loc);
    strip_definition(&b, entry->args[i]);
  }
}

static tern_walk_result_t strip_op(tern_op_t *op, void *user) {
  (void)user;
  if (tern_op_is(op, TERN_FUNC(FUNC))) strip_signature(op);
  if (tern_op_is(op, TERN_FUNC(RETURN)) || tern_op_is(op, TERN_FUNC(CALL))) strip_operands(op);
  if (tern_op_is(op, TERN_FUNC(CALL))) {
    for (size_t i = op->result_count; i-- > 0;) {
      tern_builder_t b = tern_builder_after(op);
      strip_definition(&b, tern_op_result(op, i));
    }
  }
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_op_walk_pre(op, strip_op, NULL);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_func_dialect, &tern_quant_dialect, NULL};

const tern_pass_def_t tern_strip_func_quant_types_pass = {
    .name = "StripFuncQuantTypes",
    .flag = "strip-func-quant-types",
    .summary = "Let functions take and give integers where they had quantized numbers",
    .description =
        "Arguments, results and calls get the types that are stored; quant.scast leads to the quantized ones.",
    .anchor = "builtin.module",
    .dialects = dialects,
    .run = run,
};
