// Building pipelines: from flags, from definitions, from text; and printing them.

#include <stdlib.h>

#include "pass/pass_private.h"
#include "pass/stages.h"

static const tern_attr_t *pipeline_loc(tern_context_t *context, size_t column) {
  return tern_file_loc_get(context, TERN_STR("<pass-pipeline>"), 1, (uint32_t)column);
}

static pipeline_t *make_pipeline(tern_pass_manager_t *manager, tern_str_t anchor) {
  pipeline_t *pipeline = tern_arena_alloc_zeroed(&manager->arena, sizeof(*pipeline));
  if (anchor.size && !tern_str_equal_cstr(anchor, "any")) {
    pipeline->anchor = tern_ident_get(manager->context, anchor)->data;
  }
  return pipeline;
}

tern_pass_manager_t *tern_pass_manager_create(tern_context_t *context, const tern_pass_registry_t *registry,
                                              const char *anchor) {
  tern_pass_manager_t *manager = tern_malloc(sizeof(*manager));
  *manager = (tern_pass_manager_t){.context = context, .registry = registry};
  tern_arena_initialize(&manager->arena);
  manager->root = make_pipeline(manager, tern_str_from_cstr(anchor));
  return manager;
}

static void free_steps(pipeline_t *pipeline) {
  for (size_t i = 0; i < pipeline->steps.count; ++i) {
    if (pipeline->steps.values[i].nested) free_steps(pipeline->steps.values[i].nested);
  }
  tern_vec_deinitialize(&pipeline->steps);
}

void tern_pass_manager_destroy(tern_pass_manager_t *manager) {
  if (!manager) return;
  free_steps(manager->root);
  tern_arena_deinitialize(&manager->arena);
  free(manager);
}

