// --inline: calls of functions with a body are replaced by the body, callees first.
//
//   func.func private @double(%x: i32) -> i32 {        func.func @main(%a: i32) -> i32 {
//     %0 = arith.addi %x, %x : i32                       %0 = arith.addi %a, %a : i32
//     return %0 : i32                            ->      return %0 : i32
//   }                                                  }
//   func.func @main(%a: i32) -> i32 {
//     %0 = call @double(%a) : (i32) -> i32
//     return %0 : i32
//   }
//
// Source: upstream's Inliner. Functions are visited in post order of the call graph, so that what is inlined is already in its
// final form. Recursive functions stay calls, and so do those marked `no_inline` (func), `noinline` (tt) or `#util.inline.never` (util). A
// callee with several blocks is inlined where its blocks have a place, that is, not inside an op whose region has one block.
// Nothing is inlined right into a gpu.launch.
// A function is simplified by its pipeline (op-pipelines by the name of its op, default-pipeline for all others), its calls
// are inlined, and so on until none is or max-iterations is reached: simplification finds out what is called. With an
// inlining-threshold a call stays if the callee has more ops than that per cent of the caller's.
// Functions that only this module can see and that nobody calls any more are erased. The body of one with a single call is moved, not copied, and what
// moves on like that is simplified where it stays: a chain of calls takes time in proportion to its length.

#include <stdint.h>

#include "base/map.h"
#include "base/vec.h"
#include "dialect/affine/affine.h"
#include "dialect/cf/cf.h"
#include "dialect/gpu/gpu.h"
#include "dialect/llvm/llvm.h"
#include "dialect/spirv/spirv.h"
#include "dialect/util/util.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass_manager.h"
#include "rewrite/builder.h"
#include "transform/llvm/inline.h"

typedef enum visit_state { UNSEEN, OPEN, DONE } visit_state_t;

// The pipeline for functions whose op has this name.
typedef struct pipeline {
  const tern_ident_t *name;
  tern_pass_manager_t *manager;  // NULL: nothing is run
} pipeline_t;

typedef struct function {
  tern_op_t *op;
  visit_state_t state;
  bool is_recursive;                    // calls itself, perhaps through others
  bool is_unsimplified;                 // since calls were inlined
  size_t use_count;                     // of its symbol, by whomever
  TERN_VEC(struct function *) callees;  // of its calls before anything was inlined
} function_t;

typedef struct inliner {
  tern_map_t functions;  // op -> function_t, in `list`
  tern_symbol_tables_t tables;
  TERN_VEC(function_t *) list;
  tern_arena_t *arena;
  tern_pass_t *pass;
  TERN_VEC(pipeline_t) pipelines;  // of the names seen
  int64_t max_iterations;
  int64_t threshold;  // per cent; negative: none
  bool has_failed;    // a pipeline did
} inliner_t;

typedef struct callee_walk {
  inliner_t *inliner;
  function_t *caller;
} callee_walk_t;

static tern_walk_result_t collect_function(tern_op_t *op, void *user) {
  inliner_t *inliner = user;
  if (!tern_op_has_trait(op, TERN_TRAIT_FUNCTION_LIKE) || tern_region_is_empty(&op->regions[0])) {
    return TERN_WALK_ADVANCE;
  }
  function_t *function = tern_arena_alloc_zeroed(inliner->arena, sizeof *function);
  function->op = op;
  tern_map_set(&inliner->functions, op, function);
  tern_vec_push(&inliner->list, function);
  return TERN_WALK_ADVANCE;
}

static tern_walk_result_t collect_call(tern_op_t *op, void *user) {
  if (tern_op_has_trait(op, TERN_TRAIT_CALL_LIKE)) tern_vec_push((tern_op_list_t *)user, op);
  return TERN_WALK_ADVANCE;
}

static bool is_in_function(const tern_op_t *op) {
  for (op = tern_op_parent(op); op; op = tern_op_parent(op)) {
    if (tern_op_has_trait(op, TERN_TRAIT_FUNCTION_LIKE)) return true;
  }
  return false;
}

// What the symbol of a call or another use means. Tables are made once for each op that holds symbols, but not for those that
// may go while functions are simplified.
static tern_op_t *lookup(inliner_t *inliner, const tern_op_t *user, const tern_attr_t *ref) {
  const tern_op_t *scope = tern_symbol_table_around(user);
  if (scope && is_in_function(scope)) return tern_symbol_lookup_ref_in(scope, ref);
  return tern_symbol_tables_lookup_nearest(&inliner->tables, user, ref);
}

