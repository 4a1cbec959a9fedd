// A thread with a queue.

#include "pjrt/support/worker.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct tern_pjrt_worker_t {
  pthread_mutex_t mutex;
  pthread_cond_t filled;
  tern_pjrt_task_t *first, **end;
  bool has_thread, is_ending;
  bool is_own;  // the thread destroys its own worker, and frees it at its end
  pthread_t thread;
  char name[16];  // what the system shows of a thread's name
};

tern_pjrt_worker_t *tern_pjrt_worker_create(const char *name) {
  tern_pjrt_worker_t *worker = calloc(1, sizeof(*worker));
  if (!worker) return NULL;
  pthread_mutex_init(&worker->mutex, NULL);
  pthread_cond_init(&worker->filled, NULL);
  worker->end = &worker->first;
  strncpy(worker->name, name, sizeof worker->name - 1);
  return worker;
}

static void free_worker(tern_pjrt_worker_t *worker) {
  pthread_cond_destroy(&worker->filled);
  pthread_mutex_destroy(&worker->mutex);
  free(worker);
}

static void *run(void *user) {
  tern_pjrt_worker_t *worker = user;
  pthread_setname_np(pthread_self(), worker->name);
  pthread_mutex_lock(&worker->mutex);
  for (;;) {
    while (!worker->first && !worker->is_ending) pthread_cond_wait(&worker->filled, &worker->mutex);
    tern_pjrt_task_t *task = worker->first;
    if (!task) break;
    worker->first = task->next;
    if (!worker->first) worker->end = &worker->first;
    pthread_mutex_unlock(&worker->mutex);
    task->run(task);
    pthread_mutex_lock(&worker->mutex);
  }
  bool is_own = worker->is_own;
  pthread_mutex_unlock(&worker->mutex);
  if (is_own) free_worker(worker);
  return NULL;
}

bool tern_pjrt_worker_submit(tern_pjrt_worker_t *worker, tern_pjrt_task_t *task) {
  task->next = NULL;
  pthread_mutex_lock(&worker->mutex);
  if (!worker->has_thread) worker->has_thread = !pthread_create(&worker->thread, NULL, run, worker);
  bool is_taken = worker->has_thread;
  if (is_taken) {
    *worker->end = task;
    worker->end = &task->next;
    pthread_cond_signal(&worker->filled);
  }
  pthread_mutex_unlock(&worker->mutex);
  return is_taken;
}

void tern_pjrt_worker_destroy(tern_pjrt_worker_t *worker) {
  if (!worker) return;
  pthread_mutex_lock(&worker->mutex);
  bool has_thread = worker->has_thread;
  worker->is_own = has_thread && pthread_equal(worker->thread, pthread_self());
  bool is_own = worker->is_own;
  if (is_own) pthread_detach(worker->thread);
  worker->is_ending = true;
  pthread_cond_signal(&worker->filled);
  pthread_mutex_unlock(&worker->mutex);
  if (is_own) return;
  if (has_thread) pthread_join(worker->thread, NULL);
  free_worker(worker);
}

bool tern_pjrt_worker_is_current(tern_pjrt_worker_t *worker) {
  pthread_mutex_lock(&worker->mutex);
  bool is_current = worker->has_thread && pthread_equal(worker->thread, pthread_self());
  pthread_mutex_unlock(&worker->mutex);
  return is_current;
}

static tern_pjrt_worker_t *callback_worker;

static void make_callback_worker(void) { callback_worker = tern_pjrt_worker_create("tern-callbacks"); }

tern_pjrt_worker_t *tern_pjrt_callback_worker(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_callback_worker);
  return callback_worker;
}
