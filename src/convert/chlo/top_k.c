// --stablehlo-legalize-top-k: chlo.top_k, mhlo.topk and stablehlo.custom_call @mhlo.topk as a stable sort of the elements
// with their positions, of which the first k are taken. The k of stablehlo.custom_call @stablehlo.dynamic_top_k is computed.
//
//   %v, %i = chlo.top_k(%x, k = 2) : tensor<4x8xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
// becomes
//   %n = stablehlo.iota dim = 1 : tensor<4x8xi32>
//   %s:2 = "stablehlo.sort"(%x, %n) <{dimension = 1, is_stable = true}> ({ compare GT, TOTALORDER })
// and the first two columns of both. Of equal elements the one with the lower position comes first.

#include "convert/chlo/math.h"
#include "convert/stablehlo/loop_build.h"
#include "dialect/chlo/chlo.h"
#include "dialect/stablehlo/stablehlo.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

// As stablehlo.comparison_type numbers them.
enum { COMPARE_TOTAL_ORDER = 2, COMPARE_SIGNED, COMPARE_UNSIGNED };

typedef struct top_k {
  int64_t k;  // TERN_DYNAMIC: operand 1 says
  bool is_least;
} top_k_t;

static bool calls(const tern_op_t *op, const char *name) {
  const tern_attr_t *target = tern_hlo_is(op, TERN_HLO_CUSTOM_CALL) ? tern_op_attr(op, "call_target_name") : NULL;
  return target && tern_str_equal_cstr(tern_string_attr_value(target), name);
}

static bool is_integer_scalar(const tern_type_t *type) {
  return type->kind == TERN_TYPE_TENSOR && tern_type_rank(type) == 0 && tern_type_is_integer(tern_type_element(type));
}

// Is `op` one of the forms?
static bool read_top_k(const tern_op_t *op, top_k_t *out) {
  const tern_attr_t *k = tern_op_attr(op, "k"), *largest = tern_op_attr(op, "largest");
  bool is_dynamic = calls(op, "stablehlo.dynamic_top_k");
  if (is_dynamic) {
    if (op->operand_count != 2 || !is_integer_scalar(tern_op_operand(op, 1)->type)) return false;
  } else if (tern_hlo_is(op, TERN_HLO_CUSTOM_CALL)) {
    const tern_attr_t *attrs = tern_op_attr(op, "mhlo.attributes");
    if (!calls(op, "mhlo.topk")) return false;
    if (!attrs || attrs->kind != TERN_ATTR_DICTIONARY) return false;
    k = tern_dictionary_attr_lookup(attrs, TERN_STR("k"));
    largest = tern_dictionary_attr_lookup(attrs, TERN_STR("largest"));
  } else if (!tern_op_is(op, TERN_CHLO(TOP_K)) && !tern_hlo_is(op, TERN_HLO_TOPK)) {
    return false;
  }
  if (op->result_count != 2 || (!is_dynamic && (!tern_attr_is_integer(k) || op->operand_count != 1))) return false;
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  if (type->kind != TERN_TYPE_TENSOR || tern_type_rank(type) == 0 || tern_type_rank(type) > MAX_RANK) return false;
  for (size_t i = 0; i < 2; ++i) {
    const tern_type_t *result = tern_op_result(op, i)->type;
    if (result->kind != TERN_TYPE_TENSOR || tern_type_rank(result) != tern_type_rank(type)) return false;
  }
  *out = (top_k_t){is_dynamic ? TERN_DYNAMIC : tern_integer_attr_value(k),
                   tern_attr_is_integer(largest) && tern_integer_attr_value(largest) == 0};
  return tern_type_is_integer(tern_type_element(tern_op_result(op, 1)->type));
}

static tern_value_t *build_positions(tern_builder_t *b, tern_value_t *x, const tern_type_t *element) {
  int64_t rank = (int64_t)tern_type_rank(x->type);
  const tern_type_t *type = tern_type_with_element(x->type, element);
  const tern_attr_t *dim = tern_integer_attr_get(tern_i_type_get(b->context, 64), rank - 1);
  if (tern_type_has_static_shape(type)) {
    return tern_build_value(b, TERN_STABLEHLO(IOTA), .types = TERN_TYPES(type),
                            .attrs = TERN_ATTRS({"iota_dimension", dim}));
  }
  tern_value_t *sizes[MAX_RANK];
  for (int64_t d = 0; d < rank; ++d) sizes[d] = tern_build_extent(b, tern_build_dim(b, x, (size_t)d));
  const tern_type_t *list = tern_tensor_type_get(tern_index_type_get(b->context), &rank, 1, NULL);
  tern_value_t *shape =
      tern_build_value(b, TERN_TENSOR(FROM_ELEMENTS), .operands = {sizes, (size_t)rank}, .types = TERN_TYPES(list));
  return tern_build_value(b, TERN_STABLEHLO(DYNAMIC_IOTA), .operands = TERN_VALUES(shape), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"iota_dimension", dim}));
}

