// A block. As long as all its threads are at one point, the kernel's code is called for all of them at once. When they part, each has
// a point of its own, and the threads that can go on do: first warps of which all threads that are meant to meet have met, then those
// that wait for nobody; and when all wait at barriers, they pass.

#include <stdlib.h>
#include <string.h>

#include "runtime/cudart/cpu/cpu.h"

static bool grow(void **data, size_t *capacity, size_t size) {
  if (size <= *capacity) return true;
  free(*data);
  *data = aligned_alloc(128, (size + 127) / 128 * 128);
  *capacity = *data ? size : 0;
  return *data != NULL;
}

bool cpu_block_prepare(cpu_block_t *block, const cpu_launch_t *launch) {
  const tern_device_kernel_t *kernel = launch->function->kernel;
  tern_device_block_t *b = &block->view;
  size_t threads = (size_t)launch->block[0] * launch->block[1] * launch->block[2];
  block->kernel = kernel;
  memcpy(b->grid, launch->grid, sizeof b->grid);
  memcpy(b->block, launch->block, sizeof b->block);
  b->arguments = launch->arguments, b->thread_count = threads, b->dynamic_shared_size = launch->shared_size;
  if (threads > block->thread_capacity) {
    size_t unused = 0;
    free(b->values);
    b->values = NULL;
    block->thread_capacity = 0;
    void *memory = NULL;
    if (!grow(&memory, &unused, threads * 36)) return false;
    block->thread_capacity = threads;
    b->values = memory;
    b->results = b->values + threads;
    b->next_points = (int32_t *)(b->results + threads);
    b->lanes = (uint32_t *)b->next_points + threads;
    b->clamps = b->lanes + threads, b->masks = b->clamps + threads, b->flags = b->masks + threads;
  }
  if (!grow((void **)&block->frame, &block->frame_capacity, (kernel->frame_size + 64) * threads)) return false;
  if (!grow((void **)&block->shared, &block->shared_capacity, kernel->shared_size + launch->shared_size + 16))
    return false;
  b->frame = block->frame, b->shared = block->shared;
  return true;
}

void cpu_block_free(cpu_block_t *block) {
  free(block->view.values);
  free(block->frame);
  free(block->shared);
  *block = (cpu_block_t){0};
}

static tern_device_point_kind_t kind_of(const cpu_block_t *block, int32_t point) {
  return (tern_device_point_kind_t)block->kernel->point_kinds[point];
}
static bool is_barrier(tern_device_point_kind_t kind) {
  return kind >= TERN_DEVICE_BARRIER && kind <= TERN_DEVICE_BARRIER_OR;
}
static bool is_of_warp(tern_device_point_kind_t kind) { return kind >= TERN_DEVICE_WARP_SYNC; }

static int32_t run_all(cpu_block_t *block, int32_t point) {
  const tern_device_block_t *b = &block->view;
  return block->kernel->code(&block->view, point, 0, b->block[0], 0, b->block[1], 0, b->block[2]);
}

// Threads begin <= t < end from one point; each gets the point that it comes to.
static void run_range(cpu_block_t *block, int32_t point, uint32_t begin, uint32_t end) {
  tern_device_block_t *b = &block->view;
  uint32_t width = b->block[0];
  while (begin < end) {
    uint32_t row = begin / width, x = begin % width, stop = end - begin < width - x ? x + end - begin : width;
    uint32_t y = row % b->block[1], z = row / b->block[1];
    int32_t next = block->kernel->code(b, point, x, stop, y, y + 1, z, z + 1);
    if (next != TERN_DEVICE_POINT_MIXED) {
      for (uint32_t i = begin; i < begin + stop - x; i++) b->next_points[i] = next;
    }
    begin += stop - x;
  }
}

static void run_lanes(cpu_block_t *block, int32_t point, uint32_t base, uint32_t group) {
  while (group) {
    uint32_t first = (uint32_t)__builtin_ctz(group), rest = ~(group >> first),
             count = rest ? (uint32_t)__builtin_ctz(rest) : 32;
    run_range(block, point, base + first, base + first + count);
    group = first + count < 32 ? group & (~0u << (first + count)) : 0;
  }
}

static uint32_t lanes_of_warp(const cpu_block_t *block, uint32_t base) {
  uint64_t left = block->view.thread_count - base;
  return left >= 32 ? ~0u : (1u << left) - 1;
}

// The sum of what threads brought to a barrier, for all that wait at one.
static void reduce_at_barrier(cpu_block_t *block, bool is_uniform, int32_t point) {
  tern_device_block_t *b = &block->view;
  uint32_t count = 0, waiting = 0;
  for (uint64_t i = 0; i < b->thread_count; i++) {
    int32_t at = is_uniform ? point : b->next_points[i];
    if (at < 0) continue;
    waiting++;
    if (kind_of(block, at) != TERN_DEVICE_BARRIER) count += b->values[i] & 1;
  }
  for (uint64_t i = 0; i < b->thread_count; i++) {
    int32_t at = is_uniform ? point : b->next_points[i];
    if (at < 0) continue;
    switch (kind_of(block, at)) {
      case TERN_DEVICE_BARRIER_COUNT: b->results[i] = count; break;
      case TERN_DEVICE_BARRIER_AND: b->results[i] = count == waiting; break;
      case TERN_DEVICE_BARRIER_OR: b->results[i] = count != 0; break;
      default: break;
    }
  }
}

