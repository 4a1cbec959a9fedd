// The pass manager: nested pipelines from text, run with verification, IR printing, timing and reproducers.

#ifndef TERN_PASS_PASS_MANAGER_H_
#define TERN_PASS_PASS_MANAGER_H_

#include "asm/printer.h"
#include "pass/actions.h"
#include "pass/debug_counter.h"
#include "pass/pass.h"
#include "pass/timing.h"

typedef struct tern_pass_manager tern_pass_manager_t;

// Looks at each pass of a run. Both functions may be NULL.
typedef struct tern_pass_watch {
  // Before a pass runs somewhere below `root`. `pipeline` is the text that runs it alone. False after an error: the pass
  // counts as failed, and is not run.
  bool (*before)(tern_op_t *root, const char *flag, tern_str_t pipeline, void *user);
  // Behind it, if `is_ok`: it did not fail, and what it left verifies. False after an error: the pass counts as failed.
  bool (*after)(tern_op_t *root, const char *flag, bool is_ok, void *user);
  void *user;
} tern_pass_watch_t;

typedef struct tern_pass_options {
  bool verify_each;  // default on
  // Compare what passes need, leave and keep with the IR (pass/promises.h). Builds with assertions always do.
  bool checks_promises;
  bool print_before_all, print_after_all, print_after_change, print_after_failure, print_module_scope;
  const char *print_before, *print_after;  // comma lists of flags, or NULL
  bool timing;                             // report to `report` after the run
  tern_timer_t *timer;                     // where to add up the times instead, without a report; or NULL
  bool statistics, statistics_as_list;
  const char *reproducer_path;  // --mlir-pass-pipeline-crash-reproducer, or NULL
  bool local_reproducer;
  const tern_print_options_t *print_options;  // of IR dumps; NULL: the defaults
  const char *dump_folder;                    // IR dumps are files in here, not reported; or NULL
  tern_actions_t *actions;                    // traces; or NULL
  bool assumes_verified;                      // IR dumps are not verified, and so never generic for being wrong
  tern_debug_counters_t *counters;            // which executions of passes happen; NULL: all
  const tern_pass_watch_t *watch;             // or NULL
  // Nobody but the passes has pointers to what is inside of the op: it may be moved between two of them (ir/op/move.h).
  bool may_move_ops;
  // Receives IR dumps, timing and statistics text.
  void (*report)(tern_str_t text, void *user);
  void *user;
} tern_pass_options_t;

// A manager for ops named `anchor` (NULL: "any"). `registry` is borrowed.
tern_pass_manager_t *tern_pass_manager_create(tern_context_t *context, const tern_pass_registry_t *registry,
                                              const char *anchor);
void tern_pass_manager_destroy(tern_pass_manager_t *manager);
// Adds passes from text: `cse,func.func(canonicalize{top-down=false})`. With an outer `builtin.module(...)`, that must
// be the manager's anchor. Errors are emitted at a location named "<pass-pipeline>" inside the text. A pass whose
// anchor differs from the manager's is nested implicitly (func.func passes in a module).
bool tern_pass_manager_parse(tern_pass_manager_t *manager, tern_str_t text);
// Adds one pass by flag with its options text (`a=1 b=2`), as a command-line flag does.
bool tern_pass_manager_add(tern_pass_manager_t *manager, tern_str_t flag, tern_str_t options);
void tern_pass_manager_add_def(tern_pass_manager_t *manager, const tern_pass_def_t *def, tern_str_t options);
// How many passes and nested pipelines the manager itself holds.
size_t tern_pass_manager_size(const tern_pass_manager_t *manager);
// The textual pipeline over several lines, as --dump-pass-pipeline prints it.
void tern_pass_manager_print(const tern_pass_manager_t *manager, tern_string_builder_t *out);
// The same on one line, as reproducers hold it.
void tern_pass_manager_print_compact(const tern_pass_manager_t *manager, tern_string_builder_t *out);
// On one line with the options only that were given: what runs again as it is, where a pass may ask whether an option was.
void tern_pass_manager_print_given(const tern_pass_manager_t *manager, tern_string_builder_t *out);
// Runs on `op`. False if a pass failed (with an error emitted) or left IR that does not verify.
bool tern_pass_manager_run(tern_pass_manager_t *manager, tern_op_t *op, const tern_pass_options_t *options);

// The text of a reproducer: the module and the pipeline to run on it. `more` is the text of further external resources,
// each with a comma in front of it.
void tern_reproducer_print(tern_op_t *root, tern_str_t pipeline, bool verify_each, tern_str_t more,
                           tern_string_builder_t *out);

#endif  // TERN_PASS_PASS_MANAGER_H_
