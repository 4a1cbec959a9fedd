// hal: syntax of what is inside of an executable.

#include "asm/format/function.h"
#include "base/vec.h"
#include "dialect/hal/hal.h"
#include "dialect/hal/hooks.h"
#include "ir/context.h"

// --- hal.executable.variant ---
//
// Today: `public @name target(<"backend", "format">) objects([...]) sources({...}) attributes {...} { ... }`.
// 2021: `@name, target = "pattern" {` (also `filter =`); 2020: `"pattern" {`.

static bool parse_pattern(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_str_t pattern;
  if (!tern_parse_string(parser, &pattern)) return false;
  tern_op_add_attr(parser, op, "target", tern_string_attr_get(tern_parser_context(parser), pattern));
  return true;
}

// A dialect attribute in parentheses, whose name may be left out.
static bool parse_attr_of(tern_parser_t *parser, tern_hal_attr_t id, const tern_attr_t **out_attr) {
  if (!tern_parse_token(parser, "(")) return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_row_t *row = &tern_hal_attrs[id];
  *out_attr = tern_parser_at_token(parser, "<") ? row->parse(parser, row, NULL) : tern_parse_attr(parser, NULL);
  if (!*out_attr) return false;
  if (!tern_attr_is_hal(*out_attr, id)) return tern_parser_error_at(parser, pos, "expected a #%s", row->name);
  return tern_parse_token(parser, ")");
}

// `name(attribute)`, if there.
static bool parse_optional_attr_in_parens(tern_parser_t *parser, tern_parsed_op_t *op, const char *keyword,
                                          const char *name, const tern_type_t *type) {
  if (!tern_parse_optional_keyword(parser, keyword)) return true;
  if (!tern_parse_token(parser, "(")) return false;
  const tern_attr_t *attr = tern_parse_attr(parser, type);
  if (!attr) return false;
  tern_op_add_attr(parser, op, name, attr);
  return tern_parse_token(parser, ")");
}

bool tern_hal_parse_variant(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_str_t name;
  const tern_attr_t *target;
  tern_function_parse_visibility(parser, op);
  if (!tern_parse_optional_symbol_name(parser, &name)) {
    return parse_pattern(parser, op) && tern_op_parse_optional_attr_dict_with_keyword(parser, op) &&
           tern_op_parse_region(parser, op, NULL);
  }
  tern_op_add_attr(parser, op, "sym_name", tern_string_attr_get(tern_parser_context(parser), name));
  if (tern_parse_optional_token(parser, ",")) {
    if (!tern_parse_optional_keyword(parser, "filter") && !tern_parse_keyword(parser, "target")) return false;
    if (!tern_parse_token(parser, "=")) return false;
    if (!parse_pattern(parser, op)) return false;
  } else {
    if (!tern_parse_keyword(parser, "target") || !parse_attr_of(parser, TERN_HAL_ATTR_EXECUTABLE_TARGET, &target)) {
      return false;
    }
    tern_op_add_attr(parser, op, "target", target);
    if (!parse_optional_attr_in_parens(parser, op, "objects", "objects", NULL) ||
        !parse_optional_attr_in_parens(parser, op, "sources", "sources", NULL)) {
      return false;
    }
  }
  if (!tern_op_parse_optional_attr_dict_with_keyword(parser, op) || !tern_op_parse_region(parser, op, NULL))
    return false;
  tern_region_t *body = tern_op_parsed_region(parser, op, 0);
  if (!body->first_block) tern_block_insert(tern_block_create(tern_parser_context(parser)), body, NULL);
  return true;
}

static void print_visibility(tern_printer_t *printer, const tern_op_t *op) {
  const tern_attr_t *visibility = tern_op_attr(op, "sym_visibility");
  bool is_given = tern_attr_is_string(visibility);
  if (!is_given && tern_hal_is_legacy_variant(op)) return;
  tern_printer_char(printer, ' ');
  tern_printer_str(printer, is_given ? tern_string_attr_value(visibility) : tern_str_from_cstr("public"));
}

