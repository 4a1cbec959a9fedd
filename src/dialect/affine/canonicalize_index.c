// Canonicalization of affine.delinearize_index and affine.linearize_index: sizes of 1 go, and ops that undo each other.

#include "dialect/affine/affine.h"
#include "dialect/affine/hooks.h"
#include "dialect/affine/index_basis.h"
#include "dialect/arith/arith.h"

typedef TERN_VEC(tern_value_t *) value_list_t;

static tern_values_t view(const value_list_t *list) { return (tern_values_t){list->values, list->count}; }

static tern_op_t *defined_by(const tern_value_t *value, const tern_op_row_t *row) {
  tern_op_t *op = tern_value_defining_op(value);
  return op && tern_op_is(op, row) ? op : NULL;
}

static bool is_size(const tern_affine_basis_t *basis, size_t index, int64_t size) {
  int64_t value;
  return tern_mixed_constant(basis->values[index], &value) && value == size;
}

// --- delinearize_index ---

// An index whose size is 1 is 0.
static bool drop_unit_results(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_affine_basis_t basis = {0}, kept = {0};
  value_list_t results = {0};
  tern_affine_basis_read(op, false, &basis);
  size_t extra = tern_affine_has_outer_bound(op) ? 0 : 1, unit_count = 0;
  for (size_t i = 0; i < basis.count; ++i) {
    if (is_size(&basis, i, 1)) {
      ++unit_count;
    } else {
      tern_vec_push(&kept, basis.values[i]);
    }
  }
  if (unit_count) {
    tern_value_t *zero = tern_arith_constant_index(&rewriter->builder, 0);
    size_t left = kept.count + extra, next = 0;
    tern_op_t *smaller =
        left ? tern_affine_build_delinearize(&rewriter->builder, tern_op_operand(op, 0), &kept, 0, kept.count, left)
             : NULL;
    for (size_t i = 0; i < op->result_count; ++i) {
      bool is_unit = i >= extra && is_size(&basis, i - extra, 1);
      tern_vec_push(&results, is_unit ? zero : tern_op_result(smaller, next++));
    }
    tern_rewriter_replace(rewriter, op, view(&results));
  }
  tern_vec_deinitialize(&basis);
  tern_vec_deinitialize(&kept);
  tern_vec_deinitialize(&results);
  return unit_count > 0;
}

static void push_operands(value_list_t *list, const tern_op_t *op, size_t start, size_t end) {
  for (size_t i = start; i < end; ++i) tern_vec_push(list, tern_op_operand(op, i));
}
static void push_results(value_list_t *list, tern_op_t *op) {
  for (size_t i = 0; i < op->result_count; ++i) tern_vec_push(list, tern_op_result(op, i));
}

// What a disjoint linearize_index put together with the same last sizes comes out as it went in.
static bool cancel_tail(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *source = defined_by(tern_op_operand(op, 0), TERN_AFFINE(LINEARIZE_INDEX));
  if (!source || !tern_affine_is_disjoint(source)) return false;
  tern_affine_basis_t from = {0}, to = {0};
  value_list_t values = {0}, indices = {0};
  size_t index_count = tern_affine_index_count(source), same = 0;
  tern_affine_basis_read(source, false, &from);
  tern_affine_basis_read(op, false, &to);
  while (same < from.count && same < to.count &&
         tern_mixed_equal(from.values[from.count - 1 - same], to.values[to.count - 1 - same])) {
    ++same;
  }
  if (same == from.count && same == to.count && index_count == op->result_count) {
    push_operands(&values, source, 0, index_count);
    tern_rewriter_replace(rewriter, op, view(&values));
  } else if (same) {
    push_operands(&indices, source, 0, index_count - same);
    tern_value_t *rest =
        tern_affine_build_linearize(&rewriter->builder, view(&indices), &from, 0, from.count - same, true);
    tern_op_t *head =
        tern_affine_build_delinearize(&rewriter->builder, rest, &to, 0, to.count - same, op->result_count - same);
    push_results(&values, head);
    push_operands(&values, source, index_count - same, index_count);
    tern_rewriter_replace(rewriter, op, view(&values));
  }
  tern_vec_deinitialize(&from);
  tern_vec_deinitialize(&to);
  tern_vec_deinitialize(&values);
  tern_vec_deinitialize(&indices);
  return same > 0;
}

