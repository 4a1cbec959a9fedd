// The uses of tensor memory in their order, as its tokens tell it, and whose each of them is.
//
//   %m, %t = ttng.tmem_alloc                     root
//   %u = scf.for ... iter_args(%s = %t) {        loop, with a part: its body
//     %v = ttng.tc_gen5_mma ..., %m[%s]            product
//     scf.yield %v                                 yield: who has the memory goes back to whom the loop's result is
//   }
//   %x, %w = ttng.tmem_load %m[%u]               load

#ifndef TERN_TRANSFORM_NVWS_TMEM_CHAIN_H_
#define TERN_TRANSFORM_NVWS_TMEM_CHAIN_H_

#include "base/vec.h"
#include "ir/op.h"
#include "transform/ttg/warp_specialize/partitions.h"

// A partition of a loop. Memory that nobody in particular has is the function's own.
typedef struct tern_tmem_owner {
  bool is_known;
  size_t partition;
  int64_t tag;  // of the loop
} tern_tmem_owner_t;

static inline bool tern_tmem_same_owner(tern_tmem_owner_t a, tern_tmem_owner_t b) {
  return a.is_known == b.is_known && (!a.is_known || (a.partition == b.partition && a.tag == b.tag));
}

typedef struct tern_tmem_use {
  tern_op_t *op;
  size_t token;  // the operand that is the token, if has_token
  bool has_token;
  tern_tmem_owner_t owner;
  struct tern_tmem_use *next;      // NULL: the last one
  struct tern_tmem_use *previous;  // NULL: the first one of a part
  struct tern_tmem_use
      *first;  // of a yield, the first use of its part; of the first use, the loop or conditional around it
  struct tern_tmem_use *parts[2];  // the first uses in a loop's body, or in the branches of a conditional
  size_t part_count;
  size_t result;  // of a loop or conditional: which one is the token
} tern_tmem_use_t;

typedef struct tern_tmem_chain {
  tern_tmem_use_t *root;            // of the allocation
  TERN_VEC(tern_tmem_use_t *) all;  // owned
  // Why there is no chain, and where.
  const char *problem;
  const tern_op_t *culprit;
} tern_tmem_chain_t;

// False: tokens do not say what the order is, and `problem` says why.
bool tern_tmem_chain_build(tern_tmem_chain_t *chain, tern_op_t *alloc);
void tern_tmem_chain_deinitialize(tern_tmem_chain_t *chain);

typedef TERN_VEC(tern_tmem_owner_t) tern_tmem_owners_t;
// The partitions that have the memory at some time, in order, each once. `*out_has_function` is true if the function has it after one of
// them had it. To be deinitialized by the caller.
tern_tmem_owners_t tern_tmem_chain_owners(const tern_tmem_chain_t *chain, bool *out_has_function);

#endif  // TERN_TRANSFORM_NVWS_TMEM_CHAIN_H_
