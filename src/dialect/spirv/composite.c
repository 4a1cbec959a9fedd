// spirv: rules and inference of the ops that make composites and take them apart.

#include <inttypes.h>

#include "dialect/spirv/row_hooks.h"
#include "dialect/spirv/spirv.h"
#include "dialect/spirv/types.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

// The type that `indices` lead to in `type`. NULL after an error at `loc`.
static const tern_type_t *part_at(const tern_type_t *type, const tern_attr_t *indices, const tern_attr_t *loc) {
  if (!indices || indices->kind != TERN_ATTR_ARRAY) {
    tern_emit_error(loc, "expected a 32-bit integer array attribute for 'indices'");
    return NULL;
  }
  size_t count = tern_array_attr_count(indices);
  if (count == 0) {
    tern_emit_error(loc, "expected at least one index for spirv.CompositeExtract");
    return NULL;
  }
  for (size_t i = 0; i < count; ++i) {
    if (!tern_attr_is_integer(tern_array_attr_at(indices, i))) {
      tern_emit_error(loc, "expected an 32-bit integer for index, but found '%s'",
                      tern_attr_text(tern_array_attr_at(indices, i)));
      return NULL;
    }
    int64_t index = tern_integer_attr_value(tern_array_attr_at(indices, i));
    if (!tern_spirv_type_is_composite(type)) {
      tern_emit_error(loc, "cannot extract from non-composite type '%s' with index %" PRId64, tern_type_text(type),
                      index);
      return NULL;
    }
    const tern_type_t *part = index < 0 ? NULL : tern_spirv_composite_part(type, (size_t)index);
    if (!part) {
      tern_emit_error(loc, "index %" PRId64 " out of bounds for '%s'", index, tern_type_text(type));
      return NULL;
    }
    type = part;
  }
  return type;
}

// `%c[1 : i32] : !spirv.array<4 x f32>`: the part's type follows, or there is no such part.
bool tern_spirv_parse_composite_extract(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t composite;
  const tern_type_t *type;
  if (!tern_parse_operand(parser, &composite)) return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *indices = tern_parse_attr(parser, NULL);
  if (!indices || !tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_colon_type(parser, &type)) return false;
  const tern_type_t *part = part_at(type, indices, tern_parser_loc_at(parser, pos));
  if (!part) return false;
  tern_op_add_attr(parser, op, "indices", indices);
  tern_op_add_result_type(parser, op, part);
  return tern_op_resolve_operand(parser, op, composite, type);
}

void tern_spirv_print_composite_extract(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  tern_printer_value(printer, tern_op_operand(op, 0));
  tern_printer_attr(printer, tern_op_attr(op, "indices"));
  tern_printer_attr_dict(printer, op, (const char *const[]){"indices"}, 1);
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_op_operand(op, 0)->type);
}

bool tern_spirv_infer_composite_insert(tern_context_t *context, const tern_op_state_t *state,
                                       const tern_type_t **out_types) {
  (void)context;
  out_types[0] = state->operands.values[1]->type;
  return true;
}

bool tern_spirv_infer_composite_extract(tern_context_t *context, const tern_op_state_t *state,
                                        const tern_type_t **out_types) {
  (void)context;
  const tern_attr_t *indices = NULL;
  for (size_t i = 0; i < state->attrs.count; ++i) {
    if (strcmp(state->attrs.values[i].name, "indices") == 0) indices = state->attrs.values[i].attr;
  }
  if (!indices && state->dictionary) indices = tern_dictionary_attr_lookup(state->dictionary, TERN_STR("indices"));
  out_types[0] = part_at(state->operands.values[0]->type, indices, state->loc);
  return out_types[0] != NULL;
}

bool tern_spirv_verify_composite_extract(const tern_op_t *op) {
  const tern_type_t *part = part_at(tern_op_operand(op, 0)->type, tern_op_attr(op, "indices"), op->loc);
  if (!part) return false;
  return part == op->results[0].type || tern_op_error(op, "invalid result type: expected '%s' but provided '%s'",
                                                      tern_type_text(part), tern_type_text(op->results[0].type));
}

