// The context: owner of everything uniqued, of the op pool, of dialect registrations and of the diagnostic handler.
// Thread-compatible: one thread at a time per context; contexts are independent of each other.

#ifndef TERN_IR_CONTEXT_H_
#define TERN_IR_CONTEXT_H_

#include "base/arena.h"
#include "ir/diagnostic.h"
#include "ir/op_def.h"

tern_context_t *tern_context_create(void);
// Frees all types, attributes, ops and buffers of the context. NULL is ignored.
void tern_context_destroy(tern_context_t *context);

// Adds a dialect's table; doing so again is a no-op. Costs a hash insertion, rows are compiled when used.
void tern_context_register_dialect(tern_context_t *context, const tern_dialect_t *dialect);
// A dialect of a library that is opened when something of the dialect is first looked up. `load` gives the dialect's
// table, or fails with a message that says why it cannot; it is called once at most for each context.
typedef tern_status_t (*tern_dialect_loader_t)(const char *name, const tern_dialect_t **out_dialect);
void tern_context_register_lazy_dialect(tern_context_t *context, const char *name, tern_dialect_loader_t load);
// Registered dialects in order of registration. One that is not loaded yet has a name, but no table: NULL.
size_t tern_context_dialect_count(const tern_context_t *context);
const tern_dialect_t *tern_context_dialect_at(const tern_context_t *context, size_t index);
const char *tern_context_dialect_name_at(const tern_context_t *context, size_t index);
// By name, loaded if it is not yet; NULL if it is not registered, or cannot be loaded.
const tern_dialect_t *tern_context_find_dialect(const tern_context_t *context, tern_str_t name);
// Why a dialect that is registered could not be loaded; NULL: that is not so. Lives as long as the context.
const char *tern_context_dialect_failure(const tern_context_t *context, tern_str_t name);
const tern_type_row_t *tern_context_find_type(const tern_context_t *context, tern_str_t full_name);
const tern_attr_row_t *tern_context_find_attr(const tern_context_t *context, tern_str_t full_name);
// By `attr_name` (for #arith.fastmath<...>), and by `name` (for Enum<...> in rows).
const tern_enum_row_t *tern_context_find_enum_attr(const tern_context_t *context, tern_str_t attr_name);
const tern_enum_row_t *tern_context_find_enum(const tern_context_t *context, tern_str_t name);
// The row of an op name, or NULL.
const tern_op_row_t *tern_context_find_op(const tern_context_t *context, tern_str_t full_name);

// Ops and types of dialects that are not registered are errors unless allowed (--allow-unregistered-dialect).
bool tern_context_allows_unregistered(const tern_context_t *context);
void tern_context_allow_unregistered(tern_context_t *context, bool allow);

// Interns a string.
const tern_ident_t *tern_ident_get(tern_context_t *context, tern_str_t text);

tern_arena_t *tern_context_arena(tern_context_t *context);  // lives as long as the context
tern_pool_t *tern_context_pool(tern_context_t *context);    // ops and blocks

tern_diagnostics_t *tern_context_diagnostics(tern_context_t *context);

// What a room above the IR keeps per context (the compiled formats of asm, for one), under the address of a static of
// that room. `destroy` (may be NULL) runs with the context's end.
void *tern_context_extension(const tern_context_t *context, const void *key);
void tern_context_set_extension(tern_context_t *context, const void *key, void *value, void (*destroy)(void *value));

#endif  // TERN_IR_CONTEXT_H_
