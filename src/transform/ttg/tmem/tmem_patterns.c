// Rewrites of loads and stores of tensor memory whose order tokens say; see tmem_tokens.h (upstream: HoistTMEMAlloc.cpp).

#include <stdlib.h>

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/scf/scf.h"
#include "transform/ttg/tmem/tmem_tokens.h"

// --- building ---

static tern_value_t *make_true(tern_builder_t *b) {
  return tern_build_value(b, TERN_ARITH(CONSTANT),
                          .attrs = TERN_ATTRS({"value", tern_bool_attr_get(b->context, true)}));
}

tern_op_t *tern_tmem_build_store(tern_builder_t *b, tern_value_t *memory, tern_value_t *dep, tern_value_t *source,
                                 tern_value_t *pred) {
  if (!pred) pred = make_true(b);
  tern_value_t *with_token[] = {memory, dep, source, pred}, *without[] = {memory, source, pred};
  const tern_type_t *token = dep ? dep->type : NULL;
  return tern_build(b, TERN_TTNG(TMEM_STORE), .operands = {dep ? with_token : without, dep ? 4 : 3},
                    .types = {&token, dep ? 1 : 0});
}

tern_op_t *tern_tmem_build_load(tern_builder_t *b, tern_value_t *memory, tern_value_t *dep, const tern_type_t *type) {
  return tern_build(b, TERN_TTNG(TMEM_LOAD), .operands = TERN_VALUES(memory, dep),
                    .types = TERN_TYPES(type, dep->type));
}

static tern_value_t *source_of(const tern_op_t *store) { return tern_op_operand_named(store, "src"); }
static tern_value_t *memory_of(const tern_op_t *op) { return tern_op_operand(op, 0); }  // of a load or a store

// The loop directly around `op`.
static tern_op_t *loop_of(const tern_op_t *op) {
  tern_op_t *parent = tern_op_parent(op);
  return parent && tern_op_is(parent, TERN_SCF(FOR)) ? parent : NULL;
}

static tern_value_t *carried(const tern_op_t *loop, size_t index) { return tern_op_body(loop, 0)->args[1 + index]; }

// Is it what the loop carries? Its number.
static bool find_carried(const tern_op_t *loop, const tern_value_t *value, size_t *out_index) {
  if (tern_value_arg_block(value) != tern_op_body(loop, 0) || value->index == 0) return false;
  *out_index = value->index - 1;
  return true;
}

static void replace_except(tern_rewriter_t *rewriter, tern_value_t *value, tern_value_t *replacement,
                           const tern_op_t *exception) {
  for (tern_operand_t *use = value->first_use, *next = NULL; use; use = next) {
    next = use->next;
    if (use->owner == exception) continue;
    tern_op_t *owner = use->owner;
    tern_operand_set(use, replacement);
    tern_rewriter_modified(rewriter, owner);
  }
}

// --- across iterations ---

// A loop's last value for `index` is read behind the loop, and the loop carries the value no more.
static void read_behind(tern_rewriter_t *rewriter, tern_op_t *loop, size_t index, size_t token, tern_value_t *memory) {
  tern_builder_set_after(&rewriter->builder, loop);
  tern_value_t *value = &loop->results[index];
  tern_op_t *load = tern_tmem_build_load(&rewriter->builder, memory, &loop->results[token], value->type);
  tern_rewriter_replace_uses(rewriter, value, &load->results[0]);
  tern_op_t *yield = tern_op_body(loop, 0)->last_op;
  tern_op_set_operand(yield, index, carried(loop, index));
  tern_rewriter_modified(rewriter, yield);
  tern_rewriter_modified(rewriter, loop);
}

// A carried value that an iteration begins with storing is stored at the end of the one before.
static bool rotate_store(tern_op_t *store, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_op_t *loop = loop_of(store);
  tern_value_t *dep = tern_tmem_dep(store), *source = source_of(store), *memory = memory_of(store);
  tern_value_t *pred = tern_op_operand_named(store, "pred");
  size_t index, token;
  if (!loop || !dep || !tern_value_is_defined_outside(pred, loop) || !tern_value_is_defined_outside(memory, loop))
    return false;
  if (!find_carried(loop, source, &index) || !tern_value_has_one_use(source) || !find_carried(loop, dep, &token))
    return false;
  tern_builder_set_before(&rewriter->builder, loop);
  tern_op_t *first = tern_tmem_build_store(&rewriter->builder, memory, tern_op_operand(loop, 3 + token),
                                           tern_op_operand(loop, 3 + index), pred);
  tern_op_set_operand(loop, 3 + token, tern_tmem_token(first));
  tern_op_t *yield = tern_op_body(loop, 0)->last_op;
  tern_rewriter_replace_uses(rewriter, tern_tmem_token(store), dep);
  tern_op_move_before(store, yield);
  tern_tmem_set_dep(store, tern_op_operand(yield, token));
  tern_op_set_operand(yield, token, tern_tmem_token(store));
  size_t start, count;
  tern_op_operands_named(store, "src", &start, &count);
  tern_op_set_operand(store, start, tern_op_operand(yield, index));
  tern_rewriter_modified(rewriter, store);
  read_behind(rewriter, loop, index, token, memory);
  return true;
}

