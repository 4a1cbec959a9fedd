// --tritonamdgpu-pipeline: loops that --tritonamdgpu-schedule-loops has dealt to stages run several iterations at once.
//
//   scf.for ... {                                           %x0 = tt.load of iteration 0; ttg.local_store %x0
//     %x = tt.load %p      {stage 0}                        scf.for ... {
//     %a = ttg.convert_layout %x                      =>      %x = tt.load of the next iteration
//     %d = tt.dot %a, ...  {stage 1}                          tt.dot (ttg.local_load ...), ...
//   }                                                         ttg.local_store %x
//                                                           }
//                                                           tt.dot of the last iteration, if there is one
//
// Loads that lead to operands go through shared memory, in as many buffers as iterations are under way; with `use_async_copy` the GPU copies
// without registers in between, where it can. What the last iterations have left is copied behind the loop, under predicates where
// iterations may be fewer than stages: products in branches, so that sums are not selected from. Loads in front of the
// loop are marked `amd.pipeliner_part` for --tritonamdgpu-reorder-instructions.
//
// Source: upstream's pass of the same name (Pipeline.cpp and LowerLoops.cpp of its AMD backend).

#include "dialect/arith/arith.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ub/ub.h"
#include "pass/pass.h"
#include "transform/amdg/dot_chain.h"
#include "transform/amdg/pipeline/parts.h"

// Where there is no iteration the sums stay what they were.
static tern_op_t *put_in_branch(tern_builder_t *b, tern_op_t *dot, tern_value_t *predicate) {
  tern_op_t *branch = tern_build(b, TERN_SCF(IF), .operands = TERN_VALUES(predicate),
                                 .types = TERN_TYPES(dot->results[0].type), .regions = 2);
  tern_builder_t inside = *b;
  tern_value_t *values[] = {&dot->results[0], tern_op_operand(dot, 2)};
  for (size_t i = 0; i < 2; ++i) {
    tern_block_t *block = tern_builder_add_block(&inside, &branch->regions[i], (tern_types_t){0});
    if (i == 0) {
      tern_op_remove(dot);
      tern_op_insert(dot, block, NULL);
    }
    tern_builder_set_end(&inside, block);
    tern_build(&inside, TERN_SCF(YIELD), .operands = TERN_VALUES(values[i]));
  }
  return branch;
}

static tern_op_t *predicate(tern_builder_t *b, tern_op_t *op, tern_value_t *condition) {
  return tern_amdg_is_dot(op) ? put_in_branch(b, op, condition) : tern_pipeline_put_in_mask(b, op, condition);
}

// What is in a mask is marked there.
static void mark_prologue(tern_op_t *op, tern_pipeline_part_t part, unsigned iteration, void *user) {
  (void)iteration, (void)user;
  if (tern_op_is(op, TERN_TTG(MASK))) op = tern_op_body(op, 0)->first_op;
  if (part != TERN_PIPELINE_PROLOGUE || !tern_op_is(op, TERN_TT(LOAD))) return;
  tern_op_set_attr(op, "amd.pipeliner_part", tern_string_attr_get(tern_op_context(op), TERN_STR("prologue")));
}

static void expand(tern_op_t *loop) {
  tern_pipeline_expand_loop(loop, (tern_pipeline_options_t){.takes_any_count = true,
                                                            .peels_epilogue = true,
                                                            .can_predicate = tern_pipeline_can_be_masked,
                                                            .predicate = predicate,
                                                            .annotate = mark_prologue});
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  bool is_async = tern_pass_bool(pass, "use_async_copy");
  tern_amd_lower_loops(module, is_async, tern_pass_bool(pass, "use_pingpong"));
  tern_op_visit_row(module, TERN_POSTORDER, TERN_SCF(FOR), expand);
  tern_pipeline_resolve_masks(module);
  if (is_async) tern_pipeline_combine_waits(module);
  tern_pipeline_forget_schedules(module);
  return true;
}

static const tern_option_def_t options[] = {
    {"use_async_copy", TERN_OPTION_BOOL, "false", "Copy from global to shared memory without registers in between",
     NULL},
    {"use_pingpong", TERN_OPTION_BOOL, "false", "Wait for copies as --tritonamdgpu-block-pingpong wants it", NULL},
};

const tern_pass_def_t tern_tritonamdgpu_pipeline_pass = {
    .flag = "tritonamdgpu-pipeline",
    .name = "TritonAMDGPUPipeline",
    .anchor = "builtin.module",
    .summary = "Run several iterations of scheduled loops at once",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_scf_dialect, &tern_ttg_dialect,
                                                &tern_ub_dialect, NULL},
    .run = run,
};
