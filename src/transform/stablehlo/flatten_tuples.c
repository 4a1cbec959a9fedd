// --iree-stablehlo-preprocessing-flatten-scf-tuples and --iree-stablehlo-preprocessing-flatten-cfg-tuples: values of tuple
// types become their elements (upstream: FlattenTuplesInSCF, FlattenTuplesInCFG). The first does it for structured control
// flow and other ops inside of functions, the second also for functions, their calls and branches.
//
//   %0 = stablehlo.optimization_barrier %t : tuple<tensor<f32>, tensor<2xi32>>
// becomes
//   %a = stablehlo.get_tuple_element %t[0] ...   %b = stablehlo.get_tuple_element %t[1] ...
//   %c:2 = stablehlo.optimization_barrier %a, %b : tensor<f32>, tensor<2xi32>
//   %0 = stablehlo.tuple %c#0, %c#1 ...
//
// An element taken out of a tuple that was just made is the element itself, so that tuples go where both sides of a use are
// flattened.

#include <stdlib.h>

#include "base/vec.h"
#include "dialect/cf/cf.h"
#include "dialect/func/func.h"
#include "dialect/stablehlo/stablehlo.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/rewriter.h"

typedef TERN_VEC(const tern_type_t *) type_list_t;
typedef TERN_VEC(tern_value_t *) value_list_t;
static bool is_tuple(const tern_type_t *type) { return type->kind == TERN_TYPE_TUPLE; }

static void list_types(const tern_type_t *type, type_list_t *list) {
  if (!is_tuple(type)) {
    tern_vec_push(list, type);
    return;
  }
  tern_types_t elements = tern_tuple_type_elements(type);
  for (size_t i = 0; i < elements.count; ++i) list_types(elements.values[i], list);
}

// Takes a value apart.
static void list_elements(tern_builder_t *b, tern_value_t *value, value_list_t *list) {
  if (!is_tuple(value->type)) {
    tern_vec_push(list, value);
    return;
  }
  tern_types_t elements = tern_tuple_type_elements(value->type);
  for (size_t i = 0; i < elements.count; ++i) {
    const tern_attr_t *index = tern_integer_attr_get(tern_i_type_get(b->context, 32), (int64_t)i);
    tern_value_t *element =
        tern_build_value(b, TERN_STABLEHLO(GET_TUPLE_ELEMENT), .operands = TERN_VALUES(value),
                         .types = TERN_TYPES(elements.values[i]), .attrs = TERN_ATTRS({"index", index}));
    list_elements(b, element, list);
  }
}

// Puts elements together to a value of `type`.
static tern_value_t *build_tuple(tern_builder_t *b, const tern_type_t *type, tern_value_t *const *elements,
                                 size_t *inout_next) {
  if (!is_tuple(type)) return elements[(*inout_next)++];
  tern_types_t types = tern_tuple_type_elements(type);
  tern_value_t **parts = tern_malloc((types.count + 1) * sizeof(*parts));
  for (size_t i = 0; i < types.count; ++i) parts[i] = build_tuple(b, types.values[i], elements, inout_next);
  tern_value_t *tuple =
      tern_build_value(b, TERN_STABLEHLO(TUPLE), .operands = {parts, types.count}, .types = TERN_TYPES(type));
  free(parts);
  return tuple;
}

// --- blocks and functions ---

static void flatten_args(tern_block_t *block, const tern_attr_t *loc) {
  for (size_t i = block->arg_count; i-- > 0;) {
    tern_value_t *old = block->args[i];
    if (!is_tuple(old->type)) continue;
    type_list_t types = {0};
    list_types(old->type, &types);
    value_list_t values = {0};
    for (size_t j = 0; j < types.count; ++j) {
      tern_vec_push(&values, tern_block_insert_arg(block, i + 1 + j, types.values[j], tern_value_loc(old)));
    }
    if (tern_value_has_uses(old)) {
      tern_builder_t b = tern_builder_at_start(block, loc);
      size_t next = 0;
      tern_value_replace_all_uses(old, build_tuple(&b, old->type, values.values, &next));
    }
    tern_block_erase_arg(block, i);
    tern_vec_deinitialize(&types);
    tern_vec_deinitialize(&values);
  }
}

