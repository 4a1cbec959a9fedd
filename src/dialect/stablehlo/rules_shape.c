// Rules of ops that move elements: broadcasts, reshapes, slices, padding and their like.

#include "dialect/stablehlo/hooks.h"
#include "ir/context.h"

enum { MAX_LIST = 2 * TERN_HLO_MAX_RANK };

static int64_t min_known(int64_t a, int64_t b) { return a == TERN_DYNAMIC ? b : a; }

// Reads a list that has to have `expected` entries.
static bool read_list(const tern_hlo_subject_t *subject, const char *name, int64_t *out_values, size_t expected) {
  size_t count;
  if (!tern_hlo_list(subject, name, out_values, &count)) return false;
  return count == expected || tern_hlo_error(subject, "has %zu entries in '%s', expected %zu", count, name, expected);
}

static bool check_index(const tern_hlo_subject_t *subject, const char *name, int64_t *out_index, size_t rank) {
  *out_index = tern_hlo_int(subject, name, -1);
  if (*out_index >= 0 && (uint64_t)*out_index < rank) return true;
  return tern_hlo_error(subject, "%s (%lld) is out of bounds [0, %zu)", name, (long long)*out_index, rank);
}

// --- iota ---

static bool rule_iota(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  (void)out_types;
  const tern_type_t *type = subject->op->results[0].type;
  if (tern_type_rank(type) == 0) return tern_hlo_error(subject, "does not support scalars");
  if (!tern_type_has_static_shape(type)) {
    return tern_hlo_error(subject, "requires a static shape, but got '%s'", tern_type_text(type));
  }
  int64_t dimension;
  return check_index(subject, "iota_dimension", &dimension, tern_type_rank(type));
}
TERN_HLO_CHECK(iota)

// A one-dimensional operand with an entry for each of `rank` dimensions.
static bool check_shape_operand(const tern_hlo_subject_t *subject, size_t index, size_t rank) {
  const tern_type_t *type = tern_hlo_operand_type(subject, index);
  int64_t count = tern_type_dim(type, 0);
  return count == TERN_DYNAMIC || count == (int64_t)rank ||
         tern_hlo_error(subject, "operand #%zu has %lld entries for a tensor of %zu dimensions", index,
                        (long long)count, rank);
}

static bool rule_dynamic_iota(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  (void)out_types;
  size_t rank = tern_type_rank(subject->op->results[0].type);
  int64_t dimension;
  return check_shape_operand(subject, 0, rank) && check_index(subject, "iota_dimension", &dimension, rank) &&
         tern_hlo_check_output_shape(subject, 0);
}
TERN_HLO_CHECK(dynamic_iota)

// --- broadcasts ---

// Without sizes these are what the result has in front of the operand's dimensions.
static bool rule_broadcast(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  const tern_type_t *operand = tern_hlo_operand_type(subject, 0);
  size_t rank = tern_type_rank(operand), count = 0;
  int64_t dims[MAX_LIST + TERN_HLO_MAX_RANK];
  if (tern_hlo_attr(subject, "broadcast_sizes")) {
    if (!tern_hlo_list(subject, "broadcast_sizes", dims, &count)) return false;
    for (size_t i = 0; i < count; ++i) {
      if (dims[i] < 0) {
        return tern_hlo_error(subject, "broadcast with negative dimension size %lld", (long long)dims[i]);
      }
    }
  } else {
    const tern_type_t *result = subject->op ? subject->op->results[0].type : NULL;
    if (!result) return tern_hlo_error(subject, "needs broadcast_sizes for its type to be inferred");
    if (tern_type_rank(result) < rank) {
      return tern_hlo_error(subject, "broadcasts '%s' to '%s', which has fewer dimensions", tern_type_text(operand),
                            tern_type_text(result));
    }
    count = tern_type_rank(result) - rank;
    for (size_t i = 0; i < count; ++i) dims[i] = tern_type_dim(result, i);
    for (size_t i = 0; i < rank; ++i) {
      if (tern_hlo_is_dim_compatible(tern_type_dim(result, count + i), tern_type_dim(operand, i))) continue;
      return tern_hlo_error(
          subject, "expected the last dimensions of the result to be those of the operand, but got '%s' and '%s'",
          tern_type_text(result), tern_type_text(operand));
    }
  }
  for (size_t i = 0; i < rank; ++i) dims[count + i] = tern_type_dim(operand, i);
  out_types[0] = tern_hlo_bounded_type(subject, operand, dims, dims, count + rank);
  return true;
}
TERN_HLO_RULE(broadcast)

