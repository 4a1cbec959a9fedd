// hal: syntax of the attributes that name devices. Those that a global of type !hal.device may be initialised with are
// followed by `: !hal.device`.

#include "base/vec.h"
#include "dialect/hal/hal.h"
#include "dialect/hal/hooks.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

static uint64_t to_param(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

// `>`; the type that stands behind it, if one does, is that of a device.
static bool parse_end(tern_parser_t *parser, const tern_type_t *type) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_token(parser, ">")) return false;
  if (!type || tern_type_is_hal(type, TERN_HAL_DEVICE_TYPE)) return true;
  return tern_parser_error_at(parser, pos, "expected type !hal.device but got %s", tern_type_text(type));
}

static const tern_attr_t *make_typed(tern_context_t *context, const tern_attr_row_t *row, uint64_t first,
                                     uint64_t second, uint64_t third, size_t count) {
  const uint64_t params[] = {to_param(tern_hal_type(context, TERN_HAL_DEVICE_TYPE)), first, second, third};
  return tern_dialect_attr_get(context, row, params, count + 1);
}

// --- device.target: <"local", {configuration}, [#hal.executable.target, ...]> ---

const tern_attr_t *tern_hal_device_target_get(tern_context_t *context, tern_str_t device_id,
                                              const tern_attr_t *configuration, const tern_attr_t *executable_targets) {
  if (!tern_dictionary_attr_count(configuration)) configuration = NULL;
  if (!executable_targets) executable_targets = tern_array_attr_get(context, NULL, 0);
  return make_typed(context, TERN_HAL_ATTR(DEVICE_TARGET), to_param(tern_string_attr_get(context, device_id)),
                    to_param(configuration), to_param(executable_targets), 3);
}

static bool are_targets(const tern_attr_t *list) {
  for (size_t i = 0; i < tern_array_attr_count(list); ++i) {
    if (!tern_attr_is_hal(tern_array_attr_at(list, i), TERN_HAL_ATTR_EXECUTABLE_TARGET)) return false;
  }
  return true;
}

const tern_attr_t *tern_hal_parse_device_target(tern_parser_t *parser, const tern_attr_row_t *row,
                                                const tern_type_t *type) {
  (void)row;
  tern_str_t id;
  const tern_attr_t *configuration = NULL, *targets = NULL;
  if (!tern_parse_token(parser, "<") || !tern_parse_string(parser, &id)) return NULL;
  while (!targets && tern_parse_optional_token(parser, ",")) {
    tern_source_pos_t pos = tern_parser_pos(parser);
    const tern_attr_t *attr = tern_parse_attr(parser, NULL);
    if (!attr) return NULL;
    if (attr->kind == TERN_ATTR_DICTIONARY && !configuration) {
      configuration = attr;
    } else if (attr->kind == TERN_ATTR_ARRAY && are_targets(attr)) {
      targets = attr;
    } else {
      tern_parser_error_at(parser, pos, "expected a dictionary, or an array of #hal.executable.target");
      return NULL;
    }
  }
  if (!parse_end(parser, type)) return NULL;
  return tern_hal_device_target_get(tern_parser_context(parser), id, configuration, targets);
}

void tern_hal_print_device_target(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_char(printer, '<');
  tern_printer_quoted(printer, tern_hal_device_target_id(attr));
  if (tern_hal_device_target_configuration(attr)) {
    tern_printer_text(printer, ", ");
    tern_printer_attr(printer, tern_hal_device_target_configuration(attr));
  }
  if (tern_array_attr_count(tern_hal_device_target_executables(attr))) {
    tern_printer_text(printer, ", ");
    tern_printer_attr(printer, tern_hal_device_target_executables(attr));
  }
  tern_printer_char(printer, '>');
}

// --- device.alias: <"vulkan"[3], {configuration}> ---

