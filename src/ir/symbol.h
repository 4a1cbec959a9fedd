// Symbols: named ops in the body of a symbol table, and the references to them.

#ifndef TERN_IR_SYMBOL_H_
#define TERN_IR_SYMBOL_H_

#include "base/map.h"
#include "ir/op_def.h"

typedef enum tern_visibility { TERN_PUBLIC, TERN_PRIVATE, TERN_NESTED } tern_visibility_t;

// sym_name, or an empty string.
tern_str_t tern_symbol_name(const tern_op_t *op);
void tern_symbol_set_name(tern_op_t *op, tern_str_t name);
tern_visibility_t tern_symbol_visibility(const tern_op_t *op);
void tern_symbol_set_visibility(tern_op_t *op, tern_visibility_t visibility);

// The symbol `name` right inside `table_op`, or NULL. O(ops); use tern_symbol_table_t for many look-ups.
tern_op_t *tern_symbol_lookup_in(const tern_op_t *table_op, tern_str_t name);
// Resolves a (nested) symbol reference inside `table_op`.
tern_op_t *tern_symbol_lookup_ref_in(const tern_op_t *table_op, const tern_attr_t *ref);
// Resolves from the closest symbol table around `from`, going outwards as upstream's lookupNearestSymbolFrom (which
// looks only in the closest table).
tern_op_t *tern_symbol_lookup_nearest(const tern_op_t *from, const tern_attr_t *ref);
// The closest op around (or equal to) `from` that is a symbol table, or NULL.
tern_op_t *tern_symbol_table_around(const tern_op_t *from);

typedef void (*tern_symbol_use_fn_t)(tern_op_t *user_op, const tern_attr_t *ref, void *user);
// Visits each symbol reference in the attributes of all ops inside `root` (not nested symbol tables' own scopes).
void tern_symbol_for_each_use(tern_op_t *root, tern_symbol_use_fn_t callback, void *user);
// Renames references to `old_name` in `table_op`'s body to `new_name`.
void tern_symbol_replace_uses(tern_op_t *table_op, tern_str_t old_name, tern_str_t new_name);
// Calls back for every symbol reference found in an attribute, nested ones included.
void tern_attr_for_each_symbol_ref(const tern_attr_t *attr, void (*callback)(const tern_attr_t *ref, void *user),
                                   void *user);

// Cached table. Zero-initialise, then build; not updated when the IR changes behind its back.
typedef struct tern_symbol_table {
  tern_op_t *op;
  tern_map_t symbols;   // name ident -> op
  tern_map_t suffixes;  // name ident -> the first number behind it that may be free, as a pointer
} tern_symbol_table_t;
void tern_symbol_table_initialize(tern_symbol_table_t *table, tern_op_t *op);
void tern_symbol_table_deinitialize(tern_symbol_table_t *table);
tern_op_t *tern_symbol_table_lookup(const tern_symbol_table_t *table, tern_str_t name);
// tern_symbol_lookup_ref_in() with the table for the first name of the reference.
tern_op_t *tern_symbol_table_lookup_ref(const tern_symbol_table_t *table, const tern_attr_t *ref);
// Inserts `op` into the table and into the body (before `before`, or at the end); renames it (`name_0`...) on a clash.
void tern_symbol_table_insert(tern_symbol_table_t *table, tern_op_t *op, tern_op_t *before);

// The tables of several ops, each made when first asked for (upstream's SymbolTableCollection). Zero-initialise; nothing in
// it is updated when the IR changes, so deinitialise, which leaves it empty, before look-ups in changed tables.
typedef struct tern_symbol_tables {
  tern_map_t tables;  // op -> tern_symbol_table_t *, owned
} tern_symbol_tables_t;
void tern_symbol_tables_deinitialize(tern_symbol_tables_t *tables);
// Stays valid until the collection is deinitialised.
tern_symbol_table_t *tern_symbol_tables_get(tern_symbol_tables_t *tables, tern_op_t *op);
// tern_symbol_lookup_nearest() with the collection's table for the first name of the reference.
tern_op_t *tern_symbol_tables_lookup_nearest(tern_symbol_tables_t *tables, const tern_op_t *from,
                                             const tern_attr_t *ref);

#endif  // TERN_IR_SYMBOL_H_
