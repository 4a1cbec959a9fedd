// The greedy driver: folds, erases dead ops and applies patterns until nothing changes
// (upstream: GreedyPatternRewriteDriver).

#ifndef TERN_REWRITE_GREEDY_H_
#define TERN_REWRITE_GREEDY_H_

#include "rewrite/rewriter.h"

// A list of labels: names of patterns, or of ops for the canonicalize hooks of their rows.
typedef struct tern_pattern_labels {
  const tern_str_t *values;
  size_t count;
} tern_pattern_labels_t;

typedef struct tern_greedy_options {
  bool top_down;                   // order of the first worklist (--canonicalize's top-down)
  bool region_simplify;            // remove unreachable blocks and dead block arguments
  bool merge_blocks;               // with region_simplify: also merge blocks that do the same (upstream's "aggressive")
  int64_t max_iterations;          // negative: no limit
  int64_t max_rewrites;            // in one iteration; negative: no limit
  bool fold;                       // fold ops and unify constants
  bool keeps_constants;            // with fold: equal constants are not unified
  bool use_canonicalizers;         // also the rows' canonicalize hooks
  tern_pattern_labels_t disabled;  // these patterns are left out
  tern_pattern_labels_t enabled;   // if not empty, all others are left out
} tern_greedy_options_t;
#define TERN_GREEDY_DEFAULT \
  ((tern_greedy_options_t){ \
      .top_down = true, .region_simplify = true, .max_iterations = 10, .max_rewrites = -1, .fold = true})

// Rewrites everything inside `op` (not `op` itself). Returns true if it converged within the limits; `*out_changed`
// (may be NULL) says whether anything changed. `user` goes to the patterns.
bool tern_apply_patterns_greedily(tern_op_t *op, const tern_pattern_t *patterns, size_t pattern_count, void *user,
                                  const tern_greedy_options_t *options, bool *out_changed);
// Removes blocks of `region` that control flow from its entry does not reach; true if there were some.
bool tern_erase_unreachable_in_region(tern_region_t *region);
// Removes unreachable blocks, dead block arguments and dead ops inside `op`; true if something changed.
bool tern_simplify_regions(tern_op_t *op);
// The same, and merges blocks that do the same and drops arguments that always have one value.
bool tern_simplify_regions_aggressively(tern_op_t *op);

#endif  // TERN_REWRITE_GREEDY_H_
