// Calls: arguments to parameters, functions of Triton as functions of the IR, one for each set of types and constants.

#include <string.h>

#include "dialect/tt/tt.h"
#include "dialect/ub/ub.h"
#include "frontend/triton/semantic/builtins.h"
#include "ir/attr.h"

enum { LEAVES_MAX = 512 };  // values of the IR that a function takes or gives

// --- arguments ---

static bool add_keyword(tl_generator_t *g, tl_scope_t *scope, tern_str_t name, const tl_value_t *value) {
  if (tl_scope_find(scope, name))
    return tl_error(g, "keyword argument repeated: %.*s", (int)name.size, name.data), false;
  tl_scope_set(g->program->arena, scope, name, value);
  return true;
}

static bool visit_keywords(tl_generator_t *g, const tl_nodes_t *nodes, tl_scope_t *scope) {
  for (size_t i = 0; i < nodes->count; ++i) {
    const tl_node_t *node = nodes->values[i];
    const tl_value_t *value = tl_visit(g, node->a);
    if (!value) return false;
    if (node->text.size > 0) {
      if (!add_keyword(g, scope, node->text, value)) return false;
      continue;
    }
    if (value->kind != TL_DICT_VALUE)
      return tl_error(g, "what stands behind '**' has to be a dictionary, not '%s'", tl_kind_name(value)), false;
    for (size_t j = 0; j < value->dict.keys.count; ++j) {
      const tl_value_t *key = value->dict.keys.values[j];
      if (key->kind != TL_STRING) return tl_error(g, "keywords must be strings"), false;
      if (!add_keyword(g, scope, key->text, value->dict.values.values[j])) return false;
    }
  }
  return true;
}

static const tl_value_t *default_value(tl_generator_t *g, const tl_function_t *function, const tl_node_t *parameter) {
  if (!parameter->b) {
    return tl_error(g, "%.*s() missing 1 required positional argument: '%.*s'", (int)function->name.size,
                    function->name.data, (int)parameter->text.size, parameter->text.data);
  }
  tl_generator_t of_module = {.program = g->program, .module = function->module, .is_host = true, .caller = g};
  return tl_visit(&of_module, parameter->b);
}

// Keywords that no parameter takes, as a dictionary.
static const tl_value_t *other_keywords(tl_generator_t *g, const tl_nodes_t *parameters,
                                        const tl_arguments_t *arguments) {
  tl_value_t *dict = tl_new_value(g->program->arena, TL_DICT_VALUE);
  const tl_value_t **keys = tern_arena_alloc_array(g->program->arena, arguments->keyword_count, sizeof *keys);
  const tl_value_t **values = tern_arena_alloc_array(g->program->arena, arguments->keyword_count, sizeof *values);
  size_t count = 0;
  for (size_t i = 0; i < arguments->keyword_count; ++i) {
    bool is_taken = false;
    for (size_t j = 0; j < parameters->count; ++j) {
      const tl_node_t *parameter = parameters->values[j];
      is_taken |= parameter->op <= TL_PARAMETER_KEYWORD && tern_str_equal(parameter->text, arguments->keywords[i].name);
    }
    if (is_taken) continue;
    keys[count] = tl_string(g->program->arena, arguments->keywords[i].name);
    values[count++] = arguments->keywords[i].value;
  }
  dict->dict.keys = (tl_items_t){keys, count};
  dict->dict.values = (tl_items_t){values, count};
  return dict;
}

