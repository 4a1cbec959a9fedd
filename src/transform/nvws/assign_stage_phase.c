// --nvws-assign-stage-phase: which place of its ring each op of an aref means (upstream's pass of the name).
//
//   scf.for ... {                                       scf.for ... iter_args(%s = 2, %p = 0) {
//     %b, %t = nvws.aref.put.enter %a                     %s1, %p1 = the next of (%s, %p)
//     ...                                          =>     %b, %t = nvws.aref.put.enter %a[%s1, %p1]
//     nvws.aref.put.exit %a, %t                           nvws.aref.put.exit %a[%s1], %t
//   }                                                     yield %s1, %p1
//
// The stage goes round the ring; the phase changes with each round. Producers begin with phase 0 before the first place, consumers with
// 1, and each partition counts for itself. What belongs to an enter, by its token, gets the enter's stage, also through loops and
// branches.
//
// Numbers that leave a divided loop belong to the function's own warps, so partition 0 computes them, too.

#include "dialect/arith/arith.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/nvws/arefs.h"
#include "transform/ttg/warp_specialize/partitions.h"

enum { LOOP_CONTROLS = 3 };

// Where a partition is in the ring.
typedef struct position {
  tern_value_t *stage, *phase, *token;  // `token`: of the last enter, as it is called here; or NULL
} position_t;

// The stage that belongs to `token`, which `op`, a loop or a yield, hands on, is handed on as number `place`.
typedef struct link {
  const tern_op_t *op;
  const tern_value_t *token;
  size_t place;
} link_t;

typedef struct ring {
  tern_value_t *aref;
  const tern_op_row_t *enter;  // of the two kinds
  size_t partition;
  int64_t depth;
  TERN_VEC(link_t) links;
} ring_t;

static position_t walk_block(ring_t *ring, tern_block_t *block, position_t at);

// --- uses ---

static bool is_enter(const ring_t *ring, const tern_op_t *op) {
  if (!tern_op_is(op, ring->enter) || tern_nvws_aref_of(op) != ring->aref) return false;
  return !tern_partitions_known(op) || tern_partitions_has(tern_partitions_of(op), ring->partition);
}

static bool is_buffer_of(const ring_t *ring, const tern_op_t *op, const tern_value_t *token) {
  return tern_op_is(op, TERN_NVWS(AREF_BUFFER)) && tern_nvws_aref_of(op) == ring->aref &&
         tern_op_operand(op, 1) == token;
}

// The place of `value` among the operands of `op` from `first` on; -1: it is not there.
static int64_t place_of(const tern_op_t *op, size_t first, const tern_value_t *value) {
  for (size_t i = first; value && i < op->operand_count; ++i) {
    if (tern_op_operand(op, i) == value) return (int64_t)(i - first);
  }
  return -1;
}

static tern_value_t *carried_token(const tern_op_t *loop, const tern_value_t *token) {
  int64_t place = place_of(loop, LOOP_CONTROLS, token);
  return place < 0 ? NULL : tern_op_body(loop, 0)->args[1 + place];
}

// Does the block, or a loop or branch in it, move on in the ring or use what was entered?
static bool uses_ring(const ring_t *ring, const tern_block_t *block, const tern_value_t *token) {
  tern_block_for_each_op(block, op) {
    if (is_enter(ring, op) || is_buffer_of(ring, op, token)) return true;
    bool is_loop = tern_op_is(op, TERN_SCF(FOR));
    if (!is_loop && !tern_op_is(op, TERN_SCF(IF))) continue;
    const tern_value_t *inside = is_loop ? carried_token(op, token) : token;
    for (size_t r = 0; r < op->region_count; ++r) {
      const tern_block_t *body = op->regions[r].first_block;
      if (body && uses_ring(ring, body, inside)) return true;
    }
  }
  return false;
}

// --- enters ---

