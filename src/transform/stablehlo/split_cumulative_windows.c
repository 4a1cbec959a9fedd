// --stablehlo-split-cumulative-windows: reduce_window that is a cumulative sum (product, maximum, ...) of a long dimension, as
// cumulative sums of short pieces and one of what the pieces come to.
//
//   %y = reduce_window(%x, %zero) {window = [4096], padding = [[4095, 0]]} add : tensor<4096xf32>
// becomes
//   %p = reshape %x : tensor<256x16xf32>
//   %l = reduce_window(%p, %zero) {window = [1, 16], padding = [[0, 0], [15, 0]]} add
//   %t = reduce_window(%l[:, 15], %zero) {window = [256], padding = [[255, 0]]} add : tensor<256xf32>     itself in pieces, if it is long
//   %o = pad %t, %zero, low = [1], high = [-1]                                    what comes before each piece
//   %y = reshape (add %o in all columns, %l)
//
// Windows as they are would take as many steps for each element as there are elements, and round as often; pieces take 16 for each
// level, of which there are log n / log 16 (XLA has the same: ReduceWindowRewriter). Sums backwards, whose padding is behind, likewise.
//
// Windows that tern_match_cumulative_window does not know, and bodies of several ops, are left as they are.

#include "analysis/cumulative_window.h"
#include "dialect/stablehlo/stablehlo.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

enum { MAX_RANK = 8 };
// Elements of a piece.
enum { PIECE = 16 };

static bool match_long(tern_op_t *op, int64_t longest_window, tern_cumulative_t *out) {
  return tern_match_cumulative_window(op, out) && out->combiner && out->size > longest_window && out->rank < MAX_RANK;
}

// --- building ---

static tern_value_t *build_reshape(tern_builder_t *b, tern_value_t *value, const int64_t *dims, size_t rank) {
  return tern_build_value(b, TERN_STABLEHLO(RESHAPE), .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(tern_type_with_shape(value->type, dims, rank)));
}

// Elements of `init` before and behind dimension `dim`; fewer elements where that is negative.
static tern_value_t *build_pad(tern_builder_t *b, const tern_cumulative_t *c, tern_value_t *value, int64_t before,
                               int64_t behind) {
  int64_t dims[MAX_RANK], low[MAX_RANK] = {0}, high[MAX_RANK] = {0}, between[MAX_RANK] = {0};
  if (before == 0 && behind == 0) return value;
  for (size_t d = 0; d < c->rank; ++d) dims[d] = tern_type_dim(value->type, d);
  low[c->dim] = before;
  high[c->dim] = behind;
  dims[c->dim] += before + behind;
  tern_context_t *context = b->context;
  return tern_build_value(
      b, TERN_STABLEHLO(PAD), .operands = TERN_VALUES(value, c->init),
      .types = TERN_TYPES(tern_type_with_shape(value->type, dims, c->rank)),
      .attrs = TERN_ATTRS({"edge_padding_low", tern_dense_i64_array_attr_get(context, low, c->rank)},
                          {"edge_padding_high", tern_dense_i64_array_attr_get(context, high, c->rank)},
                          {"interior_padding", tern_dense_i64_array_attr_get(context, between, c->rank)}));
}

// Position `at` of dimension `dim` of a tensor of one more dimension, which is gone then.
static tern_value_t *build_column(tern_builder_t *b, tern_value_t *value, size_t dim, int64_t at) {
  int64_t dims[MAX_RANK], starts[MAX_RANK] = {0}, steps[MAX_RANK];
  size_t rank = tern_type_rank(value->type);
  for (size_t d = 0; d < rank; ++d) {
    dims[d] = tern_type_dim(value->type, d);
    steps[d] = 1;
  }
  starts[dim] = at;
  dims[dim] = 1;
  int64_t limits[MAX_RANK];
  for (size_t d = 0; d < rank; ++d) limits[d] = starts[d] + dims[d];
  tern_context_t *context = b->context;
  value = tern_build_value(b, TERN_STABLEHLO(SLICE), .operands = TERN_VALUES(value),
                           .types = TERN_TYPES(tern_type_with_shape(value->type, dims, rank)),
                           .attrs = TERN_ATTRS({"start_indices", tern_dense_i64_array_attr_get(context, starts, rank)},
                                               {"limit_indices", tern_dense_i64_array_attr_get(context, limits, rank)},
                                               {"strides", tern_dense_i64_array_attr_get(context, steps, rank)}));
  for (size_t d = dim; d + 1 < rank; ++d) dims[d] = dims[d + 1];
  return build_reshape(b, value, dims, rank - 1);
}

