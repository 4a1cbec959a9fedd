// Reads any bytes as a SPIR-V binary. Strategies:
//
//   1. Inputs are binaries of the serializer and of another compiler (test/fuzz/corpus/spirv); mutations keep instructions
//      whole: one takes the place of another, is doubled, dropped or swapped, or one of its words becomes another word of
//      the binary, a small number, or a number that breaks programs. One mutation in four is libFuzzer's own on bytes.
//   2. Each input is read with and without structured control flow, and as the other byte order by its magic number.
//   3. A binary that is refused must have said why, with one error that names a word.
//   4. What is read and verifies is printed, and that text must parse and verify again; it is serialized, which may be
//      refused with an error; what was written must be read again and verify.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "ir/context.h"
#include "ir/verify/verifier.h"
#include "pipeline/registry.h"
#include "target/spirv/spirv_binary.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);

enum { HEADER_WORDS = 5, MAX_WORDS = 4096 };

// --- mutations ---

static uint32_t next_random(uint32_t *state) {
  *state = *state * 1664525u + 1013904223u;
  return *state >> 8;
}

// Starts of instructions; returns how many.
static size_t find_instructions(const uint32_t *words, size_t count, size_t *out_starts) {
  size_t found = 0;
  for (size_t i = HEADER_WORDS; i < count && words[i] >> 16 && words[i] >> 16 <= count - i; i += words[i] >> 16) {
    out_starts[found++] = i;
  }
  return found;
}

static uint32_t other_word(const uint32_t *words, size_t count, uint32_t *state) {
  static const uint32_t numbers[] = {0, 1, 2, 0x7fffffff, 0x80000000, 0xffffffff, 0xffff, 0x10000};
  switch (next_random(state) % 4) {
    case 0: return words[next_random(state) % count];
    case 1: return numbers[next_random(state) % (sizeof(numbers) / sizeof(numbers[0]))];
    case 2: return next_random(state) % 64;
    default: return next_random(state) % (words[3] ? words[3] : 1);
  }
}

static size_t mutate(uint32_t *words, size_t count, size_t max_count, uint32_t *state) {
  static size_t starts[MAX_WORDS];
  size_t found = find_instructions(words, count, starts);
  if (!found) return count;
  size_t a = starts[next_random(state) % found], b = starts[next_random(state) % found];
  size_t a_size = words[a] >> 16, b_size = words[b] >> 16;
  uint32_t copy[MAX_WORDS];
  switch (next_random(state) % 5) {
    case 0:  // a copy of b in front of a
      if (count + b_size > max_count) return count;
      memcpy(copy, words + b, b_size * 4);
      memmove(words + a + b_size, words + a, (count - a) * 4);
      memcpy(words + a, copy, b_size * 4);
      return count + b_size;
    case 1:  // without a
      memmove(words + a, words + a + a_size, (count - a - a_size) * 4);
      return count - a_size;
    case 2:  // another opcode
      words[a] = (words[a] & 0xffff0000) | (words[b] & 0xffff);
      return count;
    default:  // another operand
      if (a_size > 1) words[a + 1 + next_random(state) % (a_size - 1)] = other_word(words, count, state);
      return count;
  }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed) {
  static uint32_t words[MAX_WORDS];
  uint32_t state = seed;
  size_t count = size / 4, max_count = max_size / 4 < MAX_WORDS ? max_size / 4 : MAX_WORDS;
  if (next_random(&state) % 4 == 0 || count <= HEADER_WORDS || count > max_count) {
    return LLVMFuzzerMutate(data, size, max_size);
  }
  memcpy(words, data, count * 4);
  size_t rounds = 1 + next_random(&state) % 3;
  for (size_t i = 0; i < rounds; ++i) count = mutate(words, count, max_count, &state);
  memcpy(data, words, count * 4);
  return count * 4;
}

// --- one input ---

// Stops the fuzzer with what went wrong.
static void find(const char *what, tern_str_t text) {
  fprintf(stderr, "finding: %s\n%.*s\n", what, (int)text.size, text.data);
  abort();
}

typedef struct log {
  tern_string_builder_t messages;
} log_t;

static void record(const tern_diagnostic_t *diagnostic, void *user) {
  log_t *log = user;
  tern_string_builder_append_cstr(&log->messages, diagnostic->message);
  tern_string_builder_append_char(&log->messages, '\n');
}

static tern_context_t *begin(log_t *log) {
  tern_context_t *context = tern_context_create();
  tern_register_all_dialects(context);
  log->messages.size = 0;
  tern_diagnostics_set_handler(context, record, log);
  return context;
}

static size_t error_count(tern_context_t *context) { return tern_context_diagnostics(context)->error_count; }

static void check_text(tern_op_t *module, log_t *log) {
  tern_string_builder_t text = {0};
  tern_print_options_t options = TERN_PRINT_DEFAULT;
  options.generic = true;
  tern_print_op(module, &options, &text);
  tern_context_t *context = begin(log);
  tern_op_t *again = tern_parse_module(context, TERN_STR("text"), tern_string_builder_view(&text));
  if (!again || !tern_verify(again)) {
    fprintf(stderr, "%.*s\n", (int)log->messages.size, log->messages.data);
    find("what was read prints as what is refused", tern_string_builder_view(&text));
  }
  tern_context_destroy(context);
  tern_string_builder_deinitialize(&text);
}

static void check_again(const tern_spirv_words_t *words, const tern_spirv_deserialize_options_t *options, log_t *log) {
  tern_context_t *context = begin(log);
  tern_op_t *module = tern_spirv_deserialize(context, words->values, words->count, "again", options);
  if (!module || !tern_verify(module)) {
    find("what was written is refused", tern_string_builder_view(&log->messages));
  }
  tern_context_destroy(context);
}

static void check(const uint32_t *words, size_t count, bool keep_unstructured) {
  log_t log = {0};
  tern_context_t *context = begin(&log);
  const tern_spirv_deserialize_options_t options = {.keep_unstructured = keep_unstructured, .debug_info = count % 2};
  tern_op_t *module = tern_spirv_deserialize(context, words, count, "input", &options);
  tern_str_t said = tern_string_builder_view(&log.messages);
  if (!module && (error_count(context) != 1 || !tern_str_starts_with(said, TERN_STR("word ")))) {
    find("refused, but not with one error that names a word", said);
  }
  if (module && error_count(context)) find("read in spite of errors", said);
  if (module && tern_verify(module)) {
    check_text(module, &log);
    tern_spirv_words_t written = {0};
    tern_spirv_serialize_options_t serialize_options = TERN_SPIRV_SERIALIZE_DEFAULT;
    serialize_options.emit_debug_lines = true;
    bool is_ok = tern_spirv_serialize(module, &serialize_options, &written);
    if (is_ok != (error_count(context) == 0)) find("serialized with errors, or refused without", said);
    if (is_ok) check_again(&written, &options, &log);
    tern_spirv_words_deinitialize(&written);
  }
  tern_context_destroy(context);
  tern_string_builder_deinitialize(&log.messages);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  size_t count = size / 4;
  uint32_t *words = malloc(size + 4);
  memcpy(words, data, count * 4);
  check(words, count, false);
  check(words, count, true);
  free(words);
  return 0;
}
