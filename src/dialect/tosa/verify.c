// tosa: verifiers. Shapes that are not known are taken to fit.

#include "dialect/quant/quant.h"
#include "dialect/tosa/hooks.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

// What quantized numbers are stored as is what counts here.
static const tern_type_t *type_of(const tern_op_t *op, size_t operand) {
  return tern_quant_stored_type(tern_op_operand(op, operand)->type);
}
static const tern_type_t *result_type(const tern_op_t *op) {
  return tern_quant_stored_type(tern_op_result(op, 0)->type);
}
static bool is_ranked(const tern_type_t *type) { return tern_type_is_ranked(type); }
static bool fit(int64_t a, int64_t b) { return a == b || a == TERN_DYNAMIC || b == TERN_DYNAMIC; }

// The dims of the result, or of an operand, as the op computes them: TERN_DYNAMIC where unknown.
static bool check_result(const tern_op_t *op, const int64_t *dims, size_t rank) {
  const tern_type_t *type = result_type(op);
  if (!is_ranked(type)) return true;
  bool fits = tern_type_rank(type) == rank;
  for (size_t i = 0; fits && i < rank; ++i) fits = fit(dims[i], tern_type_dim(type, i));
  if (fits) return true;
  const tern_type_t *expected = tern_tensor_type_get(tern_type_element(type), dims, rank, NULL);
  return tern_op_error(op, "has a result of type '%s' where '%s' is expected", tern_type_text(type),
                       tern_type_text(expected));
}

enum { MAX_RANK = 32 };

// Ranks may differ, as in files of 2020 to 2023: --tosa-make-broadcastable evens them. Upstream's verifier has refused them since.
bool tern_tosa_verify_broadcast(const tern_op_t *op) {
  if (!tern_tosa_verify_elements(op)) return false;
  size_t count = op->operand_count;
  if (tern_op_is(op, TERN_TOSA(MUL))) --count;  // the shift
  int64_t dims[MAX_RANK];
  size_t rank = 0;
  bool knows_any = false;
  for (size_t i = 0; i < count; ++i) {
    knows_any |= is_ranked(type_of(op, i));
    if (is_ranked(type_of(op, i)) && tern_type_rank(type_of(op, i)) > rank) rank = tern_type_rank(type_of(op, i));
  }
  if (rank > MAX_RANK) return tern_op_error(op, "has more than %d dimensions", MAX_RANK);
  for (size_t d = 0; d < rank; ++d) dims[d] = 1;
  for (size_t i = 0; i < count; ++i) {
    const tern_type_t *type = type_of(op, i);
    if (!is_ranked(type)) continue;
    size_t lead = rank - tern_type_rank(type);
    for (size_t d = lead; d < rank; ++d) {
      int64_t dim = tern_type_dim(type, d - lead);
      if (dim == 1 || dim == dims[d]) continue;
      if (dims[d] == 1 || dims[d] == TERN_DYNAMIC) {
        dims[d] = dim;
      } else if (dim != TERN_DYNAMIC) {
        return tern_op_error(op, "operands don't have broadcast-compatible shapes");
      }
    }
  }
  if (!knows_any) return true;
  for (size_t d = 0; d < rank; ++d) {
    // One dimension of 1 beside one that is not known gives what is not known.
    bool is_open = false;
    for (size_t i = 0; i < count; ++i) {
      if (!is_ranked(type_of(op, i))) continue;
      size_t lead = rank - tern_type_rank(type_of(op, i));
      is_open |= d >= lead && tern_type_dim(type_of(op, i), d - lead) == TERN_DYNAMIC;
    }
    if (is_open && dims[d] == 1) dims[d] = TERN_DYNAMIC;
  }
  return check_result(op, dims, rank);
}

