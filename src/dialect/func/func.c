// func: the table of ops, verifiers, folds and the syntax of indirect calls.

#include "dialect/func/func.h"

#include <inttypes.h>
#include <stdio.h>

#include "asm/format/function.h"
#include "asm/parser.h"
#include "asm/printer.h"
#include "base/vec.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "rewrite/rewriter.h"

const tern_type_t *tern_func_type(const tern_op_t *function) {
  return tern_type_attr_value(tern_op_attr(function, "function_type"));
}

static const tern_attr_t *attrs_at(const tern_op_t *function, const char *name, size_t index) {
  const tern_attr_t *list = tern_op_attr(function, name);
  if (!list || list->kind != TERN_ATTR_ARRAY || index >= tern_array_attr_count(list)) return NULL;
  const tern_attr_t *attrs = tern_array_attr_at(list, index);
  return tern_dictionary_attr_count(attrs) ? attrs : NULL;
}
const tern_attr_t *tern_func_arg_attrs(const tern_op_t *function, size_t index) {
  return attrs_at(function, "arg_attrs", index);
}
const tern_attr_t *tern_func_result_attrs(const tern_op_t *function, size_t index) {
  return attrs_at(function, "res_attrs", index);
}

// --- func.func ---

// A declaration stands for a definition elsewhere, so nothing outside the module can mean it.
static bool verify_declaration(const tern_op_t *op) {
  const tern_attr_t *visibility = tern_op_attr(op, "sym_visibility");
  bool is_public = !visibility || (tern_attr_is_string(visibility) &&
                                   tern_str_equal(tern_string_attr_value(visibility), TERN_STR("public")));
  return !is_public || tern_op_error(op, "symbol declaration cannot have public visibility");
}

static bool verify_func(const tern_op_t *op) { return !tern_func_is_external(op) || verify_declaration(op); }

bool tern_func_verify_return(const tern_op_t *op) {
  const tern_op_t *function = tern_op_parent(op);
  tern_types_t results = tern_function_type_results(tern_func_type(function));
  tern_str_t name = tern_symbol_name(function);
  if (op->operand_count != results.count)
    return tern_op_error(op, "has %" PRIu32 " operands, but enclosing function (@%.*s) returns %zu", op->operand_count,
                         (int)name.size, name.data, results.count);
  for (size_t i = 0; i < results.count; i++)
    if (tern_op_operand(op, i)->type != results.values[i])
      return tern_emit_error(op->loc,
                             "type of return operand %zu ('%s') doesn't match function result type ('%s') in function "
                             "@%.*s",
                             i, tern_type_text(tern_op_operand(op, i)->type), tern_type_text(results.values[i]),
                             (int)name.size, name.data);
  return true;
}

// --- calls ---

// All types, so that a result too many or in the wrong place is seen.
static void note_types(const tern_op_t *op, const char *what, const tern_string_builder_t *types) {
  tern_emit_note(op->loc, "%s: %.*s", what, (int)types->size, types->data);
}

static void append_type(tern_string_builder_t *out, const tern_type_t *type) {
  tern_string_builder_append_format(out, "%s'%s'", out->size ? ", " : "", tern_type_text(type));
}

static bool report_result_mismatch(const tern_op_t *op, size_t index, tern_types_t expected) {
  tern_string_builder_t has = {0}, declared = {0};
  for (size_t i = 0; i < op->result_count; i++) append_type(&has, op->results[i].type);
  for (size_t i = 0; i < expected.count; i++) append_type(&declared, expected.values[i]);
  tern_op_error(op, "result type mismatch at index %zu", index);
  note_types(op, "      op result types", &has);
  note_types(op, "function result types", &declared);
  tern_string_builder_deinitialize(&has);
  tern_string_builder_deinitialize(&declared);
  return false;
}

bool tern_func_verify_call(const tern_op_t *op, const tern_op_row_t *callee_row) {
  const tern_attr_t *callee = tern_op_attr(op, "callee");
  if (!callee) return tern_op_error(op, "requires a 'callee' symbol reference attribute");
  const tern_op_t *function = tern_symbol_lookup_nearest(op, callee);
  tern_str_t name = tern_symbol_ref_attr_at(callee, 0);
  if (!function || !tern_op_is(function, callee_row))
    return tern_op_error(op, "'%.*s' does not reference a valid function", (int)name.size, name.data);
  tern_types_t inputs = tern_function_type_inputs(tern_func_type(function));
  tern_types_t results = tern_function_type_results(tern_func_type(function));
  if (inputs.count != op->operand_count) return tern_op_error(op, "incorrect number of operands for callee");
  for (size_t i = 0; i < inputs.count; i++)
    if (tern_op_operand(op, i)->type != inputs.values[i])
      return tern_op_error(op,
                           "operand type mismatch: expected operand type '%s', but provided '%s' for operand number "
                           "%zu",
                           tern_type_text(inputs.values[i]), tern_type_text(tern_op_operand(op, i)->type), i);
  if (results.count != op->result_count) return tern_op_error(op, "incorrect number of results for callee");
  for (size_t i = 0; i < results.count; i++) {
    if (op->results[i].type != results.values[i]) return report_result_mismatch(op, i, results);
  }
  return true;
}