// How many of the last static sizes of `basis` have the product `target`; 0: none, or just one.
static size_t count_factors(const tern_affine_basis_t *basis, int64_t target) {
  int64_t product = 1;
  for (size_t i = 0; i < basis->count; ++i) {
    int64_t size = basis->values[basis->count - 1 - i].value;
    if (size == TERN_DYNAMIC || __builtin_mul_overflow(product, size, &product) || product > target) return 0;
    if (product == target) return i > 0 ? i + 1 : 0;
  }
  return 0;
}

// Where the last sizes multiply to the last size of a disjoint linearize_index, its last index is taken apart alone.
static bool split_last(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *source = defined_by(tern_op_operand(op, 0), TERN_AFFINE(LINEARIZE_INDEX));
  if (!source || !tern_affine_is_disjoint(source)) return false;
  tern_affine_basis_t from = {0}, to = {0};
  value_list_t values = {0}, indices = {0};
  size_t index_count = tern_affine_index_count(source), tail = 0;
  tern_affine_basis_read(source, false, &from);
  tern_affine_basis_read(op, false, &to);
  if (from.count && from.values[from.count - 1].value != TERN_DYNAMIC) {
    tail = count_factors(&to, from.values[from.count - 1].value);
  }
  // With nothing left in the basis the first results would have to take the other indices.
  if (tail == to.count && tern_affine_has_outer_bound(op)) tail = 0;
  if (tail) {
    push_operands(&indices, source, 0, index_count - 1);
    tern_value_t *rest =
        tern_affine_build_linearize(&rewriter->builder, view(&indices), &from, 0, from.count - 1, true);
    tern_op_t *head =
        tern_affine_build_delinearize(&rewriter->builder, rest, &to, 0, to.count - tail, op->result_count - tail);
    tern_op_t *last = tern_affine_build_delinearize(&rewriter->builder, tern_op_operand(source, index_count - 1), &to,
                                                    to.count - tail, tail, tail);
    push_results(&values, head);
    push_results(&values, last);
    tern_rewriter_replace(rewriter, op, view(&values));
  }
  tern_vec_deinitialize(&from);
  tern_vec_deinitialize(&to);
  tern_vec_deinitialize(&values);
  tern_vec_deinitialize(&indices);
  return tail > 0;
}

bool tern_affine_canonicalize_delinearize_index(tern_op_t *op, tern_rewriter_t *rewriter) {
  return cancel_tail(op, rewriter) || drop_unit_results(op, rewriter) || split_last(op, rewriter);
}

// --- linearize_index ---

// A run of linearize_index's indices that are consecutive results of one delinearize_index with the same sizes.
typedef struct run {
  tern_op_t *source;
  size_t start;   // first index of the linearize_index
  size_t result;  // first result of the source
  size_t length;
  bool is_known;  // the source has its sizes, so that they may be used where it stands
} run_t;

// Sizes with one for each index; `*out_first` is 1 if the first is unknown: then entry 0 means nothing.
static void read_padded(const tern_op_t *op, tern_affine_basis_t *out_basis, bool *out_is_open) {
  *out_is_open = !tern_affine_has_outer_bound(op);
  if (*out_is_open) tern_vec_push(out_basis, tern_mixed_static(0));
  tern_affine_basis_read(op, false, out_basis);
}

static bool have_same_size(const tern_affine_basis_t *a, size_t i, bool is_a_open, const tern_affine_basis_t *b,
                           size_t j, bool is_b_open) {
  bool is_a_unknown = is_a_open && i == 0, is_b_unknown = is_b_open && j == 0;
  if (is_a_unknown || is_b_unknown) return is_a_unknown && is_b_unknown;
  return tern_mixed_equal(a->values[i], b->values[j]);
}

