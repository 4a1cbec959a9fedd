// The io_parameters dialect.

#include "dialect/io_parameters/io_parameters.h"

#include "dialect/stream/parameter_syntax.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

// --- custom directives ---

// ($source_scope, $source_keys, $source_offsets, type($results), $lengths): `%scope::%key[%offset] : type{%length}`, ...
static bool parse_loads(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  (void)op;
  (void)count;
  do {
    const tern_type_t *type;
    tern_unresolved_operand_t length;
    if (!tern_parse_parameter_place(parser, &args[0], &args[1], &args[2]) || !tern_parse_colon_type(parser, &type) ||
        !tern_parse_token(parser, "{") || !tern_parse_operand(parser, &length) || !tern_parse_token(parser, "}")) {
      return false;
    }
    tern_type_list_push(parser, &args[3].types, type);
    tern_operand_list_push(parser, &args[4].operands, length);
  } while (tern_parse_optional_token(parser, ","));
  return true;
}

static void print_loads(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args, size_t count) {
  (void)count;
  for (size_t i = 0; i < args[1].count; ++i) {
    tern_printer_newline(printer);
    tern_printer_text(printer, "  ");
    tern_print_parameter_place(printer, op, &args[0], &args[1], &args[2], i);
    tern_printer_text(printer, " : ");
    tern_printer_type(printer, op->results[args[3].start + i].type);
    tern_printer_char(printer, '{');
    tern_printer_value(printer, tern_op_operand(op, args[4].start + i));
    tern_printer_text(printer, i + 1 < args[1].count ? "}," : "}");
  }
  tern_printer_newline(printer);
}

// Positions of the arguments of a directive for ranges of one buffer: `%buffer[%offset for %length] : type`.
typedef struct transfer_args {
  size_t scope, keys, places, buffer, type, offsets, lengths;
} transfer_args_t;

static const transfer_args_t gather_args = {0, 1, 2, 3, 4, 5, 6};
static const transfer_args_t scatter_args = {4, 5, 6, 0, 1, 2, 3};

static bool parse_range(tern_parser_t *parser, const transfer_args_t *at, tern_format_arg_t *args) {
  tern_unresolved_operand_t buffer, offset, length;
  const tern_type_t *type;
  if (!tern_parse_operand(parser, &buffer) || !tern_parse_token(parser, "[") || !tern_parse_operand(parser, &offset) ||
      !tern_parse_keyword(parser, "for") || !tern_parse_operand(parser, &length) || !tern_parse_token(parser, "]") ||
      !tern_parse_colon_type(parser, &type)) {
    return false;
  }
  tern_operand_list_t *buffers = &args[at->buffer].operands;
  if (!buffers->count) {
    tern_operand_list_push(parser, buffers, buffer);
    tern_type_list_push(parser, &args[at->type].types, type);
  } else if (!tern_str_equal(buffers->values[0].name, buffer.name) || buffers->values[0].number != buffer.number) {
    return tern_parser_error_at(parser, buffer.pos, "each range of an op has to be of the same buffer");
  }
  tern_operand_list_push(parser, &args[at->offsets].operands, offset);
  tern_operand_list_push(parser, &args[at->lengths].operands, length);
  return true;
}

static void print_range(tern_printer_t *printer, const tern_op_t *op, const transfer_args_t *at,
                        const tern_format_arg_t *args, size_t index) {
  const tern_value_t *buffer = tern_op_operand(op, args[at->buffer].start);
  tern_printer_value(printer, buffer);
  tern_printer_char(printer, '[');
  tern_printer_value(printer, tern_op_operand(op, args[at->offsets].start + index));
  tern_printer_text(printer, " for ");
  tern_printer_value(printer, tern_op_operand(op, args[at->lengths].start + index));
  tern_printer_text(printer, "] : ");
  tern_printer_type(printer, buffer->type);
}

static bool parse_gathers(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  (void)op;
  (void)count;
  do {
    if (!tern_parse_parameter_place(parser, &args[0], &args[1], &args[2]) || !tern_parse_token(parser, "->") ||
        !parse_range(parser, &gather_args, args)) {
      return false;
    }
  } while (tern_parse_optional_token(parser, ","));
  return true;
}

static bool parse_scatters(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  (void)op;
  (void)count;
  do {
    if (!parse_range(parser, &scatter_args, args) || !tern_parse_token(parser, "->") ||
        !tern_parse_parameter_place(parser, &args[4], &args[5], &args[6])) {
      return false;
    }
  } while (tern_parse_optional_token(parser, ","));
  return true;
}

static void print_transfers(tern_printer_t *printer, const tern_op_t *op, const transfer_args_t *at,
                            const tern_format_arg_t *args, bool is_range_first) {
  size_t count = args[at->keys].count;
  for (size_t i = 0; i < count; ++i) {
    tern_printer_newline(printer);
    tern_printer_text(printer, "  ");
    if (is_range_first) {
      print_range(printer, op, at, args, i);
      tern_printer_text(printer, " -> ");
    }
    tern_print_parameter_place(printer, op, &args[at->scope], &args[at->keys], &args[at->places], i);
    if (!is_range_first) {
      tern_printer_text(printer, " -> ");
      print_range(printer, op, at, args, i);
    }
    if (i + 1 < count) tern_printer_char(printer, ',');
  }
  tern_printer_newline(printer);
}

static void print_gathers(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args, size_t count) {
  (void)count;
  print_transfers(printer, op, &gather_args, args, false);
}

static void print_scatters(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args, size_t count) {
  (void)count;
  print_transfers(printer, op, &scatter_args, args, true);
}

static const tern_custom_directive_t directives[] = {
    {"ParameterLoadOperations", parse_loads, print_loads},
    {"ParameterGatherOperations", parse_gathers, print_gathers},
    {"ParameterScatterOperations", parse_scatters, print_scatters},
};

// --- verifiers ---

static size_t count_of(const tern_op_t *op, const char *group) {
  size_t start, count;
  tern_op_operands_named(op, group, &start, &count);
  return count;
}

static bool tern_io_parameters_verify_load(const tern_op_t *op) {
  size_t count = op->result_count;
  if (count_of(op, "source_keys") == count && count_of(op, "source_offsets") == count &&
      count_of(op, "lengths") == count) {
    return true;
  }
  return tern_op_error(op, "needs a key, an offset and a length for each of its %zu results", count);
}

static bool tern_io_parameters_verify_transfer(const tern_op_t *op) {
  bool is_gather = tern_op_is(op, TERN_IO_PARAMETERS(GATHER));
  size_t count = count_of(op, is_gather ? "source_keys" : "target_keys");
  if (count_of(op, "source_offsets") == count && count_of(op, "target_offsets") == count &&
      count_of(op, is_gather ? "target_lengths" : "source_lengths") == count) {
    return true;
  }
  return tern_op_error(op, "needs an offset on both sides and a length for each of its %zu keys", count);
}

// --- rows ---

#define OP(ID, NAME, ...) [TERN_IO_PARAMETERS_##ID] = {.name = NAME, __VA_ARGS__},
const tern_op_row_t tern_io_parameters_ops[] = {
#include "dialect/io_parameters/io_parameters_ops.def"
};
#undef OP

const tern_dialect_t tern_io_parameters_dialect = {
    .name = "io_parameters",
    .summary = "Parameters of a program that are files beside it",
    .ops = tern_io_parameters_ops,
    .op_count = TERN_IO_PARAMETERS_OP_COUNT,
    .custom_directives = directives,
    .custom_directive_count = sizeof directives / sizeof directives[0],
};
