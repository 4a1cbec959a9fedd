// --iree-util-apply-patterns: simplifies the arguments of blocks across branches.
//
//   cf.cond_br %c, ^bb1(%x, %x), ^bb2          cf.cond_br %c, ^bb1(%x), ^bb2
//   ^bb1(%a, %b):                       ->     ^bb1(%a):     // %a stands for %b
//
// Source: upstream's pass of the same name, whose patterns of this kind are too costly for canonicalization. Arguments
// that get equal values on all ways are one; those that always get one value are that value; those that nobody uses are
// dropped; blocks that do the same are one.

#include "dialect/stream/stream.h"
#include "dialect/util/util.h"
#include "pass/pass.h"
#include "rewrite/branch.h"
#include "rewrite/greedy.h"
#include "transform/util/fixed_point.h"

// Do all branches to the block say which operands become its arguments?
static bool knows_branches(const tern_block_t *block) {
  for (const tern_successor_t *use = block->first_use; use; use = use->next) {
    size_t start, count;
    if (!tern_branch_successor_operands(use->owner, (size_t)(use - use->owner->successors), &start, &count)) {
      return false;
    }
  }
  return block->first_use != NULL;
}

// An argument handed round is as good as its partner handed round.
static bool are_equal(const tern_block_t *block, size_t a, size_t b) {
  for (const tern_successor_t *use = block->first_use; use; use = use->next) {
    size_t start, count;
    tern_branch_successor_operands(use->owner, (size_t)(use - use->owner->successors), &start, &count);
    const tern_value_t *left = tern_op_operand(use->owner, start + a), *right = tern_op_operand(use->owner, start + b);
    bool are_themselves = left == block->args[a] && right == block->args[b];
    if (left != right && !are_themselves) return false;
  }
  return true;
}

static bool merge_arguments(tern_block_t *block) {
  bool has_changed = false;
  if (tern_block_is_entry(block) || !knows_branches(block)) return false;
  for (size_t i = block->arg_count; i-- > 1;) {
    for (size_t k = 0; k < i; ++k) {
      if (block->args[k]->type != block->args[i]->type || !are_equal(block, k, i)) continue;
      tern_value_replace_all_uses(block->args[i], block->args[k]);
      for (tern_successor_t *use = block->first_use; use; use = use->next) {
        tern_branch_erase_successor_operand(use->owner, (size_t)(use - use->owner->successors), i);
      }
      tern_block_erase_arg(block, i);
      has_changed = true;
      break;
    }
  }
  return has_changed;
}

static bool merge_in_region(tern_region_t *region) {
  bool has_changed = false;
  tern_region_for_each_block(region, block) {
    has_changed |= merge_arguments(block);
    tern_block_for_each_op(block, op) {
      for (size_t i = 0; i < op->region_count; ++i) has_changed |= merge_in_region(&op->regions[i]);
    }
  }
  return has_changed;
}

static bool simplify(tern_op_t *op) {
  bool has_changed = false;
  for (size_t i = 0; i < op->region_count; ++i) has_changed |= merge_in_region(&op->regions[i]);
  return tern_simplify_regions_aggressively(op) || has_changed;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  bool has_changed = false;
  if (!tern_op_has_trait(op, TERN_TRAIT_SYMBOL_TABLE)) {
    has_changed = simplify(op);
  } else {
    // Host code only: device code has its own ways.
    tern_block_for_each_op(tern_op_body(op, 0), inner) {
      bool is_host = tern_op_is(inner, TERN_UTIL(FUNC)) || tern_op_is(inner, TERN_UTIL(INITIALIZER));
      if (is_host) has_changed |= simplify(inner);
    }
  }
  if (has_changed) tern_fixed_point_signal(op);
  return true;
}

const tern_pass_def_t tern_util_apply_patterns_pass = {
    .flag = "iree-util-apply-patterns",
    .name = "ApplyPatternsPass",
    .summary = "Simplify what canonicalization leaves, by what is known of programs as a whole",
    .description = "Arguments of blocks that are equal, constant or unused are removed, and equal blocks are merged.",
    .run = run,
};
