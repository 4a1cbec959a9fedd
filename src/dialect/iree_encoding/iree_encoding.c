// The iree_encoding dialect: its attributes, verifiers and the table. Semantics are those of IREE's Encoding dialect.

#include "dialect/iree_encoding/iree_encoding.h"

#include <string.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "base/vec.h"
#include "dialect/common/shaped_syntax.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

// --- #iree_encoding.encoding<key = value, ...>; params [dictionary of the entries] ---

// How an entry's value is written: an attribute, a bare word, or a list of sizes, `?` where they are not known.
typedef enum form { ATTRIBUTE, WORD, SIZES } form_t;
static const struct {
  const char *name;
  form_t form;
} entries[] = {
    {"operand_index", ATTRIBUTE},
    {"op_type", WORD},
    {"element_types", ATTRIBUTE},
    {"original_type", ATTRIBUTE},
    {"matmul_narrow_M", ATTRIBUTE},
    {"matmul_narrow_N", ATTRIBUTE},
    {"user_indexing_maps", ATTRIBUTE},
    {"bcast_map", ATTRIBUTE},
    {"round_dims_to", ATTRIBUTE},
    {"iteration_sizes", SIZES},
    {"layouts", ATTRIBUTE},
};

// What files of 2023 said: `role = LHS` for the number of the operand, and `user = MATMUL_F32F32F32`, or MATMUL with the types beside it.
static const char *const roles[] = {"LHS", "RHS", "RESULT"};
static const struct {
  const char *user, *types[3];
} users[] = {
    {"MATMUL", {NULL}},
    {"BATCH_MATMUL", {NULL}},
    {"MATMUL_F32F32F32", {"f32", "f32", "f32"}},
    {"MATMUL_F16F16F32", {"f16", "f16", "f32"}},
    {"MATMUL_F16F16F16", {"f16", "f16", "f16"}},
    {"MATMUL_BF16BF16F32", {"bf16", "bf16", "f32"}},
    {"MATMUL_BF16BF16BF16", {"bf16", "bf16", "bf16"}},
    {"MATMUL_I8I8I32", {"i8", "i8", "i32"}},
    {"BATCH_MATMUL_F32F32F32", {"f32", "f32", "f32"}},
    {"BATCH_MATMUL_F16F16F32", {"f16", "f16", "f32"}},
    {"BATCH_MATMUL_I8I8I32", {"i8", "i8", "i32"}},
};

const tern_attr_t *tern_iree_encoding_entry(const tern_attr_t *attr, const char *name) {
  return tern_dictionary_attr_lookup((const tern_attr_t *)(uintptr_t)attr->params[0], tern_str_from_cstr(name));
}

static const tern_type_t *type_called(tern_context_t *context, const char *name) {
  static const struct {
    const char *name;
    tern_type_kind_t kind;
  } floats[] = {{"f32", TERN_TYPE_F32}, {"f16", TERN_TYPE_F16}, {"bf16", TERN_TYPE_BF16}};
  for (size_t i = 0; i < COUNT(floats); ++i) {
    if (strcmp(name, floats[i].name) == 0) return tern_float_type_get(context, floats[i].kind);
  }
  return tern_i_type_get(context, strcmp(name, "i8") == 0 ? 8 : 32);
}

static const tern_attr_t *with(const tern_attr_t *all, tern_context_t *context, const char *name,
                               const tern_attr_t *value) {
  return tern_dictionary_attr_with(context, all, tern_str_from_cstr(name), value);
}

// `*all` with what `role = ...` or `user = ...` meant. False after an error.
static bool parse_old_entry(tern_parser_t *parser, bool is_role, const tern_attr_t **all) {
  tern_context_t *context = tern_parser_context(parser);
  tern_source_pos_t pos = tern_parser_pos(parser);
  tern_str_t word;
  if (!tern_parse_any_keyword(parser, &word)) return false;
  for (size_t i = 0; is_role && i < COUNT(roles); ++i) {
    if (!tern_str_equal_cstr(word, roles[i])) continue;
    *all = with(*all, context, "operand_index", tern_integer_attr_get(tern_index_type_get(context), (int64_t)i));
    return true;
  }
  for (size_t i = 0; !is_role && i < COUNT(users); ++i) {
    if (!tern_str_equal_cstr(word, users[i].user)) continue;
    *all = with(*all, context, "op_type", tern_string_attr_get(context, TERN_STR("matmul")));
    if (!users[i].types[0]) return true;
    const tern_attr_t *types[3];
    for (size_t k = 0; k < 3; ++k) types[k] = tern_type_attr_get(type_called(context, users[i].types[k]));
    *all = with(*all, context, "element_types", tern_array_attr_get(context, types, 3));
    return true;
  }
  return tern_parser_error_at(parser, pos, "'%.*s' is no %s of an encoding", (int)word.size, word.data,
                              is_role ? "role" : "user");
}

