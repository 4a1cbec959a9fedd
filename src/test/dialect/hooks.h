// The hooks of test's rows. Private to src/test/dialect.

#ifndef TERN_TEST_DIALECT_HOOKS_H_
#define TERN_TEST_DIALECT_HOOKS_H_

#include "asm/format/format.h"
#include "test/dialect/test.h"

// forms.c
enum { TERN_TEST_TYPE_COUNT = 16, TERN_TEST_ATTR_COUNT = 24, TERN_TEST_DIRECTIVE_COUNT = 11 };
// Those that others of these files know.
enum { TERN_TEST_SIMPLE_TYPE = 0, TERN_TEST_I32_TYPE = 1, TERN_TEST_INTEGER_TYPE = 2 };
enum { TERN_TEST_PARAMS_ATTR = 0, TERN_TEST_NESTED_ALIAS_ATTR = 1 };
enum { TERN_TEST_UNSIGNED = 2 };  // the first parameter of !test.int
extern const tern_type_row_t tern_test_types[TERN_TEST_TYPE_COUNT];
extern const tern_attr_row_t tern_test_attrs[TERN_TEST_ATTR_COUNT];

// structs.c
const tern_attr_t *tern_test_parse_struct(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type);
void tern_test_print_struct(tern_printer_t *printer, const tern_attr_t *attr);
void tern_test_alias_of_value(const tern_attr_t *attr, char *out_text, size_t size);
const tern_attr_t *tern_test_parse_float(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type);
void tern_test_print_float(tern_printer_t *printer, const tern_attr_t *attr);
const tern_attr_t *tern_test_parse_list(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type);
void tern_test_print_list(tern_printer_t *printer, const tern_attr_t *attr);

// dynamic.c
const tern_type_t *tern_test_parse_dynamic_type(tern_parser_t *parser, const tern_type_row_t *row);
const tern_attr_t *tern_test_parse_dynamic_attr(tern_parser_t *parser, const tern_attr_row_t *row,
                                                const tern_type_t *type);
tern_verify_hook_t tern_test_verify_one_to_two;

// interfaces.c
tern_speculatability_t tern_test_recursively_speculatable(const tern_op_t *op);
tern_speculatability_t tern_test_speculatable_if_constant(const tern_op_t *op);
bool tern_test_stated_range(const tern_op_t *op, size_t index, tern_int_range_t *out_range);

// syntax.c
tern_parse_hook_t tern_test_parse_isolated_region, tern_test_parse_region, tern_test_parse_polyfor,
    tern_test_parse_region_if, tern_test_parse_with_bounds_region, tern_test_parse_index_count,
    tern_test_parse_keyword_op;
tern_print_hook_t tern_test_print_isolated_region, tern_test_print_region, tern_test_print_close_region,
    tern_test_print_polyfor, tern_test_print_region_if, tern_test_print_with_bounds_region, tern_test_print_index_count,
    tern_test_print_keyword_op;

// directives.c
extern const tern_custom_directive_t tern_test_directives[TERN_TEST_DIRECTIVE_COUNT];

tern_parse_hook_t tern_test_parse_wrapping_region, tern_test_parse_pretty_region;
tern_print_hook_t tern_test_print_wrapping_region, tern_test_print_pretty_region;

// base64.c
tern_parse_hook_t tern_test_parse_b64;
tern_print_hook_t tern_test_print_b64;

// names.c
tern_parse_hook_t tern_test_parse_pretty_name;
tern_print_hook_t tern_test_print_pretty_name;
tern_result_name_hook_t tern_test_result_name_of_type;
bool tern_test_arg_name_of_type(const tern_op_t *op, size_t region, size_t index, char *out_name, size_t size);
bool tern_test_numbered_block_name(const tern_op_t *op, size_t region, size_t index, char *out_name, size_t size);
tern_result_name_hook_t tern_test_listed_result_name;
bool tern_test_listed_arg_name(const tern_op_t *op, size_t region, size_t index, char *out_name, size_t size);

// fold.c
tern_fold_hook_t tern_test_fold_to_value, tern_test_fold_to_operand, tern_test_fold_to_operands,
    tern_test_fold_in_place, tern_test_fold_involution, tern_test_fold_to_constant_operand, tern_test_fold_once,
    tern_test_fold_to_sum;
tern_canonicalize_hook_t tern_test_canonicalize_to_constant, tern_test_canonicalize_to_call,
    tern_test_canonicalize_away, tern_test_canonicalize_destination_style;
tern_op_t *tern_test_materialize_constant(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                          const tern_attr_t *loc);
tern_effects_hook_t tern_test_effects;

// aliases.c
const char *tern_test_type_alias(const tern_type_t *type);
const char *tern_test_attr_alias(const tern_attr_t *attr);

// encoding.c
extern const struct tern_dialect_encoding tern_test_encoding;

// verify.c
tern_verify_hook_t tern_test_verify_type_trait, tern_test_verify_attr_trait, tern_test_verify_nice_property,
    tern_test_verify_property_predicates, tern_test_verify_verifiers, tern_test_verify_verifiers_regions;
bool tern_test_verify_symbol_ref_uses(const tern_attr_t *attr, const tern_op_t *op);
tern_verify_hook_t tern_test_verify_not_linalg, tern_test_verify_convolution, tern_test_verify_fill;
bool tern_test_verify_op_attr(const tern_op_t *op, tern_str_t name, const tern_attr_t *attr);
bool tern_test_verify_arg_attr(const tern_op_t *op, size_t index, tern_str_t name, const tern_attr_t *attr);

#endif  // TERN_TEST_DIALECT_HOOKS_H_
