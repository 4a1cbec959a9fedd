// vector: what is right for ops on memory.

#include <inttypes.h>

#include "dialect/vector/vector_hooks.h"

// Memory effects of ops on memrefs or tensors: tensors are values.
static bool has_memory(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; i++) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    if (type->kind == TERN_TYPE_MEMREF || type->kind == TERN_TYPE_UNRANKED_MEMREF) return true;
  }
  return false;
}
tern_traits_t tern_vector_read_effects(const tern_op_t *op) { return has_memory(op) ? TERN_TRAIT_MEM_READ : 0; }
tern_traits_t tern_vector_write_effects(const tern_op_t *op) { return has_memory(op) ? TERN_TRAIT_MEM_WRITE : 0; }

static bool have_same_shape(const tern_type_t *a, const tern_type_t *b) {
  if (tern_type_rank(a) != tern_type_rank(b)) return false;
  for (size_t i = 0; i < tern_type_rank(a); i++)
    if (tern_type_dim(a, i) != tern_type_dim(b, i)) return false;
  return tern_vector_type_scalable_mask(a) == tern_vector_type_scalable_mask(b);
}

static bool verify_indices(const tern_op_t *op, const char *group, const tern_type_t *base) {
  size_t start, count;
  tern_op_operands_named(op, group, &start, &count);
  return count == tern_type_rank(base) || tern_op_error(op, "requires %zu indices", tern_type_rank(base));
}

// A slice of the innermost dimensions, or one element that is itself a vector.
static bool verify_slice(const tern_op_t *op, const tern_type_t *memref, const tern_type_t *vector,
                         const char *direction) {
  const tern_type_t *element = tern_type_element(memref);
  int64_t strides[64], offset;
  size_t rank = tern_type_rank(memref);
  if (rank > 64 || !tern_memref_type_strides(memref, strides, &offset) || (rank > 0 && strides[rank - 1] != 1))
    return tern_op_error(op, "most minor memref dim must have unit stride");
  if (rank < tern_type_rank(vector) && element->kind != TERN_TYPE_VECTOR)
    return tern_op_error(op, "destination memref has lower rank than the result vector");
  if (element->kind == TERN_TYPE_VECTOR)
    return element == vector || tern_op_error(op, "base memref and %s vector types should match", direction);
  return element == tern_type_element(vector) || tern_op_error(op, "base and %s element types should match", direction);
}

bool tern_vector_verify_load(const tern_op_t *op) {
  const tern_type_t *memref = tern_op_operand(op, 0)->type;
  return verify_slice(op, memref, op->results[0].type, "result") && verify_indices(op, "indices", memref);
}

bool tern_vector_verify_store(const tern_op_t *op) {
  const tern_type_t *memref = tern_op_operand(op, 1)->type;
  return verify_slice(op, memref, tern_op_operand(op, 0)->type, "valueToStore") &&
         verify_indices(op, "indices", memref);
}

bool tern_vector_verify_masked_load(const tern_op_t *op) {
  const tern_type_t *memref = tern_op_operand(op, 0)->type, *result = op->results[0].type;
  const tern_type_t *mask = tern_op_operand_named(op, "mask")->type;
  if (tern_type_element(result) != tern_type_element(memref))
    return tern_op_error(op, "base and result element type should match");
  if (!verify_indices(op, "indices", memref)) return false;
  if (!have_same_shape(result, mask)) return tern_op_error(op, "expected result shape to match mask shape");
  return tern_op_operand_named(op, "pass_thru")->type == result ||
         tern_op_error(op, "expected pass_thru of same type as result type");
}

bool tern_vector_verify_masked_store(const tern_op_t *op) {
  const tern_type_t *memref = tern_op_operand(op, 0)->type;
  const tern_type_t *mask = tern_op_operand_named(op, "mask")->type;
  const tern_type_t *value = tern_op_operand_named(op, "valueToStore")->type;
  if (tern_type_element(value) != tern_type_element(memref))
    return tern_op_error(op, "base and valueToStore element type should match");
  if (!verify_indices(op, "indices", memref)) return false;
  return have_same_shape(value, mask) || tern_op_error(op, "expected valueToStore shape to match mask shape");
}

