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
bool tern_nvvm_parse_mma(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_nvvm_print_mma(tern_printer_t *printer, const tern_op_t *op);

bool tern_nvvm_verify_barrier(const tern_op_t *op);
bool tern_nvvm_verify_clusterlaunchcontrol_query_cancel(const tern_op_t *op);
bool tern_nvvm_verify_convert_bf16x2_to_f8x2(const tern_op_t *op);
bool tern_nvvm_verify_convert_f16x2_to_f8x2(const tern_op_t *op);
bool tern_nvvm_verify_convert_f32x2_to_bf16x2(const tern_op_t *op);
bool tern_nvvm_verify_convert_f32x2_to_f16x2(const tern_op_t *op);
bool tern_nvvm_verify_convert_f32x2_to_f4x2(const tern_op_t *op);
bool tern_nvvm_verify_convert_f32x2_to_f6x2(const tern_op_t *op);
bool tern_nvvm_verify_convert_f32x2_to_f8x2(const tern_op_t *op);
bool tern_nvvm_verify_convert_f32x4_to_f4x4(const tern_op_t *op);
bool tern_nvvm_verify_convert_f32x4_to_f6x4(const tern_op_t *op);
bool tern_nvvm_verify_convert_f32x4_to_f8x4(const tern_op_t *op);
bool tern_nvvm_verify_convert_f4x2_to_f16x2(const tern_op_t *op);
bool tern_nvvm_verify_convert_f6x2_to_f16x2(const tern_op_t *op);
bool tern_nvvm_verify_convert_f8x2_to_bf16x2(const tern_op_t *op);
bool tern_nvvm_verify_convert_f8x2_to_f16x2(const tern_op_t *op);
bool tern_nvvm_verify_convert_float_to_tf32(const tern_op_t *op);
bool tern_nvvm_verify_cp_async_bulk_shared_cluster_global(const tern_op_t *op);
bool tern_nvvm_verify_cp_async_bulk_tensor_global_shared_cta(const tern_op_t *op);
bool tern_nvvm_verify_cp_async_bulk_tensor_prefetch(const tern_op_t *op);
bool tern_nvvm_verify_cp_async_bulk_tensor_reduce(const tern_op_t *op);
bool tern_nvvm_verify_cp_async_bulk_tensor_shared_cluster_global(const tern_op_t *op);
bool tern_nvvm_verify_cp_async_shared_global(const tern_op_t *op);
bool tern_nvvm_verify_fence_proxy(const tern_op_t *op);
bool tern_nvvm_verify_fence_proxy_acquire(const tern_op_t *op);
bool tern_nvvm_verify_fence_proxy_release(const tern_op_t *op);
bool tern_nvvm_verify_fence_proxy_sync_restrict(const tern_op_t *op);
bool tern_nvvm_verify_fence_sync_restrict(const tern_op_t *op);
bool tern_nvvm_verify_ldmatrix(const tern_op_t *op);
bool tern_nvvm_verify_mapa(const tern_op_t *op);
bool tern_nvvm_verify_match_sync(const tern_op_t *op);
bool tern_nvvm_verify_mbarrier_arrive(const tern_op_t *op);
bool tern_nvvm_verify_mbarrier_arrive_drop(const tern_op_t *op);
bool tern_nvvm_verify_mbarrier_arrive_drop_expect_tx(const tern_op_t *op);
bool tern_nvvm_verify_mbarrier_arrive_expect_tx(const tern_op_t *op);
bool tern_nvvm_verify_mbarrier_complete_tx(const tern_op_t *op);
bool tern_nvvm_verify_mbarrier_expect_tx(const tern_op_t *op);
bool tern_nvvm_verify_mbarrier_test_wait(const tern_op_t *op);
bool tern_nvvm_verify_mbarrier_try_wait(const tern_op_t *op);
bool tern_nvvm_verify_mma_block_scale(const tern_op_t *op);
bool tern_nvvm_verify_mma_sp_block_scale(const tern_op_t *op);
bool tern_nvvm_verify_mma_sp_sync(const tern_op_t *op);
bool tern_nvvm_verify_mma_sync(const tern_op_t *op);
bool tern_nvvm_verify_pmevent(const tern_op_t *op);
bool tern_nvvm_verify_prefetch(const tern_op_t *op);
bool tern_nvvm_verify_prmt(const tern_op_t *op);
bool tern_nvvm_verify_range(const tern_op_t *op);
bool tern_nvvm_verify_redux_sync(const tern_op_t *op);
bool tern_nvvm_verify_setmaxregister(const tern_op_t *op);
bool tern_nvvm_verify_shfl_sync(const tern_op_t *op);
bool tern_nvvm_verify_st_bulk(const tern_op_t *op);
bool tern_nvvm_verify_stmatrix(const tern_op_t *op);
bool tern_nvvm_verify_tcgen05_cp(const tern_op_t *op);
bool tern_nvvm_verify_tcgen05_ld(const tern_op_t *op);
bool tern_nvvm_verify_tcgen05_mma(const tern_op_t *op);
bool tern_nvvm_verify_tcgen05_mma_block_scale(const tern_op_t *op);
bool tern_nvvm_verify_tcgen05_mma_sp(const tern_op_t *op);
bool tern_nvvm_verify_tcgen05_mma_sp_block_scale(const tern_op_t *op);
bool tern_nvvm_verify_tcgen05_st(const tern_op_t *op);
bool tern_nvvm_verify_vote_sync(const tern_op_t *op);
bool tern_nvvm_verify_wgmma_mma_async(const tern_op_t *op);
bool tern_nvvm_verify_wmma_load(const tern_op_t *op);
bool tern_nvvm_verify_wmma_mma(const tern_op_t *op);
bool tern_nvvm_verify_wmma_store(const tern_op_t *op);

#endif  // TERN_DIALECT_NVVM_HOOKS_H_
