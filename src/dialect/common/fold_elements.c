// Constant folding on numbers; see the header.

#include "dialect/common/fold_elements.h"

#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/float.h"

// A constant seen as a list of elements.
typedef struct number_list {
  const tern_type_t *type;     // of the whole constant
  const tern_type_t *element;  // integer, index or float of up to 128 bits
  uint32_t width;
  size_t count;         // elements that are stored: 1 for scalars and splats
  const uint8_t *data;  // of dense elements; NULL: a scalar
  size_t element_size;  // bytes
  tern_uint128_t scalar;
} number_list_t;

bool tern_attr_is_poison(const tern_attr_t *attr) {
  return attr && attr->kind == TERN_ATTR_DIALECT &&
         strcmp(((const tern_attr_row_t *)attr->row)->name, "ub.poison") == 0;
}

static tern_uint128_t join_words(const uint64_t *words, size_t count) {
  tern_uint128_t bits = words[0];
  if (count > 1) bits |= (tern_uint128_t)words[1] << 64;
  return bits;
}

static bool read_numbers(const tern_attr_t *attr, number_list_t *out) {
  if (!attr) return false;
  bool is_scalar = attr->kind == TERN_ATTR_INTEGER || attr->kind == TERN_ATTR_FLOAT;
  if (!is_scalar && attr->kind != TERN_ATTR_DENSE_ELEMENTS) return false;
  *out = (number_list_t){.type = tern_attr_type(attr), .count = 1};
  out->element = is_scalar || !tern_type_is_shaped(out->type) ? out->type : tern_type_element(out->type);
  if (!tern_type_is_int_or_index(out->element) && !tern_type_is_float(out->element)) return false;
  out->width = tern_type_bit_width(out->element);
  if (out->width > 128) return false;
  if (is_scalar) {
    out->scalar = join_words(&attr->params[1], attr->param_count - 1) & tern_bits_mask(out->width);
    // A narrow value's sign extension does not reach the second word.
    if (attr->kind == TERN_ATTR_INTEGER && attr->param_count == 2 && out->width > 64)
      out->scalar = (tern_uint128_t)(tern_int128_t)(int64_t)attr->params[1] & tern_bits_mask(out->width);
    return true;
  }
  out->data = tern_dense_elements_attr_data(attr);
  out->element_size = tern_dense_element_size(out->element);
  if (!tern_dense_elements_attr_is_splat(attr)) out->count = tern_dense_elements_attr_count(attr);
  return true;
}

static tern_uint128_t number_at(const number_list_t *list, size_t index) {
  if (!list->data) return list->scalar;
  tern_uint128_t bits = 0;
  memcpy(&bits, list->data + (list->count == 1 ? 0 : index) * list->element_size,
         list->element_size < sizeof(bits) ? list->element_size : sizeof(bits));
  return bits & tern_bits_mask(list->width);
}

// The stored form of an element: i1 as 0 or 1, other integers sign-extended to whole bytes, floats as their bits.
static void store_number(uint8_t *out, size_t size, const tern_type_t *element, uint32_t width, tern_uint128_t bits) {
  bits &= tern_bits_mask(width);
  bool is_unsigned = tern_type_is_integer(element) && tern_integer_type_signedness(element) == TERN_UNSIGNED;
  if (tern_type_is_integer(element) && width > 1 && !is_unsigned)
    bits = (tern_uint128_t)tern_bits_sign_extend(bits, width);
  memcpy(out, &bits, size < sizeof(bits) ? size : sizeof(bits));
}

static const tern_attr_t *make_scalar(const tern_type_t *type, tern_uint128_t bits) {
  uint32_t width = tern_type_bit_width(type);
  if (tern_type_is_float(type)) {
    bits &= tern_bits_mask(width);
    uint64_t words[2] = {(uint64_t)bits, (uint64_t)(bits >> 64)};
    return tern_float_attr_get_bits(type, words);
  }
  if (!tern_type_is_int_or_index(type)) return NULL;
  tern_uint128_t extended = (tern_uint128_t)tern_bits_sign_extend(bits & tern_bits_mask(width), width);
  if (width <= 64) return tern_integer_attr_get(type, (int64_t)(uint64_t)extended);
  uint64_t words[2] = {(uint64_t)extended, (uint64_t)(extended >> 64)};
  return tern_wide_integer_attr_get(type, words);
}

