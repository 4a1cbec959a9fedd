// --iree-stablehlo-legalize-custom-calls: custom calls whose names say what they compute become ops.
//
//   %0 = stablehlo.custom_call @mhlo.erf(%x) {mhlo.attributes = {}} : (tensor<4xf32>) -> tensor<4xf32>
// becomes
//   %0 = chlo.erf %x : tensor<4xf32> -> tensor<4xf32>
//
// Exporters write ops that StableHLO lacks as such calls, and JAX writes its approximate top-k as @ApproxTopK, which is computed
// exactly here: a sort by the comparator that is named in the call, of which the first elements are taken. Sources: IREE's pass
// of that name, and ChloRecomposeOps of OpenXLA. Tests of StableHLO of 2023 return whether their result is the expected one:
// @check.eq(%actual, %expected) -> tensor<i1> is check.expect_eq, behind which that is true. Calls of other functions stay.
//
// interpreter.probe of StableHLO's interpreter is its operand. What needs its other services is refused.

#include "base/vec.h"
#include "convert/stablehlo/loop_build.h"
#include "dialect/check/check.h"
#include "dialect/chlo/chlo.h"
#include "dialect/func/func.h"
#include "dialect/interpreter/interpreter.h"
#include "dialect/stablehlo/stablehlo.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"

// --- ops of chlo ---

// The op of one operand that a call of @mhlo.NAME or @chlo.NAME stands for, or NULL.
static const tern_op_row_t *find_unary(const tern_op_t *call, tern_str_t name) {
  const tern_str_t prefix = TERN_STR("chlo.");
  bool is_one = tern_str_starts_with(name, TERN_STR("mhlo.")) || tern_str_starts_with(name, prefix);
  if (!is_one || call->operand_count != 1 || call->result_count != 1) return NULL;
  for (size_t i = 0; i < TERN_CHLO_OP_COUNT; ++i) {
    tern_str_t own = tern_str_from_cstr(tern_chlo_ops[i].name);
    if (tern_str_equal(tern_str_drop(own, prefix.size), tern_str_drop(name, prefix.size))) return &tern_chlo_ops[i];
  }
  return NULL;
}

// Of the operand's shape, and of its type or a test of it: what the functions of one number have.
static bool rewrite_unary(tern_op_t *call, const tern_op_row_t *row) {
  const tern_type_t *type = tern_op_operand(call, 0)->type, *result = tern_op_result(call, 0)->type;
  if (type->kind != TERN_TYPE_TENSOR || result->kind != TERN_TYPE_TENSOR ||
      tern_type_with_element(type, tern_type_element(result)) != result) {
    return tern_op_error(call, "calls an element-wise function for a result of another shape");
  }
  tern_builder_t b = tern_builder_before(call);
  tern_value_t *value =
      tern_build_value(&b, row, .operands = TERN_VALUES(tern_op_operand(call, 0)), .types = TERN_TYPES(result));
  tern_value_replace_all_uses(tern_op_result(call, 0), value);
  tern_op_destroy(call);
  return true;
}

// --- ApproxTopK ---

// What is sorted, then one initial value for each; results are shorter in one dimension.
typedef struct top_k {
  size_t count, dim;
  const tern_attr_t *comparator;
} top_k_t;

static bool read_top_k(const tern_op_t *call, top_k_t *out) {
  const tern_attr_t *config = tern_op_attr(call, "mhlo.backend_config"),
                    *called = tern_op_attr(call, "called_computations");
  if (!config || config->kind != TERN_ATTR_DICTIONARY) config = tern_op_attr(call, "backend_config");
  if (!config || config->kind != TERN_ATTR_DICTIONARY) return false;
  const tern_attr_t *dim = tern_dictionary_attr_lookup(config, TERN_STR("reduction_dim"));
  *out = (top_k_t){.count = call->result_count};
  if (!tern_attr_is_integer(dim) || !called || called->kind != TERN_ATTR_ARRAY || tern_array_attr_count(called) != 1 ||
      call->operand_count != 2 * out->count) {
    return false;
  }
  out->comparator = tern_array_attr_at(called, 0);
  out->dim = (size_t)tern_integer_attr_value(dim);
  for (size_t i = 0; i < out->count; ++i) {
    const tern_type_t *type = tern_op_operand(call, i)->type, *result = tern_op_result(call, i)->type;
    if (type->kind != TERN_TYPE_TENSOR || result->kind != TERN_TYPE_TENSOR ||
        tern_type_element(type) != tern_type_element(result) || tern_type_rank(type) != tern_type_rank(result) ||
        out->dim >= tern_type_rank(type) || tern_type_rank(type) > TERN_HLO_MAX_LOOPS) {
      return false;
    }
    for (size_t d = 0; d < tern_type_rank(type); ++d) {
      int64_t size = tern_type_dim(type, d), kept = tern_type_dim(result, d);
      if (size == TERN_DYNAMIC || (d == out->dim ? kept > size : kept != size)) return false;
    }
  }
  return out->count > 0 && tern_symbol_lookup_nearest(call, out->comparator);
}

