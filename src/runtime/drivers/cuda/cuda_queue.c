// Which submissions are ready, putting them into the stream, and noticing when they are over.

#include "runtime/drivers/cuda/cuda_queue.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/no_memory.h"
#include "runtime/drivers/cuda/cuda_buffer.h"
#include "runtime/drivers/cuda/cuda_command_buffer.h"
#include "runtime/drivers/cuda/cuda_device.h"

enum {
  // Submissions in the stream: at each multiple of this number it is looked whether some are over. A look costs nearly
  // as much as a launch.
  CROWD_COUNT = 16,
};

// A submission, in one piece with its lists. It holds a reference to every object in them.
struct tern_cuda_submission_t {
  tern_cuda_submission_t *next;
  tern_cuda_context_t *context;  // borrowed
  tern_semaphore_t **waits, **signals;
  uint64_t *wait_values, *signal_values;
  size_t wait_count, signal_count;
  tern_command_buffer_t **command_buffers;
  size_t command_buffer_count;
  CUdeviceptr *bases;       // of slots; NULL without a table
  tern_buffer_t **buffers;  // of the table; references only while it is pending
  size_t buffer_count;
  bool has_buffers;  // `buffers` are references
  uint64_t number;   // once it is in the stream
  tern_cuda_event_t *event;
};

// What a submission is made of.
typedef struct work {
  tern_command_buffer_t *const *command_buffers;
  size_t command_buffer_count;
  const tern_buffer_range_t *table;
  const CUdeviceptr *bases;
  size_t table_size;
} work_t;

//---- Life ----

// NULL without memory.
static tern_cuda_submission_t *create_submission(tern_cuda_context_t *context, tern_semaphore_list_t wait,
                                                 const work_t *work, tern_semaphore_list_t signal) {
  size_t words = 2 * wait.count + 2 * signal.count + work->command_buffer_count + 2 * work->table_size;
  tern_cuda_submission_t *submission = malloc(sizeof(*submission) + words * sizeof(uint64_t));
  if (!submission) return NULL;
  *submission = (tern_cuda_submission_t){.context = context,
                                         .wait_count = wait.count,
                                         .signal_count = signal.count,
                                         .command_buffer_count = work->command_buffer_count,
                                         .buffer_count = work->table_size};
  uint64_t *at = (uint64_t *)(submission + 1);
  submission->wait_values = at;
  submission->signal_values = at += wait.count;
  submission->waits = (tern_semaphore_t **)(at += signal.count);
  submission->signals = (tern_semaphore_t **)(at += wait.count);
  submission->command_buffers = (tern_command_buffer_t **)(at += signal.count);
  submission->buffers = (tern_buffer_t **)(at += work->command_buffer_count);
  if (work->table_size) submission->bases = at += work->table_size;
  for (size_t i = 0; i < wait.count; ++i) {
    submission->waits[i] = wait.semaphores[i];
    submission->wait_values[i] = wait.values[i];
    tern_semaphore_retain(wait.semaphores[i]);
  }
  for (size_t i = 0; i < signal.count; ++i) {
    submission->signals[i] = signal.semaphores[i];
    submission->signal_values[i] = signal.values[i];
    tern_semaphore_retain(signal.semaphores[i]);
  }
  for (size_t i = 0; i < work->command_buffer_count; ++i) {
    submission->command_buffers[i] = work->command_buffers[i];
    tern_command_buffer_retain(work->command_buffers[i]);
  }
  for (size_t i = 0; i < work->table_size; ++i) {
    submission->buffers[i] = work->table[i].buffer;
    submission->bases[i] = work->bases[i];
  }
  return submission;
}

static void destroy_submissions(tern_cuda_submission_t *first) {
  while (first) {
    tern_cuda_submission_t *submission = first;
    first = submission->next;
    for (size_t i = 0; i < submission->wait_count; ++i) tern_semaphore_release(submission->waits[i]);
    for (size_t i = 0; i < submission->signal_count; ++i) tern_semaphore_release(submission->signals[i]);
    for (size_t i = 0; i < submission->command_buffer_count; ++i) {
      tern_command_buffer_release(submission->command_buffers[i]);
    }
    for (size_t i = 0; i < submission->buffer_count && submission->has_buffers; ++i) {
      tern_buffer_release(submission->buffers[i]);
    }
    free(submission);
  }
}

