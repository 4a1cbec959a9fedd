// --tritongpu-remove-layout-conversions: gives ops the encodings by which as few values as possible change threads (upstream's pass
// of the name).
//
// Encodings flow forward from those that would rather keep theirs; then, until nothing changes, what is converted is computed in
// the encoding that is wanted, where that costs less; what is left moves to where there is less to convert. What all of this leaves
// behind is cleaned up: conversions of conversions and of constants, and what loops carry for nothing.

#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"
#include "transform/ttg/layout_conversions.h"

static bool canonicalize(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  return op->def->row->canonicalize(op, rewriter);
}

// Of ops that have other canonical forms as well only those that take what is converted.
static bool take_unconverted(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  return op->operand_count > 0 && tern_value_defined_by(tern_op_operand(op, 0), TERN_TTG(CONVERT_LAYOUT)) &&
         op->def->row->canonicalize(op, rewriter);
}

#define CONVERSION_PATTERNS                                                                                   \
  {"convert", TERN_TTG(CONVERT_LAYOUT), 1, canonicalize}, {"reshape", TERN_TT(RESHAPE), 1, take_unconverted}, \
      {"trans", TERN_TT(TRANS), 1, take_unconverted}, {"gather", TERN_TT(GATHER), 1, take_unconverted},       \
      {"histogram", TERN_TT(HISTOGRAM), 1, take_unconverted},                                                 \
      {"local_alloc", TERN_TTG(LOCAL_ALLOC), 1, take_unconverted},                                            \
      {"local_store", TERN_TTG(LOCAL_STORE), 1, take_unconverted}, {                                          \
    "split", TERN_TT(SPLIT), 1, take_unconverted                                                              \
  }

static const tern_pattern_t conversion_patterns[] = {CONVERSION_PATTERNS};
static const tern_pattern_t last_patterns[] = {
    {"dead yields", TERN_SCF(FOR), 1, tern_ttg_drop_dead_yields},
    {"for", TERN_SCF(FOR), 1, canonicalize},
    {"if", TERN_SCF(IF), 1, canonicalize},
    CONVERSION_PATTERNS,
};

static void clean_up(tern_op_t *module, const tern_pattern_t *patterns, size_t count) {
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.top_down = false;
  options.merge_blocks = true;
  bool is_changed;
  tern_apply_patterns_greedily(module, patterns, count, NULL, &options, &is_changed);
}

static void clean_up_conversions(tern_op_t *module) {
  clean_up(module, conversion_patterns, sizeof conversion_patterns / sizeof conversion_patterns[0]);
}

static bool is_defined_function(const tern_op_t *op) {
  return tern_op_is(op, TERN_TT(FUNC)) && !tern_region_is_empty(&op->regions[0]);
}

static void each_function(tern_op_t *module, void (*step)(tern_op_t *function)) {
  tern_op_list_t functions = tern_op_collect(module, TERN_POSTORDER, is_defined_function);
  for (size_t i = 0; i < functions.count; ++i) step(functions.values[i]);
  tern_vec_deinitialize(&functions);
}

static bool rematerialize(tern_op_t *module) {
  tern_op_list_t functions = tern_op_collect(module, TERN_POSTORDER, is_defined_function);
  bool is_changed = false;
  for (size_t i = 0; i < functions.count; ++i)
    is_changed = tern_ttg_rematerialize_backward(functions.values[i]) || is_changed;
  tern_vec_deinitialize(&functions);
  return is_changed;
}

static void hoist(tern_op_t *function) {
  tern_ttg_hoist_over_extensions(function);
  tern_ttg_hoist_into_branches(function);
  tern_ttg_hoist_operands(function);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  each_function(module, tern_ttg_propagate_encodings);
  clean_up_conversions(module);
  while (rematerialize(module)) clean_up_conversions(module);
  clean_up_conversions(module);
  each_function(module, hoist);
  clean_up(module, last_patterns, sizeof last_patterns / sizeof last_patterns[0]);
  return true;
}

const tern_pass_def_t tern_tritongpu_remove_layout_conversions_pass = {
    .flag = "tritongpu-remove-layout-conversions",
    .name = "TritonGPURemoveLayoutConversions",
    .anchor = "builtin.module",
    .summary = "Give ops the encodings by which as few values as possible change threads",
    .run = run,
};
