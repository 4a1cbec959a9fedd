// --stablehlo-tokens-as-arrays: tokens that callers of public functions pass and get become arrays without elements, as JAX
// passes them. Otherwise they go with all other tokens, and the function has fewer arguments and results than its caller counts.
//
//   func.func public @f(%t: !stablehlo.token) -> !stablehlo.token { return %t }
// becomes
//   func.func public @f(%a: tensor<0xi1>) -> tensor<0xi1> {
//     %t = stablehlo.create_token : !stablehlo.token
//     %r = stablehlo.constant dense<> : tensor<0xi1>
//     return %r
//   }
//
// What has effects stays in its order without tokens.

#include "base/vec.h"
#include "dialect/func/func.h"
#include "dialect/stablehlo/stablehlo.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

static bool is_token(const tern_type_t *type) {
  const tern_type_row_t *row = type->kind == TERN_TYPE_DIALECT ? type->row : NULL;
  return row && tern_str_equal_cstr(tern_str_from_cstr(row->name), "stablehlo.token");
}

static const tern_type_t *array_type(tern_context_t *context) {
  const int64_t none = 0;
  return tern_tensor_type_get(tern_i_type_get(context, 1), &none, 1, NULL);
}

static const tern_type_t *converted_type(const tern_type_t *type) {
  TERN_VEC(const tern_type_t *) types = {0};
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  for (size_t i = 0; i < inputs.count + results.count; ++i) {
    const tern_type_t *part = i < inputs.count ? inputs.values[i] : results.values[i - inputs.count];
    tern_vec_push(&types, is_token(part) ? array_type(type->context) : part);
  }
  const tern_type_t *converted = tern_function_type_get(type->context, (tern_types_t){types.values, inputs.count},
                                                        (tern_types_t){types.values + inputs.count, results.count});
  tern_vec_deinitialize(&types);
  return converted;
}

static void convert_arguments(tern_op_t *function) {
  tern_block_t *body = tern_op_body(function, 0);
  tern_builder_t b = tern_builder_at_start(body, function->loc);
  for (size_t i = 0; i < body->arg_count; ++i) {
    tern_value_t *arg = body->args[i];
    if (!is_token(arg->type)) continue;
    tern_value_t *token = tern_build_value(&b, TERN_STABLEHLO(CREATE_TOKEN), .types = TERN_TYPES(arg->type));
    tern_value_replace_all_uses(arg, token);
    arg->type = array_type(b.context);
  }
}

static tern_walk_result_t convert_return(tern_op_t *op, void *user) {
  (void)user;
  if (!tern_op_is(op, TERN_FUNC(RETURN))) return TERN_WALK_ADVANCE;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!is_token(tern_op_operand(op, i)->type)) continue;
    tern_builder_t b = tern_builder_before(op);
    const tern_type_t *type = array_type(b.context);
    const tern_attr_t *nothing = tern_dense_elements_attr_get(type, "", false);
    tern_op_set_operand(op, i,
                        tern_build_value(&b, TERN_STABLEHLO(CONSTANT), .types = TERN_TYPES(type),
                                         .attrs = TERN_ATTRS({"value", nothing})));
  }
  return TERN_WALK_ADVANCE;
}

static bool is_wanted(const tern_op_t *op) {
  return tern_op_is(op, TERN_FUNC(FUNC)) && tern_symbol_visibility(op) == TERN_PUBLIC && op->regions[0].first_block;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t functions = tern_op_collect(root, TERN_PREORDER, is_wanted);
  for (size_t i = 0; i < functions.count; ++i) {
    tern_op_t *function = functions.values[i];
    const tern_type_t *type = tern_type_attr_value(tern_op_attr(function, "function_type"));
    const tern_type_t *converted = converted_type(type);
    if (converted == type) continue;
    convert_arguments(function);
    tern_op_walk_pre(function, convert_return, NULL);
    tern_op_set_attr(function, "function_type", tern_type_attr_get(converted));
  }
  tern_vec_deinitialize(&functions);
  return true;
}

const tern_pass_def_t tern_stablehlo_tokens_as_arrays_pass = {
    .name = "TokensAsArrays",
    .flag = "stablehlo-tokens-as-arrays",
    .summary = "Turn tokens of public functions into arrays without elements",
    .dialects = (const tern_dialect_t *const[]){&tern_stablehlo_dialect, NULL},
    .run = run,
};
