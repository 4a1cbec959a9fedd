// The sdy dialect: syntax.

#include "dialect/sdy/sdy.h"

#include <string.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/sdy/hooks.h"
#include "ir/context.h"

// --- attributes that are kept as text ---

// Space, line ends too, is one blank; strings stay as they are.
static tern_str_t squeeze(tern_parser_t *parser, tern_str_t text) {
  char *out = tern_parser_alloc(parser, text.size + 1);
  size_t size = 0;
  bool is_string = false;
  for (size_t i = 0; i < text.size; ++i) {
    char c = text.data[i];
    bool is_space = !is_string && strchr(" \t\r\n", c);
    if (c == '"' && (i == 0 || text.data[i - 1] != '\\')) is_string = !is_string;
    if (is_space && (size == 0 || out[size - 1] == ' ')) continue;
    out[size++] = is_space ? ' ' : c;
  }
  return tern_str_make(out, size);
}

static const tern_attr_t *make_attr(tern_context_t *context, const tern_attr_row_t *row, tern_str_t text) {
  uint64_t param = (uint64_t)(uintptr_t)tern_ident_get(context, text);
  return tern_dialect_attr_get(context, row, &param, 1);
}

static tern_str_t text_of(const tern_attr_t *attr) {
  return tern_ident_str((const tern_ident_t *)(uintptr_t)attr->params[0]);
}

static void print_text(tern_printer_t *printer, const tern_attr_t *attr) { tern_printer_str(printer, text_of(attr)); }

static const tern_attr_row_t sdy_attrs[TERN_SDY_ATTR_COUNT];

static const tern_attr_t *parse_text(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  tern_str_t text;
  const char *bracket = row == &sdy_attrs[TERN_SDY_MANUAL_AXES_ATTR] ? "{" : "<";
  if (!tern_parser_at_token(parser, bracket)) {
    tern_parser_error(parser, "expected '%s'", bracket);
    return NULL;
  }
  if (!tern_parse_balanced_text(parser, &text)) return NULL;
  return make_attr(tern_parser_context(parser), row, squeeze(parser, text));
}

// "x" or "x":(1)2, which is read as it is printed.
static const tern_attr_t *parse_axis_ref(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  tern_str_t name;
  int64_t before, size;
  if (!tern_parse_string(parser, &name)) return NULL;
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text, "\"%.*s\"", (int)name.size, name.data);
  bool is_right = true;
  if (tern_parse_optional_token(parser, ":")) {
    is_right = tern_parse_token(parser, "(") && tern_parse_integer(parser, &before) && tern_parse_token(parser, ")") &&
               tern_parse_integer(parser, &size);
    if (is_right) tern_string_builder_append_format(&text, ":(%lld)%lld", (long long)before, (long long)size);
  }
  const tern_attr_t *attr =
      is_right ? make_attr(tern_parser_context(parser), row, tern_string_builder_view(&text)) : NULL;
  tern_string_builder_deinitialize(&text);
  return attr;
}

#define PART(NAME, SUMMARY) {.name = NAME, .summary = SUMMARY, .parse = parse_text, .print = print_text}

static const tern_attr_row_t sdy_attrs[TERN_SDY_ATTR_COUNT] = {
    [TERN_SDY_MESH_ATTR] = {.name = "sdy.mesh", .summary = "Devices in axes", .parse = parse_text, .print = print_text},
    [TERN_SDY_SHARDING_ATTR] = {.name = "sdy.sharding",
                                .summary = "Which axes of a mesh each dimension of a tensor is spread over",
                                .parse = parse_text,
                                .print = print_text},
    [TERN_SDY_PER_VALUE_ATTR] = {.name = "sdy.sharding_per_value",
                                 .summary = "Shardings of an op's operands or results",
                                 .parse = parse_text,
                                 .print = print_text},
    [TERN_SDY_RULE_ATTR] = {.name = "sdy.op_sharding_rule",
                            .summary = "Which dimensions of operands and results belong together",
                            .parse = parse_text,
                            .print = print_text},
    [TERN_SDY_MANUAL_AXES_ATTR] = {.name = "sdy.manual_axes",
                                   .summary = "Axes that code is written for one device of",
                                   .parse = parse_text,
                                   .print = print_text},
    [TERN_SDY_AXIS_REF_ATTR] = {.name = "sdy.axis_ref",
                                .summary = "Axis of a mesh, or part of one",
                                .parse = parse_axis_ref,
                                .print = print_text},
    [TERN_SDY_MESH_AXIS_ATTR] = PART("sdy.mesh_axis", "Axis of a mesh and its size"),
    [TERN_SDY_SUB_AXIS_ATTR] = PART("sdy.sub_axis_info", "Which part of an axis"),
    [TERN_SDY_DIMENSION_ATTR] = PART("sdy.dimension_sharding", "Axes that one dimension is spread over"),
    [TERN_SDY_DIM_MAPPING_ATTR] = PART("sdy.dim_mapping", "Factors that make one dimension"),
    [TERN_SDY_TENSOR_MAPPING_ATTR] = PART("sdy.tensor_mapping", "Factors that make the dimensions of a tensor"),
};

const tern_attr_t *tern_sdy_attr_get(tern_context_t *context, tern_sdy_attr_t kind, tern_str_t text) {
  return make_attr(context, &sdy_attrs[kind], text);
}

