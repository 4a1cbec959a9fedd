// vector.multi_reduction in two dimensions: reduced dimensions together on one side, as vector.reduction of rows or
// arithmetic on rows; and vector.scan slice by slice (upstream: LowerVectorMultiReduction, LowerVectorScan).

#include "dialect/vector/lower/replace.h"

// A reduction, taken apart.
typedef struct reduction {
  tern_op_t *op, *root;               // `root`: the vector.mask around it, or the op itself
  tern_value_t *source, *acc, *mask;  // `mask` may be NULL
  size_t rank, reduced_count, parallel_count;
  size_t reduced[TERN_VECTOR_MAX_RANK], parallel[TERN_VECTOR_MAX_RANK];
  const tern_attr_t *kind;
} reduction_t;

static bool read_reduction(tern_op_t *op, reduction_t *out) {
  tern_op_t *around = tern_vector_mask_around(op);
  *out = (reduction_t){.op = op,
                       .root = around ? around : op,
                       .source = tern_op_operand(op, 0),
                       .acc = tern_op_operand(op, 1),
                       .mask = around ? tern_op_operand(around, 0) : NULL,
                       .rank = tern_type_rank(tern_op_operand(op, 0)->type),
                       .kind = tern_op_attr(op, "kind")};
  if (out->rank > TERN_VECTOR_MAX_RANK) return false;
  const tern_attr_t *dims = tern_op_attr(op, "reduction_dims");
  uint64_t is_reduced = 0;
  for (size_t i = 0; i < tern_dense_array_attr_count(dims); ++i) {
    is_reduced |= UINT64_C(1) << tern_dense_array_attr_int(dims, i);
    out->reduced[out->reduced_count++] = (size_t)tern_dense_array_attr_int(dims, i);
  }
  for (size_t i = 0; i < out->rank; ++i) {
    if (!(is_reduced >> i & 1)) out->parallel[out->parallel_count++] = i;
  }
  return true;
}

static bool reduces_inside(const void *user) {
  const tern_vector_lowering_options_t *options = user;
  return options->multi_reduction == TERN_VECTOR_MULTI_REDUCTION_INNER_REDUCTION;
}

// Are these dimensions `start`, `start` + 1, ...?
static bool are_adjacent(const size_t *dims, size_t count, size_t start) {
  for (size_t i = 0; i < count; ++i) {
    if (dims[i] != start + i) return false;
  }
  return true;
}

static tern_value_t *make_reduction(tern_builder_t *b, const reduction_t *r, tern_value_t *source, tern_value_t *acc,
                                    const int64_t *dims, size_t count, tern_value_t *mask) {
  tern_op_t *op =
      tern_build(b, TERN_VECTOR(MULTI_REDUCTION), .operands = TERN_VALUES(source, acc), .types = TERN_TYPES(acc->type),
                 .attrs = TERN_ATTRS({"kind", r->kind},
                                     {"reduction_dims", tern_dense_i64_array_attr_get(b->context, dims, count)}));
  return tern_op_result(tern_vector_wrap_in_mask(b, op, mask), 0);
}

// --- reduced dimensions on one side ---

static bool put_on_one_side(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  tern_builder_t *b = &rewriter->builder;
  bool is_inside = reduces_inside(user);
  reduction_t r;
  if (!read_reduction(op, &r) || r.parallel_count == 0) return false;
  if (are_adjacent(r.parallel, r.parallel_count, is_inside ? 0 : r.reduced_count)) return false;
  int64_t order[TERN_VECTOR_MAX_RANK], dims[TERN_VECTOR_MAX_RANK];
  size_t reduced_start = is_inside ? r.parallel_count : 0, parallel_start = is_inside ? 0 : r.reduced_count;
  for (size_t i = 0; i < r.reduced_count; ++i) order[reduced_start + i] = (int64_t)r.reduced[i];
  for (size_t i = 0; i < r.parallel_count; ++i) order[parallel_start + i] = (int64_t)r.parallel[i];
  for (size_t i = 0; i < r.reduced_count; ++i) dims[i] = (int64_t)(reduced_start + i);
  tern_builder_set_before(b, r.root);
  tern_value_t *mask = r.mask ? tern_vector_make_transpose(b, r.mask, order) : NULL;
  tern_value_t *source = tern_vector_make_transpose(b, r.source, order);
  return replace_by(rewriter, r.root, make_reduction(b, &r, source, r.acc, dims, r.reduced_count, mask));
}

// --- two dimensions ---

// The product of some dimensions, and whether one of them is scalable.
static int64_t flatten(const tern_type_t *type, const size_t *dims, size_t count, bool *out_is_scalable) {
  int64_t size = 1;
  *out_is_scalable = false;
  for (size_t i = 0; i < count; ++i) {
    size *= tern_type_dim(type, dims[i]);
    *out_is_scalable |= tern_vector_dim_is_scalable(type, dims[i]);
  }
  return size;
}