bool tern_tosa_verify_constant(const tern_op_t *op) {
  const tern_attr_t *values = tern_op_attr(op, "values");
  const tern_type_t *type = tern_attr_type(values), *result = tern_quant_storage_type(tern_op_result(op, 0)->type);
  if (tern_tosa_is_shape_type(result)) {
    if (tern_type_rank(type) != 1) return tern_op_error(op, "expect elements in attribute values with rank 1");
    return tern_type_dim(type, 0) == tern_tosa_shape_type_rank(result) ||
           tern_op_error(op,
                         "expect number of elements in attribute values (%lld) to be equal to the rank (%lld) for the "
                         "result shape type",
                         (long long)tern_type_dim(type, 0), (long long)tern_tosa_shape_type_rank(result));
  }
  bool fits = tern_type_element(type) == tern_type_element(result);
  if (fits && is_ranked(result)) {
    fits = tern_type_rank(type) == tern_type_rank(result);
    for (size_t i = 0; fits && i < tern_type_rank(type); ++i) {
      fits = fit(tern_type_dim(type, i), tern_type_dim(result, i));
    }
  }
  return fits || tern_op_error(op, "expected same attr/result types, got '%s' and '%s'", tern_type_text(type),
                               tern_type_text(result));
}

static bool read_axis(const tern_op_t *op, const tern_type_t *type, size_t *out_axis) {
  int64_t axis = tern_tosa_int(op, "axis", 0), rank = (int64_t)tern_type_rank(type);
  if (axis < 0 || axis >= rank) {
    return tern_op_error(op, "expect axis to be in the range [0, %lld), but got %lld", (long long)rank,
                         (long long)axis);
  }
  *out_axis = (size_t)axis;
  return rank <= MAX_RANK || tern_op_error(op, "has more than %d dimensions", MAX_RANK);
}

// An axis that the result, if it has a rank, does not have.
static bool check_axis_of_result(const tern_op_t *op) {
  const tern_type_t *result = result_type(op);
  int64_t axis = tern_tosa_int(op, "axis", 0);
  return !is_ranked(result) || axis < (int64_t)tern_type_rank(result) ||
         tern_op_error(op, "expect output tensor rank (%zu) to be larger than axis (%lld)", tern_type_rank(result),
                       (long long)axis);
}

bool tern_tosa_verify_axis(const tern_op_t *op) {
  size_t axis;
  const tern_type_t *type = type_of(op, 0);
  if (!tern_tosa_verify_elements(op) || !check_axis_of_result(op)) return false;
  return !is_ranked(type) ||
         (read_axis(op, type, &axis) && check_result(op, tern_type_dims(type), tern_type_rank(type)));
}

bool tern_tosa_verify_reduce(const tern_op_t *op) {
  size_t axis;
  const tern_type_t *type = type_of(op, 0), *result = result_type(op);
  if (!tern_tosa_verify_elements(op)) return false;
  if (!is_ranked(type)) {
    if (!check_axis_of_result(op)) return false;
    axis = (size_t)tern_tosa_int(op, "axis", 0);
    return !is_ranked(result) || fit(tern_type_dim(result, axis), 1) ||
           tern_op_error(op, "expect reduced dimension size to be 1, got %lld", (long long)tern_type_dim(result, axis));
  }
  if (!read_axis(op, type, &axis)) return false;
  int64_t dims[MAX_RANK];
  for (size_t i = 0; i < tern_type_rank(type); ++i) dims[i] = i == axis ? 1 : tern_type_dim(type, i);
  return check_result(op, dims, tern_type_rank(type));
}

bool tern_tosa_verify_argmax(const tern_op_t *op) {
  size_t axis, count = 0;
  const tern_type_t *type = type_of(op, 0);
  if (!tern_type_is_integer(tern_type_element(result_type(op)))) {
    return tern_op_error(op, "result tensor is not of integer type");
  }
  if (!is_ranked(type)) return true;
  if (!read_axis(op, type, &axis)) return false;
  int64_t dims[MAX_RANK];
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    if (i != axis) dims[count++] = tern_type_dim(type, i);
  }
  return check_result(op, dims, count);
}

