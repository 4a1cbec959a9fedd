// Rules of gather and scatter.

#include "dialect/stablehlo/hooks.h"
#include "ir/context.h"

enum { MAX_LIST = 2 * TERN_HLO_MAX_RANK };

// #stablehlo.gather, or #stablehlo.scatter in the words of gather.
typedef struct places {
  const char *mnemonic;
  tern_hlo_dims_t window_dims;     // of the result (updates): offset_dims, update_window_dims
  tern_hlo_dims_t collapsed_dims;  // of the operand: collapsed_slice_dims, inserted_window_dims
  tern_hlo_dims_t operand_batching, indices_batching;
  tern_hlo_dims_t index_map;  // start_index_map, scatter_dims_to_operand_dims
  int64_t vector_dim;
} places_t;

static const char *const gather_fields[6] = {"offset_dims",           "collapsed_slice_dims",
                                             "operand_batching_dims", "start_indices_batching_dims",
                                             "start_index_map",       "index_vector_dim"};
static const char *const scatter_fields[6] = {"update_window_dims",           "inserted_window_dims",
                                              "input_batching_dims",          "scatter_indices_batching_dims",
                                              "scatter_dims_to_operand_dims", "index_vector_dim"};

static bool read_places(const tern_hlo_subject_t *subject, const char *attr_name, const char *mnemonic,
                        const char *const names[6], places_t *out_places) {
  const tern_attr_t *attr = tern_hlo_attr(subject, attr_name);
  tern_hlo_dims_t vector_dim;
  out_places->mnemonic = mnemonic;
  if (!tern_hlo_attr_field(attr, mnemonic, names[0], &out_places->window_dims) ||
      !tern_hlo_attr_field(attr, mnemonic, names[1], &out_places->collapsed_dims) ||
      !tern_hlo_attr_field(attr, mnemonic, names[2], &out_places->operand_batching) ||
      !tern_hlo_attr_field(attr, mnemonic, names[3], &out_places->indices_batching) ||
      !tern_hlo_attr_field(attr, mnemonic, names[4], &out_places->index_map) ||
      !tern_hlo_attr_field(attr, mnemonic, names[5], &vector_dim)) {
    return tern_hlo_error(subject, "has a '%s' that cannot be read", attr_name);
  }
  out_places->vector_dim = vector_dim.values[0];
  return true;
}

static bool is_among(tern_hlo_dims_t dims, size_t dim) {
  for (size_t i = 0; i < dims.count; ++i) {
    if (dims.values[i] == (int64_t)dim) return true;
  }
  return false;
}

static bool check_sorted(const tern_hlo_subject_t *subject, const char *name, tern_hlo_dims_t dims, size_t bound) {
  for (size_t i = 1; i < dims.count; ++i) {
    if (dims.values[i - 1] > dims.values[i]) return tern_hlo_error(subject, "expects %s to be sorted", name);
  }
  return tern_hlo_check_dims(subject, name, dims.values, dims.count, (int64_t)bound);
}

// What gather and scatter have in common: dimensions are in range, and none plays two parts.
static bool check_places(const tern_hlo_subject_t *subject, const places_t *places, const char *const names[6],
                         const tern_type_t *operand, const tern_type_t *indices) {
  size_t rank = tern_type_rank(operand), index_rank = tern_type_rank(indices);
  if (places->vector_dim < 0 || (uint64_t)places->vector_dim > index_rank) {
    return tern_hlo_error(subject, "index_vector_dim %lld is out of bounds for indices of rank %zu",
                          (long long)places->vector_dim, index_rank);
  }
  if (!check_sorted(subject, names[1], places->collapsed_dims, rank) ||
      !check_sorted(subject, names[2], places->operand_batching, rank) ||
      !tern_hlo_check_dims(subject, names[3], places->indices_batching.values, places->indices_batching.count,
                           (int64_t)index_rank) ||
      !tern_hlo_check_dims(subject, names[4], places->index_map.values, places->index_map.count, (int64_t)rank)) {
    return false;
  }
  if (places->operand_batching.count != places->indices_batching.count) {
    return tern_hlo_error(subject, "%s and %s should have the same size", names[2], names[3]);
  }
  for (size_t i = 0; i < places->operand_batching.count; ++i) {
    size_t a = (size_t)places->operand_batching.values[i], b = (size_t)places->indices_batching.values[i];
    if (is_among(places->collapsed_dims, a) || is_among(places->index_map, a)) {
      return tern_hlo_error(subject, "has dimension %zu in %s and in %s or %s", a, names[2], names[1], names[4]);
    }
    if ((int64_t)b == places->vector_dim) {
      return tern_hlo_error(subject, "expects %s not to include index_vector_dim", names[3]);
    }
    if (!tern_hlo_is_dim_compatible(tern_type_dim(operand, a), tern_type_dim(indices, b))) {
      return tern_hlo_error(subject,
                            "batching dimension sizes must match, but dimension %zu of '%s' and %zu of '%s' differ", a,
                            tern_type_text(operand), b, tern_type_text(indices));
    }
  }
  int64_t count = (uint64_t)places->vector_dim == index_rank ? 1 : tern_type_dim(indices, (size_t)places->vector_dim);
  if (!tern_hlo_is_dim_compatible(count, (int64_t)places->index_map.count)) {
    return tern_hlo_error(subject, "%s size (%zu) is not equal to size of index dimension (%lld) of indices (%lld)",
                          names[4], places->index_map.count, (long long)places->vector_dim, (long long)count);
  }
  return places->window_dims.count + places->collapsed_dims.count + places->operand_batching.count == rank ||
         tern_hlo_error(subject, "has %zu dimensions in %s, %zu in %s and %zu in %s, which do not make up '%s'",
                        places->window_dims.count, names[0], places->collapsed_dims.count, names[1],
                        places->operand_batching.count, names[2], tern_type_text(operand));
}

