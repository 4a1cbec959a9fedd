// The steps of a compilation: commands that are collected first, and then shown or run. A step is a program with its words, or one of
// our own (own_steps.h), which has words like a program's. Steps of one stage need nothing of each other and run at the same time.

#ifndef TERN_CLANG_STEPS_H_
#define TERN_CLANG_STEPS_H_

#include "base/arena.h"
#include "base/vec.h"
#include "target/workplace.h"
#include "tern/cc.h"

typedef struct tern_step {
  TERN_VEC(const char *) words;  // of the arena; a NULL behind the last when it runs
  unsigned stage;
  const char
      *subject;      // what is compiled for what: "'a.cu' for the device (sm_80)"; NULL: nothing is said of a failure
  const char *hint;  // what to do if it fails, or NULL
  const char *output_path;  // where standard output goes; NULL: to ours
} tern_step_t;

typedef struct tern_steps {
  const tern_cc_options_t *options;
  tern_arena_t arena;
  TERN_VEC(tern_step_t) list;
  tern_workplace_t place;  // of what the steps say, and of what lies between them unless it is kept
} tern_steps_t;

tern_status_t tern_steps_initialize(tern_steps_t *steps, const tern_cc_options_t *options);
void tern_steps_deinitialize(tern_steps_t *steps);

// A text that lives as long as the steps.
const char *tern_steps_format(tern_steps_t *steps, const char *format, ...) __attribute__((format(printf, 2, 3)));
// The path of a file between steps: `stem` and `ending`.
const char *tern_steps_file(tern_steps_t *steps, const char *stem, const char *ending);

// A new step, the last of the list, valid until the next one is added.
tern_step_t *tern_steps_add(tern_steps_t *steps, unsigned stage, const char *program);
// A new step of our own.
tern_step_t *tern_steps_add_own(tern_steps_t *steps, unsigned stage, const char *name, const char *output);
// Words behind those that it has; NULL ends them.
void tern_step_say(tern_step_t *step, const char *word, ...) __attribute__((sentinel));
void tern_step_say_all(tern_step_t *step, tern_cc_words_t words);

// Shows or runs them all, by stages. The first failure ends it: TERN_INVALID_IR after what the programs said was handed on.
tern_status_t tern_steps_run(tern_steps_t *steps);

#endif  // TERN_CLANG_STEPS_H_
