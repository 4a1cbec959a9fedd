// Building vector ops.

#include "dialect/vector/build.h"

#include <stdlib.h>

#include "base/arena.h"
#include "dialect/arith/arith.h"
#include "dialect/ub/ub.h"

// --- types ---

const tern_type_t *tern_vector_without_dim(const tern_type_t *type, size_t dim) {
  int64_t dims[TERN_VECTOR_MAX_RANK];
  size_t rank = tern_type_rank(type), count = 0;
  uint64_t scalable = 0;
  for (size_t i = 0; i < rank && count < TERN_VECTOR_MAX_RANK; ++i) {
    if (i == dim) continue;
    if (tern_vector_dim_is_scalable(type, i)) scalable |= UINT64_C(1) << count;
    dims[count++] = tern_type_dim(type, i);
  }
  return tern_vector_type_get(tern_type_element(type), dims, count, scalable);
}

const tern_type_t *tern_vector_element_or_self(const tern_type_t *type) {
  return type->kind == TERN_TYPE_VECTOR ? tern_type_element(type) : type;
}

// --- moving elements ---

tern_value_t *tern_vector_make_extract(tern_builder_t *b, tern_value_t *source, const int64_t *position, size_t count) {
  const tern_type_t *type = source->type;
  size_t rank = tern_type_rank(type);
  const tern_type_t *part = count == rank
                                ? tern_type_element(type)
                                : tern_vector_type_get(tern_type_element(type), tern_type_dims(type) + count,
                                                       rank - count, tern_vector_type_scalable_mask(type) >> count);
  const tern_attr_t *attr = tern_dense_i64_array_attr_get(b->context, position, count);
  return tern_build_value(b, TERN_VECTOR(EXTRACT), .operands = TERN_VALUES(source), .types = TERN_TYPES(part),
                          .attrs = TERN_ATTRS({"static_position", attr}));
}

tern_value_t *tern_vector_make_dynamic_extract(tern_builder_t *b, tern_value_t *source, tern_value_t *position) {
  const tern_type_t *type = source->type;
  size_t rank = tern_type_rank(type);
  const tern_type_t *part = rank == 1 ? tern_type_element(type) : tern_vector_without_dim(type, 0);
  const tern_attr_t *attr = tern_dense_i64_array_attr_get(b->context, (int64_t[]){TERN_DYNAMIC}, 1);
  return tern_build_value(b, TERN_VECTOR(EXTRACT), .operands = TERN_VALUES(source, position), .types = TERN_TYPES(part),
                          .attrs = TERN_ATTRS({"static_position", attr}));
}

tern_value_t *tern_vector_make_insert(tern_builder_t *b, tern_value_t *value, tern_value_t *into,
                                      const int64_t *position, size_t count) {
  const tern_attr_t *attr = tern_dense_i64_array_attr_get(b->context, position, count);
  return tern_build_value(b, TERN_VECTOR(INSERT), .operands = TERN_VALUES(value, into), .types = TERN_TYPES(into->type),
                          .attrs = TERN_ATTRS({"static_position", attr}));
}

tern_value_t *tern_vector_make_broadcast(tern_builder_t *b, const tern_type_t *type, tern_value_t *source) {
  return tern_build_value(b, TERN_VECTOR(BROADCAST), .operands = TERN_VALUES(source), .types = TERN_TYPES(type));
}

tern_value_t *tern_vector_make_shape_cast(tern_builder_t *b, const tern_type_t *type, tern_value_t *source) {
  return tern_build_value(b, TERN_VECTOR(SHAPE_CAST), .operands = TERN_VALUES(source), .types = TERN_TYPES(type));
}

tern_value_t *tern_vector_make_transpose(tern_builder_t *b, tern_value_t *source, const int64_t *permutation) {
  const tern_type_t *type = source->type;
  size_t rank = tern_type_rank(type);
  int64_t dims[TERN_VECTOR_MAX_RANK];
  uint64_t scalable = 0;
  for (size_t i = 0; i < rank; ++i) {
    dims[i] = tern_type_dim(type, (size_t)permutation[i]);
    if (tern_vector_dim_is_scalable(type, (size_t)permutation[i])) scalable |= UINT64_C(1) << i;
  }
  const tern_type_t *result = tern_vector_type_get(tern_type_element(type), dims, rank, scalable);
  const tern_attr_t *attr = tern_dense_i64_array_attr_get(b->context, permutation, rank);
  return tern_build_value(b, TERN_VECTOR(TRANSPOSE), .operands = TERN_VALUES(source), .types = TERN_TYPES(result),
                          .attrs = TERN_ATTRS({"permutation", attr}));
}

