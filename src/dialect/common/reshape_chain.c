// Composing reshapes (upstream: ComposeCollapseOfExpandOp, ComposeExpandOfCollapseOp and
// getReassociationIndicesForCollapse).

#include "dialect/common/reshape_chain.h"

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/common/reassociation.h"

enum { MAX_RANK = TERN_INDEX_LIST_MAX };

// --- which dims of a larger shape stand for each dim of a smaller one ---

typedef struct range {
  size_t start, end;
} range_t;

// The first dims from `from` on whose sizes multiply to `size`; or those up to the first of unknown size.
static bool find_range(const int64_t *dims, size_t rank, size_t from, int64_t size, bool is_last, range_t *out_range) {
  range_t range = {from, from};
  if (size == TERN_DYNAMIC) {
    while (range.end < rank && dims[range.end] != TERN_DYNAMIC) range.end++;
    if (range.end == rank) return false;
    range.end = is_last ? rank : range.end + 1;
    *out_range = range;
    return true;
  }
  int64_t product = 1;
  while (range.end < rank) {
    int64_t dim = dims[range.end++];
    if (dim == TERN_DYNAMIC || __builtin_mul_overflow(product, dim, &product)) {
      range.start = range.end;
      product = 1;
      continue;
    }
    // What comes first is left out where the product is too large.
    while (product > size && range.start < range.end && dims[range.start] != 0) product /= dims[range.start++];
    if (product != size || range.start == range.end) continue;
    while (is_last && range.end < rank && dims[range.end] == 1) range.end++;
    *out_range = range;
    return true;
  }
  return false;
}

// From left to right. Dims that fit nowhere go to a dim of unknown size before them.
static bool match_forward(const int64_t *dims, size_t rank, const int64_t *target, size_t count, range_t *out_ranges) {
  size_t next = 0;
  for (size_t i = 0; i < count; i++) {
    if (!find_range(dims, rank, next, target[i], i + 1 == count, &out_ranges[i])) return false;
    if (out_ranges[i].start > next) {
      if (i == 0 || target[i - 1] != TERN_DYNAMIC) return false;
      out_ranges[i - 1].end = out_ranges[i].start;
    }
    next = out_ranges[i].end;
  }
  return next == rank;
}

static bool match_backward(const int64_t *dims, size_t rank, const int64_t *target, size_t count, range_t *out_ranges) {
  int64_t dims_reversed[MAX_RANK], target_reversed[MAX_RANK];
  range_t ranges[MAX_RANK];
  for (size_t i = 0; i < rank; i++) dims_reversed[i] = dims[rank - 1 - i];
  for (size_t i = 0; i < count; i++) target_reversed[i] = target[count - 1 - i];
  if (!match_forward(dims_reversed, rank, target_reversed, count, ranges)) return false;
  for (size_t i = 0; i < count; i++)
    out_ranges[count - 1 - i] = (range_t){rank - ranges[i].end, rank - ranges[i].start};
  return true;
}

// Ends of the groups of `dims` that collapse to `target`. False if there is no way, or more than one but for dims of
// size 1.
static bool find_groups(const int64_t *dims, size_t rank, const int64_t *target, size_t count, size_t *out_ends) {
  range_t forward[MAX_RANK], backward[MAX_RANK];
  if (rank <= count) return false;
  if (count == 0) {
    for (size_t i = 0; i < rank; i++)
      if (dims[i] != 1) return false;
    return true;
  }
  if (!match_forward(dims, rank, target, count, forward) || !match_backward(dims, rank, target, count, backward))
    return false;
  for (size_t i = 0; i < count; i++) {
    for (size_t dim = 0; dim < rank; dim++) {
      bool is_forward = dim >= forward[i].start && dim < forward[i].end;
      bool is_backward = dim >= backward[i].start && dim < backward[i].end;
      if (is_forward != is_backward && dims[dim] != 1) return false;
    }
    out_ends[i] = forward[i].end;
  }
  return true;
}

// --- composing groups ---

static size_t group_size(const tern_attr_t *groups, size_t index) {
  return tern_int_list_attr_count(tern_array_attr_at(groups, index));
}

