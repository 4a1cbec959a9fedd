// Showing and running the steps.

#include "clang/steps.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "target/programs.h"

#define OWN_PROGRAM "tern-cc"
#define OWN_STEP "--step="

// --- collecting ---

tern_status_t tern_steps_initialize(tern_steps_t *steps, const tern_cc_options_t *options) {
  *steps = (tern_steps_t){.options = options};
  tern_arena_initialize(&steps->arena);
  if (options->is_dry_run) return tern_ok();
  if (options->keeps_files && options->keep_folder) tern_file_make_folder_of(tern_steps_file(steps, "file", ""));
  return tern_workplace_open(&steps->place);
}

void tern_steps_deinitialize(tern_steps_t *steps) {
  for (size_t i = 0; i < steps->list.count; ++i) tern_vec_deinitialize(&steps->list.values[i].words);
  tern_vec_deinitialize(&steps->list);
  tern_workplace_close(&steps->place);
  tern_arena_deinitialize(&steps->arena);
}

const char *tern_steps_format(tern_steps_t *steps, const char *format, ...) {
  tern_string_builder_t text = {0};
  va_list values;
  va_start(values, format);
  tern_string_builder_append_vformat(&text, format, values);
  va_end(values);
  const char *copy = tern_arena_copy(&steps->arena, text.data ? text.data : "", text.size + 1);
  tern_string_builder_deinitialize(&text);
  return copy;
}

const char *tern_steps_file(tern_steps_t *steps, const char *stem, const char *ending) {
  const tern_cc_options_t *options = steps->options;
  const char *name = tern_steps_format(steps, "%s%s", stem, ending);
  if (steps->place.folder && !options->keeps_files) return tern_workplace_add_file(&steps->place, name);
  const char *folder = options->keeps_files ? options->keep_folder : "/tmp/" OWN_PROGRAM;
  return folder ? tern_steps_format(steps, "%s/%s", folder, name) : name;
}

tern_step_t *tern_steps_add(tern_steps_t *steps, unsigned stage, const char *program) {
  tern_vec_push(&steps->list, (tern_step_t){.stage = stage});
  tern_step_t *step = &steps->list.values[steps->list.count - 1];
  tern_vec_push(&step->words, program);
  return step;
}

tern_step_t *tern_steps_add_own(tern_steps_t *steps, unsigned stage, const char *name, const char *output) {
  tern_step_t *step = tern_steps_add(steps, stage, OWN_PROGRAM);
  tern_step_say(step, tern_steps_format(steps, OWN_STEP "%s", name), "-o", output, NULL);
  return step;
}

void tern_step_say(tern_step_t *step, const char *word, ...) {
  va_list words;
  va_start(words, word);
  for (; word; word = va_arg(words, const char *)) tern_vec_push(&step->words, word);
  va_end(words);
}

void tern_step_say_all(tern_step_t *step, tern_cc_words_t words) {
  for (size_t i = 0; i < words.count; ++i) tern_vec_push(&step->words, words.values[i]);
}

// --- showing ---

static void tell(const tern_steps_t *steps, tern_str_t text) {
  if (steps->options->message && text.size) steps->options->message(text.data, text.size, steps->options->user);
}

// A word as a shell reads it.
static void append_word(const char *word, tern_string_builder_t *out) {
  bool is_plain =
      *word && strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,%@") == strlen(word);
  if (is_plain) return tern_string_builder_append_cstr(out, word);
  tern_string_builder_append_char(out, '\'');
  for (const char *c = word; *c; ++c) {
    if (*c == '\'') tern_string_builder_append_cstr(out, "'\\'");
    tern_string_builder_append_char(out, *c);
  }
  tern_string_builder_append_char(out, '\'');
}

static void show(const tern_steps_t *steps, const tern_step_t *step) {
  tern_string_builder_t line = {0};
  for (size_t i = 0; i < step->words.count; ++i) {
    if (i) tern_string_builder_append_char(&line, ' ');
    append_word(step->words.values[i], &line);
  }
  if (step->output_path) {
    tern_string_builder_append_cstr(&line, " > ");
    append_word(step->output_path, &line);
  }
  tern_string_builder_append_char(&line, '\n');
  tell(steps, tern_string_builder_view(&line));
  tern_string_builder_deinitialize(&line);
}

// --- running ---

static bool is_own(const tern_step_t *step) { return strcmp(step->words.values[0], OWN_PROGRAM) == 0; }

static tern_status_t run_own(const tern_step_t *step) {
  enum { INPUTS = 4 };  // behind the program, the step, -o and the output
  tern_cc_words_t inputs = {step->words.values + INPUTS, step->words.count - INPUTS};
  return tern_cc_step(step->words.values[1] + strlen(OWN_STEP), step->words.values[INPUTS - 1], inputs);
}

