// --expand-strided-metadata: views become memref.reinterpret_cast of the base buffer, with offset, sizes and strides
// that affine.apply computes; what memref.extract_strided_metadata asks of a view is answered by it (upstream:
// ExpandStridedMetadata).
//
//   memref.subview %m[%i, %j] [%h, %w] [1, 1]   ==>   %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m
//                                                     %k = affine.apply (%o + %i * %t#0 + %j * %t#1)
//                                                     memref.reinterpret_cast %b to offset: [%k], sizes: [%h, %w], ...

#include "dialect/affine/affine.h"
#include "dialect/affine/apply.h"
#include "dialect/arith/arith.h"
#include "dialect/memref/build_subview.h"
#include "dialect/memref/memref.h"
#include "dialect/memref/type_inference.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"

enum { MAX_RANK = TERN_MEMREF_MAX_RANK };

// What a view is: a place in a buffer and its shape there.
typedef struct metadata {
  tern_value_t *base;
  size_t rank;
  tern_mixed_index_t offset, sizes[MAX_RANK], strides[MAX_RANK];
} metadata_t;

static tern_mixed_index_t known_or(int64_t known, tern_value_t *value) {
  return known == TERN_DYNAMIC ? tern_mixed_dynamic(value) : tern_mixed_static(known);
}

// A buffer that was asked for its description: what its type knows, and results of the op for the rest.
typedef struct source {
  tern_op_t *op;  // memref.extract_strided_metadata
  const tern_type_t *type;
  size_t rank;
  tern_mixed_index_t offset, sizes[MAX_RANK], strides[MAX_RANK];
} source_t;

static bool is_describable(const tern_type_t *type) {
  int64_t strides[64], offset;
  return type->kind == TERN_TYPE_MEMREF && tern_type_rank(type) <= MAX_RANK &&
         tern_memref_type_strides(type, strides, &offset);
}

static source_t describe(tern_builder_t *b, tern_value_t *buffer) {
  source_t source = {.type = buffer->type, .rank = tern_type_rank(buffer->type)};
  int64_t strides[MAX_RANK], offset;
  tern_memref_type_strides(buffer->type, strides, &offset);
  source.op = tern_memref_build_metadata(b, buffer);
  source.offset = known_or(offset, tern_op_result(source.op, 1));
  for (size_t i = 0; i < source.rank; ++i) {
    source.sizes[i] = known_or(tern_type_dim(buffer->type, i), tern_op_result(source.op, 2 + i));
    source.strides[i] = known_or(strides[i], tern_op_result(source.op, 2 + source.rank + i));
  }
  return source;
}

// --- subview ---

static bool resolve_subview(tern_op_t *op, tern_builder_t *b, metadata_t *out_view) {
  tern_value_t *buffer = tern_op_operand(op, 0);
  tern_slice_t slice;
  int64_t offsets[MAX_RANK], sizes[MAX_RANK], steps[MAX_RANK];
  bool is_dropped[MAX_RANK] = {0};
  if (!is_describable(buffer->type) || !tern_slice_read(op, &slice)) return false;
  tern_slice_statics(&slice, offsets, sizes, steps);
  const tern_type_t *full = tern_memref_subview_type(buffer->type, offsets, sizes, steps);
  if (!full || !tern_memref_dropped_dims(full, tern_op_result(op, 0)->type, is_dropped)) return false;

  source_t source = describe(b, buffer);
  tern_mixed_index_t strides[MAX_RANK], terms[1 + 2 * MAX_RANK];
  const tern_affine_expr_t *first = tern_affine_symbol(b->context, 0), *sum = first;
  const tern_affine_expr_t *product = tern_affine_mul(first, tern_affine_symbol(b->context, 1));
  terms[0] = source.offset;
  for (size_t i = 0; i < source.rank; ++i) {
    const tern_mixed_index_t factors[] = {slice.strides[i], source.strides[i]};
    strides[i] = tern_affine_build_folded_apply(b, product, factors, 2);
    terms[1 + 2 * i] = slice.offsets[i];
    terms[2 + 2 * i] = source.strides[i];
    sum = tern_affine_add(
        sum, tern_affine_mul(tern_affine_symbol(b->context, 1 + 2 * i), tern_affine_symbol(b->context, 2 + 2 * i)));
  }
  *out_view = (metadata_t){.base = tern_op_result(source.op, 0)};
  out_view->offset = tern_affine_build_folded_apply(b, sum, terms, 1 + 2 * source.rank);
  for (size_t i = 0; i < source.rank; ++i) {
    if (is_dropped[i]) continue;
    out_view->sizes[out_view->rank] = slice.sizes[i];
    out_view->strides[out_view->rank++] = strides[i];
  }
  return true;
}

