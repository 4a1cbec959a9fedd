// llvm: attributes with named parameters (`#llvm.loop_unroll<disable = true>`), written as one table. Debug information, alias scopes, type-based aliasing and loop annotations are of this kind.
//
// A parameter is kept as an attribute whatever its kind is; 0 is an absent one.

#include <inttypes.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/llvm/dwarf_words.h"
#include "dialect/llvm/llvm.h"
#include "dialect/llvm/llvm_hooks.h"
#include "ir/params.h"

// What a parameter is, as it is written.
typedef enum param_kind {
  ATTR,     // any attribute
  INNER,    // an attribute of the same dialect, without `#llvm.name`: `<id = 1>`
  NAMED,    // the same, of which there may be an alias
  STRING,   // "text"
  NUMBER,   // a decimal number, absent if 0
  COUNT,    // a decimal number, always there
  BOOLEAN,  // true or false, absent if false
  FLAG,     // true or false, always there
  KEYWORD,  // a bare word, or several in quotes joined by `|`
  TYPE,     // a type
  ATTRS,    // attributes up to the end of the list
  MEMBERS,  // {<attribute, number>, ...}
  INNERS,   // attributes like INNER up to the end of the list
} param_kind_t;

typedef struct param {
  const char *name;
  param_kind_t kind;
  bool is_required;
  const char *inner;  // the row's name, for INNER and NAMED
} param_t;

typedef struct params {
  const char *attr_name;
  param_t params[TERN_LLVM_MAX_PARAMS];
} params_t;

static const params_t params_table[] = {
#define ATTR(NAME, ALIAS, ...) {NAME, {__VA_ARGS__}},
#define PLAIN(NAME, SUMMARY, PARSE, PRINT)
#include "dialect/llvm/llvm_attrs.def"
#undef ATTR
#undef PLAIN
};

static const params_t *find_params(const char *attr_name) {
  for (size_t i = 0; i < sizeof(params_table) / sizeof(params_table[0]); i++)
    if (strcmp(params_table[i].attr_name, attr_name) == 0) return &params_table[i];
  return NULL;
}

const tern_attr_t *tern_llvm_attr_param(const tern_attr_t *attr, const char *name) {
  const params_t *params = find_params(((const tern_attr_row_t *)attr->row)->name);
  for (size_t i = 0; params && i < TERN_LLVM_MAX_PARAMS && params->params[i].name; i++)
    if (strcmp(params->params[i].name, name) == 0) return (const tern_attr_t *)(uintptr_t)attr->params[i];
  return NULL;
}

bool tern_llvm_attr_takes(const char *attr_name, size_t index, const tern_attr_t *value) {
  const params_t *params = find_params(attr_name);
  if (!params) return true;
  const param_t *param = &params->params[index];
  bool is_checked = value && (param->kind == INNER || param->kind == NAMED);
  return is_checked ? tern_attr_is_llvm(value, param->inner) : value || !param->is_required;
}

// --- parsing ---

const tern_attr_t *tern_llvm_make_number(tern_context_t *context, int64_t value) {
  return tern_integer_attr_get(tern_i_type_get(context, 64), value);
}

// Flags in the order in which they are printed; anything else as it is.
static const tern_attr_t *order_flags(tern_context_t *context, tern_dwarf_family_t family, tern_str_t words) {
  uint64_t number;
  tern_string_builder_t ordered = {0};
  bool is_known = tern_dwarf_number(family, words, &number) && tern_dwarf_text(family, number, &ordered);
  const tern_attr_t *attr = tern_string_attr_get(context, is_known ? tern_string_builder_view(&ordered) : words);
  tern_string_builder_deinitialize(&ordered);
  return attr;
}

// A bare word, or several in quotes: "Definition|Optimized".
static const tern_attr_t *parse_words(tern_parser_t *parser, const param_t *param) {
  tern_str_t words;
  tern_context_t *context = tern_parser_context(parser);
  if (!tern_parse_keyword_or_string(parser, &words)) return NULL;
  if (strcmp(param->name, "flags") == 0) return order_flags(context, TERN_DWARF_FLAGS, words);
  if (strcmp(param->name, "subprogramFlags") == 0) return order_flags(context, TERN_DWARF_SUBPROGRAM_FLAGS, words);
  return tern_string_attr_get(context, words);
}

