// The check dialect.

#include "dialect/check/check.h"

#include "asm/format.h"
#include "ir/attr.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

// Tolerances($atol, $rtol): `, atol 1.0e-2, rtol 1.0e-3`, each left out if it has its default.
static bool parse_tolerances(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  (void)op;
  const tern_type_t *f32 = tern_float_type_get(tern_parser_context(parser), TERN_TYPE_F32);
  while (tern_parse_optional_token(parser, ",")) {
    size_t which = 0;
    static const char *const names[] = {"atol", "rtol"};
    while (which < count && !tern_parse_optional_keyword(parser, names[which])) ++which;
    if (which == count) return tern_parser_error(parser, "expected atol or rtol");
    args[which].attr = tern_parse_attr(parser, f32);
    if (!args[which].attr) return false;
  }
  return true;
}

static void print_tolerances(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                             size_t count) {
  for (size_t i = 0; i < count; ++i) {
    int slot = tern_op_def_slot(op->def, args[i].name);
    if (!args[i].attr || args[i].attr == op->def->attrs[slot].default_value) continue;
    tern_printer_format(printer, ", %.*s ", (int)args[i].name.size, args[i].name.data);
    tern_printer_attr_without_type(printer, args[i].attr);
  }
}

static const tern_custom_directive_t directives[] = {{"Tolerances", parse_tolerances, print_tolerances}};

static bool verify_constant(const tern_op_t *op) {
  const tern_attr_t *value = tern_op_attr(op, "value");
  const tern_type_t *expected = tern_attr_type(value), *type = tern_op_operand(op, 0)->type;
  bool fits = tern_type_element(expected) == tern_type_element(type);
  if (fits && type->kind == TERN_TYPE_TENSOR) {
    fits = tern_type_rank(expected) == tern_type_rank(type);
    for (size_t i = 0; fits && i < tern_type_rank(type); ++i) {
      fits = tern_type_dim(type, i) == TERN_DYNAMIC || tern_type_dim(type, i) == tern_type_dim(expected, i);
    }
  }
  return fits ||
         tern_op_error(op, "compares %s with a constant of type %s", tern_type_text(type), tern_type_text(expected));
}

const tern_op_row_t tern_check_ops[] = {
#define OP(ID, NAME, ...) [TERN_CHECK_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/check/check_ops.def"
#undef OP
};

const tern_dialect_t tern_check_dialect = {
    .name = "check",
    .summary = "What a test expects of a program's values",
    .ops = tern_check_ops,
    .op_count = TERN_CHECK_OP_COUNT,
    .custom_directives = directives,
    .custom_directive_count = 1,
};
