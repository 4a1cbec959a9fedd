// stream: custom directives of the ops on parameters. A reference is `%scope::%key`, or `%key`.

#include "dialect/stream/hooks.h"
#include "dialect/stream/parameter_syntax.h"
#include "dialect/stream/sized_syntax.h"
#include "dialect/stream/stream.h"

static bool parse_reference(tern_parser_t *parser, tern_operand_list_t *scope, tern_operand_list_t *keys) {
  tern_unresolved_operand_t first, key;
  if (!tern_parse_operand(parser, &first)) return false;
  if (!tern_parse_optional_token(parser, "::")) {
    tern_operand_list_push(parser, keys, first);
    return true;
  }
  if (!tern_parse_operand(parser, &key)) return false;
  tern_operand_list_push(parser, keys, key);
  if (!scope->count) {
    tern_operand_list_push(parser, scope, first);
  } else if (!tern_str_equal(scope->values[0].name, first.name) || scope->values[0].number != first.number) {
    return tern_parser_error_at(parser, first.pos, "each parameter of an op has to be of the same scope");
  }
  return true;
}

static void print_reference(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *scope, size_t key) {
  if (scope->count) {
    tern_printer_value(printer, tern_op_operand(op, scope->start));
    tern_printer_text(printer, "::");
  }
  tern_printer_value(printer, tern_op_operand(op, key));
}

// ($scope, $key)
bool tern_stream_parse_parameter_reference(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                           size_t count) {
  (void)op;
  (void)count;
  return parse_reference(parser, &args[0].operands, &args[1].operands);
}

void tern_stream_print_parameter_reference(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                           size_t count) {
  (void)count;
  print_reference(printer, op, &args[0], args[1].start);
}

// `%scope::%key[%offset]`
bool tern_parse_parameter_place(tern_parser_t *parser, tern_format_arg_t *scope, tern_format_arg_t *keys,
                                tern_format_arg_t *offsets) {
  tern_unresolved_operand_t offset;
  if (!parse_reference(parser, &scope->operands, &keys->operands) || !tern_parse_token(parser, "[") ||
      !tern_parse_operand(parser, &offset)) {
    return false;
  }
  tern_operand_list_push(parser, &offsets->operands, offset);
  return tern_parse_token(parser, "]");
}

void tern_print_parameter_place(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *scope,
                                const tern_format_arg_t *keys, const tern_format_arg_t *offsets, size_t index) {
  print_reference(printer, op, scope, keys->start + index);
  tern_printer_char(printer, '[');
  tern_printer_value(printer, tern_op_operand(op, offsets->start + index));
  tern_printer_char(printer, ']');
}

// `%scope::%key[%offset] : type{%size}`, one a line: ($scope, $keys, $offsets, type($results), $result_sizes)
bool tern_stream_parse_parameter_loads(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                       size_t count) {
  (void)op;
  (void)count;
  do {
    const tern_type_t *type;
    if (!tern_parse_parameter_place(parser, &args[0], &args[1], &args[2]) || !tern_parse_token(parser, ":") ||
        !tern_parse_sized_type(parser, &type, &args[4].operands)) {
      return false;
    }
    tern_type_list_push(parser, &args[3].types, type);
  } while (tern_parse_optional_token(parser, ","));
  return true;
}

void tern_stream_print_parameter_loads(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                       size_t count) {
  (void)count;
  size_t size = args[4].start;
  for (size_t i = 0; i < args[1].count; ++i) {
    tern_printer_newline(printer);
    tern_printer_text(printer, "  ");
    tern_print_parameter_place(printer, op, &args[0], &args[1], &args[2], i);
    tern_printer_text(printer, " : ");
    tern_print_sized_type(printer, op, op->results[args[3].start + i].type, &size);
    if (i + 1 < args[1].count) tern_printer_char(printer, ',');
  }
  tern_printer_newline(printer);
}

// --- many ranges of one resource: gather and scatter, with the end of each range (async) or without (cmd) ---

// Positions of a directive's arguments.
typedef struct transfer_args {
  size_t scope, keys, offsets, resource, type, size, begins, ends, lengths;  // `ends` SIZE_MAX: not written
  bool is_scatter;
} transfer_args_t;

static const transfer_args_t async_gather = {0, 1, 2, 3, 4, 5, 6, 7, 8, false};
static const transfer_args_t cmd_gather = {0, 1, 2, 3, 4, 5, 6, SIZE_MAX, 7, false};
static const transfer_args_t async_scatter = {6, 7, 8, 0, 1, 2, 3, 4, 5, true};
static const transfer_args_t cmd_scatter = {5, 6, 7, 0, 1, 2, 3, SIZE_MAX, 4, true};