static bool is_same_anchor(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

pipeline_t *tern_pipeline_nest(tern_pass_manager_t *manager, pipeline_t *pipeline, tern_str_t anchor) {
  pipeline_t *nested = make_pipeline(manager, anchor);
  if (pipeline->steps.count) {
    pipeline_t *last = pipeline->steps.values[pipeline->steps.count - 1].nested;
    if (last && is_same_anchor(last->anchor, nested->anchor)) return last;
  }
  tern_vec_push(&pipeline->steps, (step_t){.nested = nested});
  return nested;
}

static tern_pass_t *make_pass(tern_pass_manager_t *manager, const tern_pass_def_t *def) {
  tern_pass_t *pass = tern_arena_alloc_zeroed(&manager->arena, sizeof(*pass));
  pass->def = def;
  pass->option_defs = def->options;
  pass->option_count = def->option_count;
  while (def->statistics && def->statistics[pass->statistic_count]) ++pass->statistic_count;
  pass->statistics = tern_arena_alloc_zeroed(&manager->arena, (pass->statistic_count + 1) * sizeof(int64_t));
  return pass;
}

bool tern_pipeline_add_pass(tern_pass_manager_t *manager, pipeline_t *pipeline, const tern_pass_def_t *def,
                            tern_str_t options, const tern_attr_t *loc) {
  if (def->anchor && pipeline->anchor && strcmp(def->anchor, pipeline->anchor) != 0) {
    // A pass for functions is nested in a module's pipeline; nothing holds modules but modules.
    if (strcmp(def->anchor, "builtin.module") == 0) {
      return tern_emit_error(
          loc,
          "Can't add pass '%s' restricted to '%s' on a PassManager intended to run on '%s', did you intend to nest?",
          tern_pass_display_name(def), def->anchor, pipeline->anchor);
    }
    pipeline = tern_pipeline_nest(manager, pipeline, tern_str_from_cstr(def->anchor));
  }
  tern_pass_t *pass = make_pass(manager, def);
  if (!tern_pass_parse_options(pass, options, &manager->arena, loc, def->flag)) return false;
  for (const tern_dialect_t *const *dialect = def->dialects; dialect && *dialect; ++dialect) {
    tern_context_register_dialect(manager->context, *dialect);
  }
  tern_vec_push(&pipeline->steps, (step_t){.pass = pass});
  return true;
}

// Adds the passes that a named pipeline stands for.
static bool add_expansion(tern_pass_manager_t *manager, pipeline_t *pipeline, const tern_pipeline_def_t *def,
                          tern_str_t options_text, const tern_attr_t *loc) {
  tern_pass_t options = {.option_defs = def->options, .option_count = def->option_count};
  if (!tern_pass_parse_options(&options, options_text, &manager->arena, loc, def->flag)) return false;
  tern_stage_scope_t scope = {
      .options = &options, .values = def->values, .value_count = def->value_count, .user = &options};
  tern_string_builder_t text = {0};
  tern_stages_expand(def->stages, &scope, &text);
  // The anchor around the text is the pipeline's own where they agree.
  tern_str_t body = tern_str_trim(tern_string_builder_view(&text));
  size_t open = tern_str_find_char(body, '(');
  bool is_wrapped = open < body.size && body.data[body.size - 1] == ')' &&
                    tern_str_equal(tern_str_trim(tern_str_make(body.data, open)),
                                   tern_str_from_cstr(pipeline->anchor ? pipeline->anchor : "any"));
  if (is_wrapped) body = tern_str_make(body.data + open + 1, body.size - open - 2);
  bool is_added = tern_pipeline_parse(manager, pipeline, body);
  tern_string_builder_deinitialize(&text);
  return is_added;
}

bool tern_pipeline_add_named(tern_pass_manager_t *manager, pipeline_t *pipeline, tern_str_t flag, tern_str_t options,
                             const tern_attr_t *loc) {
  const tern_pass_def_t *def = tern_pass_registry_find(manager->registry, flag);
  if (def) return tern_pipeline_add_pass(manager, pipeline, def, options, loc);
  const tern_pipeline_def_t *named = tern_pass_registry_find_pipeline(manager->registry, flag);
  if (named) return add_expansion(manager, pipeline, named, options, loc);
  tern_emit_error(loc, "'%.*s' does not refer to a registered pass or pass pipeline", (int)flag.size, flag.data);
  tern_pass_registry_note_unknown(manager->registry, flag, loc);
  return false;
}

bool tern_pass_manager_add(tern_pass_manager_t *manager, tern_str_t flag, tern_str_t options) {
  return tern_pipeline_add_named(manager, manager->root, flag, options, pipeline_loc(manager->context, 1));
}

void tern_pass_manager_add_def(tern_pass_manager_t *manager, const tern_pass_def_t *def, tern_str_t options) {
  tern_pipeline_add_pass(manager, manager->root, def, options, pipeline_loc(manager->context, 1));
}

size_t tern_pass_manager_size(const tern_pass_manager_t *manager) { return manager->root->steps.count; }

// --- printing ---

static void print_indented(const pipeline_t *pipeline, size_t indentation, tern_string_builder_t *out) {
  tern_string_builder_append_format(out, "%s(\n", pipeline->anchor ? pipeline->anchor : "any");
  for (size_t i = 0; i < pipeline->steps.count; ++i) {
    const step_t *step = &pipeline->steps.values[i];
    tern_string_builder_append_format(out, "%*s", (int)indentation + 2, "");
    if (step->nested) {
      print_indented(step->nested, indentation + 2, out);
    } else {
      tern_string_builder_append_cstr(out, step->pass->def->flag);
      tern_pass_print_options(step->pass, out);
    }
    tern_string_builder_append_cstr(out, i + 1 < pipeline->steps.count ? ",\n" : "");
  }
  tern_string_builder_append_format(out, "\n%*s)", (int)indentation, "");
}

void tern_pass_manager_print(const tern_pass_manager_t *manager, tern_string_builder_t *out) {
  print_indented(manager->root, 0, out);
}

void tern_pipeline_print_compact(const pipeline_t *pipeline, tern_string_builder_t *out) {
  tern_string_builder_append_format(out, "%s(", pipeline->anchor ? pipeline->anchor : "any");
  for (size_t i = 0; i < pipeline->steps.count; ++i) {
    const step_t *step = &pipeline->steps.values[i];
    if (i) tern_string_builder_append_cstr(out, ", ");
    if (step->nested) {
      tern_pipeline_print_compact(step->nested, out);
    } else {
      tern_string_builder_append_cstr(out, step->pass->def->flag);
      tern_pass_print_options(step->pass, out);
    }
  }
  tern_string_builder_append_char(out, ')');
}

void tern_pass_manager_print_compact(const tern_pass_manager_t *manager, tern_string_builder_t *out) {
  tern_pipeline_print_compact(manager->root, out);
}

static void print_given(const pipeline_t *pipeline, tern_string_builder_t *out) {
  tern_string_builder_append_format(out, "%s(", pipeline->anchor ? pipeline->anchor : "any");
  for (size_t i = 0; i < pipeline->steps.count; ++i) {
    const step_t *step = &pipeline->steps.values[i];
    if (i) tern_string_builder_append_char(out, ',');
    if (step->nested) {
      print_given(step->nested, out);
    } else {
      tern_string_builder_append_cstr(out, step->pass->def->flag);
      tern_pass_print_given_options(step->pass, out);
    }
  }
  tern_string_builder_append_char(out, ')');
}

void tern_pass_manager_print_given(const tern_pass_manager_t *manager, tern_string_builder_t *out) {
  print_given(manager->root, out);
}