bool tern_vector_verify_gather(const tern_op_t *op) {
  const tern_type_t *base = tern_op_operand(op, 0)->type, *result = op->results[0].type;
  if (tern_type_element(base) != tern_type_element(result))
    return tern_op_error(op, "base and result element type should match");
  if (!verify_indices(op, "offsets", base)) return false;
  if (!have_same_shape(result, tern_op_operand_named(op, "indices")->type))
    return tern_op_error(op, "expected result dim to match indices dim");
  if (!have_same_shape(result, tern_op_operand_named(op, "mask")->type))
    return tern_op_error(op, "expected result dim to match mask dim");
  return tern_op_operand_named(op, "pass_thru")->type == result ||
         tern_op_error(op, "expected pass_thru of same type as result type");
}

bool tern_vector_verify_scatter(const tern_op_t *op) {
  const tern_type_t *base = tern_op_operand(op, 0)->type;
  const tern_type_t *value = tern_op_operand_named(op, "valueToStore")->type;
  if (tern_type_element(base) != tern_type_element(value))
    return tern_op_error(op, "base and valueToStore element type should match");
  if (!verify_indices(op, "offsets", base)) return false;
  if (!have_same_shape(value, tern_op_operand_named(op, "indices")->type))
    return tern_op_error(op, "expected valueToStore dim to match indices dim");
  if (!have_same_shape(value, tern_op_operand_named(op, "mask")->type))
    return tern_op_error(op, "expected valueToStore dim to match mask dim");
  bool is_tensor = base->kind == TERN_TYPE_TENSOR;
  if (is_tensor != (op->result_count > 0))
    return tern_op_error(op, is_tensor ? "expected a result of the type of the base tensor" : "expected no result");
  return !is_tensor || op->results[0].type == base ||
         tern_op_error(op, "expected a result of the type of the base tensor");
}

// --- transfers ---

static bool verify_map(const tern_op_t *op, const tern_affine_map_t *map, size_t source_rank) {
  if (map->symbol_count != 0) return tern_op_error(op, "requires permutation_map without symbols");
  if (map->dim_count != source_rank)
    return tern_op_error(op, "requires a permutation_map with input dims of the same rank as the source type");
  for (size_t i = 0; i < map->result_count; i++) {
    const tern_affine_expr_t *expr = map->results[i];
    bool is_zero = tern_affine_expr_is_constant(expr) && expr->value == 0;
    if (!is_zero && expr->kind != TERN_AFFINE_DIM)
      return tern_op_error(op,
                           "requires a projected permutation_map (at most one dim or the zero constant can appear in "
                           "each result)");
    for (size_t k = 0; k < i; k++)
      if (!is_zero && map->results[k] == expr)
        return tern_op_error(op,
                             "requires a permutation_map that is a permutation (found one dim used more than once)");
  }
  return true;
}

