// Submissions that are measured.
//
// A submission gets one more semaphore to signal, which tells when it is over. One that waits for nothing that is still to
// come is waited for at once; others are looked at again whenever the device is used.

#include "runtime/profile.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/no_memory.h"
#include "base/vec.h"

// A submission that is not over, or was not known to be.
typedef struct pending {
  tern_command_buffer_t **command_buffers;  // references, in memory of its own
  size_t command_buffer_count;
  tern_buffer_range_t *table;  // in memory of its own; the command buffers' user keeps the buffers
  size_t table_size;
  tern_semaphore_t *over;  // a reference: reaches 1 at the end
  uint64_t begin;
} pending_t;

struct tern_profile_t {
  tern_profile_sink_t sink;
  pthread_mutex_t mutex;  // held for the whole of a submission
  // Guarded by the mutex:
  TERN_VEC(pending_t) pending;
  uint64_t missed_count;
  tern_status_code_t failure_code;  // of a submission without semaphores to signal
  char *failure_message;            // owned
};

uint64_t tern_profile_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

//---- What is over ----

// The lists of several command buffers, one behind the other: the submission ended at `end`.
static void tell(tern_profile_t *profile, const pending_t *pending, uint64_t end) {
  TERN_VEC(tern_profile_command_t) commands = {0};
  // From the last command buffer to the first, each ends where the next begins.
  uint64_t limit = end;
  bool is_complete = true;
  for (size_t i = pending->command_buffer_count; i-- > 0 && is_complete;) {
    tern_command_buffer_t *command_buffer = pending->command_buffers[i];
    const tern_profile_command_t *list;
    size_t count;
    is_complete = command_buffer->log && tern_status_is_ok(tern_profile_log_read(command_buffer, pending->table,
                                                                                 pending->table_size, &list, &count));
    if (is_complete) is_complete = tern_vec_try_reserve(&commands, commands.count + count);
    if (!is_complete || !count) continue;
    uint64_t length = list[count - 1].end;
    tern_profile_log_move(command_buffer->log, limit - length);
    limit -= length;
    if (commands.count) memmove(commands.values + count, commands.values, commands.count * sizeof(*commands.values));
    memcpy(commands.values, list, count * sizeof(*list));
    commands.count += count;
  }
  if (is_complete) {
    const tern_profile_submission_t submission = {pending->begin, end, commands.values, commands.count};
    profile->sink.submission(profile->sink.user_data, &submission);
  } else {
    ++profile->missed_count;
  }
  tern_vec_deinitialize(&commands);
}

static void destroy_pending(pending_t *pending) {
  for (size_t i = 0; i < pending->command_buffer_count; ++i) tern_command_buffer_release(pending->command_buffers[i]);
  free(pending->command_buffers);
  free(pending->table);
  tern_semaphore_release(pending->over);
}

static void keep_failure(tern_profile_t *profile, tern_status_t status) {
  if (tern_status_is_ok(status) || profile->failure_code != TERN_OK) return;
  profile->failure_code = status.code;
  profile->failure_message = status.message ? strdup(status.message) : NULL;
}

// Tells of those that are over by now.
static void collect_locked(tern_profile_t *profile) {
  size_t kept = 0;
  for (size_t i = 0; i < profile->pending.count; ++i) {
    pending_t *pending = &profile->pending.values[i];
    uint64_t value = 0;
    tern_status_t status = tern_semaphore_query(pending->over, &value);
    if (tern_status_is_ok(status) && value == 0) {
      profile->pending.values[kept++] = *pending;
      continue;
    }
    if (tern_status_is_ok(status)) tell(profile, pending, tern_profile_now());
    destroy_pending(pending);
  }
  profile->pending.count = kept;
}

//---- Submissions ----

static bool has_reached(tern_semaphore_list_t wait) {
  for (size_t i = 0; i < wait.count; ++i) {
    uint64_t value = 0;
    tern_status_t status = tern_semaphore_query(wait.semaphores[i], &value);
    if (tern_status_is_ok(status) && value < wait.values[i]) return false;
  }
  return true;
}

