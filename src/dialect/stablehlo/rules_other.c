// Rules of normalization, linear algebra, random numbers and of what goes on among processes.

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
  (void)out_types;
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

// --- several processes ---

// A matrix of process ids: none twice, none below zero but for padding with -1 at the end of a row.
static bool check_groups(const tern_hlo_subject_t *subject, int64_t *out_group_size) {
  const tern_attr_t *groups = tern_hlo_attr(subject, "replica_groups");
  const tern_type_t *type = groups ? tern_attr_type(groups) : NULL;
  if (!type || type->kind != TERN_TYPE_TENSOR || tern_type_rank(type) != 2) {
    return tern_hlo_error(subject, "replica groups should be a rank 2 tensor");
  }
  size_t count = tern_int_list_attr_count(groups);
  *out_group_size = tern_type_dim(type, 1);
  for (size_t i = 0; i < count; ++i) {
    int64_t id = tern_int_list_attr_at(groups, i);
    if (id < -1) return tern_hlo_error(subject, "replica groups contain the id %lld", (long long)id);
    for (size_t j = 0; j < i && id >= 0; ++j) {
      if (tern_int_list_attr_at(groups, j) == id) {
        return tern_hlo_error(subject, "replica id #%lld seen more than once", (long long)id);
      }
    }
  }
  return true;
}

static bool rule_collective(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  int64_t group_size;
  out_types[0] = tern_hlo_operand_type(subject, 0);
  return check_groups(subject, &group_size);
}
TERN_HLO_RULE(collective)

static bool rule_all_reduce(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  int64_t group_size;
  size_t count = tern_hlo_operand_count(subject);
  if (count == 0 || subject->op->result_count != count) {
    return tern_hlo_error(subject, "expects at least one operand and as many results, but got %zu and %u", count,
                          subject->op->result_count);
  }
  for (size_t i = 0; i < count; ++i) {
    const tern_type_t *operand = tern_hlo_operand_type(subject, i);
    out_types[i] = tern_type_with_element(operand, tern_type_element(subject->op->results[i].type));
  }
  return check_groups(subject, &group_size);
}
TERN_HLO_CHECK(all_reduce)

// One process of each group gives or takes: the first one, or the one that an element of the last operand says.
static bool rule_rooted(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  int64_t group_size;
  bool has_root = tern_hlo_attr(subject, "has_dynamic_root") != NULL;
  size_t operand_count = tern_hlo_operand_count(subject), count = subject->op->result_count;
  if (count == 0 || operand_count != count + has_root) {
    return tern_hlo_error(subject, "expects %zu operands for %zu results%s, and at least one result, but got %zu",
                          count + has_root, count, has_root ? " and their roots" : "", operand_count);
  }
  if (has_root) {
    const tern_type_t *roots = tern_hlo_operand_type(subject, count);
    if (tern_type_rank(roots) != 1 || !tern_hlo_is_dim_compatible(tern_type_dim(roots, 0), (int64_t)count)) {
      return tern_hlo_error(subject, "expects a root for each of %zu values, but got '%s'", count,
                            tern_type_text(roots));
    }
  }
  for (size_t i = 0; i < count; ++i) {
    const tern_type_t *operand = tern_hlo_operand_type(subject, i);
    out_types[i] = tern_type_with_element(operand, tern_type_element(subject->op->results[i].type));
  }
  return check_groups(subject, &group_size);
}
TERN_HLO_CHECK(rooted)

static bool check_dim(const tern_hlo_subject_t *subject, const char *name, size_t rank, size_t *out_dim) {
  int64_t dim = tern_hlo_int(subject, name, -1);
  *out_dim = (size_t)dim;
  return (dim >= 0 && (uint64_t)dim < rank) ||
         tern_hlo_error(subject, "%s (%lld) is out of bounds [0, %zu)", name, (long long)dim, rank);
}

// Operand and result are alike but for dimension `dim`, where `larger` is a multiple of `smaller`.
static bool check_split(const tern_hlo_subject_t *subject, const tern_type_t *larger, const tern_type_t *smaller,
                        size_t dim) {
  bool is_right =
      tern_hlo_have_compatible_elements(larger, smaller) && tern_type_rank(larger) == tern_type_rank(smaller);
  for (size_t i = 0; is_right && i < tern_type_rank(larger); ++i) {
    int64_t a = tern_type_dim(larger, i), b = tern_type_dim(smaller, i);
    is_right = tern_hlo_is_dim_compatible(a, b) || (i == dim && (b == 0 ? a == 0 : a % b == 0));
  }
  return is_right || tern_hlo_error(subject,
                                    "expects operand and result to differ by a whole factor in dimension %zu "
                                    "only, but got '%s' and '%s'",
                                    dim, tern_type_text(larger), tern_type_text(smaller));
}

