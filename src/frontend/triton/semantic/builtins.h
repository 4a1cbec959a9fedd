// Functions of triton.language that are not written in the language itself: rows of builtins.def. And those of Python that are known
// while a kernel is compiled.

#ifndef TERN_FRONTEND_TRITON_SEMANTIC_BUILTINS_H_
#define TERN_FRONTEND_TRITON_SEMANTIC_BUILTINS_H_

#include "frontend/triton/semantic/semantic.h"

// `args`: one value for each parameter, a tuple for `*rest`.
typedef const tl_value_t *(*tl_builtin_fn_t)(tl_generator_t *g, const tl_builtin_t *self,
                                             const tl_value_t *const *args);

enum { TL_PARAMETERS_MAX = 16 };

typedef enum tl_atomic {
  TL_ATOMIC_XCHG,
  TL_ATOMIC_ADD,
  TL_ATOMIC_MAX,
  TL_ATOMIC_MIN,
  TL_ATOMIC_AND,
  TL_ATOMIC_OR,
  TL_ATOMIC_XOR
} tl_atomic_t;

enum {
  TL_METHOD = 1,     // also of tensors: x.sum()
  TL_MUST_USE = 2,   // an error where the result is dropped
  TL_HOST_ONLY = 4,  // in globals and functions that run while compiling
};

struct tl_builtin {
  const char *name_space;  // "triton.language"
  const char *name;
  const char *
      parameters;  // "x, axis=None, *rest, **names"; a default is None, True, False, an integer, "", () or a name of a type
  tl_builtin_fn_t call;
  int flags;
  const tern_op_row_t *row;  // what several rows with one function differ in
  int64_t value;
};

extern const tl_builtin_t tl_builtins[];
extern const size_t tl_builtin_count;
// NULL: there is none.
const tl_builtin_t *tl_find_builtin(tern_str_t name_space, tern_str_t name);
const tl_builtin_t *tl_find_method(tern_str_t name);
const tl_value_t *tl_builtin_value(tl_generator_t *g, const tl_builtin_t *builtin);
const tl_value_t *tl_call_builtin(tl_generator_t *g, const tl_builtin_t *builtin, const tl_arguments_t *arguments);
// A function of libdevice on tensors or numbers; `name` is looked up in libdevice.def.
bool tl_has_libdevice(tern_str_t name);
const tl_value_t *tl_call_libdevice(tl_generator_t *g, tern_str_t name, tl_items_t args);

#define BUILTIN(SPACE, NAME, PARAMETERS, FUNCTION, ...) \
  const tl_value_t *FUNCTION(tl_generator_t *g, const tl_builtin_t *self, const tl_value_t *const *args);
#include "frontend/triton/semantic/builtins.def"
#undef BUILTIN

#endif  // TERN_FRONTEND_TRITON_SEMANTIC_BUILTINS_H_
