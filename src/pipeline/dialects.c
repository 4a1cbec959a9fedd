// All dialects, one line each.

#include "pipeline/registry.h"

#define DIALECTS(X) \
  X(builtin)        \
  X(arith)          \
  X(cf)             \
  X(complex)        \
  X(func)           \
  X(hal)            \
  X(index)          \
  X(iree)           \
  X(linalg)         \
  X(llvm)           \
  X(math)           \
  X(memref)         \
  X(mhlo)           \
  X(scf)            \
  X(stablehlo)      \
  X(tensor)         \
  X(ub)             \
  X(vector)

#define DECLARE(name) extern const tern_dialect_t tern_##name##_dialect;
DIALECTS(DECLARE)

void tern_register_all_dialects(tern_context_t *context) {
#define REGISTER(name) tern_context_register_dialect(context, &tern_##name##_dialect);
  DIALECTS(REGISTER)
#undef REGISTER
}
