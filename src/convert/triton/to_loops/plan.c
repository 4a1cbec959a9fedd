// Which tensors are computed where they stand, into a buffer, and which where their elements are asked for.
//
// A tensor that one loop asks for is part of that loop. One that several ask for is computed again in each if that is cheap: so are
// addresses and masks, which moreover keep their steps that way. A load is part of a loop only if that is the only one, in the same
// block, and nothing in between may write what it reads.

#include "convert/triton/to_loops/loops.h"
#include "dialect/math/math.h"
#include "ir/context.h"

enum {
  COST_MAX = 1000,
  CHEAP_FLOAT = 6,     // floats that cost more are computed once
  CHEAP_INTEGER = 40,  // integers and addresses
};

// Where a value is asked for: `loop` is the op that writes the loop, NULL: no op yet.
typedef struct root {
  tern_op_t *loop;
  bool is_several;
  int64_t cost;
} root_t;

typedef struct planner {
  writer_t *w;
  tern_map_t roots;  // of ops: root_t
} planner_t;

static bool is_tensor(const tern_value_t *value) { return value->type->kind == TERN_TYPE_TENSOR; }

// An op that is no statement, and so may be part of the loops that ask for it.
static bool is_lazy(const tern_op_t *op) {
  return op->result_count > 0 && is_tensor(tern_op_result(op, 0)) && !tern_tt_statement_row(op);
}

static int64_t own_cost(const tern_op_t *op) {
  static const struct {
    const tern_op_row_t *op;
    int64_t cost;
  } rows[] = {{TERN_TT(SPLAT), 0},
              {TERN_TT(MAKE_RANGE), 0},
              {TERN_TT(EXPAND_DIMS), 0},
              {TERN_TT(BROADCAST), 0},
              {TERN_TT(RESHAPE), 0},
              {TERN_TT(TRANS), 0},
              {TERN_ARITH(CONSTANT), 0},
              {TERN_ARITH(DIVSI), 10},
              {TERN_ARITH(DIVUI), 10},
              {TERN_ARITH(REMSI), 10},
              {TERN_ARITH(REMUI), 10},
              {TERN_ARITH(DIVF), 5},
              {TERN_TT(FP_TO_FP), 10},
              {TERN_TT(EXTERN_ELEMENTWISE), 20},
              {TERN_TT(ELEMENTWISE_INLINE_ASM), 20}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, rows[i].op)) return rows[i].cost;
  }
  if (tern_tt_is_load(op)) return COST_MAX;
  if (tern_str_starts_with(tern_op_name(op), TERN_STR("math."))) return 10;
  return tern_type_is_float(tern_type_element(tern_op_result(op, 0)->type)) ? 2 : 1;
}

static void set_cost(planner_t *p, tern_op_t *op) {
  root_t root = {.cost = own_cost(op)};
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_op_t *source = tern_value_defining_op(tern_op_operand(op, i));
    const root_t *other = source ? tern_map_get(&p->roots, source) : NULL;
    if (other) root.cost += other->cost;
  }
  if (root.cost > COST_MAX) root.cost = COST_MAX;
  tern_map_set(&p->roots, op, tern_arena_copy(p->w->arena, &root, sizeof root));
}

static void add_root(root_t *root, tern_op_t *loop) {
  root->is_several |= root->loop && root->loop != loop;
  root->loop = loop;
}

// Uses come behind, so that ops that are walked backwards know the loops of their users.
static void find_roots(planner_t *p, tern_op_t *op, root_t *root) {
  for (size_t r = 0; r < op->result_count; ++r) {
    tern_value_for_each_use(tern_op_result(op, r), use) {
      const root_t *user = tern_map_get(&p->roots, use->owner);
      if (user && !tern_map_contains(&p->w->plan, use->owner)) {
        if (user->loop) add_root(root, user->loop);
        root->is_several |= user->is_several;
      } else {
        add_root(root, use->owner);
      }
    }
  }
}

// May something between two ops of a block write memory? What has regions may.
static bool has_write_between(const tern_op_t *from, const tern_op_t *to) {
  for (const tern_op_t *op = from->next; op && op != to; op = op->next) {
    if (is_lazy(op) || tern_tt_is_load(op)) continue;
    if (op->region_count > 0 && !tern_op_is(op, TERN_TT(REDUCE)) && !tern_op_is(op, TERN_TT(SCAN))) return true;
    if (!tern_op_has_trait(op, TERN_TRAIT_PURE)) return true;
  }
  return false;
}

