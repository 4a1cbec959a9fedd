// gpu.warp_execute_on_lane_0: its syntax, and how vectors outside and inside of it go together.

#include <inttypes.h>

#include "asm/format/format.h"
#include "dialect/gpu/gpu.h"
#include "dialect/gpu/hooks.h"
#include "ir/diagnostic.h"

// `(%lane)[32] args(%a, %b : t, u) -> (types) { ... } {attributes}`
bool tern_gpu_parse_warp_execute(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_context_t *context = tern_parser_context(parser);
  tern_unresolved_operand_t lane;
  tern_operand_list_t inputs = {0};
  tern_type_list_t input_types = {0}, results = {0};
  int64_t warp_size;
  if (!tern_parse_token(parser, "(") || !tern_parse_operand(parser, &lane) || !tern_parse_token(parser, ")") ||
      !tern_parse_token(parser, "[") || !tern_parse_integer(parser, &warp_size) || !tern_parse_token(parser, "]") ||
      !tern_op_resolve_operand(parser, op, lane, tern_index_type_get(context))) {
    return false;
  }
  tern_op_add_attr(parser, op, "warp_size", tern_integer_attr_get(tern_i_type_get(context, 64), warp_size));
  if (tern_parse_optional_keyword(parser, "args")) {
    if (!tern_parse_token(parser, "(") || !tern_parse_operand_list(parser, NULL, &inputs) ||
        !tern_parse_token(parser, ":") || !tern_parse_type_list(parser, &input_types) ||
        !tern_parse_token(parser, ")") || !tern_op_resolve_operands_each(parser, op, &inputs, &input_types)) {
      return false;
    }
  }
  if (!tern_parse_optional_arrow_type_list(parser, &results)) return false;
  for (size_t i = 0; i < results.count; ++i) tern_op_add_result_type(parser, op, results.values[i]);
  if (!tern_op_parse_region(parser, op, NULL)) return false;
  tern_op_ensure_terminator(parser, op, 0);
  return tern_op_parse_optional_attr_dict(parser, op);
}

void tern_gpu_print_warp_execute(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"warp_size"};
  tern_printer_char(printer, '(');
  tern_printer_value(printer, tern_op_operand(op, 0));
  tern_printer_format(printer, ")[%" PRId64 "]", tern_integer_attr_value(tern_op_attr(op, "warp_size")));
  size_t count = op->operand_count - 1;
  if (count > 0) {
    tern_printer_text(printer, " args(");
    tern_printer_operands(printer, op, 1, count);
    tern_printer_text(printer, " : ");
    tern_printer_operand_types(printer, op, 1, count);
    tern_printer_char(printer, ')');
  }
  if (op->result_count > 0) {
    tern_printer_text(printer, " -> (");
    tern_printer_result_types(printer, op, 0, op->result_count);
    tern_printer_char(printer, ')');
  }
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], true, op->result_count > 0);
  tern_printer_attr_dict(printer, op, elided, 1);
}

// `whole` is a value inside, `part` what a work item has of it outside.
static bool verify_distribution(const tern_op_t *op, const tern_type_t *whole, const tern_type_t *part,
                                int64_t warp_size) {
  if (whole == part) return true;
  if (whole->kind != TERN_TYPE_VECTOR || part->kind != TERN_TYPE_VECTOR) {
    return tern_op_error(op, "expected vector type for distributed operands.");
  }
  size_t rank = tern_type_rank(whole);
  if (rank != tern_type_rank(part) || tern_type_element(whole) != tern_type_element(part)) {
    return tern_op_error(op, "expected distributed vectors to have same rank and element type.");
  }
  int64_t scale = 1;
  for (size_t i = 0; i < rank; ++i) {
    int64_t whole_dim = tern_type_dim(whole, i), part_dim = tern_type_dim(part, i), factor;
    if (whole_dim % part_dim) {
      return tern_op_error(op,
                           "expected expanded vector dimension #%zu (%" PRId64
                           ") to be a multipler of the distributed vector dimension (%" PRId64 ")",
                           i, whole_dim, part_dim);
    }
    factor = whole_dim / part_dim;
    if (__builtin_mul_overflow(scale, factor, &scale)) scale = INT64_MAX;
  }
  return scale == warp_size || tern_op_error(op,
                                             "incompatible distribution dimensions from '%s' to '%s' with warp size = "
                                             "%" PRId64,
                                             tern_type_text(whole), tern_type_text(part), warp_size);
}

bool tern_gpu_verify_warp_execute(const tern_op_t *op) {
  const tern_block_t *body = tern_op_body(op, 0);
  size_t arg_count = op->operand_count - 1;
  if (body->arg_count != arg_count) {
    return tern_op_error(op, "expected same number op arguments and block arguments.");
  }
  const tern_op_t *yield = body->last_op;
  if (!yield || !tern_op_is(yield, TERN_GPU(YIELD))) return true;  // the row's terminator: reported already
  if (yield->operand_count != op->result_count) {
    return tern_op_error(op, "expected same number of yield operands and return values.");
  }
  int64_t warp_size = tern_integer_attr_value(tern_op_attr(op, "warp_size"));
  for (size_t i = 0; i < arg_count; ++i) {
    if (!verify_distribution(op, body->args[i]->type, tern_op_operand(op, 1 + i)->type, warp_size)) return false;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    if (!verify_distribution(op, tern_op_operand(yield, i)->type, tern_op_result(op, i)->type, warp_size)) return false;
  }
  return true;
}