const tern_attr_t *tern_hal_parse_device_alias(tern_parser_t *parser, const tern_attr_row_t *row,
                                               const tern_type_t *type) {
  tern_context_t *context = tern_parser_context(parser);
  tern_str_t id;
  int64_t ordinal = -1;
  const tern_attr_t *configuration = NULL;
  if (!tern_parse_token(parser, "<") || !tern_parse_string(parser, &id)) return NULL;
  if (tern_parse_optional_token(parser, "[")) {
    tern_source_pos_t pos = tern_parser_pos(parser);
    if (!tern_parse_integer(parser, &ordinal)) return NULL;
    if (ordinal < 0) {
      tern_parser_error_at(parser, pos, "expected the number of a device");
      return NULL;
    }
    if (!tern_parse_token(parser, "]")) return NULL;
  }
  if (tern_parse_optional_token(parser, ",")) {
    tern_source_pos_t pos = tern_parser_pos(parser);
    if (!(configuration = tern_parse_attr(parser, NULL))) return NULL;
    if (configuration->kind != TERN_ATTR_DICTIONARY) {
      tern_parser_error_at(parser, pos, "expected a dictionary");
      return NULL;
    }
  }
  if (!parse_end(parser, type)) return NULL;
  return make_typed(context, row, to_param(tern_string_attr_get(context, id)), (uint64_t)ordinal + 1,
                    to_param(configuration), 3);
}

void tern_hal_print_device_alias(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_char(printer, '<');
  tern_printer_attr(printer, tern_hal_attr_at(attr, 1));
  if (attr->params[2]) tern_printer_format(printer, "[%lld]", (long long)(attr->params[2] - 1));
  if (attr->params[3]) {
    tern_printer_text(printer, ", ");
    tern_printer_attr(printer, tern_hal_attr_at(attr, 3));
  }
  tern_printer_char(printer, '>');
}

// --- device.ordinal: <3> ---

const tern_attr_t *tern_hal_parse_device_ordinal(tern_parser_t *parser, const tern_attr_row_t *row,
                                                 const tern_type_t *type) {
  int64_t ordinal;
  if (!tern_parse_token(parser, "<") || !tern_parse_integer(parser, &ordinal) || !parse_end(parser, type)) return NULL;
  return make_typed(tern_parser_context(parser), row, (uint64_t)ordinal, 0, 0, 1);
}

void tern_hal_print_device_ordinal(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_char(printer, '<');
  tern_printer_int(printer, (int64_t)attr->params[1]);
  tern_printer_char(printer, '>');
}

// --- device.fallback: <@device> ---

const tern_attr_t *tern_hal_parse_device_fallback(tern_parser_t *parser, const tern_attr_row_t *row,
                                                  const tern_type_t *type) {
  tern_context_t *context = tern_parser_context(parser);
  tern_str_t name;
  if (!tern_parse_token(parser, "<") || !tern_parse_symbol_name(parser, &name) || !parse_end(parser, type)) return NULL;
  return make_typed(context, row, to_param(tern_flat_symbol_ref_attr_get(context, name)), 0, 0, 1);
}

void tern_hal_print_device_fallback(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_char(printer, '<');
  tern_printer_attr(printer, tern_hal_attr_at(attr, 1));
  tern_printer_char(printer, '>');
}

// --- device.select: <[#hal.device.target<...>, ...]> ---

static bool is_device(const tern_attr_t *attr) {
  return attr->kind == TERN_ATTR_DIALECT && ((const tern_attr_row_t *)attr->row)->is_typed && tern_attr_type(attr) &&
         tern_type_is_hal(tern_attr_type(attr), TERN_HAL_DEVICE_TYPE);
}

const tern_attr_t *tern_hal_parse_device_select(tern_parser_t *parser, const tern_attr_row_t *row,
                                                const tern_type_t *type) {
  if (!tern_parse_token(parser, "<")) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *devices = tern_parse_attr(parser, NULL);
  if (!devices) return NULL;
  bool is_right = devices->kind == TERN_ATTR_ARRAY && tern_array_attr_count(devices);
  for (size_t i = 0; is_right && i < tern_array_attr_count(devices); ++i) {
    is_right = is_device(tern_array_attr_at(devices, i));
  }
  if (!is_right) {
    tern_parser_error_at(parser, pos, "expected an array of at least one device attribute");
    return NULL;
  }
  if (!parse_end(parser, type)) return NULL;
  return make_typed(tern_parser_context(parser), row, to_param(devices), 0, 0, 1);
}

void tern_hal_print_device_select(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_char(printer, '<');
  tern_printer_attr(printer, tern_hal_attr_at(attr, 1));
  tern_printer_char(printer, '>');
}

// --- device.affinity, device.promise: <@device, [4, 5]> ---

