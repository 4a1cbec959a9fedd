// The part of a semaphore that all drivers share.

#ifndef TERN_RUNTIME_SEMAPHORE_H_
#define TERN_RUNTIME_SEMAPHORE_H_

#include <pthread.h>

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

static inline void tern_semaphore_initialize(tern_semaphore_t *semaphore, const tern_semaphore_vtable_t *vtable,
                                             const struct tern_driver_t *driver) {
  tern_resource_initialize(&semaphore->resource);
  semaphore->vtable = vtable;
  semaphore->driver = driver;
}

//---- Semaphores with a lock ----
//
// What the drivers of GPUs share. Guarded by a lock of the driver's.

// How a semaphore failed; zero: it did not.
typedef struct tern_semaphore_failure_t {
  tern_status_code_t code;
  char *message;  // owned; NULL: there was no memory for it
} tern_semaphore_failure_t;

// False if it has failed before.
bool tern_semaphore_failure_set(tern_semaphore_failure_t *failure, tern_status_code_t code, const char *message);
tern_status_t tern_semaphore_failure_get(const tern_semaphore_failure_t *failure);
// May the host signal `value`, of a semaphore that has `present` and that submissions will bring to `scheduled`? Errors:
// TERN_FAILED_PRECONDITION after a failure, TERN_INVALID_ARGUMENT.
tern_status_t tern_semaphore_check_signal(const tern_semaphore_failure_t *failure, uint64_t present, uint64_t scheduled,
                                          uint64_t value);
// Waits until `*scheduled` is at least `value`, or there is a failure. False after the deadline. `changed` is on the
// monotonic clock, and signalled whenever one of them changes.
bool tern_semaphore_wait_scheduled(pthread_cond_t *changed, pthread_mutex_t *mutex, uint64_t deadline, uint64_t value,
                                   const uint64_t *scheduled, const tern_semaphore_failure_t *failure);

// Nanoseconds of the monotonic clock: now, and `timeout` from now, UINT64_MAX if that is as good as never.
uint64_t tern_clock_now(void);
uint64_t tern_clock_deadline(uint64_t timeout);

// A copy of a list that holds references to its semaphores, and its end. False without memory; `*out_list` is then as it
// was.
bool tern_semaphore_list_clone(tern_semaphore_list_t list, tern_semaphore_list_t *out_list);
void tern_semaphore_list_destroy(tern_semaphore_list_t list);

#endif  // TERN_RUNTIME_SEMAPHORE_H_
