// The hooks of nvgpu's rows. Private to src/dialect/nvgpu.

#ifndef TERN_DIALECT_NVGPU_HOOKS_H_
#define TERN_DIALECT_NVGPU_HOOKS_H_

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/nvgpu/nvgpu.h"

// syntax.c
const tern_type_t *tern_nvgpu_parse_type(tern_parser_t *parser, const tern_type_row_t *row);
void tern_nvgpu_print_type(tern_printer_t *printer, const tern_type_t *type);

// verify.c
bool tern_nvgpu_verify_ldmatrix(const tern_op_t *op);
bool tern_nvgpu_verify_mma_sync(const tern_op_t *op);
bool tern_nvgpu_verify_mma_sp_sync(const tern_op_t *op);
bool tern_nvgpu_verify_device_async_copy(const tern_op_t *op);
bool tern_nvgpu_verify_rcp(const tern_op_t *op);

// verify_tensor_map.c
bool tern_nvgpu_verify_tma_async_load(const tern_op_t *op);
bool tern_nvgpu_verify_tma_async_store(const tern_op_t *op);
bool tern_nvgpu_verify_tma_create_descriptor(const tern_op_t *op);
bool tern_nvgpu_verify_warpgroup_generate_descriptor(const tern_op_t *op);
bool tern_nvgpu_verify_warpgroup_mma(const tern_op_t *op);
bool tern_nvgpu_verify_warpgroup_mma_store(const tern_op_t *op);
bool tern_nvgpu_verify_warpgroup_mma_init_accumulator(const tern_op_t *op);

#endif  // TERN_DIALECT_NVGPU_HOOKS_H_
