// Configurations of a kernel: those of triton.autotune, each with what triton.heuristics computes from it. Rules are functions of the
// file that run while compiling; of arguments of a launch they may ask only whether there are any.

#include "frontend/triton/evaluate/configuration.h"

#include <string.h>

static const char *const launch_names[] = {"num_warps", "num_stages", "num_ctas", "maxnreg"};
enum { LAUNCH_NAMES = sizeof launch_names / sizeof launch_names[0] };

static bool is_launch_name(tern_str_t name) {
  for (size_t i = 0; i < LAUNCH_NAMES; ++i) {
    if (tern_str_equal_cstr(name, launch_names[i])) return true;
  }
  return false;
}

static bool is_parameter(const tl_function_t *kernel, tern_str_t name) {
  for (size_t i = 0; i < kernel->node->list.count; ++i) {
    if (tern_str_equal(kernel->node->list.values[i]->text, name)) return true;
  }
  return false;
}

// The argument of a decorator by its place or name; NULL: there is none.
static const tl_node_t *find_argument(const tl_node_t *call, size_t place, const char *name) {
  if (place < call->list.count) return call->list.values[place];
  for (size_t i = 0; i < call->list2.count; ++i) {
    if (tern_str_equal_cstr(call->list2.values[i]->text, name)) return call->list2.values[i]->a;
  }
  return NULL;
}

static const tl_value_t *visit_argument(tl_generator_t *g, const tl_node_t *call, const char *name) {
  g->node = call;
  const tl_node_t *node = call->kind == TL_CALL ? find_argument(call, 0, name) : NULL;
  if (!node) return tl_error(g, "the decorator has no '%s'", name);
  g->node = node;
  return tl_visit(g, node);
}

// --- autotune ---

// Constants that a configuration gives, unless they were given already. False after an error, or if it contradicts one of these.
static bool take_constants(tl_generator_t *g, const tl_function_t *kernel, const tl_value_t *config,
                           const tl_scope_t *given, tl_configuration_t *out, bool *out_fits) {
  const tl_value_t *dict = config->tuple.items.values[TL_CONFIG_CONSTANTS];
  *out_fits = true;
  for (size_t i = 0; i < dict->dict.keys.count; ++i) {
    const tl_value_t *key = dict->dict.keys.values[i], *value = dict->dict.values.values[i];
    if (key->kind != TL_STRING) return tl_error(g, "a configuration has a key that is no text"), false;
    const tl_value_t *known = tl_scope_find(given, key->text);
    if (!is_parameter(kernel, key->text)) {
      return tl_error(g, "a configuration gives '%.*s', which kernel '%.*s' has no parameter for", (int)key->text.size,
                      key->text.data, (int)kernel->name.size, kernel->name.data),
             false;
    }
    if (known && !tl_equal(known, value)) *out_fits = false;
    if (!known) tl_scope_set(g->program->arena, &out->constants, key->text, value);
  }
  return true;
}

static bool take_launch(tl_generator_t *g, const tl_value_t *config, tl_configuration_t *out) {
  for (size_t i = 0; i < LAUNCH_NAMES; ++i) {
    const tl_value_t *value = config->tuple.items.values[TL_CONFIG_WARPS + i];
    if (tl_is_none(value)) continue;
    if (!tl_is_integer(value))
      return tl_error(g, "%s of a configuration is a '%s', and not a number", launch_names[i], tl_kind_name(value)),
             false;
    tl_scope_set(g->program->arena, &out->launch, tern_str_from_cstr(launch_names[i]), value);
  }
  if (!tl_is_none(config->tuple.items.values[TL_CONFIG_HOOK])) {
    tl_error(g, "a configuration has a pre_hook, which runs in Python before each launch");
    tl_note(g, "give its constants by --constexpr, and do before launches what the hook does");
    return false;
  }
  return tl_is_none(config->tuple.items.values[TL_CONFIG_IR]) ||
         (tl_error(g, "a configuration has an ir_override: compile that file instead"), false);
}

