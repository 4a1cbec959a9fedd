// Old spellings of the standard dialect whose op of today depends on the types, or whose syntax has changed.

#include <stdio.h>

#include "dialect/arith/arith.h"
#include "dialect/legacy/hooks.h"

tern_builder_t tern_legacy_builder(const tern_parsed_op_t *op) {
  return (tern_builder_t){.context = op->loc->context, .block = op->block, .loc = op->loc};
}

static bool is_buffer(const tern_type_t *type) {
  return type->kind == TERN_TYPE_MEMREF || type->kind == TERN_TYPE_UNRANKED_MEMREF;
}
static bool is_tensor(const tern_type_t *type) {
  return type->kind == TERN_TYPE_TENSOR || type->kind == TERN_TYPE_UNRANKED_TENSOR;
}

// --- generic forms ---

bool tern_legacy_upgrade_segments(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_context_t *context = tern_parser_context(parser);
  const tern_attr_t *sizes = tern_op_parsed_attr(parser, op, "operand_segment_sizes");
  int32_t values[8];
  if (sizes) {
    size_t count = tern_int_list_attr_count(sizes);
    bool is_list = sizes->kind == TERN_ATTR_DENSE_ELEMENTS || sizes->kind == TERN_ATTR_DENSE_ARRAY;
    if (!is_list || count > sizeof(values) / sizeof(values[0])) {
      return tern_parser_error_at(parser, op->pos, "expected operand_segment_sizes as a vector of integers");
    }
    for (size_t i = 0; i < count; ++i) values[i] = (int32_t)tern_int_list_attr_at(sizes, i);
    tern_legacy_remove_attr(op, "operand_segment_sizes");
    tern_op_add_attr(parser, op, "operandSegmentSizes", tern_dense_i32_array_attr_get(context, values, count));
    return true;
  }
  // The first allocations had one list, of sizes and then symbols.
  tern_types_t results = tern_legacy_result_types(op);
  bool is_allocation = op->def->operand_segments_slot >= 0 && results.count == 1 && is_buffer(results.values[0]);
  if (!is_allocation || tern_op_parsed_attr(parser, op, "operandSegmentSizes")) return true;
  size_t operand_count = tern_legacy_operands(op).count;
  size_t size_count = tern_type_dynamic_dim_count(results.values[0]);
  if (size_count > operand_count) size_count = operand_count;
  values[0] = (int32_t)size_count;
  values[1] = (int32_t)(operand_count - size_count);
  tern_op_add_attr(parser, op, "operandSegmentSizes", tern_dense_i32_array_attr_get(context, values, 2));
  return true;
}

// Attributes arg0, arg1, ... as the array `new_name` with an entry for each of `count`.
static void gather_arg_attrs(tern_parser_t *parser, tern_parsed_op_t *op, const char *stem, const char *new_name,
                             size_t count) {
  tern_context_t *context = tern_parser_context(parser);
  const tern_attr_t **attrs = tern_parser_alloc(parser, (count + 1) * sizeof(attrs[0]));
  bool is_any = false;
  for (size_t i = 0; i < count; ++i) {
    char name[32];
    snprintf(name, sizeof(name), "%s%zu", stem, i);
    attrs[i] = tern_op_parsed_attr(parser, op, name);
    bool is_dictionary = attrs[i] && attrs[i]->kind == TERN_ATTR_DICTIONARY;
    if (is_dictionary) tern_legacy_remove_attr(op, name);
    is_any |= is_dictionary;
    if (!is_dictionary) attrs[i] = tern_dictionary_attr_get(context, NULL, 0);
  }
  if (is_any) tern_op_add_attr(parser, op, new_name, tern_array_attr_get(context, attrs, count));
}

// "func"() ( {...} ) {sym_name = "f", type = () -> (), arg0 = {...}} : () -> ()
bool tern_legacy_upgrade_func(tern_parser_t *parser, tern_parsed_op_t *op) {
  const tern_attr_t *type = tern_op_parsed_attr(parser, op, "type");
  if (!type) return true;
  tern_legacy_remove_attr(op, "type");
  tern_op_add_attr(parser, op, "function_type", type);
  if (type->kind != TERN_ATTR_TYPE || tern_type_attr_value(type)->kind != TERN_TYPE_FUNCTION) return true;
  const tern_type_t *function_type = tern_type_attr_value(type);
  gather_arg_attrs(parser, op, "arg", "arg_attrs", tern_function_type_input_count(function_type));
  gather_arg_attrs(parser, op, "result", "res_attrs", tern_function_type_result_count(function_type));
  return true;
}

// --- constants ---

// One op held numbers, functions and complex numbers.
bool tern_legacy_parse_constant(tern_parser_t *parser, tern_parsed_op_t *op) {
  char next = *tern_parser_pos(parser).pointer;
  // A string is for the op that functions have today to refuse.
  if ((next == '@' || next == '"') && !tern_legacy_choose_op(parser, op, "func.constant")) return false;
  if (next == '[' && !tern_legacy_choose_op(parser, op, "complex.constant")) return false;
  return tern_legacy_parse_current(parser, op);
}

