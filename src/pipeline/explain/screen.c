// The screen: what costs most, shortest first said.

#include <stdio.h>
#include <stdlib.h>

#include "ir/symbol.h"
#include "pipeline/explain/explanation.h"

enum {
  KERNEL_COUNT_MAX = 8,
  BOUNDARY_COUNT_MAX = 5,
  LINE_COUNT_MAX = 4,         // of functions and of executables
  OPERATIONS_FOR_A_BYTE = 8,  // that a processor does while it reads or writes one, more or less
  SHORTEST_SHARE = 100,       // of compile time: a phase that takes less is left out
  NUMBER_SIZE = 24,
};

// "12.3 M", or "12.3 MB" of bytes; a "+" behind it if there is more that nobody knows, "?" if that is all.
static const char *format_number(double value, const char *of, bool has_more, char out[NUMBER_SIZE]) {
  static const char *const units[] = {"", "k", "M", "G", "T", "P"};
  enum { UNIT_COUNT = sizeof units / sizeof units[0] };
  size_t unit = 0;
  for (; value >= 1000 && unit + 1 < UNIT_COUNT; value /= 1000) ++unit;
  if (value == 0 && has_more) return "?";
  snprintf(out, NUMBER_SIZE, "%.*f%s%s%s%s", unit ? 1 : 0, value, unit || *of ? " " : "", units[unit], of,
           has_more ? "+" : "");
  return out;
}

static double cost_of(const tern_explained_kernel_t *kernel) {
  double bytes = kernel->bytes * OPERATIONS_FOR_A_BYTE;
  return (kernel->operations > bytes ? kernel->operations : bytes) * (double)kernel->dispatch_count;
}

// The names decide between equals, so that texts do not depend on how the library sorts.
static int compare(double left, double right, const char *left_name, const char *right_name) {
  return left != right ? (left > right ? -1 : 1) : strcmp(left_name, right_name);
}

static int compare_kernels(const void *left, const void *right) {
  const tern_explained_kernel_t *a = left, *b = right;
  return compare(cost_of(a), cost_of(b), a->name, b->name);
}

static int compare_boundaries(const void *left, const void *right) {
  const tern_explained_boundary_t *a = left, *b = right;
  return compare(a->bytes, b->bytes, a->name, b->name);
}

static void print_rest(size_t count, size_t shown_max, double share, tern_string_builder_t *out) {
  if (count <= shown_max) return;
  tern_string_builder_append_format(out, "  and %zu more, with %.0f %% of the cost\n", count - shown_max, 100 * share);
}

static void print_kernels(const tern_explanation_t *e, tern_string_builder_t *out) {
  char operations[NUMBER_SIZE], bytes[NUMBER_SIZE];
  double total = 0, rest = 0;
  for (size_t i = 0; i < e->kernels.count; ++i) {
    total += cost_of(&e->kernels.values[i]);
    if (i >= KERNEL_COUNT_MAX) rest += cost_of(&e->kernels.values[i]);
  }
  if (!e->kernels.count) return;
  tern_string_builder_append_cstr(out,
                                  "dispatches, the costliest first\n"
                                  "    cost  operations       bytes  times  kernel\n");
  for (size_t i = 0; i < e->kernels.count && i < KERNEL_COUNT_MAX; ++i) {
    const tern_explained_kernel_t *kernel = &e->kernels.values[i];
    bool is_open = kernel->has_open_size;
    tern_string_builder_append_format(
        out, "  %4.0f %%  %10s  %10s  %4zu%s  @%s%s%s\n", total > 0 ? 100 * cost_of(kernel) / total : 0,
        format_number(kernel->operations, "", is_open || kernel->has_more, operations),
        format_number(kernel->bytes, "", is_open, bytes), kernel->dispatch_count, kernel->is_in_loop ? "+" : " ",
        kernel->name, kernel->place[0] ? "  " : "", kernel->place);
  }
  print_rest(e->kernels.count, KERNEL_COUNT_MAX, total > 0 ? rest / total : 0, out);
}