static function_t *callee_of(inliner_t *inliner, tern_op_t *call) {
  const tern_attr_t *ref = tern_op_attr(call, "callee");
  if (!ref || ref->kind != TERN_ATTR_SYMBOL_REF) return NULL;
  tern_op_t *callee = lookup(inliner, call, ref);
  return callee ? tern_map_get(&inliner->functions, callee) : NULL;
}

static void count_use(tern_op_t *user_op, const tern_attr_t *ref, void *user) {
  inliner_t *inliner = user;
  tern_op_t *symbol = lookup(inliner, user_op, ref);
  function_t *function = symbol ? tern_map_get(&inliner->functions, symbol) : NULL;
  if (function) ++function->use_count;
}

static tern_walk_result_t collect_callee(tern_op_t *op, void *user) {
  inliner_t *inliner = ((callee_walk_t *)user)->inliner;
  function_t *callee = tern_op_has_trait(op, TERN_TRAIT_CALL_LIKE) ? callee_of(inliner, op) : NULL;
  if (callee) tern_vec_push(&((callee_walk_t *)user)->caller->callees, callee);
  return TERN_WALK_ADVANCE;
}

static void collect_callees(inliner_t *inliner) {
  for (size_t i = 0; i < inliner->list.count; ++i) {
    callee_walk_t walk = {inliner, inliner->list.values[i]};
    tern_op_walk_pre(walk.caller->op, collect_callee, &walk);
  }
}

// Does the callee call itself, or the caller? A call of such a one stays, whichever of the two is visited first.
static bool calls_back(const function_t *callee, const function_t *caller) {
  for (size_t i = 0; i < callee->callees.count; ++i) {
    if (callee->callees.values[i] == callee || callee->callees.values[i] == caller) return true;
  }
  return false;
}

// --- one call ---

// Is there such an attribute that is not `false`?
static bool is_set(const tern_op_t *op, const char *name) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  return attr && !(tern_attr_is_integer(attr) && tern_integer_attr_value(attr) == 0);
}

static bool is_never_inlined(const tern_op_t *op) {
  if (is_set(op, "no_inline") || is_set(op, "noinline")) return true;
  const tern_attr_t *policy = tern_op_attr(op, "inlining_policy");
  return policy &&
         policy == tern_dialect_attr_get(tern_op_context(op), &tern_util_attrs[TERN_UTIL_ATTR_INLINE_NEVER], NULL, 0);
}

static bool is_return(const tern_op_t *op) { return op && tern_op_has_trait(op, TERN_TRAIT_RETURN_LIKE); }

static bool has_one_block(const tern_op_t *function) {
  return function->regions[0].first_block == function->regions[0].last_block;
}

static bool is_llvm_call(const tern_op_t *op) { return tern_op_is(op, TERN_LLVM(CALL)); }

// Blocks need a region that may have several, and returns that can become branches.
static bool has_place(const tern_op_t *call, const tern_op_t *callee) {
  tern_region_for_each_block(&callee->regions[0], block) {
    const tern_op_t *last = block->last_op;
    bool never_returns = is_llvm_call(call) && last && tern_op_is(last, TERN_LLVM(UNREACHABLE));
    if (!last || (has_one_block(callee) && !is_return(last) && !never_returns)) return false;
  }
  const tern_op_t *around = tern_op_parent(call);
  // What a kernel calls stays a function of the device.
  if (around && tern_op_is(around, TERN_GPU(LAUNCH))) return false;
  if (has_one_block(callee) && is_return(callee->regions[0].last_block->last_op)) return true;
  return around && !tern_op_has_trait(around, TERN_TRAIT_SINGLE_BLOCK) &&
         tern_op_has_trait(around, TERN_TRAIT_FUNCTION_LIKE);
}

static tern_walk_result_t find_unknown_op(tern_op_t *op, void *user) {
  (void)user;
  return op->def->dialect ? TERN_WALK_ADVANCE : TERN_WALK_INTERRUPT;
}

// Nobody says of ops of unknown dialects that they may be somewhere else.
static bool is_all_known(const tern_op_t *callee) {
  return tern_op_walk_pre((tern_op_t *)(uintptr_t)callee, find_unknown_op, NULL) == TERN_WALK_ADVANCE;
}

