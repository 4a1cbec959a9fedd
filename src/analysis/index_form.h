// Index values of one invocation as sums: coefficients of values that all invocations of a workgroup share, and a number.

#ifndef TERN_ANALYSIS_INDEX_FORM_H_
#define TERN_ANALYSIS_INDEX_FORM_H_

#include "base/map.h"
#include "base/vec.h"
#include "ir/op.h"

#define TERN_INDEX_FORM_TERMS 8

typedef struct tern_index_term {
  const tern_value_t *value;
  int64_t factor;
} tern_index_term_t;

typedef struct tern_index_form {
  bool is_unknown;
  size_t term_count;
  tern_index_term_t terms[TERN_INDEX_FORM_TERMS];  // no value twice, no factor 0
  int64_t constant;
} tern_index_form_t;

// What an invocation is, and the values of the loops that are looked at one iteration at a time.
typedef struct tern_index_scope {
  int64_t workgroup_size[3], subgroup_size;
  int64_t id[3];
  TERN_VEC(struct tern_fixed_value {
    const tern_value_t *value;
    int64_t number;
  })
  fixed;
  tern_map_t varying;  // memory of tern_index_varies(): value to 1 (no) or 2 (yes)
} tern_index_scope_t;

void tern_index_scope_deinitialize(tern_index_scope_t *scope);
// May the value differ between invocations of a workgroup?
bool tern_index_varies(tern_index_scope_t *scope, const tern_value_t *value);
// The value in this scope. A value that varies and is not computed from ids alone is unknown.
tern_index_form_t tern_index_evaluate(tern_index_scope_t *scope, const tern_value_t *value);
// a + factor * b.
tern_index_form_t tern_index_form_add(const tern_index_form_t *a, const tern_index_form_t *b, int64_t factor);
static inline tern_index_form_t tern_index_form_constant(int64_t value) {
  return (tern_index_form_t){.constant = value};
}
static inline bool tern_index_form_is_constant(const tern_index_form_t *form) {
  return !form->is_unknown && form->term_count == 0;
}

#endif  // TERN_ANALYSIS_INDEX_FORM_H_