// What an iteration loads last, to hand it on alone, the next one loads first. The memory must hold nothing before the loop.
static bool rotate_load(tern_op_t *load, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_op_t *loop = loop_of(load);
  tern_value_t *dep = tern_tmem_dep(load), *value = &load->results[0], *token = tern_tmem_token(load);
  if (!loop || !dep || !tern_value_is_defined_outside(memory_of(load), loop) || !tern_value_has_one_use(value))
    return false;
  tern_op_t *yield = tern_op_body(loop, 0)->last_op;
  if (value->first_use->owner != yield) return false;
  const tern_operand_t *handed = token->first_use;
  while (handed && handed->owner != yield) handed = handed->next;
  if (!handed) return false;
  size_t index = tern_operand_index(value->first_use), number = tern_operand_index(handed);
  tern_op_t *alloc = tern_tmem_defined_by(tern_op_operand(loop, 3 + number), TERN_TTNG(TMEM_ALLOC));
  if (!alloc || tern_op_operand_named(alloc, "src")) return false;
  tern_builder_set_before(&rewriter->builder, loop);
  tern_op_t *store = tern_tmem_build_store(&rewriter->builder, memory_of(load), tern_tmem_token(alloc),
                                           tern_op_operand(loop, 3 + index), NULL);
  tern_op_set_operand(loop, 3 + number, tern_tmem_token(store));
  tern_op_set_operand(yield, number, dep);
  tern_op_move_before(load, tern_op_body(loop, 0)->first_op);
  tern_tmem_set_dep(load, carried(loop, number));
  replace_except(rewriter, carried(loop, number), token, load);
  tern_rewriter_replace_uses(rewriter, carried(loop, index), value);
  tern_rewriter_modified(rewriter, load);
  read_behind(rewriter, loop, index, number, memory_of(load));
  return true;
}

// --- loads that are stored where they are from ---

static bool forward_to_store(tern_op_t *store, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_op_t *load = tern_tmem_defined_by(tern_tmem_dep(store), TERN_TTNG(TMEM_LOAD));
  if (!load || &load->results[0] != source_of(store) || memory_of(load) != memory_of(store)) return false;
  // A token of its own is there only where there is one to hand on.
  if (!tern_tmem_token(store)) return false;
  tern_rewriter_replace(rewriter, store, TERN_VALUES(tern_tmem_token(load)));
  return true;
}

// Is `value` what the store's memory holds just before it?
static bool is_old_value(const tern_op_t *store, const tern_value_t *value) {
  const tern_op_t *load = tern_tmem_defined_by(value, TERN_TTNG(TMEM_LOAD));
  return load && memory_of(load) == memory_of(store) && tern_tmem_token(load) == tern_tmem_dep(store);
}

// A store of what was there or something else is a store of something else under a condition.
static bool forward_select(tern_op_t *store, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_op_t *select = tern_value_defined_by(source_of(store), TERN_ARITH(SELECT));
  if (!tern_tmem_dep(store) || !tern_tmem_token(store) || !select) return false;
  tern_value_t *pred = tern_op_operand(select, 0), *old = tern_op_operand_named(store, "pred");
  bool is_true_old = is_old_value(store, tern_op_operand(select, 1));
  bool is_false_old = is_old_value(store, tern_op_operand(select, 2));
  if (is_true_old == is_false_old || !tern_type_is_i(pred->type, 1)) return false;
  tern_builder_t *b = &rewriter->builder;
  if (is_true_old) pred = tern_build_value(b, TERN_ARITH(XORI), .operands = TERN_VALUES(pred, make_true(b)));
  if (!tern_tmem_is_constant(old, true))
    pred = tern_build_value(b, TERN_ARITH(ANDI), .operands = TERN_VALUES(pred, old));
  tern_value_t *source = tern_op_operand(select, is_true_old ? 2 : 1);
  tern_op_t *made = tern_tmem_build_store(b, memory_of(store), tern_tmem_dep(store), source, pred);
  tern_rewriter_replace(rewriter, store, TERN_VALUES(tern_tmem_token(made)));
  return true;
}

