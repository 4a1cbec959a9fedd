// Rules of ops with regions: reductions, windows, sort, map, and control flow.

#include "dialect/quant/quant.h"
#include "dialect/stablehlo/hooks.h"
#include "ir/context.h"

enum { MAX_LIST = 2 * TERN_HLO_MAX_RANK };

// --- bodies ---

static const tern_type_t *scalar_of(const tern_type_t *type) {
  return tern_hlo_tensor(tern_type_is_shaped(type) ? tern_type_element(type) : type, NULL, 0);
}

// The return of a region, or NULL after an error.
static const tern_op_t *find_return(const tern_op_t *op, size_t region, size_t count) {
  const tern_block_t *block = tern_op_body(op, region);
  const tern_op_t *end = block ? block->last_op : NULL;
  if (!end || !tern_hlo_is(end, TERN_HLO_RETURN)) {
    tern_op_error(op, "expects region #%zu to end with '%s.return'", region, op->def->dialect->name);
    return NULL;
  }
  if (end->operand_count == count) return end;
  tern_op_error(op, "expects region #%zu to return %zu values, but it returns %u", region, count, end->operand_count);
  return NULL;
}

static bool check_arg(const tern_op_t *op, size_t region, size_t index, const tern_type_t *expected) {
  const tern_type_t *type = tern_op_body(op, region)->args[index]->type;
  return tern_hlo_are_compatible(type, expected) ||
         tern_op_error(op, "expects argument %zu of region #%zu to be of type '%s', but got '%s'", index, region,
                       tern_type_text(expected), tern_type_text(type));
}

static bool check_arg_count(const tern_op_t *op, size_t region, size_t count) {
  const tern_block_t *block = tern_op_body(op, region);
  size_t actual = block ? block->arg_count : 0;
  return actual == count ||
         tern_op_error(op, "expects region #%zu to take %zu parameters, but it takes %zu", region, count, actual);
}

static bool check_returned(const tern_op_t *op, size_t region, const tern_op_t *end, size_t index,
                           const tern_type_t *expected) {
  const tern_type_t *type = tern_op_operand(end, index)->type;
  return tern_hlo_are_compatible(type, expected) ||
         tern_op_error(op, "expects region #%zu to return '%s' as its value %zu, but it returns '%s'", region,
                       tern_type_text(expected), index, tern_type_text(type));
}

static bool is_same_kind(const tern_type_t *a, const tern_type_t *b) {
  return a == b || (tern_type_is_float(a) && tern_type_is_float(b)) ||
         (tern_type_is_integer(a) && tern_type_is_integer(b)) ||
         (a->kind == TERN_TYPE_COMPLEX && b->kind == TERN_TYPE_COMPLEX) ||
         (tern_quant_is_quantized(a) && tern_quant_expressed_type(a) == tern_quant_expressed_type(b));
}

// A region that combines `count` pairs: values, then accumulators, all scalars; accumulators may be wider than the
// inputs, but of their kind. `inputs` is the first operand that is combined, `results` compare with what is returned.
static bool check_reducer(const tern_op_t *op, size_t region, size_t first_input, size_t count) {
  if (!check_arg_count(op, region, 2 * count)) return false;
  const tern_op_t *end = find_return(op, region, count);
  if (!end) return false;
  for (size_t i = 0; i < count; ++i) {
    const tern_type_t *accumulator = tern_op_operand(end, i)->type;
    const tern_type_t *element = tern_type_element(tern_op_operand(op, first_input + i)->type);
    if (accumulator->kind != TERN_TYPE_TENSOR || tern_type_rank(accumulator) != 0) {
      return tern_op_error(op, "expects region #%zu to return tensors without dimensions, but got '%s'", region,
                           tern_type_text(accumulator));
    }
    if (!is_same_kind(element, tern_type_element(accumulator))) {
      return tern_op_error(op, "expects region #%zu to combine elements of type '%s', but it returns '%s'", region,
                           tern_type_text(element), tern_type_text(accumulator));
    }
    if (!check_arg(op, region, i, accumulator) || !check_arg(op, region, count + i, accumulator)) return false;
    bool has_result = i < op->result_count && op->results[i].type->kind == TERN_TYPE_TENSOR;
    const tern_type_t *result = has_result ? tern_type_element(op->results[i].type) : NULL;
    if (result && !tern_hlo_have_compatible_elements(result, accumulator)) {
      return tern_op_error(op, "has a result with elements of type '%s', but its region returns '%s'",
                           tern_type_text(result), tern_type_text(accumulator));
    }
  }
  return true;
}

