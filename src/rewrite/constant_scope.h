// Unifies constants: one op for each value, at the start of the region that they must stay in.

#ifndef TERN_REWRITE_CONSTANT_SCOPE_H_
#define TERN_REWRITE_CONSTANT_SCOPE_H_

#include "base/arena.h"
#include "base/map.h"
#include "rewrite/rewriter.h"

// Zero-initialise, then tern_constant_scopes_initialize(). Must not see the IR change but through its own calls.
typedef struct tern_constant_scopes {
  tern_arena_t arena;
  tern_map_t by_region;  // tern_region_t -> map of value -> constants with that value
  tern_map_t owned;      // the constants that stand for their value
  bool is_changed;       // something was moved or replaced
} tern_constant_scopes_t;

void tern_constant_scopes_initialize(tern_constant_scopes_t *scopes);
void tern_constant_scopes_deinitialize(tern_constant_scopes_t *scopes);
// Takes a constant-like op whose value is `value`. True if it stays (maybe at another place); false if it was replaced
// by an earlier one and erased.
bool tern_constant_scopes_insert(tern_constant_scopes_t *scopes, tern_rewriter_t *rewriter, tern_op_t *op,
                                 const tern_attr_t *value);
// The constant of this value for uses in `block`: one that was made so before, or a new one at the very front. NULL if
// there is no op for it.
tern_value_t *tern_constant_scopes_get(tern_constant_scopes_t *scopes, tern_block_t *block,
                                       const tern_dialect_t *dialect, const tern_attr_t *value,
                                       const tern_type_t *type);

#endif  // TERN_REWRITE_CONSTANT_SCOPE_H_
