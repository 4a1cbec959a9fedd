// vector: parts and other shapes of masks are masks (upstream: the patterns of VectorOps.cpp and VectorTransforms around
// create_mask and constant_mask).

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/vector/vector_hooks.h"

enum { MAX_RANK = 32 };

// How many lanes of each dimension are set: values of vector.create_mask, or numbers of vector.constant_mask.
typedef struct mask_sizes {
  size_t count;
  tern_value_t *values[MAX_RANK];  // NULL: a number
  int64_t numbers[MAX_RANK];
} mask_sizes_t;

// Of a mask that has dimensions.
static bool read_mask(const tern_value_t *mask, mask_sizes_t *out_sizes) {
  const tern_op_t *op = tern_value_defining_op(mask);
  bool is_constant = op && tern_op_is(op, TERN_VECTOR(CONSTANT_MASK));
  if (!is_constant && !(op && tern_op_is(op, TERN_VECTOR(CREATE_MASK)))) return false;
  out_sizes->count = tern_type_rank(mask->type);
  if (out_sizes->count == 0 || out_sizes->count > MAX_RANK) return false;
  for (size_t i = 0; i < out_sizes->count; i++) {
    out_sizes->values[i] = is_constant ? NULL : tern_op_operand(op, i);
    out_sizes->numbers[i] = is_constant ? tern_dense_array_attr_int(tern_op_attr(op, "mask_dim_sizes"), i) : 0;
  }
  return true;
}

static bool constant_size(const mask_sizes_t *sizes, size_t dim, int64_t *out_size) {
  if (sizes->values[dim]) return tern_value_constant_int(sizes->values[dim], out_size);
  *out_size = sizes->numbers[dim];
  return true;
}

static tern_value_t *build_constant_mask(tern_builder_t *builder, const tern_type_t *type, const int64_t *sizes) {
  const tern_attr_t *list = tern_dense_i64_array_attr_get(builder->context, sizes, tern_type_rank(type));
  return tern_build_value(builder, TERN_VECTOR(CONSTANT_MASK), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"mask_dim_sizes", list}));
}

// The mask of these sizes; they are all values or all numbers.
static tern_value_t *build_mask(tern_builder_t *builder, const tern_type_t *type, const mask_sizes_t *sizes) {
  if (!sizes->values[0]) return build_constant_mask(builder, type, sizes->numbers);
  return tern_build_value(builder, TERN_VECTOR(CREATE_MASK), .operands = {sizes->values, sizes->count},
                          .types = TERN_TYPES(type));
}

static bool replace_by_mask(tern_op_t *op, tern_rewriter_t *rewriter, const mask_sizes_t *sizes) {
  tern_value_t *made = build_mask(&rewriter->builder, op->results[0].type, sizes);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(made));
  return true;
}

// --- sizes that are constant ---

// The factor of a multiple of vscale.
static bool vscale_factor(const tern_value_t *value, int64_t *out_factor) {
  const tern_op_t *product = tern_value_defined_by(value, TERN_ARITH(MULI));
  if (!product) return false;
  for (size_t i = 0; i < 2; i++)
    if (tern_value_defined_by(tern_op_operand(product, i), TERN_VECTOR(VSCALE)))
      return tern_value_constant_int(tern_op_operand(product, 1 - i), out_factor);
  return false;
}

// Sizes that are all constant: vector.constant_mask. Of a scalable dimension only "none" and "all" can be told: nothing by
// a number that is not a multiple of vscale, but none if it is not positive.
bool tern_vector_canonicalize_create_mask(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_type_t *type = op->results[0].type;
  size_t rank = tern_type_rank(type), count = op->operand_count;
  int64_t sizes[MAX_RANK];
  bool is_empty = false;
  if (count > MAX_RANK) return false;
  for (size_t i = 0; i < count; i++) {
    int64_t size, factor, limit = rank == 0 ? 1 : tern_type_dim(type, i);
    bool is_scalable = rank > 0 && (tern_vector_type_scalable_mask(type) >> i & 1);
    const tern_value_t *operand = tern_op_operand(op, i);
    if (tern_value_constant_int(operand, &size)) {
      if (is_scalable && size > 0) return false;
    } else if (is_scalable && vscale_factor(operand, &factor) && (factor <= 0 || factor >= limit)) {
      size = factor;
    } else {
      return false;
    }
    sizes[i] = size < 0 ? 0 : size > limit ? limit : size;
    is_empty |= sizes[i] == 0;
  }
  for (size_t i = 0; is_empty && i < count; i++) sizes[i] = 0;
  tern_builder_set_before(&rewriter->builder, op);
  const tern_attr_t *list = tern_dense_i64_array_attr_get(tern_op_context(op), sizes, count);
  tern_build_args_t args = {.types = TERN_TYPES(type), .attrs = TERN_ATTRS({"mask_dim_sizes", list})};
  tern_rewriter_replace_with(rewriter, op, TERN_VECTOR(CONSTANT_MASK), &args);
  return true;
}

// --- parts and shapes ---