const tern_attr_t *tern_attr_from_bits(const tern_type_t *type, tern_uint128_t bits) {
  const tern_type_t *element = tern_type_is_shaped(type) ? tern_type_element(type) : type;
  if (!tern_type_is_int_or_index(element) && !tern_type_is_float(element)) return NULL;
  uint32_t width = tern_type_bit_width(element);
  if (width > 128) return NULL;
  if (element == type) return make_scalar(type, bits);
  if ((type->kind != TERN_TYPE_VECTOR && type->kind != TERN_TYPE_TENSOR) || !tern_type_has_static_shape(type))
    return NULL;
  uint8_t data[16] = {0};
  store_number(data, tern_dense_element_size(element), element, width, bits);
  return tern_dense_elements_attr_get(type, data, true);
}

// Builds the constant of `type` whose `count` elements are computed by `compute`.
typedef bool (*compute_fn_t)(const void *state, size_t index, tern_uint128_t *out);

static const tern_attr_t *build_numbers(const tern_type_t *type, size_t count, compute_fn_t compute,
                                        const void *state) {
  tern_uint128_t bits = 0;
  if (count == 1) return compute(state, 0, &bits) ? tern_attr_from_bits(type, bits) : NULL;
  const tern_type_t *element = tern_type_element(type);
  uint32_t width = tern_type_bit_width(element);
  if (width == 0 || width > 128) return NULL;
  size_t size = tern_dense_element_size(element);
  uint8_t *data = count ? tern_realloc_array(NULL, count, size) : NULL;
  bool ok = true;
  for (size_t i = 0; i < count && ok; i++) {
    ok = compute(state, i, &bits);
    if (ok) store_number(data + i * size, size, element, width, bits);
  }
  const tern_attr_t *attr = ok ? tern_dense_elements_attr_get(type, data, false) : NULL;
  free(data);
  return attr;
}

typedef struct unary_state {
  tern_fold_elements_t fold;
  number_list_t operand;
  tern_fold_unary_fn_t fn;
} unary_state_t;

static bool compute_unary(const void *state_pointer, size_t index, tern_uint128_t *out) {
  const unary_state_t *state = state_pointer;
  return state->fn(&state->fold, number_at(&state->operand, index), out);
}

// The element type a fold's result is made of; NULL if it cannot be folded to.
static const tern_type_t *result_element(const tern_type_t *operand_type, const tern_type_t *result_type) {
  if (!result_type || tern_type_is_shaped(operand_type) != tern_type_is_shaped(result_type)) return NULL;
  if (!tern_type_is_shaped(result_type)) return result_type;
  return tern_type_is_ranked(result_type) && tern_type_has_static_shape(result_type) ? tern_type_element(result_type)
                                                                                     : NULL;
}

const tern_attr_t *tern_fold_elements_unary(const tern_attr_t *operand, const tern_type_t *result_type,
                                            tern_fold_unary_fn_t fn, const void *user) {
  if (tern_attr_is_poison(operand)) return operand;
  unary_state_t state = {.fn = fn};
  if (!read_numbers(operand, &state.operand)) return NULL;
  const tern_type_t *element = result_element(state.operand.type, result_type);
  if (!element) return NULL;
  state.fold = (tern_fold_elements_t){.operand_type = state.operand.element,
                                      .result_type = element,
                                      .operand_width = state.operand.width,
                                      .result_width = tern_type_bit_width(element),
                                      .user = user};
  return build_numbers(result_type, state.operand.count, compute_unary, &state);
}

typedef struct binary_state {
  tern_fold_elements_t fold;
  number_list_t lhs, rhs;
  tern_fold_binary_fn_t fn;
} binary_state_t;

static bool compute_binary(const void *state_pointer, size_t index, tern_uint128_t *out) {
  const binary_state_t *state = state_pointer;
  return state->fn(&state->fold, number_at(&state->lhs, index), number_at(&state->rhs, index), out);
}

const tern_attr_t *tern_fold_elements_binary(const tern_attr_t *lhs, const tern_attr_t *rhs,
                                             const tern_type_t *result_type, tern_fold_binary_fn_t fn,
                                             const void *user) {
  if (tern_attr_is_poison(lhs)) return lhs;
  if (tern_attr_is_poison(rhs)) return rhs;
  binary_state_t state = {.fn = fn};
  if (!read_numbers(lhs, &state.lhs) || !read_numbers(rhs, &state.rhs)) return NULL;
  if (state.lhs.type != state.rhs.type) return NULL;
  const tern_type_t *element = result_element(state.lhs.type, result_type);
  if (!element) return NULL;
  state.fold = (tern_fold_elements_t){.operand_type = state.lhs.element,
                                      .result_type = element,
                                      .operand_width = state.lhs.width,
                                      .result_width = tern_type_bit_width(element),
                                      .user = user};
  size_t count = state.lhs.count > state.rhs.count ? state.lhs.count : state.rhs.count;
  if (state.lhs.count == 0 || state.rhs.count == 0) count = 0;
  return build_numbers(result_type, count, compute_binary, &state);
}

