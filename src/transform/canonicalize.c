// --canonicalize: folds, the canonicalization hooks of all ops, and simple control flow, until nothing changes.
//
//   %c1 = arith.constant 1 : i32             %c3 = arith.constant 3 : i32
//   %c2 = arith.constant 2 : i32       ->    %0 = arith.addi %x, %c3 : i32
//   %0 = arith.addi %c1, %x : i32
//   %1 = arith.addi %0, %c2 : i32
//
// Source: upstream's Canonicalizer. A pattern's label, for disable-patterns and enable-patterns, is the name of the op
// whose hook it is; names of upstream's patterns that are the whole of an op's hook are known too.

#include <stdlib.h>

#include "pass/pass.h"
#include "rewrite/greedy.h"

static const struct {
  const char *pattern, *op;
} known_patterns[] = {
    {"TestRemoveOpWithInnerOps", "test.op_with_region_pattern"},
};

// The labels of an option, with the ops' names for patterns. `values` is owned.
static tern_pattern_labels_t read_labels(tern_pass_t *pass, const char *option) {
  const tern_str_t *given;
  size_t count = tern_pass_string_list(pass, option, &given);
  tern_str_t *values = tern_realloc_array(NULL, count + 1, sizeof(values[0]));
  for (size_t i = 0; i < count; ++i) {
    values[i] = given[i];
    for (size_t j = 0; j < sizeof(known_patterns) / sizeof(known_patterns[0]); ++j) {
      if (tern_str_equal_cstr(given[i], known_patterns[j].pattern))
        values[i] = tern_str_from_cstr(known_patterns[j].op);
    }
  }
  return (tern_pattern_labels_t){values, count};
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  tern_str_t level = tern_pass_string(pass, "region-simplify");
  options.top_down = tern_pass_bool(pass, "top-down");
  options.region_simplify = !tern_str_equal_cstr(level, "disabled");
  options.merge_blocks = tern_str_equal_cstr(level, "aggressive");
  options.max_iterations = tern_pass_int(pass, "max-iterations");
  options.max_rewrites = tern_pass_int(pass, "max-num-rewrites");
  options.use_canonicalizers = true;
  options.disabled = read_labels(pass, "disable-patterns");
  options.enabled = read_labels(pass, "enable-patterns");
  bool has_converged = tern_apply_patterns_greedily(op, NULL, 0, NULL, &options, NULL);
  free((void *)options.disabled.values);
  free((void *)options.enabled.values);
  // Canonicalization is an effort, not a promise.
  if (has_converged || !tern_pass_bool(pass, "test-convergence")) return true;
  return tern_op_error(op, "did not converge after %lld iterations of canonicalization",
                       (long long)options.max_iterations);
}

static const char *const simplify_choices[] = {"disabled", "normal", "aggressive", NULL};

static const tern_option_def_t options[] = {
    {"top-down", TERN_OPTION_BOOL, "true", "Visit ops from the first to the last, and not from the last to the first",
     NULL},
    {"region-simplify", TERN_OPTION_STRING, "normal",
     "What is done to blocks and branches: nothing, arguments that nobody reads, or merging of blocks as well",
     simplify_choices},
    {"max-iterations", TERN_OPTION_INT, "10", "How often all ops are visited at the most; -1: without limit", NULL},
    {"max-num-rewrites", TERN_OPTION_INT, "-1",
     "How many ops are rewritten in a visit of all at the most; -1: without limit", NULL},
    {"test-convergence", TERN_OPTION_BOOL, "false", "Fail if nothing stopped changing within the limits", NULL},
    {"disable-patterns", TERN_OPTION_STRING_LIST, NULL, "Ops whose canonicalization is left out", NULL},
    {"enable-patterns", TERN_OPTION_STRING_LIST, NULL, "Ops whose canonicalization is used, all others are left out",
     NULL},
};

const tern_pass_def_t tern_canonicalize_pass = {
    .flag = "canonicalize",
    .name = "Canonicalizer",
    .summary = "Canonicalize operations",
    .description =
        "Folds constants, removes dead and duplicate constant operations, applies the canonicalization of "
        "each operation and simplifies control flow, until nothing changes or a limit is reached.",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
