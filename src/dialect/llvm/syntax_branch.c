// llvm: the hand-written syntax of branches with many successors.

#include "dialect/llvm/llvm_hooks.h"

typedef TERN_VEC(int32_t) sizes_t;

static void add_sizes(tern_parser_t *parser, tern_parsed_op_t *op, const char *name, const sizes_t *sizes) {
  tern_op_add_attr(parser, op, name,
                   tern_dense_i32_array_attr_get(tern_parser_context(parser), sizes->values, sizes->count));
}

// A successor with its operands; their number goes to `sizes`.
static bool parse_successor(tern_parser_t *parser, tern_parsed_op_t *op, sizes_t *sizes, int32_t *total) {
  size_t count = 0;
  if (!tern_op_parse_successor_and_operands(parser, op, &count)) return false;
  tern_vec_push(sizes, (int32_t)count);
  *total += (int32_t)count;
  return true;
}

// --- switch: %value : type, ^default [ 42: ^bb1, -1: ^bb2(%a : i32) ] ---

// Operands of all destinations, which come before the type of the value is known to be right.
typedef struct destinations {
  tern_operand_list_t operands;
  tern_type_list_t types;
  sizes_t sizes;
} destinations_t;

static bool parse_destination(tern_parser_t *parser, tern_parsed_op_t *op, destinations_t *destinations) {
  tern_block_t *block;
  size_t before = destinations->operands.count;
  if (!tern_op_parse_successor(parser, op, &block)) return false;
  if (tern_parse_optional_token(parser, "(") &&
      (!tern_parse_operand_list(parser, NULL, &destinations->operands) || !tern_parse_token(parser, ":") ||
       !tern_parse_type_list(parser, &destinations->types) || !tern_parse_token(parser, ")")))
    return false;
  tern_vec_push(&destinations->sizes, (int32_t)(destinations->operands.count - before));
  return true;
}

static bool parse_case_value(tern_parser_t *parser, int64_t *out_value) {
  return tern_parse_optional_integer(parser, out_value) ||
         tern_parser_error(parser, "custom op 'llvm.switch' expected integer value");
}

static bool parse_cases(tern_parser_t *parser, tern_parsed_op_t *op, const tern_type_t *type,
                        destinations_t *destinations) {
  if (!tern_parse_token(parser, "[")) return false;
  if (tern_parse_optional_token(parser, "]")) return true;
  if (!tern_type_is_integer(type)) return tern_parser_error(parser, "expected an integer to switch on");
  TERN_VEC(int64_t) values = {0};
  bool is_right = true;
  do {
    int64_t value;
    is_right = parse_case_value(parser, &value) && tern_parse_token(parser, ":") &&
               parse_destination(parser, op, destinations);
    if (is_right) tern_vec_push(&values, value);
  } while (is_right && tern_parse_optional_token(parser, ","));
  is_right = is_right && tern_parse_token(parser, "]");
  if (is_right) {
    int64_t dims[] = {(int64_t)values.count};
    const tern_type_t *list = tern_vector_type_get(type, dims, 1, 0);
    tern_op_add_attr(parser, op, "case_values", tern_dense_elements_attr_get_i64(list, values.values, values.count));
  }
  tern_vec_deinitialize(&values);
  return is_right;
}

bool tern_llvm_parse_switch(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t value;
  const tern_type_t *type;
  if (!tern_parse_operand(parser, &value) || !tern_parse_colon_type(parser, &type) || !tern_parse_token(parser, ","))
    return false;
  destinations_t destinations = {0};
  bool is_right = parse_destination(parser, op, &destinations) && parse_cases(parser, op, type, &destinations) &&
                  tern_op_parse_optional_attr_dict(parser, op) && tern_op_resolve_operand(parser, op, value, type) &&
                  tern_op_resolve_operands_each(parser, op, &destinations.operands, &destinations.types);
  if (is_right) {
    const int32_t *sizes = destinations.sizes.values;
    int32_t segments[] = {1, sizes[0], (int32_t)destinations.operands.count - sizes[0]};
    tern_context_t *context = tern_parser_context(parser);
    tern_op_add_attr(parser, op, "case_operand_segments",
                     tern_dense_i32_array_attr_get(context, sizes + 1, destinations.sizes.count - 1));
    tern_op_add_attr(parser, op, "operandSegmentSizes", tern_dense_i32_array_attr_get(context, segments, 3));
  }
  tern_vec_deinitialize(&destinations.sizes);
  return is_right;
}

