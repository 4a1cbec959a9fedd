// llvm: attributes with a syntax of their own, and the table of all attributes.

#include "dialect/llvm/llvm_hooks.h"

#include <inttypes.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/llvm/dwarf_words.h"
#include "dialect/llvm/llvm.h"
#include "ir/params.h"

// Makes an attribute of parameters that are attributes.
static const tern_attr_t *make_attr(tern_parser_t *parser, const tern_attr_row_t *row, const tern_attr_t *const *values,
                                    size_t count) {
  uint64_t words[TERN_LLVM_MAX_PARAMS];
  for (size_t i = 0; i < count; i++) {
    if (!values[i]) return NULL;
    words[i] = (uint64_t)(uintptr_t)values[i];
  }
  return tern_dialect_attr_get(tern_parser_context(parser), row, words, count);
}

static const tern_attr_t *param_of(const tern_attr_t *attr, size_t index) {
  return (const tern_attr_t *)(uintptr_t)attr->params[index];
}

// #llvm.address_space<3>
static const tern_attr_t *parse_address_space(tern_parser_t *parser, const tern_attr_row_t *row,
                                              const tern_type_t *type) {
  (void)type;
  int64_t space;
  if (!tern_parse_token(parser, "<") || !tern_parse_integer(parser, &space) || !tern_parse_token(parser, ">"))
    return NULL;
  const tern_attr_t *value = tern_llvm_make_number(tern_parser_context(parser), space);
  return make_attr(parser, row, &value, 1);
}

static void print_address_space(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_format(printer, "<%" PRId64 ">", tern_integer_attr_value(param_of(attr, 0)));
}

// `<"text" SEPARATOR "text">`
static const tern_attr_t *parse_texts(tern_parser_t *parser, const tern_attr_row_t *row, const char *separator) {
  tern_str_t texts[2];
  if (!tern_parse_token(parser, "<") || !tern_parse_string(parser, &texts[0])) return NULL;
  bool is_word = separator[0] != ':';
  if (!(is_word ? tern_parse_keyword(parser, separator) : tern_parse_token(parser, separator))) return NULL;
  if (!tern_parse_string(parser, &texts[1]) || !tern_parse_token(parser, ">")) return NULL;
  tern_context_t *context = tern_parser_context(parser);
  const tern_attr_t *values[] = {tern_string_attr_get(context, texts[0]), tern_string_attr_get(context, texts[1])};
  return make_attr(parser, row, values, 2);
}

static void print_texts(tern_printer_t *printer, const tern_attr_t *attr, const char *separator) {
  tern_printer_char(printer, '<');
  tern_printer_attr(printer, param_of(attr, 0));
  tern_printer_text(printer, separator);
  tern_printer_attr(printer, param_of(attr, 1));
  tern_printer_char(printer, '>');
}

// #llvm.di_file<"name" in "directory">
static const tern_attr_t *parse_di_file(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  return parse_texts(parser, row, "in");
}

static void print_di_file(tern_printer_t *printer, const tern_attr_t *attr) { print_texts(printer, attr, " in "); }

const tern_attr_t *tern_llvm_di_file_attr(tern_context_t *context, tern_str_t name, tern_str_t directory) {
  uint64_t words[] = {(uint64_t)(uintptr_t)tern_string_attr_get(context, name),
                      (uint64_t)(uintptr_t)tern_string_attr_get(context, directory)};
  return tern_dialect_attr_get(context, tern_llvm_attr_row("llvm.di_file"), words, 2);
}

const tern_attr_t *tern_llvm_find_in_loc(const tern_attr_t *loc, const char *name) {
  size_t first = loc->kind == TERN_ATTR_LOC_CALL_SITE ? 0 : 1;
  if (loc->kind == TERN_ATTR_LOC_FUSED && tern_attr_is_llvm(tern_param_pointer(loc->params[0]), name))
    return tern_param_pointer(loc->params[0]);
  if (loc->kind != TERN_ATTR_LOC_FUSED && loc->kind != TERN_ATTR_LOC_NAME && first == 1) return NULL;
  for (size_t i = first; i < loc->param_count; ++i) {
    const tern_attr_t *found = tern_llvm_find_in_loc(tern_param_pointer(loc->params[i]), name);
    if (found) return found;
  }
  return NULL;
}

