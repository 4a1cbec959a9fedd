// The globals of a program, with all that touches them.

#ifndef TERN_ANALYSIS_GLOBAL_TABLE_H_
#define TERN_ANALYSIS_GLOBAL_TABLE_H_

#include "base/map.h"
#include "base/vec.h"
#include "ir/op_def.h"

typedef struct tern_global {
  tern_op_t *op;  // util.global; NULL once it is erased
  TERN_VEC(tern_op_t *) loads;
  TERN_VEC(tern_op_t *) stores;
  bool is_indirect;           // its address is taken, or something else names it
  bool is_stored_at_runtime;  // by other code than initializers
} tern_global_t;

typedef struct tern_global_table {
  tern_op_t *module;
  TERN_VEC(tern_global_t) globals;  // in order of the module
  tern_map_t by_name;               // name ident -> its place, plus one
} tern_global_table_t;

// Invalid once globals or their accesses change behind its back.
void tern_global_table_build(tern_op_t *module, tern_global_table_t *out_table);
void tern_global_table_deinitialize(tern_global_table_t *table);
// The global that a load or store names, or NULL.
tern_global_t *tern_global_table_of(const tern_global_table_t *table, const tern_op_t *access);
// Private, and all accesses are known.
bool tern_global_is_closed(const tern_global_t *global);
// Lets all accesses of `from` name `to`, and moves them there.
void tern_global_table_redirect(tern_global_t *from, tern_global_t *to);
void tern_global_table_erase_stores(tern_global_t *global);
// Erases the global; loads must be gone.
void tern_global_table_erase(tern_global_t *global);

#endif  // TERN_ANALYSIS_GLOBAL_TABLE_H_
