// The hooks of ttng's rows. Private to src/dialect/ttng.

#ifndef TERN_DIALECT_TTNG_HOOKS_H_
#define TERN_DIALECT_TTNG_HOOKS_H_

#include "asm/format/format.h"
#include "dialect/ttng/ttng.h"
#include "rewrite/rewriter.h"

// encoding.c
const tern_attr_t *tern_ttng_parse_encoding(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type);
void tern_ttng_print_encoding(tern_printer_t *printer, const tern_attr_t *attr);
const tern_attr_t *tern_ttng_parse_tensor_memory(tern_parser_t *parser, const tern_attr_row_t *row,
                                                 const tern_type_t *type);
void tern_ttng_print_tensor_memory(tern_printer_t *printer, const tern_attr_t *attr);

// syntax.c
enum { TERN_TTNG_DIRECTIVE_COUNT = 3 };
extern const tern_custom_directive_t tern_ttng_directives[];

// verify.c
tern_verify_hook_t tern_ttng_verify_wait, tern_ttng_verify_barrier, tern_ttng_verify_arrive, tern_ttng_verify_tma_load,
    tern_ttng_verify_tma_gather, tern_ttng_verify_tma_scatter, tern_ttng_verify_tensormap_create;

// verify_dot.c
tern_verify_hook_t tern_ttng_verify_warp_group_dot, tern_ttng_verify_mma, tern_ttng_verify_mma_scaled;

// tmem.c
tern_verify_hook_t tern_ttng_verify_tmem_load, tern_ttng_verify_tmem_store, tern_ttng_verify_tmem_alloc,
    tern_ttng_verify_tmem_subslice, tern_ttng_verify_tmem_copy;
tern_effects_hook_t tern_ttng_tmem_alloc_effects;
bool tern_ttng_canonicalize_tmem_store(tern_op_t *op, tern_rewriter_t *rewriter);

#endif  // TERN_DIALECT_TTNG_HOOKS_H_
