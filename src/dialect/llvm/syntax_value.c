// llvm: the hand-written syntax of ops on values and memory.

#include <inttypes.h>

#include "dialect/llvm/llvm_hooks.h"

int64_t tern_llvm_enum_value(const tern_op_t *op, const char *name, int64_t otherwise) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  return attr ? tern_enum_attr_value(attr) : otherwise;
}

void tern_llvm_parse_keyword(tern_parser_t *parser, tern_parsed_op_t *op, const char *name, const tern_enum_row_t *row,
                             int64_t otherwise) {
  int64_t value = otherwise;
  char next = *tern_parser_pos(parser).pointer;
  if (next != '@' && next != '%') {
    for (size_t i = 0; i < row->case_count; i++) {
      if (!tern_parse_optional_keyword(parser, row->cases[i].name)) continue;
      value = row->cases[i].value;
      break;
    }
  }
  tern_op_add_attr(parser, op, name, tern_enum_attr_get(tern_parser_context(parser), row, value));
}

void tern_llvm_print_keyword(tern_printer_t *printer, const tern_op_t *op, const char *name, const tern_enum_row_t *row,
                             int64_t otherwise) {
  int64_t value = tern_llvm_enum_value(op, name, otherwise);
  if (value == otherwise) return;
  tern_printer_enum(printer, row, value);
  tern_printer_char(printer, ' ');
}

// --- icmp, fcmp: "predicate" %lhs, %rhs : type ---

static const tern_type_t *with_i1(const tern_type_t *type) {
  return tern_type_with_element(type, tern_i_type_get(type->context, 1));
}

bool tern_llvm_parse_cmp(tern_parser_t *parser, tern_parsed_op_t *op) {
  bool is_float = op->def->row == TERN_LLVM(FCMP);
  const tern_enum_row_t *row = is_float ? TERN_LLVM_ENUM(FCMP_PREDICATE) : TERN_LLVM_ENUM(ICMP_PREDICATE);
  tern_unresolved_operand_t lhs, rhs;
  const tern_type_t *type;
  int64_t value;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *word = tern_parse_attr(parser, NULL);
  if (!word) return false;
  if (!tern_attr_is_string(word)) return tern_parser_error_at(parser, pos, "invalid kind of attribute specified");
  tern_str_t predicate = tern_string_attr_value(word);
  if (!tern_enum_case_value(row, predicate, &value))
    return tern_parser_error_at(parser, pos, "'%.*s' is an incorrect value of the 'predicate' attribute",
                                (int)predicate.size, predicate.data);
  tern_op_add_attr(parser, op, "predicate", tern_enum_attr_get(tern_parser_context(parser), row, value));
  if (!tern_parse_operand(parser, &lhs) || !tern_parse_token(parser, ",") || !tern_parse_operand(parser, &rhs) ||
      !tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_token(parser, ":"))
    return false;
  pos = tern_parser_pos(parser);
  type = tern_parse_type(parser);
  if (!type) return false;
  if (!tern_llvm_is_compatible(type)) return tern_parser_error_at(parser, pos, "expected LLVM dialect-compatible type");
  if (!tern_op_resolve_operand(parser, op, lhs, type) || !tern_op_resolve_operand(parser, op, rhs, type)) return false;
  tern_op_add_result_type(parser, op, with_i1(type));
  return true;
}

static void print_cmp(tern_printer_t *printer, const tern_op_t *op, const tern_enum_row_t *row) {
  static const char *const elided[] = {"predicate"};
  tern_printer_text(printer, " \"");
  tern_printer_enum(printer, row, tern_enum_attr_value(tern_op_attr(op, "predicate")));
  tern_printer_text(printer, "\" ");
  tern_printer_operands(printer, op, 0, 2);
  tern_printer_attr_dict(printer, op, elided, 1);
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_op_operand(op, 0)->type);
}

void tern_llvm_print_icmp(tern_printer_t *printer, const tern_op_t *op) {
  print_cmp(printer, op, TERN_LLVM_ENUM(ICMP_PREDICATE));
}
void tern_llvm_print_fcmp(tern_printer_t *printer, const tern_op_t *op) {
  print_cmp(printer, op, TERN_LLVM_ENUM(FCMP_PREDICATE));
}

// --- alloca: inalloca? %size x type attr-dict : (size type) -> ptr ---

