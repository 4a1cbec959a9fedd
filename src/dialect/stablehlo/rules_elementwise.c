// Rules of ops that work element by element, of constants and tuples.

#include "dialect/quant/quant.h"
#include "dialect/stablehlo/hooks.h"
#include "ir/context.h"

static const tern_type_t *i1_like(const tern_hlo_subject_t *subject, const tern_type_t *type) {
  return tern_type_with_element(type, tern_i_type_get(subject->context, 1));
}

static bool is_scalar(const tern_type_t *type) { return tern_type_rank(type) == 0; }

static bool rule_constant(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  const tern_type_t *type = tern_attr_type(tern_hlo_attr(subject, "value"));
  if (!type || type->kind != TERN_TYPE_TENSOR) {
    return tern_hlo_error(subject, "expected the elements of a ranked tensor as its value");
  }
  out_types[0] = type;
  // The elements of a quantized constant are what is stored.
  const tern_type_t *result = subject->op ? subject->op->results[0].type : type;
  if (tern_quant_is_quantized(result) && tern_quant_storage_type(result) == type) {
    out_types[0] = result;
  }
  return tern_type_has_static_shape(result) ||
         tern_hlo_error(subject, "result #0 must be statically shaped tensor, but got '%s'", tern_type_text(result));
}
TERN_HLO_RULE(constant)

// Shapes may be known in one operand and not in another: the result is as known as any of them.
static bool merge_operands(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  const tern_type_t *first = tern_hlo_operand_type(subject, 0);
  if (first->kind != TERN_TYPE_TENSOR) {
    out_types[0] = first;
    return true;
  }
  int64_t dims[TERN_HLO_MAX_RANK], bounds[TERN_HLO_MAX_RANK];
  size_t rank = tern_type_rank(first);
  for (size_t d = 0; d < rank; ++d) {
    dims[d] = tern_type_dim(first, d);
    bounds[d] = tern_hlo_bound(first, d);
  }
  for (size_t i = 1; i < tern_hlo_operand_count(subject); ++i) {
    const tern_type_t *type = tern_hlo_operand_type(subject, i);
    bool is_shaped_alike = tern_hlo_have_compatible_shapes(first, type);
    if (!tern_hlo_have_compatible_elements(first, type) || !is_shaped_alike) {
      return tern_hlo_error(subject, "requires compatible types for all operands and results");
    }
    for (size_t d = 0; d < rank; ++d) {
      int64_t bound = tern_hlo_bound(type, d);
      if (dims[d] == TERN_DYNAMIC) dims[d] = tern_type_dim(type, d);
      if (bounds[d] == TERN_DYNAMIC || (bound != TERN_DYNAMIC && bound < bounds[d])) bounds[d] = bound;
      if (dims[d] == TERN_DYNAMIC || dims[d] <= bounds[d]) continue;
      return tern_hlo_error(subject, "Mismatched dimension size %lld and bound %lld in dimension %zu",
                            (long long)dims[d], (long long)bounds[d], d);
    }
  }
  out_types[0] = tern_hlo_bounded_type(subject, first, dims, bounds, rank);
  return true;
}

static bool rule_same_type(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  if (!merge_operands(subject, out_types)) return false;
  return !subject->op || tern_hlo_are_compatible(out_types[0], subject->op->results[0].type) ||
         tern_hlo_error(subject, "requires compatible types for all operands and results");
}
TERN_HLO_RULE(same_type)

enum { TOLERANCE = 2 };  // of the modes of #stablehlo.result_accuracy

// How exact a result has to be: a tolerance, or a mode that has none.
static bool check_accuracy(const tern_hlo_subject_t *subject) {
  const tern_attr_t *attr = tern_hlo_attr(subject, "result_accuracy");
  static const char *const names[] = {"atol", "rtol", "ulps"};
  double amounts[3];
  tern_hlo_dims_t field;
  bool has_amount = false;
  if (!attr) return true;
  for (size_t i = 0; i < 3; ++i) {
    if (!tern_hlo_attr_field(attr, "result_accuracy", names[i], &field)) return false;
    amounts[i] = (double)field.values[0];
    if (i < 2) memcpy(&amounts[i], field.values, sizeof(amounts[i]));
    if (!(amounts[i] >= 0)) return tern_hlo_error(subject, "Negative tolerance");
    has_amount |= amounts[i] != 0;
  }
  if (!tern_hlo_attr_field(attr, "result_accuracy", "mode", &field)) return false;
  const tern_attr_t *mode = (const tern_attr_t *)(uintptr_t)field.values[0];
  if (mode->kind != TERN_ATTR_ENUM)
    return tern_hlo_error(subject, "has no mode of accuracy, but %s", tern_attr_text(mode));
  int64_t value = tern_enum_attr_value(mode);
  return !has_amount || value == TOLERANCE ||
         tern_hlo_error(subject, "Invalid tolerances for ResultAccuracyAttr with mode %s, must be all zero.",
                        tern_enum_case_name(mode->row, value));
}

static bool rule_accurate(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  return rule_same_type(subject, out_types) && check_accuracy(subject);
}
TERN_HLO_RULE(accurate)

