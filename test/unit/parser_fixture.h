// What the tests of the parser share: a context that writes its messages down, and texts that must be refused with such messages.

#ifndef TERN_TEST_UNIT_PARSER_FIXTURE_H_
#define TERN_TEST_UNIT_PARSER_FIXTURE_H_

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include "asm/parser.h"
#include "dialect/arith/arith.h"
#include "dialect/builtin/builtin.h"
#include "dialect/cf/cf.h"
#include "dialect/func/func.h"
#include "ir/context.h"

#include <cmocka.h>

static inline void note_diagnostic(const tern_diagnostic_t *diagnostic, void *user) {
  static const char *const names[] = {"note", "remark", "warning", "error"};
  const tern_attr_t *file = tern_loc_find_file(diagnostic->loc);
  tern_string_builder_append_format(user, "%d:%d: %s: %s\n", file ? (int)file->params[1] : 0,
                                    file ? (int)file->params[2] : 0, names[diagnostic->severity], diagnostic->message);
}

static inline tern_context_t *make_context(tern_string_builder_t *messages) {
  tern_context_t *context = tern_context_create();
  tern_context_allow_unregistered(context, true);
  tern_context_register_dialect(context, &tern_builtin_dialect);
  tern_context_register_dialect(context, &tern_func_dialect);
  tern_context_register_dialect(context, &tern_arith_dialect);
  tern_context_register_dialect(context, &tern_cf_dialect);
  tern_diagnostics_set_handler(context, note_diagnostic, messages);
  return context;
}

static inline void assert_messages(const char *text, size_t size, const char *expected) {
  tern_string_builder_t messages = {0};
  tern_context_t *context = make_context(&messages);
  tern_op_t *module = tern_parse_module(context, TERN_STR("t"), tern_str_make(text, size));
  if (module) fail_msg("parsed: %s", text);
  assert_string_equal(messages.data ? messages.data : "", expected);
  tern_context_destroy(context);
  tern_string_builder_deinitialize(&messages);
}

static inline void assert_refused(const char *text, const char *expected) {
  assert_messages(text, strlen(text), expected);
}

#endif  // TERN_TEST_UNIT_PARSER_FIXTURE_H_
