// spirv: constants and specialization constants. Upstream: SPIRVOps.cpp.

#include <inttypes.h>
#include <stdio.h>

#include "base/vec.h"
#include "dialect/common/fold_elements.h"
#include "dialect/spirv/row_hooks.h"
#include "dialect/spirv/spirv.h"
#include "dialect/spirv/structure.h"
#include "dialect/spirv/syntax.h"
#include "dialect/spirv/types.h"
#include "ir/attr/elements_type.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

// --- spirv.Constant ---

// The type of a value of its own; NULL: the type has to be written.
static const tern_type_t *own_type(const tern_attr_t *value) {
  bool has_type = tern_attr_is_integer(value) || tern_attr_is_float(value) || value->kind == TERN_ATTR_DENSE_ELEMENTS ||
                  value->kind == TERN_ATTR_SPARSE_ELEMENTS;
  const tern_type_t *type = has_type ? tern_elements_type_written(tern_attr_type(value)) : NULL;
  return type && type->kind != TERN_TYPE_TENSOR ? type : NULL;
}

bool tern_spirv_parse_constant(tern_parser_t *parser, tern_parsed_op_t *op) {
  const tern_attr_t *value = tern_parse_attr(parser, NULL);
  if (!value) return false;
  tern_op_add_attr(parser, op, "value", value);
  const tern_type_t *type = own_type(value);
  bool has_other = type && tern_type_is_spirv(type, TERN_SPIRV_TYPE_ARM_TENSOR) && tern_parser_at_token(parser, ":");
  if ((!type || has_other) && !tern_parse_colon_type(parser, &type)) return false;
  tern_op_add_result_type(parser, op, type);
  return true;
}

void tern_spirv_print_constant(tern_printer_t *printer, const tern_op_t *op) {
  const tern_attr_t *value = tern_op_attr(op, "value");
  tern_printer_char(printer, ' ');
  tern_printer_attr(printer, value);
  if (own_type(value) == op->results[0].type) return;
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, op->results[0].type);
}

// A list of all numbers, as a tensor, of an array of (arrays of) numbers.
static bool verify_elements(const tern_op_t *op, const tern_attr_t *value, const tern_type_t *type) {
  const tern_type_t *given = tern_elements_type_written(tern_attr_type(value));
  if (given == type) return true;
  if (!tern_type_is_spirv_array(type)) {
    return tern_op_error(
        op, "result or element type ('%s') does not match value type ('%s'), must be the same or spirv.array",
        tern_type_text(type), tern_type_text(given));
  }
  tern_uint128_t count = 1;
  const tern_type_t *element = type;
  // The product of many nested arrays is cut off where no elements attribute can follow.
  while (tern_type_is_spirv_array(element)) {
    if (count <= INT64_MAX) count *= tern_spirv_array_count(element);
    element = tern_spirv_element_type(element);
  }
  if (!tern_type_is_integer(element) && !tern_type_is_float(element)) {
    return tern_op_error(op, "only support nested array result type");
  }
  const tern_type_t *shaped = tern_attr_type(value);
  if (tern_type_element(shaped) != element) {
    return tern_op_error(op, "result element type ('%s') does not match value element type ('%s')",
                         tern_type_text(element), tern_type_text(tern_type_element(shaped)));
  }
  int64_t given_count = tern_type_element_count(shaped);
  return count == (tern_uint128_t)given_count ||
         tern_op_error(op,
                       "result number of elements (%" PRIu64 ") does not match value number of elements (%" PRId64 ")",
                       (uint64_t)count, given_count);
}

static bool verify_value(const tern_op_t *op, const tern_attr_t *value, const tern_type_t *type) {
  bool is_splat = tern_attr_is_splat(value);
  if (tern_type_is_spirv_coop_matrix(type) && !is_splat) {
    return tern_op_error(op, "expected a splat dense attribute for cooperative matrix constant, but found %s",
                         tern_attr_text(value));
  }
  if (tern_attr_is_integer(value) || tern_attr_is_float(value)) {
    return tern_attr_type(value) == type || tern_op_error(op, "result type ('%s') does not match value type ('%s')",
                                                          tern_type_text(type), tern_type_text(tern_attr_type(value)));
  }
  if (value->kind == TERN_ATTR_DENSE_ELEMENTS || value->kind == TERN_ATTR_SPARSE_ELEMENTS) {
    return verify_elements(op, value, type);
  }
  if (value->kind != TERN_ATTR_ARRAY) return tern_op_error(op, "cannot have attribute: %s", tern_attr_text(value));
  if (!tern_type_is_spirv_array(type)) {
    return tern_op_error(op, "must have spirv.array result type for array value");
  }
  if (tern_array_attr_count(value) != tern_spirv_array_count(type)) {
    return tern_op_error(op, "result number of elements (%" PRIu32 ") does not match value number of elements (%zu)",
                         tern_spirv_array_count(type), tern_array_attr_count(value));
  }
  for (size_t i = 0; i < tern_array_attr_count(value); ++i) {
    if (!verify_value(op, tern_array_attr_at(value, i), tern_spirv_element_type(type))) return false;
  }
  return true;
}