// The run that begins at index `start`; length 0 or 1 if there is none.
static run_t find_run(const tern_op_t *op, const tern_affine_basis_t *basis, bool is_open, size_t start) {
  const tern_value_t *first = tern_op_operand(op, start);
  run_t run = {defined_by(first, TERN_AFFINE(DELINEARIZE_INDEX)), start, first->index, 0, false};
  if (!run.source) return run;
  tern_affine_basis_t from = {0};
  bool is_source_open;
  read_padded(run.source, &from, &is_source_open);
  // The size of the first result does not matter in front, and is known if the indices are in range.
  bool is_front = start == 0 && run.result == 0;
  bool is_promised = tern_affine_is_disjoint(op) && run.result == 0 && is_source_open;
  bool is_same = have_same_size(basis, start, is_open, &from, run.result, is_source_open);
  if (is_front || is_promised || is_same) {
    run.length = 1;
    while (start + run.length < basis->count && run.result + run.length < run.source->result_count &&
           tern_op_operand(op, start + run.length) == tern_op_result(run.source, run.result + run.length) &&
           have_same_size(basis, start + run.length, is_open, &from, run.result + run.length, is_source_open)) {
      ++run.length;
    }
  }
  // A size that the source does not have may be defined behind it.
  run.is_known = is_same || (is_open && start == 0) || basis->values[start].value != TERN_DYNAMIC;
  if (!run.is_known && run.length < run.source->result_count) run.length = 0;
  tern_vec_deinitialize(&from);
  return run;
}

// The product of sizes, as a number or as the value of an affine.apply.
static tern_mixed_index_t build_product(tern_builder_t *builder, const tern_affine_basis_t *basis, size_t start,
                                        size_t count) {
  const tern_affine_expr_t *product = tern_affine_constant(builder->context, 1);
  value_list_t symbols = {0};
  for (size_t i = start; i < start + count; ++i) {
    int64_t size;
    if (tern_mixed_constant(basis->values[i], &size)) {
      product = tern_affine_mul(product, tern_affine_constant(builder->context, size));
    } else {
      product = tern_affine_mul(product, tern_affine_symbol(builder->context, symbols.count));
      tern_vec_push(&symbols, basis->values[i].dynamic);
    }
  }
  tern_mixed_index_t entry = tern_mixed_static(product->value);
  if (!tern_affine_expr_is_constant(product)) {
    const tern_affine_map_t *map = tern_affine_map_get(builder->context, 0, symbols.count, &product, 1);
    entry = tern_mixed_dynamic(tern_build_value(builder, TERN_AFFINE(APPLY), .operands = view(&symbols),
                                                .types = TERN_TYPES(tern_index_type_get(builder->context)),
                                                .attrs = TERN_ATTRS({"map", tern_affine_map_attr_get(map)})));
  }
  tern_vec_deinitialize(&symbols);
  return entry;
}

// Splits the source of a run in two: results with the run as one of them, and the run's parts of that one. Gives what
// replaces the source's results, and the merged one.
static tern_value_t *split_source(const run_t *run, tern_rewriter_t *rewriter, const tern_affine_basis_t *basis,
                                  tern_mixed_index_t size, bool is_open, value_list_t *out_results) {
  tern_affine_basis_t from = {0}, merged = {0};
  bool is_source_open;
  read_padded(run->source, &from, &is_source_open);
  for (size_t i = 0; i < from.count; ++i) {
    if (i == run->result) {
      tern_vec_push(&merged, size);
    } else if (i < run->result || i >= run->result + run->length) {
      tern_vec_push(&merged, from.values[i]);
    }
  }
  bool is_merged_open = run->result == 0 ? is_open && run->start == 0 : is_source_open;
  tern_op_t *outer = tern_affine_build_delinearize(&rewriter->builder, tern_op_operand(run->source, 0), &merged,
                                                   is_merged_open, merged.count - is_merged_open, merged.count);
  tern_value_t *whole = tern_op_result(outer, run->result);
  bool is_inner_open = is_open && run->start == 0;
  tern_op_t *inner = tern_affine_build_delinearize(&rewriter->builder, whole, basis, run->start + is_inner_open,
                                                   run->length - is_inner_open, run->length);
  for (size_t i = 0; i < run->result; ++i) tern_vec_push(out_results, tern_op_result(outer, i));
  push_results(out_results, inner);
  for (size_t i = run->result + 1; i < outer->result_count; ++i) tern_vec_push(out_results, tern_op_result(outer, i));
  tern_vec_deinitialize(&from);
  tern_vec_deinitialize(&merged);
  return whole;
}

