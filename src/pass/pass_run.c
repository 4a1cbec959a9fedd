// Running pipelines: one pass after the other on one op, with what the manager does around each pass: dependent
// dialects, IR dumps, timing, verification, reproducers.

#include <stdio.h>

#include "base/file.h"
#include "ir/op/move.h"
#include "ir/symbol.h"
#include "ir/verify/verifier.h"
#include "pass/dump_tree.h"
#include "pass/pass_output.h"
#include "pass/pass_private.h"
#include "pass/promises.h"

// One run of a manager.
typedef struct runner {
  tern_pass_manager_t *manager;
  const tern_pass_options_t *options;
  tern_op_t *root;
  tern_arena_t scratch;
  const tern_pass_t *failed_pass;
  tern_op_t *failed_op;
  tern_dump_tree_t *dump_tree;  // NULL: dumps are reported
} runner_t;

static void report(const runner_t *runner, const tern_string_builder_t *text) {
  if (runner->options->report) runner->options->report(tern_string_builder_view(text), runner->options->user);
}

void tern_pass_report(const tern_pass_t *pass, tern_str_t text) {
  if (pass->run_options && pass->run_options->report) pass->run_options->report(text, pass->run_options->user);
}

tern_timer_t *tern_pass_timer(const tern_pass_t *pass) { return pass->timer; }

// --- IR dumps ---

// Is the pass in the list, by either of its flags?
static bool is_in_list(const char *list, const tern_pass_def_t *def) {
  tern_str_t rest = tern_str_from_cstr(list);
  while (rest.size) {
    tern_str_t name = tern_str_trim(tern_str_split(&rest, ','));
    if (tern_str_equal_cstr(name, def->flag) || (def->alias && tern_str_equal_cstr(name, def->alias))) return true;
  }
  return false;
}

static bool dumps_before(const tern_pass_options_t *options, const tern_pass_t *pass) {
  return options->print_before_all || is_in_list(options->print_before, pass->def);
}

static bool dumps_after(const tern_pass_options_t *options, const tern_pass_t *pass) {
  if (options->print_after_all || is_in_list(options->print_after, pass->def)) return true;
  // These two choose among the passes named; alone they mean all.
  return (options->print_after_change || options->print_after_failure) && !options->print_after;
}

// Verifies without a word.
static bool is_valid(tern_op_t *op) {
  tern_diagnostics_t *diagnostics = tern_context_diagnostics(tern_op_context(op)), before = *diagnostics;
  diagnostics->handler = NULL;
  bool is_ok = tern_verify(op);
  *diagnostics = before;
  return is_ok;
}

static void dump(const runner_t *runner, const char *what, const tern_pass_t *pass, tern_op_t *op) {
  const tern_pass_options_t *options = runner->options;
  tern_print_options_t print_options = options->print_options ? *options->print_options : TERN_PRINT_DEFAULT;
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text, "// -----// IR Dump %s (%s)", what, pass->def->flag);
  tern_op_t *printed = op;
  if (options->print_module_scope) {
    tern_str_t op_name = tern_op_name(op), symbol = tern_symbol_name(op);
    tern_string_builder_append_format(&text, " ('%.*s' operation", (int)op_name.size, op_name.data);
    if (symbol.size) tern_string_builder_append_format(&text, ": @%.*s", (int)symbol.size, symbol.data);
    tern_string_builder_append_char(&text, ')');
    while (tern_op_parent(printed)) printed = tern_op_parent(printed);
  }
  tern_string_builder_append_cstr(&text, " //----- //\n");
  // The syntax of an op counts on what its verifier says.
  if (!options->assumes_verified && !is_valid(printed)) print_options.generic = true;
  tern_print_op(printed, &print_options, &text);
  // Upstream ends a module with a newline more.
  tern_string_builder_append_cstr(&text, tern_op_parent(printed) ? "\n" : "\n\n");
  if (runner->dump_tree) {
    tern_status_t status =
        tern_dump_tree_write(runner->dump_tree, op, pass->def->flag, tern_string_builder_view(&text));
    if (!tern_status_is_ok(status)) tern_emit_warning(op->loc, "IR is not dumped: %s", status.message);
  } else {
    report(runner, &text);
  }
  tern_string_builder_deinitialize(&text);
}

