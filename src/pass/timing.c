// Timers in a tree, and the report of them (upstream: Timing.cpp).

#include "pass/timing.h"

#include <stdlib.h>
#include <time.h>

#include "base/arena.h"
#include "base/vec.h"

uint64_t tern_timer_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

tern_timer_t *tern_timer_create(const char *name) {
  tern_timer_t *timer = tern_malloc(sizeof(*timer));
  *timer = (tern_timer_t){0};
  size_t size = strlen(name) + 1;
  timer->name = tern_malloc(size);
  memcpy(timer->name, name, size);
  return timer;
}

void tern_timer_destroy(tern_timer_t *timer) {
  if (!timer) return;
  for (size_t i = 0; i < timer->child_count; ++i) tern_timer_destroy(timer->children[i]);
  free(timer->children);
  free(timer->name);
  free(timer);
}

tern_timer_t *tern_timer_nest(tern_timer_t *timer, const char *name) { return tern_timer_nest_for(timer, name, NULL); }

tern_timer_t *tern_timer_nest_for(tern_timer_t *timer, const char *name, const void *owner) {
  if (!timer) return NULL;
  for (size_t i = 0; i < timer->child_count; ++i) {
    if (timer->children[i]->owner == owner && strcmp(timer->children[i]->name, name) == 0) return timer->children[i];
  }
  if (timer->child_count == timer->child_capacity) {
    timer->child_capacity = timer->child_capacity ? 2 * timer->child_capacity : 4;
    timer->children = tern_realloc_array(timer->children, timer->child_capacity, sizeof(tern_timer_t *));
  }
  tern_timer_t *child = tern_timer_create(name);
  child->owner = owner;
  child->parent = timer;
  timer->children[timer->child_count++] = child;
  return child;
}

void tern_timer_start(tern_timer_t *timer) {
  if (timer) timer->started_at = tern_timer_now();
}

void tern_timer_stop(tern_timer_t *timer) {
  if (timer) timer->nanoseconds += tern_timer_now() - timer->started_at;
}

// A report being written.
typedef struct report {
  uint64_t total;
  bool is_json;
  tern_string_builder_t *out;
} report_t;

// What there is to say of one timer. In JSON `tail` is what follows on the line.
static void report_line(const report_t *report, uint64_t nanoseconds, size_t indentation, const char *name,
                        const char *tail) {
  double seconds = (double)nanoseconds / 1e9;
  double percent = report->total ? 100.0 * (double)nanoseconds / (double)report->total : 0.0;
  if (report->is_json) {
    tern_string_builder_append_format(
        report->out, "%*s{\"wall\": {\"duration\": %8.4f, \"percentage\": %5.1f}, \"name\": \"%s\"%s\n",
        (int)indentation, "", seconds, percent, name, tail);
  } else {
    tern_string_builder_append_format(report->out, "  %8.4f (%5.1f%%)  %*s%s\n", seconds, percent, (int)indentation, "",
                                      name);
  }
}

static void report_tree(const report_t *report, const tern_timer_t *timer, size_t indentation) {
  for (size_t i = 0; i < timer->child_count; ++i) {
    const tern_timer_t *child = timer->children[i];
    report_line(report, child->nanoseconds, indentation, child->name, ", \"passes\": [");
    report_tree(report, child, indentation + 2);
    // An empty object ends a list, so that each element may have its comma.
    if (report->is_json) tern_string_builder_append_format(report->out, "%*s{}]},\n", (int)indentation, "");
  }
}

// One name with the sum of all timers of that name.
typedef struct flat_entry {
  const char *name;
  uint64_t nanoseconds;
  size_t place;
} flat_entry_t;
typedef TERN_VEC(flat_entry_t) flat_list_t;

static void collect_flat(const tern_timer_t *timer, flat_list_t *entries) {
  for (size_t i = 0; i < timer->child_count; ++i) {
    const tern_timer_t *child = timer->children[i];
    size_t j = 0;
    while (j < entries->count && strcmp(entries->values[j].name, child->name) != 0) ++j;
    if (j == entries->count) tern_vec_push(entries, (flat_entry_t){child->name, 0, j});
    entries->values[j].nanoseconds += child->nanoseconds;
    collect_flat(child, entries);
  }
}

static int compare_flat(const void *a, const void *b) {
  const flat_entry_t *x = a, *y = b;
  if (x->nanoseconds != y->nanoseconds) return x->nanoseconds < y->nanoseconds ? 1 : -1;
  return x->place < y->place ? -1 : x->place > y->place;
}

static void report_list(const report_t *report, const tern_timer_t *root) {
  flat_list_t entries = {0};
  collect_flat(root, &entries);
  if (entries.count) qsort(entries.values, entries.count, sizeof(entries.values[0]), compare_flat);
  report_line(report, report->total, 0, "root", "},");
  for (size_t i = 0; i < entries.count; ++i) {
    report_line(report, entries.values[i].nanoseconds, 0, entries.values[i].name, "},");
  }
  tern_vec_deinitialize(&entries);
}

void tern_timer_report(const tern_timer_t *root, tern_times_layout_t layout, tern_string_builder_t *out) {
  static const char rule[] = "===-------------------------------------------------------------------------===\n";
  uint64_t total = root->nanoseconds, known = 0;
  for (size_t i = 0; i < root->child_count; ++i) known += root->children[i]->nanoseconds;
  if (total < known) total = known;
  const report_t report = {
      .total = total,
      .is_json = layout == TERN_TIMES_AS_JSON_TREE || layout == TERN_TIMES_AS_JSON_LIST,
      .out = out,
  };
  if (report.is_json) {
    tern_string_builder_append_cstr(out, "[\n");
  } else {
    tern_string_builder_append_format(out, "%s                         ... Execution time report ...\n%s", rule, rule);
    tern_string_builder_append_format(out, "  Total Execution Time: %.4f seconds\n\n", (double)total / 1e9);
    tern_string_builder_append_cstr(out, "  ----Wall Time----  ----Name----\n");
  }
  if (layout == TERN_TIMES_AS_LIST || layout == TERN_TIMES_AS_JSON_LIST) {
    report_list(&report, root);
  } else {
    report_tree(&report, root, 0);
  }
  report_line(&report, total - known, 0, "Rest", "},");
  report_line(&report, total, 0, "Total", "}");
  if (report.is_json) tern_string_builder_append_cstr(out, "]\n");
}