static bool is_eager(const tern_op_t *op, const root_t *root) {
  if (!root->loop) return false;
  bool is_elsewhere = root->loop->block != op->block;
  if (tern_tt_is_load(op)) {
    return root->is_several || is_elsewhere || has_write_between(op, root->loop);
  }
  bool is_float = tern_type_is_float(tern_type_element(tern_op_result(op, 0)->type));
  bool is_cheap = root->cost <= (is_float ? CHEAP_FLOAT : CHEAP_INTEGER);
  return (root->is_several || is_elsewhere) && !is_cheap;
}

static bool is_impure(const tern_op_t *op) {
  const tern_attr_t *is_pure = tern_op_attr(op, "pure");
  return is_pure && !tern_integer_attr_value(is_pure);
}

static void plan_block_backwards(planner_t *p, tern_block_t *block);

static void plan_op(planner_t *p, tern_op_t *op) {
  for (size_t r = 0; r < op->region_count; ++r) {
    for (tern_block_t *block = op->regions[r].last_block; block; block = block->prev) plan_block_backwards(p, block);
  }
  if (!is_lazy(op)) return;
  root_t *root = tern_map_get(&p->roots, op);
  find_roots(p, op, root);
  const tern_attr_t *value = tern_op_is(op, TERN_ARITH(CONSTANT)) ? tern_op_attr(op, "value") : NULL;
  bool is_list = value && !tern_attr_is_splat(value) && tern_type_element_count(tern_op_result(op, 0)->type) > 1;
  if (is_list || is_impure(op) || is_eager(op, root)) tern_map_set(&p->w->plan, op, op);
}

static void plan_block_backwards(planner_t *p, tern_block_t *block) {
  for (tern_op_t *op = block->last_op; op; op = op->prev) plan_op(p, op);
}

static tern_walk_result_t visit_cost(tern_op_t *op, void *user) {
  if (tern_op_is(op, TERN_TT(REDUCE)) || tern_op_is(op, TERN_TT(SCAN))) return TERN_WALK_SKIP;
  if (is_lazy(op)) set_cost(user, op);
  return TERN_WALK_ADVANCE;
}

void tern_tt_plan(writer_t *w, tern_op_t *function) {
  planner_t p = {.w = w};
  tern_op_walk_pre(function, visit_cost, &p);
  for (tern_block_t *block = function->regions[0].last_block; block; block = block->prev)
    plan_block_backwards(&p, block);
  tern_map_deinitialize(&p.roots);
}

// --- questions ---

// What a tensor is computed of, each value once.
typedef struct search {
  const writer_t *w;
  tern_map_t seen;  // of values: found_t
} search_t;
typedef enum found { FOUND_NOTHING = 1, FOUND_HERE, FOUND_ELSEWHERE } found_t;

static bool holds_load(search_t *s, tern_value_t *value) {
  tern_op_t *op = tern_value_defining_op(value);
  if (!op || !is_tensor(value) || tern_tt_slot(s->w, value) || !is_lazy(op)) return false;
  if (tern_tt_is_load(op)) return true;
  if (!tern_map_set(&s->seen, value, op)) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (holds_load(s, tern_op_operand(op, i))) return true;
  }
  return false;
}

bool tern_tt_holds_load(const writer_t *w, tern_value_t *value) {
  search_t s = {.w = w};
  bool result = holds_load(&s, value);
  tern_map_deinitialize(&s.seen);
  return result;
}

static found_t find_read(search_t *s, tern_value_t *value, const tern_value_t *argument) {
  if (value == argument) return FOUND_HERE;
  slot_t *slot = tern_tt_slot(s->w, value);
  if (slot && slot->kind == SLOT_SHIFTED) return find_read(s, slot->start, argument);
  tern_op_t *op = tern_value_defining_op(value);
  if (slot || !op || !is_lazy(op)) return FOUND_NOTHING;
  found_t known = (found_t)(uintptr_t)tern_map_get(&s->seen, value), result = FOUND_NOTHING;
  if (known) return known;
  for (size_t i = 0; i < op->operand_count; ++i) {
    found_t found = find_read(s, tern_op_operand(op, i), argument);
    if (found > result) result = found;
  }
  if (result == FOUND_HERE && !tern_tt_is_elementwise(op)) result = FOUND_ELSEWHERE;
  tern_map_set(&s->seen, value, (void *)(uintptr_t)result);
  return result;
}

bool tern_tt_reads(const writer_t *w, tern_value_t *value, const tern_value_t *argument, bool *out_elsewhere) {
  search_t s = {.w = w};
  found_t found = find_read(&s, value, argument);
  tern_map_deinitialize(&s.seen);
  *out_elsewhere |= found == FOUND_ELSEWHERE;
  return found != FOUND_NOTHING;
}
