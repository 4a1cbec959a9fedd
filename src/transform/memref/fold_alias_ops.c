// --fold-memref-alias-ops: accesses to a view become accesses to what it is a view of.
//
//   %s = memref.subview %m[%i, 0] [4, 16] [1, 1] : ...        %k = affine.apply affine_map<()[s0, s1] -> (s0 + s1)>()[%i, %a]
//   %x = memref.load %s[%a, %b]                          ==>  %x = memref.load %m[%k, %b]
//
// Views are memref.subview, memref.expand_shape, memref.collapse_shape and (for single elements) memref.cast; views of
// views in steps of one become one. Upstream: FoldMemRefAliasOps.

#include "dialect/affine/apply.h"
#include "dialect/affine/index_basis.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/gpu/gpu.h"
#include "dialect/memref/memref.h"
#include "dialect/memref/type_inference.h"
#include "dialect/nvgpu/nvgpu.h"
#include "dialect/vector/vector.h"
#include "ir/context.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"

enum { MAX_RANK = TERN_INDEX_LIST_MAX };

// How an op takes its elements, and so what may be done for it.
typedef enum access_kind {
  ONE_ELEMENT,
  ROW,       // along the last dimension
  TRANSFER,  // along any dimensions, as a map says
  MATRIX,    // by a whole warp
} access_kind_t;

static const struct {
  const tern_op_row_t *row;
  size_t memref;  // the operand; its indices follow it
  access_kind_t kind;
} access_rows[] = {
    {TERN_MEMREF(LOAD), 0, ONE_ELEMENT},
    {TERN_MEMREF(STORE), 1, ONE_ELEMENT},
    {TERN_MEMREF(ATOMIC_RMW), 1, ONE_ELEMENT},
    {TERN_MEMREF(GENERIC_ATOMIC_RMW), 0, ONE_ELEMENT},
    {TERN_MEMREF(PREFETCH), 0, ONE_ELEMENT},
    {TERN_VECTOR(LOAD), 0, ROW},
    {TERN_VECTOR(STORE), 1, ROW},
    {TERN_VECTOR(MASKEDLOAD), 0, ROW},
    {TERN_VECTOR(MASKEDSTORE), 0, ROW},
    {TERN_VECTOR(TRANSFER_READ), 0, TRANSFER},
    {TERN_VECTOR(TRANSFER_WRITE), 1, TRANSFER},
    {TERN_GPU(SUBGROUP_MMA_LOAD_MATRIX), 0, MATRIX},
    {TERN_GPU(SUBGROUP_MMA_STORE_MATRIX), 1, MATRIX},
    {TERN_NVGPU(LDMATRIX), 0, MATRIX},
};

// A memref operand of an op, with its indices behind it.
typedef struct access {
  tern_op_t *op;
  size_t memref, rank;
  access_kind_t kind;
} access_t;

// Indices of what is viewed.
typedef struct indices {
  tern_value_t *values[MAX_RANK];
  size_t count;
} indices_t;

static bool read_access(tern_op_t *op, access_t *out_access) {
  for (size_t i = 0; i < sizeof access_rows / sizeof access_rows[0]; ++i) {
    if (!tern_op_is(op, access_rows[i].row)) continue;
    const tern_type_t *type = tern_op_operand(op, access_rows[i].memref)->type;
    if (type->kind != TERN_TYPE_MEMREF || tern_type_rank(type) > MAX_RANK) return false;
    *out_access = (access_t){op, access_rows[i].memref, tern_type_rank(type), access_rows[i].kind};
    return true;
  }
  return false;
}

static tern_value_t *index_of(const access_t *access, size_t dim) {
  return tern_op_operand(access->op, access->memref + 1 + dim);
}

// --- subviews ---

static bool dropped_dims(const tern_op_t *view, const tern_slice_t *slice, bool *out_is_dropped) {
  int64_t sizes[MAX_RANK];
  tern_slice_statics(slice, NULL, sizes, NULL);
  return tern_memref_reduced_dims(tern_op_operand(view, 0)->type, sizes, view->results[0].type, out_is_dropped);
}

static bool has_unit_strides(const tern_slice_t *slice) {
  int64_t stride;
  for (size_t i = 0; i < slice->count; ++i)
    if (!tern_mixed_constant(slice->strides[i], &stride) || stride != 1) return false;
  return true;
}

