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
tern_verify_hook_t tern_nvgpu_verify_ldmatrix, tern_nvgpu_verify_mma_sync, tern_nvgpu_verify_mma_sp_sync,
    tern_nvgpu_verify_device_async_copy, tern_nvgpu_verify_rcp;

// verify_tensor_map.c
tern_verify_hook_t tern_nvgpu_verify_tma_async_load, tern_nvgpu_verify_tma_async_store,
    tern_nvgpu_verify_tma_create_descriptor, tern_nvgpu_verify_warpgroup_generate_descriptor,
    tern_nvgpu_verify_warpgroup_mma, tern_nvgpu_verify_warpgroup_mma_store,
    tern_nvgpu_verify_warpgroup_mma_init_accumulator;

#endif  // TERN_DIALECT_NVGPU_HOOKS_H_
