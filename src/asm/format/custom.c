// Custom directives of assembly formats: where they are found, and those that many dialects use.

#include <stdlib.h>

#include "asm/format/private.h"
#include "asm/parser_private.h"
#include "asm/printer_private.h"
#include "base/vec.h"

// --- DynamicIndexList: `[%a, 2, [%b]]`, operands where the static list says "dynamic" ---
//
// Arguments: operands, optionally their types, the static i64 array, optionally a bool array that says which entries
// are scalable (in brackets of their own), optionally the delimiter by upstream's name ("...Delimiter::Paren").

typedef struct index_list {
  size_t operands, types, integers, scalables;  // positions of the arguments; SIZE_MAX: not there
  const char *open, *close;
} index_list_t;

static index_list_t describe_index_list(const tern_format_arg_t *args, size_t count) {
  index_list_t list = {SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX, "[", "]"};
  for (size_t i = 0; i < count; ++i) {
    switch (args[i].kind) {
      case TERN_FORMAT_OPERANDS: list.operands = i; break;
      case TERN_FORMAT_TYPES: list.types = i; break;
      case TERN_FORMAT_ATTR: *(list.integers == SIZE_MAX ? &list.integers : &list.scalables) = i; break;
      case TERN_FORMAT_LITERAL:
        if (tern_str_ends_with(args[i].name, TERN_STR("Paren"))) {
          list.open = "(";
          list.close = ")";
        } else if (tern_str_ends_with(args[i].name, TERN_STR("LessGreater"))) {
          list.open = "<";
          list.close = ">";
        } else if (tern_str_ends_with(args[i].name, TERN_STR("Braces"))) {
          list.open = "{";
          list.close = "}";
        }
        break;
      default: break;
    }
  }
  return list;
}

// One entry: an operand (with its type, where types are written) or a number.
static bool parse_index(tern_parser_t *parser, const index_list_t *list, tern_format_arg_t *args, int64_t *out_value) {
  tern_unresolved_operand_t operand;
  bool is_present = false;
  if (!tern_parse_optional_operand(parser, &operand, &is_present)) return false;
  if (!is_present) {
    return tern_parse_optional_integer(parser, out_value) || tern_parser_error(parser, "expected integer value");
  }
  *out_value = TERN_DYNAMIC;
  tern_operand_list_push(parser, &args[list->operands].operands, operand);
  if (list->types == SIZE_MAX) return true;
  const tern_type_t *type;
  if (!tern_parse_colon_type(parser, &type)) return false;
  tern_type_list_push(parser, &args[list->types].types, type);
  return true;
}

typedef TERN_VEC(int64_t) integer_vec_t;
typedef TERN_VEC(unsigned char) flag_vec_t;

static bool parse_delimiter(tern_parser_t *parser, const char *text) {
  return tern_parse_optional_token(parser, text) ||
         tern_parser_wrong_token(parser, "expected '%s' in dynamic index list", text);
}

static bool parse_index_entries(tern_parser_t *parser, const index_list_t *list, tern_format_arg_t *args,
                                integer_vec_t *integers, flag_vec_t *scalables) {
  if (!parse_delimiter(parser, list->open)) return false;
  if (tern_parse_optional_token(parser, list->close)) return true;
  do {
    bool is_scalable = list->scalables != SIZE_MAX && tern_parse_optional_token(parser, "[");
    int64_t value;
    if (!parse_index(parser, list, args, &value)) return false;
    if (is_scalable && !tern_parse_token(parser, "]")) return false;
    tern_vec_push(integers, value);
    tern_vec_push(scalables, is_scalable);
  } while (tern_parse_optional_token(parser, ","));
  return parse_delimiter(parser, list->close);
}

