// All dialects, one line each, and the old spellings of their ops. Those of tests are loaded when they are met.

#include "dialect/common/shaped_syntax.h"
#include "dialect/legacy/legacy.h"
#include "dialect/stablehlo/stablehlo.h"
#include "dialect/tosa/tosa.h"
#include "pipeline/registry.h"
#include "pipeline/test_library.h"

#define DIALECTS(X)  \
  X(builtin)         \
  X(affine)          \
  X(amdg)            \
  X(amx)             \
  X(arith)           \
  X(async)           \
  X(bufferization)   \
  X(cf)              \
  X(check)           \
  X(chlo)            \
  X(complex)         \
  X(dlti)            \
  X(flow)            \
  X(func)            \
  X(gpu)             \
  X(hal)             \
  X(index)           \
  X(interpreter)     \
  X(io_parameters)   \
  X(iree)            \
  X(iree_codegen)    \
  X(iree_cpu)        \
  X(iree_encoding)   \
  X(iree_gpu)        \
  X(iree_input)      \
  X(iree_tensor_ext) \
  X(iree_linalg_ext) \
  X(linalg)          \
  X(llvm)            \
  X(math)            \
  X(memref)          \
  X(mhlo)            \
  X(ml_program)      \
  X(nvg)             \
  X(nvgpu)           \
  X(nvvm)            \
  X(nvws)            \
  X(ptr)             \
  X(quant)           \
  X(rocdl)           \
  X(scf)             \
  X(sdy)             \
  X(spirv)           \
  X(stablehlo)       \
  X(stream)          \
  X(tensor)          \
  X(tern)            \
  X(tm_tensor)       \
  X(tosa)            \
  X(transform)       \
  X(tt)              \
  X(ttg)             \
  X(ttng)            \
  X(ub)              \
  X(util)            \
  X(vector)          \
  X(vhlo)            \
  X(vm)              \
  X(xevm)

#define DECLARE(name) extern const tern_dialect_t tern_##name##_dialect;
DIALECTS(DECLARE)

void tern_register_all_dialects(tern_context_t *context) {
#define REGISTER(name) tern_context_register_dialect(context, &tern_##name##_dialect);
  DIALECTS(REGISTER)
#undef REGISTER
  tern_context_register_lazy_dialect(context, "test", tern_test_library_load_dialect);
  tern_context_register_lazy_dialect(context, "test_dyn", tern_test_library_load_dialect);
  tern_register_shaped_directives(context);
  // stablehlo last: its rows upgrade attributes too, where names alone are known before.
  tern_register_legacy(context);
  tern_hlo_register_legacy(context);
  tern_tosa_register_legacy(context);
}
