// See membar.h. Blocks are cut behind each structured op; what is pending flows along the pieces until nothing changes.

#include "analysis/triton/membar.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/region_flow.h"
#include "base/arena.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"
#include "ir/op_def.h"
#include "rewrite/builder.h"

// What was accessed on some way since the last barrier. `is_exposed`: on some way there was none since the function began.
typedef struct pending {
  tern_shared_accesses_t accesses;
  bool is_exposed;
} pending_t;

// A piece of a block: from its start, or from behind an op, to its end or the next structured op.
typedef struct piece {
  tern_block_t *block;
  tern_op_t *behind;  // NULL: the start
  pending_t in, out;
  bool is_done;  // once
  bool returns;  // ends in the function's return
} piece_t;

// What a caller has to know of a function, in bytes of the function's own memory.
typedef struct summary {
  const tern_op_t *function;
  tern_shared_accesses_t first;  // before any barrier
  pending_t last;                // behind the last one
} summary_t;

typedef struct search {
  const tern_function_allocation_t *allocation;
  tern_membar_filter_t filter;
  bool makes_fences;  // for what copies do by themselves, not barriers for what threads do
  TERN_VEC(piece_t *) pieces;
  tern_map_t by_key;          // op behind which it starts, or block -> piece
  TERN_VEC(piece_t *) queue;  // from `queue_start` on
  size_t queue_start;
  TERN_VEC(piece_t *) successors;
  const tern_op_t *structured;  // whose edges are followed
  summary_t *summaries;         // of the functions before, and this one
  size_t summary_count;
} search_t;

// --- sets of accesses ---

static bool is_same(const tern_shared_access_t *x, const tern_shared_access_t *y) {
  return x->start == y->start && x->end == y->end && x->op == y->op && x->is_write == y->is_write;
}

static bool add_access(tern_shared_accesses_t *accesses, const tern_shared_access_t *access) {
  for (size_t i = 0; i < accesses->count; ++i) {
    if (is_same(&accesses->values[i], access)) return false;
  }
  tern_vec_push(accesses, *access);
  return true;
}

static void join(pending_t *pending, const pending_t *other) {
  for (size_t i = 0; i < other->accesses.count; ++i) add_access(&pending->accesses, &other->accesses.values[i]);
  pending->is_exposed |= other->is_exposed;
}

static void copy_to(pending_t *pending, const pending_t *other) {
  pending->accesses.count = 0;
  pending->is_exposed = false;
  join(pending, other);
}

static bool is_equal(const pending_t *x, const pending_t *y) {
  if (x->accesses.count != y->accesses.count || x->is_exposed != y->is_exposed) return false;
  for (size_t i = 0; i < x->accesses.count; ++i) {
    bool is_found = false;
    for (size_t k = 0; k < y->accesses.count && !is_found; ++k)
      is_found = is_same(&x->accesses.values[i], &y->accesses.values[k]);
    if (!is_found) return false;
  }
  return true;
}

// Is there a pair of accesses to the same memory of which one writes, and which the filter does not let pass?
static bool is_hazard(const search_t *s, const tern_shared_accesses_t *before, const tern_shared_accesses_t *after) {
  for (size_t i = 0; i < before->count; ++i) {
    for (size_t k = 0; k < after->count; ++k) {
      const tern_shared_access_t *x = &before->values[i], *y = &after->values[k];
      if ((!x->is_write && !y->is_write) || x->start >= y->end || y->start >= x->end) continue;
      if (!s->filter || !s->filter(x->op, y->op)) return true;
    }
  }
  return false;
}

// --- the effect of an op ---

static void sync_all(pending_t *pending) {
  pending->accesses.count = 0;
  pending->is_exposed = false;
}

static summary_t *own_summary(search_t *s) { return &s->summaries[s->summary_count]; }

static void add_accesses(search_t *s, pending_t *pending, const tern_shared_accesses_t *accesses) {
  for (size_t i = 0; i < accesses->count; ++i) {
    add_access(&pending->accesses, &accesses->values[i]);
    if (pending->is_exposed) add_access(&own_summary(s)->first, &accesses->values[i]);
  }
}

static void insert_barrier(tern_builder_t *b, pending_t *pending) {
  tern_build(b, TERN_TTG(LOCAL_BARRIER), .operands = {0});
  sync_all(pending);
}

static void insert_barrier_before(tern_op_t *op, pending_t *pending) {
  tern_builder_t b = tern_builder_before(op);
  insert_barrier(&b, pending);
}

static void update_plain(search_t *s, tern_op_t *op, pending_t *pending) {
  tern_shared_accesses_t accesses = {0};
  tern_membar_find_accesses(s->allocation, op, &accesses);
  if (is_hazard(s, &pending->accesses, &accesses)) insert_barrier_before(op, pending);
  add_accesses(s, pending, &accesses);
  tern_vec_deinitialize(&accesses);
}

