// Rules of contractions: dot, dot_general, convolution, einsum.

#include "dialect/quant/quant.h"
#include "dialect/stablehlo/hooks.h"
#include "ir/context.h"

enum { MAX_LIST = 2 * TERN_HLO_MAX_RANK };

// Elements may be widened by the result, but stay of one kind.
static bool check_result(const tern_hlo_subject_t *subject, const int64_t *dims, size_t rank,
                         const tern_type_t **out_types) {
  const tern_type_t *result = subject->op->results[0].type;
  out_types[0] = tern_hlo_tensor(tern_type_element(result), dims, rank);
  return true;
}

static bool check_precision(const tern_hlo_subject_t *subject) {
  const tern_attr_t *attr = tern_hlo_attr(subject, "precision_config");
  return !attr || tern_array_attr_count(attr) <= 2 ||
         tern_hlo_error(subject, "expects precision config to be empty or have <= 2 elements");
}

// --- algorithms ---

// What computes products somewhere; all others are refused.
typedef struct algorithm {
  tern_type_kind_t operands, accumulator;
  uint32_t products;  // which numbers of products there are, as bits
} algorithm_t;

#define ONE (1u << 1)
static const algorithm_t algorithms[] = {
    {TERN_TYPE_BF16, TERN_TYPE_BF16, ONE},
    {TERN_TYPE_BF16, TERN_TYPE_F32, ONE | 1u << 3 | 1u << 6 | 1u << 9},
    {TERN_TYPE_F16, TERN_TYPE_F16, ONE},
    {TERN_TYPE_F16, TERN_TYPE_F32, ONE},
    {TERN_TYPE_TF32, TERN_TYPE_F32, ONE | 1u << 3},
    {TERN_TYPE_F32, TERN_TYPE_F32, ONE},
    {TERN_TYPE_F64, TERN_TYPE_F64, ONE},
};

static bool is_f8(const tern_type_t *type) {
  return tern_type_is_float(type) && tern_type_bit_width(type) == 8 && type->kind != TERN_TYPE_F8E8M0FNU;
}

typedef struct dot_algorithm {
  const tern_type_t *lhs, *rhs, *accumulator;
  int64_t counts[3];  // components of lhs and rhs, products
  bool is_imprecise;
} dot_algorithm_t;

static bool is_known(const dot_algorithm_t *a) {
  if (a->counts[0] != 1 || a->counts[1] != 1 || a->counts[2] > 9) return false;
  if (is_f8(a->lhs) && is_f8(a->rhs)) {
    bool is_split = a->lhs->kind == TERN_TYPE_F8E4M3FN && (a->counts[2] == 3 || a->counts[2] == 4);
    return a->accumulator->kind == TERN_TYPE_F32 && (a->counts[2] == 1 || is_split);
  }
  for (size_t i = 0; !a->is_imprecise && i < sizeof(algorithms) / sizeof(algorithms[0]); ++i) {
    const algorithm_t *row = &algorithms[i];
    bool is_right = a->lhs == a->rhs && a->lhs->kind == row->operands && a->accumulator->kind == row->accumulator;
    if (is_right) return row->products >> a->counts[2] & 1;
  }
  return false;
}

// Without an algorithm, precision is a hint; with one it says nothing.
static bool check_default_precision(const tern_hlo_subject_t *subject) {
  const tern_attr_t *attr = tern_hlo_attr(subject, "precision_config");
  for (size_t i = 0; attr && i < tern_array_attr_count(attr); ++i) {
    if (tern_enum_attr_value(tern_array_attr_at(attr, i)) == 0) continue;
    return tern_hlo_error(subject, "must specify DEFAULT precision config when algorithm is set.");
  }
  return true;
}