// What upstream's errors call the attributes that parameters are checked to be.
static const struct {
  const char *row, *definition, *class_name;
} class_names[] = {
    {"llvm.tbaa_tag", "LLVM_TBAATagAttr", "TBAATagAttr"},
    {"llvm.tbaa_type_desc", "LLVM_TBAATypeDescriptorAttr", "TBAATypeDescriptorAttr"},
    {"llvm.di_file", "LLVM_DIFileAttr", "DIFileAttr"},
    {"llvm.di_compile_unit", "LLVM_DICompileUnitAttr", "DICompileUnitAttr"},
    {"llvm.di_subroutine_type", "LLVM_DISubroutineTypeAttr", "DISubroutineTypeAttr"},
    {"llvm.alias_scope", "LLVM_AliasScopeAttr", "AliasScopeAttr"},
    {"llvm.alias_scope_domain", "LLVM_AliasScopeDomainAttr", "AliasScopeDomainAttr"},
};

// The name of a row's attribute, as its definition or as a class; the row's own where there is no other.
static const char *class_of(const char *row, bool is_definition) {
  for (size_t i = 0; i < sizeof(class_names) / sizeof(class_names[0]); i++)
    if (strcmp(class_names[i].row, row) == 0)
      return is_definition ? class_names[i].definition : class_names[i].class_name;
  return row;
}

static bool report_param(tern_parser_t *parser, tern_source_pos_t pos, const char *definition, const char *param,
                         const char *class_name) {
  return tern_parser_error_at(parser, pos, "failed to parse %s parameter '%s' which is to be a `%s`", definition, param,
                              class_name);
}

const tern_attr_row_t *tern_llvm_attr_row(const char *name) {
  for (size_t i = 0; i < TERN_LLVM_ATTR_COUNT; i++)
    if (strcmp(tern_llvm_attrs[i].name, name) == 0) return &tern_llvm_attrs[i];
  return NULL;
}

const tern_attr_t *tern_llvm_finish_array(tern_context_t *context, const tern_attr_t *const *values, size_t count,
                                          bool is_right) {
  return is_right ? tern_array_attr_get(context, values, count) : NULL;
}

// {<#descriptor, 0>, <#descriptor, 8>} as an array of pairs.
static const tern_attr_t *parse_members(tern_parser_t *parser) {
  tern_context_t *context = tern_parser_context(parser);
  tern_source_pos_t start = tern_parser_pos(parser);
  if (!tern_parse_token(parser, "{")) return NULL;
  TERN_VEC(const tern_attr_t *) list = {0};
  bool is_right = true;
  do {
    int64_t offset = 0;
    is_right = false;
    const tern_attr_t *pair[2] = {NULL, NULL};
    if (!tern_parse_token(parser, "<")) break;
    tern_source_pos_t pos = tern_parser_pos(parser);
    pair[0] = tern_parse_attr(parser, NULL);
    if (pair[0] && !tern_attr_is_llvm(pair[0], "llvm.tbaa_root") &&
        !tern_attr_is_llvm(pair[0], "llvm.tbaa_type_desc")) {
      tern_parser_error_at(parser, pos, "invalid kind of attribute specified");
      report_param(parser, pos, "LLVM_TBAAMemberAttr", "typeDesc", "TBAANodeAttr");
      is_right =
          report_param(parser, start, "LLVM_TBAATypeDescriptorAttr", "members", "::llvm::ArrayRef<TBAAMemberAttr>");
      break;
    }
    is_right = pair[0] && tern_parse_token(parser, ",") && tern_parse_integer(parser, &offset) &&
               tern_parse_token(parser, ">");
    if (!is_right) break;
    pair[1] = tern_llvm_make_number(context, offset);
    tern_vec_push(&list, tern_array_attr_get(context, pair, 2));
  } while (tern_parse_optional_token(parser, ","));
  is_right = is_right && tern_parse_token(parser, "}");
  const tern_attr_t *result = tern_llvm_finish_array(context, list.values, list.count, is_right);
  tern_vec_deinitialize(&list);
  return result;
}

// `inner` NULL: any attribute, written whole.
static const tern_attr_t *parse_inner(tern_parser_t *parser, const char *inner) {
  const tern_attr_row_t *row = inner ? tern_llvm_attr_row(inner) : NULL;
  return row && tern_parser_at_token(parser, "<") ? row->parse(parser, row, NULL) : tern_parse_attr(parser, NULL);
}