bool tern_tosa_verify_concat(const tern_op_t *op) {
  if (op->operand_count == 0) return tern_op_error(op, "expects at least one operand");
  if (!tern_tosa_verify_elements(op)) return false;
  size_t axis;
  const tern_type_t *first = type_of(op, 0);
  if (!is_ranked(first)) return true;
  if (!read_axis(op, first, &axis)) return false;
  size_t rank = tern_type_rank(first);
  int64_t dims[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) dims[i] = tern_type_dim(first, i);
  for (size_t i = 1; i < op->operand_count; ++i) {
    const tern_type_t *type = type_of(op, i);
    if (!is_ranked(type)) return true;
    if (tern_type_rank(type) != rank) return tern_op_error(op, "expect all operands to have the same rank");
    for (size_t d = 0; d < rank; ++d) {
      int64_t dim = tern_type_dim(type, d);
      if (d == axis) {
        dims[d] = dims[d] == TERN_DYNAMIC || dim == TERN_DYNAMIC ? TERN_DYNAMIC : dims[d] + dim;
      } else if (!fit(dims[d], dim)) {
        return tern_op_error(op,
                             "expect all operand shapes to have the same sizes on non-axis dimensions, but got %lld vs "
                             "%lld at index %zu on operands 0 and %zu",
                             (long long)dims[d], (long long)dim, d, i);
      } else if (dims[d] == TERN_DYNAMIC) {
        dims[d] = dim;
      }
    }
  }
  return check_result(op, dims, rank);
}

// The numbers of a constant shape operand; false if they are not known. `*out_ok` is false after an error.
static bool read_shape(const tern_op_t *op, size_t operand, size_t count, int64_t *out_values, bool *out_ok) {
  size_t found;
  const tern_type_t *type = type_of(op, operand);
  *out_ok = true;
  if (tern_tosa_is_shape_type(type) && tern_tosa_shape_type_rank(type) != (int64_t)count) {
    *out_ok = tern_op_error(op, "expect operand #%zu to be a shape of rank %zu, but got '%s'", operand, count,
                            tern_type_text(type));
    return false;
  }
  return count <= 2 * MAX_RANK &&
         tern_tosa_constant_list(tern_op_operand(op, operand), out_values, 2 * MAX_RANK, &found) && found == count;
}

bool tern_tosa_verify_reshape(const tern_op_t *op) {
  if (!tern_tosa_verify_resolvable_shapes(op)) return false;
  const tern_type_t *type = type_of(op, 0), *result = result_type(op);
  if (!tern_tosa_verify_elements(op)) return false;
  if (!is_ranked(result)) return true;
  bool is_ok;
  int64_t shape[2 * MAX_RANK];
  if (read_shape(op, 1, tern_type_rank(result), shape, &is_ok)) {
    for (size_t i = 0; i < tern_type_rank(result); ++i) {
      if (shape[i] < 0 || fit(shape[i], tern_type_dim(result, i))) continue;
      return tern_op_error(op, "new shape is inconsistent with result shape");
    }
  }
  if (!is_ok) return false;
  if (!is_ranked(type) || !tern_type_has_static_shape(type) || !tern_type_has_static_shape(result)) return true;
  int64_t from = tern_type_element_count(type), to = tern_type_element_count(result);
  return from == to || tern_op_error(op, "cannot reshape %lld elements into %lld", (long long)from, (long long)to);
}

bool tern_tosa_verify_transpose(const tern_op_t *op) {
  const tern_type_t *type = type_of(op, 0);
  const tern_attr_t *perms = tern_op_attr(op, "perms");
  if (!tern_tosa_verify_elements(op)) return false;
  if (!is_ranked(type)) {
    if (is_ranked(result_type(op)) && tern_type_rank(result_type(op)) != tern_int_list_attr_count(perms)) {
      return tern_op_error(op, "expected perms attribute to have size %zu (output rank) but got size %zu",
                           tern_type_rank(result_type(op)), tern_int_list_attr_count(perms));
    }
    return true;
  }
  size_t rank = tern_type_rank(type);
  if (tern_int_list_attr_count(perms) != rank) {
    return tern_op_error(op, "expected perms attribute to have size %zu (input rank) but got size %zu", rank,
                         tern_int_list_attr_count(perms));
  }
  if (rank > MAX_RANK) return tern_op_error(op, "has more than %d dimensions", MAX_RANK);
  int64_t dims[MAX_RANK];
  bool is_seen[MAX_RANK] = {0};
  for (size_t i = 0; i < rank; ++i) {
    int64_t from = tern_int_list_attr_at(perms, i);
    if (from < 0 || from >= (int64_t)rank || is_seen[from])
      return tern_op_error(op, "expected valid permutation indices");
    is_seen[from] = true;
    dims[i] = tern_type_dim(type, (size_t)from);
  }
  return check_result(op, dims, rank);
}