static void print_symbol(tern_printer_t *printer, const tern_op_t *op) {
  const tern_attr_t *name = tern_op_attr(op, "sym_name");
  if (!tern_attr_is_string(name)) return;
  tern_printer_char(printer, ' ');
  tern_printer_symbol_name(printer, tern_string_attr_value(name));
}

static void print_in_parens(tern_printer_t *printer, const tern_op_t *op, const char *keyword, const char *name) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  if (!attr) return;
  tern_printer_format(printer, " %s(", keyword);
  tern_printer_attr_without_type(printer, attr);
  tern_printer_char(printer, ')');
}

void tern_hal_print_variant(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"target", "sym_name", "sym_visibility", "objects", "sources"};
  const tern_attr_t *target = tern_op_attr(op, "target");
  print_visibility(printer, op);
  print_symbol(printer, op);
  if (tern_hal_is_variant(op)) {
    print_in_parens(printer, op, "target", "target");
    print_in_parens(printer, op, "objects", "objects");
    print_in_parens(printer, op, "sources", "sources");
  } else {
    tern_printer_text(printer, tern_op_attr(op, "sym_name") ? ", target = " : " ");
    tern_printer_quoted(printer, tern_string_attr_value(target));
  }
  tern_printer_attr_dict_with_keyword(printer, op, elided, 5);
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], false, true);
}

bool tern_hal_is_legacy_variant(const tern_op_t *op) {
  return tern_op_is(op, TERN_HAL(EXECUTABLE_VARIANT)) && !tern_hal_is_variant(op);
}

// --- `<name = attribute, ...>`: inherent attributes that have no place of their own ---

static bool parse_properties(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (!tern_parse_optional_token(parser, "<")) return true;
  // Some versions write a dictionary.
  bool has_braces = tern_parse_optional_token(parser, "{");
  do {
    tern_str_t name;
    const tern_attr_t *attr;
    if (!tern_parse_any_keyword(parser, &name) || !tern_parse_token(parser, "=") ||
        !(attr = tern_parse_attr(parser, NULL))) {
      return false;
    }
    const tern_ident_t *ident = tern_ident_get(tern_parser_context(parser), name);
    tern_op_add_attr(parser, op, ident->data, attr);
  } while (tern_parse_optional_token(parser, ","));
  return (!has_braces || tern_parse_token(parser, "}")) && tern_parse_token(parser, ">");
}

static void print_properties(tern_printer_t *printer, const tern_op_t *op, const char *const *names, size_t count) {
  const char *separator = " <";
  for (size_t i = 0; i < count; ++i) {
    const tern_attr_t *attr = tern_op_attr(op, names[i]);
    if (!attr) continue;
    tern_printer_format(printer, "%s%s = ", separator, names[i]);
    tern_printer_attr(printer, attr);
    separator = ", ";
  }
  if (separator[0] == ',') tern_printer_char(printer, '>');
}

// --- hal.executable.export ---
//
// `public @f ordinal(0) layout(#hal.pipeline.layout<...>) condition(%d: !hal.device) -> i1 {...} fallback(@g)
//  count(%d: !hal.device, %n: index) -> (index, index, index) {...} <workgroup_size = [...]> attributes {...}`.
// Until 2025 the attributes came before the count region, which was written with its block's label.

static const char *const export_properties[] = {"workgroup_size", "subgroup_size", "workgroup_local_memory",
                                                "source_locs"};

static bool parse_export_head(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_context_t *context = tern_parser_context(parser);
  tern_str_t name;
  const tern_attr_t *layout;
  tern_function_parse_visibility(parser, op);
  if (!tern_parse_symbol_name(parser, &name)) return false;
  tern_op_add_attr(parser, op, "sym_name", tern_string_attr_get(context, name));
  if (!parse_optional_attr_in_parens(parser, op, "ordinal", "ordinal", tern_index_type_get(context)) ||
      !tern_parse_keyword(parser, "layout") || !parse_attr_of(parser, TERN_HAL_ATTR_PIPELINE_LAYOUT, &layout)) {
    return false;
  }
  tern_op_add_attr(parser, op, "layout", layout);
  return true;
}

