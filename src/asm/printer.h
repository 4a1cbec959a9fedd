// The printer of MLIR's text: entry points, and the calls that hand-written op and type syntax is made of.
//
// Output is stable: SSA names are numbered in order per isolated region (%0, %arg0, ^bb1), or taken from an op's
// result_name hook and made unique (%c0, %cst_1); attribute aliases (#map, #map1, #set) are collected first and printed
// at the top of the file, as upstream does.

#ifndef TERN_ASM_PRINTER_H_
#define TERN_ASM_PRINTER_H_

#include "ir/op_def.h"

typedef struct tern_print_options {
  bool generic;                  // --mlir-print-op-generic
  bool debuginfo;                // --mlir-print-debuginfo
  bool local_scope;              // --mlir-print-local-scope: no aliases
  bool skip_regions;             // --mlir-print-skip-regions
  int64_t elide_elements_above;  // --mlir-elide-elementsattrs-if-larger; negative: never
  bool use_name_loc_as_prefix;   // --mlir-use-nameloc-as-prefix
  bool pretty_debuginfo;         // --mlir-pretty-debuginfo: locations for reading, which do not parse
  bool unique_names;             // --mlir-print-unique-ssa-ids: no number or name twice, as in the generic form
  bool value_users;              // --mlir-print-value-users: comments that say who uses a value
  bool has_hex_limit;            // whether `hex_above` counts; else a limit of upstream's
  int64_t hex_above;             // --mlir-print-elementsattrs-with-hex-if-larger; negative: never
  bool has_resource_limit;       // whether `resource_limit` counts
  int64_t resource_limit;        // --mlir-elide-resource-strings-if-larger: characters of what is printed
  // Called between ops when a megabyte or more has been printed, if not NULL: may take the text away.
  void (*flush)(tern_string_builder_t *out, void *user);
  void *flush_user;
} tern_print_options_t;

// Default options: pretty, whole.
#define TERN_PRINT_DEFAULT ((tern_print_options_t){.elide_elements_above = -1})

// Prints an op (a module, usually) and a newline.
void tern_print_op(tern_op_t *op, const tern_print_options_t *options, tern_string_builder_t *out);
void tern_print_type(const tern_type_t *type, tern_string_builder_t *out);
void tern_print_attr(const tern_attr_t *attr, tern_string_builder_t *out);

// --- for syntax hooks ---

