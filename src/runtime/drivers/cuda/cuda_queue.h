// Submissions: a list of those that wait for a semaphore that nobody is about to signal yet, and a list of those that
// are in the device's stream; and semaphores.
//
// A submission goes into the stream as soon as all that it waits for is there or is in the stream before it: order does
// the rest. For semaphores of other GPUs the stream waits for the event behind the work that signals them.

#ifndef TERN_RUNTIME_DRIVERS_CUDA_CUDA_QUEUE_H_
#define TERN_RUNTIME_DRIVERS_CUDA_CUDA_QUEUE_H_

#include "runtime/device.h"
#include "runtime/drivers/cuda/cuda_context.h"
#include "runtime/semaphore.h"

typedef struct tern_cuda_submission_t tern_cuda_submission_t;

// A value that work in the stream will signal.
typedef struct tern_cuda_point_t {
  uint64_t value;
  tern_cuda_event_t *event;  // a reference
} tern_cuda_point_t;

// A device that waits for a semaphore of another one. Its place in a list is made when it begins to wait, so that telling it takes
// no memory.
typedef struct tern_cuda_watcher_t {
  struct tern_cuda_watcher_t *next;
  tern_cuda_context_t *context;  // a reference
} tern_cuda_watcher_t;

typedef struct tern_cuda_semaphore_t {
  tern_semaphore_t base;
  tern_cuda_context_t *context;  // a reference
  pthread_mutex_t mutex;
  pthread_cond_t changed;  // on the monotonic clock
  // Guarded by `mutex`:
  uint64_t value;                      // that is reached for sure
  uint64_t scheduled;                  // that is reached or that work in the stream will signal
  TERN_VEC(tern_cuda_point_t) points;  // with growing values
  tern_cuda_watcher_t *watchers;       // owned: other devices with submissions that wait for this
  tern_semaphore_failure_t failure;
} tern_cuda_semaphore_t;

// What is left to be done once no lock is held.
typedef struct tern_cuda_outcome_t {
  tern_cuda_submission_t *over;   // to be destroyed
  tern_cuda_watcher_t *watchers;  // to be looked after
} tern_cuda_outcome_t;

tern_status_t tern_cuda_semaphore_create(tern_device_t *device, uint64_t initial_value,
                                         tern_semaphore_t **out_semaphore);
// Makes a semaphore fail, unless it has.
void tern_cuda_semaphore_fail(tern_cuda_semaphore_t *semaphore, tern_status_code_t code, const char *message,
                              tern_cuda_outcome_t *outcome);
// Notes that the work in front of `event` (retained) will signal `value`.
void tern_cuda_semaphore_schedule(tern_cuda_semaphore_t *semaphore, uint64_t value, tern_cuda_event_t *event,
                                  tern_cuda_outcome_t *outcome);
// Notes that `value` was reached.
void tern_cuda_semaphore_reach(tern_cuda_semaphore_t *semaphore, uint64_t value);

typedef enum tern_cuda_readiness_t { TERN_CUDA_BLOCKED, TERN_CUDA_READY, TERN_CUDA_FAILED } tern_cuda_readiness_t;
// Whether a submission of `context` that waits for `value` may go into the stream. FAILED: the semaphore has, or there is no
// memory. READY: `*out_event` is the event
// that the stream has to wait for (a reference), or NULL. BLOCKED: a context of another device is told when that may
// have changed.
tern_cuda_readiness_t tern_cuda_semaphore_look(tern_cuda_semaphore_t *semaphore, uint64_t value,
                                               tern_cuda_context_t *context, tern_cuda_event_t **out_event);
// Why the semaphore failed; TERN_OK if it did not.
tern_status_t tern_cuda_semaphore_failure(tern_cuda_semaphore_t *semaphore);

tern_status_t tern_cuda_queue_submit(tern_device_t *device, tern_semaphore_list_t wait,
                                     tern_command_buffer_t *const *command_buffers, size_t command_buffer_count,
                                     tern_semaphore_list_t signal);
bool tern_cuda_queue_submit_bound(tern_device_t *device, tern_semaphore_list_t wait,
                                  tern_command_buffer_t *command_buffer, const tern_buffer_range_t *table,
                                  size_t table_size, tern_semaphore_list_t signal, tern_status_t *out_status);
tern_status_t tern_cuda_queue_wait_idle(tern_device_t *device);
// Cancels what is pending and waits for the rest; nothing can be submitted any more.
void tern_cuda_queue_stop(tern_cuda_context_t *context);

// Notices what is over, and puts into the stream what has become ready.
void tern_cuda_queue_advance(tern_cuda_context_t *context);
// Does what is left in `outcome`.
void tern_cuda_queue_settle(tern_cuda_outcome_t *outcome);

// An event behind the submission `number`, or NULL if that is over. A reference.
tern_cuda_event_t *tern_cuda_queue_event(tern_cuda_context_t *context, uint64_t number);
// Waits until an event has happened, at most until `deadline`. `*out_reached` may be NULL.
tern_status_t tern_cuda_queue_wait_event(tern_cuda_context_t *context, tern_cuda_event_t *event, uint64_t deadline,
                                         bool *out_reached);
// Waits until the submission `number` is over.
tern_status_t tern_cuda_queue_wait(tern_cuda_context_t *context, uint64_t number);
// Waits until all that is in the stream is over. Failures are told elsewhere.
void tern_cuda_queue_drain(tern_cuda_context_t *context);

// The status for a result. After a fatal one, all submissions fail.
tern_status_t tern_cuda_queue_status(tern_cuda_context_t *context, CUresult result, const char *what);

#endif  // TERN_RUNTIME_DRIVERS_CUDA_CUDA_QUEUE_H_
