// Hooks of affine's table. Private to the dialect.

#ifndef TERN_DIALECT_AFFINE_HOOKS_H_
#define TERN_DIALECT_AFFINE_HOOKS_H_

#include "asm/format/format.h"
#include "bytecode/dialect_encoding.h"
#include "dialect/affine/affine.h"
#include "rewrite/rewriter.h"

#define SYNTAX(NAME)                                                          \
  bool tern_affine_parse_##NAME(tern_parser_t *parser, tern_parsed_op_t *op); \
  void tern_affine_print_##NAME(tern_printer_t *printer, const tern_op_t *op)
// syntax.c
SYNTAX(map_op);
SYNTAX(load);
SYNTAX(store);
SYNTAX(vector_load);
SYNTAX(vector_store);
SYNTAX(prefetch);
SYNTAX(dma_start);
SYNTAX(dma_wait);
// syntax_loop.c
SYNTAX(for);
SYNTAX(if);
SYNTAX(parallel);
#undef SYNTAX

// syntax.c: `(%i, %j)[%n]`, appended to the op; `*out_dims` is how many are dims.
bool tern_affine_parse_dims_and_symbols(tern_parser_t *parser, tern_parsed_op_t *op, size_t *out_dims,
                                        size_t *out_count);
void tern_affine_print_dims_and_symbols(tern_printer_t *printer, const tern_op_t *op, size_t start, size_t dim_count,
                                        size_t count);
extern const tern_custom_directive_t tern_affine_directives[];
enum { TERN_AFFINE_DIRECTIVE_COUNT = 1 };

// encoding.c
extern const tern_dialect_encoding_t tern_affine_encoding;

// verify.c
tern_verify_hook_t tern_affine_verify_apply, tern_affine_verify_min_max, tern_affine_verify_for_regions,
    tern_affine_verify_if, tern_affine_verify_if_regions, tern_affine_verify_parallel, tern_affine_verify_yield,
    tern_affine_verify_access, tern_affine_verify_prefetch, tern_affine_verify_dma_start, tern_affine_verify_dma_wait,
    tern_affine_verify_delinearize_index, tern_affine_verify_linearize_index;

// fold.c
tern_fold_hook_t tern_affine_fold_apply, tern_affine_fold_min_max, tern_affine_fold_for, tern_affine_fold_if,
    tern_affine_fold_parallel, tern_affine_fold_load, tern_affine_fold_access, tern_affine_fold_store;
// fold_index.c
tern_fold_hook_t tern_affine_fold_delinearize_index, tern_affine_fold_linearize_index;

// canonicalize.c
tern_canonicalize_hook_t tern_affine_canonicalize_map_op, tern_affine_canonicalize_access,
    tern_affine_canonicalize_min_max, tern_affine_canonicalize_if;
// canonicalize_index.c
tern_canonicalize_hook_t tern_affine_canonicalize_delinearize_index, tern_affine_canonicalize_linearize_index;

#endif  // TERN_DIALECT_AFFINE_HOOKS_H_