// -1 stands for padding that is not known, and is counted as if it were, as upstream does.
bool tern_tosa_verify_pad(const tern_op_t *op) {
  const tern_type_t *type = type_of(op, 0), *result = result_type(op);
  if (!tern_tosa_verify_elements(op) || !tern_tosa_verify_resolvable_shapes(op)) return false;
  if (!is_ranked(type) || !is_ranked(result) || tern_type_rank(type) > MAX_RANK) return true;
  size_t rank = tern_type_rank(type);
  if (rank != tern_type_rank(result)) {
    return tern_op_error(op, "expect same input and output tensor rank, but got inputRank: %zu, outputRank: %zu", rank,
                         tern_type_rank(result));
  }
  bool is_ok;
  int64_t amounts[2 * MAX_RANK];
  if (!read_shape(op, 1, 2 * rank, amounts, &is_ok)) return is_ok;
  for (size_t i = 0; i < rank; ++i) {
    int64_t low = amounts[2 * i], high = amounts[2 * i + 1], from = tern_type_dim(type, i),
            to = tern_type_dim(result, i);
    if (low < -1 || high < -1) {
      return tern_op_error(op,
                           "invalid padding values at dimension %zu: values must be non-negative or -1 for dynamic "
                           "padding, got [%lld, %lld]",
                           i, (long long)low, (long long)high);
    }
    if (from == TERN_DYNAMIC || to == TERN_DYNAMIC || to == from + low + high) continue;
    return tern_op_error(
        op, "mismatch in output shape at dimension %zu: expected %lld + %lld + %lld = %lld, but got %lld", i,
        (long long)from, (long long)low, (long long)high, (long long)(from + low + high), (long long)to);
  }
  return true;
}

bool tern_tosa_verify_slice(const tern_op_t *op) {
  const tern_type_t *type = type_of(op, 0), *result = result_type(op);
  if (!tern_tosa_verify_elements(op) || !tern_tosa_verify_resolvable_shapes(op)) return false;
  if (!is_ranked(type)) return true;
  size_t rank = tern_type_rank(type);
  if (is_ranked(result) && tern_type_rank(result) != rank) {
    return tern_op_error(op, "expect input1 and output to have the same ranks, got %zu and %zu", rank,
                         tern_type_rank(result));
  }
  static const char *const names[] = {"start", "size"};
  for (size_t i = 0; i < 2; ++i) {
    if (tern_tosa_shape_type_rank(type_of(op, 1 + i)) == (int64_t)rank) continue;
    return tern_op_error(op, "length of %s is not equal to rank of input shape", names[i]);
  }
  return true;
}

bool tern_tosa_verify_tile(const tern_op_t *op) {
  if (!tern_tosa_verify_elements(op)) return false;
  if (!tern_tosa_verify_resolvable_shapes(op)) return false;
  const tern_type_t *type = type_of(op, 0);
  if (!is_ranked(type) || tern_type_rank(type) > MAX_RANK) return true;
  size_t rank = tern_type_rank(type);
  bool is_ok;
  int64_t times[2 * MAX_RANK], dims[MAX_RANK];
  if (!read_shape(op, 1, rank, times, &is_ok)) return is_ok;
  for (size_t i = 0; i < rank; ++i) {
    if (times[i] < 1 && times[i] != -1) return tern_op_error(op, "expect element of multiples to be positive or -1");
    int64_t dim = tern_type_dim(type, i);
    dims[i] = dim == TERN_DYNAMIC || times[i] < 0 ? TERN_DYNAMIC : dim * times[i];
  }
  return check_result(op, dims, rank);
}

// --- windows ---

static int64_t entry(const tern_op_t *op, const char *name, size_t index, int64_t otherwise) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  return attr && index < tern_int_list_attr_count(attr) ? tern_int_list_attr_at(attr, index) : otherwise;
}

