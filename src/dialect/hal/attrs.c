// hal: syntax of the attributes of executables and interfaces, and what is asked about them.

#include <ctype.h>

#include "base/vec.h"
#include "dialect/hal/hal.h"
#include "dialect/hal/hooks.h"
#include "ir/context.h"

static uint64_t to_param(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

// An empty dictionary is none.
static const tern_attr_t *without_empty(const tern_attr_t *dictionary) {
  return tern_dictionary_attr_count(dictionary) ? dictionary : NULL;
}

static const tern_attr_t *parse_dictionary(tern_parser_t *parser) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *attr = tern_parse_attr(parser, NULL);
  if (!attr || attr->kind == TERN_ATTR_DICTIONARY) return attr;
  tern_parser_error_at(parser, pos, "expected a dictionary");
  return NULL;
}

// --- executable.target: <"backend", "format", {configuration}> ---

const tern_attr_t *tern_hal_executable_target_get(tern_context_t *context, tern_str_t backend, tern_str_t format,
                                                  const tern_attr_t *configuration) {
  const uint64_t params[] = {to_param(tern_string_attr_get(context, backend)),
                             to_param(tern_string_attr_get(context, format)), to_param(without_empty(configuration))};
  return tern_dialect_attr_get(context, TERN_HAL_ATTR(EXECUTABLE_TARGET), params, 3);
}

const tern_attr_t *tern_hal_parse_executable_target(tern_parser_t *parser, const tern_attr_row_t *row,
                                                    const tern_type_t *type) {
  (void)row, (void)type;
  tern_str_t backend, format;
  const tern_attr_t *configuration = NULL;
  if (!tern_parse_token(parser, "<") || !tern_parse_string(parser, &backend) || !tern_parse_token(parser, ",") ||
      !tern_parse_string(parser, &format)) {
    return NULL;
  }
  if (tern_parse_optional_token(parser, ",") && !(configuration = parse_dictionary(parser))) return NULL;
  if (!tern_parse_token(parser, ">")) return NULL;
  return tern_hal_executable_target_get(tern_parser_context(parser), backend, format, configuration);
}

void tern_hal_print_executable_target(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_char(printer, '<');
  tern_printer_quoted(printer, tern_hal_executable_target_backend(attr));
  tern_printer_text(printer, ", ");
  tern_printer_quoted(printer, tern_hal_executable_target_format(attr));
  if (tern_hal_executable_target_configuration(attr)) {
    tern_printer_text(printer, ", ");
    tern_printer_attr(printer, tern_hal_executable_target_configuration(attr));
  }
  tern_printer_char(printer, '>');
}

bool tern_hal_executable_target_is_generic_of(const tern_attr_t *generic, const tern_attr_t *specific) {
  if (generic->params[0] != specific->params[0] || generic->params[1] != specific->params[1]) return false;
  const tern_attr_t *asked = tern_hal_executable_target_configuration(generic);
  const tern_attr_t *given = tern_hal_executable_target_configuration(specific);
  for (size_t i = 0; i < tern_dictionary_attr_count(asked); ++i) {
    tern_str_t name = tern_ident_str(tern_dictionary_attr_name(asked, i));
    if (tern_dictionary_attr_lookup(given, name) != tern_dictionary_attr_at(asked, i)) return false;
  }
  return true;
}

tern_str_t tern_hal_executable_target_symbol(const tern_attr_t *target) {
  tern_str_t format = tern_hal_executable_target_format(target);
  tern_string_builder_t name = {0};
  for (size_t i = 0; i < format.size; ++i) {
    char c = format.data[i];
    tern_string_builder_append_char(&name, isalnum((unsigned char)c) ? c : '_');
  }
  tern_str_t symbol = tern_ident_str(tern_ident_get(target->context, tern_string_builder_view(&name)));
  tern_string_builder_deinitialize(&name);
  return symbol;
}

