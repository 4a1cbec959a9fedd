// See parts.h (upstream: asyncLaunchDots of WGMMAPipeline.cpp).
//
// Every product of a warp group may run by itself. Most are waited for at once, which takes no time but that of the product. Those
// whose sums nobody but the next product needs are waited for an iteration later:
//
//   %d = ttng.warp_group_dot %a, %b, %c               %d = ttng.warp_group_dot %a, %b, %c {isAsync = true}
//   ...                                         =>    %e:3 = ttng.warp_group_dot_wait %d, %a, %b {pendings = 1}
//   scf.yield %d                                      ...
//                                                     scf.yield %e#0
//
// What they read has to stay as it is for so long: shared memory has several buffers. A wait has the memory as operands, so that it
// lives until then.

#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/layout.h"
#include "dialect/ttng/ttng.h"
#include "rewrite/builder.h"
#include "transform/ttg/pipeline/parts.h"
#include "transform/ttg/placement.h"

static bool is_memory(const tern_value_t *value) { return tern_type_is_ttg(value->type, TERN_TTG_TYPE_MEMDESC); }

// Does each thread have afterwards what it had before, where it had it?
static bool is_noop(const tern_op_t *op) {
  if (tern_op_is(op, TERN_TT(RESHAPE)) || tern_op_is(op, TERN_TT(TRANS))) return true;
  if (!tern_op_is(op, TERN_TTG(CONVERT_LAYOUT))) return false;
  const tern_type_t *source = tern_op_operand(op, 0)->type, *result = op->results[0].type;
  return tern_ttg_same_layout(tern_type_dims(source), tern_tensor_type_encoding(source),
                              tern_tensor_type_encoding(result));
}

// --- waits ---

static tern_op_t *build_wait(tern_builder_t *b, const tern_ttg_value_list_t *values, int64_t pendings) {
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < values->count; ++i) tern_vec_push(&types, values->values[i]->type);
  const tern_attr_t *left = tern_integer_attr_get(tern_i_type_get(b->context, 32), pendings);
  tern_op_t *wait = tern_build(b, TERN_TTNG(WARP_GROUP_DOT_WAIT), .operands = {values->values, values->count},
                               .types = {types.values, types.count}, .attrs = TERN_ATTRS({"pendings", left}));
  tern_vec_deinitialize(&types);
  return wait;
}

static int64_t pendings_of(const tern_op_t *wait) { return tern_integer_attr_value(tern_op_attr(wait, "pendings")); }

static void push_once(tern_ttg_value_list_t *list, tern_value_t *value) {
  for (size_t i = 0; i < list->count; ++i) {
    if (list->values[i] == value) return;
  }
  tern_vec_push(list, value);
}

// The memory that products read which `value` comes from, as far as they are in the block.
static void add_memory(tern_ttg_value_list_t *list, const tern_value_t *value, const tern_block_t *block,
                       tern_map_t *seen) {
  tern_op_t *op = tern_value_defining_op(value);
  if (!op || !tern_map_set(seen, op, op)) return;
  bool is_dot = tern_op_is(op, TERN_TTNG(WARP_GROUP_DOT));
  if (!is_dot && op->block != block) return;
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *operand = tern_op_operand(op, i);
    if (!is_dot) {
      add_memory(list, operand, block, seen);
    } else if (is_memory(operand)) {
      push_once(list, operand);
    }
  }
}

static void replace_behind(tern_value_t *value, tern_op_t *wait, tern_value_t *passed) {
  for (tern_operand_t *use = value->first_use, *next; use; use = next) {
    next = use->next;
    tern_op_t *user = tern_ttg_ancestor_in(wait->block, use->owner);
    if (user && user != wait && tern_op_is_before(wait, user)) tern_operand_set(use, passed);
  }
}