static bool check_broadcast_dims(const tern_hlo_subject_t *subject, const tern_type_t *result, bool is_dynamic) {
  const tern_type_t *operand = tern_hlo_operand_type(subject, 0);
  int64_t dims[MAX_LIST];
  size_t rank = tern_type_rank(operand), result_rank = tern_type_rank(result), count;
  if (!tern_hlo_list(subject, "broadcast_dimensions", dims, &count)) return false;
  if (!tern_hlo_have_compatible_elements(operand, result)) {
    return tern_hlo_error(subject, "requires the same element type for all operands and results");
  }
  if (count != rank) {
    return tern_hlo_error(subject, "broadcast_dimensions size (%zu) does not match operand rank (%zu)", count, rank);
  }
  if (result_rank < rank) {
    return tern_hlo_error(subject, "result rank (%zu) is less than operand rank (%zu)", result_rank, rank);
  }
  if (!tern_hlo_check_dims(subject, "broadcast_dimensions", dims, count, (int64_t)result_rank)) return false;
  for (size_t i = 0; i < rank; ++i) {
    int64_t from = tern_type_dim(operand, i), to = tern_type_dim(result, (size_t)dims[i]);
    if (from == 1 || from == TERN_DYNAMIC || from == to || (is_dynamic && to == TERN_DYNAMIC)) continue;
    return tern_hlo_error(subject,
                          "size of operand dimension %zu (%lld) is not equal to 1 or size of result dimension %lld "
                          "(%s%lld)",
                          i, (long long)from, (long long)dims[i], to == TERN_DYNAMIC ? "dynamic, " : "",
                          (long long)(to == TERN_DYNAMIC ? 0 : to));
  }
  return true;
}

static bool rule_broadcast_in_dim(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  (void)out_types;
  return tern_hlo_check_static_result(subject) && check_broadcast_dims(subject, subject->op->results[0].type, false);
}
TERN_HLO_CHECK(broadcast_in_dim)

static bool rule_dynamic_broadcast_in_dim(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  (void)out_types;
  const tern_type_t *result = subject->op->results[0].type;
  if (!check_broadcast_dims(subject, result, true) || !check_shape_operand(subject, 1, tern_type_rank(result))) {
    return false;
  }
  int64_t dims[2 * MAX_LIST];
  size_t expanding, fixed;
  if (!tern_hlo_list(subject, "known_expanding_dimensions", dims, &expanding) ||
      !tern_hlo_list(subject, "known_nonexpanding_dimensions", dims + expanding, &fixed)) {
    return false;
  }
  int64_t rank = (int64_t)tern_type_rank(tern_hlo_operand_type(subject, 0)), places[MAX_LIST];
  size_t count;
  return tern_hlo_check_dims(subject, "known_expanding_dimensions and known_nonexpanding_dimensions", dims,
                             expanding + fixed, rank) &&
         tern_hlo_list(subject, "broadcast_dimensions", places, &count) &&
         tern_hlo_check_broadcast_sizes(subject, 1, places) && tern_hlo_check_output_shape(subject, 1);
}
TERN_HLO_CHECK(dynamic_broadcast_in_dim)

// --- shapes ---

static bool check_same_element(const tern_hlo_subject_t *subject) {
  return tern_hlo_have_compatible_elements(tern_hlo_operand_type(subject, 0), subject->op->results[0].type) ||
         tern_hlo_error(subject, "requires the same element type for all operands and results");
}

