// Aliases: `#map = affine_map<...>` at the top of the file, `#loc = loc(...)` at its end.
//
// Order is upstream's (AliasInitializer of AsmPrinter.cpp): by how deep aliases nest in the symbol, so that a
// definition stands before its uses; types before attributes; then by name; then by first visit of the dry run.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm/printer_private.h"

// A tuple with more elements than this gets an alias.
enum { LONG_TUPLE = 16 };

void tern_aliases_deinitialize(tern_aliases_t *aliases) {
  tern_arena_deinitialize(&aliases->arena);
  tern_map_deinitialize(&aliases->indices);
  tern_vec_deinitialize(&aliases->values);
  tern_vec_deinitialize(&aliases->order);
  tern_vec_deinitialize(&aliases->children);
}

static const char *alias_of_type(const tern_type_t *type) {
  if (type->kind == TERN_TYPE_TUPLE && type->param_count > LONG_TUPLE) return "tuple";
  return type->kind == TERN_TYPE_DIALECT ? type->row->alias : NULL;
}

// `stem_of_it`; what an alias cannot hold becomes an underscore.
static const char *full_alias(tern_aliases_t *aliases, const tern_attr_t *attr) {
  const tern_attr_row_t *row = attr->row;
  char detail[64] = {0}, name[128];
  if (!row->alias || !row->alias_detail) return row->alias;
  row->alias_detail(attr, detail, sizeof detail);
  for (char *c = detail; *c; ++c) {
    bool is_word = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9');
    if (!is_word) *c = '_';
  }
  int size = snprintf(name, sizeof name, "%s_%s", row->alias, detail);
  return tern_arena_copy(&aliases->arena, name, (size_t)size + 1);
}

static const char *alias_of_attr(tern_aliases_t *aliases, const tern_attr_t *attr) {
  switch (attr->kind) {
    case TERN_ATTR_AFFINE_MAP: return "map";
    case TERN_ATTR_INTEGER_SET: return "set";
    case TERN_ATTR_DISTINCT: {
      const tern_attr_t *inside = (const tern_attr_t *)(uintptr_t)attr->params[1];
      return inside && inside->kind != TERN_ATTR_UNIT ? "distinct" : NULL;
    }
    case TERN_ATTR_DIALECT: return full_alias(aliases, attr);
    default: return attr->kind >= TERN_ATTR_LOC_UNKNOWN ? "loc" : NULL;
  }
}

static void mark_not_deferrable(tern_aliases_t *aliases, uint32_t index) {
  if (!aliases->values.values[index].can_be_deferred) return;
  aliases->values.values[index].can_be_deferred = false;
  for (uint32_t i = 0; i < aliases->values.values[index].child_count; ++i) {
    mark_not_deferrable(aliases, aliases->values.values[index].children[i]);
  }
}

static void visit_inside_type(tern_printer_t *printer, const tern_type_t *type) {
  tern_printer_type_body(printer, type);  // its nested types and attributes are visited in the order they are printed
}

static void visit_inside_location(tern_printer_t *printer, const tern_attr_t *loc, bool can_be_deferred) {
  size_t first = 0;
  switch (loc->kind) {
    case TERN_ATTR_LOC_NAME: {
      const tern_attr_t *child = (const tern_attr_t *)(uintptr_t)loc->params[1];
      if (child->kind != TERN_ATTR_LOC_UNKNOWN) tern_printer_visit_attr(printer, child, can_be_deferred);
      return;
    }
    case TERN_ATTR_LOC_CALL_SITE: break;
    case TERN_ATTR_LOC_FUSED: first = loc->params[0] ? 0 : 1; break;
    default: return;
  }
  for (size_t i = first; i < loc->param_count; ++i) {
    tern_printer_visit_attr(printer, (const tern_attr_t *)(uintptr_t)loc->params[i], can_be_deferred);
  }
}