// The wait with further operands, whose uses behind it are of what it passes on. Returns the new wait.
static tern_op_t *thread_through(tern_op_t *wait, tern_value_t *const *values, size_t count) {
  tern_ttg_value_list_t operands = {0};
  for (size_t i = 0; i < wait->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(wait, i));
  for (size_t i = 0; i < count; ++i) push_once(&operands, values[i]);
  for (size_t i = 0; i < count; ++i) {
    tern_map_t seen = {0};
    add_memory(&operands, values[i], wait->block, &seen);
    tern_map_deinitialize(&seen);
  }
  tern_builder_t b = tern_builder_before(wait);
  tern_op_t *made = build_wait(&b, &operands, pendings_of(wait));
  for (size_t i = 0; i < operands.count; ++i) {
    if (i < wait->result_count) {
      tern_value_replace_all_uses(&wait->results[i], &made->results[i]);
    } else if (!is_memory(operands.values[i])) {
      replace_behind(operands.values[i], made, &made->results[i]);
    }
  }
  tern_op_destroy(wait);
  tern_vec_deinitialize(&operands);
  return made;
}

// Behind `op`, or before it, a wait that some values pass through.
static void insert_wait(tern_op_t *op, bool is_behind, const tern_attr_t *loc, int64_t pendings,
                        const tern_ttg_value_list_t *values) {
  tern_builder_t b = is_behind ? tern_builder_after(op) : tern_builder_before(op);
  b.loc = loc;
  tern_op_t *wait = build_wait(&b, &(tern_ttg_value_list_t){0}, pendings);
  thread_through(wait, values->values, values->count);
}

static tern_op_t *first_full_wait(const tern_op_t *loop) {
  tern_block_for_each_op(tern_op_body(loop, 0), op) {
    if (tern_op_is(op, TERN_TTNG(WARP_GROUP_DOT_WAIT)) && pendings_of(op) == 0) return op;
  }
  return NULL;
}

// --- which products need not be waited for at once ---

// Registers are read at once, or waited for; memory must not be written to by the next iteration.
static bool outlives_iteration(tern_value_t *value, const tern_op_t *loop) {
  const tern_block_t *body = tern_op_body(loop, 0);
  tern_map_t seen = {0};
  while (is_memory(value) && tern_map_set(&seen, value, value)) {
    const tern_op_t *op = tern_value_defining_op(value);
    if (value->is_block_argument && value->owner == body && value->index > 0) {
      value = tern_op_operand(body->last_op, value->index - 1);
    } else if (op && (tern_op_is(op, TERN_TTG(MEMDESC_TRANS)) || tern_op_is(op, TERN_TTG(MEMDESC_RESHAPE)) ||
                      tern_op_is(op, TERN_TTG(MEMDESC_SUBSLICE)))) {
      value = tern_op_operand(op, 0);
    }
  }
  tern_map_deinitialize(&seen);
  return !is_memory(value) || tern_value_is_defined_outside(value, loop) ||
         tern_value_defined_by(value, TERN_TTG(MEMDESC_INDEX));
}

// Which value of the loop the sums are handed on as, if nothing else in the body is done with them but in branches. -1: none.
static int64_t find_carried(const tern_op_t *dot, const tern_op_t *loop) {
  TERN_VEC(const tern_operand_t *) queue = {0};
  int64_t carried = -1;
  bool is_right = true;
  tern_value_for_each_use(&dot->results[0], use) tern_vec_push(&queue, use);
  while (queue.count > 0 && is_right) {
    const tern_operand_t *use = queue.values[--queue.count];
    const tern_op_t *user = use->owner, *parent = tern_op_parent(user);
    const tern_value_t *next = NULL;
    bool is_yield = tern_op_is(user, TERN_SCF(YIELD));
    if (parent == loop && is_noop(user)) {
      next = &user->results[0];
    } else if (parent == loop) {
      is_right = is_yield && carried < 0;
      carried = (int64_t)tern_operand_index(use);
    } else if (!tern_op_is(parent, TERN_SCF(IF))) {
      is_right = false;
    } else if (is_yield) {
      next = &parent->results[tern_operand_index(use)];
    }
    if (!next) continue;
    tern_value_for_each_use(next, other) tern_vec_push(&queue, other);
  }
  tern_vec_deinitialize(&queue);
  return is_right ? carried : -1;
}

// Does the value end as the sums that products add to, and nowhere else?
static bool is_summed(const tern_value_t *value) {
  tern_value_for_each_use(value, use) {
    const tern_op_t *user = use->owner;
    if (tern_op_is(user, TERN_TTNG(WARP_GROUP_DOT)) && tern_operand_index(use) == 2) continue;
    if (!is_noop(user) || !is_summed(&user->results[0])) return false;
  }
  return true;
}