// Sizes that are not known may be anything that fits.
static bool rule_reshape(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  (void)out_types;
  if (!check_same_element(subject)) return false;
  const tern_type_t *from = tern_hlo_operand_type(subject, 0), *to = subject->op->results[0].type;
  int64_t from_count = tern_type_element_count(from), to_count = tern_type_element_count(to);
  return tern_hlo_is_dim_compatible(from_count, to_count) ||
         tern_hlo_error(subject, "number of output elements (%lld) doesn't match expected number of elements (%lld)",
                        (long long)to_count, (long long)from_count);
}

static bool rule_static_reshape(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  return tern_hlo_check_static_result(subject) && rule_reshape(subject, out_types);
}
bool tern_hlo_verify_reshape(const tern_op_t *op) { return tern_hlo_verify(op, rule_static_reshape); }

static bool rule_dynamic_reshape(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  return rule_reshape(subject, out_types) &&
         check_shape_operand(subject, 1, tern_type_rank(subject->op->results[0].type)) &&
         tern_hlo_check_output_shape(subject, 1) && tern_hlo_check_output_elements(subject, 1);
}
TERN_HLO_CHECK(dynamic_reshape)

static bool rule_transpose(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  const tern_type_t *operand = tern_hlo_operand_type(subject, 0);
  int64_t permutation[MAX_LIST], dims[TERN_HLO_MAX_RANK], bounds[TERN_HLO_MAX_RANK];
  size_t rank = tern_type_rank(operand), count;
  if (!tern_hlo_list(subject, "permutation", permutation, &count)) return false;
  if (count != rank) {
    return tern_hlo_error(subject, "operand rank %zu does not match permutation size %zu", rank, count);
  }
  if (!tern_hlo_check_dims(subject, "permutation", permutation, count, (int64_t)rank)) return false;
  for (size_t i = 0; i < rank; ++i) {
    dims[i] = tern_type_dim(operand, (size_t)permutation[i]);
    bounds[i] = tern_hlo_bound(operand, (size_t)permutation[i]);
  }
  out_types[0] = tern_hlo_bounded_type(subject, operand, dims, bounds, rank);
  return true;
}
TERN_HLO_RULE(transpose)

static bool rule_reverse(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  int64_t dims[MAX_LIST];
  size_t count;
  out_types[0] = tern_hlo_operand_type(subject, 0);
  return tern_hlo_list(subject, "dimensions", dims, &count) &&
         tern_hlo_check_dims(subject, "dimensions", dims, count, (int64_t)tern_type_rank(out_types[0]));
}
TERN_HLO_RULE(reverse)

// --- slices ---

static bool rule_slice(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  const tern_type_t *operand = tern_hlo_operand_type(subject, 0);
  int64_t start[MAX_LIST], limit[MAX_LIST], stride[MAX_LIST], dims[TERN_HLO_MAX_RANK];
  size_t rank = tern_type_rank(operand);
  if (!read_list(subject, "start_indices", start, rank) || !read_list(subject, "limit_indices", limit, rank) ||
      !read_list(subject, "strides", stride, rank)) {
    return false;
  }
  for (size_t i = 0; i < rank; ++i) {
    int64_t size = tern_type_dim(operand, i);
    if (start[i] < 0)
      return tern_hlo_error(subject, "negative start index %lld in dimension %zu", (long long)start[i], i);
    if (size != TERN_DYNAMIC && limit[i] > size) {
      return tern_hlo_error(subject, "limit index %lld is larger than dimension size %lld in dimension %zu",
                            (long long)limit[i], (long long)size, i);
    }
    if (start[i] > limit[i]) {
      return tern_hlo_error(subject, "start index %lld is larger than limit index %lld in dimension %zu",
                            (long long)start[i], (long long)limit[i], i);
    }
    if (stride[i] <= 0) {
      return tern_hlo_error(subject, "stride must be positive but got %lld in dimension %zu", (long long)stride[i], i);
    }
    int64_t extent = limit[i] - start[i];
    dims[i] = extent / stride[i] + (extent % stride[i] != 0);
  }
  out_types[0] = tern_hlo_bounded_type(subject, operand, dims, dims, rank);
  return true;
}
TERN_HLO_RULE(slice)