static bool check_lists(const tern_op_t *op, const char *name, size_t count, int64_t least) {
  for (size_t i = 0; tern_op_attr(op, name) && i < count; ++i) {
    if (entry(op, name, i, least) < least) {
      return tern_op_error(op, "expect all %s values to be >= %lld, got %lld", name, (long long)least,
                           (long long)entry(op, name, i, least));
    }
  }
  return true;
}

// What upstream calls the sides of images.
typedef struct axis {
  const char *name, *axis, *low, *high;
} axis_t;
static const axis_t axes_3d[] = {
    {"depth", "d", "front", "back"}, {"height", "y", "top", "bottom"}, {"width", "x", "left", "right"}};
static const axis_t *const axes_2d = axes_3d + 1;

bool tern_tosa_verify_convolution(const tern_op_t *op) {
  bool is_3d = tern_op_is(op, TERN_TOSA(CONV3D)), is_depthwise = tern_op_is(op, TERN_TOSA(DEPTHWISE_CONV2D));
  bool is_transposed = tern_op_is(op, TERN_TOSA(TRANSPOSE_CONV2D));
  size_t spatial = is_3d ? 3 : 2, rank = spatial + 2;
  const tern_type_t *input = type_of(op, 0), *weight = type_of(op, 1), *bias = type_of(op, 2);
  if (!tern_tosa_verify_factors(op) || !tern_tosa_verify_elements(op) || !check_lists(op, "pad", 2 * spatial, 0) ||
      !check_lists(op, "stride", spatial, 1) || !check_lists(op, "dilation", spatial, 1)) {
    return false;
  }
  if (!is_ranked(input) || !is_ranked(weight)) return true;
  int64_t channels = tern_type_dim(input, rank - 1), features = tern_type_dim(weight, 0);
  int64_t weight_channels = tern_type_dim(weight, is_depthwise ? 2 : rank - 1);
  if (is_depthwise) {
    int64_t multiplier = tern_type_dim(weight, 3);
    features =
        weight_channels == TERN_DYNAMIC || multiplier == TERN_DYNAMIC ? TERN_DYNAMIC : weight_channels * multiplier;
  }
  if (!fit(channels, weight_channels)) {
    return tern_op_error(op, "expect the channels of input (%lld) and weight (%lld) to be equal", (long long)channels,
                         (long long)weight_channels);
  }
  if (is_ranked(bias) && tern_type_dim(bias, 0) != 1 && !fit(tern_type_dim(bias, 0), features)) {
    return tern_op_error(op, "bias channels expected to be equal to output channels (%lld) or 1, got %lld",
                         (long long)features, (long long)tern_type_dim(bias, 0));
  }
  const axis_t *axes = is_3d ? axes_3d : axes_2d;
  int64_t dims[5];
  dims[0] = tern_type_dim(input, 0);
  dims[rank - 1] = features;
  for (size_t i = 0; i < spatial; ++i) {
    int64_t size = tern_type_dim(input, i + 1), window = tern_type_dim(weight, is_depthwise ? i : i + 1);
    int64_t stride = entry(op, "stride", i, 1), dilation = entry(op, "dilation", i, 1);
    dims[i + 1] = TERN_DYNAMIC;
    if (size == TERN_DYNAMIC || window == TERN_DYNAMIC) continue;
    if (is_transposed) {
      dims[i + 1] = (size - 1) * stride + entry(op, "out_pad", 2 * i, 0) + entry(op, "out_pad", 2 * i + 1, 0) + window;
      continue;
    }
    int64_t room = size - 1 + entry(op, "pad", 2 * i, 0) + entry(op, "pad", 2 * i + 1, 0) - (window - 1) * dilation;
    if (room < 0) return tern_op_error(op, "expects the window to fit into the padded input");
    if (room % stride != 0) {
      return tern_op_error(op,
                           "expected input_%s - 1 + pad_%s + pad_%s - (kernel_%s - 1) * dilation_%s to be wholly "
                           "divisible by stride_%s, got (%lld) / %lld",
                           axes[i].name, axes[i].low, axes[i].high, axes[i].name, axes[i].axis, axes[i].axis,
                           (long long)room, (long long)stride);
    }
    dims[i + 1] = room / stride + 1;
  }
  return check_result(op, dims, rank);
}

