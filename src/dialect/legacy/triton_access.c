// tt.load and tt.store as they were written until 2024: with the type of what is read or written, and that of the pointers only
// where these are one to a block.
//
//   %x = tt.load %p, %m {cache = 1 : i32} : tensor<8xf16>                           today: ... : tensor<8x!tt.ptr<f16>>
//   %x = tt.load %b {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<8xf16>> -> tensor<8xf16>
//   tt.store %b, %x : !tt.ptr<tensor<8xf16>>, tensor<8xf16>

#include "asm/legacy.h"
#include "dialect/legacy/hooks.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"

static bool is_pointer(const tern_type_t *type) { return tern_type_is_tt(tern_type_element(type), TERN_TT_TYPE_PTR); }

// Pointers to what a value holds, or truths, one for each of its elements.
static const tern_type_t *pointers_to(const tern_type_t *type) {
  return tern_type_with_element(type, tern_tt_pointer_get(tern_type_element(type), TERN_TT_GLOBAL_SPACE));
}
static const tern_type_t *truths_of(const tern_type_t *type) {
  return tern_type_with_element(type, tern_i_type_get(type->context, 1));
}

// Looks at the rest of the line: is it today's? Today there is one type, of pointers, and hints stand before the attributes. False
// after an error.
static bool find_age(tern_parser_t *parser, const char *separator, bool *out_is_old) {
  tern_unresolved_operand_t operand;
  tern_str_t attributes;
  *out_is_old = false;
  // An operand that may be missing may be missing behind its comma, too.
  bool is_operand;
  do {
    if (!tern_parse_optional_operand(parser, &operand, &is_operand)) return false;
  } while (is_operand && tern_parse_optional_token(parser, ","));
  if (tern_parser_at_token(parser, "{") && !tern_parse_balanced_text(parser, &attributes)) return false;
  if (!tern_parse_optional_token(parser, ":")) return true;
  const tern_type_t *type = tern_parse_type(parser);
  *out_is_old = type && (!is_pointer(type) || tern_parser_at_token(parser, separator));
  return type != NULL;
}

// Operands, attributes, and the types of the pointers and of what is accessed.
typedef struct access {
  tern_operand_list_t operands;
  const tern_type_t *pointers, *value;
} access_t;

static bool parse_access(tern_parser_t *parser, tern_parsed_op_t *op, const char *separator, access_t *out) {
  *out = (access_t){0};
  if (!tern_parse_operand_list(parser, NULL, &out->operands) || !tern_op_parse_optional_attr_dict(parser, op) ||
      !tern_parse_colon_type(parser, &out->value))
    return false;
  if (!tern_parse_optional_token(parser, separator)) {
    out->pointers = pointers_to(out->value);
    return true;
  }
  out->pointers = out->value;
  out->value = tern_parse_type(parser);
  return out->value != NULL;
}

static bool check_count(tern_parser_t *parser, const tern_parsed_op_t *op, size_t count, size_t least) {
  return (count >= least && count <= 3) ||
         tern_parser_error_at(parser, op->pos, "expected %zu to 3 operands but got %zu", least, count);
}

// A block was read in another encoding than its pointer's, too: today that takes an op of its own.
static bool convert_block(tern_parser_t *parser, tern_parsed_op_t *op, const access_t *access) {
  static const char *const names[] = {"boundaryCheck", "padding", "cache", "evict", "isVolatile"};
  const tern_type_t *block = tern_tt_type_inside(access->pointers);
  tern_named_attr_t attrs[sizeof names / sizeof names[0]];
  size_t count = 0;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    const tern_attr_t *attr = tern_op_parsed_attr(parser, op, names[i]);
    if (attr) attrs[count++] = (tern_named_attr_t){names[i], attr};
    tern_legacy_remove_attr(op, names[i]);
  }
  tern_builder_t b = tern_legacy_builder(op);
  tern_value_t *loaded =
      tern_build_value(&b, TERN_TT(LOAD), .operands = tern_legacy_operands(op), .types = TERN_TYPES(block),
                       .attrs = {attrs, count}, .segments = (const int32_t[]){1, 0, 0});
  tern_legacy_set_operands(op, (tern_values_t)TERN_VALUES(loaded));
  tern_op_add_result_type(parser, op, access->value);
  return tern_legacy_choose_op(parser, op, "ttg.convert_layout");
}

static bool has_other_encoding(const access_t *access) {
  if (!tern_tt_is_block_pointer(access->pointers)) return false;
  const tern_type_t *block = tern_tt_type_inside(access->pointers), *value = access->value;
  bool are_tensors = value->kind == TERN_TYPE_TENSOR && block->kind == TERN_TYPE_TENSOR;
  return are_tensors && block != value && tern_tensor_type_encoding(block) && tern_tensor_type_encoding(value);
}

bool tern_legacy_parse_load(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_source_pos_t start = tern_parser_pos(parser);
  bool is_old;
  access_t access;
  if (!find_age(parser, "->", &is_old)) return false;
  tern_legacy_rewind(parser, start);
  if (!is_old) return tern_legacy_parse_current(parser, op);
  if (!parse_access(parser, op, "->", &access) || !check_count(parser, op, access.operands.count, 1)) return false;
  const tern_type_t *types[] = {access.pointers, truths_of(access.value), access.value};
  int32_t segments[3] = {0};
  for (size_t i = 0; i < access.operands.count; ++i) {
    segments[i] = 1;
    if (!tern_op_resolve_operand(parser, op, access.operands.values[i], types[i])) return false;
  }
  if (has_other_encoding(&access) && access.operands.count == 1) return convert_block(parser, op, &access);
  tern_op_add_attr(parser, op, "operandSegmentSizes",
                   tern_dense_i32_array_attr_get(tern_parser_context(parser), segments, 3));
  tern_op_add_result_type(parser, op, access.value);
  return true;
}

bool tern_legacy_parse_store(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_source_pos_t start = tern_parser_pos(parser);
  bool is_old;
  access_t access;
  if (!find_age(parser, ",", &is_old)) return false;
  tern_legacy_rewind(parser, start);
  if (!is_old) return tern_legacy_parse_current(parser, op);
  if (!parse_access(parser, op, ",", &access) || !check_count(parser, op, access.operands.count, 2)) return false;
  const tern_type_t *types[] = {access.pointers, access.value, truths_of(access.value)};
  for (size_t i = 0; i < access.operands.count; ++i) {
    if (!tern_op_resolve_operand(parser, op, access.operands.values[i], types[i])) return false;
  }
  if (!has_other_encoding(&access)) return true;
  tern_values_t operands = tern_legacy_operands(op);
  tern_builder_t b = tern_legacy_builder(op);
  tern_value_t *value = tern_build_value(&b, TERN_TTG(CONVERT_LAYOUT), .operands = TERN_VALUES(operands.values[1]),
                                         .types = TERN_TYPES(tern_tt_type_inside(access.pointers)));
  tern_legacy_set_operands(op, (tern_values_t)TERN_VALUES(operands.values[0], value));
  return true;
}