static bool check_algorithm(const tern_hlo_subject_t *subject) {
  static const char mnemonic[] = "dot_algorithm";
  static const char *const types[] = {"lhs_precision_type", "rhs_precision_type", "accumulation_type"};
  static const char *const counts[] = {"lhs_component_count", "rhs_component_count", "num_primitive_operations"};
  static const char *const words[] = {"lhs component count", "rhs component count", "num primitive operations"};
  const tern_attr_t *attr = tern_hlo_attr(subject, "algorithm");
  dot_algorithm_t a;
  tern_hlo_dims_t field;
  if (!attr) return true;
  const tern_type_t **slots[] = {&a.lhs, &a.rhs, &a.accumulator};
  for (size_t i = 0; i < 3; ++i) {
    if (!tern_hlo_attr_field(attr, mnemonic, types[i], &field)) return false;
    *slots[i] = (const tern_type_t *)(uintptr_t)field.values[0];
    if (!tern_hlo_attr_field(attr, mnemonic, counts[i], &field)) return false;
    a.counts[i] = field.values[0];
    if (a.counts[i] < 1) return tern_hlo_error(subject, "%s must be positive", words[i]);
  }
  if (!tern_hlo_attr_field(attr, mnemonic, "allow_imprecise_accumulation", &field)) return false;
  a.is_imprecise = field.values[0] != 0;
  if (!is_known(&a)) {
    return tern_hlo_error(subject,
                          "dot algorithm not known to be supported on any hardware: {lhs:'%s', rhs:'%s', accum:'%s', "
                          "lhs_components:%lld, rhs_components:%lld, primitive_ops:%lld, imprecise:%d}",
                          tern_type_text(a.lhs), tern_type_text(a.rhs), tern_type_text(a.accumulator),
                          (long long)a.counts[0], (long long)a.counts[1], (long long)a.counts[2], a.is_imprecise);
  }
  return check_default_precision(subject);
}

// --- products ---

static bool check_elements(const tern_hlo_subject_t *subject) {
  const tern_type_t *lhs = tern_type_element(tern_hlo_operand_type(subject, 0));
  const tern_type_t *rhs = tern_type_element(tern_hlo_operand_type(subject, 1));
  // Weights may be quantized where the rest is not.
  if (tern_quant_is_quantized(rhs)) return true;
  bool is_mixed = tern_type_is_float(lhs) && tern_type_is_float(rhs);
  bool is_mixed_int = tern_type_is_integer(lhs) && tern_type_is_integer(rhs);
  return lhs == rhs || is_mixed || is_mixed_int ||
         tern_hlo_error(subject, "expects lhs and rhs to have elements of one kind, but got '%s' and '%s'",
                        tern_type_text(lhs), tern_type_text(rhs));
}

static bool rule_dot(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  const tern_type_t *lhs = tern_hlo_operand_type(subject, 0), *rhs = tern_hlo_operand_type(subject, 1);
  size_t lhs_rank = tern_type_rank(lhs), rhs_rank = tern_type_rank(rhs), rank = 0;
  int64_t dims[2];
  if (!check_precision(subject) || !check_elements(subject)) return false;
  if (lhs_rank < 1 || lhs_rank > 2 || rhs_rank < 1 || rhs_rank > 2) {
    return tern_hlo_error(subject, "expected both lhs/rhs ranks to be either 1 or 2, but got '%s' and '%s'",
                          tern_type_text(lhs), tern_type_text(rhs));
  }
  if (!tern_hlo_is_dim_compatible(tern_type_dim(lhs, lhs_rank - 1), tern_type_dim(rhs, 0))) {
    return tern_hlo_error(subject, "contracting dimension sizes must match, but got '%s' and '%s'", tern_type_text(lhs),
                          tern_type_text(rhs));
  }
  if (lhs_rank == 2) dims[rank++] = tern_type_dim(lhs, 0);
  if (rhs_rank == 2) dims[rank++] = tern_type_dim(rhs, 1);
  return check_result(subject, dims, rank, out_types);
}
TERN_HLO_CHECK(dot)

// Batching and contracting dimensions of one side are in range and none comes twice.
static bool check_side(const tern_hlo_subject_t *subject, const char *name, tern_hlo_dims_t batching,
                       tern_hlo_dims_t contracting, size_t rank) {
  int64_t dims[2 * TERN_HLO_MAX_RANK];
  if (batching.count + contracting.count > rank) {
    return tern_hlo_error(subject, "has more batching and contracting dimensions than dimensions in %s", name);
  }
  for (size_t i = 0; i < batching.count; ++i) dims[i] = batching.values[i];
  for (size_t i = 0; i < contracting.count; ++i) dims[batching.count + i] = contracting.values[i];
  return tern_hlo_check_dims(subject, name, dims, batching.count + contracting.count, (int64_t)rank);
}

static bool is_among(tern_hlo_dims_t dims, size_t dim) {
  for (size_t i = 0; i < dims.count; ++i) {
    if (dims.values[i] == (int64_t)dim) return true;
  }
  return false;
}