// Scalar indices of one type, one per dimension, from operand `first` on.
static bool check_start_indices(const tern_hlo_subject_t *subject, size_t first, size_t rank) {
  size_t count = tern_hlo_operand_count(subject) - first;
  if (count != rank) {
    return tern_hlo_error(subject, "has mismatched number of start indices (%zu) and the rank of operand (%zu)", count,
                          rank);
  }
  for (size_t i = 1; i < count; ++i) {
    if (tern_type_element(tern_hlo_operand_type(subject, first)) !=
        tern_type_element(tern_hlo_operand_type(subject, first + i))) {
      return tern_hlo_error(subject, "start indices must have same element type");
    }
  }
  return true;
}

static bool rule_dynamic_slice(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  const tern_type_t *operand = tern_hlo_operand_type(subject, 0);
  size_t rank = tern_type_rank(operand);
  int64_t sizes[MAX_LIST];
  if (!check_start_indices(subject, 1, rank) || !read_list(subject, "slice_sizes", sizes, rank)) return false;
  for (size_t i = 0; i < rank; ++i) {
    int64_t size = tern_type_dim(operand, i);
    if (sizes[i] < 0) {
      return tern_hlo_error(subject, "has negative size index to dynamic slice: %lld", (long long)sizes[i]);
    }
    if (size != TERN_DYNAMIC && sizes[i] > size) {
      return tern_hlo_error(subject, "has slice size %lld greater than dimension size %lld in dimension %zu of operand",
                            (long long)sizes[i], (long long)size, i);
    }
  }
  out_types[0] = tern_hlo_bounded_type(subject, operand, sizes, sizes, rank);
  return true;
}
TERN_HLO_RULE(dynamic_slice)

static bool rule_dynamic_update_slice(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  const tern_type_t *operand = tern_hlo_operand_type(subject, 0), *update = tern_hlo_operand_type(subject, 1);
  size_t rank = tern_type_rank(operand);
  if (!tern_hlo_have_compatible_elements(operand, update)) {
    return tern_hlo_error(subject, "requires the same element type of operand and update, but got '%s' and '%s'",
                          tern_type_text(operand), tern_type_text(update));
  }
  if (tern_type_rank(update) != rank) {
    return tern_hlo_error(subject, "update rank does not match operand rank: %zu vs %zu", tern_type_rank(update), rank);
  }
  if (!check_start_indices(subject, 2, rank)) return false;
  for (size_t i = 0; i < rank; ++i) {
    int64_t size = tern_type_dim(operand, i), part = tern_type_dim(update, i);
    if (size != TERN_DYNAMIC && part != TERN_DYNAMIC && part > size) {
      return tern_hlo_error(subject, "expects size at dimension %zu of update to be in range [0, %lld], got %lld", i,
                            (long long)size, (long long)part);
    }
  }
  out_types[0] = operand;
  return true;
}
TERN_HLO_RULE(dynamic_update_slice)

static bool check_shape_operands(const tern_hlo_subject_t *subject, size_t first, size_t rank) {
  for (size_t i = first; i < first + 3; ++i) {
    if (tern_hlo_operand_type(subject, i) != tern_hlo_operand_type(subject, first)) {
      return tern_hlo_error(subject, "requires operands #%zu to #%zu to have the same type", first, first + 2);
    }
    if (!check_shape_operand(subject, i, rank)) return false;
  }
  return true;
}

static bool rule_real_dynamic_slice(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  (void)out_types;
  size_t rank = tern_type_rank(tern_hlo_operand_type(subject, 0));
  if (tern_type_rank(subject->op->results[0].type) != rank) {
    return tern_hlo_error(subject, "has mismatched operand rank (%zu) and result rank (%zu)", rank,
                          tern_type_rank(subject->op->results[0].type));
  }
  return check_same_element(subject) && check_shape_operands(subject, 1, rank);
}
TERN_HLO_CHECK(real_dynamic_slice)

// --- concatenation and padding ---

