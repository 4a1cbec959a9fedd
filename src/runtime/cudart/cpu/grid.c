// A launch: the blocks of a grid are dealt to the threads of a pool, in the order of their numbers, so that a block may wait for one
// with a lower number.

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/cudart/cpu/cpu.h"

enum { MAX_WORKERS = 256 };

typedef struct job {
  const cpu_launch_t *launch;
  uint64_t block_count, piece;
  atomic_ullong next;
  atomic_int fault;
} job_t;

typedef struct worker {
  cpu_block_t block;
  job_t *job;
} worker_t;

static pthread_mutex_t launch_mutex = PTHREAD_MUTEX_INITIALIZER;  // one launch at a time
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_work = PTHREAD_COND_INITIALIZER, is_done = PTHREAD_COND_INITIALIZER;
static worker_t workers[MAX_WORKERS];
static int worker_count;  // 0: the pool is not there yet
static job_t *current;
static uint64_t generation;
static int busy;
static atomic_int device_fault;

result_t cpu_fault(void) { return atomic_load_explicit(&device_fault, memory_order_relaxed); }
void cpu_set_fault(result_t fault) { atomic_store(&device_fault, fault); }

int cpu_thread_count(void) {
  static int count;
  if (count) return count;
  const char *wanted = getenv("TERN_CUDA_CPU_THREADS");
  int number = wanted ? atoi(wanted) : 0;
  cpu_set_t set;
  if (number <= 0)
    number = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : (int)sysconf(_SC_NPROCESSORS_ONLN);
  return count = number < 1 ? 1 : number > MAX_WORKERS ? MAX_WORKERS : number;
}

static void place_block(cpu_block_t *block, uint64_t number) {
  const uint32_t *grid = block->view.grid;
  block->view.index[0] = (uint32_t)(number % grid[0]);
  block->view.index[1] = (uint32_t)(number / grid[0] % grid[1]);
  block->view.index[2] = (uint32_t)(number / ((uint64_t)grid[0] * grid[1]));
  block->point = TERN_DEVICE_POINT_START;
}

static void run_blocks(void *user) {
  worker_t *worker = user;
  job_t *job = worker->job;
  while (!atomic_load_explicit(&job->fault, memory_order_relaxed)) {
    uint64_t begin = atomic_fetch_add(&job->next, job->piece), end = begin + job->piece;
    if (begin >= job->block_count) return;
    for (uint64_t i = begin; i < end && i < job->block_count; i++) {
      place_block(&worker->block, i);
      if (cpu_block_run(&worker->block) == CPU_BLOCK_ENDED) continue;
      fprintf(stderr, "libtern_cudart: threads of a block of kernel '%s' wait for each other for ever\n",
              worker->block.kernel->name);
      cpu_abandon(cudaErrorLaunchTimeout);
    }
  }
}

static void work(worker_t *worker, job_t *job) {
  worker->job = job;
  result_t fault =
      cpu_block_prepare(&worker->block, job->launch) ? cpu_guarded(run_blocks, worker) : cudaErrorMemoryAllocation;
  if (fault) atomic_store(&job->fault, fault);
}

static void *serve(void *user) {
  worker_t *worker = user;
  uint64_t seen = 0;
  pthread_mutex_lock(&mutex);
  for (;;) {
    while (generation == seen) pthread_cond_wait(&has_work, &mutex);
    seen = generation;
    job_t *job = current;
    pthread_mutex_unlock(&mutex);
    work(worker, job);
    pthread_mutex_lock(&mutex);
    if (--busy == 0) pthread_cond_signal(&is_done);
  }
  return NULL;
}

// The calling thread is the first worker. Threads that cannot be made are not there.
static void make_pool(void) {
  if (worker_count) return;
  worker_count = 1;
  for (int i = 1; i < cpu_thread_count(); i++) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, serve, &workers[i])) break;
    pthread_detach(thread);
    worker_count++;
  }
}

static result_t run_apart(const cpu_launch_t *launch, uint64_t count) {
  make_pool();
  job_t job = {.launch = launch, .block_count = count};
  job.piece = count / (uint64_t)(8 * worker_count);
  if (job.piece == 0) job.piece = 1;
  if (worker_count == 1 || count == 1) {
    work(&workers[0], &job);
    return atomic_load(&job.fault);
  }
  pthread_mutex_lock(&mutex);
  current = &job;
  generation++;
  busy = worker_count - 1;
  pthread_cond_broadcast(&has_work);
  pthread_mutex_unlock(&mutex);
  work(&workers[0], &job);
  pthread_mutex_lock(&mutex);
  while (busy > 0) pthread_cond_wait(&is_done, &mutex);
  pthread_mutex_unlock(&mutex);
  return atomic_load(&job.fault);
}

// --- Blocks that wait for each other: all are there at once, and each runs to the next barrier of the grid

typedef struct together {
  cpu_block_t *blocks;
  uint64_t count;
} together_t;

static void run_together(void *user) {
  const together_t *t = user;
  for (bool is_waiting = true; is_waiting;) {
    is_waiting = false;
    for (uint64_t i = 0; i < t->count; i++) {
      if (t->blocks[i].point == TERN_DEVICE_POINT_END) continue;
      cpu_block_state_t state = cpu_block_run(&t->blocks[i]);
      if (state == CPU_BLOCK_STUCK) cpu_abandon(cudaErrorLaunchTimeout);
      is_waiting |= state == CPU_BLOCK_AT_GRID_BARRIER;
    }
  }
}

static result_t run_with_grid_barriers(const cpu_launch_t *launch, uint64_t count) {
  cpu_block_t *blocks = calloc(count, sizeof *blocks);
  if (!blocks) return cudaErrorMemoryAllocation;
  together_t t = {blocks, count};
  result_t fault = cudaSuccess;
  for (uint64_t i = 0; i < count && !fault; i++) {
    if (!cpu_block_prepare(&t.blocks[i], launch)) fault = cudaErrorMemoryAllocation;
    if (!fault) place_block(&t.blocks[i], i);
  }
  if (!fault) fault = cpu_guarded(run_together, &t);
  for (uint64_t i = 0; i < count; i++) cpu_block_free(&t.blocks[i]);
  free(blocks);
  return fault;
}

result_t cpu_run(const cpu_launch_t *launch, bool is_cooperative) {
  uint64_t count = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
  pthread_mutex_lock(&launch_mutex);
  bool waits = is_cooperative && launch->function->kernel->has_grid_barriers;
  result_t fault = waits ? run_with_grid_barriers(launch, count) : run_apart(launch, count);
  pthread_mutex_unlock(&launch_mutex);
  if (fault == cudaErrorMemoryAllocation) return fault;
  if (fault) cpu_set_fault(fault);
  return cudaSuccess;  // what went wrong inside is told later, as by a GPU
}
