// Statistics of passes, and reproducers.

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

void tern_pipeline_report_statistics(const pipeline_t *pipeline, tern_string_builder_t *out) {
  static const char rule[] = "===-------------------------------------------------------------------------===\n";
  tern_string_builder_append_format(out, "%s                         ... Pass statistics report ...\n%s", rule, rule);
  report_steps(pipeline, 0, out);
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
