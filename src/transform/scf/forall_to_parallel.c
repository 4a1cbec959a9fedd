// --scf-forall-to-parallel: scf.forall without shared outputs becomes scf.parallel, with its mapping as an attribute.
//
// Source: upstream's pass of the same name.

#include "base/vec.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/scf/scf.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/scf/forall.h"

tern_op_t *tern_forall_to_parallel(tern_op_t *forall) {
  static const char *const names[][2] = {{"dynamicLowerBound", "staticLowerBound"},
                                         {"dynamicUpperBound", "staticUpperBound"},
                                         {"dynamicStep", "staticStep"}};
  tern_builder_t b = tern_builder_before(forall);
  tern_mixed_index_t entries[TERN_INDEX_LIST_MAX];
  size_t rank = tern_index_list_count(forall, "staticUpperBound");
  TERN_VEC(tern_value_t *) bounds = {0};
  for (size_t g = 0; g < 3; ++g) {
    if (!tern_index_list_read(forall, names[g][0], names[g][1], entries, TERN_INDEX_LIST_MAX)) continue;
    for (size_t i = 0; i < rank; ++i) tern_vec_push(&bounds, tern_mixed_build(&b, entries[i]));
  }
  int32_t count = (int32_t)rank;
  tern_op_t *loop = tern_build(&b, TERN_SCF(PARALLEL), .operands = {bounds.values, bounds.count}, .types = {0},
                               .regions = 1, .segments = (const int32_t[]){count, count, count, 0});
  tern_region_take_blocks(&loop->regions[0], &forall->regions[0]);
  tern_block_t *body = tern_op_body(loop, 0);
  tern_op_destroy(body->last_op);
  tern_builder_set_end(&b, body);
  tern_build(&b, TERN_SCF(REDUCE), .operands = {0});
  const tern_attr_t *mapping = tern_op_attr(forall, "mapping");
  if (mapping) tern_op_set_attr(loop, "mapping", mapping);
  tern_op_destroy(forall);
  tern_vec_deinitialize(&bounds);
  return loop;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  bool is_right = true;
  tern_op_list_t loops = tern_op_collect_row(root, TERN_POSTORDER, TERN_SCF(FORALL));
  for (size_t i = 0; i < loops.count && is_right; ++i) {
    is_right = tern_forall_is_on_buffers(loops.values[i]) ||
               tern_op_error(loops.values[i], "has shared outputs and cannot become scf.parallel");
    if (is_right) tern_forall_to_parallel(loops.values[i]);
  }
  tern_vec_deinitialize(&loops);
  return is_right;
}

const tern_pass_def_t tern_scf_forall_to_parallel_pass = {
    .flag = "scf-forall-to-parallel",
    .name = "SCFForallToParallelLoop",
    .summary = "Make scf.parallel of scf.forall",
    .run = run,
};