static void dump_after(const runner_t *runner, const tern_pass_t *pass, tern_op_t *op, bool has_failed) {
  tern_string_builder_t what = {0};
  tern_string_builder_append_format(&what, "After %s%s", tern_pass_display_name(pass->def),
                                    has_failed ? " Failed" : "");
  dump(runner, what.data, pass, op);
  tern_string_builder_deinitialize(&what);
}

// Everything that printing shows, as one number.
static uint64_t fingerprint(tern_op_t *op) {
  tern_print_options_t options = TERN_PRINT_DEFAULT;
  options.generic = options.debuginfo = true;
  tern_string_builder_t text = {0};
  tern_print_op(op, &options, &text);
  uint64_t hash = tern_hash_bytes(text.data, text.size, 0);
  tern_string_builder_deinitialize(&text);
  return hash;
}

// --- reproducers ---

// Wraps `pass` (NULL: all of them) into the pipeline from the root to `op`.
static void print_pipeline_for(const runner_t *runner, const tern_pass_t *pass, tern_op_t *op,
                               tern_string_builder_t *out) {
  if (!pass) {
    tern_pass_manager_print_compact(runner->manager, out);
    return;
  }
  size_t depth = 0;
  for (tern_op_t *it = op; it; it = it == runner->root ? NULL : tern_op_parent(it)) ++depth;
  for (size_t i = depth; i-- > 0;) {
    tern_op_t *outer = op;
    for (size_t j = 0; j < i; ++j) outer = tern_op_parent(outer);
    tern_str_t name = tern_op_name(outer);
    tern_string_builder_append(out, name);
    tern_string_builder_append_char(out, '(');
  }
  tern_string_builder_append_cstr(out, pass->def->flag);
  tern_pass_print_options(pass, out);
  for (size_t i = 0; i < depth; ++i) tern_string_builder_append_char(out, ')');
}

// Writes the reproducer before anything runs, so that it is there even if the process does not come back.
static bool write_reproducer(const runner_t *runner, const tern_pass_t *pass, tern_op_t *op) {
  const char *path = runner->options->reproducer_path;
  tern_string_builder_t pipeline = {0}, text = {0};
  print_pipeline_for(runner, pass, op, &pipeline);
  tern_reproducer_print(runner->root, tern_string_builder_view(&pipeline), runner->options->verify_each, TERN_STR(""),
                        &text);
  tern_status_t status = tern_file_write(path, tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&pipeline);
  tern_string_builder_deinitialize(&text);
  if (tern_status_is_ok(status)) return true;
  return tern_emit_error(runner->root->loc, "cannot write reproducer: %s", status.message);
}

static void report_reproducer(const runner_t *runner) {
  tern_op_t *op = runner->failed_op ? runner->failed_op : runner->root;
  tern_str_t op_name = tern_op_name(op), symbol = tern_symbol_name(op);
  tern_emit_error(op->loc, "failures have been detected while processing an MLIR pass pipeline");
  tern_emit_note(
      op->loc, "pipeline failed while executing [`%s` on '%.*s' operation%s%.*s]: reproducer generated at `%s`",
      runner->failed_pass ? tern_pass_display_name(runner->failed_pass->def) : "verifier", (int)op_name.size,
      op_name.data, symbol.size ? ": @" : "", (int)symbol.size, symbol.data, runner->options->reproducer_path);
}

// --- running ---

static size_t count_errors(const runner_t *runner) {
  return tern_context_diagnostics(runner->manager->context)->error_count;
}

static bool check_op(const tern_pass_t *pass, const tern_op_t *op) {
  if (pass->def->anchor && !tern_str_equal_cstr(tern_op_name(op), pass->def->anchor)) {
    return tern_op_error(op, "trying to schedule pass '%s' on an unsupported operation, it runs on '%s'",
                         pass->def->flag, pass->def->anchor);
  }
  if (!op->def->row) return tern_op_error(op, "trying to schedule a pass on an unregistered operation");
  if (!tern_op_has_trait(op, TERN_TRAIT_ISOLATED_FROM_ABOVE)) {
    return tern_op_error(op, "trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'");
  }
  return true;
}

