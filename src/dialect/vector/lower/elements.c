// vector: from_elements and to_elements of several dimensions by those of one dimension less (upstream:
// populateVectorFromElementsUnrollPatterns, populateVectorToElementsUnrollPatterns).

#include <stdlib.h>

#include "base/arena.h"
#include "dialect/vector/build.h"
#include "dialect/vector/lower/replace.h"
#include "dialect/vector/lowering.h"
#include "dialect/vector/vector.h"

// The type of the parts along the outermost dimension; NULL if there is just one dimension, or no number of parts.
static const tern_type_t *part_of(const tern_type_t *type) {
  if (tern_type_rank(type) < 2 || tern_vector_type_scalable_mask(type)) return NULL;
  return tern_vector_type_get(tern_type_element(type), tern_type_dims(type) + 1, tern_type_rank(type) - 1, 0);
}

static bool unroll_from_elements(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  const tern_type_t *type = tern_op_result(op, 0)->type, *part = part_of(type);
  if (!part) return false;
  size_t count = (size_t)tern_type_element_count(part);
  tern_value_t **elements = tern_malloc((count + 1) * sizeof *elements);
  tern_value_t *result = tern_vector_make_poison(b, type);
  for (int64_t i = 0; i < tern_type_dim(type, 0); ++i) {
    for (size_t k = 0; k < count; ++k) elements[k] = tern_op_operand(op, (size_t)i * count + k);
    tern_value_t *row =
        tern_build_value(b, TERN_VECTOR(FROM_ELEMENTS), .operands = {elements, count}, .types = TERN_TYPES(part));
    result = tern_vector_make_insert_at(b, row, result, i);
  }
  free(elements);
  return replace_by(rewriter, op, result);
}

static bool unroll_to_elements(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *source = tern_op_operand(op, 0);
  const tern_type_t *part = part_of(source->type);
  if (!part) return false;
  size_t count = (size_t)tern_type_element_count(part), part_count = (size_t)tern_type_dim(source->type, 0);
  tern_value_t **elements = tern_malloc((count * part_count + 1) * sizeof *elements);
  tern_value_t **parts = tern_malloc(part_count * sizeof *parts);
  const tern_type_t **types = tern_malloc((count + 1) * sizeof *types);
  for (size_t k = 0; k < count; ++k) types[k] = tern_type_element(part);
  for (size_t i = 0; i < part_count; ++i) parts[i] = tern_vector_make_extract_at(b, source, (int64_t)i);
  for (size_t i = 0; i < part_count; ++i) {
    tern_op_t *made =
        tern_build(b, TERN_VECTOR(TO_ELEMENTS), .operands = TERN_VALUES(parts[i]), .types = {types, count});
    for (size_t k = 0; k < count; ++k) elements[i * count + k] = tern_op_result(made, k);
  }
  tern_rewriter_replace(rewriter, op, (tern_values_t){elements, count * part_count});
  free(elements);
  free(parts);
  free((void *)types);
  return true;
}

const tern_pattern_t tern_vector_from_elements_patterns[] = {
    {"unroll-from-elements", TERN_VECTOR(FROM_ELEMENTS), 1, unroll_from_elements}, {0}};
const tern_pattern_t tern_vector_to_elements_patterns[] = {
    {"unroll-to-elements", TERN_VECTOR(TO_ELEMENTS), 1, unroll_to_elements}, {0}};