static bool rule_all_gather(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  (void)out_types;
  int64_t group_size;
  size_t count = tern_hlo_operand_count(subject), dim;
  if (count == 0 || subject->op->result_count != count) {
    return tern_hlo_error(subject, "expects at least one operand and as many results, but got %zu and %u", count,
                          subject->op->result_count);
  }
  if (!check_groups(subject, &group_size)) return false;
  for (size_t i = 0; i < count; ++i) {
    const tern_type_t *operand = tern_hlo_operand_type(subject, i);
    if (!check_dim(subject, "all_gather_dim", tern_type_rank(operand), &dim) ||
        !check_split(subject, subject->op->results[i].type, operand, dim)) {
      return false;
    }
  }
  return true;
}
TERN_HLO_CHECK(all_gather)

static bool rule_reduce_scatter(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  (void)out_types;
  int64_t group_size;
  size_t dim;
  const tern_type_t *operand = tern_hlo_operand_type(subject, 0);
  const tern_type_t *result = tern_type_with_element(subject->op->results[0].type, tern_type_element(operand));
  return check_groups(subject, &group_size) && check_dim(subject, "scatter_dimension", tern_type_rank(operand), &dim) &&
         check_split(subject, operand, result, dim);
}
TERN_HLO_CHECK(reduce_scatter)

static bool rule_all_to_all(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  int64_t group_size, dims[TERN_HLO_MAX_RANK];
  size_t count = tern_hlo_operand_count(subject), split, concat;
  if (count == 0 || subject->op->result_count != count) {
    return tern_hlo_error(subject, "expects at least one operand and as many results, but got %zu and %u", count,
                          subject->op->result_count);
  }
  if (!check_groups(subject, &group_size)) return false;
  for (size_t i = 0; i < count; ++i) out_types[i] = tern_hlo_operand_type(subject, i);
  // Without dimensions each operand goes to a process of its own.
  if (!tern_hlo_attr(subject, "split_dimension")) return true;
  int64_t parts = tern_hlo_int(subject, "split_count", 0);
  if (parts <= 0) return tern_hlo_error(subject, "split_count must be > 0, but got %lld", (long long)parts);
  for (size_t i = 0; i < count; ++i) {
    const tern_type_t *operand = out_types[i];
    size_t rank = tern_type_rank(operand);
    if (!check_dim(subject, "split_dimension", rank, &split) ||
        !check_dim(subject, "concat_dimension", rank, &concat)) {
      return false;
    }
    for (size_t d = 0; d < rank; ++d) dims[d] = tern_type_dim(operand, d);
    if (dims[split] != TERN_DYNAMIC) {
      if (dims[split] % parts != 0) {
        return tern_hlo_error(subject, "split dimension has size %lld, expected to be a multiple of split_count %lld",
                              (long long)dims[split], (long long)parts);
      }
      dims[split] /= parts;
    }
    if (dims[concat] != TERN_DYNAMIC && __builtin_mul_overflow(dims[concat], parts, &dims[concat])) {
      return tern_hlo_error(subject, "has a result whose size overflows");
    }
    out_types[i] = tern_hlo_bounded_type(subject, operand, dims, dims, rank);
  }
  return true;
}
TERN_HLO_CHECK(all_to_all)

static bool rule_collective_permute(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  const tern_attr_t *pairs = tern_hlo_attr(subject, "source_target_pairs");
  const tern_type_t *type = pairs ? tern_attr_type(pairs) : NULL;
  if (!type || type->kind != TERN_TYPE_TENSOR || tern_type_rank(type) != 2 || tern_type_dim(type, 1) != 2) {
    return tern_hlo_error(subject, "expect source_target_pairs attribute of shape (N, 2), but got '%s'",
                          type ? tern_type_text(type) : "none");
  }
  size_t count = tern_int_list_attr_count(pairs);
  for (size_t i = 0; i < count; ++i) {
    int64_t id = tern_int_list_attr_at(pairs, i);
    if (id < 0) return tern_hlo_error(subject, "replica ids in source_target_pairs must be >= 0");
    for (size_t j = i % 2; j < i; j += 2) {
      if (tern_int_list_attr_at(pairs, j) != id) continue;
      return tern_hlo_error(subject, "duplicate %s not allowed: %lld", i % 2 ? "targets" : "sources", (long long)id);
    }
  }
  out_types[0] = tern_hlo_operand_type(subject, 0);
  return true;
}
TERN_HLO_RULE(collective_permute)