bool tern_hlo_verify_reduce_body(const tern_op_t *op) { return check_reducer(op, 0, 0, op->operand_count / 2); }
bool tern_hlo_verify_scatter_body(const tern_op_t *op) { return check_reducer(op, 0, 0, op->operand_count / 2); }
bool tern_hlo_verify_all_reduce_body(const tern_op_t *op) { return check_reducer(op, 0, 0, 1); }

bool tern_hlo_verify_sort_body(const tern_op_t *op) {
  if (!check_arg_count(op, 0, 2 * (size_t)op->operand_count)) return false;
  const tern_op_t *end = find_return(op, 0, 1);
  if (!end) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_type_t *element = scalar_of(tern_op_operand(op, i)->type);
    if (!check_arg(op, 0, 2 * i, element) || !check_arg(op, 0, 2 * i + 1, element)) return false;
  }
  return check_returned(op, 0, end, 0, tern_hlo_tensor(tern_i_type_get(tern_op_context(op), 1), NULL, 0));
}

bool tern_hlo_verify_map_body(const tern_op_t *op) {
  if (!check_arg_count(op, 0, op->operand_count)) return false;
  const tern_op_t *end = find_return(op, 0, 1);
  if (!end) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!check_arg(op, 0, i, scalar_of(tern_op_operand(op, i)->type))) return false;
  }
  return check_returned(op, 0, end, 0, scalar_of(op->results[0].type));
}

bool tern_hlo_verify_select_and_scatter_body(const tern_op_t *op) {
  const tern_type_t *element = scalar_of(tern_op_operand(op, 0)->type);
  if (!check_arg_count(op, 0, 2) || !check_arg(op, 0, 0, element) || !check_arg(op, 0, 1, element)) return false;
  const tern_op_t *end = find_return(op, 0, 1);
  const tern_type_t *i1 = tern_hlo_tensor(tern_i_type_get(tern_op_context(op), 1), NULL, 0);
  return end && check_returned(op, 0, end, 0, i1) && check_reducer(op, 1, 0, 1);
}

bool tern_hlo_verify_while_body(const tern_op_t *op) {
  for (size_t region = 0; region < 2; ++region) {
    if (!check_arg_count(op, region, op->operand_count)) return false;
    for (size_t i = 0; i < op->operand_count; ++i) {
      if (!check_arg(op, region, i, tern_op_operand(op, i)->type)) return false;
    }
  }
  const tern_op_t *condition = find_return(op, 0, 1);
  const tern_type_t *i1 = tern_hlo_tensor(tern_i_type_get(tern_op_context(op), 1), NULL, 0);
  if (!condition || !check_returned(op, 0, condition, 0, i1)) return false;
  const tern_op_t *end = find_return(op, 1, op->operand_count);
  for (size_t i = 0; end && i < op->operand_count; ++i) {
    if (!check_returned(op, 1, end, i, tern_op_operand(op, i)->type)) return false;
  }
  return end != NULL;
}

bool tern_hlo_verify_branches(const tern_op_t *op) {
  for (size_t region = 0; region < op->region_count; ++region) {
    if (!check_arg_count(op, region, 0)) return false;
    const tern_op_t *end = find_return(op, region, op->result_count);
    if (!end) return false;
    for (size_t i = 0; i < op->result_count; ++i) {
      if (!check_returned(op, region, end, i, op->results[i].type)) return false;
    }
  }
  return true;
}

// --- control flow ---

static bool rule_while(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  size_t count = tern_hlo_operand_count(subject);
  if (subject->op->result_count != count) {
    return tern_hlo_error(subject, "expects as many results as operands, but got %u and %zu", subject->op->result_count,
                          count);
  }
  for (size_t i = 0; i < count; ++i) out_types[i] = tern_hlo_operand_type(subject, i);
  return true;
}
TERN_HLO_CHECK(while)

static bool check_choice(const tern_hlo_subject_t *subject) {
  const tern_type_t *type = tern_hlo_operand_type(subject, 0);
  return (tern_type_rank(type) == 0 || tern_type_element_count(type) == 1) ||
         tern_hlo_error(subject, "operand should be rank 0 tensor but got '%s'", tern_type_text(type));
}

