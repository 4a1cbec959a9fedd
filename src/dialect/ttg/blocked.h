// Blocked encodings made for a shape, and what of a tensor one thread has.
//
// All functions but the one that builds an op are pure and thread-safe.

#ifndef TERN_DIALECT_TTG_BLOCKED_H_
#define TERN_DIALECT_TTG_BLOCKED_H_

#include "dialect/ttg/layout.h"
#include "rewrite/builder.h"

enum { TERN_TTG_MAX_RANK = TERN_LAYOUT_MAX_DIMS };

// How many of each there are for a tensor.
typedef struct tern_ttg_machine {
  int64_t warps, threads, ctas;  // warps of a block, threads of a warp, blocks of a cluster
} tern_ttg_machine_t;

// A list of bases that deals blocks of a cluster to the parts of a tensor of `shape`, from the slowest dimension of `order` on,
// where each block gets at least `sizes` elements.
uint64_t tern_ttg_deal_ctas(tern_context_t *context, const int64_t *shape, const int64_t *sizes, const int64_t *order,
                            size_t rank, int64_t ctas);
// The list of bases by which an encoding deals blocks of a cluster, whatever its kind.
uint64_t tern_ttg_cga_list(const tern_attr_t *encoding);
// The blocked encoding of a tensor of `shape` where a thread has `sizes` neighbours in each dimension: threads and warps are dealt
// to the fastest dimension of `order` first, and the slowest one gets all that are left. `cga` is a list of bases.
const tern_attr_t *tern_ttg_blocked_for(tern_context_t *context, const int64_t *shape, const int64_t *sizes,
                                        const int64_t *order, size_t rank, tern_ttg_machine_t machine, uint64_t cga);
// The encoding that a tensor gets before anybody knows better: one element for each thread, the last dimension the fastest.
const tern_attr_t *tern_ttg_default_encoding(tern_context_t *context, const int64_t *shape, size_t rank,
                                             tern_ttg_machine_t machine);

// The blocked encoding of a reshaped tensor, so that each thread has what it had; NULL: there is none.
const tern_attr_t *tern_ttg_reshape_blocked(const tern_attr_t *encoding, const int64_t *shape,
                                            const int64_t *result_shape, size_t result_rank);

// What one thread has.
typedef struct tern_ttg_share {
  size_t rank;
  size_t order[TERN_TTG_MAX_RANK];        // dimensions as its registers go along them, the fastest first
  int64_t contiguous[TERN_TTG_MAX_RANK];  // neighbours in its first registers
  int64_t elements;                       // registers, those included that have the same as others
} tern_ttg_share_t;

// Of a tensor of `shape`. False: the encoding has no layout for it.
bool tern_ttg_share_of(const tern_attr_t *encoding, const int64_t *shape, tern_ttg_share_t *out);

// A ttg.convert_layout of the value, even if it has that encoding already.
tern_value_t *tern_ttg_build_convert(tern_builder_t *builder, tern_value_t *value, const tern_attr_t *encoding);

#endif  // TERN_DIALECT_TTG_BLOCKED_H_
