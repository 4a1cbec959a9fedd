// Threads of a block as fibers. One fiber runs thread after thread; only when a thread has to wait, the next threads
// get a fiber of their own. So a kernel without barriers needs one fiber and no switch from thread to thread, and one
// with barriers as many as a block has threads.
//
// Whoever comes last to a barrier or a shuffle lets the others go on. A thread that ends counts as one that came, as on
// GPUs. If nobody can go on and not all have ended, threads wait for each other in circles, and the launch fails.

#include "runtime/mgpu/cpu/grid.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/mgpu/cpu/fiber.h"
#include "runtime/mgpu/cpu/grid_private.h"

// Of the thread of the host; NULL: no kernel runs.
static _Thread_local tern_gpu_block_t *running_block;

tern_gpu_block_t *tern_gpu_running_block(void) { return running_block; }

//---- Waiting ----

static void wait_for(tern_gpu_block_t *block, tern_gpu_wait_t reason) {
  tern_gpu_thread_t *thread = block->current;
  thread->wait = reason;
  tern_fiber_suspend(thread->fiber);
}

static bool release_barrier(tern_gpu_block_t *block) {
  if (!block->barrier_count || block->barrier_count + block->ended_count < block->thread_count) return false;
  for (int64_t i = 0; i < block->thread_count; ++i) {
    if (block->threads[i].wait == TERN_GPU_WAIT_BARRIER) block->threads[i].wait = TERN_GPU_WAIT_NONE;
  }
  block->barrier_count = 0;
  return true;
}

void tern_gpu_block_barrier(tern_gpu_block_t *block) {
  ++block->barrier_count;
  // Not to be released by itself: it goes on at once.
  block->current->wait = TERN_GPU_WAIT_BARRIER;
  if (!release_barrier(block)) wait_for(block, TERN_GPU_WAIT_BARRIER);
}

// The number of the lane that this one reads; out of 0 to width - 1 if it reads none.
static int32_t source_lane(int32_t lane, const tern_gpu_shuffle_t *shuffle) {
  switch (shuffle->mode) {
    case TERN_GPU_SHUFFLE_XOR: return lane ^ shuffle->offset;
    case TERN_GPU_SHUFFLE_UP: return lane - shuffle->offset;
    case TERN_GPU_SHUFFLE_DOWN: return lane + shuffle->offset;
    default: return shuffle->offset;
  }
}

// Lanes of a subgroup: a range of the block's threads.
static int64_t lanes_of(const tern_gpu_block_t *block, int64_t first) {
  int64_t count = block->thread_count - first;
  return count < TERN_GPU_SUBGROUP_SIZE ? count : TERN_GPU_SUBGROUP_SIZE;
}

// Gives all lanes of the subgroup that begins at the thread `first` their results if those that take part are there.
static bool release_shuffle(tern_gpu_block_t *block, int64_t first) {
  tern_gpu_thread_t *lanes = &block->threads[first];
  int64_t count = lanes_of(block, first), waiting = 0;
  int32_t width = 0;
  for (int64_t i = 0; i < count; ++i) {
    if (lanes[i].wait != TERN_GPU_WAIT_SHUFFLE) continue;
    ++waiting;
    if (lanes[i].shuffle.width > width) width = lanes[i].shuffle.width;
  }
  for (int64_t i = 0; i < count && i < width; ++i) {
    if (lanes[i].wait != TERN_GPU_WAIT_SHUFFLE && lanes[i].wait != TERN_GPU_WAIT_ENDED) return false;
  }
  for (int64_t i = 0; i < count; ++i) {
    tern_gpu_shuffle_t *shuffle = &lanes[i].shuffle;
    if (lanes[i].wait != TERN_GPU_WAIT_SHUFFLE) continue;
    int32_t source = source_lane((int32_t)i, shuffle);
    shuffle->is_valid =
        source >= 0 && source < shuffle->width && source < count && lanes[source].wait == TERN_GPU_WAIT_SHUFFLE;
    shuffle->result = shuffle->is_valid ? lanes[source].shuffle.value : shuffle->value;
  }
  for (int64_t i = 0; i < count; ++i) {
    if (lanes[i].wait == TERN_GPU_WAIT_SHUFFLE) lanes[i].wait = TERN_GPU_WAIT_NONE;
  }
  return waiting > 0;
}

