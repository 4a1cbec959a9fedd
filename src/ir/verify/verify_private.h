// The verifier's files and what they offer each other.
//
//   verifier.c        the walk: structure of regions and blocks, dominance, isolation, the order of hooks
//   verify_op.c       one op against its row: counts, segments, constraints, type rules
//   verify_traits.c   one op against its traits
//   verify_symbols.c  symbols and symbol tables

#ifndef TERN_IR_VERIFY_VERIFY_PRIVATE_H_
#define TERN_IR_VERIFY_VERIFY_PRIVATE_H_

#include "ir/op_def.h"

// Checks an op of a registered row; its regions' contents are not looked at. False after errors.
bool tern_verify_op_against_row(const tern_op_t *op);
// Checks that the regions of a SINGLE_BLOCK op have at most one block, and that it is not empty; part of the above.
bool tern_verify_single_blocks(const tern_op_t *op);
// Whether an op that names its parents is in one of them.
bool tern_op_has_right_parent(const tern_op_t *op);
// Checks what the op's traits say; counts and constraints are known to be right.
bool tern_verify_op_traits(const tern_op_t *op);
// The same for traits that look into regions, whose contents were verified.
bool tern_verify_op_region_traits(const tern_op_t *op);
// What is said after the op's own hook found nothing, which words the same mistakes in its own way: where symbols may
// be, and how attributes of arguments and results are named.
bool tern_verify_op_late(const tern_op_t *op);
// Checks a symbol's own attributes, its place, or a table's one block and the names in it.
bool tern_verify_symbol(const tern_op_t *op);
bool tern_verify_symbol_place(const tern_op_t *op);
bool tern_verify_symbol_table(const tern_op_t *op);
// Checks the operands that a branch hands to its successors.
bool tern_verify_branch(const tern_op_t *op);
// Checks function_type, arg_attrs, res_attrs and the entry block.
bool tern_verify_function(const tern_op_t *op);

// Upstream's verifyCompatibleShape: both scalars, or shapes that agree where they are known.
bool tern_types_have_compatible_shapes(const tern_type_t *a, const tern_type_t *b);

#endif  // TERN_IR_VERIFY_VERIFY_PRIVATE_H_
