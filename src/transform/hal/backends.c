#include "dialect/hal/hal.h"
#include "ir/diagnostic.h"
#include "transform/hal/translate.h"

const tern_hal_backend_t *tern_hal_backend_find(tern_str_t name) {
  for (size_t i = 0; i < tern_hal_backend_count; ++i) {
    if (tern_str_equal_cstr(name, tern_hal_backends[i]->name)) return tern_hal_backends[i];
  }
  return NULL;
}

const tern_hal_backend_t *tern_hal_backend_of(const tern_op_t *variant) {
  tern_str_t name = tern_hal_executable_target_backend(tern_op_attr(variant, "target"));
  const tern_hal_backend_t *backend = tern_hal_backend_find(name);
  if (!backend) {
    tern_op_error(variant, "needs the backend '%.*s', which this compiler does not have", (int)name.size, name.data);
  }
  return backend;
}
