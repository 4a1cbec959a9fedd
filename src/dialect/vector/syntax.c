// vector: the hand-written syntax of ops that a format cannot say.

#include "base/vec.h"
#include "dialect/vector/vector_hooks.h"

static void add_segments(tern_parser_t *parser, tern_parsed_op_t *op, const int32_t *sizes, size_t count) {
  tern_op_add_attr(parser, op, "operandSegmentSizes",
                   tern_dense_i32_array_attr_get(tern_parser_context(parser), sizes, count));
}

// --- contract: {indexing_maps = [...], iterator_types = ["..."], kind = ...} %a, %b, %c attr-dict : types into type ---

// ["parallel", ...] as attributes of the enum. NULL after an error.
static const tern_attr_t *to_iterator_types(tern_parser_t *parser, tern_source_pos_t pos, const tern_attr_t *names) {
  TERN_VEC(const tern_attr_t *) types = {0};
  bool is_right = names->kind == TERN_ATTR_ARRAY;
  if (!is_right) tern_parser_error_at(parser, pos, "expected iterator_types to be an array of strings");
  for (size_t i = 0; is_right && i < tern_array_attr_count(names); i++) {
    const tern_attr_t *name = tern_array_attr_at(names, i);
    int64_t value;
    if (!tern_attr_is_string(name)) {
      // The generic form's own attributes are fine too.
      is_right = name->kind == TERN_ATTR_ENUM && name->row == TERN_VECTOR_ENUM(ITERATOR_TYPE);
      if (!is_right) tern_parser_error_at(parser, pos, "expected iterator_types to be an array of strings");
      tern_vec_push(&types, name);
      continue;
    }
    tern_str_t text = tern_string_attr_value(name);
    is_right = tern_enum_case_value(TERN_VECTOR_ENUM(ITERATOR_TYPE), text, &value);
    if (!is_right) {
      tern_parser_error_at(parser, pos, "unexpected iterator_type (%.*s)", (int)text.size, text.data);
      break;
    }
    tern_vec_push(&types, tern_enum_attr_get(tern_parser_context(parser), TERN_VECTOR_ENUM(ITERATOR_TYPE), value));
  }
  const tern_attr_t *result =
      is_right ? tern_array_attr_get(tern_parser_context(parser), types.values, types.count) : NULL;
  tern_vec_deinitialize(&types);
  return result;
}

// A kind that is no kind is told here, in upstream's words.
static bool verify_parsed_kind(tern_parser_t *parser, tern_parsed_op_t *op) {
  const tern_attr_t *kind = tern_op_parsed_attr(parser, op, "kind");
  if (!kind || (kind->kind == TERN_ATTR_ENUM && kind->row == TERN_VECTOR_ENUM(KIND))) return true;
  return tern_parser_error_at(parser, op->pos,
                              "'%s' op expected 'kind' attribute of type CombiningKind (e.g. 'vector.kind<add>')",
                              op->def->name->data);
}

// Two masks, one for each operand, may follow the operands in the text, though nothing takes them.
static bool resolve_factor_masks(tern_parser_t *parser, tern_parsed_op_t *op, const tern_operand_list_t *masks,
                                 const tern_type_list_t *types) {
  if (masks->count == 0) return true;
  if (masks->count != 2)
    return tern_parser_error_at(parser, op->pos, "custom op '%s' expected zero or exactly 2 vector mask operands",
                                op->def->name->data);
  const tern_type_t *i1 = tern_i_type_get(tern_parser_context(parser), 1);
  for (size_t i = 0; i < 2; i++) {
    const tern_type_t *type = types->values[i];
    if (type->kind != TERN_TYPE_VECTOR) return tern_parser_error_at(parser, op->pos, "expected vectors to be masked");
    if (!tern_op_resolve_operand(parser, op, masks->values[i], tern_type_with_element(type, i1))) return false;
  }
  return true;
}

