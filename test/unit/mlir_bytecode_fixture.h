// What the tests of MLIR bytecode share: reading with messages.

#ifndef TERN_TEST_UNIT_MLIR_BYTECODE_FIXTURE_H_
#define TERN_TEST_UNIT_MLIR_BYTECODE_FIXTURE_H_

#include "bytecode/bytecode.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "bytecode/reader.h"
#include "bytecode/writer.h"
#include "ir/verify/verifier.h"
#include "pipeline/registry.h"

#include <cmocka.h>

typedef struct reading {
  tern_context_t *context;
  tern_string_builder_t messages;
} reading_t;

static inline void collect(const tern_diagnostic_t *diagnostic, void *user) {
  reading_t *reading = user;
  tern_string_builder_append_cstr(&reading->messages, diagnostic->message);
  tern_string_builder_append_char(&reading->messages, '\n');
}

static inline void begin(reading_t *reading) {
  *reading = (reading_t){.context = tern_context_create()};
  tern_register_all_dialects(reading->context);
  tern_diagnostics_set_handler(reading->context, collect, reading);
}

static inline void end(reading_t *reading) {
  tern_context_destroy(reading->context);
  tern_string_builder_deinitialize(&reading->messages);
}

#endif  // TERN_TEST_UNIT_MLIR_BYTECODE_FIXTURE_H_
