// Rules of normalization, linear algebra and random numbers.

#include "dialect/stablehlo/hooks.h"
#include "ir/context.h"

enum { MAX_LIST = 2 * TERN_HLO_MAX_RANK };

// --- batch normalization ---

// `vectors` operands from #1 on have an entry per feature.
static bool check_batch_norm(const tern_hlo_subject_t *subject, size_t vectors, const tern_type_t **out_feature) {
  const tern_type_t *operand = tern_hlo_operand_type(subject, 0), *element = tern_type_element(operand);
  int64_t index = tern_hlo_int(subject, "feature_index", -1);
  if (index < 0 || (uint64_t)index >= tern_type_rank(operand)) {
    return tern_hlo_error(subject,
                          "expects feature_index to be in the range of the operand's dimensions [0, %zu), got "
                          "%lld",
                          tern_type_rank(operand), (long long)index);
  }
  int64_t count = tern_type_dim(operand, (size_t)index);
  for (size_t i = 1; i <= vectors; ++i) {
    const tern_type_t *type = tern_hlo_operand_type(subject, i);
    if (!tern_hlo_have_compatible_elements(type, element) ||
        !tern_hlo_is_dim_compatible(tern_type_dim(type, 0), count)) {
      return tern_hlo_error(subject,
                            "expects operand #%zu to have the feature count (%lld) and element type of the "
                            "operand, but got '%s' and '%s'",
                            i, (long long)count, tern_type_text(type), tern_type_text(operand));
    }
  }
  *out_feature = tern_hlo_tensor(element, &count, 1);
  return true;
}

static bool rule_batch_norm_training(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  out_types[0] = tern_hlo_operand_type(subject, 0);
  if (!check_batch_norm(subject, 2, &out_types[1])) return false;
  out_types[2] = out_types[1];
  return true;
}
TERN_HLO_RULE(batch_norm_training)

static bool rule_batch_norm_inference(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  const tern_type_t *feature;
  out_types[0] = tern_hlo_operand_type(subject, 0);
  return check_batch_norm(subject, 4, &feature);
}
TERN_HLO_RULE(batch_norm_inference)

static bool rule_batch_norm_grad(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  out_types[0] = tern_hlo_operand_type(subject, 0);
  if (!check_batch_norm(subject, 3, &out_types[1])) return false;
  out_types[2] = out_types[1];
  return tern_hlo_are_compatible(out_types[0], tern_hlo_operand_type(subject, 4)) ||
         tern_hlo_error(subject, "expects grad_output to be of the operand's type, but got '%s' and '%s'",
                        tern_type_text(tern_hlo_operand_type(subject, 4)), tern_type_text(out_types[0]));
}
TERN_HLO_RULE(batch_norm_grad)

// --- linear algebra ---

enum { FFT, IFFT, RFFT, IRFFT };

static bool rule_fft(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  const tern_type_t *operand = tern_hlo_operand_type(subject, 0), *element = tern_type_element(operand);
  int64_t kind = tern_enum_attr_value(tern_hlo_attr(subject, "fft_type"));
  int64_t length[MAX_LIST], dims[TERN_HLO_MAX_RANK];
  size_t rank = tern_type_rank(operand), count;
  if (!tern_hlo_list(subject, "fft_length", length, &count)) return false;
  if (count < 1 || count > 3) return tern_hlo_error(subject, "rank must be between 1 and 3, but got %zu", count);
  if (rank < count) {
    return tern_hlo_error(subject, "operand rank must not be less than fft rank of %zu for operand of type '%s'", count,
                          tern_type_text(operand));
  }
  if ((element->kind == TERN_TYPE_COMPLEX) == (kind == RFFT)) {
    return tern_hlo_error(subject, "%s requires %s input type, but is given '%s'",
                          kind == RFFT ? "RFFT" : "the transform", kind == RFFT ? "float" : "complex",
                          tern_type_text(element));
  }
  for (size_t i = 0; i < rank; ++i) dims[i] = tern_type_dim(operand, i);
  for (size_t i = 0; i < count; ++i) {
    int64_t *size = &dims[rank - count + i];
    bool is_last = i + 1 == count;
    int64_t expected = kind == IRFFT && is_last && length[i] != 0 ? length[i] / 2 + 1 : length[i];
    if (length[i] < 0 || !tern_hlo_is_dim_compatible(*size, expected)) {
      return tern_hlo_error(subject,
                            "requires innermost dimensions of operand to match fft_length, but %lld of '%s' is "
                            "not %lld",
                            (long long)(rank - count + i), tern_type_text(operand), (long long)expected);
    }
    if (kind == IRFFT && is_last) *size = length[i];
    if (kind == RFFT && is_last && length[i] != 0) *size = length[i] / 2 + 1;
  }
  const tern_type_t *result = element;
  if (kind == RFFT) result = tern_complex_type_get(element);
  if (kind == IRFFT) result = tern_type_element(element);
  out_types[0] = tern_hlo_tensor(result, dims, rank);
  return true;
}
TERN_HLO_RULE(fft)