// The op writes, has a barrier of its own, and reads; a conversion within warps has one of each warp alone.
static void update_scratch(search_t *s, tern_op_t *op, const tern_shared_buffer_t *buffer, pending_t *pending) {
  tern_shared_accesses_t accesses = {0};
  tern_shared_access_t access = {buffer->offset, buffer->offset + buffer->size, op, true};
  tern_vec_push(&accesses, access);
  bool has_barrier = is_hazard(s, &pending->accesses, &accesses);
  if (has_barrier) insert_barrier_before(op, pending);
  if (pending->is_exposed) add_access(&own_summary(s)->first, &access);
  if (!tern_membar_is_warp_local(op)) sync_all(pending);
  access.is_write = false;
  tern_vec_push(&accesses, access);
  add_accesses(s, pending, &accesses);
  tern_vec_deinitialize(&accesses);
}

static void append_moved(const tern_shared_accesses_t *from, int64_t offset, tern_shared_accesses_t *out) {
  for (size_t i = 0; i < from->count; ++i) {
    tern_shared_access_t access = from->values[i];
    access.start += offset;
    if (access.end != INT64_MAX) access.end += offset;
    add_access(out, &access);
  }
}

// The callee's memory is a part of the caller's, from the offset on that the call is given.
static void update_call(search_t *s, tern_op_t *op, pending_t *pending) {
  const tern_op_t *callee = tern_tt_callee(op);
  const tern_shared_buffer_t *buffer = tern_allocation_scratch(s->allocation, op);
  const summary_t *summary = NULL;
  for (size_t i = 0; i < s->summary_count; ++i) {
    if (s->summaries[i].function == callee) summary = &s->summaries[i];
  }
  if (!summary) return;
  tern_shared_accesses_t first = {0}, last = {0};
  append_moved(&summary->first, buffer ? buffer->offset : 0, &first);
  append_moved(&summary->last.accesses, buffer ? buffer->offset : 0, &last);
  if (!s->makes_fences && is_hazard(s, &pending->accesses, &first)) insert_barrier_before(op, pending);
  if (pending->is_exposed) {
    for (size_t i = 0; i < first.count; ++i) add_access(&own_summary(s)->first, &first.values[i]);
  }
  if (!s->makes_fences && !summary->last.is_exposed) sync_all(pending);
  for (size_t i = 0; i < last.count; ++i) add_access(&pending->accesses, &last.values[i]);
  tern_vec_deinitialize(&first);
  tern_vec_deinitialize(&last);
}

// --- fences ---

// What a function did is done once it was called. The barriers of copies are no memory of theirs.
static void update_fences(search_t *s, tern_op_t *op, pending_t *pending) {
  const tern_shared_buffer_t *buffer = tern_allocation_scratch(s->allocation, op);
  tern_shared_accesses_t accesses = {0}, none = {0};
  if (tern_op_is(op, TERN_TTNG(FENCE_ASYNC_SHARED))) {
    sync_all(pending);
    return;
  }
  if (tern_op_is(op, TERN_TT(CALL))) {
    update_call(s, op, pending);
    return;
  }
  bool is_write = tern_membar_is_async_write(op);
  if (is_write) {
    tern_membar_find_accesses_of(s->allocation, op, "result", &accesses);
  } else {
    tern_membar_find_accesses(s->allocation, op, &accesses);
  }
  if (buffer) {
    tern_shared_access_t access = {buffer->offset, buffer->offset + buffer->size, op, false};
    tern_vec_push(&accesses, access);
  }
  if (is_write && is_hazard(s, &pending->accesses, &accesses)) {
    tern_builder_t b = tern_builder_before(op);
    const tern_attr_t *is_cluster = tern_bool_attr_get(b.context, false);
    tern_build(&b, TERN_TTNG(FENCE_ASYNC_SHARED), .attrs = TERN_ATTRS({"bCluster", is_cluster}));
    sync_all(pending);
  }
  add_accesses(s, pending, is_write ? &none : &accesses);
  tern_vec_deinitialize(&accesses);
}

static bool needs_no_fence(const tern_op_t *before, const tern_op_t *after) {
  (void)after;
  return tern_membar_needs_no_fence(before);
}

static void update(search_t *s, tern_op_t *op, pending_t *pending) {
  if (s->makes_fences) {
    update_fences(s, op, pending);
  } else if (tern_membar_is_barrier(op)) {
    sync_all(pending);
  } else if (tern_membar_is_wait(op) && !(op->next && tern_membar_is_barrier(op->next))) {
    // Each thread has waited for its own copies.
    tern_builder_t b = tern_builder_after(op);
    insert_barrier(&b, pending);
  } else if (tern_op_is(op, TERN_TT(CALL))) {
    update_call(s, op, pending);
  } else {
    const tern_shared_buffer_t *buffer = tern_allocation_scratch(s->allocation, op);
    if (buffer) {
      update_scratch(s, op, buffer, pending);
    } else {
      update_plain(s, op, pending);
    }
  }
}

// --- control ---

static piece_t *piece_at(search_t *s, tern_block_t *block, tern_op_t *behind) {
  const void *key = behind ? (const void *)behind : (const void *)block;
  piece_t *piece = tern_map_get(&s->by_key, key);
  if (piece) return piece;
  piece = tern_calloc(1, sizeof *piece);
  piece->block = block;
  piece->behind = behind;
  tern_map_set(&s->by_key, key, piece);
  tern_vec_push(&s->pieces, piece);
  return piece;
}

