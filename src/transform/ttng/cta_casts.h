// Encodings that spread through a function by casts: each op takes those of its neighbours over, or casts stay between them and become
// conversions (upstream: CTAPlanner of PlanCTA.cpp).

#ifndef TERN_TRANSFORM_TTNG_CTA_CASTS_H_
#define TERN_TRANSFORM_TTNG_CTA_CASTS_H_

#include "base/vec.h"
#include "ir/op_def.h"

// A cast that stands in the function. A backward one asks what makes its operand to have the type of its result, a forward one
// asks what uses its result to take the type of its operand.
typedef struct tern_cta_cast {
  tern_op_t *op;
  bool is_backward;
} tern_cta_cast_t;

typedef struct tern_cta_casts {
  TERN_VEC(tern_cta_cast_t) queue;  // from `start` on
  size_t start;
  size_t unchanged;            // casts in a row that could not move
  const char *error;           // NULL, or why the function cannot be planned
  const tern_attr_t *culprit;  // where
} tern_cta_casts_t;

// The encoding that operand or result `index` (operands come first), a tensor or a pointer to one, is to have.
typedef const tern_attr_t *(*tern_cta_choice_t)(const tern_op_t *op, size_t index, const void *user);

// Makes the op have these encodings, with casts around it.
void tern_cta_casts_insert(tern_cta_casts_t *casts, tern_op_t *op, tern_cta_choice_t choose, const void *user);
// The same encoding for all.
void tern_cta_casts_insert_same(tern_cta_casts_t *casts, tern_op_t *op, const tern_attr_t *encoding);
// Moves casts until there are none left. False: `error` is set, and the function is to be thrown away.
bool tern_cta_casts_run(tern_cta_casts_t *casts);

// --- encodings ---

// Of a tensor, or of a pointer to one; NULL: neither, or none.
const tern_attr_t *tern_cta_encoding(const tern_type_t *type);
// The blocked encoding of a tensor of `shape` whose blocks of a cluster are dealt by `cga`, bases of a CGALayout; NULL: `encoding` is
// not a blocked one of that rank.
const tern_attr_t *tern_cta_replace(const tern_attr_t *encoding, const int64_t *shape, size_t rank, int64_t warps,
                                    const tern_attr_t *cga);

#endif  // TERN_TRANSFORM_TTNG_CTA_CASTS_H_