static const tern_attr_t *parse_sizes(tern_parser_t *parser) {
  TERN_VEC(int64_t) sizes = {0};
  bool is_right = tern_parse_token(parser, "[");
  while (is_right && !tern_parser_at_token(parser, "]")) {
    int64_t size = TERN_DYNAMIC;
    is_right = (!sizes.count || tern_parse_token(parser, ",")) &&
               (tern_parse_optional_token(parser, "?") || tern_parse_integer(parser, &size));
    tern_vec_push(&sizes, size);
  }
  is_right = is_right && tern_parse_token(parser, "]");
  const tern_attr_t *attr =
      is_right ? tern_dense_i64_array_attr_get(tern_parser_context(parser), sizes.values, sizes.count) : NULL;
  tern_vec_deinitialize(&sizes);
  return attr;
}

static bool parse_entry(tern_parser_t *parser, const tern_attr_t **all) {
  tern_context_t *context = tern_parser_context(parser);
  tern_source_pos_t pos = tern_parser_pos(parser);
  tern_str_t name, word;
  if (!tern_parse_any_keyword(parser, &name) || !tern_parse_token(parser, "=")) return false;
  bool is_role = tern_str_equal_cstr(name, "role");
  if (is_role || tern_str_equal_cstr(name, "user")) return parse_old_entry(parser, is_role, all);
  if (tern_str_equal_cstr(name, "elementTypes")) name = TERN_STR("element_types");
  size_t i = 0;
  while (i < COUNT(entries) && !tern_str_equal_cstr(name, entries[i].name)) ++i;
  if (i == COUNT(entries)) {
    return tern_parser_error_at(parser, pos, "'%.*s' is no entry of an encoding", (int)name.size, name.data);
  }
  if (tern_dictionary_attr_lookup(*all, name)) {
    return tern_parser_error_at(parser, pos, "entry '%.*s' stands twice", (int)name.size, name.data);
  }
  const tern_attr_t *value = NULL;
  switch (entries[i].form) {
    case ATTRIBUTE: value = tern_parse_attr(parser, NULL); break;
    case WORD: value = tern_parse_any_keyword(parser, &word) ? tern_string_attr_get(context, word) : NULL; break;
    case SIZES: value = parse_sizes(parser); break;
  }
  if (value) *all = with(*all, context, entries[i].name, value);
  return value != NULL;
}

static const tern_attr_t *parse_encoding(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *all = NULL;
  if (!tern_parse_token(parser, "<")) return NULL;
  do {
    if (!parse_entry(parser, &all)) return NULL;
  } while (tern_parse_optional_token(parser, ","));
  if (!tern_parse_token(parser, ">")) return NULL;
  if (!tern_attr_is_integer(tern_dictionary_attr_lookup(all, TERN_STR("operand_index")))) {
    tern_parser_error_at(parser, pos,
                         "expected an encoding to say which operand it is of, as 'operand_index = 0 : index'");
    return NULL;
  }
  const uint64_t params[] = {(uint64_t)(uintptr_t)all};
  return tern_dialect_attr_get(tern_parser_context(parser), row, params, 1);
}

static void print_sizes(tern_printer_t *printer, const tern_attr_t *sizes) {
  tern_printer_char(printer, '[');
  for (size_t i = 0; i < tern_dense_array_attr_count(sizes); ++i) {
    int64_t size = tern_dense_array_attr_int(sizes, i);
    if (i) tern_printer_text(printer, ", ");
    if (size == TERN_DYNAMIC) {
      tern_printer_char(printer, '?');
    } else {
      tern_printer_int(printer, size);
    }
  }
  tern_printer_char(printer, ']');
}

static void print_encoding(tern_printer_t *printer, const tern_attr_t *attr) {
  const char *separator = "<";
  for (size_t i = 0; i < COUNT(entries); ++i) {
    const tern_attr_t *value = tern_iree_encoding_entry(attr, entries[i].name);
    if (!value) continue;
    tern_printer_format(printer, "%s%s = ", separator, entries[i].name);
    switch (entries[i].form) {
      case ATTRIBUTE: tern_printer_attr(printer, value); break;
      case WORD: tern_printer_str(printer, tern_string_attr_value(value)); break;
      case SIZES: print_sizes(printer, value); break;
    }
    separator = ", ";
  }
  tern_printer_char(printer, '>');
}