bool tern_llvm_parse_alloca(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_context_t *context = tern_parser_context(parser);
  tern_unresolved_operand_t size;
  if (tern_parse_optional_keyword(parser, "inalloca"))
    tern_op_add_attr(parser, op, "inalloca", tern_unit_attr_get(context));
  if (!tern_parse_operand(parser, &size) || !tern_parse_keyword(parser, "x")) return false;
  const tern_type_t *element = tern_parse_type(parser);
  if (!element || !tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_token(parser, ":")) return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *type = tern_parse_type(parser);
  if (!type) return false;
  const tern_attr_t *alignment = tern_op_parsed_attr(parser, op, "alignment");
  if (alignment && !tern_attr_is_integer(alignment))
    return tern_parser_error_at(parser, pos, "expected integer alignment");
  if (type->kind != TERN_TYPE_FUNCTION || tern_function_type_input_count(type) != 1 ||
      tern_function_type_result_count(type) != 1)
    return tern_parser_error_at(parser, pos, "expected trailing function type with one argument and one result");
  if (!tern_op_resolve_operand(parser, op, size, tern_function_type_inputs(type).values[0])) return false;
  tern_op_add_attr(parser, op, "elem_type", tern_type_attr_get(element));
  tern_op_add_result_type(parser, op, tern_function_type_results(type).values[0]);
  return true;
}

void tern_llvm_print_alloca(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"elem_type", "inalloca", "alignment"};
  const tern_attr_t *alignment = tern_op_attr(op, "alignment");
  bool hides_alignment = !alignment || tern_integer_attr_value(alignment) == 0;
  tern_printer_text(printer, tern_op_attr(op, "inalloca") ? " inalloca " : " ");
  tern_printer_value(printer, tern_op_operand(op, 0));
  tern_printer_text(printer, " x ");
  tern_printer_type(printer, tern_type_attr_value(tern_op_attr(op, "elem_type")));
  tern_printer_attr_dict(printer, op, elided, hides_alignment ? 3 : 2);
  tern_printer_text(printer, " : ");
  tern_printer_function_type(printer, TERN_TYPES(tern_op_operand(op, 0)->type), TERN_TYPES(op->results[0].type));
}

// --- getelementptr: flags? %base[%i, 1] attr-dict : (types) -> ptr, element type ---

static bool parse_indices(tern_parser_t *parser, tern_parsed_op_t *op, tern_operand_list_t *operands) {
  TERN_VEC(int32_t) constants = {0};
  bool is_right = true;
  do {
    int64_t value;
    tern_source_pos_t pos = tern_parser_pos(parser);
    if (tern_parse_optional_integer(parser, &value)) {
      // The smallest number marks dynamic indices.
      is_right =
          (value > INT32_MIN && value <= INT32_MAX) || tern_parser_error_at(parser, pos, "integer value too large");
      tern_vec_push(&constants, (int32_t)value);
      continue;
    }
    tern_unresolved_operand_t operand;
    is_right = tern_parse_operand(parser, &operand);
    if (!is_right) break;
    tern_operand_list_push(parser, operands, operand);
    tern_vec_push(&constants, TERN_LLVM_GEP_DYNAMIC);
  } while (is_right && tern_parse_optional_token(parser, ","));
  if (is_right)
    tern_op_add_attr(parser, op, "rawConstantIndices",
                     tern_dense_i32_array_attr_get(tern_parser_context(parser), constants.values, constants.count));
  tern_vec_deinitialize(&constants);
  return is_right;
}