static bool verify_call_uses(const tern_op_t *op) { return tern_func_verify_call(op, TERN_FUNC(FUNC)); }

// `%f(%a, %b) attr-dict : function-type`
static bool parse_call_indirect(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t callee;
  tern_operand_list_t operands = {0};
  const tern_type_t *type;
  if (!tern_parse_operand(parser, &callee) || !tern_parse_operand_list(parser, "()", &operands) ||
      !tern_op_parse_optional_attr_dict(parser, op))
    return false;
  if (!tern_parse_token(parser, ":")) return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  type = tern_parse_type(parser);
  if (!type) return false;
  if (type->kind != TERN_TYPE_FUNCTION)
    return tern_parser_error_at(parser, pos, "invalid kind of type specified: expected a function type, but found '%s'",
                                tern_type_text(type));
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  if (inputs.count != operands.count)
    return tern_parser_error_at(
        parser, pos, "custom op '%s' number of operands and types do not match: got %zu operands and %zu types",
        op->def->name->data, operands.count, inputs.count);
  if (!tern_op_resolve_operand(parser, op, callee, type)) return false;
  for (size_t i = 0; i < operands.count; i++)
    if (!tern_op_resolve_operand(parser, op, operands.values[i], inputs.values[i])) return false;
  for (size_t i = 0; i < results.count; i++) tern_op_add_result_type(parser, op, results.values[i]);
  return true;
}

static void print_call_indirect(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  tern_printer_value(printer, tern_op_operand(op, 0));
  tern_printer_char(printer, '(');
  tern_printer_operands(printer, op, 1, op->operand_count - 1);
  tern_printer_char(printer, ')');
  tern_printer_attr_dict(printer, op, NULL, 0);
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_op_operand(op, 0)->type);
}

static bool verify_call_indirect(const tern_op_t *op) {
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  bool is_match = inputs.count == op->operand_count - 1;
  for (size_t i = 0; is_match && i < inputs.count; i++) is_match = inputs.values[i] == tern_op_operand(op, i + 1)->type;
  if (!is_match) return tern_op_error(op, "failed to verify that callee input types match argument types");
  is_match = results.count == op->result_count;
  for (size_t i = 0; is_match && i < results.count; i++) is_match = results.values[i] == op->results[i].type;
  return is_match || tern_op_error(op, "failed to verify that callee result types match result types");
}

// The call of a known function is direct.
static bool canonicalize_call_indirect(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_attr_t *callee = tern_value_constant(tern_op_operand(op, 0));
  if (!callee || callee->kind != TERN_ATTR_SYMBOL_REF) return false;
  TERN_VEC(tern_value_t *) operands = {0};
  for (size_t i = 1; i < op->operand_count; i++) tern_vec_push(&operands, tern_op_operand(op, i));
  tern_build_args_t args = {
      .operands = {operands.values, operands.count},
      .types = tern_function_type_results(tern_op_operand(op, 0)->type),
      .attrs = TERN_ATTRS({"callee", callee}),
  };
  tern_rewriter_replace_with(rewriter, op, TERN_FUNC(CALL), &args);
  tern_vec_deinitialize(&operands);
  return true;
}

// --- func.constant ---

static bool verify_constant_uses(const tern_op_t *op) {
  const tern_attr_t *value = tern_op_attr(op, "value");
  tern_str_t name = tern_symbol_ref_attr_at(value, 0);
  const tern_op_t *function = tern_symbol_lookup_nearest(op, value);
  if (!function || !tern_op_is(function, TERN_FUNC(FUNC)))
    return tern_op_error(op, "reference to undefined function '%.*s'", (int)name.size, name.data);
  return tern_func_type(function) == op->results[0].type ||
         tern_op_error(op, "reference to function with mismatched type");
}

static tern_fold_status_t fold_constant(tern_op_t *op, const tern_attr_t *const *operands,
                                        tern_fold_result_t *out_results) {
  (void)operands;
  out_results[0].attr = tern_op_attr(op, "value");
  return TERN_FOLD_REPLACED;
}

static bool name_constant(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  (void)op;
  (void)index;
  snprintf(out_name, size, "f");
  return true;
}

static tern_op_t *materialize_constant(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                       const tern_attr_t *loc) {
  if (value->kind != TERN_ATTR_SYMBOL_REF || tern_symbol_ref_attr_count(value) != 1) return NULL;
  if (type->kind != TERN_TYPE_FUNCTION) return NULL;
  tern_op_state_t state = {.def = tern_op_def_of(context, TERN_FUNC(CONSTANT)),
                           .loc = loc,
                           .result_types = TERN_TYPES(type),
                           .attrs = TERN_ATTRS({"value", value})};
  return tern_op_create(context, &state);
}

// --- the table ---

const tern_op_row_t tern_func_ops[] = {
#define OP(ID, NAME, ...) [TERN_FUNC_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/func/func_ops.def"
#undef OP
};

const tern_dialect_t tern_func_dialect = {
    .name = "func",
    .summary = "Functions, calls and returns",
    .ops = tern_func_ops,
    .op_count = TERN_FUNC_OP_COUNT,
    .materialize_constant = materialize_constant,
};
