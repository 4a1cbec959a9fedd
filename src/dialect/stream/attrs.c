// stream: types' and attributes' syntax, constructors and accessors.

#include <inttypes.h>

#include "dialect/stream/hooks.h"
#include "dialect/stream/stream.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

// --- types ---

static const char *const lifetime_names[TERN_STREAM_LIFETIME_COUNT] = {"*",         "external", "staging",
                                                                       "transient", "variable", "constant"};

const char *tern_stream_lifetime_name(tern_stream_lifetime_t lifetime) {
  return lifetime < TERN_STREAM_LIFETIME_COUNT ? lifetime_names[lifetime] : "*";
}

static const tern_type_t *parse_resource(tern_parser_t *parser, const tern_type_row_t *row) {
  (void)row;
  tern_context_t *context = tern_parser_context(parser);
  tern_str_t name;
  if (!tern_parse_token(parser, "<")) return NULL;
  tern_stream_lifetime_t lifetime = TERN_STREAM_LIFETIME_UNKNOWN;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_optional_token(parser, "*")) {
    if (!tern_parse_any_keyword(parser, &name)) return NULL;
    for (lifetime = 1; lifetime < TERN_STREAM_LIFETIME_COUNT; ++lifetime) {
      if (tern_str_equal_cstr(name, lifetime_names[lifetime])) break;
    }
    if (lifetime == TERN_STREAM_LIFETIME_COUNT) {
      tern_parser_error_at(parser, pos,
                           "unknown lifetime '%.*s', expected *, external, staging, transient, variable or "
                           "constant",
                           (int)name.size, name.data);
      return NULL;
    }
  }
  return tern_parse_token(parser, ">") ? tern_stream_resource_type_get(context, lifetime) : NULL;
}

static void print_resource(tern_printer_t *printer, const tern_type_t *type) {
  tern_printer_format(printer, "<%s>", tern_stream_lifetime_name(tern_stream_resource_type_lifetime(type)));
}

const tern_type_row_t tern_stream_types[] = {
    [TERN_STREAM_TYPE_RESOURCE] = {.name = "stream.resource",
                                   .summary = "Bytes with a lifetime",
                                   .parse = parse_resource,
                                   .print = print_resource},
    [TERN_STREAM_TYPE_TIMEPOINT] = {.name = "stream.timepoint", .summary = "A point on the timeline of execution"},
    [TERN_STREAM_TYPE_BINDING] = {.name = "stream.binding", .summary = "A resource as an entry point sees it"},
    [TERN_STREAM_TYPE_FILE] = {.name = "stream.file", .summary = "A file that resources are read from or written to"},
    [TERN_STREAM_TYPE_CHANNEL] = {.name = "stream.channel", .summary = "A channel of collective communication"},
};

const tern_type_t *tern_stream_resource_type_get(tern_context_t *context, tern_stream_lifetime_t lifetime) {
  const uint64_t params[] = {lifetime};
  return tern_dialect_type_get(context, TERN_STREAM_TYPE(RESOURCE), params, 1);
}

const tern_type_t *tern_stream_timepoint_type_get(tern_context_t *context) {
  return tern_dialect_type_get(context, TERN_STREAM_TYPE(TIMEPOINT), NULL, 0);
}

const tern_type_t *tern_stream_binding_type_get(tern_context_t *context) {
  return tern_dialect_type_get(context, TERN_STREAM_TYPE(BINDING), NULL, 0);
}

// --- #stream.timepoint<immediate> ---

const tern_attr_t *tern_stream_timepoint_attr_get(tern_context_t *context) {
  const uint64_t params[] = {(uint64_t)(uintptr_t)tern_stream_timepoint_type_get(context)};
  return tern_dialect_attr_get(context, TERN_STREAM_ATTR(TIMEPOINT), params, 1);
}

