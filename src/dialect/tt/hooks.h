// The hooks of tt's rows. Private to src/dialect/tt.

#ifndef TERN_DIALECT_TT_HOOKS_H_
#define TERN_DIALECT_TT_HOOKS_H_

#include "asm/format/format.h"
#include "dialect/tt/tt.h"

// syntax.c
const tern_type_t *tern_tt_parse_type(tern_parser_t *parser, const tern_type_row_t *row);
void tern_tt_print_type(tern_printer_t *printer, const tern_type_t *type);
enum { TERN_TT_DIRECTIVE_COUNT = 1 };
extern const tern_custom_directive_t tern_tt_directives[];

// verify.c
bool tern_tt_verify_tensors(const tern_op_t *op);  // of each op of the dialect
bool tern_tt_verify_same_encoding(const tern_op_t *op);
bool tern_tt_verify_bitcast(const tern_op_t *op);
bool tern_tt_verify_fp_to_fp(const tern_op_t *op);
bool tern_tt_verify_memory_access(const tern_op_t *op);
bool tern_tt_verify_make_tensor_ptr(const tern_op_t *op);
bool tern_tt_verify_inline_asm(const tern_op_t *op);
bool tern_tt_verify_call_uses(const tern_op_t *op);
bool tern_tt_verify_descriptor_block(const tern_op_t *op);
bool tern_tt_verify_descriptor_rows(const tern_op_t *op);

// verify_shapes.c
// Says that the result is not of the type that it should be; false.
bool tern_tt_report_inferred(const tern_op_t *op, const tern_type_t *inferred);
bool tern_tt_verify_unsplat(const tern_op_t *op);
bool tern_tt_verify_expand_dims(const tern_op_t *op);
bool tern_tt_verify_reshape(const tern_op_t *op);
bool tern_tt_verify_broadcast(const tern_op_t *op);
bool tern_tt_verify_join(const tern_op_t *op);
bool tern_tt_verify_split(const tern_op_t *op);
bool tern_tt_verify_trans(const tern_op_t *op);
bool tern_tt_verify_make_range(const tern_op_t *op);
bool tern_tt_verify_gather(const tern_op_t *op);

// verify_dot.c
bool tern_tt_check_dot_encodings(const tern_op_t *op);

// verify_compute.c
bool tern_tt_verify_dot(const tern_op_t *op);
bool tern_tt_verify_dot_scaled(const tern_op_t *op);
bool tern_tt_verify_reduce(const tern_op_t *op);  // and tt.scan
bool tern_tt_verify_combine_region(const tern_op_t *op);
bool tern_tt_verify_map_elementwise(const tern_op_t *op);
bool tern_tt_verify_map_region(const tern_op_t *op);

// fold.c
#define FOLD(NAME)                                                                          \
  tern_fold_status_t tern_tt_fold_##NAME(tern_op_t *op, const tern_attr_t *const *operands, \
                                         tern_fold_result_t *out_results)
FOLD(bitcast);
FOLD(fp_to_fp);
FOLD(addptr);
FOLD(advance);
FOLD(splat);
FOLD(unsplat);
FOLD(expand_dims);
FOLD(reshape);
FOLD(broadcast);
FOLD(trans);
FOLD(make_range);
#undef FOLD
tern_traits_t tern_tt_load_effects(const tern_op_t *op);
tern_traits_t tern_tt_pure_effects(const tern_op_t *op);

// canonicalize.c
bool tern_tt_canonicalize_load(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_tt_canonicalize_store(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_tt_canonicalize_expand_dims(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_tt_canonicalize_reshape(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_tt_canonicalize_trans(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_tt_canonicalize_gather(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_tt_canonicalize_split(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_tt_canonicalize_histogram(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_tt_canonicalize_broadcast(tern_op_t *op, tern_rewriter_t *rewriter);

#endif  // TERN_DIALECT_TT_HOOKS_H_
