// Sending more values along with values of some type through the passages of a host program: globals, calls of private
// functions, branches, loops and conditionals. Before a passage a value is taken apart (`consume`), behind it the value is
// put together again for its users (`reproduce`).

#ifndef TERN_TRANSFORM_UTIL_EXPAND_VALUES_H_
#define TERN_TRANSFORM_UTIL_EXPAND_VALUES_H_

#include "rewrite/builder.h"

enum { TERN_EXPANSION_EXTRA_MAX = 3 };

typedef struct tern_expansion {
  // Values that are accompanied.
  bool (*is_expanded)(const tern_type_t *type);
  // What goes along, behind the value.
  size_t extra_count;
  const tern_type_t *extra_types[TERN_EXPANSION_EXTRA_MAX];
  const char *global_suffixes[TERN_EXPANSION_EXTRA_MAX];               // of the globals that hold it
  const tern_attr_t *global_initial_values[TERN_EXPANSION_EXTRA_MAX];  // NULL: none
  bool global_is_before;                                               // they stand before the global of the value
  // Returns what passes in place of `value`, and writes what goes along.
  tern_value_t *(*consume)(void *user, tern_value_t *value, tern_builder_t *builder, tern_value_t **out_extras);
  // Gives the users of `value`, which came with `extras`, what they are to see instead.
  void (*reproduce)(void *user, tern_builder_t *builder, tern_value_t *value, tern_value_t *const *extras);
  // Visits each op of host code that is no passage, in order; may be NULL. It may change or erase the op.
  void (*visit)(void *user, tern_op_t *op);
  // Begins a function or initializer; may be NULL.
  void (*begin)(void *user);
  void *user;
} tern_expansion_t;

// Expands a module. Public and external functions, and calls of them, stay as they are.
void tern_expand_values(tern_op_t *module, const tern_expansion_t *expansion);

#endif  // TERN_TRANSFORM_UTIL_EXPAND_VALUES_H_
