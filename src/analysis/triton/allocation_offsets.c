// Where buffers lie. First each gets the lowest place above those that it lives together with, the largest first, in a plane
// of ops and offsets whose free parts are kept as a list. That list is not exact, so what still overlaps, and what runs in
// partitions at the same time, is coloured and moved up, until nothing overlaps.

#include "analysis/triton/allocation.h"

#include <stdlib.h>

#include "base/arena.h"
#include "dialect/ttg/ttg.h"

// From `offset` on, memory is free for what lives between these.
typedef struct gap {
  int64_t offset;
  size_t start, end;
} gap_t;

typedef TERN_VEC(gap_t) gap_list_t;

typedef struct plan {
  tern_shared_buffer_t **buffers;  // the largest first
  size_t count;
  bool *interferes;  // [x * count + y]
} plan_t;

static int64_t align(int64_t offset, int64_t alignment) { return (offset + alignment - 1) / alignment * alignment; }

static bool overlap(size_t start, size_t end, size_t other_start, size_t other_end) {
  return start < other_end && other_start < end;
}

// --- starts ---

// Behind all of the same offset.
static void add_gap(gap_list_t *gaps, int64_t offset, size_t start, size_t end) {
  tern_vec_push(gaps, (gap_t){offset, start, end});
  size_t at = gaps->count - 1;
  for (; at > 0 && gaps->values[at - 1].offset > offset; --at) gaps->values[at] = gaps->values[at - 1];
  gaps->values[at] = (gap_t){offset, start, end};
}

static gap_t take_first(gap_list_t *gaps) {
  gap_t first = gaps->values[0];
  for (size_t i = 1; i < gaps->count; ++i) gaps->values[i - 1] = gaps->values[i];
  --gaps->count;
  return first;
}

// Does the buffer live within this gap, and within no other one?
static bool fits(const tern_shared_buffer_t *buffer, const gap_t *gap, const gap_list_t *others) {
  bool is_alone = overlap(buffer->start, buffer->end, gap->start, gap->end);
  for (size_t i = 0; is_alone && i < others->count; ++i)
    is_alone = !overlap(buffer->start, buffer->end, others->values[i].start, others->values[i].end);
  return is_alone;
}

static void find_starts(const plan_t *plan) {
  gap_list_t gaps = {0};
  size_t left = plan->count;
  tern_shared_buffer_t **rest = tern_calloc(plan->count + 1, sizeof *rest);
  for (size_t i = 0; i < plan->count; ++i) rest[i] = plan->buffers[i];
  add_gap(&gaps, 0, 0, SIZE_MAX);
  while (left > 0 && gaps.count > 0) {
    gap_t gap = take_first(&gaps);
    size_t at = 0;
    while (at < left && !fits(rest[at], &gap, &gaps)) ++at;
    if (at == left) continue;
    tern_shared_buffer_t *buffer = rest[at];
    buffer->offset = align(gap.offset, buffer->alignment);
    add_gap(&gaps, buffer->offset + buffer->size, gap.start > buffer->start ? gap.start : buffer->start,
            gap.end < buffer->end ? gap.end : buffer->end);
    if (gap.start < buffer->start) add_gap(&gaps, gap.offset, gap.start, buffer->end);
    if (buffer->end < gap.end) add_gap(&gaps, gap.offset, buffer->start, gap.end);
    for (--left; at < left; ++at) rest[at] = rest[at + 1];
  }
  free(rest);
  tern_vec_deinitialize(&gaps);
}

// --- colours ---

static const tern_op_t *specialization_around(const tern_op_t *op) {
  return tern_op_parent_of(op, TERN_TTG(WARP_SPECIALIZE));
}

// Do they run in different partitions, so that what one has the other may overwrite at any time?
static bool run_apart(const tern_shared_buffer_t *x, const tern_shared_buffer_t *y) {
  const tern_op_t *around = specialization_around(x->owner);
  return around && around == specialization_around(y->owner) && x->owner->block->parent != y->owner->block->parent;
}

static bool find_interference(const plan_t *plan) {
  bool is_any = false;
  for (size_t i = 0; i < plan->count; ++i) {
    for (size_t k = 0; k < plan->count; ++k) {
      const tern_shared_buffer_t *x = plan->buffers[i], *y = plan->buffers[k];
      bool is_shared = i != k && x->offset < y->offset + y->size && y->offset < x->offset + x->size;
      bool interferes = is_shared && (overlap(x->start, x->end, y->start, y->end) || run_apart(x, y));
      plan->interferes[i * plan->count + k] = interferes;
      is_any |= interferes;
    }
  }
  return is_any;
}

// First fit: of each color no two interfere. All but the first colour move above what they interfere with.
static void move_up(const plan_t *plan) {
  int64_t *colors = tern_calloc(plan->count + 1, sizeof *colors);
  bool *is_taken = tern_calloc(plan->count + 1, sizeof *is_taken);
  for (size_t i = 1; i < plan->count; ++i) colors[i] = -1;
  for (size_t i = 0; i < plan->count; ++i) {
    const bool *row = &plan->interferes[i * plan->count];
    for (size_t k = 0; k < plan->count; ++k) is_taken[k] = false;
    for (size_t k = 0; k < plan->count; ++k) {
      if (row[k] && colors[k] >= 0) is_taken[colors[k]] = true;
    }
    for (colors[i] = 0; is_taken[colors[i]];) ++colors[i];
  }
  for (size_t i = 0; i < plan->count; ++i) {
    int64_t above = 0;
    for (size_t k = 0; k < plan->count; ++k) {
      int64_t end = plan->buffers[k]->offset + plan->buffers[k]->size;
      if (plan->interferes[i * plan->count + k] && end > above) above = end;
    }
    if (colors[i] != 0) plan->buffers[i]->offset = align(above, plan->buffers[i]->alignment);
  }
  free(colors);
  free(is_taken);
}

// --- all ---

// Explicit buffers, then scratch, then virtual ones; the largest first, others as they come.
static void order_buffers(tern_function_allocation_t *allocation, plan_t *plan) {
  for (int kind = TERN_BUFFER_EXPLICIT; kind <= TERN_BUFFER_VIRTUAL; ++kind) {
    for (size_t i = 0; i < allocation->buffers.count; ++i) {
      tern_shared_buffer_t *buffer = &allocation->buffers.values[i];
      if ((int)buffer->kind != kind) continue;
      size_t at = plan->count++;
      for (; at > 0 && plan->buffers[at - 1]->size < buffer->size; --at) plan->buffers[at] = plan->buffers[at - 1];
      plan->buffers[at] = buffer;
    }
  }
}

void tern_allocation_find_offsets(tern_function_allocation_t *allocation) {
  size_t count = allocation->buffers.count;
  plan_t plan = {.buffers = tern_calloc(count + 1, sizeof *plan.buffers),
                 .interferes = tern_calloc(count * count + 1, sizeof *plan.interferes)};
  order_buffers(allocation, &plan);
  find_starts(&plan);
  for (bool is_first = true; find_interference(&plan) || is_first; is_first = false) move_up(&plan);
  for (size_t i = 0; i < count; ++i) {
    int64_t end = plan.buffers[i]->offset + plan.buffers[i]->size;
    allocation->size = end > allocation->size ? end : allocation->size;
  }
  free(plan.buffers);
  free(plan.interferes);
}
