// Traces of what runs (upstream: ActionLogging.cpp, ActionProfiler.cpp).

#include "pass/actions.h"

#include <stdio.h>
#include <stdlib.h>

#include "asm/printer.h"
#include "base/arena.h"
#include "pass/timing.h"

struct tern_actions {
  FILE *log, *profile;  // owned unless they are standard output; NULL if not wanted
  const char *filter;
  uint64_t started_at;  // nanoseconds
  bool has_events;
};

static tern_status_t open_file(const char *path, FILE **out_file) {
  *out_file = NULL;
  if (!path) return tern_ok();
  *out_file = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
  return *out_file ? tern_ok() : tern_status_make(TERN_IO_ERROR, "cannot open '%s' to trace actions", path);
}

static void close_file(FILE *file) {
  if (!file) return;
  fflush(file);
  if (file != stdout) fclose(file);
}

tern_status_t tern_actions_open(const char *log_path, const char *profile_path, const char *filter,
                                tern_actions_t **out_actions) {
  *out_actions = NULL;
  if (!log_path && !profile_path) return tern_ok();
  FILE *log, *profile;
  TERN_RETURN_IF_ERROR(open_file(log_path, &log));
  tern_status_t status = open_file(profile_path, &profile);
  if (!tern_status_is_ok(status)) {
    close_file(log);
    return status;
  }
  tern_actions_t *actions = tern_malloc(sizeof(*actions));
  *actions = (tern_actions_t){.log = log, .profile = profile, .filter = filter, .started_at = tern_timer_now()};
  if (profile) fputc('[', profile);
  *out_actions = actions;
  return tern_ok();
}

void tern_actions_close(tern_actions_t *actions) {
  if (!actions) return;
  if (actions->profile) fputs("]\n", actions->profile);
  close_file(actions->log);
  close_file(actions->profile);
  free(actions);
}

// --- the filter ---

// Takes `:NUMBER` off the end of a place.
static bool take_number(tern_str_t *place, int64_t *out_number) {
  size_t colon = place->size;
  while (colon > 0 && place->data[colon - 1] != ':') --colon;
  if (colon == 0 || !tern_str_to_int64(tern_str_make(place->data + colon, place->size - colon), out_number)) {
    return false;
  }
  place->size = colon - 1;
  return true;
}

static bool is_at(const tern_attr_t *loc, tern_str_t place) {
  int64_t line = -1, column = -1;
  if (take_number(&place, &line)) {
    int64_t before;
    if (take_number(&place, &before)) {
      column = line;
      line = before;
    }
  }
  return tern_str_equal(place, tern_ident_str((const tern_ident_t *)(uintptr_t)loc->params[0])) &&
         (line < 0 || line == (int64_t)loc->params[1]) && (column < 0 || column == (int64_t)loc->params[2]);
}

static bool is_wanted(const tern_actions_t *actions, const tern_op_t *op) {
  if (!actions->filter) return true;
  const tern_attr_t *loc = tern_loc_find_file(op->loc);
  if (!loc) return false;
  tern_str_t rest = tern_str_from_cstr(actions->filter);
  while (rest.size) {
    if (is_at(loc, tern_str_trim(tern_str_split(&rest, ',')))) return true;
  }
  return false;
}

// --- events ---

static void log_begin(const tern_actions_t *actions, const char *name, tern_op_t *op) {
  tern_print_options_t options = TERN_PRINT_DEFAULT;
  options.skip_regions = options.local_scope = true;
  tern_string_builder_t text = {0};
  tern_print_op(op, &options, &text);
  tern_str_t shown = tern_str_trim(tern_string_builder_view(&text)), op_name = tern_op_name(op);
  fprintf(actions->log,
          "[thread main] begins (no breakpoint) Action `pass-execution` running `%s` on Operation `%.*s` (%.*s)`\n",
          name, (int)op_name.size, op_name.data, (int)shown.size, shown.data);
  fflush(actions->log);
  tern_string_builder_deinitialize(&text);
}

static void write_event(tern_actions_t *actions, char phase) {
  unsigned long long microseconds = (unsigned long long)(tern_timer_now() - actions->started_at) / 1000;
  fprintf(actions->profile,
          "%s{\"name\": \"pass-execution\", \"cat\": \"PERF\", \"ph\": \"%c\", \"pid\": 0, \"tid\": 0, \"ts\": %llu",
          actions->has_events ? ",\n" : "", phase, microseconds);
  actions->has_events = true;
}

void tern_actions_begin(tern_actions_t *actions, const char *name, tern_op_t *op) {
  if (!actions) return;
  if (actions->log && is_wanted(actions, op)) log_begin(actions, name, op);
  if (!actions->profile) return;
  tern_str_t op_name = tern_op_name(op);
  write_event(actions, 'B');
  fprintf(actions->profile, ", \"args\": {\"desc\": \"`pass-execution` running `%s` on Operation `%.*s`\"}}", name,
          (int)op_name.size, op_name.data);
}

void tern_actions_end(tern_actions_t *actions, tern_op_t *op) {
  if (!actions) return;
  if (actions->log && is_wanted(actions, op)) {
    fputs("[thread main] completed `pass-execution`\n", actions->log);
    fflush(actions->log);
  }
  if (!actions->profile) return;
  write_event(actions, 'E');
  fputc('}', actions->profile);
  fflush(actions->profile);
}