// --- reshapes ---

// The dimensions that belong together: those of the result that one of the source becomes, or the other way round.
typedef struct group {
  size_t index, start, count;
} group_t;

static group_t group_at(const tern_op_t *op, size_t index) {
  const tern_attr_t *list = tern_array_attr_at(tern_op_attr(op, "reassociation"), index);
  return (group_t){index, (size_t)tern_int_list_attr_at(list, 0), tern_int_list_attr_count(list)};
}

static const tern_affine_expr_t *floor_div(const tern_affine_expr_t *lhs, const tern_affine_expr_t *rhs) {
  return tern_affine_binary(TERN_AFFINE_FLOORDIV, lhs, rhs);
}

// One dimension of the source becomes several. At most one of them has an unknown size: what the others leave of it.
static void expand_group(tern_builder_t *b, const tern_type_t *type, const source_t *source, group_t group,
                         metadata_t *out_view) {
  const tern_affine_expr_t *s0 = tern_affine_symbol(b->context, 0), *s1 = tern_affine_symbol(b->context, 1);
  int64_t product = 1, inner[MAX_RANK];
  size_t unknown = group.count;
  for (size_t i = group.count; i-- > 0;) {
    int64_t size = tern_type_dim(type, group.start + i);
    inner[i] = product;
    if (size == TERN_DYNAMIC) {
      unknown = i;
    } else {
      out_view->sizes[group.start + i] = tern_mixed_static(size);
      product *= size;
    }
  }
  tern_mixed_index_t size = tern_mixed_dynamic(tern_op_result(source->op, 2 + group.index));
  if (unknown < group.count) {
    const tern_affine_expr_t *rest = floor_div(s0, tern_affine_constant(b->context, product));
    out_view->sizes[group.start + unknown] = tern_affine_build_folded_apply(b, rest, &size, 1);
  }
  tern_mixed_index_t stride = source->strides[group.index];
  for (size_t i = 0; i < group.count; ++i) {
    const tern_affine_expr_t *step = tern_affine_constant(b->context, inner[i]);
    if (unknown < group.count && i < unknown) {
      // Outside of the unknown size: the elements of all, over those of the known ones.
      const tern_affine_expr_t *all = tern_affine_constant(b->context, product);
      const tern_affine_expr_t *expr = tern_affine_mul(floor_div(tern_affine_mul(s0, step), all), s1);
      const tern_mixed_index_t values[] = {size, stride};
      out_view->strides[group.start + i] = tern_affine_build_folded_apply(b, expr, values, 2);
    } else {
      out_view->strides[group.start + i] = tern_affine_build_folded_apply(b, tern_affine_mul(s0, step), &stride, 1);
    }
  }
}

static tern_mixed_index_t build_product(tern_builder_t *b, const tern_mixed_index_t *factors, size_t count) {
  const tern_affine_expr_t *product = tern_affine_constant(b->context, 1);
  for (size_t i = 0; i < count; ++i) product = tern_affine_mul(product, tern_affine_symbol(b->context, i));
  return tern_affine_build_folded_apply(b, product, factors, count);
}

// The stride of dimensions that become one: the innermost of those with more than one element.
static tern_mixed_index_t collapsed_stride(const tern_type_t *type, const source_t *source, group_t group) {
  tern_mixed_index_t stride = tern_mixed_static(0);
  bool is_found = false;
  for (size_t i = group.start; i < group.start + group.count; ++i) {
    if (tern_type_dim(source->type, i) == 1) continue;
    stride = source->strides[i];
    is_found = true;
  }
  if (is_found) return stride;
  // Single elements have no stride that means anything; the type wants one.
  int64_t strides[MAX_RANK], offset;
  tern_memref_type_strides(type, strides, &offset);
  if (strides[group.index] != TERN_DYNAMIC) return tern_mixed_static(strides[group.index]);
  for (size_t i = group.start; i < group.start + group.count; ++i) {
    if (source->strides[i].dynamic) return source->strides[i];
  }
  return source->strides[group.start];
}

