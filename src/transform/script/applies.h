// The ops of a script that can be run, by file. Private to src/transform/script.

#ifndef TERN_TRANSFORM_SCRIPT_APPLIES_H_
#define TERN_TRANSFORM_SCRIPT_APPLIES_H_

#include "transform/script/script.h"

#define TERN_SCRIPT_APPLIES(X)                                          \
  X(SEQUENCE, sequence)                                                 \
  X(INCLUDE, include)                                                   \
  X(FOREACH, foreach)                                                   \
  X(FOREACH_MATCH, foreach_match)                                       \
  X(COLLECT_MATCHING, collect_matching)                                 \
  X(ALTERNATIVES, alternatives)                                         \
  X(CAST, cast)                                                         \
  X(SPLIT_HANDLE, split_handle)                                         \
  X(MERGE_HANDLES, merge_handles)                                       \
  X(REPLICATE, replicate)                                               \
  X(SELECT, select)                                                     \
  X(NUM_ASSOCIATIONS, num_associations)                                 \
  X(GET_PARENT_OP, get_parent_op)                                       \
  X(GET_PRODUCER_OF_OPERAND, get_producer_of_operand)                   \
  X(GET_CONSUMERS_OF_RESULT, get_consumers_of_result)                   \
  X(GET_DEFINING_OP, get_defining_op)                                   \
  X(GET_OPERAND, get_operand)                                           \
  X(GET_RESULT, get_result)                                             \
  X(GET_TYPE, get_type)                                                 \
  X(PARAM_CONSTANT, param_constant)                                     \
  X(MATCH_OPERATION_NAME, match_operation_name)                         \
  X(MATCH_OPERATION_EMPTY, match_operation_empty)                       \
  X(MATCH_PARAM_CMPI, match_param_cmpi)                                 \
  X(MATCH_STRUCTURED, match_structured)                                 \
  X(MATCH_STRUCTURED_BODY, match_body)                                  \
  X(MATCH_STRUCTURED_CLASSIFY_CONTRACTION_DIMS, match_contraction)      \
  X(MATCH_STRUCTURED_CLASSIFY_CONVOLUTION_DIMS, match_convolution)      \
  X(MATCH_STRUCTURED_DIM, match_dim)                                    \
  X(MATCH_STRUCTURED_ELEMENTAL_BITWIDTH, match_elemental_bitwidth)      \
  X(MATCH_STRUCTURED_INPUT, match_input)                                \
  X(MATCH_STRUCTURED_INIT, match_init)                                  \
  X(MATCH_STRUCTURED_NUM_INPUTS, match_num_inputs)                      \
  X(MATCH_STRUCTURED_NUM_INITS, match_num_inits)                        \
  X(MATCH_STRUCTURED_RANK, match_rank)                                  \
  X(MATCH_STRUCTURED_RESULT, match_result)                              \
  X(ANNOTATE, annotate)                                                 \
  X(APPLY_CSE, apply_cse)                                               \
  X(APPLY_DCE, apply_dce)                                               \
  X(APPLY_LICM, apply_licm)                                             \
  X(APPLY_PATTERNS, apply_patterns)                                     \
  X(APPLY_REGISTERED_PASS, apply_registered_pass)                       \
  X(APPLY_CONVERSION_PATTERNS, apply_conversion_patterns)               \
  X(VERIFY, verify)                                                     \
  X(PRINT, print)                                                       \
  X(DEBUG_EMIT_REMARK_AT, emit_remark_at)                               \
  X(DEBUG_EMIT_PARAM_AS_REMARK, emit_param_as_remark)                   \
  X(STRUCTURED_MATCH, structured_match)                                 \
  X(STRUCTURED_TILE_USING_FOR, tile_using_for)                          \
  X(STRUCTURED_TILE_USING_FORALL, tile_using_forall)                    \
  X(STRUCTURED_FUSE, fuse)                                              \
  X(STRUCTURED_FUSE_INTO_CONTAINING_OP, fuse_into_containing_op)        \
  X(STRUCTURED_SPLIT, split)                                            \
  X(STRUCTURED_SCALARIZE, scalarize)                                    \
  X(STRUCTURED_GENERALIZE, generalize)                                  \
  X(STRUCTURED_INTERCHANGE, interchange)                                \
  X(STRUCTURED_LINALG_COPY_TO_MEMREF, linalg_copy_to_memref)            \
  X(STRUCTURED_REPLACE, structured_replace)                             \
  X(STRUCTURED_MULTITILE_SIZES, multitile_sizes)                        \
  X(LOOP_FORALL_TO_FOR, forall_to_for)                                  \
  X(LOOP_FORALL_TO_PARALLEL, forall_to_parallel)                        \
  X(LOOP_PARALLEL_FOR_TO_NESTED_FORS, parallel_to_nested_fors)          \
  X(LOOP_UNROLL, loop_unroll)                                           \
  X(LOOP_PEEL, loop_peel)                                               \
  X(LOOP_OUTLINE, loop_outline)                                         \
  X(LOOP_COALESCE, loop_coalesce)                                       \
  X(LOOP_PROMOTE_IF_ONE_ITERATION, promote_if_one_iteration)            \
  X(SCF_TAKE_ASSUMED_BRANCH, take_assumed_branch)                       \
  X(GPU_MAP_FORALL_TO_BLOCKS, map_forall_to_blocks)                     \
  X(GPU_MAP_NESTED_FORALL_TO_THREADS, map_nested_forall_to_threads)     \
  X(NVGPU_CREATE_ASYNC_GROUPS, create_async_groups)                     \
  X(NVGPU_PIPELINE_SHARED_MEMORY_COPIES, pipeline_copies)               \
  X(NVGPU_REWRITE_MATMUL_AS_MMA_SYNC, matmul_as_mma_sync)               \
  X(NVGPU_REWRITE_COPY_AS_TMA, copy_as_tma)                             \
  X(IREE_FORALL_TO_FLOW, forall_to_flow)                                \
  X(IREE_REGION_TO_WORKGROUPS, region_to_workgroups)                    \
  X(IREE_WRAP_IN_DISPATCH_REGION, wrap_in_dispatch_region)              \
  X(IREE_CLONE_PRECEDING_OP_INTO_DISPATCH_REGION, clone_preceding_op)   \
  X(IREE_MOVE_PRECEDING_OP_INTO_DISPATCH_REGION, move_preceding_op)     \
  X(IREE_CLONE_SUCCEEDING_OP_INTO_DISPATCH_REGION, clone_succeeding_op) \
  X(IREE_MOVE_SUCCEEDING_OP_INTO_DISPATCH_REGION, move_succeeding_op)

#define DECLARE(ID, name) tern_script_result_t tern_script_##name(tern_script_t *script, tern_op_t *op);
TERN_SCRIPT_APPLIES(DECLARE)
#undef DECLARE

// Runs a pass by flag, with options as a command line has them, on one op. The diagnostics are the pass's. False if it failed.
bool tern_script_run_pass(tern_script_t *script, tern_op_t *target, const char *flag, tern_str_t options);
// The positions in [0, limit) that the list `list_name` of the op asks for, in order; `out` has room for `limit` of them. They are
// about `what` of `target`, as notes say.
tern_script_result_t tern_script_expand_positions(tern_script_t *script, const tern_op_t *op, const tern_op_t *target,
                                                  const char *list_name, const char *what, size_t limit, size_t *out,
                                                  size_t *out_count);
// `error: transform applied to the wrong op kind`, with the op.
tern_script_result_t tern_script_wrong_kind(tern_script_t *script, const tern_op_t *op, const tern_op_t *target);

#endif  // TERN_TRANSFORM_SCRIPT_APPLIES_H_