// Attributes of arguments or results: those of a tuple say nothing of its elements.
static const tern_attr_t *flatten_attrs(tern_context_t *context, const tern_attr_t *attrs, tern_types_t types) {
  if (!attrs) return NULL;
  TERN_VEC(const tern_attr_t *) list = {0};
  for (size_t i = 0; i < types.count; ++i) {
    type_list_t parts = {0};
    list_types(types.values[i], &parts);
    for (size_t j = 0; j < parts.count; ++j) {
      tern_vec_push(
          &list, is_tuple(types.values[i]) ? tern_dictionary_attr_get(context, NULL, 0) : tern_array_attr_at(attrs, i));
    }
    tern_vec_deinitialize(&parts);
  }
  const tern_attr_t *flat = tern_array_attr_get(context, list.values, list.count);
  tern_vec_deinitialize(&list);
  return flat;
}

// Functions of other dialects may have types of their own, which hold no tuples.
static bool is_flattened_function(const tern_op_t *op) {
  const tern_attr_t *type = tern_op_attr(op, "function_type");
  return tern_op_has_trait(op, TERN_TRAIT_FUNCTION_LIKE) && type &&
         tern_type_attr_value(type)->kind == TERN_TYPE_FUNCTION;
}

static void flatten_function(tern_op_t *op) {
  tern_context_t *context = tern_op_context(op);
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "function_type"));
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  tern_op_set_attr(op, "arg_attrs", flatten_attrs(context, tern_op_attr(op, "arg_attrs"), inputs));
  tern_op_set_attr(op, "res_attrs", flatten_attrs(context, tern_op_attr(op, "res_attrs"), results));
  type_list_t types = {0};
  for (size_t i = 0; i < inputs.count; ++i) list_types(inputs.values[i], &types);
  size_t input_count = types.count;
  for (size_t i = 0; i < results.count; ++i) list_types(results.values[i], &types);
  const tern_type_t *flat =
      tern_function_type_get(context, (tern_types_t){types.values, input_count},
                             (tern_types_t){types.values + input_count, types.count - input_count});
  tern_op_set_attr(op, "function_type", tern_type_attr_get(flat));
  tern_vec_deinitialize(&types);
}

// --- ops ---

static bool has_tuples(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (is_tuple(tern_op_operand(op, i)->type)) return true;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    if (is_tuple(op->results[i].type)) return true;
  }
  return false;
}

// The segment sizes with each value counted as its elements.
static const tern_attr_t *flatten_segments(const tern_op_t *op, const char *name, size_t total, bool is_result) {
  const tern_attr_t *sizes = tern_op_attr(op, name);
  size_t count = sizes ? tern_int_list_attr_count(sizes) : 0, at = 0;
  if (count == 0) return NULL;
  int32_t *flat = tern_malloc(count * sizeof(*flat));
  for (size_t i = 0; i < count; ++i) {
    type_list_t types = {0};
    for (int64_t j = tern_int_list_attr_at(sizes, i); j > 0 && at < total; --j, ++at) {
      list_types(is_result ? op->results[at].type : tern_op_operand(op, at)->type, &types);
    }
    flat[i] = (int32_t)types.count;
    tern_vec_deinitialize(&types);
  }
  const tern_attr_t *attr = tern_dense_i32_array_attr_get(tern_op_context(op), flat, count);
  free(flat);
  return attr;
}

static const tern_attr_t *flatten_dictionary(const tern_op_t *op) {
  static const char *const names[] = {"operandSegmentSizes", "resultSegmentSizes"};
  const tern_attr_t *attrs = tern_op_attr_dictionary(op);
  for (size_t i = 0; i < 2; ++i) {
    const tern_attr_t *sizes = flatten_segments(op, names[i], i ? op->result_count : op->operand_count, i == 1);
    if (sizes) attrs = tern_dictionary_attr_with(tern_op_context(op), attrs, tern_str_from_cstr(names[i]), sizes);
  }
  return attrs;
}

