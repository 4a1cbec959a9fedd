// What is checked where the sizes that an op computes with are constants: shapes and amounts of padding that are operands.

#include "dialect/stablehlo/hooks.h"
#include "ir/context.h"

bool tern_hlo_constant_list(const tern_hlo_subject_t *subject, size_t operand, int64_t *out_values, size_t *out_count) {
  if (!subject->op) return false;
  const tern_op_t *maker = tern_value_defining_op(tern_op_operand(subject->op, operand));
  const tern_attr_t *value =
      maker && tern_op_has_trait(maker, TERN_TRAIT_CONSTANT_LIKE) ? tern_op_attr(maker, "value") : NULL;
  if (!value || value->kind != TERN_ATTR_DENSE_ELEMENTS) return false;
  const tern_type_t *type = tern_attr_type(value);
  size_t count = tern_dense_elements_attr_count(value);
  if (!tern_type_is_int_or_index(tern_type_element(type)) || count > TERN_HLO_MAX_RANK) return false;
  for (size_t i = 0; i < count; ++i) out_values[i] = tern_int_list_attr_at(value, i);
  *out_count = count;
  return true;
}

static void append_list(tern_string_builder_t *text, const int64_t *values, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    tern_string_builder_append_format(text, "%s%lld", i > 0 ? ", " : "", (long long)values[i]);
  }
}

// The shape that operand `operand` says is one that the result can have.
bool tern_hlo_check_output_shape(const tern_hlo_subject_t *subject, size_t operand) {
  int64_t sizes[TERN_HLO_MAX_RANK];
  size_t count;
  if (!tern_hlo_constant_list(subject, operand, sizes, &count)) return true;
  const tern_type_t *result = subject->op->results[0].type;
  bool is_right = count == tern_type_rank(result);
  for (size_t i = 0; is_right && i < count; ++i) {
    is_right = sizes[i] >= 0 && tern_hlo_is_dim_compatible(sizes[i], tern_type_dim(result, i));
  }
  if (is_right) return true;
  tern_string_builder_t text = {0};
  append_list(&text, sizes, count);
  tern_hlo_error(subject, "output shape [%s] is incompatible with return type of operation '%s'", text.data,
                 tern_type_text(result));
  tern_string_builder_deinitialize(&text);
  return false;
}

// As many elements as operand 0 has.
bool tern_hlo_check_output_elements(const tern_hlo_subject_t *subject, size_t operand) {
  int64_t sizes[TERN_HLO_MAX_RANK], product = 1;
  size_t count;
  const tern_type_t *input = tern_hlo_operand_type(subject, 0);
  if (!tern_type_has_static_shape(input) || !tern_hlo_constant_list(subject, operand, sizes, &count)) return true;
  bool is_overflow = false;
  for (size_t i = 0; i < count; ++i) is_overflow |= __builtin_mul_overflow(product, sizes[i], &product);
  return (!is_overflow && product == tern_type_element_count(input)) ||
         tern_hlo_error(subject,
                        "output_shape is incompatible with input type of operation: input has %lld elements, but "
                        "output_shape has %lld",
                        (long long)tern_type_element_count(input), (long long)product);
}

// Dimension i of operand 0 is dimension dims[i] of the shape, or 1.
bool tern_hlo_check_broadcast_sizes(const tern_hlo_subject_t *subject, size_t operand, const int64_t *dims) {
  int64_t sizes[TERN_HLO_MAX_RANK];
  size_t count;
  const tern_type_t *input = tern_hlo_operand_type(subject, 0);
  if (!tern_hlo_constant_list(subject, operand, sizes, &count)) return true;
  for (size_t i = 0; i < tern_type_rank(input); ++i) {
    int64_t size = tern_type_dim(input, i);
    if ((uint64_t)dims[i] >= count || size == TERN_DYNAMIC || size == 1 || size == sizes[dims[i]]) continue;
    return tern_hlo_error(subject,
                          "size of operand dimension %zu (%lld) is not equal to 1 or value of shape at index %lld "
                          "(%lld)",
                          i, (long long)size, (long long)dims[i], (long long)sizes[dims[i]]);
  }
  return true;
}

// Amounts of padding in operands `first` (before), first + 1 (after) and first + 2 (between).
bool tern_hlo_check_padding_sizes(const tern_hlo_subject_t *subject, size_t first) {
  int64_t amounts[3][TERN_HLO_MAX_RANK];
  size_t counts[3], rank = tern_type_rank(tern_hlo_operand_type(subject, 0));
  bool is_known = tern_hlo_constant_list(subject, first + 2, amounts[2], &counts[2]);
  for (size_t i = 0; is_known && i < counts[2]; ++i) {
    if (amounts[2][i] >= 0) continue;
    return tern_hlo_error(subject, "interior_padding must be non-negative, but got %lld", (long long)amounts[2][i]);
  }
  for (size_t i = 0; i < 2; ++i) {
    is_known = is_known && tern_hlo_constant_list(subject, first + i, amounts[i], &counts[i]) && counts[i] == rank;
  }
  for (size_t i = 0; is_known && counts[2] == rank && i < rank; ++i) {
    int64_t size = tern_type_dim(tern_hlo_operand_type(subject, 0), i), padded;
    int64_t result = tern_type_dim(subject->op->results[0].type, i);
    if (size == TERN_DYNAMIC) continue;
    if (!tern_hlo_pad_dim(size, amounts[0][i], amounts[1][i], amounts[2][i], &padded)) {
      return tern_hlo_error(subject, "has padding that overflows in dimension %zu", i);
    }
    if (padded < 0) {
      return tern_hlo_error(subject, "padding result in negative size for dimension %zu: %lld", i, (long long)padded);
    }
    if (tern_hlo_is_dim_compatible(padded, result)) continue;
    return tern_hlo_error(subject, "expected output dimension at index %zu to equal %lld, but got %lld", i,
                          (long long)padded, (long long)result);
  }
  return true;
}