// The cumulative windows of dimension `dim`, with the body of `c`.
static tern_value_t *build_windows(tern_builder_t *b, const tern_cumulative_t *c, tern_value_t *value, size_t dim) {
  int64_t window[MAX_RANK], ones[MAX_RANK], padding[2 * MAX_RANK] = {0}, shape[] = {0, 2};
  size_t rank = tern_type_rank(value->type);
  for (size_t d = 0; d < rank; ++d) window[d] = ones[d] = 1;
  window[dim] = tern_type_dim(value->type, dim);
  padding[2 * dim + c->is_reverse] = window[dim] - 1;
  shape[0] = (int64_t)rank;
  tern_context_t *context = b->context;
  const tern_type_t *list = tern_tensor_type_get(tern_i_type_get(context, 64), shape, 2, NULL);
  const tern_attr_t *all_ones = tern_dense_i64_array_attr_get(context, ones, rank);
  tern_op_t *op = tern_build(
      b, TERN_STABLEHLO(REDUCE_WINDOW), .operands = TERN_VALUES(value, c->init), .types = TERN_TYPES(value->type),
      .regions = 1,
      .attrs = TERN_ATTRS({"window_dimensions", tern_dense_i64_array_attr_get(context, window, rank)},
                          {"window_strides", all_ones}, {"base_dilations", all_ones}, {"window_dilations", all_ones},
                          {"padding", tern_dense_elements_attr_get_i64(list, padding, 2 * rank)}));
  tern_region_clone_into(&c->op->regions[0], &op->regions[0], NULL);
  return tern_op_result(op, 0);
}

static tern_value_t *build_broadcast(tern_builder_t *b, tern_value_t *value, const tern_type_t *type, size_t added) {
  int64_t dims[MAX_RANK];
  for (size_t d = 0; d < tern_type_rank(value->type); ++d) dims[d] = (int64_t)(d + (d >= added));
  const tern_attr_t *attr = tern_dense_i64_array_attr_get(b->context, dims, tern_type_rank(value->type));
  return tern_build_value(b, TERN_STABLEHLO(BROADCAST_IN_DIM), .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(type), .attrs = TERN_ATTRS({"broadcast_dimensions", attr}));
}

static tern_value_t *build_cumulative(tern_builder_t *b, const tern_cumulative_t *c, int64_t longest_window,
                                      tern_value_t *value) {
  int64_t dims[MAX_RANK + 1], size = tern_type_dim(value->type, c->dim);
  if (size <= longest_window) return build_windows(b, c, value, c->dim);
  int64_t pieces = (size + PIECE - 1) / PIECE, more = pieces * PIECE - size;
  tern_value_t *whole = build_pad(b, c, value, c->is_reverse ? more : 0, c->is_reverse ? 0 : more);
  for (size_t d = 0; d < c->rank; ++d) dims[d + (d > c->dim)] = tern_type_dim(value->type, d);
  dims[c->dim] = pieces;
  dims[c->dim + 1] = PIECE;
  tern_value_t *local = build_windows(b, c, build_reshape(b, whole, dims, c->rank + 1), c->dim + 1);
  tern_value_t *totals = build_column(b, local, c->dim + 1, c->is_reverse ? 0 : PIECE - 1);
  int64_t shift = c->is_reverse ? -1 : 1;
  tern_value_t *others = build_pad(b, c, build_cumulative(b, c, longest_window, totals), shift, -shift);
  others = build_broadcast(b, others, local->type, c->dim + 1);
  tern_value_t *sum =
      tern_build_value(b, c->combiner->def->row, .operands = TERN_VALUES(others, local),
                       .types = TERN_TYPES(local->type), .dictionary = tern_op_attr_dictionary(c->combiner));
  for (size_t d = 0; d < c->rank; ++d) dims[d] = tern_type_dim(whole->type, d);
  return build_pad(b, c, build_reshape(b, sum, dims, c->rank), c->is_reverse ? -more : 0, c->is_reverse ? 0 : -more);
}

// --- the pass ---

typedef struct found {
  int64_t longest_window;
  tern_op_list_t ops;
} found_t;

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  found_t *found = user;
  tern_cumulative_t c;
  if (match_long(op, found->longest_window, &c)) tern_vec_push(&found->ops, op);
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  int64_t longest_window = tern_pass_int(pass, "longest-window");
  if (longest_window < PIECE) {
    return tern_op_error(root, "option 'longest-window' must be at least %d", PIECE);
  }
  found_t found = {.longest_window = longest_window};
  tern_op_walk_pre(root, collect, &found);
  for (size_t i = 0; i < found.ops.count; ++i) {
    tern_cumulative_t c;
    if (!match_long(found.ops.values[i], longest_window, &c)) continue;
    tern_builder_t b = tern_builder_before(c.op);
    tern_value_replace_all_uses(tern_op_result(c.op, 0), build_cumulative(&b, &c, longest_window, c.input));
    tern_op_destroy(c.op);
    tern_pass_count(pass, 0, 1);
  }
  tern_vec_deinitialize(&found.ops);
  return true;
}

static const tern_option_def_t options[] = {
    {"longest-window", TERN_OPTION_INT, "256", "Elements of a dimension that are not worth pieces", NULL},
};

const tern_pass_def_t tern_stablehlo_split_cumulative_windows_pass = {
    .name = "StablehloSplitCumulativeWindows",
    .flag = "stablehlo-split-cumulative-windows",
    .summary = "Cut cumulative reduce_windows of long dimensions into pieces",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .statistics = (const char *const[]){"num-split - windows that were cut", NULL},
    .run = run,
};
