// The inside of a printer, for the print_*.c files.
//
// One printer writes one text. An op is printed in three passes: values and blocks get their names (print_names.c); a
// dry run of the same printing code finds the types and attributes that will be printed, so that those with aliases can
// be ordered (print_alias.c); the real run appends to one buffer.

#ifndef TERN_ASM_PRINTER_PRIVATE_H_
#define TERN_ASM_PRINTER_PRIVATE_H_

#include "asm/printer.h"
#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "ir/context.h"

// --- names (print_names.c) ---

// A set of strings with an "in use" mark each, so that a scope's names can be given back.
typedef struct tern_name_entry {
  tern_str_t name;  // in the arena of the names; data NULL: empty slot
  bool is_used;
} tern_name_entry_t;

// Numbers of results are kept in tern_op_t.order, which is free while the block's order is not valid: a hash map of a
// million values would cost more than the rest of printing.
#define TERN_NAMED_ORDER UINT32_MAX  // the op's first result has a name in `values`

typedef struct tern_names {
  tern_arena_t arena;
  // Block argument, first value of a later group of results, or op without results if users are shown -> number << 1 | 1;
  // argument, or first value of a group -> tern_str_t *.
  tern_map_t values;
  tern_map_t result_groups;  // op -> const uint32_t *: count, then the first result of each group
  tern_map_t blocks;         // block of a region with several -> position + 1
  tern_name_entry_t *used;   // open addressing
  size_t used_count, used_capacity;
  TERN_VEC(tern_str_t) scope;  // names taken by the regions that are being numbered, innermost last
  uint32_t next_value, next_argument, next_conflict;
} tern_names_t;

// Names all values and blocks inside `op` (and the results of `op`); those of the regions around it too.
void tern_names_initialize(tern_names_t *names, tern_op_t *op, const tern_print_options_t *options);
void tern_names_deinitialize(tern_names_t *names);
// Copies `name` as an identifier of letters, digits and `punctuation`: spaces become underscores, other characters their
// codes, and what starts with a digit or other character gets an underscore before it. Returns the size, cut to what
// fits; `capacity` is 32 or more.
size_t tern_sanitize_name(tern_str_t name, const char *punctuation, char *out, size_t capacity);

// --- aliases (print_alias.c) ---

// What is known of one type or attribute that will be printed.
typedef struct tern_alias {
  const void *symbol;  // tern_type_t or tern_attr_t
  bool is_type;
  bool can_be_deferred;  // printed after the op (locations)
  uint32_t depth;        // 0: neither it nor what it holds has an alias
  const char *name;      // stem of the alias, or NULL
  uint32_t suffix;       // 0: none
  uint32_t *children;    // indices; in the arena
  uint32_t child_count;
} tern_alias_t;

typedef struct tern_aliases {
  tern_arena_t arena;
  TERN_VEC(const tern_dialect_t *) sources;  // dialects that name types or strings
  tern_map_t indices;                        // symbol -> index + 1
  TERN_VEC(tern_alias_t) values;             // in order of first visit
  TERN_VEC(uint32_t) order;                  // those with a name, in printing order
  // The visit in progress.
  TERN_VEC(uint32_t) children;  // of all open visits, innermost last
  uint32_t depth;               // deepest alias inside the innermost open visit
  bool can_be_deferred;         // of the innermost open visit
  const void *last_flat;        // the last symbol found to hold no alias, to skip it at once
} tern_aliases_t;

void tern_aliases_initialize(tern_aliases_t *aliases, const tern_context_t *context);
void tern_aliases_deinitialize(tern_aliases_t *aliases);
// Visits a symbol of the dry run.
void tern_printer_visit_type(tern_printer_t *printer, const tern_type_t *type);
void tern_printer_visit_attr(tern_printer_t *printer, const tern_attr_t *attr, bool can_be_deferred);
// Orders and names what the dry run has found.
void tern_aliases_finish(tern_aliases_t *aliases);
// Prints `#map1` and returns true if the symbol has an alias.
bool tern_printer_alias(tern_printer_t *printer, const void *symbol);
// Prints the definitions, one a line.
void tern_printer_alias_definitions(tern_printer_t *printer, bool deferred);

// --- the printer ---