// Dimensions of the indices but for the vector's, in order.
static size_t list_batch_dims(const places_t *places, const tern_type_t *indices, int64_t *out_dims) {
  size_t count = 0;
  for (size_t i = 0; i < tern_type_rank(indices); ++i) {
    if ((int64_t)i != places->vector_dim) out_dims[count++] = tern_type_dim(indices, i);
  }
  return count;
}

// The shape in which slices are laid out: window dimensions at their places, indices' dimensions at the others.
static size_t lay_out(const places_t *places, const tern_type_t *indices, const int64_t *window_sizes,
                      int64_t *out_dims) {
  int64_t batch[TERN_HLO_MAX_RANK];
  size_t batch_count = list_batch_dims(places, indices, batch), rank = places->window_dims.count + batch_count;
  size_t next_batch = 0, next_window = 0;
  for (size_t i = 0; i < rank; ++i) {
    bool is_window = is_among(places->window_dims, i);
    if (is_window) {
      out_dims[i] = next_window < places->window_dims.count ? window_sizes[next_window++] : TERN_DYNAMIC;
    } else {
      out_dims[i] = next_batch < batch_count ? batch[next_batch++] : TERN_DYNAMIC;
    }
  }
  return rank;
}

// --- gather ---

// `sizes` has the slice sizes, TERN_DYNAMIC where unknown.
static bool check_gather(const tern_hlo_subject_t *subject, const int64_t *sizes, size_t size_count,
                         const tern_type_t **out_types) {
  const tern_type_t *operand = tern_hlo_operand_type(subject, 0), *indices = tern_hlo_operand_type(subject, 1);
  size_t rank = tern_type_rank(operand);
  places_t places;
  if (!read_places(subject, "dimension_numbers", "gather", gather_fields, &places) ||
      !check_places(subject, &places, gather_fields, operand, indices)) {
    return false;
  }
  if (size_count != rank) {
    return tern_hlo_error(subject, "slice_sizes size (%zu) not equal to (implied) operand rank (%zu)", size_count,
                          rank);
  }
  int64_t window[TERN_HLO_MAX_RANK], dims[2 * TERN_HLO_MAX_RANK];
  size_t window_count = 0;
  for (size_t i = 0; i < rank; ++i) {
    int64_t size = tern_type_dim(operand, i);
    if (sizes[i] != TERN_DYNAMIC && (sizes[i] < 0 || (size != TERN_DYNAMIC && sizes[i] > size))) {
      return tern_hlo_error(subject, "slice size (%lld) is out of bounds for operand dimension (%lld) at index %zu",
                            (long long)sizes[i], (long long)size, i);
    }
    bool is_dropped = is_among(places.collapsed_dims, i) || is_among(places.operand_batching, i);
    if (is_dropped && sizes[i] != TERN_DYNAMIC && sizes[i] > 1) {
      return tern_hlo_error(subject, "slice_sizes collapsed or batching dimension %zu should <= 1 but got %lld", i,
                            (long long)sizes[i]);
    }
    if (!is_dropped) window[window_count++] = sizes[i];
  }
  size_t out_rank = lay_out(&places, indices, window, dims);
  if (!check_sorted(subject, gather_fields[0], places.window_dims, out_rank)) return false;
  out_types[0] = tern_hlo_tensor(tern_type_element(operand), dims, out_rank);
  return true;
}

