// Branches among several blocks by a number: syntax and checks.

#include "dialect/common/switch_syntax.h"

#include <inttypes.h>

#include "dialect/common/fold_elements.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "rewrite/branch.h"

// One line of the list: `^bb(%a, %b : t, u)` with its operands, which are resolved when all lines are known.
typedef struct switch_case {
  int64_t value;
  tern_operand_list_t operands;
  tern_type_list_t types;
} switch_case_t;

// `^bb` or `^bb(%a : t)`; the successor goes to the op at once.
static bool parse_case_target(tern_parser_t *parser, tern_parsed_op_t *op, switch_case_t *out) {
  tern_block_t *block;
  if (!tern_op_parse_successor(parser, op, &block)) return false;
  if (!tern_parse_optional_token(parser, "(")) return true;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_operand_list(parser, NULL, &out->operands) || !tern_parse_token(parser, ":") ||
      !tern_parse_type_list(parser, &out->types))
    return false;
  if (out->operands.count != out->types.count)
    return tern_parser_error_at(
        parser, pos, "custom op '%s' number of operands and types do not match: got %zu operands and %zu types",
        op->def->name->data, out->operands.count, out->types.count);
  return tern_parse_token(parser, ")");
}

typedef struct switch_cases {
  switch_case_t *values;
  size_t count, capacity;
} switch_cases_t;

static void push_case(tern_parser_t *parser, switch_cases_t *list, switch_case_t entry) {
  if (list->count == list->capacity) {
    size_t capacity = list->capacity ? 2 * list->capacity : 8;
    switch_case_t *values = tern_parser_alloc(parser, capacity * sizeof(*values));
    if (list->count) memcpy(values, list->values, list->count * sizeof(*values));
    list->values = values;
    list->capacity = capacity;
  }
  list->values[list->count++] = entry;
}

// `default: ^bb (, value: ^bb)*` between brackets.
static bool parse_cases(tern_parser_t *parser, tern_parsed_op_t *op, switch_cases_t *list) {
  switch_case_t entry = {0};
  if (!tern_parse_token(parser, "[") || !tern_parse_keyword(parser, "default") || !tern_parse_token(parser, ":") ||
      !parse_case_target(parser, op, &entry))
    return false;
  push_case(parser, list, entry);
  while (tern_parse_optional_token(parser, ",")) {
    entry = (switch_case_t){0};
    if (!tern_parse_integer(parser, &entry.value) || !tern_parse_token(parser, ":") ||
        !parse_case_target(parser, op, &entry))
      return false;
    push_case(parser, list, entry);
  }
  return tern_parse_token(parser, "]");
}

// The case values as a vector constant of the flag's type.
static const tern_attr_t *make_case_values(tern_parser_t *parser, const tern_type_t *flag, const switch_cases_t *list) {
  size_t count = list->count - 1, size = tern_dense_element_size(flag);
  uint8_t *data = tern_parser_alloc(parser, count * size);
  for (size_t i = 0; i < count; i++) {
    tern_int128_t value = list->values[i + 1].value;
    memset(data + i * size, value < 0 ? 0xff : 0, size);
    memcpy(data + i * size, &value, size < sizeof(value) ? size : sizeof(value));
    if (tern_type_bit_width(flag) == 1) data[i * size] = value & 1;
  }
  const tern_type_t *type = tern_vector_type_get(flag, (const int64_t[]){(int64_t)count}, 1, 0);
  return tern_dense_elements_attr_get(type, data, false);
}

bool tern_switch_parse(tern_parser_t *parser, tern_parsed_op_t *op, const char *values_name) {
  tern_unresolved_operand_t flag;
  const tern_type_t *type;
  switch_cases_t cases = {0};
  if (!tern_parse_operand(parser, &flag) || !tern_parse_token(parser, ":")) return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!(type = tern_parse_type(parser))) return false;
  if (!tern_type_is_integer(type))
    return tern_parser_error_at(parser, pos, "invalid kind of type specified: expected builtin.integer, but found '%s'",
                                tern_type_text(type));
  if (!tern_parse_token(parser, ",") || !parse_cases(parser, op, &cases) ||
      !tern_op_parse_optional_attr_dict(parser, op) || !tern_op_resolve_operand(parser, op, flag, type))
    return false;
  tern_context_t *context = tern_parser_context(parser);
  int32_t *sizes = tern_parser_alloc(parser, cases.count * sizeof(*sizes));
  int32_t segments[3] = {1, (int32_t)cases.values[0].operands.count, 0};
  for (size_t i = 0; i < cases.count; i++) {
    const switch_case_t *entry = &cases.values[i];
    if (!tern_op_resolve_operands_each(parser, op, &entry->operands, &entry->types)) return false;
    sizes[i] = (int32_t)entry->operands.count;
    if (i > 0) segments[2] += sizes[i];
  }
  if (cases.count > 1) tern_op_add_attr(parser, op, values_name, make_case_values(parser, type, &cases));
  tern_op_add_attr(parser, op, "case_operand_segments",
                   tern_dense_i32_array_attr_get(context, sizes + 1, cases.count - 1));
  tern_op_add_attr(parser, op, "operandSegmentSizes", tern_dense_i32_array_attr_get(context, segments, 3));
  return true;
}

