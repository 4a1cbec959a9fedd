// The inside of a compiled assembly format, for the format_*.c files.

#ifndef TERN_ASM_FORMAT_PRIVATE_H_
#define TERN_ASM_FORMAT_PRIVATE_H_

#include "asm/format/format.h"
#include "ir/context.h"

typedef enum tern_element_kind {
  TERN_ELEMENT_LITERAL,  // `text`
  TERN_ELEMENT_SPACE,    // ` ` or an empty literal; the printer's flags are compiled into the neighbours
  TERN_ELEMENT_NEWLINE,  // `\n`
  TERN_ELEMENT_ATTR,     // $name of an attribute
  TERN_ELEMENT_OPERAND,  // $name of an operand group
  TERN_ELEMENT_RESULT,   // $name of a result group, inside type(...) only
  TERN_ELEMENT_REGION,
  TERN_ELEMENT_SUCCESSOR,
  TERN_ELEMENT_ATTR_DICT,
  TERN_ELEMENT_PROP_DICT,
  TERN_ELEMENT_OPERANDS,  // all operands
  TERN_ELEMENT_RESULTS,   // all results, inside type(...) only
  TERN_ELEMENT_REGIONS,
  TERN_ELEMENT_SUCCESSORS,
  TERN_ELEMENT_TYPE,             // type(children[0])
  TERN_ELEMENT_FUNCTIONAL_TYPE,  // functional-type(children[0], children[1])
  TERN_ELEMENT_CUSTOM,           // custom<text>(children)
  TERN_ELEMENT_STRING,           // "text" among a custom directive's arguments
  TERN_ELEMENT_OPTIONAL,         // (children) : (others) ?
  TERN_ELEMENT_OILIST,           // children are CLAUSEs
  TERN_ELEMENT_CLAUSE,           // `text` children, of an oilist
} tern_element_kind_t;

typedef struct tern_element tern_element_t;

typedef struct tern_element_list {
  tern_element_t **values;
  size_t count;
} tern_element_list_t;

struct tern_element {
  tern_element_kind_t kind;
  tern_str_t text;  // literal, directive name or variable name; in the row's string
  size_t index;     // of the attribute slot, operand, result, region or successor group
  bool is_qualified;
  bool is_ref;
  bool with_keyword;  // attr-dict-with-keyword
  bool space_before;  // what the printer puts in front
  bool is_elided;     // a unit attribute that only its group's presence says
  tern_element_list_t children;
  tern_element_list_t others;      // the else group
  const tern_element_t *anchor;    // of an optional group
  bool is_inverted;                // the anchor is in the else group
  tern_custom_directive_t custom;  // the directive of CUSTOM
};

// How the type of one operand or result group is found while parsing.
typedef enum tern_type_source {
  TERN_TYPE_PARSED,     // type($x), functional-type
  TERN_TYPE_ALL,        // type(operands) or type(results)
  TERN_TYPE_BUILDABLE,  // the constraint allows one type only
  TERN_TYPE_FROM,       // a transform of another value's type
  TERN_TYPE_INFERRED,   // by the row's hook, once the operands are known
} tern_type_source_t;

typedef struct tern_type_resolution {
  tern_type_source_t source;
  const tern_type_t *buildable;
  size_t from;  // operands first, then results
  tern_type_transform_t transform;
} tern_type_resolution_t;

// Immutable once made; owned by the context.
struct tern_format {
  const tern_op_def_t *def;
  tern_element_list_t elements;
  tern_type_resolution_t *resolutions;  // one per operand group, then one per result group
  size_t *order;                        // values with FROM, each after the one it depends on
  size_t order_count;
  bool has_all_operands, has_all_operand_types, has_all_result_types, has_prop_dict;
  bool infers_results;  // result types come from the hook
  bool *attr_is_used;   // by slot: it stands in the format
};

// What is known of the row's values while a format is compiled.
typedef struct tern_format_seen {
  bool *operands, *regions, *successors;  // bound by the format
  bool *types;                            // operands first, then results
  bool has_attr_dict, has_all_regions, has_all_successors;
} tern_format_seen_t;

// Fills `format->resolutions` and `order`. False and a message if a type can be found in no way (format_infer.c).
bool tern_format_plan_types(tern_context_t *context, tern_format_t *format, const tern_format_seen_t *seen,
                            const char **out_message);

// The state of one parse (format_parse.c, format_infer.c).
typedef struct tern_format_state {
  tern_parser_t *parser;
  tern_parsed_op_t *op;
  const tern_format_t *format;
  tern_operand_list_t *operands;         // per operand group
  tern_source_pos_t *operand_positions;  // where each group began
  tern_type_list_t *types;               // per operand group, then per result group
  tern_operand_list_t all_operands;
  tern_type_list_t all_operand_types, all_result_types;
  int32_t **nested_sizes;  // per operand group of VariadicOfVariadic: sizes of its parts
  size_t *nested_counts;
  tern_source_pos_t start;
} tern_format_state_t;

// Finds the types that were not written, adds result types to the op and resolves operands.
bool tern_format_resolve(tern_format_state_t *state);

// The directive that formats of `dialect` know as `name`, or NULL (custom.c).
const tern_custom_directive_t *tern_format_find_custom(tern_context_t *context, const tern_dialect_t *dialect,
                                                       tern_str_t name);

// Attributes in formats (format_attr.c): parses slot `index`; with `is_optional`, `*out_attr` is NULL if it is not
// there.
bool tern_format_parse_attr(tern_parser_t *parser, const tern_attr_def_t *def, bool is_qualified, bool is_optional,
                            const tern_attr_t **out_attr);
// Is `attr` of the kind that the constraint asks for, whatever else it asks? Constraints of no single kind take all.
bool tern_format_attr_has_kind(const tern_attr_def_t *def, const tern_attr_t *attr);
void tern_format_print_attr(tern_printer_t *printer, const tern_attr_def_t *def, bool is_qualified,
                            const tern_attr_t *attr);

// Properties in formats (format_property.c), for attributes whose constraint is one.
bool tern_format_parse_property(tern_parser_t *parser, const tern_attr_def_t *def, bool is_optional,
                                const tern_attr_t **out_attr);
void tern_format_print_property(tern_printer_t *printer, const tern_attr_def_t *def, const tern_attr_t *attr);
// What is kept of `attr` in a dictionary of properties: of an enum's attribute its number.
const tern_attr_t *tern_format_property_from_attr(const tern_attr_def_t *def, const tern_attr_t *attr);

#endif  // TERN_ASM_FORMAT_PRIVATE_H_
