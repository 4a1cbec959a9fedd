// How tensors that products take are laid out in shared memory on the way to the threads that multiply them.

#ifndef TERN_TRANSFORM_TTG_OPERAND_MEMORY_H_
#define TERN_TRANSFORM_TTG_OPERAND_MEMORY_H_

#include "dialect/ttg/blocked.h"

// How many registers of a thread go along each dimension of a tensor with an encoding. False: it has no layout.
bool tern_ttg_registers_of(const tern_type_t *tensor, int64_t *out_counts);
// The order in which a tensor is written to memory: that of its registers, unless threads alone go along the first dimension of
// their order. False: it has no layout.
bool tern_ttg_memory_order(const tern_type_t *tensor, int64_t *out_order);
// Swizzled memory in which what is written in `order` is read as `operand`, a dot_op encoding; `is_turned`: it is read with its
// two dimensions exchanged. `shape` is the tensor's as it is written, `cga` a list of bases.
const tern_attr_t *tern_ttg_operand_memory(const tern_attr_t *operand, const int64_t *shape, const int64_t *order,
                                           size_t rank, uint64_t cga, uint32_t element_bits, bool is_turned);
// The same for mma.sync, of which a thread has `k_width` neighbours along the depth of operand `index`.
const tern_attr_t *tern_ttg_mma_memory(tern_context_t *context, int64_t index, int64_t k_width, const int64_t *shape,
                                       const int64_t *order, size_t rank, uint64_t cga, uint32_t element_bits);
// An immutable descriptor of as much memory as the tensor takes.
const tern_type_t *tern_ttg_memory_for(const tern_type_t *tensor, const tern_attr_t *encoding);
// A descriptor of as much memory as the tensor takes, without a swizzle, in the order of the tensor's registers (upstream:
// getSharedEncoding of a type).
const tern_type_t *tern_ttg_plain_memory(const tern_type_t *tensor, bool is_mutable);

// Is there more to do than each warp can by renaming registers and letting each lane ask others for one half of them? Where it is
// more memory is as fast, and what other warps have as well counts as theirs.
bool tern_ttg_needs_memory(const tern_type_t *from, const tern_type_t *to);
// A ttg.convert_layout to an operand of a product becomes an allocation and a load, where it needs memory; others stay.
void tern_ttg_convert_by_memory(tern_op_t *conversion);

#endif  // TERN_TRANSFORM_TTG_OPERAND_MEMORY_H_
