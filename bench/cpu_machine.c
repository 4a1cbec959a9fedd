// The worker of bench/cpu.py that measures what the machine can do: cpu_machine THREADS, compiled with -march=native.
//
//   load f32|bf16_dot|bf16_amx|int8_dot|int8_amx   arithmetic on registers; the answer is the number of operations of a call
//   load read|copy|copy_nt|copy_libc|add|add_nt BYTES
//                                                  passes over arrays of so many bytes together; the answer is the number
//                                                  of bytes that a call reads and writes. `nt`: non-temporal stores
//
// A kind that the processor does not have is an error.

#define _GNU_SOURCE  // affinities
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "cpu_worker.h"

enum { MAX_THREADS = 64, STEPS = 20000, MIN_CALL_BYTES = 16 << 20 };

#if defined(__AVX512F__)
enum { VECTOR_BYTES = 64 };
#elif defined(__AVX__)
enum { VECTOR_BYTES = 32 };
#else
enum { VECTOR_BYTES = 16 };
#endif
typedef float vector_t __attribute__((vector_size(VECTOR_BYTES)));
#if defined(__x86_64__)
#define OPAQUE(x) __asm__ volatile("" : "+v"(x))
#else
#define OPAQUE(x) __asm__ volatile("" : "+w"(x))
#endif
#define REPEATED _Pragma("GCC unroll 16") for (int i = 0; i < ACCUMULATORS; ++i)
enum { ACCUMULATORS = 12 };  // hide the latency of an operation, and fit into 16 registers with two factors

//---- Arithmetic: each returns how many operations it did ----

static double run_f32(void) {
  vector_t sums[ACCUMULATORS], x = {0}, y = {0};
  REPEATED sums[i] = (vector_t){0};
  OPAQUE(x);
  OPAQUE(y);
  for (int step = 0; step < STEPS; ++step) REPEATED {
      sums[i] += x * y;  // contracted, as the compiler does by default
      OPAQUE(sums[i]);
    }
  return 2.0 * STEPS * ACCUMULATORS * (VECTOR_BYTES / 4);
}

#if defined(__AVX512BF16__)
static double run_bf16_dot(void) {
  __m512 sums[ACCUMULATORS];
  __m512i x = _mm512_setzero_si512(), y = x;
  REPEATED sums[i] = _mm512_setzero_ps();
  OPAQUE(x);
  OPAQUE(y);
  for (int step = 0; step < STEPS; ++step) REPEATED {
      sums[i] = _mm512_dpbf16_ps(sums[i], (__m512bh)x, (__m512bh)y);
      OPAQUE(sums[i]);
    }
  return 4.0 * STEPS * ACCUMULATORS * 16;
}
#else
#define run_bf16_dot NULL
#endif

#if defined(__AVX512VNNI__)
static double run_int8_dot(void) {
  __m512i sums[ACCUMULATORS], x = _mm512_setzero_si512(), y = x;
  REPEATED sums[i] = _mm512_setzero_si512();
  OPAQUE(x);
  OPAQUE(y);
  for (int step = 0; step < STEPS; ++step) REPEATED {
      sums[i] = _mm512_dpbusd_epi32(sums[i], x, y);
      OPAQUE(sums[i]);
    }
  return 8.0 * STEPS * ACCUMULATORS * 16;
}
#elif defined(__AVXVNNI__)
static double run_int8_dot(void) {
  __m256i sums[ACCUMULATORS], x = _mm256_setzero_si256(), y = x;
  REPEATED sums[i] = _mm256_setzero_si256();
  OPAQUE(x);
  OPAQUE(y);
  for (int step = 0; step < STEPS; ++step) REPEATED {
      sums[i] = _mm256_dpbusd_avx_epi32(sums[i], x, y);
      OPAQUE(sums[i]);
    }
  return 8.0 * STEPS * ACCUMULATORS * 8;
}
#else
#define run_int8_dot NULL
#endif

#if defined(__AMX_TILE__) && defined(__AMX_BF16__) && defined(__AMX_INT8__)
// Eight tiles of 16 rows of 64 bytes: four sums, two left and two right factors.
static void configure_tiles(void) {
  struct {
    uint8_t palette, start_row, reserved[14];
    uint16_t row_bytes[16];
    uint8_t rows[16];
  } config = {.palette = 1};
  for (int i = 0; i < 8; ++i) {
    config.row_bytes[i] = 64;
    config.rows[i] = 16;
  }
  // gcc 12 takes the instruction to read no more than a pointer's size.
  __asm__ volatile("" : : "r"(&config) : "memory");
  _tile_loadconfig(&config);  // and all elements are zero
}