bool tern_llvm_parse_gep(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_context_t *context = tern_parser_context(parser);
  tern_operand_list_t operands = {0};
  tern_unresolved_operand_t base;
  int64_t flags = 0;
  if (*tern_parser_pos(parser).pointer != '%' && !tern_parse_enum(parser, TERN_LLVM_ENUM(GEP_NO_WRAP), &flags))
    return false;
  tern_op_add_attr(parser, op, "noWrapFlags", tern_enum_attr_get(context, TERN_LLVM_ENUM(GEP_NO_WRAP), flags));
  if (!tern_parse_operand(parser, &base)) return false;
  tern_operand_list_push(parser, &operands, base);
  if (!tern_parse_token(parser, "[") || !parse_indices(parser, op, &operands) || !tern_parse_token(parser, "]") ||
      !tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_token(parser, ":"))
    return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *type = tern_parse_type(parser);
  if (!type) return false;
  if (type->kind != TERN_TYPE_FUNCTION)
    return tern_parser_error_at(
        parser, pos, "invalid kind of type specified: expected builtin.function, but found '%s'", tern_type_text(type));
  tern_types_t inputs = tern_function_type_inputs(type);
  if (inputs.count != operands.count)
    return tern_parser_error_at(
        parser, pos, "custom op '%s' number of operands and types do not match: got %zu operands and %zu types",
        op->def->name->data, operands.count, inputs.count);
  if (tern_function_type_result_count(type) != 1)
    return tern_parser_error_at(parser, pos, "'llvm.getelementptr' op requires one result");
  if (!tern_parse_token(parser, ",")) return false;
  const tern_type_t *element = tern_parse_type(parser);
  if (!element) return false;
  tern_op_add_attr(parser, op, "elem_type", tern_type_attr_get(element));
  for (size_t i = 0; i < inputs.count; i++)
    if (!tern_op_resolve_operand(parser, op, operands.values[i], inputs.values[i])) return false;
  tern_op_add_result_type(parser, op, tern_function_type_results(type).values[0]);
  return true;
}

void tern_llvm_print_gep(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"noWrapFlags", "rawConstantIndices", "elem_type"};
  tern_printer_char(printer, ' ');
  tern_llvm_print_keyword(printer, op, "noWrapFlags", TERN_LLVM_ENUM(GEP_NO_WRAP), 0);
  tern_printer_value(printer, tern_op_operand(op, 0));
  tern_printer_char(printer, '[');
  const tern_attr_t *constants = tern_op_attr(op, "rawConstantIndices");
  size_t next = 1;
  for (size_t i = 0; i < tern_dense_array_attr_count(constants); i++) {
    int64_t constant = tern_dense_array_attr_int(constants, i);
    if (i > 0) tern_printer_text(printer, ", ");
    if (constant != TERN_LLVM_GEP_DYNAMIC)
      tern_printer_int(printer, constant);
    else if (next < op->operand_count)
      tern_printer_value(printer, tern_op_operand(op, next++));
  }
  tern_printer_char(printer, ']');
  tern_printer_attr_dict(printer, op, elided, 3);
  tern_printer_text(printer, " : (");
  tern_printer_operand_types(printer, op, 0, op->operand_count);
  tern_printer_text(printer, ") -> ");
  tern_printer_type(printer, op->results[0].type);
  tern_printer_text(printer, ", ");
  tern_printer_type(printer, tern_type_attr_value(tern_op_attr(op, "elem_type")));
}

// --- extractvalue, insertvalue ---
//
// The space at the end stands where upstream has a directive that writes nothing.

static bool parse_position(tern_parser_t *parser, tern_parsed_op_t *op, const int64_t **out_position,
                           size_t *out_depth) {
  TERN_VEC(int64_t) position = {0};
  bool is_right = tern_parse_token(parser, "[");
  if (is_right && !tern_parser_at_token(parser, "]")) {
    do {
      int64_t value;
      is_right = tern_parse_integer(parser, &value);
      if (is_right) tern_vec_push(&position, value);
    } while (is_right && tern_parse_optional_token(parser, ","));
  }
  is_right = is_right && tern_parse_token(parser, "]");
  if (is_right) {
    const tern_attr_t *attr =
        tern_dense_i64_array_attr_get(tern_parser_context(parser), position.values, position.count);
    tern_op_add_attr(parser, op, "position", attr);
    *out_position = tern_dense_array_attr_data(attr);
    *out_depth = position.count;
  }
  tern_vec_deinitialize(&position);
  return is_right;
}

// The member's type, or NULL after an error at the end of what was parsed.
static const tern_type_t *parse_member_type(tern_parser_t *parser, const tern_type_t *container,
                                            const int64_t *position, size_t depth) {
  const tern_type_t *type = tern_llvm_member_type(NULL, container, position, depth);
  if (type) return type;
  if (!tern_llvm_is_compatible(container)) {
    tern_parser_error(parser, "expected LLVM IR Dialect type, got '%s'", tern_type_text(container));
    return NULL;
  }
  const tern_type_t *inner = container;
  for (size_t i = 0; i < depth; i++) {
    if (!tern_type_is_llvm(inner, TERN_LLVM_STRUCT) && !tern_type_is_llvm(inner, TERN_LLVM_ARRAY)) {
      tern_parser_error(parser, "expected LLVM IR structure/array type, got: '%s'", tern_type_text(inner));
      return NULL;
    }
    const tern_type_t *next = tern_llvm_member_type(NULL, inner, &position[i], 1);
    if (!next) {
      tern_parser_error(parser, "position out of bounds: %" PRId64, position[i]);
      return NULL;
    }
    inner = next;
  }
  return NULL;
}

