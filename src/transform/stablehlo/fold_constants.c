// Folding of StableHLO ops on constants beyond what the ops' own folds do: what shapes are computed with.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ir/context.h"
#include "transform/stablehlo/patterns.h"

// Larger constants are not worth their place in the program.
enum { MAX_ELEMENTS = 1024, MAX_RANK = 32 };

const tern_attr_t *tern_hlo_constant_of(const tern_value_t *value) {
  const tern_attr_t *constant = tern_value_constant(value);
  return constant && constant->kind == TERN_ATTR_DENSE_ELEMENTS ? constant : NULL;
}

void tern_hlo_replace_by_constant(tern_rewriter_t *rewriter, tern_op_t *op, const tern_attr_t *value) {
  tern_builder_set_before(&rewriter->builder, op);
  tern_value_t *constant =
      tern_build_value(&rewriter->builder, TERN_STABLEHLO(CONSTANT), .types = TERN_TYPES(op->results[0].type),
                       .attrs = TERN_ATTRS({"value", value}));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(constant));
}

// --- movements ---

typedef struct position {
  size_t rank;
  int64_t at[MAX_RANK];
} position_t;

static void find_position(const tern_type_t *type, int64_t index, position_t *out) {
  out->rank = tern_type_rank(type);
  for (size_t i = out->rank; i-- > 0;) {
    out->at[i] = index % tern_type_dim(type, i);
    index /= tern_type_dim(type, i);
  }
}

static int64_t linear_index(const tern_type_t *type, const int64_t *at) {
  int64_t index = 0;
  for (size_t i = 0; i < tern_type_rank(type); ++i) index = index * tern_type_dim(type, i) + at[i];
  return index;
}

// Which operand the element at `p` comes from, and from where.
static size_t find_source(const tern_op_t *op, const position_t *p, int64_t *out_at) {
  const tern_type_t *from = tern_op_operand(op, 0)->type;
  memcpy(out_at, p->at, p->rank * sizeof(*out_at));
  switch (tern_hlo_id(op)) {
    case TERN_HLO_SLICE:
      for (size_t i = 0; i < p->rank; ++i) {
        out_at[i] = tern_int_list_attr_at(tern_op_attr(op, "start_indices"), i) +
                    p->at[i] * tern_int_list_attr_at(tern_op_attr(op, "strides"), i);
      }
      return 0;
    case TERN_HLO_TRANSPOSE:
      for (size_t i = 0; i < p->rank; ++i) out_at[tern_int_list_attr_at(tern_op_attr(op, "permutation"), i)] = p->at[i];
      return 0;
    case TERN_HLO_BROADCAST_IN_DIM:
      for (size_t i = 0; i < tern_type_rank(from); ++i) {
        int64_t dim = tern_int_list_attr_at(tern_op_attr(op, "broadcast_dimensions"), i);
        out_at[i] = tern_type_dim(from, i) == 1 ? 0 : p->at[dim];
      }
      return 0;
    case TERN_HLO_REVERSE: {
      const tern_attr_t *dims = tern_op_attr(op, "dimensions");
      for (size_t i = 0; i < tern_int_list_attr_count(dims); ++i) {
        size_t dim = (size_t)tern_int_list_attr_at(dims, i);
        out_at[dim] = tern_type_dim(from, dim) - 1 - p->at[dim];
      }
      return 0;
    }
    default: {  // concatenate
      size_t dim = (size_t)tern_integer_attr_value(tern_op_attr(op, "dimension")), which = 0;
      while (out_at[dim] >= tern_type_dim(tern_op_operand(op, which)->type, dim)) {
        out_at[dim] -= tern_type_dim(tern_op_operand(op, which++)->type, dim);
      }
      return which;
    }
  }
}

static const tern_attr_t *fold_movement(const tern_op_t *op) {
  const tern_type_t *type = op->results[0].type;
  if (!tern_type_has_static_shape(type) || tern_type_rank(type) > MAX_RANK) return NULL;
  int64_t count = tern_type_element_count(type);
  if (count > MAX_ELEMENTS) return NULL;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!tern_hlo_constant_of(tern_op_operand(op, i))) return NULL;
  }
  size_t size = tern_dense_element_size(tern_type_element(type));
  char *data = tern_malloc((size_t)(count + 1) * size);
  for (int64_t i = 0; i < count; ++i) {
    position_t position;
    int64_t at[MAX_RANK];
    find_position(type, i, &position);
    size_t which = find_source(op, &position, at);
    const tern_attr_t *source = tern_hlo_constant_of(tern_op_operand(op, which));
    int64_t index = tern_dense_elements_attr_is_splat(source) ? 0 : linear_index(tern_op_operand(op, which)->type, at);
    memcpy(data + (size_t)i * size, (const char *)tern_dense_elements_attr_data(source) + (size_t)index * size, size);
  }
  const tern_attr_t *folded = tern_dense_elements_attr_get(type, data, false);
  free(data);
  return folded;
}

