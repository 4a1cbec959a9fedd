// Symbols: names, look-ups, uses.

#include "ir/symbol.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ir/context.h"
#include "ir/symbol_private.h"

static const char cache_key;  // its address names the cache among a context's extensions

const tern_ident_t *tern_symbol_ident(const tern_op_t *op) {
  if (!op->def->attr_count && !op->attrs) return NULL;
  const tern_attr_t *name = tern_op_attr_str(op, TERN_STR("sym_name"));
  return tern_attr_is_string(name) ? (const tern_ident_t *)(uintptr_t)name->params[0] : NULL;
}

tern_str_t tern_symbol_name(const tern_op_t *op) {
  const tern_ident_t *ident = tern_symbol_ident(op);
  return ident ? tern_ident_str(ident) : TERN_STR("");
}

void tern_symbol_set_name(tern_op_t *op, tern_str_t name) {
  tern_op_set_attr(op, "sym_name", tern_string_attr_get(tern_op_context(op), name));
}

tern_visibility_t tern_symbol_visibility(const tern_op_t *op) {
  const tern_attr_t *attr = tern_op_attr(op, "sym_visibility");
  if (!tern_attr_is_string(attr)) return TERN_PUBLIC;
  tern_str_t text = tern_string_attr_value(attr);
  if (tern_str_equal(text, TERN_STR("private"))) return TERN_PRIVATE;
  return tern_str_equal(text, TERN_STR("nested")) ? TERN_NESTED : TERN_PUBLIC;
}

void tern_symbol_set_visibility(tern_op_t *op, tern_visibility_t visibility) {
  const tern_attr_t *attr = NULL;  // public is the absent attribute
  if (visibility == TERN_PRIVATE) attr = tern_string_attr_get(tern_op_context(op), TERN_STR("private"));
  if (visibility == TERN_NESTED) attr = tern_string_attr_get(tern_op_context(op), TERN_STR("nested"));
  tern_op_set_attr(op, "sym_visibility", attr);
}

// --- look-ups ---

void tern_symbol_cache_begin(tern_symbol_tables_t *cache, tern_context_t *context) {
  tern_context_set_extension(context, &cache_key, cache, NULL);
}

void tern_symbol_cache_end(tern_symbol_tables_t *cache, tern_context_t *context) {
  tern_context_set_extension(context, &cache_key, NULL, NULL);
  tern_symbol_tables_deinitialize(cache);
}

static const tern_symbol_table_t *find_cached_table(const tern_op_t *table_op) {
  tern_symbol_tables_t *cache = tern_context_extension(tern_op_context(table_op), &cache_key);
  return cache ? tern_symbol_tables_get(cache, (tern_op_t *)(uintptr_t)table_op) : NULL;
}

tern_op_t *tern_symbol_lookup_in(const tern_op_t *table_op, tern_str_t name) {
  if (table_op->region_count == 0 || !table_op->regions[0].first_block) return NULL;
  const tern_symbol_table_t *table = find_cached_table(table_op);
  if (table) return tern_symbol_table_lookup(table, name);
  const tern_ident_t *ident = tern_ident_get(tern_op_context(table_op), name);
  tern_block_for_each_op(table_op->regions[0].first_block, op) {
    if (tern_symbol_ident(op) == ident) return op;
  }
  return NULL;
}

// What the names from number `first` on lead to.
static tern_op_t *lookup_rest(tern_op_t *found, const tern_attr_t *ref, size_t first) {
  for (size_t i = first; found && i < tern_symbol_ref_attr_count(ref); ++i) {
    if (!tern_op_has_trait(found, TERN_TRAIT_SYMBOL_TABLE)) return NULL;
    found = tern_symbol_lookup_in(found, tern_symbol_ref_attr_at(ref, i));
  }
  return found;
}

tern_op_t *tern_symbol_lookup_ref_in(const tern_op_t *table_op, const tern_attr_t *ref) {
  if (!ref || ref->kind != TERN_ATTR_SYMBOL_REF) return NULL;
  return lookup_rest(tern_symbol_lookup_in(table_op, tern_symbol_ref_attr_at(ref, 0)), ref, 1);
}