// `high` and `low` group dims of one shape in between; the result groups the dims that `high` stands for.
static const tern_attr_t *compose_collapse_of_expand(const tern_attr_t *high, const tern_attr_t *low) {
  size_t ends[MAX_RANK], high_count = tern_array_attr_count(high), low_count = tern_array_attr_count(low);
  size_t next = 0, high_end = 0, low_end = 0;
  for (size_t i = 0; i < low_count; i++) {
    low_end += group_size(low, i);
    while (next < high_count && high_end < low_end) high_end += group_size(high, next++);
    if (high_end != low_end) return NULL;
    ends[i] = next;
  }
  return next == high_count || low_count == 0 ? tern_reassociation_get(high->context, ends, low_count) : NULL;
}

static size_t count_dynamic(const int64_t *dims, size_t count) {
  size_t dynamic_count = 0;
  for (size_t i = 0; i < count; i++) dynamic_count += dims[i] == TERN_DYNAMIC;
  return dynamic_count;
}

static bool are_equal(const int64_t *a, const int64_t *b, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (a[i] != b[i]) return false;
  return true;
}

// Both group dims that are the same in between: `high_groups` those of `high`, the larger shape.
static const tern_attr_t *compose_expand_of_collapse(const tern_type_t *high, const tern_attr_t *high_groups,
                                                     const tern_type_t *low, const tern_attr_t *low_groups) {
  size_t ends[MAX_RANK], count = 0, high_start = 0, low_start = 0, groups = tern_array_attr_count(high_groups);
  const int64_t *high_dims = tern_type_dims(high), *low_dims = tern_type_dims(low);
  if (groups == 0) {
    // All sizes are one.
    if (!find_groups(high_dims, tern_type_rank(high), low_dims, tern_type_rank(low), ends)) return NULL;
    return tern_reassociation_get(high->context, ends, tern_type_rank(low));
  }
  for (size_t i = 0; i < groups; i++) {
    size_t high_size = group_size(high_groups, i), low_size = group_size(low_groups, i);
    // Which of two unknown sizes is which cannot be told.
    if (count_dynamic(high_dims + high_start, high_size) > 1 && count_dynamic(low_dims + low_start, low_size) > 1)
      return NULL;
    if (high_size == low_size) {
      if (!are_equal(high_dims + high_start, low_dims + low_start, high_size)) return NULL;
      for (size_t j = 0; j < high_size; j++) ends[count++] = high_start + j + 1;
    } else {
      if (!find_groups(high_dims + high_start, high_size, low_dims + low_start, low_size, ends + count)) return NULL;
      for (size_t j = 0; j < low_size; j++) ends[count++] += high_start;
    }
    high_start += high_size;
    low_start += low_size;
  }
  return tern_reassociation_get(high->context, ends, count);
}

// --- building ---

static void replace(tern_op_t *op, tern_rewriter_t *rewriter, const tern_op_row_t *row, tern_value_t *source,
                    const tern_attr_t *groups, const tern_mixed_index_t *sizes) {
  tern_context_t *context = tern_op_context(op);
  const tern_type_t *type = op->results[0].type;
  tern_value_t *operands[1 + MAX_RANK] = {source};
  int64_t statics[MAX_RANK] = {0};
  size_t count = 1, rank = sizes ? tern_type_rank(type) : 0;
  for (size_t i = 0; i < rank; i++) {
    statics[i] = sizes[i].value;
    if (sizes[i].value == TERN_DYNAMIC) operands[count++] = sizes[i].dynamic;
  }
  const tern_named_attr_t attrs[] = {{"reassociation", groups},
                                     {"static_output_shape", tern_dense_i64_array_attr_get(context, statics, rank)}};
  tern_op_t *made = tern_build(&rewriter->builder, row, .operands = {operands, count}, .types = TERN_TYPES(type),
                               .attrs = {attrs, sizes ? 2 : 1});
  tern_rewriter_replace(rewriter, op, TERN_VALUES(tern_op_result(made, 0)));
}

// The sizes of what `expand` gives, with the groups of `collapse` multiplied.
static void multiply_sizes(tern_builder_t *b, const tern_attr_t *groups, const tern_mixed_index_t *sizes,
                           tern_mixed_index_t *out_sizes) {
  size_t next = 0;
  for (size_t i = 0; i < tern_array_attr_count(groups); i++) {
    int64_t known = 1, size;
    tern_value_t *product = NULL;
    for (size_t j = 0; j < group_size(groups, i); j++) {
      tern_mixed_index_t entry = sizes[next++];
      if (tern_mixed_constant(entry, &size)) {
        known *= size;
      } else if (!product) {
        product = entry.dynamic;
      } else {
        product = tern_build_value(b, TERN_ARITH(MULI), .operands = TERN_VALUES(product, entry.dynamic));
      }
    }
    if (product && known != 1)
      product = tern_build_value(b, TERN_ARITH(MULI), .operands = TERN_VALUES(product, tern_build_index(b, known)));
    out_sizes[i] = product ? tern_mixed_dynamic(product) : tern_mixed_static(known);
  }
}

