// --iree-flow-recompute-results: what an element-wise op writes is computed again by those that read it, if that costs less than memory.
//
//   %t:3 = linalg.generic ... {                                   %t:2 = linalg.generic ... {
//     %x, tanh(%x), 1 - tanh(%x)                                    %x, tanh(%x)
//   }                                                      ->     }
//   %g = linalg.generic ins(%d, %t#1, %t#2) ... {                 %g = linalg.generic ins(%d, %t#1) ... {
//     %d * %t#1 * %t#2                                              %d * %t#1 * (1 - %t#1)
//   }                                                             }
//
// Gradients read what the forward pass has computed on its way, and fusion makes all of that results of one op: for the activation of a
// transformer six tensors instead of three. This is ours. A result goes if a few operations make it of other results of the op, as many
// as the cost model (option `machine`) has for one that is read again, and all of its users are element-wise or reductions that read each
// element once. They read no more than before: one of the results that stay in the place of the one that goes, others only if they read
// them anyway. The operations are the same ones, so results have the same bits.

#include "analysis/fusion_cost.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "ir/affine.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "transform/dispatch_creation/dispatch_region.h"

enum { MAX_RESULTS = 32, MAX_OPERANDS = 64, MAX_CHAIN = 16 };

// How a result is made of others.
typedef struct recipe {
  tern_op_t *op;
  size_t result;
  tern_op_t *chain[MAX_CHAIN];  // of the body, in its order
  size_t chain_count;
  size_t sources[MAX_RESULTS];  // results that it takes
  size_t source_count;
} recipe_t;

static tern_value_t *yielded(const tern_op_t *op, size_t result) {
  return tern_op_operand(tern_linalg_body(op)->last_op, result);
}

// --- what goes ---

static bool is_candidate(const tern_op_t *op) {
  if (!tern_op_is(op, TERN_LINALG(GENERIC)) || !tern_linalg_has_tensor_semantics(op) || op->result_count < 2 ||
      op->result_count > MAX_RESULTS || !tern_linalg_is_all_parallel(op) || tern_is_in_dispatch(op)) {
    return false;
  }
  const tern_block_t *body = tern_linalg_body(op);
  for (size_t i = 0; i < op->result_count; ++i) {
    if (tern_linalg_output_map(op, i) != tern_linalg_output_map(op, 0)) return false;
    if (tern_value_has_uses(body->args[tern_linalg_input_count(op) + i])) return false;
  }
  return true;
}

static bool is_known(const recipe_t *r, const tern_op_t *op) {
  for (size_t i = 0; i < r->chain_count; ++i) {
    if (r->chain[i] == op) return true;
  }
  return false;
}

// Notes what `value`, of the body, is computed by, from results that are not it.
static bool trace(recipe_t *r, const tern_value_t *value, bool is_start) {
  for (size_t i = 0; i < r->op->result_count && !is_start; ++i) {
    if (i == r->result || yielded(r->op, i) != value) continue;
    bool is_new = true;
    for (size_t k = 0; k < r->source_count; ++k) is_new &= r->sources[k] != i;
    if (is_new) r->sources[r->source_count++] = i;
    return true;
  }
  const tern_block_t *body = tern_linalg_body(r->op);
  tern_op_t *op = tern_value_defining_op(value);
  if (!op) return tern_value_block(value) != body;
  if (op->block != body || is_known(r, op)) return true;
  bool is_plain = op->region_count == 0 && op->result_count == 1 && tern_op_has_trait(op, TERN_TRAIT_PURE) &&
                  !tern_op_is(op, TERN_LINALG(INDEX));
  if (!is_plain) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!trace(r, tern_op_operand(op, i), false)) return false;
  }
  if (r->chain_count == MAX_CHAIN) return false;
  r->chain[r->chain_count++] = op;
  return true;
}

// Which input of the op is this value, read by the same map as input `like`? SIZE_MAX: none.
static size_t find_input(const tern_op_t *op, const tern_value_t *value, size_t like) {
  for (size_t i = 0; i < tern_linalg_input_count(op); ++i) {
    bool is_same_map = tern_linalg_indexing_map(op, i) == tern_linalg_indexing_map(op, like);
    if (i != like && is_same_map && tern_op_operand(op, i) == value) return i;
  }
  return SIZE_MAX;
}