static tern_op_t *build_sort(tern_builder_t *b, tern_op_t *call, const top_k_t *top_k) {
  TERN_VEC(const tern_type_t *) types = {0}, scalars = {0};
  TERN_VEC(tern_value_t *) operands = {0};
  for (size_t i = 0; i < top_k->count; ++i) {
    tern_value_t *operand = tern_op_operand(call, i);
    const tern_type_t *scalar = tern_tensor_type_get(tern_type_element(operand->type), NULL, 0, NULL);
    tern_vec_push(&operands, operand);
    tern_vec_push(&types, operand->type);
    tern_vec_push(&scalars, scalar);
    tern_vec_push(&scalars, scalar);
  }
  const tern_attr_t *dim = tern_integer_attr_get(tern_i_type_get(b->context, 64), (int64_t)top_k->dim);
  const tern_type_t *i1 = tern_i_type_get(b->context, 1);
  tern_op_t *sort = tern_build(b, TERN_STABLEHLO(SORT), .operands = {operands.values, operands.count},
                               .types = {types.values, types.count}, .regions = 1,
                               .attrs = TERN_ATTRS({"dimension", dim}, {"is_stable", tern_integer_attr_get(i1, 1)}));
  tern_builder_t inside = *b;
  tern_block_t *body =
      tern_builder_add_block(&inside, &sort->regions[0], (tern_types_t){scalars.values, scalars.count});
  tern_value_t *comes_first = tern_build_value(&inside, TERN_FUNC(CALL), .operands = {body->args, scalars.count},
                                               .types = TERN_TYPES(tern_tensor_type_get(i1, NULL, 0, NULL)),
                                               .attrs = TERN_ATTRS({"callee", top_k->comparator}));
  tern_build(&inside, TERN_STABLEHLO(RETURN), .operands = TERN_VALUES(comes_first));
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
  tern_vec_deinitialize(&scalars);
  return sort;
}

static bool rewrite_top_k(tern_op_t *call) {
  top_k_t top_k;
  if (!read_top_k(call, &top_k)) {
    return tern_op_error(call,
                         "is no call of ApproxTopK: operands, initial values, a comparator and the dimension "
                         "`reduction_dim` are expected, of static shapes");
  }
  tern_builder_t b = tern_builder_before(call);
  tern_op_t *sort = build_sort(&b, call, &top_k);
  for (size_t i = 0; i < top_k.count; ++i) {
    const tern_type_t *type = tern_op_result(call, i)->type;
    tern_part_t part;
    tern_part_of_all(&b, tern_op_result(sort, i), &part);
    part.sizes[top_k.dim] = tern_extent_of(tern_type_dim(type, top_k.dim));
    tern_value_replace_all_uses(tern_op_result(call, i), tern_build_part(&b, tern_op_result(sort, i), &part));
  }
  tern_op_destroy(call);
  return true;
}

// --- what a test expects ---