static bool parse_index_list(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count) {
  index_list_t list = describe_index_list(args, arg_count);
  tern_context_t *context = tern_parser_context(parser);
  integer_vec_t integers = {0};
  flag_vec_t scalables = {0};
  bool is_ok = parse_index_entries(parser, &list, args, &integers, &scalables);
  if (is_ok) {
    args[list.integers].attr = tern_dense_i64_array_attr_get(context, integers.values, integers.count);
    if (list.scalables != SIZE_MAX) {
      args[list.scalables].attr =
          tern_dense_array_attr_get(tern_i_type_get(context, 1), scalables.values, scalables.count);
    }
  } else {
    tern_parser_error_at(parser, op->pos, "custom op '%s' expected SSA value or integer", op->def->name->data);
  }
  tern_vec_deinitialize(&integers);
  tern_vec_deinitialize(&scalables);
  return is_ok;
}

static void print_index_list(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                             size_t arg_count) {
  index_list_t list = describe_index_list(args, arg_count);
  const tern_attr_t *integers = args[list.integers].attr;
  const tern_attr_t *scalables = list.scalables == SIZE_MAX ? NULL : args[list.scalables].attr;
  size_t used = 0;
  tern_printer_text(printer, list.open);
  for (size_t i = 0; i < tern_int_list_attr_count(integers); ++i) {
    int64_t value = tern_int_list_attr_at(integers, i);
    bool is_scalable = i < tern_int_list_attr_count(scalables) && tern_int_list_attr_at(scalables, i);
    if (i) tern_printer_literal(printer, ", ");
    if (is_scalable) tern_printer_char(printer, '[');
    if (value != TERN_DYNAMIC) {
      tern_printer_int(printer, value);
    } else if (used < args[list.operands].count) {
      const tern_value_t *operand = tern_op_operand(op, args[list.operands].start + used++);
      tern_printer_value(printer, operand);
      if (list.types != SIZE_MAX) {
        tern_printer_literal(printer, " : ");
        tern_printer_type(printer, operand->type);
      }
    }
    if (is_scalable) tern_printer_char(printer, ']');
  }
  tern_printer_text(printer, list.close);
}

// --- SymbolVisibility: `private`, `public` or `nested`; nothing is public ---

static bool parse_visibility(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count) {
  static const char *const keywords[] = {"public", "private", "nested"};
  (void)op;
  for (size_t i = 0; arg_count && i < sizeof keywords / sizeof keywords[0]; ++i) {
    if (!tern_parse_optional_keyword(parser, keywords[i])) continue;
    args[0].attr = tern_string_attr_get(tern_parser_context(parser), tern_str_from_cstr(keywords[i]));
    return true;
  }
  return true;
}

static void print_visibility(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                             size_t arg_count) {
  (void)op;
  if (!arg_count) return;
  bool is_given = tern_attr_is_string(args[0].attr);
  tern_printer_str(printer, is_given ? tern_string_attr_value(args[0].attr) : tern_str_from_cstr("public"));
}

// --- TypeOrAttr: `: i32`, `= 42 : i32`, or both where the types differ ---

static bool parse_type_or_attr(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count) {
  (void)op;
  (void)arg_count;
  const tern_type_t *type = NULL;
  bool has_value = tern_parse_optional_token(parser, "=");
  if (!has_value) {
    if (!tern_parse_colon_type(parser, &type)) return false;
    has_value = tern_parse_optional_token(parser, "=");
  }
  if (has_value) {
    tern_source_pos_t pos = tern_parser_pos(parser);
    args[1].attr = tern_parse_attr(parser, NULL);
    if (!args[1].attr) return false;
    if (!type) type = tern_attr_type(args[1].attr);
    if (!type) return tern_parser_error_at(parser, pos, "expected an attribute with a type");
  }
  args[0].attr = tern_type_attr_get(type);
  return true;
}

static void print_type_or_attr(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                               size_t arg_count) {
  (void)op;
  (void)arg_count;
  const tern_attr_t *type = args[0].attr, *value = args[1].attr;
  bool needs_type = type && (!value || tern_attr_type(value) != tern_type_attr_value(type));
  if (needs_type) {
    tern_printer_literal(printer, ": ");
    tern_printer_attr(printer, type);
  }
  if (!value) return;
  tern_printer_text(printer, needs_type ? " = " : "= ");
  tern_printer_attr(printer, value);
}

