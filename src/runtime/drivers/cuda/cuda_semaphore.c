// Semaphores: counters of the host that know which events of the device will raise them.

#include <stdlib.h>

#include "base/no_memory.h"
#include "runtime/drivers/cuda/cuda_device.h"
#include "runtime/drivers/cuda/cuda_queue.h"

static void destroy_semaphore(tern_semaphore_t *base) {
  tern_cuda_semaphore_t *semaphore = (tern_cuda_semaphore_t *)base;
  tern_cuda_context_t *context = semaphore->context;
  for (size_t i = 0; i < semaphore->points.count; ++i) {
    tern_cuda_event_release(context, semaphore->points.values[i].event);
  }
  while (semaphore->watchers) {
    tern_cuda_watcher_t *watcher = semaphore->watchers;
    semaphore->watchers = watcher->next;
    tern_cuda_context_release(watcher->context);
    free(watcher);
  }
  tern_vec_deinitialize(&semaphore->points);
  pthread_cond_destroy(&semaphore->changed);
  pthread_mutex_destroy(&semaphore->mutex);
  free(semaphore->failure.message);
  free(semaphore);
  tern_cuda_context_release(context);
}

//---- Changes ----

// Wakes the host's waits, and has the other devices that wait looked after.
static void announce_locked(tern_cuda_semaphore_t *semaphore, tern_cuda_outcome_t *outcome) {
  pthread_cond_broadcast(&semaphore->changed);
  while (semaphore->watchers) {
    tern_cuda_watcher_t *watcher = semaphore->watchers;
    semaphore->watchers = watcher->next;
    watcher->next = outcome->watchers;
    outcome->watchers = watcher;
  }
}

static void fail_locked(tern_cuda_semaphore_t *semaphore, tern_status_code_t code, const char *message,
                        tern_cuda_outcome_t *outcome) {
  if (tern_semaphore_failure_set(&semaphore->failure, code, message)) announce_locked(semaphore, outcome);
}

void tern_cuda_semaphore_fail(tern_cuda_semaphore_t *semaphore, tern_status_code_t code, const char *message,
                              tern_cuda_outcome_t *outcome) {
  pthread_mutex_lock(&semaphore->mutex);
  fail_locked(semaphore, code, message, outcome);
  pthread_mutex_unlock(&semaphore->mutex);
}

void tern_cuda_semaphore_schedule(tern_cuda_semaphore_t *semaphore, uint64_t value, tern_cuda_event_t *event,
                                  tern_cuda_outcome_t *outcome) {
  pthread_mutex_lock(&semaphore->mutex);
  if (semaphore->failure.code == TERN_OK && value > semaphore->scheduled) {
    if (tern_vec_try_push(&semaphore->points, (tern_cuda_point_t){value, event})) {
      semaphore->scheduled = value;
      tern_cuda_event_retain(event);
      announce_locked(semaphore, outcome);
    } else {
      fail_locked(semaphore, TERN_OUT_OF_MEMORY, "no memory for a signal", outcome);
    }
  } else if (semaphore->failure.code == TERN_OK) {
    tern_status_t status =
        tern_status_make(TERN_INVALID_ARGUMENT, "expected a value above the semaphore's %llu but got %llu",
                         (unsigned long long)semaphore->scheduled, (unsigned long long)value);
    fail_locked(semaphore, status.code, status.message, outcome);
  }
  pthread_mutex_unlock(&semaphore->mutex);
}

void tern_cuda_semaphore_reach(tern_cuda_semaphore_t *semaphore, uint64_t value) {
  pthread_mutex_lock(&semaphore->mutex);
  if (semaphore->failure.code == TERN_OK && value > semaphore->value) semaphore->value = value;
  size_t kept = 0;
  for (size_t i = 0; i < semaphore->points.count; ++i) {
    tern_cuda_point_t point = semaphore->points.values[i];
    if (point.value > value) {
      semaphore->points.values[kept++] = point;
    } else {
      tern_cuda_event_release(semaphore->context, point.event);
    }
  }
  semaphore->points.count = kept;
  pthread_cond_broadcast(&semaphore->changed);
  pthread_mutex_unlock(&semaphore->mutex);
}

//---- Looking ----

// The event behind the work that raises the semaphore to `value` or above; NULL if it is there.
static tern_cuda_event_t *find_event_locked(const tern_cuda_semaphore_t *semaphore, uint64_t value) {
  if (semaphore->value >= value) return NULL;
  for (size_t i = 0; i < semaphore->points.count; ++i) {
    if (semaphore->points.values[i].value >= value) return tern_cuda_event_retain(semaphore->points.values[i].event);
  }
  return NULL;
}

tern_status_t tern_cuda_semaphore_failure(tern_cuda_semaphore_t *semaphore) {
  pthread_mutex_lock(&semaphore->mutex);
  tern_status_t status = tern_semaphore_failure_get(&semaphore->failure);
  pthread_mutex_unlock(&semaphore->mutex);
  return status;
}

// False without memory.
static bool watch_locked(tern_cuda_semaphore_t *semaphore, tern_cuda_context_t *context) {
  for (const tern_cuda_watcher_t *watcher = semaphore->watchers; watcher; watcher = watcher->next) {
    if (watcher->context == context) return true;
  }
  tern_cuda_watcher_t *watcher = malloc(sizeof(*watcher));
  if (!watcher) return false;
  *watcher = (tern_cuda_watcher_t){semaphore->watchers, tern_cuda_context_retain(context)};
  semaphore->watchers = watcher;
  return true;
}

