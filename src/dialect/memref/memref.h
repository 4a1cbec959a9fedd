// memref: buffers in memory, views of them, and access to their elements.

#ifndef TERN_DIALECT_MEMREF_MEMREF_H_
#define TERN_DIALECT_MEMREF_MEMREF_H_

#include "dialect/common/dynamic_index_list.h"
#include "dialect/memref/type_inference.h"
#include "ir/op_def.h"
#include "rewrite/builder.h"

enum {
#define OP(ID, ...) TERN_MEMREF_##ID,
#include "dialect/memref/memref_ops.def"
#undef OP
  TERN_MEMREF_OP_COUNT
};

extern const tern_op_row_t tern_memref_ops[];
extern const tern_dialect_t tern_memref_dialect;

#define TERN_MEMREF(ID) (&tern_memref_ops[TERN_MEMREF_##ID])
// Unit attribute of a memref.atomic_rmw on a GPU that orders no other memory, and that only invocations of its device can see.
#define TERN_MEMREF_RELAXED_ATTR "tern.relaxed"

// May a memref.cast go between the types?
bool tern_memref_are_cast_compatible(const tern_type_t *a, const tern_type_t *b);
// The source of `value`'s memref.cast, if the cast only forgets static information; else NULL
// (upstream: CastOp::canFoldIntoConsumerOp).
tern_value_t *tern_memref_foldable_cast_source(const tern_value_t *value);
// Makes operands of `op` look through memref.casts of ranked memrefs; `kept` (may be NULL) is left alone. True if
// something changed (upstream: memref::foldMemRefCast).
bool tern_memref_fold_cast_operands(tern_op_t *op, const tern_value_t *kept);

// --- building ---

// memref.alloc of `type`; `dynamic_sizes` has one value for each dynamic dimension.
tern_value_t *tern_memref_build_alloc(tern_builder_t *builder, const tern_type_t *type, tern_values_t dynamic_sizes);
// memref.subview with an inferred type.
tern_value_t *tern_memref_build_subview(tern_builder_t *builder, tern_value_t *source, const tern_slice_t *slice);
// memref.dim, or a constant where the type knows it.
tern_value_t *tern_memref_build_dim(tern_builder_t *builder, tern_value_t *source, size_t dim);
// All dimensions of a ranked memref, static ones as constants. Writes as many as its rank.
void tern_memref_mixed_sizes(tern_builder_t *builder, tern_value_t *source, tern_mixed_index_t *out_sizes);
// memref.prefetch, to read: of a buffer and its indices. `locality`: 0 (leave it out of the caches) to 3 (the nearest one).
void tern_memref_build_prefetch(tern_builder_t *builder, tern_values_t operands, int64_t locality);

// memref.extract_strided_metadata of a strided memref: base, offset, sizes, strides.
tern_op_t *tern_memref_build_metadata(tern_builder_t *builder, tern_value_t *source);

#endif  // TERN_DIALECT_MEMREF_MEMREF_H_