static bool is_used_behind(const tern_value_t *value, tern_op_t *wait) {
  tern_value_for_each_use(value, use) {
    if (!tern_op_is_before(wait, tern_ttg_ancestor_in(wait->block, use->owner))) return false;
  }
  return true;
}

// Which carried value an asynchronous product makes; -1: it has to be waited for. Products with numbers of less than 32 bits for
// sums are, too: upstream found so.
static int64_t find_async(const tern_op_t *dot, const tern_op_t *loop) {
  if (!outlives_iteration(tern_op_operand(dot, 0), loop) || !outlives_iteration(tern_op_operand(dot, 1), loop))
    return -1;
  int64_t carried = find_carried(dot, loop);
  if (carried < 0 || tern_type_element(dot->results[0].type)->kind != TERN_TYPE_F32) return -1;
  tern_value_t *value = tern_scf_for_carried(loop, (size_t)carried);
  if (is_summed(value)) return carried;
  // What another product waits for is there, and so is this.
  tern_op_t *wait = first_full_wait(loop);
  if (!wait || !is_used_behind(value, wait)) return -1;
  thread_through(wait, &value, 1);
  return carried;
}

// --- waits for asynchronous products ---

// The left operand is in registers that the next iteration writes. Those that a product before wrote are waited for with it.
static bool needs_registers(const tern_op_t *dot, const tern_op_t *loop) {
  const tern_value_t *a = tern_op_operand(dot, 0);
  if (is_memory(a) || tern_value_is_defined_outside(a, loop)) return false;
  const tern_op_t *convert = tern_value_defined_by(a, TERN_TTG(CONVERT_LAYOUT));
  return !convert ||
         !tern_attr_is_ttg(tern_tensor_type_encoding(tern_op_operand(convert, 0)->type), TERN_TTG_ATTR_NVIDIA_MMA);
}

static bool is_sum(const tern_operand_t *use) {
  return tern_op_is(use->owner, TERN_TTNG(WARP_GROUP_DOT)) && tern_operand_index(use) == 2;
}

// Does nothing read the value in this iteration, or what is the same?
static bool is_handed_on(const tern_operand_t *use) {
  if (tern_op_is(use->owner, TERN_SCF(YIELD)) || is_sum(use)) return true;
  if (!is_noop(use->owner)) return false;
  tern_value_for_each_use(&use->owner->results[0], other) {
    if (!is_handed_on(other)) return false;
  }
  return true;
}

// In each block before the first one that uses the sums other than to add to them or to hand them on.
static void wait_before_uses(tern_op_t *dot) {
  tern_value_t *value = &dot->results[0];
  for (bool is_done = false; !is_done;) {
    const tern_operand_t *first = NULL;
    // Uses behind a wait are of what it passes on: each turn takes a block.
    tern_value_for_each_use(value, use) {
      bool counts = !is_handed_on(use) && !tern_op_is(use->owner, TERN_TTNG(WARP_GROUP_DOT_WAIT));
      if (!counts || (first && first->owner->block != use->owner->block)) continue;
      if (!first || tern_op_is_before(use->owner, first->owner)) first = use;
    }
    is_done = first == NULL;
    tern_ttg_value_list_t values = {.values = &value, .count = 1};
    if (first) insert_wait(first->owner, false, dot->loc, 0, &values);
  }
}

static void insert_waits_in_loop(tern_op_t *loop, const tern_op_list_t *dots) {
  if (first_full_wait(loop)) return;
  for (size_t i = 0; i < dots->count; ++i) wait_before_uses(dots->values[i]);
  for (size_t i = 0; i < dots->count; ++i) {
    tern_op_t *dot = dots->values[i];
    if (!needs_registers(dot, loop)) continue;
    tern_value_t *value = &dot->results[0];
    tern_ttg_value_list_t values = {.values = &value, .count = 1};
    insert_wait(dot, true, dot->loc, (int64_t)dots->count - 1, &values);
  }
  // Those of the iteration before are waited for right behind the last one: what comes then may write to the memory they read.
  tern_op_t *last = dots->values[dots->count - 1];
  if (needs_registers(last, loop)) return;
  tern_ttg_value_list_t values = {0};
  for (size_t i = 0; i < dots->count; ++i) tern_vec_push(&values, &dots->values[i]->results[0]);
  insert_wait(last, true, last->loc, (int64_t)dots->count, &values);
  tern_vec_deinitialize(&values);
}

