// Passes as rows: what a pass is called, what it runs on, its options, and the function that does it.

#ifndef TERN_PASS_PASS_H_
#define TERN_PASS_PASS_H_

#include "ir/context.h"
#include "ir/op_def.h"

typedef struct tern_pass tern_pass_t;
typedef struct tern_pass_def tern_pass_def_t;
typedef struct tern_stage tern_stage_t;              // a row of a pipeline: pass/stages.h
typedef struct tern_stage_value tern_stage_value_t;  // what rows call by name

typedef enum tern_option_kind {
  TERN_OPTION_BOOL,
  TERN_OPTION_INT,
  TERN_OPTION_STRING,
  TERN_OPTION_INT_LIST,  // comma separated
  TERN_OPTION_STRING_LIST,
} tern_option_kind_t;

typedef struct tern_option_def {
  const char *name;  // as upstream spells it: "tile-sizes"
  tern_option_kind_t kind;
  const char *default_text;  // NULL: false, 0, "" or an empty list
  const char *help;
  const char *const *choices;  // NULL-terminated, of a string option with few values; or NULL
} tern_option_def_t;

// Forms of IR that a pass needs of its op, or leaves there; rows of pass/promises.c say what each means.
typedef enum tern_pass_forms {
  TERN_FORM_NO_TENSORS = 1 << 0,  // no result and no block argument is a tensor
  TERN_FORM_NO_LINALG = 1 << 1,   // no op of the dialect
  TERN_FORM_NO_SCF = 1 << 2,
} tern_pass_forms_t;

// What a pass does not change.
typedef enum tern_pass_kept {
  TERN_KEEPS_SYMBOLS = 1 << 0,  // the symbols in its op, with their visibility and, of functions, their types
} tern_pass_kept_t;

struct tern_pass_def {
  const char *flag;    // without the dashes: "canonicalize"
  const char *alias;   // a second flag, an older or other upstream name of the same pass; or NULL
  const char *name;    // as reports show it: "Canonicalizer"; NULL: the flag
  const char *anchor;  // op it runs on: "builtin.module", "func.func"; NULL: any op
  const char *summary;
  const char *description;  // or NULL
  const tern_option_def_t *options;
  size_t option_count;
  const char *const *statistics;          // `name - what it counts`, NULL-terminated; or NULL
  const tern_dialect_t *const *dialects;  // dependent dialects, NULL-terminated; or NULL
  // What holds before and behind the pass, besides that the IR verifies: bits. Builds with assertions compare them with the
  // IR around each run (pass/promises.h), so a row says what is known, and 0 promises nothing.
  tern_pass_forms_t needs, leaves;
  tern_pass_kept_t keeps;
  // Runs on one anchor op. False after an error was emitted. Must not look at siblings of `op` nor change anything
  // outside of it, and keeps no state between runs.
  bool (*run)(tern_op_t *op, tern_pass_t *pass);
};

// --- for `run` ---
bool tern_pass_bool(const tern_pass_t *pass, const char *option);
int64_t tern_pass_int(const tern_pass_t *pass, const char *option);
tern_str_t tern_pass_string(const tern_pass_t *pass, const char *option);
size_t tern_pass_int_list(const tern_pass_t *pass, const char *option, const int64_t **out_values);
size_t tern_pass_string_list(const tern_pass_t *pass, const char *option, const tern_str_t **out_values);
// True if the option was given, rather than left at its default.
bool tern_pass_is_given(const tern_pass_t *pass, const char *option);
// Adds to a statistic (by its place in the row).
void tern_pass_count(tern_pass_t *pass, size_t statistic, int64_t increment);
// The arena of this run: emptied after it.
tern_arena_t *tern_pass_scratch(tern_pass_t *pass);

// --- registry: the tables are in pipeline/registry.c ---
typedef struct tern_pipeline_def {
  const char *flag;
  const char *summary;
  const tern_stage_t *stages;  // on a builtin.module; the list ends with an empty row
  const tern_option_def_t *options;
  size_t option_count;
  const tern_stage_value_t *values;  // that rows refer to besides the options
  size_t value_count;
} tern_pipeline_def_t;

typedef struct tern_pass_registry {
  const tern_pass_def_t *const *passes;  // by flag, ascending
  size_t pass_count;
  const tern_pipeline_def_t *const *pipelines;
  size_t pipeline_count;
  // More of them, in a library that is loaded when a flag is asked for that has `more_mark` in it. NULL: there are none.
  const char *more_mark;
  tern_status_t (*load_more)(const struct tern_pass_registry **out_more);
} tern_pass_registry_t;

// The registry that the running pass was found in: for passes that run others by name.
const tern_pass_registry_t *tern_pass_known_passes(const tern_pass_t *pass);
// By flag, also among those that are loaded then; NULL if there is none.
const tern_pass_def_t *tern_pass_registry_find(const tern_pass_registry_t *registry, tern_str_t flag);
const tern_pipeline_def_t *tern_pass_registry_find_pipeline(const tern_pass_registry_t *registry, tern_str_t flag);
// The registered flag that is spelt most like `flag`, or NULL if none is near.
const char *tern_pass_registry_suggest(const tern_pass_registry_t *registry, tern_str_t flag);
// For a flag that is not found: a note with the nearest one, or why the library could not be loaded that may have it.
void tern_pass_registry_note_unknown(const tern_pass_registry_t *registry, tern_str_t flag, const tern_attr_t *loc);
// The same among any words.
const char *tern_suggest_word(tern_str_t word, const char *const *words, size_t count);

#endif  // TERN_PASS_PASS_H_