bool tern_tosa_verify_pool(const tern_op_t *op) {
  const tern_type_t *input = type_of(op, 0);
  if (tern_op_is(op, TERN_TOSA(AVG_POOL2D)) && !tern_tosa_verify_pool_accumulator(op)) return false;
  if (!tern_tosa_verify_elements(op) || !check_lists(op, "kernel", 2, 1) || !check_lists(op, "stride", 2, 1) ||
      !check_lists(op, "pad", 4, 0)) {
    return false;
  }
  for (size_t i = 0; i < 4; ++i) {
    if (entry(op, "pad", i, 0) < entry(op, "kernel", i / 2, 1)) continue;
    return tern_op_error(op, "expected all padding to be less than the kernel size");
  }
  if (!is_ranked(input)) return true;
  int64_t dims[4] = {tern_type_dim(input, 0), TERN_DYNAMIC, TERN_DYNAMIC, tern_type_dim(input, 3)};
  for (size_t i = 0; i < 2; ++i) {
    int64_t size = tern_type_dim(input, i + 1), window = entry(op, "kernel", i, 1);
    int64_t low = entry(op, "pad", 2 * i, 0), high = entry(op, "pad", 2 * i + 1, 0);
    if (size == TERN_DYNAMIC) continue;
    int64_t room = size + low + high - window;
    if (room < 0) return tern_op_error(op, "expects the window to fit into the padded input");
    int64_t stride = entry(op, "stride", i, 1);
    if (room % stride != 0 && is_ranked(result_type(op))) {
      const axis_t *axis = &axes_2d[i];
      return tern_op_error(
          op, "expected input_%s + pad_%s + pad_%s - kernel_%s to be wholly divisible by stride_%s, got (%lld) / %lld",
          axis->name, axis->low, axis->high, axis->axis, axis->axis, (long long)room, (long long)stride);
    }
    dims[i + 1] = room / stride + 1;
  }
  return check_result(op, dims, 4);
}

bool tern_tosa_verify_matmul(const tern_op_t *op) {
  const tern_type_t *a = type_of(op, 0), *b = type_of(op, 1);
  if (!tern_tosa_verify_elements(op)) return false;
  if (!is_ranked(a) || !is_ranked(b)) return true;
  if (!fit(tern_type_dim(a, 0), tern_type_dim(b, 0)))
    return tern_op_error(op, "expects a and b to have the same batch");
  if (!fit(tern_type_dim(a, 2), tern_type_dim(b, 1))) {
    return tern_op_error(op, "expects the columns of a (%lld) to be the rows of b (%lld)",
                         (long long)tern_type_dim(a, 2), (long long)tern_type_dim(b, 1));
  }
  const int64_t dims[] = {tern_type_dim(a, 0), tern_type_dim(a, 1), tern_type_dim(b, 2)};
  return check_result(op, dims, 3);
}

// --- the rest ---

bool tern_tosa_verify_clamp(const tern_op_t *op) {
  if (!tern_tosa_verify_broadcast(op)) return false;
  const tern_type_t *element = tern_type_element(type_of(op, 0));
  const tern_attr_t *low = tern_op_attr(op, "min_val"), *high = tern_op_attr(op, "max_val");
  if (tern_attr_type(low) != element || tern_attr_type(high) != element) {
    return tern_op_error(op, "min/max attributes types are incompatible with input/output element types");
  }
  bool is_empty = tern_attr_is_integer(low) ? tern_integer_attr_value(low) > tern_integer_attr_value(high)
                                            : !(tern_float_attr_value(low) <= tern_float_attr_value(high));
  return !is_empty || tern_op_error(op, "expected min_val <= max_val");
}

