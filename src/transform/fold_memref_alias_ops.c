// --fold-memref-alias-ops: accesses to a view become accesses to what it is a view of.
//
//   %s = memref.subview %m[%i, 0] [4, 16] [1, 1] : ...        %k = arith.addi %a, %i
//   %x = memref.load %s[%a, %b]                          ==>  %x = memref.load %m[%k, %b]
//
// Views are memref.subview, memref.expand_shape, memref.collapse_shape and memref.cast. Upstream: FoldMemRefAliasOps.
// Accesses of vectors are folded only where the elements that they take stay next to each other in the last dimension.

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/gpu/gpu.h"
#include "dialect/memref/memref.h"
#include "dialect/memref/type_inference.h"
#include "dialect/vector/vector.h"
#include "ir/context.h"
#include "pass/pass.h"

enum { MAX_RANK = TERN_INDEX_LIST_MAX };

// How an op takes its elements.
typedef enum access_kind {
  ONE_ELEMENT,
  ROW,       // along the last dimension
  TRANSFER,  // along any dimensions, as a map says
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
    {TERN_GPU(SUBGROUP_MMA_LOAD_MATRIX), 0, ROW},
    {TERN_GPU(SUBGROUP_MMA_STORE_MATRIX), 1, ROW},
};

// The access to fold, and what it becomes.
typedef struct access {
  tern_op_t *op;
  size_t memref, rank;
  access_kind_t kind;
} access_t;

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

// --- arithmetic ---

static tern_value_t *build_add(tern_builder_t *b, tern_value_t *lhs, tern_value_t *rhs) {
  int64_t x, y;
  bool has_x = tern_index_constant(lhs, &x), has_y = tern_index_constant(rhs, &y);
  if (has_x && x == 0) return rhs;
  if (has_y && y == 0) return lhs;
  int64_t sum;
  if (has_x && has_y && !__builtin_add_overflow(x, y, &sum)) return tern_mixed_build(b, tern_mixed_static(sum));
  return has_x ? tern_build_value(b, TERN_ARITH(ADDI), .operands = TERN_VALUES(rhs, lhs))
               : tern_build_value(b, TERN_ARITH(ADDI), .operands = TERN_VALUES(lhs, rhs));
}

static tern_value_t *build_mul(tern_builder_t *b, tern_value_t *lhs, tern_mixed_index_t factor) {
  int64_t x, y, product;
  bool has_x = tern_index_constant(lhs, &x), has_y = tern_mixed_constant(factor, &y);
  if ((has_x && x == 0) || (has_y && y == 1)) return lhs;
  if (has_x && has_y && !__builtin_mul_overflow(x, y, &product)) return tern_mixed_build(b, tern_mixed_static(product));
  return tern_build_value(b, TERN_ARITH(MULI), .operands = TERN_VALUES(lhs, tern_mixed_build(b, factor)));
}

// --- views: indices of the source; the number of them, or 0 if the access cannot be folded ---

// No element of a transfer is out of bounds, so that the bounds may change.
static bool is_in_bounds(const tern_op_t *op) {
  const tern_attr_t *in_bounds = tern_op_attr(op, "in_bounds");
  for (size_t i = 0; in_bounds && i < tern_array_attr_count(in_bounds); ++i) {
    if (!tern_integer_attr_value(tern_array_attr_at(in_bounds, i))) return false;
  }
  const tern_attr_t *map = tern_op_attr(op, "permutation_map");
  return in_bounds || (map && tern_affine_map_attr_value(map)->result_count == 0);
}

