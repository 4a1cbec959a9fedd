// spirv: how modules, functions, variables and entry points are read and written. Upstream: SPIRVOps.cpp.

#include <inttypes.h>

#include "asm/format/function.h"
#include "base/vec.h"
#include "dialect/spirv/spirv.h"
#include "dialect/spirv/structure.h"
#include "dialect/spirv/syntax.h"
#include "dialect/spirv/types.h"
#include "ir/context.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

// --- enums and numbers ---

bool tern_spirv_parse_enum_string(tern_parser_t *parser, const tern_parsed_op_t *op, tern_spirv_enum_t which,
                                  const char *what, int64_t *out_value) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *attr = tern_parse_attr(parser, tern_none_type_get(tern_parser_context(parser)));
  if (!attr) return false;
  const char *name = op->def->name->data;
  if (!tern_attr_is_string(attr)) {
    return tern_parser_error_at(parser, pos, "custom op '%s' expected %s attribute specified as string", name, what);
  }
  return tern_enum_case_value(&tern_spirv_enums[which], tern_string_attr_value(attr), out_value) ||
         tern_parser_error_at(parser, pos, "custom op '%s' invalid %s attribute specification: %s", name, what,
                              tern_attr_text(attr));
}

void tern_spirv_print_enum_string(tern_printer_t *printer, tern_spirv_enum_t which, int64_t value) {
  tern_printer_char(printer, '"');
  tern_printer_enum(printer, &tern_spirv_enums[which], value);
  tern_printer_char(printer, '"');
}

void tern_spirv_add_enum_attr(tern_parser_t *parser, tern_parsed_op_t *op, const char *name, tern_spirv_enum_t which,
                              int64_t value) {
  tern_op_add_attr(parser, op, name, tern_enum_attr_get(tern_parser_context(parser), &tern_spirv_enums[which], value));
}

// A case as a keyword.
static bool parse_enum_keyword(tern_parser_t *parser, tern_parsed_op_t *op, tern_spirv_enum_t which, const char *what) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  tern_str_t name;
  int64_t value;
  if (!tern_parse_optional_any_keyword(parser, &name)) {
    return tern_parser_error(parser, "custom op '%s' expected valid keyword", op->def->name->data);
  }
  if (!tern_enum_case_value(&tern_spirv_enums[which], name, &value)) {
    return tern_parser_error_at(parser, pos, "custom op '%s' invalid %s attribute specification: %.*s",
                                op->def->name->data, what, (int)name.size, name.data);
  }
  tern_spirv_add_enum_attr(parser, op, what, which, value);
  return true;
}

const tern_attr_t *tern_spirv_parse_i32(tern_parser_t *parser) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *i32 = tern_i_type_get(tern_parser_context(parser), 32);
  const tern_attr_t *attr = tern_parse_attr(parser, i32);
  if (!attr) return NULL;
  if (tern_attr_is_integer(attr) && tern_attr_type(attr) == i32) return attr;
  tern_parser_error_at(parser, pos, "expected a 32-bit integer but got '%s'", tern_attr_text(attr));
  return NULL;
}

bool tern_spirv_parse_symbol(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_str_t name;
  if (!tern_parse_symbol_name(parser, &name)) return false;
  tern_op_add_attr(parser, op, "sym_name", tern_string_attr_get(tern_parser_context(parser), name));
  return true;
}

void tern_spirv_print_symbol(tern_printer_t *printer, const tern_op_t *op) {
  const tern_attr_t *name = tern_op_attr(op, "sym_name");
  tern_printer_char(printer, ' ');
  tern_printer_symbol_name(printer, tern_attr_is_string(name) ? tern_string_attr_value(name) : TERN_STR(""));
}

const tern_attr_t *tern_spirv_array_attr_append(const tern_attr_t *array, const tern_attr_t *element) {
  TERN_VEC(const tern_attr_t *) elements = {0};
  for (size_t i = 0; i < tern_array_attr_count(array); ++i) tern_vec_push(&elements, tern_array_attr_at(array, i));
  tern_vec_push(&elements, element);
  const tern_attr_t *grown = tern_array_attr_get(array->context, elements.values, elements.count);
  tern_vec_deinitialize(&elements);
  return grown;
}

