// Rendering of diagnostics, splitting of inputs, and comparing diagnostics with comments.

#include "asm/source.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include "asm/split.h"
#include "asm/verify_diagnostics.h"
#include "ir/attr.h"
#include "ir/context.h"

#include <cmocka.h>

// --- rendering ---

static void assert_rendered(const char *text, uint32_t line, uint32_t column, const char *expected) {
  tern_source_manager_t manager = {0};
  tern_source_manager_add(&manager, TERN_STR("f"), tern_str_from_cstr(text), 0);
  tern_string_builder_t out = {0};
  tern_source_manager_render_at(&manager, TERN_STR("f"), line, column, TERN_ERROR, "bad", &out);
  assert_string_equal(out.data, expected);
  tern_string_builder_deinitialize(&out);
  tern_source_manager_deinitialize(&manager);
}

static void shows_line_and_caret(void **state) {
  (void)state;
  assert_rendered("one\ntwo three\n", 2, 5, "f:2:5: error: bad\ntwo three\n    ^\n");
  assert_rendered("one", 1, 4, "f:1:4: error: bad\none\n   ^\n");
  assert_rendered("one\r\ntwo\r\n", 1, 1, "f:1:1: error: bad\none\n^\n");
  assert_rendered("one", 1, 0, "f:1:0: error: bad\none\n");
}

static void keeps_tabs_and_counts_characters(void **state) {
  (void)state;
  assert_rendered("\ta\tb", 1, 4, "f:1:4: error: bad\n\ta\tb\n\t \t^\n");
  assert_rendered("\xc3\xa9 x", 1, 4, "f:1:4: error: bad\n\xc3\xa9 x\n  ^\n");
  assert_rendered("\xff\x01 x", 1, 4, "f:1:4: error: bad\n?? x\n   ^\n");
}

static void cuts_long_lines(void **state) {
  (void)state;
  char text[1001];
  memset(text, 'a', 1000);
  text[500] = 'X';
  text[1000] = '\0';
  tern_source_manager_t manager = {0};
  tern_source_manager_add(&manager, TERN_STR("f"), tern_str_from_cstr(text), 0);
  tern_string_builder_t out = {0};
  tern_source_manager_render_at(&manager, TERN_STR("f"), 1, 501, TERN_WARNING, "odd", &out);
  const char *line = strchr(out.data, '\n') + 1;
  const char *caret_line = strchr(line, '\n') + 1;
  assert_true(caret_line - line < 200);
  assert_memory_equal(line, "...a", 4);
  assert_int_equal(strchr(line, 'X') - line, strchr(caret_line, '^') - caret_line);
  tern_string_builder_deinitialize(&out);
  tern_source_manager_deinitialize(&manager);
}

static void says_only_the_place_without_a_line(void **state) {
  (void)state;
  assert_rendered("one", 7, 3, "f:7:3: error: bad\n");
}

static void adds_the_offset_of_a_chunk(void **state) {
  (void)state;
  tern_source_manager_t manager = {0};
  tern_source_manager_add(&manager, TERN_STR("f"), TERN_STR("first"), 0);
  tern_source_manager_add(&manager, TERN_STR("f"), TERN_STR("second"), 10);
  tern_string_builder_t out = {0};
  tern_source_manager_render_at(&manager, TERN_STR("f"), 1, 1, TERN_NOTE, "here", &out);
  assert_string_equal(out.data, "f:11:1: note: here\nsecond\n^\n");
  tern_string_builder_deinitialize(&out);
  tern_source_manager_deinitialize(&manager);
}