static bool resolve_reshape(tern_op_t *op, tern_builder_t *b, metadata_t *out_view) {
  tern_value_t *buffer = tern_op_operand(op, 0);
  const tern_type_t *type = tern_op_result(op, 0)->type;
  bool is_expand = tern_op_is(op, TERN_MEMREF(EXPAND_SHAPE));
  if (!is_describable(buffer->type) || !is_describable(type)) return false;
  source_t source = describe(b, buffer);
  size_t groups = tern_array_attr_count(tern_op_attr(op, "reassociation"));
  *out_view = (metadata_t){.base = tern_op_result(source.op, 0), .rank = tern_type_rank(type)};
  out_view->offset = source.offset;
  for (size_t i = 0; source.rank == 0 && i < out_view->rank; ++i) {
    out_view->sizes[i] = out_view->strides[i] = tern_mixed_static(1);
  }
  for (size_t g = 0; source.rank > 0 && g < groups; ++g) {
    group_t group = group_at(op, g);
    if (is_expand) {
      expand_group(b, type, &source, group, out_view);
      continue;
    }
    int64_t size = tern_type_dim(type, g);
    out_view->sizes[g] =
        size == TERN_DYNAMIC ? build_product(b, &source.sizes[group.start], group.count) : tern_mixed_static(size);
    out_view->strides[g] = collapsed_stride(type, &source, group);
  }
  return true;
}

// --- views to casts ---

static tern_value_t *build_cast(tern_builder_t *b, const metadata_t *view, const tern_type_t *type) {
  return tern_build_reinterpret_cast(b, view->base, type, &view->offset, view->sizes, view->strides, view->rank);
}

static bool expand_subview(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  metadata_t view;
  if (!resolve_subview(op, &rewriter->builder, &view)) return false;
  tern_value_t *cast = build_cast(&rewriter->builder, &view, tern_op_result(op, 0)->type);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(cast));
  return true;
}

static bool expand_reshape(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  metadata_t view;
  if (!resolve_reshape(op, &rewriter->builder, &view)) return false;
  tern_value_t *cast = build_cast(&rewriter->builder, &view, tern_op_result(op, 0)->type);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(cast));
  return true;
}

// --- what is asked of views ---

// Replaces the results of `op` (memref.extract_strided_metadata) by the parts of `view`. A base that is not used may be
// NULL.
static void answer(tern_rewriter_t *rewriter, tern_op_t *op, const metadata_t *view) {
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *values[2 + 2 * MAX_RANK] = {view->base ? view->base : tern_op_result(op, 0)};
  values[1] = tern_mixed_build(b, view->offset);
  for (size_t i = 0; i < view->rank; ++i) values[2 + i] = tern_mixed_build(b, view->sizes[i]);
  for (size_t i = 0; i < view->rank; ++i) values[2 + view->rank + i] = tern_mixed_build(b, view->strides[i]);
  tern_rewriter_replace(rewriter, op, (tern_values_t){values, 2 + 2 * view->rank});
}

static tern_op_t *definition_of(const tern_op_t *op, const tern_op_row_t *row) {
  tern_op_t *definition = tern_value_defining_op(tern_op_operand(op, 0));
  return definition && tern_op_is(definition, row) ? definition : NULL;
}

static bool answer_from_subview(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_op_t *subview = definition_of(op, TERN_MEMREF(SUBVIEW));
  metadata_t view;
  if (!subview || !resolve_subview(subview, &rewriter->builder, &view)) return false;
  answer(rewriter, op, &view);
  return true;
}

// A cast of `buffer` to the type of the base that `op` gives; NULL if nobody uses it.
static tern_value_t *build_base(tern_builder_t *b, const tern_op_t *op, tern_value_t *buffer) {
  const tern_value_t *base = tern_op_result(op, 0);
  if (!tern_value_has_uses(base)) return NULL;
  if (buffer->type == base->type) return buffer;
  metadata_t view = {.base = buffer, .offset = tern_mixed_static(0)};
  return build_cast(b, &view, base->type);
}

