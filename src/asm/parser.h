// The parser of MLIR's text: entry points, and the calls that hand-written op and type syntax is made of.
//
// Every parse call returns false (or NULL) after it has emitted an error with a location; "optional" calls return
// whether the thing was there and emit nothing if it was not.

#ifndef TERN_ASM_PARSER_H_
#define TERN_ASM_PARSER_H_

#include "ir/op_def.h"

typedef struct tern_parse_options {
  bool verify_after;  // run the verifier on what was parsed
} tern_parse_options_t;

// Parses a file's text into a module. A file whose only top-level op is a builtin.module gives that op, others are
// wrapped in one. Goes on after an error at the next top-level op, so that one run reports as much as it can. Returns
// NULL if anything was wrong. `name` is used in locations; both are copied.
tern_op_t *tern_parse_module(tern_context_t *context, tern_str_t name, tern_str_t text);
// The same for a text with a terminator, text.data[text.size] == '\0', which is read where it is.
tern_op_t *tern_parse_terminated_module(tern_context_t *context, tern_str_t name, tern_str_t text);
// Parses a lone type or attribute from `text` (for options and tests); errors are located in `text` itself.
const tern_type_t *tern_parse_type_text(tern_context_t *context, tern_str_t text);
const tern_attr_t *tern_parse_attr_text(tern_context_t *context, tern_str_t text);

// --- for syntax hooks ---