static double run_bf16_amx(void) {
  configure_tiles();
  for (int step = 0; step < STEPS; ++step) {
    _tile_dpbf16ps(0, 4, 6);
    _tile_dpbf16ps(1, 4, 7);
    _tile_dpbf16ps(2, 5, 6);
    _tile_dpbf16ps(3, 5, 7);
  }
  _tile_release();
  return 2.0 * STEPS * 4 * 16 * 16 * 32;
}

static double run_int8_amx(void) {
  configure_tiles();
  for (int step = 0; step < STEPS; ++step) {
    _tile_dpbssd(0, 4, 6);
    _tile_dpbssd(1, 4, 7);
    _tile_dpbssd(2, 5, 6);
    _tile_dpbssd(3, 5, 7);
  }
  _tile_release();
  return 2.0 * STEPS * 4 * 16 * 16 * 64;
}

// Linux gives the tiles' state only to processes that ask for it.
static bool may_use_tiles(void) {
  enum { REQUEST_PERMISSION = 0x1023, TILE_DATA = 18 };
  return syscall(SYS_arch_prctl, REQUEST_PERMISSION, TILE_DATA) == 0;
}
#else
#define run_bf16_amx NULL
#define run_int8_amx NULL
static bool may_use_tiles(void) { return false; }
#endif

//---- Bandwidth: `count` vectors of each array ----

static inline void store_past_caches(vector_t *at, vector_t value) {
#if defined(__AVX512F__)
  _mm512_stream_ps((float *)at, (__m512)value);
#elif defined(__AVX__)
  _mm256_stream_ps((float *)at, (__m256)value);
#elif defined(__x86_64__)
  _mm_stream_ps((float *)at, (__m128)value);
#else
  *at = value;
#endif
}

static inline void finish_stores(void) {
#if defined(__x86_64__)
  _mm_sfence();
#endif
}

static void pass_read(vector_t *restrict r, const vector_t *a, const vector_t *b, size_t count) {
  (void)r, (void)b;
  vector_t sums[8] = {{0}};
  for (size_t at = 0; at + 8 <= count; at += 8) {
    _Pragma("GCC unroll 8") for (int i = 0; i < 8; ++i) sums[i] += a[at + i];
  }
  _Pragma("GCC unroll 8") for (int i = 0; i < 8; ++i) OPAQUE(sums[i]);
}

#define DEFINE_PASS(NAME, STORE, VALUE)                                                        \
  static void NAME(vector_t *restrict r, const vector_t *a, const vector_t *b, size_t count) { \
    (void)b;                                                                                   \
    for (size_t at = 0; at + 4 <= count; at += 4) {                                            \
      _Pragma("GCC unroll 4") for (int i = 0; i < 4; ++i) {                                    \
        vector_t value = VALUE;                                                                \
        OPAQUE(value); /* stays a loop: the compiler would call memcpy() for a copy */         \
        STORE;                                                                                 \
      }                                                                                        \
    }                                                                                          \
    finish_stores();                                                                           \
  }
DEFINE_PASS(pass_copy, r[at + i] = value, a[at + i])
DEFINE_PASS(pass_copy_nt, store_past_caches(&r[at + i], value), a[at + i])
DEFINE_PASS(pass_add, r[at + i] = value, a[at + i] + b[at + i])
DEFINE_PASS(pass_add_nt, store_past_caches(&r[at + i], value), a[at + i] + b[at + i])

static void pass_copy_libc(vector_t *restrict r, const vector_t *a, const vector_t *b, size_t count) {
  (void)b;
  memcpy(r, a, count * sizeof *r);
}

typedef struct kind_t {
  const char *name;
  double (*compute)(void);
  void (*pass)(vector_t *restrict, const vector_t *, const vector_t *, size_t);
  int arrays;
  bool needs_tiles;
} kind_t;

static const kind_t kinds[] = {
    {.name = "f32", .compute = run_f32},
    {.name = "bf16_dot", .compute = run_bf16_dot},
    {.name = "bf16_amx", .compute = run_bf16_amx, .needs_tiles = true},
    {.name = "int8_dot", .compute = run_int8_dot},
    {.name = "int8_amx", .compute = run_int8_amx, .needs_tiles = true},
    {.name = "read", .pass = pass_read, .arrays = 1},
    {.name = "copy", .pass = pass_copy, .arrays = 2},
    {.name = "copy_nt", .pass = pass_copy_nt, .arrays = 2},
    {.name = "copy_libc", .pass = pass_copy_libc, .arrays = 2},
    {.name = "add", .pass = pass_add, .arrays = 3},
    {.name = "add_nt", .pass = pass_add_nt, .arrays = 3},
};

//---- Threads: each works on its own memory, on its own processor ----