// Ops between `before` and `op` are for whom `op` is.
static void set_attrs(const tern_op_t *op, tern_op_t *before) {
  static const char *const names[] = {"loop.stage", "loop.cluster"};
  bool is_scheduled = tern_op_attr(op, names[0]) && tern_op_attr(op, names[1]);
  int64_t tag;
  for (tern_op_t *made = before ? before->next : op->block->first_op; made != op; made = made->next) {
    if (tern_partitions_known(op)) tern_partitions_set(made, tern_partitions_of(op));
    for (size_t i = 0; i < 2 && is_scheduled; ++i) tern_op_set_attr(made, names[i], tern_op_attr(op, names[i]));
    if (tern_partitions_tag(op, &tag)) tern_partitions_set_tag(made, tag);
  }
}

static tern_value_t *select_value(tern_builder_t *b, tern_value_t *condition, tern_value_t *x, tern_value_t *y) {
  return tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(condition, x, y));
}

// The next place, for an enter.
static void move_on(const ring_t *ring, tern_op_t *enter, position_t *at) {
  tern_builder_t b = tern_builder_before(enter);
  tern_op_t *before = enter->prev;
  const tern_type_t *i32 = tern_i_type_get(b.context, 32);
  tern_value_t *one = tern_arith_constant_int(&b, i32, 1);
  tern_value_t *next = tern_build_value(&b, TERN_ARITH(ADDI), .operands = TERN_VALUES(at->stage, one));
  tern_value_t *depth = tern_arith_constant_int(&b, i32, ring->depth);
  tern_value_t *is_round = tern_arith_cmpi(&b, TERN_CMPI_EQ, next, depth);
  at->stage = select_value(&b, is_round, tern_arith_constant_int(&b, i32, 0), next);
  one = tern_arith_constant_int(&b, i32, 1);
  tern_value_t *other = tern_build_value(&b, TERN_ARITH(XORI), .operands = TERN_VALUES(at->phase, one));
  at->phase = select_value(&b, is_round, other, at->phase);
  at->token = tern_nvws_token_of(enter);
  set_attrs(enter, before);
  tern_nvws_set_stage_and_phase(enter, at->stage, at->phase);
}

// --- loops ---

static void add_link(ring_t *ring, const tern_op_t *op, const tern_value_t *token, size_t place) {
  tern_vec_push(&ring->links, ((link_t){op, token, place}));
}

// Who has a value that a loop hands on: who computes it, or who uses what is carried.
static tern_partitions_t owners_of(const tern_value_t *value) {
  const tern_op_t *op = tern_value_defining_op(value);
  if (op) return tern_partitions_of_result(op, value->index);
  tern_partitions_t set = 0;
  tern_value_for_each_use(value, use) {
    if (!tern_op_is(use->owner, TERN_SCF(YIELD))) set |= tern_partitions_of_use(use);
  }
  return set;
}

// Sets the partitions of the results: what is known of the first ones, and `more` of the others.
static void set_partitions(tern_op_t *op, const tern_partitions_t *more, size_t more_count, bool joins_all) {
  if (!tern_partitions_known(op)) return;
  tern_partitions_t all = tern_partitions_of(op);
  tern_partitions_t *sets = tern_malloc((op->result_count + 1) * sizeof *sets);
  for (size_t i = 0; i < op->result_count; ++i) {
    size_t old = op->result_count - more_count;
    sets[i] = i < old ? tern_partitions_of_result(op, i) : more[i - old];
    if (i >= old && joins_all) all |= sets[i];
  }
  tern_partitions_set_outputs(op, sets, op->result_count);
  tern_partitions_set(op, all);
  free(sets);
}