tern_op_t *tern_symbol_table_lookup_ref(const tern_symbol_table_t *table, const tern_attr_t *ref) {
  if (!ref || ref->kind != TERN_ATTR_SYMBOL_REF) return NULL;
  return lookup_rest(tern_symbol_table_lookup(table, tern_symbol_ref_attr_at(ref, 0)), ref, 1);
}

tern_op_t *tern_symbol_table_around(const tern_op_t *from) {
  for (; from; from = tern_op_parent(from)) {
    if (tern_op_has_trait(from, TERN_TRAIT_SYMBOL_TABLE)) return (tern_op_t *)(uintptr_t)from;
    // What is not registered may be a symbol table: nothing is known from here on.
    if (!from->def->dialect && from->region_count == 1) return NULL;
  }
  return NULL;
}

tern_op_t *tern_symbol_lookup_nearest(const tern_op_t *from, const tern_attr_t *ref) {
  const tern_op_t *table_op = tern_symbol_table_around(from);
  return table_op ? tern_symbol_lookup_ref_in(table_op, ref) : NULL;
}

// --- references inside attributes ---

// Is parameter `index` of a dialect's attribute an attribute?
static bool is_attr_param(const tern_attr_t *attr, size_t index) {
  return index < 32 && ((const tern_attr_row_t *)attr->row)->attr_params >> index & 1;
}

static const tern_attr_t *param_attr(const tern_attr_t *attr, size_t index) {
  return (const tern_attr_t *)(uintptr_t)attr->params[index];
}

void tern_attr_for_each_symbol_ref(const tern_attr_t *attr, void (*callback)(const tern_attr_t *ref, void *user),
                                   void *user) {
  if (!attr) return;
  switch (attr->kind) {
    case TERN_ATTR_SYMBOL_REF: callback(attr, user); return;
    case TERN_ATTR_ARRAY:
      for (size_t i = 0; i < tern_array_attr_count(attr); ++i) {
        tern_attr_for_each_symbol_ref(tern_array_attr_at(attr, i), callback, user);
      }
      return;
    case TERN_ATTR_DICTIONARY:
      for (size_t i = 0; i < tern_dictionary_attr_count(attr); ++i) {
        tern_attr_for_each_symbol_ref(tern_dictionary_attr_at(attr, i), callback, user);
      }
      return;
    case TERN_ATTR_DIALECT:
      for (size_t i = 0; i < attr->param_count; ++i) {
        if (is_attr_param(attr, i)) tern_attr_for_each_symbol_ref(param_attr(attr, i), callback, user);
      }
      return;
    default: return;
  }
}

typedef struct rename {
  tern_context_t *context;
  tern_str_t old_name, new_name;
} rename_t;

static const tern_attr_t *rename_in_attr(const tern_attr_t *attr, const rename_t *rename);

static const tern_attr_t *rename_in_ref(const tern_attr_t *ref, const rename_t *rename) {
  size_t count = tern_symbol_ref_attr_count(ref);
  if (!tern_str_equal(tern_symbol_ref_attr_at(ref, 0), rename->old_name)) return ref;
  tern_str_t *path = tern_realloc_array(NULL, count, sizeof(*path));
  for (size_t i = 0; i < count; ++i) path[i] = i ? tern_symbol_ref_attr_at(ref, i) : rename->new_name;
  const tern_attr_t *renamed = tern_symbol_ref_attr_get(rename->context, path, count);
  free(path);
  return renamed;
}

static const tern_attr_t *rename_in_array(const tern_attr_t *array, const rename_t *rename) {
  size_t count = tern_array_attr_count(array);
  const tern_attr_t **elements = NULL;
  for (size_t i = 0; i < count; ++i) {
    const tern_attr_t *element = tern_array_attr_at(array, i);
    const tern_attr_t *renamed = rename_in_attr(element, rename);
    if (!elements && renamed != element) {
      elements = tern_realloc_array(NULL, count, sizeof(*elements));
      for (size_t j = 0; j < i; ++j) elements[j] = tern_array_attr_at(array, j);
    }
    if (elements) elements[i] = renamed;
  }
  if (!elements) return array;
  const tern_attr_t *renamed = tern_array_attr_get(rename->context, elements, count);
  free(elements);
  return renamed;
}