static void append(tern_cuda_submission_t **link, tern_cuda_submission_t *submission) {
  while (*link) link = &(*link)->next;
  submission->next = NULL;
  *link = submission;
}

//---- Outcomes ----

static tern_cuda_semaphore_t *signal_at(const tern_cuda_submission_t *submission, size_t index) {
  return (tern_cuda_semaphore_t *)submission->signals[index];
}

// Tells the semaphores to be signalled, or the device if there are none, that a submission failed.
static void report_failure_locked(tern_cuda_context_t *context, const tern_cuda_submission_t *submission,
                                  tern_status_code_t code, const char *message, tern_cuda_outcome_t *outcome) {
  for (size_t i = 0; i < submission->signal_count; ++i) {
    tern_cuda_semaphore_fail(signal_at(submission, i), code, message, outcome);
  }
  if (submission->signal_count || context->failure_code != TERN_OK) return;
  context->failure_code = code;
  context->failure_message = strdup(message);
}

static const char *text_of(const char *message) { return message ? message : "a submission failed"; }

// From now on all fails. What is in the stream is over, one way or the other, before anything that it uses goes.
static void lose_locked(tern_cuda_context_t *context, tern_status_t status) {
  if (context->lost_code != TERN_OK) return;
  CUcontext previous = tern_cuda_enter(context);
  context->api.StreamSynchronize(context->stream);
  tern_cuda_leave(context, previous);
  context->lost_code = status.code;
  context->lost_message = strdup(status.message);
}

tern_status_t tern_cuda_queue_status(tern_cuda_context_t *context, CUresult result, const char *what) {
  tern_status_t status = tern_cuda_status(&context->api, result, what);
  if (!tern_cuda_result_is_fatal(result)) return status;
  pthread_mutex_lock(&context->mutex);
  lose_locked(context, status);
  pthread_mutex_unlock(&context->mutex);
  return status;
}

// Is what `event` stands behind over? A failure makes all fail.
static bool has_happened_locked(tern_cuda_context_t *context, const tern_cuda_event_t *event) {
  CUresult result = context->api.EventQuery(event->handle);
  if (result == CUDA_ERROR_NOT_READY) return false;
  if (result != CUDA_SUCCESS) lose_locked(context, tern_cuda_status(&context->api, result, "running kernels"));
  return true;
}

static void retire_first_locked(tern_cuda_context_t *context, tern_cuda_outcome_t *outcome) {
  tern_cuda_submission_t *submission = context->first_in_flight;
  if (context->lost_code != TERN_OK) {
    report_failure_locked(context, submission, context->lost_code, text_of(context->lost_message), outcome);
  }
  for (size_t i = 0; i < submission->signal_count; ++i) {
    tern_cuda_semaphore_reach(signal_at(submission, i), submission->signal_values[i]);
  }
  atomic_store(&context->complete, submission->number);
  context->first_in_flight = submission->next;
  if (!context->first_in_flight) context->last_in_flight = NULL;
  tern_cuda_event_release(context, submission->event);
  append(&outcome->over, submission);
}

// Moves the submissions up to number `over` out of the stream's list. With a lost device nothing will end any more: all is
// over.
static void retire_until_locked(tern_cuda_context_t *context, uint64_t over, tern_cuda_outcome_t *outcome) {
  while (context->first_in_flight && (context->lost_code != TERN_OK || context->first_in_flight->number <= over)) {
    retire_first_locked(context, outcome);
  }
}

// Moves all that is over out of the stream's list. What is in front of something that is over is over, too: the newest is
// asked first, for a question costs as much as half a launch. `known` (may be NULL) has happened, and what is behind that
// is not asked for.
static void retire_locked(tern_cuda_context_t *context, const tern_cuda_event_t *known, tern_cuda_outcome_t *outcome) {
  uint64_t over = 0;
  for (const tern_cuda_submission_t *submission = context->first_in_flight; submission && known;
       submission = submission->next) {
    if (submission->event == known) over = submission->number;
  }
  const tern_cuda_submission_t *last = context->last_in_flight;
  if (last && !over && context->lost_code == TERN_OK && has_happened_locked(context, last->event)) over = last->number;
  retire_until_locked(context, over, outcome);
  while (!over && context->first_in_flight && context->first_in_flight != last &&
         has_happened_locked(context, context->first_in_flight->event)) {
    retire_until_locked(context, context->first_in_flight->number, outcome);
  }
}