// --- element-wise ---

// One element as a number: integers exactly, floats as doubles.
typedef struct number {
  bool is_float;
  int64_t integer;
  double real;
} number_t;

static number_t read_number(const tern_attr_t *element) {
  if (tern_attr_is_float(element)) return (number_t){true, 0, tern_float_attr_value(element)};
  return (number_t){false, tern_integer_attr_value(element), 0};
}

static bool is_plain(const tern_type_t *element) {
  return (tern_type_is_integer(element) && tern_integer_type_width(element) <= 64) ||
         (tern_type_is_float(element) && tern_type_bit_width(element) <= 64);
}

static bool is_unsigned(const tern_type_t *type) {
  return tern_type_is_integer(type) && tern_integer_type_signedness(type) == TERN_UNSIGNED;
}

// Saturates; NaN becomes 0.
static int64_t round_to_integer(double value, const tern_type_t *type) {
  uint32_t width = tern_integer_type_width(type);
  if (isnan(value)) return 0;
  if (is_unsigned(type)) {
    if (value <= 0) return 0;
    return value >= ldexp(1, (int)width) ? -1 : (int64_t)(uint64_t)value;
  }
  if (value >= ldexp(1, (int)width - 1)) return (int64_t)((UINT64_C(1) << (width - 1)) - 1);
  if (value <= -ldexp(1, (int)width - 1)) return -(int64_t)(UINT64_C(1) << (width - 2)) * 2;
  return (int64_t)value;
}

static const tern_attr_t *convert_element(const tern_attr_t *element, const tern_type_t *from, const tern_type_t *to) {
  number_t x = read_number(element);
  if (tern_type_is_i(to, 1)) return tern_integer_attr_get(to, x.is_float ? x.real != 0 : x.integer != 0);
  if (tern_type_is_integer(to)) {
    return tern_integer_attr_get(to, x.is_float ? round_to_integer(x.real, to) : x.integer);
  }
  double real = x.is_float ? x.real : is_unsigned(from) ? (double)(uint64_t)x.integer : (double)x.integer;
  return tern_float_attr_get(to, real);
}

// Integers of more than 53 bits would be rounded twice on their way to a float.
static bool is_exact(const tern_attr_t *element, const tern_type_t *to) {
  int64_t value = tern_attr_is_integer(element) ? tern_integer_attr_value(element) : 0;
  return !tern_type_is_float(to) || (value > -(INT64_C(1) << 53) && value < (INT64_C(1) << 53));
}

static const tern_attr_t *fold_convert(const tern_op_t *op) {
  const tern_attr_t *operand = tern_hlo_constant_of(tern_op_operand(op, 0));
  const tern_type_t *type = op->results[0].type;
  if (!operand || !tern_type_has_static_shape(type)) return NULL;
  const tern_type_t *from = tern_type_element(tern_op_operand(op, 0)->type), *to = tern_type_element(type);
  bool is_splat = tern_dense_elements_attr_is_splat(operand);
  size_t count = is_splat ? 1 : tern_dense_elements_attr_count(operand);
  if (!is_plain(from) || !is_plain(to) || count > MAX_ELEMENTS) return NULL;
  const tern_attr_t *inline_element = NULL;
  size_t size = tern_dense_element_size(to);
  char *data = tern_malloc((count + 1) * size);
  bool is_folded = true;
  for (size_t i = 0; i < count && is_folded; ++i) {
    const tern_attr_t *element = tern_dense_elements_attr_at(operand, i);
    is_folded = is_exact(element, to);
    inline_element = convert_element(element, from, to);
    const tern_attr_t *single = tern_dense_elements_attr_get_splat(tern_type_with_shape(type, NULL, 0), inline_element);
    memcpy(data + i * size, tern_dense_elements_attr_data(single), size);
  }
  const tern_attr_t *folded = is_folded ? tern_dense_elements_attr_get(type, data, is_splat) : NULL;
  free(data);
  return folded;
}

