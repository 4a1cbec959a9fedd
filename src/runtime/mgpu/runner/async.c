// The async runtime on one thread (upstream: AsyncRuntime). A coroutine runs when it is started, until it waits; what waits is
// resumed by whoever makes the object available.

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "tern/runner_utils.h"

typedef struct waiter {
  struct waiter *next;
  void *coroutine;
  void (*resume)(void *coroutine);
} waiter_t;

typedef struct object object_t;

// Being in a group is waiting, too.
typedef struct membership {
  struct membership *next;
  object_t *group;
} membership_t;

// A token, a value or a group.
struct object {
  int64_t reference_count;
  bool is_available, is_error;
  waiter_t *waiters;  // the last that came first
  membership_t *groups;
  int64_t pending_count, rank;  // of a group: members that are not available yet; how many have come
  void *storage;                // of a value
};

static pthread_mutex_t mutex;

__attribute__((constructor)) static void make_mutex(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  // What is resumed calls again.
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&mutex, &attributes);
}

static void *check_memory(void *memory) {
  if (memory) return memory;
  fprintf(stderr, "mlirAsyncRuntime: no memory\n");
  abort();
}

static object_t *create(int64_t reference_count) {
  object_t *object = check_memory(calloc(1, sizeof *object));
  object->reference_count = reference_count;
  return object;
}

void mlirAsyncRuntimeAddRef(void *object, int64_t count) {
  pthread_mutex_lock(&mutex);
  ((object_t *)object)->reference_count += count;
  pthread_mutex_unlock(&mutex);
}

void mlirAsyncRuntimeDropRef(void *data, int64_t count) {
  object_t *object = data;
  pthread_mutex_lock(&mutex);
  bool is_last = (object->reference_count -= count) <= 0;
  pthread_mutex_unlock(&mutex);
  if (!is_last) return;
  free(object->storage);
  free(object);
}

void *mlirAsyncRuntimeCreateToken(void) { return create(2); }

void *mlirAsyncRuntimeCreateValue(int64_t size) {
  object_t *value = create(2);
  value->storage = check_memory(calloc(1, size > 0 ? (size_t)size : 1));
  return value;
}

void *mlirAsyncRuntimeCreateGroup(int64_t size) {
  object_t *group = create(1);
  group->pending_count = size;
  group->is_available = size == 0;
  return group;
}

static void become_available(object_t *object, bool is_error);

static void leave_groups(object_t *member) {
  while (member->groups) {
    membership_t *membership = member->groups;
    object_t *group = membership->group;
    member->groups = membership->next;
    free(membership);
    group->is_error |= member->is_error;
    if (--group->pending_count == 0) become_available(group, group->is_error);
    mlirAsyncRuntimeDropRef(group, 1);
  }
}

// The order of those who wait is kept.
static void resume_waiters(object_t *object) {
  waiter_t *first = NULL;
  while (object->waiters) {
    waiter_t *waiter = object->waiters;
    object->waiters = waiter->next;
    waiter->next = first;
    first = waiter;
  }
  while (first) {
    waiter_t waiter = *first;
    free(first);
    first = waiter.next;
    waiter.resume(waiter.coroutine);
  }
}

static void become_available(object_t *object, bool is_error) {
  object->is_available = true;
  object->is_error |= is_error;
  leave_groups(object);
  resume_waiters(object);
}

// Of a token or a value, whose coroutine lets go of it.
static void finish(object_t *object, bool is_error) {
  pthread_mutex_lock(&mutex);
  become_available(object, is_error);
  mlirAsyncRuntimeDropRef(object, 1);
  pthread_mutex_unlock(&mutex);
}

void mlirAsyncRuntimeEmplaceToken(void *token) { finish(token, false); }
void mlirAsyncRuntimeEmplaceValue(void *value) { finish(value, false); }
void mlirAsyncRuntimeSetTokenError(void *token) { finish(token, true); }
void mlirAsyncRuntimeSetValueError(void *value) { finish(value, true); }
bool mlirAsyncRuntimeIsTokenError(void *token) { return ((object_t *)token)->is_error; }
bool mlirAsyncRuntimeIsValueError(void *value) { return ((object_t *)value)->is_error; }
bool mlirAsyncRuntimeIsGroupError(void *group) { return ((object_t *)group)->is_error; }
void *mlirAsyncRuntimeGetValueStorage(void *value) { return ((object_t *)value)->storage; }
int64_t mlirAsyncRuntimGetNumWorkerThreads(void) { return 1; }

static void await(object_t *object) {
  if (object->is_available) return;
  fprintf(stderr, "mlirAsyncRuntime: waits for what is never done: everything else has ended or waits, too\n");
  exit(1);
}

void mlirAsyncRuntimeAwaitToken(void *token) { await(token); }
void mlirAsyncRuntimeAwaitValue(void *value) { await(value); }
void mlirAsyncRuntimeAwaitAllInGroup(void *group) { await(group); }

int64_t mlirAsyncRuntimeAddTokenToGroup(void *token, void *data) {
  object_t *member = token, *group = data;
  pthread_mutex_lock(&mutex);
  int64_t rank = group->rank++;
  if (member->is_available) {
    group->is_error |= member->is_error;
    if (--group->pending_count == 0) become_available(group, group->is_error);
  } else {
    membership_t *membership = check_memory(malloc(sizeof *membership));
    *membership = (membership_t){member->groups, group};
    member->groups = membership;
    mlirAsyncRuntimeAddRef(group, 1);
  }
  pthread_mutex_unlock(&mutex);
  return rank;
}

void mlirAsyncRuntimeExecute(void *coroutine, void (*resume)(void *coroutine)) { resume(coroutine); }

static void await_and_execute(object_t *object, void *coroutine, void (*resume)(void *coroutine)) {
  pthread_mutex_lock(&mutex);
  bool is_available = object->is_available;
  if (!is_available) {
    waiter_t *waiter = check_memory(malloc(sizeof *waiter));
    *waiter = (waiter_t){object->waiters, coroutine, resume};
    object->waiters = waiter;
  }
  pthread_mutex_unlock(&mutex);
  if (is_available) resume(coroutine);
}

void mlirAsyncRuntimeAwaitTokenAndExecute(void *token, void *coroutine, void (*resume)(void *coroutine)) {
  await_and_execute(token, coroutine, resume);
}
void mlirAsyncRuntimeAwaitValueAndExecute(void *value, void *coroutine, void (*resume)(void *coroutine)) {
  await_and_execute(value, coroutine, resume);
}
void mlirAsyncRuntimeAwaitAllInGroupAndExecute(void *group, void *coroutine, void (*resume)(void *coroutine)) {
  await_and_execute(group, coroutine, resume);
}