static bool rule_if(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  (void)out_types;
  return check_choice(subject);
}
TERN_HLO_CHECK(if)

static bool rule_case(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  (void)out_types;
  if (subject->op->region_count == 0) return tern_hlo_error(subject, "expect at least one branch");
  return check_choice(subject);
}
TERN_HLO_CHECK(case)

// --- reductions ---

// Inputs of one shape, and for each an initial value without dimensions and of the same kind of element.
static bool check_inputs(const tern_hlo_subject_t *subject, size_t *out_count) {
  size_t operands = tern_hlo_operand_count(subject), count = *out_count = operands / 2;
  if (count == 0) return tern_hlo_error(subject, "expects at least 1 input");
  if (subject->op->result_count != count) {
    return tern_hlo_error(subject, "expects as many results as inputs, but got %u and %zu", subject->op->result_count,
                          count);
  }
  const tern_type_t *first = tern_hlo_operand_type(subject, 0);
  for (size_t i = 0; i < count; ++i) {
    const tern_type_t *input = tern_hlo_operand_type(subject, i), *init = tern_hlo_operand_type(subject, count + i);
    if (!tern_hlo_have_compatible_shapes(first, input)) {
      return tern_hlo_error(subject,
                            "expects all inputs to have compatible shapes. Shape at input-index %zu is not "
                            "compatible with shape at input-index 0: '%s' and '%s'",
                            i, tern_type_text(input), tern_type_text(first));
    }
    if (tern_type_rank(init) != 0) {
      return tern_hlo_error(subject, "expects init values to have no dimensions, but got '%s'", tern_type_text(init));
    }
    if (!is_same_kind(tern_type_element(input), tern_type_element(init))) {
      return tern_hlo_error(subject,
                            "expects the element-type of init value %zu to fit the input, but got '%s' and '%s'", i,
                            tern_type_text(init), tern_type_text(input));
    }
  }
  return true;
}

static bool rule_reduce(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  size_t count, dim_count, rank = 0;
  int64_t reduced[MAX_LIST], dims[TERN_HLO_MAX_RANK];
  if (!check_inputs(subject, &count) || !tern_hlo_list(subject, "dimensions", reduced, &dim_count)) return false;
  const tern_type_t *first = tern_hlo_operand_type(subject, 0);
  size_t input_rank = tern_type_rank(first);
  if (!tern_hlo_check_dims(subject, "dimensions", reduced, dim_count, (int64_t)input_rank)) return false;
  for (size_t d = 0; d < input_rank; ++d) {
    bool is_reduced = false;
    for (size_t i = 0; i < dim_count; ++i) is_reduced |= reduced[i] == (int64_t)d;
    if (!is_reduced) dims[rank++] = tern_type_dim(first, d);
  }
  for (size_t i = 0; i < count; ++i) {
    out_types[i] = tern_hlo_tensor(tern_type_element(subject->op->results[i].type), dims, rank);
  }
  return true;
}
TERN_HLO_CHECK(reduce)

// Window sizes, one per dimension, all positive.
static bool read_window_sizes(const tern_hlo_subject_t *subject, size_t rank, int64_t *out_sizes) {
  size_t count;
  if (!tern_hlo_attr(subject, "window_dimensions")) {
    for (size_t i = 0; i < rank; ++i) out_sizes[i] = 1;
    return true;
  }
  int64_t sizes[MAX_LIST];
  if (!tern_hlo_list(subject, "window_dimensions", sizes, &count)) return false;
  if (count != rank) {
    return tern_hlo_error(subject,
                          "expects window-dimensions size == input rank, but got window-dimensions size: %zu "
                          "and input: '%s'",
                          count, tern_type_text(tern_hlo_operand_type(subject, 0)));
  }
  for (size_t i = 0; i < rank; ++i) {
    if (sizes[i] <= 0) {
      return tern_hlo_error(subject, "expects window to have positive value for %zu-th window dimension, but got %lld",
                            i, (long long)sizes[i]);
    }
    out_sizes[i] = sizes[i];
  }
  return true;
}

static const char *const window_names[3] = {"window_strides", "base_dilations", "window_dilations"};

