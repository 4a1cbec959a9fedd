// The hooks of nvvm's rows. Private to src/dialect/nvvm.

#ifndef TERN_DIALECT_NVVM_HOOKS_H_
#define TERN_DIALECT_NVVM_HOOKS_H_

#include "asm/format/format.h"
#include "dialect/nvvm/nvvm.h"

// attrs.c
const tern_attr_t *tern_nvvm_parse_shape(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type);
void tern_nvvm_print_shape(tern_printer_t *printer, const tern_attr_t *attr);
const tern_attr_t *tern_nvvm_parse_target(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type);
void tern_nvvm_print_target(tern_printer_t *printer, const tern_attr_t *attr);
bool tern_nvvm_verify_op_attr(const tern_op_t *op, tern_str_t name, const tern_attr_t *attr);
bool tern_nvvm_verify_arg_attr(const tern_op_t *op, size_t index, tern_str_t name, const tern_attr_t *attr);

// mma_syntax.c
tern_parse_hook_t tern_nvvm_parse_mma;
tern_print_hook_t tern_nvvm_print_mma;

tern_verify_hook_t tern_nvvm_verify_barrier, tern_nvvm_verify_clusterlaunchcontrol_query_cancel,
    tern_nvvm_verify_convert_bf16x2_to_f8x2, tern_nvvm_verify_convert_f16x2_to_f8x2,
    tern_nvvm_verify_convert_f32x2_to_bf16x2, tern_nvvm_verify_convert_f32x2_to_f16x2,
    tern_nvvm_verify_convert_f32x2_to_f4x2, tern_nvvm_verify_convert_f32x2_to_f6x2,
    tern_nvvm_verify_convert_f32x2_to_f8x2, tern_nvvm_verify_convert_f32x4_to_f4x4,
    tern_nvvm_verify_convert_f32x4_to_f6x4, tern_nvvm_verify_convert_f32x4_to_f8x4,
    tern_nvvm_verify_convert_f4x2_to_f16x2, tern_nvvm_verify_convert_f6x2_to_f16x2,
    tern_nvvm_verify_convert_f8x2_to_bf16x2, tern_nvvm_verify_convert_f8x2_to_f16x2,
    tern_nvvm_verify_convert_float_to_tf32, tern_nvvm_verify_cp_async_bulk_shared_cluster_global,
    tern_nvvm_verify_cp_async_bulk_tensor_global_shared_cta, tern_nvvm_verify_cp_async_bulk_tensor_prefetch,
    tern_nvvm_verify_cp_async_bulk_tensor_reduce, tern_nvvm_verify_cp_async_bulk_tensor_shared_cluster_global,
    tern_nvvm_verify_cp_async_shared_global, tern_nvvm_verify_fence_proxy, tern_nvvm_verify_fence_proxy_acquire,
    tern_nvvm_verify_fence_proxy_release, tern_nvvm_verify_fence_proxy_sync_restrict,
    tern_nvvm_verify_fence_sync_restrict, tern_nvvm_verify_ldmatrix, tern_nvvm_verify_mapa, tern_nvvm_verify_match_sync,
    tern_nvvm_verify_mbarrier_arrive, tern_nvvm_verify_mbarrier_arrive_drop,
    tern_nvvm_verify_mbarrier_arrive_drop_expect_tx, tern_nvvm_verify_mbarrier_arrive_expect_tx,
    tern_nvvm_verify_mbarrier_complete_tx, tern_nvvm_verify_mbarrier_expect_tx, tern_nvvm_verify_mbarrier_test_wait,
    tern_nvvm_verify_mbarrier_try_wait, tern_nvvm_verify_mma_block_scale, tern_nvvm_verify_mma_sp_block_scale,
    tern_nvvm_verify_mma_sp_sync, tern_nvvm_verify_mma_sync, tern_nvvm_verify_pmevent, tern_nvvm_verify_prefetch,
    tern_nvvm_verify_prmt, tern_nvvm_verify_range, tern_nvvm_verify_redux_sync, tern_nvvm_verify_setmaxregister,
    tern_nvvm_verify_shfl_sync, tern_nvvm_verify_st_bulk, tern_nvvm_verify_stmatrix, tern_nvvm_verify_tcgen05_cp,
    tern_nvvm_verify_tcgen05_ld, tern_nvvm_verify_tcgen05_mma, tern_nvvm_verify_tcgen05_mma_block_scale,
    tern_nvvm_verify_tcgen05_mma_sp, tern_nvvm_verify_tcgen05_mma_sp_block_scale, tern_nvvm_verify_tcgen05_st,
    tern_nvvm_verify_vote_sync, tern_nvvm_verify_wgmma_mma_async, tern_nvvm_verify_wmma_load, tern_nvvm_verify_wmma_mma,
    tern_nvvm_verify_wmma_store;

#endif  // TERN_DIALECT_NVVM_HOOKS_H_
