// --tritongpu-combine-tensor-select-and-if: a tensor that is selected by the condition of an scf.if comes out of the scf.if.
//
//   %s = arith.select %c, %x, %y : tensor<...>     %r:2 = scf.if %c -> (..., tensor<...>) {
//   %r = scf.if %c -> (...) {                        scf.yield %a, %x
//     scf.yield %a                                 } else {
//   } else {                                         scf.yield %b, %y
//     scf.yield %b                                 }
//   }
//
// A select of tensors takes an instruction for each element, a branch is there anyhow. Within the scf.if it is known which of the two
// is selected, so uses there are replaced first. Scalars stay: they are cheap.
//
// Source: upstream's pass of the same name.

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/scf/scf.h"
#include "dialect/ttg/ttg.h"
#include "ir/dominance.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

// --- uses within the branches ---

// Which region of an scf.if with this condition the op is in; the outermost decides. NULL: none.
static const tern_region_t *branch_around(const tern_op_t *op, const tern_value_t *condition) {
  const tern_region_t *branch = NULL;
  for (const tern_region_t *region = op->block->parent; region && region->parent;
       region = region->parent->block ? region->parent->block->parent : NULL) {
    const tern_op_t *parent = region->parent;
    if (tern_op_is(parent, TERN_SCF(IF)) && tern_op_operand(parent, 0) == condition) branch = region;
  }
  return branch;
}

static void resolve_uses(tern_op_t *select) {
  const tern_value_t *condition = tern_op_operand(select, 0);
  for (tern_operand_t *use = select->results[0].first_use, *next = NULL; use; use = next) {
    next = use->next;
    const tern_region_t *branch = branch_around(use->owner, condition);
    // The select may be in the branch itself.
    if (!branch || tern_op_is_within(select, branch->parent)) continue;
    tern_operand_set(use, tern_op_operand(select, branch == &branch->parent->regions[0] ? 1 : 2));
  }
}

// --- which scf.if takes which selects ---

typedef struct pair {
  tern_op_t *select, *branch;
} pair_t;

// Everybody who uses the select has to come behind the branch, and the branch behind the select.
static bool can_merge(tern_dominance_t *dominance, tern_op_t *select, tern_op_t *branch) {
  if (!tern_dominance_op_dominates(dominance, select, branch)) return false;
  tern_value_for_each_use(&select->results[0], use) {
    if (use->owner == branch || !tern_dominance_op_dominates(dominance, branch, use->owner)) return false;
    if (tern_op_is_within(use->owner, branch)) return false;
  }
  return true;
}

// The first one of the block that can.
static tern_op_t *find_branch(tern_dominance_t *dominance, tern_op_t *select) {
  if (select->results[0].type->kind != TERN_TYPE_TENSOR) return NULL;
  tern_op_t *found = NULL;
  tern_value_for_each_use(tern_op_operand(select, 0), use) {
    tern_op_t *branch = use->owner;
    if (!tern_op_is(branch, TERN_SCF(IF)) || branch->block != select->block) continue;
    if (found && tern_op_is_before(found, branch)) continue;
    if (can_merge(dominance, select, branch)) found = branch;
  }
  return found;
}

// --- merging ---

static void extend_yield(tern_op_t *yield, const pair_t *pairs, size_t count, size_t operand) {
  for (size_t i = 0; i < count; ++i) {
    tern_op_insert_operands(yield, yield->operand_count, TERN_VALUES(tern_op_operand(pairs[i].select, operand)));
  }
}

// `count` pairs with the same branch.
static void merge(const pair_t *pairs, size_t count) {
  tern_op_t *branch = pairs[0].branch;
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < branch->result_count; ++i) tern_vec_push(&types, branch->results[i].type);
  for (size_t i = 0; i < count; ++i) tern_vec_push(&types, pairs[i].select->results[0].type);
  tern_builder_t b = tern_builder_before(branch);
  tern_op_t *made = tern_build(&b, TERN_SCF(IF), .operands = TERN_VALUES(tern_op_operand(branch, 0)),
                               .types = {types.values, types.count}, .dictionary = branch->attrs, .regions = 2);
  for (size_t i = 0; i < 2; ++i) tern_region_take_blocks(&made->regions[i], &branch->regions[i]);
  if (tern_region_is_empty(&made->regions[1])) {
    tern_builder_t end = tern_builder_at_end(tern_region_add_block(&made->regions[1]), branch->loc);
    tern_build(&end, TERN_SCF(YIELD), .operands = {0});
  }
  for (size_t i = 0; i < 2; ++i) extend_yield(made->regions[i].first_block->last_op, pairs, count, 1 + i);
  size_t old = branch->result_count;
  for (size_t i = 0; i < old; ++i) tern_value_replace_all_uses(&branch->results[i], &made->results[i]);
  for (size_t i = 0; i < count; ++i) {
    tern_value_replace_all_uses(&pairs[i].select->results[0], &made->results[old + i]);
    tern_op_destroy(pairs[i].select);
  }
  tern_op_destroy(branch);
  tern_vec_deinitialize(&types);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t selects = tern_op_collect_row(module, TERN_POSTORDER, TERN_ARITH(SELECT));
  for (size_t i = 0; i < selects.count; ++i) resolve_uses(selects.values[i]);
  tern_dominance_t *dominance = tern_dominance_create();
  TERN_VEC(pair_t) pairs = {0};
  for (size_t i = 0; i < selects.count; ++i) {
    tern_op_t *branch = find_branch(dominance, selects.values[i]);
    if (branch) tern_vec_push(&pairs, (pair_t){selects.values[i], branch});
  }
  tern_dominance_destroy(dominance);
  for (size_t i = 0; i < pairs.count; ++i) {
    if (!pairs.values[i].branch) continue;
    TERN_VEC(pair_t) group = {0};
    for (size_t k = i; k < pairs.count; ++k) {
      if (pairs.values[k].branch == pairs.values[i].branch) tern_vec_push(&group, pairs.values[k]);
    }
    for (size_t k = i; k < pairs.count; ++k) {
      if (pairs.values[k].branch == group.values[0].branch) pairs.values[k].branch = NULL;
    }
    merge(group.values, group.count);
    tern_vec_deinitialize(&group);
  }
  tern_vec_deinitialize(&pairs);
  tern_vec_deinitialize(&selects);
  return true;
}

const tern_pass_def_t tern_tritongpu_combine_tensor_select_and_if_pass = {
    .flag = "tritongpu-combine-tensor-select-and-if",
    .name = "TritonGPUCombineTensorSelectAndIf",
    .anchor = "builtin.module",
    .summary = "Let conditionals give what is selected by their condition",
    .dialects = (const tern_dialect_t *const[]){&tern_ttg_dialect, NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