static bool check_pairs(const tern_hlo_subject_t *subject, const char *what, tern_hlo_dims_t lhs_dims,
                        tern_hlo_dims_t rhs_dims) {
  const tern_type_t *lhs = tern_hlo_operand_type(subject, 0), *rhs = tern_hlo_operand_type(subject, 1);
  for (size_t i = 0; i < lhs_dims.count; ++i) {
    int64_t a = tern_type_dim(lhs, (size_t)lhs_dims.values[i]), b = tern_type_dim(rhs, (size_t)rhs_dims.values[i]);
    if (tern_hlo_is_dim_compatible(a, b)) continue;
    return tern_hlo_error(subject,
                          "%s dimension sizes must match for lhs/rhs, but dimension %lld of '%s' and %lld of '%s' "
                          "differ",
                          what, (long long)lhs_dims.values[i], tern_type_text(lhs), (long long)rhs_dims.values[i],
                          tern_type_text(rhs));
  }
  return true;
}

static bool rule_dot_general(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  const tern_type_t *lhs = tern_hlo_operand_type(subject, 0), *rhs = tern_hlo_operand_type(subject, 1);
  size_t lhs_rank = tern_type_rank(lhs), rhs_rank = tern_type_rank(rhs), rank = 0;
  tern_dot_dimension_numbers_t n;
  if (!tern_hlo_dot_dimension_numbers(tern_hlo_attr(subject, "dot_dimension_numbers"), &n)) {
    return tern_hlo_error(subject, "has dot_dimension_numbers that cannot be read");
  }
  if (n.lhs_batching.count != n.rhs_batching.count) {
    return tern_hlo_error(subject, "lhs and rhs should have the same number of batching dimensions");
  }
  if (n.lhs_contracting.count != n.rhs_contracting.count) {
    return tern_hlo_error(subject, "lhs and rhs should have the same number of contracting dimensions");
  }
  if (!check_precision(subject) || !check_algorithm(subject) || !check_elements(subject) ||
      !check_side(subject, "lhs dimensions", n.lhs_batching, n.lhs_contracting, lhs_rank) ||
      !check_side(subject, "rhs dimensions", n.rhs_batching, n.rhs_contracting, rhs_rank) ||
      !check_pairs(subject, "batching", n.lhs_batching, n.rhs_batching) ||
      !check_pairs(subject, "contracting", n.lhs_contracting, n.rhs_contracting)) {
    return false;
  }
  int64_t dims[2 * TERN_HLO_MAX_RANK];
  for (size_t i = 0; i < n.lhs_batching.count; ++i) dims[rank++] = tern_type_dim(lhs, (size_t)n.lhs_batching.values[i]);
  for (size_t i = 0; i < lhs_rank; ++i) {
    if (!is_among(n.lhs_batching, i) && !is_among(n.lhs_contracting, i)) dims[rank++] = tern_type_dim(lhs, i);
  }
  for (size_t i = 0; i < rhs_rank; ++i) {
    if (!is_among(n.rhs_batching, i) && !is_among(n.rhs_contracting, i)) dims[rank++] = tern_type_dim(rhs, i);
  }
  return check_result(subject, dims, rank, out_types);
}
TERN_HLO_CHECK(dot_general)

// --- windows ---

// Values of an optional list, one per dimension; each is at least `least`. Where the padding is an operand, there may be more than
// are looked at: JAX has written a stride too many, and StableHLO's verifier passes that.
static bool read_per_dim(const tern_hlo_subject_t *subject, const char *name, size_t rank, int64_t otherwise,
                         int64_t least, int64_t *out_values) {
  size_t count;
  for (size_t i = 0; i < rank; ++i) out_values[i] = otherwise;
  if (!tern_hlo_attr(subject, name)) return true;
  int64_t values[MAX_LIST];
  if (!tern_hlo_list(subject, name, values, &count)) return false;
  bool has_padding_attr = tern_hlo_attr_row(subject->context, subject->def, "padding");
  if (count < rank || (count > rank && has_padding_attr)) {
    return tern_hlo_error(subject,
                          "expects %s to have size equal to the number of window dimensions (%zu), but got "
                          "%zu",
                          name, rank, count);
  }
  for (size_t i = 0; i < rank; ++i) {
    if (values[i] < least) {
      return tern_hlo_error(subject, "expects %s to have positive values, but got %lld in dimension %zu", name,
                            (long long)values[i], i);
    }
    out_values[i] = values[i];
  }
  return true;
}