bool tern_attr_scalar_bits(const tern_attr_t *attr, const tern_type_t **out_element, tern_uint128_t *out_bits) {
  number_list_t list;
  if (!read_numbers(attr, &list)) return false;
  if (list.data && !tern_dense_elements_attr_is_splat(attr)) return false;
  *out_element = list.element;
  *out_bits = number_at(&list, 0);
  return true;
}

bool tern_attr_element_bits(const tern_attr_t *attr, size_t index, tern_uint128_t *out_bits) {
  number_list_t list;
  if (!read_numbers(attr, &list)) return false;
  *out_bits = number_at(&list, index);
  return true;
}

bool tern_attr_int_bits(const tern_attr_t *attr, tern_uint128_t *out_bits, uint32_t *out_width) {
  const tern_type_t *element;
  if (!tern_attr_scalar_bits(attr, &element, out_bits) || !tern_type_is_int_or_index(element)) return false;
  *out_width = tern_type_bit_width(element);
  return true;
}

bool tern_attr_is_int_value(const tern_attr_t *attr, int64_t value) {
  tern_uint128_t bits;
  uint32_t width;
  if (!tern_attr_int_bits(attr, &bits, &width)) return false;
  return bits == ((tern_uint128_t)(tern_int128_t)value & tern_bits_mask(width));
}

bool tern_attr_is_all_ones(const tern_attr_t *attr) {
  tern_uint128_t bits;
  uint32_t width;
  return tern_attr_int_bits(attr, &bits, &width) && bits == tern_bits_mask(width);
}

bool tern_attr_float_scalar(const tern_attr_t *attr, double *out_value) {
  const tern_type_t *element;
  tern_uint128_t bits;
  if (!tern_attr_scalar_bits(attr, &element, &bits) || !tern_type_is_double_foldable(element)) return false;
  *out_value = tern_bits_to_double(element, bits);
  return true;
}

const tern_attr_t *tern_attr_zero(const tern_type_t *type) {
  const tern_type_t *element = tern_type_is_shaped(type) ? tern_type_element(type) : type;
  if (element->kind == TERN_TYPE_F8E8M0FNU) return NULL;  // it has no zero
  if (tern_type_is_integer(type) && tern_type_bit_width(type) > 128) return tern_integer_attr_get(type, 0);
  return tern_attr_from_bits(type, 0);
}

// --- floats ---

static tern_float_kind_t float_kind(const tern_type_t *type) {
  return (tern_float_kind_t)((int)type->kind - (int)TERN_TYPE_F4E2M1FN);
}

bool tern_type_is_double_foldable(const tern_type_t *type) {
  return tern_type_is_float(type) && tern_type_bit_width(type) <= 64;
}

double tern_bits_to_double(const tern_type_t *type, tern_uint128_t bits) {
  return tern_float_decode(float_kind(type), (uint64_t)bits);
}

tern_uint128_t tern_bits_from_double(const tern_type_t *type, double value) {
  if (isnan(value)) value = NAN;  // the positive quiet NaN, whatever the machine made
  return tern_float_encode(float_kind(type), value);
}

bool tern_bits_are_nan(const tern_type_t *type, tern_uint128_t bits) {
  return tern_type_is_double_foldable(type) && isnan(tern_bits_to_double(type, bits));
}

tern_uint128_t tern_bits_from_int(const tern_type_t *type, tern_uint128_t magnitude, bool is_negative) {
  double value;
  if (type->kind == TERN_TYPE_F64) {
    value = (double)magnitude;
  } else {
    // Round to odd at 53 bits: what is lost stays visible in the last bit, so that the second rounding is the only one.
    int shift = 0;
    while (magnitude >> 53) {
      magnitude = (magnitude >> 1) | (magnitude & 1);
      shift++;
    }
    value = ldexp((double)(uint64_t)magnitude, shift);
  }
  return tern_bits_from_double(type, is_negative ? -value : value);
}
