// Syntax of the structured ops that have a payload op or move data: map, reduce, transpose, broadcast.

#include <stdio.h>

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/linalg/body.h"
#include "dialect/linalg/build.h"
#include "dialect/linalg/hooks.h"
#include "dialect/linalg/syntax.h"

// --- attributes ---

// `NAME = [1, 0]`.
static bool parse_positions(tern_parser_t *parser, tern_parsed_op_t *op, const char *name) {
  TERN_VEC(int64_t) values = {0};
  bool is_ok = tern_parse_keyword(parser, name) && tern_parse_token(parser, "=") && tern_parse_token(parser, "[");
  bool is_empty = is_ok && tern_parser_at_token(parser, "]");
  while (is_ok && !is_empty) {
    int64_t value = 0;
    is_ok = tern_parse_integer(parser, &value);
    tern_vec_push(&values, value);
    if (!is_ok || !tern_parse_optional_token(parser, ",")) break;
  }
  is_ok = is_ok && tern_parse_token(parser, "]");
  if (is_ok)
    tern_op_add_attr(parser, op, name,
                     tern_dense_i64_array_attr_get(tern_parser_context(parser), values.values, values.count));
  tern_vec_deinitialize(&values);
  return is_ok;
}

static void print_positions(tern_printer_t *printer, const tern_op_t *op, const char *name) {
  const tern_attr_t *list = tern_op_attr(op, name);
  tern_printer_char(printer, ' ');
  tern_printer_text(printer, name);
  tern_printer_text(printer, " = [");
  for (size_t i = 0; i < tern_int_list_attr_count(list); i++) {
    if (i) tern_printer_text(printer, ", ");
    tern_printer_int(printer, tern_int_list_attr_at(list, i));
  }
  tern_printer_text(printer, "] ");
}

// Operands, the list `positions` (may be NULL) and attributes; results are the tensors among the outputs.
static bool parse_destination_style(tern_parser_t *parser, tern_parsed_op_t *op, const char *positions,
                                    tern_type_list_t *out_operand_types) {
  tern_type_list_t outputs = {0};
  if (!tern_linalg_parse_operands(parser, op, out_operand_types, &outputs)) return false;
  for (size_t i = 0; i < outputs.count; i++) {
    if (outputs.values[i]->kind == TERN_TYPE_TENSOR) tern_op_add_result_type(parser, op, outputs.values[i]);
    tern_type_list_push(parser, out_operand_types, outputs.values[i]);
  }
  if (positions && !parse_positions(parser, op, positions)) return false;
  return tern_op_parse_optional_attr_dict(parser, op);
}

// --- the payload ---

typedef struct payload {
  const tern_op_def_t *def;  // NULL: the body is written out
  const tern_attr_t *attrs;  // dictionary or NULL
  tern_source_pos_t pos;
} payload_t;

// `{ arith.addf {attrs} }`, if there.
static bool parse_payload(tern_parser_t *parser, tern_parsed_op_t *op, payload_t *out_payload) {
  if (!tern_parse_optional_token(parser, "{")) return true;
  tern_context_t *context = tern_parser_context(parser);
  tern_str_t name;
  out_payload->pos = tern_parser_pos(parser);
  if (!tern_parse_optional_any_keyword(parser, &name))
    return tern_parser_error(parser, "expected bare identifier or keyword");
  const tern_op_def_t *def = tern_op_def_get(context, name);
  if (!def) return false;
  if (!def->row && !tern_context_allows_unregistered(context))
    return tern_parser_error_at(parser, out_payload->pos, "custom op '%s' has an unknown payload op '%.*s'",
                                op->def->name->data, (int)name.size, name.data);
  if (tern_parser_at_token(parser, "{")) {
    out_payload->attrs = tern_parse_attr(parser, NULL);
    if (!out_payload->attrs) return false;
  }
  out_payload->def = def;
  return tern_parse_token(parser, "}");
}

