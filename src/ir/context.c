// The context's own tables: identifiers, dialects and their rows, extensions.
//
// Registration keeps a pointer to the dialect's static table and nothing else. The first op that is looked up in a
// dialect makes an index of its op names; types, attributes and enums are few and are searched in the table itself.

#include "ir/context.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "ir/context_private.h"

enum {
  IDENT_TABLE_SIZE = 256,
  BLOB_TABLE_SIZE = 64,
  TYPE_TABLE_SIZE = 64,
  ATTR_TABLE_SIZE = 128,
  AFFINE_TABLE_SIZE = 16,
  DIALECT_TABLE_SIZE = 64,
};

tern_context_t *tern_context_create(void) {
  tern_context_t *context = tern_malloc(sizeof(*context));
  memset(context, 0, sizeof(*context));
  tern_arena_initialize(&context->arena);
  tern_pool_initialize(&context->pool);
  tern_unique_table_initialize(&context->idents, IDENT_TABLE_SIZE);
  tern_unique_table_initialize(&context->blobs, BLOB_TABLE_SIZE);
  tern_unique_table_initialize(&context->types, TYPE_TABLE_SIZE);
  tern_unique_table_initialize(&context->attrs, ATTR_TABLE_SIZE);
  tern_unique_table_initialize(&context->affine_exprs, AFFINE_TABLE_SIZE);
  tern_unique_table_initialize(&context->affine_maps, AFFINE_TABLE_SIZE);
  tern_unique_table_initialize(&context->integer_sets, AFFINE_TABLE_SIZE);
  tern_unique_table_initialize(&context->dialects_by_name, DIALECT_TABLE_SIZE);
  return context;
}

void tern_context_destroy(tern_context_t *context) {
  if (!context) return;
  // Newest first: a later extension may use an earlier one.
  for (size_t i = context->extensions.count; i-- > 0;) {
    tern_context_extension_entry_t entry = context->extensions.values[i];
    if (entry.destroy) entry.destroy(entry.value);
  }
  tern_vec_deinitialize(&context->extensions);
  tern_vec_deinitialize(&context->dialects);
  for (size_t i = 0; i < TERN_CONTEXT_TEXT_COUNT; ++i) tern_string_builder_deinitialize(&context->texts[i]);
  tern_map_deinitialize(&context->op_defs_by_name);
  tern_map_deinitialize(&context->op_defs_by_row);
  tern_map_deinitialize(&context->type_constraints);
  tern_map_deinitialize(&context->attr_constraints);
  tern_unique_table_deinitialize(&context->idents);
  tern_blobs_deinitialize(context);
  tern_unique_table_deinitialize(&context->types);
  tern_unique_table_deinitialize(&context->attrs);
  tern_vec_deinitialize(&context->lines.values);
  tern_unique_table_deinitialize(&context->affine_exprs);
  tern_unique_table_deinitialize(&context->affine_maps);
  tern_unique_table_deinitialize(&context->integer_sets);
  tern_unique_table_deinitialize(&context->dialects_by_name);
  tern_pool_deinitialize(&context->pool);
  tern_arena_deinitialize(&context->arena);
  free(context);
}

tern_arena_t *tern_context_arena(tern_context_t *context) { return &context->arena; }
tern_pool_t *tern_context_pool(tern_context_t *context) { return &context->pool; }
tern_diagnostics_t *tern_context_diagnostics(tern_context_t *context) { return &context->diagnostics; }
bool tern_context_allows_unregistered(const tern_context_t *context) { return context->allows_unregistered; }
void tern_context_allow_unregistered(tern_context_t *context, bool allow) { context->allows_unregistered = allow; }

// --- identifiers ---

static const tern_ident_t *intern(tern_context_t *context, const void *data, size_t size) {
  uint32_t hash = (uint32_t)tern_hash_bytes(data, size, 0);
  const tern_unique_table_t *table = &context->idents;
  for (size_t i = tern_unique_first(table, hash); table->slots[i].object; i = tern_unique_next(table, i)) {
    if (table->slots[i].hash != hash) continue;
    const tern_ident_t *ident = table->slots[i].object;
    if (ident->size == size && (!size || memcmp(ident->data, data, size) == 0)) return ident;
  }
  if (size > SIZE_MAX / 2) tern_out_of_memory(size);
  tern_ident_t *ident = tern_arena_alloc(&context->arena, sizeof(*ident) + size + 1);
  ident->size = size;
  if (size) memcpy(ident->data, data, size);
  ident->data[size] = '\0';
  tern_unique_insert(&context->idents, hash, ident);
  return ident;
}

