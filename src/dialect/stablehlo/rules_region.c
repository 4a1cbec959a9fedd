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
static const tern_op_t *find_return(const tern_op_t *op, size_t region) {
  const tern_block_t *block = tern_op_body(op, region);
  const tern_op_t *end = block ? block->last_op : NULL;
  if (end && tern_hlo_is(end, TERN_HLO_RETURN)) return end;
  tern_op_error(op, "expects region #%zu to end with '%s.return'", region, op->def->dialect->name);
  return NULL;
}

static size_t arg_count_of(const tern_op_t *op, size_t region) {
  const tern_block_t *block = tern_op_body(op, region);
  return block ? block->arg_count : 0;
}

static const tern_type_t *arg_type(const tern_op_t *op, size_t region, size_t index) {
  return tern_op_body(op, region)->args[index]->type;
}

static bool is_flag(const tern_op_t *op, const tern_type_t *type) {
  return tern_hlo_are_compatible(type, tern_hlo_tensor(tern_i_type_get(tern_op_context(op), 1), NULL, 0));
}

// Types as messages list them; the caller frees the text.
static void list_types(tern_string_builder_t *text, size_t count, const tern_type_t *(*type)(const void *, size_t),
                       const void *of) {
  for (size_t i = 0; i < count; ++i) {
    tern_string_builder_append_format(text, "%s'%s'", i > 0 ? ", " : "", tern_type_text(type(of, i)));
  }
}

static const tern_type_t *operand_type(const void *op, size_t index) { return tern_op_operand(op, index)->type; }
static const tern_type_t *block_arg_type(const void *block, size_t index) {
  return ((const tern_block_t *)block)->args[index]->type;
}

static bool is_same_kind(const tern_type_t *a, const tern_type_t *b) {
  return a == b || (tern_type_is_float(a) && tern_type_is_float(b)) ||
         (tern_type_is_integer(a) && tern_type_is_integer(b)) ||
         (a->kind == TERN_TYPE_COMPLEX && b->kind == TERN_TYPE_COMPLEX) ||
         (tern_quant_is_quantized(a) && tern_quant_expressed_type(a) == tern_quant_expressed_type(b));
}

// What a reduction's region returns for value `index`, compared with the initial value's type.
static bool check_accumulator(const tern_op_t *op, size_t index, const tern_type_t *accumulator,
                              const tern_type_t *init) {
  if (!tern_hlo_have_compatible_shapes(accumulator, init)) {
    return tern_op_error(op,
                         "The shape of reduction-region's result type at index %zu differs from the op's corresponding "
                         "init-value type: '%s' vs '%s'",
                         index, tern_type_text(accumulator), tern_type_text(init));
  }
  return is_same_kind(tern_type_element(init), tern_type_element(accumulator)) ||
         tern_op_error(op,
                       "The element-type of reduction-region's result type at index %zu is expected to be promotable "
                       "from the op's corresponding init-value element-type: '%s' vs '%s'",
                       index, tern_type_text(accumulator), tern_type_text(init));
}

// The arguments and returned values of a region that combines `count` pairs: values, then accumulators.
static const tern_op_t *check_reducer_shape(const tern_op_t *op, size_t region, size_t count) {
  if (arg_count_of(op, region) != 2 * count) {
    tern_op_error(op, "Reduction-region must take %zu parameters, but takes %zu parameter(s)", 2 * count,
                  arg_count_of(op, region));
    return NULL;
  }
  const tern_op_t *end = find_return(op, region);
  if (!end) return NULL;
  if (end->operand_count == 0 && count > 0) {
    tern_op_error(op, "The reduction-region expected to return some value(s)");
    return NULL;
  }
  if (end->operand_count != count) {
    tern_op_error(op, "Reduction-region here must produce %zu tensors, but produces %u instead", count,
                  end->operand_count);
    return NULL;
  }
  for (size_t i = 0; i < count; ++i) {
    const tern_type_t *type = tern_op_operand(end, i)->type;
    if (type->kind == TERN_TYPE_TENSOR) continue;
    tern_op_error(op, "Reduction-region here must produce tensor-typed result(s), but produces '%s' instead",
                  tern_type_text(type));
    return NULL;
  }
  for (size_t i = 0; i < 2 * count; ++i) {
    const tern_type_t *type = arg_type(op, region, i), *result = tern_op_operand(end, i % count)->type;
    if (tern_hlo_are_compatible(type, result)) continue;
    tern_op_error(op,
                  "The type of reduction-region's parameter at index %zu is different than the corresponding result "
                  "type: '%s' vs '%s'",
                  i, tern_type_text(type), tern_type_text(result));
    return NULL;
  }
  return end;
}