static bool remove_unused(tern_op_t *load, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  if (!tern_tmem_dep(load) || tern_value_has_uses(&load->results[0])) return false;
  tern_rewriter_replace_uses(rewriter, tern_tmem_token(load), tern_tmem_dep(load));
  tern_rewriter_erase(rewriter, load);
  return true;
}

// --- loads go to where they are needed ---

// The op of `block` that is `op` or holds it.
static tern_op_t *ancestor_in(const tern_block_t *block, tern_op_t *op) {
  while (op && op->block != block) op = tern_op_parent(op);
  return op;
}

// Of the innermost block that holds all users: the first op that is one or holds one.
static tern_op_t *first_user(const tern_value_t *value) {
  if (!value->first_use) return NULL;
  for (tern_block_t *block = value->first_use->owner->block; block; block = tern_op_parent(block->first_op)->block) {
    tern_op_t *first = NULL;
    bool holds_all = true;
    tern_value_for_each_use(value, use) {
      tern_op_t *op = ancestor_in(block, use->owner);
      holds_all = holds_all && op;
      if (op && (!first || tern_op_is_before(op, first))) first = op;
    }
    if (holds_all) return first;
    if (!tern_op_parent(block->first_op)) return NULL;
  }
  return NULL;
}

// Between the load and `place` there are conditionals only.
static bool is_in_conditionals(const tern_op_t *load, const tern_op_t *place) {
  for (const tern_op_t *op = place; op->block != load->block; op = tern_op_parent(op)) {
    const tern_op_t *parent = tern_op_parent(op);
    if (!parent || !tern_op_is(parent, TERN_SCF(IF))) return false;
  }
  return true;
}

static bool comes_behind(const tern_op_t *user, tern_op_t *place) {
  tern_op_t *op = ancestor_in(user->block, place);
  return op && op != user && tern_op_is_before(op, user);
}

// A conditional that gives `inner` too, out of the branch that `taken` is in; the other one gives `outer`. Its new result.
static tern_value_t *give_more(tern_rewriter_t *rewriter, tern_op_t *op, const tern_block_t *taken, tern_value_t *outer,
                               tern_value_t *inner) {
  const tern_type_t **types = tern_malloc((op->result_count + 1) * sizeof *types);
  tern_value_t **results = tern_malloc((op->result_count + 1) * sizeof *results);
  size_t count = op->result_count;
  for (size_t i = 0; i < count; ++i) types[i] = op->results[i].type;
  types[count] = inner->type;
  tern_builder_set_before(&rewriter->builder, op);
  tern_op_t *made = tern_build(&rewriter->builder, TERN_SCF(IF), .operands = TERN_VALUES(tern_op_operand(op, 0)),
                               .types = {types, count + 1}, .dictionary = op->attrs, .regions = 2);
  for (size_t i = 0; i < 2; ++i) {
    tern_region_take_blocks(&made->regions[i], &op->regions[i]);
    if (tern_region_is_empty(&made->regions[i])) {
      tern_builder_t end = tern_builder_at_end(tern_region_add_block(&made->regions[i]), op->loc);
      tern_build(&end, TERN_SCF(YIELD), .operands = {0});
    }
    tern_op_t *yield = made->regions[i].first_block->last_op;
    tern_op_insert_operands(yield, count, TERN_VALUES(yield->block == taken ? inner : outer));
    tern_rewriter_modified(rewriter, yield);
  }
  for (size_t i = 0; i < count; ++i) results[i] = &made->results[i];
  tern_rewriter_replace(rewriter, op, (tern_values_t){results, count});
  free(types);
  free(results);
  return &made->results[count];
}

static bool sink_load(tern_op_t *load, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_value_t *dep = tern_tmem_dep(load), *token = tern_tmem_token(load);
  tern_op_t *place = first_user(&load->results[0]), *next = load->next;
  if (!dep || !tern_op_parent_of(load, TERN_SCF(FOR)) || !place || !ancestor_in(load->block, place)) return false;
  if (!is_in_conditionals(load, place)) return false;
  tern_value_for_each_use(token, use) if (!comes_behind(use->owner, place)) return false;
  // Loads of tensor memory keep their order.
  while (next && tern_op_is(next, TERN_TTNG(TMEM_LOAD))) next = next->next;
  if (place == next) return false;
  tern_op_move_before(load, place);
  tern_rewriter_modified(rewriter, load);
  TERN_VEC(tern_operand_t *) uses = {0};
  tern_value_for_each_use(token, use) tern_vec_push(&uses, use);
  tern_value_t *out = token;
  const tern_block_t *home = tern_value_block(dep);
  for (const tern_block_t *block = load->block; block != home && tern_op_is(block->parent->parent, TERN_SCF(IF));) {
    out = give_more(rewriter, block->parent->parent, block, dep, out);
    block = tern_value_block(out);
  }
  for (size_t i = 0; i < uses.count; ++i) {
    if (out == token) break;
    tern_op_t *owner = uses.values[i]->owner;
    tern_operand_set(uses.values[i], out);
    tern_rewriter_modified(rewriter, owner);
  }
  tern_vec_deinitialize(&uses);
  return true;
}

