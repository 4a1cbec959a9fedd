// What tern-opt does: chunk by chunk, parse, verify, run, print (upstream: MlirOptMain).

#include <stdlib.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "asm/resource.h"
#include "base/file.h"
#include "bytecode/bytecode.h"
#include "ir/verify/verifier.h"
#include "pass/pass_manager.h"
#include "pipeline/driver/chunks.h"
#include "pipeline/driver/guard.h"
#include "pipeline/driver/interpret.h"
#include "pipeline/registry.h"
#include "tern/opt.h"

// One call of tern_opt_run().
typedef struct run {
  const tern_opt_options_t *options;
  tern_str_t name;  // of the input, for locations
  tern_string_builder_t output;
  tern_timer_t *timer;              // NULL unless times are wanted
  tern_actions_t *actions;          // NULL unless they are traced
  tern_debug_counters_t *counters;  // NULL unless executions of passes are counted
  // Where a long text goes while it is printed.
  bool is_writing;
  tern_file_writer_t writer;
  tern_status_t write_status;
} run_t;

void tern_opt_options_initialize(tern_opt_options_t *options) {
  *options = (tern_opt_options_t){
      .input_path = "-",
      .output_path = "-",
      .verify_each = true,
      .elide_elements_above = -1,
      .hex_elements_above = TERN_OPT_DEFAULT_LIMIT,
      .elide_resources_above = -1,
      .bytecode_version = TERN_BYTECODE_VERSION,
  };
}

static void send(const tern_opt_options_t *options, tern_str_t text) {
  if (options->message && text.size) options->message(text.data, text.size, options->user);
}

static void send_report(tern_str_t text, void *user) { send(user, text); }

static tern_print_options_t print_options(const tern_opt_options_t *options) {
  return (tern_print_options_t){
      .generic = options->print_generic,
      .debuginfo = options->print_debuginfo,
      .pretty_debuginfo = options->pretty_debuginfo,
      .unique_names = options->unique_names,
      .value_users = options->value_users,
      .local_scope = options->print_local_scope,
      .skip_regions = options->skip_regions,
      .elide_elements_above = options->elide_elements_above,
      .use_name_loc_as_prefix = options->use_name_loc_as_prefix,
      .has_hex_limit = options->hex_elements_above != TERN_OPT_DEFAULT_LIMIT,
      .hex_above = options->hex_elements_above,
      .has_resource_limit = options->elide_resources_above >= 0,
      .resource_limit = options->elide_resources_above,
  };
}

// --- the pipeline ---

// The anchor of a textual pipeline: `builtin.module` of `builtin.module(...)`; empty if there is none.
static tern_str_t find_anchor(tern_str_t text) {
  text = tern_str_trim(text);
  size_t open = tern_str_find_char(text, '(');
  if (open == text.size || text.data[text.size - 1] != ')') return (tern_str_t){0};
  tern_str_t name = tern_str_trim(tern_str_make(text.data, open));
  for (size_t i = 0; i < name.size; ++i) {
    if (strchr("{},", name.data[i])) return (tern_str_t){0};
  }
  return name;
}

static tern_pass_manager_t *make_manager(const run_t *run, tern_context_t *context, const tern_op_t *root) {
  const tern_opt_options_t *options = run->options;
  if (!options->pass_pipeline) {
    tern_pass_manager_t *manager = tern_pass_manager_create(context, &tern_all_passes, root->def->name->data);
    for (size_t i = 0; i < options->request_count; ++i) {
      const tern_opt_request_t *request = &options->requests[i];
      if (tern_pass_manager_add(manager, tern_str_from_cstr(request->flag), tern_str_from_cstr(request->options))) {
        continue;
      }
      tern_pass_manager_destroy(manager);
      return NULL;
    }
    return manager;
  }
  tern_str_t text = tern_str_from_cstr(options->pass_pipeline);
  tern_str_t anchor = find_anchor(text);
  if (anchor.size == 0) {
    tern_emit_error(tern_file_loc_get(context, TERN_STR("<pass-pipeline>"), 1, 1),
                    "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'");
    return NULL;
  }
  tern_pass_manager_t *manager =
      tern_pass_manager_create(context, &tern_all_passes, tern_ident_get(context, anchor)->data);
  if (tern_pass_manager_parse(manager, text)) return manager;
  tern_pass_manager_destroy(manager);
  return NULL;
}