bool tl_bind_arguments(tl_generator_t *g, const tl_function_t *function, const tl_arguments_t *arguments,
                       const tl_value_t **out_values) {
  const tl_nodes_t *parameters = &function->node->list;
  size_t taken = 0, matched = 0;
  bool takes_all = false;
  for (size_t i = 0; i < parameters->count; ++i) {
    const tl_node_t *parameter = parameters->values[i];
    out_values[i] = NULL;
    if (parameter->op == TL_PARAMETER_REST) {
      out_values[i] =
          tl_tuple(g->program->arena, arguments->positional.values + taken, arguments->positional.count - taken, NULL);
      taken = arguments->positional.count;
    } else if (parameter->op == TL_PARAMETER_REST_KEYWORDS) {
      out_values[i] = other_keywords(g, parameters, arguments);
      takes_all = true;
    } else if (parameter->op == TL_PARAMETER && taken < arguments->positional.count) {
      out_values[i] = arguments->positional.values[taken++];
    }
  }
  if (taken < arguments->positional.count) {
    return tl_error(g, "%.*s() takes %zu positional arguments but %zu were given", (int)function->name.size,
                    function->name.data, parameters->count, arguments->positional.count),
           false;
  }
  for (size_t i = 0; i < parameters->count; ++i) {
    const tl_node_t *parameter = parameters->values[i];
    for (size_t j = 0; parameter->op <= TL_PARAMETER_KEYWORD && j < arguments->keyword_count; ++j) {
      if (!tern_str_equal(parameter->text, arguments->keywords[j].name)) continue;
      if (out_values[i])
        return tl_error(g, "%.*s() got multiple values for argument '%.*s'", (int)function->name.size,
                        function->name.data, (int)parameter->text.size, parameter->text.data),
               false;
      out_values[i] = arguments->keywords[j].value;
      ++matched;
    }
    if (!out_values[i] && !(out_values[i] = default_value(g, function, parameter))) return false;
  }
  if (matched == arguments->keyword_count || takes_all) return true;
  return tl_error(g, "%.*s() got an unexpected keyword argument", (int)function->name.size, function->name.data), false;
}

// --- names of functions ---

typedef struct mangler {
  tern_string_builder_t types, constants;
  size_t path[8], depth;
} mangler_t;

static void mangle_constant(mangler_t *mangler, const tl_value_t *value) {
  tern_string_builder_t text = {0}, *out = &mangler->constants;
  if (out->size > 0) tern_string_builder_append_char(out, '_');
  tern_string_builder_append_char(out, '(');
  for (size_t i = 0; i < mangler->depth; ++i)
    tern_string_builder_append_format(out, i ? ", %zu" : "%zu", mangler->path[i]);
  tern_string_builder_append_cstr(out, mangler->depth == 1 ? ",)c" : ")c");
  if (!tl_is_none(value)) tern_string_builder_append_cstr(&text, "constexpr[");
  if (value->kind == TL_FUNCTION) {
    tern_string_builder_append_format(&text, "JITFunction(%.*s:", (int)value->function->module->name.size,
                                      value->function->module->name.data);
    tl_print(value, &text);
    tern_string_builder_append_char(&text, ')');
  } else {
    tl_print(value, &text);
  }
  if (!tl_is_none(value)) tern_string_builder_append_char(&text, ']');
  for (size_t i = 0; i < text.size; ++i) {
    char c = text.data[i];
    if (c == '.') {
      tern_string_builder_append_cstr(out, "_d_");
    } else if (c == '\'') {
      tern_string_builder_append_cstr(out, "_sq_");
    } else {
      tern_string_builder_append_char(out, c == '[' || c == ']' ? '_' : c);
    }
  }
  tern_string_builder_deinitialize(&text);
}

static bool mangle(mangler_t *mangler, const tl_value_t *value) {
  tl_items_t items = {0};
  if (value->kind == TL_TUPLE_VALUE) items = value->tuple.items;
  if (value->kind == TL_OBJECT) items = value->object.fields;
  for (size_t i = 0; i < items.count; ++i) {
    if (mangler->depth == sizeof mangler->path / sizeof mangler->path[0]) return false;
    mangler->path[mangler->depth++] = i;
    if (!mangle(mangler, items.values[i])) return false;
    --mangler->depth;
  }
  if (value->kind == TL_TUPLE_VALUE || value->kind == TL_OBJECT) return true;
  if (value->kind != TL_TENSOR && value->kind != TL_DESCRIPTOR) {
    mangle_constant(mangler, value);
    return true;
  }
  if (mangler->types.size > 0) tern_string_builder_append_char(&mangler->types, '_');
  if (value->kind == TL_DESCRIPTOR)
    tern_string_builder_append_cstr(&mangler->types, value->descriptor.shape ? "TDS" : "TD");
  tl_mangle_type(value->kind == TL_TENSOR ? value->tensor.type : value->descriptor.block, &mangler->types);
  return true;
}

