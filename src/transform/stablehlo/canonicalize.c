// --iree-stablehlo-canonicalize and --stablehlo-canonicalize-dynamism: patterns on StableHLO, applied until nothing changes
// (upstream: StableHLOCanonicalize, StablehloCanonicalizeDynamismPass).

#include "pass/pass.h"
#include "rewrite/greedy.h"
#include "transform/stablehlo/patterns.h"

static const tern_pattern_t simplifications[] = {
    {"fold-constants", NULL, 3, tern_hlo_fold_constants},
    {"make-static", NULL, 2, tern_hlo_make_static},
    {"simplify", NULL, 1, tern_hlo_simplify},
};

static const tern_pattern_t dynamism[] = {
    {"fold-constants", NULL, 2, tern_hlo_fold_constants},
    {"make-static", NULL, 1, tern_hlo_make_static},
};

static bool run_simplifications(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  tern_apply_patterns_greedily(root, simplifications, sizeof simplifications / sizeof simplifications[0], NULL,
                               &options, NULL);
  return true;
}

static bool run_dynamism(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  tern_apply_patterns_greedily(root, dynamism, sizeof dynamism / sizeof dynamism[0], NULL, &options, NULL);
  return true;
}

const tern_pass_def_t tern_stablehlo_canonicalize_pass = {
    .name = "StableHLOCanonicalize",
    .flag = "iree-stablehlo-canonicalize",
    .alias = "stablehlo-aggressive-simplification",
    .summary = "Canonicalize StableHLO ops",
    .run = run_simplifications,
};

const tern_pass_def_t tern_stablehlo_canonicalize_dynamism_pass = {
    .name = "StablehloCanonicalizeDynamismPass",
    .flag = "stablehlo-canonicalize-dynamism",
    .summary = "Replace ops with computed shapes by static ones where the shapes are constants",
    .run = run_dynamism,
};