bool tern_vector_parse_contract(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t operands[3];
  tern_operand_list_t masks = {0};
  tern_type_list_t types = {0};
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *traits = tern_parse_attr(parser, NULL);
  if (!traits) return false;
  if (traits->kind != TERN_ATTR_DICTIONARY) return tern_parser_error_at(parser, pos, "expected a dictionary");
  for (size_t i = 0; i < tern_dictionary_attr_count(traits); i++) {
    const tern_ident_t *name = tern_dictionary_attr_name(traits, i);
    const tern_attr_t *value = tern_dictionary_attr_at(traits, i);
    if (strcmp(name->data, "iterator_types") == 0) {
      value = to_iterator_types(parser, pos, value);
      if (!value) return false;
    }
    tern_op_add_attr(parser, op, name->data, value);
  }
  for (size_t i = 0; i < 3; i++) {
    if (i > 0 && !tern_parse_token(parser, ",")) return false;
    if (!tern_parse_operand(parser, &operands[i])) return false;
  }
  if (tern_parse_optional_token(parser, ",") && !tern_parse_operand_list(parser, NULL, &masks)) return false;
  if (!tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_token(parser, ":")) return false;
  tern_source_pos_t types_pos = tern_parser_pos(parser);
  if (!tern_parse_type_list(parser, &types)) return false;
  // Types behind the first two stand for nothing.
  if (types.count < 2) return tern_parser_error_at(parser, types_pos, "expected two types");
  if (!tern_parse_keyword(parser, "into")) return false;
  const tern_type_t *result = tern_parse_type(parser);
  if (!result || !tern_op_resolve_operand(parser, op, operands[0], types.values[0]) ||
      !tern_op_resolve_operand(parser, op, operands[1], types.values[1]) ||
      !tern_op_resolve_operand(parser, op, operands[2], result) || !resolve_factor_masks(parser, op, &masks, &types) ||
      !verify_parsed_kind(parser, op))
    return false;
  if (!tern_op_parsed_attr(parser, op, "iterator_types"))
    return tern_parser_error_at(parser, pos, "custom op '%s' expected \"iterator_types\" array attribute",
                                op->def->name->data);
  tern_op_add_result_type(parser, op, result);
  return true;
}

void tern_vector_print_contract(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"indexing_maps", "iterator_types", "kind"};
  const tern_attr_t *types = tern_op_attr(op, "iterator_types"), *kind = tern_op_attr(op, "kind");
  tern_printer_text(printer, " {indexing_maps = ");
  tern_printer_attr(printer, tern_op_attr(op, "indexing_maps"));
  tern_printer_text(printer, ", iterator_types = [");
  for (size_t i = 0; i < tern_array_attr_count(types); i++) {
    tern_printer_text(printer, i > 0 ? ", \"" : "\"");
    tern_printer_enum(printer, TERN_VECTOR_ENUM(ITERATOR_TYPE), tern_enum_attr_value(tern_array_attr_at(types, i)));
    tern_printer_char(printer, '"');
  }
  tern_printer_text(printer, "], kind = ");
  tern_printer_attr(printer, kind ? kind : tern_vector_kind_attr(tern_op_context(op), TERN_VECTOR_KIND_ADD));
  tern_printer_text(printer, "} ");
  tern_printer_operands(printer, op, 0, 3);
  tern_printer_attr_dict(printer, op, elided, 3);
  tern_printer_text(printer, " : ");
  tern_printer_operand_types(printer, op, 0, 2);
  tern_printer_text(printer, " into ");
  tern_printer_type(printer, op->results[0].type);
}

// --- outerproduct: %a, %b(, %acc)? attr-dict : vector type, type ---

bool tern_vector_parse_outerproduct(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_operand_list_t operands = {0};
  tern_type_list_t types = {0};
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_operand_list(parser, NULL, &operands)) return false;
  if (operands.count < 2) return tern_parser_error_at(parser, pos, "expected at least 2 operands");
  if (operands.count > 3) return tern_parser_error_at(parser, pos, "expected at most 3 operands");
  if (!tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_token(parser, ":")) return false;
  pos = tern_parser_pos(parser);
  if (!tern_parse_type_list(parser, &types)) return false;
  if (types.count != 2) return tern_parser_error_at(parser, pos, "expected two types");
  const tern_type_t *lhs = types.values[0], *rhs = types.values[1];
  if (lhs->kind != TERN_TYPE_VECTOR || tern_type_rank(lhs) == 0)
    return tern_parser_error_at(parser, pos, "expected vector type for operand #1");
  const tern_type_t *result = lhs;
  if (rhs->kind == TERN_TYPE_VECTOR) {
    if (tern_type_rank(rhs) == 0) return tern_parser_error_at(parser, pos, "expected 1-d vector for operand #2");
    int64_t dims[] = {tern_type_dim(lhs, 0), tern_type_dim(rhs, 0)};
    uint64_t scalable = (tern_vector_type_scalable_mask(lhs) & 1) | (tern_vector_type_scalable_mask(rhs) & 1) << 1;
    result = tern_vector_type_get(tern_type_element(lhs), dims, 2, scalable);
  }
  if (!tern_op_resolve_operand(parser, op, operands.values[0], lhs) ||
      !tern_op_resolve_operand(parser, op, operands.values[1], rhs) ||
      (operands.count == 3 && !tern_op_resolve_operand(parser, op, operands.values[2], result)) ||
      !verify_parsed_kind(parser, op))
    return false;
  tern_op_add_result_type(parser, op, result);
  return true;
}