// DW_OP_LLVM_fragment(0, 32) as an array: a name, then its arguments.
static const tern_attr_t *parse_expression_element(tern_parser_t *parser, const tern_attr_row_t *row,
                                                   const tern_type_t *type) {
  (void)type;
  tern_context_t *context = tern_parser_context(parser);
  tern_str_t name;
  const tern_attr_t *parts[8];
  size_t count = 1;
  if (!tern_parse_any_keyword(parser, &name)) return NULL;
  parts[0] = tern_string_attr_get(context, name);
  if (tern_parse_optional_token(parser, "(")) {
    do {
      tern_str_t keyword;
      int64_t value;
      if (count == 8) {
        tern_parser_error(parser, "too many arguments of a debug info operation");
        return NULL;
      }
      if (tern_parse_optional_any_keyword(parser, &keyword)) {
        parts[count++] = tern_string_attr_get(context, keyword);
        continue;
      }
      if (!tern_parse_integer(parser, &value)) return NULL;
      parts[count++] = tern_llvm_make_number(context, value);
    } while (tern_parse_optional_token(parser, ","));
    if (!tern_parse_token(parser, ")")) return NULL;
  }
  const tern_attr_t *element = tern_array_attr_get(context, parts, count);
  return make_attr(parser, row, &element, 1);
}

static void print_expression_element(tern_printer_t *printer, const tern_attr_t *attr) {
  const tern_attr_t *parts = param_of(attr, 0);
  size_t count = tern_array_attr_count(parts);
  for (size_t i = 0; i < count; i++) {
    const tern_attr_t *part = tern_array_attr_at(parts, i);
    if (i > 0) tern_printer_text(printer, i == 1 ? "(" : ", ");
    if (tern_attr_is_string(part))
      tern_printer_str(printer, tern_string_attr_value(part));
    else
      tern_printer_int(printer, tern_integer_attr_value(part));
  }
  if (count > 1) tern_printer_char(printer, ')');
}

// <[DW_OP_deref, DW_OP_LLVM_fragment(0, 32)]> as an array of elements.
static const tern_attr_t *parse_di_expression(tern_parser_t *parser, const tern_attr_row_t *row,
                                              const tern_type_t *type) {
  (void)type;
  if (!tern_parse_token(parser, "<")) return NULL;
  TERN_VEC(const tern_attr_t *) list = {0};
  bool is_right = true;
  if (tern_parse_optional_token(parser, "[")) {
    do {
      const tern_attr_t *element =
          parse_expression_element(parser, tern_llvm_attr_row("llvm.di_expression_elem"), NULL);
      is_right = element != NULL;
      tern_vec_push(&list, element);
    } while (is_right && tern_parse_optional_token(parser, ","));
    is_right = is_right && tern_parse_token(parser, "]");
  }
  is_right = is_right && tern_parse_token(parser, ">");
  const tern_attr_t *elements = tern_llvm_finish_array(tern_parser_context(parser), list.values, list.count, is_right);
  tern_vec_deinitialize(&list);
  return elements ? make_attr(parser, row, &elements, 1) : NULL;
}

static void print_di_expression(tern_printer_t *printer, const tern_attr_t *attr) {
  const tern_attr_t *elements = param_of(attr, 0);
  size_t count = tern_array_attr_count(elements);
  tern_printer_text(printer, count > 0 ? "<[" : "<");
  for (size_t i = 0; i < count; i++) {
    if (i > 0) tern_printer_text(printer, ", ");
    print_expression_element(printer, tern_array_attr_at(elements, i));
  }
  tern_printer_text(printer, count > 0 ? "]>" : ">");
}