bool tern_hlo_read_window(const tern_hlo_subject_t *subject, size_t rank, const char *const names[3],
                          tern_hlo_window_t *out_window) {
  if (!read_per_dim(subject, names[0], rank, 1, 1, out_window->strides) ||
      !read_per_dim(subject, names[1], rank, 1, 1, out_window->base_dilations) ||
      !read_per_dim(subject, names[2], rank, 1, 1, out_window->window_dilations)) {
    return false;
  }
  const tern_attr_t *padding = tern_hlo_attr(subject, "padding");
  for (size_t i = 0; i < rank; ++i) out_window->low[i] = out_window->high[i] = 0;
  if (!padding) return true;
  const tern_type_t *type = tern_attr_type(padding);
  if (!type || type->kind != TERN_TYPE_TENSOR || tern_type_rank(type) != 2 || tern_type_dim(type, 1) != 2 ||
      tern_type_dim(type, 0) != (int64_t)rank) {
    return tern_hlo_error(subject, "expects the padding-attribute to have the shape [%zu, 2], but got '%s'", rank,
                          type ? tern_type_text(type) : "none");
  }
  for (size_t i = 0; i < rank; ++i) {
    out_window->low[i] = tern_int_list_attr_at(padding, 2 * i);
    out_window->high[i] = tern_int_list_attr_at(padding, 2 * i + 1);
  }
  return true;
}

// Size with holes between elements; false if it overflows.
static bool dilate(int64_t size, int64_t dilation, int64_t *out_size) {
  if (size == 0) {
    *out_size = 0;
    return true;
  }
  return !__builtin_mul_overflow(size - 1, dilation, out_size) && !__builtin_add_overflow(*out_size, 1, out_size);
}

bool tern_hlo_window_size(const tern_hlo_subject_t *subject, const tern_hlo_window_t *window, size_t dim, int64_t size,
                          int64_t window_size, int64_t *out_size) {
  *out_size = TERN_DYNAMIC;
  if (size == TERN_DYNAMIC || window_size == TERN_DYNAMIC) return true;
  int64_t base, extent, padded;
  if (!dilate(size, window->base_dilations[dim], &base) ||
      !dilate(window_size, window->window_dilations[dim], &extent) ||
      __builtin_add_overflow(base, window->low[dim], &padded) ||
      __builtin_add_overflow(padded, window->high[dim], &padded)) {
    return tern_hlo_error(subject, "has a window that overflows in dimension %zu", dim);
  }
  *out_size = padded <= 0 || extent > padded ? 0 : (padded - extent) / window->strides[dim] + 1;
  return true;
}

// --- convolutions ---

typedef struct conv_side {
  const char *name;
  int64_t first, second;
  tern_hlo_dims_t spatial;
} conv_side_t;

static bool check_conv_side(const tern_hlo_subject_t *subject, const conv_side_t *side, size_t rank) {
  int64_t dims[TERN_HLO_MAX_RANK + 2];
  if (side->spatial.count + 2 != rank) {
    return tern_hlo_error(subject, "expects %s to have %zu dimensions as its dimension numbers say, but it has %zu",
                          side->name, side->spatial.count + 2, rank);
  }
  dims[0] = side->first;
  dims[1] = side->second;
  for (size_t i = 0; i < side->spatial.count; ++i) dims[2 + i] = side->spatial.values[i];
  return tern_hlo_check_dims(subject, side->name, dims, rank, (int64_t)rank);
}

