// CPU semaphores: a number behind the timeline's lock, which can also be read without it.

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/no_memory.h"
#include "runtime/drivers/cpu/cpu_device.h"
#include "runtime/semaphore.h"

typedef struct cpu_semaphore_t {
  tern_semaphore_t base;
  tern_cpu_timeline_t *timeline;  // a reference
  _Atomic uint64_t value;         // written under the timeline's mutex
  atomic_int failure_code;        // tern_status_code_t; the same
  char *failure_message;          // owned; set before failure_code, then constant
} cpu_semaphore_t;

tern_cpu_timeline_t *tern_cpu_timeline_create(void) {
  tern_cpu_timeline_t *timeline = calloc(1, sizeof(*timeline));
  if (!timeline) return NULL;
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&timeline->changed, &attributes);
  pthread_condattr_destroy(&attributes);
  pthread_mutex_init(&timeline->mutex, NULL);
  tern_resource_initialize(&timeline->resource);
  return timeline;
}

void tern_cpu_timeline_release(tern_cpu_timeline_t *timeline) {
  if (!timeline || !tern_resource_release(&timeline->resource)) return;
  pthread_cond_destroy(&timeline->changed);
  pthread_mutex_destroy(&timeline->mutex);
  free(timeline);
}

static void destroy_semaphore(tern_semaphore_t *base) {
  cpu_semaphore_t *semaphore = (cpu_semaphore_t *)base;
  tern_cpu_timeline_release(semaphore->timeline);
  free(semaphore->failure_message);
  free(semaphore);
}

static tern_status_t get_failure(cpu_semaphore_t *semaphore) {
  tern_status_code_t code = (tern_status_code_t)atomic_load(&semaphore->failure_code);
  if (code == TERN_OK) return tern_ok();
  return tern_status_make(code, "%s", semaphore->failure_message ? semaphore->failure_message : "a submission failed");
}

static tern_status_t query_semaphore(tern_semaphore_t *base, uint64_t *out_value) {
  cpu_semaphore_t *semaphore = (cpu_semaphore_t *)base;
  TERN_RETURN_IF_ERROR(get_failure(semaphore));
  *out_value = atomic_load(&semaphore->value);
  return tern_ok();
}

static tern_status_t signal_semaphore(tern_semaphore_t *base, uint64_t value) {
  cpu_semaphore_t *semaphore = (cpu_semaphore_t *)base;
  pthread_mutex_lock(&semaphore->timeline->mutex);
  uint64_t present = atomic_load(&semaphore->value);
  bool has_failed = atomic_load(&semaphore->failure_code) != TERN_OK;
  bool is_accepted = !has_failed && value > present;
  if (is_accepted) {
    atomic_store(&semaphore->value, value);
    pthread_cond_broadcast(&semaphore->timeline->changed);
  }
  pthread_mutex_unlock(&semaphore->timeline->mutex);
  if (is_accepted) return tern_ok();
  if (has_failed) return tern_status_make(TERN_FAILED_PRECONDITION, "the semaphore has failed");
  return tern_status_make(TERN_INVALID_ARGUMENT, "expected a value above the semaphore's %llu but got %llu",
                          (unsigned long long)present, (unsigned long long)value);
}

static void fail_semaphore(tern_semaphore_t *base, tern_status_t status) {
  cpu_semaphore_t *semaphore = (cpu_semaphore_t *)base;
  char *message = strdup(status.message);  // NULL is coped with where it is read
  pthread_mutex_lock(&semaphore->timeline->mutex);
  if (atomic_load(&semaphore->failure_code) == TERN_OK) {
    semaphore->failure_message = message;
    message = NULL;
    atomic_store(&semaphore->failure_code, (int)status.code);
    pthread_cond_broadcast(&semaphore->timeline->changed);
  }
  pthread_mutex_unlock(&semaphore->timeline->mutex);
  free(message);
}

bool tern_cpu_semaphore_belongs_to(const tern_semaphore_t *base, const tern_cpu_device_t *device) {
  return ((const cpu_semaphore_t *)base)->timeline == device->timeline;
}

bool tern_cpu_semaphore_is_settled(tern_semaphore_t *base, uint64_t value) {
  cpu_semaphore_t *semaphore = (cpu_semaphore_t *)base;
  return atomic_load(&semaphore->value) >= value || atomic_load(&semaphore->failure_code) != TERN_OK;
}

// The time `timeout` nanoseconds from now. False if that is as good as never.
static bool compute_deadline(uint64_t timeout, struct timespec *out_deadline) {
  const uint64_t second = 1000000000;
  if (timeout / second > INT32_MAX) return false;
  clock_gettime(CLOCK_MONOTONIC, out_deadline);
  uint64_t nanoseconds = (uint64_t)out_deadline->tv_nsec + timeout % second;
  out_deadline->tv_sec += (time_t)(timeout / second + nanoseconds / second);
  out_deadline->tv_nsec = (long)(nanoseconds % second);
  return true;
}

static tern_status_t wait_semaphore(tern_semaphore_t *base, uint64_t value, uint64_t timeout, bool *out_reached) {
  cpu_semaphore_t *semaphore = (cpu_semaphore_t *)base;
  if (timeout && !tern_cpu_semaphore_is_settled(base, value)) {
    struct timespec deadline;
    bool has_deadline = compute_deadline(timeout, &deadline);
    int error = 0;
    pthread_mutex_lock(&semaphore->timeline->mutex);
    while (error != ETIMEDOUT && !tern_cpu_semaphore_is_settled(base, value)) {
      error = has_deadline
                  ? pthread_cond_timedwait(&semaphore->timeline->changed, &semaphore->timeline->mutex, &deadline)
                  : pthread_cond_wait(&semaphore->timeline->changed, &semaphore->timeline->mutex);
    }
    pthread_mutex_unlock(&semaphore->timeline->mutex);
  }
  TERN_RETURN_IF_ERROR(get_failure(semaphore));
  *out_reached = atomic_load(&semaphore->value) >= value;
  return tern_ok();
}

static const tern_semaphore_vtable_t vtable = {
    .destroy = destroy_semaphore,
    .query = query_semaphore,
    .signal = signal_semaphore,
    .fail = fail_semaphore,
    .wait = wait_semaphore,
};

tern_status_t tern_cpu_semaphore_create(tern_device_t *device, uint64_t initial_value,
                                        tern_semaphore_t **out_semaphore) {
  cpu_semaphore_t *semaphore = calloc(1, sizeof(*semaphore));
  if (!semaphore) return tern_no_memory("a semaphore");
  tern_semaphore_initialize(&semaphore->base, &vtable, device->driver);
  semaphore->timeline = ((tern_cpu_device_t *)device)->timeline;
  tern_resource_retain(&semaphore->timeline->resource);
  atomic_init(&semaphore->value, initial_value);
  atomic_init(&semaphore->failure_code, TERN_OK);
  *out_semaphore = &semaphore->base;
  return tern_ok();
}