static void visit_inside_attr(tern_printer_t *printer, const tern_attr_t *attr, bool can_be_deferred) {
  if (attr->kind >= TERN_ATTR_LOC_UNKNOWN) {
    visit_inside_location(printer, attr, can_be_deferred);
  } else if (attr->kind != TERN_ATTR_AFFINE_MAP && attr->kind != TERN_ATTR_INTEGER_SET) {
    tern_printer_attr_body(printer, attr, TERN_ELIDE_NEVER);
  }
}

// Notes that the open visit around contains the symbol with this index.
static void note_child(tern_aliases_t *aliases, uint32_t index) {
  uint32_t depth = aliases->values.values[index].depth;
  if (depth > aliases->depth) aliases->depth = depth;
  tern_vec_push(&aliases->children, index);
}

static void visit_symbol(tern_printer_t *printer, const void *symbol, bool is_type, bool can_be_deferred) {
  tern_aliases_t *aliases = printer->aliases;
  if (symbol == aliases->last_flat) return;
  uintptr_t found = (uintptr_t)tern_map_get(&aliases->indices, symbol);
  if (found) {
    uint32_t index = (uint32_t)(found - 1);
    if (!can_be_deferred) mark_not_deferrable(aliases, index);
    note_child(aliases, index);
    if (aliases->values.values[index].depth == 0) aliases->last_flat = symbol;
    return;
  }
  uint32_t index = (uint32_t)aliases->values.count;
  tern_map_set(&aliases->indices, symbol, (void *)(uintptr_t)(index + 1));
  tern_vec_push(&aliases->values, (tern_alias_t){.symbol = symbol, .is_type = is_type});

  uint32_t outer_depth = aliases->depth;
  bool outer_deferred = aliases->can_be_deferred;
  size_t first_child = aliases->children.count;
  aliases->depth = 0;
  aliases->can_be_deferred = can_be_deferred;
  if (is_type) {
    visit_inside_type(printer, symbol);
  } else {
    visit_inside_attr(printer, symbol, can_be_deferred);
  }
  tern_alias_t *alias = &aliases->values.values[index];
  alias->can_be_deferred = can_be_deferred;
  alias->name = is_type ? alias_of_type(symbol) : alias_of_attr(aliases, symbol);
  alias->depth = aliases->depth ? aliases->depth + 1 : alias->name ? 1 : 0;
  alias->child_count = (uint32_t)(aliases->children.count - first_child);
  if (alias->child_count) {
    alias->children =
        tern_arena_copy(&aliases->arena, aliases->children.values + first_child, alias->child_count * sizeof(uint32_t));
  }
  aliases->children.count = first_child;
  aliases->depth = outer_depth;
  aliases->can_be_deferred = outer_deferred;
  note_child(aliases, index);
}

void tern_printer_visit_type(tern_printer_t *printer, const tern_type_t *type) {
  if (!type || type->kind <= TERN_TYPE_F128 || type->kind == TERN_TYPE_OPAQUE) return;
  visit_symbol(printer, type, true, printer->aliases->can_be_deferred);
}

void tern_printer_visit_attr(tern_printer_t *printer, const tern_attr_t *attr, bool can_be_deferred) {
  if (!attr) return;
  switch (attr->kind) {
    case TERN_ATTR_INTEGER:
    case TERN_ATTR_FLOAT:
    case TERN_ATTR_STRING:
    case TERN_ATTR_UNIT:
    case TERN_ATTR_SYMBOL_REF:
    case TERN_ATTR_DENSE_ARRAY:
    case TERN_ATTR_STRIDED_LAYOUT:
    case TERN_ATTR_ENUM: return;  // neither they nor what they hold has an alias
    default: visit_symbol(printer, attr, false, can_be_deferred);
  }
}

static int compare_aliases(const tern_alias_t *a, const tern_alias_t *b) {
  if (a->depth != b->depth) return a->depth < b->depth ? -1 : 1;
  if (a->is_type != b->is_type) return a->is_type ? -1 : 1;
  return strcmp(a->name, b->name);
}