// A region that combines `count` pairs: values, then accumulators, all scalars; accumulators may be wider than the
// inputs, but of their kind. `first_input` is the first operand that is combined; `first_init`, if it is none of them,
// the first initial value.
static bool check_reducer(const tern_op_t *op, size_t region, size_t first_input, size_t first_init, size_t count) {
  const tern_op_t *end = check_reducer_shape(op, region, count);
  for (size_t i = 0; end && i < count; ++i) {
    const tern_type_t *accumulator = tern_op_operand(end, i)->type;
    const tern_type_t *input = tern_op_operand(op, first_input + i)->type;
    const tern_type_t *init = tern_op_operand(op, first_init + i)->type;
    if (!check_accumulator(op, i, accumulator, first_init == first_input ? scalar_of(input) : init) ||
        !check_accumulator(op, i, accumulator, scalar_of(input))) {
      return false;
    }
    bool has_result = i < op->result_count && op->results[i].type->kind == TERN_TYPE_TENSOR;
    const tern_type_t *result = has_result ? op->results[i].type : NULL;
    if (result && !tern_hlo_have_compatible_elements(result, accumulator)) {
      const tern_type_t *inferred = tern_type_with_element(result, tern_type_element(accumulator));
      return tern_op_error(op, "inferred type(s) '%s' are incompatible with return type(s) of operation '%s'",
                           tern_type_text(inferred), tern_type_text(result));
    }
  }
  return end != NULL;
}

bool tern_hlo_verify_reduce_body(const tern_op_t *op) {
  size_t count = op->operand_count / 2;
  return check_reducer(op, 0, 0, count, count);
}

bool tern_hlo_verify_scatter_body(const tern_op_t *op) { return check_reducer(op, 0, 0, 0, op->operand_count / 2); }

// One region for all operands, each of which it has to fit.
bool tern_hlo_verify_all_reduce_body(const tern_op_t *op) {
  const tern_op_t *end = check_reducer_shape(op, 0, 1);
  const tern_type_t *accumulator = end ? tern_op_operand(end, 0)->type : NULL;
  for (size_t i = 0; end && i < op->result_count; ++i) {
    if (!check_accumulator(op, 0, accumulator, scalar_of(tern_op_operand(op, i)->type))) return false;
    const tern_type_t *result = op->results[i].type;
    if (tern_hlo_have_compatible_elements(result, accumulator)) continue;
    if (tern_hlo_is(op, TERN_HLO_REDUCE_SCATTER)) {
      return tern_op_error(op, "result element-type is expected to be '%s', but got '%s'",
                           tern_type_text(tern_type_element(accumulator)), tern_type_text(tern_type_element(result)));
    }
    const tern_type_t *inferred = tern_type_with_element(result, tern_type_element(accumulator));
    return tern_op_error(op, "inferred type(s) '%s' are incompatible with return type(s) of operation '%s'",
                         tern_type_text(inferred), tern_type_text(result));
  }
  return end != NULL;
}

bool tern_hlo_verify_sort_body(const tern_op_t *op) {
  size_t count = 2 * (size_t)op->operand_count;
  if (arg_count_of(op, 0) != count) {
    return tern_op_error(op, "comparator block should have %zu arguments", count);
  }
  for (size_t i = 0; i < count; ++i) {
    const tern_type_t *expected = scalar_of(tern_op_operand(op, i / 2)->type), *type = arg_type(op, 0, i);
    if (tern_hlo_are_compatible(type, expected)) continue;
    return tern_op_error(op, "comparator block argument #%zu should be of type '%s' but got '%s'", i,
                         tern_type_text(expected), tern_type_text(type));
  }
  const tern_op_t *end = find_return(op, 0);
  if (!end) return false;
  if (end->operand_count != 1) {
    return tern_op_error(op, "comparator must return single output but got %u", end->operand_count);
  }
  const tern_type_t *type = tern_op_operand(end, 0)->type;
  return is_flag(op, type) || tern_op_error(op, "comparator must return tensor<i1> but got '%s'", tern_type_text(type));
}

