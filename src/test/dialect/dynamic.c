// test: what upstream registers at run time, without definitions: types and attributes with parameters of any kind, ops
// that check themselves, and the dialect test_dyn.

#include "base/vec.h"
#include "ir/diagnostic.h"
#include "test/dialect/hooks.h"

// --- types and attributes: <a, b>, or nothing ---

static const struct {
  const char *name;
  size_t count;
} dynamic_params[] = {
    {"test.dynamic_singleton", 0},
    {"test.dynamic_pair", 2},
};

// The parameters, all as attributes, in `out_params`; false after an error.
static bool parse_params(tern_parser_t *parser, const char *name, const char *kind, uint64_t out_params[2],
                         size_t *out_count) {
  size_t row = 0;
  while (strcmp(dynamic_params[row].name, name) != 0) ++row;
  tern_source_pos_t pos = tern_parser_pos(parser);
  size_t count = 0;
  if (tern_parse_optional_token(parser, "<") && !tern_parse_optional_token(parser, ">")) {
    do {
      const tern_attr_t *param = tern_parse_attr(parser, NULL);
      if (!param) return false;
      if (count < 2) out_params[count] = (uint64_t)(uintptr_t)param;
      ++count;
    } while (tern_parse_optional_token(parser, ","));
    if (!tern_parse_token(parser, ">")) return false;
  }
  *out_count = count;
  return count == dynamic_params[row].count ||
         tern_parser_error_at(parser, pos, "expected %zu %s arguments, but had %zu", dynamic_params[row].count, kind,
                              count);
}

const tern_type_t *tern_test_parse_dynamic_type(tern_parser_t *parser, const tern_type_row_t *row) {
  uint64_t params[2];
  size_t count;
  if (!parse_params(parser, row->name, "type", params, &count)) return NULL;
  return tern_dialect_type_get(tern_parser_context(parser), row, params, count);
}

const tern_attr_t *tern_test_parse_dynamic_attr(tern_parser_t *parser, const tern_attr_row_t *row,
                                                const tern_type_t *type) {
  (void)type;
  uint64_t params[2];
  size_t count;
  if (!parse_params(parser, row->name, "attribute", params, &count)) return NULL;
  return tern_dialect_attr_get(tern_parser_context(parser), row, params, count);
}

// --- ops ---

bool tern_test_verify_one_to_two(const tern_op_t *op) {
  if (op->operand_count != 1) return tern_op_error(op, "expected 1 operand, but had %u", op->operand_count);
  return op->result_count == 2 || tern_op_error(op, "expected 2 results, but had %u", op->result_count);
}

// --- the dialect test_dyn ---

static bool verify_one_result(const tern_op_t *op) {
  bool is_right = op->operand_count == 0 && op->result_count == 1 && op->region_count == 0;
  return is_right || tern_emit_error(op->loc, "expected a single result, no operands and no regions");
}

static const tern_op_row_t dynamic_ops[] = {{
    .name = "test_dyn.one_result",
    .summary = "An op that has one result and nothing else",
    .operands = "operands: Variadic<AnyType>",
    .results = "results: Variadic<AnyType>",
    .regions = "regions: VariadicRegion",
    .verify = verify_one_result,
}};

const tern_dialect_t tern_test_dyn_dialect = {
    .name = "test_dyn",
    .summary = "A dialect that upstream's tests register at run time",
    .ops = dynamic_ops,
    .op_count = sizeof(dynamic_ops) / sizeof(dynamic_ops[0]),
};
