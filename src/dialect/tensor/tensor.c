// tensor: the table of ops, names of results, builders, and the syntax of from_elements.

#include "dialect/tensor/tensor.h"

#include <stdio.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/arith/index_math.h"
#include "dialect/complex/complex.h"
#include "dialect/tensor/hooks.h"

// complex makes its own constants, and leaves others to arith.
static tern_op_t *materialize_constant(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                       const tern_attr_t *loc) {
  return tern_complex_dialect.materialize_constant(context, value, type, loc);
}

bool tern_tensor_name_result(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  static const struct {
    int id;
    const char *name;
  } names[] = {
      {TERN_TENSOR_EXTRACT, "extracted"},
      {TERN_TENSOR_EXTRACT_SLICE, "extracted_slice"},
      {TERN_TENSOR_INSERT, "inserted"},
      {TERN_TENSOR_INSERT_SLICE, "inserted_slice"},
      {TERN_TENSOR_EXPAND_SHAPE, "expanded"},
      {TERN_TENSOR_COLLAPSE_SHAPE, "collapsed"},
      {TERN_TENSOR_PAD, "padded"},
      {TERN_TENSOR_GENERATE, "generated"},
  };
  if (index > 0) return false;
  const char *name = op->def->row->name + sizeof("tensor.") - 1;
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
    if (tern_op_is(op, &tern_tensor_ops[names[i].id])) name = names[i].name;
  snprintf(out_name, size, "%s", name);
  return true;
}

// --- from_elements: the operands' type follows from the result's ---

bool tern_tensor_parse_from_elements(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_operand_list_t elements = {0};
  const tern_type_t *type;
  tern_source_pos_t pos = tern_parser_pos(parser), type_pos;
  if (!tern_parse_operand_list(parser, NULL, &elements) || !tern_op_parse_optional_attr_dict(parser, op) ||
      !tern_parse_token(parser, ":"))
    return false;
  type_pos = tern_parser_pos(parser);
  type = tern_parse_type(parser);
  if (!type) return false;
  if (type->kind != TERN_TYPE_TENSOR)
    return tern_parser_error_at(
        parser, type_pos, "custom op '%s' invalid kind of type specified: expected builtin.tensor, but found '%s'",
        op->def->name->data, tern_type_text(type));
  if (!tern_type_has_static_shape(type))
    return tern_parser_error_at(parser, pos, "custom op '%s' expects a statically shaped tensor, but got '%s'",
                                op->def->name->data, tern_type_text(type));
  if (tern_type_element_count(type) != (int64_t)elements.count)
    return tern_parser_error_at(parser, pos,
                                "custom op '%s' number of operands and types do not match: got %zu operands "
                                "and %lld types",
                                op->def->name->data, elements.count, (long long)tern_type_element_count(type));
  tern_op_add_result_type(parser, op, type);
  return tern_op_resolve_operands(parser, op, &elements, tern_type_element(type));
}

void tern_tensor_print_from_elements(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  tern_printer_operands(printer, op, 0, op->operand_count);
  tern_printer_attr_dict(printer, op, NULL, 0);
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, op->results[0].type);
}

// --- building ---

tern_value_t *tern_tensor_build_empty(tern_builder_t *builder, const tern_type_t *type, tern_values_t dynamic_sizes) {
  return tern_build_value(builder, TERN_TENSOR(EMPTY), .operands = dynamic_sizes, .types = TERN_TYPES(type));
}

tern_value_t *tern_tensor_build_extract_slice(tern_builder_t *builder, tern_value_t *source,
                                              const tern_slice_t *slice) {
  int64_t sizes[TERN_INDEX_LIST_MAX];
  tern_slice_statics(slice, NULL, sizes, NULL);
  const tern_type_t *type = tern_tensor_type_get(tern_type_element(source->type), sizes, slice->count,
                                                 tern_tensor_type_encoding(source->type));
  return tern_op_result(tern_slice_build(builder, TERN_TENSOR(EXTRACT_SLICE), type, TERN_VALUES(source), slice), 0);
}

tern_value_t *tern_tensor_build_insert_slice(tern_builder_t *builder, tern_value_t *source, tern_value_t *dest,
                                             const tern_slice_t *slice) {
  return tern_op_result(
      tern_slice_build(builder, TERN_TENSOR(INSERT_SLICE), dest->type, TERN_VALUES(source, dest), slice), 0);
}

tern_value_t *tern_tensor_build_dim(tern_builder_t *builder, tern_value_t *source, size_t dim) {
  if (source->type->kind == TERN_TYPE_TENSOR && tern_type_dim(source->type, dim) != TERN_DYNAMIC)
    return tern_build_index(builder, tern_type_dim(source->type, dim));
  tern_value_t *index = tern_build_index(builder, (int64_t)dim);
  return tern_build_value(builder, TERN_TENSOR(DIM), .operands = TERN_VALUES(source, index),
                          .types = TERN_TYPES(tern_index_type_get(builder->context)));
}

tern_value_t *tern_tensor_build_cast(tern_builder_t *builder, tern_value_t *value, const tern_type_t *type) {
  if (value->type == type) return value;
  return tern_build_value(builder, TERN_TENSOR(CAST), .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

// --- the table ---

const tern_op_row_t tern_tensor_ops[] = {
#define OP(ID, NAME, ...) [TERN_TENSOR_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/tensor/tensor_ops.def"
#undef OP
};

const tern_dialect_t tern_tensor_dialect = {
    .name = "tensor",
    .summary = "Values of tensor type: their shapes, slices, elements and reshapes",
    .ops = tern_tensor_ops,
    .op_count = TERN_TENSOR_OP_COUNT,
    .materialize_constant = materialize_constant,
};
