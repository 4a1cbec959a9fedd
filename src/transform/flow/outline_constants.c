// --iree-flow-outline-constants: constant tensors become globals of the module.
//
//   %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
//       ->
//   util.global private @__constant_tensor_2xf32 {..} = dense<[1.0, 2.0]> : tensor<2xf32>
//   %0 = util.global.load immutable @__constant_tensor_2xf32 : tensor<2xf32>
//
// Source: IREE's OutlineConstants. Equal constants of all functions share one global, and the host uploads it once. Splats
// stay: filling is cheaper than keeping.

#include "dialect/arith/arith.h"
#include "dialect/flow/flow.h"
#include "dialect/util/util.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/util/constants_to_globals.h"

static bool is_outlined(const tern_attr_t *value, const tern_type_t *type) {
  if (!value || type->kind != TERN_TYPE_TENSOR) return false;
  if (value->kind == TERN_ATTR_DENSE_ELEMENTS) return !tern_dense_elements_attr_is_splat(value);
  return value->kind == TERN_ATTR_DENSE_RESOURCE || value->kind == TERN_ATTR_DIALECT;
}

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  if (tern_op_is(op, TERN_FLOW(EXECUTABLE)) || tern_op_is(op, TERN_FLOW(DISPATCH_WORKGROUPS)) ||
      tern_op_is(op, TERN_FLOW(DISPATCH_REGION)) ||
      tern_str_starts_with(tern_op_name(op), TERN_STR("hal.executable"))) {
    return TERN_WALK_SKIP;
  }
  bool is_constant = tern_op_is(op, TERN_ARITH(CONSTANT)) || tern_op_is(op, TERN_FLOW(TENSOR_CONSTANT));
  if (is_constant && is_outlined(tern_op_attr(op, "value"), op->results[0].type))
    tern_vec_push((tern_op_list_t *)user, op);
  return TERN_WALK_ADVANCE;
}

// `__constant_tensor_4x8xf32`, made unique by the symbol table.
static const tern_attr_t *make_name(const tern_type_t *type) {
  tern_string_builder_t text = {0};
  tern_string_builder_append_cstr(&text, "__constant_tensor_");
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    tern_string_builder_append_int64(&text, tern_type_dim(type, i));
    tern_string_builder_append_char(&text, 'x');
  }
  for (const char *c = tern_type_text(tern_type_element(type)); *c; ++c) {
    bool is_word = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9');
    tern_string_builder_append_char(&text, is_word ? *c : '_');
  }
  const tern_attr_t *name = tern_string_attr_get(type->context, tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
  return name;
}

static tern_op_t *build_global(tern_builder_t *b, const tern_op_t *constant) {
  const tern_attr_t *stays = tern_dialect_attr_get(b->context, &tern_util_attrs[TERN_UTIL_ATTR_INLINE_NEVER], NULL, 0);
  const tern_type_t *type = constant->results[0].type;
  return tern_build(
      b, TERN_UTIL(GLOBAL),
      .attrs = TERN_ATTRS({"sym_visibility", tern_string_attr_get(b->context, TERN_STR("private"))},
                          {"sym_name", make_name(type)}, {"type", tern_type_attr_get(type)},
                          {"initial_value", tern_op_attr(constant, "value")}, {"inlining_policy", stays}));
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t constants = {0};
  tern_op_walk_pre(module, collect, &constants);
  tern_constants_to_globals(module, &constants, build_global);
  tern_vec_deinitialize(&constants);
  return true;
}

const tern_pass_def_t tern_outline_constants_pass = {
    .flag = "iree-flow-outline-constants",
    .name = "OutlineConstantsPass",
    .anchor = "builtin.module",
    .summary = "Make globals of constant tensors",
    .dialects = (const tern_dialect_t *const[]){&tern_util_dialect, NULL},
    .run = run,
};
