// chlo.scan: syntax and rules.
//
//   %out, %end = chlo.scan(%inputs...) inits (%carries...) dimension=0 attributes {is_reverse = true} {
//   ^bb0(%slice: tensor<3xf32>, %carry: tensor<3xf32>):
//     ...
//     stablehlo.return %output, %carried : tensor<3xf32>, tensor<3xf32>
//   } : (input and init types) -> (output and carry types)

#include "dialect/chlo/hooks.h"
#include "dialect/stablehlo/hooks.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

// --- syntax ---

bool tern_chlo_parse_scan(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_context_t *context = tern_parser_context(parser);
  tern_operand_list_t operands = {0}, inits = {0};
  int64_t dimension;
  const tern_type_t *type;
  if (!tern_parse_operand_list(parser, "()", &operands) || !tern_parse_keyword(parser, "inits") ||
      !tern_parse_operand_list(parser, "()", &inits) || !tern_parse_keyword(parser, "dimension") ||
      !tern_parse_token(parser, "=") || !tern_parse_integer(parser, &dimension)) {
    return false;
  }
  tern_op_add_attr(parser, op, "dimension", tern_integer_attr_get(tern_i_type_get(context, 64), dimension));
  if (!tern_op_parse_optional_attr_dict_with_keyword(parser, op) || !tern_op_parse_region(parser, op, NULL)) {
    return false;
  }
  int32_t operand_segments[] = {(int32_t)operands.count, (int32_t)inits.count};
  for (size_t i = 0; i < inits.count; ++i) tern_operand_list_push(parser, &operands, inits.values[i]);
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_op_parse_colon_function_type(parser, &type)) return false;
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  if (inputs.count != operands.count) {
    return tern_parser_error_at(parser, pos, "expected %zu operand types but had %zu", operands.count, inputs.count);
  }
  if (results.count < inits.count) {
    return tern_parser_error_at(parser, pos, "expected a result for each of the %zu carried values", inits.count);
  }
  for (size_t i = 0; i < inputs.count; ++i) {
    if (!tern_op_resolve_operand(parser, op, operands.values[i], inputs.values[i])) return false;
  }
  for (size_t i = 0; i < results.count; ++i) tern_op_add_result_type(parser, op, results.values[i]);
  int32_t result_segments[] = {(int32_t)(results.count - inits.count), (int32_t)inits.count};
  tern_op_add_attr(parser, op, "operandSegmentSizes", tern_dense_i32_array_attr_get(context, operand_segments, 2));
  tern_op_add_attr(parser, op, "resultSegmentSizes", tern_dense_i32_array_attr_get(context, result_segments, 2));
  return true;
}

void tern_chlo_print_scan(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"dimension", "operandSegmentSizes", "resultSegmentSizes"};
  size_t start, count;
  tern_op_operand_group(op, 0, &start, &count);
  tern_printer_char(printer, '(');
  tern_printer_operands(printer, op, 0, count);
  tern_printer_text(printer, ") inits (");
  tern_printer_operands(printer, op, count, op->operand_count - count);
  tern_printer_text(printer, ") dimension=");
  tern_printer_int(printer, tern_integer_attr_value(tern_op_attr(op, "dimension")));
  tern_printer_attr_dict_with_keyword(printer, op, elided, 3);
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], true, true);
  tern_printer_text(printer, " : ");
  tern_hlo_print_function_type(printer, op);
}

// --- rules ---

// The type of a slice at one position; NULL if there is no such dimension.
static const tern_type_t *slice_of(const tern_type_t *type, int64_t dimension) {
  int64_t dims[TERN_HLO_MAX_RANK];
  size_t rank = tern_type_rank(type), count = 0;
  if (dimension < 0 || (uint64_t)dimension >= rank || rank > TERN_HLO_MAX_RANK) return NULL;
  for (size_t i = 0; i < rank; ++i) {
    if (i != (size_t)dimension) dims[count++] = tern_type_dim(type, i);
  }
  return tern_hlo_tensor(tern_type_element(type), dims, count);
}