// Stable: merge sort of the indices. `scratch` is as long as `order`.
static void sort_order(const tern_alias_t *aliases, uint32_t *order, uint32_t *scratch, size_t count) {
  if (count < 2) return;
  size_t half = count / 2;
  sort_order(aliases, order, scratch, half);
  sort_order(aliases, order + half, scratch, count - half);
  memcpy(scratch, order, half * sizeof(uint32_t));
  size_t left = 0, right = half, out = 0;
  while (left < half && right < count) {
    bool takes_right = compare_aliases(&aliases[order[right]], &aliases[scratch[left]]) < 0;
    order[out++] = takes_right ? order[right++] : scratch[left++];
  }
  while (left < half) order[out++] = scratch[left++];
}

void tern_aliases_finish(tern_aliases_t *aliases) {
  for (size_t i = 0; i < aliases->values.count; ++i) {
    if (aliases->values.values[i].name) tern_vec_push(&aliases->order, (uint32_t)i);
  }
  size_t count = aliases->order.count;
  if (count == 0) return;
  uint32_t *scratch = tern_arena_alloc_array(&aliases->arena, count, sizeof(uint32_t));
  sort_order(aliases->values.values, aliases->order.values, scratch, count);
  // Suffixes count the aliases of one name; names are few, so a list will do.
  typedef struct {
    const char *name;
    uint32_t count;
  } name_count_t;
  TERN_VEC(name_count_t) counts = {0};
  for (size_t i = 0; i < count; ++i) {
    tern_alias_t *alias = &aliases->values.values[aliases->order.values[i]];
    size_t k = 0;
    while (k < counts.count && strcmp(counts.values[k].name, alias->name) != 0) ++k;
    if (k == counts.count) tern_vec_push(&counts, (name_count_t){alias->name, 0});
    alias->suffix = counts.values[k].count++;
  }
  tern_vec_deinitialize(&counts);
}

static void print_name(tern_printer_t *printer, const tern_alias_t *alias) {
  tern_printer_char(printer, alias->is_type ? '!' : '#');
  tern_printer_text(printer, alias->name);
  if (!alias->suffix) return;
  // A stem that ends in a digit is parted from its number.
  size_t size = strlen(alias->name);
  if (size && alias->name[size - 1] >= '0' && alias->name[size - 1] <= '9') tern_printer_char(printer, '_');
  tern_printer_int(printer, alias->suffix);
}

bool tern_printer_alias(tern_printer_t *printer, const void *symbol) {
  if (!printer->aliases || printer->aliases->order.count == 0) return false;
  uintptr_t found = (uintptr_t)tern_map_get(&printer->aliases->indices, symbol);
  if (!found) return false;
  const tern_alias_t *alias = &printer->aliases->values.values[found - 1];
  if (!alias->name) return false;
  print_name(printer, alias);
  return true;
}

void tern_printer_alias_definitions(tern_printer_t *printer, bool deferred) {
  const tern_aliases_t *aliases = printer->aliases;
  if (!aliases) return;
  for (size_t i = 0; i < aliases->order.count; ++i) {
    const tern_alias_t *alias = &aliases->values.values[aliases->order.values[i]];
    if (alias->can_be_deferred != deferred) continue;
    print_name(printer, alias);
    tern_printer_literal(printer, " = ");
    if (alias->is_type) {
      tern_printer_type_body(printer, alias->symbol);
    } else {
      const tern_attr_t *attr = alias->symbol;
      if (attr->kind >= TERN_ATTR_LOC_UNKNOWN) {
        tern_printer_location(printer, attr, false);
      } else {
        tern_printer_attr_body(printer, attr, TERN_ELIDE_NEVER);
      }
    }
    tern_printer_char(printer, '\n');
  }
}