// The same of the older half if all of that is over: one question.
static void retire_half_locked(tern_cuda_context_t *context, size_t count, tern_cuda_outcome_t *outcome) {
  const tern_cuda_submission_t *middle = context->first_in_flight;
  for (size_t i = 1; i < count / 2; ++i) middle = middle->next;
  if (context->lost_code == TERN_OK && !has_happened_locked(context, middle->event)) return;
  retire_until_locked(context, middle->number, outcome);
}

//---- Into the stream ----

// The events behind the work of other devices that is waited for. FAILED: `*out_failed` is the semaphore.
static tern_cuda_readiness_t look_locked(const tern_cuda_submission_t *submission, tern_cuda_event_t **out_events,
                                         tern_cuda_semaphore_t **out_failed) {
  tern_cuda_readiness_t readiness = TERN_CUDA_READY;
  for (size_t i = 0; i < submission->wait_count; ++i) {
    tern_cuda_semaphore_t *semaphore = (tern_cuda_semaphore_t *)submission->waits[i];
    tern_cuda_readiness_t one =
        tern_cuda_semaphore_look(semaphore, submission->wait_values[i], submission->context, &out_events[i]);
    if (one == TERN_CUDA_FAILED) {
      *out_failed = semaphore;
      return one;
    }
    if (one == TERN_CUDA_BLOCKED) readiness = one;
  }
  return readiness;
}

static CUresult wait_for_transfers(tern_cuda_context_t *context) {
  pthread_mutex_lock(&context->event_mutex);
  tern_cuda_event_t *event = context->last_transfer;
  context->last_transfer = NULL;
  pthread_mutex_unlock(&context->event_mutex);
  CUresult result = event ? context->api.StreamWaitEvent(context->stream, event->handle, 0) : CUDA_SUCCESS;
  tern_cuda_event_release(context, event);
  return result;
}

static tern_status_t run_locked(tern_cuda_context_t *context, tern_cuda_submission_t *submission,
                                tern_cuda_event_t *const *events) {
  const tern_cuda_api_t *api = &context->api;
  for (size_t i = 0; i < submission->wait_count; ++i) {
    if (!events[i]) continue;
    TERN_CUDA_RETURN_IF_ERROR(api, api->StreamWaitEvent(context->stream, events[i]->handle, 0),
                              "waiting for another device");
  }
  TERN_CUDA_RETURN_IF_ERROR(api, wait_for_transfers(context), "waiting for copies");
  for (size_t i = 0; i < submission->command_buffer_count; ++i) {
    TERN_RETURN_IF_ERROR(tern_cuda_command_buffer_run_locked(submission->command_buffers[i], submission->bases));
  }
  return tern_ok();
}

// Puts a submission into the stream and its list. What was begun is waited for also if it fails.
static tern_status_t hand_over_locked(tern_cuda_context_t *context, tern_cuda_submission_t *submission,
                                      tern_cuda_event_t *const *events, tern_cuda_outcome_t *outcome) {
  if (context->lost_code != TERN_OK) return tern_status_make(context->lost_code, "%s", text_of(context->lost_message));
  tern_cuda_event_t *event = tern_cuda_event_take(context);
  if (!event) return tern_status_make(TERN_OUT_OF_MEMORY, "the CUDA driver gives no event");
  tern_status_t status = run_locked(context, submission, events);
  CUresult result = context->api.EventRecord(event->handle, context->stream);
  if (result != CUDA_SUCCESS) {
    tern_cuda_event_release(context, event);
    tern_status_t lost = tern_cuda_status(&context->api, result, "recording an event");
    lose_locked(context, tern_status_is_ok(status) ? lost : status);
    return tern_status_is_ok(status) ? lost : status;
  }
  submission->event = event;
  submission->number = ++context->last_submitted;
  submission->next = NULL;
  if (context->last_in_flight) {
    context->last_in_flight->next = submission;
  } else {
    context->first_in_flight = submission;
  }
  context->last_in_flight = submission;
  for (size_t i = 0; i < submission->buffer_count; ++i) {
    if (submission->buffers[i]) tern_cuda_buffer_mark(submission->buffers[i], submission->number);
  }
  if (!tern_status_is_ok(status)) {
    report_failure_locked(context, submission, status.code, status.message, outcome);
    return tern_ok();
  }
  for (size_t i = 0; i < submission->signal_count; ++i) {
    tern_cuda_semaphore_schedule(signal_at(submission, i), submission->signal_values[i], event, outcome);
  }
  return status;
}

