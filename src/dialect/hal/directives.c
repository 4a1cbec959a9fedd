// hal: custom directives of its formats.

#include "base/vec.h"
#include "dialect/hal/hal.h"
#include "dialect/hal/hooks.h"
#include "ir/context.h"

// --- TypeAlias($encoding, type($value)): `tensor<4xui8>`, or `tensor<4xui8> as tensor<4xi8>` ---

static bool parse_type_alias(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  (void)op, (void)count;
  const tern_type_t *encoding = tern_parse_type(parser), *storage = encoding;
  if (!encoding) return false;
  if (tern_parse_optional_keyword(parser, "as") && !(storage = tern_parse_type(parser))) return false;
  args[0].attr = tern_type_attr_get(encoding);
  tern_type_list_push(parser, &args[1].types, storage);
  return true;
}

static void print_type_alias(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                             size_t count) {
  (void)count;
  const tern_value_t *value =
      args[1].is_result_types ? tern_op_result(op, args[1].start) : tern_op_operand(op, args[1].start);
  tern_printer_attr(printer, args[0].attr);
  if (args[0].attr && args[0].attr->kind == TERN_ATTR_TYPE && tern_type_attr_value(args[0].attr) == value->type) return;
  tern_printer_text(printer, " as ");
  tern_printer_type(printer, value->type);
}

// --- SizeAwareType(type($value), $size): `!hal.buffer{%size}` ---

static bool parse_size_aware_type(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  (void)op, (void)count;
  tern_unresolved_operand_t size;
  const tern_type_t *type = tern_parse_type(parser);
  if (!type || !tern_parse_token(parser, "{") || !tern_parse_operand(parser, &size) || !tern_parse_token(parser, "}")) {
    return false;
  }
  tern_type_list_push(parser, &args[0].types, type);
  tern_operand_list_push(parser, &args[1].operands, size);
  return true;
}

static void print_size_aware_type(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                  size_t count) {
  (void)count;
  tern_printer_type(printer, tern_op_result(op, args[0].start)->type);
  tern_printer_char(printer, '{');
  tern_printer_operands(printer, op, args[1].start, args[1].count);
  tern_printer_char(printer, '}');
}

// --- Bindings($buffers, type($buffers), $offsets, $lengths): a line `(%buffer : type)[%offset, %length]` each ---

static bool parse_bindings(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  (void)op, (void)count;
  if (!tern_parser_at_token(parser, "(")) return true;
  do {
    tern_unresolved_operand_t buffer, offset, length;
    const tern_type_t *type;
    if (!tern_parse_token(parser, "(") || !tern_parse_operand(parser, &buffer) ||
        !tern_parse_colon_type(parser, &type) || !tern_parse_token(parser, ")") || !tern_parse_token(parser, "[") ||
        !tern_parse_operand(parser, &offset) || !tern_parse_token(parser, ",") ||
        !tern_parse_operand(parser, &length) || !tern_parse_token(parser, "]")) {
      return false;
    }
    tern_operand_list_push(parser, &args[0].operands, buffer);
    tern_type_list_push(parser, &args[1].types, type);
    tern_operand_list_push(parser, &args[2].operands, offset);
    tern_operand_list_push(parser, &args[3].operands, length);
  } while (tern_parse_optional_token(parser, ","));
  return true;
}

static void print_bindings(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args, size_t count) {
  (void)count;
  for (size_t i = 0; i < args[0].count && i < args[2].count && i < args[3].count; ++i) {
    const tern_value_t *buffer = tern_op_operand(op, args[0].start + i);
    if (i) tern_printer_text(printer, ", ");
    tern_printer_newline(printer);
    tern_printer_text(printer, "  (");
    tern_printer_value(printer, buffer);
    tern_printer_text(printer, " : ");
    tern_printer_type(printer, buffer->type);
    tern_printer_text(printer, ")[");
    tern_printer_operands(printer, op, args[2].start + i, 1);
    tern_printer_text(printer, ", ");
    tern_printer_operands(printer, op, args[3].start + i, 1);
    tern_printer_char(printer, ']');
  }
  if (args[0].count) tern_printer_newline(printer);
}

// --- DeviceQueueList($devices, type($devices), $queues, type($queues)): `(%d, %q : !hal.device, i64)` each ---

static bool parse_device_queues(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  (void)op, (void)count;
  do {
    tern_unresolved_operand_t device, queue;
    const tern_type_t *device_type, *queue_type;
    if (!tern_parse_token(parser, "(") || !tern_parse_operand(parser, &device) || !tern_parse_token(parser, ",") ||
        !tern_parse_operand(parser, &queue) || !tern_parse_colon_type(parser, &device_type) ||
        !tern_parse_token(parser, ",") || !(queue_type = tern_parse_type(parser)) || !tern_parse_token(parser, ")")) {
      return false;
    }
    tern_operand_list_push(parser, &args[0].operands, device);
    tern_type_list_push(parser, &args[1].types, device_type);
    tern_operand_list_push(parser, &args[2].operands, queue);
    tern_type_list_push(parser, &args[3].types, queue_type);
  } while (tern_parse_optional_token(parser, ","));
  return true;
}

static void print_device_queues(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                size_t count) {
  (void)count;
  for (size_t i = 0; i < args[0].count && i < args[2].count; ++i) {
    if (i) tern_printer_char(printer, ',');
    tern_printer_newline(printer);
    tern_printer_text(printer, "  (");
    tern_printer_operands(printer, op, args[0].start + i, 1);
    tern_printer_text(printer, ", ");
    tern_printer_operands(printer, op, args[2].start + i, 1);
    tern_printer_text(printer, " : ");
    tern_printer_operand_types(printer, op, args[0].start + i, 1);
    tern_printer_text(printer, ", ");
    tern_printer_operand_types(printer, op, args[2].start + i, 1);
    tern_printer_char(printer, ')');
  }
  tern_printer_newline(printer);
}

