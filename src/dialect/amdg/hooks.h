// The hooks of amdg's rows. Private to src/dialect/amdg.

#ifndef TERN_DIALECT_AMDG_HOOKS_H_
#define TERN_DIALECT_AMDG_HOOKS_H_

#include "asm/format/format.h"
#include "dialect/amdg/amdg.h"

// syntax.c
const tern_attr_t *tern_amdg_parse_attr(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type);
void tern_amdg_print_attr(tern_printer_t *printer, const tern_attr_t *attr);
enum { TERN_AMDG_DIRECTIVE_COUNT = 1 };
extern const tern_custom_directive_t tern_amdg_directives[];

// verify.c
tern_verify_hook_t tern_amdg_verify_buffer, tern_amdg_verify_local_load_packed, tern_amdg_verify_tdm_load,
    tern_amdg_verify_tdm_store, tern_amdg_verify_barrier, tern_amdg_verify_counted_barrier;

// verify_numbers.c
tern_verify_hook_t tern_amdg_verify_upcast_mxfp, tern_amdg_verify_scaled_upcast_fp4;

// slices.c
tern_verify_hook_t tern_amdg_verify_extract_slice, tern_amdg_verify_concat, tern_amdg_verify_in_thread_transpose;
tern_canonicalize_hook_t tern_amdg_canonicalize_extract_slice, tern_amdg_canonicalize_concat;

#endif  // TERN_DIALECT_AMDG_HOOKS_H_