static void renders_locations(void **state) {
  (void)state;
  tern_context_t *context = tern_context_create();
  tern_source_manager_t manager = {0};
  const tern_attr_t *callee = tern_file_loc_get(context, TERN_STR("a"), 1, 2);
  const tern_attr_t *caller = tern_file_loc_get(context, TERN_STR("b"), 3, 4);
  tern_string_builder_t out = {0};
  tern_diagnostic_t diagnostic = {TERN_ERROR, tern_call_site_loc_get(callee, caller), "m"};
  tern_source_manager_render(&manager, &diagnostic, &out);
  diagnostic.loc = tern_unknown_loc_get(context);
  tern_source_manager_render(&manager, &diagnostic, &out);
  assert_string_equal(out.data, "a:1:2: error: m\nb:3:4: note: called from\n<unknown>:0: error: m\n");
  tern_string_builder_deinitialize(&out);
  tern_context_destroy(context);
}

// --- splitting ---

static void splits_at_markers(void **state) {
  (void)state;
  tern_source_splitter_t splitter;
  tern_source_chunk_t chunk;
  tern_source_splitter_initialize(&splitter, TERN_STR("a\nb\n// -----\nc // -----\n  // -----  \n"),
                                  TERN_STR(TERN_DEFAULT_SPLIT_MARKER));
  assert_true(tern_source_splitter_next(&splitter, &chunk));
  assert_true(tern_str_equal(chunk.text, TERN_STR("a\nb\n")));
  assert_int_equal(chunk.line_offset, 0);
  assert_true(tern_source_splitter_next(&splitter, &chunk));
  assert_true(tern_str_equal(chunk.text, TERN_STR("c ")));
  assert_int_equal(chunk.line_offset, 3);
  assert_true(tern_source_splitter_next(&splitter, &chunk));
  assert_int_equal(chunk.text.size, 0);
  assert_int_equal(chunk.line_offset, 4);
  assert_true(tern_source_splitter_next(&splitter, &chunk));
  assert_int_equal(chunk.text.size, 0);
  assert_int_equal(chunk.line_offset, 5);
  assert_false(tern_source_splitter_next(&splitter, &chunk));
}

static void keeps_one_chunk_without_marker(void **state) {
  (void)state;
  tern_source_splitter_t splitter;
  tern_source_chunk_t chunk;
  tern_source_splitter_initialize(&splitter, TERN_STR("a\n// -----\nb"), TERN_STR(""));
  assert_true(tern_source_splitter_next(&splitter, &chunk));
  assert_int_equal(chunk.text.size, 12);
  assert_false(tern_source_splitter_next(&splitter, &chunk));
}

// --- expectations ---

typedef struct emitted {
  tern_severity_t severity;
  uint32_t line;  // 0: unknown
  const char *message;
} emitted_t;

// Emits diagnostics against the comments of `text` and compares the report.
static void assert_report(const char *text, bool only_expected, const emitted_t *diagnostics, size_t count,
                          const char *report) {
  tern_context_t *context = tern_context_create();
  tern_source_manager_t manager = {0};
  tern_source_manager_add(&manager, TERN_STR("f"), tern_str_from_cstr(text), 0);
  tern_diagnostic_verifier_t *verifier = tern_diagnostic_verifier_create(&manager, TERN_STR("f"), only_expected);
  for (size_t i = 0; i < count; ++i) {
    const tern_attr_t *loc = diagnostics[i].line ? tern_file_loc_get(context, TERN_STR("f"), diagnostics[i].line, 1)
                                                 : tern_unknown_loc_get(context);
    tern_diagnostic_verifier_handle(&(tern_diagnostic_t){diagnostics[i].severity, loc, diagnostics[i].message},
                                    verifier);
  }
  tern_string_builder_t out = {0};
  bool is_ok = tern_diagnostic_verifier_finish(verifier, &out);
  assert_string_equal(out.data ? out.data : "", report);
  assert_int_equal(is_ok, report[0] == '\0');
  tern_string_builder_deinitialize(&out);
  tern_diagnostic_verifier_destroy(verifier);
  tern_source_manager_deinitialize(&manager);
  tern_context_destroy(context);
}

#define EMITTED(...) ((emitted_t[]){__VA_ARGS__}), sizeof((emitted_t[]){__VA_ARGS__}) / sizeof(emitted_t)

