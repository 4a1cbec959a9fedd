// Statistics of passes, and reproducers.

#include <stdlib.h>

#include "asm/printer.h"
#include "pass/pass_private.h"

static bool has_statistics(const pipeline_t *pipeline) {
  for (size_t i = 0; i < pipeline->steps.count; ++i) {
    const step_t *step = &pipeline->steps.values[i];
    if (step->nested ? has_statistics(step->nested) : step->pass->statistic_count > 0) return true;
  }
  return false;
}

static void report_pass(const tern_pass_t *pass, size_t indentation, tern_string_builder_t *out) {
  if (pass->statistic_count == 0) return;
  tern_string_builder_append_format(out, "%*s%s\n", (int)indentation, "", tern_pass_display_name(pass->def));
  for (size_t i = 0; i < pass->statistic_count; ++i) {
    tern_string_builder_append_format(out, "%*s(S) %lld %s\n", (int)indentation + 2, "", (long long)pass->statistics[i],
                                      pass->def->statistics[i]);
  }
}

static void report_steps(const pipeline_t *pipeline, size_t indentation, tern_string_builder_t *out) {
  for (size_t i = 0; i < pipeline->steps.count; ++i) {
    const step_t *step = &pipeline->steps.values[i];
    if (step->pass) {
      report_pass(step->pass, indentation, out);
    } else if (has_statistics(step->nested)) {
      tern_string_builder_append_format(out, "%*s'%s' Pipeline\n", (int)indentation, "",
                                        step->nested->anchor ? step->nested->anchor : "any");
      report_steps(step->nested, indentation + 2, out);
    }
  }
}

// Passes of the same row, added up.
typedef struct total {
  const tern_pass_def_t *def;
  TERN_VEC(int64_t) sums;
} total_t;

typedef TERN_VEC(total_t) totals_t;

static void add_up(const pipeline_t *pipeline, totals_t *totals) {
  for (size_t i = 0; i < pipeline->steps.count; ++i) {
    const step_t *step = &pipeline->steps.values[i];
    const tern_pass_t *pass = step->pass;
    if (!pass) {
      add_up(step->nested, totals);
      continue;
    }
    if (pass->statistic_count == 0) continue;
    size_t known = 0;
    while (known < totals->count && totals->values[known].def != pass->def) ++known;
    if (known == totals->count) {
      tern_vec_push(totals, ((total_t){.def = pass->def}));
      for (size_t k = 0; k < pass->statistic_count; ++k) tern_vec_push(&totals->values[known].sums, 0);
    }
    for (size_t k = 0; k < pass->statistic_count; ++k) totals->values[known].sums.values[k] += pass->statistics[k];
  }
}

static int compare_names(const void *a, const void *b) {
  const total_t *first = a, *second = b;
  return strcmp(tern_pass_display_name(first->def), tern_pass_display_name(second->def));
}

static void report_list(const pipeline_t *pipeline, tern_string_builder_t *out) {
  totals_t totals = {0};
  add_up(pipeline, &totals);
  if (totals.count) qsort(totals.values, totals.count, sizeof(total_t), compare_names);
  for (size_t i = 0; i < totals.count; ++i) {
    total_t *total = &totals.values[i];
    const tern_pass_t merged = {
        .def = total->def, .statistics = total->sums.values, .statistic_count = total->sums.count};
    report_pass(&merged, 2, out);
    tern_vec_deinitialize(&total->sums);
  }
  tern_vec_deinitialize(&totals);
}

void tern_pipeline_report_statistics(const pipeline_t *pipeline, bool as_list, tern_string_builder_t *out) {
  static const char rule[] = "===-------------------------------------------------------------------------===\n";
  tern_string_builder_append_format(out, "%s                         ... Pass statistics report ...\n%s", rule, rule);
  if (as_list) {
    report_list(pipeline, out);
  } else {
    report_steps(pipeline, 0, out);
  }
}

void tern_reproducer_print(tern_op_t *root, tern_str_t pipeline, bool verify_each, tern_str_t more,
                           tern_string_builder_t *out) {
  tern_print_options_t options = TERN_PRINT_DEFAULT;
  tern_print_op(root, &options, out);
  tern_string_builder_append_cstr(out, "\n{-#\n  external_resources: {\n    mlir_reproducer: {\n      pipeline: \"");
  for (size_t i = 0; i < pipeline.size; ++i) {
    if (pipeline.data[i] == '"') {
      tern_string_builder_append_cstr(out, "\\22");
    } else if (pipeline.data[i] == '\\') {
      tern_string_builder_append_cstr(out, "\\\\");
    } else {
      tern_string_builder_append_char(out, pipeline.data[i]);
    }
  }
  tern_string_builder_append_format(out,
                                    "\",\n      disable_threading: true,\n      verify_each: %s\n    }%.*s\n  }\n#-}\n",
                                    verify_each ? "true" : "false", (int)more.size, more.data);
}