static void add_payload_body(tern_parser_t *parser, tern_parsed_op_t *op, const payload_t *payload,
                             const tern_type_list_t *types, bool is_init_first) {
  tern_context_t *context = tern_parser_context(parser);
  tern_type_list_t elements = {0};
  for (size_t i = 0; i < types->count; i++)
    tern_type_list_push(parser, &elements, tern_linalg_element_of(types->values[i]));
  tern_block_t *body = tern_op_add_region_with_block(parser, op, (tern_types_t){elements.values, elements.count});
  tern_value_t **operands = tern_parser_alloc(parser, (types->count + 1) * sizeof(*operands));
  size_t count = 0;
  if (is_init_first) operands[count++] = body->args[types->count - 1];
  for (size_t i = 0; i + 1 < types->count; i++) operands[count++] = body->args[i];
  tern_op_state_t state = {.def = payload->def,
                           .loc = op->loc,
                           .operands = {operands, count},
                           .result_types = TERN_TYPES(elements.values[elements.count - 1]),
                           .dictionary = payload->attrs};
  tern_op_t *inner = tern_op_create(context, &state);
  tern_op_insert(inner, body, NULL);
  tern_builder_t builder = tern_builder_at_end(body, op->loc);
  tern_build(&builder, TERN_LINALG(YIELD), .operands = TERN_VALUES(tern_op_result(inner, 0)));
}

// The payload, or `(%in: type, ...) { ... }`.
static bool parse_body(tern_parser_t *parser, tern_parsed_op_t *op, const payload_t *payload,
                       const tern_type_list_t *types, bool is_init_first) {
  if (payload->def && types->count == 0) {
    // The verifier says that there is nothing to work on.
    tern_op_add_empty_region(parser, op);
    return true;
  }
  if (payload->def) {
    for (size_t i = 0; i < types->count; i++)
      if (!tern_type_is_shaped(types->values[i]))
        return tern_parser_error_at(parser, payload->pos, "custom op '%s' expects shaped operands, but got '%s'",
                                    op->def->name->data, tern_type_text(types->values[i]));
    add_payload_body(parser, op, payload, types, is_init_first);
    return true;
  }
  tern_arg_list_t args = {0};
  return tern_parse_argument_list(parser, "()", true, true, &args) && tern_op_parse_region(parser, op, &args);
}

// The op that a body is short for; NULL if it must be written out.
static const tern_op_t *find_payload(const tern_op_t *op, bool is_init_first) {
  const tern_block_t *body = tern_linalg_body(op);
  if (!body || !body->first_op || body->first_op->next != body->last_op || body->first_op == body->last_op) return NULL;
  const tern_op_t *payload = body->first_op, *yield = body->last_op;
  size_t count = body->arg_count - (is_init_first || body->arg_count == 0 ? 0 : 1);
  if (payload->operand_count == 0 || payload->operand_count != count || payload->region_count > 0) return NULL;
  if (!tern_op_is(yield, TERN_LINALG(YIELD)) || payload->result_count != 1 || yield->operand_count != 1 ||
      tern_op_operand(yield, 0) != tern_op_result(payload, 0))
    return NULL;
  if (is_init_first && tern_op_operand(payload, count - 1) != body->args[0]) return NULL;
  for (size_t i = 0; i + is_init_first < count; i++)
    if (tern_op_operand(payload, i) != body->args[i + is_init_first]) return NULL;
  return payload;
}

static void print_payload(tern_printer_t *printer, const tern_op_t *payload) {
  tern_printer_text(printer, " { ");
  tern_printer_str(printer, tern_op_name(payload));
  const char *elided[1];
  size_t elided_count = 0;
  const tern_attr_t *attrs = tern_op_attr_dictionary(payload);
  for (size_t i = 0; i < tern_dictionary_attr_count(attrs); i++) {
    const tern_attr_t *attr = tern_dictionary_attr_at(attrs, i);
    if (attr->kind != TERN_ATTR_ENUM || attr->row != TERN_ARITH_ENUM(FASTMATH) || tern_enum_attr_value(attr)) continue;
    elided[elided_count++] = tern_dictionary_attr_name(attrs, i)->data;
    break;
  }
  tern_printer_attr_dict(printer, payload, elided, elided_count);
  tern_printer_text(printer, " }");
}

