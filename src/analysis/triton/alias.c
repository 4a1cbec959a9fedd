// See alias.h. Every way that a descriptor takes from one value to another is an edge; sets of buffers flow along the edges.

#include "analysis/triton/alias.h"

#include <stdint.h>
#include <stdlib.h>

#include "analysis/region_flow.h"
#include "base/arena.h"
#include "base/vec.h"
#include "dialect/ttg/ttg.h"
#include "rewrite/branch.h"

typedef struct edge {
  size_t from, to;  // numbers of descriptors
} edge_t;

typedef struct search {
  tern_shared_aliases_t *aliases;
  TERN_VEC(edge_t) edges;
  const tern_op_t *op;    // of the edges that tern_region_flow_enter() and tern_region_flow_leave() say
  const tern_op_t *from;  // it, or the terminator that is left by
} search_t;

bool tern_is_shared_memdesc(const tern_type_t *type) {
  if (!tern_type_is_ttg(type, TERN_TTG_TYPE_MEMDESC)) return false;
  return tern_attr_is_ttg(tern_memdesc_read(type).memory_space, TERN_TTG_ATTR_SHARED_MEMORY);
}

static size_t number_of(search_t *s, const tern_value_t *value) {
  tern_map_t *numbers = &s->aliases->numbers;
  uintptr_t number = (uintptr_t)tern_map_get(numbers, value);
  if (number == 0) {
    number = numbers->live_count + 1;
    tern_map_set(numbers, value, (void *)number);
  }
  return number - 1;
}

static void connect(search_t *s, const tern_value_t *from, const tern_value_t *to) {
  if (!tern_is_shared_memdesc(from->type) || !tern_is_shared_memdesc(to->type)) return;
  edge_t edge = {number_of(s, from), number_of(s, to)};
  tern_vec_push(&s->edges, edge);
}

// --- edges ---

static void connect_region(const tern_region_edge_t *edge, void *user) {
  search_t *s = user;
  const tern_block_t *entry = edge->region < 0 ? NULL : tern_op_body(s->op, (size_t)edge->region);
  for (size_t i = 0; i < edge->operand_count; ++i) {
    size_t input = edge->input_start + i;
    const tern_value_t *to = entry ? entry->args[input] : tern_op_result(s->op, input);
    connect(s, tern_op_operand(s->from, edge->operand_start + i), to);
  }
}

// Nothing is taken to be known of conditions: a way that is never taken costs precision, never truth.
static void connect_regions(search_t *s, const tern_op_t *op, const tern_op_t *terminator) {
  s->op = op;
  s->from = terminator ? terminator : op;
  const tern_attr_t **unknown = tern_calloc(s->from->operand_count + 1, sizeof *unknown);
  if (terminator) {
    tern_region_flow_leave(terminator, unknown, connect_region, s);
  } else {
    tern_region_flow_enter(op, unknown, connect_region, s);
  }
  free(unknown);
}

// Partitions get what is captured as their arguments.
static void connect_partitions(search_t *s, const tern_op_t *op) {
  const tern_op_t *partitions = tern_op_body(op, 1)->first_op;
  for (size_t i = 0; i < partitions->region_count; ++i) {
    const tern_block_t *entry = tern_op_body(partitions, i);
    for (size_t k = 0; k < op->operand_count; ++k) connect(s, tern_op_operand(op, k), entry->args[k]);
  }
}

static void connect_successors(search_t *s, const tern_op_t *op) {
  for (size_t i = 0; i < op->successor_count; ++i) {
    size_t start, count;
    if (!tern_branch_successor_operands(op, i, &start, &count)) continue;
    const tern_block_t *block = op->successors[i].block;
    for (size_t k = 0; k < count; ++k) connect(s, tern_op_operand(op, start + k), block->args[k]);
  }
}

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  search_t *s = user;
  const tern_op_t *parent = tern_op_parent(op);
  if (tern_op_is(op, TERN_TTG(LOCAL_ALLOC)) && tern_is_shared_memdesc(tern_op_result(op, 0)->type)) {
    number_of(s, tern_op_result(op, 0));
    tern_vec_push(&s->aliases->allocs, op);
  } else if (op->region_count == 0) {
    // A view, or what chooses among descriptors.
    for (size_t i = 0; i < op->operand_count; ++i) {
      for (size_t k = 0; k < op->result_count; ++k) connect(s, tern_op_operand(op, i), tern_op_result(op, k));
    }
  }
  connect_successors(s, op);
  if (tern_op_is(op, TERN_TTG(WARP_SPECIALIZE))) connect_partitions(s, op);
  if (tern_region_flow_is_known(op)) connect_regions(s, op, NULL);
  if (parent && tern_block_terminator(op->block) == op && tern_region_flow_is_known(parent))
    connect_regions(s, parent, op);
  return TERN_WALK_ADVANCE;
}

// --- sets ---

static bool flow_along(const tern_shared_aliases_t *aliases, const edge_t *edge) {
  bool has_changed = false;
  const uint64_t *from = &aliases->sets[edge->from * aliases->words];
  uint64_t *to = &aliases->sets[edge->to * aliases->words];
  for (size_t i = 0; i < aliases->words; ++i) {
    has_changed |= (from[i] & ~to[i]) != 0;
    to[i] |= from[i];
  }
  return has_changed;
}

void tern_shared_aliases_find(tern_op_t *root, tern_shared_aliases_t *out_aliases) {
  *out_aliases = (tern_shared_aliases_t){0};
  search_t s = {.aliases = out_aliases};
  tern_op_walk_pre(root, visit, &s);
  out_aliases->words = (out_aliases->allocs.count + 63) / 64;
  out_aliases->sets = tern_calloc(out_aliases->numbers.live_count * out_aliases->words + 1, sizeof(uint64_t));
  for (size_t i = 0; i < out_aliases->allocs.count; ++i) {
    size_t number = number_of(&s, tern_op_result(out_aliases->allocs.values[i], 0));
    out_aliases->sets[number * out_aliases->words + i / 64] |= UINT64_C(1) << i % 64;
  }
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (size_t i = 0; i < s.edges.count; ++i) has_changed |= flow_along(out_aliases, &s.edges.values[i]);
  }
  tern_vec_deinitialize(&s.edges);
}

void tern_shared_aliases_deinitialize(tern_shared_aliases_t *aliases) {
  tern_vec_deinitialize(&aliases->allocs);
  tern_map_deinitialize(&aliases->numbers);
  free(aliases->sets);
  *aliases = (tern_shared_aliases_t){0};
}

bool tern_shared_aliases_has(const tern_shared_aliases_t *aliases, const tern_value_t *value, size_t alloc) {
  uintptr_t number = (uintptr_t)tern_map_get(&aliases->numbers, value);
  return number && (aliases->sets[(number - 1) * aliases->words + alloc / 64] >> alloc % 64 & 1);
}
