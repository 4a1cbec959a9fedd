// vector: the tables of ops and enums, and helpers of the dialect's files.

#include "dialect/vector/vector.h"

#include <stdio.h>

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/vector/vector_hooks.h"

const tern_attr_t *tern_vector_kind_attr(tern_context_t *context, int64_t kind) {
  return tern_enum_attr_get(context, TERN_VECTOR_ENUM(KIND), kind);
}

bool tern_vector_name_vscale(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  (void)op;
  (void)index;
  snprintf(out_name, size, "vscale");
  return true;
}

// --- types and maps ---

const tern_type_t *tern_vector_select_dims(const tern_type_t *like, const size_t *from, size_t count,
                                           bool keeps_rank_0) {
  if (count == 0 && !keeps_rank_0) return tern_type_element(like);
  TERN_VEC(int64_t) dims = {0};
  uint64_t scalable = 0;
  for (size_t i = 0; i < count; i++) {
    tern_vec_push(&dims, tern_type_dim(like, from[i]));
    if (tern_vector_type_scalable_mask(like) >> from[i] & 1) scalable |= UINT64_C(1) << i;
  }
  const tern_type_t *type = tern_vector_type_get(tern_type_element(like), dims.values, count, scalable);
  tern_vec_deinitialize(&dims);
  return type;
}

const tern_type_t *tern_vector_drop_outer(const tern_type_t *type, size_t count) {
  size_t rank = tern_type_rank(type);
  if (count == rank) return tern_type_element(type);
  return tern_vector_type_get(tern_type_element(type), tern_type_dims(type) + count, rank - count,
                              tern_vector_type_scalable_mask(type) >> count);
}

const tern_affine_map_t *tern_vector_minor_identity(tern_context_t *context, size_t rank, size_t vector_rank) {
  TERN_VEC(size_t) positions = {0};
  for (size_t i = rank - vector_rank; i < rank; i++) tern_vec_push(&positions, i);
  const tern_affine_map_t *map = tern_affine_map_select(context, rank, positions.values, positions.count);
  tern_vec_deinitialize(&positions);
  return map;
}

const tern_affine_map_t *tern_vector_default_map(const tern_type_t *source, const tern_type_t *vector) {
  size_t rank = tern_type_rank(source), element_rank = tern_vector_rank(tern_type_element(source));
  size_t vector_rank = tern_type_rank(vector) - element_rank;
  tern_context_t *context = vector->context;
  // A source of rank 0 is broadcast to vectors of one element.
  if (rank == 0 && tern_type_rank(vector) == 1 && tern_type_dim(vector, 0) == 1) {
    const tern_affine_expr_t *zero = tern_affine_constant(context, 0);
    return tern_affine_map_get(context, 0, 0, &zero, 1);
  }
  return vector_rank <= rank ? tern_vector_minor_identity(context, rank, vector_rank) : NULL;
}

const tern_type_t *tern_vector_transfer_mask_type(const tern_type_t *vector, const tern_affine_map_t *map) {
  // Dimensions of the source in order, as far as the map uses them.
  TERN_VEC(int64_t) dims = {0};
  uint64_t scalable = 0;
  for (uint32_t d = 0; d < map->dim_count; d++) {
    for (size_t i = 0; i < map->result_count; i++) {
      if (!tern_affine_expr_is_dim(map->results[i], d)) continue;
      if (tern_vector_type_scalable_mask(vector) >> i & 1) scalable |= UINT64_C(1) << dims.count;
      tern_vec_push(&dims, tern_type_dim(vector, i));
    }
  }
  if (dims.count == 0) tern_vec_push(&dims, 1);
  const tern_type_t *type =
      tern_vector_type_get(tern_i_type_get(vector->context, 1), dims.values, dims.count, scalable);
  tern_vec_deinitialize(&dims);
  return type;
}

static tern_op_t *materialize_constant(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                       const tern_attr_t *loc) {
  return tern_arith_dialect.materialize_constant(context, value, type, loc);
}

// --- the tables ---

#define CASES(...)                                  \
  .cases = (const tern_enum_case_t[]){__VA_ARGS__}, \
  .case_count = sizeof((tern_enum_case_t[]){__VA_ARGS__}) / sizeof(tern_enum_case_t)

const tern_enum_row_t tern_vector_enums[] = {
    [TERN_VECTOR_ENUM_KIND] = {.name = "vector.kind",
                               .attr_name = "vector.kind",
                               .class_name = "::mlir::vector::CombiningKind",
                               .attr_class_name = "Vector_CombiningKindAttr",
                               .storage_width = 32,
                               CASES({"add", TERN_VECTOR_KIND_ADD}, {"mul", TERN_VECTOR_KIND_MUL},
                                     {"minui", TERN_VECTOR_KIND_MINUI}, {"minsi", TERN_VECTOR_KIND_MINSI},
                                     {"minnumf", TERN_VECTOR_KIND_MINNUMF}, {"maxui", TERN_VECTOR_KIND_MAXUI},
                                     {"maxsi", TERN_VECTOR_KIND_MAXSI}, {"maxnumf", TERN_VECTOR_KIND_MAXNUMF},
                                     {"and", TERN_VECTOR_KIND_AND}, {"or", TERN_VECTOR_KIND_OR},
                                     {"xor", TERN_VECTOR_KIND_XOR}, {"minimumf", TERN_VECTOR_KIND_MINIMUMF},
                                     {"maximumf", TERN_VECTOR_KIND_MAXIMUMF})},
    [TERN_VECTOR_ENUM_ITERATOR_TYPE] = {.name = "vector.iterator_type",
                                        .attr_name = "vector.iterator_type",
                                        .storage_width = 32,
                                        CASES({"parallel", 0}, {"reduction", 1})},
    [TERN_VECTOR_ENUM_PRINT_PUNCTUATION] = {.name = "vector.punctuation",
                                            .attr_name = "vector.punctuation",
                                            .storage_width = 32,
                                            CASES({"no_punctuation", 0}, {"newline", 1}, {"comma", 2}, {"open", 3},
                                                  {"close", 4})},
};

const tern_op_row_t tern_vector_ops[] = {
#define OP(ID, NAME, ...) [TERN_VECTOR_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/vector/vector_ops.def"
#undef OP
};

const tern_dialect_t tern_vector_dialect = {
    .name = "vector",
    .summary = "Operations on vectors of any rank",
    .ops = tern_vector_ops,
    .op_count = TERN_VECTOR_OP_COUNT,
    .enums = tern_vector_enums,
    .enum_count = TERN_VECTOR_ENUM_COUNT,
    .materialize_constant = materialize_constant,
};
