// Legacy spellings: op, type and attribute names of earlier years, upgraded while they are read.
//
// The parser consults these rows when a name is not known, and before a known name if the row overrides it. What is
// parsed by a row becomes an op of today, so nothing after the parser ever sees an old name.

#ifndef TERN_ASM_LEGACY_H_
#define TERN_ASM_LEGACY_H_

#include "asm/parser.h"

// One old op spelling. At least one of `new_name`, `parse` and `gone` is given.
typedef struct tern_legacy_row {
  const char *old_name;  // bare ("addf") or dotted ("std.addf"); a bare name stands for itself only
  const char *new_name;  // the op of today; NULL: `parse` chooses it by tern_legacy_choose_op
  // Reads the old pretty syntax behind the name, like a row's `parse`; NULL: today's syntax of `new_name`.
  bool (*parse)(tern_parser_t *parser, tern_parsed_op_t *op);
  // Brings up to date what the generic form gave (operands, attributes, result types) before the op is made; NULL:
  // nothing to do. Runs after the generic form only. False after an error.
  bool (*upgrade)(tern_parser_t *parser, tern_parsed_op_t *op);
  // There is no such op today: what says the same, as a note. Nothing else is given then.
  const char *gone;
  bool overrides;  // true: this row also wins over an op of today with the same name
} tern_legacy_row_t;

// An old beginning of the name of an op, a type or an attribute: with {"spv.", "spirv."}, `!spv.array` reads as `!spirv.array`; a
// name without a dot at its end stands for the whole name: {"hlo.token", "mhlo.token"}.
typedef struct tern_legacy_prefix {
  const char *old_prefix;
  const char *new_prefix;
} tern_legacy_prefix_t;

// An old name of a discardable attribute, `dialect.name`, in the dictionary of an op, argument or result.
typedef struct tern_legacy_attr_row {
  const char *old_name;
  const char *new_name;
  // Today's value of what was read; NULL after an error at `pos`. A NULL hook keeps the value.
  const tern_attr_t *(*upgrade)(tern_parser_t *parser, tern_source_pos_t pos, const tern_attr_t *value);
} tern_legacy_attr_row_t;

// Makes rows known to a context. `rows` outlive it; a later row of the same name wins.
void tern_legacy_register(tern_context_t *context, const tern_legacy_row_t *rows, size_t count);
// For names of ops, types and attributes alike. `prefixes` outlive the context. An op's name is looked up as it stands
// first, and what it is renamed to may have a row of its own.
void tern_legacy_register_prefixes(tern_context_t *context, const tern_legacy_prefix_t *prefixes, size_t count);
// `rows` outlive the context.
void tern_legacy_register_attrs(tern_context_t *context, const tern_legacy_attr_row_t *rows, size_t count);

// What a tensor type is today that has an encoding, in a text with old names. One function for a context.
typedef const tern_type_t *(*tern_legacy_tensor_fn_t)(const tern_type_t *tensor);
void tern_legacy_register_tensor(tern_context_t *context, tern_legacy_tensor_fn_t upgrade);
// The type that was just read, or what it is today.
const tern_type_t *tern_legacy_tensor(const tern_parser_t *parser, const tern_type_t *tensor);

// Has the text an old name of a type or an attribute before this place?
bool tern_legacy_has_old_names(const tern_parser_t *parser);

// The row of an old name, or NULL.
const tern_legacy_row_t *tern_legacy_find(tern_context_t *context, tern_str_t name);
// The row of a discardable attribute's old name, or NULL.
const tern_legacy_attr_row_t *tern_legacy_find_attr(tern_context_t *context, const tern_ident_t *name);
// Today's spelling of an op's, type's or attribute's name (without its sign); false if the name is not an old one.
bool tern_legacy_rename(tern_context_t *context, tern_str_t name, tern_str_t *out_name);

// For `parse` and `upgrade`: makes `op` an op of `name`. To be called before operands, regions or results are added by
// anything that asks for the op's definition. False after an error if there is no such op.
bool tern_legacy_choose_op(tern_parser_t *parser, tern_parsed_op_t *op, const char *name);
// For `parse`: reads today's pretty syntax of the op chosen.
bool tern_legacy_parse_current(tern_parser_t *parser, tern_parsed_op_t *op);
// For `parse`: goes back to a place that was read before. Nothing but attributes may have been read since.
void tern_legacy_rewind(tern_parser_t *parser, tern_source_pos_t pos);
// For both: no op is made, and the only result's name stands for `value`, which was built before. True.
bool tern_legacy_stand_for(tern_parsed_op_t *op, tern_value_t *value);
// For both: an attribute of an op that this one stands in, the innermost that has it, or NULL.
const tern_attr_t *tern_legacy_enclosing_attr(const tern_parser_t *parser, const char *name);
// For `upgrade`: what the generic form gave. The lists are valid until they are changed.
tern_values_t tern_legacy_operands(const tern_parsed_op_t *op);
tern_types_t tern_legacy_result_types(const tern_parsed_op_t *op);
void tern_legacy_set_operands(tern_parsed_op_t *op, tern_values_t values);
void tern_legacy_set_result_types(tern_parsed_op_t *op, tern_types_t types);
void tern_legacy_remove_attr(tern_parsed_op_t *op, const char *name);

#endif  // TERN_ASM_LEGACY_H_