void tern_vector_print_outerproduct(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  tern_printer_operands(printer, op, 0, op->operand_count);
  // With an accumulator the kind is always shown, without one nothing is: it says nothing then.
  if (op->operand_count > 2) {
    const tern_attr_t *attrs = tern_op_attr_dictionary(op), *kind = tern_op_attr(op, "kind");
    if (!kind) kind = tern_vector_kind_attr(tern_op_context(op), TERN_VECTOR_KIND_ADD);
    tern_printer_char(printer, ' ');
    tern_printer_attr(printer, tern_dictionary_attr_with(tern_op_context(op), attrs, TERN_STR("kind"), kind));
  }
  tern_printer_text(printer, " : ");
  tern_printer_operand_types(printer, op, 0, 2);
}

// --- transfers: %base[%i, ...], %padding(, %mask)? attr-dict : type, type ---

// Gives the map and the bounds that are left out. Returns the map, or NULL after an error.
static const tern_affine_map_t *transfer_map(tern_parser_t *parser, tern_parsed_op_t *op, tern_source_pos_t pos,
                                             const tern_type_t *source, const tern_type_t *vector) {
  tern_context_t *context = tern_parser_context(parser);
  const tern_attr_t *attr = tern_op_parsed_attr(parser, op, "permutation_map");
  const tern_affine_map_t *map = NULL;
  const char *message = NULL;
  if (vector->kind != TERN_TYPE_VECTOR) {
    message = "requires vector type";
  } else if (!tern_type_is_ranked(source) || source->kind == TERN_TYPE_VECTOR) {
    message = "requires memref or ranked tensor type";
  } else if (attr) {
    if (attr->kind == TERN_ATTR_AFFINE_MAP) map = tern_affine_map_attr_value(attr);
    if (!map) message = "expected permutation_map to be an affine map";
  } else {
    bool has_rank = tern_type_rank(vector) >= tern_vector_rank(tern_type_element(source));
    if (has_rank) map = tern_vector_default_map(source, vector);
    if (!map) message = "expected a custom permutation_map when rank(source) != rank(destination)";
  }
  if (!map) {
    tern_parser_error_at(parser, pos, "custom op '%s' %s", op->def->name->data, message);
    return NULL;
  }
  if (!attr) tern_op_add_attr(parser, op, "permutation_map", tern_affine_map_attr_get(map));
  if (!tern_op_parsed_attr(parser, op, "in_bounds")) {
    TERN_VEC(const tern_attr_t *) flags = {0};
    for (size_t i = 0; i < map->result_count; i++) tern_vec_push(&flags, tern_bool_attr_get(context, false));
    tern_op_add_attr(parser, op, "in_bounds", tern_array_attr_get(context, flags.values, flags.count));
    tern_vec_deinitialize(&flags);
  }
  return map;
}

static bool resolve_mask(tern_parser_t *parser, tern_parsed_op_t *op, const tern_type_t *source,
                         const tern_type_t *vector, const tern_affine_map_t *map,
                         const tern_unresolved_operand_t *mask) {
  if (!mask) return true;
  if (tern_type_element(source)->kind == TERN_TYPE_VECTOR)
    return tern_parser_error_at(parser, mask->pos, "does not support masks with vector element type");
  if (tern_type_rank(vector) != map->result_count)
    return tern_parser_error_at(parser, mask->pos,
                                "expected the same rank for the vector and the results of the permutation map");
  return tern_op_resolve_operand(parser, op, *mask, tern_vector_transfer_mask_type(vector, map));
}

static bool parse_indices(tern_parser_t *parser, tern_operand_list_t *indices) {
  return tern_parse_operand_list(parser, "[]", indices);
}

