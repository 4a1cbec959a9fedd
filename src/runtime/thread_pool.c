// A pool of threads that share the indices of one loop at a time.
//
// A loop is cut into chunks, and each thread is given as many that follow each other: loops that follow each other are cut alike, so
// what a thread writes in one it mostly reads itself in the next, from its own cache. A thread that is through with its own takes the
// last ones of others.
//
// A thread claims a chunk by changing a range of chunks, one atomic word. The fields that describe the loop are written before the
// ranges are filled, and are read only by a thread that holds a claim; as the loop cannot end before every claim was worked
// off, they do not change under it. So a thread that comes late either gets a chunk of whatever loop is current, or nothing,
// and there is no need to register threads per loop.
//
// Handing over: threads that find no work look at the number of chunks nobody has claimed for a while before they sleep, because
// loops tend to follow one another within microseconds while waking a thread takes tens of them. To raise that number and
// then look for sleepers, and to count oneself as a sleeper and then look at the number, are sequentially consistent;
// so one of both sides sees the other, and no wake-up is lost.

#include "runtime/thread_pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/no_memory.h"
#include "base/small.h"

enum {
  THREAD_COUNT_MAX = 1024,
  // More chunks than threads, so that a thread that is late or slow does not hold up the others.
  CHUNKS_PER_THREAD = 8,
  // Looks at a counter before sleeping, with a pause after each, of 15 to 50 nanoseconds: a thread without work some 30 to 100
  // microseconds, the one that runs the loop a millisecond at most, because it has nothing else to do and the end is near.
  SPIN_COUNT = 2000,
  END_SPIN_FACTOR = 10,
  CACHE_LINE = 64,  // bytes
};

// Chunks from `first` up to `end` in one word; `first` is in the low half. Its thread takes the first, others the last.
typedef struct chunk_range_t {
  _Alignas(CACHE_LINE) _Atomic uint64_t word;
  tern_thread_pool_t *pool;  // that it belongs to
} chunk_range_t;

struct tern_thread_pool_t {
  // The loop; see above for who may read it.
  tern_thread_pool_fn_t fn;
  void *user_data;
  uint64_t count;  // indices
  uint32_t chunk_count;

  // What all threads write, each on its own cache line.
  _Alignas(CACHE_LINE) atomic_int unclaimed_count;  // chunks; below 0 while a loop starts and some are claimed already
  _Alignas(CACHE_LINE) atomic_uint unfinished_count;  // chunks
  _Alignas(CACHE_LINE) atomic_uint sleeper_count;     // threads that sleep, or are about to
  atomic_bool is_runner_asleep;                       // the thread that runs the loop sleeps, or is about to
  atomic_bool is_stopping;

  pthread_mutex_t run_mutex;    // held by the thread that runs a loop
  pthread_mutex_t sleep_mutex;  // guards falling asleep
  pthread_cond_t has_work;
  pthread_cond_t is_done;
  uint32_t spin_count;
  uint32_t thread_count;   // the runner included
  uint32_t started_count;  // threads in `threads`
  pthread_t *threads;      // all but the runner; behind the ranges
  chunk_range_t ranges[];  // of each thread; the runner's is the first
};

static void pause_briefly(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

static uint32_t count_processors(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) == 0) return (uint32_t)CPU_COUNT(&set);
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (uint32_t)online : 1;
}

// The first index of chunk `chunk`: the loop is cut as evenly as whole indices allow.
static uint64_t chunk_begin(const tern_thread_pool_t *pool, uint32_t chunk) {
  uint64_t quotient = pool->count / pool->chunk_count, remainder = pool->count % pool->chunk_count;
  return chunk * quotient + (chunk < remainder ? chunk : remainder);
}

static void wake_runner(tern_thread_pool_t *pool) {
  if (!atomic_load(&pool->is_runner_asleep)) return;
  pthread_mutex_lock(&pool->sleep_mutex);
  pthread_cond_signal(&pool->is_done);
  pthread_mutex_unlock(&pool->sleep_mutex);
}

static uint64_t make_range(uint32_t first, uint32_t end) { return first | (uint64_t)end << 32; }

