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
tern_verify_hook_t tern_tt_verify_tensors, tern_tt_verify_bitcast, tern_tt_verify_fp_to_fp,
    tern_tt_verify_memory_access, tern_tt_verify_atomic_cas, tern_tt_verify_make_tensor_ptr, tern_tt_verify_inline_asm,
    tern_tt_verify_call_uses, tern_tt_verify_descriptor_block, tern_tt_verify_descriptor_rows;

// verify_shapes.c
// Says that the result is not of the type that it should be; false.
bool tern_tt_report_inferred(const tern_op_t *op, const tern_type_t *inferred);
tern_verify_hook_t tern_tt_verify_unsplat, tern_tt_verify_expand_dims, tern_tt_verify_reshape, tern_tt_verify_broadcast,
    tern_tt_verify_join, tern_tt_verify_split, tern_tt_verify_trans, tern_tt_verify_make_range, tern_tt_verify_gather;

// verify_dot.c
bool tern_tt_check_dot_encodings(const tern_op_t *op);

// verify_compute.c
tern_verify_hook_t tern_tt_verify_dot, tern_tt_verify_dot_scaled, tern_tt_verify_reduce, tern_tt_verify_combine_region,
    tern_tt_verify_map_elementwise, tern_tt_verify_map_region;

// fold.c
tern_fold_hook_t tern_tt_fold_bitcast, tern_tt_fold_fp_to_fp, tern_tt_fold_addptr, tern_tt_fold_advance,
    tern_tt_fold_splat, tern_tt_fold_unsplat, tern_tt_fold_expand_dims, tern_tt_fold_reshape, tern_tt_fold_broadcast,
    tern_tt_fold_trans, tern_tt_fold_make_range;
tern_effects_hook_t tern_tt_load_effects, tern_tt_pure_effects;
tern_speculatability_t tern_tt_pure_speculatability(const tern_op_t *op);

// canonicalize.c
tern_canonicalize_hook_t tern_tt_canonicalize_load, tern_tt_canonicalize_store, tern_tt_canonicalize_expand_dims,
    tern_tt_canonicalize_reshape, tern_tt_canonicalize_trans, tern_tt_canonicalize_gather, tern_tt_canonicalize_split,
    tern_tt_canonicalize_histogram, tern_tt_canonicalize_broadcast;

#endif  // TERN_DIALECT_TT_HOOKS_H_