bool tern_legacy_upgrade_constant(tern_parser_t *parser, tern_parsed_op_t *op) {
  const tern_attr_t *value = tern_op_parsed_attr(parser, op, "value");
  if (value && value->kind == TERN_ATTR_ARRAY) return tern_legacy_choose_op(parser, op, "complex.constant");
  if (value && value->kind == TERN_ATTR_STRING) {
    return tern_parser_error_at(parser, op->pos, "constants that are strings have no op today");
  }
  return !value || value->kind != TERN_ATTR_SYMBOL_REF || tern_legacy_choose_op(parser, op, "func.constant");
}

// --- dim and rank ---

static bool choose_by_type(tern_parser_t *parser, tern_parsed_op_t *op, const tern_type_t *type,
                           const char *tensor_name, const char *buffer_name) {
  if (is_tensor(type)) return tern_legacy_choose_op(parser, op, tensor_name);
  if (is_buffer(type)) return tern_legacy_choose_op(parser, op, buffer_name);
  return tern_parser_error_at(parser, op->pos, "expected a tensor or a memref but got '%s'", tern_type_text(type));
}

static tern_value_t *build_index(const tern_parsed_op_t *op, int64_t value) {
  tern_builder_t builder = tern_legacy_builder(op);
  const tern_attr_t *attr = tern_integer_attr_get(tern_index_type_get(builder.context), value);
  return tern_build_value(&builder, TERN_ARITH(CONSTANT), .attrs = TERN_ATTRS({"value", attr}));
}

// `%t, %i : type`, where the dimension was a number until the middle of 2020: `%t, 0 : type`.
bool tern_legacy_parse_dim(tern_parser_t *parser, tern_parsed_op_t *op) {
  const tern_type_t *index = tern_index_type_get(tern_parser_context(parser)), *type;
  tern_unresolved_operand_t source, dimension;
  bool has_operand;
  int64_t number = 0;
  if (!tern_parse_operand(parser, &source) || !tern_parse_token(parser, ",") ||
      !tern_parse_optional_operand(parser, &dimension, &has_operand)) {
    return false;
  }
  if (!has_operand && !tern_parse_integer(parser, &number)) return false;
  if (!tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_colon_type(parser, &type) ||
      !choose_by_type(parser, op, type, "tensor.dim", "memref.dim") ||
      !tern_op_resolve_operand(parser, op, source, type)) {
    return false;
  }
  tern_op_add_result_type(parser, op, index);
  if (has_operand) return tern_op_resolve_operand(parser, op, dimension, index);
  tern_op_add_operand_value(parser, op, build_index(op, number));
  return true;
}

bool tern_legacy_upgrade_dim(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_values_t operands = tern_legacy_operands(op);
  if (!operands.count) return tern_parser_error_at(parser, op->pos, "expected the tensor or memref as an operand");
  if (!choose_by_type(parser, op, operands.values[0]->type, "tensor.dim", "memref.dim")) return false;
  const tern_attr_t *number = tern_op_parsed_attr(parser, op, "index");
  if (operands.count != 1 || !tern_attr_is_integer(number)) return true;
  tern_legacy_remove_attr(op, "index");
  tern_op_add_operand_value(parser, op, build_index(op, tern_integer_attr_value(number)));
  return true;
}

bool tern_legacy_parse_rank(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t source;
  const tern_type_t *type;
  if (!tern_parse_operand(parser, &source) || !tern_op_parse_optional_attr_dict(parser, op) ||
      !tern_parse_colon_type(parser, &type) || !choose_by_type(parser, op, type, "tensor.rank", "memref.rank")) {
    return false;
  }
  tern_op_add_result_type(parser, op, tern_index_type_get(tern_parser_context(parser)));
  return tern_op_resolve_operand(parser, op, source, type);
}

bool tern_legacy_upgrade_rank(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_values_t operands = tern_legacy_operands(op);
  if (!operands.count) return tern_parser_error_at(parser, op->pos, "expected the tensor or memref as an operand");
  return choose_by_type(parser, op, operands.values[0]->type, "tensor.rank", "memref.rank");
}

// --- elements ---

static bool choose_extract(tern_parser_t *parser, tern_parsed_op_t *op, const tern_type_t *type, size_t index_count) {
  if (is_tensor(type)) return tern_legacy_choose_op(parser, op, "tensor.extract");
  if (type->kind != TERN_TYPE_VECTOR) {
    return tern_parser_error_at(parser, op->pos, "expected a tensor or a vector but got '%s'", tern_type_text(type));
  }
  if (!tern_legacy_choose_op(parser, op, "vector.extract")) return false;
  int64_t *positions = tern_parser_alloc(parser, (index_count + 1) * sizeof(positions[0]));
  for (size_t i = 0; i < index_count; ++i) positions[i] = TERN_DYNAMIC;
  tern_op_add_attr(parser, op, "static_position",
                   tern_dense_i64_array_attr_get(tern_parser_context(parser), positions, index_count));
  return true;
}

