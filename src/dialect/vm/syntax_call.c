// Syntax of vm.call.variadic and vm.br_table.

#include "asm/parser.h"
#include "asm/printer.h"
#include "base/vec.h"
#include "dialect/vm/hooks.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

// --- vm.call.variadic @f(%a, [%b, %b], [(%c, %d), (%c, %d)]) : (i32, i64 ..., tuple<i32, i32> ...) -> i32 ---

// One argument of the call: a value, or a list of values or of groups of values.
typedef struct call_segment {
  bool is_list;
  size_t first, count;  // its values
  size_t repetitions;   // entries of the list
} call_segment_t;

typedef struct call_segments {
  call_segment_t *values;
  size_t count, capacity;
  tern_operand_list_t operands;
} call_segments_t;

static void push_segment(tern_parser_t *parser, call_segments_t *list, call_segment_t segment) {
  if (list->count == list->capacity) {
    size_t capacity = list->capacity ? 2 * list->capacity : 8;
    call_segment_t *grown = tern_parser_alloc(parser, capacity * sizeof *grown);
    if (list->count) memcpy(grown, list->values, list->count * sizeof *grown);
    list->values = grown;
    list->capacity = capacity;
  }
  list->values[list->count++] = segment;
}

static bool parse_value(tern_parser_t *parser, call_segments_t *list) {
  tern_unresolved_operand_t operand;
  if (!tern_parse_operand(parser, &operand)) return false;
  tern_operand_list_push(parser, &list->operands, operand);
  return true;
}

// `%a` or `(%a, %b)`.
static bool parse_entry(tern_parser_t *parser, call_segments_t *list) {
  if (!tern_parse_optional_token(parser, "(")) return parse_value(parser, list);
  do {
    if (!parse_value(parser, list)) return false;
  } while (tern_parse_optional_token(parser, ","));
  return tern_parse_token(parser, ")");
}

static bool parse_segment(tern_parser_t *parser, call_segments_t *list) {
  call_segment_t segment = {.first = list->operands.count, .repetitions = 1};
  segment.is_list = tern_parse_optional_token(parser, "[");
  if (!segment.is_list) {
    if (!parse_value(parser, list)) return false;
  } else if (segment.repetitions = 0, !tern_parse_optional_token(parser, "]")) {
    do {
      if (!parse_entry(parser, list)) return false;
      ++segment.repetitions;
    } while (tern_parse_optional_token(parser, ","));
    if (!tern_parse_token(parser, "]")) return false;
  }
  segment.count = list->operands.count - segment.first;
  push_segment(parser, list, segment);
  return true;
}

// The types of the segments, `...` behind those that are lists.
static bool parse_segment_types(tern_parser_t *parser, const call_segments_t *list, tern_type_list_t *types) {
  if (!tern_parse_token(parser, "(")) return false;
  for (size_t i = 0; i < list->count; ++i) {
    if (i > 0 && !tern_parse_token(parser, ",")) return false;
    const tern_type_t *type = tern_parse_type(parser);
    if (!type) return false;
    if (list->values[i].is_list && !tern_parse_token(parser, "...")) return false;
    tern_type_list_push(parser, types, type);
  }
  return tern_parse_token(parser, ")");
}

static bool resolve_segment(tern_parser_t *parser, tern_parsed_op_t *op, const call_segments_t *list,
                            const call_segment_t *segment, const tern_type_t *type, tern_source_pos_t pos) {
  size_t width = segment->is_list ? tern_vm_segment_width(type) : 1;
  if (segment->count != segment->repetitions * width) {
    return tern_parser_error_at(parser, pos, "expected groups of %zu values for %s", width, tern_type_text(type));
  }
  for (size_t i = 0; i < segment->count; ++i) {
    bool is_part = segment->is_list && type->kind == TERN_TYPE_TUPLE;
    const tern_type_t *part = is_part ? tern_tuple_type_elements(type).values[i % width] : type;
    if (!tern_op_resolve_operand(parser, op, list->operands.values[segment->first + i], part)) return false;
  }
  return true;
}