const tern_attr_t *tern_hal_device_affinity_get(tern_context_t *context, tern_str_t device, int64_t queue_mask) {
  const uint64_t params[] = {to_param(tern_flat_symbol_ref_attr_get(context, device)), (uint64_t)queue_mask};
  return tern_dialect_attr_get(context, TERN_HAL_ATTR(DEVICE_AFFINITY), params, 2);
}

static bool parse_affinity(tern_parser_t *parser, tern_str_t *out_name, uint64_t *out_mask) {
  *out_mask = UINT64_MAX;
  if (!tern_parse_token(parser, "<") || !tern_parse_symbol_name(parser, out_name)) return false;
  if (tern_parse_optional_token(parser, ",")) {
    *out_mask = 0;
    if (!tern_parse_token(parser, "[")) return false;
    do {
      tern_source_pos_t pos = tern_parser_pos(parser);
      int64_t queue;
      if (!tern_parse_integer(parser, &queue)) return false;
      if (queue < 0 || queue > 63) return tern_parser_error_at(parser, pos, "expected the number of a queue, 0 to 63");
      *out_mask |= UINT64_C(1) << queue;
    } while (tern_parse_optional_token(parser, ","));
    if (!tern_parse_token(parser, "]")) return false;
  }
  return tern_parse_token(parser, ">");
}

static void print_affinity(tern_printer_t *printer, const tern_attr_t *device, uint64_t mask) {
  tern_printer_char(printer, '<');
  if (tern_attr_is_string(device)) {
    tern_printer_symbol_name(printer, tern_string_attr_value(device));
  } else {
    tern_printer_attr(printer, device);
  }
  if (mask != UINT64_MAX) {
    const char *separator = ", [";
    for (int queue = 0; queue < 64; ++queue) {
      if (!(mask >> queue & 1)) continue;
      tern_printer_format(printer, "%s%d", separator, queue);
      separator = ", ";
    }
    tern_printer_char(printer, ']');
  }
  tern_printer_char(printer, '>');
}

const tern_attr_t *tern_hal_parse_device_affinity(tern_parser_t *parser, const tern_attr_row_t *row,
                                                  const tern_type_t *type) {
  (void)row, (void)type;
  tern_str_t name;
  uint64_t mask;
  if (!parse_affinity(parser, &name, &mask)) return NULL;
  return tern_hal_device_affinity_get(tern_parser_context(parser), name, (int64_t)mask);
}

void tern_hal_print_device_affinity(tern_printer_t *printer, const tern_attr_t *attr) {
  print_affinity(printer, tern_hal_attr_at(attr, 0), attr->params[1]);
}

const tern_attr_t *tern_hal_parse_device_promise(tern_parser_t *parser, const tern_attr_row_t *row,
                                                 const tern_type_t *type) {
  (void)type;
  tern_context_t *context = tern_parser_context(parser);
  tern_str_t name;
  uint64_t mask;
  if (!parse_affinity(parser, &name, &mask)) return NULL;
  const uint64_t params[] = {to_param(tern_string_attr_get(context, name)), mask};
  return tern_dialect_attr_get(context, row, params, 2);
}

void tern_hal_print_device_promise(tern_printer_t *printer, const tern_attr_t *attr) {
  print_affinity(printer, tern_hal_attr_at(attr, 0), attr->params[1]);
}

// --- device.optimal: <[#hal.device.affinity<@a>, ...]> ---

const tern_attr_t *tern_hal_parse_device_optimal(tern_parser_t *parser, const tern_attr_row_t *row,
                                                 const tern_type_t *type) {
  (void)type;
  if (!tern_parse_token(parser, "<")) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *affinities = tern_parse_attr(parser, NULL);
  if (!affinities) return NULL;
  if (affinities->kind != TERN_ATTR_ARRAY || !tern_array_attr_count(affinities)) {
    tern_parser_error_at(parser, pos, "expected an array of at least one affinity");
    return NULL;
  }
  if (!tern_parse_token(parser, ">")) return NULL;
  const uint64_t params[] = {to_param(affinities)};
  return tern_dialect_attr_get(tern_parser_context(parser), row, params, 1);
}

void tern_hal_print_device_optimal(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_char(printer, '<');
  tern_printer_attr(printer, tern_hal_attr_at(attr, 0));
  tern_printer_char(printer, '>');
}

// --- device.topology: <links = [(@a -> @b = {unified_memory = true}), ...]> ---