static bool fits(const tern_op_t *call, const tern_op_t *callee) {
  const tern_block_t *entry = callee->regions[0].first_block;
  if (call->operand_count != entry->arg_count || is_never_inlined(call) || is_never_inlined(callee)) return false;
  for (size_t i = 0; i < entry->arg_count; ++i) {
    if (tern_op_operand(call, i)->type != entry->args[i]->type) return false;
  }
  tern_region_for_each_block(&callee->regions[0], block) {
    if (!is_return(block->last_op)) continue;
    if (block->last_op->operand_count != call->result_count) return false;
    for (size_t i = 0; i < call->result_count; ++i) {
      if (tern_op_operand(block->last_op, i)->type != tern_op_result(call, i)->type) return false;
    }
  }
  if (is_llvm_call(call) && !tern_inline_llvm_fits(call, callee)) return false;
  return has_place(call, callee) && is_all_known(callee) && tern_affine_may_inline(call, callee) &&
         tern_inline_llvm_can_move_ops((tern_op_t *)(uintptr_t)callee);
}

// Where what is inlined comes from: its place in the callee, as seen from the call.
typedef struct call_site {
  const tern_attr_t *caller;
  tern_map_t stacked;  // location in the callee -> location in the caller
} call_site_t;

static const tern_attr_t *stack_location(call_site_t *site, const tern_attr_t *loc) {
  const tern_attr_t *stacked = tern_map_get(&site->stacked, loc);
  if (stacked) return stacked;
  if (loc->kind == TERN_ATTR_LOC_CALL_SITE) {
    const tern_attr_t *callee = (const tern_attr_t *)(uintptr_t)loc->params[0];
    const tern_attr_t *caller = (const tern_attr_t *)(uintptr_t)loc->params[1];
    stacked = tern_call_site_loc_get(callee, stack_location(site, caller));
  } else {
    stacked = tern_call_site_loc_get(loc, site->caller);
  }
  tern_map_set(&site->stacked, loc, (void *)(uintptr_t)stacked);
  return stacked;
}

static void relocate_args(call_site_t *site, tern_block_t *block) {
  for (size_t i = 0; i < block->arg_count; ++i) {
    if (block->args[i]->arg_loc) block->args[i]->arg_loc = stack_location(site, block->args[i]->arg_loc);
  }
}

static tern_walk_result_t relocate(tern_op_t *op, void *user) {
  call_site_t *site = user;
  op->loc = stack_location(site, op->loc);
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) relocate_args(site, block);
  }
  return TERN_WALK_ADVANCE;
}

static void inline_single_block(tern_op_t *call, tern_op_t *callee, call_site_t *site, tern_map_t *mapping) {
  tern_block_t *body = callee->regions[0].first_block;
  tern_builder_t b = tern_builder_before(call);
  tern_block_for_each_op(body, op) {
    if (op != body->last_op) tern_op_walk_pre(tern_builder_clone(&b, op, mapping), relocate, site);
  }
  for (size_t i = 0; i < call->result_count; ++i) {
    tern_value_t *value = tern_op_operand(body->last_op, i), *copy = tern_map_get(mapping, value);
    tern_value_replace_all_uses(tern_op_result(call, i), copy ? copy : value);
  }
}

// What a return becomes: a branch of its own dialect, if that has one.
static const tern_op_row_t *branch_for(const tern_op_t *end) {
  if (end->def->dialect == &tern_llvm_dialect) return TERN_LLVM(BR);
  return end->def->dialect == &tern_spirv_dialect ? TERN_SPIRV(BRANCH) : TERN_CF(BR);
}