static const tern_attr_t *parse_inners(tern_parser_t *parser, const char *inner) {
  TERN_VEC(const tern_attr_t *) list = {0};
  bool is_right = true;
  do {
    const tern_attr_t *attr = parse_inner(parser, inner);
    is_right = attr != NULL;
    tern_vec_push(&list, attr);
  } while (is_right && tern_parse_optional_token(parser, ","));
  const tern_attr_t *result = tern_llvm_finish_array(tern_parser_context(parser), list.values, list.count, is_right);
  tern_vec_deinitialize(&list);
  return result;
}

// One value; `*out_attr` is NULL if it is what absence means. False after an error.
static bool parse_value(tern_parser_t *parser, const param_t *param, const tern_attr_t **out_attr) {
  tern_context_t *context = tern_parser_context(parser);
  *out_attr = NULL;
  switch (param->kind) {
    case ATTR:
    case STRING: *out_attr = tern_parse_attr(parser, NULL); break;
    case INNER:
    case NAMED: *out_attr = parse_inner(parser, param->inner); break;
    case INNERS: *out_attr = parse_inners(parser, param->inner); break;
    case NUMBER:
    case COUNT: {
      int64_t value;
      if (!tern_parse_integer(parser, &value)) return false;
      if (value == 0 && param->kind == NUMBER) return true;
      *out_attr = tern_llvm_make_number(context, value);
      break;
    }
    case BOOLEAN:
    case FLAG: {
      bool is_true = tern_parse_optional_keyword(parser, "true");
      if (!is_true && !tern_parse_optional_keyword(parser, "false"))
        return tern_parser_error(parser, "expected 'true' or 'false'");
      if (!is_true && param->kind == BOOLEAN) return true;
      *out_attr = tern_bool_attr_get(context, is_true);
      break;
    }
    case KEYWORD: *out_attr = parse_words(parser, param); break;
    case TYPE: {
      const tern_type_t *type = tern_parse_type(parser);
      *out_attr = type ? tern_type_attr_get(type) : NULL;
      break;
    }
    case ATTRS: *out_attr = parse_inners(parser, NULL); break;
    case MEMBERS: *out_attr = parse_members(parser); break;
  }
  return *out_attr != NULL;
}

// The only keyword that is checked here: what others may be LLVM says.
static bool is_profile_format(const params_t *params, const param_t *param, const tern_attr_t *value) {
  static const char *const formats[] = {"SampleProfile", "InstrProf", "CSInstrProf"};
  if (strcmp(params->attr_name, "llvm.profile_summary") != 0 || param->kind != KEYWORD) return true;
  for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
    if (tern_str_equal_cstr(tern_string_attr_value(value), formats[i])) return true;
  return false;
}

static bool parse_param(tern_parser_t *parser, const params_t *params, const tern_attr_t **values, bool *is_given) {
  tern_str_t name;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_any_keyword(parser, &name)) return false;
  for (size_t i = 0; i < TERN_LLVM_MAX_PARAMS && params->params[i].name; i++) {
    if (!tern_str_equal_cstr(name, params->params[i].name)) continue;
    if (is_given[i]) break;
    is_given[i] = true;
    const param_t *param = &params->params[i];
    if (!tern_parse_token(parser, "=")) return false;
    pos = tern_parser_pos(parser);
    if (!parse_value(parser, param, &values[i])) return false;
    bool is_attr = values[i] && (param->kind == INNER || param->kind == NAMED);
    if (is_attr && !tern_attr_is_llvm(values[i], param->inner)) {
      tern_parser_error_at(parser, pos, "invalid kind of attribute specified");
      return report_param(parser, pos, class_of(params->attr_name, true), param->name, class_of(param->inner, false));
    }
    if (!is_profile_format(params, param, values[i])) {
      tern_str_t given = tern_string_attr_value(values[i]);
      tern_parser_error_at(parser, pos,
                           "expected one of [SampleProfile, InstrProf, CSInstrProf] for LLVM ProfileSummary format "
                           "kinds, got: %.*s",
                           (int)given.size, given.data);
      return report_param(parser, pos, "ModuleFlagProfileSummaryAttr", param->name, "ProfileSummaryFormatKind");
    }
    return true;
  }
  return tern_parser_error_at(parser, pos, "duplicate or unknown struct parameter name: %.*s", (int)name.size,
                              name.data);
}