const tern_attr_t *tern_stream_parse_timepoint_attr(tern_parser_t *parser, const tern_attr_row_t *row,
                                                    const tern_type_t *type) {
  (void)row;
  (void)type;
  if (!tern_parse_token(parser, "<") || !tern_parse_keyword(parser, "immediate") || !tern_parse_token(parser, ">")) {
    return NULL;
  }
  return tern_stream_timepoint_attr_get(tern_parser_context(parser));
}

void tern_stream_print_timepoint_attr(tern_printer_t *printer, const tern_attr_t *attr) {
  (void)attr;
  tern_printer_text(printer, "<immediate>");
}

// --- #stream.resource_config<{...}> ---

enum { CONFIG_NUMBERS = 5, CONFIG_ALIAS = 5, CONFIG_MODEL = 6, CONFIG_COUNT = 7 };
static const char *const config_names[CONFIG_COUNT] = {
    "max_allocation_size", "min_buffer_offset_alignment", "max_buffer_range", "min_buffer_range_alignment",
    "index_bits",          "alias_mutable_bindings",      "memory_model"};
static const tern_stream_resource_config_t default_config = {.max_allocation_size = INT64_C(4294967296),
                                                             .min_buffer_offset_alignment = 64,
                                                             .max_buffer_range = INT64_C(4294967295),
                                                             .min_buffer_range_alignment = 1,
                                                             .index_bits = 32,
                                                             .memory_model = TERN_STREAM_MEMORY_DISCRETE};

const tern_attr_t *tern_stream_resource_config_attr_get(tern_context_t *context,
                                                        const tern_stream_resource_config_t *config) {
  const uint64_t params[CONFIG_COUNT] = {(uint64_t)config->max_allocation_size,
                                         (uint64_t)config->min_buffer_offset_alignment,
                                         (uint64_t)config->max_buffer_range,
                                         (uint64_t)config->min_buffer_range_alignment,
                                         (uint64_t)config->index_bits,
                                         config->alias_mutable_bindings,
                                         config->memory_model};
  return tern_dialect_attr_get(context, TERN_STREAM_ATTR(RESOURCE_CONFIG), params, CONFIG_COUNT);
}

tern_stream_resource_config_t tern_stream_resource_config_attr_value(const tern_attr_t *attr) {
  return (tern_stream_resource_config_t){.max_allocation_size = (int64_t)attr->params[0],
                                         .min_buffer_offset_alignment = (int64_t)attr->params[1],
                                         .max_buffer_range = (int64_t)attr->params[2],
                                         .min_buffer_range_alignment = (int64_t)attr->params[3],
                                         .index_bits = (int64_t)attr->params[4],
                                         .alias_mutable_bindings = attr->params[CONFIG_ALIAS] != 0,
                                         .memory_model = (tern_stream_memory_model_t)attr->params[CONFIG_MODEL]};
}

// The closest attribute `name` of this row around `op`, or NULL.
static const tern_attr_t *find_around(const tern_op_t *op, const char *name, const tern_attr_row_t *row) {
  for (; op; op = tern_op_parent(op)) {
    const tern_attr_t *attr = tern_op_attr(op, name);
    if (attr && attr->row == row) return attr;
  }
  return NULL;
}

tern_stream_resource_config_t tern_stream_resource_config_lookup(const tern_op_t *op) {
  const tern_attr_t *attr = find_around(op, "stream.resources", TERN_STREAM_ATTR(RESOURCE_CONFIG));
  return attr ? tern_stream_resource_config_attr_value(attr) : default_config;
}

static bool parse_config_value(tern_parser_t *parser, size_t index, uint64_t *out_param) {
  int64_t number;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (index < CONFIG_NUMBERS) {
    if (!tern_parse_integer(parser, &number)) return false;
    if (number <= 0) return tern_parser_error_at(parser, pos, "expected a positive number");
    *out_param = (uint64_t)number;
    return true;
  }
  tern_str_t word;
  if (!tern_parse_any_keyword(parser, &word)) return false;
  const char *const words[2][2] = {{"false", "true"}, {"unified", "discrete"}};
  for (size_t i = 0; i < 2; ++i) {
    *out_param = i;
    if (tern_str_equal_cstr(word, words[index - CONFIG_ALIAS][i])) return true;
  }
  return tern_parser_error_at(parser, pos, "expected %s or %s", words[index - CONFIG_ALIAS][0],
                              words[index - CONFIG_ALIAS][1]);
}