static bool reduce_rank(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  tern_builder_t *b = &rewriter->builder;
  bool is_inside = reduces_inside(user);
  reduction_t r;
  if (!read_reduction(op, &r) || r.rank < 2) return false;
  const tern_type_t *type = r.source->type, *element = tern_type_element(type);
  uint64_t scalable = tern_vector_type_scalable_mask(type);
  if (scalable & (scalable - 1)) return false;  // two scalable dimensions cannot be one
  if (r.rank == 2 && r.reduced_count == 1) return false;
  if (!are_adjacent(r.parallel, r.parallel_count, is_inside ? 0 : r.reduced_count)) return false;
  bool parallel_scales, reduced_scales;
  int64_t parallel = flatten(type, r.parallel, r.parallel_count, &parallel_scales);
  int64_t reduced = flatten(type, r.reduced, r.reduced_count, &reduced_scales);
  int64_t sizes[2], reduced_dim = 0;
  size_t rank = 0;
  uint64_t scales = 0;
  for (size_t side = 0; side < 2; ++side) {
    bool is_reduced = (side == 1) == is_inside;
    if ((is_reduced ? r.reduced_count : r.parallel_count) == 0) continue;
    if (is_reduced) reduced_dim = (int64_t)rank;
    if (is_reduced ? reduced_scales : parallel_scales) scales |= UINT64_C(1) << rank;
    sizes[rank++] = is_reduced ? reduced : parallel;
  }
  tern_builder_set_before(b, r.root);
  tern_value_t *mask = NULL;
  if (r.mask) {
    const tern_type_t *mask_type = tern_vector_of(tern_i_type_get(b->context, 1), sizes, rank, scales);
    mask = tern_vector_make_shape_cast(b, mask_type, r.mask);
  }
  tern_value_t *source = tern_vector_make_shape_cast(b, tern_vector_of(element, sizes, rank, scales), r.source);
  tern_value_t *acc = r.acc;
  if (r.parallel_count) {
    acc = tern_vector_make_shape_cast(b, tern_vector_of(element, &parallel, 1, parallel_scales), acc);
  }
  tern_value_t *value = make_reduction(b, &r, source, acc, &reduced_dim, r.reduced_count ? 1 : 0, mask);
  if (r.parallel_count) value = tern_vector_make_shape_cast(b, r.acc->type, value);
  return replace_by(rewriter, r.root, value);
}

// One dimension: a row of a matrix of one row.
static bool add_dim(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  reduction_t r;
  if (!read_reduction(op, &r) || r.rank != 1 || r.acc->type->kind == TERN_TYPE_VECTOR) return false;
  const tern_type_t *type = r.source->type, *element = tern_type_element(type);
  int64_t sizes[] = {1, tern_type_dim(type, 0)}, last = 1;
  uint64_t scales = tern_vector_type_scalable_mask(type) << 1;
  tern_builder_set_before(b, r.root);
  tern_value_t *source = tern_vector_make_shape_cast(b, tern_vector_of(element, sizes, 2, scales), r.source);
  tern_value_t *acc = tern_vector_make_broadcast(b, tern_vector_of(element, sizes, 1, 0), r.acc), *mask = NULL;
  if (r.mask) {
    const tern_type_t *mask_type = tern_vector_of(tern_type_element(r.mask->type), sizes, 2, scales);
    mask = tern_vector_make_broadcast(b, mask_type, r.mask);
  }
  tern_value_t *value = make_reduction(b, &r, source, acc, &last, 1, mask);
  return replace_by(rewriter, r.root, tern_vector_make_extract_at(b, value, 0));
}

// Rows are reduced one by one.
static bool reduce_rows(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  tern_builder_t *b = &rewriter->builder;
  reduction_t r;
  if (!reduces_inside(user) || !read_reduction(op, &r)) return false;
  if (r.rank != 2 || r.reduced_count != 1 || r.reduced[0] != 1) return false;
  const tern_type_t *type = r.acc->type;
  if (tern_vector_dim_is_scalable(r.source->type, 0)) return false;
  tern_builder_set_before(b, r.root);
  tern_value_t *result = tern_vector_make_zeros(b, type);
  for (int64_t i = 0; i < tern_type_dim(r.source->type, 0); ++i) {
    tern_value_t *row = tern_vector_make_extract_at(b, r.source, i), *acc = tern_vector_make_extract_at(b, r.acc, i);
    tern_op_t *sum = tern_build(b, TERN_VECTOR(REDUCTION), .operands = TERN_VALUES(row, acc),
                                .types = TERN_TYPES(acc->type), .attrs = TERN_ATTRS({"kind", r.kind}));
    tern_value_t *mask = r.mask ? tern_vector_make_extract_at(b, r.mask, i) : NULL;
    tern_value_t *value = tern_op_result(tern_vector_wrap_in_mask(b, sum, mask), 0);
    result = tern_vector_make_insert_at(b, value, result, i);
  }
  return replace_by(rewriter, r.root, result);
}