// `%t[%i, %j] : type` of a tensor or a vector.
bool tern_legacy_parse_extract_element(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t source;
  tern_operand_list_t indices = {0};
  const tern_type_t *type;
  if (!tern_parse_operand(parser, &source) || !tern_parse_operand_list(parser, "[]", &indices) ||
      !tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_colon_type(parser, &type) ||
      !choose_extract(parser, op, type, indices.count)) {
    return false;
  }
  tern_op_add_result_type(parser, op, tern_type_element(type));
  return tern_op_resolve_operand(parser, op, source, type) &&
         tern_op_resolve_operands(parser, op, &indices, tern_index_type_get(tern_parser_context(parser)));
}

bool tern_legacy_upgrade_extract_element(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_values_t operands = tern_legacy_operands(op);
  if (!operands.count) return tern_parser_error_at(parser, op->pos, "expected the aggregate as an operand");
  return choose_extract(parser, op, operands.values[0]->type, operands.count - 1);
}

static bool choose_splat(tern_parser_t *parser, tern_parsed_op_t *op, const tern_type_t *type) {
  if (type->kind == TERN_TYPE_VECTOR) return tern_legacy_choose_op(parser, op, "vector.broadcast");
  if (type->kind == TERN_TYPE_TENSOR) return tern_legacy_choose_op(parser, op, "tensor.splat");
  return tern_parser_error_at(parser, op->pos, "expected a vector or a tensor but got '%s'", tern_type_text(type));
}

// `%value : vector<4xf32>`: the type is the result's.
bool tern_legacy_parse_splat(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t value;
  const tern_type_t *type;
  if (!tern_parse_operand(parser, &value) || !tern_op_parse_optional_attr_dict(parser, op) ||
      !tern_parse_colon_type(parser, &type) || !choose_splat(parser, op, type)) {
    return false;
  }
  tern_op_add_result_type(parser, op, type);
  return tern_op_resolve_operand(parser, op, value, tern_type_element(type));
}

bool tern_legacy_upgrade_splat(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_types_t results = tern_legacy_result_types(op);
  if (results.count != 1) return tern_parser_error_at(parser, op->pos, "expected one result");
  return choose_splat(parser, op, results.values[0]);
}

// --- between tensors and buffers: the one type written is the buffer's ---

static const tern_type_t *tensor_of_buffer(tern_parser_t *parser, tern_source_pos_t pos, const tern_type_t *type) {
  const tern_type_t *element = tern_type_element(type);
  if (type->kind == TERN_TYPE_MEMREF) {
    return tern_tensor_type_get(element, tern_type_dims(type), tern_type_rank(type), NULL);
  }
  if (type->kind == TERN_TYPE_UNRANKED_MEMREF) return tern_unranked_tensor_type_get(element);
  tern_parser_error_at(parser, pos, "expected a memref type but got '%s'", tern_type_text(type));
  return NULL;
}

// `attr-dict : memref-type`.
static bool parse_buffer_type(tern_parser_t *parser, tern_parsed_op_t *op, const tern_type_t **out_buffer,
                              const tern_type_t **out_tensor) {
  if (!tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_token(parser, ":")) return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  *out_buffer = tern_parse_type(parser);
  *out_tensor = *out_buffer ? tensor_of_buffer(parser, pos, *out_buffer) : NULL;
  return *out_tensor != NULL;
}

// `%buffer : memref<4xf32>`
bool tern_legacy_parse_tensor_load(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t buffer;
  const tern_type_t *buffer_type, *tensor_type;
  if (!tern_parse_operand(parser, &buffer) || !parse_buffer_type(parser, op, &buffer_type, &tensor_type)) return false;
  tern_op_add_result_type(parser, op, tensor_type);
  return tern_op_resolve_operand(parser, op, buffer, buffer_type);
}

// `%tensor : memref<4xf32>`
bool tern_legacy_parse_buffer_cast(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t tensor;
  const tern_type_t *buffer_type, *tensor_type;
  if (!tern_parse_operand(parser, &tensor) || !parse_buffer_type(parser, op, &buffer_type, &tensor_type)) return false;
  tern_op_add_result_type(parser, op, buffer_type);
  return tern_op_resolve_operand(parser, op, tensor, tensor_type);
}

// `%tensor, %buffer : memref<4xf32>`
bool tern_legacy_parse_tensor_store(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t tensor, buffer;
  const tern_type_t *buffer_type, *tensor_type;
  if (!tern_parse_operand(parser, &tensor) || !tern_parse_token(parser, ",") || !tern_parse_operand(parser, &buffer) ||
      !parse_buffer_type(parser, op, &buffer_type, &tensor_type)) {
    return false;
  }
  return tern_op_resolve_operand(parser, op, tensor, tensor_type) &&
         tern_op_resolve_operand(parser, op, buffer, buffer_type) && tern_legacy_upgrade_tensor_store(parser, op);
}

bool tern_legacy_upgrade_tensor_store(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_op_add_attr(parser, op, "writable", tern_unit_attr_get(tern_parser_context(parser)));
  return true;
}