// The type of the parts of a complex type; others are their own.
static const tern_type_t *part_of(const tern_type_t *type) {
  const tern_type_t *element = tern_type_element(type);
  if (element->kind != TERN_TYPE_COMPLEX) return type;
  return tern_type_with_element(type, tern_type_element(element));
}

static bool rule_abs(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  out_types[0] = part_of(tern_hlo_operand_type(subject, 0));
  return true;
}
TERN_HLO_RULE(abs)

static bool rule_real_part(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  return rule_abs(subject, out_types);
}
TERN_HLO_RULE(real_part)

static bool rule_is_finite(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  out_types[0] = i1_like(subject, tern_hlo_operand_type(subject, 0));
  return true;
}
TERN_HLO_RULE(is_finite)

static bool rule_complex(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  if (!merge_operands(subject, out_types)) return false;
  out_types[0] = tern_type_with_element(out_types[0], tern_complex_type_get(tern_type_element(out_types[0])));
  return true;
}
TERN_HLO_RULE(complex)

// Does the kind of comparison fit the elements?
static bool is_right_comparison(const tern_type_t *element, const char *kind) {
  if (!kind || strcmp(kind, "NOTYPE") == 0) return true;
  if (tern_quant_is_quantized(element)) return true;
  bool is_float_kind = strcmp(kind, "FLOAT") == 0 || strcmp(kind, "TOTALORDER") == 0 || strcmp(kind, "WEAKORDER") == 0;
  if (element->kind == TERN_TYPE_COMPLEX) return strcmp(kind, "FLOAT") == 0;
  return is_float_kind == tern_type_is_float(element);
}

static const char *case_name(const tern_attr_t *attr) {
  return attr && attr->kind == TERN_ATTR_ENUM ? tern_enum_case_name(attr->row, tern_enum_attr_value(attr)) : NULL;
}

static bool rule_compare(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  const tern_type_t *lhs = tern_hlo_operand_type(subject, 0), *rhs = tern_hlo_operand_type(subject, 1);
  if (!tern_hlo_have_compatible_elements(lhs, rhs)) {
    return tern_hlo_error(subject, "requires the same element type for all operands");
  }
  if (!tern_hlo_have_compatible_shapes(lhs, rhs)) {
    return tern_hlo_error(subject, "requires the same shape for all operands and results");
  }
  const char *kind = case_name(tern_hlo_attr(subject, "compare_type"));
  if (!is_right_comparison(tern_type_element(lhs), kind)) {
    return tern_hlo_error(subject, "cannot compare elements of type '%s' as %s", tern_type_text(tern_type_element(lhs)),
                          kind);
  }
  if (!merge_operands(subject, out_types)) return false;
  out_types[0] = i1_like(subject, out_types[0]);
  return true;
}
TERN_HLO_RULE(compare)

static bool rule_select(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  const tern_type_t *pred = tern_hlo_operand_type(subject, 0), *on_true = tern_hlo_operand_type(subject, 1),
                    *on_false = tern_hlo_operand_type(subject, 2);
  if (!tern_hlo_are_compatible(on_true, on_false)) {
    return tern_hlo_error(subject, "requires compatible types for non-predicate operands, but got '%s' and '%s'",
                          tern_type_text(on_true), tern_type_text(on_false));
  }
  if (!is_scalar(pred) && !tern_hlo_have_compatible_shapes(pred, on_true)) {
    return tern_hlo_error(subject, "requires a scalar predicate or one of the shape of '%s', but got '%s'",
                          tern_type_text(on_true), tern_type_text(pred));
  }
  int64_t dims[TERN_HLO_MAX_RANK];
  size_t rank = tern_type_rank(on_true);
  for (size_t d = 0; d < rank; ++d) {
    dims[d] = tern_type_dim(on_true, d) != TERN_DYNAMIC ? tern_type_dim(on_true, d) : tern_type_dim(on_false, d);
  }
  out_types[0] = tern_hlo_bounded_type(subject, on_true, dims, dims, rank);
  return true;
}
TERN_HLO_RULE(select)

static bool rule_clamp(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  const tern_type_t *operand = tern_hlo_operand_type(subject, 1);
  for (size_t i = 0; i < 3; i += 2) {
    const tern_type_t *limit = tern_hlo_operand_type(subject, i);
    const char *name = i == 0 ? "min" : "max";
    if (!tern_hlo_have_compatible_elements(limit, operand)) {
      return tern_hlo_error(subject, "%s has the element type '%s', expected '%s'", name,
                            tern_type_text(tern_type_element(limit)), tern_type_text(tern_type_element(operand)));
    }
    if (!is_scalar(limit) && !tern_hlo_have_compatible_shapes(limit, operand)) {
      return tern_hlo_error(subject, "%s shape of '%s' is not scalar and is not compatible to operand type '%s'", name,
                            tern_type_text(limit), tern_type_text(operand));
    }
  }
  out_types[0] = operand;
  return true;
}
TERN_HLO_RULE(clamp)