// The block of the call is cut in two, and the copies of the callee's blocks go between: returns branch to the second half.
static void inline_blocks(tern_op_t *call, tern_op_t *callee, call_site_t *site, tern_map_t *mapping) {
  tern_block_t *before = call->block;
  tern_region_t *region = before->parent;
  tern_block_t *after = tern_block_split(call);
  tern_region_t copy = {.parent = region->parent};
  tern_region_clone_into(&callee->regions[0], &copy, mapping);
  for (size_t i = 0; i < call->result_count; ++i) {
    tern_value_t *arg = tern_block_add_arg(after, tern_op_result(call, i)->type, call->loc);
    tern_value_replace_all_uses(tern_op_result(call, i), arg);
  }
  tern_block_t *entry = copy.first_block;
  while (copy.first_block) {
    tern_block_t *block = copy.first_block;
    tern_block_remove(block);
    tern_block_insert(block, region, after);
    relocate_args(site, block);
    tern_block_for_each_op(block, op) tern_op_walk_pre(op, relocate, site);
    tern_op_t *last = block->last_op;
    if (!is_return(last)) continue;
    tern_builder_t b = tern_builder_before(last);
    tern_op_t *branch = tern_build(&b, branch_for(last), .successors = &after, .successor_count = 1);
    for (size_t i = 0; i < last->operand_count; ++i) {
      tern_value_t *value = tern_op_operand(last, i);
      tern_op_insert_operands(branch, i, (tern_values_t){&value, 1});
    }
    tern_op_destroy(last);
  }
  // The entry goes on where the call was: nothing branches to it, and its arguments are the operands.
  for (size_t i = entry->arg_count; i-- > 0;) tern_value_replace_all_uses(entry->args[i], tern_op_operand(call, i));
  tern_block_for_each_op_safe(entry, op) {
    tern_op_remove(op);
    tern_op_insert(op, before, NULL);
  }
  tern_block_remove(entry);
  tern_block_destroy(entry, tern_op_context(call));
}

// The ops of the callee themselves come before the call; the function keeps a block without ops.
static void move_single_block(tern_op_t *call, tern_op_t *callee, call_site_t *site) {
  tern_block_t *body = callee->regions[0].first_block;
  for (size_t i = 0; i < body->arg_count; ++i) tern_value_replace_all_uses(body->args[i], tern_op_operand(call, i));
  for (size_t i = 0; i < call->result_count; ++i) {
    tern_value_replace_all_uses(tern_op_result(call, i), tern_op_operand(body->last_op, i));
  }
  tern_op_destroy(body->last_op);
  tern_block_for_each_op_safe(body, op) {
    tern_op_remove(op);
    tern_op_insert(op, call->block, call);
    tern_op_walk_pre(op, relocate, site);
  }
}

static void inline_call(tern_op_t *call, tern_op_t *callee, bool may_move) {
  if (is_llvm_call(call)) {
    tern_inline_llvm_call(call, callee);
    return;
  }
  tern_map_t mapping = {0};
  call_site_t site = {.caller = call->loc};
  if (has_one_block(callee) && may_move) {
    move_single_block(call, callee, &site);
  } else if (has_one_block(callee)) {
    tern_block_t *entry = callee->regions[0].first_block;
    for (size_t i = 0; i < entry->arg_count; ++i) tern_map_set(&mapping, entry->args[i], tern_op_operand(call, i));
    inline_single_block(call, callee, &site, &mapping);
  } else {
    inline_blocks(call, callee, &site, &mapping);
  }
  tern_map_deinitialize(&mapping);
  tern_map_deinitialize(&site.stacked);
  tern_op_destroy(call);
}

// --- all calls ---

// The text in the parentheses of `name(...)`, one of the op-pipelines; false if there is none for this name.
static bool find_op_pipeline(const tern_pass_t *pass, tern_str_t name, tern_str_t *out_text) {
  const tern_str_t *pipelines;
  size_t count = tern_pass_string_list(pass, "op-pipelines", &pipelines);
  for (size_t i = 0; i < count; ++i) {
    tern_str_t text = pipelines[i];
    size_t open = tern_str_find_char(text, '(');
    if (open == text.size || text.data[text.size - 1] != ')') continue;
    if (!tern_str_equal(tern_str_trim(tern_str_make(text.data, open)), name)) continue;
    *out_text = tern_str_make(text.data + open + 1, text.size - open - 2);
    return true;
  }
  return false;
}

static tern_pass_manager_t *pipeline_of(inliner_t *inliner, tern_op_t *op) {
  const tern_ident_t *name = op->def->name;
  for (size_t i = 0; i < inliner->pipelines.count; ++i) {
    if (inliner->pipelines.values[i].name == name) return inliner->pipelines.values[i].manager;
  }
  tern_str_t text;
  if (!find_op_pipeline(inliner->pass, tern_op_name(op), &text)) {
    text = tern_pass_string(inliner->pass, "default-pipeline");
  }
  tern_pass_manager_t *manager = NULL;
  if (text.size > 0) {
    manager = tern_pass_manager_create(tern_op_context(op), tern_pass_known_passes(inliner->pass), name->data);
    if (!tern_pass_manager_parse(manager, text)) inliner->has_failed = true;
  }
  tern_vec_push(&inliner->pipelines, (pipeline_t){name, manager});
  return manager;
}