static bool answer_from_alloc(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  tern_op_t *alloc = definition_of(op, TERN_MEMREF(ALLOC));
  if (!alloc) alloc = definition_of(op, TERN_MEMREF(ALLOCA));
  if (!alloc || tern_memref_type_layout(tern_op_result(alloc, 0)->type)) return false;
  const tern_type_t *type = tern_op_result(alloc, 0)->type;
  metadata_t view = {.rank = tern_type_rank(type), .offset = tern_mixed_static(0)};
  if (view.rank > MAX_RANK) return false;
  for (size_t i = 0, next = 0; i < view.rank; ++i) {
    int64_t size = tern_type_dim(type, i);
    view.sizes[i] = size == TERN_DYNAMIC ? tern_mixed_dynamic(tern_op_operand(alloc, next++)) : tern_mixed_static(size);
    view.strides[i] = tern_mixed_static(1);
  }
  for (size_t i = view.rank; i-- > 0;) {
    if (i + 1 < view.rank) view.strides[i] = build_product(b, &view.sizes[i + 1], view.rank - i - 1);
  }
  view.base = build_base(b, op, tern_op_result(alloc, 0));
  answer(rewriter, op, &view);
  return true;
}

static bool answer_from_global(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_op_t *global = definition_of(op, TERN_MEMREF(GET_GLOBAL));
  if (!global || tern_memref_type_layout(tern_op_result(global, 0)->type)) return false;
  const tern_type_t *type = tern_op_result(global, 0)->type;
  metadata_t view = {.rank = tern_type_rank(type), .offset = tern_mixed_static(0)};
  if (view.rank > MAX_RANK) return false;
  int64_t stride = 1;
  for (size_t i = view.rank; i-- > 0;) {
    view.sizes[i] = tern_mixed_static(tern_type_dim(type, i));
    view.strides[i] = tern_mixed_static(stride);
    stride *= tern_type_dim(type, i);
  }
  view.base = build_base(&rewriter->builder, op, tern_op_result(global, 0));
  answer(rewriter, op, &view);
  return true;
}

static bool answer_from_reinterpret_cast(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_op_t *cast = definition_of(op, TERN_MEMREF(REINTERPRET_CAST));
  if (!cast || !is_describable(tern_op_operand(cast, 0)->type)) return false;
  metadata_t view = {.rank = tern_type_rank(tern_op_result(cast, 0)->type)};
  if (view.rank > MAX_RANK) return false;
  tern_index_list_read(cast, "offsets", "static_offsets", &view.offset, 1);
  tern_index_list_read(cast, "sizes", "static_sizes", view.sizes, MAX_RANK);
  tern_index_list_read(cast, "strides", "static_strides", view.strides, MAX_RANK);
  source_t source = describe(&rewriter->builder, tern_op_operand(cast, 0));
  view.base = tern_op_result(source.op, 0);
  answer(rewriter, op, &view);
  return true;
}

static void answer_from_op(tern_rewriter_t *rewriter, tern_op_t *op, tern_op_t *other, tern_value_t *base) {
  tern_value_t *values[2 + 2 * MAX_RANK];
  for (size_t i = 0; i < op->result_count; ++i) values[i] = tern_op_result(other, i);
  if (base) values[0] = base;
  tern_rewriter_replace(rewriter, op, (tern_values_t){values, op->result_count});
}

static bool answer_from_memory_space_cast(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  tern_op_t *cast = definition_of(op, TERN_MEMREF(MEMORY_SPACE_CAST));
  if (!cast || !is_describable(tern_op_operand(cast, 0)->type)) return false;
  source_t source = describe(b, tern_op_operand(cast, 0));
  tern_value_t *base = tern_op_result(op, 0);
  if (tern_value_has_uses(base)) {
    base = tern_build_value(b, TERN_MEMREF(MEMORY_SPACE_CAST), .operands = TERN_VALUES(tern_op_result(source.op, 0)),
                            .types = TERN_TYPES(base->type));
  }
  answer_from_op(rewriter, op, source.op, base);
  return true;
}

static bool answer_from_assume_alignment(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_op_t *assumption = definition_of(op, TERN_MEMREF(ASSUME_ALIGNMENT));
  if (!assumption || tern_type_rank(tern_op_operand(assumption, 0)->type) > MAX_RANK) return false;
  source_t source = describe(&rewriter->builder, tern_op_operand(assumption, 0));
  answer_from_op(rewriter, op, source.op, NULL);
  return true;
}

// A base buffer is a buffer of one element at offset 0.
static bool answer_from_metadata(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_op_t *inner = definition_of(op, TERN_MEMREF(EXTRACT_STRIDED_METADATA));
  if (!inner) return false;
  metadata_t view = {.base = tern_op_result(inner, 0), .offset = tern_mixed_static(0)};
  answer(rewriter, op, &view);
  return true;
}

