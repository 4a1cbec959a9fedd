// Compiles any text as a whole program. Strategies:
//
//   1. Inputs are programs in StableHLO, TOSA and linalg. Half of the mutations know what a program is: one type, one size or
//      one op takes the place of another one wherever it stands, so that the program stays right but for its meaning. The
//      others keep tokens whole (test/fuzz/token_mutator.h).
//   2. The size of the text chooses how far it is compiled: to a module for Vulkan, which is ours to the last byte, or, for the
//      CPU, up to where LLVM would come in.
//   3. What is refused must be refused with a diagnostic, and a module that was written must load.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LLVMFuzzerCustomMutator tern_token_mutate
#include "token_mutator.h"
#undef LLVMFuzzerCustomMutator

#include "tern/module.h"
#include "tern/program.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);

//---- Compiling ----

static const tern_program_options_t ways[] = {
    {.targets = "vulkan"},
    {.targets = "cpu", .compile_to = "executable-configurations"},
    {.targets = "cpu,vulkan", .compile_to = "stream"},
};

static void count_error(const tern_compiler_diagnostic_t *diagnostic, void *user) {
  if (strstr(diagnostic->text, "error: ")) ++*(size_t *)user;
}

static void find(const char *what, const char *detail, const uint8_t *data, size_t size) {
  fprintf(stderr, "finding: %s: %s\n%.*s\n", what, detail ? detail : "", (int)size, (const char *)data);
  abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  tern_compiler_t *compiler;
  size_t error_count = 0, output_size;
  char *output = NULL;
  if (!tern_status_is_ok(tern_compiler_create(&compiler))) return 0;
  tern_compiler_set_diagnostic_handler(compiler, count_error, &error_count);
  tern_status_t status = tern_compiler_load_text(compiler, "input", (const char *)data, size);
  bool is_program = tern_status_is_ok(status) && tern_compiler_holds_program(compiler);
  const tern_program_options_t *way = &ways[size % (sizeof ways / sizeof *ways)];
  if (is_program) status = tern_compiler_compile_program(compiler, way, &output, &output_size);
  if (status.code == TERN_INVALID_IR && error_count == 0) find("refused without an error", status.message, data, size);
  if (status.code == TERN_INTERNAL) find("an internal error", status.message, data, size);
  if (is_program && tern_status_is_ok(status) && !way->compile_to) {
    tern_module_t *module;
    status = tern_module_load(output, output_size, &module);
    if (!tern_status_is_ok(status)) find("a module that does not load", status.message, data, size);
    tern_module_release(module);
  }
  free(output);
  tern_compiler_destroy(compiler);
  return 0;
}

//---- Mutations of programs ----

static const char *const spare_types[] = {
    "f32",  "f64",      "f16",          "bf16",         "i1",    "i8", "i16",  "i32",  "i64", "ui8",
    "ui32", "f8E4M3FN", "complex<f32>", "complex<f64>", "index", "i4", "ui64", "tf32", "i2",  "f8E5M2",
};
static const char *const spare_sizes[] = {"0", "1", "2", "3", "4", "7", "16", "33", "?", "65536", "2147483648"};
static const char *const spare_ops[] = {
    "stablehlo.add",      "stablehlo.subtract", "stablehlo.multiply",  "stablehlo.divide",      "stablehlo.maximum",
    "stablehlo.minimum",  "stablehlo.power",    "stablehlo.remainder", "stablehlo.and",         "stablehlo.or",
    "stablehlo.xor",      "stablehlo.atan2",    "stablehlo.negate",    "stablehlo.exponential", "stablehlo.log",
    "stablehlo.tanh",     "stablehlo.abs",      "stablehlo.sign",      "stablehlo.floor",       "stablehlo.sqrt",
    "stablehlo.not",      "stablehlo.cosine",   "stablehlo.convert",   "stablehlo.reshape",     "chlo.erf",
    "tosa.add",           "tosa.abs",           "tosa.maximum",        "tosa.reciprocal",       "stablehlo.reverse",
    "stablehlo.logistic", "stablehlo.clamp",    "stablehlo.select",    "stablehlo.shift_left",  "stablehlo.real",
};
#define CHOOSE(list, state) list[choose((state), sizeof list / sizeof *list)]

// Is there a size of a dimension at `at`: between `<` or `x` and `x`?
static size_t size_at(const uint8_t *data, size_t size, size_t at) {
  if (at == 0 || (data[at - 1] != '<' && data[at - 1] != 'x')) return 0;
  size_t end = at;
  while (end < size && ((data[end] >= '0' && data[end] <= '9') || data[end] == '?')) ++end;
  return end > at && end < size && data[end] == 'x' ? end - at : 0;
}

// The type of elements at `at`, between `x` or `<` and `>`.
static size_t element_at(const uint8_t *data, size_t size, size_t at) {
  if (at == 0 || (data[at - 1] != '<' && data[at - 1] != 'x')) return 0;
  size_t end = at;
  while (end < size && is_word_char(data[end])) ++end;
  bool is_type = end > at && strchr("fiubt", data[at]);
  return is_type && end < size && data[end] == '>' ? end - at : 0;
}

static size_t op_at(const uint8_t *data, size_t size, size_t at) {
  if (at > 0 && is_word_char(data[at - 1])) return 0;
  size_t end = at;
  while (end < size && is_word_char(data[end])) ++end;
  const uint8_t *dot = memchr(data + at, '.', end - at);
  return dot && dot > data + at && data[at] >= 'a' && data[at] <= 'z' ? end - at : 0;
}

typedef size_t (*match_fn_t)(const uint8_t *data, size_t size, size_t at);

// Replaces what `match` finds first from a random place on, there or everywhere.
static size_t rename_one(uint8_t *data, size_t size, size_t max_size, match_fn_t match, const char *by, bool everywhere,
                         uint32_t *state) {
  uint8_t old[64];
  size_t start = choose(state, size), length = 0, first = 0;
  for (size_t i = 0; i < size && !length; ++i) {
    first = (start + i) % size;
    length = match(data, size, first);
  }
  if (!length || length > sizeof old) return size;
  memcpy(old, data + first, length);
  if (!everywhere) return replace(data, size, max_size, (span_t){first, length}, by, strlen(by));
  for (size_t at = 0; at < size; ++at) {
    if (match(data, size, at) != length || memcmp(data + at, old, length) != 0) continue;
    size_t before = size;
    size = replace(data, size, max_size, (span_t){at, length}, by, strlen(by));
    if (size == before && strlen(by) != length) return size;
    at += strlen(by);
  }
  return size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed) {
  uint32_t state = seed * 2654435761u + 7;
  if (size == 0 || size > MAX_TEXT || choose(&state, 2) == 0) return tern_token_mutate(data, size, max_size, seed);
  size_t rounds = 1 + choose(&state, 3);
  for (size_t i = 0; i < rounds && size; ++i) {
    bool everywhere = choose(&state, 3) != 0;
    switch (choose(&state, 3)) {
      case 0: size = rename_one(data, size, max_size, size_at, CHOOSE(spare_sizes, &state), everywhere, &state); break;
      case 1:
        size = rename_one(data, size, max_size, element_at, CHOOSE(spare_types, &state), everywhere, &state);
        break;
      default: size = rename_one(data, size, max_size, op_at, CHOOSE(spare_ops, &state), false, &state); break;
    }
  }
  return size;
}
