// --lower-vector-multi-reduction: reductions of several dimensions as reductions of rows or arithmetic on rows (upstream:
// LowerVectorMultiReduction).

#include "dialect/arith/arith.h"
#include "dialect/vector/lowering.h"
#include "pass/pass.h"

static bool run(tern_op_t *op, tern_pass_t *pass) {
  static const tern_pattern_t *const tables[] = {tern_vector_multi_reduction_patterns, NULL};
  tern_str_t strategy = tern_pass_string(pass, "lowering-strategy");
  tern_vector_lowering_options_t options = {
      .multi_reduction = tern_str_equal_cstr(strategy, "inner-reduction") ? TERN_VECTOR_MULTI_REDUCTION_INNER_REDUCTION
                                                                          : TERN_VECTOR_MULTI_REDUCTION_INNER_PARALLEL,
  };
  if (tern_vector_lower(op, tables, &options)) return true;
  return tern_emit_error(op->loc, "reductions still changed after ten rounds");
}

static const char *const strategies[] = {"inner-parallel", "inner-reduction", NULL};
static const tern_option_def_t options[] = {
    {.name = "lowering-strategy",
     .kind = TERN_OPTION_STRING,
     .default_text = "inner-parallel",
     .help =
         "Where reduced dimensions go: outside, so that rows are combined (inner-parallel), or inside, so that rows "
         "are reduced (inner-reduction)",
     .choices = strategies},
};
static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, &tern_vector_dialect, NULL};

const tern_pass_def_t tern_lower_vector_multi_reduction_pass = {
    .flag = "lower-vector-multi-reduction",
    .name = "LowerVectorMultiReductionPass",
    .anchor = "func.func",
    .summary = "Lower 'vector.multi_reduction' operations",
    .description = "Reduced dimensions are put on one side and flattened; what is left has two dimensions.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};
