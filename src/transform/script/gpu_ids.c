// Ids of work items, warps, groups of warps, lanes and workgroups (upstream: GPU/TransformOps/Utils.cpp).

#include "transform/script/gpu_ids.h"

#include <inttypes.h>
#include <stdio.h>

#include "dialect/affine/apply.h"
#include "dialect/arith/arith.h"
#include "dialect/gpu/gpu.h"
#include "dialect/math/math.h"
#include "ir/affine.h"

enum { WARPS_PER_GROUP = 4, MASK_BITS = 64 };

int64_t tern_gpu_units_per_id(const tern_gpu_units_t *units) {
  if (units->kind == TERN_GPU_ENUM(WARPGROUP)) return WARPS_PER_GROUP * units->warp_size;
  return units->kind == TERN_GPU_ENUM(WARP) ? units->warp_size : 1;
}

static int64_t product(const int64_t *values, size_t count) {
  int64_t result = 1;
  for (size_t i = 0; i < count; ++i) {
    if (__builtin_mul_overflow(result, values[i], &result)) return INT64_MAX;
  }
  return result;
}

static void build_queries(tern_builder_t *b, const tern_gpu_units_t *units, tern_value_t **out_ids) {
  const tern_op_row_t *row = units->kind == TERN_GPU_ENUM(BLOCK) ? TERN_GPU(BLOCK_ID) : TERN_GPU(THREAD_ID);
  for (int i = 0; i < TERN_GPU_IDS_DIMS; ++i) {
    out_ids[i] =
        tern_build_value(b, row, .types = TERN_TYPES(tern_index_type_get(b->context)),
                         .attrs = TERN_ATTRS({"dimension", tern_enum_attr_get(b->context, TERN_GPU_ENUM(DIM), i)}));
  }
}

// `id < active`, unless all that are `available` are active.
static bool add_predicate(tern_builder_t *b, tern_value_t *id, int64_t active, int64_t available, tern_gpu_ids_t *ids) {
  if (active > available) {
    snprintf(ids->error, sizeof(ids->error),
             "Trying to map to fewer GPU threads than loop iterations but overprovisioning is not yet supported. Try "
             "additional tiling before mapping or map to more threads.");
    return false;
  }
  if (active == available) return true;
  tern_value_t *limit = tern_arith_constant_index(b, active);
  ids->predicates[ids->predicate_count++] = tern_arith_cmpi(b, TERN_CMPI_ULT, id, limit);
  return true;
}

// A value of the expression over s0 = `value`.
static tern_value_t *build_of(tern_builder_t *b, const tern_affine_expr_t *expr, tern_value_t *value) {
  tern_mixed_index_t symbol = tern_mixed_dynamic(value);
  return tern_mixed_build(b, tern_affine_build_folded_apply(b, expr, &symbol, 1));
}

static tern_value_t *build_quotient(tern_builder_t *b, tern_value_t *value, int64_t divisor) {
  const tern_affine_expr_t *s0 = tern_affine_symbol(b->context, 0);
  return build_of(b, tern_affine_binary(TERN_AFFINE_FLOORDIV, s0, tern_affine_constant(b->context, divisor)), value);
}

static bool build_spatial(tern_builder_t *b, const tern_gpu_units_t *units, const int64_t *sizes, tern_gpu_ids_t *ids) {
  tern_value_t *queries[TERN_GPU_IDS_DIMS];
  int64_t per_id = tern_gpu_units_per_id(units);
  build_queries(b, units, queries);
  for (int i = 0; i < TERN_GPU_IDS_DIMS; ++i) {
    ids->values[i] = i == 0 ? build_quotient(b, queries[0], per_id) : queries[i];
  }
  for (int i = 0; i < TERN_GPU_IDS_DIMS; ++i) {
    if (!add_predicate(b, queries[i], i == 0 ? sizes[0] * per_id : sizes[i], units->basis[i], ids)) return false;
  }
  return true;
}

// x + y * size of x + z * size of x * size of y.
static tern_value_t *build_linear_id(tern_builder_t *b, const tern_gpu_units_t *units) {
  tern_value_t *queries[TERN_GPU_IDS_DIMS];
  tern_mixed_index_t terms[TERN_GPU_IDS_DIMS];
  build_queries(b, units, queries);
  const tern_affine_expr_t *sum = NULL;
  int64_t stride = 1;
  for (size_t i = 0; i < TERN_GPU_IDS_DIMS; ++i) {
    terms[i] = tern_mixed_dynamic(queries[i]);
    const tern_affine_expr_t *term =
        tern_affine_mul(tern_affine_symbol(b->context, i), tern_affine_constant(b->context, stride));
    sum = sum ? tern_affine_add(sum, term) : term;
    stride *= units->basis[i];
  }
  return tern_mixed_build(b, tern_affine_build_folded_apply(b, sum, terms, TERN_GPU_IDS_DIMS));
}