tern_str_t tern_sdy_attr_text(const tern_attr_t *attr, tern_sdy_attr_t kind) {
  bool is_one = attr && attr->kind == TERN_ATTR_DIALECT && attr->row == &sdy_attrs[kind];
  return is_one ? text_of(attr) : TERN_STR("");
}

// --- manual_computation: (%a) in_shardings=[..] out_shardings=[..] manual_axes={..} (%b: type) {..} : (..) -> .. ---

// `name=` and a bracket; `is_list`: the attribute's own text has angles around it.
static bool parse_named_text(tern_parser_t *parser, tern_parsed_op_t *op, const char *name, size_t row, bool is_list) {
  tern_str_t text;
  if (!tern_parse_keyword(parser, name) || !tern_parse_token(parser, "=") || !tern_parse_balanced_text(parser, &text)) {
    return false;
  }
  text = squeeze(parser, text);
  if (is_list) {
    char *wrapped = tern_parser_alloc(parser, text.size + 2);
    wrapped[0] = '<';
    memcpy(wrapped + 1, text.data, text.size);
    wrapped[text.size + 1] = '>';
    text = tern_str_make(wrapped, text.size + 2);
  }
  tern_op_add_attr(parser, op, name, make_attr(tern_parser_context(parser), &sdy_attrs[row], text));
  return true;
}

static bool parse_manual_computation(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_operand_list_t operands = {0};
  tern_arg_list_t args = {0};
  const tern_type_t *type;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_operand_list(parser, "()", &operands) ||
      !parse_named_text(parser, op, "in_shardings", TERN_SDY_PER_VALUE_ATTR, true) ||
      !parse_named_text(parser, op, "out_shardings", TERN_SDY_PER_VALUE_ATTR, true) ||
      !parse_named_text(parser, op, "manual_axes", TERN_SDY_MANUAL_AXES_ATTR, false) ||
      !tern_parse_argument_list(parser, "()", true, false, &args) || !tern_op_parse_region(parser, op, &args) ||
      !tern_op_parse_optional_attr_dict(parser, op) || !tern_op_parse_colon_function_type(parser, &type)) {
    return false;
  }
  tern_op_ensure_terminator(parser, op, 0);
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  if (inputs.count != operands.count) {
    return tern_parser_error_at(parser, pos, "has %zu operands, but types for %zu", operands.count, inputs.count);
  }
  for (size_t i = 0; i < inputs.count; ++i) {
    if (!tern_op_resolve_operand(parser, op, operands.values[i], inputs.values[i])) return false;
  }
  for (size_t i = 0; i < results.count; ++i) tern_op_add_result_type(parser, op, results.values[i]);
  return true;
}

static void print_manual_computation(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"in_shardings", "out_shardings", "manual_axes"};
  tern_printer_char(printer, '(');
  tern_printer_operands(printer, op, 0, op->operand_count);
  tern_printer_char(printer, ')');
  for (size_t i = 0; i < 3; ++i) {
    tern_str_t text = text_of(tern_op_attr(op, elided[i]));
    bool has_angles = text.size >= 2 && text.data[0] == '<';
    if (has_angles) text = tern_str_make(text.data + 1, text.size - 2);
    tern_printer_format(printer, " %s=%.*s", elided[i], (int)text.size, text.data);
  }
  const tern_block_t *body = tern_op_body(op, 0);
  tern_printer_text(printer, " (");
  for (size_t i = 0; i < body->arg_count; ++i) {
    if (i > 0) tern_printer_text(printer, ", ");
    tern_printer_block_arg(printer, body->args[i], true);
  }
  tern_printer_text(printer, ") ");
  tern_printer_region(printer, &op->regions[0], false, true);
  tern_printer_attr_dict(printer, op, elided, 3);
  tern_printer_text(printer, " : (");
  tern_printer_operand_types(printer, op, 0, op->operand_count);
  tern_printer_text(printer, ") -> ");
  bool has_parentheses = op->result_count != 1;
  if (has_parentheses) tern_printer_char(printer, '(');
  tern_printer_result_types(printer, op, 0, op->result_count);
  if (has_parentheses) tern_printer_char(printer, ')');
}

static bool verify_manual_computation(const tern_op_t *op) {
  const tern_block_t *body = tern_op_body(op, 0);
  if (body->arg_count != op->operand_count) {
    return tern_op_error(op, "has a region with %zu arguments for %zu operands", (size_t)body->arg_count,
                         (size_t)op->operand_count);
  }
  const tern_op_t *end = tern_block_terminator(body);
  if (end && tern_op_is(end, TERN_SDY(RETURN)) && end->operand_count != op->result_count) {
    return tern_op_error(op, "returns %zu values for %zu results", (size_t)end->operand_count,
                         (size_t)op->result_count);
  }
  return true;
}

const tern_op_row_t tern_sdy_ops[] = {
#define OP(ID, NAME, ...) [TERN_SDY_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/sdy/sdy_ops.def"
#undef OP
};

const tern_dialect_t tern_sdy_dialect = {
    .name = "sdy",
    .summary = "Shardy: how tensors are spread over devices",
    .ops = tern_sdy_ops,
    .op_count = TERN_SDY_OP_COUNT,
    .attrs = sdy_attrs,
    .attr_count = TERN_SDY_ATTR_COUNT,
    .encoding = &tern_sdy_encoding,
};