bool tern_hlo_verify_map_body(const tern_op_t *op) {
  if (arg_count_of(op, 0) != op->operand_count) {
    return tern_op_error(op, "expects number of operands to match the arity of map computation, but got: %u and %zu",
                         op->operand_count, arg_count_of(op, 0));
  }
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_type_t *type = arg_type(op, 0, i), *element = tern_type_element(tern_op_operand(op, i)->type);
    if (type->kind != TERN_TYPE_TENSOR || tern_type_rank(type) != 0) {
      return tern_op_error(op, "computation arguments must be 0-rank tensor, but got: arg #%zu of type '%s'", i,
                           tern_type_text(type));
    }
    if (!tern_hlo_have_compatible_elements(tern_type_element(type), element)) {
      return tern_op_error(op, "element type of operands and computation arguments must match, but got: '%s' and '%s'",
                           tern_type_text(element), tern_type_text(tern_type_element(type)));
    }
  }
  const tern_op_t *end = find_return(op, 0);
  if (!end) return false;
  if (end->operand_count != 1) {
    return tern_op_error(op, "computation must return single output, but got: %u", end->operand_count);
  }
  const tern_type_t *type = tern_op_operand(end, 0)->type, *result = op->results[0].type;
  if (type->kind != TERN_TYPE_TENSOR || tern_type_rank(type) != 0) {
    return tern_op_error(op, "computation must return 0-rank tensor, but got: '%s'", tern_type_text(type));
  }
  const tern_type_t *inferred = tern_type_with_element(result, tern_type_element(type));
  return tern_hlo_have_compatible_elements(result, type) ||
         tern_op_error(op, "inferred type(s) '%s' are incompatible with return type(s) of operation '%s'",
                       tern_type_text(inferred), tern_type_text(result));
}

bool tern_hlo_verify_select_and_scatter_body(const tern_op_t *op) {
  const tern_type_t *element = scalar_of(tern_op_operand(op, 0)->type);
  if (arg_count_of(op, 0) != 2) {
    return tern_op_error(op, "expects the select-region to take 2 parameters, but takes %zu", arg_count_of(op, 0));
  }
  for (size_t i = 0; i < 2; ++i) {
    const tern_type_t *type = arg_type(op, 0, i);
    if (tern_hlo_are_compatible(type, element)) continue;
    return tern_op_error(op, "expects the type of select-region's parameter at index %zu to be '%s', but got '%s'", i,
                         tern_type_text(element), tern_type_text(type));
  }
  const tern_op_t *end = find_return(op, 0);
  if (!end) return false;
  if (end->operand_count != 1) {
    return tern_op_error(op, "expects select-region to return single value, but got: %u", end->operand_count);
  }
  const tern_type_t *type = tern_op_operand(end, 0)->type;
  if (!is_flag(op, type)) {
    return tern_op_error(op, "expects the return-type of select-region to be tensor<i1>, but got: '%s'",
                         tern_type_text(type));
  }
  return check_reducer(op, 1, 0, 2, 1);
}

// The values of `count` types that a loop carries, against its operands.
static bool check_carried(const tern_op_t *op, const char *message, size_t count,
                          const tern_type_t *(*type)(const void *, size_t), const void *of) {
  bool is_right = count == op->operand_count;
  for (size_t i = 0; is_right && i < count; ++i) {
    is_right = tern_hlo_are_compatible(type(of, i), tern_op_operand(op, i)->type);
  }
  if (is_right) return true;
  tern_string_builder_t left = {0}, right = {0};
  list_types(&left, op->operand_count, operand_type, op);
  list_types(&right, count, type, of);
  tern_op_error(op, "%s %s vs %s", message, left.data ? left.data : "", right.data ? right.data : "");
  tern_string_builder_deinitialize(&left);
  tern_string_builder_deinitialize(&right);
  return false;
}

bool tern_hlo_verify_while_body(const tern_op_t *op) {
  static const char *const messages[] = {
      "expect operands to be compatible with condition block arguments but got",
      "expect operands to be compatible with body block arguments but got",
  };
  for (size_t region = 0; region < 2; ++region) {
    const tern_block_t *block = tern_op_body(op, region);
    if (!check_carried(op, messages[region], arg_count_of(op, region), block_arg_type, block)) return false;
  }
  const tern_op_t *condition = find_return(op, 0), *end = condition ? find_return(op, 1) : NULL;
  if (!end) return false;
  if (!check_carried(op, "expect operands to be compatible with body block return types but got", end->operand_count,
                     operand_type, end)) {
    return false;
  }
  if (condition->operand_count != 1) {
    return tern_op_error(op, "expect condition body returns a single value but got %u", condition->operand_count);
  }
  const tern_type_t *type = tern_op_operand(condition, 0)->type;
  return is_flag(op, type) || tern_op_error(op, "expect condition block return a zero-ranked tensor of i1 but got '%s'",
                                            tern_type_text(type));
}