static bool verify_transfer(const tern_op_t *op, const tern_type_t *source, const tern_type_t *vector) {
  const tern_affine_map_t *map = tern_affine_map_attr_value(tern_op_attr(op, "permutation_map"));
  const tern_attr_t *bounds = tern_op_attr(op, "in_bounds");
  const tern_value_t *mask = tern_op_operand_named(op, "mask");
  if (source->kind != TERN_TYPE_MEMREF && source->kind != TERN_TYPE_TENSOR)
    return tern_op_error(op, "requires source to be a memref or ranked tensor type");
  if (!verify_indices(op, "indices", source)) return false;
  const tern_type_t *element = tern_type_element(source);
  size_t element_rank = tern_vector_rank(element);
  if (element->kind == TERN_TYPE_VECTOR) {
    if (mask) return tern_op_error(op, "does not support masks with vector element type");
    if (tern_type_rank(vector) < element_rank || tern_type_element(element) != tern_type_element(vector))
      return tern_op_error(op, "requires source vector element and vector result ranks to match");
  } else if (element != tern_type_element(vector)) {
    return tern_op_error(op, "requires source and vector element types to match");
  }
  if (!verify_map(op, map, tern_type_rank(source))) return false;
  if (map->result_count != tern_type_rank(vector) - element_rank)
    return tern_op_error(op, "requires a permutation_map with result dims of the same rank as the vector type");
  if (tern_array_attr_count(bounds) != map->result_count)
    return tern_op_error(op,
                         "expects the in_bounds attr of same rank as permutation_map results: %s vs inBounds of "
                         "size: %zu",
                         tern_attr_text(tern_op_attr(op, "permutation_map")), tern_array_attr_count(bounds));
  for (size_t i = 0; i < map->result_count; i++) {
    bool is_broadcast = tern_affine_expr_is_constant(map->results[i]);
    if (is_broadcast && !tern_integer_attr_value(tern_array_attr_at(bounds, i)) &&
        tern_op_is(op, TERN_VECTOR(TRANSFER_WRITE)))
      return tern_op_error(op, "requires broadcast dimensions to be in-bounds");
  }
  if (!mask) return true;
  const tern_type_t *expected = tern_vector_transfer_mask_type(vector, map);
  return mask->type == expected ||
         tern_op_error(op, "inferred mask type ('%s') and mask operand type ('%s') don't match",
                       tern_type_text(expected), tern_type_text(mask->type));
}

bool tern_vector_verify_transfer_read(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type;
  if (!verify_transfer(op, source, op->results[0].type)) return false;
  return tern_op_operand_named(op, "padding")->type == tern_type_element(source) ||
         tern_op_error(op, "requires formal padding and source of the same elemental type");
}

bool tern_vector_verify_transfer_write(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 1)->type;
  if (!verify_transfer(op, source, tern_op_operand(op, 0)->type)) return false;
  const tern_affine_map_t *map = tern_affine_map_attr_value(tern_op_attr(op, "permutation_map"));
  for (size_t i = 0; i < map->result_count; i++)
    if (tern_affine_expr_is_constant(map->results[i])) return tern_op_error(op, "should not have broadcast dimensions");
  bool is_tensor = source->kind == TERN_TYPE_TENSOR;
  bool is_right = is_tensor ? op->result_count == 1 && op->results[0].type == source : op->result_count == 0;
  return is_right ||
         tern_op_error(op, is_tensor ? "expected a result of the type of the tensor" : "expected no result");
}

bool tern_vector_verify_type_cast(const tern_op_t *op) {
  const tern_type_t *in = tern_op_operand(op, 0)->type, *out = op->results[0].type;
  if (in->kind != TERN_TYPE_MEMREF || out->kind != TERN_TYPE_MEMREF) return true;
  if (tern_memref_type_layout(in)) return tern_op_error(op, "expects operand to be a memref with identity layout");
  if (tern_memref_type_layout(out)) return tern_op_error(op, "expects result to be a memref with identity layout");
  if (tern_memref_type_memory_space(in) != tern_memref_type_memory_space(out))
    return tern_op_error(op, "expects result in same memory space");
  const tern_type_t *element = tern_type_element(out);
  if (tern_vector_element(tern_type_element(in)) != tern_vector_element(element))
    return tern_op_error(op, "expects result and operand with same underlying scalar type: '%s'", tern_type_text(out));
  // Dimensions of memref and element, one after the other.
  size_t in_rank = tern_type_rank(in), out_rank = tern_type_rank(out);
  size_t in_total = in_rank + tern_vector_rank(tern_type_element(in)), out_total = out_rank + tern_vector_rank(element);
  bool is_same = in_total == out_total;
  for (size_t i = 0; is_same && i < in_total; i++) {
    int64_t a = i < in_rank ? tern_type_dim(in, i) : tern_type_dim(tern_type_element(in), i - in_rank);
    int64_t b = i < out_rank ? tern_type_dim(out, i) : tern_type_dim(element, i - out_rank);
    is_same = a == b;
  }
  return is_same ||
         tern_op_error(op, "expects concatenated result and operand shapes to be equal: '%s'", tern_type_text(out));
}