static const tern_attr_t *rename_in_dictionary(const tern_attr_t *dictionary, const rename_t *rename) {
  const tern_attr_t *result = dictionary;
  for (size_t i = 0; i < tern_dictionary_attr_count(dictionary); ++i) {
    const tern_attr_t *value = tern_dictionary_attr_at(dictionary, i);
    const tern_attr_t *renamed = rename_in_attr(value, rename);
    if (renamed == value) continue;
    tern_str_t name = tern_ident_str(tern_dictionary_attr_name(dictionary, i));
    result = tern_dictionary_attr_with(rename->context, result, name, renamed);
  }
  return result;
}

static const tern_attr_t *rename_in_dialect_attr(const tern_attr_t *attr, const rename_t *rename) {
  if (!((const tern_attr_row_t *)attr->row)->attr_params) return attr;
  uint64_t *params = tern_realloc_array(NULL, attr->param_count, sizeof(*params));
  for (size_t i = 0; i < attr->param_count; ++i) {
    params[i] =
        is_attr_param(attr, i) ? (uint64_t)(uintptr_t)rename_in_attr(param_attr(attr, i), rename) : attr->params[i];
  }
  const tern_attr_t *renamed = tern_dialect_attr_get(rename->context, attr->row, params, attr->param_count);
  free(params);
  return renamed;
}

static const tern_attr_t *rename_in_attr(const tern_attr_t *attr, const rename_t *rename) {
  if (!attr) return NULL;
  switch (attr->kind) {
    case TERN_ATTR_SYMBOL_REF: return rename_in_ref(attr, rename);
    case TERN_ATTR_ARRAY: return rename_in_array(attr, rename);
    case TERN_ATTR_DICTIONARY: return rename_in_dictionary(attr, rename);
    case TERN_ATTR_DIALECT: return rename_in_dialect_attr(attr, rename);
    default: return attr;
  }
}

// --- uses ---

// Visits the ops in the scope of a table: those in its body, and inside them down to other symbol tables, which are
// visited while their contents are not.
static void walk_scope(tern_op_t *op, void (*visit)(tern_op_t *op, void *user), void *user) {
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      tern_block_for_each_op(block, inner) {
        visit(inner, user);
        if (!tern_op_has_trait(inner, TERN_TRAIT_SYMBOL_TABLE)) walk_scope(inner, visit, user);
      }
    }
  }
}

typedef struct use_visitor {
  tern_symbol_use_fn_t callback;
  void *user;
  tern_op_t *op;
} use_visitor_t;

static void visit_ref(const tern_attr_t *ref, void *user) {
  use_visitor_t *visitor = user;
  visitor->callback(visitor->op, ref, visitor->user);
}

static void visit_uses_of_op(tern_op_t *op, void *user) {
  use_visitor_t *visitor = user;
  visitor->op = op;
  for (size_t i = 0; i < op->def->attr_count; ++i) tern_attr_for_each_symbol_ref(op->slots[i], visit_ref, visitor);
  tern_attr_for_each_symbol_ref(op->attrs, visit_ref, visitor);
}

void tern_symbol_for_each_use(tern_op_t *root, tern_symbol_use_fn_t callback, void *user) {
  use_visitor_t visitor = {callback, user, NULL};
  walk_scope(root, visit_uses_of_op, &visitor);
}

static void rename_in_op(tern_op_t *op, void *user) {
  const rename_t *rename = user;
  for (size_t i = 0; i < op->def->attr_count; ++i) op->slots[i] = rename_in_attr(op->slots[i], rename);
  op->attrs = rename_in_attr(op->attrs, rename);
}

