// The part of a semaphore that all drivers share.

#ifndef TERN_RUNTIME_SEMAPHORE_H_
#define TERN_RUNTIME_SEMAPHORE_H_

#include "runtime/resource.h"
#include "tern/runtime.h"

// Each function is that of tern/runtime.h with the same name.
typedef struct tern_semaphore_vtable_t {
  void (*destroy)(tern_semaphore_t *semaphore);
  tern_status_t (*query)(tern_semaphore_t *semaphore, uint64_t *out_value);
  tern_status_t (*signal)(tern_semaphore_t *semaphore, uint64_t value);
  void (*fail)(tern_semaphore_t *semaphore, tern_status_t status);  // `status` is not TERN_OK
  tern_status_t (*wait)(tern_semaphore_t *semaphore, uint64_t value, uint64_t timeout, bool *out_reached);
} tern_semaphore_vtable_t;

struct tern_semaphore_t {
  tern_resource_t resource;
  const tern_semaphore_vtable_t *vtable;
  const struct tern_driver_t *driver;
};

// A copy of a list that holds references to its semaphores, and its end.
tern_semaphore_list_t tern_semaphore_list_clone(tern_semaphore_list_t list);
void tern_semaphore_list_destroy(tern_semaphore_list_t list);

#endif  // TERN_RUNTIME_SEMAPHORE_H_