static bool fold_subview(tern_builder_t *b, const access_t *access, tern_op_t *view, tern_value_t **out_indices,
                         size_t *out_count) {
  tern_slice_t slice;
  const tern_type_t *source = tern_op_operand(view, 0)->type, *result = tern_op_result(view, 0)->type;
  bool is_dropped[MAX_RANK] = {0};
  if (!tern_slice_read(view, &slice) || slice.count > MAX_RANK) return false;
  if (slice.count != access->rank) {
    int64_t offsets[MAX_RANK], sizes[MAX_RANK], strides[MAX_RANK];
    tern_slice_statics(&slice, offsets, sizes, strides);
    const tern_type_t *full = tern_memref_subview_type(source, offsets, sizes, strides);
    if (!full || !tern_memref_dropped_dims(full, result, is_dropped)) return false;
  }
  int64_t stride;
  size_t last = slice.count - 1;
  if (access->kind == ROW && slice.count &&
      (is_dropped[last] || !tern_mixed_constant(slice.strides[last], &stride) || stride != 1)) {
    return false;
  }
  if (access->kind == TRANSFER) {
    if (slice.count != access->rank || !is_in_bounds(access->op)) return false;
    for (size_t i = 0; i < slice.count; ++i) {
      if (!tern_mixed_constant(slice.strides[i], &stride) || stride != 1) return false;
    }
  }
  size_t dim = 0;
  for (size_t i = 0; i < slice.count; ++i) {
    tern_value_t *offset = tern_mixed_build(b, slice.offsets[i]);
    out_indices[i] =
        is_dropped[i] ? offset : build_add(b, build_mul(b, index_of(access, dim++), slice.strides[i]), offset);
  }
  *out_count = slice.count;
  return true;
}

static bool fold_expand(tern_builder_t *b, const access_t *access, tern_op_t *view, tern_value_t **out_indices,
                        size_t *out_count) {
  const tern_attr_t *groups = tern_op_attr(view, "reassociation");
  tern_mixed_index_t sizes[MAX_RANK];
  if (access->kind == TRANSFER || !tern_index_list_read(view, "output_shape", "static_output_shape", sizes, MAX_RANK)) {
    return false;
  }
  size_t dim = 0;
  *out_count = tern_type_rank(tern_op_operand(view, 0)->type);
  for (size_t g = 0; g < *out_count; ++g) {
    size_t count = tern_array_attr_count(tern_array_attr_at(groups, g));
    tern_value_t *index = index_of(access, dim++);
    for (size_t i = 1; i < count; ++i, ++dim) {
      index = build_add(b, build_mul(b, index, sizes[dim]), index_of(access, dim));
    }
    out_indices[g] = index;
  }
  return true;
}

static bool fold_collapse(tern_builder_t *b, const access_t *access, tern_op_t *view, tern_value_t **out_indices,
                          size_t *out_count) {
  const tern_attr_t *groups = tern_op_attr(view, "reassociation");
  tern_value_t *source = tern_op_operand(view, 0);
  *out_count = tern_type_rank(source->type);
  if (access->kind == TRANSFER || *out_count > MAX_RANK) return false;
  if (access->rank == 0) {
    // All dimensions are of size 1.
    for (size_t i = 0; i < *out_count; ++i) out_indices[i] = tern_mixed_build(b, tern_mixed_static(0));
    return access->kind == ONE_ELEMENT;
  }
  if (access->kind == ROW && tern_array_attr_count(tern_array_attr_at(groups, access->rank - 1)) != 1) return false;
  // A size that is not static would have to be asked for; only that of the first dimension of a group is not needed.
  for (size_t g = 0; g < access->rank; ++g) {
    const tern_attr_t *group = tern_array_attr_at(groups, g);
    for (size_t i = 1; i < tern_array_attr_count(group); ++i) {
      size_t dim = (size_t)tern_integer_attr_value(tern_array_attr_at(group, i));
      if (tern_type_dim(source->type, dim) == TERN_DYNAMIC || tern_type_dim(source->type, dim) == 0) return false;
    }
  }
  for (size_t g = 0; g < access->rank; ++g) {
    const tern_attr_t *group = tern_array_attr_at(groups, g);
    tern_value_t *rest = index_of(access, g);
    for (size_t i = tern_array_attr_count(group); i-- > 0;) {
      size_t dim = (size_t)tern_integer_attr_value(tern_array_attr_at(group, i));
      int64_t size = tern_type_dim(source->type, dim);
      if (i == 0) {
        out_indices[dim] = rest;
      } else if (size == 1) {
        out_indices[dim] = tern_mixed_build(b, tern_mixed_static(0));
      } else {
        tern_value_t *divisor = tern_mixed_build(b, tern_mixed_static(size));
        out_indices[dim] = tern_build_value(b, TERN_ARITH(REMUI), .operands = TERN_VALUES(rest, divisor));
        rest = tern_build_value(b, TERN_ARITH(DIVUI), .operands = TERN_VALUES(rest, divisor));
      }
    }
  }
  return true;
}

