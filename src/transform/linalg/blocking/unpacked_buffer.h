// Operands that lie as panels, and the op that says what they mean. A panel has so many columns of a matrix (of a filter: features),
// row after row; panels follow each other. With a group, so many rows lie interleaved, as units that multiply narrow numbers want them.
//
//   %w = linalg.generic {indexing_maps = [affine_map<(k, n) -> (n floordiv 64, k, n mod 64)>, affine_map<(k, n) -> (k, n)>]}
//     ins(%panels : tensor<8x256x64xf32>) outs(%empty : tensor<256x512xf32>) { copy }
//
// On tensors a dispatch has this op beside the one that needs the operand, on buffers a temporary that nothing else writes. It is an
// ordinary op, right wherever it is lowered; --linalg-contractions-to-amx and --linalg-fold-unpacking read the panels instead.

#ifndef TERN_TRANSFORM_LINALG_BLOCKING_UNPACKED_BUFFER_H_
#define TERN_TRANSFORM_LINALG_BLOCKING_UNPACKED_BUFFER_H_

#include "base/vec.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/linalg/structured.h"

// How a tensor is packed: of its last dimension so many elements are in a panel, and of the one before so many in a group; 1: none.
typedef struct tern_packing {
  int64_t width, group;
} tern_packing_t;

// The type of the panels, as many as hold the tensor, which has two dimensions at least; the dimension of groups is divided evenly.
const tern_type_t *tern_packing_type(const tern_packing_t *packing, const tern_type_t *unpacked);
// On tensors: the panels of a tensor, which fills the last of them; `is_transposed`: of a matrix whose rows are the columns meant above.
// The op has the attribute (unit) TERN_PACKING.
#define TERN_PACKING "tern.packing"
tern_value_t *tern_packing_build_pack(tern_builder_t *builder, const tern_packing_t *packing, tern_value_t *tensor,
                                      bool is_transposed);
// The config of a parameter whose panels the runtime makes of another one: the key and the type of that, and how they are packed.
#define TERN_PARAMETER_SOURCE "tern.source"
#define TERN_PARAMETER_SOURCE_TYPE "tern.source_type"
#define TERN_PARAMETER_WIDTH "tern.width"
#define TERN_PARAMETER_GROUP "tern.group"
#define TERN_PARAMETER_TRANSPOSED "tern.transposed"  // 0 or 1
// The config of a parameter that is to lie at a multiple of so many bytes.
#define TERN_PARAMETER_ALIGNMENT "tern.alignment"
// The attribute (unit) of an unpacking that is meant to be a part of the dispatches that need it.
#define TERN_UNPACKING "tern.unpacking"
// On tensors, with that attribute.
tern_value_t *tern_packing_build_unpack(tern_builder_t *builder, const tern_packing_t *packing, tern_value_t *panels,
                                        const tern_type_t *type);
// Is it such an op, on tensors or on buffers?
bool tern_unpacking_match(const tern_op_t *op, tern_packing_t *out_packing);

// A temporary that is written by an unpacking alone, and read by structured ops, also through memref.subview.
typedef struct tern_unpacked_buffer {
  tern_op_t *memory, *unpacking;
  tern_packing_t packing;
} tern_unpacked_buffer_t;

typedef TERN_VEC(tern_unpacked_buffer_t) tern_unpacked_buffers_t;

// Those of the function. To be deinitialized.
void tern_unpacked_buffers_find(tern_op_t *func, tern_unpacked_buffers_t *out_buffers);
// Takes the ops that write the buffers out of the function, which then looks as if their memory was given; and puts them back.
void tern_unpacked_buffers_detach(const tern_unpacked_buffers_t *buffers);
void tern_unpacked_buffers_attach(const tern_unpacked_buffers_t *buffers);
// Removes what nobody reads any more.
void tern_unpacked_buffers_clean(const tern_unpacked_buffers_t *buffers);

// What a memref is of an unpacked buffer: all of it, or a part that begins with a panel.
typedef struct tern_unpacked_view {
  const tern_unpacked_buffer_t *buffer;
  tern_value_t *panels;
  tern_mixed_index_t offsets[TERN_LINALG_MAX_LOOPS];
} tern_unpacked_view_t;
bool tern_unpacked_view_find(const tern_unpacked_buffers_t *buffers, const tern_value_t *memref,
                             tern_unpacked_view_t *out_view);
// The panels of a view of a matrix with groups, with all columns of a group of rows in one dimension.
tern_value_t *tern_unpacked_view_build_lines(tern_builder_t *builder, const tern_unpacked_view_t *view);

#endif  // TERN_TRANSFORM_LINALG_BLOCKING_UNPACKED_BUFFER_H_