// Indices that a delinearize_index made with the same sizes are one index.
static bool cancel_run(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_affine_basis_t basis = {0}, sizes = {0};
  value_list_t indices = {0}, replacements = {0};
  bool is_open;
  run_t run = {0};
  read_padded(op, &basis, &is_open);
  for (size_t i = 0; i < basis.count && run.length <= 1; ++i) run = find_run(op, &basis, is_open, i);
  bool is_found = run.length > 1;
  if (is_found) {
    tern_builder_t at_op = rewriter->builder;
    bool is_whole = run.length == run.source->result_count, is_size_open = is_open && run.start == 0;
    if (run.is_known) tern_builder_set_before(&rewriter->builder, run.source);
    rewriter->builder.loc = op->loc;
    tern_mixed_index_t size =
        is_size_open ? tern_mixed_static(0) : build_product(&rewriter->builder, &basis, run.start, run.length);
    tern_value_t *whole =
        is_whole ? tern_op_operand(run.source, 0) : split_source(&run, rewriter, &basis, size, is_open, &replacements);
    push_operands(&indices, op, 0, run.start);
    tern_vec_push(&indices, whole);
    push_operands(&indices, op, run.start + run.length, basis.count);
    for (size_t i = 0; i < basis.count; ++i) {
      if (i == run.start) {
        tern_vec_push(&sizes, size);
      } else if (i < run.start || i >= run.start + run.length) {
        tern_vec_push(&sizes, basis.values[i]);
      }
    }
    rewriter->builder = at_op;
    tern_value_t *value = tern_affine_build_linearize(&rewriter->builder, view(&indices), &sizes, is_open,
                                                      sizes.count - is_open, tern_affine_is_disjoint(op));
    tern_rewriter_replace(rewriter, op, TERN_VALUES(value));
    if (replacements.count) tern_rewriter_replace(rewriter, run.source, view(&replacements));
  }
  tern_vec_deinitialize(&basis);
  tern_vec_deinitialize(&sizes);
  tern_vec_deinitialize(&indices);
  tern_vec_deinitialize(&replacements);
  return is_found;
}

static bool is_zero(const tern_value_t *value) {
  int64_t constant;
  return tern_value_constant_int(value, &constant) && constant == 0;
}

// A first index of 0 adds nothing, and the next one's size says nothing then.
static bool drop_leading_zero(tern_op_t *op, tern_rewriter_t *rewriter) {
  size_t count = tern_affine_index_count(op);
  if (count < 2 || !is_zero(tern_op_operand(op, 0))) return false;
  tern_affine_basis_t basis = {0};
  value_list_t indices = {0};
  tern_affine_basis_read(op, true, &basis);
  push_operands(&indices, op, 1, count);
  tern_value_t *value = tern_affine_build_linearize(&rewriter->builder, view(&indices), &basis, 0, basis.count,
                                                    tern_affine_is_disjoint(op));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(value));
  tern_vec_deinitialize(&basis);
  tern_vec_deinitialize(&indices);
  return true;
}

// An index of size 1 is 0 if it is in range.
static bool drop_unit_indices(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_affine_basis_t basis = {0}, kept = {0};
  value_list_t indices = {0};
  size_t count = tern_affine_index_count(op), extra = tern_affine_has_outer_bound(op) ? 0 : 1;
  tern_affine_basis_read(op, false, &basis);
  if (count && extra) tern_vec_push(&indices, tern_op_operand(op, 0));
  for (size_t i = 0; i < basis.count; ++i) {
    tern_value_t *index = tern_op_operand(op, extra + i);
    if (is_size(&basis, i, 1) && (tern_affine_is_disjoint(op) || is_zero(index))) continue;
    tern_vec_push(&indices, index);
    tern_vec_push(&kept, basis.values[i]);
  }
  bool is_changed = indices.count != count;
  if (is_changed) {
    tern_value_t *value = indices.count ? tern_affine_build_linearize(&rewriter->builder, view(&indices), &kept, 0,
                                                                      kept.count, tern_affine_is_disjoint(op))
                                        : tern_arith_constant_index(&rewriter->builder, 0);
    tern_rewriter_replace(rewriter, op, TERN_VALUES(value));
  }
  tern_vec_deinitialize(&basis);
  tern_vec_deinitialize(&kept);
  tern_vec_deinitialize(&indices);
  return is_changed;
}

bool tern_affine_canonicalize_linearize_index(tern_op_t *op, tern_rewriter_t *rewriter) {
  return cancel_run(op, rewriter) || drop_leading_zero(op, rewriter) || drop_unit_indices(op, rewriter);
}