void tern_llvm_print_switch(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"case_values", "case_operand_segments", "operandSegmentSizes"};
  size_t start, count;
  tern_printer_char(printer, ' ');
  tern_printer_value(printer, tern_op_operand(op, 0));
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_op_operand(op, 0)->type);
  tern_printer_text(printer, ", ");
  tern_op_operands_named(op, "defaultOperands", &start, &count);
  tern_printer_successor_and_operands(printer, op, 0, start, count);
  tern_printer_text(printer, " [");
  tern_printer_newline(printer);
  const tern_attr_t *values = tern_op_attr(op, "case_values"), *sizes = tern_op_attr(op, "case_operand_segments");
  tern_op_operands_named(op, "caseOperands", &start, &count);
  size_t case_count = values ? tern_dense_elements_attr_count(values) : 0;
  for (size_t i = 0; i < case_count && i + 1 < op->successor_count; i++) {
    size_t size = sizes && i < tern_dense_array_attr_count(sizes) ? (size_t)tern_dense_array_attr_int(sizes, i) : 0;
    if (i > 0) {
      tern_printer_char(printer, ',');
      tern_printer_newline(printer);
    }
    tern_printer_text(printer, "  ");
    tern_printer_attr_without_type(printer, tern_dense_elements_attr_at(values, i));
    tern_printer_text(printer, ": ");
    tern_printer_successor_and_operands(printer, op, i + 1, start, size);
    start += size;
  }
  if (case_count > 0) tern_printer_newline(printer);
  tern_printer_char(printer, ']');
  tern_printer_attr_dict(printer, op, elided, 3);
}

// --- indirectbr: %address : ptr, [ ^bb1(%a : i32), ^bb2 ] ---

bool tern_llvm_parse_indirectbr(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t address;
  const tern_type_t *type;
  if (!tern_parse_operand(parser, &address) || !tern_parse_colon_type(parser, &type) ||
      !tern_parse_token(parser, ",") || !tern_op_resolve_operand(parser, op, address, type) ||
      !tern_parse_token(parser, "["))
    return false;
  sizes_t sizes = {0};
  int32_t total = 0;
  bool is_right = true;
  if (!tern_parser_at_token(parser, "]")) {
    do {
      is_right = parse_successor(parser, op, &sizes, &total);
    } while (is_right && tern_parse_optional_token(parser, ","));
  }
  is_right = is_right && tern_parse_token(parser, "]");
  if (is_right) add_sizes(parser, op, "indbr_operand_segments", &sizes);
  tern_vec_deinitialize(&sizes);
  return is_right && tern_op_parse_optional_attr_dict(parser, op);
}

void tern_llvm_print_indirectbr(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"indbr_operand_segments"};
  const tern_attr_t *sizes = tern_op_attr(op, "indbr_operand_segments");
  tern_printer_char(printer, ' ');
  tern_printer_value(printer, tern_op_operand(op, 0));
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_op_operand(op, 0)->type);
  tern_printer_text(printer, ", [");
  size_t start = 1;
  for (size_t i = 0; i < op->successor_count; i++) {
    size_t size = sizes && i < tern_dense_array_attr_count(sizes) ? (size_t)tern_dense_array_attr_int(sizes, i) : 0;
    if (i > 0) tern_printer_char(printer, ',');
    tern_printer_newline(printer);
    tern_printer_successor_and_operands(printer, op, i, start, size);
    start += size;
  }
  if (op->successor_count > 0) tern_printer_newline(printer);
  tern_printer_char(printer, ']');
  tern_printer_attr_dict(printer, op, elided, 1);
}