bool tern_llvm_parse_extractvalue(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t container;
  const int64_t *position = NULL;
  size_t depth = 0;
  const tern_type_t *type;
  if (!tern_parse_operand(parser, &container) || !parse_position(parser, op, &position, &depth) ||
      !tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_colon_type(parser, &type))
    return false;
  const tern_type_t *member = parse_member_type(parser, type, position, depth);
  if (!member || !tern_op_resolve_operand(parser, op, container, type)) return false;
  tern_op_add_result_type(parser, op, member);
  return true;
}

static void print_position(tern_printer_t *printer, const tern_op_t *op) {
  const tern_attr_t *position = tern_op_attr(op, "position");
  tern_printer_char(printer, '[');
  for (size_t i = 0; i < tern_dense_array_attr_count(position); i++) {
    if (i > 0) tern_printer_text(printer, ", ");
    tern_printer_int(printer, tern_dense_array_attr_int(position, i));
  }
  tern_printer_char(printer, ']');
}

static const char *const elided_position[] = {"position"};

void tern_llvm_print_extractvalue(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  tern_printer_value(printer, tern_op_operand(op, 0));
  print_position(printer, op);
  tern_printer_attr_dict(printer, op, elided_position, 1);
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_op_operand(op, 0)->type);
  tern_printer_char(printer, ' ');
}

bool tern_llvm_parse_insertvalue(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t value, container;
  const int64_t *position = NULL;
  size_t depth = 0;
  const tern_type_t *type;
  if (!tern_parse_operand(parser, &value) || !tern_parse_token(parser, ",") ||
      !tern_parse_operand(parser, &container) || !parse_position(parser, op, &position, &depth) ||
      !tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_colon_type(parser, &type))
    return false;
  const tern_type_t *member = parse_member_type(parser, type, position, depth);
  if (!member || !tern_op_resolve_operand(parser, op, container, type) ||
      !tern_op_resolve_operand(parser, op, value, member))
    return false;
  tern_op_add_result_type(parser, op, type);
  return true;
}

void tern_llvm_print_insertvalue(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  tern_printer_value(printer, tern_op_operand(op, 1));
  tern_printer_text(printer, ", ");
  tern_printer_value(printer, tern_op_operand(op, 0));
  print_position(printer, op);
  tern_printer_attr_dict(printer, op, elided_position, 1);
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_op_operand(op, 0)->type);
  tern_printer_char(printer, ' ');
}

// --- shufflevector: %a, %b [0, 1, -1] : vector type ---

static const tern_type_t *shuffle_type(const tern_type_t *vector, size_t count) {
  int64_t dims[] = {(int64_t)count};
  return tern_vector_type_get(tern_type_element(vector), dims, 1, tern_vector_type_scalable_mask(vector));
}

bool tern_llvm_infer_shufflevector(tern_context_t *context, const tern_op_state_t *state,
                                   const tern_type_t **out_types) {
  (void)context;
  const tern_type_t *vector = state->operands.values[0]->type;
  const tern_attr_t *mask = tern_dictionary_attr_lookup(state->dictionary, TERN_STR("mask"));
  for (size_t i = 0; i < state->attrs.count; i++)
    if (strcmp(state->attrs.values[i].name, "mask") == 0) mask = state->attrs.values[i].attr;
  if (!mask || mask->kind != TERN_ATTR_DENSE_ARRAY || vector->kind != TERN_TYPE_VECTOR)
    return tern_emit_error(state->loc, "'llvm.shufflevector' op expects vectors and a mask");
  out_types[0] = shuffle_type(vector, tern_dense_array_attr_count(mask));
  return true;
}