// Do these branches return values of the same types?
static bool check_branch_pair(const tern_op_t *op, const tern_op_t *first, const tern_op_t *other, size_t index) {
  bool is_right = first->operand_count == other->operand_count;
  for (size_t i = 0; is_right && i < first->operand_count; ++i) {
    is_right = tern_hlo_are_compatible(tern_op_operand(first, i)->type, tern_op_operand(other, i)->type);
  }
  if (is_right) return true;
  tern_string_builder_t left = {0}, right = {0};
  list_types(&left, first->operand_count, operand_type, first);
  list_types(&right, other->operand_count, operand_type, other);
  tern_op_error(op, "branch 0 and branch %zu have mismatched return types: %s vs %s", index, left.data ? left.data : "",
                right.data ? right.data : "");
  tern_string_builder_deinitialize(&left);
  tern_string_builder_deinitialize(&right);
  return false;
}

bool tern_hlo_verify_branches(const tern_op_t *op) {
  const tern_op_t *first = NULL;
  for (size_t region = 0; region < op->region_count; ++region) {
    if (arg_count_of(op, region) != 0) {
      return tern_op_error(op, "branch %zu must have 0 arguments, but found %zu", region, arg_count_of(op, region));
    }
    const tern_op_t *end = find_return(op, region);
    if (!end) return false;
    if (region == 0) first = end;
    if (!check_branch_pair(op, first, end, region)) return false;
  }
  if (first->operand_count != op->result_count) {
    return tern_op_error(op, "has %u results, but its branches return %u values", op->result_count,
                         first->operand_count);
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_type_t *type = tern_op_operand(first, i)->type;
    if (tern_hlo_are_compatible(type, op->results[i].type)) continue;
    return tern_op_error(op, "inferred type(s) '%s' are incompatible with return type(s) of operation '%s'",
                         tern_type_text(type), tern_type_text(op->results[i].type));
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
  bool is_mhlo = subject->def->dialect == &tern_mhlo_dialect;
  return tern_type_rank(type) == 0 || (is_mhlo && tern_type_element_count(type) == 1) ||
         tern_hlo_error(subject, "operand should be rank 0 tensor but got rank %zu", tern_type_rank(type));
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

// Inputs of one shape, and as many initial values, which are compared with the region.
static bool check_inputs(const tern_hlo_subject_t *subject, size_t *out_count) {
  size_t operands = tern_hlo_operand_count(subject), count = *out_count = operands / 2;
  if (count == 0) return tern_hlo_error(subject, "expects at least 1 input");
  if (subject->op->result_count != count) {
    return tern_hlo_error(subject, "expects as many results as inputs, but got %u and %zu", subject->op->result_count,
                          count);
  }
  const tern_type_t *first = tern_hlo_operand_type(subject, 0);
  for (size_t i = 0; i < count; ++i) {
    const tern_type_t *input = tern_hlo_operand_type(subject, i);
    if (!tern_hlo_have_compatible_shapes(first, input)) {
      return tern_hlo_error(subject,
                            "expects all inputs to have compatible shapes. Shape at input-index %zu is not "
                            "compatible with shape at input-index 0: '%s' and '%s'",
                            i, tern_type_text(input), tern_type_text(first));
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
  for (size_t i = 0; i < dim_count; ++i) {
    if (reduced[i] < 0 || (uint64_t)reduced[i] >= input_rank) {
      return tern_hlo_error(subject, "Out-of-bounds dimension %lld, expected to be in range [0, %zu)",
                            (long long)reduced[i], input_rank);
    }
    for (size_t j = 0; j < i; ++j) {
      if (reduced[j] == reduced[i]) {
        return tern_hlo_error(subject, "Duplicate reduction dimension: %lld", (long long)reduced[i]);
      }
    }
  }
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
                          "and input: '%s' with rank = %zu.",
                          count, tern_type_text(tern_hlo_operand_type(subject, 0)), rank);
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
  size_t rank = tern_type_rank(operand);
  int64_t dims[TERN_HLO_MAX_RANK];
  if (!read_windows(subject, operand, dims)) return false;
  const tern_type_t *expected = tern_hlo_tensor(tern_type_element(operand), dims, rank);
  if (!tern_hlo_are_compatible(expected, source)) {
    return tern_hlo_error(subject, "expects source-type to be '%s', but got'%s'", tern_type_text(expected),
                          tern_type_text(source));
  }
  out_types[0] =
      tern_type_with_element(operand, tern_type_element(subject->op ? subject->op->results[0].type : operand));
  return true;
}
TERN_HLO_RULE(select_and_scatter)

static bool rule_sort(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  size_t count = tern_hlo_operand_count(subject);
  if (count == 0) return tern_hlo_error(subject, "expected 1 or more operands, but found 0");
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