// The resource, its type and size are the op's only once, however many lines name them.
static bool parse_resource_range(tern_parser_t *parser, const transfer_args_t *at, tern_format_arg_t *args) {
  tern_unresolved_operand_t resource, bound;
  if (!tern_parse_operand(parser, &resource) || !tern_parse_token(parser, "[") || !tern_parse_operand(parser, &bound)) {
    return false;
  }
  if (!args[at->resource].operands.count) {
    tern_operand_list_push(parser, &args[at->resource].operands, resource);
  } else if (!tern_str_equal(args[at->resource].operands.values[0].name, resource.name)) {
    return tern_parser_error_at(parser, resource.pos, "each range of an op has to be of the same resource");
  }
  tern_operand_list_push(parser, &args[at->begins].operands, bound);
  if (at->ends != SIZE_MAX) {
    if (!tern_parse_keyword(parser, "to") || !tern_parse_operand(parser, &bound)) return false;
    tern_operand_list_push(parser, &args[at->ends].operands, bound);
  }
  if (!tern_parse_keyword(parser, "for") || !tern_parse_operand(parser, &bound)) return false;
  tern_operand_list_push(parser, &args[at->lengths].operands, bound);
  return tern_parse_token(parser, "]");
}

static bool parse_resource_type(tern_parser_t *parser, const transfer_args_t *at, tern_format_arg_t *args) {
  tern_operand_list_t sizes = {0};
  const tern_type_t *type;
  if (!tern_parse_token(parser, ":") || !tern_parse_sized_type(parser, &type, &sizes)) return false;
  if (args[at->type].types.count) return true;
  tern_type_list_push(parser, &args[at->type].types, type);
  args[at->size].operands = sizes;
  return true;
}

static bool parse_transfers(tern_parser_t *parser, const transfer_args_t *at, tern_format_arg_t *args) {
  do {
    bool is_ok = at->is_scatter
                     ? parse_resource_range(parser, at, args) && parse_resource_type(parser, at, args) &&
                           tern_parse_token(parser, "->") &&
                           tern_parse_parameter_place(parser, &args[at->scope], &args[at->keys], &args[at->offsets])
                     : tern_parse_parameter_place(parser, &args[at->scope], &args[at->keys], &args[at->offsets]) &&
                           tern_parse_token(parser, "->") && parse_resource_range(parser, at, args) &&
                           parse_resource_type(parser, at, args);
    if (!is_ok) return false;
  } while (tern_parse_optional_token(parser, ","));
  return true;
}

static void print_resource_range(tern_printer_t *printer, const tern_op_t *op, const transfer_args_t *at,
                                 const tern_format_arg_t *args, size_t index) {
  tern_printer_value(printer, tern_op_operand(op, args[at->resource].start));
  tern_printer_char(printer, '[');
  tern_printer_value(printer, tern_op_operand(op, args[at->begins].start + index));
  if (at->ends != SIZE_MAX) {
    tern_printer_text(printer, " to ");
    tern_printer_value(printer, tern_op_operand(op, args[at->ends].start + index));
  }
  tern_printer_text(printer, " for ");
  tern_printer_value(printer, tern_op_operand(op, args[at->lengths].start + index));
  tern_printer_char(printer, ']');
}

static void print_resource_type(tern_printer_t *printer, const tern_op_t *op, const transfer_args_t *at,
                                const tern_format_arg_t *args) {
  size_t size = args[at->size].start;
  tern_printer_text(printer, " : ");
  tern_print_sized_type(printer, op, tern_op_operand(op, args[at->resource].start)->type, &size);
}

static void print_transfers(tern_printer_t *printer, const tern_op_t *op, const transfer_args_t *at,
                            const tern_format_arg_t *args) {
  size_t count = args[at->keys].count;
  for (size_t i = 0; i < count; ++i) {
    tern_printer_newline(printer);
    tern_printer_text(printer, "  ");
    if (at->is_scatter) {
      print_resource_range(printer, op, at, args, i);
      print_resource_type(printer, op, at, args);
      tern_printer_text(printer, " -> ");
      tern_print_parameter_place(printer, op, &args[at->scope], &args[at->keys], &args[at->offsets], i);
    } else {
      tern_print_parameter_place(printer, op, &args[at->scope], &args[at->keys], &args[at->offsets], i);
      tern_printer_text(printer, " -> ");
      print_resource_range(printer, op, at, args, i);
      print_resource_type(printer, op, at, args);
    }
    if (i + 1 < count) tern_printer_char(printer, ',');
  }
  tern_printer_newline(printer);
}

#define TRANSFER_DIRECTIVE(name, description)                                                                         \
  bool tern_stream_parse_##name(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) { \
    (void)op;                                                                                                         \
    (void)count;                                                                                                      \
    return parse_transfers(parser, &(description), args);                                                             \
  }                                                                                                                   \
  void tern_stream_print_##name(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,          \
                                size_t count) {                                                                       \
    (void)count;                                                                                                      \
    print_transfers(printer, op, &(description), args);                                                               \
  }

TRANSFER_DIRECTIVE(async_gathers, async_gather)
TRANSFER_DIRECTIVE(async_scatters, async_scatter)
TRANSFER_DIRECTIVE(cmd_gathers, cmd_gather)
TRANSFER_DIRECTIVE(cmd_scatters, cmd_scatter)