tern_value_t *tern_vector_make_swap(tern_builder_t *b, tern_value_t *source) {
  return tern_vector_make_transpose(b, source, (int64_t[]){1, 0});
}

tern_value_t *tern_vector_make_shuffle(tern_builder_t *b, tern_value_t *x, tern_value_t *y, const int64_t *mask,
                                       size_t count) {
  return tern_build_value(b, TERN_VECTOR(SHUFFLE), .operands = TERN_VALUES(x, y),
                          .attrs = TERN_ATTRS({"mask", tern_dense_i64_array_attr_get(b->context, mask, count)}));
}

static const tern_attr_t *int_list(tern_context_t *context, const int64_t *values, size_t count) {
  const tern_attr_t *elements[TERN_VECTOR_MAX_RANK];
  const tern_type_t *i64 = tern_i_type_get(context, 64);
  for (size_t i = 0; i < count; ++i) elements[i] = tern_integer_attr_get(i64, values ? values[i] : 1);
  return tern_array_attr_get(context, elements, count);
}

tern_value_t *tern_vector_make_extract_slice(tern_builder_t *b, tern_value_t *source, const int64_t *offsets,
                                             const int64_t *sizes, size_t count) {
  const tern_type_t *type = source->type;
  size_t rank = tern_type_rank(type);
  int64_t dims[TERN_VECTOR_MAX_RANK];
  for (size_t i = 0; i < rank; ++i) dims[i] = i < count ? sizes[i] : tern_type_dim(type, i);
  uint64_t scalable = tern_vector_type_scalable_mask(type);
  const tern_type_t *result = tern_vector_type_get(tern_type_element(type), dims, rank, scalable);
  return tern_build_value(b, TERN_VECTOR(EXTRACT_STRIDED_SLICE), .operands = TERN_VALUES(source),
                          .types = TERN_TYPES(result),
                          .attrs = TERN_ATTRS({"offsets", int_list(b->context, offsets, count)},
                                              {"sizes", int_list(b->context, sizes, count)},
                                              {"strides", int_list(b->context, NULL, count)}));
}

tern_value_t *tern_vector_make_insert_slice(tern_builder_t *b, tern_value_t *value, tern_value_t *into,
                                            const int64_t *offsets, size_t count) {
  size_t rank = tern_type_rank(value->type);
  return tern_build_value(
      b, TERN_VECTOR(INSERT_STRIDED_SLICE), .operands = TERN_VALUES(value, into), .types = TERN_TYPES(into->type),
      .attrs =
          TERN_ATTRS({"offsets", int_list(b->context, offsets, count)}, {"strides", int_list(b->context, NULL, rank)}));
}

// --- constants ---

tern_value_t *tern_vector_make_poison(tern_builder_t *b, const tern_type_t *type) {
  return tern_build_value(b, TERN_UB(POISON), .types = TERN_TYPES(type));
}

tern_value_t *tern_vector_make_constant(tern_builder_t *b, const tern_type_t *type, const tern_attr_t *value) {
  return tern_build_value(b, TERN_ARITH(CONSTANT), .types = TERN_TYPES(type), .attrs = TERN_ATTRS({"value", value}));
}

tern_value_t *tern_vector_make_index(tern_builder_t *b, int64_t value) {
  const tern_type_t *index = tern_index_type_get(b->context);
  return tern_vector_make_constant(b, index, tern_integer_attr_get(index, value));
}

const tern_attr_t *tern_vector_zero_attr(const tern_type_t *type) {
  const tern_type_t *element = tern_vector_element_or_self(type);
  const tern_attr_t *zero =
      tern_type_is_float(element) ? tern_float_attr_get(element, 0.0) : tern_integer_attr_get(element, 0);
  return type == element ? zero : tern_dense_elements_attr_get_splat(type, zero);
}

tern_value_t *tern_vector_make_zeros(tern_builder_t *b, const tern_type_t *type) {
  return tern_vector_make_constant(b, type, tern_vector_zero_attr(type));
}

tern_value_t *tern_vector_make_numbers(tern_builder_t *b, const tern_type_t *type) {
  size_t count = (size_t)tern_type_dim(type, 0);
  int64_t *values = tern_malloc((count + 1) * sizeof *values);
  for (size_t i = 0; i < count; ++i) values[i] = (int64_t)i;
  const tern_attr_t *attr = tern_dense_elements_attr_get_i64(type, values, count);
  free(values);
  return tern_vector_make_constant(b, type, attr);
}