const tern_attr_t *tern_hal_executable_target_of(const tern_op_t *op) {
  for (; op; op = tern_op_parent(op)) {
    const tern_attr_t *target = tern_op_attr(op, tern_hal_is_variant(op) ? "target" : "hal.executable.target");
    if (tern_attr_is_hal(target, TERN_HAL_ATTR_EXECUTABLE_TARGET)) return target;
  }
  return NULL;
}

// --- executable.object: <{path = "a.o", data = dense<...>}> ---

const tern_attr_t *tern_hal_parse_executable_object(tern_parser_t *parser, const tern_attr_row_t *row,
                                                    const tern_type_t *type) {
  (void)type;
  if (!tern_parse_token(parser, "<")) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *fields = parse_dictionary(parser);
  if (!fields) return NULL;
  const tern_attr_t *path = tern_dictionary_attr_lookup(fields, TERN_STR("path"));
  const tern_attr_t *data = tern_dictionary_attr_lookup(fields, TERN_STR("data"));
  if (!tern_attr_is_string(path)) {
    tern_parser_error_at(parser, pos, "expected the 'path' of an object file as a string");
    return NULL;
  }
  if (!tern_parse_token(parser, ">")) return NULL;
  const uint64_t params[] = {to_param(path), to_param(data)};
  return tern_dialect_attr_get(tern_parser_context(parser), row, params, 2);
}

void tern_hal_print_executable_object(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_text(printer, "<{path = ");
  tern_printer_attr(printer, tern_hal_attr_at(attr, 0));
  if (attr->params[1]) {
    tern_printer_text(printer, ", data = ");
    tern_printer_attr(printer, tern_hal_attr_at(attr, 1));
  }
  tern_printer_text(printer, "}>");
}

// --- executable.objects: <{#target = [#object, ...], ...}> ---

typedef TERN_VEC(const tern_attr_t *) attr_vec_t;

static bool parse_objects_entry(tern_parser_t *parser, attr_vec_t *targets, attr_vec_t *objects) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *target = tern_parse_attr(parser, NULL);
  if (!target) return false;
  if (!tern_attr_is_hal(target, TERN_HAL_ATTR_EXECUTABLE_TARGET)) {
    return tern_parser_error_at(parser, pos, "expected a #hal.executable.target");
  }
  if (!tern_parse_token(parser, "=")) return false;
  pos = tern_parser_pos(parser);
  const tern_attr_t *list = tern_parse_attr(parser, NULL);
  if (!list) return false;
  bool is_right = list->kind == TERN_ATTR_ARRAY;
  for (size_t i = 0; is_right && i < tern_array_attr_count(list); ++i) {
    is_right = tern_attr_is_hal(tern_array_attr_at(list, i), TERN_HAL_ATTR_EXECUTABLE_OBJECT);
  }
  if (!is_right) return tern_parser_error_at(parser, pos, "expected an array of #hal.executable.object");
  tern_vec_push(targets, target);
  tern_vec_push(objects, list);
  return true;
}

const tern_attr_t *tern_hal_parse_executable_objects(tern_parser_t *parser, const tern_attr_row_t *row,
                                                     const tern_type_t *type) {
  (void)type;
  tern_context_t *context = tern_parser_context(parser);
  attr_vec_t targets = {0}, objects = {0};
  bool is_right = tern_parse_token(parser, "<") && tern_parse_token(parser, "{");
  if (is_right && !tern_parse_optional_token(parser, "}")) {
    do is_right = parse_objects_entry(parser, &targets, &objects);
    while (is_right && tern_parse_optional_token(parser, ","));
    is_right = is_right && tern_parse_token(parser, "}");
  }
  is_right = is_right && tern_parse_token(parser, ">");
  const uint64_t params[] = {to_param(tern_array_attr_get(context, targets.values, targets.count)),
                             to_param(tern_array_attr_get(context, objects.values, objects.count))};
  tern_vec_deinitialize(&targets);
  tern_vec_deinitialize(&objects);
  return is_right ? tern_dialect_attr_get(context, row, params, 2) : NULL;
}