// Where element `index` of the view lies in the source, in dimension `dim`.
static tern_mixed_index_t resolve(tern_builder_t *b, const tern_slice_t *slice, size_t dim, tern_mixed_index_t index) {
  const tern_affine_expr_t *offset = tern_affine_symbol(b->context, 0), *step = tern_affine_symbol(b->context, 1);
  const tern_affine_expr_t *scaled = tern_affine_mul(step, tern_affine_symbol(b->context, 2));
  const tern_mixed_index_t symbols[] = {slice->offsets[dim], index, slice->strides[dim]};
  return tern_affine_build_folded_apply(b, tern_affine_add(offset, scaled), symbols, 3);
}

static void resolve_all(tern_builder_t *b, const tern_slice_t *slice, const bool *is_dropped, tern_op_t *op,
                        size_t first_index, indices_t *out_indices) {
  size_t next = first_index;
  for (size_t i = 0; i < slice->count; ++i) {
    tern_mixed_index_t index = is_dropped[i] ? tern_mixed_static(0) : tern_mixed_dynamic(tern_op_operand(op, next++));
    out_indices->values[i] = tern_mixed_build(b, resolve(b, slice, i, index));
  }
  out_indices->count = slice->count;
}

// No element of a transfer is out of bounds, so that the bounds may change.
static bool is_in_bounds(const tern_op_t *op) {
  const tern_attr_t *in_bounds = tern_op_attr(op, "in_bounds");
  for (size_t i = 0; in_bounds && i < tern_array_attr_count(in_bounds); ++i) {
    if (!tern_integer_attr_value(tern_array_attr_at(in_bounds, i))) return false;
  }
  const tern_attr_t *map = tern_op_attr(op, "permutation_map");
  return in_bounds || (map && tern_affine_map_attr_value(map)->result_count == 0);
}

// The map of a transfer from the view, for one from the source: dims that were left out are counted again.
static void expand_permutation_map(tern_op_t *op, const bool *is_dropped, size_t rank) {
  const tern_affine_map_t *map = tern_affine_map_attr_value(tern_op_attr(op, "permutation_map"));
  const tern_affine_expr_t *dims[MAX_RANK], *results[MAX_RANK];
  size_t next = 0;
  for (size_t i = 0; i < rank; ++i)
    if (!is_dropped[i]) dims[next++] = tern_affine_dim(map->context, i);
  for (size_t i = 0; i < map->result_count; ++i)
    results[i] = tern_affine_expr_replace(map->results[i], dims, next, NULL, 0);
  map = tern_affine_map_get(map->context, rank, 0, results, map->result_count);
  tern_op_set_attr(op, "permutation_map", tern_affine_map_attr_get(map));
}

static bool fold_subview(tern_builder_t *b, const access_t *access, tern_op_t *view, indices_t *out_indices) {
  tern_slice_t slice;
  bool is_dropped[MAX_RANK] = {0};
  if (!tern_slice_read(view, &slice) || slice.count > MAX_RANK || !dropped_dims(view, &slice, is_dropped)) return false;
  if (access->kind == TRANSFER && (!is_in_bounds(access->op) || !has_unit_strides(&slice))) return false;
  resolve_all(b, &slice, is_dropped, access->op, access->memref + 1, out_indices);
  if (access->kind == TRANSFER) expand_permutation_map(access->op, is_dropped, slice.count);
  return true;
}

// --- reshapes ---

// Is the transfer along the last dims, in order?
static bool is_minor_identity(const tern_affine_map_t *map) {
  for (size_t i = 0; i < map->result_count; ++i)
    if (!tern_affine_expr_is_dim(map->results[i], map->dim_count - map->result_count + i)) return false;
  return true;
}

static bool prepare_transfer(const access_t *access, size_t source_rank) {
  if (!tern_op_is(access->op, TERN_VECTOR(TRANSFER_READ))) return false;
  const tern_affine_map_t *map = tern_affine_map_attr_value(tern_op_attr(access->op, "permutation_map"));
  const tern_affine_expr_t *results[MAX_RANK];
  size_t count = map->result_count;
  if (!is_minor_identity(map) || source_rank < count) return false;
  for (size_t i = 0; i < count; ++i) results[i] = tern_affine_dim(map->context, source_rank - count + i);
  map = tern_affine_map_get(map->context, source_rank, 0, results, count);
  tern_op_set_attr(access->op, "permutation_map", tern_affine_map_attr_get(map));
  return true;
}