// Claims the first or the last chunk of a range. False if it is empty.
static bool claim(chunk_range_t *range, bool is_first, uint32_t *out_chunk) {
  uint64_t word = atomic_load_explicit(&range->word, memory_order_relaxed), rest;
  do {
    uint32_t first = (uint32_t)word, end = (uint32_t)(word >> 32);
    if (first >= end) return false;
    *out_chunk = is_first ? first : end - 1;
    rest = is_first ? make_range(first + 1, end) : make_range(first, end - 1);
  } while (!atomic_compare_exchange_weak(&range->word, &word, rest));
  return true;
}

// Claims one chunk, its own or another's, and works it off. False if there is none.
static bool run_chunk(chunk_range_t *own) {
  tern_thread_pool_t *pool = own->pool;
  uint32_t chunk;
  bool is_claimed = claim(own, true, &chunk);
  for (uint32_t i = 0; !is_claimed && i < pool->thread_count; ++i) is_claimed = claim(&pool->ranges[i], false, &chunk);
  if (!is_claimed) return false;
  atomic_fetch_sub(&pool->unclaimed_count, 1);
  pool->fn(pool->user_data, chunk_begin(pool, chunk), chunk_begin(pool, chunk + 1));
  if (atomic_fetch_sub(&pool->unfinished_count, 1) == 1) wake_runner(pool);
  return true;
}

// Sleeps until there may be work. False if the pool stops.
static bool wait_for_work(tern_thread_pool_t *pool) {
  for (uint32_t i = 0; i < pool->spin_count; ++i) {
    if (atomic_load_explicit(&pool->unclaimed_count, memory_order_relaxed) > 0) return true;
    pause_briefly();
  }
  pthread_mutex_lock(&pool->sleep_mutex);
  atomic_fetch_add(&pool->sleeper_count, 1);
  while (atomic_load(&pool->unclaimed_count) <= 0 && !atomic_load(&pool->is_stopping)) {
    pthread_cond_wait(&pool->has_work, &pool->sleep_mutex);
  }
  atomic_fetch_sub(&pool->sleeper_count, 1);
  pthread_mutex_unlock(&pool->sleep_mutex);
  return !atomic_load(&pool->is_stopping);
}

static void *run_thread(void *argument) {
  chunk_range_t *own = argument;
  do {
    while (run_chunk(own)) {}
  } while (wait_for_work(own->pool));
  return NULL;
}

static void wake_sleepers(tern_thread_pool_t *pool, uint32_t wanted_count) {
  unsigned sleeper_count = atomic_load(&pool->sleeper_count);
  if (!sleeper_count) return;
  pthread_mutex_lock(&pool->sleep_mutex);
  if (TERN_SMALL || wanted_count >= sleeper_count) {
    pthread_cond_broadcast(&pool->has_work);
  } else {
    for (uint32_t i = 0; i < wanted_count; ++i) pthread_cond_signal(&pool->has_work);
  }
  pthread_mutex_unlock(&pool->sleep_mutex);
}

static void wait_until_done(tern_thread_pool_t *pool) {
  for (uint32_t i = 0; i < pool->spin_count * END_SPIN_FACTOR; ++i) {
    if (!atomic_load(&pool->unfinished_count)) return;
    pause_briefly();
  }
  pthread_mutex_lock(&pool->sleep_mutex);
  atomic_store(&pool->is_runner_asleep, true);
  while (atomic_load(&pool->unfinished_count)) pthread_cond_wait(&pool->is_done, &pool->sleep_mutex);
  atomic_store(&pool->is_runner_asleep, false);
  pthread_mutex_unlock(&pool->sleep_mutex);
}

static tern_status_t start_threads(tern_thread_pool_t *pool) {
  for (uint32_t i = 0; i < pool->thread_count; ++i) pool->ranges[i].pool = pool;
  for (uint32_t i = 1; i < pool->thread_count; ++i) {
    int error = pthread_create(&pool->threads[pool->started_count], NULL, run_thread, &pool->ranges[i]);
    if (error) {
      char buffer[128];
      return tern_status_make(TERN_UNSUPPORTED, "cannot start thread %u of %u: %s", i, pool->thread_count,
                              strerror_r(error, buffer, sizeof(buffer)));
    }
    ++pool->started_count;
  }
  return tern_ok();
}