const tern_ident_t *tern_ident_get(tern_context_t *context, tern_str_t text) {
  return intern(context, text.data ? text.data : "", text.size);
}

// --- dialects ---

static tern_dialect_entry_t *find_registered(const tern_context_t *context, tern_str_t name) {
  // The builtin dialect goes by both names: types and attributes leave it out, ops write it.
  if (tern_str_equal(name, TERN_STR("builtin"))) name.size = 0;
  uint32_t hash = (uint32_t)tern_hash_bytes(name.data ? name.data : "", name.size, 0);
  const tern_unique_table_t *table = &context->dialects_by_name;
  for (size_t i = tern_unique_first(table, hash); table->slots[i].object; i = tern_unique_next(table, i)) {
    if (table->slots[i].hash != hash) continue;
    tern_dialect_entry_t *entry = (tern_dialect_entry_t *)table->slots[i].object;
    if (tern_str_equal_cstr(name, entry->name)) return entry;
  }
  return NULL;
}

// The entry of a dialect with its table; NULL if there is none.
static tern_dialect_entry_t *find_dialect_entry(const tern_context_t *context, tern_str_t name) {
  tern_dialect_entry_t *entry = find_registered(context, name);
  if (!entry || entry->dialect) return entry;
  if (!entry->load) return NULL;
  tern_status_t status = entry->load(entry->name, &entry->dialect);
  entry->load = NULL;
  if (tern_status_is_ok(status)) return entry;
  // What could not be loaded stays so: the table is a cache, as the index of ops is.
  tern_arena_t *arena = tern_context_arena((tern_context_t *)context);
  entry->failure = tern_arena_copy(arena, status.message, strlen(status.message) + 1);
  return NULL;
}

static tern_dialect_entry_t *add_dialect_entry(tern_context_t *context, const char *name) {
  tern_dialect_entry_t *entry = tern_arena_alloc_zeroed(&context->arena, sizeof(*entry));
  entry->name = strcmp(name, "builtin") == 0 ? "" : name;
  tern_unique_insert(&context->dialects_by_name, (uint32_t)tern_hash_bytes(entry->name, strlen(entry->name), 0), entry);
  tern_vec_push(&context->dialects, entry);
  return entry;
}

void tern_context_register_dialect(tern_context_t *context, const tern_dialect_t *dialect) {
  tern_dialect_entry_t *entry = find_registered(context, tern_str_from_cstr(dialect->name));
  if (!entry) entry = add_dialect_entry(context, dialect->name);
  if (!entry->dialect) entry->dialect = dialect;
}

void tern_context_register_lazy_dialect(tern_context_t *context, const char *name, tern_dialect_loader_t load) {
  if (!find_registered(context, tern_str_from_cstr(name))) add_dialect_entry(context, name)->load = load;
}

size_t tern_context_dialect_count(const tern_context_t *context) { return context->dialects.count; }

const tern_dialect_t *tern_context_dialect_at(const tern_context_t *context, size_t index) {
  assert(index < context->dialects.count);
  return context->dialects.values[index]->dialect;
}

const char *tern_context_dialect_name_at(const tern_context_t *context, size_t index) {
  assert(index < context->dialects.count);
  return context->dialects.values[index]->name;
}

const char *tern_context_dialect_failure(const tern_context_t *context, tern_str_t name) {
  const tern_dialect_entry_t *entry = find_registered(context, name);
  return entry ? entry->failure : NULL;
}

const tern_dialect_t *tern_context_find_dialect(const tern_context_t *context, tern_str_t name) {
  const tern_dialect_entry_t *entry = find_dialect_entry(context, name);
  return entry ? entry->dialect : NULL;
}

// The dialect of `dialect.name`; NULL for a name without a dot.
static tern_dialect_entry_t *find_entry_of_full_name(const tern_context_t *context, tern_str_t full_name) {
  size_t dot = tern_str_find_char(full_name, '.');
  return dot < full_name.size ? find_dialect_entry(context, tern_str_make(full_name.data, dot)) : NULL;
}

const tern_type_row_t *tern_context_find_type(const tern_context_t *context, tern_str_t full_name) {
  const tern_dialect_entry_t *entry = find_entry_of_full_name(context, full_name);
  if (!entry) return NULL;
  for (size_t i = 0; i < entry->dialect->type_count; ++i) {
    if (tern_str_equal_cstr(full_name, entry->dialect->types[i].name)) return &entry->dialect->types[i];
  }
  return NULL;
}