// #llvm.target_features<["+avx", "+fma"]>
static const tern_attr_t *parse_target_features(tern_parser_t *parser, const tern_attr_row_t *row,
                                                const tern_type_t *type) {
  (void)type;
  if (!tern_parse_token(parser, "<")) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *list = tern_parse_attr(parser, NULL);
  if (!list) return NULL;
  bool is_right = list->kind == TERN_ATTR_ARRAY;
  for (size_t i = 0; is_right && i < tern_array_attr_count(list); i++) {
    const tern_attr_t *feature = tern_array_attr_at(list, i);
    is_right = tern_attr_is_string(feature) && tern_string_attr_value(feature).size > 0;
    if (!is_right) break;
    char sign = tern_string_attr_value(feature).data[0];
    if (sign != '+' && sign != '-') {
      tern_parser_error_at(parser, pos, "target features must start with '+' or '-'");
      return NULL;
    }
  }
  if (!is_right) {
    tern_parser_error_at(parser, pos, "expected a list of strings");
    return NULL;
  }
  return tern_parse_token(parser, ">") ? make_attr(parser, row, &list, 1) : NULL;
}

static void print_in_angles(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_char(printer, '<');
  for (size_t i = 0; i < attr->param_count; i++) {
    if (i > 0) tern_printer_text(printer, ", ");
    tern_printer_attr(printer, param_of(attr, i));
  }
  tern_printer_char(printer, '>');
}

// #llvm.dso_local_equivalent@f, #llvm.dependent_libraries<["a"]> and friends: attributes between `<` and `>`.
static const tern_attr_t *parse_in_angles(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  const tern_attr_t *values[4];
  size_t count = 0;
  if (!tern_parse_token(parser, "<")) return NULL;
  do {
    if (count == 4) {
      tern_parser_error(parser, "too many parameters");
      return NULL;
    }
    if (!(values[count++] = tern_parse_attr(parser, NULL))) return NULL;
  } while (tern_parse_optional_token(parser, ","));
  return tern_parse_token(parser, ">") ? make_attr(parser, row, values, count) : NULL;
}

// What a flag may be: two keys take attributes of their own.
static bool verify_module_flag(tern_parser_t *parser, tern_source_pos_t pos, const tern_attr_t *key,
                               const tern_attr_t *value) {
  tern_str_t name = tern_attr_is_string(key) ? tern_string_attr_value(key) : (tern_str_t){0};
  if (tern_str_equal_cstr(name, "CG Profile")) {
    bool is_right = value->kind == TERN_ATTR_ARRAY;
    for (size_t i = 0; is_right && i < tern_array_attr_count(value); i++)
      is_right = tern_attr_is_llvm(tern_array_attr_at(value, i), "llvm.cgprofile_entry");
    return is_right ||
           tern_parser_error_at(parser, pos, "'CG Profile' key expects an array of '#llvm.cgprofile_entry'");
  }
  if (tern_str_equal_cstr(name, "ProfileSummary")) {
    return tern_attr_is_llvm(value, "llvm.profile_summary") ||
           tern_parser_error_at(parser, pos, "'ProfileSummary' key expects a '#llvm.profile_summary' attribute");
  }
  return tern_attr_is_integer(value) || tern_attr_is_string(value) ||
         tern_parser_error_at(parser, pos,
                              "only integer and string values are currently supported for unknown key '%.*s'",
                              (int)name.size, name.data);
}

// Where the attribute that begins at `at` ends, which is where upstream stands after one with an error in it.
static tern_source_pos_t end_of_attr(tern_source_pos_t at) {
  const char *end = at.pointer;
  size_t depth = 0;
  while (*end && *end != '<' && *end != '\n') ++end;
  if (*end != '<') return at;
  do {
    depth += *end == '<';
    depth -= *end == '>';
    ++end;
  } while (*end && depth > 0);
  return (tern_source_pos_t){end};
}