static bool collapse_expansion(tern_op_t *op, tern_op_t *expand, tern_rewriter_t *rewriter,
                               const tern_reshape_rows_t *rows) {
  tern_value_t *source = tern_op_operand(expand, 0);
  const tern_type_t *type = op->results[0].type;
  size_t source_rank = tern_type_rank(source->type), rank = tern_type_rank(type);
  const tern_attr_t *expanded = tern_op_attr(expand, "reassociation"), *collapsed = tern_op_attr(op, "reassociation");
  tern_mixed_index_t sizes[MAX_RANK], products[MAX_RANK];
  if (source->type == type || source_rank > MAX_RANK || rank > MAX_RANK) return false;
  if (source_rank == rank) {
    if (!compose_collapse_of_expand(expanded, collapsed)) return false;
    tern_value_t *cast =
        tern_build_value(&rewriter->builder, rows->cast, .operands = TERN_VALUES(source), .types = TERN_TYPES(type));
    tern_rewriter_replace(rewriter, op, TERN_VALUES(cast));
    return true;
  }
  bool is_collapse = source_rank > rank;
  const tern_attr_t *groups =
      is_collapse ? compose_collapse_of_expand(expanded, collapsed) : compose_collapse_of_expand(collapsed, expanded);
  if (!groups) return false;
  if (!is_collapse) {
    if (!tern_index_list_read(expand, "output_shape", "static_output_shape", sizes, MAX_RANK)) return false;
    multiply_sizes(&rewriter->builder, collapsed, sizes, products);
    for (size_t i = 0; i < rank; i++) {
      // A size that the type does not know stays a value.
      if (tern_type_dim(type, i) == TERN_DYNAMIC && products[i].value != TERN_DYNAMIC)
        products[i] = tern_mixed_dynamic(tern_build_index(&rewriter->builder, products[i].value));
    }
  }
  replace(op, rewriter, is_collapse ? rows->collapse : rows->expand, source, groups, is_collapse ? NULL : products);
  return true;
}

static bool expand_collapse(tern_op_t *op, tern_op_t *collapse, tern_rewriter_t *rewriter,
                            const tern_reshape_rows_t *rows) {
  tern_value_t *source = tern_op_operand(collapse, 0);
  const tern_type_t *type = op->results[0].type;
  size_t source_rank = tern_type_rank(source->type), rank = tern_type_rank(type);
  const tern_attr_t *collapsed = tern_op_attr(collapse, "reassociation"), *expanded = tern_op_attr(op, "reassociation");
  tern_mixed_index_t sizes[MAX_RANK];
  if (source_rank == rank || source_rank > MAX_RANK || rank > MAX_RANK) return false;
  if (!tern_index_list_read(op, "output_shape", "static_output_shape", sizes, MAX_RANK)) return false;
  bool is_collapse = source_rank > rank;
  const tern_attr_t *groups = is_collapse ? compose_expand_of_collapse(source->type, collapsed, type, expanded)
                                          : compose_expand_of_collapse(type, expanded, source->type, collapsed);
  if (!groups) return false;
  replace(op, rewriter, is_collapse ? rows->collapse : rows->expand, source, groups, is_collapse ? NULL : sizes);
  return true;
}

bool tern_reshape_compose(tern_op_t *op, tern_rewriter_t *rewriter, const tern_reshape_rows_t *rows) {
  tern_op_t *inner = tern_value_defining_op(tern_op_operand(op, 0));
  if (!inner || !tern_type_is_ranked(op->results[0].type)) return false;
  tern_builder_set_before(&rewriter->builder, op);
  if (tern_op_is(op, rows->collapse) && tern_op_is(inner, rows->expand))
    return collapse_expansion(op, inner, rewriter, rows);
  if (tern_op_is(op, rows->expand) && tern_op_is(inner, rows->collapse))
    return expand_collapse(op, inner, rewriter, rows);
  return false;
}