static bool check_zero_point(const tern_op_t *op, size_t operand, const tern_type_t *type, const char *name) {
  const tern_type_t *element = tern_type_element(type), *zero = tern_type_element(type_of(op, operand));
  return (tern_type_is_integer(zero) && tern_integer_type_width(zero) == tern_integer_type_width(element)) ||
         tern_op_error(op, "expected %s and %s_zp to both be integer of the same bitwidth, but got '%s' vs. '%s'", name,
                       name, tern_type_text(element), tern_type_text(zero));
}

bool tern_tosa_verify_rescale(const tern_op_t *op) {
  const tern_type_t *input = type_of(op, 0), *multiplier = type_of(op, 1), *shift = type_of(op, 2);
  if (!tern_type_is_integer(tern_type_element(input)) || !tern_type_is_integer(tern_type_element(result_type(op)))) {
    return tern_op_error(op, "expect input and output to have integer element type");
  }
  if (!check_zero_point(op, 3, input, "input") || !check_zero_point(op, 4, result_type(op), "output")) return false;
  bool is_wide = tern_tosa_int(op, "scale32", 0) != 0;
  if (!tern_type_is_i(tern_type_element(multiplier), is_wide ? 32 : 16)) {
    return tern_op_error(op, "expect i%d element type for multiplier for scale32=%s", is_wide ? 32 : 16,
                         is_wide ? "true" : "false");
  }
  if (is_ranked(input) && tern_tosa_int(op, "per_channel", 0) != 0 && tern_type_rank(input) == 0) {
    return tern_op_error(op, "requires input to be at least rank 1 when per_channel is true");
  }
  int64_t count = 1;
  if (is_ranked(input) && tern_type_rank(input) > 0 && tern_tosa_int(op, "per_channel", 0) != 0) {
    count = tern_type_dim(input, tern_type_rank(input) - 1);
  }
  if ((is_ranked(multiplier) && !fit(tern_type_dim(multiplier, 0), count)) ||
      (is_ranked(shift) && !fit(tern_type_dim(shift, 0), count))) {
    return tern_op_error(op, "expect shape of { %lld } for multiplier and shift", (long long)count);
  }
  if (!is_ranked(input)) return true;
  return check_result(op, tern_type_dims(input), tern_type_rank(input));
}

bool tern_tosa_verify_resize(const tern_op_t *op) {
  const tern_type_t *input = type_of(op, 0);
  if (!tern_tosa_verify_resolvable_shapes(op)) return false;
  bool is_ok;
  int64_t scale[2 * MAX_RANK], offset[2 * MAX_RANK], border[2 * MAX_RANK];
  if (!read_shape(op, 1, 4, scale, &is_ok) || !read_shape(op, 2, 2, offset, &is_ok) ||
      !read_shape(op, 3, 2, border, &is_ok)) {
    return is_ok;
  }
  for (size_t i = 0; i < 4; ++i) {
    if (scale[i] <= 0) return tern_op_error(op, "expect all scale values to be > 0, got %lld", (long long)scale[i]);
  }
  const tern_type_t *result = result_type(op);
  if (!is_ranked(input) || !is_ranked(result)) return true;
  static const char *const axes[] = {"height", "width"};
  for (size_t i = 0; i < 2; ++i) {
    // Images of size 1 may be broadcast.
    int64_t from = tern_type_dim(input, i + 1), to = tern_type_dim(result, i + 1);
    if (from == TERN_DYNAMIC || from == 1) continue;
    int64_t room = (from - 1) * scale[2 * i] - offset[i] + border[i];
    if (room % scale[2 * i + 1] != 0) {
      return tern_op_error(op, "expected (input_%s - 1) * scale_n - offset + border to be wholly divisible by scale_d",
                           axes[i]);
    }
    if (fit(room / scale[2 * i + 1] + 1, to)) continue;
    return tern_op_error(op, "calculated output %s did not match expected: calculated=%lld, expected=%lld", axes[i],
                         (long long)(room / scale[2 * i + 1] + 1), (long long)to);
  }
  return true;
}

