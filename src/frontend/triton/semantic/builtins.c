// The table of functions, and how arguments become parameters.

#include "frontend/triton/semantic/builtins.h"

#include <stdlib.h>
#include <string.h>

#include "dialect/math/math.h"
#include "dialect/tt/tt.h"

const tl_builtin_t tl_builtins[] = {
#define BUILTIN(SPACE, NAME, PARAMETERS, FUNCTION, ...) {SPACE, NAME, PARAMETERS, FUNCTION, __VA_ARGS__},
#include "frontend/triton/semantic/builtins.def"
#undef BUILTIN
};
const size_t tl_builtin_count = sizeof tl_builtins / sizeof tl_builtins[0];

const tl_builtin_t *tl_find_builtin(tern_str_t name_space, tern_str_t name) {
  for (size_t i = 0; i < tl_builtin_count; ++i) {
    const tl_builtin_t *builtin = &tl_builtins[i];
    if (tern_str_equal_cstr(name, builtin->name) && tern_str_equal_cstr(name_space, builtin->name_space))
      return builtin;
  }
  return NULL;
}

const tl_builtin_t *tl_find_method(tern_str_t name) {
  const tl_builtin_t *builtin = tl_find_builtin(TERN_STR("triton.language"), name);
  return builtin && (builtin->flags & TL_METHOD) ? builtin : NULL;
}

const tl_value_t *tl_builtin_value(tl_generator_t *g, const tl_builtin_t *builtin) {
  tl_value_t *value = tl_new_value(g->program->arena, TL_BUILTIN);
  value->builtin = builtin;
  return value;
}

typedef struct parameter {
  tern_str_t name, fallback;  // an empty `fallback`: the argument has to be given
  bool is_rest, is_named;     // is_named: only by its name
  bool is_names;              // a dictionary of all names that no other parameter has
} parameter_t;

static size_t read_parameters(const char *text, parameter_t *parameters) {
  size_t count = 0;
  bool is_named = false;
  for (tern_str_t rest = tern_str_from_cstr(text); rest.size > 0;) {
    tern_str_t part = tern_str_trim(tern_str_split(&rest, ','));
    parameter_t *parameter = &parameters[count++];
    *parameter = (parameter_t){.name = tern_str_split(&part, '='), .is_named = is_named};
    parameter->fallback = part;
    parameter->is_names = tern_str_starts_with(parameter->name, TERN_STR("**"));
    if (parameter->is_names) {
      parameter->name = tern_str_drop(parameter->name, 2);
      continue;
    }
    parameter->is_rest = parameter->name.data[0] == '*';
    if (parameter->is_rest) {
      parameter->name = tern_str_drop(parameter->name, 1);
      is_named = true;
    }
  }
  return count;
}

static const tl_value_t *fallback_value(tl_generator_t *g, tern_str_t text) {
  int64_t number;
  if (tern_str_equal_cstr(text, "None")) return tl_none();
  if (tern_str_equal_cstr(text, "True")) return tl_bool(true);
  if (tern_str_equal_cstr(text, "False")) return tl_bool(false);
  if (tern_str_equal_cstr(text, "()")) return tl_tuple(g->program->arena, NULL, 0, NULL);
  if (text.data[0] == '"') return tl_string(g->program->arena, tern_str_make(text.data + 1, text.size - 2));
  if (tern_str_to_int64(text, &number)) return tl_int(g->program->arena, number);
  return tl_type_value(g->program->arena, tl_scalar_type(tl_find_dtype(text, true)));
}

// The arguments that have a place, up to the parameter that takes the rest.
static bool place_positional(tl_generator_t *g, const char *name, const parameter_t *parameters, size_t count,
                             tl_items_t given, const tl_value_t **values) {
  size_t taken = 0, most = 0;
  for (size_t i = 0; i < count; ++i) {
    if (parameters[i].is_rest) {
      values[i] = tl_tuple(g->program->arena, given.values + taken, given.count - taken, NULL);
      return true;
    }
    most += !parameters[i].is_named;
    if (taken < given.count && !parameters[i].is_named) values[i] = given.values[taken++];
  }
  if (taken == given.count) return true;
  return tl_error(g, "%s() takes %zu positional arguments but %zu were given", name, most, given.count), false;
}

// The keyword as one more entry of a dictionary, which may be NULL.
static const tl_value_t *add_name(tl_generator_t *g, const tl_value_t *names, const tl_binding_t *keyword) {
  size_t count = names ? names->dict.keys.count : 0;
  const tl_value_t **keys = tern_arena_alloc_array(g->program->arena, count + 1, sizeof *keys);
  const tl_value_t **values = tern_arena_alloc_array(g->program->arena, count + 1, sizeof *values);
  for (size_t i = 0; i < count; ++i) {
    keys[i] = names->dict.keys.values[i];
    values[i] = names->dict.values.values[i];
  }
  keys[count] = tl_string(g->program->arena, keyword->name);
  values[count] = keyword->value;
  tl_value_t *dict = tl_new_value(g->program->arena, TL_DICT_VALUE);
  dict->dict.keys = (tl_items_t){keys, count + 1};
  dict->dict.values = (tl_items_t){values, count + 1};
  return dict;
}

const tl_value_t *tl_call_builtin(tl_generator_t *g, const tl_builtin_t *builtin, const tl_arguments_t *arguments) {
  parameter_t parameters[TL_PARAMETERS_MAX];
  const tl_value_t *values[TL_PARAMETERS_MAX] = {0};
  size_t count = read_parameters(builtin->parameters, parameters);
  // The keywords of triton.Config are its own; Triton's compilers know more of them than are used here.
  tl_items_t given = arguments->positional;
  size_t rest = 0;
  while (rest < count && !parameters[rest].is_rest) ++rest;
  if (rest < count && given.count < rest) {
    tl_items_t few = given;
    for (size_t i = 0; i < few.count; ++i) values[i] = few.values[i];
    values[rest] = tl_tuple(g->program->arena, NULL, 0, NULL);
  } else if (!place_positional(g, builtin->name, parameters, count, given, values)) {
    return NULL;
  }
  for (size_t i = 0; i < arguments->keyword_count; ++i) {
    const tl_binding_t *keyword = &arguments->keywords[i];
    size_t at = 0;
    while (at < count && !tern_str_equal(parameters[at].name, keyword->name)) ++at;
    if (at < count && parameters[at].is_rest && tl_is_tuple(keyword->value)) {
      values[at] = keyword->value;
      continue;
    }
    if (at == count && count > 0 && parameters[count - 1].is_names) {
      values[count - 1] = add_name(g, values[count - 1], keyword);
      continue;
    }
    if (at == count)
      return tl_error(g, "%s() got an unexpected keyword argument '%.*s'", builtin->name, (int)keyword->name.size,
                      keyword->name.data);
    if (values[at])
      return tl_error(g, "%s() got multiple values for argument '%.*s'", builtin->name, (int)keyword->name.size,
                      keyword->name.data);
    values[at] = keyword->value;
  }
  for (size_t i = 0; i < count; ++i) {
    if (values[i] || parameters[i].is_names) continue;
    if (parameters[i].fallback.size == 0) {
      return tl_error(g, "%s() missing 1 required positional argument: '%.*s'", builtin->name,
                      (int)parameters[i].name.size, parameters[i].name.data);
    }
    values[i] = fallback_value(g, parameters[i].fallback);
  }
  return builtin->call(g, builtin, values);
}