static void follow_edge(const tern_region_edge_t *edge, void *user) {
  search_t *s = user;
  tern_op_t *op = (tern_op_t *)(uintptr_t)s->structured;
  piece_t *piece =
      edge->region < 0 ? piece_at(s, op->block, op) : piece_at(s, op->regions[edge->region].first_block, NULL);
  tern_vec_push(&s->successors, piece);
}

static void follow_regions(search_t *s, const tern_op_t *structured, const tern_op_t *terminator) {
  const tern_op_t *from = terminator ? terminator : structured;
  const tern_attr_t **unknown = tern_calloc(from->operand_count + 1, sizeof *unknown);
  s->structured = structured;
  if (terminator) {
    tern_region_flow_leave(terminator, unknown, follow_edge, s);
  } else {
    tern_region_flow_enter(structured, unknown, follow_edge, s);
  }
  free(unknown);
}

// The pieces behind `op`, a terminator or a structured op.
static void find_successors(search_t *s, tern_op_t *op) {
  s->successors.count = 0;
  const tern_op_t *parent = tern_op_parent(op);
  if (tern_region_flow_is_known(op)) {
    follow_regions(s, op, NULL);
  } else if (op->successor_count > 0) {
    for (size_t i = 0; i < op->successor_count; ++i)
      tern_vec_push(&s->successors, piece_at(s, op->successors[i].block, NULL));
  } else if (parent && tern_region_flow_is_known(parent)) {
    follow_regions(s, parent, op);
  }
}

static void visit_piece(search_t *s, piece_t *piece) {
  pending_t pending = {0};
  join(&pending, &piece->in);
  s->successors.count = 0;
  for (tern_op_t *op = piece->behind ? piece->behind->next : piece->block->first_op; op; op = op->next) {
    if (tern_region_flow_is_known(op) || tern_op_has_trait(op, TERN_TRAIT_TERMINATOR)) {
      find_successors(s, op);
      piece->returns = tern_op_is(op, TERN_TT(RETURN));
      break;
    }
    update(s, op, &pending);
  }
  if (piece->is_done && is_equal(&pending, &piece->out)) {
    tern_vec_deinitialize(&pending.accesses);
    return;
  }
  // What a barrier has taken away is gone: the state is replaced.
  piece->is_done = true;
  copy_to(&piece->out, &pending);
  tern_vec_deinitialize(&pending.accesses);
  for (size_t i = 0; i < s->successors.count; ++i) {
    join(&s->successors.values[i]->in, &piece->out);
    tern_vec_push(&s->queue, s->successors.values[i]);
  }
}

// Regions that nothing enters by an edge that is known begin with nothing pending.
static tern_walk_result_t add_entries(tern_op_t *op, void *user) {
  search_t *s = user;
  for (size_t i = 0; i < op->region_count && !tern_region_flow_is_known(op); ++i) {
    if (tern_region_is_empty(&op->regions[i])) continue;
    piece_t *piece = piece_at(s, op->regions[i].first_block, NULL);
    piece->in.is_exposed = op == s->allocation->function;
    tern_vec_push(&s->queue, piece);
  }
  return TERN_WALK_ADVANCE;
}

static void insert_in_function(search_t *s) {
  summary_t *own = own_summary(s);
  own->function = s->allocation->function;
  tern_op_walk_pre(s->allocation->function, add_entries, s);
  while (s->queue_start < s->queue.count) visit_piece(s, s->queue.values[s->queue_start++]);
  for (size_t i = 0; i < s->pieces.count; ++i) {
    piece_t *piece = s->pieces.values[i];
    if (piece->returns) join(&own->last, &piece->out);
    tern_vec_deinitialize(&piece->in.accesses);
    tern_vec_deinitialize(&piece->out.accesses);
    free(piece);
  }
  tern_vec_deinitialize(&s->pieces);
  tern_vec_deinitialize(&s->queue);
  tern_vec_deinitialize(&s->successors);
  tern_map_deinitialize(&s->by_key);
}

static void insert(const tern_allocation_t *allocation, tern_membar_filter_t filter, bool makes_fences) {
  summary_t *summaries = tern_calloc(allocation->functions.count + 1, sizeof *summaries);
  for (size_t i = 0; i < allocation->functions.count; ++i) {
    search_t s = {.allocation = &allocation->functions.values[i],
                  .filter = filter,
                  .makes_fences = makes_fences,
                  .summaries = summaries,
                  .summary_count = i};
    if (!tern_region_is_empty(&s.allocation->function->regions[0])) insert_in_function(&s);
  }
  for (size_t i = 0; i < allocation->functions.count; ++i) {
    tern_vec_deinitialize(&summaries[i].first);
    tern_vec_deinitialize(&summaries[i].last.accesses);
  }
  free(summaries);
}

void tern_membar_insert(const tern_allocation_t *allocation, tern_membar_filter_t filter) {
  insert(allocation, filter, false);
}

void tern_membar_insert_proxy_fences(const tern_allocation_t *allocation) { insert(allocation, needs_no_fence, true); }
