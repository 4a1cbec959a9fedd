// Canonicalization of execute_region and index_switch, and the inlining of regions that all of scf uses.

#include <stdlib.h>

#include "base/arena.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/cf/cf.h"
#include "dialect/scf/scf_hooks.h"

void tern_scf_inline_region(tern_op_t *op, tern_rewriter_t *rewriter, tern_region_t *region, tern_values_t args) {
  tern_block_t *block = region->first_block;
  tern_op_t *end = block->last_op;
  tern_rewriter_inline_block_before(rewriter, block, op, args);
  tern_value_list_t results = {0};
  for (size_t i = 0; i < op->result_count; i++) tern_vec_push(&results, tern_op_operand(end, i));
  tern_rewriter_replace(rewriter, op, tern_value_list_view(&results));
  tern_rewriter_erase(rewriter, end);
  tern_vec_deinitialize(&results);
}

// --- execute_region ---

static void replace_yield_with_branch(tern_op_t *yield, tern_rewriter_t *rewriter, tern_block_t *target) {
  tern_value_list_t values = {0};
  for (size_t i = 0; i < yield->operand_count; i++) tern_vec_push(&values, tern_op_operand(yield, i));
  tern_build_args_t args = {
      .operands = tern_value_list_view(&values), .successors = (tern_block_t *[]){target}, .successor_count = 1};
  tern_rewriter_replace_with(rewriter, yield, TERN_CF(BR), &args);
  tern_vec_deinitialize(&values);
}

// Where a parent takes several blocks, the region's blocks become the parent's:
//   ^a: ...; %r = execute_region { ^b: ...; yield %x }; ...   ->   ^a: ...; br ^b   ^b: ...; br ^c(%x)   ^c(%r): ...
static void inline_blocks(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_block_t *before = op->block, *after = tern_block_split(op);
  tern_region_t *region = before->parent;
  tern_block_t *entry = tern_op_body(op, 0);
  for (tern_block_t *block = entry, *next; block; block = next) {
    next = block->next;
    if (block->last_op && tern_op_is(block->last_op, TERN_SCF(YIELD)))
      replace_yield_with_branch(block->last_op, rewriter, after);
    tern_block_remove(block);
    tern_block_insert(block, region, after);
  }
  tern_builder_set_end(&rewriter->builder, before);
  rewriter->builder.loc = op->loc;
  tern_build(&rewriter->builder, TERN_CF(BR), .successors = (tern_block_t *[]){entry}, .successor_count = 1);
  tern_value_list_t results = {0};
  for (size_t i = 0; i < op->result_count; i++)
    tern_vec_push(&results, tern_block_add_arg(after, op->results[i].type, op->loc));
  tern_rewriter_replace(rewriter, op, tern_value_list_view(&results));
  tern_vec_deinitialize(&results);
}

bool tern_scf_canonicalize_execute_region(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (tern_scf_canonicalize_carried(op, rewriter)) return true;
  if (tern_op_attr(op, "no_inline")) return false;
  const tern_block_t *entry = tern_op_body(op, 0);
  const tern_op_t *parent = tern_op_parent(op);
  if (!entry->next) {
    // The block may end without yielding (ub.unreachable): then it stays.
    if (!entry->last_op || !tern_op_is(entry->last_op, TERN_SCF(YIELD))) return false;
    tern_scf_inline_region(op, rewriter, &op->regions[0], (tern_values_t){0});
    return true;
  }
  if (!parent) return false;
  if (!tern_op_has_trait(parent, TERN_TRAIT_FUNCTION_LIKE) && !tern_op_is(parent, TERN_SCF(EXECUTE_REGION)))
    return false;
  inline_blocks(op, rewriter);
  return true;
}

// --- index_switch ---

bool tern_scf_canonicalize_index_switch(tern_op_t *op, tern_rewriter_t *rewriter) {
  int64_t value;
  if (tern_scf_canonicalize_carried(op, rewriter)) return true;
  if (!tern_value_constant_int(tern_op_operand(op, 0), &value)) return false;
  const tern_attr_t *cases = tern_op_attr(op, "cases");
  size_t chosen = 0;
  for (size_t i = 0; i < tern_int_list_attr_count(cases) && chosen == 0; i++)
    if (tern_int_list_attr_at(cases, i) == value) chosen = i + 1;
  tern_scf_inline_region(op, rewriter, &op->regions[chosen], (tern_values_t){0});
  return true;
}
