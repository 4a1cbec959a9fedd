// What is done to a gpu.module before it is converted: gpu ops become simpler gpu ops, vectors of several dimensions are
// made of their rows (upstream: populateGpuRewritePatterns, populateVectorFromElementsUnrollPatterns).

#include "base/arena.h"
#include "convert/gpu_to_llvm/gpu_to_llvm_common.h"
#include "dialect/ub/ub.h"
#include "dialect/vector/vector.h"
#include "ir/context.h"
#include "rewrite/greedy.h"

// vector.from_elements of several dimensions: of its sub-vectors, which are made of their elements.
static bool unroll_from_elements(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  size_t rank = tern_type_rank(type);
  if (rank < 2 || tern_vector_type_scalable_mask(type)) return false;
  const tern_type_t *part = tern_vector_type_get(tern_type_element(type), tern_type_dims(type) + 1, rank - 1, 0);
  size_t count = (size_t)tern_type_element_count(part);
  tern_value_t **elements = tern_malloc((count + 1) * sizeof *elements);
  tern_value_t *result = tern_build_value(b, TERN_UB(POISON), .types = TERN_TYPES(type),
                                          .attrs = TERN_ATTRS({"value", tern_ub_poison_attr(b->context)}));
  for (int64_t i = 0; i < tern_type_dim(type, 0); ++i) {
    for (size_t k = 0; k < count; ++k) elements[k] = tern_op_operand(op, (size_t)i * count + k);
    tern_value_t *row =
        tern_build_value(b, TERN_VECTOR(FROM_ELEMENTS), .operands = {elements, count}, .types = TERN_TYPES(part));
    const tern_attr_t *position = tern_dense_i64_array_attr_get(b->context, &i, 1);
    result = tern_build_value(b, TERN_VECTOR(INSERT), .operands = TERN_VALUES(row, result), .types = TERN_TYPES(type),
                              .attrs = TERN_ATTRS({"static_position", position}));
  }
  free(elements);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(result));
  return true;
}

bool tern_gpu_rewrite_module(tern_op_t *module, bool unrolls_vectors) {
  static const tern_pattern_t unroll = {"unroll-from-elements", TERN_VECTOR(FROM_ELEMENTS), 1, unroll_from_elements};
  TERN_VEC(tern_pattern_t) patterns = {0};
  for (size_t i = 0; i < tern_gpu_rewrite_count; ++i) tern_vec_push(&patterns, tern_gpu_rewrites[i]);
  if (unrolls_vectors) tern_vec_push(&patterns, unroll);
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.top_down = false;
  options.merge_blocks = true;
  bool has_ended = tern_apply_patterns_greedily(module, patterns.values, patterns.count, NULL, &options, NULL);
  tern_vec_deinitialize(&patterns);
  return has_ended;
}