// Of the first operand and the result.
bool tern_tosa_verify_same_shape(const tern_op_t *op) {
  const tern_type_t *type = type_of(op, 0), *result = result_type(op);
  if (!tern_tosa_verify_elements(op)) return false;
  if (!is_ranked(type) || !is_ranked(result)) return true;
  bool fits = tern_type_rank(type) == tern_type_rank(result);
  for (size_t i = 0; fits && i < tern_type_rank(type); ++i)
    fits = fit(tern_type_dim(type, i), tern_type_dim(result, i));
  return fits || tern_op_error(op, "requires the same shape for input1 and output, got '%s' and '%s'",
                               tern_type_text(type), tern_type_text(result));
}

// --- rows by indices ---

// Dimensions of values that are one number; the first that is known says which.
typedef struct side {
  const char *name;
  const tern_type_t *type;
  size_t dim;
} side_t;

static bool check_sides(const tern_op_t *op, const side_t *sides, size_t count) {
  int64_t size = TERN_DYNAMIC;
  for (size_t i = 0; i < count; ++i) {
    if (!is_ranked(sides[i].type)) continue;
    int64_t dim = tern_type_dim(sides[i].type, sides[i].dim);
    if (!fit(size, dim)) {
      return tern_op_error(op, "requires %s dimension %zu to have size %lld, got %lld", sides[i].name, sides[i].dim,
                           (long long)size, (long long)dim);
    }
    if (size == TERN_DYNAMIC) size = dim;
  }
  return true;
}
#define CHECK_SIDES(...) \
  check_sides(op, (const side_t[]){__VA_ARGS__}, sizeof((side_t[]){__VA_ARGS__}) / sizeof(side_t))

bool tern_tosa_verify_gather(const tern_op_t *op) {
  const tern_type_t *values = type_of(op, 0), *indices = type_of(op, 1), *result = result_type(op);
  return tern_tosa_verify_elements(op) &&
         CHECK_SIDES({"values", values, 0}, {"indices", indices, 0}, {"output", result, 0}) &&
         CHECK_SIDES({"indices", indices, 1}, {"output", result, 1}) &&
         CHECK_SIDES({"values", values, 2}, {"output", result, 2});
}

bool tern_tosa_verify_scatter(const tern_op_t *op) {
  const tern_type_t *values = type_of(op, 0), *indices = type_of(op, 1), *input = type_of(op, 2),
                    *result = result_type(op);
  return tern_tosa_verify_elements(op) &&
         CHECK_SIDES({"values_in", values, 0}, {"indices", indices, 0}, {"input", input, 0},
                     {"values_out", result, 0}) &&
         CHECK_SIDES({"values_in", values, 1}, {"values_out", result, 1}) &&
         CHECK_SIDES({"indices", indices, 1}, {"input", input, 1}) &&
         CHECK_SIDES({"values_in", values, 2}, {"input", input, 2}, {"values_out", result, 2});
}

// Sides of images are powers of two; of real ones half of the frequencies are there, and the middle one.
bool tern_tosa_verify_fft(const tern_op_t *op) {
  const tern_type_t *type = type_of(op, 0), *element = tern_type_element(type);
  if (!tern_type_is_float(element)) {
    return tern_op_error(op, "requires a floating point type, got '%s'", tern_type_text(element));
  }
  if (!is_ranked(type)) return true;
  int64_t dims[] = {tern_type_dim(type, 0), tern_type_dim(type, 1), tern_type_dim(type, 2)};
  for (size_t i = 1; i < 3; ++i) {
    if (dims[i] == TERN_DYNAMIC || (dims[i] & (dims[i] - 1)) == 0) continue;
    return tern_op_error(op, "expected %s to be a power of two, got %lld", axes_2d[i - 1].name, (long long)dims[i]);
  }
  if (tern_op_is(op, TERN_TOSA(FFT2D))) return true;  // all shapes are one
  if (dims[2] != TERN_DYNAMIC) dims[2] = dims[2] / 2 + 1;
  for (size_t k = 0; k < op->result_count; ++k) {
    const tern_type_t *result = op->results[k].type;
    for (size_t i = 0; is_ranked(result) && i < 3; ++i) {
      if (fit(tern_type_dim(result, i), dims[i])) continue;
      return tern_op_error(op, "expected output dimension %zu to be %lld, got %lld", i, (long long)dims[i],
                           (long long)tern_type_dim(result, i));
    }
  }
  return true;
}
