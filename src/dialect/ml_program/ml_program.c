// The ml_program dialect.

#include "dialect/ml_program/ml_program.h"

#include <stdio.h>

#include "asm/format/format.h"
#include "asm/format/function.h"
#include "ir/attr.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

// --- syntax ---

// TypedInitialValue($type, $value): `(value : value-type) : type`; a value of the global's type is written without type.
static bool parse_initial_value(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  (void)op;
  (void)count;
  const tern_type_t *type;
  if (tern_parse_optional_token(parser, "(")) {
    args[1].attr = tern_parse_attr(parser, NULL);
    if (!args[1].attr || !tern_parse_token(parser, ")")) return false;
  }
  if (!tern_parse_colon_type(parser, &type)) return false;
  args[0].attr = tern_type_attr_get(type);
  return true;
}

static void print_initial_value(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                size_t count) {
  (void)op;
  (void)count;
  if (args[1].attr) {
    tern_printer_char(printer, '(');
    tern_printer_attr(printer, args[1].attr);
    tern_printer_char(printer, ')');
  }
  tern_printer_text(printer, " : ");
  tern_printer_attr(printer, args[0].attr);
}

// TokenOrdering($consumed, type($produced)): ` ordering(%a, %b -> !ml_program.token)`, or nothing.
static bool parse_ordering(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  (void)op;
  (void)count;
  tern_context_t *context = tern_parser_context(parser);
  const tern_type_t *type = tern_dialect_type_get(context, &tern_ml_program_types[0], NULL, 0);
  if (tern_parse_optional_keyword(parser, "ordering")) {
    if (!tern_parse_token(parser, "(")) return false;
    if (tern_parse_optional_token(parser, "(")) {  // upstream prints `()` for none
      if (!tern_parse_token(parser, ")")) return false;
    } else if (!tern_parser_at_token(parser, "->") && !tern_parse_operand_list(parser, NULL, &args[0].operands)) {
      return false;
    }
    if (!tern_parse_token(parser, "->")) return false;
    type = tern_parse_type(parser);
    if (!type || !tern_parse_token(parser, ")")) return false;
  }
  tern_type_list_push(parser, &args[1].types, type);
  return true;
}

static void print_ordering(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args, size_t count) {
  (void)count;
  tern_printer_text(printer, " ordering(");
  if (args[0].count) {
    tern_printer_operands(printer, op, args[0].start, args[0].count);
  } else {
    tern_printer_text(printer, "()");
  }
  tern_printer_text(printer, " -> ");
  tern_printer_type(printer, op->results[args[1].start].type);
  tern_printer_char(printer, ')');
}

static bool name_result(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  (void)index;
  const tern_attr_t *ref = tern_op_attr(op, "global");
  tern_str_t name = tern_symbol_ref_attr_at(ref, tern_symbol_ref_attr_count(ref) - 1);
  if (!name.size || (name.data[0] >= '0' && name.data[0] <= '9')) return false;
  snprintf(out_name, size, "%.*s", (int)name.size, name.data);
  return true;
}

// --- verification ---

static bool verify_return(const tern_op_t *op) {
  const tern_op_t *function = tern_op_parent(op);
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(function, "function_type"));
  tern_types_t results = tern_function_type_results(type);
  bool is_match = results.count == op->operand_count;
  for (size_t i = 0; is_match && i < results.count; ++i) is_match = tern_op_operand(op, i)->type == results.values[i];
  return is_match ||
         tern_op_error(op, "does not return what the function does, whose type is %s", tern_type_text(type));
}

static bool verify_global(const tern_op_t *op) {
  return tern_op_attr(op, "is_mutable") || tern_op_attr(op, "value") ||
         tern_op_error(op, "immutable global must have an initial value");
}

static const tern_op_t *find_global(const tern_op_t *op) {
  const tern_attr_t *ref = tern_op_attr(op, "global");
  const tern_op_t *global = tern_symbol_lookup_nearest(op, ref);
  if (global && tern_op_is(global, TERN_ML_PROGRAM(GLOBAL))) return global;
  tern_op_error(op, "undefined global: %s", tern_attr_text(ref));
  return NULL;
}

static bool verify_type(const tern_op_t *op, const tern_op_t *global, const tern_type_t *type) {
  const tern_type_t *expected = tern_type_attr_value(tern_op_attr(global, "type"));
  return type == expected ||
         tern_op_error(op, "cannot use a global typed %s as %s", tern_type_text(expected), tern_type_text(type));
}

static bool verify_load(const tern_op_t *op) {
  const tern_op_t *global = find_global(op);
  if (!global) return false;
  if (tern_op_is(op, TERN_ML_PROGRAM(GLOBAL_LOAD_CONST)) && tern_op_attr(global, "is_mutable")) {
    return tern_op_error(op, "cannot load as const from mutable global %s", tern_attr_text(tern_op_attr(op, "global")));
  }
  return verify_type(op, global, op->results[0].type);
}

static bool verify_store(const tern_op_t *op) {
  const tern_op_t *global = find_global(op);
  if (!global) return false;
  if (!tern_op_attr(global, "is_mutable")) {
    return tern_op_error(op, "cannot store to an immutable global %s", tern_attr_text(tern_op_attr(op, "global")));
  }
  return verify_type(op, global, tern_op_operand(op, 0)->type);
}

// --- the extern attribute ---

static const tern_attr_t *parse_extern(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  // Older texts have the type in angles.
  if (tern_parse_optional_token(parser, "<")) {
    type = tern_parse_type(parser);
    if (!type || !tern_parse_token(parser, ">")) return NULL;
  }
  if (!type) {
    tern_parser_error(parser, "expected `: type` behind #ml_program.extern");
    return NULL;
  }
  uint64_t param = (uint64_t)(uintptr_t)type;
  return tern_dialect_attr_get(tern_parser_context(parser), row, &param, 1);
}

static void print_extern(tern_printer_t *printer, const tern_attr_t *attr) {
  (void)printer;
  (void)attr;
}

// --- the table ---

const tern_op_row_t tern_ml_program_ops[] = {
#define OP(ID, NAME, ...) [TERN_ML_PROGRAM_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/ml_program/ml_program_ops.def"
#undef OP
};

const tern_type_row_t tern_ml_program_types[] = {
    {.name = "ml_program.token", .summary = "an order of effects in a graph"},
};

const tern_attr_row_t tern_ml_program_attrs[] = {
    {.name = "ml_program.extern",
     .summary = "a value that is found outside of the program",
     .parse = parse_extern,
     .print = print_extern,
     .alias = "extern",
     .is_typed = true},
};

static const tern_custom_directive_t directives[] = {
    {"TypedInitialValue", parse_initial_value, print_initial_value},
    {"TokenOrdering", parse_ordering, print_ordering},
};

const tern_dialect_t tern_ml_program_dialect = {
    .name = "ml_program",
    .summary = "Functions, subgraphs and globals as machine learning front ends write them",
    .ops = tern_ml_program_ops,
    .op_count = TERN_ML_PROGRAM_OP_COUNT,
    .types = tern_ml_program_types,
    .type_count = 1,
    .attrs = tern_ml_program_attrs,
    .attr_count = 1,
    .custom_directives = directives,
    .custom_directive_count = 2,
};