// Rows are combined with each other.
static bool combine_rows(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  tern_builder_t *b = &rewriter->builder;
  reduction_t r;
  if (reduces_inside(user) || !read_reduction(op, &r)) return false;
  if (r.rank != 2 || r.reduced_count != 1 || r.reduced[0] != 0) return false;
  const tern_type_t *element = tern_type_element(r.source->type);
  int64_t kind = tern_enum_attr_value(r.kind);
  if (!tern_vector_combiner(kind, tern_type_is_float(element))) return false;
  if (!tern_type_is_float(element) && !tern_type_is_int_or_index(element)) return false;
  if (tern_vector_dim_is_scalable(r.source->type, 0)) return false;
  tern_builder_set_before(b, r.root);
  tern_value_t *result = r.acc;
  for (int64_t i = 0; i < tern_type_dim(r.source->type, 0); ++i) {
    tern_value_t *row = tern_vector_make_extract_at(b, r.source, i);
    tern_value_t *mask = r.mask ? tern_vector_make_extract_at(b, r.mask, i) : NULL;
    result = tern_vector_make_combined(b, kind, row, result, NULL, mask);
  }
  return replace_by(rewriter, r.root, result);
}

const tern_pattern_t tern_vector_multi_reduction_patterns[] = {
    {"multi-reduction-on-one-side", TERN_VECTOR(MULTI_REDUCTION), 1, put_on_one_side},
    {"multi-reduction-reduce-rank", TERN_VECTOR(MULTI_REDUCTION), 1, reduce_rank},
    {"multi-reduction-add-dim", TERN_VECTOR(MULTI_REDUCTION), 1, add_dim},
    {"multi-reduction-reduce-rows", TERN_VECTOR(MULTI_REDUCTION), 1, reduce_rows},
    {"multi-reduction-combine-rows", TERN_VECTOR(MULTI_REDUCTION), 1, combine_rows},
    {0},
};

// --- scan ---

static bool lower_scan(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *source = tern_op_operand(op, 0), *initial = tern_op_operand(op, 1);
  const tern_type_t *type = source->type, *element = tern_type_element(type);
  size_t rank = tern_type_rank(type), dim = (size_t)tern_integer_attr_value(tern_op_attr(op, "reduction_dim"));
  int64_t kind = tern_enum_attr_value(tern_op_attr(op, "kind"));
  bool is_inclusive = tern_integer_attr_value(tern_op_attr(op, "inclusive")) != 0;
  if (!tern_vector_combiner(kind, tern_type_is_float(element)) || rank > TERN_VECTOR_MAX_RANK || is_scalable(type)) {
    return false;
  }
  int64_t offsets[TERN_VECTOR_MAX_RANK] = {0}, sizes[TERN_VECTOR_MAX_RANK];
  for (size_t i = 0; i < rank; ++i) sizes[i] = i == dim ? 1 : tern_type_dim(type, i);
  const tern_type_t *slice = tern_vector_of(element, sizes, rank, 0);
  bool is_scalar = tern_type_rank(initial->type) == 0;
  tern_value_t *result = tern_vector_make_zeros(b, type), *last_output = NULL, *last_input = NULL;
  for (int64_t i = 0; i < tern_type_dim(type, dim); ++i) {
    offsets[dim] = i;
    tern_value_t *input = tern_vector_make_extract_slice(b, source, offsets, sizes, rank), *output = input;
    if (i > 0) {
      output = tern_vector_make_combined(b, kind, last_output, is_inclusive ? input : last_input, NULL, NULL);
    } else if (!is_inclusive) {
      output =
          is_scalar ? tern_vector_make_broadcast(b, slice, initial) : tern_vector_make_shape_cast(b, slice, initial);
    }
    result = tern_vector_make_insert_slice(b, output, result, offsets, rank);
    last_output = output;
    last_input = input;
  }
  tern_value_t *last;
  if (is_scalar) {
    last = tern_vector_make_broadcast(b, initial->type, tern_vector_make_extract_at(b, last_output, 0));
  } else {
    last = tern_vector_make_shape_cast(b, initial->type, last_output);
  }
  tern_rewriter_replace(rewriter, op, TERN_VALUES(result, last));
  return true;
}

const tern_pattern_t tern_vector_scan_patterns[] = {{"scan", TERN_VECTOR(SCAN), 1, lower_scan}, {0}};
