// The hooks of xevm's rows. Private to src/dialect/xevm.

#ifndef TERN_DIALECT_XEVM_HOOKS_H_
#define TERN_DIALECT_XEVM_HOOKS_H_

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/xevm/xevm.h"

// attrs.c
const tern_attr_t *tern_xevm_parse_mma_shape(tern_parser_t *parser, const tern_attr_row_t *row,
                                             const tern_type_t *type);
void tern_xevm_print_mma_shape(tern_printer_t *printer, const tern_attr_t *attr);
const tern_attr_t *tern_xevm_parse_mma_types(tern_parser_t *parser, const tern_attr_row_t *row,
                                             const tern_type_t *type);
void tern_xevm_print_mma_types(tern_printer_t *printer, const tern_attr_t *attr);

// xevm.c
tern_parse_hook_t tern_xevm_parse_memfence;
tern_print_hook_t tern_xevm_print_memfence;

// verify.c
tern_verify_hook_t tern_xevm_verify_blockload, tern_xevm_verify_blockstore, tern_xevm_verify_blockload2d,
    tern_xevm_verify_blockstore2d, tern_xevm_verify_blockprefetch2d, tern_xevm_verify_mma;

#endif  // TERN_DIALECT_XEVM_HOOKS_H_
