#include "pipeline/program_options.h"

#include <string.h>

#include "pipeline/registry.h"

// What IREE's command line starts with, and the pipeline that has the rest of the name for an option. The first spelling
// of a pipeline is the one that is listed.
static const struct {
  const char *prefix, *pipeline;
  bool is_listed;
} groups[] = {
    {"iree-flow-", "iree-flow-transformation-pipeline", true},
    {"iree-dispatch-creation-", "iree-flow-transformation-pipeline", false},
    {"iree-stream-", "iree-stream-transformation-pipeline", true},
    {"iree-hal-", "iree-hal-transformation-pipeline", true},
};
enum { GROUP_COUNT = sizeof groups / sizeof groups[0] };

// Options that the phases of a program decide.
static const char *const decided[] = {"targets", "target-devices", "compile-from", "compile-to"};

static const tern_pipeline_def_t *pipeline_of(size_t group) {
  return tern_pass_registry_find_pipeline(&tern_all_passes, tern_str_from_cstr(groups[group].pipeline));
}

static bool is_decided(const char *name) {
  for (size_t i = 0; i < sizeof decided / sizeof decided[0]; ++i) {
    if (strcmp(decided[i], name) == 0) return true;
  }
  return false;
}

const char *tern_program_option_at(size_t index, const char **out_prefix, const char **out_summary) {
  for (size_t g = 0; g < GROUP_COUNT; ++g) {
    const tern_pipeline_def_t *pipeline = groups[g].is_listed ? pipeline_of(g) : NULL;
    for (size_t i = 0; pipeline && i < pipeline->option_count; ++i) {
      if (is_decided(pipeline->options[i].name) || index-- != 0) continue;
      if (out_prefix) *out_prefix = groups[g].prefix;
      if (out_summary) *out_summary = pipeline->options[i].help;
      return pipeline->options[i].name;
    }
  }
  return NULL;
}

// The group of `text`, GROUP_COUNT if there is none; `*out_name` and `*out_value`: without the prefix.
static size_t split(const char *text, tern_str_t *out_name, tern_str_t *out_value) {
  for (size_t g = 0; g < GROUP_COUNT; ++g) {
    size_t size = strlen(groups[g].prefix);
    if (strncmp(text, groups[g].prefix, size) != 0) continue;
    tern_str_t rest = tern_str_from_cstr(text + size);
    *out_name = tern_str_split(&rest, '=');
    // A switch alone is on.
    *out_value = text[size + out_name->size] == '=' ? rest : TERN_STR("true");
    const tern_pipeline_def_t *pipeline = pipeline_of(g);
    for (size_t i = 0; i < pipeline->option_count; ++i) {
      const char *name = pipeline->options[i].name;
      if (tern_str_equal_cstr(*out_name, name) && !is_decided(name)) return g;
    }
  }
  return GROUP_COUNT;
}

tern_status_t tern_program_switches_check(const tern_program_options_t *options) {
  tern_str_t name, value;
  for (size_t i = 0; i < options->switch_count; ++i) {
    if (split(options->switches[i], &name, &value) != GROUP_COUNT) continue;
    return tern_status_make(TERN_INVALID_ARGUMENT, "'%s' is no option of a program", options->switches[i]);
  }
  return tern_ok();
}

void tern_program_switches_append(const tern_program_options_t *options, const char *pipeline,
                                  tern_string_builder_t *out) {
  tern_str_t name, value;
  for (size_t i = 0; i < options->switch_count; ++i) {
    size_t group = split(options->switches[i], &name, &value);
    if (group == GROUP_COUNT || strcmp(groups[group].pipeline, pipeline) != 0) continue;
    // In quotes, so that spaces, commas and braces are the value's own; lists are several values.
    bool is_list = false;
    const tern_pipeline_def_t *def = pipeline_of(group);
    for (size_t k = 0; k < def->option_count; ++k) {
      if (!tern_str_equal_cstr(name, def->options[k].name)) continue;
      is_list = def->options[k].kind == TERN_OPTION_INT_LIST || def->options[k].kind == TERN_OPTION_STRING_LIST;
    }
    char quote = tern_str_find_char(value, '"') < value.size ? '\'' : '"';
    tern_string_builder_append_format(out, " %.*s=", (int)name.size, name.data);
    if (!is_list) tern_string_builder_append_char(out, quote);
    tern_string_builder_append(out, value);
    if (!is_list) tern_string_builder_append_char(out, quote);
  }
}