const tern_attr_t *tern_llvm_parse_params(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  const params_t *params = find_params(row->name);
  const tern_attr_t *values[TERN_LLVM_MAX_PARAMS] = {0};
  bool is_given[TERN_LLVM_MAX_PARAMS] = {0};
  tern_source_pos_t pos = tern_parser_pos(parser);
  // #llvm.tbaa_root alone has no parameter.
  if (!tern_parser_at_token(parser, "<") && !params->params[0].is_required && !params->params[1].name)
    return tern_dialect_attr_get(tern_parser_context(parser), row, (uint64_t[]){0}, 1);
  if (!tern_parse_token(parser, "<")) return NULL;
  if (!tern_parser_at_token(parser, ">")) {
    do {
      if (!parse_param(parser, params, values, is_given)) return NULL;
    } while (tern_parse_optional_token(parser, ","));
  }
  if (!tern_parse_token(parser, ">")) return NULL;
  uint64_t words[TERN_LLVM_MAX_PARAMS];
  size_t count = 0;
  for (; count < TERN_LLVM_MAX_PARAMS && params->params[count].name; count++) {
    if (params->params[count].is_required && !is_given[count]) {
      tern_parser_error_at(parser, pos, "struct is missing required parameter: %s", params->params[count].name);
      return NULL;
    }
    words[count] = (uint64_t)(uintptr_t)values[count];
  }
  return tern_dialect_attr_get(tern_parser_context(parser), row, words, count);
}

// --- printing ---

static void print_members(tern_printer_t *printer, const tern_attr_t *value) {
  tern_printer_char(printer, '{');
  for (size_t i = 0; i < tern_array_attr_count(value); i++) {
    const tern_attr_t *pair = tern_array_attr_at(value, i);
    tern_printer_text(printer, i > 0 ? ", <" : "<");
    uint32_t outer_depth = tern_printer_begin_inner(printer);
    tern_printer_attr(printer, tern_array_attr_at(pair, 0));
    tern_printer_end_inner(printer, outer_depth);
    tern_printer_format(printer, ", %" PRId64 ">", tern_integer_attr_value(tern_array_attr_at(pair, 1)));
  }
  tern_printer_char(printer, '}');
}

static void print_value(tern_printer_t *printer, const param_t *param, const tern_attr_t *value) {
  switch (param->kind) {
    case ATTR:
    case STRING: tern_printer_attr(printer, value); break;
    case NAMED: tern_printer_attr_stripped(printer, value); break;
    case INNER: tern_printer_attr_stripped(printer, value); break;
    case NUMBER:
    case COUNT: tern_printer_int(printer, tern_integer_attr_value(value)); break;
    case BOOLEAN:
    case FLAG: tern_printer_text(printer, tern_integer_attr_value(value) ? "true" : "false"); break;
    case KEYWORD: tern_printer_keyword_or_string(printer, tern_string_attr_value(value)); break;
    case TYPE: tern_printer_type(printer, tern_type_attr_value(value)); break;
    case ATTRS:
    case INNERS:
      for (size_t i = 0; i < tern_array_attr_count(value); i++) {
        const tern_attr_t *item = tern_array_attr_at(value, i);
        if (i > 0) tern_printer_text(printer, ", ");
        if (param->kind == INNERS)
          tern_printer_attr_stripped(printer, item);
        else
          tern_printer_attr(printer, item);
      }
      break;
    case MEMBERS: print_members(printer, value); break;
  }
}

void tern_llvm_print_params(tern_printer_t *printer, const tern_attr_t *attr) {
  const params_t *params = find_params(((const tern_attr_row_t *)attr->row)->name);
  const char *separator = "<";
  for (size_t i = 0; i < attr->param_count; i++) {
    const tern_attr_t *value = (const tern_attr_t *)(uintptr_t)attr->params[i];
    if (!value) continue;
    tern_printer_format(printer, "%s%s = ", separator, params->params[i].name);
    print_value(printer, &params->params[i], value);
    separator = ", ";
  }
  if (*separator == ',') tern_printer_char(printer, '>');
  if (*separator == '<' && !tern_attr_is_llvm(attr, "llvm.tbaa_root")) tern_printer_text(printer, "<>");
}

const tern_attr_t *tern_llvm_attr_make(tern_context_t *context, const char *name, const tern_named_attr_t *given,
                                       size_t count) {
  const params_t *params = find_params(name);
  uint64_t words[TERN_LLVM_MAX_PARAMS] = {0};
  size_t param_count = 0;
  for (; param_count < TERN_LLVM_MAX_PARAMS && params->params[param_count].name; param_count++) {
    for (size_t i = 0; i < count; i++) {
      if (strcmp(params->params[param_count].name, given[i].name) == 0)
        words[param_count] = (uint64_t)(uintptr_t)given[i].attr;
    }
  }
  return tern_dialect_attr_get(context, tern_llvm_attr_row(name), words, param_count);
}
