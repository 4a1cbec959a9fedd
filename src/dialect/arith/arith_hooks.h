// Hooks of arith's table that live in files of their own: folds and canonicalizations. Private to the dialect.

#ifndef TERN_DIALECT_ARITH_ARITH_HOOKS_H_
#define TERN_DIALECT_ARITH_ARITH_HOOKS_H_

#include "dialect/arith/arith.h"
#include "rewrite/rewriter.h"

// fold_wide.c
// What addi, subi or muli makes of two constants wider than 128 bits; NULL for other rows and attributes.
const tern_attr_t *tern_arith_fold_wide(const tern_op_row_t *row, const tern_attr_t *lhs, const tern_attr_t *rhs);

// fold_integer.c
tern_fold_hook_t tern_arith_fold_constant, tern_arith_fold_addi, tern_arith_fold_addui_extended, tern_arith_fold_subi,
    tern_arith_fold_muli, tern_arith_fold_mulsi_extended, tern_arith_fold_mului_extended, tern_arith_fold_divui,
    tern_arith_fold_divsi, tern_arith_fold_ceildivui, tern_arith_fold_ceildivsi, tern_arith_fold_floordivsi,
    tern_arith_fold_remui, tern_arith_fold_remsi, tern_arith_fold_andi, tern_arith_fold_ori, tern_arith_fold_xori,
    tern_arith_fold_shli, tern_arith_fold_shrui, tern_arith_fold_shrsi, tern_arith_fold_maxsi, tern_arith_fold_maxui,
    tern_arith_fold_minsi, tern_arith_fold_minui;

// fold_float.c
tern_fold_hook_t tern_arith_fold_negf, tern_arith_fold_addf, tern_arith_fold_subf, tern_arith_fold_mulf,
    tern_arith_fold_divf, tern_arith_fold_remf, tern_arith_fold_maximumf, tern_arith_fold_maxnumf,
    tern_arith_fold_minimumf, tern_arith_fold_minnumf, tern_arith_fold_cmpf;

// fold_cast.c
tern_fold_hook_t tern_arith_fold_extui, tern_arith_fold_extsi, tern_arith_fold_extf, tern_arith_fold_trunci,
    tern_arith_fold_truncf, tern_arith_fold_uitofp, tern_arith_fold_sitofp, tern_arith_fold_fptoui,
    tern_arith_fold_fptosi, tern_arith_fold_index_cast, tern_arith_fold_index_castui, tern_arith_fold_bitcast;

// fold_compare.c
tern_fold_hook_t tern_arith_fold_cmpi, tern_arith_fold_select;

// canonicalize.c
tern_canonicalize_hook_t tern_arith_canonicalize_addi, tern_arith_canonicalize_subi, tern_arith_canonicalize_muli,
    tern_arith_canonicalize_addui_extended, tern_arith_canonicalize_mulsi_extended,
    tern_arith_canonicalize_mului_extended, tern_arith_canonicalize_bitwise, tern_arith_canonicalize_xori,
    tern_arith_canonicalize_negated_factors;

// canonicalize_compare.c
tern_canonicalize_hook_t tern_arith_canonicalize_extsi, tern_arith_canonicalize_trunci, tern_arith_canonicalize_truncf,
    tern_arith_canonicalize_index_cast, tern_arith_canonicalize_bitcast, tern_arith_canonicalize_cmpi,
    tern_arith_canonicalize_cmpf, tern_arith_canonicalize_select;

#endif  // TERN_DIALECT_ARITH_ARITH_HOOKS_H_
