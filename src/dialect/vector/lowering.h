// Rewrites of vector ops in terms of simpler vector ops, as tables of patterns by what they lower (upstream:
// populateVector*LoweringPatterns). Passes and scripts put together what they need. All patterns read their options
// from `user`, a tern_vector_lowering_options_t.

#ifndef TERN_DIALECT_VECTOR_LOWERING_H_
#define TERN_DIALECT_VECTOR_LOWERING_H_

#include "base/vec.h"
#include "dialect/vector/vector.h"
#include "rewrite/rewriter.h"

typedef enum tern_vector_contract_lowering {
  TERN_VECTOR_CONTRACT_DOT,
  TERN_VECTOR_CONTRACT_LLVM_INTRINSIC,
  TERN_VECTOR_CONTRACT_OUTER_PRODUCT,
  TERN_VECTOR_CONTRACT_PARALLEL_ARITH,
} tern_vector_contract_lowering_t;

typedef enum tern_vector_transpose_lowering {
  TERN_VECTOR_TRANSPOSE_ELTWISE,
  TERN_VECTOR_TRANSPOSE_LLVM_INTRINSIC,
  TERN_VECTOR_TRANSPOSE_SHUFFLE_1D,
  TERN_VECTOR_TRANSPOSE_SHUFFLE_16X16,
} tern_vector_transpose_lowering_t;

typedef enum tern_vector_multi_reduction_lowering {
  TERN_VECTOR_MULTI_REDUCTION_INNER_PARALLEL,
  TERN_VECTOR_MULTI_REDUCTION_INNER_REDUCTION,
} tern_vector_multi_reduction_lowering_t;

typedef struct tern_vector_lowering_options {
  tern_vector_contract_lowering_t contract;
  tern_vector_transpose_lowering_t transpose;
  tern_vector_multi_reduction_lowering_t multi_reduction;
  size_t max_transfer_rank;      // of transfers that become loads and stores
  size_t target_rank;            // that loops over transfers end with
  bool force_32bit_indices;      // numbers of lanes are i32
  bool lowers_tensor_transfers;  // loops also for transfers from and to tensors
} tern_vector_lowering_options_t;

// Tables, each ended by a row without `rewrite`.
extern const tern_pattern_t tern_vector_canonicalization_patterns[];  // what masks are known to be, and transposes
extern const tern_pattern_t tern_vector_bitcast_patterns[];
extern const tern_pattern_t tern_vector_broadcast_patterns[];
extern const tern_pattern_t tern_vector_outerproduct_patterns[];
extern const tern_pattern_t tern_vector_contract_patterns[];         // without outer products
extern const tern_pattern_t tern_vector_mask_op_patterns[];          // create_mask and constant_mask
extern const tern_pattern_t tern_vector_masked_transfer_patterns[];  // vector.mask around ops that take masks
extern const tern_pattern_t tern_vector_mask_materialization_patterns[];
extern const tern_pattern_t tern_vector_shape_cast_patterns[];
extern const tern_pattern_t tern_vector_interleave_patterns[];
extern const tern_pattern_t tern_vector_interleave_to_shuffle_patterns[];
extern const tern_pattern_t tern_vector_transpose_patterns[];
extern const tern_pattern_t tern_vector_transfer_patterns[];
extern const tern_pattern_t tern_vector_permutation_map_patterns[];
extern const tern_pattern_t tern_vector_strided_slice_patterns[];
extern const tern_pattern_t tern_vector_strided_slice_decomposition_patterns[];
extern const tern_pattern_t tern_vector_step_patterns[];
extern const tern_pattern_t tern_vector_fma_patterns[];
extern const tern_pattern_t tern_vector_gather_patterns[];  // to one dimension
extern const tern_pattern_t tern_vector_from_elements_patterns[];
extern const tern_pattern_t tern_vector_to_elements_patterns[];
extern const tern_pattern_t tern_vector_multi_reduction_patterns[];
extern const tern_pattern_t tern_vector_scan_patterns[];
// To scf: transfers as loops through buffers, as straight code, one element at a time; rows of transposed scalable
// vectors; printing.
extern const tern_pattern_t tern_vector_transfer_loop_patterns[];
extern const tern_pattern_t tern_vector_transfer_unroll_patterns[];
extern const tern_pattern_t tern_vector_transfer_1d_patterns[];
extern const tern_pattern_t tern_vector_transfer_scalable_patterns[];
extern const tern_pattern_t tern_vector_print_to_loops_patterns[];

// Puts a table at the end of a list of patterns.
typedef TERN_VEC(tern_pattern_t) tern_vector_pattern_list_t;
static inline void tern_vector_add_patterns(tern_vector_pattern_list_t *list, const tern_pattern_t *table) {
  for (; table->rewrite; ++table) tern_vec_push(list, *table);
}
// Applies tables (NULL-terminated) inside `root` until nothing changes, ops later in the text first, with folding.
bool tern_vector_lower(tern_op_t *root, const tern_pattern_t *const *tables,
                       const tern_vector_lowering_options_t *options);

#endif  // TERN_DIALECT_VECTOR_LOWERING_H_