static bool rule_concatenate(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  size_t count = tern_hlo_operand_count(subject);
  if (count == 0) return tern_hlo_error(subject, "expects at least one operand");
  const tern_type_t *first = tern_hlo_operand_type(subject, 0);
  size_t rank = tern_type_rank(first);
  int64_t dimension, dims[TERN_HLO_MAX_RANK];
  if (rank == 0) return tern_hlo_error(subject, "rank-0 values cannot be concatenated");
  if (!check_index(subject, "dimension", &dimension, rank)) return false;
  for (size_t d = 0; d < rank; ++d) dims[d] = tern_type_dim(first, d);
  for (size_t i = 1; i < count; ++i) {
    const tern_type_t *type = tern_hlo_operand_type(subject, i);
    if (!tern_hlo_have_compatible_elements(type, first) || tern_type_rank(type) != rank) {
      return tern_hlo_error(subject, "operands (0) and (%zu) do not match rank or element type: '%s' and '%s'", i,
                            tern_type_text(first), tern_type_text(type));
    }
    for (size_t d = 0; d < rank; ++d) {
      int64_t size = tern_type_dim(type, d);
      if ((int64_t)d == dimension) {
        bool is_dynamic = size == TERN_DYNAMIC || dims[d] == TERN_DYNAMIC;
        if (is_dynamic) {
          dims[d] = TERN_DYNAMIC;
        } else if (__builtin_add_overflow(dims[d], size, &dims[d])) {
          return tern_hlo_error(subject, "has operands whose sizes overflow in dimension %zu", d);
        }
        continue;
      }
      if (!tern_hlo_is_dim_compatible(dims[d], size)) {
        return tern_hlo_error(subject,
                              "shapes of operand (0) and (%zu) do not match at non-concat index: '%s' and '%s'", i,
                              tern_type_text(first), tern_type_text(type));
      }
      dims[d] = min_known(dims[d], size);
    }
  }
  out_types[0] = tern_hlo_bounded_type(subject, first, dims, dims, rank);
  return true;
}
TERN_HLO_RULE(concatenate)

static bool check_padding_value(const tern_hlo_subject_t *subject) {
  const tern_type_t *operand = tern_hlo_operand_type(subject, 0), *value = tern_hlo_operand_type(subject, 1);
  if (tern_type_rank(value) != 0) {
    return tern_hlo_error(subject, "padding value type should be a rank-0 tensor, is rank %zu", tern_type_rank(value));
  }
  return tern_hlo_have_compatible_elements(operand, value) ||
         tern_hlo_error(subject, "requires the same element type for all operands and results");
}

bool tern_hlo_pad_dim(int64_t size, int64_t low, int64_t high, int64_t interior, int64_t *out_size) {
  int64_t gaps = size > 0 ? size - 1 : 0, between;
  return !__builtin_mul_overflow(gaps, interior, &between) && !__builtin_add_overflow(size, between, out_size) &&
         !__builtin_add_overflow(*out_size, low, out_size) && !__builtin_add_overflow(*out_size, high, out_size);
}

static bool rule_pad(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  const tern_type_t *operand = tern_hlo_operand_type(subject, 0);
  int64_t low[MAX_LIST], high[MAX_LIST], interior[MAX_LIST], dims[TERN_HLO_MAX_RANK];
  size_t rank = tern_type_rank(operand);
  if (!check_padding_value(subject) || !read_list(subject, "edge_padding_low", low, rank) ||
      !read_list(subject, "edge_padding_high", high, rank) || !read_list(subject, "interior_padding", interior, rank)) {
    return false;
  }
  for (size_t i = 0; i < rank; ++i) {
    if (interior[i] < 0) {
      return tern_hlo_error(subject, "interior_padding[%zu] must be non-negative, got %lld", i, (long long)interior[i]);
    }
    int64_t size = tern_type_dim(operand, i);
    dims[i] = TERN_DYNAMIC;
    if (size == TERN_DYNAMIC) continue;
    if (!tern_hlo_pad_dim(size, low[i], high[i], interior[i], &dims[i])) {
      return tern_hlo_error(subject, "has padding that overflows in dimension %zu", i);
    }
    if (dims[i] < 0) {
      return tern_hlo_error(subject, "padding result in negative size for dimension %zu: %lld", i, (long long)dims[i]);
    }
  }
  out_types[0] = tern_hlo_bounded_type(subject, operand, dims, dims, rank);
  return true;
}
TERN_HLO_RULE(pad)