// One of the command buffers is still to run: what it measures would be of two submissions.
static bool is_pending(const tern_profile_t *profile, const tern_profile_work_t *work) {
  for (size_t i = 0; i < profile->pending.count; ++i) {
    const pending_t *pending = &profile->pending.values[i];
    for (size_t j = 0; j < pending->command_buffer_count * work->command_buffer_count; ++j) {
      size_t mine = j / pending->command_buffer_count, other = j % pending->command_buffer_count;
      if (work->command_buffers[mine] == pending->command_buffers[other]) return true;
    }
  }
  return false;
}

static bool submit(tern_device_t *device, const tern_profile_work_t *work, tern_semaphore_list_t signal,
                   tern_status_t *out_status) {
  if (work->table) {
    return device->vtable->submit_bound(device, work->wait, work->command_buffers[0], work->table, work->table_size,
                                        signal, out_status);
  }
  *out_status = device->vtable->submit(device, work->wait, work->command_buffers, work->command_buffer_count, signal);
  return true;
}

// The list with one more semaphore, in memory that the caller frees. Empty without memory.
static tern_semaphore_list_t append_semaphore(tern_semaphore_list_t list, tern_semaphore_t *semaphore) {
  tern_semaphore_t **semaphores = calloc(list.count + 1, sizeof(tern_semaphore_t *));
  uint64_t *values = calloc(list.count + 1, sizeof(*values));
  if (!semaphores || !values) return (tern_semaphore_list_t){semaphores, values, 0};
  for (size_t i = 0; i < list.count; ++i) {
    semaphores[i] = list.semaphores[i];
    values[i] = list.values[i];
  }
  semaphores[list.count] = semaphore;
  values[list.count] = 1;
  return (tern_semaphore_list_t){semaphores, values, list.count + 1};
}

// Empty, and without a table, if there is no memory.
static pending_t make_pending(const tern_profile_work_t *work, tern_semaphore_t *over, uint64_t begin) {
  pending_t pending = {.over = over, .begin = begin};
  pending.command_buffers = calloc(work->command_buffer_count + 1, sizeof(tern_command_buffer_t *));
  pending.table = calloc(work->table_size + 1, sizeof(*pending.table));
  if (!pending.command_buffers || !pending.table) {
    free(pending.table);
    pending.table = NULL;
    return pending;
  }
  pending.command_buffer_count = work->command_buffer_count;
  pending.table_size = work->table_size;
  for (size_t i = 0; i < work->command_buffer_count; ++i) {
    pending.command_buffers[i] = work->command_buffers[i];
    tern_command_buffer_retain(work->command_buffers[i]);
  }
  for (size_t i = 0; i < work->table_size; ++i) pending.table[i] = work->table[i];
  return pending;
}

// Submits with a semaphore for the end, and waits for it if that comes by itself.
static bool measure_locked(tern_profile_t *profile, tern_device_t *device, const tern_profile_work_t *work,
                           tern_status_t *out_status) {
  tern_semaphore_t *over;
  *out_status = tern_semaphore_create(device, 0, &over);
  if (!tern_status_is_ok(*out_status)) return true;
  bool waits = !has_reached(work->wait), is_lost = is_pending(profile, work);
  tern_semaphore_list_t signal = append_semaphore(work->signal, over);
  uint64_t begin = tern_profile_now();
  pending_t pending = make_pending(work, over, begin);
  bool has_memory =
      signal.count && pending.table && tern_vec_try_reserve(&profile->pending, profile->pending.count + 1);
  bool is_submitted = true;
  *out_status = tern_no_memory("a profile");
  if (has_memory) is_submitted = submit(device, work, signal, out_status);
  bool is_right = is_submitted && tern_status_is_ok(*out_status);
  if (is_right && is_lost) ++profile->missed_count;
  if (is_right && !is_lost && !waits) {
    tern_status_t status = tern_semaphore_wait(over, 1, TERN_TIMEOUT_INFINITE, NULL);
    if (tern_status_is_ok(status)) tell(profile, &pending, tern_profile_now());
    if (!work->signal.count) keep_failure(profile, status);
  }
  if (is_right && !is_lost && waits) {
    profile->pending.values[profile->pending.count++] = pending;
  } else {
    destroy_pending(&pending);
  }
  free((void *)signal.semaphores);
  free((void *)signal.values);
  return is_submitted;
}

