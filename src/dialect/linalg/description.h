// What a structured op is made of, as data: the `extra` of each row. Private to src/dialect/linalg.

#ifndef TERN_DIALECT_LINALG_DESCRIPTION_H_
#define TERN_DIALECT_LINALG_DESCRIPTION_H_

#include "dialect/linalg/linalg.h"

// Where maps and iterators come from.
typedef enum tern_linalg_form {
  TERN_LINALG_FORM_NAMED,        // the texts below
  TERN_LINALG_FORM_NAMED_MAPS,   // the texts below, unless an `indexing_maps` attribute says otherwise
  TERN_LINALG_FORM_RANKED,       // identity maps of the output's rank, rank-0 operands broadcast; all parallel
  TERN_LINALG_FORM_ELEMENTWISE,  // `indexing_maps` or identities; all parallel
  TERN_LINALG_FORM_CONTRACT,     // `indexing_maps`; loops that the output's map leaves out are reductions
  TERN_LINALG_FORM_GENERIC,      // `indexing_maps` and `iterator_types`
  TERN_LINALG_FORM_MAP,          // identity maps of the output's rank
  TERN_LINALG_FORM_REDUCE,       // by `dimensions`
  TERN_LINALG_FORM_TRANSPOSE,    // by `permutation`
  TERN_LINALG_FORM_BROADCAST,    // by `dimensions`
} tern_linalg_form_t;

// How the verifier sees it.
typedef enum tern_linalg_family {
  TERN_LINALG_FAMILY_PLAIN,
  TERN_LINALG_FAMILY_FILL,
  TERN_LINALG_FAMILY_CONTRACTION,
  TERN_LINALG_FAMILY_CONVOLUTION,  // pooling too
} tern_linalg_family_t;

typedef struct tern_linalg_description {
  tern_linalg_form_t form;
  tern_linalg_family_t family;
  // Maps of the operands, separated by `;`, their results by `,`: loops are letters, Si and Di stand for element i of
  // `strides` and `dilations`: "a,b*S0+d*D0,e;d,e,c;a,b,c".
  const char *maps;
  // A letter for each loop: p(arallel), r(eduction), w(indow).
  const char *iterators;
  // The body as a postfix program, one for each output: see body.h.
  const char *body;
  size_t input_count;   // of ops whose number of inputs is fixed
  size_t spatial_rank;  // length of `strides` and `dilations`; 0: has none
} tern_linalg_description_t;

// NULL for ops that are not structured.
static inline const tern_linalg_description_t *tern_linalg_describe(const tern_op_t *op) {
  return tern_op_has_trait(op, TERN_TRAIT_LINALG) && op->def->row ? op->def->row->extra : NULL;
}

// Map of operand `position` by the row's text. `dim_count` is the number of iterators. `strides` and `dilations` may be
// NULL (all 1).
const tern_affine_map_t *tern_linalg_map_from_text(tern_context_t *context,
                                                   const tern_linalg_description_t *description, size_t position,
                                                   const tern_attr_t *strides, const tern_attr_t *dilations);
// The attribute with all maps of the row's text, without strides.
const tern_attr_t *tern_linalg_default_maps(tern_context_t *context, const tern_linalg_description_t *description);
// Identity maps for `count` operands.
const tern_attr_t *tern_linalg_identity_maps(tern_context_t *context, size_t rank, size_t count);

#endif  // TERN_DIALECT_LINALG_DESCRIPTION_H_
