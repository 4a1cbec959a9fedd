// Functions that take the place of ops.

#include "convert/math/functions.h"

#include "dialect/func/func.h"
#include "dialect/vector/build.h"
#include "ir/symbol.h"

static void declare(tern_op_t *table, tern_op_t *op, const char *name, bool is_pure) {
  tern_context_t *context = tern_op_context(op);
  const tern_type_t *inputs[8];
  for (size_t i = 0; i < op->operand_count; ++i) inputs[i] = tern_op_operand(op, i)->type;
  const tern_type_t *type = tern_function_type_get(context, (tern_types_t){inputs, op->operand_count},
                                                   TERN_TYPES(tern_op_result(op, 0)->type));
  tern_builder_t b = tern_builder_at_start(tern_op_body(table, 0), tern_unknown_loc_get(context));
  tern_op_t *function =
      tern_build(&b, TERN_FUNC(FUNC), .regions = 1,
                 .attrs = TERN_ATTRS({"sym_name", tern_string_attr_get(context, tern_str_from_cstr(name))},
                                     {"function_type", tern_type_attr_get(type)},
                                     {"sym_visibility", tern_string_attr_get(context, TERN_STR("private"))}));
  // Math has no side effects, which the one that optimizes calls may know.
  if (is_pure) tern_op_set_attr(function, "llvm.readnone", tern_unit_attr_get(context));
}

bool tern_math_replace_by_call(tern_conversion_t *conversion, tern_op_t *op, const char *name, bool is_pure) {
  tern_builder_t *b = &conversion->rewriter.builder;
  tern_op_t *table = tern_symbol_table_around(op);
  tern_value_t *operands[8];
  if (!table || op->operand_count > 8 || op->result_count != 1) return false;
  if (!tern_symbol_lookup_in(table, tern_str_from_cstr(name))) declare(table, op, name, is_pure);
  for (size_t i = 0; i < op->operand_count; ++i) operands[i] = tern_op_operand(op, i);
  const tern_attr_t *callee = tern_flat_symbol_ref_attr_get(b->context, tern_str_from_cstr(name));
  tern_value_t *value =
      tern_build_value(b, TERN_FUNC(CALL), .operands = {operands, op->operand_count},
                       .types = TERN_TYPES(tern_op_result(op, 0)->type), .attrs = TERN_ATTRS({"callee", callee}));
  return tern_conversion_replace_value(conversion, op, value);
}

bool tern_math_replace_by_elements(tern_conversion_t *conversion, tern_op_t *op) {
  tern_builder_t *b = &conversion->rewriter.builder;
  if (op->result_count != 1 || op->operand_count > 8) return false;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (type->kind != TERN_TYPE_VECTOR || tern_vector_type_scalable_mask(type)) return false;
  size_t rank = tern_type_rank(type);
  if (rank > TERN_VECTOR_MAX_RANK || tern_type_element_count(type) == 0) return false;
  int64_t position[TERN_VECTOR_MAX_RANK] = {0};
  tern_value_t *result = tern_vector_make_zeros(b, type);
  do {
    tern_value_t *operands[8];
    for (size_t i = 0; i < op->operand_count; ++i) {
      operands[i] = tern_vector_make_extract(b, tern_op_operand(op, i), position, rank);
    }
    tern_value_t *element = tern_build_value(b, op->def->row, .operands = {operands, op->operand_count},
                                             .types = TERN_TYPES(tern_type_element(type)));
    result = tern_vector_make_insert(b, element, result, position, rank);
  } while (tern_vector_next_position(tern_type_dims(type), rank, position));
  return tern_conversion_replace_value(conversion, op, result);
}