static tern_op_t *build_sort(tern_builder_t *b, const top_k_t *top_k, tern_value_t *x, tern_value_t *positions) {
  const tern_type_t *element = tern_type_element(x->type);
  const tern_type_t *scalar = tern_tensor_type_get(element, NULL, 0, NULL);
  const tern_type_t *number = tern_tensor_type_get(tern_type_element(positions->type), NULL, 0, NULL);
  const tern_attr_t *dim = tern_integer_attr_get(tern_i_type_get(b->context, 64), (int64_t)tern_type_rank(x->type) - 1);
  const tern_attr_t *is_stable = tern_integer_attr_get(tern_i_type_get(b->context, 1), 1);
  tern_op_t *sort = tern_build(b, TERN_STABLEHLO(SORT), .operands = TERN_VALUES(x, positions),
                               .types = TERN_TYPES(x->type, positions->type), .regions = 1,
                               .attrs = TERN_ATTRS({"dimension", dim}, {"is_stable", is_stable}));
  tern_builder_t inside = *b;
  tern_block_t *body = tern_builder_add_block(&inside, &sort->regions[0], TERN_TYPES(scalar, scalar, number, number));
  bool has_no_sign = tern_type_is_integer(element) &&
                     (tern_integer_type_signedness(element) == TERN_UNSIGNED || tern_integer_type_width(element) == 1);
  int64_t type = tern_type_is_float(element) ? COMPARE_TOTAL_ORDER : has_no_sign ? COMPARE_UNSIGNED : COMPARE_SIGNED;
  tern_chlo_math_t math = {.b = &inside, .like = body->args[0]};
  tern_value_t *comes_first =
      tern_chlo_build_compare(&math, body->args[0], body->args[1], top_k->is_least ? TERN_CHLO_LT : TERN_CHLO_GT, type);
  tern_build(&inside, TERN_STABLEHLO(RETURN), .operands = TERN_VALUES(comes_first));
  return sort;
}

static tern_extent_t build_k(tern_builder_t *b, const tern_op_t *op, const top_k_t *top_k) {
  if (top_k->k != TERN_DYNAMIC) return tern_extent_of(top_k->k);
  tern_value_t *number = tern_op_operand(op, 1), *scalar = tern_build_only_element(b, number);
  return tern_extent_of_value(tern_build_index_from(b, scalar, tern_type_element(number->type)));
}

static void rewrite(tern_op_t *op, const top_k_t *top_k) {
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *x = tern_op_operand(op, 0);
  tern_extent_t k = build_k(&b, op, top_k);
  tern_op_t *sort = build_sort(&b, top_k, x, build_positions(&b, x, tern_type_element(tern_op_result(op, 1)->type)));
  for (size_t i = 0; i < 2; ++i) {
    tern_part_t part;
    tern_part_of_all(&b, tern_op_result(sort, i), &part);
    part.sizes[part.rank - 1] = k;
    tern_value_t *first = tern_build_part(&b, tern_op_result(sort, i), &part);
    tern_value_replace_all_uses(tern_op_result(op, i), tern_build_tensor_cast(&b, first, tern_op_result(op, i)->type));
  }
  tern_op_destroy(op);
}

static bool is_top_k(const tern_op_t *op) {
  top_k_t top_k;
  return read_top_k(op, &top_k);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  bool is_right = true;
  tern_op_list_t ops = tern_op_collect(root, TERN_PREORDER, is_top_k);
  for (size_t i = 0; i < ops.count && is_right; ++i) {
    top_k_t top_k;
    read_top_k(ops.values[i], &top_k);
    const tern_type_t *type = tern_op_operand(ops.values[i], 0)->type;
    int64_t size = tern_type_dim(type, tern_type_rank(type) - 1);
    if (top_k.k != TERN_DYNAMIC && (top_k.k < 0 || (size != TERN_DYNAMIC && top_k.k > size))) {
      is_right = tern_op_error(ops.values[i], "asks for %lld elements of %lld", (long long)top_k.k, (long long)size);
    } else {
      rewrite(ops.values[i], &top_k);
    }
  }
  tern_vec_deinitialize(&ops);
  return is_right;
}

static const tern_dialect_t *const dialects[] = {&tern_stablehlo_dialect, &tern_tensor_dialect, NULL};

const tern_pass_def_t tern_stablehlo_legalize_top_k_pass = {
    .name = "StablehloLegalizeTopKPass",
    .flag = "stablehlo-legalize-top-k",
    .summary = "Convert top_k to a sort of which the first elements are taken",
    .dialects = dialects,
    .run = run,
};