void tern_symbol_replace_uses(tern_op_t *table_op, tern_str_t old_name, tern_str_t new_name) {
  rename_t rename = {tern_op_context(table_op), old_name, new_name};
  walk_scope(table_op, rename_in_op, &rename);
}

// --- cached tables ---

void tern_symbol_table_initialize(tern_symbol_table_t *table, tern_op_t *op) {
  *table = (tern_symbol_table_t){.op = op};
  if (op->region_count == 0 || !op->regions[0].first_block) return;
  tern_block_for_each_op(op->regions[0].first_block, inner) {
    const tern_ident_t *ident = tern_symbol_ident(inner);
    // The first of several wins, as in a search.
    if (ident && !tern_map_contains(&table->symbols, ident)) tern_map_set(&table->symbols, ident, inner);
  }
}

void tern_symbol_table_deinitialize(tern_symbol_table_t *table) {
  tern_map_deinitialize(&table->symbols);
  tern_map_deinitialize(&table->suffixes);
}

tern_op_t *tern_symbol_table_lookup(const tern_symbol_table_t *table, tern_str_t name) {
  return tern_map_get(&table->symbols, tern_ident_get(tern_op_context(table->op), name));
}

static void make_name_unique(tern_symbol_table_t *table, tern_op_t *op) {
  const tern_ident_t *base = tern_symbol_ident(op);
  if (!tern_map_contains(&table->symbols, base)) return;
  tern_string_builder_t sb = {0};
  // Nothing leaves the table, so numbers that were taken stay so.
  uintptr_t suffix = (uintptr_t)tern_map_get(&table->suffixes, base);
  do {
    sb.size = 0;
    tern_string_builder_append(&sb, tern_ident_str(base));
    tern_string_builder_append_format(&sb, "_%" PRIuPTR, suffix++);
  } while (tern_symbol_table_lookup(table, tern_string_builder_view(&sb)));
  tern_map_set(&table->suffixes, base, (void *)suffix);
  tern_symbol_set_name(op, tern_string_builder_view(&sb));
  tern_string_builder_deinitialize(&sb);
}

void tern_symbol_table_insert(tern_symbol_table_t *table, tern_op_t *op, tern_op_t *before) {
  assert(tern_symbol_ident(op) && "the op is no symbol");
  if (tern_symbol_table_lookup(table, tern_symbol_name(op)) != op) make_name_unique(table, op);
  tern_map_set(&table->symbols, tern_symbol_ident(op), op);
  if (op->block) return;
  tern_region_t *body = &table->op->regions[0];
  tern_block_t *block = body->first_block ? body->first_block : tern_region_add_block(body);
  if (!before && block->last_op && tern_op_has_trait(block->last_op, TERN_TRAIT_TERMINATOR)) before = block->last_op;
  tern_op_insert(op, block, before);
}

// --- collections of tables ---

void tern_symbol_tables_deinitialize(tern_symbol_tables_t *tables) {
  for (size_t i = 0; i < tables->tables.entry_count; ++i) {
    if (!tables->tables.entries[i].key) continue;
    tern_symbol_table_deinitialize(tables->tables.entries[i].value);
    free(tables->tables.entries[i].value);
  }
  tern_map_deinitialize(&tables->tables);
  *tables = (tern_symbol_tables_t){0};
}

tern_symbol_table_t *tern_symbol_tables_get(tern_symbol_tables_t *tables, tern_op_t *op) {
  tern_symbol_table_t *table = tern_map_get(&tables->tables, op);
  if (!table) {
    table = tern_malloc(sizeof(*table));
    tern_symbol_table_initialize(table, op);
    tern_map_set(&tables->tables, op, table);
  }
  return table;
}

tern_op_t *tern_symbol_tables_lookup_nearest(tern_symbol_tables_t *tables, const tern_op_t *from,
                                             const tern_attr_t *ref) {
  tern_op_t *op = tern_symbol_table_around(from);
  return op ? tern_symbol_table_lookup_ref(tern_symbol_tables_get(tables, op), ref) : NULL;
}
