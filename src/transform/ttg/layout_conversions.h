// The steps of --tritongpu-remove-layout-conversions, each on one function. Private to that pass and its files.

#ifndef TERN_TRANSFORM_TTG_LAYOUT_CONVERSIONS_H_
#define TERN_TRANSFORM_TTG_LAYOUT_CONVERSIONS_H_

#include "analysis/triton/encoding_flow.h"
#include "base/map.h"
#include "base/vec.h"
#include "ir/dominance.h"
#include "ir/op_list.h"
#include "rewrite/rewriter.h"

// forward_encodings.c: ops take over the encodings of those that would rather keep theirs.
void tern_ttg_propagate_encodings(tern_op_t *function);

// rematerialize.c: what is converted is computed again in the encoding that is wanted. True if conversions went.
bool tern_ttg_rematerialize_backward(tern_op_t *function);

// hoist_conversions.c: conversions move to where there is less to convert, into a branch that needs them, or next to loads.
void tern_ttg_hoist_over_extensions(tern_op_t *function);
void tern_ttg_hoist_into_branches(tern_op_t *function);
void tern_ttg_hoist_operands(tern_op_t *function);

// --- values that are computed again ---

// A set of values in the order of insertion (keys of a map), and the encodings that they are to have.
typedef struct tern_ttg_slice {
  tern_map_t values;
  tern_map_t encodings;  // value -> encoding; some for values that are not in the set
} tern_ttg_slice_t;

void tern_ttg_slice_deinitialize(tern_ttg_slice_t *slice);
static inline const tern_attr_t *tern_ttg_slice_encoding(const tern_ttg_slice_t *slice, const tern_value_t *value) {
  return tern_map_get(&slice->encodings, value);
}
// Adds what the other one has. Encodings that are known stay.
void tern_ttg_slice_merge(tern_ttg_slice_t *slice, const tern_ttg_slice_t *other);

// What is known of one function while values in it are computed again.
typedef struct tern_ttg_remat {
  tern_op_t *function;
  tern_arena_t arena;
  tern_map_t known;     // value -> list of values that have the same numbers in other encodings
  tern_op_list_t dead;  // to be erased at the end; they stay so that no address is used twice
  tern_map_t is_dead;   // the same as a set
  tern_dominance_t *dominance;
} tern_ttg_remat_t;

void tern_ttg_remat_initialize(tern_ttg_remat_t *remat, tern_op_t *function);
// Erases what is dead.
void tern_ttg_remat_deinitialize(tern_ttg_remat_t *remat);
// Calls `visit` for each conversion of the function, and remembers those that stay for later ones. True if some went.
bool tern_ttg_remat_each_conversion(tern_ttg_remat_t *remat,
                                    void (*visit)(tern_ttg_remat_t *remat, tern_op_t *convert));
void tern_ttg_remat_kill(tern_ttg_remat_t *remat, tern_op_t *op);
// The value in another encoding, if it was computed so already; NULL if not.
tern_value_t *tern_ttg_remat_find(const tern_ttg_remat_t *remat, const tern_value_t *value,
                                  const tern_attr_t *encoding);
void tern_ttg_remat_remember(tern_ttg_remat_t *remat, tern_value_t *value, const tern_attr_t *encoding,
                             tern_value_t *same);

// What is known of values goes to those that take their place: `replacements` maps old to new ones.
void tern_ttg_remat_replace(tern_ttg_remat_t *remat, const tern_map_t *replacements);

typedef bool tern_ttg_stop_fn_t(const tern_op_t *op);
// Collects into `out` (which is deinitialised by the caller, in any case) what has to be computed in another encoding so that the
// operand has `encoding`. Ops for which `stops` is true, and those that a conversion folds into, are the ends. False: an op on
// the way cannot have the encoding that it would need.
bool tern_ttg_backward_slice(tern_ttg_remat_t *remat, tern_operand_t *root, const tern_attr_t *encoding,
                             tern_ttg_stop_fn_t *stops, tern_ttg_slice_t *out);
// The same, where each op of the slice may be run again.
bool tern_ttg_rematerializable_slice(tern_ttg_remat_t *remat, tern_operand_t *root, const tern_attr_t *encoding,
                                     tern_ttg_stop_fn_t *stops, tern_ttg_slice_t *out);
// Computes the values of the slice again, and what is converted with them; the conversion is dead then. `mapping`: values that are
// there already; it is changed.
void tern_ttg_rewrite_slice(tern_ttg_remat_t *remat, tern_ttg_slice_t *slice, tern_op_t *convert, tern_map_t *mapping);

// loop_values.c: yields of loops whose results nobody uses become their arguments, so that others erase them.
bool tern_ttg_drop_dead_yields(tern_op_t *op, tern_rewriter_t *rewriter, void *user);

#endif  // TERN_TRANSFORM_TTG_LAYOUT_CONVERSIONS_H_