const tern_attr_t *tern_spirv_parse_symbol_ref(tern_parser_t *parser) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *attr = tern_parse_attr(parser, NULL);
  if (!attr) return NULL;
  if (attr->kind == TERN_ATTR_SYMBOL_REF && tern_symbol_ref_attr_count(attr) == 1) return attr;
  tern_parser_error_at(parser, pos, "invalid kind of attribute specified");
  return NULL;
}

// --- modules ---

bool tern_spirv_parse_module(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_str_t name;
  if (tern_parse_optional_symbol_name(parser, &name)) {
    tern_op_add_attr(parser, op, "sym_name", tern_string_attr_get(tern_parser_context(parser), name));
  }
  if (!parse_enum_keyword(parser, op, TERN_SPIRV_ENUM_ADDRESSING_MODEL, "addressing_model") ||
      !parse_enum_keyword(parser, op, TERN_SPIRV_ENUM_MEMORY_MODEL, "memory_model")) {
    return false;
  }
  if (tern_parse_optional_keyword(parser, "requires")) {
    tern_source_pos_t pos = tern_parser_pos(parser);
    const tern_attr_t *triple = tern_parse_attr(parser, NULL);
    if (!triple) return false;
    if (!tern_attr_is_spirv(triple, TERN_SPIRV_ATTR_VCE)) {
      return tern_parser_error_at(parser, pos, "expected #spirv.vce but got '%s'", tern_attr_text(triple));
    }
    tern_op_add_attr(parser, op, "vce_triple", triple);
  }
  if (!tern_op_parse_optional_attr_dict_with_keyword(parser, op) || !tern_op_parse_region(parser, op, NULL)) {
    return false;
  }
  // `{ }` is an empty module, not an empty region.
  tern_region_t *body = tern_op_parsed_region(parser, op, 0);
  if (tern_region_is_empty(body)) tern_block_insert(tern_block_create(tern_parser_context(parser)), body, NULL);
  return true;
}

void tern_spirv_print_module(tern_printer_t *printer, const tern_op_t *op) {
  if (tern_op_attr(op, "sym_name")) tern_spirv_print_symbol(printer, op);
  tern_printer_char(printer, ' ');
  tern_printer_enum(printer, TERN_SPIRV_ENUM(ADDRESSING_MODEL),
                    tern_enum_attr_value(tern_op_attr(op, "addressing_model")));
  tern_printer_char(printer, ' ');
  tern_printer_enum(printer, TERN_SPIRV_ENUM(MEMORY_MODEL), tern_enum_attr_value(tern_op_attr(op, "memory_model")));
  const tern_attr_t *triple = tern_op_attr(op, "vce_triple");
  if (triple) {
    tern_printer_text(printer, " requires ");
    tern_printer_attr(printer, triple);
  }
  static const char *const elided[] = {"addressing_model", "memory_model", "vce_triple", "sym_name"};
  tern_printer_attr_dict_with_keyword(printer, op, elided, COUNT(elided));
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], false, true);
}

// --- functions ---

bool tern_spirv_parse_func(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_function_signature_t signature;
  int64_t control;
  if (!tern_spirv_parse_symbol(parser, op) || !tern_function_parse_signature(parser, false, &signature)) return false;
  size_t count = signature.args.count;
  const tern_type_t **inputs = tern_parser_alloc(parser, (count + 1) * sizeof(*inputs));
  for (size_t i = 0; i < count; ++i) inputs[i] = signature.args.values[i].type;
  const tern_type_t *type = tern_function_type_get(tern_parser_context(parser), (tern_types_t){inputs, count},
                                                   (tern_types_t){signature.results.values, signature.results.count});
  tern_op_add_attr(parser, op, "function_type", tern_type_attr_get(type));
  if (!tern_spirv_parse_enum_string(parser, op, TERN_SPIRV_ENUM_FUNCTION_CONTROL, "function_control", &control)) {
    return false;
  }
  tern_spirv_add_enum_attr(parser, op, "function_control", TERN_SPIRV_ENUM_FUNCTION_CONTROL, control);
  if (!tern_op_parse_optional_attr_dict_with_keyword(parser, op)) return false;
  tern_function_add_arg_attrs(parser, op, &signature);
  bool has_body;
  return tern_op_parse_optional_region(parser, op, signature.has_names ? &signature.args : NULL, &has_body);
}