// Result dimensions of windows over `operand`.
static bool read_windows(const tern_hlo_subject_t *subject, const tern_type_t *operand, int64_t *out_dims) {
  tern_hlo_window_t window;
  int64_t sizes[TERN_HLO_MAX_RANK];
  size_t rank = tern_type_rank(operand);
  if (!read_window_sizes(subject, rank, sizes) || !tern_hlo_read_window(subject, rank, window_names, &window)) {
    return false;
  }
  for (size_t i = 0; i < rank; ++i) {
    if (!tern_hlo_window_size(subject, &window, i, tern_type_dim(operand, i), sizes[i], &out_dims[i])) return false;
  }
  return true;
}

static bool rule_reduce_window(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  size_t count;
  int64_t dims[TERN_HLO_MAX_RANK];
  if (!check_inputs(subject, &count)) return false;
  const tern_type_t *first = tern_hlo_operand_type(subject, 0);
  if (!read_windows(subject, first, dims)) return false;
  for (size_t i = 0; i < count; ++i) {
    out_types[i] = tern_hlo_tensor(tern_type_element(subject->op->results[i].type), dims, tern_type_rank(first));
  }
  return true;
}
TERN_HLO_CHECK(reduce_window)

static bool rule_select_and_scatter(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  const tern_type_t *operand = tern_hlo_operand_type(subject, 0), *source = tern_hlo_operand_type(subject, 1);
  const tern_type_t *init = tern_hlo_operand_type(subject, 2);
  size_t rank = tern_type_rank(operand);
  int64_t dims[TERN_HLO_MAX_RANK];
  if (tern_type_rank(init) != 0 || !tern_hlo_have_compatible_elements(init, source)) {
    return tern_hlo_error(subject, "expects init value to be a scalar of the source's element type, but got '%s'",
                          tern_type_text(init));
  }
  if (!read_windows(subject, operand, dims)) return false;
  const tern_type_t *expected = tern_hlo_tensor(tern_type_element(operand), dims, rank);
  if (!tern_hlo_are_compatible(expected, source)) {
    return tern_hlo_error(subject, "expects source to be of the shape of the windows, '%s', but got '%s'",
                          tern_type_text(expected), tern_type_text(source));
  }
  out_types[0] =
      tern_type_with_element(operand, tern_type_element(subject->op ? subject->op->results[0].type : operand));
  return true;
}
TERN_HLO_RULE(select_and_scatter)

static bool rule_sort(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  size_t count = tern_hlo_operand_count(subject);
  if (count == 0) return tern_hlo_error(subject, "expects at least one input");
  if (subject->op->result_count != count) {
    return tern_hlo_error(subject, "expects as many results as inputs, but got %u and %zu", subject->op->result_count,
                          count);
  }
  const tern_type_t *first = tern_hlo_operand_type(subject, 0);
  int64_t rank = (int64_t)tern_type_rank(first), dimension = tern_hlo_int(subject, "dimension", -1);
  for (size_t i = 0; i < count; ++i) {
    out_types[i] = tern_hlo_operand_type(subject, i);
    if (!tern_hlo_have_compatible_shapes(first, out_types[i])) {
      return tern_hlo_error(subject, "requires the same shape for all operands and results");
    }
  }
  return (rank == 0 ? dimension >= -1 && dimension <= 0 : dimension >= -rank && dimension < rank) ||
         tern_hlo_error(subject, "dimension attribute value must be in range [-%lld, %lld), but found %lld",
                        (long long)rank, (long long)rank, (long long)dimension);
}
TERN_HLO_CHECK(sort)

static bool rule_map(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  size_t count = tern_hlo_operand_count(subject), dim_count;
  int64_t dims[MAX_LIST];
  if (count == 0) return tern_hlo_error(subject, "expects at least one input");
  const tern_type_t *first = tern_hlo_operand_type(subject, 0);
  if (!tern_hlo_list(subject, "dimensions", dims, &dim_count)) return false;
  bool is_all = dim_count == tern_type_rank(first);
  for (size_t i = 0; is_all && i < dim_count; ++i) is_all = dims[i] == (int64_t)i;
  if (!is_all) {
    return tern_hlo_error(subject, "requires dimensions to be all dimensions of '%s' in order", tern_type_text(first));
  }
  out_types[0] = tern_type_with_element(first, tern_type_element(subject->op->results[0].type));
  return true;
}
TERN_HLO_CHECK(map)
