// async: work that may go on beside what follows it, tokens and values that become available, and the coroutines and
// calls of a runtime that this is lowered to.

#ifndef TERN_DIALECT_ASYNC_ASYNC_H_
#define TERN_DIALECT_ASYNC_ASYNC_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_ASYNC_##ID,
#include "dialect/async/async_ops.def"
#undef OP
  TERN_ASYNC_OP_COUNT
};

extern const tern_op_row_t tern_async_ops[];
extern const tern_dialect_t tern_async_dialect;

#define TERN_ASYNC(ID) (&tern_async_ops[TERN_ASYNC_##ID])

typedef enum tern_async_type {
  TERN_ASYNC_TYPE_TOKEN,
  TERN_ASYNC_TYPE_VALUE,  // [type]: what it will hold
  TERN_ASYNC_TYPE_GROUP,
  TERN_ASYNC_TYPE_CORO_ID,
  TERN_ASYNC_TYPE_CORO_HANDLE,
  TERN_ASYNC_TYPE_CORO_STATE,
  TERN_ASYNC_TYPE_COUNT
} tern_async_type_t;
extern const tern_type_row_t tern_async_types[];

// A type without parameters.
const tern_type_t *tern_async_type_get(tern_context_t *context, tern_async_type_t id);
const tern_type_t *tern_async_value_type_get(const tern_type_t *type);
static inline bool tern_type_is_async(const tern_type_t *type, tern_async_type_t id) {
  return type->kind == TERN_TYPE_DIALECT && type->row == &tern_async_types[id];
}
// What a !async.value holds; NULL for other types.
static inline const tern_type_t *tern_async_value_type(const tern_type_t *type) {
  return tern_type_is_async(type, TERN_ASYNC_TYPE_VALUE) ? (const tern_type_t *)(uintptr_t)type->params[0] : NULL;
}

// async.execute: result 0 is the token, the others are what the body yields; operands are tokens that it waits for, then
// values that are the body's arguments.
void tern_async_execute_groups(const tern_op_t *execute, size_t *out_dependency_count, size_t *out_operand_count);

#endif  // TERN_DIALECT_ASYNC_ASYNC_H_