// The position of `linear` in a space of these sizes, the first of them the fastest.
static void build_delinearized(tern_builder_t *b, tern_value_t *linear, const int64_t *sizes, size_t count,
                               tern_value_t **out_ids) {
  const tern_affine_expr_t *exprs[TERN_GPU_IDS_MAX], *rest = tern_affine_symbol(b->context, 0);
  for (size_t i = count; i-- > 0;) {
    const tern_affine_expr_t *stride = tern_affine_constant(b->context, product(sizes, i));
    exprs[i] = tern_affine_binary(TERN_AFFINE_FLOORDIV, rest, stride);
    rest = tern_affine_binary(TERN_AFFINE_MOD, rest, stride);
  }
  tern_mixed_index_t symbol = tern_mixed_dynamic(linear);
  for (size_t i = 0; i < count; ++i) out_ids[i] = tern_affine_build_composed_apply(b, exprs[i], &symbol, 1);
}

static tern_value_t *build_binary(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *lhs, tern_value_t *rhs) {
  return tern_build_value(b, row, .operands = TERN_VALUES(lhs, rhs));
}

static tern_value_t *build_cast(tern_builder_t *b, const tern_type_t *type, tern_value_t *value) {
  return tern_build_value(b, TERN_ARITH(INDEX_CASTUI), .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

// The bit of the unit, of 64-bit numbers.
static tern_value_t *build_bit(tern_builder_t *b, const tern_gpu_units_t *units, tern_value_t *id,
                               tern_value_t **out_mask, tern_value_t **out_one) {
  const tern_type_t *i64 = tern_i_type_get(b->context, 64);
  *out_mask = tern_arith_constant_int(b, i64, (int64_t)units->mask->params[0]);
  *out_one = tern_arith_constant_int(b, i64, 1);
  return build_binary(b, TERN_ARITH(SHLI), *out_one, id);
}

// How many units of the mask come before this one.
static tern_value_t *build_rank(tern_builder_t *b, const tern_gpu_units_t *units, tern_value_t *id) {
  tern_value_t *mask, *one, *bit = build_bit(b, units, id, &mask, &one);
  tern_value_t *below = build_binary(b, TERN_ARITH(SUBI), bit, one);
  tern_value_t *counted = build_binary(b, TERN_ARITH(ANDI), mask, below);
  tern_value_t *rank = tern_build_value(b, TERN_MATH(CTPOP), .operands = TERN_VALUES(counted));
  return build_cast(b, tern_index_type_get(b->context), rank);
}

static tern_value_t *build_is_in_mask(tern_builder_t *b, const tern_gpu_units_t *units, tern_value_t *id) {
  tern_value_t *mask, *one, *bit = build_bit(b, units, id, &mask, &one);
  tern_value_t *kept = build_binary(b, TERN_ARITH(ANDI), mask, bit);
  tern_value_t *zero = tern_arith_constant_int(b, id->type, 0);
  return tern_arith_cmpi(b, TERN_CMPI_NE, kept, zero);
}

static bool build_linear(tern_builder_t *b, const tern_gpu_units_t *units, const int64_t *sizes, size_t count,
                         tern_gpu_ids_t *ids) {
  int64_t per_id = tern_gpu_units_per_id(units), available = product(units->basis, TERN_GPU_IDS_DIMS);
  if (units->mask && available > MASK_BITS * per_id) {
    snprintf(ids->error, sizeof(ids->error), "mask representation too short to capture all physical ids: %d",
             MASK_BITS);
    return false;
  }
  tern_value_t *physical = build_linear_id(b, units), *linear = build_quotient(b, physical, per_id), *number = NULL;
  if (units->mask) {
    number = build_cast(b, tern_i_type_get(b->context, 64), linear);
    linear = build_rank(b, units, number);
  }
  build_delinearized(b, linear, sizes, count, ids->values);
  if (!units->mask) return add_predicate(b, physical, product(sizes, count) * per_id, available, ids);
  ids->predicates[ids->predicate_count++] = build_is_in_mask(b, units, number);
  return true;
}

static bool build_lanes(tern_builder_t *b, const tern_gpu_units_t *units, const int64_t *sizes, size_t count,
                        tern_gpu_ids_t *ids) {
  tern_value_t *physical = build_linear_id(b, units);
  const tern_affine_expr_t *warp_size = tern_affine_constant(b->context, units->warp_size);
  tern_value_t *lane =
      build_of(b, tern_affine_binary(TERN_AFFINE_MOD, tern_affine_symbol(b->context, 0), warp_size), physical);
  build_delinearized(b, lane, sizes, count, ids->values);
  return add_predicate(b, lane, product(sizes, count), product(units->basis, TERN_GPU_IDS_DIMS), ids);
}

bool tern_gpu_ids_build(tern_builder_t *b, const tern_gpu_units_t *units, const int64_t *sizes, size_t count,
                        tern_gpu_ids_t *out_ids) {
  *out_ids = (tern_gpu_ids_t){0};
  if (units->kind == TERN_GPU_ENUM(LANE)) return build_lanes(b, units, sizes, count, out_ids);
  return units->is_linear ? build_linear(b, units, sizes, count, out_ids) : build_spatial(b, units, sizes, out_ids);
}