const tern_attr_t *tern_stream_parse_resource_config(tern_parser_t *parser, const tern_attr_row_t *row,
                                                     const tern_type_t *type) {
  (void)type;
  tern_context_t *context = tern_parser_context(parser);
  const tern_attr_t *defaults = tern_stream_resource_config_attr_get(context, &default_config);
  uint64_t params[CONFIG_COUNT];
  memcpy(params, defaults->params, sizeof params);
  if (!tern_parse_token(parser, "<") || !tern_parse_token(parser, "{")) return NULL;
  while (!tern_parser_at_token(parser, "}")) {
    tern_str_t name;
    tern_source_pos_t pos = tern_parser_pos(parser);
    if (!tern_parse_any_keyword(parser, &name)) return NULL;
    size_t index = 0;
    while (index < CONFIG_COUNT && !tern_str_equal_cstr(name, config_names[index])) ++index;
    if (index == CONFIG_COUNT) {
      tern_parser_error_at(parser, pos, "unknown key '%.*s' of #stream.resource_config", (int)name.size, name.data);
      return NULL;
    }
    if (!tern_parse_token(parser, "=") || !parse_config_value(parser, index, &params[index])) return NULL;
    if (!tern_parse_optional_token(parser, ",")) break;
  }
  if (!tern_parse_token(parser, "}") || !tern_parse_token(parser, ">")) return NULL;
  return tern_dialect_attr_get(context, row, params, CONFIG_COUNT);
}

void tern_stream_print_resource_config(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_text(printer, "<{");
  for (size_t i = 0; i < CONFIG_NUMBERS; ++i) {
    tern_printer_format(printer, "%s = %" PRIi64 ", ", config_names[i], (int64_t)attr->params[i]);
  }
  tern_printer_format(printer, "%s = %s, %s = %s}>", config_names[CONFIG_ALIAS],
                      attr->params[CONFIG_ALIAS] ? "true" : "false", config_names[CONFIG_MODEL],
                      attr->params[CONFIG_MODEL] ? "discrete" : "unified");
}

// --- #stream.parameter.named<"scope"::"key", {config}> : type ---

const tern_attr_t *tern_stream_parameter_attr_get(const tern_type_t *type, tern_str_t scope, tern_str_t key,
                                                  const tern_attr_t *config) {
  tern_context_t *context = type->context;
  const uint64_t params[] = {(uint64_t)(uintptr_t)type,
                             scope.data ? (uint64_t)(uintptr_t)tern_ident_get(context, scope) : 0,
                             (uint64_t)(uintptr_t)tern_ident_get(context, key), (uint64_t)(uintptr_t)config};
  return tern_dialect_attr_get(context, TERN_STREAM_ATTR(PARAMETER_NAMED), params, 4);
}

tern_str_t tern_stream_parameter_attr_scope(const tern_attr_t *attr) {
  if (!attr->params[1]) return (tern_str_t){0};
  return tern_ident_str((const tern_ident_t *)(uintptr_t)attr->params[1]);
}

tern_str_t tern_stream_parameter_attr_key(const tern_attr_t *attr) {
  return tern_ident_str((const tern_ident_t *)(uintptr_t)attr->params[2]);
}