bool tern_spirv_verify_constant(const tern_op_t *op) {
  return verify_value(op, tern_op_attr(op, "value"), op->results[0].type);
}

tern_fold_status_t tern_spirv_fold_constant(tern_op_t *op, const tern_attr_t *const *operands,
                                            tern_fold_result_t *out_results) {
  (void)operands;
  out_results[0].attr = tern_op_attr(op, "value");
  return TERN_FOLD_REPLACED;
}

// %true, %cst5_i32, %cst_f32, %cst_vec_2xi32, %cst.
bool tern_spirv_name_constant(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  (void)index;
  const tern_attr_t *value = tern_op_attr(op, "value");
  const tern_type_t *type = op->results[0].type;
  if (tern_type_is_i(type, 1) && tern_attr_is_integer(value)) {
    snprintf(out_name, size, "%s", tern_integer_attr_value(value) ? "true" : "false");
  } else if (tern_type_is_integer(type) && tern_attr_is_integer(value)) {
    const char *text = tern_attr_text(value);
    snprintf(out_name, size, "cst%.*s_%s", (int)strcspn(text, " "), text, tern_type_text(type));
  } else if (tern_type_is_integer(type) || tern_type_is_float(type)) {
    snprintf(out_name, size, "cst_%s", tern_type_text(type));
  } else if (type->kind == TERN_TYPE_VECTOR) {
    snprintf(out_name, size, "cst_vec_%" PRId64 "x%s", tern_type_dim(type, 0), tern_type_text(tern_type_element(type)));
  } else {
    snprintf(out_name, size, "cst");
  }
  return true;
}

tern_op_t *tern_spirv_materialize_constant(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                           const tern_attr_t *loc) {
  bool is_array = tern_type_is_spirv_array(type);
  if (!is_array && !tern_spirv_type_is_scalar(type) && type->kind != TERN_TYPE_VECTOR) return NULL;
  bool is_value = tern_attr_is_integer(value) || tern_attr_is_float(value) || value->kind == TERN_ATTR_DENSE_ELEMENTS;
  if (is_array ? !is_value && value->kind != TERN_ATTR_ARRAY : !is_value || tern_attr_type(value) != type) return NULL;
  const tern_named_attr_t attr = {"value", value};
  tern_op_state_t state = {.def = tern_op_def_of(context, TERN_SPIRV(CONSTANT)),
                           .loc = loc,
                           .result_types = {&type, 1},
                           .attrs = {&attr, 1}};
  return tern_op_create(context, &state);
}

// --- replicated composites ---

// The value is a part of the composite, or a part of that, down to the numbers.
bool tern_spirv_verify_constant_composite_replicate(const tern_op_t *op) {
  const tern_type_t *given = own_type(tern_op_attr(op, "value"));
  if (!given) return tern_emit_error(op->loc, "unknown value attribute type");
  const tern_type_t *part = tern_spirv_composite_part(op->results[0].type, 0);
  tern_string_builder_t expected = {0};
  for (; part && part != given; part = tern_spirv_composite_part(part, 0)) {
    tern_string_builder_append_format(&expected, "%s'%s'", expected.size ? " or " : "", tern_type_text(part));
  }
  if (!part) {
    tern_emit_error(op->loc, "expected value attribute type %s, but got: '%s'", expected.size ? expected.data : "none",
                    tern_type_text(given));
  }
  tern_string_builder_deinitialize(&expected);
  return part != NULL;
}

// --- specialization constants ---

bool tern_spirv_parse_spec_constant(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (!tern_spirv_parse_symbol(parser, op)) return false;
  if (tern_parse_optional_keyword(parser, "spec_id")) {
    if (!tern_parse_token(parser, "(")) return false;
    tern_source_pos_t pos = tern_parser_pos(parser);
    const tern_attr_t *id = tern_parse_attr(parser, NULL);  // of any type; without one, i64
    if (!id) return false;
    if (!tern_attr_is_integer(id)) return tern_parser_error_at(parser, pos, "invalid kind of attribute specified");
    tern_op_add_attr(parser, op, "spec_id", id);
    if (!tern_parse_token(parser, ")")) return false;
  }
  if (!tern_parse_token(parser, "=")) return false;
  const tern_attr_t *value = tern_parse_attr(parser, NULL);
  if (value) tern_op_add_attr(parser, op, "default_value", value);
  return value != NULL;
}

void tern_spirv_print_spec_constant(tern_printer_t *printer, const tern_op_t *op) {
  const tern_attr_t *id = tern_op_attr(op, "spec_id");
  tern_spirv_print_symbol(printer, op);
  if (tern_attr_is_integer(id)) tern_printer_format(printer, " spec_id(%" PRId64 ")", tern_integer_attr_value(id));
  tern_printer_text(printer, " = ");
  tern_printer_attr(printer, tern_op_attr(op, "default_value"));
}