// Upstream writes case values as unsigned numbers, but reads numbers of 64 bits with a sign only. So what needs the 64th bit
// is written as the negative number with these bits, and what needs more bits as the greatest that does not.
static void print_case_value(tern_printer_t *printer, const tern_attr_t *values, size_t index) {
  tern_uint128_t bits = 0;
  tern_attr_element_bits(values, index, &bits);
  size_t width = tern_type_bit_width(tern_type_element(tern_attr_type(values)));
  bool is_negative = width >= 64 && (bits >> (width - 1) & 1);
  tern_printer_int(printer, is_negative || bits <= INT64_MAX ? (int64_t)bits : INT64_MAX);
}

void tern_switch_print(tern_printer_t *printer, const tern_op_t *op, const char *values_name) {
  const tern_attr_t *values = tern_op_attr(op, values_name), *sizes = tern_op_attr(op, "case_operand_segments");
  size_t start, count;
  tern_op_operand_group(op, 1, &start, &count);
  tern_printer_char(printer, ' ');
  tern_printer_value(printer, tern_op_operand(op, 0));
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_op_operand(op, 0)->type);
  tern_printer_text(printer, ", [");
  tern_printer_newline(printer);
  tern_printer_text(printer, "  default: ");
  tern_printer_successor_and_operands(printer, op, 0, start, count);
  start += count;
  for (size_t i = 0; values && i + 1 < op->successor_count; i++) {
    tern_printer_char(printer, ',');
    tern_printer_newline(printer);
    tern_printer_text(printer, "  ");
    print_case_value(printer, values, i);
    tern_printer_text(printer, ": ");
    count = (size_t)tern_dense_array_attr_int(sizes, i);
    tern_printer_successor_and_operands(printer, op, 1 + i, start, count);
    start += count;
  }
  if (values) tern_printer_newline(printer);
  tern_printer_char(printer, ']');
  const char *const elided[] = {values_name, "case_operand_segments", "operandSegmentSizes"};
  tern_printer_attr_dict(printer, op, elided, 3);
}

// The operands of each way out are the arguments of the block it leads to.
static bool verify_switch_operands(const tern_op_t *op) {
  for (size_t i = 0; i < op->successor_count; i++) {
    const tern_block_t *block = op->successors[i].block;
    size_t start, count;
    if (!tern_branch_successor_operands(op, i, &start, &count)) continue;
    if (count != block->arg_count)
      return tern_op_error(op, "branch has %zu operands for successor #%zu, but target block has %" PRIu32, count, i,
                           block->arg_count);
    for (size_t j = 0; j < count; j++)
      if (tern_op_operand(op, start + j)->type != block->args[j]->type)
        return tern_op_error(op, "type mismatch for bb argument #%zu of successor #%zu", j, i);
  }
  return true;
}

bool tern_switch_verify_successors(const tern_op_t *op) {
  const tern_attr_t *sizes = tern_op_attr(op, "case_operand_segments");
  size_t case_count = op->successor_count - (size_t)1, count = sizes ? tern_dense_array_attr_count(sizes) : 0;
  if (count != case_count)
    return tern_op_error(op, "number of case operand segments (%zu) should match number of case destinations (%zu)",
                         count, case_count);
  return verify_switch_operands(op);
}

bool tern_switch_verify(const tern_op_t *op, const char *values_name) {
  const tern_attr_t *values = tern_op_attr(op, values_name);
  size_t case_count = op->successor_count - (size_t)1;
  if (!values && case_count == 0) return verify_switch_operands(op);
  if (!values) return tern_op_error(op, "expects case values for its %zu case destinations", case_count);
  const tern_type_t *flag = tern_op_operand(op, 0)->type, *element = tern_type_element(tern_attr_type(values));
  if (element != flag)
    return tern_op_error(op, "'%s' type ('%s') should match case value type ('%s')", op->def->operands[0].name->data,
                         tern_type_text(flag), tern_type_text(element));
  if (tern_dense_elements_attr_count(values) != case_count)
    return tern_op_error(op, "number of case values (%zu) should match number of case destinations (%zu)",
                         tern_dense_elements_attr_count(values), case_count);
  return tern_switch_verify_successors(op);
}