bool tern_spirv_verify_composite_insert(const tern_op_t *op) {
  const tern_type_t *part = part_at(tern_op_operand(op, 1)->type, tern_op_attr(op, "indices"), op->loc);
  if (!part) return false;
  const tern_type_t *object = tern_op_operand(op, 0)->type, *composite = tern_op_operand(op, 1)->type;
  if (part != object) {
    return tern_op_error(op, "object operand type should be '%s', but found '%s'", tern_type_text(part),
                         tern_type_text(object));
  }
  return composite == op->results[0].type ||
         tern_op_error(op, "result type should be the same as the composite type, but found '%s' vs '%s'",
                       tern_type_text(composite), tern_type_text(op->results[0].type));
}

// A vector of scalars and smaller vectors.
static bool verify_vector_parts(const tern_op_t *op) {
  const tern_type_t *type = op->results[0].type, *element = tern_type_element(type);
  int64_t total = 0;
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_type_t *part = tern_op_operand(op, i)->type;
    bool is_vector = part->kind == TERN_TYPE_VECTOR;
    if (!is_vector && !tern_type_is_integer(part) && !tern_type_is_float(part)) {
      return tern_op_error(op,
                           "operand type mismatch: expected operand to have a scalar or vector type, but provided '%s'",
                           tern_type_text(part));
    }
    const tern_type_t *part_element = is_vector ? tern_type_element(part) : part;
    if (part_element != element) {
      return tern_op_error(op, "operand element type mismatch: expected to be '%s', but provided '%s'",
                           tern_type_text(element), tern_type_text(part_element));
    }
    total += is_vector ? tern_type_element_count(part) : 1;
  }
  return total == tern_type_element_count(type) ||
         tern_op_error(op, "has incorrect number of operands: expected %" PRId64 ", but provided %" PRId64,
                       tern_type_element_count(type), total);
}

static bool verify_part(const tern_op_t *op, size_t index, const tern_type_t *expected) {
  const tern_type_t *type = tern_op_operand(op, index)->type;
  return type == expected || tern_op_error(op, "operand type mismatch: expected operand type '%s', but provided '%s'",
                                           tern_type_text(expected), tern_type_text(type));
}

bool tern_spirv_verify_composite_construct(const tern_op_t *op) {
  const tern_type_t *type = op->results[0].type;
  size_t count = op->operand_count;
  if (tern_type_is_spirv_coop_matrix(type)) {
    if (count != 1) return tern_op_error(op, "has incorrect number of operands: expected 1, but provided %zu", count);
    return verify_part(op, 0, tern_spirv_element_type(type));
  }
  if (count > 0 && count == tern_spirv_composite_count(type)) {
    for (size_t i = 0; i < count; ++i) {
      if (!verify_part(op, i, tern_spirv_composite_part(type, i))) return false;
    }
    return true;
  }
  if (type->kind == TERN_TYPE_VECTOR) return verify_vector_parts(op);
  if (count == 0 && tern_type_is_spirv_struct(type) && tern_spirv_struct_member_count(type) == 0) return true;
  return tern_op_error(op,
                       "expected to return a vector or cooperative matrix when the number of constituents is less than "
                       "what the result needs");
}

bool tern_spirv_verify_vector_shuffle(const tern_op_t *op) {
  const tern_type_t *first = tern_op_operand(op, 0)->type, *second = tern_op_operand(op, 1)->type;
  const tern_type_t *result = op->results[0].type;
  if (tern_type_element(first) != tern_type_element(second) || tern_type_element(first) != tern_type_element(result)) {
    return tern_op_error(op, "failed to verify that all of {vector1, vector2, result} have same element type");
  }
  const tern_attr_t *components = tern_op_attr(op, "components");
  int64_t count = (int64_t)tern_array_attr_count(components);
  if (count != tern_type_dim(result, 0)) {
    return tern_op_error(
        op, "result type element count (%" PRId64 ") mismatch with the number of component selectors (%" PRId64 ")",
        tern_type_dim(result, 0), count);
  }
  int64_t total = tern_type_dim(first, 0) + tern_type_dim(second, 0);
  for (int64_t i = 0; i < count; ++i) {
    int64_t selector = tern_integer_attr_value(tern_array_attr_at(components, (size_t)i));
    if (selector != -1 && (selector < 0 || selector >= total)) {
      return tern_op_error(
          op, "component selector %" PRId64 " out of range: expected to be in [0, %" PRId64 ") or 0xffffffff", selector,
          total);
    }
  }
  return true;
}
