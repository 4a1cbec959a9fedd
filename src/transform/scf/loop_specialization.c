// --scf-for-loop-specialization, --scf-parallel-loop-specialization: a loop up to the least of a constant and something else,
// as tiling makes them, gets a version of its own for the constant, whose trip count is known.
//
//   %ub = affine.min (1024, %n)                   %c = arith.cmpi eq, %ub, %c1024
//   scf.for %i = %0 to %ub step %1 { ... }   ->   scf.if %c { scf.for ... to %c1024 ... } else { scf.for ... to %ub ... }
//
// Source: upstream's passes of the same names. All upper bounds of a parallel loop have to be like that.

#include "dialect/affine/affine.h"
#include "dialect/arith/arith.h"
#include "dialect/scf/scf.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

// The least constant among the results of the affine.min that makes the value; false if there is none.
static bool constant_of_min(const tern_value_t *bound, int64_t *out_constant) {
  const tern_op_t *min = tern_value_defining_op(bound);
  if (!min || !tern_op_is(min, TERN_AFFINE(MIN))) return false;
  const tern_affine_map_t *map = tern_affine_map_attr_value(tern_op_attr(min, "map"));
  bool has_any = false;
  for (size_t i = 0; i < map->result_count; ++i) {
    if (!tern_affine_expr_is_constant(map->results[i])) continue;
    if (!has_any || map->results[i]->value < *out_constant) *out_constant = map->results[i]->value;
    has_any = true;
  }
  return has_any;
}

static void clone_into(tern_op_t *branch, size_t region, const tern_op_t *loop, tern_map_t *mapping) {
  tern_block_t *block = tern_region_add_block(&branch->regions[region]);
  tern_builder_t b = tern_builder_at_end(block, loop->loc);
  tern_builder_clone(&b, loop, mapping);
  tern_build(&b, TERN_SCF(YIELD), .operands = {0});
}

// `bounds` operands from `first_bound` on are upper bounds.
static void specialize(tern_op_t *loop, size_t first_bound, size_t bound_count) {
  tern_builder_t b = tern_builder_before(loop);
  tern_map_t mapping = {0}, no_mapping = {0};
  tern_value_t *condition = NULL;
  int64_t constant;
  for (size_t i = 0; i < bound_count; ++i)
    if (!constant_of_min(tern_op_operand(loop, first_bound + i), &constant)) return;
  for (size_t i = 0; i < bound_count; ++i) {
    tern_value_t *bound = tern_op_operand(loop, first_bound + i);
    constant_of_min(bound, &constant);
    tern_value_t *value = tern_arith_constant_int(&b, bound->type, constant);
    tern_value_t *is_equal = tern_arith_cmpi(&b, TERN_CMPI_EQ, bound, value);
    tern_map_set(&mapping, bound, value);
    condition =
        condition ? tern_build_value(&b, TERN_ARITH(ANDI), .operands = TERN_VALUES(condition, is_equal)) : is_equal;
  }
  tern_op_t *branch = tern_build(&b, TERN_SCF(IF), .operands = TERN_VALUES(condition), .types = {0}, .regions = 2);
  clone_into(branch, 0, loop, &mapping);
  clone_into(branch, 1, loop, &no_mapping);
  tern_op_destroy(loop);
  tern_map_deinitialize(&mapping);
  tern_map_deinitialize(&no_mapping);
}

static bool is_for_without_results(const tern_op_t *op) {
  return tern_op_is(op, TERN_SCF(FOR)) && op->result_count == 0;
}

static bool is_parallel_without_results(const tern_op_t *op) {
  return tern_op_is(op, TERN_SCF(PARALLEL)) && op->result_count == 0;
}

static bool run_for(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t loops = tern_op_collect(root, TERN_POSTORDER, is_for_without_results);
  for (size_t i = 0; i < loops.count; ++i) specialize(loops.values[i], 1, 1);
  tern_vec_deinitialize(&loops);
  return true;
}

static bool run_parallel(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t loops = tern_op_collect(root, TERN_POSTORDER, is_parallel_without_results);
  for (size_t i = 0; i < loops.count; ++i) {
    size_t start, count;
    tern_op_operands_named(loops.values[i], "upperBound", &start, &count);
    specialize(loops.values[i], start, count);
  }
  tern_vec_deinitialize(&loops);
  return true;
}

const tern_pass_def_t tern_scf_for_loop_specialization_pass = {
    .flag = "scf-for-loop-specialization",
    .name = "SCFForLoopSpecialization",
    .summary = "Write a loop once for the largest size, which is known, and once for others",
    .run = run_for,
};

const tern_pass_def_t tern_scf_parallel_loop_specialization_pass = {
    .flag = "scf-parallel-loop-specialization",
    .name = "SCFParallelLoopSpecialization",
    .summary = "Write a parallel loop once for the largest sizes, which are known, and once for others",
    .run = run_parallel,
};
