// --duplicate-function-elimination: of functions that are the same but for their names the first stays, and is used for all.
//
// Source: upstream's pass of the same name. Declarations are never the same: who knows what they stand for.

#include <stdint.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "dialect/func/func.h"
#include "ir/context.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "transform/op_equivalence.h"

typedef struct function {
  tern_op_t *op;
  const tern_attr_t *name;
  uint64_t hash;
  size_t same_as;  // index of the first one like it, or its own
} function_t;
typedef TERN_VEC(function_t) function_list_t;

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  if (!tern_op_is(op, TERN_FUNC(FUNC)) || tern_region_is_empty(&op->regions[0])) return TERN_WALK_ADVANCE;
  tern_vec_push((function_list_t *)user, (function_t){.op = op, .name = tern_op_attr(op, "sym_name")});
  return TERN_WALK_ADVANCE;
}

// The operands of all ops in a function as numbers: of arguments and results, counted in the order of the text.
typedef struct numbering {
  tern_map_t numbers;
  uintptr_t next;
  TERN_VEC(uintptr_t) operands;
} numbering_t;

static void number_value(numbering_t *numbering, tern_value_t *value) {
  tern_map_set(&numbering->numbers, value, (void *)++numbering->next);
}

static tern_walk_result_t number_definitions(tern_op_t *op, void *user) {
  for (size_t i = 0; i < op->result_count; ++i) number_value(user, tern_op_result(op, i));
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      for (size_t j = 0; j < block->arg_count; ++j) number_value(user, block->args[j]);
    }
  }
  return TERN_WALK_ADVANCE;
}

static tern_walk_result_t list_operands(tern_op_t *op, void *user) {
  numbering_t *numbering = user;
  for (size_t i = 0; i < op->operand_count; ++i)
    tern_vec_push(&numbering->operands, (uintptr_t)tern_map_get(&numbering->numbers, tern_op_operand(op, i)));
  return TERN_WALK_ADVANCE;
}

// Do equivalent functions have their operands in one order, too? Commutative ops need not; upstream asks it of them.
static bool have_same_order(tern_op_t *a, tern_op_t *b) {
  numbering_t numberings[2];
  tern_op_t *ops[] = {a, b};
  memset(numberings, 0, sizeof numberings);
  for (size_t i = 0; i < 2; ++i) {
    tern_op_walk_pre(ops[i], number_definitions, &numberings[i]);
    tern_op_walk_pre(ops[i], list_operands, &numberings[i]);
  }
  size_t count = numberings[0].operands.count;
  bool is_same = count == numberings[1].operands.count;
  for (size_t i = 0; i < count && is_same; ++i)
    is_same = numberings[0].operands.values[i] == numberings[1].operands.values[i];
  for (size_t i = 0; i < 2; ++i) {
    tern_map_deinitialize(&numberings[i].numbers);
    tern_vec_deinitialize(&numberings[i].operands);
  }
  return is_same;
}

// Compares while all of them have one name, so that names make no difference.
static void find_duplicates(function_list_t *functions, tern_context_t *context) {
  const tern_attr_t *common = tern_string_attr_get(context, TERN_STR(""));
  for (size_t i = 0; i < functions->count; ++i) {
    tern_op_set_attr(functions->values[i].op, "sym_name", common);
    functions->values[i].hash = tern_op_equivalence_hash(functions->values[i].op);
  }
  for (size_t i = 0; i < functions->count; ++i) {
    function_t *function = &functions->values[i];
    function->same_as = i;
    for (size_t j = 0; j < i && function->same_as == i; ++j) {
      const function_t *other = &functions->values[j];
      if (other->same_as != j || other->hash != function->hash) continue;
      if (tern_op_parent(other->op) != tern_op_parent(function->op)) continue;
      if (tern_op_is_equivalent(other->op, function->op) && have_same_order(other->op, function->op))
        function->same_as = j;
    }
  }
  for (size_t i = 0; i < functions->count; ++i)
    tern_op_set_attr(functions->values[i].op, "sym_name", functions->values[i].name);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  function_list_t functions = {0};
  tern_op_walk_post(root, collect, &functions);
  find_duplicates(&functions, tern_op_context(root));
  for (size_t i = 0; i < functions.count; ++i) {
    const function_t *function = &functions.values[i], *kept = &functions.values[function->same_as];
    if (kept == function) continue;
    tern_symbol_replace_uses(tern_op_parent(function->op), tern_string_attr_value(function->name),
                             tern_string_attr_value(kept->name));
    tern_op_destroy(function->op);
  }
  tern_vec_deinitialize(&functions);
  return true;
}

const tern_pass_def_t tern_duplicate_function_elimination_pass = {
    .flag = "duplicate-function-elimination",
    .name = "DuplicateFunctionEliminationPass",
    .anchor = "builtin.module",
    .summary = "Deduplicate functions",
    .run = run,
};