void tern_hal_print_executable_objects(tern_printer_t *printer, const tern_attr_t *attr) {
  const tern_attr_t *targets = tern_hal_attr_at(attr, 0), *objects = tern_hal_attr_at(attr, 1);
  tern_printer_text(printer, "<{");
  for (size_t i = 0; i < tern_array_attr_count(targets); ++i) {
    if (i) tern_printer_text(printer, ", ");
    tern_printer_attr(printer, tern_array_attr_at(targets, i));
    tern_printer_text(printer, " = ");
    tern_printer_attr(printer, tern_array_attr_at(objects, i));
  }
  tern_printer_text(printer, "}>");
}

// --- pipeline.binding: <storage_buffer, "ReadOnly|Indirect"> ---

const tern_attr_t *tern_hal_pipeline_binding_get(tern_context_t *context, int64_t descriptor_type, int64_t flags) {
  const uint64_t params[] = {(uint64_t)descriptor_type, (uint64_t)flags};
  return tern_dialect_attr_get(context, TERN_HAL_ATTR(PIPELINE_BINDING), params, 2);
}

const tern_attr_t *tern_hal_parse_pipeline_binding(tern_parser_t *parser, const tern_attr_row_t *row,
                                                   const tern_type_t *type) {
  (void)row, (void)type;
  int64_t descriptor_type, flags = 0;
  if (!tern_parse_token(parser, "<") || !tern_parse_enum(parser, TERN_HAL_ENUM(DESCRIPTOR_TYPE), &descriptor_type)) {
    return NULL;
  }
  if (tern_parse_optional_token(parser, ",") && !tern_parse_enum(parser, TERN_HAL_ENUM(DESCRIPTOR_FLAGS), &flags)) {
    return NULL;
  }
  if (!tern_parse_token(parser, ">")) return NULL;
  return tern_hal_pipeline_binding_get(tern_parser_context(parser), descriptor_type, flags);
}

void tern_hal_print_pipeline_binding(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_char(printer, '<');
  tern_printer_enum(printer, TERN_HAL_ENUM(DESCRIPTOR_TYPE), tern_hal_pipeline_binding_type(attr));
  if (tern_hal_pipeline_binding_flags(attr)) {
    tern_printer_text(printer, ", ");
    tern_printer_enum(printer, TERN_HAL_ENUM(DESCRIPTOR_FLAGS), tern_hal_pipeline_binding_flags(attr));
  }
  tern_printer_char(printer, '>');
}

// --- pipeline.layout: <constants = 2, bindings = [...], flags = Indirect> ---

const tern_attr_t *tern_hal_pipeline_layout_get(tern_context_t *context, int64_t constants, int64_t flags,
                                                const tern_attr_t *const *bindings, size_t binding_count) {
  const uint64_t params[] = {(uint64_t)constants, flags < 0 ? 0 : (uint64_t)flags + 1,
                             to_param(tern_array_attr_get(context, bindings, binding_count))};
  return tern_dialect_attr_get(context, TERN_HAL_ATTR(PIPELINE_LAYOUT), params, 3);
}

static bool parse_binding_list(tern_parser_t *parser, attr_vec_t *bindings) {
  if (!tern_parse_keyword(parser, "bindings") || !tern_parse_token(parser, "=") || !tern_parse_token(parser, "[")) {
    return false;
  }
  if (tern_parse_optional_token(parser, "]")) return true;
  do {
    tern_source_pos_t pos = tern_parser_pos(parser);
    const tern_attr_t *binding = tern_parse_attr(parser, NULL);
    if (!binding) return false;
    if (!tern_attr_is_hal(binding, TERN_HAL_ATTR_PIPELINE_BINDING)) {
      return tern_parser_error_at(parser, pos, "expected a #hal.pipeline.binding");
    }
    tern_vec_push(bindings, binding);
  } while (tern_parse_optional_token(parser, ","));
  return tern_parse_token(parser, "]");
}