static bool rule_gather(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  int64_t sizes[MAX_LIST];
  size_t count;
  return tern_hlo_list(subject, "slice_sizes", sizes, &count) && check_gather(subject, sizes, count, out_types);
}
TERN_HLO_RULE(gather)

static bool rule_dynamic_gather(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  const tern_type_t *type = tern_hlo_operand_type(subject, 2);
  size_t rank = tern_type_rank(tern_hlo_operand_type(subject, 0));
  int64_t sizes[TERN_HLO_MAX_RANK];
  if (tern_type_rank(type) != 1 || !tern_hlo_is_dim_compatible(tern_type_dim(type, 0), (int64_t)rank)) {
    return tern_hlo_error(subject, "expects slice_sizes to have %zu entries, but got '%s'", rank, tern_type_text(type));
  }
  size_t count;
  if (!tern_hlo_constant_list(subject, 2, sizes, &count) || count != rank) {
    for (size_t i = 0; i < rank; ++i) sizes[i] = TERN_DYNAMIC;
  }
  return check_gather(subject, sizes, rank, out_types);
}
TERN_HLO_CHECK(dynamic_gather)

// --- scatter ---

static bool check_update(const tern_hlo_subject_t *subject, const places_t *places, const tern_type_t *operand,
                         const tern_type_t *indices, const tern_type_t *update) {
  int64_t window[TERN_HLO_MAX_RANK], dims[2 * TERN_HLO_MAX_RANK];
  size_t window_count = 0, rank = tern_type_rank(update);
  for (size_t i = 0; i < tern_type_rank(operand); ++i) {
    bool is_dropped = is_among(places->collapsed_dims, i) || is_among(places->operand_batching, i);
    if (!is_dropped) window[window_count++] = tern_type_dim(operand, i);
  }
  size_t expected = lay_out(places, indices, window, dims);
  if (!check_sorted(subject, scatter_fields[0], places->window_dims, expected)) return false;
  if (rank != expected) {
    return tern_hlo_error(subject, "expects updates tensor must be of rank %zu, but got '%s'", expected,
                          tern_type_text(update));
  }
  for (size_t i = 0; i < rank; ++i) {
    int64_t size = tern_type_dim(update, i);
    if (size == TERN_DYNAMIC || dims[i] == TERN_DYNAMIC) continue;
    bool is_window = is_among(places->window_dims, i);
    if (is_window ? size <= dims[i] : size == dims[i]) continue;
    return tern_hlo_error(subject,
                          is_window ? "expects bounds of the window dimensions of updates to not exceed the "
                                      "bounds of the corresponding dimensions of operand. For dimension %zu, "
                                      "updates bound is %lld, operand bound is %lld"
                                    : "expects bounds of the scatter dimensions of updates to be same as the "
                                      "bounds of the corresponding dimensions of scatter indices. For scatter "
                                      "dimension %zu, updates bound is %lld, scatter_indices bound is %lld",
                          i, (long long)size, (long long)dims[i]);
  }
  return tern_hlo_have_compatible_elements(update, operand) ||
         tern_hlo_error(subject, "expects updates to have the element type of the operand, but got '%s' and '%s'",
                        tern_type_text(update), tern_type_text(operand));
}

static bool rule_scatter(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  size_t count = tern_hlo_operand_count(subject) / 2;
  if (count == 0) return tern_hlo_error(subject, "expects at least one input");
  if (subject->op->result_count != count) {
    return tern_hlo_error(subject, "expects as many results as inputs, but got %u and %zu", subject->op->result_count,
                          count);
  }
  const tern_type_t *first = tern_hlo_operand_type(subject, 0), *indices = tern_hlo_operand_type(subject, count);
  places_t places;
  if (!read_places(subject, "scatter_dimension_numbers", "scatter", scatter_fields, &places) ||
      !check_places(subject, &places, scatter_fields, first, indices)) {
    return false;
  }
  for (size_t i = 0; i < count; ++i) {
    const tern_type_t *operand = tern_hlo_operand_type(subject, i);
    if (!tern_hlo_have_compatible_shapes(first, operand)) {
      return tern_hlo_error(subject, "expects all inputs to have compatible shapes");
    }
    if (!check_update(subject, &places, operand, indices, tern_hlo_operand_type(subject, count + 1 + i))) return false;
    out_types[i] = tern_type_with_element(operand, tern_type_element(subject->op->results[i].type));
  }
  return true;
}
TERN_HLO_CHECK(scatter)
