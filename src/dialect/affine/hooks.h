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
bool tern_affine_verify_apply(const tern_op_t *op);
bool tern_affine_verify_min_max(const tern_op_t *op);
bool tern_affine_verify_for_regions(const tern_op_t *op);
bool tern_affine_verify_if(const tern_op_t *op);
bool tern_affine_verify_if_regions(const tern_op_t *op);
bool tern_affine_verify_parallel(const tern_op_t *op);
bool tern_affine_verify_yield(const tern_op_t *op);
bool tern_affine_verify_access(const tern_op_t *op);
bool tern_affine_verify_prefetch(const tern_op_t *op);
bool tern_affine_verify_dma_start(const tern_op_t *op);
bool tern_affine_verify_dma_wait(const tern_op_t *op);
bool tern_affine_verify_delinearize_index(const tern_op_t *op);
bool tern_affine_verify_linearize_index(const tern_op_t *op);

// fold.c
#define FOLD(NAME)                                                                              \
  tern_fold_status_t tern_affine_fold_##NAME(tern_op_t *op, const tern_attr_t *const *operands, \
                                             tern_fold_result_t *out_results)
FOLD(apply);
FOLD(min_max);
FOLD(for);
FOLD(if);
FOLD(parallel);
FOLD(load);
FOLD(access);
FOLD(store);
// fold_index.c
FOLD(delinearize_index);
FOLD(linearize_index);
#undef FOLD

// canonicalize.c
bool tern_affine_canonicalize_map_op(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_affine_canonicalize_access(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_affine_canonicalize_min_max(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_affine_canonicalize_if(tern_op_t *op, tern_rewriter_t *rewriter);
// canonicalize_index.c
bool tern_affine_canonicalize_delinearize_index(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_affine_canonicalize_linearize_index(tern_op_t *op, tern_rewriter_t *rewriter);

#endif  // TERN_DIALECT_AFFINE_HOOKS_H_