// #llvm.mlir.module_flag<error, "name", 2 : i32>
static const tern_attr_t *parse_module_flag(tern_parser_t *parser, const tern_attr_row_t *row,
                                            const tern_type_t *type) {
  (void)type;
  static const char *const behaviors[] = {"error",  "warning",       "require", "override",
                                          "append", "append_unique", "max",     "min"};
  tern_str_t word;
  tern_source_pos_t start = tern_parser_pos(parser);
  if (!tern_parse_token(parser, "<")) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_any_keyword(parser, &word)) return NULL;
  int64_t behavior = 0;
  for (size_t i = 0; i < sizeof(behaviors) / sizeof(behaviors[0]); i++)
    if (tern_str_equal_cstr(word, behaviors[i])) behavior = (int64_t)i + 1;
  if (behavior == 0) {
    tern_parser_error_at(parser, pos, "unknown module flag behavior '%.*s'", (int)word.size, word.data);
    return NULL;
  }
  const tern_attr_t *values[4] = {tern_string_attr_get(tern_parser_context(parser), word)};
  if (!tern_parse_token(parser, ",") || !(values[1] = tern_parse_attr(parser, NULL)) || !tern_parse_token(parser, ","))
    return NULL;
  pos = tern_parser_pos(parser);
  if (!(values[2] = tern_parse_attr(parser, NULL))) {
    tern_parser_error_at(parser, end_of_attr(pos),
                         "failed to parse ModuleFlagAttr parameter 'value' which is to be a `Attribute`");
    return NULL;
  }
  if (!tern_parse_token(parser, ">") || !verify_module_flag(parser, start, values[1], values[2])) return NULL;
  values[3] = tern_llvm_make_number(tern_parser_context(parser), behavior);
  return make_attr(parser, row, values, 4);
}

static void print_module_flag(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_char(printer, '<');
  tern_printer_str(printer, tern_string_attr_value(param_of(attr, 0)));
  tern_printer_text(printer, ", ");
  tern_printer_attr(printer, param_of(attr, 1));
  tern_printer_text(printer, ", ");
  tern_printer_attr(printer, param_of(attr, 2));
  tern_printer_char(printer, '>');
}

// #llvm.constant_range<i32, 0, 12>
static const tern_attr_t *parse_constant_range(tern_parser_t *parser, const tern_attr_row_t *row,
                                               const tern_type_t *type) {
  (void)type;
  int64_t bounds[2];
  if (!tern_parse_token(parser, "<")) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *integer = tern_parse_type(parser);
  if (!integer) return NULL;
  if (!tern_type_is_signless(integer)) {
    tern_parser_error_at(parser, pos, "expected integer type");
    return NULL;
  }
  for (size_t i = 0; i < 2; i++)
    if (!tern_parse_token(parser, ",") || !tern_parse_integer(parser, &bounds[i])) return NULL;
  if (!tern_parse_token(parser, ">")) return NULL;
  const tern_attr_t *values[] = {tern_integer_attr_get(integer, bounds[0]), tern_integer_attr_get(integer, bounds[1])};
  return make_attr(parser, row, values, 2);
}

static void print_constant_range(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_char(printer, '<');
  tern_printer_type(printer, tern_attr_type(param_of(attr, 0)));
  for (size_t i = 0; i < 2; i++) tern_printer_format(printer, ", %" PRId64, tern_integer_attr_value(param_of(attr, i)));
  tern_printer_char(printer, '>');
}

// #llvm.mmra_tag<"prefix":"suffix">
static const tern_attr_t *parse_mmra_tag(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  return parse_texts(parser, row, ":");
}

static void print_mmra_tag(tern_printer_t *printer, const tern_attr_t *attr) { print_texts(printer, attr, ":"); }

// #llvm.dso_local_equivalent@f
static const tern_attr_t *parse_bare(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  const tern_attr_t *value = tern_parse_attr(parser, NULL);
  return value ? make_attr(parser, row, &value, 1) : NULL;
}

static void print_bare(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_char(printer, ' ');
  tern_printer_attr(printer, param_of(attr, 0));
}

// --- the table ---

const tern_attr_row_t tern_llvm_attrs[] = {
#define ATTR(NAME, ALIAS, ...) \
  {.name = NAME, .parse = tern_llvm_parse_params, .print = tern_llvm_print_params, .alias = ALIAS},
#define PLAIN(NAME, ALIAS, PARSE, PRINT) {.name = NAME, .parse = PARSE, .print = PRINT, .alias = ALIAS},
#include "dialect/llvm/llvm_attrs.def"
#undef ATTR
#undef PLAIN
};
