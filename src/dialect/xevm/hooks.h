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
bool tern_xevm_parse_memfence(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_xevm_print_memfence(tern_printer_t *printer, const tern_op_t *op);

// verify.c
bool tern_xevm_verify_blockload(const tern_op_t *op);
bool tern_xevm_verify_blockstore(const tern_op_t *op);
bool tern_xevm_verify_blockload2d(const tern_op_t *op);
bool tern_xevm_verify_blockstore2d(const tern_op_t *op);
bool tern_xevm_verify_blockprefetch2d(const tern_op_t *op);
bool tern_xevm_verify_mma(const tern_op_t *op);

#endif  // TERN_DIALECT_XEVM_HOOKS_H_