static void walk_loop(ring_t *ring, tern_op_t *loop, position_t *at) {
  int64_t token_place = place_of(loop, LOOP_CONTROLS, at->token);
  if (!uses_ring(ring, tern_op_body(loop, 0), carried_token(loop, at->token))) return;
  size_t count = loop->result_count;
  tern_op_t *made = tern_nvws_grow_loop(loop, TERN_VALUES(at->stage, at->phase));
  tern_block_t *body = tern_op_body(made, 0);
  position_t inside = {body->args[1 + count], body->args[2 + count],
                       token_place < 0 ? at->token : body->args[1 + token_place]};
  position_t end = walk_block(ring, body, inside);
  tern_nvws_grow_yield(body->last_op, TERN_VALUES(end.stage, end.phase));
  add_link(ring, made, inside.token, count);
  add_link(ring, body->last_op, end.token, count);
  const tern_partitions_t sets[] = {owners_of(end.stage), owners_of(end.phase)};
  set_partitions(made, sets, 2, true);
  at->stage = tern_op_result(made, count);
  at->phase = tern_op_result(made, count + 1);
  if (token_place >= 0) at->token = tern_op_result(made, (size_t)token_place);
}

// --- branches ---

static tern_partitions_t owners_of_op(const tern_value_t *value) {
  const tern_op_t *op = tern_value_defining_op(value);
  return op ? tern_partitions_of_result(op, value->index) : 0;
}

static void walk_branch(ring_t *ring, tern_op_t *op, position_t *at) {
  bool is_used = false;
  for (size_t r = 0; r < 2; ++r) {
    const tern_block_t *block = op->regions[r].first_block;
    is_used = is_used || (block && uses_ring(ring, block, at->token));
  }
  if (!is_used) return;
  size_t count = op->result_count;
  tern_op_t *made = tern_nvws_grow_if(op, TERN_TYPES(at->stage->type, at->phase->type));
  tern_partitions_t sets[2] = {0};
  int64_t token_place = -1;
  for (size_t r = 0; r < 2; ++r) {
    tern_block_t *block = tern_op_body(made, r);
    position_t end = walk_block(ring, block, *at);
    int64_t place = place_of(block->last_op, 0, at->token);
    if (place >= 0) token_place = place;
    add_link(ring, block->last_op, end.token, count);
    tern_nvws_grow_yield(block->last_op, TERN_VALUES(end.stage, end.phase));
    sets[0] |= owners_of_op(end.stage);
    sets[1] |= owners_of_op(end.phase);
  }
  set_partitions(made, sets, 2, false);
  at->stage = tern_op_result(made, count);
  at->phase = tern_op_result(made, count + 1);
  if (token_place >= 0) at->token = tern_op_result(made, (size_t)token_place);
}

static position_t walk_block(ring_t *ring, tern_block_t *block, position_t at) {
  for (tern_op_t *op = block->first_op, *next; op; op = next) {
    next = op->next;
    if (is_enter(ring, op))
      move_on(ring, op, &at);
    else if (tern_op_is(op, TERN_SCF(FOR)))
      walk_loop(ring, op, &at);
    else if (tern_op_is(op, TERN_SCF(IF)))
      walk_branch(ring, op, &at);
  }
  return at;
}

// --- what belongs to an enter ---

static const link_t *find_link(const ring_t *ring, const tern_op_t *op, const tern_value_t *token) {
  for (size_t i = 0; i < ring->links.count; ++i) {
    if (ring->links.values[i].op == op && ring->links.values[i].token == token) return &ring->links.values[i];
  }
  return NULL;
}

// A loop that carries the stage carries it for whoever asks for it.
static void add_user(const tern_value_t *stage, const tern_op_t *user) {
  if (!stage->is_block_argument || !tern_partitions_known(user)) return;
  tern_op_t *loop = tern_block_parent_op(tern_value_arg_block(stage));
  if (!tern_op_is(loop, TERN_SCF(FOR)) || !tern_partitions_known(loop)) return;
  tern_partitions_t added = tern_partitions_of(user);
  tern_partitions_t *sets = tern_malloc((loop->result_count + 1) * sizeof *sets);
  for (size_t i = 0; i < loop->result_count; ++i) {
    bool is_stage_or_phase = i + 1 == stage->index || i == stage->index;
    sets[i] = tern_partitions_of_result(loop, i) | (is_stage_or_phase ? added : 0);
  }
  tern_partitions_set_outputs(loop, sets, loop->result_count);
  tern_partitions_set(loop, tern_partitions_of(loop) | added);
  free(sets);
}