static bool run_body(runner_t *runner, tern_pass_t *pass, tern_op_t *op, tern_timer_t *timer) {
  size_t error_count = count_errors(runner);
  tern_arena_mark_t mark = tern_arena_mark(&runner->scratch);
  pass->scratch = &runner->scratch;
  pass->registry = runner->manager->registry;
  pass->run_options = runner->options;
  pass->timer = timer;
  tern_actions_begin(runner->options->actions, tern_pass_display_name(pass->def), op);
  bool is_done =
      !tern_debug_counters_allow(runner->options->counters, TERN_STR("pass-execution")) || pass->def->run(op, pass);
  tern_actions_end(runner->options->actions, op);
  pass->scratch = NULL;
  pass->registry = NULL;
  pass->run_options = NULL;
  pass->timer = NULL;
  tern_arena_rewind(&runner->scratch, mark);
  if (!is_done && count_errors(runner) == error_count) {
    tern_op_error(op, "pass '%s' failed without saying why", pass->def->flag);
  }
  return is_done;
}

static bool watch_before(const runner_t *runner, const tern_pass_t *pass, tern_op_t *op) {
  const tern_pass_watch_t *watch = runner->options->watch;
  if (!watch || !watch->before) return true;
  tern_string_builder_t pipeline = {0};
  print_pipeline_for(runner, pass, op, &pipeline);
  bool goes_on = watch->before(runner->root, pass->def->flag, tern_string_builder_view(&pipeline), watch->user);
  tern_string_builder_deinitialize(&pipeline);
  return goes_on;
}

static bool watch_after(const runner_t *runner, const tern_pass_t *pass, bool is_ok) {
  const tern_pass_watch_t *watch = runner->options->watch;
  return watch && watch->after ? watch->after(runner->root, pass->def->flag, is_ok, watch->user) : is_ok;
}

#ifdef NDEBUG
enum { ALWAYS_CHECKS_PROMISES = false };
#else
enum { ALWAYS_CHECKS_PROMISES = true };
#endif

static bool run_pass(runner_t *runner, tern_pass_t *pass, tern_op_t *op, tern_timer_t *parent_timer) {
  const tern_pass_options_t *options = runner->options;
  if (!check_op(pass, op)) return false;
  if (options->reproducer_path && options->local_reproducer && !write_reproducer(runner, pass, op)) return false;
  if (dumps_before(options, pass)) {
    tern_string_builder_t what = {0};
    tern_string_builder_append_format(&what, "Before %s", tern_pass_display_name(pass->def));
    dump(runner, what.data, pass, op);
    tern_string_builder_deinitialize(&what);
  }
  bool dumps = dumps_after(options, pass);
  uint64_t before = dumps && options->print_after_change ? fingerprint(op) : 0;
  bool checks_promises = ALWAYS_CHECKS_PROMISES || options->checks_promises;
  if (checks_promises && !tern_pass_check_needs(pass->def, op)) return false;
  uint64_t kept = checks_promises ? tern_pass_note_kept(pass->def, op) : 0;
  if (!watch_before(runner, pass, op)) return false;

  tern_timer_t *timer = tern_timer_nest_for(parent_timer, tern_pass_display_name(pass->def), pass);
  tern_timer_start(timer);
  bool is_ok = run_body(runner, pass, op, timer);
  tern_timer_stop(timer);
  if (is_ok && options->verify_each) is_ok = tern_verify(op);
  if (is_ok && checks_promises) is_ok = tern_pass_check_promises(pass->def, op, kept);
  is_ok = watch_after(runner, pass, is_ok);
  bool is_wanted = !is_ok || !options->print_after_failure;
  if (is_ok && options->print_after_change) is_wanted = is_wanted && fingerprint(op) != before;
  if (dumps && is_wanted) dump_after(runner, pass, op, !is_ok);
  if (!is_ok) {
    runner->failed_pass = pass;
    runner->failed_op = op;
  }
  return is_ok;
}

static bool run_pipeline(runner_t *runner, pipeline_t *pipeline, tern_op_t *op, tern_timer_t *timer);