// --- loops ---

static void wait_for(tern_op_t *dot) {
  tern_value_t *value = &dot->results[0];
  tern_ttg_value_list_t values = {.values = &value, .count = 1};
  insert_wait(dot, true, dot->loc, 0, &values);
}

// Writes to shared memory, or lets others have it.
static bool may_change_memory(const tern_op_t *op) {
  static const tern_op_row_t *const rows[] = {TERN_TTNG(ASYNC_TMA_COPY_GLOBAL_TO_LOCAL),
                                              TERN_TTG(ASYNC_COPY_GLOBAL_TO_LOCAL),
                                              TERN_TTG(LOCAL_STORE),
                                              TERN_TTG(LOCAL_ALLOC),
                                              TERN_TTG(LOCAL_DEALLOC),
                                              TERN_TTNG(BARRIER_EXPECT)};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, rows[i])) return true;
  }
  bool is_pure = tern_op_has_trait(op, TERN_TRAIT_PURE);
  return (op->region_count > 0 && !is_pure) || tern_op_has_trait(op, TERN_TRAIT_TERMINATOR);
}

static bool uses_result(const tern_op_t *op, const tern_op_t *dot) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (tern_value_defining_op(tern_op_operand(op, i)) == dot) return true;
  }
  return false;
}

// Where the first op needs the sums, or may write to what is read for them. Products that begin in between may go on.
static void wait_late(tern_op_t *dot) {
  tern_op_t *place = dot->next;
  int64_t begun = 0;
  for (; !uses_result(place, dot) && !may_change_memory(place); place = place->next)
    begun += tern_op_is(place, TERN_TTNG(WARP_GROUP_DOT));
  tern_value_t *value = &dot->results[0];
  insert_wait(place, false, dot->loc, begun, &(tern_ttg_value_list_t){.values = &value, .count = 1});
}

// The first op of the loop's body that uses the value that it carries, or `first` if that is before.
static tern_op_t *first_user(const tern_value_t *carried, const tern_op_t *loop, tern_op_t *first) {
  tern_value_for_each_use(carried, use) {
    tern_op_t *user = tern_ttg_ancestor_in(tern_op_body(loop, 0), use->owner);
    if (!first || tern_op_is_before(user, first)) first = user;
  }
  return first;
}

// Sums that are handed on are waited for where the next iteration first uses them, or other matrices that it is handed: what is made of
// these may go where what a product has read was. Gives which value of the loop the sums are; -1: they are used in this iteration.
static int64_t wait_in_next_iteration(tern_op_t *dot, tern_op_t *loop) {
  bool outlives =
      outlives_iteration(tern_op_operand(dot, 0), loop) && outlives_iteration(tern_op_operand(dot, 1), loop);
  int64_t carried = outlives ? find_carried(dot, loop) : -1;
  if (carried < 0) return -1;
  tern_ttg_value_list_t values = {0};
  push_once(&values, tern_scf_for_carried(loop, (size_t)carried));
  for (size_t i = 0; i < loop->result_count; ++i) {
    tern_value_t *value = tern_scf_for_carried(loop, i);
    if (value->type->kind == TERN_TYPE_TENSOR && tern_type_rank(value->type) > 1) push_once(&values, value);
  }
  tern_op_t *first = NULL;
  int64_t begun = 0;
  for (size_t i = 0; i < values.count; ++i) first = first_user(values.values[i], loop, first);
  for (tern_op_t *op = tern_op_body(loop, 0)->first_op; first && op != first; op = op->next)
    begun += tern_op_is(op, TERN_TTNG(WARP_GROUP_DOT));
  if (first) insert_wait(first, false, dot->loc, begun, &values);
  tern_vec_deinitialize(&values);
  return carried;
}