// The size of the dimension is the same in all inputs and outputs, and the attribute's.
static bool check_size(const tern_op_t *op, const tern_value_t *value, int64_t dimension, int64_t *inout_size) {
  if (!slice_of(value->type, dimension)) {
    return tern_op_error(op, "scans dimension %lld, which '%s' does not have", (long long)dimension,
                         tern_type_text(value->type));
  }
  int64_t size = tern_type_dim(value->type, (size_t)dimension);
  if (size == TERN_DYNAMIC) return true;
  if (*inout_size != TERN_DYNAMIC && *inout_size != size) {
    return tern_op_error(op, "scans %lld positions, but '%s' has %lld of them", (long long)*inout_size,
                         tern_type_text(value->type), (long long)size);
  }
  *inout_size = size;
  return true;
}

bool tern_chlo_verify_scan(const tern_op_t *op) {
  size_t start, inputs, inits, outputs, carries;
  tern_op_operand_group(op, 0, &start, &inputs);
  tern_op_operand_group(op, 1, &start, &inits);
  tern_op_result_group(op, 0, &start, &outputs);
  tern_op_result_group(op, 1, &start, &carries);
  int64_t dimension = tern_integer_attr_value(tern_op_attr(op, "dimension")), size = TERN_DYNAMIC;
  const tern_attr_t *given = tern_op_attr(op, "scan_dim_size");
  if (given) size = tern_integer_attr_value(given);
  if (inits != carries) return tern_op_error(op, "carries %zu values, but gives %zu", inits, carries);
  if (!given && inputs + outputs == 0) return tern_op_error(op, "has neither inputs, outputs nor 'scan_dim_size'");
  for (size_t i = 0; i < inputs; ++i) {
    if (!check_size(op, tern_op_operand(op, i), dimension, &size)) return false;
  }
  for (size_t i = 0; i < outputs; ++i) {
    if (!check_size(op, &op->results[i], dimension, &size)) return false;
  }
  for (size_t i = 0; i < inits; ++i) {
    const tern_type_t *init = tern_op_operand(op, inputs + i)->type, *carry = op->results[outputs + i].type;
    if (!tern_hlo_are_compatible(init, carry)) {
      return tern_op_error(op, "carries '%s' in, but '%s' out", tern_type_text(init), tern_type_text(carry));
    }
  }
  return true;
}

bool tern_chlo_verify_scan_body(const tern_op_t *op) {
  size_t start, inputs, outputs;
  tern_op_operand_group(op, 0, &start, &inputs);
  tern_op_result_group(op, 0, &start, &outputs);
  int64_t dimension = tern_integer_attr_value(tern_op_attr(op, "dimension"));
  const tern_block_t *block = tern_op_body(op, 0);
  if (!block || block->arg_count != op->operand_count) {
    return tern_op_error(op, "expects a body with %u arguments", op->operand_count);
  }
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_type_t *type = tern_op_operand(op, i)->type, *expected = i < inputs ? slice_of(type, dimension) : type;
    if (!tern_hlo_are_compatible(block->args[i]->type, expected)) {
      return tern_op_error(op, "expects argument %zu of the body to be of type '%s', but got '%s'", i,
                           tern_type_text(expected), tern_type_text(block->args[i]->type));
    }
  }
  const tern_op_t *end = block->last_op;
  if (!end || !tern_hlo_is(end, TERN_HLO_RETURN) || end->operand_count != op->result_count) {
    return tern_op_error(op, "expects a body that ends with a stablehlo.return of %u values", op->result_count);
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_type_t *type = op->results[i].type, *expected = i < outputs ? slice_of(type, dimension) : type;
    if (!tern_hlo_are_compatible(tern_op_operand(end, i)->type, expected)) {
      return tern_op_error(op, "expects the body to return '%s' as its value %zu, but it returns '%s'",
                           tern_type_text(expected), i, tern_type_text(tern_op_operand(end, i)->type));
    }
  }
  return true;
}
