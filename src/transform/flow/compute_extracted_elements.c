// --iree-flow-compute-extracted-elements: where few elements of a computed tensor are looked up, these are computed, and not all of it.
//
//   %l = linalg.generic ins(%x, %m : tensor<4096x50257xf32>, tensor<4096xf32>) { %x - %m }
//   linalg.generic ins(%labels : tensor<4096xi32>) {                            linalg.generic ins(%labels : tensor<4096xi32>) {
//     %e = tensor.extract %l[%i, %label]                                          %a = tensor.extract %x[%i, %label]
//                                                                       ->        %b = tensor.extract %m[%i]
//                                                                                 %e = %a - %b
//
// This is ours. The loss of a classifier looks up one logarithm of a probability of each row, for which all of them were computed and
// written. A tensor is looked into if its elements are computed one by one, if nobody but look-ups uses it or it has many times
// as many elements as are looked up, and if all sizes are known.

#include "base/map.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "transform/dispatch_creation/dispatch_region.h"

enum {
  MANY = 16,     // times as many elements as look-ups
  OPS_MAX = 32,  // of a body
};

static double count_elements(const tern_type_t *type) {
  double count = 1;
  for (size_t d = 0; d < tern_type_rank(type); ++d) count *= (double)tern_type_dims(type)[d];
  return count;
}

// How often the body of a structured op runs; 0: nobody knows.
static double count_iterations(const tern_op_t *op) {
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  double count = 1;
  if (!tern_linalg_static_loop_ranges(op, ranges)) return 0;
  for (size_t i = 0; i < tern_linalg_loop_count(op); ++i) count *= (double)ranges[i];
  return count;
}

// The structured op in whose body the look-up stands; NULL: none on tensors.
static tern_op_t *user_of(const tern_op_t *extract) {
  tern_op_t *op = tern_op_is(extract, TERN_TENSOR(EXTRACT)) ? tern_op_parent(extract) : NULL;
  bool is_structured = op && tern_op_is(op, TERN_LINALG(GENERIC)) && tern_linalg_has_tensor_semantics(op);
  return is_structured && !tern_is_in_dispatch(op) ? op : NULL;
}

// Are elements of the result computed from those of the inputs that its own indices name?
static bool is_computed_by_element(const tern_op_t *op, size_t result) {
  if (!tern_op_is(op, TERN_LINALG(GENERIC)) || !tern_linalg_has_tensor_semantics(op) || tern_is_in_dispatch(op))
    return false;
  if (!tern_linalg_is_all_parallel(op) || !tern_affine_map_is_identity(tern_linalg_output_map(op, result)))
    return false;
  size_t inputs = tern_linalg_input_count(op), ops = 0;
  for (size_t i = 0; i < inputs; ++i) {
    if (tern_op_operand(op, i)->type->kind != TERN_TYPE_TENSOR) return false;
    if (!tern_affine_map_is_projected_permutation(tern_linalg_indexing_map(op, i), true)) return false;
  }
  for (size_t i = 0; i < tern_linalg_output_count(op); ++i) {
    if (tern_linalg_reads_output(op, i)) return false;
  }
  tern_block_for_each_op(tern_linalg_body(op), inner) {
    if (inner->region_count || ++ops > OPS_MAX || tern_op_is(inner, TERN_TENSOR(EXTRACT))) return false;
  }
  return true;
}

static bool is_worth_it(const tern_value_t *tensor) {
  double looked_up = 0;
  bool has_others = false;
  tern_value_for_each_use(tensor, use) {
    const tern_op_t *user = tern_operand_index(use) == 0 ? user_of(use->owner) : NULL;
    double count = user ? count_iterations(user) : 0;
    if (user && count == 0) return false;
    looked_up += count;
    has_others |= !user;
  }
  return looked_up > 0 && looked_up * (has_others ? MANY : 1) <= count_elements(tensor->type);
}

