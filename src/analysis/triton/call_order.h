// Functions before those that call them: what is known of a callee goes into its callers.

#ifndef TERN_ANALYSIS_TRITON_CALL_ORDER_H_
#define TERN_ANALYSIS_TRITON_CALL_ORDER_H_

#include "base/vec.h"
#include "ir/op.h"

typedef struct tern_called_function {
  tern_op_t *op;   // tt.func
  bool is_called;  // by another one of the module
} tern_called_function_t;

typedef TERN_VEC(tern_called_function_t) tern_call_order_t;

// The functions of `module` that are called through tt.call or call, callees first. False after an error: a function calls
// itself, which no memory that is laid out ahead of time allows. The list is the caller's to deinitialize either way.
bool tern_call_order_find(tern_op_t *module, tern_call_order_t *out_order);
// What a tt.call calls, or NULL: it is no call, or calls nothing that is there.
tern_op_t *tern_tt_callee(const tern_op_t *op);

#endif  // TERN_ANALYSIS_TRITON_CALL_ORDER_H_