bool tern_llvm_parse_shufflevector(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t v1, v2;
  TERN_VEC(int32_t) mask = {0};
  const tern_type_t *type = NULL;
  bool is_right = tern_parse_operand(parser, &v1) && tern_parse_token(parser, ",") && tern_parse_operand(parser, &v2) &&
                  tern_parse_token(parser, "[");
  if (is_right) {
    do {
      int64_t value;
      is_right = tern_parse_integer(parser, &value);
      if (is_right && (value < INT32_MIN || value > INT32_MAX))
        is_right = tern_parser_error(parser, "integer value too large");
      if (is_right) tern_vec_push(&mask, (int32_t)value);
    } while (is_right && tern_parse_optional_token(parser, ","));
  }
  is_right = is_right && tern_parse_token(parser, "]");
  size_t count = mask.count;
  if (is_right)
    tern_op_add_attr(parser, op, "mask",
                     tern_dense_i32_array_attr_get(tern_parser_context(parser), mask.values, mask.count));
  tern_vec_deinitialize(&mask);
  if (!is_right || !tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_token(parser, ":")) return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!(type = tern_parse_type(parser))) return false;
  if (type->kind != TERN_TYPE_VECTOR)
    return tern_parser_error_at(parser, pos, "invalid kind of type specified: expected builtin.vector, but found '%s'",
                                tern_type_text(type));
  if (!tern_llvm_is_compatible(type)) return tern_parser_error(parser, "expected an LLVM compatible vector type");
  if (!tern_op_resolve_operand(parser, op, v1, type) || !tern_op_resolve_operand(parser, op, v2, type)) return false;
  tern_op_add_result_type(parser, op, shuffle_type(type, count));
  return true;
}

void tern_llvm_print_shufflevector(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"mask"};
  const tern_attr_t *mask = tern_op_attr(op, "mask");
  tern_printer_char(printer, ' ');
  tern_printer_operands(printer, op, 0, 2);
  tern_printer_text(printer, " [");
  for (size_t i = 0; i < tern_dense_array_attr_count(mask); i++) {
    if (i > 0) tern_printer_text(printer, ", ");
    tern_printer_int(printer, tern_dense_array_attr_int(mask, i));
  }
  tern_printer_char(printer, ']');
  tern_printer_attr_dict(printer, op, elided, 1);
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_op_operand(op, 0)->type);
  tern_printer_char(printer, ' ');
}

// --- invariant.end: %start, size, %ptr : ptr type ---

bool tern_llvm_parse_invariant_end(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_context_t *context = tern_parser_context(parser);
  tern_unresolved_operand_t start, pointer;
  int64_t size;
  const tern_type_t *type;
  if (!tern_parse_operand(parser, &start) || !tern_parse_token(parser, ",") || !tern_parse_integer(parser, &size) ||
      !tern_parse_token(parser, ",") || !tern_parse_operand(parser, &pointer) ||
      !tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_colon_type(parser, &type))
    return false;
  tern_op_add_attr(parser, op, "size", tern_integer_attr_get(tern_i_type_get(context, 64), size));
  return tern_op_resolve_operand(parser, op, start, tern_llvm_ptr_type(context, 0)) &&
         tern_op_resolve_operand(parser, op, pointer, type);
}

void tern_llvm_print_invariant_end(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"size"};
  tern_printer_char(printer, ' ');
  tern_printer_value(printer, tern_op_operand(op, 0));
  tern_printer_format(printer, ", %" PRId64 ", ", tern_integer_attr_value(tern_op_attr(op, "size")));
  tern_printer_value(printer, tern_op_operand(op, 1));
  tern_printer_attr_dict(printer, op, elided, 1);
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_op_operand(op, 1)->type);
}

// --- inference ---

bool tern_llvm_infer_pointer(tern_context_t *context, const tern_op_state_t *state, const tern_type_t **out_types) {
  (void)state;
  out_types[0] = tern_llvm_ptr_type(context, 0);
  return true;
}

// cmpxchg gives what it read and whether it wrote.
bool tern_llvm_infer_cmpxchg(tern_context_t *context, const tern_op_state_t *state, const tern_type_t **out_types) {
  if (state->operands.count != 3) return tern_emit_error(state->loc, "'llvm.cmpxchg' op expects three operands");
  out_types[0] =
      tern_llvm_struct_type(context, TERN_TYPES(state->operands.values[2]->type, tern_i_type_get(context, 1)), false);
  return true;
}