// The element of an input at the place that the indices of the result say.
static tern_value_t *build_input(tern_builder_t *b, const tern_op_t *op, size_t input, tern_value_t *const *indices) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, input);
  tern_value_t *operands[1 + TERN_LINALG_MAX_LOOPS] = {tern_op_operand(op, input)};
  size_t rank = tern_type_rank(operands[0]->type);
  for (size_t r = 0; r < rank; ++r) {
    const tern_affine_expr_t *expr = map->results[r];
    for (size_t d = 0; d < tern_linalg_loop_count(op); ++d) {
      if (tern_affine_expr_is_dim(expr, d)) operands[1 + r] = indices[d];
    }
    if (!operands[1 + r]) operands[1 + r] = tern_build_index(b, 0);
  }
  return tern_build_value(b, TERN_TENSOR(EXTRACT), .operands = {operands, 1 + rank},
                          .types = TERN_TYPES(tern_type_element(operands[0]->type)));
}

static void compute(tern_op_t *extract, const tern_op_t *op, size_t result) {
  const tern_block_t *body = tern_linalg_body(op);
  tern_value_t *indices[TERN_LINALG_MAX_LOOPS];
  for (size_t i = 0; i + 1 < extract->operand_count; ++i) indices[i] = tern_op_operand(extract, 1 + i);
  tern_builder_t b = tern_builder_before(extract);
  tern_map_t mapping = {0};
  for (size_t i = 0; i < tern_linalg_input_count(op); ++i) {
    if (tern_value_has_uses(body->args[i])) tern_map_set(&mapping, body->args[i], build_input(&b, op, i, indices));
  }
  tern_block_for_each_op(body, inner) {
    if (inner == body->last_op) break;
    if (tern_op_is(inner, TERN_LINALG(INDEX))) {
      tern_map_set(&mapping, &inner->results[0], indices[tern_integer_attr_value(tern_op_attr(inner, "dim"))]);
    } else {
      tern_builder_clone(&b, inner, &mapping);
    }
  }
  tern_value_t *yielded = tern_op_operand(body->last_op, result), *value = tern_map_get(&mapping, yielded);
  tern_value_replace_all_uses(&extract->results[0], value ? value : yielded);
  tern_map_deinitialize(&mapping);
  tern_op_destroy(extract);
}

static bool is_wanted(const tern_op_t *op) {
  const tern_value_t *tensor = user_of(op) ? tern_op_operand(op, 0) : NULL;
  const tern_op_t *made = tensor ? tern_value_defining_op(tensor) : NULL;
  return made && tern_type_has_static_shape(tensor->type) && is_computed_by_element(made, tensor->index) &&
         is_worth_it(tensor);
}

// What is computed may look up what is computed, too.
static bool run(tern_op_t *root, tern_pass_t *pass) {
  enum { ROUNDS_MAX = 8 };
  for (int round = 0; round < ROUNDS_MAX; ++round) {
    tern_op_list_t extracts = tern_op_collect(root, TERN_PREORDER, is_wanted);
    size_t count = extracts.count;
    for (size_t i = 0; i < count; ++i) {
      const tern_value_t *tensor = tern_op_operand(extracts.values[i], 0);
      tern_op_t *made = tern_value_defining_op(tensor);
      compute(extracts.values[i], made, tensor->index);
      if (tern_op_is_trivially_dead(made)) tern_op_destroy(made);
    }
    tern_pass_count(pass, 0, (int64_t)count);
    tern_vec_deinitialize(&extracts);
    if (count == 0) break;
  }
  return true;
}

const tern_pass_def_t tern_compute_extracted_elements_pass = {
    .flag = "iree-flow-compute-extracted-elements",
    .name = "ComputeExtractedElementsPass",
    .summary = "Compute elements that are looked up, and not the whole tensor",
    .statistics = (const char *const[]){"num-computed - look-ups that compute", NULL},
    .run = run,
};