static bool fold_expand(tern_builder_t *b, const access_t *access, tern_op_t *view, indices_t *out_indices) {
  const tern_attr_t *groups = tern_op_attr(view, "reassociation");
  tern_mixed_index_t sizes[MAX_RANK];
  size_t source_rank = tern_type_rank(tern_op_operand(view, 0)->type), dim = 0;
  if (access->kind == MATRIX || !tern_index_list_read(view, "output_shape", "static_output_shape", sizes, MAX_RANK))
    return false;
  if (access->kind == TRANSFER && !prepare_transfer(access, source_rank)) return false;
  // A single element is in bounds; a vector may begin beyond the end.
  bool is_disjoint = access->kind == ONE_ELEMENT;
  for (size_t g = 0; g < source_rank; ++g) {
    size_t count = tern_array_attr_count(tern_array_attr_at(groups, g));
    tern_affine_basis_t basis = {0};
    for (size_t i = 0; i < count; ++i) tern_vec_push(&basis, sizes[dim + i]);
    tern_value_t *indices[MAX_RANK];
    for (size_t i = 0; i < count; ++i) indices[i] = index_of(access, dim + i);
    out_indices->values[g] =
        count == 1 ? indices[0]
                   : tern_affine_build_linearize(b, (tern_values_t){indices, count}, &basis, 0, count, is_disjoint);
    tern_vec_deinitialize(&basis);
    dim += count;
  }
  out_indices->count = source_rank;
  return true;
}

// The sizes of a buffer: its metadata gives those that only the running program knows.
static bool read_sizes(tern_builder_t *b, tern_value_t *source, tern_mixed_index_t *out_sizes) {
  int64_t strides[MAX_RANK], offset;
  size_t rank = tern_type_rank(source->type);
  if (!tern_memref_type_strides(source->type, strides, &offset)) return false;
  tern_op_t *metadata = tern_memref_build_metadata(b, source);
  for (size_t i = 0; i < rank; ++i) {
    int64_t size = tern_type_dim(source->type, i);
    out_sizes[i] = size == TERN_DYNAMIC ? tern_mixed_dynamic(tern_op_result(metadata, 2 + i)) : tern_mixed_static(size);
  }
  return true;
}

static bool fold_collapse(tern_builder_t *b, const access_t *access, tern_op_t *view, indices_t *out_indices) {
  const tern_attr_t *groups = tern_op_attr(view, "reassociation");
  tern_value_t *source = tern_op_operand(view, 0);
  size_t rank = tern_type_rank(source->type);
  if (access->kind == TRANSFER || access->kind == MATRIX || rank > MAX_RANK) return false;
  tern_mixed_index_t sizes[MAX_RANK];
  if (!read_sizes(b, source, sizes)) return false;
  for (size_t i = 0; access->rank == 0 && i < rank; ++i)
    out_indices->values[i] = tern_mixed_build(b, tern_mixed_static(0));
  size_t dim = 0;
  for (size_t g = 0; g < access->rank; ++g) {
    size_t count = tern_array_attr_count(tern_array_attr_at(groups, g));
    if (count == 1) {
      out_indices->values[dim++] = index_of(access, g);
      continue;
    }
    tern_affine_basis_t basis = {0};
    for (size_t i = 0; i < count; ++i) tern_vec_push(&basis, sizes[dim + i]);
    tern_op_t *digits = tern_affine_build_delinearize(b, index_of(access, g), &basis, 0, count, count);
    for (size_t i = 0; i < count; ++i) out_indices->values[dim++] = tern_op_result(digits, i);
    tern_vec_deinitialize(&basis);
  }
  out_indices->count = rank;
  return true;
}

// --- the ops ---

// What ops on single elements fold by themselves, upstream does not ask for here.
static bool fold_cast(const access_t *access, tern_op_t *view, indices_t *out_indices) {
  if (tern_op_operand(view, 0)->type->kind != TERN_TYPE_MEMREF || access->kind != ONE_ELEMENT) return false;
  for (size_t i = 0; i < access->rank; ++i) out_indices->values[i] = index_of(access, i);
  out_indices->count = access->rank;
  return true;
}