const tern_attr_t *tern_stream_parse_parameter(tern_parser_t *parser, const tern_attr_row_t *row,
                                               const tern_type_t *type) {
  (void)row;
  tern_str_t scope = {0}, key;
  const tern_attr_t *config = NULL;
  if (!tern_parse_token(parser, "<") || !tern_parse_string(parser, &key)) return NULL;
  if (tern_parse_optional_token(parser, "::")) {
    scope = key;
    if (!tern_parse_string(parser, &key)) return NULL;
  }
  if (tern_parse_optional_token(parser, ",")) {
    tern_source_pos_t pos = tern_parser_pos(parser);
    config = tern_parse_attr(parser, NULL);
    if (!config) return NULL;
    if (config->kind != TERN_ATTR_DICTIONARY) {
      tern_parser_error_at(parser, pos, "expected a dictionary");
      return NULL;
    }
  }
  if (!tern_parse_token(parser, ">")) return NULL;
  if (!type) {
    tern_parser_error(parser, "expected `: type` behind #stream.parameter.named");
    return NULL;
  }
  return tern_stream_parameter_attr_get(type, scope, key, config);
}

void tern_stream_print_parameter(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_str_t scope = tern_stream_parameter_attr_scope(attr);
  tern_printer_char(printer, '<');
  if (scope.data) {
    tern_printer_quoted(printer, scope);
    tern_printer_text(printer, "::");
  }
  tern_printer_quoted(printer, tern_stream_parameter_attr_key(attr));
  if (tern_stream_parameter_attr_config(attr)) {
    tern_printer_text(printer, ", ");
    tern_printer_attr(printer, tern_stream_parameter_attr_config(attr));
  }
  tern_printer_char(printer, '>');
}

// --- #stream.partitioning_config<favor-...> ---

static const char *const favor_names[] = {"debug", "min-peak-memory", "max-concurrency"};

tern_stream_favor_t tern_stream_favor_lookup(const tern_op_t *op) {
  const tern_attr_t *attr = find_around(op, "stream.partitioning", TERN_STREAM_ATTR(PARTITIONING_CONFIG));
  return attr ? (tern_stream_favor_t)attr->params[0] : TERN_STREAM_FAVOR_MAX_CONCURRENCY;
}

// Written as a word with dashes, which is no bare word of MLIR's: also taken as a string.
static bool parse_favor(tern_parser_t *parser, tern_string_builder_t *text) {
  tern_str_t word;
  if (tern_parse_optional_string(parser, &word)) {
    tern_string_builder_append(text, word);
    return true;
  }
  do {
    if (!tern_parse_any_keyword(parser, &word)) return false;
    if (text->size) tern_string_builder_append_char(text, '-');
    tern_string_builder_append(text, word);
  } while (tern_parse_optional_token(parser, "-"));
  return true;
}

const tern_attr_t *tern_stream_parse_partitioning_config(tern_parser_t *parser, const tern_attr_row_t *row,
                                                         const tern_type_t *type) {
  (void)type;
  const tern_attr_t *attr = NULL;
  tern_string_builder_t text = {0};
  if (!tern_parse_token(parser, "<")) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  bool is_ok = parse_favor(parser, &text);
  tern_str_t word = tern_string_builder_view(&text);
  if (tern_str_starts_with(word, TERN_STR("favor-"))) word = tern_str_make(word.data + 6, word.size - 6);
  for (uint64_t i = 0; is_ok && i < 3; ++i) {
    if (tern_str_equal_cstr(word, favor_names[i])) {
      attr = tern_dialect_attr_get(tern_parser_context(parser), row, &i, 1);
    }
  }
  if (is_ok && !attr) {
    tern_parser_error_at(parser, pos, "expected favor-debug, favor-min-peak-memory or favor-max-concurrency");
  }
  tern_string_builder_deinitialize(&text);
  return attr && tern_parse_token(parser, ">") ? attr : NULL;
}

void tern_stream_print_partitioning_config(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_format(printer, "<favor-%s>", favor_names[attr->params[0]]);
}

// --- #stream.collective<all_reduce with sum : f32> ---

static const char *const collective_kinds[] = {"all_gather",     "all_reduce", "all_to_all", "broadcast", "reduce",
                                               "reduce_scatter", "send",       "recv",       "send_recv"};