// The condition comes first in the text and last among the regions.
static bool parse_export_regions(tern_parser_t *parser, tern_parsed_op_t *op) {
  bool has_condition = tern_parse_optional_keyword(parser, "condition");
  if (has_condition) {
    tern_str_t fallback;
    if (!tern_hal_parse_condition_region(parser, op) || !tern_parse_keyword(parser, "fallback") ||
        !tern_parse_token(parser, "(") || !tern_parse_symbol_name(parser, &fallback) ||
        !tern_parse_token(parser, ")")) {
      return false;
    }
    tern_op_add_attr(parser, op, "condition_fallback",
                     tern_flat_symbol_ref_attr_get(tern_parser_context(parser), fallback));
  }
  if (tern_parse_optional_keyword(parser, "count")) {
    if (!tern_hal_parse_count_region(parser, op)) return false;
  } else {
    tern_op_add_empty_region(parser, op);
  }
  if (!has_condition) {
    tern_op_add_empty_region(parser, op);
    return true;
  }
  // Swap the two.
  tern_region_t *condition = tern_op_parsed_region(parser, op, 0), *count = tern_op_parsed_region(parser, op, 1);
  tern_region_t held = {.parent = condition->parent};
  tern_region_take_blocks(&held, condition);
  tern_region_take_blocks(condition, count);
  tern_region_take_blocks(count, &held);
  return true;
}

bool tern_hal_parse_export(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (!parse_export_head(parser, op)) return false;
  // The older form has the attributes, or at once the region, here.
  const char *before = tern_parser_pos(parser).pointer;
  if (!tern_op_parse_optional_attr_dict_with_keyword(parser, op)) return false;
  bool has_attrs = tern_parser_pos(parser).pointer != before;
  if (tern_parser_at_token(parser, "{")) {
    if (!tern_op_parse_region(parser, op, NULL)) return false;
    tern_op_add_empty_region(parser, op);
    return true;
  }
  if (!parse_export_regions(parser, op)) return false;
  return has_attrs || (parse_properties(parser, op) && tern_op_parse_optional_attr_dict_with_keyword(parser, op));
}

void tern_hal_print_export(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {
      "sym_visibility",         "sym_name",    "ordinal",           "layout", "workgroup_size", "subgroup_size",
      "workgroup_local_memory", "source_locs", "condition_fallback"};
  print_visibility(printer, op);
  print_symbol(printer, op);
  print_in_parens(printer, op, "ordinal", "ordinal");
  tern_printer_text(printer, " layout(");
  tern_printer_attr(printer, tern_op_attr(op, "layout"));
  tern_printer_char(printer, ')');
  if (!tern_region_is_empty(&op->regions[1])) {
    tern_printer_text(printer, " condition");
    tern_hal_print_condition_region(printer, &op->regions[1]);
    print_in_parens(printer, op, "fallback", "condition_fallback");
  }
  if (!tern_region_is_empty(&op->regions[0])) {
    tern_printer_text(printer, " count");
    tern_hal_print_count_region(printer, &op->regions[0]);
  }
  print_properties(printer, op, export_properties, 4);
  tern_printer_attr_dict_with_keyword(printer, op, elided, 9);
}

// --- hal.executable.condition: `(%device: !hal.device) -> i1 { ... }` ---

bool tern_hal_parse_condition(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_context_t *context = tern_parser_context(parser);
  if (!tern_hal_parse_condition_region(parser, op)) return false;
  const tern_type_t *type = tern_function_type_get(context, TERN_TYPES(tern_hal_type(context, TERN_HAL_DEVICE_TYPE)),
                                                   TERN_TYPES(tern_i_type_get(context, 1)));
  tern_op_add_attr(parser, op, "function_type", tern_type_attr_get(type));
  return tern_op_parse_optional_attr_dict_with_keyword(parser, op);
}