static uint32_t bits_of(const tern_type_t *element) {
  element = tern_quant_storage_type(element);
  return element->kind == TERN_TYPE_COMPLEX ? 2 * tern_type_bit_width(tern_type_element(element))
                                            : tern_type_bit_width(element);
}

// Verifies only: of elements of the same number of bits the result may have any.
static bool rule_bitcast_convert(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  (void)out_types;
  const tern_type_t *from = tern_hlo_operand_type(subject, 0), *to = subject->op ? subject->op->results[0].type : from;
  const tern_type_t *from_element = tern_type_element(from), *to_element = tern_type_element(to);
  if ((from_element->kind == TERN_TYPE_COMPLEX) != (to_element->kind == TERN_TYPE_COMPLEX)) {
    return tern_hlo_error(subject, "cannot convert between real and complex types, but got: '%s' and '%s'",
                          tern_type_text(from), tern_type_text(to));
  }
  uint32_t from_bits = bits_of(from_element), to_bits = bits_of(to_element);
  const tern_type_t *wide = from_bits > to_bits ? from : to, *narrow = wide == from ? to : from;
  uint32_t wide_bits = from_bits > to_bits ? from_bits : to_bits, narrow_bits = from_bits + to_bits - wide_bits;
  size_t rank = tern_type_rank(wide), extra = wide_bits != narrow_bits;
  if (tern_type_rank(narrow) != rank + extra) {
    return tern_hlo_error(subject, "rank of the narrower element type is expected to be %zu, but got '%s' and '%s'",
                          rank + extra, tern_type_text(from), tern_type_text(to));
  }
  for (size_t i = 0; i < rank; ++i) {
    if (!tern_hlo_is_dim_compatible(tern_type_dim(wide, i), tern_type_dim(narrow, i))) {
      return tern_hlo_error(subject,
                            "operand and result shapes must match except for the innermost dimension of the "
                            "shape with the smaller element type, but got '%s' and '%s'",
                            tern_type_text(from), tern_type_text(to));
    }
  }
  if (!extra) return true;
  int64_t last = tern_type_dim(narrow, rank);
  return last == TERN_DYNAMIC || (wide_bits % narrow_bits == 0 && last == wide_bits / narrow_bits) ||
         tern_hlo_error(subject,
                        "requires compatible bit widths: %u-bit elements do not make up the last dimension of "
                        "'%s'",
                        wide_bits, tern_type_text(narrow));
}
TERN_HLO_CHECK(bitcast_convert)

static bool rule_reduce_precision(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  if (tern_hlo_int(subject, "exponent_bits", 1) < 1) return tern_hlo_error(subject, "exponent_bits must be at least 1");
  if (tern_hlo_int(subject, "mantissa_bits", 0) < 0) return tern_hlo_error(subject, "mantissa_bits must be at least 0");
  return rule_same_type(subject, out_types);
}
TERN_HLO_RULE(reduce_precision)

// --- tuples ---

static bool rule_tuple(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  if (subject->op) {
    tern_types_t elements = tern_tuple_type_elements(subject->op->results[0].type);
    if (elements.count != tern_hlo_operand_count(subject)) {
      return tern_hlo_error(subject, "has %zu operands, but its type has %zu elements", tern_hlo_operand_count(subject),
                            elements.count);
    }
    for (size_t i = 0; i < elements.count; ++i) {
      if (!tern_hlo_are_compatible(elements.values[i], tern_hlo_operand_type(subject, i))) {
        return tern_hlo_error(subject, "has an operand of type '%s' for an element of type '%s'",
                              tern_type_text(tern_hlo_operand_type(subject, i)), tern_type_text(elements.values[i]));
      }
    }
    return true;
  }
  enum { MAX_ELEMENTS = 64 };
  const tern_type_t *types[MAX_ELEMENTS];
  size_t count = tern_hlo_operand_count(subject);
  if (count > MAX_ELEMENTS) return tern_hlo_error(subject, "has too many operands for its type to be inferred");
  for (size_t i = 0; i < count; ++i) types[i] = tern_hlo_operand_type(subject, i);
  out_types[0] = tern_tuple_type_get(subject->context, (tern_types_t){types, count});
  return true;
}
TERN_HLO_RULE(tuple)

static bool rule_get_tuple_element(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  tern_types_t elements = tern_tuple_type_elements(tern_hlo_operand_type(subject, 0));
  int64_t index = tern_hlo_int(subject, "index", -1);
  if (index < 0 || (uint64_t)index >= elements.count) {
    return tern_hlo_error(subject, "index %lld is out of bounds of operand with size %zu", (long long)index,
                          elements.count);
  }
  out_types[0] = elements.values[index];
  return true;
}
TERN_HLO_RULE(get_tuple_element)

static bool rule_optimization_barrier(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  size_t count = tern_hlo_operand_count(subject);
  if (subject->op && subject->op->result_count != count) {
    return tern_hlo_error(subject, "requires the same number of operands and results");
  }
  for (size_t i = 0; i < count; ++i) out_types[i] = tern_hlo_operand_type(subject, i);
  return true;
}
TERN_HLO_CHECK(optimization_barrier)