bool tern_vm_parse_call_variadic(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_context_t *context = tern_parser_context(parser);
  call_segments_t list = {0};
  tern_type_list_t types = {0}, results = {0};
  tern_str_t callee;
  if (!tern_parse_symbol_name(parser, &callee) || !tern_parse_token(parser, "(")) return false;
  if (!tern_parse_optional_token(parser, ")")) {
    do {
      if (!parse_segment(parser, &list)) return false;
    } while (tern_parse_optional_token(parser, ","));
    if (!tern_parse_token(parser, ")")) return false;
  }
  if (!tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_token(parser, ":")) return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!parse_segment_types(parser, &list, &types) || !tern_parse_optional_arrow_type_list(parser, &results)) {
    return false;
  }
  int16_t *sizes = tern_parser_alloc(parser, (list.count + 1) * sizeof *sizes);
  const tern_attr_t **type_attrs = tern_parser_alloc(parser, (list.count + 1) * sizeof *type_attrs);
  for (size_t i = 0; i < list.count; ++i) {
    if (!resolve_segment(parser, op, &list, &list.values[i], types.values[i], pos)) return false;
    if (list.values[i].repetitions > INT16_MAX) return tern_parser_error(parser, "expected at most 32767 repetitions");
    sizes[i] = list.values[i].is_list ? (int16_t)list.values[i].repetitions : -1;
    type_attrs[i] = tern_type_attr_get(types.values[i]);
  }
  const int64_t dim = (int64_t)list.count;
  const tern_type_t *vector = tern_vector_type_get(tern_i_type_get(context, 16), &dim, 1, 0);
  tern_op_add_attr(parser, op, "callee", tern_flat_symbol_ref_attr_get(context, callee));
  tern_op_add_attr(parser, op, "segment_sizes", tern_dense_elements_attr_get(vector, sizes, false));
  tern_op_add_attr(parser, op, "segment_types", tern_array_attr_get(context, type_attrs, list.count));
  for (size_t i = 0; i < results.count; ++i) tern_op_add_result_type(parser, op, results.values[i]);
  return true;
}

// Prints the repetitions of a segment; returns the operand behind it.
static size_t print_segment(tern_printer_t *printer, const tern_op_t *op, const tern_type_t *type, int64_t size,
                            size_t next) {
  if (size < 0) {
    tern_printer_value(printer, tern_op_operand(op, next));
    return next + 1;
  }
  size_t width = tern_vm_segment_width(type);
  tern_printer_char(printer, '[');
  for (int64_t i = 0; i < size; ++i, next += width) {
    if (i > 0) tern_printer_text(printer, ", ");
    if (type->kind == TERN_TYPE_TUPLE) tern_printer_char(printer, '(');
    tern_printer_operands(printer, op, next, width);
    if (type->kind == TERN_TYPE_TUPLE) tern_printer_char(printer, ')');
  }
  tern_printer_char(printer, ']');
  return next;
}

void tern_vm_print_call_variadic(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"callee", "segment_sizes", "segment_types"};
  const tern_attr_t *sizes = tern_op_attr(op, "segment_sizes"), *types = tern_op_attr(op, "segment_types");
  size_t next = 0, count = tern_array_attr_count(types);
  tern_printer_char(printer, ' ');
  tern_printer_symbol_name(printer, tern_symbol_ref_attr_at(tern_op_attr(op, "callee"), 0));
  tern_printer_char(printer, '(');
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) tern_printer_text(printer, ", ");
    const tern_type_t *type = tern_type_attr_value(tern_array_attr_at(types, i));
    next = print_segment(printer, op, type, tern_int_list_attr_at(sizes, i), next);
  }
  tern_printer_char(printer, ')');
  tern_printer_attr_dict(printer, op, elided, 3);
  tern_printer_text(printer, " : (");
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) tern_printer_text(printer, ", ");
    tern_printer_type(printer, tern_type_attr_value(tern_array_attr_at(types, i)));
    if (tern_int_list_attr_at(sizes, i) >= 0) tern_printer_text(printer, " ...");
  }
  tern_printer_char(printer, ')');
  if (op->result_count == 0) return;
  tern_printer_text(printer, " -> ");
  if (op->result_count > 1) tern_printer_char(printer, '(');
  tern_printer_result_types(printer, op, 0, op->result_count);
  if (op->result_count > 1) tern_printer_char(printer, ')');
}

// --- vm.br_table %i { default: ^bb1(%a : i32), 0: ^bb2 } ---

typedef struct table_case {
  tern_operand_list_t operands;
  tern_type_list_t types;
} table_case_t;