static bool parse_layout_fields(tern_parser_t *parser, int64_t *out_constants, attr_vec_t *bindings,
                                int64_t *out_flags) {
  *out_constants = 0;
  *out_flags = -1;
  if (!tern_parse_token(parser, "<")) return false;
  if (tern_parse_optional_keyword(parser, "constants")) {
    tern_source_pos_t pos = tern_parser_pos(parser);
    if (!tern_parse_token(parser, "=") || !tern_parse_integer(parser, out_constants)) return false;
    if (*out_constants < 0) return tern_parser_error_at(parser, pos, "expected a number of constants of at least 0");
    if (!tern_parse_token(parser, ",")) return false;
  }
  if (!parse_binding_list(parser, bindings)) return false;
  if (tern_parse_optional_token(parser, ",") &&
      (!tern_parse_keyword(parser, "flags") || !tern_parse_token(parser, "=") ||
       !tern_parse_enum(parser, TERN_HAL_ENUM(PIPELINE_LAYOUT_FLAGS), out_flags))) {
    return false;
  }
  return tern_parse_token(parser, ">");
}

const tern_attr_t *tern_hal_parse_pipeline_layout(tern_parser_t *parser, const tern_attr_row_t *row,
                                                  const tern_type_t *type) {
  (void)row, (void)type;
  attr_vec_t bindings = {0};
  int64_t constants, flags;
  const tern_attr_t *layout = NULL;
  if (parse_layout_fields(parser, &constants, &bindings, &flags)) {
    layout =
        tern_hal_pipeline_layout_get(tern_parser_context(parser), constants, flags, bindings.values, bindings.count);
  }
  tern_vec_deinitialize(&bindings);
  return layout;
}

void tern_hal_print_pipeline_layout(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_char(printer, '<');
  if (tern_hal_pipeline_layout_constants(attr)) {
    tern_printer_text(printer, "constants = ");
    tern_printer_int(printer, tern_hal_pipeline_layout_constants(attr));
    tern_printer_text(printer, ", ");
  }
  tern_printer_text(printer, "bindings = ");
  tern_printer_attr(printer, tern_hal_attr_at(attr, 2));
  if (attr->params[1]) {
    tern_printer_text(printer, ", flags = ");
    tern_printer_enum(printer, TERN_HAL_ENUM(PIPELINE_LAYOUT_FLAGS), (int64_t)attr->params[1] - 1);
  }
  tern_printer_char(printer, '>');
}

// --- collective: <all_reduce with sum : f32> ---

const tern_attr_t *tern_hal_parse_collective(tern_parser_t *parser, const tern_attr_row_t *row,
                                             const tern_type_t *type) {
  (void)type;
  int64_t kind, reduction = -1, element;
  if (!tern_parse_token(parser, "<") || !tern_parse_enum(parser, TERN_HAL_ENUM(COLLECTIVE_KIND), &kind)) return NULL;
  if (tern_parse_optional_keyword(parser, "with") &&
      !tern_parse_enum(parser, TERN_HAL_ENUM(COLLECTIVE_REDUCTION), &reduction)) {
    return NULL;
  }
  if (!tern_parse_token(parser, ":") || !tern_parse_enum(parser, TERN_HAL_ENUM(COLLECTIVE_ELEMENT), &element) ||
      !tern_parse_token(parser, ">")) {
    return NULL;
  }
  const uint64_t params[] = {(uint64_t)kind, (uint64_t)(reduction + 1), (uint64_t)element};
  return tern_dialect_attr_get(tern_parser_context(parser), row, params, 3);
}

void tern_hal_print_collective(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_char(printer, '<');
  tern_printer_enum(printer, TERN_HAL_ENUM(COLLECTIVE_KIND), (int64_t)attr->params[0]);
  if (attr->params[1]) {
    tern_printer_text(printer, " with ");
    tern_printer_enum(printer, TERN_HAL_ENUM(COLLECTIVE_REDUCTION), (int64_t)attr->params[1] - 1);
  }
  tern_printer_text(printer, " : ");
  tern_printer_enum(printer, TERN_HAL_ENUM(COLLECTIVE_ELEMENT), (int64_t)attr->params[2]);
  tern_printer_char(printer, '>');
}