// Puts a submission into the stream, or to those that are over. False if it is blocked.
static bool try_locked(tern_cuda_context_t *context, tern_cuda_submission_t *submission, tern_cuda_outcome_t *outcome) {
  enum { FEW = 8 };
  tern_cuda_event_t *few[FEW] = {0}, **events = few;
  if (submission->wait_count > FEW) events = calloc(submission->wait_count, sizeof(tern_cuda_event_t *));
  tern_cuda_semaphore_t *failed = NULL;
  tern_status_t status = events ? tern_ok() : tern_no_memory("a submission");
  tern_cuda_readiness_t readiness = events ? look_locked(submission, events, &failed) : TERN_CUDA_FAILED;
  if (readiness == TERN_CUDA_FAILED && events) status = tern_cuda_semaphore_failure(failed);
  if (readiness == TERN_CUDA_FAILED && tern_status_is_ok(status)) status = tern_no_memory("a submission");
  if (readiness == TERN_CUDA_READY) status = hand_over_locked(context, submission, events, outcome);
  if (!tern_status_is_ok(status)) {
    report_failure_locked(context, submission, status.code, status.message, outcome);
    append(&outcome->over, submission);
  }
  for (size_t i = 0; i < submission->wait_count && events; ++i) {
    if (!events[i]) continue;
    tern_cuda_event_release(((tern_cuda_semaphore_t *)submission->waits[i])->context, events[i]);
  }
  if (events != few) free(events);
  return readiness != TERN_CUDA_BLOCKED;
}

static void advance_locked(tern_cuda_context_t *context, const tern_cuda_event_t *known, tern_cuda_outcome_t *outcome) {
  retire_locked(context, known, outcome);
  bool has_changed = true;
  while (has_changed) {
    has_changed = false;
    for (tern_cuda_submission_t **link = &context->first_pending; *link && !has_changed;) {
      tern_cuda_submission_t *submission = *link, *next = submission->next;
      has_changed = try_locked(context, submission, outcome);
      if (has_changed) {
        *link = next;
      } else {
        link = &submission->next;
      }
    }
    if (has_changed) pthread_cond_broadcast(&context->changed);
  }
}

void tern_cuda_queue_settle(tern_cuda_outcome_t *outcome) {
  while (outcome->watchers) {
    tern_cuda_watcher_t *watcher = outcome->watchers;
    tern_cuda_context_t *context = watcher->context;
    outcome->watchers = watcher->next;
    free(watcher);
    CUcontext previous = tern_cuda_enter(context);
    pthread_mutex_lock(&context->mutex);
    advance_locked(context, NULL, outcome);
    pthread_mutex_unlock(&context->mutex);
    tern_cuda_leave(context, previous);
    tern_cuda_context_release(context);
  }
  destroy_submissions(outcome->over);
  outcome->over = NULL;
}

// Of submissions: `known` (may be NULL) is an event that has happened.
static void advance(tern_cuda_context_t *context, const tern_cuda_event_t *known) {
  tern_cuda_outcome_t outcome = {0};
  CUcontext previous = tern_cuda_enter(context);
  pthread_mutex_lock(&context->mutex);
  advance_locked(context, known, &outcome);
  pthread_mutex_unlock(&context->mutex);
  tern_cuda_leave(context, previous);
  tern_cuda_queue_settle(&outcome);
}

void tern_cuda_queue_advance(tern_cuda_context_t *context) { advance(context, NULL); }

//---- Submission ----

static size_t count_in_flight_locked(const tern_cuda_context_t *context) {
  return context->first_in_flight ? (size_t)(context->last_submitted - context->first_in_flight->number + 1) : 0;
}