void tern_hal_print_condition(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"function_type"};
  tern_hal_print_condition_region(printer, &op->regions[0]);
  tern_printer_attr_dict_with_keyword(printer, op, elided, 1);
}

// --- hal.executable.constant.block: `(%device: !hal.device) -> (i32, i32) as ("a", "b") { ... }` ---

typedef TERN_VEC(const tern_attr_t *) attr_vec_t;

static bool parse_keys(tern_parser_t *parser, attr_vec_t *keys) {
  bool has_parens = tern_parse_optional_token(parser, "(");
  if (has_parens && tern_parse_optional_token(parser, ")")) return true;
  do {
    tern_str_t key;
    if (!tern_parse_string(parser, &key)) return false;
    tern_vec_push(keys, tern_string_attr_get(tern_parser_context(parser), key));
  } while (has_parens && tern_parse_optional_token(parser, ","));
  return !has_parens || tern_parse_token(parser, ")");
}

bool tern_hal_parse_constant_block(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_context_t *context = tern_parser_context(parser);
  tern_function_signature_t signature;
  if (!tern_function_parse_signature(parser, false, &signature)) return false;
  tern_type_list_t inputs = {0};
  for (size_t i = 0; i < signature.args.count; ++i) tern_type_list_push(parser, &inputs, signature.args.values[i].type);
  const tern_type_t *type = tern_function_type_get(context, (tern_types_t){inputs.values, inputs.count},
                                                   (tern_types_t){signature.results.values, signature.results.count});
  tern_op_add_attr(parser, op, "function_type", tern_type_attr_get(type));
  if (!tern_parse_keyword(parser, "as")) return false;
  attr_vec_t keys = {0};
  bool is_right = parse_keys(parser, &keys);
  tern_op_add_attr(parser, op, "keys", tern_array_attr_get(context, keys.values, keys.count));
  tern_vec_deinitialize(&keys);
  if (!is_right || !tern_op_parse_optional_attr_dict_with_keyword(parser, op)) return false;
  tern_function_add_arg_attrs(parser, op, &signature);
  return tern_op_parse_region(parser, op, &signature.args);
}

void tern_hal_print_constant_block(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"function_type", "keys", "arg_attrs", "res_attrs"};
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "function_type"));
  const tern_attr_t *keys = tern_op_attr(op, "keys");
  size_t input_count = (size_t)type->params[0], result_count = type->param_count - 1 - input_count;
  tern_types_t inputs = {(const tern_type_t *const *)&type->params[1], input_count};
  tern_types_t results = {(const tern_type_t *const *)&type->params[1 + input_count], result_count};
  tern_function_print_signature(printer, op, inputs, false, results);
  tern_printer_text(printer, result_count == 1 ? " as " : " as (");
  for (size_t i = 0; i < tern_array_attr_count(keys); ++i) {
    if (i) tern_printer_text(printer, ", ");
    tern_printer_attr(printer, tern_array_attr_at(keys, i));
  }
  if (result_count != 1) tern_printer_char(printer, ')');
  tern_printer_attr_dict_with_keyword(printer, op, elided, 4);
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], false, true);
}

// --- hal.executable.binary: `public @name <format = "...", data = ..., mime_type = "..."> attributes {...}` ---

bool tern_hal_parse_binary(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_str_t name;
  tern_function_parse_visibility(parser, op);
  if (!tern_parse_symbol_name(parser, &name)) return false;
  tern_op_add_attr(parser, op, "sym_name", tern_string_attr_get(tern_parser_context(parser), name));
  return parse_properties(parser, op) && tern_op_parse_optional_attr_dict_with_keyword(parser, op);
}

void tern_hal_print_binary(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const properties[] = {"format", "data", "mime_type"};
  static const char *const elided[] = {"sym_visibility", "sym_name", "format", "data", "mime_type"};
  print_visibility(printer, op);
  print_symbol(printer, op);
  print_properties(printer, op, properties, 3);
  tern_printer_attr_dict_with_keyword(printer, op, elided, 5);
}
