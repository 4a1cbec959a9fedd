// --scf-parallel-for-to-nested-fors: scf.parallel without results becomes a nest of scf.for.
//
// Source: upstream's pass of the same name.

#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/scf/forall.h"

tern_op_t *tern_parallel_to_nested_fors(tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  tern_block_t *body = tern_op_body(op, 0);
  size_t rank = body->arg_count;
  tern_op_list_t loops = {0};
  for (size_t i = 0; i < rank; ++i) {
    tern_op_t *loop = tern_build_scf_for(&b, tern_op_operand(op, i), tern_op_operand(op, rank + i),
                                         tern_op_operand(op, 2 * rank + i), (tern_values_t){0});
    tern_value_replace_all_uses(body->args[i], tern_scf_for_iv(loop));
    tern_vec_push(&loops, loop);
  }
  tern_op_destroy(body->last_op);
  tern_block_t *target = tern_op_body(loops.values[rank - 1], 0);
  tern_block_for_each_op_safe(body, inner) {
    tern_op_remove(inner);
    tern_op_insert(inner, target, NULL);
  }
  for (size_t i = rank; i-- > 0;) tern_build_scf_for_end(&b, loops.values[i], (tern_values_t){0});
  tern_op_t *outermost = loops.values[0];
  tern_op_destroy(op);
  tern_vec_deinitialize(&loops);
  return outermost;
}

static bool is_parallel_without_results(const tern_op_t *op) {
  return tern_op_is(op, TERN_SCF(PARALLEL)) && op->result_count == 0;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t loops = tern_op_collect(root, TERN_POSTORDER, is_parallel_without_results);
  for (size_t i = 0; i < loops.count; ++i) tern_parallel_to_nested_fors(loops.values[i]);
  tern_vec_deinitialize(&loops);
  return true;
}

const tern_pass_def_t tern_scf_parallel_for_to_nested_fors_pass = {
    .flag = "scf-parallel-for-to-nested-fors",
    .name = "SCFParallelForToNestedFors",
    .summary = "Make a nest of scf.for of scf.parallel",
    .run = run,
};
