// What the files of the tosa dialect share. Private to src/dialect/tosa.

#ifndef TERN_DIALECT_TOSA_HOOKS_H_
#define TERN_DIALECT_TOSA_HOOKS_H_

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/tosa/tosa.h"

// --- syntax.c ---
tern_parse_hook_t tern_tosa_parse, tern_tosa_parse_if, tern_tosa_parse_while, tern_tosa_parse_variable;
tern_print_hook_t tern_tosa_print, tern_tosa_print_if, tern_tosa_print_while, tern_tosa_print_variable;
// The enum that an attribute of this name is written by, or NULL.
const tern_enum_row_t *tern_tosa_enum_of_attr(tern_str_t name);

// --- upgrade.c ---
// Brings attributes and operands that were read up to date. False after an error.
bool tern_tosa_upgrade(tern_parser_t *parser, tern_parsed_op_t *op);

// --- verify_elements.c ---
tern_verify_hook_t tern_tosa_verify_elements, tern_tosa_verify_mul, tern_tosa_verify_factors,
    tern_tosa_verify_pool_accumulator;

// --- verify.c ---
tern_verify_hook_t tern_tosa_verify_broadcast, tern_tosa_verify_constant, tern_tosa_verify_axis,
    tern_tosa_verify_reduce, tern_tosa_verify_argmax, tern_tosa_verify_concat, tern_tosa_verify_reshape,
    tern_tosa_verify_transpose, tern_tosa_verify_pad, tern_tosa_verify_slice, tern_tosa_verify_tile,
    tern_tosa_verify_convolution, tern_tosa_verify_pool, tern_tosa_verify_matmul, tern_tosa_verify_clamp,
    tern_tosa_verify_rescale, tern_tosa_verify_resize, tern_tosa_verify_same_shape, tern_tosa_verify_gather,
    tern_tosa_verify_scatter, tern_tosa_verify_fft;

// --- verify_structure.c ---
tern_verify_hook_t tern_tosa_verify_resolvable_shapes, tern_tosa_verify_same_ranks, tern_tosa_verify_concat_shape,
    tern_tosa_verify_slice_shape, tern_tosa_verify_dim, tern_tosa_verify_variable_access, tern_tosa_verify_block_cast,
    tern_tosa_verify_block_matmul, tern_tosa_verify_if, tern_tosa_verify_while;

#endif  // TERN_DIALECT_TOSA_HOOKS_H_
