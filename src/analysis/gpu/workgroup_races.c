// Data races in workgroup memory: the flow of accesses between barriers, and what accesses of all invocations touch.

#include "analysis/gpu/workgroup_races.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/index_form.h"
#include "analysis/memory_location.h"
#include "base/arena.h"
#include "base/string.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/func/func.h"
#include "dialect/gpu/gpu.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/scf.h"
#include "dialect/spirv/spirv.h"
#include "dialect/spirv/target_env.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"

#define RANK_MAX 8
#define DEPTH_MAX 12       // of loops around an access
#define POINT_MAX 2000000  // elements that an access of all invocations touches, all iterations together
#define SAMPLE_COUNT 4     // iterations of a loop with barriers that accesses are compared in

// An access, with what all invocations touch in one iteration of the loop around it that holds barriers.
typedef struct points {
  bool is_known;
  uint64_t usable;                    // bit d: all invocations have the same terms in dimension d
  tern_index_form_t terms[RANK_MAX];  // of the first invocation, for the terms
  size_t count;
  int32_t *invocations;
  int64_t *places;  // RANK_MAX each
} points_t;

typedef struct site {
  tern_memory_access_t access;
  tern_value_t *base;
  tern_op_t *loop;  // innermost loop around it that holds barriers, or NULL
  size_t rank;
  tern_index_form_t index[RANK_MAX];
  bool has_points[SAMPLE_COUNT + 2];
  points_t points[SAMPLE_COUNT + 2];
} site_t;

// An access since the last barrier: `crossings` counts how often the loop around it was gone around since (2: more).
typedef struct pending {
  site_t *site;
  int crossings;
} pending_t;
typedef TERN_VEC(pending_t) state_t;

typedef struct checker {
  tern_op_t *func;
  tern_index_scope_t scope;
  tern_map_t sites;          // op to site_t
  tern_map_t verdicts;       // pair key to 1 (right) or 2 (race)
  tern_map_t reported;       // pairs, and barriers
  const tern_op_t *ignored;  // a barrier
  bool is_silent;
  size_t race_count, error_count;
  tern_arena_t arena;
  tern_op_list_t barriers;
} checker_t;

// --- barriers ---

static bool is_barrier(const tern_op_t *op) {
  enum { WORKGROUP_MEMORY = 0x100 };  // SPIR-V specification, Memory Semantics
  if (tern_op_is(op, TERN_GPU(BARRIER))) return true;
  return tern_op_is(op, TERN_SPIRV(CONTROLBARRIER)) &&
         (tern_enum_attr_value(tern_op_attr(op, "memory_semantics")) & WORKGROUP_MEMORY) != 0;
}