static bool rule_dynamic_pad(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  (void)out_types;
  size_t rank = tern_type_rank(tern_hlo_operand_type(subject, 0));
  if (tern_type_rank(subject->op->results[0].type) != rank) {
    return tern_hlo_error(subject, "operand rank (%zu) must match result rank (%zu)", rank,
                          tern_type_rank(subject->op->results[0].type));
  }
  return check_padding_value(subject) && check_same_element(subject) && check_shape_operands(subject, 2, rank) &&
         tern_hlo_check_padding_sizes(subject, 2);
}
TERN_HLO_CHECK(dynamic_pad)

// --- sizes ---

static bool rule_get_dimension_size(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  int64_t dimension;
  out_types[0] = tern_hlo_tensor(tern_i_type_get(subject->context, 32), NULL, 0);
  return check_index(subject, "dimension", &dimension, tern_type_rank(tern_hlo_operand_type(subject, 0)));
}
TERN_HLO_RULE(get_dimension_size)

static bool rule_set_dimension_size(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  const tern_type_t *operand = tern_hlo_operand_type(subject, 0);
  int64_t dimension, dims[TERN_HLO_MAX_RANK], bounds[TERN_HLO_MAX_RANK];
  size_t rank = tern_type_rank(operand);
  if (!check_index(subject, "dimension", &dimension, rank)) return false;
  for (size_t i = 0; i < rank; ++i) {
    dims[i] = (int64_t)i == dimension ? TERN_DYNAMIC : tern_type_dim(operand, i);
    bounds[i] = tern_hlo_bound(operand, i);
  }
  out_types[0] = tern_hlo_bounded_type(subject, operand, dims, bounds, rank);
  return true;
}
TERN_HLO_RULE(set_dimension_size)

static bool rule_torch_index_select(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  const tern_type_t *operand = tern_hlo_operand_type(subject, 0), *index = tern_hlo_operand_type(subject, 1);
  size_t rank = tern_type_rank(operand), index_rank = tern_type_rank(index), out_rank = 0;
  int64_t dim, batch = tern_hlo_int(subject, "batch_dims", 0), dims[2 * TERN_HLO_MAX_RANK];
  if (!check_index(subject, "dim", &dim, rank)) return false;
  if (batch < 0 || batch > dim || (uint64_t)batch > index_rank) {
    return tern_hlo_error(subject, "batch_dims (%lld) is out of range for dim %lld and an index of rank %zu",
                          (long long)batch, (long long)dim, index_rank);
  }
  for (int64_t i = 0; i < dim; ++i) dims[out_rank++] = tern_type_dim(operand, (size_t)i);
  for (size_t i = (size_t)batch; i < index_rank; ++i) dims[out_rank++] = tern_type_dim(index, i);
  for (size_t i = (size_t)dim + 1; i < rank; ++i) dims[out_rank++] = tern_type_dim(operand, i);
  out_types[0] = tern_hlo_bounded_type(subject, operand, dims, dims, out_rank);
  return true;
}
TERN_HLO_RULE(torch_index_select)

// The k greatest along the last dimension.
static bool rule_topk(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  const tern_type_t *operand = tern_hlo_operand_type(subject, 0);
  size_t rank = tern_type_rank(operand);
  int64_t k = tern_hlo_int(subject, "k", -1), dims[TERN_HLO_MAX_RANK];
  if (rank < 1) return tern_hlo_error(subject, "expects at least one dimension");
  for (size_t i = 0; i < rank; ++i) dims[i] = tern_type_dim(operand, i);
  if (k < 0 || (dims[rank - 1] != TERN_DYNAMIC && k > dims[rank - 1])) {
    return tern_hlo_error(subject, "expects k (%lld) to be in the range of the last dimension of '%s'", (long long)k,
                          tern_type_text(operand));
  }
  dims[rank - 1] = k;
  out_types[0] = tern_hlo_bounded_type(subject, operand, dims, dims, rank);
  out_types[1] = tern_type_with_element(out_types[0], tern_i_type_get(subject->context, 32));
  return true;
}
TERN_HLO_CHECK(topk)