static void meets_expectations_by_place(void **state) {
  (void)state;
  assert_report(
      "x // expected-error {{own}}\n"
      "// expected-error@+1 {{next}}\n"
      "y\n"
      "// expected-note@-1{{before}}\n"
      "// expected-warning@above {{above}}\n"
      "// expected-remark@below {{below}}\n"
      "// expected-error @unknown {{nowhere}}\n"
      "z\n",
      false,
      EMITTED({TERN_ERROR, 1, "my own"}, {TERN_ERROR, 3, "the next one"}, {TERN_NOTE, 3, "before"},
              {TERN_WARNING, 3, "is above"}, {TERN_REMARK, 8, "is below"}, {TERN_ERROR, 0, "from nowhere"}),
      "");
}

static void meets_expectations_by_count_and_regex(void **state) {
  (void)state;
  assert_report(
      "x // expected-error 2 {{twice}}\n"
      "y // expected-error 1+ {{often}}\n"
      "z // expected-error-re {{takes {{[0-9]+}} bytes (+)}} expected-note {{a}}} expected-note {{{{b}}\n",
      false,
      EMITTED({TERN_ERROR, 1, "twice"}, {TERN_ERROR, 1, "twice"}, {TERN_ERROR, 2, "often"}, {TERN_ERROR, 2, "often"},
              {TERN_ERROR, 3, "takes 12 bytes (+)"}, {TERN_NOTE, 3, "a}"}, {TERN_NOTE, 3, "{{b"}),
      "");
}

static void reports_what_is_missing_or_too_much(void **state) {
  (void)state;
  assert_report("x // expected-error {{gone}}\n", false, EMITTED({TERN_WARNING, 1, "gone"}),
                "f:1:1: error: unexpected warning: gone\nx // expected-error {{gone}}\n^\n"
                "f:1:6: error: expected error \"gone\" was not produced\nx // expected-error {{gone}}\n     ^\n");
  assert_report("x // expected-error 2 {{t}}\n", false, EMITTED({TERN_ERROR, 1, "t"}),
                "f:1:6: error: expected error \"t\" was not produced 2 times, but 1 times\n"
                "x // expected-error 2 {{t}}\n     ^\n");
  assert_report("x\n", false, EMITTED({TERN_ERROR, 0, "m"}), "<unknown>:0: error: unexpected error: m\n");
}

static void lets_others_pass_if_only_expected_ones_count(void **state) {
  (void)state;
  assert_report("x // expected-error {{a}}\n", true, EMITTED({TERN_ERROR, 1, "a"}, {TERN_ERROR, 1, "b"}), "");
}

static void reports_malformed_expectations(void **state) {
  (void)state;
  assert_report("// expected-error@upwards {{a}}\n", false, NULL, 0,
                "f:1:4: error: expectation is not well formed\n// expected-error@upwards {{a}}\n   ^\n");
  assert_report("// expected-error {a}\n", false, NULL, 0,
                "f:1:4: error: expectation is not well formed\n// expected-error {a}\n   ^\n");
  // Words that only look alike are none.
  assert_report("// expected-output {a}\n expected-error {{no comment}}\n", false, NULL, 0, "");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shows_line_and_caret),
      cmocka_unit_test(keeps_tabs_and_counts_characters),
      cmocka_unit_test(cuts_long_lines),
      cmocka_unit_test(says_only_the_place_without_a_line),
      cmocka_unit_test(adds_the_offset_of_a_chunk),
      cmocka_unit_test(renders_locations),
      cmocka_unit_test(splits_at_markers),
      cmocka_unit_test(keeps_one_chunk_without_marker),
      cmocka_unit_test(meets_expectations_by_place),
      cmocka_unit_test(meets_expectations_by_count_and_regex),
      cmocka_unit_test(reports_what_is_missing_or_too_much),
      cmocka_unit_test(lets_others_pass_if_only_expected_ones_count),
      cmocka_unit_test(reports_malformed_expectations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