static tern_pass_options_t pass_options(const run_t *run, const tern_print_options_t *printing) {
  const tern_opt_options_t *options = run->options;
  return (tern_pass_options_t){
      .verify_each = options->verify_each,
      .print_before_all = options->print_ir_before_all,
      .print_after_all = options->print_ir_after_all,
      .print_after_change = options->print_ir_after_change,
      .print_after_failure = options->print_ir_after_failure,
      .print_module_scope = options->print_ir_module_scope,
      .print_before = options->print_ir_before,
      .print_after = options->print_ir_after,
      .timer = run->timer,
      .statistics = options->pass_statistics,
      .statistics_as_list = options->pass_statistics_as_list,
      .reproducer_path = options->crash_reproducer,
      .local_reproducer = options->local_reproducer,
      .print_options = printing,
      .dump_folder = options->print_ir_tree_folder,
      .actions = run->actions,
      .counters = run->counters,
      .assumes_verified = options->print_assume_verified,
      .report = send_report,
      .user = (void *)options,
  };
}

static void dump_pipeline(const run_t *run, const tern_pass_manager_t *manager) {
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text, "Pass Manager with %zu passes:\n", tern_pass_manager_size(manager));
  tern_pass_manager_print(manager, &text);
  tern_string_builder_append_cstr(&text, "\n\n");
  send(run->options, tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
}

// NULL: passes are not looked at.
static tern_guard_t *make_guard(const tern_opt_options_t *options) {
  tern_check_options_t check = {
      .seed = (uint64_t)options->check_seed,
      .input_count = options->check_inputs > 0 ? (uint32_t)options->check_inputs : TERN_CHECK_DEFAULT_INPUTS,
      .size = options->check_size,
  };
  if (!options->check_each && !options->reduce_on_failure) return NULL;
  return tern_guard_create(&(tern_guard_options_t){
      .checks = options->check_each,
      .check = check,
      .reduce_path = options->reduce_on_failure,
      .verify_each = options->verify_each,
  });
}

// What a run would have written had it failed at once.
static bool write_reproducer(const run_t *run, const tern_pass_manager_t *manager, tern_op_t *root) {
  tern_string_builder_t pipeline = {0}, text = {0};
  tern_pass_manager_print_compact(manager, &pipeline);
  tern_reproducer_print(root, tern_string_builder_view(&pipeline), run->options->verify_each, TERN_STR(""), &text);
  tern_status_t status = tern_file_write(run->options->reproducer, tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&pipeline);
  tern_string_builder_deinitialize(&text);
  return tern_status_is_ok(status) || tern_emit_error(root->loc, "cannot write reproducer: %s", status.message);
}

static tern_status_t print_pipeline(const run_t *run, tern_context_t *context, tern_op_t *root,
                                    tern_string_builder_t *out) {
  tern_pass_manager_t *manager = make_manager(run, context, root);
  if (!manager) return tern_status_make(TERN_INVALID_ARGUMENT, "the pass pipeline is wrong");
  tern_pass_manager_print_given(manager, out);
  tern_string_builder_append_char(out, '\n');
  tern_pass_manager_destroy(manager);
  return tern_ok();
}

static tern_status_t run_passes(const run_t *run, tern_context_t *context, tern_op_t *root) {
  tern_pass_manager_t *manager = make_manager(run, context, root);
  if (!manager) return tern_status_make(TERN_INVALID_ARGUMENT, "the pass pipeline is wrong");
  if (run->options->dump_pass_pipeline) dump_pipeline(run, manager);
  tern_print_options_t printing = print_options(run->options);
  tern_pass_options_t options = pass_options(run, &printing);
  tern_guard_t *guard = make_guard(run->options);
  options.watch = tern_guard_watch(guard);
  bool is_ok = !run->options->reproducer || write_reproducer(run, manager, root);
  is_ok = is_ok && tern_pass_manager_run(manager, root, &options);
  if (is_ok && run->options->check_each && !tern_guard_has_checked(guard)) {
    is_ok = tern_emit_error(root->loc, "no pass ran, so --check-each compared nothing");
  }
  tern_guard_destroy(guard);
  tern_pass_manager_destroy(manager);
  return is_ok ? tern_ok() : tern_status_make(TERN_INVALID_IR, "the pass pipeline failed");
}