// --- out of conditionals ---

static bool forward_to_alloc(tern_op_t *store, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_op_t *alloc = tern_tmem_defined_by(tern_tmem_dep(store), TERN_TTNG(TMEM_ALLOC));
  if (!alloc || !tern_tmem_token(store) || !tern_tmem_is_constant(tern_op_operand_named(store, "pred"), true))
    return false;
  if (memory_of(store) != &alloc->results[0] || alloc->block != store->block || tern_op_operand_named(alloc, "src"))
    return false;
  tern_value_t *source = source_of(store);
  const tern_op_t *origin = tern_value_defining_op(source);
  if (origin && origin->block == alloc->block && tern_op_is_before(alloc, origin)) return false;
  tern_op_insert_operands(alloc, 0, TERN_VALUES(source));
  tern_rewriter_modified(rewriter, alloc);
  tern_rewriter_replace(rewriter, store, TERN_VALUES(tern_tmem_token(alloc)));
  return true;
}

// A conditional whose one branch begins with a value in memory and loads what became of it, while the other gives the value: the
// memory is allocated, and loaded, around it.
static bool hoist_out_of_if(tern_op_t *alloc, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_op_t *op = tern_op_parent(alloc);
  tern_value_t *init = tern_op_operand_named(alloc, "src"), *token = tern_tmem_token(alloc);
  if (!token || !init || !op || !tern_op_is(op, TERN_SCF(IF)) || tern_region_is_empty(&op->regions[1])) return false;
  if (alloc->block != tern_op_body(op, 0)) return false;
  tern_op_t *yield = tern_op_body(op, 0)->last_op, *other = tern_op_body(op, 1)->last_op;
  bool is_found = false;
  for (size_t i = 0; i < yield->operand_count; ++i) {
    tern_op_t *load = tern_tmem_defined_by(tern_op_operand(yield, i), TERN_TTNG(TMEM_LOAD));
    if (!load || memory_of(load) != &alloc->results[0] || tern_op_operand(other, i) != init) continue;
    if (!is_found) tern_op_move_before(alloc, op);
    is_found = true;
    tern_builder_set_after(&rewriter->builder, op);
    tern_op_t *behind = tern_builder_clone(&rewriter->builder, load, NULL);
    tern_rewriter_replace_uses(rewriter, &op->results[i], &behind->results[0]);
    op->results[i].type = token->type;
    tern_tmem_set_dep(behind, &op->results[i]);
    tern_op_set_operand(yield, i, tern_tmem_token(load));
    tern_op_set_operand(other, i, token);
    tern_rewriter_modified(rewriter, yield);
    tern_rewriter_modified(rewriter, op);
  }
  return is_found;
}

// A value that is loaded to begin memory with: the memory is that which it is loaded from.
static bool forward_load(tern_op_t *alloc, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_op_t *load = tern_tmem_defined_by(tern_op_operand_named(alloc, "src"), TERN_TTNG(TMEM_LOAD));
  if (!tern_tmem_token(alloc) || !load || !tern_tmem_dep(load)) return false;
  bool is_last = tern_value_has_one_use(&load->results[0]) && !tern_value_has_uses(tern_tmem_token(load)) &&
                 tern_value_has_one_use(tern_tmem_dep(load));
  if (!is_last || alloc->results[0].type != memory_of(load)->type) return false;
  tern_rewriter_replace(rewriter, alloc, TERN_VALUES(memory_of(load), tern_tmem_dep(load)));
  return true;
}

const tern_pattern_t tern_tmem_patterns[] = {
    {"rotate-store", TERN_TTNG(TMEM_STORE), 1, rotate_store},
    {"rotate-load", TERN_TTNG(TMEM_LOAD), 1, rotate_load},
    {"forward-to-store", TERN_TTNG(TMEM_STORE), 1, forward_to_store},
    {"forward-select", TERN_TTNG(TMEM_STORE), 1, forward_select},
    {"sink-load", TERN_TTNG(TMEM_LOAD), 1, sink_load},
    {"remove-unused", TERN_TTNG(TMEM_LOAD), 1, remove_unused},
    {"forward-to-alloc", TERN_TTNG(TMEM_STORE), 1, forward_to_alloc},
    {"hoist-out-of-if", TERN_TTNG(TMEM_ALLOC), 1, hoist_out_of_if},
    {"forward-load", TERN_TTNG(TMEM_ALLOC), 1, forward_load},
};