static bool compare(number_t x, number_t y, bool has_no_sign, const char *direction) {
  bool is_less, is_equal, is_ordered = true;
  if (x.is_float) {
    is_ordered = !isnan(x.real) && !isnan(y.real);
    is_less = x.real < y.real;
    is_equal = x.real == y.real;
  } else {
    is_less = has_no_sign ? (uint64_t)x.integer < (uint64_t)y.integer : x.integer < y.integer;
    is_equal = x.integer == y.integer;
  }
  if (strcmp(direction, "EQ") == 0) return is_equal;
  if (strcmp(direction, "NE") == 0) return !is_equal;
  if (strcmp(direction, "LT") == 0) return is_less;
  if (strcmp(direction, "LE") == 0) return is_less || is_equal;
  if (strcmp(direction, "GT") == 0) return is_ordered && !is_less && !is_equal;
  return is_ordered && !is_less;
}

static const tern_attr_t *fold_compare(const tern_op_t *op) {
  const tern_attr_t *lhs = tern_hlo_constant_of(tern_op_operand(op, 0));
  const tern_attr_t *rhs = tern_hlo_constant_of(tern_op_operand(op, 1)), *kind = tern_op_attr(op, "compare_type");
  const tern_attr_t *direction = tern_op_attr(op, "comparison_direction");
  const tern_type_t *type = op->results[0].type, *element = tern_type_element(tern_op_operand(op, 0)->type);
  if (!lhs || !rhs || !tern_type_has_static_shape(type) || !is_plain(element)) return NULL;
  const char *name =
      direction->kind == TERN_ATTR_ENUM ? tern_enum_case_name(direction->row, tern_enum_attr_value(direction)) : NULL;
  const char *kind_name =
      kind && kind->kind == TERN_ATTR_ENUM ? tern_enum_case_name(kind->row, tern_enum_attr_value(kind)) : "";
  int64_t count = tern_type_element_count(type);
  bool is_plain_order = kind_name && strcmp(kind_name, "TOTALORDER") != 0 && strcmp(kind_name, "WEAKORDER") != 0;
  if (!name || !is_plain_order || count > MAX_ELEMENTS) return NULL;
  bool has_no_sign = is_unsigned(element) || tern_type_is_i(element, 1) || strcmp(kind_name, "UNSIGNED") == 0;
  uint8_t *data = tern_malloc((size_t)count + 1);
  for (int64_t i = 0; i < count; ++i) {
    number_t x = read_number(tern_dense_elements_attr_at(lhs, (size_t)i));
    number_t y = read_number(tern_dense_elements_attr_at(rhs, (size_t)i));
    data[i] = compare(x, y, has_no_sign, name);
  }
  const tern_attr_t *folded = tern_dense_elements_attr_get(type, data, false);
  free(data);
  return folded;
}

static const tern_attr_t *fold_dimension_size(const tern_op_t *op) {
  const tern_type_t *operand = tern_op_operand(op, 0)->type, *type = op->results[0].type;
  size_t dim = (size_t)tern_integer_attr_value(tern_op_attr(op, "dimension"));
  if (operand->kind != TERN_TYPE_TENSOR || tern_type_dim(operand, dim) == TERN_DYNAMIC) return NULL;
  const tern_attr_t *size = tern_integer_attr_get(tern_type_element(type), tern_type_dim(operand, dim));
  return tern_dense_elements_attr_get_splat(type, size);
}

bool tern_hlo_fold_constants(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  static const struct {
    tern_hlo_t id;
    const tern_attr_t *(*fold)(const tern_op_t *op);
  } rows[] = {
      {TERN_HLO_BROADCAST_IN_DIM, fold_movement},
      {TERN_HLO_COMPARE, fold_compare},
      {TERN_HLO_CONCATENATE, fold_movement},
      {TERN_HLO_CONVERT, fold_convert},
      {TERN_HLO_GET_DIMENSION_SIZE, fold_dimension_size},
      {TERN_HLO_REVERSE, fold_movement},
      {TERN_HLO_SLICE, fold_movement},
      {TERN_HLO_TRANSPOSE, fold_movement},
  };
  tern_hlo_t id = tern_hlo_id(op);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (rows[i].id != id || op->results[0].type->kind != TERN_TYPE_TENSOR) continue;
    const tern_attr_t *folded = rows[i].fold(op);
    if (!folded) return false;
    tern_hlo_replace_by_constant(rewriter, op, folded);
    return true;
  }
  return false;
}
