// The part of an executable that all drivers share.

#ifndef TERN_RUNTIME_MODULE_EXECUTABLE_H_
#define TERN_RUNTIME_MODULE_EXECUTABLE_H_

#include "base/small.h"
#include "runtime/resource.h"
#include "tern/runtime.h"

typedef struct tern_executable_vtable_t {
  void (*destroy)(tern_executable_t *executable);
} tern_executable_vtable_t;

struct tern_executable_t {
  tern_resource_t resource;
  const tern_executable_vtable_t *vtable;
  const struct tern_driver_t *driver;
  const tern_entry_point_t *entry_points;  // lives as long as the executable
  size_t entry_point_count;
#if !TERN_SMALL
  const tern_cost_info_t *costs;  // one for each entry point, or NULL
#endif
};

// Computes the bytes that the array of a binding takes when the dimensions that are dynamic have the sizes in
// `push_constants`, and writes all sizes to `out_dims` (room for TERN_TENSOR_RANK_MAX). Errors: TERN_OUT_OF_RANGE if
// the size overflows.
tern_status_t tern_binding_info_size(const tern_binding_info_t *info, const uint32_t *push_constants, int64_t *out_dims,
                                     size_t *out_size);

#endif  // TERN_RUNTIME_MODULE_EXECUTABLE_H_