static bool parse_table_case(tern_parser_t *parser, tern_parsed_op_t *op, table_case_t *out) {
  tern_block_t *block;
  if (!tern_parse_token(parser, ":") || !tern_op_parse_successor(parser, op, &block)) return false;
  if (!tern_parse_optional_token(parser, "(")) return true;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_operand_list(parser, NULL, &out->operands) || !tern_parse_token(parser, ":") ||
      !tern_parse_type_list(parser, &out->types)) {
    return false;
  }
  if (out->operands.count != out->types.count) {
    return tern_parser_error_at(parser, pos,
                                "number of operands and types do not match: got %zu operands and %zu types",
                                out->operands.count, out->types.count);
  }
  return tern_parse_token(parser, ")");
}

typedef struct table_cases {
  table_case_t *values;
  size_t count, capacity;
} table_cases_t;

static table_case_t *add_case(tern_parser_t *parser, table_cases_t *list) {
  if (list->count == list->capacity) {
    size_t capacity = list->capacity ? 2 * list->capacity : 8;
    table_case_t *grown = tern_parser_alloc(parser, capacity * sizeof *grown);
    if (list->count) memcpy(grown, list->values, list->count * sizeof *grown);
    list->values = grown;
    list->capacity = capacity;
  }
  list->values[list->count] = (table_case_t){0};
  return &list->values[list->count++];
}

bool tern_vm_parse_br_table(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_context_t *context = tern_parser_context(parser);
  tern_unresolved_operand_t index;
  table_cases_t cases = {0};
  if (!tern_parse_operand(parser, &index) || !tern_parse_token(parser, "{") || !tern_parse_keyword(parser, "default") ||
      !parse_table_case(parser, op, add_case(parser, &cases))) {
    return false;
  }
  while (tern_parse_optional_token(parser, ",")) {
    tern_source_pos_t pos = tern_parser_pos(parser);
    int64_t number, expected = (int64_t)cases.count - 1;
    if (!tern_parse_integer(parser, &number)) return false;
    if (number != expected) {
      return tern_parser_error_at(parser, pos, "expected case %lld, as cases count from 0", (long long)expected);
    }
    if (!parse_table_case(parser, op, add_case(parser, &cases))) return false;
  }
  if (!tern_parse_token(parser, "}") || !tern_op_parse_optional_attr_dict(parser, op) ||
      !tern_op_resolve_operand(parser, op, index, tern_i_type_get(context, 32))) {
    return false;
  }
  int32_t *sizes = tern_parser_alloc(parser, cases.count * sizeof *sizes);
  int32_t segments[3] = {1, (int32_t)cases.values[0].operands.count, 0};
  for (size_t i = 0; i < cases.count; ++i) {
    if (!tern_op_resolve_operands_each(parser, op, &cases.values[i].operands, &cases.values[i].types)) return false;
    sizes[i] = (int32_t)cases.values[i].operands.count;
    if (i > 0) segments[2] += sizes[i];
  }
  tern_op_add_attr(parser, op, "case_operand_segments",
                   tern_dense_i32_array_attr_get(context, sizes + 1, cases.count - 1));
  tern_op_add_attr(parser, op, "operandSegmentSizes", tern_dense_i32_array_attr_get(context, segments, 3));
  return true;
}

void tern_vm_print_br_table(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"case_operand_segments", "operandSegmentSizes"};
  const tern_attr_t *sizes = tern_op_attr(op, "case_operand_segments");
  size_t start, count;
  tern_op_operand_group(op, 1, &start, &count);
  tern_printer_char(printer, ' ');
  tern_printer_value(printer, tern_op_operand(op, 0));
  tern_printer_text(printer, " {");
  tern_printer_newline(printer);
  tern_printer_text(printer, "  default: ");
  tern_printer_successor_and_operands(printer, op, 0, start, count);
  start += count;
  for (size_t i = 0; i + 1 < op->successor_count; ++i) {
    tern_printer_char(printer, ',');
    tern_printer_newline(printer);
    tern_printer_format(printer, "  %zu: ", i);
    count = (size_t)tern_dense_array_attr_int(sizes, i);
    tern_printer_successor_and_operands(printer, op, 1 + i, start, count);
    start += count;
  }
  tern_printer_newline(printer);
  tern_printer_char(printer, '}');
  tern_printer_attr_dict(printer, op, elided, 2);
}