static bool check_square(const tern_hlo_subject_t *subject, const tern_type_t *type) {
  size_t rank = tern_type_rank(type);
  if (rank < 2) return tern_hlo_error(subject, "argument 'a' must have rank >= 2, got '%s'", tern_type_text(type));
  return tern_hlo_is_dim_compatible(tern_type_dim(type, rank - 1), tern_type_dim(type, rank - 2)) ||
         tern_hlo_error(subject, "minor dimensions of 'a' must have equal size, got '%s'", tern_type_text(type));
}

static bool rule_cholesky(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  out_types[0] = tern_hlo_operand_type(subject, 0);
  return check_square(subject, out_types[0]);
}
TERN_HLO_RULE(cholesky)

static bool rule_triangular_solve(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  const tern_type_t *a = tern_hlo_operand_type(subject, 0), *b = tern_hlo_operand_type(subject, 1);
  size_t rank = tern_type_rank(a);
  if (!check_square(subject, a)) return false;
  if (!tern_hlo_have_compatible_elements(a, b) || tern_type_rank(b) != rank) {
    return tern_hlo_error(subject, "operands must have equal rank and element type, but got '%s' and '%s'",
                          tern_type_text(a), tern_type_text(b));
  }
  const tern_attr_t *left = tern_hlo_attr(subject, "left_side");
  size_t shared = left && tern_integer_attr_value(left) ? rank - 2 : rank - 1;
  for (size_t i = 0; i + 2 < rank; ++i) {
    if (!tern_hlo_is_dim_compatible(tern_type_dim(a, i), tern_type_dim(b, i))) {
      return tern_hlo_error(subject, "leading batch dimensions of the operands must be same, but got '%s' and '%s'",
                            tern_type_text(a), tern_type_text(b));
    }
  }
  if (!tern_hlo_is_dim_compatible(tern_type_dim(a, rank - 1), tern_type_dim(b, shared))) {
    return tern_hlo_error(subject, "shared dimension of operands 'a' and 'b' does not match, '%s' and '%s'",
                          tern_type_text(a), tern_type_text(b));
  }
  const tern_attr_t *transpose = tern_hlo_attr(subject, "transpose_a");
  if (transpose && tern_enum_attr_value(transpose) == 0) {
    return tern_hlo_error(subject, "invalid transpose option value for triangular solve");
  }
  out_types[0] = b;
  return true;
}
TERN_HLO_RULE(triangular_solve)

// --- random numbers ---

enum { NORMAL = 2 };  // of distributions

static bool rule_rng(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  const tern_type_t *a = tern_hlo_operand_type(subject, 0), *b = tern_hlo_operand_type(subject, 1);
  const tern_type_t *shape = tern_hlo_operand_type(subject, 2), *result = subject->op->results[0].type;
  if (a != b || tern_type_rank(a) != 0 || tern_type_element(a) != tern_type_element(result)) {
    return tern_hlo_error(subject, "expects a and b to be scalars of the result's element type, but got '%s' and '%s'",
                          tern_type_text(a), tern_type_text(b));
  }
  if (!tern_hlo_is_dim_compatible(tern_type_dim(shape, 0), (int64_t)tern_type_rank(result))) {
    return tern_hlo_error(subject, "expects a size for each dimension of '%s', but got '%s'", tern_type_text(result),
                          tern_type_text(shape));
  }
  const tern_attr_t *distribution = tern_hlo_attr(subject, "rng_distribution");
  if (tern_enum_attr_value(distribution) == NORMAL && !tern_type_is_float(tern_type_element(a))) {
    return tern_hlo_error(subject, "mu and sigma must be floats, but got '%s'", tern_type_text(a));
  }
  int64_t sizes[TERN_HLO_MAX_RANK];
  size_t count;
  if (tern_hlo_constant_list(subject, 2, sizes, &count)) {
    out_types[0] = tern_hlo_tensor(tern_type_element(result), sizes, count);
  }
  return true;
}
TERN_HLO_CHECK(rng)

static bool rule_rng_bit_generator(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  out_types[0] = tern_hlo_operand_type(subject, 0);
  const tern_type_t *output = subject->op->results[1].type;
  return tern_type_has_static_shape(output) ||
         tern_hlo_error(subject, "expects its output to have a static shape, but got '%s'", tern_type_text(output));
}
TERN_HLO_CHECK(rng_bit_generator)