const tern_attr_row_t *tern_context_find_attr(const tern_context_t *context, tern_str_t full_name) {
  const tern_dialect_entry_t *entry = find_entry_of_full_name(context, full_name);
  if (!entry) return NULL;
  for (size_t i = 0; i < entry->dialect->attr_count; ++i) {
    if (tern_str_equal_cstr(full_name, entry->dialect->attrs[i].name)) return &entry->dialect->attrs[i];
  }
  return NULL;
}

const tern_enum_row_t *tern_context_find_enum_attr(const tern_context_t *context, tern_str_t attr_name) {
  const tern_dialect_entry_t *entry = find_entry_of_full_name(context, attr_name);
  if (!entry) return NULL;
  for (size_t i = 0; i < entry->dialect->enum_count; ++i) {
    const tern_enum_row_t *row = &entry->dialect->enums[i];
    if (row->attr_name && tern_str_equal_cstr(attr_name, row->attr_name)) return row;
  }
  return NULL;
}

const tern_enum_row_t *tern_context_find_enum(const tern_context_t *context, tern_str_t name) {
  const tern_dialect_entry_t *entry = find_entry_of_full_name(context, name);
  if (!entry) return NULL;
  for (size_t i = 0; i < entry->dialect->enum_count; ++i) {
    if (tern_str_equal_cstr(name, entry->dialect->enums[i].name)) return &entry->dialect->enums[i];
  }
  return NULL;
}

// Makes the index of op names of a dialect. Slots are at most half full.
static void index_ops(tern_context_t *context, tern_dialect_entry_t *entry) {
  size_t slot_count = 8;
  while (slot_count < entry->dialect->op_count * 2) slot_count *= 2;
  entry->op_slots = tern_arena_alloc_zeroed(&context->arena, slot_count * sizeof(entry->op_slots[0]));
  entry->op_mask = slot_count - 1;
  for (size_t i = 0; i < entry->dialect->op_count; ++i) {
    const char *name = entry->dialect->ops[i].name;
    // A row that is filled in by position may leave gaps.
    if (!name) continue;
    size_t slot = (size_t)tern_hash_bytes(name, strlen(name), 0) & entry->op_mask;
    while (entry->op_slots[slot]) slot = (slot + 1) & entry->op_mask;
    entry->op_slots[slot] = (uint32_t)(i + 1);
  }
}

const tern_op_row_t *tern_context_find_op(const tern_context_t *context, tern_str_t full_name) {
  tern_dialect_entry_t *entry = find_entry_of_full_name(context, full_name);
  if (!entry) return NULL;
  // The index is a cache: making it does not change what the context says.
  if (!entry->op_slots) index_ops((tern_context_t *)context, entry);
  for (size_t slot = (size_t)tern_hash_bytes(full_name.data, full_name.size, 0) & entry->op_mask; entry->op_slots[slot];
       slot = (slot + 1) & entry->op_mask) {
    const tern_op_row_t *row = &entry->dialect->ops[entry->op_slots[slot] - 1];
    if (tern_str_equal_cstr(full_name, row->name)) return row;
  }
  return NULL;
}

// --- extensions ---

void *tern_context_extension(const tern_context_t *context, const void *key) {
  for (size_t i = 0; i < context->extensions.count; ++i) {
    if (context->extensions.values[i].key == key) return context->extensions.values[i].value;
  }
  return NULL;
}

void tern_context_set_extension(tern_context_t *context, const void *key, void *value, void (*destroy)(void *value)) {
  tern_context_extension_entry_t entry = {key, value, destroy};
  for (size_t i = 0; i < context->extensions.count; ++i) {
    if (context->extensions.values[i].key != key) continue;
    tern_context_extension_entry_t old = context->extensions.values[i];
    context->extensions.values[i] = entry;
    if (old.destroy && old.value != value) old.destroy(old.value);
    return;
  }
  tern_vec_push(&context->extensions, entry);
}

// --- watching ---

tern_ir_watcher_t *tern_context_watch(tern_context_t *context, tern_ir_watcher_t *watcher) {
  tern_ir_watcher_t *before = context->watcher;
  context->watcher = watcher;
  return before;
}

void tern_watch_replacement(tern_value_t *value, tern_value_t *replacement) {
  tern_ir_watcher_t *watcher = value->type->context->watcher;
  if (watcher) watcher->value_replaced(watcher, value, replacement);
}