// Counts that are known fit the groups.
static bool check_groups(const tern_hlo_subject_t *subject, const tern_conv_dimension_numbers_t *n, int64_t *out_groups,
                         int64_t *out_batch_groups) {
  const tern_type_t *lhs = tern_hlo_operand_type(subject, 0), *rhs = tern_hlo_operand_type(subject, 1);
  int64_t groups = *out_groups = tern_hlo_int(subject, "feature_group_count", 1);
  int64_t batch_groups = *out_batch_groups = tern_hlo_int(subject, "batch_group_count", 1);
  if (groups <= 0) {
    return tern_hlo_error(subject, "expects feature_group_count to be a positive number, got %lld", (long long)groups);
  }
  if (batch_groups <= 0) {
    return tern_hlo_error(subject, "expects batch_group_count to be a positive number, got %lld",
                          (long long)batch_groups);
  }
  if (groups > 1 && batch_groups > 1) {
    return tern_hlo_error(subject,
                          "expects batch_group_count and feature_group_count not to be both greater than 1, "
                          "got %lld and %lld",
                          (long long)batch_groups, (long long)groups);
  }
  int64_t features = tern_type_dim(lhs, (size_t)n->input_feature), batch = tern_type_dim(lhs, (size_t)n->input_batch);
  int64_t inputs = tern_type_dim(rhs, (size_t)n->kernel_input_feature);
  int64_t outputs = tern_type_dim(rhs, (size_t)n->kernel_output_feature);
  if (features != TERN_DYNAMIC && features % groups != 0) {
    return tern_hlo_error(subject,
                          "expects input feature dimension (%lld) to be a multiple of feature_group_count "
                          "(%lld)",
                          (long long)features, (long long)groups);
  }
  if (features != TERN_DYNAMIC && inputs != TERN_DYNAMIC && features / groups != inputs) {
    return tern_hlo_error(subject,
                          "expects input feature dimension (%lld) / feature_group_count = kernel input feature "
                          "dimension (%lld), with feature_group_count = %lld",
                          (long long)features, (long long)inputs, (long long)groups);
  }
  if (outputs != TERN_DYNAMIC && (outputs % groups != 0 || outputs % batch_groups != 0)) {
    return tern_hlo_error(subject,
                          "expects output feature dimension size (%lld) to be a multiple of the group counts "
                          "(%lld and %lld)",
                          (long long)outputs, (long long)groups, (long long)batch_groups);
  }
  return batch == TERN_DYNAMIC || batch % batch_groups == 0 ||
         tern_hlo_error(subject, "expects input batch dimension (%lld) to be divisible by batch_group_count (%lld)",
                        (long long)batch, (long long)batch_groups);
}

static bool check_convolution(const tern_hlo_subject_t *subject, bool is_padding_dynamic,
                              const tern_type_t **out_types) {
  static const char *const names[3] = {"window_strides", "lhs_dilation", "rhs_dilation"};
  const tern_type_t *lhs = tern_hlo_operand_type(subject, 0), *rhs = tern_hlo_operand_type(subject, 1);
  size_t rank = tern_type_rank(lhs);
  tern_conv_dimension_numbers_t n;
  if (!tern_hlo_conv_dimension_numbers(tern_hlo_attr(subject, "dimension_numbers"), &n)) {
    return tern_hlo_error(subject, "has dimension_numbers that cannot be read");
  }
  if (tern_type_rank(rhs) != rank) {
    return tern_hlo_error(subject,
                          "expects convolution arguments to have same number of dimensions, but got '%s' and '%s'",
                          tern_type_text(lhs), tern_type_text(rhs));
  }
  conv_side_t input = {"input", n.input_batch, n.input_feature, n.input_spatial};
  conv_side_t kernel = {"kernel", n.kernel_input_feature, n.kernel_output_feature, n.kernel_spatial};
  conv_side_t output = {"output", n.output_batch, n.output_feature, n.output_spatial};
  if (!check_precision(subject) || !check_elements(subject) || !check_conv_side(subject, &input, rank) ||
      !check_conv_side(subject, &kernel, rank) || !check_conv_side(subject, &output, rank)) {
    return false;
  }
  tern_hlo_window_t window;
  int64_t groups, batch_groups, flags[MAX_LIST];
  size_t spatial_count = rank - 2;
  if (!check_groups(subject, &n, &groups, &batch_groups) ||
      !tern_hlo_read_window(subject, spatial_count, names, &window) ||
      !read_per_dim(subject, "window_reversal", spatial_count, 0, INT64_MIN, flags)) {
    return false;
  }
  int64_t dims[TERN_HLO_MAX_RANK];
  int64_t batch = tern_type_dim(lhs, (size_t)n.input_batch);
  dims[n.output_batch] = batch == TERN_DYNAMIC ? TERN_DYNAMIC : batch / batch_groups;
  dims[n.output_feature] = tern_type_dim(rhs, (size_t)n.kernel_output_feature);
  for (size_t i = 0; i < spatial_count; ++i) {
    int64_t size = tern_type_dim(lhs, (size_t)n.input_spatial.values[i]);
    int64_t extent = tern_type_dim(rhs, (size_t)n.kernel_spatial.values[i]);
    int64_t *out_size = &dims[n.output_spatial.values[i]];
    if (extent == 0) return tern_hlo_error(subject, "expects window to have positive value for dimension %zu", i);
    if (!tern_hlo_window_size(subject, &window, i, is_padding_dynamic ? TERN_DYNAMIC : size, extent, out_size)) {
      return false;
    }
  }
  return check_result(subject, dims, rank, out_types);
}

