// Resources of a context, by section, group and key.

#include "asm/resource.h"

#include "base/map.h"
#include "base/vec.h"
#include "ir/context.h"

// What a context keeps. The entries are in its arena.
typedef struct resource_table {
  TERN_VEC(tern_resource_t *) entries;
  tern_map_t by_name;  // ident of the joined name -> tern_resource_t
} resource_table_t;

static const char table_key;  // its address is the extension's key

static void destroy_table(void *value) {
  resource_table_t *table = value;
  tern_vec_deinitialize(&table->entries);
  tern_map_deinitialize(&table->by_name);
  free(table);
}

// Section, group and key, apart by a byte that none of them is likely to hold; the sizes make it certain.
static const tern_ident_t *join_names(tern_context_t *context, bool is_external, tern_str_t group, tern_str_t key) {
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text, "%d:%zu:", is_external, group.size);
  tern_string_builder_append(&text, group);
  tern_string_builder_append_char(&text, ':');
  tern_string_builder_append(&text, key);
  const tern_ident_t *ident = tern_ident_get(context, tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
  return ident;
}

void tern_resource_set(tern_context_t *context, const tern_resource_t *resource) {
  resource_table_t *table = tern_context_extension(context, &table_key);
  if (!table) {
    table = tern_malloc(sizeof(*table));
    *table = (resource_table_t){.entries = {0}};
    tern_context_set_extension(context, &table_key, table, destroy_table);
  }
  const tern_ident_t *name =
      join_names(context, resource->is_external, tern_ident_str(resource->group), tern_ident_str(resource->key));
  tern_resource_t *entry = tern_map_get(&table->by_name, name);
  if (!entry) {
    entry = tern_arena_alloc(tern_context_arena(context), sizeof(*entry));
    tern_map_set(&table->by_name, name, entry);
    tern_vec_push(&table->entries, entry);
  }
  *entry = *resource;
  entry->data.data = tern_arena_copy(tern_context_arena(context), resource->data.data, resource->data.size);
}

const tern_resource_t *tern_resource_find(const tern_context_t *context, bool is_external, tern_str_t group,
                                          tern_str_t key) {
  const resource_table_t *table = tern_context_extension(context, &table_key);
  if (!table) return NULL;
  // Compared one by one, since interning a name would change the context.
  for (size_t i = 0; i < table->entries.count; ++i) {
    const tern_resource_t *entry = table->entries.values[i];
    if (entry->is_external == is_external && tern_str_equal(tern_ident_str(entry->key), key) &&
        tern_str_equal(tern_ident_str(entry->group), group)) {
      return entry;
    }
  }
  return NULL;
}

size_t tern_resource_count(const tern_context_t *context) {
  const resource_table_t *table = tern_context_extension(context, &table_key);
  return table ? table->entries.count : 0;
}

const tern_resource_t *tern_resource_at(const tern_context_t *context, size_t index) {
  const resource_table_t *table = tern_context_extension(context, &table_key);
  return table->entries.values[index];
}