// --- reproducers ---

static bool find_number(const tern_context_t *context, const char *key, int64_t *out) {
  const tern_resource_t *resource =
      tern_resource_find(context, true, TERN_STR("tern_check_each"), tern_str_from_cstr(key));
  return resource && resource->kind == TERN_RESOURCE_STRING && tern_str_to_int64(resource->data, out);
}

// Runs what the resources of the input say.
static tern_status_t replay(const run_t *run, tern_context_t *context, tern_op_t *root) {
  tern_str_t group = TERN_STR("mlir_reproducer");
  const tern_resource_t *pipeline = tern_resource_find(context, true, group, TERN_STR("pipeline"));
  const tern_resource_t *verify_each = tern_resource_find(context, true, group, TERN_STR("verify_each"));
  if (!pipeline || pipeline->kind != TERN_RESOURCE_STRING) {
    tern_emit_error(root->loc,
                    "the input is no reproducer: its external resources have no pipeline of mlir_reproducer");
    return tern_status_make(TERN_INVALID_IR, "the input is no reproducer");
  }
  tern_string_builder_t text = {0};
  tern_string_builder_append(&text, pipeline->data);
  tern_opt_options_t options = *run->options;
  options.pass_pipeline = text.data ? text.data : "";
  if (verify_each) options.verify_each = verify_each->value;
  if (find_number(context, "seed", &options.check_seed)) {
    options.check_each = true;
    find_number(context, "inputs", &options.check_inputs);
    find_number(context, "size", &options.check_size);
  }
  run_t replayed = *run;
  replayed.options = &options;
  tern_status_t status = run_passes(&replayed, context, root);
  tern_string_builder_deinitialize(&text);
  return status;
}

// --- a chunk ---

// The module around a lone top-level op has no place of its own in the text.
static bool is_implicit_module(const run_t *run, const tern_op_t *module) {
  const tern_attr_t *place = tern_loc_find_file(module->loc);
  // Bytecode may hold a module that was implicit in some other file.
  return place && place->params[1] == 0 &&
         tern_str_equal(tern_ident_str((const tern_ident_t *)(uintptr_t)place->params[0]), run->name);
}

// What is to be transformed: the module, or the only op of an implicit one if that is not wanted.
static tern_op_t *find_root(const run_t *run, tern_op_t *module, bool is_implicit) {
  if (!run->options->no_implicit_module || !is_implicit) return module;
  tern_block_t *body = tern_op_body(module, 0);
  if (!body->first_op || body->first_op != body->last_op) {
    size_t count = 0;
    for (const tern_op_t *op = body->first_op; op; op = op->next) ++count;
    tern_emit_error(module->loc, "source must contain a single top-level operation, found: %zu", count);
    return NULL;
  }
  tern_op_t *root = body->first_op;
  tern_op_remove(root);
  return root;
}

// Prints, parses what was printed, and prints again: both texts must agree.
static bool check_roundtrip(const run_t *run, tern_context_t *context, tern_op_t *root) {
  tern_print_options_t options = {.debuginfo = true, .elide_elements_above = -1};
  bool is_ok = true;
  for (int generic = 0; generic < 2 && is_ok; ++generic) {
    options.generic = generic != 0;
    tern_string_builder_t first = {0}, second = {0};
    tern_print_op(root, &options, &first);
    tern_op_t *again = tern_parse_module(context, TERN_STR("<roundtrip>"), tern_string_builder_view(&first));
    tern_op_t *again_root = again ? find_root(run, again, is_implicit_module(run, again)) : NULL;
    if (again_root) tern_print_op(again_root, &options, &second);
    is_ok = again_root && tern_str_equal(tern_string_builder_view(&first), tern_string_builder_view(&second));
    if (!is_ok) {
      tern_emit_error(root->loc, "the printed %sform does not parse back to the same", generic ? "generic " : "");
    }
    if (again_root && again_root != again) tern_op_destroy(again_root);
    if (again) tern_op_destroy(again);
    tern_string_builder_deinitialize(&first);
    tern_string_builder_deinitialize(&second);
  }
  return is_ok;
}