static bool parse_symbol_type(tern_parser_t *parser, tern_parsed_op_t *op) {
  const tern_type_t *type;
  if (!tern_parse_colon_type(parser, &type)) return false;
  tern_op_add_attr(parser, op, "type", tern_type_attr_get(type));
  return true;
}

static void print_symbol_type(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_text(printer, ") : ");
  tern_printer_type(printer, tern_type_attr_value(tern_op_attr(op, "type")));
}

bool tern_spirv_parse_spec_constant_composite(tern_parser_t *parser, tern_parsed_op_t *op) {
  const tern_attr_t *list = tern_array_attr_get(tern_parser_context(parser), NULL, 0);
  if (!tern_spirv_parse_symbol(parser, op) || !tern_parse_token(parser, "(")) return false;
  do {
    const tern_attr_t *constituent = tern_spirv_parse_symbol_ref(parser);
    if (!constituent) return false;
    list = tern_spirv_array_attr_append(list, constituent);
  } while (tern_parse_optional_token(parser, ","));
  tern_op_add_attr(parser, op, "constituents", list);
  return tern_parse_token(parser, ")") && parse_symbol_type(parser, op);
}

void tern_spirv_print_spec_constant_composite(tern_printer_t *printer, const tern_op_t *op) {
  const tern_attr_t *list = tern_op_attr(op, "constituents");
  tern_spirv_print_symbol(printer, op);
  tern_printer_text(printer, " (");
  for (size_t i = 0; i < tern_array_attr_count(list); ++i) {
    if (i) tern_printer_text(printer, ", ");
    tern_printer_attr(printer, tern_array_attr_at(list, i));
  }
  print_symbol_type(printer, op);
}

bool tern_spirv_parse_spec_constant_composite_replicate(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (!tern_spirv_parse_symbol(parser, op) || !tern_parse_token(parser, "(")) return false;
  const tern_attr_t *constituent = tern_spirv_parse_symbol_ref(parser);
  if (!constituent) return false;
  tern_op_add_attr(parser, op, "constituent", constituent);
  return tern_parse_token(parser, ")") && parse_symbol_type(parser, op);
}

void tern_spirv_print_spec_constant_composite_replicate(tern_printer_t *printer, const tern_op_t *op) {
  tern_spirv_print_symbol(printer, op);
  tern_printer_text(printer, " (");
  tern_printer_attr(printer, tern_op_attr(op, "constituent"));
  print_symbol_type(printer, op);
}

// --- spirv.SpecConstantOperation ---

// An op in generic form; the location is that op's.
bool tern_spirv_parse_spec_constant_operation(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (!tern_parse_keyword(parser, "wraps")) return false;
  tern_block_t *block = tern_op_add_region_with_block(parser, op, (tern_types_t){0});
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (*pos.pointer != '"') return tern_parser_error(parser, "expected operation name in quotes");
  tern_op_t *enclosed = tern_parse_op_into(parser, block);
  if (!enclosed) return false;
  if (enclosed->result_count != 1) {
    return tern_parser_error_at(parser, pos, "expected an enclosed op with one result");
  }
  tern_value_t *result = tern_op_result(enclosed, 0);
  tern_op_state_t state = {.def = tern_op_def_of(tern_parser_context(parser), TERN_SPIRV(MLIR_YIELD)),
                           .loc = enclosed->loc,
                           .operands = {&result, 1}};
  tern_op_insert(tern_op_create(tern_parser_context(parser), &state), block, NULL);
  tern_op_add_result_type(parser, op, result->type);
  op->loc = enclosed->loc;
  return tern_op_parse_optional_attr_dict(parser, op);
}

void tern_spirv_print_spec_constant_operation(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_text(printer, " wraps ");
  tern_printer_generic_op(printer, tern_op_body(op, 0)->first_op);
}

static bool is_constant_op(const tern_op_t *op) {
  return op && (tern_op_is(op, TERN_SPIRV(CONSTANT)) || tern_op_is(op, TERN_SPIRV(MLIR_REFERENCEOF)) ||
                tern_op_is(op, TERN_SPIRV(SPECCONSTANTOPERATION)));
}

bool tern_spirv_verify_spec_constant_operation(const tern_op_t *op) {
  const tern_block_t *block = tern_op_body(op, 0);
  const tern_op_t *enclosed = block->first_op;
  if (!enclosed || enclosed->next != block->last_op || !tern_op_is(block->last_op, TERN_SPIRV(MLIR_YIELD))) {
    return tern_op_error(op, "expected exactly 2 nested ops");
  }
  if (!enclosed->def->row || enclosed->def->row->extra != &tern_spirv_spec_constant_op) {
    return tern_op_error(op, "invalid enclosed op");
  }
  for (size_t i = 0; i < enclosed->operand_count; ++i) {
    if (!is_constant_op(tern_value_defining_op(tern_op_operand(enclosed, i)))) {
      return tern_op_error(op, "invalid operand, must be defined by a constant operation");
    }
  }
  return true;
}
