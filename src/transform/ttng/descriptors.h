// How blocks of tensor descriptors lie in shared memory, for the passes that make copies by tensor maps of them (upstream:
// TMAUtilities.cpp).

#ifndef TERN_TRANSFORM_TTNG_DESCRIPTORS_H_
#define TERN_TRANSFORM_TTNG_DESCRIPTORS_H_

#include "dialect/ttg/ttg.h"

// The encoding of a descriptor, or of shared memory, for a block of another rank: leading dimensions are left out, or added as ones.
// NULL: only nvmma_shared and swizzled_shared can be changed so.
const tern_attr_t *tern_descriptor_encoding_of_rank(const tern_attr_t *encoding, size_t rank);
// How blocks of a cluster are dealt, as the value of a CGALayout of `rank` dimensions; `encoding` NULL: not at all.
const tern_attr_t *tern_descriptor_cga(tern_context_t *context, const tern_attr_t *encoding, size_t rank);
// What a block of type `tensor` is laid out as if nobody wants anything else: nvmma_shared, with the swizzle that goes with what is
// moved, of `shape`. `cga` is from tern_descriptor_cga().
const tern_attr_t *tern_descriptor_default_encoding(const tern_type_t *tensor, const tern_attr_t *cga,
                                                    const int64_t *shape);
// The descriptor's type whose block has this encoding.
const tern_type_t *tern_descriptor_with_encoding(const tern_type_t *descriptor, const tern_attr_t *encoding);

// A tensor map, as PTX's tensormap.replace has it.
typedef struct tern_tensormap {
  int64_t box[8];  // elements that one copy moves, in the order of the block's dimensions
  int64_t element, swizzle;
  bool is_fp4_padded;  // numbers of 4 bits, of which sixteen take 16 bytes of shared memory
} tern_tensormap_t;
// False after saying in `*out_error`, a literal, why there is no tensor map for blocks of a descriptor's type.
bool tern_tensormap_of(const tern_type_t *descriptor, tern_tensormap_t *out, const char **out_error);

#endif  // TERN_TRANSFORM_TTNG_DESCRIPTORS_H_