static bool resolve_indices(tern_parser_t *parser, tern_parsed_op_t *op, const tern_operand_list_t *indices) {
  return tern_op_resolve_operands(parser, op, indices, tern_index_type_get(tern_parser_context(parser)));
}

// `: type, type` in the order of the op.
static bool parse_two_types(tern_parser_t *parser, tern_source_pos_t *out_pos, const tern_type_t **out_first,
                            const tern_type_t **out_second) {
  tern_type_list_t types = {0};
  if (!tern_parse_token(parser, ":")) return false;
  *out_pos = tern_parser_pos(parser);
  if (!tern_parse_type_list(parser, &types)) return false;
  if (types.count != 2) return tern_parser_error_at(parser, *out_pos, "requires two types");
  *out_first = types.values[0];
  *out_second = types.values[1];
  return true;
}

bool tern_vector_parse_transfer_read(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t base, padding, mask;
  tern_operand_list_t indices = {0};
  const tern_type_t *source, *vector;
  tern_source_pos_t pos;
  if (!tern_parse_operand(parser, &base) || !parse_indices(parser, &indices) || !tern_parse_token(parser, ",") ||
      !tern_parse_operand(parser, &padding))
    return false;
  bool has_mask = tern_parse_optional_token(parser, ",");
  if (has_mask && !tern_parse_operand(parser, &mask)) return false;
  if (!tern_op_parse_optional_attr_dict(parser, op) || !parse_two_types(parser, &pos, &source, &vector)) return false;
  const tern_affine_map_t *map = transfer_map(parser, op, pos, source, vector);
  if (!map || !tern_op_resolve_operand(parser, op, base, source) || !resolve_indices(parser, op, &indices) ||
      !tern_op_resolve_operand(parser, op, padding, tern_type_element(source)) ||
      !resolve_mask(parser, op, source, vector, map, has_mask ? &mask : NULL))
    return false;
  add_segments(parser, op, (int32_t[]){1, (int32_t)indices.count, 1, has_mask}, 4);
  tern_op_add_result_type(parser, op, vector);
  return true;
}

bool tern_vector_parse_transfer_write(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t value, base, mask;
  tern_operand_list_t indices = {0};
  const tern_type_t *vector, *source;
  tern_source_pos_t pos;
  if (!tern_parse_operand(parser, &value) || !tern_parse_token(parser, ",") || !tern_parse_operand(parser, &base) ||
      !parse_indices(parser, &indices))
    return false;
  bool has_mask = tern_parse_optional_token(parser, ",");
  if (has_mask && !tern_parse_operand(parser, &mask)) return false;
  if (!tern_op_parse_optional_attr_dict(parser, op) || !parse_two_types(parser, &pos, &vector, &source)) return false;
  const tern_affine_map_t *map = transfer_map(parser, op, pos, source, vector);
  if (!map || !tern_op_resolve_operand(parser, op, value, vector) ||
      !tern_op_resolve_operand(parser, op, base, source) || !resolve_indices(parser, op, &indices) ||
      !resolve_mask(parser, op, source, vector, map, has_mask ? &mask : NULL))
    return false;
  add_segments(parser, op, (int32_t[]){1, 1, (int32_t)indices.count, has_mask}, 4);
  if (source->kind == TERN_TYPE_TENSOR) tern_op_add_result_type(parser, op, source);
  return true;
}

// The attributes without those that would be given anyway.
static void print_transfer_attrs(tern_printer_t *printer, const tern_op_t *op, const tern_type_t *source,
                                 const tern_type_t *vector) {
  const char *elided[3] = {"operandSegmentSizes"};
  size_t count = 1;
  const tern_attr_t *map = tern_op_attr(op, "permutation_map"), *bounds = tern_op_attr(op, "in_bounds");
  // The map that is filled in for a source without dimensions is written all the same.
  bool has_dims = tern_type_rank(source) > 0 || tern_affine_map_attr_value(map)->result_count == 0;
  if (has_dims && tern_affine_map_attr_value(map) == tern_vector_default_map(source, vector))
    elided[count++] = "permutation_map";
  bool is_any_in_bounds = false;
  for (size_t i = 0; i < tern_array_attr_count(bounds); i++)
    is_any_in_bounds |= tern_integer_attr_value(tern_array_attr_at(bounds, i)) != 0;
  if (!is_any_in_bounds) elided[count++] = "in_bounds";
  tern_printer_attr_dict(printer, op, elided, count);
}