// The operand that the kind takes besides its buffers.
static const char *const collective_params[] = {
    NULL, NULL, NULL, "source", "target", NULL, "target", "source", "source_target_pair"};
static const char *const collective_reductions[] = {"none", "sum", "product", "minimum", "maximum", "average"};
static const char *const collective_elements[] = {"si8",  "ui8",  "si16", "ui16", "si32", "ui32",
                                                  "si64", "ui64", "f16",  "f32",  "f64",  "bf16"};
#define COUNT_OF(names) (sizeof(names) / sizeof((names)[0]))

const char *tern_stream_collective_param_name(const tern_attr_t *attr) { return collective_params[attr->params[0]]; }

static bool parse_among(tern_parser_t *parser, const char *what, const char *const *names, size_t count,
                        uint64_t *out_param) {
  tern_str_t word;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_any_keyword(parser, &word)) return false;
  for (*out_param = 0; *out_param < count; ++*out_param) {
    if (tern_str_equal_cstr(word, names[*out_param])) return true;
  }
  return tern_parser_error_at(parser, pos, "unknown %s '%.*s' of a collective operation", what, (int)word.size,
                              word.data);
}

const tern_attr_t *tern_stream_parse_collective(tern_parser_t *parser, const tern_attr_row_t *row,
                                                const tern_type_t *type) {
  (void)type;
  uint64_t params[3] = {0};
  if (!tern_parse_token(parser, "<") ||
      !parse_among(parser, "kind", collective_kinds, COUNT_OF(collective_kinds), &params[0])) {
    return NULL;
  }
  if (tern_parse_optional_keyword(parser, "with") &&
      !parse_among(parser, "reduction", collective_reductions, COUNT_OF(collective_reductions), &params[1])) {
    return NULL;
  }
  if (!tern_parse_token(parser, ":") ||
      !parse_among(parser, "element type", collective_elements, COUNT_OF(collective_elements), &params[2]) ||
      !tern_parse_token(parser, ">")) {
    return NULL;
  }
  return tern_dialect_attr_get(tern_parser_context(parser), row, params, 3);
}

void tern_stream_print_collective(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_format(printer, "<%s", collective_kinds[attr->params[0]]);
  if (attr->params[1]) tern_printer_format(printer, " with %s", collective_reductions[attr->params[1]]);
  tern_printer_format(printer, " : %s>", collective_elements[attr->params[2]]);
}

const tern_attr_t *tern_stream_access_attr_get(tern_context_t *context, int access) {
  return tern_integer_attr_get(tern_i_type_get(context, 32), access);
}

const tern_attr_row_t tern_stream_attrs[] = {
    [TERN_STREAM_ATTR_TIMEPOINT] = {.name = "stream.timepoint",
                                    .summary = "A timepoint that is reached already",
                                    .parse = tern_stream_parse_timepoint_attr,
                                    .print = tern_stream_print_timepoint_attr,
                                    .is_typed = true},
    [TERN_STREAM_ATTR_RESOURCE_CONFIG] = {.name = "stream.resource_config",
                                          .summary = "Limits and alignments of resources",
                                          .parse = tern_stream_parse_resource_config,
                                          .print = tern_stream_print_resource_config},
    [TERN_STREAM_ATTR_PARAMETER_NAMED] = {.name = "stream.parameter.named",
                                          .summary = "A value that lives outside of the program",
                                          .parse = tern_stream_parse_parameter,
                                          .print = tern_stream_print_parameter,
                                          .is_typed = true},
    [TERN_STREAM_ATTR_PARTITIONING_CONFIG] = {.name = "stream.partitioning_config",
                                              .summary = "What the division of work into executions aims at",
                                              .parse = tern_stream_parse_partitioning_config,
                                              .print = tern_stream_print_partitioning_config},
    [TERN_STREAM_ATTR_COLLECTIVE] = {.name = "stream.collective",
                                     .summary = "Kind, reduction and element type of a collective operation",
                                     .parse = tern_stream_parse_collective,
                                     .print = tern_stream_print_collective},
};