void tern_gpu_block_shuffle(tern_gpu_block_t *block, tern_gpu_shuffle_t *inout_shuffle) {
  tern_gpu_thread_t *thread = block->current;
  int64_t lane = thread->index % TERN_GPU_SUBGROUP_SIZE;
  inout_shuffle->result = inout_shuffle->value;
  inout_shuffle->is_valid = false;
  thread->shuffle = *inout_shuffle;
  if (lane >= inout_shuffle->width) return;
  thread->wait = TERN_GPU_WAIT_SHUFFLE;
  if (!release_shuffle(block, thread->index - lane)) wait_for(block, TERN_GPU_WAIT_SHUFFLE);
  *inout_shuffle = thread->shuffle;
}

//---- Workgroup memory ----

void *tern_gpu_block_memory(tern_gpu_block_t *block, const void *key, uint64_t size, uint64_t alignment) {
  for (size_t i = 0; i < block->part_count; ++i) {
    if (block->parts[i].key == key) return block->parts[i].data;
  }
  uint64_t mask = (alignment ? alignment : 1) - 1;
  uint64_t offset = (block->memory_size + mask) & ~mask;
  bool is_right = block->part_count < TERN_GPU_PARTS_MAX && !(alignment & mask) &&
                  alignment <= TERN_GPU_MEMORY_ALIGNMENT && size <= TERN_GPU_MEMORY_MAX &&
                  offset + size <= TERN_GPU_MEMORY_MAX;
  if (!is_right) {
    // There is no memory to give, so the thread cannot go on.
    block->failure = TERN_GPU_NO_MEMORY;
    wait_for(block, TERN_GPU_WAIT_FOREVER);
  }
  void *data = block->memory + offset;
  block->memory_size = offset + size;
  block->parts[block->part_count++] = (tern_gpu_part_t){key, data};
  return data;
}

//---- Blocks ----

static void end_thread(tern_gpu_block_t *block, tern_gpu_thread_t *thread) {
  thread->wait = TERN_GPU_WAIT_ENDED;
  ++block->ended_count;
  release_barrier(block);
  release_shuffle(block, thread->index - thread->index % TERN_GPU_SUBGROUP_SIZE);
}

// What a fiber does: threads, as long as there are some, then it is free for the next block.
static void run_threads(void *context) {
  tern_gpu_worker_t *worker = context;
  for (;;) {
    tern_gpu_block_t *block = worker->block;
    while (block->next_thread < block->thread_count) {
      tern_gpu_thread_t *thread = &block->threads[block->next_thread++];
      thread->fiber = worker->fiber;
      block->current = thread;
      block->launch->kernel(block->launch->params);
      end_thread(block, thread);
    }
    worker->is_free = true;
    tern_fiber_suspend(worker->fiber);
  }
}

static tern_status_t start_worker(tern_gpu_block_t *block) {
  tern_gpu_worker_t *worker = NULL;
  for (size_t i = 0; i < block->worker_count && !worker; ++i) {
    if (block->workers[i].is_free) worker = &block->workers[i];
  }
  if (!worker) {
    worker = &block->workers[block->worker_count];
    *worker = (tern_gpu_worker_t){.block = block};
    TERN_RETURN_IF_ERROR(tern_fiber_create(run_threads, worker, &worker->fiber));
    ++block->worker_count;
  }
  worker->is_free = false;
  tern_fiber_resume(worker->fiber);
  return tern_ok();
}