static void simplify(inliner_t *inliner, tern_op_t *op) {
  if (!tern_op_has_trait(op, TERN_TRAIT_ISOLATED_FROM_ABOVE)) return;
  tern_pass_manager_t *manager = pipeline_of(inliner, op);
  if (!manager || inliner->has_failed) return;
  inliner->has_failed = !tern_pass_manager_run(manager, op, &(tern_pass_options_t){0});
}

static tern_walk_result_t count_op(tern_op_t *op, void *user) {
  (void)op;
  ++*(int64_t *)user;
  return TERN_WALK_ADVANCE;
}

// Ops in the body, not the function itself.
static int64_t body_size(tern_op_t *function) {
  int64_t count = -1;
  tern_op_walk_pre(function, count_op, &count);
  return count;
}

static bool is_profitable(const inliner_t *inliner, tern_op_t *caller, tern_op_t *callee) {
  if (inliner->threshold < 0) return true;
  if (inliner->threshold == 0) return false;
  int64_t caller_size = body_size(caller);
  return caller_size == 0 || body_size(callee) * 100 / caller_size <= inliner->threshold;
}

// The only use of a private function is a call: the function goes with it.
static bool has_one_call(const function_t *function) {
  return function->use_count == 1 && tern_symbol_visibility(function->op) == TERN_PRIVATE && !function->is_recursive;
}

static void erase(inliner_t *inliner, function_t *function) {
  tern_map_remove(&inliner->functions, function->op);
  tern_op_destroy(function->op);
  function->op = NULL;
}

static void visit(inliner_t *inliner, function_t *function);

// Whether any call was inlined.
static bool inline_calls(inliner_t *inliner, function_t *function) {
  tern_op_list_t calls = {0};
  tern_op_walk_pre(function->op, collect_call, &calls);
  bool is_changed = false;
  for (size_t i = 0; i < calls.count && !inliner->has_failed; ++i) {
    function_t *callee = callee_of(inliner, calls.values[i]);
    if (!callee) continue;
    // How large a callee is shows when it is in its final form.
    if (calls_back(callee, function)) {
      if (callee->state == UNSEEN) visit(inliner, callee);
      continue;
    }
    bool may_move =
        inliner->threshold < 0 && has_one_call(callee) && has_one_block(callee->op) && !is_llvm_call(calls.values[i]);
    if (callee->state == UNSEEN && may_move && fits(calls.values[i], callee->op)) {
      // Its own calls are this function's from now on, so that no op moves twice.
      tern_op_walk_pre(callee->op, collect_call, &calls);
      callee->state = DONE;
    }
    if (callee->state == UNSEEN) visit(inliner, callee);
    if (callee->state == OPEN) callee->is_recursive = true;
    if (callee->is_recursive || callee->state == OPEN || !fits(calls.values[i], callee->op)) continue;
    if (!is_profitable(inliner, function->op, callee->op)) continue;
    bool is_moved = may_move && has_one_call(callee) && has_one_block(callee->op);
    inline_call(calls.values[i], callee->op, is_moved);
    if (is_moved) erase(inliner, callee);
    is_changed = true;
    tern_pass_count(inliner->pass, 0, 1);
  }
  tern_vec_deinitialize(&calls);
  return is_changed;
}

static void visit(inliner_t *inliner, function_t *function) {
  function->state = OPEN;
  int64_t iteration = 0;
  do {
    simplify(inliner, function->op);
    if (inliner->has_failed || !inline_calls(inliner, function)) break;
    // What moves on to a caller is simplified there.
    function->is_unsimplified = inliner->threshold < 0 && has_one_call(function);
  } while (++iteration < inliner->max_iterations && !function->is_unsimplified);
  function->state = DONE;
}

typedef struct use_walk {
  inliner_t *inliner;
  tern_map_t used;
} use_walk_t;

static void note_use(tern_op_t *user_op, const tern_attr_t *ref, void *user) {
  use_walk_t *walk = user;
  tern_op_t *symbol = lookup(walk->inliner, user_op, ref);
  if (symbol && !tern_op_is_within(user_op, symbol)) tern_map_set(&walk->used, symbol, symbol);
}