// --- the others; params [text in angles, or an empty one] ---

static const tern_attr_t *parse_text(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  tern_str_t text = {0};
  if (tern_parser_at_token(parser, "<") && !tern_parse_balanced_text(parser, &text)) return NULL;
  tern_context_t *context = tern_parser_context(parser);
  const uint64_t params[] = {(uint64_t)(uintptr_t)tern_ident_get(context, text)};
  return tern_dialect_attr_get(context, row, params, 1);
}

static void print_text(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_str(printer, tern_ident_str((const tern_ident_t *)(uintptr_t)attr->params[0]));
}

#define TEXT(NAME, SUMMARY) {"iree_encoding." NAME, .summary = SUMMARY, .parse = parse_text, .print = print_text}
const tern_attr_row_t tern_iree_encoding_attrs[] = {
    [TERN_IREE_ENCODING_ATTR_ENCODING] = {"iree_encoding.encoding",
                                          .summary = "The layout that an op takes of an operand",
                                          .parse = parse_encoding, .print = print_encoding, .attr_params = 0x1,
                                          .alias = "encoding"},
    [TERN_IREE_ENCODING_ATTR_PACKED_STORAGE] = TEXT("packed_storage", "Elements share bytes"),
    TEXT("identity", "The layout of a tensor without encoding"),
    TEXT("layout", "Layouts by target"),
    TEXT("matmul_k", "Layout by the reduction of a product"),
    TEXT("padding", "Rows with padding behind them"),
    TEXT("specialization_resolver", "Layouts that stand for others"),
    TEXT("specialized", "A layout that a target chose"),
    TEXT("testing", "For IREE's tests"),
    TEXT("unspecialized", "A layout that no target has chosen"),
};

// --- verification ---

static bool verify_types(const tern_op_t *op, const tern_type_t *plain, const tern_type_t *encoded) {
  if (!tern_tensor_type_encoding(encoded)) {
    return tern_op_error(op, "expects an encoding of %s", tern_type_text(encoded));
  }
  if (tern_tensor_type_encoding(plain)) {
    return tern_op_error(op, "expects no encoding but got %s", tern_type_text(plain));
  }
  const tern_type_t *bare =
      tern_tensor_type_get(tern_type_element(encoded), tern_type_dims(encoded), tern_type_rank(encoded), NULL);
  return bare == plain || tern_op_error(op, "expects the shape and elements of %s but got %s", tern_type_text(bare),
                                        tern_type_text(plain));
}

static bool verify_set(const tern_op_t *op) {
  return verify_types(op, tern_op_operand(op, 0)->type, op->results[0].type);
}

static bool verify_unset(const tern_op_t *op) {
  const tern_type_t *plain = op->results[0].type;
  size_t start, count, expected = tern_shaped_size_count(plain);
  tern_op_operands_named(op, "result_dims", &start, &count);
  if (count && count != expected) {
    return tern_op_error(op, "expects %zu dynamic dimension sizes for %s but got %zu", expected, tern_type_text(plain),
                         count);
  }
  return verify_types(op, plain, tern_op_operand(op, 0)->type);
}

static bool verify_upper_bound(const tern_op_t *op) {
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "tensorType"));
  if (type->kind != TERN_TYPE_TENSOR || !tern_type_is_ranked(type)) {
    return tern_op_error(op, "expects a ranked tensor but got %s", tern_type_text(type));
  }
  return op->result_count == tern_type_rank(type) ||
         tern_op_error(op, "expects a size for each of the %zu dimensions of %s but has %u results",
                       tern_type_rank(type), tern_type_text(type), op->result_count);
}

// --- the table ---

const tern_op_row_t tern_iree_encoding_ops[] = {
#define OP(ID, NAME, ...) [TERN_IREE_ENCODING_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/iree_encoding/iree_encoding_ops.def"
#undef OP
};

const tern_dialect_t tern_iree_encoding_dialect = {
    .name = "iree_encoding",
    .summary = "Layouts that IREE gives to tensors",
    .ops = tern_iree_encoding_ops,
    .op_count = TERN_IREE_ENCODING_OP_COUNT,
    .attrs = tern_iree_encoding_attrs,
    .attr_count = COUNT(tern_iree_encoding_attrs),
};
