// Pipelines as rows: a stage says which pass runs, with which options, on which ops, and whether it runs at all.
//
//   STAGES(narrow_products)
//   STAGE("linalg-contractions-to-amx", .options = "bf16=$amx-bf16 i8=$amx-int8", .when = "amx-bf16|amx-int8")
//   STAGE("linalg-fold-unpacking")
//   END
//
// Rows refer by name to values: to options of the pipeline, and to what its owner computes (tern_stage_value_t).
//
// `options` has a word for each option of the pass. `$name` stands for a value; an option whose value is empty is left out, and so
// keeps its default. `$a|b` is the first of several values that is not empty, zero or false. A word `$name` alone stands for
// several options, spelt as the value spells them.
//
// `when` has words that must all hold: `name` holds if the value is not empty, zero or false, `!name` if it is, and `a|b` if one of
// several is not.
//
// The flag may have values in it, "iree-${input}-input-transformation-pipeline", or be one, which is then a list of passes.

#ifndef TERN_PASS_STAGES_H_
#define TERN_PASS_STAGES_H_

#include "pass/pass.h"

struct tern_stage {
  const char *pass;          // the flag of a pass or of a pipeline; NULL where `rows` stand alone
  const char *options;       // or NULL
  const char *when;          // or NULL: always
  const char *on;            // ops that it is nested for: "util.func util.initializer"; NULL: those of the pipeline
  const tern_stage_t *rows;  // stages in the place of this one; with `pass`: its option `pipeline`
  const char *each;  // `rows` stand for each part of this value, cut at semicolons, which they call `$item`; or NULL
};

// What rows see: the options of the pipeline, and what its owner computes, which goes before an option of the same name.
typedef struct tern_stage_scope {
  const tern_pass_t *options;  // or NULL
  const tern_stage_value_t *values;
  size_t value_count;
  const void *user;  // of the owner
  tern_str_t item;   // the part that `each` has come to
} tern_stage_scope_t;

struct tern_stage_value {
  const char *name;
  tern_option_kind_t kind;  // of texts and of items of lists those are quoted that need it
  // Writes the value; items of a list with commas between them. NULL: it is the member of what `user` points at that lies
  // at `offset`, a bool, an int64_t or a C string that may be NULL.
  void (*write)(const tern_stage_scope_t *scope, tern_string_builder_t *out);
  size_t offset;
};

// How files of rows (.def) are read: STAGES(name) begins a list, STAGE("flag", .options = ...) and ROWS(list, .when = ...)
// are its rows, END ends it.
#define STAGES(name) static const tern_stage_t name[] = {
#define STAGE(...) {.pass = __VA_ARGS__},
#define ROWS(...) {.rows = __VA_ARGS__},
#define END        \
  { .pass = NULL } \
  }                \
  ;

// Appends `builtin.module(...)` with the stages that run. The list ends with a row without pass and rows.
void tern_stages_expand(const tern_stage_t *stages, const tern_stage_scope_t *scope, tern_string_builder_t *out);

#endif  // TERN_PASS_STAGES_H_