static void flatten_op(tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  value_list_t operands = {0}, results = {0};
  type_list_t types = {0};
  for (size_t i = 0; i < op->operand_count; ++i) list_elements(&b, tern_op_operand(op, i), &operands);
  for (size_t i = 0; i < op->result_count; ++i) list_types(op->results[i].type, &types);
  tern_block_t **successors = tern_malloc((op->successor_count + 1) * sizeof(*successors));
  for (size_t i = 0; i < op->successor_count; ++i) successors[i] = op->successors[i].block;
  tern_op_state_t state = {.def = op->def,
                           .loc = op->loc,
                           .operands = {operands.values, operands.count},
                           .result_types = {types.values, types.count},
                           .dictionary = flatten_dictionary(op),
                           .successors = successors,
                           .successor_count = op->successor_count,
                           .region_count = op->region_count};
  tern_op_t *flat = tern_op_create(b.context, &state);
  for (size_t i = 0; i < op->region_count; ++i) tern_region_take_blocks(&flat->regions[i], &op->regions[i]);
  tern_builder_insert(&b, flat);
  for (size_t i = 0; i < types.count; ++i) tern_vec_push(&results, tern_op_result(flat, i));
  if (op->result_count) tern_builder_set_after(&b, flat);
  for (size_t i = 0, next = 0; i < op->result_count; ++i) {
    tern_value_replace_all_uses(tern_op_result(op, i), build_tuple(&b, op->results[i].type, results.values, &next));
  }
  tern_op_destroy(op);
  free(successors);
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&results);
  tern_vec_deinitialize(&types);
}

// --- the passes ---

static bool is_of_tuples(const tern_op_t *op) {
  return tern_hlo_is(op, TERN_HLO_TUPLE) || tern_hlo_is(op, TERN_HLO_GET_TUPLE_ELEMENT);
}

// get_tuple_element(tuple(a, b)) is a or b; tuples nobody takes apart go.
static void clean(tern_op_t *root) {
  tern_op_list_t ops = tern_op_collect(root, TERN_PREORDER, NULL);
  for (size_t i = 0; i < ops.count; ++i) {
    tern_op_t *op = ops.values[i];
    tern_op_t *maker =
        tern_hlo_is(op, TERN_HLO_GET_TUPLE_ELEMENT) ? tern_value_defining_op(tern_op_operand(op, 0)) : NULL;
    if (!maker || !tern_hlo_is(maker, TERN_HLO_TUPLE)) continue;
    size_t index = (size_t)tern_integer_attr_value(tern_op_attr(op, "index"));
    tern_value_replace_all_uses(tern_op_result(op, 0), tern_op_operand(maker, index));
  }
  for (size_t i = ops.count; i-- > 0;) {
    if (is_of_tuples(ops.values[i]) && tern_op_has_no_uses(ops.values[i])) tern_op_destroy(ops.values[i]);
  }
  tern_vec_deinitialize(&ops);
}

static bool is_in_cfg(const tern_op_t *op) {
  return tern_op_has_trait(op, TERN_TRAIT_FUNCTION_LIKE) || tern_op_is(op, TERN_FUNC(CALL)) ||
         tern_op_is(op, TERN_FUNC(RETURN)) || op->def->dialect == &tern_cf_dialect;
}

static void flatten(tern_op_t *root, bool with_functions) {
  tern_op_list_t ops = tern_op_collect(root, TERN_PREORDER, NULL);
  for (size_t i = 0; i < ops.count; ++i) {
    tern_op_t *op = ops.values[i];
    if (is_of_tuples(op) || (is_in_cfg(op) && !with_functions)) continue;
    for (size_t r = 0; r < op->region_count; ++r) {
      tern_region_for_each_block(&op->regions[r], block) flatten_args(block, op->loc);
    }
    if (is_flattened_function(op)) flatten_function(op);
    if (op != root && has_tuples(op)) flatten_op(op);
  }
  tern_vec_deinitialize(&ops);
  clean(root);
}

static bool run_scf(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  flatten(root, false);
  return true;
}

static bool run_cfg(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  flatten(root, true);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_stablehlo_dialect, NULL};

const tern_pass_def_t tern_stablehlo_flatten_scf_tuples_pass = {
    .name = "FlattenTuplesInSCF",
    .flag = "iree-stablehlo-preprocessing-flatten-scf-tuples",
    .summary = "Flatten tuples in structured control flow",
    .anchor = "builtin.module",
    .dialects = dialects,
    .run = run_scf,
};

const tern_pass_def_t tern_stablehlo_flatten_cfg_tuples_pass = {
    .name = "FlattenTuplesInCFG",
    .flag = "iree-stablehlo-preprocessing-flatten-cfg-tuples",
    .summary = "Flatten tuples everywhere: functions, calls, branches and other ops",
    .anchor = "builtin.module",
    .dialects = dialects,
    .run = run_cfg,
};