static tern_status_t check_owners(const tern_cuda_context_t *context, const work_t *work,
                                  tern_semaphore_list_t signal) {
  for (size_t i = 0; i < signal.count; ++i) {
    if (((tern_cuda_semaphore_t *)signal.semaphores[i])->context == context) continue;
    return tern_status_make(TERN_INVALID_ARGUMENT, "semaphore %zu to be signalled belongs to another device", i);
  }
  for (size_t i = 0; i < work->command_buffer_count; ++i) {
    if (((tern_cuda_command_buffer_t *)work->command_buffers[i])->context == context) continue;
    return tern_status_make(TERN_INVALID_ARGUMENT, "command buffer %zu belongs to another device", i);
  }
  return tern_ok();
}

static void keep_pending_locked(tern_cuda_context_t *context, tern_cuda_submission_t *submission) {
  submission->has_buffers = true;
  for (size_t i = 0; i < submission->buffer_count; ++i) tern_buffer_retain(submission->buffers[i]);
  append(&context->first_pending, submission);
}

static tern_status_t submit(tern_cuda_context_t *context, tern_semaphore_list_t wait, const work_t *work,
                            tern_semaphore_list_t signal) {
  TERN_RETURN_IF_ERROR(check_owners(context, work, signal));
  for (size_t i = 0; i < work->command_buffer_count; ++i) {
    TERN_RETURN_IF_ERROR(tern_cuda_command_buffer_prepare(work->command_buffers[i]));
  }
  tern_cuda_outcome_t outcome = {0};
  tern_cuda_submission_t *submission = create_submission(context, wait, work, signal);
  if (!submission) return tern_no_memory("a submission");
  CUcontext previous = tern_cuda_enter(context);
  pthread_mutex_lock(&context->mutex);
  size_t count = count_in_flight_locked(context);
  if (context->first_pending) {
    advance_locked(context, NULL, &outcome);
  } else if (count % CROWD_COUNT == CROWD_COUNT - 1) {
    retire_half_locked(context, count, &outcome);
  }
  if (context->is_stopped) {
    report_failure_locked(context, submission, TERN_FAILED_PRECONDITION, "the device was released", &outcome);
    append(&outcome.over, submission);
  } else if (!try_locked(context, submission, &outcome)) {
    keep_pending_locked(context, submission);
  } else if (context->first_pending) {
    // What this one signals may be what others wait for.
    advance_locked(context, NULL, &outcome);
  }
  pthread_mutex_unlock(&context->mutex);
  tern_cuda_leave(context, previous);
  tern_cuda_queue_settle(&outcome);
  return tern_ok();
}

tern_status_t tern_cuda_queue_submit(tern_device_t *device, tern_semaphore_list_t wait,
                                     tern_command_buffer_t *const *command_buffers, size_t command_buffer_count,
                                     tern_semaphore_list_t signal) {
  const work_t work = {.command_buffers = command_buffers, .command_buffer_count = command_buffer_count};
  return submit(((tern_cuda_device_t *)device)->context, wait, &work, signal);
}

bool tern_cuda_queue_submit_bound(tern_device_t *device, tern_semaphore_list_t wait,
                                  tern_command_buffer_t *command_buffer, const tern_buffer_range_t *table,
                                  size_t table_size, tern_semaphore_list_t signal, tern_status_t *out_status) {
  enum { FEW = 32 };
  CUdeviceptr few[FEW], *bases = few;
  if (table_size > FEW) bases = calloc(table_size, sizeof(*bases));
  if (!bases) {
    *out_status = tern_no_memory("a submission");
    return true;
  }
  for (size_t i = 0; i < table_size; ++i) bases[i] = 0;
  bool is_bound = tern_cuda_command_buffer_bind(command_buffer, table, table_size, bases);
  const work_t work = {&command_buffer, 1, table, bases, table_size};
  if (is_bound) *out_status = submit(((tern_cuda_device_t *)device)->context, wait, &work, signal);
  if (bases != few) free(bases);
  return is_bound;
}

//---- Waiting ----

tern_cuda_event_t *tern_cuda_queue_event(tern_cuda_context_t *context, uint64_t number) {
  if (number <= atomic_load(&context->complete)) return NULL;
  tern_cuda_event_t *event = NULL;
  pthread_mutex_lock(&context->mutex);
  for (const tern_cuda_submission_t *submission = context->first_in_flight; submission && !event;
       submission = submission->next) {
    if (submission->number >= number) event = tern_cuda_event_retain(submission->event);
  }
  pthread_mutex_unlock(&context->mutex);
  return event;
}