// MODULE.FUNCTION__TYPES__CONSTANTS; an empty name after an error.
static tern_str_t mangle_function(tl_generator_t *g, const tl_function_t *function, const tl_value_t *const *args,
                                  size_t count) {
  mangler_t mangler = {0};
  tern_string_builder_t name = {0};
  bool is_right = true;
  for (size_t i = 0; is_right && i < count; ++i) {
    mangler.path[0] = i;
    mangler.depth = 1;
    is_right = mangle(&mangler, args[i]);
  }
  tern_str_t module = function->module->name;
  tern_string_builder_append_format(&name, "%.*s.%.*s__%s__%s", (int)module.size, module.data, (int)function->name.size,
                                    function->name.data, mangler.types.data ? mangler.types.data : "",
                                    mangler.constants.data ? mangler.constants.data : "");
  tern_str_t text = tern_str_make(tern_arena_copy(g->program->arena, name.data, name.size), name.size);
  tern_string_builder_deinitialize(&name);
  tern_string_builder_deinitialize(&mangler.types);
  tern_string_builder_deinitialize(&mangler.constants);
  if (is_right) return text;
  tl_error(g, "tuples within one another are not supported as deep");
  return (tern_str_t){0};
}

// --- functions of the IR ---

// Constants that a function is handed are as those that tl.constexpr makes.
static const tl_value_t *as_constant(tl_generator_t *g, const tl_value_t *value) {
  if (!tl_is_constant(value) || value->is_constexpr) return value;
  tl_value_t *copy = tl_new_value(g->program->arena, value->kind);
  *copy = *value;
  copy->is_constexpr = true;
  return copy;
}

static tern_op_t *make_func(tl_generator_t *g, tern_str_t name, tern_types_t inputs, bool is_kernel) {
  tern_context_t *context = g->program->context;
  const tern_type_t *type = tern_function_type_get(context, inputs, (tern_types_t){0});
  tern_builder_t at_end = tern_builder_at_end(tern_op_body(g->program->ir, 0), g->b.loc);
  tern_op_t *func = tern_build(
      &at_end, TERN_TT(FUNC), .regions = 1,
      .attrs = TERN_ATTRS(
          {"sym_name", tern_string_attr_get(context, name)}, {"function_type", tern_type_attr_get(type)},
          {"sym_visibility", tern_string_attr_get(context, is_kernel ? TERN_STR("public") : TERN_STR("private"))},
          {"noinline", tern_bool_attr_get(context, g->function->is_noinline)}));
  tern_block_t *entry = tern_region_add_block(&func->regions[0]);
  for (size_t i = 0; i < inputs.count; ++i) tern_block_add_arg(entry, inputs.values[i], g->b.loc);
  return func;
}

static bool finish_func(tl_generator_t *g, tern_types_t inputs) {
  const tern_type_t *types[LEAVES_MAX];
  tern_value_t *poison[LEAVES_MAX];
  size_t count = 0;
  if (!g->result) {
    tern_build(&g->b, TERN_TT(RETURN), .operands = {0});
    return true;
  }
  if (!tl_ir_types(g, g->result, types, &count)) return false;
  const tern_type_t *type = tern_function_type_get(g->program->context, inputs, (tern_types_t){types, count});
  tern_op_set_attr(g->func, "function_type", tern_type_attr_get(type));
  for (size_t i = 0; i < count; ++i)
    poison[i] = tern_build_value(&g->b, TERN_UB(POISON), .types = TERN_TYPES(types[i]));
  tern_build(&g->b, TERN_TT(RETURN), .operands = {poison, count});
  return true;
}

static bool count_leaves(tl_generator_t *g, const tl_value_t *const *args, size_t count) {
  tl_handles_t handles = {0};
  for (size_t i = 0; i < count; ++i) tl_flatten(args[i], &handles);
  bool fits = handles.count <= LEAVES_MAX / 2;
  tern_vec_deinitialize(&handles);
  return fits || (tl_error(g, "more than %d arguments", LEAVES_MAX / 2), false);
}

bool tl_generate_function(tl_program_t *program, tl_generator_t *caller, const tl_function_t *function, tern_str_t name,
                          const tl_value_t *const *args, bool is_kernel, tl_compiled_t *out_compiled) {
  tl_generator_t g = {
      .program = program, .module = function->module, .function = function, .caller = caller, .node = function->node};
  const tern_type_t *types[LEAVES_MAX];
  size_t count = 0, parameter_count = function->node->list.count;
  if (!count_leaves(&g, args, parameter_count)) return false;
  for (size_t i = 0; i < parameter_count; ++i) {
    if (!tl_ir_types(&g, args[i], types, &count)) return false;
  }
  g.b = (tern_builder_t){.context = program->context};
  g.b.loc = tern_file_loc_get(program->context, function->module->path, function->node->line, 0);
  tern_types_t inputs = {types, count};
  g.func = out_compiled->op = make_func(&g, name, inputs, is_kernel);
  tern_block_t *entry = tern_op_body(g.func, 0);
  size_t cursor = 0;
  for (size_t i = 0; i < parameter_count; ++i) {
    const tl_value_t *value = tl_unflatten(program->arena, as_constant(&g, args[i]), entry->args, &cursor);
    tl_name_handles(&g, value, function->node->list.values[i]->text);
    tl_bind(&g, function->node->list.values[i]->text, value);
  }
  tern_builder_set_end(&g.b, entry);
  if (!tl_visit_statements(&g, &function->node->list2) || !finish_func(&g, inputs)) return false;
  out_compiled->result = g.result;
  return true;
}