struct tern_printer {
  tern_context_t *context;
  tern_string_builder_t *out;
  tern_print_options_t options;
  tern_names_t *names;          // NULL: values have no names
  tern_aliases_t *aliases;      // NULL: no aliases
  bool is_collecting;           // the dry run: text is dropped, types and attributes are visited
  const char *default_dialect;  // whose prefix op names leave out
  size_t indent;                // columns
  tern_map_t *resources;        // dialects' resources printed so far; NULL: not kept
  tern_map_t *distincts;        // distinct attribute -> how many were printed up to it; NULL: not kept
};

// How the type of an attribute is printed.
typedef enum tern_type_elision {
  TERN_ELIDE_NEVER,
  TERN_ELIDE_DEFAULT,  // left out for i64 and f64, which the parser takes for granted
  TERN_ELIDE_ALWAYS,
} tern_type_elision_t;

static inline void tern_printer_write(tern_printer_t *printer, const char *data, size_t size) {
  tern_string_builder_t *out = printer->out;
  if (printer->is_collecting) return;
  if (out->capacity - out->size > size) {
    memcpy(out->data + out->size, data, size);
    out->size += size;
    out->data[out->size] = '\0';
    return;
  }
  tern_string_builder_append(out, tern_str_make(data, size));
}
#define tern_printer_literal(printer, literal) tern_printer_write((printer), "" literal, sizeof(literal) - 1)

// The text of a type or attribute, without looking for an alias of its own.
void tern_printer_type_body(tern_printer_t *printer, const tern_type_t *type);
void tern_printer_attr_body(tern_printer_t *printer, const tern_attr_t *attr, tern_type_elision_t elision);
void tern_printer_attr_elided(tern_printer_t *printer, const tern_attr_t *attr, tern_type_elision_t elision);
// `name` or `name = value` of a dictionary.
void tern_printer_named_attr(tern_printer_t *printer, const tern_ident_t *name, const tern_attr_t *attr);
// `[[1, 2], [3, 4]]`: what stands between the angle brackets of a dense attribute.
void tern_printer_dense_body(tern_printer_t *printer, const tern_attr_t *attr, bool allow_hex);
// One dialect symbol whose text is not known to the dialect: `.text` if simple, else `<text>`.
void tern_printer_opaque_body(tern_printer_t *printer, char sign, tern_str_t dialect, tern_str_t text);
// A type in an assembly format whose constraint implies its dialect and mnemonic: parameters only.
void tern_printer_type_stripped(tern_printer_t *printer, const tern_type_t *type);

// ` // users: %0, %1` behind an op, and a line for each argument of a block (print_users.c).
void tern_printer_users_of_results(tern_printer_t *printer, const tern_op_t *op);
void tern_printer_users_of_arguments(tern_printer_t *printer, const tern_block_t *block);

// `%0:2, %x = ` (print_text.c).
void tern_printer_result_names(tern_printer_t *printer, const tern_op_t *op);
// The spaces before an op.
void tern_printer_indent(tern_printer_t *printer);

// `loc(...)` (print_location.c).
void tern_printer_location(tern_printer_t *printer, const tern_attr_t *loc, bool allow_alias);
// What stands inside `loc(...)`.
void tern_printer_location_body(tern_printer_t *printer, const tern_attr_t *loc, bool is_top_level);

// Prints the resources whose keys were printed, and external ones (print_resource.c).
void tern_printer_resources(tern_printer_t *printer);

// A number as upstream's APFloat prints it (print_float.c). `words` are the bits.
void tern_printer_float(tern_printer_t *printer, const tern_type_t *type, const uint64_t *words);

// The op's attributes, inherent ones too, sorted by name, without those in `elided`; and for discardable ones alone.
typedef struct tern_attr_entry {
  const tern_ident_t *name;
  const tern_attr_t *attr;
} tern_attr_entry_t;
typedef struct tern_attr_entries {
  tern_attr_entry_t fixed[24];
  tern_attr_entry_t *values;  // `fixed`, or allocated
  size_t count;
} tern_attr_entries_t;
void tern_attr_entries_collect(const tern_op_t *op, bool inherent, bool discardable, tern_attr_entries_t *out_entries);
void tern_attr_entries_deinitialize(tern_attr_entries_t *entries);
// Prints ` {...}` or ` attributes {...}` of the entries that are not NULL; nothing if there are none.
void tern_printer_entries(tern_printer_t *printer, const tern_attr_entries_t *entries, bool with_keyword);

#endif  // TERN_ASM_PRINTER_PRIVATE_H_