// --- regions with a signature ---

static bool parse_region(tern_parser_t *parser, tern_parsed_op_t *op, const char *what, size_t result_count,
                         bool (*is_right)(const tern_type_t *type)) {
  tern_arg_list_t args = {0};
  tern_type_list_t results = {0};
  if (!tern_parse_argument_list(parser, "()", true, true, &args)) return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_optional_arrow_type_list(parser, &results)) return false;
  bool is_ok = results.count == result_count;
  for (size_t i = 0; is_ok && i < results.count; ++i) is_ok = is_right(results.values[i]);
  if (!is_ok) return tern_parser_error_at(parser, pos, "%s", what);
  return tern_op_parse_region(parser, op, &args);
}

static void print_region(tern_printer_t *printer, const tern_region_t *region, const char *results) {
  const tern_block_t *body = region->first_block;
  if (!body) return;
  tern_printer_char(printer, '(');
  for (size_t i = 0; i < body->arg_count; ++i) {
    if (i) tern_printer_text(printer, ", ");
    tern_printer_block_arg(printer, body->args[i], true);
  }
  tern_printer_text(printer, results);
  tern_printer_region(printer, region, false, true);
}

static bool is_index(const tern_type_t *type) { return tern_type_is_index(type); }
static bool is_bool(const tern_type_t *type) { return tern_type_is_i(type, 1); }

bool tern_hal_parse_count_region(tern_parser_t *parser, tern_parsed_op_t *op) {
  return parse_region(parser, op, "a workgroup count region returns three numbers: (index, index, index)", 3, is_index);
}

bool tern_hal_parse_condition_region(tern_parser_t *parser, tern_parsed_op_t *op) {
  return parse_region(parser, op, "a condition region returns one i1", 1, is_bool);
}

void tern_hal_print_count_region(tern_printer_t *printer, const tern_region_t *region) {
  print_region(printer, region, ") -> (index, index, index) ");
}

void tern_hal_print_condition_region(tern_printer_t *printer, const tern_region_t *region) {
  print_region(printer, region, ") -> i1 ");
}

static bool parse_count_directive(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  (void)args, (void)count;
  return tern_hal_parse_count_region(parser, op);
}

static void print_count_directive(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                  size_t count) {
  (void)count;
  tern_hal_print_count_region(printer, &op->regions[args[0].start]);
}

// --- TargetConditionObjects($targets, $ordinals, $objects, $regions): `#target if(...) ordinal(0) = [#object]` each ---

typedef TERN_VEC(const tern_attr_t *) attr_vec_t;

static bool parse_target_objects(tern_parser_t *parser, tern_parsed_op_t *op, attr_vec_t lists[3]) {
  tern_context_t *context = tern_parser_context(parser);
  do {
    const tern_attr_t *target = tern_parse_attr(parser, NULL), *objects;
    int64_t ordinal;
    if (!target) return false;
    if (tern_parse_optional_keyword(parser, "if")) {
      if (!tern_hal_parse_condition_region(parser, op)) return false;
    } else {
      tern_op_add_empty_region(parser, op);
    }
    if (!tern_parse_keyword(parser, "ordinal") || !tern_parse_token(parser, "(") ||
        !tern_parse_integer(parser, &ordinal) || !tern_parse_token(parser, ")") || !tern_parse_token(parser, "=") ||
        !(objects = tern_parse_attr(parser, NULL))) {
      return false;
    }
    tern_vec_push(&lists[0], target);
    tern_vec_push(&lists[1], tern_integer_attr_get(tern_index_type_get(context), ordinal));
    tern_vec_push(&lists[2], objects);
  } while (tern_parse_optional_token(parser, ","));
  return true;
}

static bool parse_target_condition_objects(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                           size_t count) {
  (void)count;
  attr_vec_t lists[3] = {0};
  bool is_right = parse_target_objects(parser, op, lists);
  for (size_t i = 0; i < 3; ++i) {
    args[i].attr = tern_array_attr_get(tern_parser_context(parser), lists[i].values, lists[i].count);
    tern_vec_deinitialize(&lists[i]);
  }
  return is_right;
}

static void print_target_condition_objects(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                           size_t count) {
  (void)count;
  tern_printer_shift_indent(printer, 2);
  for (size_t i = 0; i < tern_array_attr_count(args[0].attr) && i < args[3].count; ++i) {
    const tern_region_t *region = &op->regions[args[3].start + i];
    if (i) tern_printer_char(printer, ',');
    tern_printer_newline(printer);
    tern_printer_attr(printer, tern_array_attr_at(args[0].attr, i));
    if (!tern_region_is_empty(region)) {
      tern_printer_text(printer, " if");
      tern_hal_print_condition_region(printer, region);
    }
    tern_printer_text(printer, " ordinal(");
    tern_printer_attr_without_type(printer, tern_array_attr_at(args[1].attr, i));
    tern_printer_text(printer, ") = ");
    tern_printer_attr(printer, tern_array_attr_at(args[2].attr, i));
  }
  tern_printer_shift_indent(printer, -2);
  tern_printer_newline(printer);
}

const tern_custom_directive_t tern_hal_directives[TERN_HAL_DIRECTIVE_COUNT] = {
    {"TypeAlias", parse_type_alias, print_type_alias},
    {"SizeAwareType", parse_size_aware_type, print_size_aware_type},
    {"Bindings", parse_bindings, print_bindings},
    {"DeviceQueueList", parse_device_queues, print_device_queues},
    {"CountRegion", parse_count_directive, print_count_directive},
    {"TargetConditionObjects", parse_target_condition_objects, print_target_condition_objects},
};