// A view has the base of what it views.
static bool look_through_view(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  const tern_op_row_t *const rows[] = {TERN_MEMREF(SUBVIEW), TERN_MEMREF(REINTERPRET_CAST), TERN_MEMREF(EXPAND_SHAPE),
                                       TERN_MEMREF(COLLAPSE_SHAPE)};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    tern_op_t *view = definition_of(op, rows[i]);
    if (!view) continue;
    tern_op_set_operand(op, 0, tern_op_operand(view, 0));
    tern_rewriter_modified(rewriter, op);
    return true;
  }
  return false;
}

// What the type says is told as constants first, and casts are looked through. Upstream this is a fold: the driver does
// not hear of the constants, nor that the users changed.
static bool answer_from_type(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  size_t rank = tern_type_rank(type);
  int64_t strides[64], known[1 + 2 * MAX_RANK];
  bool is_changed = false;
  if (rank > MAX_RANK || !tern_memref_type_strides(type, strides, &known[0])) return false;
  for (size_t i = 0; i < rank; ++i) {
    known[1 + i] = tern_type_dim(type, i);
    known[1 + rank + i] = strides[i];
  }
  tern_builder_t unheard = tern_builder_before(op);
  for (size_t i = 0; i < 1 + 2 * rank; ++i) {
    tern_value_t *result = tern_op_result(op, 1 + i);
    if (known[i] == TERN_DYNAMIC || !tern_value_has_uses(result)) continue;
    tern_value_replace_all_uses(result, tern_mixed_build(&unheard, tern_mixed_static(known[i])));
    is_changed = true;
  }
  tern_op_t *cast = definition_of(op, TERN_MEMREF(CAST));
  if (cast && tern_op_operand(cast, 0)->type->kind == TERN_TYPE_MEMREF) {
    tern_op_set_operand(op, 0, tern_op_operand(cast, 0));
    is_changed = true;
  }
  if (is_changed) tern_rewriter_modified(rewriter, op);
  return is_changed;
}

static const tern_pattern_t patterns[] = {
    {"metadata-of-type", TERN_MEMREF(EXTRACT_STRIDED_METADATA), 2, answer_from_type},
    {"subview", TERN_MEMREF(SUBVIEW), 1, expand_subview},
    {"expand-shape", TERN_MEMREF(EXPAND_SHAPE), 1, expand_reshape},
    {"collapse-shape", TERN_MEMREF(COLLAPSE_SHAPE), 1, expand_reshape},
    {"metadata-of-alloc", TERN_MEMREF(EXTRACT_STRIDED_METADATA), 1, answer_from_alloc},
    {"metadata-of-global", TERN_MEMREF(EXTRACT_STRIDED_METADATA), 1, answer_from_global},
    {"pointer-of-view", TERN_MEMREF(EXTRACT_ALIGNED_POINTER_AS_INDEX), 1, look_through_view},
    {"metadata-of-reinterpret-cast", TERN_MEMREF(EXTRACT_STRIDED_METADATA), 1, answer_from_reinterpret_cast},
    {"metadata-of-subview", TERN_MEMREF(EXTRACT_STRIDED_METADATA), 1, answer_from_subview},
    {"metadata-of-memory-space-cast", TERN_MEMREF(EXTRACT_STRIDED_METADATA), 1, answer_from_memory_space_cast},
    {"metadata-of-assume-alignment", TERN_MEMREF(EXTRACT_STRIDED_METADATA), 1, answer_from_assume_alignment},
    {"metadata-of-base", TERN_MEMREF(EXTRACT_STRIDED_METADATA), 1, answer_from_metadata},
};

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.top_down = false;
  options.merge_blocks = true;
  tern_apply_patterns_greedily(op, patterns, sizeof patterns / sizeof patterns[0], NULL, &options, NULL);
  return true;
}

const tern_pass_def_t tern_expand_strided_metadata_pass = {
    .flag = "expand-strided-metadata",
    .name = "ExpandStridedMetadataPass",
    .summary = "Make offsets, sizes and strides of views, and views of other views, plain values",
    .description =
        "subview, expand_shape and collapse_shape become reinterpret_cast of the base buffer; "
        "extract_strided_metadata of views and allocations becomes constants and arithmetic.",
    .dialects = (const tern_dialect_t *const[]){&tern_affine_dialect, &tern_memref_dialect, &tern_arith_dialect, NULL},
    .run = run,
};
