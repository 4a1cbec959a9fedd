// Legality: the entry of an op, else of its dialect, else what the target says of unknown ops.

#include "rewrite/conversion_private.h"

static const tern_legality_entry_t no_entry;

void legality_table_deinitialize(legality_table_t *table) { tern_map_deinitialize(&table->entries_by_def); }

static bool is_in_dialect(const tern_op_def_t *def, const char *dialect) {
  tern_str_t name = tern_ident_str(def->name);
  tern_str_t prefix = tern_str_make(name.data, tern_str_find_char(name, '.'));
  if (dialect[0] == '\0') dialect = "builtin";
  return prefix.size < name.size && tern_str_equal_cstr(prefix, dialect);
}

static const tern_legality_entry_t *search_entry(const tern_conversion_target_t *target, const tern_op_def_t *def) {
  // Of several entries for one op the last one counts, as upstream.
  for (size_t i = target->entry_count; i-- > 0;) {
    if (target->entries[i].row && target->entries[i].row == def->row) return &target->entries[i];
  }
  for (size_t i = target->entry_count; i-- > 0;) {
    const tern_legality_entry_t *entry = &target->entries[i];
    if (!entry->row && entry->dialect && is_in_dialect(def, entry->dialect)) return entry;
  }
  return &no_entry;
}

static const tern_legality_entry_t *find_entry(legality_table_t *table, const tern_op_def_t *def) {
  tern_legality_entry_t *entry = tern_map_get(&table->entries_by_def, def);
  if (entry) return entry;
  const tern_legality_entry_t *found = search_entry(table->target, def);
  tern_map_set(&table->entries_by_def, def, (void *)found);
  return found;
}

tern_legality_t legality_table_query(legality_table_t *table, const tern_op_t *op, bool *out_is_recursive) {
  const tern_conversion_target_t *target = table->target;
  const tern_legality_entry_t *entry = find_entry(table, op->def);
  tern_legality_t legality = entry->legality;
  if (entry == &no_entry) {
    bool is_legal = target->is_unknown_legal && target->is_unknown_legal(op, target->user);
    // A target that judges unknown ops marks those it refuses.
    legality = is_legal ? TERN_LEGAL : target->is_unknown_legal ? TERN_ILLEGAL : TERN_UNKNOWN;
  } else if (legality == TERN_DYNAMICALLY_LEGAL) {
    legality = !entry->is_legal || entry->is_legal(op, target->user) ? TERN_LEGAL : TERN_ILLEGAL;
  }
  if (out_is_recursive) *out_is_recursive = legality == TERN_LEGAL && entry->is_recursively_legal;
  return legality;
}