void tern_spirv_print_func(tern_printer_t *printer, const tern_op_t *op) {
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "function_type"));
  tern_spirv_print_symbol(printer, op);
  tern_function_print_signature(printer, op, tern_function_type_inputs(type), false, tern_function_type_results(type));
  tern_printer_char(printer, ' ');
  tern_spirv_print_enum_string(printer, TERN_SPIRV_ENUM_FUNCTION_CONTROL,
                               tern_enum_attr_value(tern_op_attr(op, "function_control")));
  static const char *const elided[] = {"sym_name", "function_type", "arg_attrs", "res_attrs", "function_control"};
  tern_printer_attr_dict_with_keyword(printer, op, elided, COUNT(elided));
  if (tern_region_is_empty(&op->regions[0])) return;
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], false, true);
}

// --- variables ---

// `bind(set, binding)`, `built_in("Name")` and attributes.
static bool parse_decorations(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (tern_parse_optional_keyword(parser, "bind")) {
    const tern_attr_t *set, *binding;
    if (!tern_parse_token(parser, "(") || !(set = tern_spirv_parse_i32(parser)) || !tern_parse_token(parser, ",") ||
        !(binding = tern_spirv_parse_i32(parser)) || !tern_parse_token(parser, ")")) {
      return false;
    }
    tern_op_add_attr(parser, op, "descriptor_set", set);
    tern_op_add_attr(parser, op, "binding", binding);
  }
  if (tern_parse_optional_keyword(parser, "built_in")) {
    tern_str_t name;
    if (!tern_parse_token(parser, "(") || !tern_parse_string(parser, &name) || !tern_parse_token(parser, ")")) {
      return false;
    }
    tern_op_add_attr(parser, op, "built_in", tern_string_attr_get(tern_parser_context(parser), name));
  }
  return tern_op_parse_optional_attr_dict(parser, op);
}

// Prints them; `elided` has room for three more names.
static void print_decorations(tern_printer_t *printer, const tern_op_t *op, const char **elided, size_t count) {
  const tern_attr_t *set = tern_op_attr(op, "descriptor_set"), *binding = tern_op_attr(op, "binding");
  if (tern_attr_is_integer(set) && tern_attr_is_integer(binding)) {
    tern_printer_format(printer, " bind(%" PRId64 ", %" PRId64 ")", tern_integer_attr_value(set),
                        tern_integer_attr_value(binding));
    elided[count++] = "descriptor_set";
    elided[count++] = "binding";
  }
  const tern_attr_t *built_in = tern_op_attr(op, "built_in");
  if (tern_attr_is_string(built_in)) {
    tern_printer_text(printer, " built_in(");
    tern_printer_quoted(printer, tern_string_attr_value(built_in));
    tern_printer_char(printer, ')');
    elided[count++] = "built_in";
  }
  tern_printer_attr_dict(printer, op, elided, count);
}

bool tern_spirv_parse_global_variable(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (!tern_spirv_parse_symbol(parser, op)) return false;
  if (tern_parse_optional_keyword(parser, "initializer")) {
    const tern_attr_t *initializer;
    if (!tern_parse_token(parser, "(") || !(initializer = tern_spirv_parse_symbol_ref(parser)) ||
        !tern_parse_token(parser, ")")) {
      return false;
    }
    tern_op_add_attr(parser, op, "initializer", initializer);
  }
  if (!parse_decorations(parser, op)) return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *type;
  if (!tern_parse_colon_type(parser, &type)) return false;
  if (!tern_type_is_spirv_pointer(type)) return tern_parser_error_at(parser, pos, "expected spirv.ptr type");
  tern_op_add_attr(parser, op, "type", tern_type_attr_get(type));
  return true;
}

void tern_spirv_print_global_variable(tern_printer_t *printer, const tern_op_t *op) {
  const char *elided[6] = {"sym_name", "type", "initializer"};
  const tern_attr_t *initializer = tern_op_attr(op, "initializer");
  tern_spirv_print_symbol(printer, op);
  if (initializer) {
    tern_printer_text(printer, " initializer(");
    tern_printer_attr(printer, initializer);
    tern_printer_char(printer, ')');
  }
  print_decorations(printer, op, elided, 3);
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_type_attr_value(tern_op_attr(op, "type")));
}