// --- SemiFunctionType: `(t, u) -> v`, or `t` alone where only one operand and no result matter; with "false" only the former ---

static bool parse_semi_function_type(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                     size_t arg_count) {
  (void)op;
  bool may_be_alone = arg_count < 3 || !tern_str_equal_cstr(args[2].name, "false");
  bool has_parentheses = tern_parse_optional_token(parser, "(");
  if (!has_parentheses && !may_be_alone) return tern_parser_wrong_token(parser, "expected '('");
  const tern_type_t *type = tern_parse_type(parser);
  if (!type) return false;
  tern_type_list_push(parser, &args[0].types, type);
  if (!has_parentheses) return true;
  if (!tern_parse_token(parser, ")") || !tern_parse_token(parser, "->")) return false;
  if (arg_count < 2) return true;
  if (!tern_parse_optional_token(parser, "(")) {
    type = tern_parse_type(parser);
    if (type) tern_type_list_push(parser, &args[1].types, type);
    return type != NULL;
  }
  if (tern_parse_optional_token(parser, ")")) return true;
  return tern_parse_type_list(parser, &args[1].types) && tern_parse_token(parser, ")");
}

static void print_semi_function_type(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                     size_t arg_count) {
  size_t result_count = arg_count > 1 ? args[1].count : 0;
  if (result_count) tern_printer_char(printer, '(');
  tern_printer_operand_types(printer, op, args[0].start, args[0].count);
  if (!result_count) return;
  tern_printer_literal(printer, ") -> ");
  if (result_count > 1) tern_printer_char(printer, '(');
  tern_printer_result_types(printer, op, args[1].start, result_count);
  if (result_count > 1) tern_printer_char(printer, ')');
}

// --- where they are found ---

typedef struct registration {
  const tern_custom_directive_t *directives;
  size_t count;
} registration_t;
typedef TERN_VEC(registration_t) registry_t;

// Its address is the key of the context's extension.
static const char registry_key;

static void destroy_registry(void *value) {
  registry_t *registry = value;
  tern_vec_deinitialize(registry);
  free(registry);
}

void tern_format_register_custom(tern_context_t *context, const tern_custom_directive_t *directives, size_t count) {
  registry_t *registry = tern_context_extension(context, &registry_key);
  if (!registry) {
    registry = tern_malloc(sizeof *registry);
    memset(registry, 0, sizeof *registry);
    tern_context_set_extension(context, &registry_key, registry, destroy_registry);
  }
  tern_vec_push(registry, (registration_t){directives, count});
}

static const tern_custom_directive_t *find_among(const tern_custom_directive_t *directives, size_t count,
                                                 tern_str_t name) {
  for (size_t i = 0; i < count; ++i) {
    if (tern_str_equal_cstr(name, directives[i].name)) return &directives[i];
  }
  return NULL;
}

static const tern_custom_directive_t common_directives[] = {
    {"DynamicIndexList", parse_index_list, print_index_list},
    {"SymbolVisibility", parse_visibility, print_visibility},
    {"TypeOrAttr", parse_type_or_attr, print_type_or_attr},
    {"SemiFunctionType", parse_semi_function_type, print_semi_function_type},
};

const tern_custom_directive_t *tern_format_find_custom(tern_context_t *context, const tern_dialect_t *dialect,
                                                       tern_str_t name) {
  const tern_custom_directive_t *found = NULL;
  if (dialect) found = find_among(dialect->custom_directives, dialect->custom_directive_count, name);
  const registry_t *registry = tern_context_extension(context, &registry_key);
  for (size_t i = 0; registry && !found && i < registry->count; ++i) {
    found = find_among(registry->values[i].directives, registry->values[i].count, name);
  }
  if (found) return found;
  return find_among(common_directives, sizeof common_directives / sizeof common_directives[0], name);
}