typedef TERN_VEC(const tern_attr_t *) attr_vec_t;

static const tern_attr_t *parse_link(tern_parser_t *parser) {
  tern_context_t *context = tern_parser_context(parser);
  tern_str_t source, target;
  const tern_attr_t *extra = NULL;
  if (!tern_parse_token(parser, "(") || !tern_parse_symbol_name(parser, &source) || !tern_parse_token(parser, "->") ||
      !tern_parse_symbol_name(parser, &target) || !tern_parse_token(parser, "=")) {
    return NULL;
  }
  const tern_attr_t *link = tern_parse_attr(parser, NULL);
  if (!link) return NULL;
  if (tern_parse_optional_token(parser, ",") && !(extra = tern_parse_attr(parser, NULL))) return NULL;
  if (!tern_parse_token(parser, ")")) return NULL;
  const tern_attr_t *unified = tern_dictionary_attr_lookup(link, TERN_STR("unified_memory"));
  const tern_attr_t *transparent = tern_dictionary_attr_lookup(link, TERN_STR("transparent_access"));
  tern_named_attr_t entries[5] = {{"source", tern_flat_symbol_ref_attr_get(context, source)},
                                  {"target", tern_flat_symbol_ref_attr_get(context, target)}};
  size_t count = 2;
  if (unified) entries[count++] = (tern_named_attr_t){"unified_memory", unified};
  if (transparent) entries[count++] = (tern_named_attr_t){"transparent_access", transparent};
  if (extra) entries[count++] = (tern_named_attr_t){"extra", extra};
  return tern_dictionary_attr_get(context, entries, count);
}

const tern_attr_t *tern_hal_parse_device_topology(tern_parser_t *parser, const tern_attr_row_t *row,
                                                  const tern_type_t *type) {
  (void)type;
  tern_context_t *context = tern_parser_context(parser);
  attr_vec_t links = {0};
  bool is_right = tern_parse_token(parser, "<") && tern_parse_keyword(parser, "links") &&
                  tern_parse_token(parser, "=") && tern_parse_token(parser, "[");
  if (is_right && !tern_parse_optional_token(parser, "]")) {
    do {
      const tern_attr_t *link = parse_link(parser);
      is_right = link != NULL;
      tern_vec_push(&links, link);
    } while (is_right && tern_parse_optional_token(parser, ","));
    is_right = is_right && tern_parse_token(parser, "]");
  }
  is_right = is_right && tern_parse_token(parser, ">");
  const tern_attr_t *attr = NULL;
  if (is_right) {
    const uint64_t params[] = {to_param(tern_array_attr_get(context, links.values, links.count))};
    attr = tern_dialect_attr_get(context, row, params, 1);
  }
  tern_vec_deinitialize(&links);
  return attr;
}

static void print_link(tern_printer_t *printer, const tern_attr_t *link) {
  static const char *const names[] = {"unified_memory", "transparent_access"};
  const char *separator = "";
  tern_printer_char(printer, '(');
  tern_printer_attr(printer, tern_dictionary_attr_lookup(link, TERN_STR("source")));
  tern_printer_text(printer, " -> ");
  tern_printer_attr(printer, tern_dictionary_attr_lookup(link, TERN_STR("target")));
  tern_printer_text(printer, " = {");
  for (size_t i = 0; i < 2; ++i) {
    const tern_attr_t *value = tern_dictionary_attr_lookup(link, tern_str_from_cstr(names[i]));
    if (!value) continue;
    tern_printer_format(printer, "%s%s = ", separator, names[i]);
    tern_printer_attr(printer, value);
    separator = ", ";
  }
  tern_printer_char(printer, '}');
  const tern_attr_t *extra = tern_dictionary_attr_lookup(link, TERN_STR("extra"));
  if (extra) {
    tern_printer_text(printer, ", ");
    tern_printer_attr(printer, extra);
  }
  tern_printer_char(printer, ')');
}

void tern_hal_print_device_topology(tern_printer_t *printer, const tern_attr_t *attr) {
  const tern_attr_t *links = tern_hal_attr_at(attr, 0);
  tern_printer_text(printer, "<links = [");
  for (size_t i = 0; i < tern_array_attr_count(links); ++i) {
    if (i) tern_printer_text(printer, ", ");
    print_link(printer, tern_array_attr_at(links, i));
  }
  tern_printer_text(printer, "]>");
}
