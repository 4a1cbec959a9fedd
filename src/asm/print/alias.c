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
  tern_vec_deinitialize(&aliases->sources);
}

void tern_aliases_initialize(tern_aliases_t *aliases, const tern_context_t *context) {
  tern_arena_initialize(&aliases->arena);
  for (size_t i = 0; i < tern_context_dialect_count(context); ++i) {
    const tern_dialect_t *dialect = tern_context_dialect_at(context, i);
    if (dialect && (dialect->type_alias || dialect->attr_alias)) tern_vec_push(&aliases->sources, dialect);
  }
}

// A stem that a dialect chose, made an identifier.
static const char *keep_stem(tern_aliases_t *aliases, const char *stem) {
  char text[128];
  size_t size = tern_sanitize_name(tern_str_from_cstr(stem), "$_-", text, sizeof text - 1);
  text[size] = '\0';
  return tern_arena_copy(&aliases->arena, text, size + 1);
}

static const char *chosen_alias(tern_aliases_t *aliases, const tern_attr_t *attr) {
  for (size_t i = 0; i < aliases->sources.count; ++i) {
    const tern_dialect_t *dialect = aliases->sources.values[i];
    const char *stem = dialect->attr_alias ? dialect->attr_alias(attr) : NULL;
    if (stem) return keep_stem(aliases, stem);
  }
  return NULL;
}

static const char *alias_of_type(tern_aliases_t *aliases, const tern_type_t *type) {
  for (size_t i = 0; i < aliases->sources.count; ++i) {
    const tern_dialect_t *dialect = aliases->sources.values[i];
    const char *stem = dialect->type_alias ? dialect->type_alias(type) : NULL;
    if (stem) return keep_stem(aliases, stem);
  }
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
    case TERN_ATTR_STRING: return chosen_alias(aliases, attr);
    case TERN_ATTR_DIALECT: {
      const char *name = chosen_alias(aliases, attr);
      if (!name) name = full_alias(aliases, attr);
      return !name && tern_attr_is_location(attr) ? "loc" : name;
    }
    default: return tern_attr_is_location(attr) ? "loc" : NULL;
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
  alias->name = is_type ? alias_of_type(aliases, symbol) : alias_of_attr(aliases, symbol);
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

uint32_t tern_printer_begin_inner(tern_printer_t *printer) {
  if (!printer->is_collecting) return 0;
  uint32_t outer_depth = printer->aliases->depth;
  printer->aliases->depth = 0;
  return outer_depth;
}

void tern_printer_end_inner(tern_printer_t *printer, uint32_t outer_depth) {
  if (!printer->is_collecting) return;
  tern_aliases_t *aliases = printer->aliases;
  if (aliases->depth) ++aliases->depth;
  if (aliases->depth < outer_depth) aliases->depth = outer_depth;
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
    case TERN_ATTR_UNIT:
    case TERN_ATTR_SYMBOL_REF:
    case TERN_ATTR_DENSE_ARRAY:
    case TERN_ATTR_STRIDED_LAYOUT:
    case TERN_ATTR_ENUM: return;  // neither they nor what they hold has an alias
    case TERN_ATTR_STRING:
      if (!chosen_alias(printer->aliases, attr)) return;
      break;
    default: break;
  }
  visit_symbol(printer, attr, false, can_be_deferred);
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

// --- suffixes ---

// What a number was put behind: a stem, or one that ends in a digit with an underscore.
typedef struct prefix {
  const char *stem;
  bool is_parted;
  uint32_t next;  // the next number to try
} prefix_t;

// The names given so far. Those with numbers are not kept one by one: they are what a prefix and a number below its
// next one make.
typedef struct name_store {
  TERN_VEC(const char *) stems;
  TERN_VEC(prefix_t) prefixes;
} name_store_t;

static bool ends_in_digit(const char *stem) {
  size_t size = strlen(stem);
  return size && stem[size - 1] >= '0' && stem[size - 1] <= '9';
}

// Skips what both texts start with: where `prefix` ends in `text`, or NULL if it is not there.
static const char *skip_prefix(const char *text, const prefix_t *prefix) {
  size_t size = strlen(prefix->stem);
  if (strncmp(text, prefix->stem, size) != 0) return NULL;
  if (prefix->is_parted && text[size] != '_') return NULL;
  return text + size + prefix->is_parted;
}

static bool is_taken(const name_store_t *names, const char *text) {
  for (size_t i = 0; i < names->stems.count; ++i) {
    if (strcmp(names->stems.values[i], text) == 0) return true;
  }
  for (size_t i = 0; i < names->prefixes.count; ++i) {
    const char *digits = skip_prefix(text, &names->prefixes.values[i]);
    if (!digits || *digits < '1' || *digits > '9') continue;
    char *end;
    unsigned long number = strtoul(digits, &end, 10);
    if (!*end && number < names->prefixes.values[i].next) return true;
  }
  return false;
}

// A stem like `x1_` has the prefix of `x1`, and counts on where that one is.
static prefix_t *find_prefix(name_store_t *names, const char *stem) {
  prefix_t prefix = {stem, ends_in_digit(stem), 1};
  for (size_t i = 0; i < names->prefixes.count; ++i) {
    prefix_t *known = &names->prefixes.values[i];
    const char *rest = skip_prefix(stem, known);
    const char *known_rest = skip_prefix(known->stem, &prefix);
    bool is_same = strcmp(stem, known->stem) == 0;
    if (is_same || (known->is_parted && rest && !*rest) || (prefix.is_parted && known_rest && !*known_rest))
      return known;
  }
  tern_vec_push(&names->prefixes, prefix);
  return &names->prefixes.values[names->prefixes.count - 1];
}

// The number that makes the stem a name of its own; 0: none.
static uint32_t choose_suffix(name_store_t *names, const char *stem) {
  if (!is_taken(names, stem)) {
    tern_vec_push(&names->stems, stem);
    return 0;
  }
  prefix_t *prefix = find_prefix(names, stem);
  char text[256];
  for (;;) {
    uint32_t number = prefix->next;
    snprintf(text, sizeof text, "%s%s%u", stem, ends_in_digit(stem) ? "_" : "", number);
    bool is_free = !is_taken(names, text);
    ++prefix->next;
    if (is_free) return number;
  }
}

void tern_aliases_finish(tern_aliases_t *aliases) {
  for (size_t i = 0; i < aliases->values.count; ++i) {
    if (aliases->values.values[i].name) tern_vec_push(&aliases->order, (uint32_t)i);
  }
  size_t count = aliases->order.count;
  if (count == 0) return;
  uint32_t *scratch = tern_arena_alloc_array(&aliases->arena, count, sizeof(uint32_t));
  sort_order(aliases->values.values, aliases->order.values, scratch, count);
  name_store_t names = {0};
  for (size_t i = 0; i < count; ++i) {
    tern_alias_t *alias = &aliases->values.values[aliases->order.values[i]];
    alias->suffix = choose_suffix(&names, alias->name);
  }
  tern_vec_deinitialize(&names.stems);
  tern_vec_deinitialize(&names.prefixes);
}

static void print_name(tern_printer_t *printer, const tern_alias_t *alias) {
  tern_printer_char(printer, alias->is_type ? '!' : '#');
  tern_printer_text(printer, alias->name);
  if (!alias->suffix) return;
  // A stem that ends in a digit is parted from its number.
  if (ends_in_digit(alias->name)) tern_printer_char(printer, '_');
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
