// test: types and attributes, each with its text as a form that one pair of functions reads and prints.
//
// In a form `%t` is a type, `%a` an attribute, `%s` a string attribute, `%c` a string by its alias or as a word, `%k` the
// key of a resource, `%i` a number, `%L` numbers with commas between them, `%y` a symbol reference, `%n` an attribute of
// the same kind; each takes the next parameter. What stands in `{...}` may be missing: then its parameters are 0. Spaces
// are printed and not asked for, letters are words, all else is punctuation. The type of a typed attribute comes before the parameters.

#include <stdio.h>

#include "base/vec.h"
#include "ir/context.h"
#include "test/dialect/hooks.h"

enum { MAX_PARAMS = 4 };

static const char *form_of(const char *name);
static const tern_attr_t *parse_attr_form(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type);

// --- reading ---

static bool parse_numbers(tern_parser_t *parser, uint64_t *out_value) {
  TERN_VEC(int64_t) numbers = {0};
  bool is_ok = true;
  do {
    int64_t value;
    is_ok = tern_parse_integer(parser, &value);
    if (is_ok) tern_vec_push(&numbers, value);
  } while (is_ok && tern_parse_optional_token(parser, ","));
  const tern_attr_t *list = tern_dense_i64_array_attr_get(tern_parser_context(parser), numbers.values, numbers.count);
  *out_value = (uint64_t)(uintptr_t)list;
  tern_vec_deinitialize(&numbers);
  return is_ok;
}

static bool parse_param(tern_parser_t *parser, const void *row, char kind, uint64_t *out_value) {
  const void *made = NULL;
  tern_str_t text;
  int64_t number;
  tern_source_pos_t pos = tern_parser_pos(parser);
  switch (kind) {
    case 'i':
      if (!tern_parse_integer(parser, &number)) return false;
      *out_value = (uint64_t)number;
      return true;
    case 'L': return parse_numbers(parser, out_value);
    case 'n':
      made = tern_parser_at_token(parser, "<") ? parse_attr_form(parser, row, NULL) : tern_parse_attr(parser, NULL);
      break;
    case 't': made = tern_parse_type(parser); break;
    case 's':
      if (!tern_parse_string(parser, &text)) return false;
      made = tern_string_attr_get(tern_parser_context(parser), text);
      break;
    case 'k':
      if (!tern_parse_keyword_or_string(parser, &text)) return false;
      made = tern_ident_get(tern_parser_context(parser), text);
      break;
    case 'c':
      if (*pos.pointer != '#') {
        if (!tern_parse_keyword_or_string(parser, &text)) return false;
        made = tern_string_attr_get(tern_parser_context(parser), text);
        break;
      }
      __attribute__((fallthrough));
    default: {
      const tern_attr_t *attr = tern_parse_attr(parser, NULL);
      bool is_wrong = attr && ((kind == 'y' && attr->kind != TERN_ATTR_SYMBOL_REF) ||
                               (kind == 'c' && attr->kind != TERN_ATTR_STRING));
      if (is_wrong) {
        return tern_parser_error_at(parser, pos, "invalid kind of attribute specified");
      }
      made = attr;
    }
  }
  *out_value = (uint64_t)(uintptr_t)made;
  return made != NULL;
}

// Counts the parameters of a part of a form.
static size_t count_params(const char *form, const char *end) {
  size_t count = 0;
  for (; *form && form < end; ++form) count += *form == '%';
  return count;
}

static bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

static bool parse_form(tern_parser_t *parser, const void *row, const char *form, uint64_t *params, size_t *out_count) {
  size_t count = 0;
  for (const char *at = form; *at; ++at) {
    char token[2] = {*at, 0};
    if (*at == ' ' || *at == '}') continue;
    if (*at == '{') {
      token[0] = at[1];
      const char *end = strchr(at, '}');
      if (tern_parser_at_token(parser, token)) continue;
      for (size_t i = count_params(at, end); i > 0; --i) params[count++] = 0;
      at = end;
    } else if (*at == '%') {
      if (!parse_param(parser, row, *++at, &params[count++])) return false;
    } else if (is_letter(*at)) {
      char word[16];
      size_t size = 0;
      while (is_letter(at[size])) ++size;
      snprintf(word, sizeof word, "%.*s", (int)size, at);
      if (!tern_parse_keyword(parser, word)) return false;
      at += size - 1;
    } else if (!tern_parse_token(parser, token)) {
      return false;
    }
  }
  *out_count = count;
  return true;
}