// Are all constants of this configuration given?
static bool is_given(const tl_value_t *config, const tl_scope_t *given) {
  const tl_value_t *dict = config->tuple.items.values[TL_CONFIG_CONSTANTS];
  for (size_t i = 0; i < dict->dict.keys.count; ++i) {
    const tl_value_t *key = dict->dict.keys.values[i];
    if (key->kind != TL_STRING || !tl_scope_find(given, key->text)) return false;
  }
  return dict->dict.keys.count > 0;
}

static bool are_configs(tl_generator_t *g, const tl_value_t *configs) {
  if (!tl_is_tuple(configs)) return tl_error(g, "configurations are a list, not '%s'", tl_kind_name(configs)), false;
  if (configs->tuple.items.count == 0) return tl_error(g, "there are no configurations"), false;
  for (size_t i = 0; i < configs->tuple.items.count; ++i) {
    if (configs->tuple.items.values[i]->kind != TL_CONFIG)
      return tl_error(g, "configuration %zu is no triton.Config", i), false;
  }
  return true;
}

// Does every constant that kernel `kernel` has no default for, and that is marked as one, have a value?
static bool are_all_given(const tl_function_t *kernel, const tl_scope_t *given) {
  for (size_t i = 0; i < kernel->node->list.count; ++i) {
    const tl_node_t *parameter = kernel->node->list.values[i], *mark = parameter->a;
    bool is_constant =
        mark && (mark->kind == TL_ATTRIBUTE || mark->kind == TL_NAME) && tern_str_equal_cstr(mark->text, "constexpr");
    if (is_constant && !parameter->b && !tl_scope_find(given, parameter->text)) return false;
  }
  return true;
}

static bool read_autotune(tl_generator_t *g, const tl_function_t *kernel, const tl_scope_t *given,
                          tl_configurations_t *out) {
  bool is_complete = are_all_given(kernel, given);
  if (!kernel->autotune || is_complete) {
    // Who gives all constants need not know what the decorator says, and it may be what cannot be known.
    tern_vec_push(out, ((tl_configuration_t){0}));
    return true;
  }
  const tl_value_t *configs = visit_argument(g, kernel->autotune, "configs");
  if (!configs || !are_configs(g, configs)) return false;
  for (size_t i = 0; i < configs->tuple.items.count; ++i) {
    const tl_value_t *config = configs->tuple.items.values[i];
    tl_configuration_t configuration = {0};
    bool fits;
    if (is_given(config, given)) {
      if (out->count == 0) tern_vec_push(out, configuration);
      continue;
    }
    if (!take_constants(g, kernel, config, given, &configuration, &fits)) return false;
    if (!fits) continue;
    if (!take_launch(g, config, &configuration)) return false;
    tern_vec_push(out, configuration);
  }
  return out->count > 0 || (tl_error(g, "no configuration has the constants that are given"), false);
}

// --- heuristics ---

// What a rule is called with: a dictionary of all that is known.
static const tl_value_t *make_arguments(tl_generator_t *g, const tl_function_t *kernel, const tl_scope_t *given,
                                        const tl_configuration_t *configuration) {
  tl_scope_t all = {0};
  tern_arena_t *arena = g->program->arena;
  for (size_t i = 0; i < kernel->node->list.count; ++i) {
    const tl_node_t *parameter = kernel->node->list.values[i];
    const tl_value_t *value = tl_scope_find(given, parameter->text);
    if (!value) value = tl_scope_find(&configuration->constants, parameter->text);
    if (!value && parameter->b) value = tl_visit(g, parameter->b);
    if (!value) {
      tl_value_t *argument = tl_new_value(arena, TL_ARGUMENT);
      argument->text = parameter->text;
      value = argument;
    }
    tl_scope_set(arena, &all, parameter->text, value);
  }
  for (size_t i = 0; i < configuration->launch.count; ++i)
    tl_scope_set(arena, &all, configuration->launch.values[i].name, configuration->launch.values[i].value);
  const tl_value_t **keys = tern_arena_alloc_array(arena, all.count, sizeof *keys);
  const tl_value_t **values = tern_arena_alloc_array(arena, all.count, sizeof *values);
  for (size_t i = 0; i < all.count; ++i) {
    keys[i] = tl_string(arena, all.values[i].name);
    values[i] = all.values[i].value;
  }
  tl_value_t *dict = tl_new_value(arena, TL_DICT_VALUE);
  dict->dict.keys = (tl_items_t){keys, all.count};
  dict->dict.values = (tl_items_t){values, all.count};
  return dict;
}