static void operate_all(cpu_block_t *block, int32_t point) {
  tern_device_block_t *b = &block->view;
  tern_device_point_kind_t kind = kind_of(block, point);
  if (is_barrier(kind) && kind != TERN_DEVICE_BARRIER) reduce_at_barrier(block, true, point);
  if (!is_of_warp(kind) || kind == TERN_DEVICE_WARP_SYNC) return;
  for (uint32_t base = 0; base < b->thread_count; base += 32) {
    uint32_t lanes = lanes_of_warp(block, base);
    for (uint32_t pending = lanes; pending;) {
      uint32_t mask = b->masks[base + (uint32_t)__builtin_ctz(pending)], group = mask & pending;
      if (!group || !mask) group = pending;
      cpu_warp_operate(b, kind, base, group);
      pending &= ~group;
    }
  }
}

// --- Threads at different points

static uint32_t lanes_at(const cpu_block_t *block, uint32_t base, uint32_t lanes, int32_t point) {
  uint32_t found = 0;
  for (uint32_t lane = 0; lane < 32 && lanes >> lane; lane++) {
    if ((lanes >> lane & 1) && block->view.next_points[base + lane] == point) found |= 1u << lane;
  }
  return found;
}

// Lets a group of a warp go on whose threads have all met; with `is_lenient` those that came.
static bool step_warp(cpu_block_t *block, uint32_t base, bool is_lenient) {
  tern_device_block_t *b = &block->view;
  uint32_t lanes = lanes_of_warp(block, base), ended = lanes_at(block, base, lanes, TERN_DEVICE_POINT_END), tried = 0;
  for (uint32_t lane = 0; lane < 32 && lanes >> lane; lane++) {
    int32_t point = b->next_points[base + lane];
    if (point < 0 || (tried >> lane & 1) || !is_of_warp(kind_of(block, point))) continue;
    uint32_t there = lanes_at(block, base, lanes, point), mask = b->masks[base + lane], group = there;
    if (mask) {
      uint32_t meant = mask & lanes & ~ended;
      group = meant & there;
      tried |= group | 1u << lane;
      if (!is_lenient && group != meant) continue;
      if (!group) group = 1u << lane;
    } else if (!is_lenient && (lanes & ~ended) != there) {
      tried |= there;
      continue;
    }
    cpu_warp_operate(b, kind_of(block, point), base, group);
    run_lanes(block, point, base, group);
    return true;
  }
  return false;
}

static bool step_warps(cpu_block_t *block, bool is_lenient) {
  bool did = false;
  for (uint32_t base = 0; base < block->view.thread_count; base += 32) {
    while (step_warp(block, base, is_lenient)) {
      did = true;
      if (is_lenient) return true;
    }
  }
  return did;
}

// Threads in a row that are at the same point for which `is_right` go on.
static bool step_rows(cpu_block_t *block, bool (*is_right)(tern_device_point_kind_t)) {
  tern_device_block_t *b = &block->view;
  bool did = false;
  uint32_t end;
  for (uint32_t i = 0; i < b->thread_count; i = end) {
    int32_t point = b->next_points[i];
    for (end = i + 1; end < b->thread_count && b->next_points[end] == point; end++) continue;
    if (point < 0 || !is_right(kind_of(block, point))) continue;
    run_range(block, point, i, end);
    did = true;
  }
  return did;
}

static bool is_join(tern_device_point_kind_t kind) { return kind == TERN_DEVICE_JOIN; }

static bool all_are(const cpu_block_t *block, bool (*is_right)(tern_device_point_kind_t)) {
  for (uint64_t i = 0; i < block->view.thread_count; i++) {
    int32_t point = block->view.next_points[i];
    if (point >= 0 && !is_right(kind_of(block, point))) return false;
  }
  return true;
}

static bool is_grid_barrier(tern_device_point_kind_t kind) { return kind == TERN_DEVICE_GRID_BARRIER; }

static bool is_same_for_all(const cpu_block_t *block) {
  const int32_t *points = block->view.next_points;
  int32_t different = 0;
  for (uint64_t i = 1; i < block->view.thread_count; i++) different |= points[i] ^ points[0];
  return different == 0;
}

static bool step_mixed(cpu_block_t *block) {
  if (step_warps(block, false)) return true;
  if (step_rows(block, is_join)) return true;
  if (all_are(block, is_barrier)) {
    reduce_at_barrier(block, false, 0);
    return step_rows(block, is_barrier);
  }
  return step_warps(block, true);
}

cpu_block_state_t cpu_block_run(cpu_block_t *block) {
  for (bool is_resumed = block->point != TERN_DEVICE_POINT_START;; is_resumed = false) {
    if (block->point == TERN_DEVICE_POINT_MIXED) {
      if (is_resumed && all_are(block, is_grid_barrier)) step_rows(block, is_grid_barrier);
      if (is_same_for_all(block)) {
        block->point = block->view.next_points[0];
      } else {
        if (all_are(block, is_grid_barrier) && !all_are(block, is_join)) return CPU_BLOCK_AT_GRID_BARRIER;
        if (!step_mixed(block)) return CPU_BLOCK_STUCK;
        continue;
      }
    }
    if (block->point == TERN_DEVICE_POINT_END) return CPU_BLOCK_ENDED;
    if (is_grid_barrier(kind_of(block, block->point)) && !is_resumed) return CPU_BLOCK_AT_GRID_BARRIER;
    operate_all(block, block->point);
    block->point = run_all(block, block->point);
  }
}