static const tern_type_t *parse_type_form(tern_parser_t *parser, const tern_type_row_t *row) {
  uint64_t params[MAX_PARAMS];
  size_t count;
  if (!parse_form(parser, row, form_of(row->name), params, &count)) return NULL;
  return tern_dialect_type_get(tern_parser_context(parser), row, params, count);
}

static const tern_attr_t *parse_attr_form(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  uint64_t params[MAX_PARAMS] = {(uint64_t)(uintptr_t)type};
  size_t first = row->is_typed, count;
  if (!parse_form(parser, row, form_of(row->name), params + first, &count)) return NULL;
  return tern_dialect_attr_get(tern_parser_context(parser), row, params, first + count);
}

// --- printing ---

static void print_param(tern_printer_t *printer, char kind, uint64_t value) {
  const tern_attr_t *attr = (const tern_attr_t *)(uintptr_t)value;
  switch (kind) {
    case 'i': tern_printer_int(printer, (int64_t)value); break;
    case 't': tern_printer_type(printer, (const tern_type_t *)(uintptr_t)value); break;
    case 'n': tern_printer_attr_stripped(printer, attr); break;
    case 'k': tern_printer_resource_key(printer, "test", tern_ident_str((const tern_ident_t *)(uintptr_t)value)); break;
    case 'c':
      if (tern_printer_attr_alias(printer, attr)) break;
      tern_printer_keyword_or_string(printer, tern_string_attr_value(attr));
      break;
    case 'L':
      for (size_t i = 0; i < tern_int_list_attr_count(attr); ++i) {
        if (i) tern_printer_text(printer, ", ");
        tern_printer_int(printer, tern_int_list_attr_at(attr, i));
      }
      break;
    default: tern_printer_attr(printer, attr);
  }
}

static void print_form(tern_printer_t *printer, const char *form, const uint64_t *params) {
  size_t count = 0;
  for (const char *at = form; *at; ++at) {
    if (*at == '}') continue;
    if (*at == '{') {
      const char *end = strchr(at, '}');
      if (params[count]) continue;
      count += count_params(at, end);
      at = end;
    } else if (*at == '%') {
      print_param(printer, *++at, params[count++]);
    } else {
      tern_printer_char(printer, *at);
    }
  }
}

static void print_type_form(tern_printer_t *printer, const tern_type_t *type) {
  print_form(printer, form_of(type->row->name), type->params);
}

static void print_attr_form(tern_printer_t *printer, const tern_attr_t *attr) {
  const tern_attr_row_t *row = attr->row;
  print_form(printer, form_of(row->name), attr->params + row->is_typed);
}

// --- !test.int<signed, 8> ---

static const char *const signs[] = {"none", "signed", "unsigned"};

static const tern_type_t *parse_int(tern_parser_t *parser, const tern_type_row_t *row) {
  tern_str_t sign;
  int64_t width;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_token(parser, "<") || !tern_parse_any_keyword(parser, &sign)) return NULL;
  size_t index = 0;
  while (index < 3 && !tern_str_equal_cstr(sign, signs[index])) ++index;
  if (index == 3) {
    tern_parser_error_at(parser, pos, "expected signed, unsigned or none");
    return NULL;
  }
  if (!tern_parse_token(parser, ",") || !tern_parse_integer(parser, &width) || !tern_parse_token(parser, ">")) {
    return NULL;
  }
  uint64_t params[] = {index, (uint64_t)width};
  return tern_dialect_type_get(tern_parser_context(parser), row, params, 2);
}

static void print_int(tern_printer_t *printer, const tern_type_t *type) {
  tern_printer_format(printer, "<%s, ", signs[type->params[0]]);
  tern_printer_int(printer, (int64_t)type->params[1]);
  tern_printer_char(printer, '>');
}

// --- !test.type_verification<type>: i16 or i32 ---

static const tern_type_t *parse_verified(tern_parser_t *parser, const tern_type_row_t *row) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *type = parse_type_form(parser, row);
  if (!type) return NULL;
  const tern_type_t *param = (const tern_type_t *)(uintptr_t)type->params[0];
  tern_context_t *context = tern_parser_context(parser);
  if (param == tern_i_type_get(context, 16) || param == tern_i_type_get(context, 32)) return type;
  tern_parser_error_at(parser, pos, "failed to verify 'param': 16-bit signless integer or 32-bit signless integer");
  return NULL;
}

// --- the tables ---

#define PLAIN(NAME) {.name = "test." NAME}
#define TYPE(NAME) {.name = "test." NAME, .parse = parse_type_form, .print = print_type_form}
#define ATTR(NAME, ...) {.name = "test." NAME, .parse = parse_attr_form, .print = print_attr_form, __VA_ARGS__}

