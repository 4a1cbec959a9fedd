// --lower-vector-mask: vector.mask around transfers and gathers as masks of these ops themselves (upstream:
// LowerVectorMask).

#include "dialect/vector/lowering.h"
#include "dialect/vector/vector_hooks.h"
#include "pass/pass.h"

static bool canonicalize_mask(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  return tern_vector_canonicalize_mask(op, rewriter);
}

static const tern_pattern_t canonicalization[] = {{"mask", TERN_VECTOR(MASK), 1, canonicalize_mask}, {0}};

static bool run(tern_op_t *op, tern_pass_t *pass) {
  static const tern_pattern_t *const tables[] = {tern_vector_masked_transfer_patterns, canonicalization, NULL};
  (void)pass;
  if (tern_vector_lower(op, tables, &(tern_vector_lowering_options_t){0})) return true;
  return tern_emit_error(op->loc, "masks still changed after ten rounds");
}

const tern_pass_def_t tern_lower_vector_mask_pass = {
    .flag = "lower-vector-mask",
    .name = "LowerVectorMaskPass",
    .anchor = "func.func",
    .summary = "Lower 'vector.mask' operations",
    .description =
        "Masked reductions, contractions and outer products stay: they have no mask of their own. So does a masked "
        "transfer_read with a vector to pass through.",
    .run = run,
};