static int thread_count;
static cpu_set_t allowed;  // processors, when the process began
static atomic_uint generation, running;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_work = PTHREAD_COND_INITIALIZER;
static struct {
  const kind_t *kind;
  char *arrays[MAX_THREADS];
  size_t array_size;  // bytes of one array of one thread
  size_t repeats;
} work;

// Pages belong to the node of the thread that touches them first, and are large where the system has large ones.
static bool allocate_part(int thread) {
  size_t size = work.array_size * (size_t)work.kind->arrays;
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  madvise(memory, size, MADV_HUGEPAGE);
  memset(memory, 0, size);
  work.arrays[thread] = memory;
  return true;
}

static void run_part(int thread) {
  if (work.kind->compute) {
    work.kind->compute();
    return;
  }
  if (!work.arrays[thread] && !allocate_part(thread)) return;
  char *r = work.arrays[thread], *a = r + (work.kind->arrays > 1 ? work.array_size : 0),
       *b = r + (work.kind->arrays > 2 ? 2 * work.array_size : 0);
  for (size_t i = 0; i < work.repeats; ++i)
    work.kind->pass((vector_t *)r, (const vector_t *)a, (const vector_t *)b, work.array_size / VECTOR_BYTES);
}

static void pin(int thread) {
  cpu_set_t own;
  for (int cpu = 0, left = thread; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(cpu, &allowed) || left-- > 0) continue;
    CPU_ZERO(&own);
    CPU_SET(cpu, &own);
    sched_setaffinity(0, sizeof own, &own);
    return;
  }
}

// Looks for work all the time while there was some lately, and sleeps otherwise: other workers have their turns.
static void *help(void *argument) {
  enum { PATIENCE = 100000 };
  int thread = (int)(intptr_t)argument;
  pin(thread);
  for (unsigned seen = 0, idle = 0;;) {
    if (atomic_load(&generation) == seen) {
      if (++idle < PATIENCE) continue;
      pthread_mutex_lock(&mutex);
      while (atomic_load(&generation) == seen) pthread_cond_wait(&has_work, &mutex);
      pthread_mutex_unlock(&mutex);
    }
    ++seen;
    idle = 0;
    run_part(thread);
    atomic_fetch_sub(&running, 1);
  }
  return NULL;
}

static const char *call(void) {
  atomic_store(&running, (unsigned)thread_count - 1);
  pthread_mutex_lock(&mutex);
  atomic_fetch_add(&generation, 1);
  pthread_cond_broadcast(&has_work);
  pthread_mutex_unlock(&mutex);
  run_part(0);
  while (atomic_load(&running)) {}
  for (int i = 0; i < thread_count; ++i)
    if (work.kind->pass && !work.arrays[i]) return "out of memory";
  return NULL;
}

static void drop(void) {
  for (int i = 0; i < thread_count; ++i)
    if (work.arrays[i]) munmap(work.arrays[i], work.array_size * (size_t)work.kind->arrays);
  memset(&work, 0, sizeof work);
}

static const char *load(int count, char **words) {
  const kind_t *kind = NULL;
  for (size_t i = 0; count > 0 && i < sizeof kinds / sizeof *kinds; ++i)
    if (!strcmp(kinds[i].name, words[0])) kind = &kinds[i];
  if (!kind || count != (kind->pass ? 2 : 1)) return worker_problem("unknown kind");
  if (!kind->compute && !kind->pass) return worker_problem("this processor has no %s", kind->name);
  if (kind->needs_tiles && !may_use_tiles()) return worker_problem("the system does not give %s", kind->name);
  work.kind = kind;
  if (kind->compute) {
    worker_say("%.12g", kind->compute() * thread_count);
    return NULL;
  }
  size_t unit = 8 * VECTOR_BYTES, bytes = strtoull(words[1], NULL, 10);
  work.array_size = (bytes / (size_t)(kind->arrays * thread_count) + unit - 1) / unit * unit;
  double moved = (double)work.array_size * kind->arrays * thread_count;
  work.repeats = (size_t)(MIN_CALL_BYTES / moved) + 1;
  worker_say("%.12g", moved * (double)work.repeats);
  return call();
}

int main(int argc, char **argv) {
  thread_count = argc == 2 ? atoi(argv[1]) : 0;
  if (thread_count < 1 || thread_count > MAX_THREADS) return fprintf(stderr, "usage: cpu_machine THREADS\n"), 1;
  sched_getaffinity(0, sizeof allowed, &allowed);
  for (int i = 1; i < thread_count; ++i) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, help, (void *)(intptr_t)i))
      return fprintf(stderr, "cpu_machine: no threads\n"), 1;
  }
  pin(0);
  return worker_serve(&(worker_t){.greeting = "machine", .load = load, .call = call, .drop = drop});
}