// --- arithmetic ---

tern_value_t *tern_vector_make_arith(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *lhs,
                                     tern_value_t *rhs) {
  return tern_build_value(b, row, .operands = TERN_VALUES(lhs, rhs));
}

static const struct combiner {
  int64_t kind;
  const tern_op_row_t *of_integers, *of_floats;  // NULL: there is none
} combiners[] = {
    {TERN_VECTOR_KIND_ADD, TERN_ARITH(ADDI), TERN_ARITH(ADDF)},
    {TERN_VECTOR_KIND_MUL, TERN_ARITH(MULI), TERN_ARITH(MULF)},
    {TERN_VECTOR_KIND_MINUI, TERN_ARITH(MINUI), NULL},
    {TERN_VECTOR_KIND_MINSI, TERN_ARITH(MINSI), NULL},
    {TERN_VECTOR_KIND_MAXUI, TERN_ARITH(MAXUI), NULL},
    {TERN_VECTOR_KIND_MAXSI, TERN_ARITH(MAXSI), NULL},
    {TERN_VECTOR_KIND_AND, TERN_ARITH(ANDI), NULL},
    {TERN_VECTOR_KIND_OR, TERN_ARITH(ORI), NULL},
    {TERN_VECTOR_KIND_XOR, TERN_ARITH(XORI), NULL},
    {TERN_VECTOR_KIND_MINNUMF, NULL, TERN_ARITH(MINNUMF)},
    {TERN_VECTOR_KIND_MAXNUMF, NULL, TERN_ARITH(MAXNUMF)},
    {TERN_VECTOR_KIND_MINIMUMF, NULL, TERN_ARITH(MINIMUMF)},
    {TERN_VECTOR_KIND_MAXIMUMF, NULL, TERN_ARITH(MAXIMUMF)},
};

const tern_op_row_t *tern_vector_combiner(int64_t kind, bool is_float) {
  for (size_t i = 0; i < sizeof combiners / sizeof combiners[0]; ++i) {
    if (combiners[i].kind == kind) return is_float ? combiners[i].of_floats : combiners[i].of_integers;
  }
  return NULL;
}

tern_value_t *tern_vector_make_masked(tern_builder_t *b, tern_value_t *mask, tern_value_t *value,
                                      tern_value_t *passthru) {
  if (!mask) return value;
  return tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(mask, value, passthru));
}

tern_value_t *tern_vector_make_combined(tern_builder_t *b, int64_t kind, tern_value_t *value, tern_value_t *acc,
                                        const tern_attr_t *fastmath, tern_value_t *mask) {
  bool is_float = tern_type_is_float(tern_vector_element_or_self(value->type));
  tern_named_attr_t attrs[] = {{"fastmath", fastmath}};
  tern_value_t *result = tern_build_value(b, tern_vector_combiner(kind, is_float), .operands = TERN_VALUES(value, acc),
                                          .attrs = {attrs, is_float && fastmath ? 1 : 0});
  return tern_vector_make_masked(b, mask, result, acc);
}

// --- masks ---

tern_op_t *tern_vector_mask_around(const tern_op_t *op) {
  tern_op_t *parent = tern_op_parent(op);
  return parent && tern_op_is(parent, TERN_VECTOR(MASK)) ? parent : NULL;
}

tern_op_t *tern_vector_wrap_in_mask(tern_builder_t *b, tern_op_t *op, tern_value_t *mask) {
  if (!mask) return op;
  const tern_type_t *types[8];
  tern_value_t *values[8];
  size_t count = op->result_count < 8 ? op->result_count : 8;
  for (size_t i = 0; i < count; ++i) {
    types[i] = tern_op_result(op, i)->type;
    values[i] = tern_op_result(op, i);
  }
  tern_op_t *masked =
      tern_build(b, TERN_VECTOR(MASK), .operands = TERN_VALUES(mask), .types = {types, count}, .regions = 1);
  tern_block_t *body = tern_region_add_block(&masked->regions[0]);
  tern_op_remove(op);
  tern_op_insert(op, body, NULL);
  tern_builder_t inner = *b;
  tern_builder_set_end(&inner, body);
  tern_build(&inner, TERN_VECTOR(YIELD), .operands = {values, count});
  return masked;
}

// --- positions ---

bool tern_vector_next_position(const int64_t *dims, size_t rank, int64_t *position) {
  for (size_t d = rank; d-- > 0;) {
    if (++position[d] < dims[d]) return true;
    position[d] = 0;
  }
  return false;
}