static bool hand_on(const ring_t *ring, const tern_value_t *token, tern_value_t *stage, tern_map_t *visited) {
  tern_value_for_each_use(token, use) {
    tern_op_t *owner = use->owner;
    if (!tern_map_set(visited, owner, owner)) continue;
    if (tern_nvws_has_stage(owner)) {
      add_user(stage, owner);
      tern_nvws_set_stage(owner, stage);
      continue;
    }
    bool is_loop = tern_op_is(owner, TERN_SCF(FOR));
    if (!is_loop && !tern_op_is(owner, TERN_SCF(YIELD))) continue;
    size_t place = tern_operand_index(use) - (is_loop ? LOOP_CONTROLS : 0);
    tern_op_t *around = is_loop ? owner : tern_op_parent(owner);
    const tern_value_t *inside = is_loop ? tern_op_body(owner, 0)->args[1 + place] : token;
    const link_t *link = find_link(ring, owner, inside);
    if (!link) return tern_op_error(owner, "hands on the token of an aref, but not the place that belongs to it");
    bool is_right = is_loop
                        ? hand_on(ring, inside, tern_op_body(owner, 0)->args[1 + link->place], visited)
                        : hand_on(ring, tern_op_result(around, place), tern_op_result(around, link->place), visited);
    if (!is_right) return false;
  }
  return true;
}

// --- arefs ---

static tern_partitions_t users_of(const ring_t *ring) {
  tern_partitions_t set = 0;
  tern_value_for_each_use(ring->aref, use) {
    if (tern_op_is(use->owner, ring->enter)) set |= tern_partitions_of(use->owner);
  }
  return set ? set : tern_partitions_one(0);
}

static bool assign_for_partition(ring_t *ring, position_t start) {
  bool is_right = true;
  walk_block(ring, tern_value_block(ring->aref), start);
  for (tern_operand_t *use = ring->aref->first_use; use && is_right; use = use->next) {
    tern_op_t *op = use->owner;
    if (!tern_op_is(op, ring->enter)) continue;
    tern_partitions_t set = tern_partitions_of(op);
    if (set && tern_partitions_first(set) != ring->partition) continue;
    tern_map_t visited = {0};
    is_right = hand_on(ring, tern_nvws_token_of(op), tern_op_operand_named(op, "stage"), &visited);
    tern_map_deinitialize(&visited);
  }
  tern_vec_deinitialize(&ring->links);
  return is_right;
}

static bool assign(tern_op_t *create, const tern_op_row_t *enter, int64_t first_phase) {
  if (create->operand_count == 0) return true;
  ring_t ring = {.aref = tern_op_result(create, 0), .enter = enter};
  ring.depth = tern_nvws_depth(tern_op_operand(create, 0)->type);
  tern_builder_t b = tern_builder_after(create);
  const tern_type_t *i32 = tern_i_type_get(b.context, 32);
  position_t start = {.stage = tern_arith_constant_int(&b, i32, ring.depth - 1)};
  start.phase = tern_arith_constant_int(&b, i32, first_phase);
  tern_partitions_t users = users_of(&ring);
  tern_partitions_for_each(users, id) {
    ring.partition = id;
    ring.links.values = NULL;
    ring.links.count = ring.links.capacity = 0;
    if (!assign_for_partition(&ring, start)) return false;
  }
  return true;
}

// --- numbers that leave a loop ---

static void add_default(tern_op_t *op, size_t result) {
  tern_partitions_t *sets = tern_malloc((op->result_count + 1) * sizeof *sets);
  for (size_t i = 0; i < op->result_count; ++i)
    sets[i] = tern_partitions_of_result(op, i) | (i == result ? tern_partitions_one(0) : 0);
  tern_partitions_set_outputs(op, sets, op->result_count);
  tern_partitions_set(op, tern_partitions_of(op) | tern_partitions_one(0));
  free(sets);
}

