// Semaphores: the calls of tern/runtime.h.

#include "runtime/semaphore.h"

#include <stdlib.h>

#include "base/arena.h"
#include "runtime/device.h"

tern_status_t tern_semaphore_create(tern_device_t *device, uint64_t initial_value, tern_semaphore_t **out_semaphore) {
  *out_semaphore = NULL;
  return device->vtable->create_semaphore(device, initial_value, out_semaphore);
}

void tern_semaphore_retain(tern_semaphore_t *semaphore) {
  if (semaphore) tern_resource_retain(&semaphore->resource);
}

void tern_semaphore_release(tern_semaphore_t *semaphore) {
  if (semaphore && tern_resource_release(&semaphore->resource)) semaphore->vtable->destroy(semaphore);
}

tern_status_t tern_semaphore_query(tern_semaphore_t *semaphore, uint64_t *out_value) {
  *out_value = 0;
  return semaphore->vtable->query(semaphore, out_value);
}

tern_status_t tern_semaphore_signal(tern_semaphore_t *semaphore, uint64_t value) {
  return semaphore->vtable->signal(semaphore, value);
}

void tern_semaphore_fail(tern_semaphore_t *semaphore, tern_status_t status) {
  if (tern_status_is_ok(status)) status = tern_status_make(TERN_INTERNAL, "the semaphore was made to fail");
  semaphore->vtable->fail(semaphore, status);
}

tern_status_t tern_semaphore_wait(tern_semaphore_t *semaphore, uint64_t value, uint64_t timeout, bool *out_reached) {
  bool is_reached = false;
  tern_status_t status = semaphore->vtable->wait(semaphore, value, timeout, &is_reached);
  if (out_reached) *out_reached = is_reached;
  return status;
}

tern_semaphore_list_t tern_semaphore_list_clone(tern_semaphore_list_t list) {
  tern_semaphore_t **semaphores = tern_realloc_array(NULL, list.count + 1, sizeof(*semaphores));
  uint64_t *values = tern_realloc_array(NULL, list.count + 1, sizeof(*values));
  for (size_t i = 0; i < list.count; ++i) {
    semaphores[i] = list.semaphores[i];
    values[i] = list.values[i];
    tern_semaphore_retain(semaphores[i]);
  }
  return (tern_semaphore_list_t){semaphores, values, list.count};
}

void tern_semaphore_list_destroy(tern_semaphore_list_t list) {
  for (size_t i = 0; i < list.count; ++i) tern_semaphore_release(list.semaphores[i]);
  free((void *)list.semaphores);
  free((void *)list.values);
}