tern_context_t *tern_parser_context(const tern_parser_t *parser);
// Location of the next token.
const tern_attr_t *tern_parser_loc(tern_parser_t *parser);
// A cheap mark of the next token, and the location it stands for.
typedef struct tern_source_pos {
  const char *pointer;
} tern_source_pos_t;
tern_source_pos_t tern_parser_pos(const tern_parser_t *parser);
const tern_attr_t *tern_parser_loc_at(tern_parser_t *parser, tern_source_pos_t pos);
// Emits an error at `pos` or at the next token. Always false.
bool tern_parser_error_at(tern_parser_t *parser, tern_source_pos_t pos, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool tern_parser_error(tern_parser_t *parser, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Punctuation by its text: "(", ")", "{", "}", "[", "]", "<", ">", ",", ":", "=", "->", "::", "?", "*", "+", "-",
// "|", "...", "/", "{-#" is not among them.
bool tern_parse_token(tern_parser_t *parser, const char *punctuation);
bool tern_parse_optional_token(tern_parser_t *parser, const char *punctuation);
bool tern_parser_at_token(const tern_parser_t *parser, const char *punctuation);
// Bare words.
bool tern_parse_keyword(tern_parser_t *parser, const char *keyword);
bool tern_parse_optional_keyword(tern_parser_t *parser, const char *keyword);
// Any bare word (also with dots). The view lives until the parse is over.
bool tern_parse_any_keyword(tern_parser_t *parser, tern_str_t *out_keyword);
bool tern_parse_optional_any_keyword(tern_parser_t *parser, tern_str_t *out_keyword);
// "..." with escapes resolved; the view lives as long as the context.
bool tern_parse_string(tern_parser_t *parser, tern_str_t *out_text);
bool tern_parse_optional_string(tern_parser_t *parser, tern_str_t *out_text);
// Keyword or string.
bool tern_parse_keyword_or_string(tern_parser_t *parser, tern_str_t *out_text);
// [-] decimal or 0x integer that fits.
bool tern_parse_integer(tern_parser_t *parser, int64_t *out_value);
// The number as it is printed without a sign: up to UINT64_MAX.
bool tern_parse_unsigned_integer(tern_parser_t *parser, uint64_t *out_value);
bool tern_parse_optional_integer(tern_parser_t *parser, int64_t *out_value);
bool tern_parse_float(tern_parser_t *parser, double *out_value);
// @name or @"name" (name without the sign).
bool tern_parse_symbol_name(tern_parser_t *parser, tern_str_t *out_name);
bool tern_parse_optional_symbol_name(tern_parser_t *parser, tern_str_t *out_name);
// `4x?x` ... of a shaped type, up to the element type. Appends to a list that lives in the parser's arena.
bool tern_parse_dimension_list(tern_parser_t *parser, bool allow_dynamic, bool with_trailing_x,
                               const int64_t **out_dims, size_t *out_count);
// The `x` of `*xf32`.
bool tern_parse_x(tern_parser_t *parser);
// The text from the bracket that is the next token to the one that closes it, brackets and strings balanced.
bool tern_parse_balanced_text(tern_parser_t *parser, tern_str_t *out_text);

const tern_type_t *tern_parse_type(tern_parser_t *parser);
// `*out_type` is NULL if there is none. False after an error in a type that began.
bool tern_parse_optional_type(tern_parser_t *parser, const tern_type_t **out_type);
bool tern_parse_colon_type(tern_parser_t *parser, const tern_type_t **out_type);
// `type` is the type of a number or elements attribute whose text leaves it out, or NULL.
const tern_attr_t *tern_parse_attr(tern_parser_t *parser, const tern_type_t *type);
bool tern_parse_optional_attr(tern_parser_t *parser, const tern_type_t *type, const tern_attr_t **out_attr);
const tern_affine_map_t *tern_parse_affine_map(tern_parser_t *parser);
// `loc(...)`, if there; else `*out_loc` is NULL. False after an error in a location that began.
bool tern_parse_optional_location(tern_parser_t *parser, const tern_attr_t **out_loc);
// An enum case as keyword (cases of a bit enum joined by its separator).
bool tern_parse_enum(tern_parser_t *parser, const tern_enum_row_t *row, int64_t *out_value);

// Memory that lives until the op that is being parsed is made.
void *tern_parser_alloc(tern_parser_t *parser, size_t size);

// --- parsing an op ---

// A use of a value before its definition may have been seen: `%name` or `%name#2`.
typedef struct tern_unresolved_operand {
  tern_str_t name;  // with the %
  uint32_t number;  // the #
  tern_source_pos_t pos;
} tern_unresolved_operand_t;

// A list of unresolved operands. Lists live in memory of tern_parser_alloc.
typedef struct tern_operand_list {
  tern_unresolved_operand_t *values;
  size_t count, capacity;
} tern_operand_list_t;

// A block argument that syntax introduces: `%i: index loc(...)`.
typedef struct tern_parsed_arg {
  tern_unresolved_operand_t name;
  const tern_type_t *type;   // NULL if not parsed here
  const tern_attr_t *attrs;  // dictionary or NULL
  const tern_attr_t *loc;    // NULL: the position of the name
} tern_parsed_arg_t;
typedef struct tern_arg_list {
  tern_parsed_arg_t *values;
  size_t count, capacity;
} tern_arg_list_t;
typedef struct tern_type_list {
  const tern_type_t **values;
  size_t count, capacity;
} tern_type_list_t;

// The op under construction. Hooks fill it with the calls below; the parser then makes the op, binds its results to
// their names and verifies nothing.
struct tern_parsed_op {
  const tern_op_def_t *def;
  const tern_attr_t *loc;
  tern_source_pos_t pos;         // of the op's name
  size_t declared_result_count;  // how many names stand left of `=`
  tern_block_t *block;           // the op will stand at its end; what must come before it may be built there
  tern_value_t *stand_in;        // see tern_legacy_stand_for
};

// What result `index` is called left of the `=`, without the %; all of `%a:3` are called `a`.
tern_str_t tern_op_result_name(const tern_parsed_op_t *op, size_t index);

// `[%i + 1, %j floordiv symbol(%n)]` (or in parentheses): a map whose dims and symbols are uses of values, each value
// once. `delimiters` is "[]" or "()".
bool tern_parse_affine_map_of_values(tern_parser_t *parser, const char *delimiters, tern_operand_list_t *out_dims,
                                     tern_operand_list_t *out_symbols, const tern_affine_map_t **out_map);

// One expression of such a map, without brackets.
bool tern_parse_affine_expr_of_values(tern_parser_t *parser, tern_operand_list_t *out_dims,
                                      tern_operand_list_t *out_symbols, const tern_affine_expr_t **out_expr);

// Operands: parse now, resolve to values once the type is known.
bool tern_parse_operand(tern_parser_t *parser, tern_unresolved_operand_t *out_operand);
bool tern_parse_optional_operand(tern_parser_t *parser, tern_unresolved_operand_t *out_operand, bool *out_present);
// Comma list without brackets, possibly empty; or within a delimiter pair: "()", "[]", "<>", "{}" or NULL for none.
bool tern_parse_operand_list(tern_parser_t *parser, const char *delimiters, tern_operand_list_t *inout_list);
// Adds the value to the op's operands. An operand used with another type than its definition's is an error that
// points at both.
bool tern_op_resolve_operand(tern_parser_t *parser, tern_parsed_op_t *op, tern_unresolved_operand_t operand,
                             const tern_type_t *type);
bool tern_op_resolve_operands(tern_parser_t *parser, tern_parsed_op_t *op, const tern_operand_list_t *operands,
                              const tern_type_t *type);
// One type each.
bool tern_op_resolve_operands_each(tern_parser_t *parser, tern_parsed_op_t *op, const tern_operand_list_t *operands,
                                   const tern_type_list_t *types);
// Resolves without adding to the op. NULL after an error.
tern_value_t *tern_parser_resolve(tern_parser_t *parser, tern_unresolved_operand_t operand, const tern_type_t *type);
void tern_op_add_operand_value(tern_parser_t *parser, tern_parsed_op_t *op, tern_value_t *value);
void tern_op_add_result_type(tern_parser_t *parser, tern_parsed_op_t *op, const tern_type_t *type);
void tern_op_add_attr(tern_parser_t *parser, tern_parsed_op_t *op, const char *name, const tern_attr_t *attr);
// The attribute added so far under `name`, or NULL.
const tern_attr_t *tern_op_parsed_attr(const tern_parser_t *parser, const tern_parsed_op_t *op, const char *name);
// `<{...}>`, if there: attributes, as the format `prop-dict` reads them.
bool tern_op_parse_prop_dict(tern_parser_t *parser, tern_parsed_op_t *op);
// `{...}`, if there.
bool tern_op_parse_optional_attr_dict(tern_parser_t *parser, tern_parsed_op_t *op);
// `attributes {...}`, if there.
bool tern_op_parse_optional_attr_dict_with_keyword(tern_parser_t *parser, tern_parsed_op_t *op);
// Adds a region: `{ ops }` with `args` as arguments of its entry block (NULL: none; then the region may name its own
// with a block label). A new scope of names, isolated if the op's row says so.
bool tern_op_parse_region(tern_parser_t *parser, tern_parsed_op_t *op, const tern_arg_list_t *args);
// Adds an empty region if none follows.
bool tern_op_parse_optional_region(tern_parser_t *parser, tern_parsed_op_t *op, const tern_arg_list_t *args,
                                   bool *out_present);
void tern_op_add_empty_region(tern_parser_t *parser, tern_parsed_op_t *op);
// A region made by the hook itself, with one block that has these arguments, which stand nowhere in the text; the hook fills the block with built ops.
tern_block_t *tern_op_add_region_with_block(tern_parser_t *parser, tern_parsed_op_t *op, tern_types_t arg_types);
// The regions added so far.
size_t tern_op_parsed_region_count(const tern_parser_t *parser, const tern_parsed_op_t *op);
tern_region_t *tern_op_parsed_region(const tern_parser_t *parser, const tern_parsed_op_t *op, size_t index);
// Forgets all regions but the first `count`: those whose blocks were moved to an op inside of this one.
void tern_op_drop_regions(tern_parsed_op_t *op, size_t count);
// Gives a region without terminator the row's implicit one. To be called after the region was parsed.
void tern_op_ensure_terminator(tern_parser_t *parser, tern_parsed_op_t *op, size_t region_index);
// ^bb, and ^bb(%a, %b : t, u).
bool tern_op_parse_successor(tern_parser_t *parser, tern_parsed_op_t *op, tern_block_t **out_block);
bool tern_op_parse_successor_and_operands(tern_parser_t *parser, tern_parsed_op_t *op, size_t *out_operand_count);
// Function signatures, block argument lists: `%a: type {attrs} loc(...)`.
bool tern_parse_argument(tern_parser_t *parser, bool with_type, bool with_attrs, tern_parsed_arg_t *out_arg);
bool tern_parse_argument_list(tern_parser_t *parser, const char *delimiters, bool with_type, bool with_attrs,
                              tern_arg_list_t *inout_list);
bool tern_parse_type_list(tern_parser_t *parser, tern_type_list_t *inout_list);  // one or more, comma separated
// `-> t`, `-> (t, u)`, or nothing.
bool tern_parse_optional_arrow_type_list(tern_parser_t *parser, tern_type_list_t *inout_list);
bool tern_op_parse_colon_function_type(tern_parser_t *parser, const tern_type_t **out_type);
// `(%a = %b, ...)` of iter_args and friends.
bool tern_parse_assignment_list(tern_parser_t *parser, tern_arg_list_t *inout_args,
                                tern_operand_list_t *inout_operands);
void tern_operand_list_push(tern_parser_t *parser, tern_operand_list_t *list, tern_unresolved_operand_t operand);
void tern_type_list_push(tern_parser_t *parser, tern_type_list_t *list, const tern_type_t *type);
void tern_arg_list_push(tern_parser_t *parser, tern_arg_list_t *list, tern_parsed_arg_t arg);
// What the generic form has behind its operands: successors, properties, regions, attributes and the type.
bool tern_op_parse_generic_rest(tern_parser_t *parser, tern_parsed_op_t *op, const tern_operand_list_t *operands);
// Parses a whole op in either form, starting at its name (used by syntaxes that embed an op). NULL after an error.
// `block` receives it.
tern_op_t *tern_parse_op_into(tern_parser_t *parser, tern_block_t *block);
// After the op is made (before its results are bound), inferred results: sets the op's result types by its row's
// rules or `infer` hook from the operands resolved so far. False after an error.
bool tern_op_infer_result_types(tern_parser_t *parser, tern_parsed_op_t *op);

// Custom directives of assembly formats: custom<Name>($a, type($b)). Registered by name in a dialect-independent table
// (asm/format/custom.c) that dialects extend through their `custom_directives` rows: see asm/format/format.h.

#endif  // TERN_ASM_PARSER_H_