tern_status_t tern_thread_pool_create(uint32_t thread_count, tern_thread_pool_t **out_pool) {
  *out_pool = NULL;
  uint32_t processor_count = count_processors();
  if (!thread_count) thread_count = processor_count < THREAD_COUNT_MAX ? processor_count : THREAD_COUNT_MAX;
  if (thread_count > THREAD_COUNT_MAX) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "%u threads are more than %d", thread_count, THREAD_COUNT_MAX);
  }
  size_t size = sizeof(tern_thread_pool_t) + thread_count * sizeof(chunk_range_t);
  size_t with_threads = size + (thread_count * sizeof(pthread_t) + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
  tern_thread_pool_t *pool = aligned_alloc(CACHE_LINE, with_threads);
  if (!pool) return tern_no_memory("a thread pool");
  memset(pool, 0, with_threads);
  pool->thread_count = thread_count;
  pool->threads = (pthread_t *)((char *)pool + size);
  // With more threads than processors a thread that spins holds up the one it waits for.
  pool->spin_count = thread_count <= processor_count ? SPIN_COUNT : 0;
  pthread_mutex_init(&pool->run_mutex, NULL);
  pthread_mutex_init(&pool->sleep_mutex, NULL);
  pthread_cond_init(&pool->has_work, NULL);
  pthread_cond_init(&pool->is_done, NULL);
  tern_status_t status = start_threads(pool);
  if (!tern_status_is_ok(status)) {
    tern_thread_pool_destroy(pool);
    return status;
  }
  *out_pool = pool;
  return tern_ok();
}

#if !TERN_SMALL
tern_status_t tern_thread_pool_pin(tern_thread_pool_t *pool, const tern_placement_t *placement) {
  for (uint32_t i = 1; i < pool->thread_count; ++i) {
    cpu_set_t set;
    tern_placement_get(placement, i, pool->thread_count, &set);
    int error = pthread_setaffinity_np(pool->threads[i - 1], sizeof set, &set);
    if (error) return tern_status_make(TERN_UNSUPPORTED, "cannot pin thread %u to its processors: error %d", i, error);
  }
  return tern_ok();
}
#endif

void tern_thread_pool_destroy(tern_thread_pool_t *pool) {
  if (!pool) return;
  pthread_mutex_lock(&pool->sleep_mutex);
  atomic_store(&pool->is_stopping, true);
  pthread_cond_broadcast(&pool->has_work);
  pthread_mutex_unlock(&pool->sleep_mutex);
  for (uint32_t i = 0; i < pool->started_count; ++i) pthread_join(pool->threads[i], NULL);
  pthread_cond_destroy(&pool->is_done);
  pthread_cond_destroy(&pool->has_work);
  pthread_mutex_destroy(&pool->sleep_mutex);
  pthread_mutex_destroy(&pool->run_mutex);
  free(pool);
}

uint32_t tern_thread_pool_thread_count(const tern_thread_pool_t *pool) { return pool->thread_count; }

void tern_thread_pool_run(tern_thread_pool_t *pool, uint64_t count, tern_thread_pool_fn_t fn, void *user_data) {
  if (!count) return;
  bool is_alone = count == 1 || pool->thread_count == 1 || pthread_mutex_trylock(&pool->run_mutex) != 0;
  if (is_alone) {
    fn(user_data, 0, count);
    return;
  }
  uint32_t chunk_limit = pool->thread_count * CHUNKS_PER_THREAD;
  uint32_t chunk_count = count < chunk_limit ? (uint32_t)count : chunk_limit;
  pool->fn = fn;
  pool->user_data = user_data;
  pool->count = count;
  pool->chunk_count = chunk_count;
  atomic_store(&pool->unfinished_count, chunk_count);
  for (uint32_t i = 0, first = 0, end; i < pool->thread_count; ++i, first = end) {
    end = chunk_count * (i + 1) / pool->thread_count;
    atomic_store_explicit(&pool->ranges[i].word, make_range(first, end), memory_order_release);
  }
  atomic_fetch_add(&pool->unclaimed_count, (int)chunk_count);
  wake_sleepers(pool, chunk_count - 1);
  while (run_chunk(pool->ranges)) {}
  wait_until_done(pool);
  pthread_mutex_unlock(&pool->run_mutex);
}
