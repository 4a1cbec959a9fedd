// nvws: how groups of warps that run different code hand buffers over to each other, before it is said by which barriers (upstream: NVWS
// of Triton 3.6).
//
// An aref is a ring of buffers. Who writes enters and exits a `put`, who reads a `get`; entering waits until the buffer is empty or full.

#ifndef TERN_DIALECT_NVWS_NVWS_H_
#define TERN_DIALECT_NVWS_NVWS_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_NVWS_##ID,
#include "dialect/nvws/nvws_ops.def"
#undef OP
  TERN_NVWS_OP_COUNT
};
extern const tern_op_row_t tern_nvws_ops[];
extern const tern_dialect_t tern_nvws_dialect;
#define TERN_NVWS(ID) (&tern_nvws_ops[TERN_NVWS_##ID])

// Parameters of the types:
//   aref    [type of each buffer...]
//   token   []
typedef enum tern_nvws_type { TERN_NVWS_TYPE_AREF, TERN_NVWS_TYPE_TOKEN, TERN_NVWS_TYPE_COUNT } tern_nvws_type_t;
extern const tern_type_row_t tern_nvws_types[];
static inline bool tern_type_is_nvws(const tern_type_t *type, tern_nvws_type_t id) {
  return type->kind == TERN_TYPE_DIALECT && type->row == &tern_nvws_types[id];
}
// The types of an aref's buffers, all of them, as they are allocated.
static inline size_t tern_nvws_buffer_count(const tern_type_t *aref) { return aref->param_count; }
static inline const tern_type_t *tern_nvws_buffer_type(const tern_type_t *aref, size_t index) {
  return (const tern_type_t *)(uintptr_t)aref->params[index];
}
const tern_type_t *tern_nvws_aref_get(tern_context_t *context, tern_types_t buffers);
const tern_type_t *tern_nvws_token_get(tern_context_t *context);

typedef enum tern_nvws_enum {
  TERN_NVWS_ENUM_TOKEN_LOAD_TYPE,
  TERN_NVWS_ENUM_ASYNC_OP,
  TERN_NVWS_ENUM_COUNT
} tern_nvws_enum_t;
extern const tern_enum_row_t tern_nvws_enums[];
#define TERN_NVWS_ENUM(ID) (&tern_nvws_enums[TERN_NVWS_ENUM_##ID])

// What writes the buffers that a token stands for.
enum { TERN_NVWS_LOAD_NONE, TERN_NVWS_LOAD_ASYNC, TERN_NVWS_LOAD_TMA, TERN_NVWS_LOAD_LOCAL_STORE, TERN_NVWS_LOAD_TMEM };
// What runs by itself between an enter and its exit; `none` is code that has ended when the exit is reached.
enum {
  TERN_NVWS_ASYNC_NONE,
  TERN_NVWS_ASYNC_TMA_LOAD,
  TERN_NVWS_ASYNC_TC5MMA,
  TERN_NVWS_ASYNC_TMEM_COPY,
  TERN_NVWS_ASYNC_CP_ASYNC,
  TERN_NVWS_ASYNC_WGMMA
};

#endif  // TERN_DIALECT_NVWS_NVWS_H_