const tern_type_row_t tern_test_types[TERN_TEST_TYPE_COUNT] = {
    [TERN_TEST_SIMPLE_TYPE] = PLAIN("smpla"),
    [TERN_TEST_I32_TYPE] = PLAIN("i32"),
    [TERN_TEST_INTEGER_TYPE] = {.name = "test.int", .parse = parse_int, .print = print_int},
    PLAIN("test_type"),
    PLAIN("test_type_with_trait"),
    PLAIN("memref_element"),
    {.name = "test.dynamic_singleton", .parse = tern_test_parse_dynamic_type, .print = print_type_form},
    {.name = "test.dynamic_pair", .parse = tern_test_parse_dynamic_type, .print = print_type_form},
    {.name = "test.op_asm_type_interface", .alias = "op_asm_type_interface_type"},
    {.name = "test.op_asm_type_interface_tablegen_default", .alias = "op_asm_type_interface_tablegen_default"},
    {.name = "test.type_verification", .parse = parse_verified, .print = print_type_form},
    TYPE("optional_value_type"),
    TYPE("test_type_with_layout"),
    TYPE("test_tensor"),
    TYPE("test_memref"),
    TYPE("dynamic_custom_assembly_format"),
};

#define STRUCT(NAME, ...) \
  {.name = "test." NAME, .parse = tern_test_parse_struct, .print = tern_test_print_struct, __VA_ARGS__}
#define LIST(NAME) \
  {.name = "test." NAME, .parse = tern_test_parse_list, .print = tern_test_print_list, .attr_params = 1}

const tern_attr_row_t tern_test_attrs[TERN_TEST_ATTR_COUNT] = {
    [TERN_TEST_PARAMS_ATTR] = ATTR("attr_params"),
    [TERN_TEST_NESTED_ALIAS_ATTR] = ATTR("nested_alias", .attr_params = 2),
    PLAIN("attr_with_trait"),
    ATTR("attr_with_self_type_param", .is_typed = true),
    ATTR("conditional_alias", .attr_params = 1),
    ATTR("const_memory_space"),
    ATTR("custom_location", .is_location = true),
    {.name = "test.dynamic_singleton", .parse = tern_test_parse_dynamic_attr, .print = print_attr_form},
    {.name = "test.dynamic_pair", .parse = tern_test_parse_dynamic_attr, .print = print_attr_form, .attr_params = 3},
    ATTR("dynamic_custom_assembly_format", .attr_params = 3),
    {.name = "test.custom_float", .parse = tern_test_parse_float, .print = tern_test_print_float},
    STRUCT("custom_struct", .attr_params = 7),
    STRUCT("op_asm_attr_interface", .alias = "op_asm_attr_interface", .alias_detail = tern_test_alias_of_value),
    STRUCT("op_asm_attr_interface_tablegen_default", .alias = "op_asm_attr_interface_tablegen_default"),
    LIST("array_of_ugly"),
    LIST("array_of_ints"),
    LIST("array_of_enums"),
    ATTR("attr_ugly", .attr_params = 1),
    ATTR("e1di64_elements", .is_typed = true),
    ATTR("memref_layout"),
    ATTR("slash_attr"),
    ATTR("sub_elements_access", .attr_params = 7),
    ATTR("symbol_ref_attr", .attr_params = 1, .verify_symbol_uses = tern_test_verify_symbol_ref_uses),
    ATTR("tensor_encoding"),
};

static const struct {
  const char *name, *form;
} forms[] = {
    {"attr_params", "<%i, %i>"},
    {"const_memory_space", "{<%i>}"},
    {"custom_location", "<%s * %i>"},
    {"attr_ugly", " begin %a end"},
    {"dynamic_custom_assembly_format", "<%a:%a>"},
    {"conditional_alias", "<%c>"},
    {"e1di64_elements", "<%k>"},
    {"dynamic_pair", "<%a, %a>"},
    {"memref_layout", "<%s>"},
    {"nested_alias", "<%s{, %n}>"},
    {"optional_value_type", "{<%i>}"},
    {"slash_attr", "<%i / %i>"},
    {"sub_elements_access", "<%a, %a, %a>"},
    {"symbol_ref_attr", "<%y>"},
    {"tensor_encoding", "<%s>"},
    {"test_memref", "<[%L], %t{, %a}>"},
    {"test_tensor", "<[%L], %t>"},
    {"test_type_with_layout", "<%i>"},
    {"type_verification", "<%t>"},
};

// `name` has the dialect's name before it.
static const char *form_of(const char *name) {
  const char *mnemonic = strchr(name, '.') + 1;
  for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); ++i) {
    if (strcmp(forms[i].name, mnemonic) == 0) return forms[i].form;
  }
  return "";
}
