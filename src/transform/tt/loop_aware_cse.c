// --triton-loop-aware-cse: values that loops carry twice are carried once.
//
//   scf.for %i ... iter_args(%p = %x, %q = %x) {
//     %p1 = tt.addptr %p, %c      %q1 = tt.addptr %q, %c
//     scf.yield %p1, %q1
//   }
//
// Two carried values are the same if they begin with the same value and the body makes the same of them, where one may be
// taken for the other in finding that out: what differs would differ in the first iteration that it can be told in. Around this
// --cse makes one of all values that are the same outside of loops, and of what is computed of the carried ones afterwards.
//
// Source: upstream's pass of the same name.

#include "base/vec.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"
#include "transform/cse.h"

// Pairs of values that have to be the same if the first pair is. Pairs with the same first value are a chain.
typedef struct pair {
  const tern_value_t *a, *b;
  size_t previous;  // place in the list plus one; 0: none
} pair_t;

typedef struct question {
  const tern_op_t *loop;
  TERN_VEC(pair_t) pairs;
  tern_map_t last;  // value -> place of its last pair plus one
} question_t;

static void ask(question_t *question, const tern_value_t *a, const tern_value_t *b) {
  if (a == b) return;
  size_t previous = (size_t)(uintptr_t)tern_map_get(&question->last, a);
  for (size_t i = previous; i > 0; i = question->pairs.values[i - 1].previous) {
    if (question->pairs.values[i - 1].b == b) return;
  }
  tern_vec_push(&question->pairs, (pair_t){a, b, previous});
  tern_map_set(&question->last, a, (void *)(uintptr_t)question->pairs.count);
}

static const tern_op_t *yield_of(const tern_op_t *loop) { return tern_op_body(loop, 0)->last_op; }

// Arguments of the body: the values that they begin with are compared here, what they become is asked.
static bool compare_carried(question_t *question, const tern_value_t *a, const tern_value_t *b) {
  const tern_op_t *loop = question->loop;
  if (a->index == 0 || b->index == 0) return false;
  if (tern_op_operand(loop, 2 + a->index) != tern_op_operand(loop, 2 + b->index)) return false;
  ask(question, tern_op_operand(yield_of(loop), a->index - 1), tern_op_operand(yield_of(loop), b->index - 1));
  return true;
}

static bool is_same_form(const tern_op_t *a, const tern_op_t *b) {
  if (a->def != b->def || a->attrs != b->attrs || a->operand_count != b->operand_count ||
      a->result_count != b->result_count)
    return false;
  for (size_t i = 0; i < a->def->attr_count; ++i) {
    if (a->slots[i] != b->slots[i]) return false;
  }
  for (size_t i = 0; i < a->result_count; ++i) {
    if (a->results[i].type != b->results[i].type) return false;
  }
  return true;
}

static bool compare(question_t *question, const tern_value_t *a, const tern_value_t *b) {
  const tern_block_t *body = tern_op_body(question->loop, 0);
  // What is the same outside of the loop is one value by now.
  if (a->type != b->type || tern_value_block(a) != body || tern_value_block(b) != body) return false;
  if (a->is_block_argument != b->is_block_argument) return false;
  if (a->is_block_argument) return compare_carried(question, a, b);
  const tern_op_t *x = a->owner, *y = b->owner;
  if (a->index != b->index || x->region_count > 0 || y->region_count > 0 || !is_same_form(x, y)) return false;
  if (tern_op_effects(x) != 0 || tern_op_effects(y) != 0) return false;
  for (size_t i = 0; i < x->operand_count; ++i) ask(question, tern_op_operand(x, i), tern_op_operand(y, i));
  return true;
}

static bool is_carried_twice(const tern_op_t *loop, size_t i, size_t j) {
  question_t question = {.loop = loop};
  bool is_same = true;
  ask(&question, tern_scf_for_carried(loop, i), tern_scf_for_carried(loop, j));
  for (size_t next = 0; next < question.pairs.count && is_same; ++next) {
    pair_t pair = question.pairs.values[next];
    is_same = compare(&question, pair.a, pair.b);
  }
  tern_vec_deinitialize(&question.pairs);
  tern_map_deinitialize(&question.last);
  return is_same;
}

// Value j goes its own way from now on, where nobody sees it; the loop's canonical form is without it.
static void carry_once(tern_op_t *loop, size_t i, size_t j) {
  tern_op_t *yield = tern_op_body(loop, 0)->last_op;
  tern_value_replace_all_uses(tern_scf_for_carried(loop, j), tern_scf_for_carried(loop, i));
  tern_op_set_operand(yield, j, tern_scf_for_carried(loop, j));
  tern_value_replace_all_uses(&loop->results[j], &loop->results[i]);
}

static void simplify_loop(tern_op_t *loop) {
  size_t count = loop->result_count;
  size_t *first = tern_malloc((count + 1) * sizeof *first);
  for (size_t j = 0; j < count; ++j) {
    first[j] = j;
    for (size_t i = 0; i < j && first[j] == j; ++i) {
      if (first[i] == i && is_carried_twice(loop, i, j)) first[j] = i;
    }
  }
  for (size_t j = 0; j < count; ++j) {
    if (first[j] != j) carry_once(loop, first[j], j);
  }
  free(first);
}

static bool canonicalize(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  return op->def->row->canonicalize(op, rewriter);
}

static const tern_pattern_t patterns[] = {{"canonicalize-for", TERN_SCF(FOR), 1, canonicalize}};

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_eliminate_common_subexpressions(module, pass);
  tern_op_list_t loops = tern_op_collect_row(module, TERN_POSTORDER, TERN_SCF(FOR));
  for (size_t i = 0; i < loops.count; ++i) simplify_loop(loops.values[i]);
  tern_vec_deinitialize(&loops);
  tern_eliminate_common_subexpressions(module, pass);
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.top_down = false;
  options.merge_blocks = true;
  tern_apply_patterns_greedily(module, patterns, sizeof patterns / sizeof patterns[0], NULL, &options, NULL);
  return true;
}

const tern_pass_def_t tern_triton_loop_aware_cse_pass = {
    .flag = "triton-loop-aware-cse",
    .name = "TritonLoopAwareCSE",
    .anchor = "builtin.module",
    .summary = "Carry around loops once what is carried twice",
    .statistics =
        (const char *const[]){"num-cse'd - Number of operations CSE'd", "num-dce'd - Number of operations DCE'd", NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