static bool rule_convolution(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  return check_convolution(subject, false, out_types);
}
TERN_HLO_CHECK(convolution)

static bool rule_dynamic_conv(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  if (!check_convolution(subject, true, out_types)) return false;
  const tern_type_t *padding = tern_hlo_operand_type(subject, 2);
  int64_t spatial_count = (int64_t)tern_type_rank(tern_hlo_operand_type(subject, 0)) - 2;
  return (tern_type_rank(padding) == 2 && tern_hlo_is_dim_compatible(tern_type_dim(padding, 0), spatial_count) &&
          tern_hlo_is_dim_compatible(tern_type_dim(padding, 1), 2)) ||
         tern_hlo_error(subject, "expects padding to have the shape [%lld, 2], but got '%s'", (long long)spatial_count,
                        tern_type_text(padding));
}
TERN_HLO_CHECK(dynamic_conv)

// --- einsum ---

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Letters of one operand: each stands for a size, the same everywhere.
static bool bind_letters(const tern_hlo_subject_t *subject, tern_str_t letters, size_t operand, int64_t sizes[128]) {
  const tern_type_t *type = tern_hlo_operand_type(subject, operand);
  if (letters.size != tern_type_rank(type)) {
    return tern_hlo_error(subject, "has %zu letters for operand #%zu of type '%s'", letters.size, operand,
                          tern_type_text(type));
  }
  for (size_t i = 0; i < letters.size; ++i) {
    if (!is_letter(letters.data[i])) {
      return tern_hlo_error(subject, "has '%c' in its configuration, expected a letter", letters.data[i]);
    }
    int64_t *size = &sizes[(unsigned char)letters.data[i]], dim = tern_type_dim(type, i);
    if (*size == -1 || *size == TERN_DYNAMIC) *size = dim;
    if (!tern_hlo_is_dim_compatible(*size, dim)) {
      return tern_hlo_error(subject, "has sizes %lld and %lld for '%c'", (long long)*size, (long long)dim,
                            letters.data[i]);
    }
  }
  return true;
}

// `ab,bc->ac`. What `...` stands for is known when the op is lowered, which checks it.
static bool rule_einsum(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  tern_str_t rest = tern_string_attr_value(tern_hlo_attr(subject, "einsum_config"));
  int64_t sizes[128], dims[TERN_HLO_MAX_RANK];
  if (tern_str_find_char(rest, '.') < rest.size) return true;
  for (size_t i = 0; i < 128; ++i) sizes[i] = -1;
  size_t count = tern_hlo_operand_count(subject), arrow = 0;
  while (arrow + 1 < rest.size && !(rest.data[arrow] == '-' && rest.data[arrow + 1] == '>')) ++arrow;
  if (arrow + 1 >= rest.size) return tern_hlo_error(subject, "expects '->' in its configuration");
  tern_str_t inputs = tern_str_make(rest.data, arrow), output = tern_str_drop(rest, arrow + 2);
  for (size_t i = 0; i < count; ++i) {
    if (!bind_letters(subject, tern_str_split(&inputs, ','), i, sizes)) return false;
  }
  if (inputs.size > 0 || output.size > TERN_HLO_MAX_RANK) {
    return tern_hlo_error(subject, "has a configuration that does not fit its operands");
  }
  for (size_t i = 0; i < output.size; ++i) {
    unsigned char letter = (unsigned char)output.data[i];
    if (!is_letter(output.data[i]) || sizes[letter] == -1) {
      return tern_hlo_error(subject, "has '%c' in its result that no operand has", output.data[i]);
    }
    dims[i] = sizes[letter];
  }
  const tern_type_t *element =
      tern_type_element(subject->op ? subject->op->results[0].type : tern_hlo_operand_type(subject, 0));
  out_types[0] = tern_hlo_tensor(element, dims, output.size);
  return true;
}
TERN_HLO_RULE(einsum)