static bool check_noinline(tl_generator_t *g, const tl_function_t *function, const tl_value_t *const *args,
                           size_t count) {
  for (size_t i = 0; function->is_noinline && i < count; ++i) {
    if (!tl_is_block(args[i])) continue;
    return tl_error(g, "function %.*s is marked noinline, but was called with non-scalar argument %s",
                    (int)function->name.size, function->name.data, tl_text(g, args[i])),
           false;
  }
  return true;
}

static const tl_value_t *emit_call(tl_generator_t *g, const tl_compiled_t *compiled, const tl_value_t *const *args,
                                   size_t count) {
  const tern_type_t *types[LEAVES_MAX];
  size_t result_count = 0, cursor = 0;
  tl_handles_t handles = {0};
  if (compiled->result && !tl_ir_types(g, compiled->result, types, &result_count)) return NULL;
  for (size_t i = 0; i < count; ++i) tl_flatten(args[i], &handles);
  tern_str_t symbol = tern_string_attr_value(tern_op_attr(compiled->op, "sym_name"));
  tern_op_t *op =
      tern_build(&g->b, TERN_TT(CALL), .operands = {handles.values, handles.count}, .types = {types, result_count},
                 .attrs = TERN_ATTRS({"callee", tern_flat_symbol_ref_attr_get(g->program->context, symbol)}));
  tern_vec_deinitialize(&handles);
  if (!compiled->result) return tl_none();
  tern_value_t *results[LEAVES_MAX];
  for (size_t i = 0; i < result_count; ++i) results[i] = tern_op_result(op, i);
  return tl_unflatten(g->program->arena, compiled->result, results, &cursor);
}

const tl_value_t *tl_call_values(tl_generator_t *g, const tl_function_t *function, const tl_value_t *const *args,
                                 size_t count) {
  if (g->is_host) return tl_error(g, "a function of Triton cannot run while compiling");
  if (count != function->node->list.count) {
    return tl_error(g, "%.*s() takes %zu arguments but %zu were given", (int)function->name.size, function->name.data,
                    function->node->list.count, count);
  }
  for (size_t i = 0; i < count; ++i) {
    if (!tl_is_constant(args[i]) && !tl_is_carried(args[i]))
      return tl_error(g, "'%s' cannot be an argument of a function", tl_kind_name(args[i]));
  }
  if (!check_noinline(g, function, args, count)) return NULL;
  tern_str_t name = mangle_function(g, function, args, count);
  if (!name.size) return NULL;
  const tern_ident_t *ident = tern_ident_get(g->program->context, name);
  tl_compiled_t *compiled = tern_map_get(&g->program->functions, ident);
  if (!compiled) {
    if (g->program->depth >= TL_CALLS_MAX)
      return tl_error(g, "functions call one another more than %d deep", TL_CALLS_MAX);
    compiled = tern_arena_alloc_zeroed(g->program->arena, sizeof *compiled);
    tern_map_set(&g->program->functions, ident, compiled);
    ++g->program->depth;
    bool is_right = tl_generate_function(g->program, g, function, name, args, false, compiled);
    --g->program->depth;
    if (!is_right) return NULL;
    compiled->is_done = true;
  }
  return compiled->is_done ? emit_call(g, compiled, args, count)
                           : tl_error(g, "a function that calls itself is not supported");
}

// --- callees ---