static bool apply_rule(tl_generator_t *g, const tl_function_t *kernel, const tl_scope_t *given, tern_str_t name,
                       const tl_value_t *rule, tl_configuration_t *configuration) {
  bool is_launch = is_launch_name(name) && !is_parameter(kernel, name);
  if (tl_scope_find(given, name)) return true;
  const tl_value_t *argument = make_arguments(g, kernel, given, configuration);
  const tl_arguments_t arguments = {.positional = {&argument, 1}};
  const tl_value_t *value = tl_call(g, rule, &arguments);
  if (!value || !(tl_is_constant(value) || tl_is_tuple(value))) {
    if (value) tl_error(g, "the rule of '%.*s' gives a '%s'", (int)name.size, name.data, tl_kind_name(value));
    if (!is_launch) tl_note(g, "give its value: --constexpr=%.*s=VALUE", (int)name.size, name.data);
    return false;
  }
  tl_scope_set(g->program->arena, is_launch ? &configuration->launch : &configuration->constants, name, value);
  return true;
}

static bool apply_heuristics(tl_generator_t *g, const tl_function_t *kernel, const tl_scope_t *given,
                             tl_configuration_t *configuration) {
  if (!kernel->heuristics || are_all_given(kernel, given)) return true;
  const tl_value_t *rules = visit_argument(g, kernel->heuristics, "values");
  if (!rules) return false;
  if (rules->kind != TL_DICT_VALUE) return tl_error(g, "rules are a dictionary, not '%s'", tl_kind_name(rules)), false;
  for (size_t i = 0; i < rules->dict.keys.count; ++i) {
    const tl_value_t *key = rules->dict.keys.values[i];
    if (key->kind != TL_STRING) return tl_error(g, "a rule has a name that is no text"), false;
    if (!apply_rule(g, kernel, given, key->text, rules->dict.values.values[i], configuration)) return false;
  }
  return true;
}

// --- all ---

bool tl_configure(tl_program_t *program, const tl_function_t *kernel, const tl_scope_t *given,
                  tl_configurations_t *out) {
  tl_generator_t g = {.program = program, .module = kernel->module, .is_host = true, .node = kernel->node};
  if (!read_autotune(&g, kernel, given, out)) return false;
  for (size_t i = 0; i < out->count; ++i) {
    if (!apply_heuristics(&g, kernel, given, &out->values[i])) return false;
  }
  return true;
}

// A word in quotes, where it has blanks or quotes of its own.
static void print_word(const char *option, tern_str_t name, const tl_value_t *value, tern_string_builder_t *out) {
  tern_string_builder_t text = {0};
  tl_print_repr(value, &text);
  tern_str_t view = tern_string_builder_view(&text);
  bool needs_quotes = false;
  for (size_t i = 0; i < view.size; ++i) needs_quotes |= strchr(" '#", view.data[i]) != NULL;
  tern_string_builder_append_format(out, "%s%s%s%.*s=%.*s%s", out->size ? " " : "", needs_quotes ? "\"" : "", option,
                                    (int)name.size, name.data, (int)view.size, view.data, needs_quotes ? "\"" : "");
  tern_string_builder_deinitialize(&text);
}

void tl_print_configuration(const tl_configuration_t *configuration, tern_string_builder_t *out) {
  tern_string_builder_t line = {0};
  for (size_t i = 0; i < configuration->constants.count; ++i)
    print_word("--constexpr=", configuration->constants.values[i].name, configuration->constants.values[i].value,
               &line);
  for (size_t i = 0; i < configuration->launch.count; ++i) {
    char option[32];
    tern_str_t name = configuration->launch.values[i].name;
    size_t size = 0;
    for (; size < name.size && size + 1 < sizeof option; ++size)
      option[size] = name.data[size] == '_' ? '-' : name.data[size];
    print_word("--", tern_str_make(option, size), configuration->launch.values[i].value, &line);
  }
  tern_string_builder_append(out, tern_string_builder_view(&line));
  tern_string_builder_append_char(out, '\n');
  tern_string_builder_deinitialize(&line);
}
