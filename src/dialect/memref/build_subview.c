// Building memref.subview and memref.reinterpret_cast.

#include "dialect/memref/build_subview.h"

#include "dialect/arith/index_math.h"
#include "dialect/memref/memref.h"
#include "dialect/memref/type_inference.h"

// Splits index values into static entries and operands.
static size_t split(tern_value_t *const *values, size_t count, int64_t *out_statics, tern_value_t **out_dynamics) {
  size_t dynamics = 0;
  for (size_t i = 0; i < count; ++i) {
    if (tern_index_constant(values[i], &out_statics[i])) continue;
    out_statics[i] = TERN_DYNAMIC;
    out_dynamics[dynamics++] = values[i];
  }
  return dynamics;
}

tern_value_t *tern_build_strided_subview(tern_builder_t *builder, tern_value_t *source, tern_value_t *const *offsets,
                                         tern_value_t *const *sizes, const int64_t *strides) {
  int64_t static_offsets[TERN_MEMREF_MAX_RANK], static_sizes[TERN_MEMREF_MAX_RANK];
  tern_value_t *operands[1 + 2 * TERN_MEMREF_MAX_RANK] = {source};
  size_t rank = tern_type_rank(source->type);
  size_t offset_count = split(offsets, rank, static_offsets, operands + 1);
  size_t size_count = split(sizes, rank, static_sizes, operands + 1 + offset_count);
  const tern_type_t *type = tern_memref_subview_type(source->type, static_offsets, static_sizes, strides);
  const tern_named_attr_t attrs[] = {
      {"static_offsets", tern_dense_i64_array_attr_get(builder->context, static_offsets, rank)},
      {"static_sizes", tern_dense_i64_array_attr_get(builder->context, static_sizes, rank)},
      {"static_strides", tern_dense_i64_array_attr_get(builder->context, strides, rank)},
  };
  return tern_build_value(builder, TERN_MEMREF(SUBVIEW), .operands = {operands, 1 + offset_count + size_count},
                          .types = TERN_TYPES(type), .attrs = {attrs, 3},
                          .segments = (int32_t[]){1, (int32_t)offset_count, (int32_t)size_count, 0});
}

tern_value_t *tern_build_subview(tern_builder_t *builder, tern_value_t *source, tern_value_t *const *offsets,
                                 tern_value_t *const *sizes) {
  int64_t strides[TERN_MEMREF_MAX_RANK];
  for (size_t i = 0; i < TERN_MEMREF_MAX_RANK; ++i) strides[i] = 1;
  return tern_build_strided_subview(builder, source, offsets, sizes, strides);
}

tern_value_t *tern_build_slice_of(tern_builder_t *builder, tern_value_t *source, const tern_slice_t *slice) {
  int64_t offsets[TERN_INDEX_LIST_MAX], sizes[TERN_INDEX_LIST_MAX], strides[TERN_INDEX_LIST_MAX];
  tern_slice_statics(slice, offsets, sizes, strides);
  const tern_type_t *type = tern_memref_subview_type(source->type, offsets, sizes, strides);
  return tern_op_result(tern_slice_build(builder, TERN_MEMREF(SUBVIEW), type, TERN_VALUES(source), slice), 0);
}

tern_value_t *tern_build_reinterpret_cast(tern_builder_t *builder, tern_value_t *base, const tern_type_t *type,
                                          const tern_mixed_index_t *offset, const tern_mixed_index_t *sizes,
                                          const tern_mixed_index_t *strides, size_t rank) {
  tern_context_t *context = builder->context;
  tern_value_t *operands[2 + 2 * TERN_MEMREF_MAX_RANK] = {base};
  size_t count = 1;
  int32_t segments[4] = {1};
  const tern_attr_t *static_offset = tern_index_list_split(context, offset, 1, operands, &count, &segments[1]);
  const tern_attr_t *static_sizes = tern_index_list_split(context, sizes, rank, operands, &count, &segments[2]);
  const tern_attr_t *static_strides = tern_index_list_split(context, strides, rank, operands, &count, &segments[3]);
  return tern_build_value(builder, TERN_MEMREF(REINTERPRET_CAST), .operands = {operands, count},
                          .types = TERN_TYPES(type), .segments = segments,
                          .attrs = TERN_ATTRS({"static_offsets", static_offset}, {"static_sizes", static_sizes},
                                              {"static_strides", static_strides}));
}