void tern_printer_text(tern_printer_t *printer, const char *text);
void tern_printer_str(tern_printer_t *printer, tern_str_t text);
void tern_printer_format(tern_printer_t *printer, const char *format, ...) __attribute__((format(printf, 2, 3)));
void tern_printer_char(tern_printer_t *printer, char c);
void tern_printer_int(tern_printer_t *printer, int64_t value);
// Text in quotes with escapes; a name bare if it is an identifier, else quoted; @name likewise.
void tern_printer_quoted(tern_printer_t *printer, tern_str_t text);
void tern_printer_keyword_or_string(tern_printer_t *printer, tern_str_t text);
void tern_printer_symbol_name(tern_printer_t *printer, tern_str_t name);
void tern_printer_value(tern_printer_t *printer, const tern_value_t *value);
// Whether the value is written `%name`.
bool tern_printer_is_named(tern_printer_t *printer, const tern_value_t *value, tern_str_t name);
// From here on `arg`, an argument of a region that does not see `value`, is written as `value` is.
void tern_printer_shadow_argument(tern_printer_t *printer, const tern_value_t *arg, const tern_value_t *value);
// %a, %b
void tern_printer_operands(tern_printer_t *printer, const tern_op_t *op, size_t start, size_t count);
void tern_printer_operand_types(tern_printer_t *printer, const tern_op_t *op, size_t start, size_t count);
void tern_printer_result_types(tern_printer_t *printer, const tern_op_t *op, size_t start, size_t count);
void tern_printer_type(tern_printer_t *printer, const tern_type_t *type);
void tern_printer_types(tern_printer_t *printer, tern_types_t types);  // comma list
void tern_printer_attr(tern_printer_t *printer, const tern_attr_t *attr);
// A number or elements attribute without its `: type`.
void tern_printer_attr_without_type(tern_printer_t *printer, const tern_attr_t *attr);
// The alias of an attribute, if it has one; false, and nothing is printed, if not.
bool tern_printer_attr_alias(tern_printer_t *printer, const tern_attr_t *attr);
// The key of one of the dialect's resources; the resource is printed behind the op.
void tern_printer_resource_key(tern_printer_t *printer, const char *dialect, tern_str_t key);
// Around what upstream has as an attribute of its own inside another, and is no attribute here: aliases are ordered by
// how deep they lie. The first gives what the second wants.
uint32_t tern_printer_begin_inner(tern_printer_t *printer);
void tern_printer_end_inner(tern_printer_t *printer, uint32_t outer_depth);
// An attribute where its dialect and mnemonic are implied: its alias, or its parameters only.
void tern_printer_attr_stripped(tern_printer_t *printer, const tern_attr_t *attr);
void tern_printer_dims(tern_printer_t *printer, const int64_t *dims, size_t rank);  // 4x?x, with the trailing x
void tern_printer_enum(tern_printer_t *printer, const tern_enum_row_t *row, int64_t value);
// An affine expression, or the results of a map, over the operands of `op` from `start` on: dims first. Symbols are
// written `symbol(%n)`.
void tern_printer_affine_expr_of_operands(tern_printer_t *printer, const tern_affine_expr_t *expr, size_t dim_count,
                                          const tern_op_t *op, size_t start);
void tern_printer_affine_map_of_operands(tern_printer_t *printer, const tern_affine_map_t *map, const tern_op_t *op,
                                         size_t start);
// ` -> t`, ` -> (t, u)`, or nothing for none.
void tern_printer_optional_arrow_types(tern_printer_t *printer, tern_types_t types);
void tern_printer_function_type(tern_printer_t *printer, tern_types_t inputs, tern_types_t results);
// ` {a = 1 : i32}` of all attributes but the `elided` ones; nothing if none is left. Inherent attributes that have
// their default are left out.
void tern_printer_attr_dict(tern_printer_t *printer, const tern_op_t *op, const char *const *elided, size_t count);
void tern_printer_attr_dict_with_keyword(tern_printer_t *printer, const tern_op_t *op, const char *const *elided,
                                         size_t count);
// `{ ... }`. Without `print_entry_args` the entry block's label is left out; without `print_terminator` an implicit
// terminator (no operands, no attributes) is.
void tern_printer_region(tern_printer_t *printer, const tern_region_t *region, bool print_entry_args,
                         bool print_terminator);
// `%a: type loc(...)` of a block argument.
void tern_printer_block_arg(tern_printer_t *printer, const tern_value_t *arg, bool with_type);
void tern_printer_successor(tern_printer_t *printer, const tern_block_t *block);
void tern_printer_successor_and_operands(tern_printer_t *printer, const tern_op_t *op, size_t successor, size_t start,
                                         size_t count);
void tern_printer_op_in_place(tern_printer_t *printer, const tern_op_t *op);  // an op without results, inline
void tern_printer_generic_op(tern_printer_t *printer, const tern_op_t *op);   // likewise, in the generic form
// ` loc(...)` if locations are asked for.
void tern_printer_trailing_location(tern_printer_t *printer, const tern_attr_t *loc, bool allow_alias);
void tern_printer_newline(tern_printer_t *printer);  // and the current indentation
// Adds `columns` (negative: takes them away again) to the indentation of the lines and regions to come.
void tern_printer_shift_indent(tern_printer_t *printer, int columns);
tern_context_t *tern_printer_context(const tern_printer_t *printer);

#endif  // TERN_ASM_PRINTER_H_
