// --sccp: values that are the same constant on all ways that can be taken become that constant.
//
//   %true = arith.constant true                            %true = arith.constant true
//   cf.cond_br %true, ^bb1, ^bb2(%x : i32)                 cf.cond_br %true, ^bb1, ^bb2(%x : i32)
//   ^bb1:                                            ->    ^bb1:
//     cf.br ^bb2(%c1 : i32)                                  cf.br ^bb2(%c1 : i32)
//   ^bb2(%0 : i32):                                        ^bb2(%0 : i32):
//     return %0 : i32                                        return %c1 : i32
//
// Source: upstream's SCCP (sparse conditional constant propagation). The control flow stays as it is, blocks that are
// never reached included: --canonicalize takes them away. Ops all of whose results are constants go unless they have
// effects. Constants stand at the front of the function, the one needed last first.

#include "analysis/constant_values.h"
#include "base/vec.h"
#include "pass/pass.h"
#include "rewrite/constant_scope.h"

typedef struct sccp {
  tern_dataflow_t *values;
  tern_constant_scopes_t constants;
  TERN_VEC(tern_block_t *) blocks;  // still to be rewritten
} sccp_t;

static bool replace_with_constant(sccp_t *sccp, tern_block_t *block, tern_value_t *value) {
  const tern_dialect_t *dialect;
  const tern_attr_t *attr = tern_constant_values_get(sccp->values, value, &dialect);
  if (!attr) return false;
  tern_value_t *constant = tern_constant_scopes_get(&sccp->constants, block, dialect, attr, value->type);
  if (constant) tern_value_replace_all_uses(value, constant);
  return constant != NULL;
}

static void add_regions(sccp_t *sccp, const tern_op_t *op) {
  if (tern_op_has_trait(op, TERN_TRAIT_QUOTED_BODY)) return;
  for (size_t i = 0; i < op->region_count; ++i) {
    for (tern_block_t *block = op->regions[i].last_block; block; block = block->prev) {
      tern_vec_push(&sccp->blocks, block);
    }
  }
}

// A dialect that makes its own constants only keeps those that are there.
static bool is_kept_constant(const tern_op_t *op) {
  return tern_op_has_trait(op, TERN_TRAIT_CONSTANT_LIKE) && !op->def->dialect->materialize_constant;
}

static void rewrite_block(sccp_t *sccp, tern_block_t *block) {
  tern_block_for_each_op_safe(block, op) {
    bool is_replaced = op->result_count > 0 && !is_kept_constant(op);
    for (size_t i = 0; i < op->result_count && !is_kept_constant(op); ++i) {
      is_replaced = replace_with_constant(sccp, block, tern_op_result(op, i)) && is_replaced;
    }
    if (is_replaced && tern_op_would_be_trivially_dead(op)) {
      tern_op_destroy(op);
    } else {
      add_regions(sccp, op);
    }
  }
  for (size_t i = 0; i < block->arg_count; ++i) replace_with_constant(sccp, block, block->args[i]);
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  sccp_t sccp = {.values = tern_constant_values_solve(op)};
  tern_constant_scopes_initialize(&sccp.constants);
  add_regions(&sccp, op);
  while (sccp.blocks.count) rewrite_block(&sccp, sccp.blocks.values[--sccp.blocks.count]);
  tern_vec_deinitialize(&sccp.blocks);
  tern_constant_scopes_deinitialize(&sccp.constants);
  tern_dataflow_destroy(sccp.values);
  return true;
}

const tern_pass_def_t tern_sccp_pass = {
    .flag = "sccp",
    .name = "SCCP",
    .summary = "Propagate constants along the paths that may be taken",
    .description =
        "Finds the values that are constant on all ways that can be taken, through branches, structured control flow "
        "and calls of functions whose callers are all known, and replaces them. Blocks that are never reached stay.",
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
