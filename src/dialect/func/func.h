// func: functions, calls and returns.

#ifndef TERN_DIALECT_FUNC_FUNC_H_
#define TERN_DIALECT_FUNC_FUNC_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_FUNC_##ID,
#include "dialect/func/func_ops.def"
#undef OP
  TERN_FUNC_OP_COUNT
};

extern const tern_op_row_t tern_func_ops[];
extern const tern_dialect_t tern_func_dialect;

#define TERN_FUNC(ID) (&tern_func_ops[TERN_FUNC_##ID])

// --- functions (ops with TERN_TRAIT_FUNCTION_LIKE) ---
// The function type in `function_type`.
const tern_type_t *tern_func_type(const tern_op_t *function);
// True if it has no body.
static inline bool tern_func_is_external(const tern_op_t *function) {
  return tern_region_is_empty(&function->regions[0]);
}
static inline tern_block_t *tern_func_body(const tern_op_t *function) { return function->regions[0].first_block; }
// Dictionary of argument or result `index`; NULL if it has no attributes.
const tern_attr_t *tern_func_arg_attrs(const tern_op_t *function, size_t index);
const tern_attr_t *tern_func_result_attrs(const tern_op_t *function, size_t index);

// --- for dialects with functions of their own ---
// Does a return hand over what the function around it says that it returns? An error at the op if not.
bool tern_func_verify_return(const tern_op_t *op);
// Does the symbol `callee` name a function that is an op of `callee_row`, with the operands' and results' types?
bool tern_func_verify_call(const tern_op_t *op, const tern_op_row_t *callee_row);

#endif  // TERN_DIALECT_FUNC_FUNC_H_
