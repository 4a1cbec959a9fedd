// Products whose sums lie in tensor memory (upstream: BlockedToMMAv5, ScaledBlockedToMMAv5).
//
//   %d = tt.dot %a, %b, %c
//
// becomes
//
//   %x = ttg.local_alloc %a                                %s, %t = ttng.tmem_alloc %c
//   %y = ttg.local_alloc %b                                %u = ttng.tc_gen5_mma %x, %y, %s[%t], %true, %true
//                                                          %d = ttng.tmem_load %s[%u]
//
// Where two blocks of a cluster have the upper and the lower rows and the second operand is loaded, each of them loads half of its columns
// and the instruction reads both halves. Scales lie in tensor memory as well; those that are loaded pass through shared memory, from where
// the pipeliner copies them.

#ifndef TERN_TRANSFORM_TTG_MATMUL_TENSOR_MEMORY_PRODUCTS_H_
#define TERN_TRANSFORM_TTG_MATMUL_TENSOR_MEMORY_PRODUCTS_H_

#include "rewrite/rewriter.h"

// Can the sums of this tt.dot_scaled lie in tensor memory?
bool tern_ttg_fits_tensor_memory_scaled(const tern_op_t *dot);
// Rewrites a tt.dot of version 5 (mma_choice.h), or such a tt.dot_scaled. `prefers_rows_of_products`: how sums are read where both ways
// are possible.
bool tern_ttg_multiply_in_tensor_memory(tern_op_t *dot, tern_rewriter_t *rewriter, bool prefers_rows_of_products);

#endif  // TERN_TRANSFORM_TTG_MATMUL_TENSOR_MEMORY_PRODUCTS_H_