static void print_body(tern_printer_t *printer, const tern_op_t *op) {
  const tern_block_t *body = tern_linalg_body(op);
  tern_printer_shift_indent(printer, 2);
  tern_printer_newline(printer);
  tern_printer_char(printer, '(');
  for (size_t i = 0; body && i < body->arg_count; i++) {
    if (i) tern_printer_text(printer, ", ");
    tern_printer_block_arg(printer, body->args[i], true);
  }
  tern_printer_text(printer, ") ");
  tern_printer_region(printer, &op->regions[0], false, true);
  tern_printer_shift_indent(printer, -2);
}

// --- the ops ---

bool tern_linalg_parse_map(tern_parser_t *parser, tern_parsed_op_t *op) {
  payload_t payload = {0};
  tern_type_list_t types = {0};
  return parse_payload(parser, op, &payload) && parse_destination_style(parser, op, NULL, &types) &&
         parse_body(parser, op, &payload, &types, false);
}

void tern_linalg_print_map(tern_printer_t *printer, const tern_op_t *op) {
  const tern_op_t *payload = find_payload(op, false);
  if (payload) print_payload(printer, payload);
  tern_linalg_print_operands(printer, op);
  tern_printer_attr_dict(printer, op, NULL, 0);
  if (!payload) print_body(printer, op);
}

bool tern_linalg_parse_reduce(tern_parser_t *parser, tern_parsed_op_t *op) {
  payload_t payload = {0};
  tern_type_list_t types = {0};
  return parse_payload(parser, op, &payload) && parse_destination_style(parser, op, "dimensions", &types) &&
         parse_body(parser, op, &payload, &types, true);
}

void tern_linalg_print_reduce(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"dimensions"};
  const tern_op_t *payload = find_payload(op, true);
  if (payload) print_payload(printer, payload);
  tern_linalg_print_operands(printer, op);
  print_positions(printer, op, "dimensions");
  tern_printer_attr_dict(printer, op, elided, 1);
  if (!payload) print_body(printer, op);
}

static const char *positions_name(const tern_op_def_t *def) {
  const tern_linalg_description_t *description = def->row->extra;
  return description->form == TERN_LINALG_FORM_TRANSPOSE ? "permutation" : "dimensions";
}

bool tern_linalg_parse_moving(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_type_list_t types = {0}, elements = {0};
  if (!parse_destination_style(parser, op, positions_name(op->def), &types)) return false;
  for (size_t i = 0; i < types.count; i++)
    tern_type_list_push(parser, &elements, tern_linalg_element_of(types.values[i]));
  if (types.count == 0) {
    tern_op_add_empty_region(parser, op);
    return true;
  }
  tern_block_t *body = tern_op_add_region_with_block(parser, op, (tern_types_t){elements.values, elements.count});
  tern_builder_t builder = tern_builder_at_end(body, op->loc);
  tern_build(&builder, TERN_LINALG(YIELD), .operands = TERN_VALUES(body->args[0]));
  return true;
}

void tern_linalg_print_moving(tern_printer_t *printer, const tern_op_t *op) {
  const char *const elided[] = {positions_name(op->def)};
  tern_linalg_print_operands(printer, op);
  print_positions(printer, op, elided[0]);
  tern_printer_attr_dict(printer, op, elided, 1);
}

// --- names ---

bool tern_linalg_name_result(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  static const struct {
    int id;
    const char *name;
  } names[] = {{TERN_LINALG_MAP, "mapped"},
               {TERN_LINALG_REDUCE, "reduced"},
               {TERN_LINALG_TRANSPOSE, "transposed"},
               {TERN_LINALG_BROADCAST, "broadcasted"},
               {TERN_LINALG_PACK, "pack"},
               {TERN_LINALG_UNPACK, "unpack"}};
  if (index > 0) return false;
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
    if (!tern_op_is(op, &tern_linalg_ops[names[i].id])) continue;
    snprintf(out_name, size, "%s", names[i].name);
    return true;
  }
  return false;
}

bool tern_linalg_name_payload_arg(const tern_op_t *op, size_t region, size_t index, char *out_name, size_t size) {
  (void)region;
  snprintf(out_name, size, "%s", index < tern_linalg_input_count(op) ? "in" : "init");
  return true;
}