// Nobody who is not within `root` can name it.
static bool can_be_erased(const tern_op_t *root, tern_op_t *function) {
  tern_visibility_t visibility = tern_symbol_visibility(function);
  if (visibility != TERN_NESTED) return visibility == TERN_PRIVATE;
  if (!tern_op_parent(root)) return true;
  for (tern_op_t *table = tern_op_parent(function); table && table != root; table = tern_op_parent(table)) {
    if (!tern_op_has_trait(table, TERN_TRAIT_SYMBOL) || tern_symbol_visibility(table) == TERN_PRIVATE) return true;
  }
  return false;
}

// Callees first may leave their own callees without users, so until nothing changes.
static void erase_dead_functions(inliner_t *inliner, tern_op_t *root) {
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    use_walk_t walk = {.inliner = inliner};
    tern_symbol_tables_deinitialize(&inliner->tables);
    tern_symbol_for_each_use(root, note_use, &walk);
    for (size_t i = 0; i < inliner->list.count; ++i) {
      function_t *function = inliner->list.values[i];
      if (!function->op || function->op == root || !can_be_erased(root, function->op)) continue;
      if (tern_map_get(&walk.used, function->op)) continue;
      tern_op_destroy(function->op);
      function->op = NULL;
      is_changed = true;
    }
    tern_map_deinitialize(&walk.used);
  }
}

static void deinitialize(inliner_t *inliner) {
  tern_symbol_tables_deinitialize(&inliner->tables);
  for (size_t i = 0; i < inliner->pipelines.count; ++i) {
    if (inliner->pipelines.values[i].manager) tern_pass_manager_destroy(inliner->pipelines.values[i].manager);
  }
  tern_vec_deinitialize(&inliner->pipelines);
  for (size_t i = 0; i < inliner->list.count; ++i) tern_vec_deinitialize(&inliner->list.values[i]->callees);
  tern_vec_deinitialize(&inliner->list);
  tern_map_deinitialize(&inliner->functions);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  if (!tern_op_has_trait(root, TERN_TRAIT_SYMBOL_TABLE)) {
    return tern_op_error(root, "was scheduled to run under the inliner, but does not define a symbol table");
  }
  int64_t threshold = tern_pass_int(pass, "inlining-threshold");
  inliner_t inliner = {
      .arena = tern_pass_scratch(pass),
      .pass = pass,
      .max_iterations = tern_pass_int(pass, "max-iterations"),
      .threshold = threshold == UINT32_MAX ? -1 : threshold,
  };
  tern_op_walk_pre(root, collect_function, &inliner);
  tern_symbol_for_each_use(root, count_use, &inliner);
  collect_callees(&inliner);
  for (size_t i = 0; i < inliner.list.count && !inliner.has_failed; ++i) {
    if (inliner.list.values[i]->state == UNSEEN) visit(&inliner, inliner.list.values[i]);
  }
  erase_dead_functions(&inliner, root);
  for (size_t i = 0; i < inliner.list.count && !inliner.has_failed; ++i) {
    function_t *function = inliner.list.values[i];
    if (function->op && function->is_unsimplified) simplify(&inliner, function->op);
  }
  bool is_right = !inliner.has_failed;
  deinitialize(&inliner);
  return is_right;
}

static const tern_option_def_t options[] = {
    {"default-pipeline", TERN_OPTION_STRING, "canonicalize",
     "The pipeline run on functions whose op has none of its own in op-pipelines; nothing is run if it is empty", NULL},
    {"inlining-threshold", TERN_OPTION_INT, "4294967295",
     "Calls stay if the callee has more ops than this per cent of the ops of the caller", NULL},
    {"max-iterations", TERN_OPTION_INT, "4", "How often a function is simplified and its calls inlined at most", NULL},
    {"op-pipelines", TERN_OPTION_STRING_LIST, NULL,
     "Pipelines of functions by the name of their op: func.func(canonicalize,cse),llvm.func(cse)", NULL},
};

const tern_pass_def_t tern_inline_pass = {
    .flag = "inline",
    .name = "Inliner",
    .summary = "Inline function calls",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .statistics = (const char *const[]){"num-inlined - calls that were inlined", NULL},
    .run = run,
};
