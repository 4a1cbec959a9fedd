// Hooks of arith's table that live in files of their own: folds and canonicalizations. Private to the dialect.

#ifndef TERN_DIALECT_ARITH_ARITH_HOOKS_H_
#define TERN_DIALECT_ARITH_ARITH_HOOKS_H_

#include "dialect/arith/arith.h"
#include "rewrite/rewriter.h"

#define FOLD(NAME) \
  tern_fold_status_t tern_arith_fold_##NAME(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out)
#define CANONICALIZE(NAME) bool tern_arith_canonicalize_##NAME(tern_op_t *op, tern_rewriter_t *rewriter)

// fold_wide.c
// What addi, subi or muli makes of two constants wider than 128 bits; NULL for other rows and attributes.
const tern_attr_t *tern_arith_fold_wide(const tern_op_row_t *row, const tern_attr_t *lhs, const tern_attr_t *rhs);

// fold_integer.c
FOLD(constant);
FOLD(addi);
FOLD(addui_extended);
FOLD(subi);
FOLD(muli);
FOLD(mulsi_extended);
FOLD(mului_extended);
FOLD(divui);
FOLD(divsi);
FOLD(ceildivui);
FOLD(ceildivsi);
FOLD(floordivsi);
FOLD(remui);
FOLD(remsi);
FOLD(andi);
FOLD(ori);
FOLD(xori);
FOLD(shli);
FOLD(shrui);
FOLD(shrsi);
FOLD(maxsi);
FOLD(maxui);
FOLD(minsi);
FOLD(minui);

// fold_float.c
FOLD(negf);
FOLD(addf);
FOLD(subf);
FOLD(mulf);
FOLD(divf);
FOLD(remf);
FOLD(maximumf);
FOLD(maxnumf);
FOLD(minimumf);
FOLD(minnumf);
FOLD(cmpf);

// fold_cast.c
FOLD(extui);
FOLD(extsi);
FOLD(extf);
FOLD(trunci);
FOLD(truncf);
FOLD(uitofp);
FOLD(sitofp);
FOLD(fptoui);
FOLD(fptosi);
FOLD(index_cast);
FOLD(index_castui);
FOLD(bitcast);

// fold_compare.c
FOLD(cmpi);
FOLD(select);

// canonicalize.c
CANONICALIZE(addi);
CANONICALIZE(subi);
CANONICALIZE(muli);
CANONICALIZE(addui_extended);
CANONICALIZE(mulsi_extended);
CANONICALIZE(mului_extended);
CANONICALIZE(bitwise);
CANONICALIZE(xori);
CANONICALIZE(negated_factors);

// canonicalize_compare.c
CANONICALIZE(extsi);
CANONICALIZE(trunci);
CANONICALIZE(truncf);
CANONICALIZE(index_cast);
CANONICALIZE(bitcast);
CANONICALIZE(cmpi);
CANONICALIZE(cmpf);
CANONICALIZE(select);

#undef FOLD
#undef CANONICALIZE

#endif  // TERN_DIALECT_ARITH_ARITH_HOOKS_H_