static const tl_value_t *call_function(tl_generator_t *g, const tl_function_t *function,
                                       const tl_arguments_t *arguments) {
  const tl_value_t **values = tern_arena_alloc_array(g->program->arena, function->node->list.count, sizeof *values);
  if (!tl_bind_arguments(g, function, arguments, values)) return NULL;
  if (function->is_jit) return tl_call_values(g, function, values, function->node->list.count);
  if (function->is_host || g->is_host) return tl_run_host(g, function, values);
  tl_error(g, "'%.*s' is no function of Triton", (int)function->name.size, function->name.data);
  tl_note(g, "give it the decorator triton.jit, or triton.constexpr_function if it computes constants");
  return NULL;
}

static const tl_value_t *construct(tl_generator_t *g, const tl_class_t *cls, const tl_arguments_t *arguments) {
  if (!cls->is_tuple) return tl_error(g, "objects of this class cannot be made in a kernel");
  const tl_value_t **values = tern_arena_alloc_array(g->program->arena, cls->field_count, sizeof *values);
  for (size_t i = 0; i < cls->field_count; ++i) {
    values[i] = i < arguments->positional.count ? arguments->positional.values[i] : NULL;
    for (size_t j = 0; j < arguments->keyword_count; ++j) {
      if (tern_str_equal(cls->fields[i], arguments->keywords[j].name)) values[i] = arguments->keywords[j].value;
    }
    if (!values[i]) return tl_error(g, "missing value for '%.*s'", (int)cls->fields[i].size, cls->fields[i].data);
  }
  return tl_tuple(g->program->arena, values, cls->field_count, cls->fields);
}

static const tl_value_t *call_bound(tl_generator_t *g, const tl_value_t *bound, const tl_arguments_t *arguments) {
  if (!bound->bound.callee) return tl_call_libdevice(g, bound->bound.self->text, arguments->positional);
  tl_items_t given = arguments->positional;
  const tl_value_t **values = tern_arena_alloc_array(g->program->arena, given.count + 1, sizeof *values);
  values[0] = bound->bound.self;
  if (given.count) memcpy(values + 1, given.values, given.count * sizeof *values);
  tl_arguments_t with_self = *arguments;
  with_self.positional = (tl_items_t){values, given.count + 1};
  return tl_call(g, bound->bound.callee, &with_self);
}

const tl_value_t *tl_call(tl_generator_t *g, const tl_value_t *callee, const tl_arguments_t *arguments) {
  switch (callee->kind) {
    case TL_FUNCTION: return call_function(g, callee->function, arguments);
    case TL_BUILTIN:
      if ((callee->builtin->flags & TL_HOST_ONLY) && !g->is_host)
        return tl_error(g, "%s() is not supported in a function of Triton", callee->builtin->name);
      return tl_call_builtin(g, callee->builtin, arguments);
    case TL_BOUND: return call_bound(g, callee, arguments);
    case TL_CLASS: return construct(g, callee->cls, arguments);
    default: return tl_error(g, "'%s' is not callable", tl_kind_name(callee));
  }
}

// What is asserted while compiling has its message evaluated only if it is wrong.
static bool holds_statically(tl_generator_t *g, const tl_value_t *callee, const tl_node_t *node,
                             const tl_value_t **out_value) {
  *out_value = NULL;
  bool is_assert =
      callee->kind == TL_BUILTIN && callee->builtin->call == tl_builtin_static_assert && node->list.count > 0;
  if (!is_assert) return false;
  const tl_value_t *condition = tl_visit(g, node->list.values[0]);
  if (condition && condition->kind == TL_BOOL && condition->integer) *out_value = tl_none();
  return !condition || *out_value;
}

const tl_value_t *tl_visit_call(tl_generator_t *g, const tl_node_t *node) {
  bool is_dropped = g->dropped == node;
  const tl_value_t *callee = tl_visit(g, node->a), *value;
  if (!callee || holds_statically(g, callee, node, &value)) return callee ? value : NULL;
  const tl_value_t *function = callee->kind == TL_BOUND && callee->bound.callee ? callee->bound.callee : callee;
  if (is_dropped && function->kind == TL_BUILTIN && (function->builtin->flags & TL_MUST_USE)) {
    tl_error(g, "the result of %s is not being used", function->builtin->name);
    tl_note(g, "it changes nothing: assign the result to a variable");
    return NULL;
  }
  tl_scope_t keywords = {0};
  tl_arguments_t arguments;
  if (!visit_keywords(g, &node->list2, &keywords) || !tl_visit_items(g, &node->list, &arguments.positional))
    return NULL;
  arguments.keywords = keywords.values;
  arguments.keyword_count = keywords.count;
  return tl_call(g, callee, &arguments);
}