static tern_walk_result_t find_barrier(tern_op_t *op, void *user) {
  (void)user;
  return is_barrier(op) ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

static bool holds_barrier(tern_op_t *op) { return tern_op_walk_pre(op, find_barrier, NULL) == TERN_WALK_INTERRUPT; }

static bool is_loop(const tern_op_t *op) { return tern_op_is(op, TERN_SCF(FOR)) || tern_op_is(op, TERN_SCF(WHILE)); }

// Barriers in a condition or loop that invocations may leave at different times.
static void check_uniform(checker_t *c, tern_op_t *barrier) {
  for (tern_op_t *op = tern_op_parent(barrier); op && op != c->func; op = tern_op_parent(op)) {
    bool diverges = false;
    if (tern_op_is(op, TERN_SCF(IF))) diverges = tern_index_varies(&c->scope, tern_op_operand(op, 0));
    if (tern_op_is(op, TERN_SCF(FOR))) {
      for (size_t i = 0; i < 3; ++i) diverges |= tern_index_varies(&c->scope, tern_op_operand(op, i));
    }
    if (tern_op_is(op, TERN_SCF(WHILE))) {
      diverges = tern_index_varies(&c->scope, tern_op_operand(tern_op_body(op, 0)->last_op, 0));
    }
    if (!diverges) continue;
    ++c->error_count;
    tern_op_error(barrier, "is not reached by all invocations together");
    tern_emit_note(op->loc, "what is run here depends on the ids of the invocations");
    return;
  }
}

// --- what an access touches ---

static site_t *site_of(checker_t *c, const tern_memory_access_t *access, tern_value_t *base) {
  site_t *site = tern_map_get(&c->sites, access->op);
  if (site) return site;
  site = tern_arena_alloc_zeroed(&c->arena, sizeof *site);
  site->access = *access;
  site->base = base;
  for (tern_op_t *op = tern_op_parent(access->op); op && op != c->func && !site->loop; op = tern_op_parent(op)) {
    if (is_loop(op) && holds_barrier(op)) site->loop = op;
  }
  tern_map_set(&c->sites, access->op, site);
  return site;
}

static tern_index_form_t mixed_form(checker_t *c, tern_mixed_index_t entry) {
  return entry.dynamic ? tern_index_evaluate(&c->scope, entry.dynamic) : tern_index_form_constant(entry.value);
}

// Indices of `memref`'s elements as indices of its base. False if a view is in the way that is not followed.
static bool follow_views(checker_t *c, tern_value_t *memref, tern_index_form_t *index, size_t *inout_rank) {
  for (tern_op_t *op = tern_value_defining_op(memref); op; op = tern_value_defining_op(memref)) {
    if (tern_op_is(op, TERN_MEMREF(ALLOC)) || op->operand_count == 0) return true;
    if (tern_op_is(op, TERN_MEMREF(SUBVIEW))) {
      tern_slice_t slice;
      tern_index_form_t inner[RANK_MAX];
      memcpy(inner, index, sizeof inner);
      if (!tern_slice_read(op, &slice) || slice.count > RANK_MAX) return false;
      size_t kept = *inout_rank, at = 0;
      for (size_t d = 0; d < slice.count; ++d) {
        const tern_type_t *to = tern_op_result(op, 0)->type;
        bool is_dropped =
            slice.sizes[d].value == 1 && slice.count - d > kept - at && (at == kept || tern_type_dim(to, at) != 1);
        index[d] = mixed_form(c, slice.offsets[d]);
        if (is_dropped) continue;
        if (slice.strides[d].dynamic || at == kept) return false;
        index[d] = tern_index_form_add(&index[d], &inner[at++], slice.strides[d].value);
      }
      *inout_rank = slice.count;
    } else if (!tern_op_is(op, TERN_MEMREF(CAST)) && !tern_op_is(op, TERN_MEMREF(MEMORY_SPACE_CAST)) &&
               !tern_op_is(op, TERN_MEMREF(ASSUME_ALIGNMENT))) {
      return false;
    }
    memref = tern_op_operand(op, 0);
  }
  return true;
}

// Extent of an access along dimension `d` of its memref.
static int64_t extent_of(const site_t *site, size_t d, size_t rank) {
  const tern_type_t *type = site->access.type;
  if (tern_type_is_gpu_matrix(type)) {
    bool is_transposed = tern_op_attr(site->access.op, "transpose") != NULL;
    if (d + 2 < rank) return 1;
    return (d + 1 == rank) != is_transposed ? tern_gpu_matrix_columns(type) : tern_gpu_matrix_rows(type);
  }
  size_t vector_rank = type->kind == TERN_TYPE_VECTOR ? tern_type_rank(type) : 0;
  return d + vector_rank >= rank ? tern_type_dim(type, d + vector_rank - rank) : 1;
}

static bool same_terms(const tern_index_form_t *a, const tern_index_form_t *b) {
  if (a->is_unknown || b->is_unknown || a->term_count != b->term_count) return false;
  tern_index_form_t difference = tern_index_form_add(a, b, -1);
  return !difference.is_unknown && difference.term_count == 0;
}

typedef struct collector {
  checker_t *c;
  site_t *site;
  points_t *points;
  size_t capacity;
  tern_op_t *around[2 * DEPTH_MAX];  // ops around the access, innermost last
  size_t depth;
  int32_t invocation;
} collector_t;

static bool add_points(collector_t *k) {
  checker_t *c = k->c;
  site_t *site = k->site;
  size_t own_rank = site->access.index_count, rank = own_rank;
  tern_index_form_t index[RANK_MAX];
  memset(index, 0, sizeof index);
  for (size_t d = 0; d < own_rank; ++d) {
    index[d] = tern_index_evaluate(&c->scope, tern_op_operand(site->access.op, site->access.first_index + d));
  }
  if (!follow_views(c, site->access.memref, index, &rank)) return false;
  site->rank = rank;
  if (k->points->count == 0) {
    memcpy(k->points->terms, index, sizeof index);
    for (size_t d = 0; d < rank; ++d) k->points->usable |= (uint64_t)!index[d].is_unknown << d;
  }
  for (size_t d = 0; d < rank; ++d) {
    if (!same_terms(&index[d], &k->points->terms[d])) k->points->usable &= ~((uint64_t)1 << d);
  }
  // Vectors lie along the last dimensions of the base as they do in views of it.
  int64_t lanes = 1;
  for (size_t d = 0; d < own_rank; ++d) lanes *= extent_of(site, d, own_rank);
  for (int64_t lane = 0; lane < lanes; ++lane) {
    if (k->points->count == POINT_MAX) return false;
    if (k->points->count == k->capacity) {
      k->capacity = k->capacity ? 2 * k->capacity : 256;
      k->points->places = tern_realloc_array(k->points->places, k->capacity, RANK_MAX * sizeof(int64_t));
      k->points->invocations = tern_realloc_array(k->points->invocations, k->capacity, sizeof(int32_t));
    }
    int64_t *place = &k->points->places[k->points->count * RANK_MAX], rest = lane;
    for (size_t d = rank; d-- > 0;) {
      int64_t extent = d + own_rank >= rank ? extent_of(site, d + own_rank - rank, own_rank) : 1;
      place[d] = index[d].constant + rest % extent;
      rest /= extent;
    }
    k->points->invocations[k->points->count++] = k->invocation;
  }
  return true;
}

// Goes inwards through what is around the access: conditions that are known choose, loops without barriers are run.
static bool collect(collector_t *k, size_t level) {
  if (level == k->depth) return add_points(k);
  checker_t *c = k->c;
  tern_op_t *op = k->around[level], *inside = level + 1 < k->depth ? k->around[level + 1] : k->site->access.op;
  if (tern_op_is(op, TERN_SCF(IF))) {
    tern_index_form_t condition = tern_index_evaluate(&c->scope, tern_op_operand(op, 0));
    bool is_then = inside->block->parent == &op->regions[0];
    bool is_left_out = tern_index_form_is_constant(&condition) && (condition.constant != 0) != is_then;
    return is_left_out || collect(k, level + 1);
  }
  if (!tern_op_is(op, TERN_SCF(FOR)) || holds_barrier(op)) return collect(k, level + 1);
  tern_index_form_t bounds[3];
  for (size_t i = 0; i < 3; ++i) bounds[i] = tern_index_evaluate(&c->scope, tern_op_operand(op, i));
  tern_value_t *iv = tern_op_body(op, 0)->args[0];
  bool is_known = true;
  for (size_t i = 0; i < 3; ++i) is_known &= tern_index_form_is_constant(&bounds[i]);
  // Unknown bounds: the induction variable differs from one invocation to the next.
  if (!is_known || bounds[2].constant <= 0) {
    tern_map_set(&c->scope.varying, iv, (void *)(uintptr_t)2);
    return collect(k, level + 1);
  }
  size_t at = c->scope.fixed.count;
  tern_vec_push(&c->scope.fixed, (struct tern_fixed_value){iv, 0});
  bool is_right = true;
  for (int64_t i = bounds[0].constant; i < bounds[1].constant && is_right; i += bounds[2].constant) {
    c->scope.fixed.values[at].number = i;
    is_right = collect(k, level + 1);
  }
  c->scope.fixed.count = at;
  return is_right;
}

// Values of the induction variable of a loop with barriers; false if they are not numbers, or there are not as many.
static bool find_iteration(checker_t *c, const tern_op_t *loop, size_t number, int64_t *out) {
  if (!loop || !tern_op_is(loop, TERN_SCF(FOR))) return false;
  int64_t lower, step;
  tern_index_form_t bounds[3];
  for (size_t i = 0; i < 3; ++i) bounds[i] = tern_index_evaluate(&c->scope, tern_op_operand(loop, i));
  if (!tern_index_form_is_constant(&bounds[0]) || !tern_index_form_is_constant(&bounds[2])) return false;
  lower = bounds[0].constant, step = bounds[2].constant;
  *out = lower + (int64_t)number * step;
  return !tern_index_form_is_constant(&bounds[1]) || *out < bounds[1].constant;
}

// Of iteration `sample` of the loop with barriers; SAMPLE_COUNT + 1 stands for any.
static const points_t *points_of(checker_t *c, site_t *site, size_t sample) {
  points_t *points = &site->points[sample];
  if (site->has_points[sample]) return points;
  site->has_points[sample] = true;
  collector_t k = {.c = c, .site = site, .points = points};
  tern_op_t *around[2 * DEPTH_MAX];
  size_t depth = 0;
  for (tern_op_t *op = tern_op_parent(site->access.op); op && op != c->func; op = tern_op_parent(op)) {
    if (depth == 2 * DEPTH_MAX) return points;
    around[depth++] = op;
  }
  for (size_t i = 0; i < depth; ++i) k.around[i] = around[depth - 1 - i];
  k.depth = depth;
  int64_t iteration;
  size_t fixed = c->scope.fixed.count;
  if (sample <= SAMPLE_COUNT && find_iteration(c, site->loop, sample, &iteration)) {
    tern_vec_push(&c->scope.fixed, (struct tern_fixed_value){tern_op_body(site->loop, 0)->args[0], iteration});
  }
  const int64_t *size = c->scope.workgroup_size;
  points->is_known = true;
  for (int64_t i = 0; i < size[0] * size[1] * size[2] && points->is_known; ++i) {
    c->scope.id[0] = i % size[0];
    c->scope.id[1] = i / size[0] % size[1];
    c->scope.id[2] = i / size[0] / size[1];
    // What a subgroup does together, its first invocation does.
    k.invocation = (int32_t)(tern_type_is_gpu_matrix(site->access.type) ? i - i % c->scope.subgroup_size : i);
    points->is_known = collect(&k, 0);
  }
  c->scope.fixed.count = fixed;
  return points;
}

// --- do they meet? ---

// Is the value another one in each iteration of some loop (`any`), or of one without barriers, which invocations run at their
// own pace?
static bool changes(const tern_value_t *value, bool any) {
  tern_op_t *op = value->is_block_argument ? tern_block_parent_op(tern_value_arg_block(value))
                                           : tern_op_parent(tern_value_defining_op(value));
  for (; op; op = tern_op_parent(op)) {
    if (is_loop(op) && (any || !holds_barrier(op))) return true;
  }
  return false;
}

// Dimensions in which both have the same terms: there places are comparable.
static uint64_t comparable(const site_t *a, const points_t *of_a, const points_t *of_b, int crossings) {
  uint64_t usable = of_a->usable & of_b->usable;
  for (size_t d = 0; d < a->rank; ++d) {
    bool is_right = (usable >> d & 1) && same_terms(&of_a->terms[d], &of_b->terms[d]);
    for (size_t t = 0; is_right && t < of_a->terms[d].term_count; ++t) {
      is_right = !changes(of_a->terms[d].terms[t].value, crossings > 0);
    }
    if (!is_right) usable &= ~((uint64_t)1 << d);
  }
  return usable;
}

static uint64_t hash_of(const points_t *points, size_t at, uint64_t usable, size_t rank) {
  uint64_t hash = 0x9e3779b97f4a7c15u;
  for (size_t d = 0; d < rank; ++d) {
    if (usable >> d & 1)
      hash = (hash ^ (uint64_t)points->places[at * RANK_MAX + d]) * 0xff51afd7ed558ccdu, hash ^= hash >> 32;
  }
  return hash ? hash : 1;
}

typedef struct slot {
  uint64_t hash;       // 0: free; as good as the place itself
  int32_t invocation;  // -1: several
} slot_t;

// Is there an element that different invocations touch?
static bool points_meet(const site_t *site, const points_t *a, const points_t *b, uint64_t usable) {
  size_t capacity = 16;
  while (capacity < 2 * a->count) capacity *= 2;
  slot_t *slots = memset(tern_realloc_array(NULL, capacity, sizeof *slots), 0, capacity * sizeof *slots);
  bool meets = false;
  for (size_t i = 0; i < a->count; ++i) {
    uint64_t hash = hash_of(a, i, usable, site->rank), at = hash & (capacity - 1);
    while (slots[at].hash && slots[at].hash != hash) at = (at + 1) & (capacity - 1);
    bool is_new = slots[at].hash == 0;
    if (is_new || slots[at].invocation != a->invocations[i]) slots[at].invocation = is_new ? a->invocations[i] : -1;
    slots[at].hash = hash;
  }
  for (size_t i = 0; i < b->count && !meets; ++i) {
    uint64_t hash = hash_of(b, i, usable, site->rank), at = hash & (capacity - 1);
    while (slots[at].hash && slots[at].hash != hash) at = (at + 1) & (capacity - 1);
    meets = slots[at].hash && slots[at].invocation != b->invocations[i];
  }
  free(slots);
  return meets;
}

static bool compare_samples(checker_t *c, site_t *a, site_t *b, size_t of_a, size_t of_b, int crossings) {
  const points_t *points_a = points_of(c, a, of_a), *points_b = points_of(c, b, of_b);
  if (!points_a->is_known || !points_b->is_known) return true;
  if (points_a->count == 0 || points_b->count == 0) return false;
  if (a->rank != b->rank) return true;
  return points_meet(a, points_a, points_b, comparable(a, points_a, points_b, crossings));
}

static bool sites_meet(checker_t *c, site_t *a, site_t *b, int crossings) {
  int64_t iteration;
  if (a->base != b->base) return true;
  bool is_sampled = a->loop == b->loop && crossings < 2 && find_iteration(c, a->loop, 0, &iteration);
  if (!is_sampled)
    return compare_samples(c, a, b, SAMPLE_COUNT + 1, SAMPLE_COUNT + 1, a->loop == b->loop ? crossings : 2);
  for (size_t s = 0; s < SAMPLE_COUNT; ++s) {
    if (!find_iteration(c, a->loop, s + (size_t)crossings, &iteration)) break;
    if (compare_samples(c, a, b, s, s + (size_t)crossings, 0)) return true;
  }
  return false;
}

// --- the flow ---

// A key of the pair; that two pairs have the same is as unlikely as a broken machine.
static const void *pair_key(const site_t *a, const site_t *b, int crossings) {
  uint64_t numbers[] = {(uint64_t)(uintptr_t)a, (uint64_t)(uintptr_t)b, (uint64_t)crossings};
  return (const void *)(uintptr_t)(tern_hash_bytes(numbers, sizeof numbers, 0) | 1);
}

static bool is_conflict(checker_t *c, const pending_t *before, site_t *now) {
  site_t *a = before->site;
  if (!a->access.is_store && !now->access.is_store) return false;
  if (tern_memory_bases_alias(a->base, now->base) == TERN_NO_ALIAS) return false;
  const void *key = pair_key(a, now, before->crossings);
  uintptr_t known = (uintptr_t)tern_map_get(&c->verdicts, key);
  if (known == 0) {
    known = sites_meet(c, a, now, before->crossings) ? 2 : 1;
    tern_map_set(&c->verdicts, key, (void *)known);
  }
  return known == 2;
}

static void report_race(checker_t *c, const site_t *a, const site_t *now) {
  ++c->race_count;
  if (c->is_silent || !tern_map_set(&c->reported, pair_key(a, now, 7), c)) return;
  ++c->error_count;
  bool is_self = a == now;
  tern_op_error(now->access.op,
                is_self ? "may race with itself in other invocations: they write the same elements"
                        : "may race: other invocations may %s the same elements, with no barrier between",
                a->access.is_store ? "write" : "read");
  if (!is_self) tern_emit_note(a->access.op->loc, "the other access is here");
}

static void add_pending(state_t *state, site_t *site, int crossings) {
  for (size_t i = 0; i < state->count; ++i) {
    if (state->values[i].site == site && state->values[i].crossings == crossings) return;
  }
  tern_vec_push(state, (pending_t){site, crossings});
}

static void join(state_t *into, const state_t *from) {
  for (size_t i = 0; i < from->count; ++i) add_pending(into, from->values[i].site, from->values[i].crossings);
}

static void copy_state(const state_t *from, state_t *out) {
  *out = (state_t){0};
  join(out, from);
}

static void flow_block(checker_t *c, tern_block_t *block, state_t *state);

static void flow_access(checker_t *c, const tern_memory_access_t *access, state_t *state) {
  tern_value_t *base = tern_memory_base(access->memref);
  const tern_op_t *from = tern_value_defining_op(base);
  if (!from || !tern_op_is(from, TERN_MEMREF(ALLOC))) return;
  site_t *site = site_of(c, access, base);
  add_pending(state, site, 0);
  for (size_t i = 0; i < state->count; ++i) {
    if (is_conflict(c, &state->values[i], site)) report_race(c, state->values[i].site, site);
  }
}

static void flow_if(checker_t *c, tern_op_t *op, state_t *state) {
  state_t other;
  copy_state(state, &other);
  flow_block(c, tern_op_body(op, 0), state);
  if (tern_op_body(op, 1)) flow_block(c, tern_op_body(op, 1), &other);
  join(state, &other);
  tern_vec_deinitialize(&other);
}

static bool runs_at_least_once(const tern_op_t *op) {
  int64_t count;
  return tern_op_is(op, TERN_SCF(FOR)) &&
         tern_scf_trip_count(tern_op_operand(op, 0), tern_op_operand(op, 1), tern_op_operand(op, 2), false, &count) &&
         count > 0;
}

// To a fixpoint: accesses that go around the loop count how often they did, up to twice.
static void flow_loop(checker_t *c, tern_op_t *op, state_t *state) {
  state_t entry, end;
  copy_state(state, &entry);
  for (;;) {
    copy_state(&entry, &end);
    for (size_t r = 0; r < op->region_count; ++r) flow_block(c, tern_op_body(op, r), &end);
    size_t before = entry.count;
    for (size_t i = 0; i < end.count; ++i) {
      pending_t pending = end.values[i];
      bool is_own = pending.site->loop == op || !tern_op_is_within(pending.site->access.op, op);
      bool counts = pending.site->loop == op && pending.crossings < 2;
      add_pending(&entry, pending.site, counts ? pending.crossings + 1 : is_own ? pending.crossings : 2);
    }
    if (entry.count == before) break;
    tern_vec_deinitialize(&end);
  }
  if (runs_at_least_once(op)) state->count = 0;
  for (size_t i = 0; i < end.count; ++i) {
    bool is_inside = tern_op_is_within(end.values[i].site->access.op, op);
    add_pending(state, end.values[i].site, is_inside ? 2 : end.values[i].crossings);
  }
  tern_vec_deinitialize(&entry);
  tern_vec_deinitialize(&end);
}

static void flow_op(checker_t *c, tern_op_t *op, state_t *state) {
  tern_memory_access_t access;
  if (op == c->ignored) return;
  if (is_barrier(op)) {
    state->count = 0;
  } else if (tern_memory_access_of(op, &access)) {
    flow_access(c, &access, state);
  } else if (tern_op_is(op, TERN_SCF(IF))) {
    flow_if(c, op, state);
  } else if (is_loop(op)) {
    flow_loop(c, op, state);
  }
}

static void flow_block(checker_t *c, tern_block_t *block, state_t *state) {
  tern_block_for_each_op(block, op) flow_op(c, op, state);
}

// --- all together ---

static tern_walk_result_t collect_barrier(tern_op_t *op, void *user) {
  checker_t *c = user;
  if (is_barrier(op)) tern_vec_push(&c->barriers, op);
  return TERN_WALK_ADVANCE;
}

static size_t count_races(checker_t *c, const tern_op_t *ignored) {
  state_t state = {0};
  c->ignored = ignored;
  c->race_count = 0;
  flow_block(c, tern_op_body(c->func, 0), &state);
  tern_vec_deinitialize(&state);
  return c->race_count;
}

static void remark_on_redundant(checker_t *c, size_t races) {
  c->is_silent = true;
  for (size_t i = 0; i < c->barriers.count; ++i) {
    if (count_races(c, c->barriers.values[i]) != races) continue;
    tern_emit_remark(c->barriers.values[i]->loc,
                     "barrier orders nothing in workgroup memory that other barriers do not");
  }
}

static bool read_sizes(const tern_op_t *func, tern_index_scope_t *scope) {
  const tern_attr_t *abi = tern_op_attr(func, "spirv.entry_point_abi");
  int32_t size[3];
  if (!tern_attr_is_spirv(abi, TERN_SPIRV_ATTR_ENTRY_POINT_ABI) ||
      !tern_spirv_entry_point_abi_workgroup_size(abi, size)) {
    return false;
  }
  for (size_t d = 0; d < 3; ++d) scope->workgroup_size[d] = size[d];
  tern_spirv_target_t target = tern_spirv_target_env_of(func);
  tern_spirv_limits_t limits = tern_spirv_target_limits(&target);
  const tern_attr_t *subgroup_size = tern_spirv_attr_field(abi, "subgroup_size");
  scope->subgroup_size = subgroup_size ? tern_integer_attr_value(subgroup_size) : limits.subgroup_size;
  if (scope->subgroup_size <= 0) scope->subgroup_size = 32;
  return true;
}

bool tern_is_kernel_to_check(const tern_op_t *op) {
  tern_index_scope_t scope = {0};
  bool is_kernel = tern_op_is(op, TERN_FUNC(FUNC)) && tern_op_body(op, 0) && read_sizes(op, &scope);
  tern_index_scope_deinitialize(&scope);
  return is_kernel;
}

bool tern_check_workgroup_races(tern_op_t *func, bool redundant) {
  checker_t checker = {.func = func}, *c = &checker;
  read_sizes(func, &c->scope);
  tern_arena_initialize(&c->arena);
  tern_op_walk_pre(func, collect_barrier, c);
  for (size_t i = 0; i < c->barriers.count; ++i) check_uniform(c, c->barriers.values[i]);
  size_t races = count_races(c, NULL);
  if (redundant) remark_on_redundant(c, races);
  for (size_t i = 0; i < c->sites.entry_count; ++i) {
    site_t *site = c->sites.entries[i].value;
    for (size_t s = 0; s < SAMPLE_COUNT + 2; ++s) {
      free(site->points[s].invocations);
      free(site->points[s].places);
    }
  }
  tern_index_scope_deinitialize(&c->scope);
  tern_map_deinitialize(&c->sites);
  tern_map_deinitialize(&c->verdicts);
  tern_map_deinitialize(&c->reported);
  tern_vec_deinitialize(&c->barriers);
  tern_arena_deinitialize(&c->arena);
  return c->error_count == 0;
}