bool tern_profile_submit(tern_device_t *device, const tern_profile_work_t *work, tern_status_t *out_status) {
  tern_profile_t *profile = device->profile;
  if (!work->command_buffer_count) return submit(device, work, work->signal, out_status);
  pthread_mutex_lock(&profile->mutex);
  collect_locked(profile);
  bool is_submitted = measure_locked(profile, device, work, out_status);
  pthread_mutex_unlock(&profile->mutex);
  return is_submitted;
}

tern_status_t tern_profile_execute(tern_device_t *device, tern_command_buffer_t *command_buffer) {
  tern_profile_t *profile = device->profile;
  pthread_mutex_lock(&profile->mutex);
  collect_locked(profile);
  const pending_t now = {&command_buffer, 1, NULL, 0, NULL, tern_profile_now()};
  tern_status_t status = device->vtable->execute(device, command_buffer);
  if (tern_status_is_ok(status)) tell(profile, &now, tern_profile_now());
  pthread_mutex_unlock(&profile->mutex);
  return status;
}

tern_status_t tern_profile_wait_idle(tern_device_t *device) {
  tern_profile_t *profile = device->profile;
  tern_status_t status = device->vtable->wait_idle(device);
  pthread_mutex_lock(&profile->mutex);
  collect_locked(profile);
  tern_status_code_t code = profile->failure_code;
  char *message = profile->failure_message;
  profile->failure_code = TERN_OK;
  profile->failure_message = NULL;
  pthread_mutex_unlock(&profile->mutex);
  if (tern_status_is_ok(status) && code != TERN_OK) {
    status = tern_status_make(code, "%s", message ? message : "a submission failed");
  }
  free(message);
  return status;
}

//---- Life ----

// Can the device measure at all?
static tern_status_t check_clock(tern_device_t *device) {
  tern_command_buffer_t *command_buffer;
  TERN_RETURN_IF_ERROR(tern_command_buffer_create(device, &command_buffer));
  tern_status_t status = tern_command_buffer_timestamp(command_buffer, 0);
  tern_command_buffer_release(command_buffer);
  return status;
}

tern_status_t tern_profile_begin(tern_device_t *device, const tern_profile_sink_t *sink) {
  if (device->profile) return tern_status_make(TERN_FAILED_PRECONDITION, "the device has a profile already");
  TERN_RETURN_IF_ERROR(check_clock(device));
  tern_profile_t *profile = calloc(1, sizeof(*profile));
  if (!profile) return tern_no_memory("a profile");
  profile->sink = *sink;
  pthread_mutex_init(&profile->mutex, NULL);
  device->profile = profile;
  return tern_ok();
}

tern_status_t tern_profile_end(tern_device_t *device, uint64_t *out_missed_count) {
  if (out_missed_count) *out_missed_count = 0;
  tern_profile_t *profile = device->profile;
  if (!profile) return tern_status_make(TERN_FAILED_PRECONDITION, "the device has no profile");
  collect_locked(profile);
  if (out_missed_count) *out_missed_count = profile->missed_count + profile->pending.count;
  device->profile = NULL;
  tern_profile_destroy(profile);
  return tern_ok();
}

void tern_profile_destroy(tern_profile_t *profile) {
  if (!profile) return;
  for (size_t i = 0; i < profile->pending.count; ++i) destroy_pending(&profile->pending.values[i]);
  tern_vec_deinitialize(&profile->pending);
  pthread_mutex_destroy(&profile->mutex);
  free(profile->failure_message);
  free(profile);
}