static void print_boundaries(const tern_explanation_t *e, tern_string_builder_t *out) {
  char bytes[NUMBER_SIZE];
  double total = 0, rest = 0;
  for (size_t i = 0; i < e->boundaries.count; ++i) {
    total += e->boundaries.values[i].bytes;
    if (i >= BOUNDARY_COUNT_MAX) rest += e->boundaries.values[i].bytes;
  }
  if (!e->boundaries.count) return;
  tern_string_builder_append_cstr(out, "fusion boundaries, by the bytes that are written there and read again\n");
  for (size_t i = 0; i < e->boundaries.count && i < BOUNDARY_COUNT_MAX; ++i) {
    const tern_explained_boundary_t *boundary = &e->boundaries.values[i];
    tern_string_builder_append_format(out, "  %10s  @%s", format_number(boundary->bytes, "", false, bytes),
                                      boundary->name);
    if (boundary->count > 1) tern_string_builder_append_format(out, ", %zu times", boundary->count);
    tern_string_builder_append_format(out, ": %s\n", boundary->reason);
  }
  print_rest(e->boundaries.count, BOUNDARY_COUNT_MAX, rest / total, out);
}

static void print_lines(const char *const *lines, size_t count, tern_string_builder_t *out) {
  for (size_t i = 0; i < count && i < LINE_COUNT_MAX; ++i) tern_string_builder_append_format(out, "  %s\n", lines[i]);
  if (count > LINE_COUNT_MAX) tern_string_builder_append_format(out, "  and %zu more\n", count - LINE_COUNT_MAX);
}

static void print_memory(const tern_explanation_t *e, size_t module_size, tern_string_builder_t *out) {
  char constants[NUMBER_SIZE], globals[NUMBER_SIZE], module[NUMBER_SIZE];
  tern_string_builder_append_format(out, "memory: %s of constants, %s of globals, %s in the module\n",
                                    format_number(e->constant_bytes, "B", false, constants),
                                    format_number(e->global_bytes, "B", false, globals),
                                    format_number((double)module_size, "B", false, module));
  print_lines(e->memory.values, e->memory.count, out);
}

static void print_times(const tern_explanation_t *e, tern_string_builder_t *out) {
  uint64_t total = 0;
  for (size_t i = 0; i < e->phases.count; ++i) total += e->phases.values[i].nanoseconds;
  tern_string_builder_append_format(out, "compiled in %.1f ms:", (double)total * 1e-6);
  const char *separator = " ";
  for (size_t i = 0; i < e->phases.count; ++i) {
    if (e->phases.values[i].nanoseconds < total / SHORTEST_SHARE) continue;
    tern_string_builder_append_format(out, "%s%s %.1f", separator, e->phases.values[i].name,
                                      (double)e->phases.values[i].nanoseconds * 1e-6);
    separator = ", ";
  }
  tern_string_builder_append_char(out, '\n');
}

void tern_explanation_print_screen(tern_explanation_t *e, size_t module_size, tern_string_builder_t *out) {
  if (e->kernels.count) qsort(e->kernels.values, e->kernels.count, sizeof(e->kernels.values[0]), compare_kernels);
  if (e->boundaries.count) {
    qsort(e->boundaries.values, e->boundaries.count, sizeof(e->boundaries.values[0]), compare_boundaries);
  }
  tern_string_builder_append_format(out, "%zu dispatches of %zu kernels", e->dispatch_count, e->kernels.count);
  if (e->initial_dispatch_count) {
    tern_string_builder_append_format(out, ", and %zu when the program is loaded", e->initial_dispatch_count);
  }
  tern_string_builder_append_cstr(out, "; costs are estimated from shapes, a \"+\" is for more that is not known\n");
  print_kernels(e, out);
  print_boundaries(e, out);
  print_memory(e, module_size, out);
  print_lines(e->executables.values, e->executables.count, out);
  print_times(e, out);
  if (!e->options->explains_all) {
    tern_string_builder_append_cstr(out, "--explain=full tells of each dispatch, and where compile time went\n");
  }
}