static void print_base(tern_printer_t *printer, const tern_op_t *op, const tern_value_t *base) {
  size_t start, count;
  tern_op_operands_named(op, "indices", &start, &count);
  tern_printer_value(printer, base);
  tern_printer_char(printer, '[');
  tern_printer_operands(printer, op, start, count);
  tern_printer_char(printer, ']');
}

static void print_mask_operand(tern_printer_t *printer, const tern_op_t *op) {
  const tern_value_t *mask = tern_op_operand_named(op, "mask");
  if (!mask) return;
  tern_printer_text(printer, ", ");
  tern_printer_value(printer, mask);
}

void tern_vector_print_transfer_read(tern_printer_t *printer, const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *vector = op->results[0].type;
  tern_printer_char(printer, ' ');
  print_base(printer, op, tern_op_operand(op, 0));
  tern_printer_text(printer, ", ");
  tern_printer_value(printer, tern_op_operand_named(op, "padding"));
  print_mask_operand(printer, op);
  print_transfer_attrs(printer, op, source, vector);
  tern_printer_text(printer, " : ");
  tern_printer_types(printer, TERN_TYPES(source, vector));
}

void tern_vector_print_transfer_write(tern_printer_t *printer, const tern_op_t *op) {
  const tern_type_t *vector = tern_op_operand(op, 0)->type, *source = tern_op_operand(op, 1)->type;
  tern_printer_char(printer, ' ');
  tern_printer_value(printer, tern_op_operand(op, 0));
  tern_printer_text(printer, ", ");
  print_base(printer, op, tern_op_operand(op, 1));
  print_mask_operand(printer, op);
  print_transfer_attrs(printer, op, source, vector);
  tern_printer_text(printer, " : ");
  tern_printer_types(printer, TERN_TYPES(vector, source));
}

// NULL after an error.
static const tern_type_t *parse_vector_type(tern_parser_t *parser, const tern_parsed_op_t *op) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *type = tern_parse_type(parser);
  if (!type || type->kind == TERN_TYPE_VECTOR) return type;
  tern_parser_error_at(parser, pos,
                       "custom op '%s' invalid kind of type specified: expected builtin.vector, but found '%s'",
                       op->def->name->data, tern_type_text(type));
  return NULL;
}

// --- deinterleave: %a attr-dict : type -> type of both results ---

bool tern_vector_parse_deinterleave(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t source;
  if (!tern_parse_operand(parser, &source) || !tern_op_parse_optional_attr_dict(parser, op) ||
      !tern_parse_token(parser, ":"))
    return false;
  const tern_type_t *type = parse_vector_type(parser, op);
  if (!type || !tern_parse_token(parser, "->")) return false;
  const tern_type_t *result = parse_vector_type(parser, op);
  if (!result || !tern_op_resolve_operand(parser, op, source, type)) return false;
  tern_op_add_result_type(parser, op, result);
  tern_op_add_result_type(parser, op, result);
  return true;
}

void tern_vector_print_deinterleave(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  tern_printer_value(printer, tern_op_operand(op, 0));
  tern_printer_attr_dict(printer, op, NULL, 0);
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_op_operand(op, 0)->type);
  tern_printer_text(printer, " -> ");
  tern_printer_type(printer, op->results[0].type);
}

// --- from_elements, to_elements: one type for all ---

bool tern_vector_parse_from_elements(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_operand_list_t elements = {0};
  const tern_type_t *type;
  if (!tern_parse_operand_list(parser, NULL, &elements) || !tern_op_parse_optional_attr_dict(parser, op) ||
      !tern_parse_token(parser, ":"))
    return false;
  type = parse_vector_type(parser, op);
  if (!type) return false;
  int64_t count = tern_type_element_count(type);
  if (tern_vector_type_scalable_mask(type) != 0)
    return tern_parser_error_at(parser, op->pos,
                                "custom op '%s' 'dest' must be fixed-length vector of any type values, "
                                "but got '%s'",
                                op->def->name->data, tern_type_text(type));
  if ((int64_t)elements.count != count)
    return tern_parser_error_at(
        parser, op->pos,
        "custom op 'vector.from_elements' number of operands and types do not match: got %zu operands and %lld types",
        elements.count, (long long)count);
  if (!tern_op_resolve_operands(parser, op, &elements, tern_type_element(type))) return false;
  tern_op_add_result_type(parser, op, type);
  return true;
}