static void flush_output(tern_string_builder_t *out, void *user) {
  run_t *run = user;
  if (!run->is_writing && tern_status_is_ok(run->write_status)) {
    run->write_status = tern_file_writer_open(&run->writer, run->options->output_path);
    run->is_writing = tern_status_is_ok(run->write_status);
  }
  if (tern_status_is_ok(run->write_status)) {
    run->write_status = tern_file_writer_append(&run->writer, tern_string_builder_view(out));
  }
  out->size = 0;
}

static bool write_output(run_t *run, tern_op_t *root, tern_string_builder_t *out) {
  const tern_opt_options_t *options = run->options;
  if (options->interpret) {
    tern_str_t name = tern_str_from_cstr(options->interpret);
    tern_reference_inputs_t inputs = {.seed = (uint64_t)options->interpret_seed, .size = options->interpret_size};
    if (name.size && name.data[0] == '@') name = tern_str_drop(name, 1);
    return tern_interpret(root, name, &inputs, out);
  }
  if (options->emit_bytecode) {
    return tern_bytecode_write(root,
                               &(tern_bytecode_options_t){
                                   .version = options->bytecode_version,
                                   .elide_resources = options->elide_resource_data,
                               },
                               out);
  }
  tern_print_options_t printing = print_options(options);
  // What is printed is shown, unless diagnostics still have a say.
  if (options->diagnostics == TERN_OPT_DIAGNOSTICS_SHOW) printing.flush = flush_output;
  printing.flush_user = run;
  tern_print_op(root, &printing, out);
  // Upstream ends the output of a module with an empty line.
  tern_string_builder_append_char(out, '\n');
  return true;
}

// The file's text has a terminator, which stands behind its last chunk: that one, mostly the only one, needs no copy.
static tern_op_t *read_chunk(const run_t *run, tern_context_t *context, tern_str_t text) {
  bool is_terminated = text.data[text.size] == '\0' && !tern_is_bytecode(text);
  return is_terminated ? tern_parse_terminated_module(context, run->name, text)
                       : tern_read_module(context, run->name, text);
}

static tern_status_t transform(tern_context_t *context, tern_str_t text, uint32_t line_offset,
                               tern_string_builder_t *out, void *user) {
  run_t *run = user;
  tern_timer_t *parse_timer = tern_timer_nest(run->timer, "Parser");
  tern_timer_start(parse_timer);
  tern_op_t *module = read_chunk(run, context, text);
  bool is_implicit = module && is_implicit_module(run, module);
  // The place of a module that the text does not have is where the marker before the chunk ends, as upstream has it.
  if (is_implicit && line_offset) {
    size_t marker_size = strlen(run->options->split_marker);
    module->loc = tern_file_loc_get(context, run->name, line_offset, (uint32_t)marker_size + 1);
  }
  bool is_valid = module && tern_verify(module);
  tern_timer_stop(parse_timer);
  tern_op_t *root = is_valid ? find_root(run, module, is_implicit) : NULL;
  if (!root) return tern_status_make(TERN_INVALID_IR, "the input is wrong");
  if (run->options->print_pipeline) return print_pipeline(run, context, root, out);
  if (run->options->verify_roundtrip && !check_roundtrip(run, context, root)) {
    return tern_status_make(TERN_INVALID_IR, "the input does not survive printing and parsing");
  }
  TERN_RETURN_IF_ERROR(run->options->run_reproducer ? replay(run, context, root) : run_passes(run, context, root));
  tern_timer_t *output_timer = tern_timer_nest(run->timer, "Output");
  tern_timer_start(output_timer);
  bool is_ok = write_output(run, root, out);
  tern_timer_stop(output_timer);
  return is_ok ? tern_ok() : tern_status_make(TERN_INVALID_IR, "the output cannot be written");
}

