// The queue of a CPU device: runs submissions at once where it can, and on a thread of its own where they have to wait.

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/no_memory.h"
#include "runtime/drivers/cpu/cpu_device.h"
#include "runtime/semaphore.h"

// What is run: command buffers, or one with slots and what is in them.
typedef struct work_t {
  tern_command_buffer_t *const *command_buffers;
  size_t command_buffer_count;
  const tern_buffer_range_t *table;  // in the slots
  const uintptr_t *bases;            // of `table`; NULL without slots
  size_t table_size;
} work_t;

// A submission that waits. It holds a reference to every object in it.
typedef struct cpu_submission_t {
  struct cpu_submission_t *next;
  tern_semaphore_list_t wait;  // the lists are owned
  tern_semaphore_list_t signal;
  work_t work;  // its arrays are owned
} cpu_submission_t;

//---- Running ----

static bool is_ready(tern_semaphore_list_t wait) {
  for (size_t i = 0; i < wait.count; ++i) {
    if (!tern_cpu_semaphore_is_settled(wait.semaphores[i], wait.values[i])) return false;
  }
  return true;
}

static tern_status_t run_commands(tern_cpu_device_t *device, tern_semaphore_list_t wait, const work_t *work) {
  for (size_t i = 0; i < wait.count; ++i) {
    uint64_t value;
    TERN_RETURN_IF_ERROR(tern_semaphore_query(wait.semaphores[i], &value));
  }
  for (size_t i = 0; i < work->command_buffer_count; ++i) {
    TERN_RETURN_IF_ERROR(tern_cpu_command_buffer_execute(work->command_buffers[i], device->pool, work->bases));
  }
  return tern_ok();
}

// Tells the semaphores of `signal` how it went, or the device if there are none.
static void finish(tern_cpu_device_t *device, tern_semaphore_list_t signal, tern_status_t status) {
  for (size_t i = 0; i < signal.count; ++i) {
    tern_status_t outcome = status;
    if (tern_status_is_ok(outcome)) outcome = tern_semaphore_signal(signal.semaphores[i], signal.values[i]);
    if (!tern_status_is_ok(outcome)) tern_semaphore_fail(signal.semaphores[i], outcome);
  }
  if (signal.count || tern_status_is_ok(status)) return;
  char *message = strdup(status.message);
  pthread_mutex_lock(&device->timeline->mutex);
  if (device->failure_code == TERN_OK) {
    device->failure_code = status.code;
    device->failure_message = message;
    message = NULL;
  }
  pthread_mutex_unlock(&device->timeline->mutex);
  free(message);
}

// Counts a submission that ran as such. Who waits for an idle device says so before looking at the count, so one of the two sees the other.
static void end_run(tern_cpu_device_t *device) {
  atomic_fetch_sub(&device->running_count, 1);
  if (!atomic_load(&device->idle_wait_count)) return;
  pthread_mutex_lock(&device->timeline->mutex);
  pthread_cond_broadcast(&device->timeline->changed);
  pthread_mutex_unlock(&device->timeline->mutex);
}

// The caller has counted the submission as running.
static void run_submission(tern_cpu_device_t *device, tern_semaphore_list_t wait, const work_t *work,
                           tern_semaphore_list_t signal) {
  finish(device, signal, run_commands(device, wait, work));
  end_run(device);
}

//---- Waiting ----

// In one block, that of `table`. False without memory, and the copy is empty then.
static bool copy_work(const work_t *work, work_t *out_copy) {
  size_t count = work->table_size;
  tern_buffer_range_t *table =
      malloc(count * (sizeof(*table) + sizeof(uintptr_t)) + (work->command_buffer_count + 1) * sizeof(void *));
  if (!table) return false;
  uintptr_t *bases = (uintptr_t *)(table + count);
  tern_command_buffer_t **command_buffers = (tern_command_buffer_t **)(bases + count);
  *out_copy = (work_t){command_buffers, work->command_buffer_count, table, work->bases ? bases : NULL, count};
  for (size_t i = 0; i < work->command_buffer_count; ++i) {
    command_buffers[i] = work->command_buffers[i];
    tern_command_buffer_retain(command_buffers[i]);
  }
  for (size_t i = 0; i < count; ++i) {
    table[i] = work->table[i];
    bases[i] = work->bases[i];
    tern_buffer_retain(table[i].buffer);
  }
  return true;
}