tern_cuda_readiness_t tern_cuda_semaphore_look(tern_cuda_semaphore_t *semaphore, uint64_t value,
                                               tern_cuda_context_t *context, tern_cuda_event_t **out_event) {
  tern_cuda_readiness_t readiness = TERN_CUDA_READY;
  bool is_foreign = semaphore->context != context;
  pthread_mutex_lock(&semaphore->mutex);
  if (semaphore->failure.code != TERN_OK) {
    readiness = TERN_CUDA_FAILED;
  } else if (semaphore->scheduled < value) {
    readiness = !is_foreign || watch_locked(semaphore, context) ? TERN_CUDA_BLOCKED : TERN_CUDA_FAILED;
  } else if (is_foreign && !*out_event) {
    *out_event = find_event_locked(semaphore, value);
  }
  pthread_mutex_unlock(&semaphore->mutex);
  return readiness;
}

//---- Calls ----

static tern_status_t query_semaphore(tern_semaphore_t *base, uint64_t *out_value) {
  tern_cuda_semaphore_t *semaphore = (tern_cuda_semaphore_t *)base;
  tern_cuda_queue_advance(semaphore->context);
  pthread_mutex_lock(&semaphore->mutex);
  tern_status_t status = tern_semaphore_failure_get(&semaphore->failure);
  if (tern_status_is_ok(status)) *out_value = semaphore->value;
  pthread_mutex_unlock(&semaphore->mutex);
  return status;
}

static tern_status_t signal_locked(tern_cuda_semaphore_t *semaphore, uint64_t value, tern_cuda_outcome_t *outcome) {
  TERN_RETURN_IF_ERROR(tern_semaphore_check_signal(&semaphore->failure, semaphore->value, semaphore->scheduled, value));
  semaphore->value = value;
  if (value > semaphore->scheduled) semaphore->scheduled = value;
  announce_locked(semaphore, outcome);
  return tern_ok();
}

static tern_status_t signal_semaphore(tern_semaphore_t *base, uint64_t value) {
  tern_cuda_semaphore_t *semaphore = (tern_cuda_semaphore_t *)base;
  tern_cuda_outcome_t outcome = {0};
  tern_cuda_queue_advance(semaphore->context);
  pthread_mutex_lock(&semaphore->mutex);
  tern_status_t status = signal_locked(semaphore, value, &outcome);
  pthread_mutex_unlock(&semaphore->mutex);
  tern_cuda_queue_advance(semaphore->context);
  tern_cuda_queue_settle(&outcome);
  return status;
}

static void fail_semaphore(tern_semaphore_t *base, tern_status_t status) {
  tern_cuda_semaphore_t *semaphore = (tern_cuda_semaphore_t *)base;
  tern_cuda_outcome_t outcome = {0};
  tern_cuda_semaphore_fail(semaphore, status.code, status.message, &outcome);
  tern_cuda_queue_advance(semaphore->context);
  tern_cuda_queue_settle(&outcome);
}

static tern_status_t wait_semaphore(tern_semaphore_t *base, uint64_t value, uint64_t timeout, bool *out_reached) {
  tern_cuda_semaphore_t *semaphore = (tern_cuda_semaphore_t *)base;
  tern_cuda_context_t *context = semaphore->context;
  uint64_t deadline = tern_clock_deadline(timeout);
  *out_reached = false;
  pthread_mutex_lock(&semaphore->mutex);
  bool is_scheduled = tern_semaphore_wait_scheduled(&semaphore->changed, &semaphore->mutex, deadline, value,
                                                    &semaphore->scheduled, &semaphore->failure);
  tern_status_t status = tern_semaphore_failure_get(&semaphore->failure);
  tern_cuda_event_t *event = is_scheduled && tern_status_is_ok(status) ? find_event_locked(semaphore, value) : NULL;
  pthread_mutex_unlock(&semaphore->mutex);
  if (!tern_status_is_ok(status) || !is_scheduled) return status;
  bool is_reached = true;
  if (event) {
    status = tern_cuda_queue_wait_event(context, event, deadline, &is_reached);
    tern_cuda_event_release(context, event);
  }
  // A failure that the semaphore was told of says more than that of the wait.
  tern_status_t failure = tern_cuda_semaphore_failure(semaphore);
  *out_reached = is_reached && tern_status_is_ok(status) && tern_status_is_ok(failure);
  return tern_status_is_ok(failure) ? status : failure;
}

static const tern_semaphore_vtable_t vtable = {
    .destroy = destroy_semaphore,
    .query = query_semaphore,
    .signal = signal_semaphore,
    .fail = fail_semaphore,
    .wait = wait_semaphore,
};

tern_status_t tern_cuda_semaphore_create(tern_device_t *device, uint64_t initial_value,
                                         tern_semaphore_t **out_semaphore) {
  tern_cuda_semaphore_t *semaphore = calloc(1, sizeof(*semaphore));
  if (!semaphore) return tern_no_memory("a semaphore");
  tern_semaphore_initialize(&semaphore->base, &vtable, device->driver);
  semaphore->context = tern_cuda_context_retain(((tern_cuda_device_t *)device)->context);
  pthread_mutex_init(&semaphore->mutex, NULL);
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&semaphore->changed, &attributes);
  pthread_condattr_destroy(&attributes);
  semaphore->value = semaphore->scheduled = initial_value;
  *out_semaphore = &semaphore->base;
  return tern_ok();
}
