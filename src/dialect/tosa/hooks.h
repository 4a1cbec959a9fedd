// What the files of the tosa dialect share. Private to src/dialect/tosa.

#ifndef TERN_DIALECT_TOSA_HOOKS_H_
#define TERN_DIALECT_TOSA_HOOKS_H_

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/tosa/tosa.h"

// --- syntax.c ---
bool tern_tosa_parse(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_tosa_print(tern_printer_t *printer, const tern_op_t *op);
bool tern_tosa_parse_if(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_tosa_print_if(tern_printer_t *printer, const tern_op_t *op);
bool tern_tosa_parse_while(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_tosa_print_while(tern_printer_t *printer, const tern_op_t *op);
bool tern_tosa_parse_variable(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_tosa_print_variable(tern_printer_t *printer, const tern_op_t *op);
// The enum that an attribute of this name is written by, or NULL.
const tern_enum_row_t *tern_tosa_enum_of_attr(tern_str_t name);

// --- upgrade.c ---
// Brings attributes and operands that were read up to date. False after an error.
bool tern_tosa_upgrade(tern_parser_t *parser, tern_parsed_op_t *op);

// --- verify_elements.c ---
bool tern_tosa_verify_elements(const tern_op_t *op);
bool tern_tosa_verify_mul(const tern_op_t *op);
bool tern_tosa_verify_factors(const tern_op_t *op);
bool tern_tosa_verify_pool_accumulator(const tern_op_t *op);

// --- verify.c ---
bool tern_tosa_verify_broadcast(const tern_op_t *op);
bool tern_tosa_verify_constant(const tern_op_t *op);
bool tern_tosa_verify_axis(const tern_op_t *op);
bool tern_tosa_verify_reduce(const tern_op_t *op);
bool tern_tosa_verify_argmax(const tern_op_t *op);
bool tern_tosa_verify_concat(const tern_op_t *op);
bool tern_tosa_verify_reshape(const tern_op_t *op);
bool tern_tosa_verify_transpose(const tern_op_t *op);
bool tern_tosa_verify_pad(const tern_op_t *op);
bool tern_tosa_verify_slice(const tern_op_t *op);
bool tern_tosa_verify_tile(const tern_op_t *op);
bool tern_tosa_verify_convolution(const tern_op_t *op);
bool tern_tosa_verify_pool(const tern_op_t *op);
bool tern_tosa_verify_matmul(const tern_op_t *op);
bool tern_tosa_verify_clamp(const tern_op_t *op);
bool tern_tosa_verify_rescale(const tern_op_t *op);
bool tern_tosa_verify_resize(const tern_op_t *op);
bool tern_tosa_verify_same_shape(const tern_op_t *op);
bool tern_tosa_verify_gather(const tern_op_t *op);
bool tern_tosa_verify_scatter(const tern_op_t *op);
bool tern_tosa_verify_fft(const tern_op_t *op);

// --- verify_structure.c ---
bool tern_tosa_verify_resolvable_shapes(const tern_op_t *op);
bool tern_tosa_verify_same_ranks(const tern_op_t *op);
bool tern_tosa_verify_concat_shape(const tern_op_t *op);
bool tern_tosa_verify_slice_shape(const tern_op_t *op);
bool tern_tosa_verify_dim(const tern_op_t *op);
bool tern_tosa_verify_variable_access(const tern_op_t *op);
bool tern_tosa_verify_block_cast(const tern_op_t *op);
bool tern_tosa_verify_block_matmul(const tern_op_t *op);
bool tern_tosa_verify_if(const tern_op_t *op);
bool tern_tosa_verify_while(const tern_op_t *op);

#endif  // TERN_DIALECT_TOSA_HOOKS_H_