static void destroy_work(work_t work) {
  for (size_t i = 0; i < work.command_buffer_count; ++i) tern_command_buffer_release(work.command_buffers[i]);
  for (size_t i = 0; i < work.table_size; ++i) tern_buffer_release(work.table[i].buffer);
  free((void *)work.table);
}

static void destroy_submission(cpu_submission_t *submission) {
  tern_semaphore_list_destroy(submission->wait);
  tern_semaphore_list_destroy(submission->signal);
  destroy_work(submission->work);
  free(submission);
}

// NULL without memory.
static cpu_submission_t *create_submission(tern_semaphore_list_t wait, const work_t *work,
                                           tern_semaphore_list_t signal) {
  cpu_submission_t *submission = calloc(1, sizeof(*submission));
  if (!submission) return NULL;
  bool has_memory = tern_semaphore_list_clone(wait, &submission->wait) &&
                    tern_semaphore_list_clone(signal, &submission->signal) && copy_work(work, &submission->work);
  if (has_memory) return submission;
  destroy_submission(submission);
  return NULL;
}

// Takes the first pending submission that is ready, or, when the device stops, the first of all. The caller holds the
// timeline's mutex.
static cpu_submission_t *take_submission(tern_cpu_device_t *device) {
  for (cpu_submission_t **link = &device->first_pending; *link; link = &(*link)->next) {
    if (!device->is_stopping && !is_ready((*link)->wait)) continue;
    cpu_submission_t *submission = *link;
    *link = submission->next;
    atomic_fetch_add(&device->running_count, 1);
    return submission;
  }
  return NULL;
}

static void run_or_cancel(tern_cpu_device_t *device, cpu_submission_t *submission, bool is_cancelled) {
  if (is_cancelled) {
    finish(device, submission->signal,
           tern_status_make(TERN_FAILED_PRECONDITION, "the device was released before the submission could run"));
  } else {
    run_submission(device, submission->wait, &submission->work, submission->signal);
  }
  destroy_submission(submission);
}

static void *run_queue(void *argument) {
  tern_cpu_device_t *device = argument;
  pthread_mutex_t *mutex = &device->timeline->mutex;
#if !TERN_SMALL
  (void)tern_device_pin_thread(&device->base);  // the processors were there when the device was created
#endif
  pthread_mutex_lock(mutex);
  for (;;) {
    cpu_submission_t *submission = take_submission(device);
    if (submission) {
      bool is_cancelled = device->is_stopping && !is_ready(submission->wait);
      pthread_mutex_unlock(mutex);
      run_or_cancel(device, submission, is_cancelled);
      pthread_mutex_lock(mutex);
    } else if (device->is_stopping) {
      break;
    } else {
      pthread_cond_wait(&device->timeline->changed, mutex);
    }
  }
  pthread_mutex_unlock(mutex);
  return NULL;
}

// Puts a submission at the end of the list, and starts the thread if there is none. The caller holds the timeline's
// mutex.
static tern_status_t append_pending(tern_cpu_device_t *device, cpu_submission_t *submission) {
  if (!device->has_thread) {
    int error = pthread_create(&device->thread, NULL, run_queue, device);
    if (error) return tern_status_make(TERN_UNSUPPORTED, "cannot start the queue's thread: error %d", error);
    device->has_thread = true;
  }
  cpu_submission_t **link = &device->first_pending;
  while (*link) link = &(*link)->next;
  *link = submission;
  pthread_cond_broadcast(&device->timeline->changed);
  return tern_ok();
}

// Another device's semaphore changes without waking this one's queue.
static tern_status_t check_owner(const tern_cpu_device_t *device, tern_semaphore_list_t list) {
  for (size_t i = 0; i < list.count; ++i) {
    if (tern_cpu_semaphore_belongs_to(list.semaphores[i], device)) continue;
    return tern_status_make(TERN_INVALID_ARGUMENT, "semaphore %zu belongs to another device", i);
  }
  return tern_ok();
}