bool tern_vector_transpose_mask(tern_op_t *op, tern_rewriter_t *rewriter) {
  mask_sizes_t from, sizes;
  const tern_attr_t *permutation = tern_op_attr(op, "permutation");
  if (!read_mask(tern_op_operand(op, 0), &from)) return false;
  sizes.count = from.count;
  for (size_t i = 0; i < sizes.count; i++) {
    size_t dim = (size_t)tern_dense_array_attr_int(permutation, i);
    sizes.values[i] = from.values[dim];
    sizes.numbers[i] = from.numbers[dim];
  }
  tern_builder_set_before(&rewriter->builder, op);
  return replace_by_mask(op, rewriter, &sizes);
}

typedef enum lane { LANE_UNKNOWN, LANE_OFF, LANE_ON } lane_t;

// Is the lane at `position` (TERN_DYNAMIC: some position) of dimension `dim` set?
static lane_t lane_at(const tern_type_t *type, const mask_sizes_t *sizes, size_t dim, int64_t position) {
  int64_t size;
  if (!constant_size(sizes, dim, &size)) return LANE_UNKNOWN;
  if (size <= 0) return LANE_OFF;
  if (position != TERN_DYNAMIC) return position < size ? LANE_ON : LANE_OFF;
  bool is_scalable = tern_vector_type_scalable_mask(type) >> dim & 1;
  return !is_scalable && size >= tern_type_dim(type, dim) ? LANE_ON : LANE_UNKNOWN;
}

bool tern_vector_extract_from_mask(tern_op_t *op, tern_rewriter_t *rewriter) {
  mask_sizes_t sizes;
  tern_value_t *mask = tern_op_operand(op, 0);
  const tern_type_t *type = op->results[0].type;
  const tern_attr_t *list = tern_op_attr(op, "static_position");
  size_t count = tern_dense_array_attr_count(list);
  if (!read_mask(mask, &sizes)) return false;
  bool is_off = false, is_known = true;
  for (size_t i = 0; i < count; i++) {
    int64_t position = tern_dense_array_attr_int(list, i);
    if (position != TERN_DYNAMIC && position < 0) return false;
    lane_t lane = lane_at(mask->type, &sizes, i, position);
    is_off |= lane == LANE_OFF;
    is_known &= lane != LANE_UNKNOWN;
  }
  if (!is_off && (!is_known || count == 0)) return false;
  tern_builder_t *builder = &rewriter->builder;
  tern_builder_set_before(builder, op);
  const tern_attr_t *flag = tern_bool_attr_get(builder->context, !is_off);
  if (type->kind != TERN_TYPE_VECTOR || is_off) {
    if (type->kind == TERN_TYPE_VECTOR) flag = tern_dense_elements_attr_get_splat(type, flag);
    tern_rewriter_replace(rewriter, op, TERN_VALUES(tern_build_constant(builder, flag)));
    return true;
  }
  if (tern_type_rank(type) == 0) return false;
  sizes.count -= count;
  for (size_t i = 0; i < sizes.count; i++) {
    sizes.values[i] = sizes.values[count + i];
    sizes.numbers[i] = sizes.numbers[count + i];
  }
  return replace_by_mask(op, rewriter, &sizes);
}

// The lanes that are set begin at 0: a box of a mask has so many less as it begins later.
bool tern_vector_canonicalize_extract_slice(tern_op_t *op, tern_rewriter_t *rewriter) {
  mask_sizes_t sizes;
  const tern_attr_t *offsets = tern_op_attr(op, "offsets");
  const tern_type_t *type = op->results[0].type;
  if (!read_mask(tern_op_operand(op, 0), &sizes)) return false;
  tern_builder_t *builder = &rewriter->builder;
  tern_builder_set_before(builder, op);
  bool is_empty = false;
  for (size_t i = 0; i < sizes.count; i++) {
    int64_t offset = i < tern_array_attr_count(offsets) ? tern_int_list_attr_at(offsets, i) : 0;
    int64_t size = tern_type_dim(type, i), rest = sizes.numbers[i] - offset;
    sizes.numbers[i] = rest < 0 ? 0 : rest > size ? size : rest;
    is_empty |= sizes.numbers[i] == 0;
    if (sizes.values[i] && offset > 0)
      sizes.values[i] = tern_build_value(builder, TERN_ARITH(SUBI),
                                         .operands = TERN_VALUES(sizes.values[i], tern_build_index(builder, offset)));
  }
  for (size_t i = 0; is_empty && i < sizes.count; i++) sizes.numbers[i] = 0;
  return replace_by_mask(op, rewriter, &sizes);
}

// Innermost dimensions of one lane, which is set, may go.
bool tern_vector_canonicalize_shape_cast(tern_op_t *op, tern_rewriter_t *rewriter) {
  mask_sizes_t sizes;
  tern_value_t *mask = tern_op_operand(op, 0);
  const tern_type_t *type = op->results[0].type;
  size_t rank = tern_type_rank(type);
  if (!read_mask(mask, &sizes) || rank == 0 || rank >= sizes.count) return false;
  uint64_t scalable = tern_vector_type_scalable_mask(mask->type);
  if (scalable != tern_vector_type_scalable_mask(type)) return false;
  for (size_t i = 0; i < sizes.count; i++) {
    int64_t size;
    if (i < rank ? tern_type_dim(mask->type, i) != tern_type_dim(type, i)
                 : tern_type_dim(mask->type, i) != 1 || !constant_size(&sizes, i, &size) || size < 1)
      return false;
  }
  sizes.count = rank;
  tern_builder_set_before(&rewriter->builder, op);
  return replace_by_mask(op, rewriter, &sizes);
}