static bool fold_cast(const access_t *access, tern_op_t *view, tern_value_t **out_indices, size_t *out_count) {
  const tern_type_t *source = tern_op_operand(view, 0)->type;
  if (source->kind != TERN_TYPE_MEMREF || access->kind == TRANSFER) return false;
  int64_t strides[MAX_RANK], offset;
  if (access->kind == ROW && access->rank &&
      (!tern_memref_type_strides(source, strides, &offset) || strides[access->rank - 1] != 1)) {
    return false;
  }
  for (size_t i = 0; i < access->rank; ++i) out_indices[i] = index_of(access, i);
  *out_count = access->rank;
  return true;
}

// Folds one view into the access; true if it changed.
static bool fold_once(tern_op_t *op) {
  access_t access;
  if (!read_access(op, &access)) return false;
  tern_op_t *view = tern_value_defining_op(tern_op_operand(op, access.memref));
  if (!view) return false;
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *operands[1 + MAX_RANK];
  size_t count = 0;
  bool is_folded = tern_op_is(view, TERN_MEMREF(SUBVIEW))        ? fold_subview(&b, &access, view, operands + 1, &count)
                   : tern_op_is(view, TERN_MEMREF(EXPAND_SHAPE)) ? fold_expand(&b, &access, view, operands + 1, &count)
                   : tern_op_is(view, TERN_MEMREF(COLLAPSE_SHAPE))
                       ? fold_collapse(&b, &access, view, operands + 1, &count)
                   : tern_op_is(view, TERN_MEMREF(CAST)) ? fold_cast(&access, view, operands + 1, &count)
                                                         : false;
  if (!is_folded) return false;
  operands[0] = tern_op_operand(view, 0);
  bool has_segments = tern_op_has_trait(op, TERN_TRAIT_ATTR_SIZED_OPERAND_SEGMENTS);
  if (has_segments && count != access.rank) {
    const tern_attr_t *old = tern_op_attr(op, "operandSegmentSizes");
    int32_t sizes[16];
    size_t groups = tern_int_list_attr_count(old), start = 0;
    for (size_t i = 0; i < groups && i < 16; ++i) {
      sizes[i] = (int32_t)tern_int_list_attr_at(old, i);
      if (start == access.memref + 1) sizes[i] = (int32_t)count;
      start += (size_t)tern_int_list_attr_at(old, i);
    }
    tern_op_set_segment_sizes(op, sizes, groups);
  }
  tern_op_erase_operands(op, access.memref, 1 + access.rank);
  tern_op_insert_operands(op, access.memref, (tern_values_t){operands, 1 + count});
  return true;
}

static tern_walk_result_t fold(tern_op_t *op, void *user) {
  (void)user;
  while (fold_once(op)) continue;
  return TERN_WALK_ADVANCE;
}

static tern_walk_result_t drop_dead_view(tern_op_t *op, void *user) {
  bool is_view = tern_op_is(op, TERN_MEMREF(SUBVIEW)) || tern_op_is(op, TERN_MEMREF(EXPAND_SHAPE)) ||
                 tern_op_is(op, TERN_MEMREF(COLLAPSE_SHAPE)) || tern_op_is(op, TERN_MEMREF(CAST));
  if (is_view && tern_op_has_no_uses(op)) {
    tern_op_destroy(op);
    *(bool *)user = true;
  }
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_op_walk_pre(op, fold, NULL);
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    tern_op_walk_post(op, drop_dead_view, &is_changed);
  }
  return true;
}

const tern_pass_def_t tern_fold_memref_alias_ops_pass = {
    .name = "FoldMemRefAliasOpsPass",
    .flag = "fold-memref-alias-ops",
    .summary = "Make accesses to views accesses to what they are views of",
    .run = run,
};
