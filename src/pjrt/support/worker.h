// A thread with a queue: what callbacks, and programs on a device, run on.

#ifndef TERN_PJRT_WORKER_H_
#define TERN_PJRT_WORKER_H_

#include <stdbool.h>

// Work in a queue, part of what it is about. `run` may free it.
typedef struct tern_pjrt_task_t {
  struct tern_pjrt_task_t *next;
  void (*run)(struct tern_pjrt_task_t *task);
} tern_pjrt_task_t;

// A thread that runs tasks in the order of their submission. Thread-safe.
typedef struct tern_pjrt_worker_t tern_pjrt_worker_t;

// Makes a worker, whose thread starts with the first task; NULL without memory.
tern_pjrt_worker_t *tern_pjrt_worker_create(const char *name);
// Runs what is in the queue, then ends the thread and frees the worker. May be called by the worker's own thread, which then
// ends on its own. NULL is ignored.
void tern_pjrt_worker_destroy(tern_pjrt_worker_t *worker);
// Hands a task over. False if the system gives no thread: the task was not taken.
bool tern_pjrt_worker_submit(tern_pjrt_worker_t *worker, tern_pjrt_task_t *task);
// Does the worker's own thread ask?
bool tern_pjrt_worker_is_current(tern_pjrt_worker_t *worker);
// The worker of callbacks, one for the process; NULL without memory.
tern_pjrt_worker_t *tern_pjrt_callback_worker(void);

#endif  // TERN_PJRT_WORKER_H_