void tern_vector_print_from_elements(tern_printer_t *printer, const tern_op_t *op) {
  if (op->operand_count > 0) tern_printer_char(printer, ' ');
  tern_printer_operands(printer, op, 0, op->operand_count);
  tern_printer_attr_dict(printer, op, NULL, 0);
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, op->results[0].type);
}

bool tern_vector_parse_to_elements(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t source;
  if (!tern_parse_operand(parser, &source) || !tern_op_parse_optional_attr_dict(parser, op) ||
      !tern_parse_token(parser, ":"))
    return false;
  const tern_type_t *type = parse_vector_type(parser, op);
  if (!type) return false;
  int64_t count = tern_type_element_count(type);
  // A type can name any number of elements: only as many results as are named are made.
  if (count != (int64_t)op->declared_result_count)
    return tern_parser_error_at(parser, op->pos, "operation defines %lld results but was provided %zu to bind",
                                (long long)count, op->declared_result_count);
  if (!tern_op_resolve_operand(parser, op, source, type)) return false;
  for (int64_t i = 0; i < count; i++) tern_op_add_result_type(parser, op, tern_type_element(type));
  return true;
}

void tern_vector_print_to_elements(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  tern_printer_value(printer, tern_op_operand(op, 0));
  tern_printer_attr_dict(printer, op, NULL, 0);
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_op_operand(op, 0)->type);
}

// --- mask: %mask(, %passthru)? { op } attr-dict : mask type (-> types)? ---

// The region's op yields its results unless there is a yield.
static void add_yield(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_region_t *region = tern_op_parsed_region(parser, op, tern_op_parsed_region_count(parser, op) - 1);
  tern_context_t *context = tern_parser_context(parser);
  if (!region->first_block) tern_block_insert(tern_block_create(context), region, NULL);
  tern_block_t *block = region->first_block;
  tern_op_t *last = block->last_op;
  if (last && tern_op_is(last, TERN_VECTOR(YIELD))) return;
  TERN_VEC(tern_value_t *) values = {0};
  for (size_t i = 0; last && i < last->result_count; i++) tern_vec_push(&values, &last->results[i]);
  tern_op_state_t state = {
      .def = tern_op_def_of(context, TERN_VECTOR(YIELD)), .loc = op->loc, .operands = {values.values, values.count}};
  tern_op_insert(tern_op_create(context, &state), block, NULL);
  tern_vec_deinitialize(&values);
}

bool tern_vector_parse_mask(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t mask, passthru;
  tern_type_list_t results = {0};
  const tern_type_t *type;
  if (!tern_parse_operand(parser, &mask)) return false;
  bool has_passthru = tern_parse_optional_token(parser, ",");
  if (has_passthru && !tern_parse_operand(parser, &passthru)) return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_op_parse_region(parser, op, NULL)) return false;
  add_yield(parser, op);
  if (!tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_colon_type(parser, &type)) return false;
  if (!tern_parse_optional_arrow_type_list(parser, &results)) return false;
  if (!tern_op_resolve_operand(parser, op, mask, type)) return false;
  if (has_passthru) {
    if (results.count == 0)
      return tern_parser_error_at(parser, pos,
                                  "custom op 'vector.mask' expects a result if passthru operand is provided");
    if (!tern_op_resolve_operand(parser, op, passthru, results.values[0])) return false;
  }
  for (size_t i = 0; i < results.count; i++) tern_op_add_result_type(parser, op, results.values[i]);
  return true;
}

void tern_vector_print_mask(tern_printer_t *printer, const tern_op_t *op) {
  const tern_block_t *body = tern_op_body(op, 0);
  tern_printer_char(printer, ' ');
  tern_printer_operands(printer, op, 0, op->operand_count);
  tern_printer_text(printer, " { ");
  if (body && body->first_op) tern_printer_op_in_place(printer, body->first_op);
  tern_printer_text(printer, " }");
  tern_printer_attr_dict(printer, op, NULL, 0);
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_op_operand(op, 0)->type);
  if (op->result_count == 0) return;
  tern_printer_text(printer, " -> ");
  tern_printer_result_types(printer, op, 0, op->result_count);
}