// Moves the op, and what it is computed of, behind `place`, as far as that comes behind it and has no effects.
static void move_up(tern_op_t *op, tern_op_t **place) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_op_t *made = tern_value_defining_op(tern_op_operand(op, i));
    if (made && made->block == op->block && tern_op_is_before(*place, made)) move_up(made, place);
  }
  tern_op_remove(op);
  tern_op_insert(op, (*place)->block, (*place)->next);
  *place = op;
}

static bool is_pure_behind(const tern_op_t *op, const tern_op_t *place) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_op_t *made = tern_value_defining_op(tern_op_operand(op, i));
    if (!made || made->block != op->block || !tern_op_is_before(place, made)) continue;
    if (!tern_op_has_trait(made, TERN_TRAIT_PURE) || !is_pure_behind(made, place)) return false;
  }
  return true;
}

// Copies for later iterations begin where all products of those before are done, which is the first thing that is waited for: then they
// have the whole iteration.
static void begin_copies_early(const tern_op_t *loop) {
  tern_op_t *place = first_full_wait(loop);
  const tern_op_t *body_first = tern_op_body(loop, 0)->first_op;
  tern_op_list_t copies = {0};
  for (const tern_op_t *op = body_first; place && op != place; op = op->next) {
    if (tern_op_is(op, TERN_TTNG(WARP_GROUP_DOT))) place = NULL;
  }
  for (tern_op_t *op = place ? place->next : NULL; op; op = op->next) {
    bool is_part =
        tern_op_is(op, TERN_TTNG(BARRIER_EXPECT)) || tern_op_is(op, TERN_TTNG(ASYNC_TMA_COPY_GLOBAL_TO_LOCAL));
    if (is_part) tern_vec_push(&copies, op);
    if (is_part && !is_pure_behind(op, place)) place = NULL;
    if (!place) break;
  }
  for (size_t i = 0; i < copies.count && place; ++i) move_up(copies.values[i], &place);
  tern_vec_deinitialize(&copies);
}

// Each product is waited for where that cannot be put off.
static void put_off_waits(tern_op_t *loop, const tern_op_list_t *dots) {
  tern_ttg_value_list_t results = {0};
  for (size_t i = 0; i < dots->count; ++i) {
    tern_op_set_attr(dots->values[i], "isAsync", tern_bool_attr_get(tern_op_context(loop), true));
    int64_t carried = wait_in_next_iteration(dots->values[i], loop);
    if (carried < 0)
      wait_late(dots->values[i]);
    else
      push_once(&results, &loop->results[carried]);
  }
  if (results.count > 0) insert_wait(loop, true, loop->loc, 0, &results);
  if (results.count > 0) begin_copies_early(loop);
  tern_vec_deinitialize(&results);
}

void tern_pipeline_make_dots_async(tern_op_t *loop) {
  tern_op_list_t all = {0}, dots = {0};
  tern_ttg_value_list_t results = {0};
  tern_block_for_each_op(tern_op_body(loop, 0), op) {
    if (tern_op_is(op, TERN_TTNG(WARP_GROUP_DOT))) tern_vec_push(&all, op);
  }
  bool puts_off = tern_op_attr(loop, TERN_TTG_LATE_WAITS) != NULL;
  if (puts_off) put_off_waits(loop, &all);
  for (size_t i = 0; i < all.count && !puts_off; ++i) {
    tern_op_t *dot = all.values[i];
    tern_op_set_attr(dot, "isAsync", tern_bool_attr_get(tern_op_context(dot), true));
    int64_t carried = find_async(dot, loop);
    if (carried < 0) {
      wait_for(dot);
      continue;
    }
    tern_vec_push(&dots, dot);
    push_once(&results, &loop->results[carried]);
  }
  if (dots.count > 0) {
    // Parts of a product overlap unless all of them are waited for.
    if (!first_full_wait(loop)) tern_pipeline_split_dots(&dots);
    insert_waits_in_loop(loop, &dots);
    insert_wait(loop, true, loop->loc, 0, &results);
  }
  tern_vec_deinitialize(&all);
  tern_vec_deinitialize(&dots);
  tern_vec_deinitialize(&results);
}