static void follow(const tern_op_t *loop, tern_value_t *value, tern_map_t *visited);

static void follow_operands(const tern_op_t *loop, const tern_op_t *op, size_t count, tern_map_t *visited) {
  for (size_t i = 0; i < count; ++i) follow(loop, tern_op_operand(op, i), visited);
}

static void follow_structured(const tern_op_t *loop, tern_op_t *op, size_t result, tern_map_t *visited) {
  add_default(op, result);
  for (size_t r = 0; r < op->region_count; ++r) {
    const tern_block_t *block = op->regions[r].first_block;
    if (block && result < block->last_op->operand_count) follow(loop, tern_op_operand(block->last_op, result), visited);
  }
  follow_operands(loop, op, tern_op_is(op, TERN_SCF(FOR)) ? LOOP_CONTROLS : 1, visited);
}

// Partition 0 of `loop` computes the value, too, and what it is computed from.
static void follow(const tern_op_t *loop, tern_value_t *value, tern_map_t *visited) {
  if (!tern_map_set(visited, value, value)) return;
  tern_op_t *op = tern_value_defining_op(value);
  if (!op) {
    const tern_op_t *around = tern_block_parent_op(tern_value_arg_block(value));
    bool is_carried = tern_op_is(around, TERN_SCF(FOR)) && around != loop && value->index > 0;
    if (is_carried && tern_op_is_within(around, loop))
      follow(loop, tern_op_operand(around, LOOP_CONTROLS + value->index - 1), visited);
    return;
  }
  if (op == loop || !tern_op_is_within(op, loop)) return;
  if (tern_op_is(op, TERN_SCF(FOR)) || tern_op_is(op, TERN_SCF(IF))) {
    follow_structured(loop, op, value->index, visited);
    return;
  }
  if (op->region_count == 0) tern_partitions_set(op, tern_partitions_of(op) | tern_partitions_one(0));
  follow_operands(loop, op, op->operand_count, visited);
}

static bool is_used_by_function(const tern_value_t *result) {
  tern_value_for_each_use(result, use) {
    int64_t tag;
    if (!tern_partitions_known(use->owner)) return true;
    if (tern_op_is(use->owner, TERN_SCF(FOR)) && tern_partitions_tag(use->owner, &tag)) return true;
  }
  return false;
}

static void keep_results(tern_op_t *loop) {
  tern_map_t visited = {0};
  bool is_divided = tern_op_attr(loop, "tt.warp_specialize") && tern_partitions_known(loop);
  for (size_t i = 0; i < loop->result_count && is_divided; ++i) {
    const tern_value_t *result = tern_op_result(loop, i);
    if (!tern_type_is_integer(result->type) && !tern_type_is_float(result->type)) continue;
    if (!is_used_by_function(result)) continue;
    add_default(loop, i);
    follow(loop, tern_op_operand(tern_op_body(loop, 0)->last_op, i), &visited);
  }
  tern_map_deinitialize(&visited);
}

// --- the pass ---

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t creates = tern_op_collect_row(module, TERN_POSTORDER, TERN_NVWS(AREF_CREATE));
  bool is_right = true;
  for (size_t i = 0; i < creates.count && is_right; ++i) {
    is_right = assign(creates.values[i], TERN_NVWS(AREF_PUT_ENTER), 0) &&
               assign(creates.values[i], TERN_NVWS(AREF_GET_ENTER), 1);
  }
  tern_vec_deinitialize(&creates);
  if (is_right) tern_op_visit_row(module, TERN_POSTORDER, TERN_SCF(FOR), keep_results);
  return is_right;
}

const tern_pass_def_t tern_nvws_assign_stage_phase_pass = {
    .flag = "nvws-assign-stage-phase",
    .name = "NVWSAssignStagePhase",
    .anchor = "builtin.module",
    .summary = "Say which place of its ring each op of an aref means",
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_nvws_dialect, &tern_scf_dialect, NULL},
    .run = run,
};