static bool rewrite_equality(tern_op_t *call) {
  const tern_type_t *i1 = tern_i_type_get(tern_op_context(call), 1), *answer = tern_tensor_type_get(i1, NULL, 0, NULL);
  if (call->operand_count != 2 || call->result_count != 1 || tern_op_result(call, 0)->type != answer ||
      tern_op_operand(call, 0)->type->kind != TERN_TYPE_TENSOR ||
      tern_op_operand(call, 0)->type != tern_op_operand(call, 1)->type) {
    return tern_op_error(call, "is no test of two tensors of one type for equality, which gives tensor<i1>");
  }
  tern_builder_t b = tern_builder_before(call);
  tern_build(&b, TERN_CHECK(EXPECT_EQ), .operands = TERN_VALUES(tern_op_operand(call, 0), tern_op_operand(call, 1)));
  const tern_attr_t *is_true = tern_dense_elements_attr_get_splat(answer, tern_integer_attr_get(i1, 1));
  tern_value_t *value = tern_build_value(&b, TERN_STABLEHLO(CONSTANT), .types = TERN_TYPES(answer),
                                         .attrs = TERN_ATTRS({"value", is_true}));
  tern_value_replace_all_uses(tern_op_result(call, 0), value);
  tern_op_destroy(call);
  return true;
}

// --- calls that stand for ops of shapes that are computed ---

// Those that later passes know stay; nobody else has a function of such a name.
static bool check_dynamic_call(tern_op_t *call, tern_str_t name) {
  static const char *const known[] = {"stablehlo.dynamic_reduce_window", "stablehlo.dynamic_rng_bit_generator",
                                      "stablehlo.dynamic_top_k"};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
    if (tern_str_equal_cstr(name, known[i])) return true;
  }
  tern_op_error(call, "calls @%.*s, which is no function that a program can be given", (int)name.size, name.data);
  tern_emit_note(call->loc,
                 "of the ops of StableHLO that are calls, dynamic_reduce_window, dynamic_rng_bit_generator and "
                 "dynamic_top_k are compiled; "
                 "refine the shapes of the program for the others");
  return false;
}

// --- the pass ---

// A call by name.
static bool rewrite_call(tern_op_t *call) {
  tern_str_t name = tern_string_attr_value(tern_op_attr(call, "call_target_name"));
  if (tern_str_starts_with(name, TERN_STR("stablehlo."))) return check_dynamic_call(call, name);
  const tern_op_row_t *row = find_unary(call, name);
  if (row) return rewrite_unary(call, row);
  if (tern_str_equal(name, TERN_STR("ApproxTopK"))) return rewrite_top_k(call);
  return tern_str_equal(name, TERN_STR("check.eq")) ? rewrite_equality(call) : true;
}

static bool rewrite(tern_op_t *op) {
  if (tern_op_is(op, TERN_INTERPRETER(RUN_PARALLEL))) {
    tern_op_error(op, "runs functions as processes that talk to each other, which only StableHLO's interpreter does");
    tern_emit_note(op->loc, "a program is one process here: its collective ops see replica 0 of partition 0");
    return false;
  }
  if (tern_op_is(op, TERN_CHECK(EXPECT_SERIALIZED_EQ))) {
    return tern_op_error(op, "compares with a file that interpreter.probe has written, and probes write no files here");
  }
  if (!tern_op_is(op, TERN_INTERPRETER(PROBE))) return rewrite_call(op);
  tern_value_replace_all_uses(tern_op_result(op, 0), tern_op_operand(op, 0));
  tern_op_destroy(op);
  return true;
}

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  bool is_special = op->def->dialect == &tern_interpreter_dialect || tern_op_is(op, TERN_CHECK(EXPECT_SERIALIZED_EQ));
  if (is_special) tern_vec_push((tern_op_list_t *)user, op);
  if (tern_hlo_is(op, TERN_HLO_CUSTOM_CALL) && tern_op_attr(op, "call_target_name"))
    tern_vec_push((tern_op_list_t *)user, op);
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t calls = {0};
  bool is_right = true;
  tern_op_walk_pre(root, collect, &calls);
  for (size_t i = 0; i < calls.count && is_right; ++i) {
    is_right = rewrite(calls.values[i]);
  }
  tern_vec_deinitialize(&calls);
  return is_right;
}

static const tern_dialect_t *const dialects[] = {&tern_check_dialect,     &tern_chlo_dialect,   &tern_func_dialect,
                                                 &tern_stablehlo_dialect, &tern_tensor_dialect, NULL};

const tern_pass_def_t tern_stablehlo_legalize_custom_calls_pass = {
    .name = "LegalizeStableHLOCustomCalls",
    .flag = "iree-stablehlo-legalize-custom-calls",
    .alias = "stablehlo-ext-chlo-recompose-ops",
    .summary = "Convert custom calls that name ops to these ops",
    .anchor = "builtin.module",
    .dialects = dialects,
    .run = run,
};