static tern_status_t refuse_block(const tern_gpu_block_t *block) {
  const char *name = block->launch->name;
  if (block->failure == TERN_GPU_NO_MEMORY) {
    return tern_status_make(
        TERN_FAILED_PRECONDITION,
        "kernel '%s' takes more workgroup memory than the %d bytes that a block has, or an alignment "
        "that is no power of two up to %d",
        name, TERN_GPU_MEMORY_MAX, TERN_GPU_MEMORY_ALIGNMENT);
  }
  int64_t at_shuffle = 0;
  for (int64_t i = 0; i < block->thread_count; ++i) at_shuffle += block->threads[i].wait == TERN_GPU_WAIT_SHUFFLE;
  return tern_status_make(
      TERN_FAILED_PRECONDITION,
      "kernel '%s' hangs in block (%" PRId64 ", %" PRId64 ", %" PRId64 "): %" PRId64 " of %" PRId64
      " threads wait at a barrier and %" PRId64 " at a shuffle; all threads have to come to the same one",
      name, block->id[0], block->id[1], block->id[2], block->barrier_count, block->thread_count, at_shuffle);
}

static tern_status_t run_block(tern_gpu_block_t *block) {
  block->next_thread = block->ended_count = block->barrier_count = 0;
  block->part_count = 0;
  memset(block->memory, 0xff, block->memory_size);
  block->memory_size = block->launch->shared_size;
  for (int64_t i = 0; i < block->thread_count; ++i) block->threads[i].wait = TERN_GPU_WAIT_NONE;
  while (block->next_thread < block->thread_count && !block->failure) TERN_RETURN_IF_ERROR(start_worker(block));
  while (block->ended_count < block->thread_count && !block->failure) {
    bool is_stuck = true;
    for (int64_t i = 0; i < block->thread_count && !block->failure; ++i) {
      tern_gpu_thread_t *thread = &block->threads[i];
      if (thread->wait != TERN_GPU_WAIT_NONE) continue;
      is_stuck = false;
      block->current = thread;
      tern_fiber_resume(thread->fiber);
    }
    if (is_stuck) return refuse_block(block);
  }
  return block->failure ? refuse_block(block) : tern_ok();
}

static tern_status_t run_blocks(tern_gpu_block_t *block) {
  const int64_t *grid = block->launch->grid;
  for (int64_t z = 0; z < grid[2]; ++z) {
    for (int64_t y = 0; y < grid[1]; ++y) {
      for (int64_t x = 0; x < grid[0]; ++x) {
        block->id[0] = x, block->id[1] = y, block->id[2] = z;
        TERN_RETURN_IF_ERROR(run_block(block));
      }
    }
  }
  return tern_ok();
}

tern_status_t tern_gpu_run_grid(const tern_gpu_launch_t *launch) {
  int64_t count = launch->block[0] * launch->block[1] * launch->block[2];
  tern_gpu_block_t block = {.launch = launch, .thread_count = count, .memory_size = TERN_GPU_MEMORY_MAX};
  block.threads = calloc((size_t)count, sizeof(*block.threads));
  block.workers = calloc((size_t)count, sizeof(*block.workers));
  block.memory = aligned_alloc(TERN_GPU_MEMORY_ALIGNMENT, TERN_GPU_MEMORY_MAX);
  tern_status_t status = tern_ok();
  if (block.threads && block.workers && block.memory) {
    for (int64_t i = 0; i < count; ++i) {
      const int64_t *size = launch->block;
      block.threads[i].index = i;
      block.threads[i].id[0] = i % size[0];
      block.threads[i].id[1] = i / size[0] % size[1];
      block.threads[i].id[2] = i / size[0] / size[1];
    }
    tern_gpu_block_t *outer = running_block;
    running_block = &block;
    status = run_blocks(&block);
    running_block = outer;
  } else {
    status = tern_status_make(TERN_OUT_OF_MEMORY, "out of memory for the blocks of a kernel");
  }
  for (size_t i = 0; i < block.worker_count; ++i) tern_fiber_destroy(block.workers[i].fiber);
  free(block.threads);
  free(block.workers);
  free(block.memory);
  return status;
}
