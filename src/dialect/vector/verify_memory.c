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

// Elements of the vector lie one after the other; a single one lies anywhere.
static bool verify_stride(const tern_op_t *op, const tern_type_t *memref, const tern_type_t *vector) {
  bool is_scalable = tern_vector_type_scalable_mask(vector) != 0;
  if (!is_scalable && tern_type_element_count(vector) == 1) return true;
  int64_t strides[64], offset;
  size_t rank = tern_type_rank(memref);
  bool is_unit = rank <= 64 && tern_memref_type_strides(memref, strides, &offset);
  return (is_unit && (rank == 0 || strides[rank - 1] == 1)) ||
         tern_op_error(op, "most minor memref dim must have unit stride");
}

// A slice of the innermost dimensions, or one element that is itself a vector.
static bool verify_slice(const tern_op_t *op, const tern_type_t *memref, const tern_type_t *vector, bool is_load) {
  const tern_type_t *element = tern_type_element(memref);
  const char *value = is_load ? "result" : "valueToStore";
  if (!verify_stride(op, memref, vector)) return false;
  if (tern_type_rank(memref) < tern_type_rank(vector)) {
    return tern_op_error(op, is_load ? "destination memref has lower rank than the result vector"
                                     : "source memref has lower rank than the vector to store");
  }
  if (element->kind == TERN_TYPE_VECTOR)
    return element == vector || tern_op_error(op, "base memref and %s vector types should match", value);
  return element == tern_type_element(vector) ||
         tern_op_error(op, "base and %s element type%s should match", value, is_load ? "s" : "");
}

bool tern_vector_verify_load(const tern_op_t *op) {
  const tern_type_t *memref = tern_op_operand(op, 0)->type;
  return verify_slice(op, memref, op->results[0].type, true) && verify_indices(op, "indices", memref);
}

bool tern_vector_verify_store(const tern_op_t *op) {
  const tern_type_t *memref = tern_op_operand(op, 1)->type;
  return verify_slice(op, memref, tern_op_operand(op, 0)->type, false) && verify_indices(op, "indices", memref);
}

bool tern_vector_verify_masked_load(const tern_op_t *op) {
  const tern_type_t *memref = tern_op_operand(op, 0)->type, *result = op->results[0].type;
  const tern_type_t *mask = tern_op_operand_named(op, "mask")->type;
  if (tern_type_element(result) != tern_type_element(memref))
    return tern_op_error(op, "base and result element type should match");
  if (!verify_indices(op, "indices", memref)) return false;
  if (!have_same_shape(result, mask)) {
    const char *what = tern_op_is(op, TERN_VECTOR(EXPANDLOAD)) ? "dim" : "shape";
    return tern_op_error(op, "expected result %s to match mask %s", what, what);
  }
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
  const char *what = tern_op_is(op, TERN_VECTOR(COMPRESSSTORE)) ? "dim" : "shape";
  return have_same_shape(value, mask) || tern_op_error(op, "expected valueToStore %s to match mask %s", what, what);
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

// Bits of a vector's innermost dimension, or of a scalar. An index has as many as upstream's default layout gives it.
static uint64_t minor_width(const tern_type_t *type) {
  const tern_type_t *element = tern_vector_element(type);
  uint64_t width = element->kind == TERN_TYPE_INDEX ? 64 : tern_type_bit_width(element);
  size_t rank = tern_vector_rank(type);
  return rank > 0 ? width * (uint64_t)tern_type_dim(type, rank - 1) : width;
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
  // The elements may be of another type than the vector's: then as many of one fill one of the other.
  uint64_t width = minor_width(element), vector_width = minor_width(vector);
  if (element->kind == TERN_TYPE_VECTOR) {
    if (width == 0 || vector_width % width != 0)
      return tern_op_error(op,
                           "requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth "
                           "of the minor 1-D vector of the source");
    if (tern_type_rank(vector) < element_rank)
      return tern_op_error(op, "requires source vector element and vector result ranks to match.");
    if (mask) return tern_op_error(op, "does not support masks with vector element type");
  } else if (width == 0 || vector_width % width != 0) {
    return tern_op_error(op,
                         "requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of "
                         "the source element type");
  }
  if (!verify_map(op, map, tern_type_rank(source))) return false;
  if (map->result_count != tern_type_rank(vector) - element_rank)
    return tern_op_error(op, "requires a permutation_map with result dims of the same rank as the vector type");
  if (tern_array_attr_count(bounds) != map->result_count)
    return tern_op_error(op,
                         "expects the in_bounds attr of same rank as permutation_map results: %s vs inBounds of "
                         "size: %zu",
                         tern_attr_text(tern_op_attr(op, "permutation_map")), tern_array_attr_count(bounds));
  if (!mask) return true;
  const tern_type_t *expected = tern_vector_transfer_mask_type(vector, map);
  return mask->type == expected ||
         tern_op_error(op, "inferred mask type ('%s') and mask operand type ('%s') don't match",
                       tern_type_text(expected), tern_type_text(mask->type));
}

bool tern_vector_verify_transfer_read(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type;
  if (!verify_transfer(op, source, op->results[0].type)) return false;
  const tern_type_t *element = tern_type_element(source);
  if (tern_op_operand_named(op, "padding")->type == element) return true;
  return tern_op_error(op, element->kind == TERN_TYPE_VECTOR
                               ? "requires source element type and padding type to match."
                               : "requires formal padding and source of the same elemental type");
}

bool tern_vector_verify_transfer_write(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 1)->type;
  const tern_affine_map_t *map = tern_affine_map_attr_value(tern_op_attr(op, "permutation_map"));
  if (tern_type_is_ranked(source) && !verify_indices(op, "indices", source)) return false;
  for (size_t i = 0; i < map->result_count; i++)
    if (tern_affine_expr_is_constant(map->results[i]) && map->results[i]->value == 0)
      return tern_op_error(op, "should not have broadcast dimensions");
  if (!verify_transfer(op, source, tern_op_operand(op, 0)->type)) return false;
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