// Can the user compute it? All sources but one have to be there already.
static bool can_compute(const recipe_t *r, const tern_operand_t *use) {
  const tern_op_t *user = use->owner;
  size_t index = tern_operand_index(use), missing = 0;
  tern_contraction_t contraction;
  if (!tern_op_is(user, TERN_LINALG(GENERIC)) || !tern_linalg_has_tensor_semantics(user) || tern_is_in_dispatch(user) ||
      index >= tern_linalg_input_count(user) || user->operand_count > MAX_OPERANDS ||
      user->result_count > MAX_RESULTS || tern_linalg_match_contraction(user, &contraction) ||
      !tern_affine_map_is_permutation(tern_linalg_indexing_map(user, index))) {
    return false;
  }
  for (size_t i = 0; i < r->source_count; ++i)
    missing += find_input(user, tern_op_result(r->op, r->sources[i]), index) == SIZE_MAX;
  return missing <= 1;
}

static bool match(tern_op_t *op, size_t result, const tern_fusion_rates_t *rates, recipe_t *r) {
  double ops = 0;
  *r = (recipe_t){.op = op, .result = result};
  if (!tern_value_has_uses(tern_op_result(op, result))) return false;
  if (!trace(r, yielded(op, result), true) || r->source_count == 0) return false;
  for (size_t i = 0; i < r->chain_count; ++i) ops += tern_fusion_op_cost(r->chain[i]);
  if (ops > rates->recomputed_ops) return false;
  tern_value_for_each_use(tern_op_result(op, result), use) {
    if (!can_compute(r, use)) return false;
  }
  return true;
}

// --- the ops without it ---

typedef struct part {
  const tern_op_t *op;
  size_t input, result;  // that go; SIZE_MAX: none
} part_t;

static void fill_part(tern_builder_t *b, tern_block_t *block, void *user) {
  const part_t *p = user;
  tern_value_t *args[MAX_OPERANDS + MAX_RESULTS] = {NULL}, *values[MAX_RESULTS];
  const tern_block_t *body = tern_linalg_body(p->op);
  size_t inputs = tern_linalg_input_count(p->op), next = 0, count = 0;
  for (size_t i = 0; i < body->arg_count; ++i) {
    if (i != p->input && (p->result == SIZE_MAX || i != inputs + p->result)) args[i] = block->args[next++];
  }
  tern_builder_clone_body(b, body, args, values);
  for (size_t i = 0; i < p->op->result_count; ++i) {
    if (i != p->result) values[count++] = values[i];
  }
  tern_build(b, TERN_LINALG(YIELD), .operands = {values, count});
}

// The op without an input that its body does not read, or without a result that nobody uses.
static tern_op_t *build_part(const part_t *p) {
  tern_op_t *op = (tern_op_t *)p->op;
  tern_builder_t b = tern_builder_before(op);
  size_t inputs = tern_linalg_input_count(op), loops = tern_linalg_loop_count(op), count = 0, results = 0,
         maps_count = 0;
  tern_value_t *operands[MAX_OPERANDS + MAX_RESULTS];
  const tern_type_t *types[MAX_RESULTS];
  const tern_affine_map_t *maps[MAX_OPERANDS + MAX_RESULTS];
  tern_iterator_t iterators[TERN_LINALG_MAX_LOOPS];
  for (size_t i = 0; i < inputs + op->result_count; ++i) {
    if (i == p->input || (p->result != SIZE_MAX && i == inputs + p->result)) continue;
    operands[maps_count] = tern_op_operand(op, i);
    maps[maps_count++] = tern_linalg_indexing_map(op, i);
    count += i < inputs;
    if (i >= inputs) types[results++] = op->results[i - inputs].type;
  }
  for (size_t l = 0; l < loops; ++l) iterators[l] = tern_linalg_iterator(op, l);
  tern_op_t *made = tern_linalg_build_generic(&b, (tern_types_t){types, results}, (tern_values_t){operands, count},
                                              (tern_values_t){operands + count, results}, maps, iterators, loops,
                                              fill_part, (void *)p);
  made->attrs = op->attrs;
  for (size_t i = 0, next = 0; i < op->result_count; ++i) {
    if (i != p->result) tern_value_replace_all_uses(tern_op_result(op, i), tern_op_result(made, next++));
  }
  return made;
}