static tern_status_t submit(tern_device_t *base, tern_semaphore_list_t wait, const work_t *work,
                            tern_semaphore_list_t signal) {
  tern_cpu_device_t *device = (tern_cpu_device_t *)base;
  TERN_RETURN_IF_ERROR(check_owner(device, wait));
  TERN_RETURN_IF_ERROR(check_owner(device, signal));
  if (is_ready(wait)) {
    atomic_fetch_add(&device->running_count, 1);
    run_submission(device, wait, work, signal);
    return tern_ok();
  }
  pthread_mutex_t *mutex = &device->timeline->mutex;
  cpu_submission_t *submission = create_submission(wait, work, signal);
  if (!submission) return tern_no_memory("a submission");
  pthread_mutex_lock(mutex);
  tern_status_t status = append_pending(device, submission);
  pthread_mutex_unlock(mutex);
  if (!tern_status_is_ok(status)) destroy_submission(submission);
  return status;
}

tern_status_t tern_cpu_queue_submit(tern_device_t *device, tern_semaphore_list_t wait,
                                    tern_command_buffer_t *const *command_buffers, size_t command_buffer_count,
                                    tern_semaphore_list_t signal) {
  const work_t work = {.command_buffers = command_buffers, .command_buffer_count = command_buffer_count};
  return submit(device, wait, &work, signal);
}

tern_status_t tern_cpu_queue_execute(tern_device_t *base, tern_command_buffer_t *command_buffer) {
  tern_cpu_device_t *device = (tern_cpu_device_t *)base;
  atomic_fetch_add(&device->running_count, 1);
  tern_status_t status = tern_cpu_command_buffer_execute(command_buffer, device->pool, NULL);
  end_run(device);
  return status;
}

bool tern_cpu_queue_submit_bound(tern_device_t *device, tern_semaphore_list_t wait,
                                 tern_command_buffer_t *command_buffer, const tern_buffer_range_t *table,
                                 size_t table_size, tern_semaphore_list_t signal, tern_status_t *out_status) {
  enum { FEW = 32 };
  uintptr_t few[FEW] = {0}, *bases = few;
  if (table_size > FEW) bases = calloc(table_size, sizeof(*bases));
  if (!bases) {
    *out_status = tern_no_memory("a submission");
    return true;
  }
  bool is_bound = tern_cpu_command_buffer_bind(command_buffer, table, table_size, bases);
  const work_t work = {&command_buffer, 1, table, bases, table_size};
  if (is_bound) *out_status = submit(device, wait, &work, signal);
  if (bases != few) free(bases);
  return is_bound;
}

tern_status_t tern_cpu_queue_wait_idle(tern_device_t *base) {
  tern_cpu_device_t *device = (tern_cpu_device_t *)base;
  pthread_mutex_t *mutex = &device->timeline->mutex;
  pthread_mutex_lock(mutex);
  atomic_fetch_add(&device->idle_wait_count, 1);
  while (device->first_pending || atomic_load(&device->running_count)) {
    pthread_cond_wait(&device->timeline->changed, mutex);
  }
  atomic_fetch_sub(&device->idle_wait_count, 1);
  tern_status_code_t code = device->failure_code;
  char *message = device->failure_message;
  device->failure_code = TERN_OK;
  device->failure_message = NULL;
  pthread_mutex_unlock(mutex);
  tern_status_t status =
      code == TERN_OK ? tern_ok() : tern_status_make(code, "%s", message ? message : "a submission failed");
  free(message);
  return status;
}

void tern_cpu_queue_stop(tern_cpu_device_t *device) {
  pthread_mutex_t *mutex = &device->timeline->mutex;
  pthread_mutex_lock(mutex);
  device->is_stopping = true;
  pthread_cond_broadcast(&device->timeline->changed);
  pthread_mutex_unlock(mutex);
  if (device->has_thread) pthread_join(device->thread, NULL);
}
