// A CPU device, and how the files of this driver reach one another.
//
// Submissions. One whose semaphores have all been reached runs at once, on the thread that submits it. Others are put
// on a list, and a queue thread, started with the first of them, runs them as they become ready.

#ifndef TERN_RUNTIME_DRIVERS_CPU_CPU_DEVICE_H_
#define TERN_RUNTIME_DRIVERS_CPU_CPU_DEVICE_H_

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "base/small.h"
#include "runtime/device.h"
#include "runtime/thread_pool.h"

enum {
  TERN_CPU_BUFFER_ALIGNMENT = 64,  // bytes: a cache line, and the widest vector
};

// What semaphores and queue of a device wait on: one lock and one condition for all, which keeps a wait for several
// semaphores simple. Outlives the device if a semaphore does. Thread-safe.
typedef struct tern_cpu_timeline_t {
  tern_resource_t resource;
  pthread_mutex_t mutex;
  pthread_cond_t changed;  // on the monotonic clock
} tern_cpu_timeline_t;

tern_cpu_timeline_t *tern_cpu_timeline_create(void);  // NULL if there is no memory
void tern_cpu_timeline_release(tern_cpu_timeline_t *timeline);

typedef struct tern_cpu_device_t {
  tern_device_t base;
  tern_device_flags_t flags;
  char *variant;                  // owned; the name of the code to run, NULL: the best
  tern_thread_pool_t *pool;       // owned
  tern_cpu_timeline_t *timeline;  // a reference

  atomic_size_t allocation_count;  // of memory for buffers, so far
  atomic_size_t running_count;     // submissions that run
  atomic_size_t idle_wait_count;   // threads that wait until none does and none is pending

  // Guarded by timeline->mutex:
  struct cpu_submission_t *first_pending;  // owned, in the order of submission
  tern_status_code_t failure_code;         // of a submission without semaphores to signal
  char *failure_message;                   // owned
  bool is_stopping;
  bool has_thread;
  pthread_t thread;  // runs pending submissions

#if !TERN_SMALL
  cpu_set_t first_set;  // the processors for the thread that runs a submission; none: threads are not pinned
#endif
} tern_cpu_device_t;

tern_status_t tern_cpu_buffer_allocate(tern_device_t *device, tern_buffer_usage_t usage, size_t size,
                                       tern_buffer_t **out_buffer);
tern_status_t tern_cpu_buffer_wrap(tern_device_t *device, tern_buffer_usage_t usage, void *data, size_t size,
                                   tern_buffer_release_fn_t release, void *user_data, tern_buffer_t **out_buffer);
// The address of a buffer's first byte; NULL for a stand-in.
void *tern_cpu_buffer_data(const tern_buffer_t *buffer);
// The stand-in for the buffer in slot `slot`: it may be recorded, and is larger and better aligned than any buffer.
tern_status_t tern_cpu_buffer_create_slot(tern_device_t *device, uint32_t slot, tern_buffer_t **out_buffer);

tern_status_t tern_cpu_executable_create(tern_device_t *device, const tern_executable_params_t *params,
                                         tern_executable_t **out_executable);

tern_status_t tern_cpu_command_buffer_create(tern_device_t *device, tern_command_buffer_t **out_command_buffer);
// Finds the address of each of `table`'s ranges for the slots that the commands use. False if the commands may not run on
// them, or not so simply: ranges that are too small, not aligned, or overlap where one of them is written.
bool tern_cpu_command_buffer_bind(const tern_command_buffer_t *command_buffer, const tern_buffer_range_t *table,
                                  size_t table_size, uintptr_t *out_bases);
// Runs the commands in order, on these addresses for its slots (NULL if it has none). Thread-safe.
tern_status_t tern_cpu_command_buffer_execute(const tern_command_buffer_t *command_buffer, tern_thread_pool_t *pool,
                                              const uintptr_t *bases);

#if !TERN_SMALL
// Runs the workgroups of an entry point, shared out to the pool (cpu_command_buffer.c). Thread-safe.
tern_status_t tern_cpu_run_entry(const tern_entry_point_t *entry, const tern_dispatch_params_t *params,
                                 tern_thread_pool_t *pool);
// Launches a kernel with addresses and numbers (cpu_kernel.c).
tern_status_t tern_cpu_device_launch(tern_device_t *device, const tern_executable_t *executable, size_t ordinal,
                                     const struct tern_kernel_signature_t *signature, const uint32_t grid[3],
                                     const void *const *arguments, void *stream);
#endif

tern_status_t tern_cpu_semaphore_create(tern_device_t *device, uint64_t initial_value,
                                        tern_semaphore_t **out_semaphore);
// True if `semaphore` was made from `device`.
bool tern_cpu_semaphore_belongs_to(const tern_semaphore_t *semaphore, const tern_cpu_device_t *device);
// True if `semaphore` reached `value` or failed. Who waits for it holds the timeline's mutex, or may miss the change.
bool tern_cpu_semaphore_is_settled(tern_semaphore_t *semaphore, uint64_t value);

tern_status_t tern_cpu_queue_submit(tern_device_t *device, tern_semaphore_list_t wait,
                                    tern_command_buffer_t *const *command_buffers, size_t command_buffer_count,
                                    tern_semaphore_list_t signal);
tern_status_t tern_cpu_queue_execute(tern_device_t *device, tern_command_buffer_t *command_buffer);
bool tern_cpu_queue_submit_bound(tern_device_t *device, tern_semaphore_list_t wait,
                                 tern_command_buffer_t *command_buffer, const tern_buffer_range_t *table,
                                 size_t table_size, tern_semaphore_list_t signal, tern_status_t *out_status);
tern_status_t tern_cpu_queue_wait_idle(tern_device_t *device);
// Ends the queue thread; what is still pending fails.
void tern_cpu_queue_stop(tern_cpu_device_t *device);

#endif  // TERN_RUNTIME_DRIVERS_CPU_CPU_DEVICE_H_