// What is wanted by a pipeline for any op: what its passes can run on.
static bool can_run_on(const pipeline_t *pipeline, const tern_op_t *op) {
  if (pipeline->anchor) return tern_str_equal_cstr(tern_op_name(op), pipeline->anchor);
  if (!op->def->row || !tern_op_has_trait(op, TERN_TRAIT_ISOLATED_FROM_ABOVE)) return false;
  for (size_t i = 0; i < pipeline->steps.count; ++i) {
    const tern_pass_t *pass = pipeline->steps.values[i].pass;
    if (pass && pass->def->anchor && !tern_str_equal_cstr(tern_op_name(op), pass->def->anchor)) return false;
  }
  return true;
}

// Runs a nested pipeline on the ops right inside `op`. All of them run even if one fails, so that all errors show.
static bool run_nested(runner_t *runner, pipeline_t *nested, tern_op_t *op, tern_timer_t *parent_timer) {
  tern_timer_t *timer = NULL;
  if (parent_timer) {
    tern_string_builder_t name = {0};
    tern_string_builder_append_format(&name, "'%s' Pipeline", nested->anchor ? nested->anchor : "any");
    timer = tern_timer_nest_for(parent_timer, name.data, nested);
    tern_string_builder_deinitialize(&name);
  }
  tern_timer_start(timer);
  bool is_ok = true;
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      tern_block_for_each_op_safe(block, inner) {
        if (can_run_on(nested, inner)) is_ok &= run_pipeline(runner, nested, inner, timer);
      }
    }
  }
  tern_timer_stop(timer);
  return is_ok;
}

static bool run_pipeline(runner_t *runner, pipeline_t *pipeline, tern_op_t *op, tern_timer_t *timer) {
  for (size_t i = 0; i < pipeline->steps.count; ++i) {
    const step_t *step = &pipeline->steps.values[i];
    // Who runs an inner pipeline stands on an op of the outer one.
    bool may_move = runner->options->may_move_ops && pipeline == runner->manager->root;
    if (may_move && tern_op_is_worth_moving(op)) tern_op_move_contents(op);
    bool is_ok = step->pass ? run_pass(runner, step->pass, op, timer) : run_nested(runner, step->nested, op, timer);
    if (!is_ok) return false;
  }
  return true;
}

static void report_after_run(const runner_t *runner, const tern_timer_t *own_timer) {
  tern_string_builder_t text = {0};
  if (runner->options->statistics)
    tern_pipeline_report_statistics(runner->manager->root, runner->options->statistics_as_list, &text);
  if (own_timer) tern_timer_report(own_timer, TERN_TIMES_AS_TREE, &text);
  if (text.size) report(runner, &text);
  tern_string_builder_deinitialize(&text);
}

bool tern_pass_manager_run(tern_pass_manager_t *manager, tern_op_t *op, const tern_pass_options_t *options) {
  if (manager->root->anchor && !tern_str_equal_cstr(tern_op_name(op), manager->root->anchor)) {
    tern_str_t name = tern_op_name(op);
    return tern_emit_error(op->loc, "can't run '%s' pass manager on '%.*s' op", manager->root->anchor, (int)name.size,
                           name.data);
  }
  runner_t runner = {.manager = manager, .options = options, .root = op};
  bool keeps_reproducer = options->reproducer_path && manager->root->steps.count > 0;
  if (keeps_reproducer && !options->local_reproducer && !write_reproducer(&runner, NULL, op)) return false;

  tern_dump_tree_t dump_tree = {.path = options->dump_folder};
  if (options->dump_folder) runner.dump_tree = &dump_tree;
  tern_arena_initialize(&runner.scratch);
  tern_timer_t *own_timer = options->timing && !options->timer ? tern_timer_create("root") : NULL;
  tern_timer_start(own_timer);
  bool is_ok = run_pipeline(&runner, manager->root, op, own_timer ? own_timer : options->timer);
  tern_timer_stop(own_timer);
  tern_arena_deinitialize(&runner.scratch);
  tern_dump_tree_deinitialize(&dump_tree);

  report_after_run(&runner, own_timer);
  tern_timer_destroy(own_timer);
  if (keeps_reproducer && is_ok) remove(options->reproducer_path);
  if (keeps_reproducer && !is_ok) report_reproducer(&runner);
  return is_ok;
}