// A step that runs in a process.
typedef struct running {
  const tern_step_t *step;
  const char *log_path;
  int process;
} running_t;

static tern_status_t start(tern_steps_t *steps, tern_step_t *step, running_t *out_running) {
  size_t index = (size_t)(step - steps->list.values);
  // A NULL that ends the words, and is none of them.
  tern_vec_push(&step->words, NULL);
  --step->words.count;
  *out_running = (running_t){.step = step};
  out_running->log_path = tern_workplace_add_file(&steps->place, tern_steps_format(steps, "log.%zu", index));
  char *const *words = (char *const *)(uintptr_t)step->words.values;
  return tern_program_start(words, step->output_path, out_running->log_path, &out_running->process);
}

static void tell_failure(const tern_steps_t *steps, const tern_step_t *step, const tern_program_end_t *end) {
  tern_string_builder_t text = {0};
  if (end->signal) {
    tern_string_builder_append_format(&text, OWN_PROGRAM ": error: %s was ended by signal %d (%s)\n",
                                      step->words.values[0], end->signal, strsignal(end->signal));
  }
  if (step->subject)
    tern_string_builder_append_format(&text, OWN_PROGRAM ": note: while compiling %s\n", step->subject);
  if (step->hint) tern_string_builder_append_format(&text, OWN_PROGRAM ": note: %s\n", step->hint);
  tell(steps, tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
}

// Waits. What a step says is handed on until one has failed.
static tern_status_t finish(const tern_steps_t *steps, const running_t *running, bool is_quiet) {
  tern_program_end_t end;
  char *log = NULL;
  size_t size = 0;
  TERN_RETURN_IF_ERROR(tern_program_finish(running->step->words.values[0], running->process, &end));
  if (is_quiet) return tern_ok();
  if (tern_status_is_ok(tern_file_read(running->log_path, &log, &size))) {
    tell(steps, tern_str_make(log, size));
    free(log);
  }
  if (end.exit_status == 0 && end.signal == 0) return tern_ok();
  tell_failure(steps, running->step, &end);
  return tern_status_make(TERN_INVALID_IR, "%s failed", running->step->words.values[0]);
}

static size_t job_count(const tern_cc_options_t *options) {
  if (options->job_count) return options->job_count;
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 ? (size_t)count : 1;
}

// Runs the steps from `first` up to `end`, some at a time.
static tern_status_t run_some(tern_steps_t *steps, size_t first, size_t end) {
  TERN_VEC(running_t) started = {0};
  tern_status_t status = tern_ok();
  for (size_t i = first; i < end && tern_status_is_ok(status); ++i) {
    running_t running;
    if (is_own(&steps->list.values[i])) {
      status = run_own(&steps->list.values[i]);
    } else if (tern_status_is_ok(status = start(steps, &steps->list.values[i], &running))) {
      tern_vec_push(&started, running);
    }
  }
  for (size_t i = 0; i < started.count; ++i) {
    tern_status_t next = finish(steps, &started.values[i], !tern_status_is_ok(status));
    if (tern_status_is_ok(status)) status = next;
  }
  tern_vec_deinitialize(&started);
  return status;
}

// Stage by stage.
static tern_status_t run_all(tern_steps_t *steps) {
  size_t most = job_count(steps->options);
  for (size_t first = 0, end; first < steps->list.count; first = end) {
    for (end = first + 1; end < steps->list.count && end - first < most; ++end) {
      if (steps->list.values[end].stage != steps->list.values[first].stage) break;
    }
    if (steps->options->is_verbose) {
      for (size_t i = first; i < end; ++i) show(steps, &steps->list.values[i]);
    }
    TERN_RETURN_IF_ERROR(run_some(steps, first, end));
  }
  return tern_ok();
}

static void sort_by_stage(tern_steps_t *steps) {
  // Stable, and most are in order.
  for (size_t i = 1; i < steps->list.count; ++i) {
    tern_step_t step = steps->list.values[i];
    size_t at = i;
    for (; at > 0 && steps->list.values[at - 1].stage > step.stage; --at)
      steps->list.values[at] = steps->list.values[at - 1];
    steps->list.values[at] = step;
  }
}

tern_status_t tern_steps_run(tern_steps_t *steps) {
  sort_by_stage(steps);
  if (!steps->options->is_dry_run) return run_all(steps);
  for (size_t i = 0; i < steps->list.count; ++i) show(steps, &steps->list.values[i]);
  return tern_ok();
}