// --- what reads it ---

// The operations at the start of the user's body, from elements of the sources.
static tern_value_t *build_chain(const recipe_t *r, tern_builder_t *b, tern_value_t *const *elements) {
  tern_map_t mapping = {0};
  tern_value_t *value = NULL;
  for (size_t i = 0; i < r->source_count; ++i) tern_map_set(&mapping, yielded(r->op, r->sources[i]), elements[i]);
  for (size_t i = 0; i < r->chain_count; ++i) value = tern_op_result(tern_builder_clone(b, r->chain[i], &mapping), 0);
  if (r->chain_count == 0) value = elements[0];
  tern_map_deinitialize(&mapping);
  return value;
}

static void compute_at(const recipe_t *r, const tern_operand_t *use) {
  tern_op_t *user = use->owner;
  size_t index = tern_operand_index(use);
  tern_block_t *body = tern_linalg_body(user);
  tern_value_t *elements[MAX_RESULTS], *old = body->args[index];
  bool is_replaced = false;
  // Elements of the missing source come where the result was read.
  tern_builder_t b = tern_builder_at_start(body, user->loc);
  tern_use_list_t uses = {0};
  tern_collect_uses_within(old, user, &uses);
  for (size_t i = 0; i < r->source_count; ++i) {
    tern_value_t *source = tern_op_result(r->op, r->sources[i]);
    size_t input = find_input(user, source, index);
    elements[i] = input == SIZE_MAX ? old : body->args[input];
    is_replaced |= input == SIZE_MAX;
  }
  tern_value_t *value = build_chain(r, &b, elements);
  for (size_t i = 0; i < uses.count; ++i) tern_operand_set(uses.values[i], value);
  tern_vec_deinitialize(&uses);
  if (!is_replaced) {
    const part_t part = {user, index, SIZE_MAX};
    build_part(&part);
    tern_op_destroy(user);
    return;
  }
  for (size_t i = 0; i < r->source_count; ++i) {
    if (elements[i] != old) continue;
    tern_op_set_operand(user, index, tern_op_result(r->op, r->sources[i]));
    old->type = tern_type_element(tern_op_operand(user, index)->type);
  }
}

static void recompute(const recipe_t *r) {
  tern_value_t *result = tern_op_result(r->op, r->result);
  while (result->first_use) compute_at(r, result->first_use);
}

// The last results first: they are made of those before.
static void drop_results(tern_op_t *op, const tern_fusion_rates_t *rates, tern_pass_t *pass) {
  for (size_t i = op->result_count; i-- > 0 && op->result_count > 1;) {
    recipe_t recipe;
    if (!match(op, i, rates, &recipe)) continue;
    recompute(&recipe);
    const part_t part = {op, SIZE_MAX, i};
    tern_op_t *made = build_part(&part);
    tern_op_destroy(op);
    op = made;
    tern_pass_count(pass, 0, 1);
  }
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  const tern_fusion_rates_t *rates = tern_fusion_rates_of_pass(root, pass);
  if (!rates) return false;
  // Users are made anew, and may be candidates themselves: those at the end are done with first.
  tern_op_list_t ops = tern_op_collect(root, TERN_PREORDER, is_candidate);
  for (size_t i = ops.count; i-- > 0;) drop_results(ops.values[i], rates, pass);
  tern_vec_deinitialize(&ops);
  return true;
}

static const tern_option_def_t options[] = {TERN_FUSION_MACHINE_OPTION};

const tern_pass_def_t tern_recompute_results_pass = {
    .flag = "iree-flow-recompute-results",
    .name = "RecomputeResultsPass",
    .summary = "Compute results again that cost less than the memory that they pass through",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .statistics = (const char *const[]){"num-dropped - results that are not written", NULL},
    .run = run,
};
