// ttng: what only NVIDIA's chips have of Triton's programs: barriers that count bytes, copies by tensor maps, products of a group of
// warps, and tensor memory (upstream: TritonNvidiaGPU of Triton 3.6).
//
// Tensor memory has rows, which the lanes of warps are bound to, and columns; dialect/ttng/layout.h has its encodings as linear layouts.

#ifndef TERN_DIALECT_TTNG_TTNG_H_
#define TERN_DIALECT_TTNG_TTNG_H_

#include "dialect/ttg/ttg.h"
#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_TTNG_##ID,
#include "dialect/ttng/ttng_ops.def"
#undef OP
  TERN_TTNG_OP_COUNT
};
extern const tern_op_row_t tern_ttng_ops[];
extern const tern_dialect_t tern_ttng_dialect;
#define TERN_TTNG(ID) (&tern_ttng_ops[TERN_TTNG_##ID])

// Parameters of the attributes:
//   tensor_memory_encoding          [blockM, blockN, colStride, CTASplitM, CTASplitN, twoCTAs]
//   tensor_memory_scales_encoding   [CTASplitM, CTASplitN]
//   tensor_memory                   []
typedef enum tern_ttng_attr {
  TERN_TTNG_ATTR_TENSOR_MEMORY_ENCODING,
  TERN_TTNG_ATTR_TENSOR_MEMORY_SCALES_ENCODING,
  TERN_TTNG_ATTR_TENSOR_MEMORY,
  TERN_TTNG_ATTR_COUNT
} tern_ttng_attr_t;
extern const tern_attr_row_t tern_ttng_attrs[];

// Is `attr`, which may be NULL, of this kind?
static inline bool tern_attr_is_ttng(const tern_attr_t *attr, tern_ttng_attr_t id) {
  return attr && attr->kind == TERN_ATTR_DIALECT && attr->row == &tern_ttng_attrs[id];
}
static inline bool tern_ttng_is_tensor_memory(const tern_attr_t *encoding) {
  return tern_attr_is_ttng(encoding, TERN_TTNG_ATTR_TENSOR_MEMORY_ENCODING) ||
         tern_attr_is_ttng(encoding, TERN_TTNG_ATTR_TENSOR_MEMORY_SCALES_ENCODING);
}

// What an encoding of tensor memory says; of scales, only how it is split.
typedef struct tern_tensor_memory {
  int64_t block_m, block_n;
  int64_t column_stride;     // elements from one column to the next; between them is nothing
  int64_t split_m, split_n;  // blocks of a cluster that have parts of their own
  bool is_two_ctas;          // laid out for products of two blocks
} tern_tensor_memory_t;

tern_tensor_memory_t tern_tensor_memory_read(const tern_attr_t *encoding);
// An encoding that says this; of scales where `block_m` is 0.
const tern_attr_t *tern_tensor_memory_get(tern_context_t *context, const tern_tensor_memory_t *memory);

// NULL, or why a memory descriptor cannot have the encoding of tensor memory that it has; valid as long as texts of attributes are.
const char *tern_ttng_check_memdesc(const tern_memdesc_t *memdesc);

#endif  // TERN_DIALECT_TTNG_TTNG_H_