// Gives the access the source of `view` and these indices.
static void take_source(const access_t *access, tern_op_t *view, const indices_t *indices) {
  tern_op_t *op = access->op;
  bool has_segments = tern_op_has_trait(op, TERN_TRAIT_ATTR_SIZED_OPERAND_SEGMENTS);
  if (has_segments && indices->count != access->rank) {
    const tern_attr_t *old = tern_op_attr(op, "operandSegmentSizes");
    int32_t sizes[16];
    size_t groups = tern_int_list_attr_count(old), start = 0;
    for (size_t i = 0; i < groups && i < 16; ++i) {
      int32_t size = (int32_t)tern_int_list_attr_at(old, i);
      // An empty group may begin where the indices do.
      bool is_index_group = start == access->memref + 1 && i > 0 && tern_int_list_attr_at(old, i - 1) == 1;
      sizes[i] = is_index_group ? (int32_t)indices->count : size;
      start += (size_t)size;
    }
    tern_op_set_segment_sizes(op, sizes, groups);
  }
  tern_op_erase_operands(op, access->memref, 1 + access->rank);
  tern_op_insert_operands(op, access->memref, (tern_values_t){indices->values, indices->count});
  tern_op_insert_operands(op, access->memref, TERN_VALUES(tern_op_operand(view, 0)));
}

static bool fold_access(tern_builder_t *b, const access_t *access) {
  tern_op_t *view = tern_value_defining_op(tern_op_operand(access->op, access->memref));
  indices_t indices = {.count = 0};
  if (!view) return false;
  bool is_folded = tern_op_is(view, TERN_MEMREF(SUBVIEW))          ? fold_subview(b, access, view, &indices)
                   : tern_op_is(view, TERN_MEMREF(EXPAND_SHAPE))   ? fold_expand(b, access, view, &indices)
                   : tern_op_is(view, TERN_MEMREF(COLLAPSE_SHAPE)) ? fold_collapse(b, access, view, &indices)
                   : tern_op_is(view, TERN_MEMREF(CAST))           ? fold_cast(access, view, &indices)
                                                                   : false;
  if (is_folded) take_source(access, view, &indices);
  return is_folded;
}

// Either side of the copy may be a subview.
static bool fold_async_copy(tern_op_t *op, tern_builder_t *b) {
  bool is_changed = false;
  for (size_t side = 0; side < 2; ++side) {
    size_t position = side ? 0 : 1 + tern_type_rank(tern_op_operand(op, 0)->type);
    const tern_op_t *view = tern_value_defining_op(tern_op_operand(op, position));
    const access_t access = {op, position, tern_type_rank(tern_op_operand(op, position)->type), MATRIX};
    if (view && tern_op_is(view, TERN_MEMREF(SUBVIEW))) is_changed |= fold_access(b, &access);
  }
  return is_changed;
}

static bool fold_subview_of_subview(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *inner = tern_value_defining_op(tern_op_operand(op, 0));
  tern_slice_t outer_slice, slice;
  bool is_dropped[MAX_RANK] = {0};
  if (!inner || !tern_op_is(inner, TERN_MEMREF(SUBVIEW)) || !tern_slice_read(op, &outer_slice)) return false;
  if (!tern_slice_read(inner, &slice) || !has_unit_strides(&slice) || !has_unit_strides(&outer_slice)) return false;
  if (!dropped_dims(inner, &slice, is_dropped)) return false;
  size_t next = 0;
  tern_slice_t merged = slice;
  for (size_t i = 0; i < slice.count; ++i) {
    tern_mixed_index_t offset = is_dropped[i] ? tern_mixed_static(0) : outer_slice.offsets[next];
    if (!is_dropped[i]) merged.sizes[i] = outer_slice.sizes[next++];
    merged.offsets[i] = resolve(&rewriter->builder, &slice, i, offset);
  }
  tern_op_t *made = tern_slice_build(&rewriter->builder, TERN_MEMREF(SUBVIEW), op->results[0].type,
                                     TERN_VALUES(tern_op_operand(inner, 0)), &merged);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(tern_op_result(made, 0)));
  return true;
}

static bool fold(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  access_t access;
  tern_builder_set_before(&rewriter->builder, op);
  if (tern_op_is(op, TERN_MEMREF(SUBVIEW))) return fold_subview_of_subview(op, rewriter);
  bool is_folded = tern_op_is(op, TERN_NVGPU(DEVICE_ASYNC_COPY))
                       ? fold_async_copy(op, &rewriter->builder)
                       : read_access(op, &access) && fold_access(&rewriter->builder, &access);
  if (is_folded) tern_rewriter_modified(rewriter, op);
  return is_folded;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  static const tern_pattern_t patterns[] = {{"fold-view", NULL, 1, fold}};
  tern_apply_patterns_greedily(op, patterns, 1, NULL, &TERN_GREEDY_DEFAULT, NULL);
  return true;
}

const tern_pass_def_t tern_fold_memref_alias_ops_pass = {
    .name = "FoldMemRefAliasOpsPass",
    .flag = "fold-memref-alias-ops",
    .summary = "Make accesses to views accesses to what they are views of",
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