// The API has no wait with a time limit: looks again and again, ever more rarely.
static CUresult poll(const tern_cuda_context_t *context, CUevent event, uint64_t deadline) {
  const uint64_t longest = 1000000;
  for (uint64_t pause = 10000;; pause = pause < longest / 2 ? 2 * pause : longest) {
    CUresult result = context->api.EventQuery(event);
    uint64_t now = tern_clock_now();
    if (result != CUDA_ERROR_NOT_READY || now >= deadline) return result;
    uint64_t rest = deadline - now < pause ? deadline - now : pause;
    nanosleep(&(struct timespec){.tv_nsec = (long)rest}, NULL);
  }
}

tern_status_t tern_cuda_queue_wait_event(tern_cuda_context_t *context, tern_cuda_event_t *event, uint64_t deadline,
                                         bool *out_reached) {
  CUcontext previous = tern_cuda_enter(context);
  CUresult result =
      deadline == UINT64_MAX ? context->api.EventSynchronize(event->handle) : poll(context, event->handle, deadline);
  tern_cuda_leave(context, previous);
  if (out_reached) *out_reached = result == CUDA_SUCCESS;
  tern_status_t status = tern_ok();
  if (result != CUDA_ERROR_NOT_READY) status = tern_cuda_queue_status(context, result, "running kernels");
  advance(context, result == CUDA_SUCCESS ? event : NULL);
  return status;
}

tern_status_t tern_cuda_queue_wait(tern_cuda_context_t *context, uint64_t number) {
  tern_cuda_event_t *event = tern_cuda_queue_event(context, number);
  if (!event) return tern_ok();
  tern_status_t status = tern_cuda_queue_wait_event(context, event, UINT64_MAX, NULL);
  tern_cuda_event_release(context, event);
  return status;
}

void tern_cuda_queue_drain(tern_cuda_context_t *context) {
  pthread_mutex_lock(&context->mutex);
  uint64_t number = context->last_submitted;
  pthread_mutex_unlock(&context->mutex);
  tern_status_t status = tern_cuda_queue_wait(context, number);
  (void)status;
}

tern_status_t tern_cuda_queue_wait_idle(tern_device_t *device) {
  tern_cuda_context_t *context = ((tern_cuda_device_t *)device)->context;
  pthread_mutex_lock(&context->mutex);
  while (context->first_pending) pthread_cond_wait(&context->changed, &context->mutex);
  pthread_mutex_unlock(&context->mutex);
  tern_cuda_queue_drain(context);
  CUcontext previous = tern_cuda_enter(context);
  CUresult result = context->api.StreamSynchronize(context->transfer_stream);
  tern_status_t status = tern_cuda_queue_status(context, result, "waiting for copies");
  if (atomic_exchange(&context->has_launches, false) && tern_status_is_ok(status)) {
    result = context->api.StreamSynchronize(context->stream);
    status = tern_cuda_queue_status(context, result, "running kernels");
  }
  tern_cuda_leave(context, previous);
  tern_cuda_queue_advance(context);
  pthread_mutex_lock(&context->mutex);
  tern_status_code_t code = context->failure_code;
  char *message = context->failure_message;
  context->failure_code = TERN_OK;
  context->failure_message = NULL;
  pthread_mutex_unlock(&context->mutex);
  if (code != TERN_OK) status = tern_status_make(code, "%s", text_of(message));
  free(message);
  return status;
}

void tern_cuda_queue_stop(tern_cuda_context_t *context) {
  tern_cuda_outcome_t outcome = {0};
  CUcontext previous = tern_cuda_enter(context);
  pthread_mutex_lock(&context->mutex);
  context->is_stopped = true;
  while (context->first_pending) {
    tern_cuda_submission_t *submission = context->first_pending;
    context->first_pending = submission->next;
    report_failure_locked(context, submission, TERN_FAILED_PRECONDITION,
                          "the device was released before the submission could run", &outcome);
    append(&outcome.over, submission);
  }
  pthread_cond_broadcast(&context->changed);
  pthread_mutex_unlock(&context->mutex);
  tern_cuda_leave(context, previous);
  tern_cuda_queue_settle(&outcome);
  tern_cuda_queue_drain(context);
}
