// Events.

#include "pjrt/support/event.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "pjrt/support/worker.h"

typedef struct callback_t {
  tern_pjrt_task_t task;  // first
  struct callback_t *next;
  PJRT_Event_OnReadyCallback call;
  void *user;
  PJRT_Error *error;  // what it is called with
} callback_t;

struct PJRT_Event {
  atomic_size_t references;
  atomic_bool is_ready;  // set behind `error`
  PJRT_Error *error;     // owned
  pthread_mutex_t mutex;
  pthread_cond_t reached;
  callback_t *callbacks;  // the latest first
};

// Nobody waits for it and it is never freed.
static PJRT_Event ready = {.references = 1, .is_ready = true};

PJRT_Event *tern_pjrt_event_ready(void) { return &ready; }

PJRT_Event *tern_pjrt_event_create(void) {
  PJRT_Event *event = calloc(1, sizeof(*event));
  if (!event) return NULL;
  atomic_init(&event->references, 1);
  pthread_mutex_init(&event->mutex, NULL);
  pthread_cond_init(&event->reached, NULL);
  return event;
}

PJRT_Event *tern_pjrt_event_retain(PJRT_Event *event) {
  if (event && event != &ready) atomic_fetch_add_explicit(&event->references, 1, memory_order_relaxed);
  return event;
}

void tern_pjrt_event_release(PJRT_Event *event) {
  if (!event || event == &ready) return;
  if (atomic_fetch_sub_explicit(&event->references, 1, memory_order_acq_rel) != 1) return;
  while (event->callbacks) {  // nobody can set the event any more, so they would never be called
    callback_t *callback = event->callbacks;
    event->callbacks = callback->next;
    callback->call(tern_pjrt_error(PJRT_Error_Code_CANCELLED, "the event was destroyed before it was set"),
                   callback->user);
    free(callback);
  }
  tern_pjrt_error_destroy(event->error);
  pthread_cond_destroy(&event->reached);
  pthread_mutex_destroy(&event->mutex);
  free(event);
}

static void run_callback(tern_pjrt_task_t *task) {
  callback_t *callback = (callback_t *)task;
  callback->call(callback->error, callback->user);
  free(callback);
}

// Hands callbacks to their worker in the order in which they were hung on the event.
static void call_all(PJRT_Event *event, callback_t *latest) {
  callback_t *first = NULL;
  while (latest) {
    callback_t *next = latest->next;
    latest->next = first;
    first = latest;
    latest = next;
  }
  tern_pjrt_worker_t *worker = tern_pjrt_callback_worker();
  while (first) {
    callback_t *callback = first;
    first = callback->next;
    callback->error = tern_pjrt_error_clone(event->error);
    callback->task.run = run_callback;
    if (!worker || !tern_pjrt_worker_submit(worker, &callback->task)) run_callback(&callback->task);
  }
}

void tern_pjrt_event_set(PJRT_Event *event, PJRT_Error *error) {
  pthread_mutex_lock(&event->mutex);
  if (atomic_load_explicit(&event->is_ready, memory_order_relaxed)) {
    pthread_mutex_unlock(&event->mutex);
    tern_pjrt_error_destroy(error);
    return;
  }
  event->error = error;
  atomic_store_explicit(&event->is_ready, true, memory_order_release);
  callback_t *callbacks = event->callbacks;
  event->callbacks = NULL;
  pthread_cond_broadcast(&event->reached);
  pthread_mutex_unlock(&event->mutex);
  call_all(event, callbacks);
}

bool tern_pjrt_event_is_ready(PJRT_Event *event) {
  return atomic_load_explicit(&event->is_ready, memory_order_acquire);
}

const PJRT_Error *tern_pjrt_event_error(PJRT_Event *event) { return event->error; }

PJRT_Error *tern_pjrt_event_await(PJRT_Event *event) {
  if (!tern_pjrt_event_is_ready(event)) {
    pthread_mutex_lock(&event->mutex);
    while (!tern_pjrt_event_is_ready(event)) pthread_cond_wait(&event->reached, &event->mutex);
    pthread_mutex_unlock(&event->mutex);
  }
  return tern_pjrt_error_clone(event->error);
}

bool tern_pjrt_event_then(PJRT_Event *event, PJRT_Event_OnReadyCallback call, void *user) {
  if (!tern_pjrt_event_is_ready(event)) {
    callback_t *callback = calloc(1, sizeof(*callback));
    if (!callback) return false;
    callback->call = call;
    callback->user = user;
    pthread_mutex_lock(&event->mutex);
    bool waits = !tern_pjrt_event_is_ready(event);
    if (waits) {
      callback->next = event->callbacks;
      event->callbacks = callback;
    }
    pthread_mutex_unlock(&event->mutex);
    if (waits) return true;
    free(callback);
  }
  call(tern_pjrt_error_clone(event->error), user);
  return true;
}

TERN_PJRT_DEFINE(Event_Destroy) {
  tern_pjrt_event_release(args->event);
  return NULL;
}

TERN_PJRT_DEFINE(Event_IsReady) {
  args->is_ready = tern_pjrt_event_is_ready(args->event);
  return NULL;
}

TERN_PJRT_DEFINE(Event_Error) {
  if (!tern_pjrt_event_is_ready(args->event)) {
    return tern_pjrt_error(PJRT_Error_Code_FAILED_PRECONDITION,
                           "the event is not ready; wait for it with PJRT_Event_Await first");
  }
  return tern_pjrt_error_clone(args->event->error);
}

TERN_PJRT_DEFINE(Event_Await) { return tern_pjrt_event_await(args->event); }

TERN_PJRT_DEFINE(Event_OnReady) {
  return tern_pjrt_event_then(args->event, args->callback, args->user_arg) ? NULL : tern_pjrt_no_memory();
}

TERN_PJRT_DEFINE(Event_Create) {
  args->event = tern_pjrt_event_create();
  return args->event ? NULL : tern_pjrt_no_memory();
}

TERN_PJRT_DEFINE(Event_Set) {
  if (tern_pjrt_event_is_ready(args->event)) {
    return tern_pjrt_error(PJRT_Error_Code_FAILED_PRECONDITION, "the event was set already; an event is set once");
  }
  PJRT_Error *error = NULL;
  if (args->error_code != PJRT_Error_Code_OK) {
    error = tern_pjrt_error_of_text(args->error_code, args->error_message, args->error_message_size);
  }
  tern_pjrt_event_set(args->event, error);
  return NULL;
}
