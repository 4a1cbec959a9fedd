// Semaphores: the calls of tern/runtime.h.

#include "runtime/semaphore.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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

//---- Semaphores with a lock ----

static const uint64_t second = 1000000000;

bool tern_semaphore_failure_set(tern_semaphore_failure_t *failure, tern_status_code_t code, const char *message) {
  if (failure->code != TERN_OK) return false;
  failure->code = code;
  failure->message = strdup(message);
  return true;
}

tern_status_t tern_semaphore_failure_get(const tern_semaphore_failure_t *failure) {
  if (failure->code == TERN_OK) return tern_ok();
  return tern_status_make(failure->code, "%s", failure->message ? failure->message : "a submission failed");
}

tern_status_t tern_semaphore_check_signal(const tern_semaphore_failure_t *failure, uint64_t present, uint64_t scheduled,
                                          uint64_t value) {
  if (failure->code != TERN_OK) return tern_status_make(TERN_FAILED_PRECONDITION, "the semaphore has failed");
  if (value <= present) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "expected a value above the semaphore's %llu but got %llu",
                            (unsigned long long)present, (unsigned long long)value);
  }
  // A value that work is about to signal may not be overtaken.
  if (present < scheduled && value >= scheduled) {
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "expected a value below %llu, which a submission is going to signal, but got %llu",
                            (unsigned long long)scheduled, (unsigned long long)value);
  }
  return tern_ok();
}

bool tern_semaphore_wait_scheduled(pthread_cond_t *changed, pthread_mutex_t *mutex, uint64_t deadline, uint64_t value,
                                   const uint64_t *scheduled, const tern_semaphore_failure_t *failure) {
  struct timespec time = {(time_t)(deadline / second), (long)(deadline % second)};
  int error = 0;
  while (*scheduled < value && failure->code == TERN_OK) {
    if (error == ETIMEDOUT) return false;
    error = deadline == UINT64_MAX ? pthread_cond_wait(changed, mutex) : pthread_cond_timedwait(changed, mutex, &time);
  }
  return true;
}

uint64_t tern_clock_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * second + (uint64_t)now.tv_nsec;
}

uint64_t tern_clock_deadline(uint64_t timeout) {
  uint64_t now = tern_clock_now();
  // Half of the range leaves room for the clock to go on.
  return timeout < UINT64_MAX / 2 - now ? now + timeout : UINT64_MAX;
}

//---- Lists ----

bool tern_semaphore_list_clone(tern_semaphore_list_t list, tern_semaphore_list_t *out_list) {
  // One block for both.
  uint64_t *values = malloc(list.count * (sizeof(*values) + sizeof(void *)) + 1);
  if (!values) return false;
  tern_semaphore_t **semaphores = (tern_semaphore_t **)(values + list.count);
  *out_list = (tern_semaphore_list_t){semaphores, values, list.count};
  for (size_t i = 0; i < list.count; ++i) {
    semaphores[i] = list.semaphores[i];
    values[i] = list.values[i];
    tern_semaphore_retain(semaphores[i]);
  }
  return true;
}

void tern_semaphore_list_destroy(tern_semaphore_list_t list) {
  for (size_t i = 0; i < list.count; ++i) tern_semaphore_release(list.semaphores[i]);
  free((void *)list.values);
}