bool tern_spirv_parse_variable(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t initializer;
  const tern_type_t *type;
  bool has_initializer = tern_parse_optional_keyword(parser, "init");
  if (has_initializer &&
      (!tern_parse_token(parser, "(") || !tern_parse_operand(parser, &initializer) || !tern_parse_token(parser, ")"))) {
    return false;
  }
  if (!parse_decorations(parser, op)) return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_colon_type(parser, &type)) return false;
  if (!tern_type_is_spirv_pointer(type)) return tern_parser_error_at(parser, pos, "expected spirv.ptr type");
  tern_op_add_result_type(parser, op, type);
  tern_spirv_add_enum_attr(parser, op, "storage_class", TERN_SPIRV_ENUM_STORAGE_CLASS,
                           tern_spirv_pointer_storage_class(type));
  return !has_initializer || tern_op_resolve_operand(parser, op, initializer, tern_spirv_pointer_pointee(type));
}

void tern_spirv_print_variable(tern_printer_t *printer, const tern_op_t *op) {
  const char *elided[4] = {"storage_class"};
  if (op->operand_count) {
    tern_printer_text(printer, " init(");
    tern_printer_value(printer, tern_op_operand(op, 0));
    tern_printer_char(printer, ')');
  }
  print_decorations(printer, op, elided, 1);
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, op->results[0].type);
}

// --- entry points ---

bool tern_spirv_parse_entry_point(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_context_t *context = tern_parser_context(parser);
  int64_t model;
  const tern_attr_t *function;
  if (!tern_spirv_parse_enum_string(parser, op, TERN_SPIRV_ENUM_EXECUTION_MODEL, "execution_model", &model) ||
      !(function = tern_spirv_parse_symbol_ref(parser))) {
    return false;
  }
  tern_spirv_add_enum_attr(parser, op, "execution_model", TERN_SPIRV_ENUM_EXECUTION_MODEL, model);
  tern_op_add_attr(parser, op, "fn", function);
  const tern_attr_t *interface = tern_array_attr_get(context, NULL, 0);
  while (tern_parse_optional_token(parser, ",")) {
    const tern_attr_t *variable = tern_spirv_parse_symbol_ref(parser);
    if (!variable) return false;
    interface = tern_spirv_array_attr_append(interface, variable);
  }
  tern_op_add_attr(parser, op, "interface", interface);
  return true;
}

void tern_spirv_print_entry_point(tern_printer_t *printer, const tern_op_t *op) {
  const tern_attr_t *interface = tern_op_attr(op, "interface");
  tern_printer_char(printer, ' ');
  tern_spirv_print_enum_string(printer, TERN_SPIRV_ENUM_EXECUTION_MODEL,
                               tern_enum_attr_value(tern_op_attr(op, "execution_model")));
  tern_printer_char(printer, ' ');
  tern_printer_attr(printer, tern_op_attr(op, "fn"));
  for (size_t i = 0; i < tern_array_attr_count(interface); ++i) {
    tern_printer_text(printer, ", ");
    tern_printer_attr(printer, tern_array_attr_at(interface, i));
  }
}

bool tern_spirv_parse_execution_mode(tern_parser_t *parser, tern_parsed_op_t *op) {
  int64_t mode;
  const tern_attr_t *function = tern_spirv_parse_symbol_ref(parser);
  if (!function || !tern_spirv_parse_enum_string(parser, op, TERN_SPIRV_ENUM_EXECUTION_MODE, "execution_mode", &mode)) {
    return false;
  }
  tern_op_add_attr(parser, op, "fn", function);
  tern_spirv_add_enum_attr(parser, op, "execution_mode", TERN_SPIRV_ENUM_EXECUTION_MODE, mode);
  const tern_attr_t *values = tern_array_attr_get(tern_parser_context(parser), NULL, 0);
  while (tern_parse_optional_token(parser, ",")) {
    const tern_attr_t *value = tern_spirv_parse_i32(parser);
    if (!value) return false;
    values = tern_spirv_array_attr_append(values, value);
  }
  tern_op_add_attr(parser, op, "values", values);
  return true;
}

void tern_spirv_print_execution_mode(tern_printer_t *printer, const tern_op_t *op) {
  const tern_attr_t *values = tern_op_attr(op, "values");
  tern_printer_char(printer, ' ');
  tern_printer_attr(printer, tern_op_attr(op, "fn"));
  tern_printer_char(printer, ' ');
  tern_spirv_print_enum_string(printer, TERN_SPIRV_ENUM_EXECUTION_MODE,
                               tern_enum_attr_value(tern_op_attr(op, "execution_mode")));
  for (size_t i = 0; i < tern_array_attr_count(values); ++i) {
    tern_printer_format(printer, ", %" PRId64, tern_integer_attr_value(tern_array_attr_at(values, i)));
  }
}
