// What a pass instance and a pass manager are made of; for this room only.

#ifndef TERN_PASS_PASS_PRIVATE_H_
#define TERN_PASS_PASS_PRIVATE_H_

#include "base/arena.h"
#include "base/vec.h"
#include "pass/pass_manager.h"

// The value of one option. Texts and lists live in the arena that the options were parsed into.
typedef struct option_value {
  bool is_given;
  tern_str_t text;    // of a string
  int64_t integer;    // of an int or bool
  int64_t *integers;  // of an int list
  tern_str_t *strings;
  size_t count;  // of either list
} option_value_t;

// An instance of a pass in a pipeline.
struct tern_pass {
  const tern_pass_def_t *def;  // NULL where only the options count (a pipeline's)
  const tern_option_def_t *option_defs;
  size_t option_count;
  option_value_t *options;
  int64_t *statistics;  // as many as the row names
  size_t statistic_count;
  tern_arena_t *scratch;                   // borrowed while the pass runs
  const tern_pass_registry_t *registry;    // the same
  const tern_pass_options_t *run_options;  // the same
  tern_timer_t *timer;                     // the same; NULL where nothing is timed
};

// Fills `pass->options` from the defaults and `text` (`a=1 b=2,3 c="x y" d={u v}`). Errors are emitted at `loc`.
bool tern_pass_parse_options(tern_pass_t *pass, tern_str_t text, tern_arena_t *arena, const tern_attr_t *loc,
                             const char *owner_name);
// `{a=1 b=2}`, all options in the order of their names; nothing for a pass without options.
void tern_pass_print_options(const tern_pass_t *pass, tern_string_builder_t *out);
// The same with those only that were given, in the order of the row; nothing if there are none. The text gives the same pass again.
void tern_pass_print_given_options(const tern_pass_t *pass, tern_string_builder_t *out);
// How reports call the pass.
const char *tern_pass_display_name(const tern_pass_def_t *def);

// A run of passes on ops of one kind, with pipelines nested for the ops inside.
typedef struct pipeline {
  const char *anchor;  // NULL: any op
  TERN_VEC(struct step) steps;
} pipeline_t;

// One of the two.
typedef struct step {
  tern_pass_t *pass;
  pipeline_t *nested;
} step_t;

struct tern_pass_manager {
  tern_context_t *context;
  const tern_pass_registry_t *registry;
  tern_arena_t arena;
  pipeline_t *root;
};

// Adds to a pipeline. A pass for other ops is nested. Errors are emitted at `loc`.
bool tern_pipeline_add_pass(tern_pass_manager_t *manager, pipeline_t *pipeline, const tern_pass_def_t *def,
                            tern_str_t options, const tern_attr_t *loc);
bool tern_pipeline_add_named(tern_pass_manager_t *manager, pipeline_t *pipeline, tern_str_t flag, tern_str_t options,
                             const tern_attr_t *loc);
// The pipeline nested at the end for ops named `anchor`, made if the last step is another.
pipeline_t *tern_pipeline_nest(tern_pass_manager_t *manager, pipeline_t *pipeline, tern_str_t anchor);
// Parses the elements of a list, without an anchor around it.
bool tern_pipeline_parse(tern_pass_manager_t *manager, pipeline_t *pipeline, tern_str_t text);
// One line.
void tern_pipeline_print_compact(const pipeline_t *pipeline, tern_string_builder_t *out);

// Statistics of all passes, as --mlir-pass-statistics shows them: nested as the passes are, or added up and sorted by name.
void tern_pipeline_report_statistics(const pipeline_t *pipeline, bool as_list, tern_string_builder_t *out);

#endif  // TERN_PASS_PASS_PRIVATE_H_
