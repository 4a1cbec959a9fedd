// Encodings of ttg as linear layouts (analysis/layout/linear_layout.h): which element of a tensor lies in which register of
// which thread, or at which offset of shared memory, as Triton 3.6 has it.
//
// Distributed encodings give register, lane, warp, block -> dim0, dim1 ..., those of shared memory offset, block -> dim0,
// dim1 .... All functions are pure and thread-safe.

#ifndef TERN_DIALECT_TTG_LAYOUT_H_
#define TERN_DIALECT_TTG_LAYOUT_H_

#include "analysis/layout/linear_layout.h"
#include "dialect/ttg/ttg.h"

// The layout of a tensor of `shape` (powers of two, as many as the encoding has dimensions). Threads that find nothing
// have what others have, and where the encoding is smaller than the tensor it is repeated by registers or offsets. Padding is left
// out: offsets of padded_shared count elements alone. The layout has an error where the encoding has none for the shape.
tern_layout_t tern_ttg_layout(const tern_attr_t *encoding, const int64_t *shape);
// The layout of a tensor's or memory descriptor's type, which has an encoding of ttg. A descriptor's is the one of its allocation's
// last dimensions: as many as its encoding has.
tern_layout_t tern_ttg_type_layout(const tern_type_t *type);
// How blocks of a cluster are dealt, as `CGALayout` says: block -> dim0, dim1 .... Each part of the tensor is as large.
tern_layout_t tern_ttg_cga_layout(const tern_attr_t *encoding);
// The layout of the bases themselves, of linear, shared_linear and padded_shared.
tern_layout_t tern_ttg_own_layout(const tern_attr_t *encoding);

// Do both give the elements of a tensor of `shape` the same places? Either may be NULL, and is equal to NULL alone.
bool tern_ttg_same_layout(const int64_t *shape, const tern_attr_t *encoding, const tern_attr_t *other);
// Has each thread as many registers with both types, and the same threads copies of what others have? Then elements that may come in
// any order are where they have to be.
bool tern_ttg_is_cheap_view(const tern_type_t *from, const tern_type_t *to);
// Have threads room for what they have of the tensor, if it gets this encoding?
bool tern_ttg_is_cheap_cat(const tern_type_t *tensor, const tern_attr_t *encoding);

// The linear encoding with this layout, whose outputs are dim0, dim1 ...; of shared memory, with an alignment.
const tern_attr_t *tern_ttg_linear_get(tern_context_t *context, const tern_layout_t *layout);
const tern_attr_t *tern_ttg_shared_linear_get(tern_context_t *context, const tern_layout_t *layout, int64_t alignment);
// Bytes that memory of this encoding has to be aligned to.
int64_t tern_ttg_alignment(const tern_attr_t *shared);

// --- orders of dimensions, the fastest first ---

// The rank - 1, the rank - 2 and so on; the first two change places unless `is_row_major`.
void tern_ttg_matrix_order(size_t rank, bool is_row_major, size_t *out_order);
// The order that the bases of `field` go along dimensions in, and behind those the others, the last first.
void tern_ttg_order_of(const tern_attr_t *encoding, tern_ttg_field_t field, size_t *out_order);
// How large the bases make each dimension.
void tern_ttg_sizes_of(const tern_attr_t *encoding, int64_t *out_sizes);

// --- parts, for the files that make layouts ---

// Adds `size` elements along dimension `dim` to an input, beyond what both have.
void tern_ttg_extend(tern_layout_t *layout, const char *in, size_t dim, int64_t size);
// The same for each dimension in an order.
void tern_ttg_extend_all(tern_layout_t *layout, const char *in, const int64_t *sizes, const size_t *order, size_t rank);
// A layout of a block, as large as the encoding makes it, made as large as the tensor's part, and dealt to the cluster's blocks.
tern_layout_t tern_ttg_fit(const tern_layout_t *block, const tern_layout_t *cga, const int64_t *shape);
// The sizes of a block's part.
void tern_ttg_part_shape(const tern_attr_t *encoding, const int64_t *shape, int64_t *out_shape);
// layout_shared.c
tern_layout_t tern_ttg_shared_layout(const tern_attr_t *encoding, const int64_t *shape);
// layout_matrix.c: of sums and operands of matrix instructions.
tern_layout_t tern_ttg_matrix_layout(const tern_attr_t *encoding, const int64_t *shape);
tern_layout_t tern_ttg_operand_layout(const tern_attr_t *encoding, const int64_t *shape);

#endif  // TERN_DIALECT_TTG_LAYOUT_H_
