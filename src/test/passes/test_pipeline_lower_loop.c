// --tritongpu-test-pipeline-lower-loop: the first step of --tritongpu-pipeline alone, which leaves loops with their schedules (upstream: the
// test pass of that name).

#include "dialect/arith/arith.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"
#include "dialect/ub/ub.h"
#include "pass/pass.h"
#include "transform/ttg/pipeline/parts.h"

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  return tern_pipeline_lower_loops(module);
}

const tern_pass_def_t tern_tritongpu_test_pipeline_lower_loop_pass = {
    .flag = "tritongpu-test-pipeline-lower-loop",
    .name = "TestPipelineLowerLoop",
    .anchor = "builtin.module",
    .summary = "Make what waits in scheduled loops asynchronous, and leave the loops",
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_scf_dialect, &tern_tt_dialect,
                                                &tern_ttg_dialect, &tern_ttng_dialect, &tern_ub_dialect, NULL},
    .run = run,
};
