// Where the values of a host program's block arguments, loops, conditionals and calls come from.

#ifndef TERN_ANALYSIS_INCOMING_VALUES_H_
#define TERN_ANALYSIS_INCOMING_VALUES_H_

#include "base/map.h"
#include "base/vec.h"
#include "ir/op_def.h"

typedef TERN_VEC(tern_value_t *) tern_value_vec_t;

// The calls of a program, and the functions that they call.
typedef struct tern_call_sites {
  tern_map_t by_function;  // util.func -> its calls (TERN_VEC of ops)
  tern_map_t callees;      // util.call -> util.func
} tern_call_sites_t;

void tern_call_sites_find(tern_op_t *module, tern_call_sites_t *out_sites);
void tern_call_sites_deinitialize(tern_call_sites_t *sites);
// The calls of a function.
tern_op_t *const *tern_call_sites_of(const tern_call_sites_t *sites, const tern_op_t *function, size_t *out_count);
tern_op_t *tern_call_sites_callee(const tern_call_sites_t *sites, const tern_op_t *call);

// Appends the values of which `value` is one, whichever way the program runs: what branches, loops, conditionals and
// calls hand on. `sites` NULL: nothing is known of arguments of functions and results of calls. False if the value is
// computed by its op, or comes from outside; then nothing is appended that counts.
bool tern_incoming_values(const tern_value_t *value, const tern_call_sites_t *sites, tern_value_vec_t *out_values);

#endif  // TERN_ANALYSIS_INCOMING_VALUES_H_