static tern_status_t run_chunks(run_t *run, tern_str_t text) {
  static const tern_severity_t least_severities[] = {[TERN_OPT_SHOW_REMARKS] = TERN_REMARK,
                                                     [TERN_OPT_SHOW_WARNINGS] = TERN_WARNING,
                                                     [TERN_OPT_SHOW_ERRORS] = TERN_ERROR};
  const tern_opt_options_t *options = run->options;
  const tern_chunks_t chunks = {
      .name = run->name,
      .split_marker = options->split_marker,
      .output_split_marker = options->output_split_marker,
      .pipeline_text = tern_str_from_cstr(options->pass_pipeline),
      .verify_diagnostics = options->diagnostics != TERN_OPT_DIAGNOSTICS_SHOW,
      .only_expected = options->diagnostics == TERN_OPT_DIAGNOSTICS_VERIFY_ONLY_EXPECTED,
      .no_notes = options->no_notes,
      .least_severity = least_severities[options->verbosity],
      .prints_ops = options->print_op_on_diagnostic,
      .prints_stack = options->print_stacktrace_on_diagnostic,
      .allow_unregistered = options->allow_unregistered_dialect,
      .message = options->message,
      .message_user = options->user,
      .process = transform,
      .user = run,
  };
  return tern_chunks_run(&chunks, text, &run->output);
}

static void report_times(const run_t *run) {
  if (!run->timer) return;
  tern_timer_stop(run->timer);
  tern_string_builder_t text = {0};
  static const tern_times_layout_t layouts[2][2] = {{TERN_TIMES_AS_TREE, TERN_TIMES_AS_LIST},
                                                    {TERN_TIMES_AS_JSON_TREE, TERN_TIMES_AS_JSON_LIST}};
  tern_timer_report(run->timer, layouts[run->options->timing_as_json][run->options->timing_as_list], &text);
  send(run->options, tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
}

static tern_status_t make_counters(run_t *run) {
  if (!run->options->debug_counter) return tern_ok();
  tern_status_t status = tern_debug_counters_create(run->options->debug_counter, &run->counters);
  if (tern_status_is_ok(status)) return status;
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text, "error: %s\n", status.message);
  send(run->options, tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
  return status;
}

static void report_counters(const run_t *run) {
  if (!run->counters || !run->options->print_debug_counter) return;
  tern_string_builder_t text = {0};
  tern_debug_counters_print(run->counters, &text);
  send(run->options, tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
}

// Writes what is left.
static tern_status_t finish_output(run_t *run, bool is_whole) {
  tern_str_t rest = tern_string_builder_view(&run->output);
  if (!run->is_writing && !tern_status_is_ok(run->write_status)) return run->write_status;
  if (!run->is_writing) return is_whole ? tern_file_write(run->options->output_path, rest) : tern_ok();
  tern_status_t status = run->write_status;
  if (is_whole && tern_status_is_ok(status)) status = tern_file_writer_append(&run->writer, rest);
  tern_status_t close_status = tern_file_writer_close(&run->writer, is_whole && tern_status_is_ok(status));
  return tern_status_is_ok(status) ? close_status : status;
}

tern_status_t tern_opt_run(const tern_opt_options_t *options) {
  char *text;
  size_t size;
  TERN_RETURN_IF_ERROR(tern_file_read(options->print_pipeline ? "/dev/null" : options->input_path, &text, &size));
  run_t run = {.options = options, .name = tern_str_from_cstr(options->input_path)};
  if (strcmp(options->input_path, "-") == 0) run.name = TERN_STR("<stdin>");
  if (options->timing) run.timer = tern_timer_create("root");
  tern_timer_start(run.timer);
  tern_status_t status =
      tern_actions_open(options->log_actions_path, options->profile_actions_path, options->log_filter, &run.actions);
  if (tern_status_is_ok(status)) status = make_counters(&run);
  if (tern_status_is_ok(status)) status = run_chunks(&run, tern_str_make(text, size));
  tern_actions_close(run.actions);
  report_counters(&run);
  tern_debug_counters_destroy(run.counters);
  report_times(&run);
  // Chunks that went well are shown even if others failed, but a file is written whole or not at all.
  bool shows_rest =
      options->split_marker && strcmp(options->output_path, "-") == 0 && (run.output.size || run.is_writing);
  tern_status_t write_status = finish_output(&run, tern_status_is_ok(status) || shows_rest);
  if (tern_status_is_ok(status)) status = write_status;
  tern_timer_destroy(run.timer);
  tern_string_builder_deinitialize(&run.output);
  free(text);
  return status;
}
