// Mutations that know what a token is, shared by the fuzz targets that read MLIR's text.
//
// Changing bytes of a program mostly makes words that no parser knows. These mutations keep tokens whole, so that most of
// what they make is read far into the parser, and much of it up to the verifier:
//   - a token takes the place of another one, from the same text or from the list below;
//   - a token is inserted, doubled, dropped, or swapped with its neighbour;
//   - a line is dropped, doubled, or moved; a bracketed part is dropped, doubled, or put in place of another one;
//   - a number becomes one of the numbers that break programs (0, -1, the ends of int64, ...).
// One mutation in four is libFuzzer's own on bytes. A crossover puts lines of one text between the lines of the other.

#ifndef TERN_TEST_FUZZ_TOKEN_MUTATOR_H_
#define TERN_TEST_FUZZ_TOKEN_MUTATOR_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2, size_t size2, uint8_t *out,
                                 size_t max_out_size, unsigned int seed);

// A part of the text: from `start`, `size` bytes.
typedef struct span {
  size_t start, size;
} span_t;

#define MAX_TOKENS 2048
#define MAX_TEXT 16384

static const char *const spare_tokens[] = {
    "0",
    "1",
    "-1",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    "0x7fc00000",
    "1.5",
    "1e400",
    "?",
    "*",
    "i1",
    "i8",
    "i0",
    "i16777216",
    "f32",
    "bf16",
    "index",
    "none",
    "()",
    "tensor<*xf32>",
    "tensor<?x4xf32>",
    "memref<4xf32, strided<[1], offset: ?>>",
    "memref<2x2xf32, affine_map<(d0, d1) -> (d1, d0)>>",
    "vector<[4]xf32>",
    "complex<f32>",
    "tuple<>",
    "(i32) -> i32",
    "%0",
    "%1",
    "%arg0",
    "%0#1",
    "^bb0",
    "^bb1",
    "@f",
    "@a::@b",
    "#map",
    "!t",
    "dense<0>",
    "dense<[]>",
    "array<i64: 1, 2>",
    "affine_map<(d0)[s0] -> (d0 floordiv s0)>",
    "unit",
    "loc(unknown)",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    ",",
    ":",
    "=",
    "->",
    "\"\"",
    "\"test.op\"() : () -> ()",
    "{a = 1 : i32}",
    "<{}>",
};

static uint32_t next_random(uint32_t *state) {
  *state = *state * 1664525u + 1013904223u;
  return *state >> 8;
}

static size_t choose(uint32_t *state, size_t count) { return count ? next_random(state) % count : 0; }

static bool is_word_char(uint8_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '$';
}

static size_t measure_token(const uint8_t *data, size_t size, size_t start) {
  size_t end = start + 1;
  if (data[start] == '"') {
    while (end < size && data[end] != '"' && data[end] != '\n') end += data[end] == '\\' && end + 1 < size ? 2 : 1;
    return (end < size ? end + 1 : size) - start;
  }
  if (data[start] == '-' && end < size && data[end] == '>') return 2;
  bool is_word = is_word_char(data[start]) || strchr("%@#!^", data[start]) != NULL;
  while (is_word && end < size && is_word_char(data[end])) ++end;
  return end - start;
}

static size_t find_tokens(const uint8_t *data, size_t size, span_t *tokens) {
  size_t count = 0;
  for (size_t at = 0; at < size && count < MAX_TOKENS;) {
    if (data[at] <= ' ') {
      ++at;
      continue;
    }
    size_t token_size = measure_token(data, size, at);
    tokens[count++] = (span_t){at, token_size};
    at += token_size;
  }
  return count;
}

// The line that `at` lies in, with its newline.
static span_t line_around(const uint8_t *data, size_t size, size_t at) {
  size_t start = at, end = at;
  while (start > 0 && data[start - 1] != '\n') --start;
  while (end < size && data[end] != '\n') ++end;
  return (span_t){start, (end < size ? end + 1 : size) - start};
}

// From the bracket at or after token `first` to its partner; the token alone if there is none.
static span_t bracket_after(const uint8_t *data, const span_t *tokens, size_t count, size_t first) {
  size_t open = first;
  while (open < count && !strchr("([{<", data[tokens[open].start])) ++open;
  int depth = 0;
  for (size_t i = open; i < count; ++i) {
    if (tokens[i].size != 1) continue;
    if (strchr("([{<", data[tokens[i].start])) ++depth;
    if (strchr(")]}>", data[tokens[i].start])) --depth;
    if (depth == 0) return (span_t){tokens[open].start, tokens[i].start + 1 - tokens[open].start};
  }
  return tokens[first];
}

// Puts `size` bytes in place of `old`. The size of the whole, or `data_size` if it would not fit.
static size_t replace(uint8_t *data, size_t data_size, size_t max_size, span_t old, const void *bytes, size_t size) {
  if (data_size - old.size + size > max_size) return data_size;
  memmove(data + old.start + size, data + old.start + old.size, data_size - old.start - old.size);
  memcpy(data + old.start, bytes, size);
  return data_size - old.size + size;
}

static size_t mutate_tokens(uint8_t *data, size_t size, size_t max_size, uint32_t *state) {
  static span_t tokens[MAX_TOKENS];
  static uint8_t copy[MAX_TEXT];
  size_t count = find_tokens(data, size, tokens);
  if (count == 0) return LLVMFuzzerMutate(data, size, max_size);
  memcpy(copy, data, size);
  size_t chosen = choose(state, count);
  span_t target = tokens[chosen], source = tokens[choose(state, count)];
  switch (choose(state, 12)) {
    case 0:
    case 1: return replace(data, size, max_size, target, copy + source.start, source.size);
    case 2:
    case 3: {
      const char *spare = spare_tokens[choose(state, sizeof spare_tokens / sizeof *spare_tokens)];
      return replace(data, size, max_size, target, spare, strlen(spare));
    }
    case 4: return replace(data, size, max_size, (span_t){target.start, 0}, copy + source.start, source.size);
    case 5: return replace(data, size, max_size, target, "", 0);
    case 6: {
      if (chosen + 1 == count) return size;
      span_t next = tokens[chosen + 1];
      size = replace(data, size, max_size, next, copy + target.start, target.size);
      return replace(data, size, max_size, target, copy + next.start, next.size);
    }
    case 7: return replace(data, size, max_size, line_around(data, size, target.start), "", 0);
    case 8: {
      span_t line = line_around(data, size, source.start);
      size_t place = line_around(data, size, target.start).start;
      return replace(data, size, max_size, (span_t){place, 0}, copy + line.start, line.size);
    }
    case 9: {
      span_t from = bracket_after(data, tokens, count, choose(state, count));
      return replace(data, size, max_size, bracket_after(data, tokens, count, chosen), copy + from.start, from.size);
    }
    case 10: return replace(data, size, max_size, bracket_after(data, tokens, count, chosen), "", 0);
    default: {
      // The first number from here on becomes one of the first spare tokens, which are numbers.
      while (chosen < count && !(data[tokens[chosen].start] >= '0' && data[tokens[chosen].start] <= '9')) ++chosen;
      if (chosen == count) return size;
      const char *number = spare_tokens[choose(state, 9)];
      return replace(data, size, max_size, tokens[chosen], number, strlen(number));
    }
  }
}

// A target with mutations of its own gives this one another name, and calls it.
#ifdef CUSTOM_MUTATOR
static size_t CUSTOM_MUTATOR(uint8_t *data, size_t size, size_t max_size, unsigned int seed) {
#else
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed) {
#endif
  uint32_t state = seed * 2654435761u + 1;
  if (size > MAX_TEXT || choose(&state, 4) == 0) return LLVMFuzzerMutate(data, size, max_size);
  if (max_size > MAX_TEXT) max_size = MAX_TEXT;
  size_t rounds = 1 + choose(&state, 3);
  for (size_t i = 0; i < rounds && size <= max_size; ++i) size = mutate_tokens(data, size, max_size, &state);
  return size ? size : LLVMFuzzerMutate(data, size, max_size);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2, size_t size2, uint8_t *out,
                                 size_t max_out_size, unsigned int seed) {
  uint32_t state = seed * 2654435761u + 1;
  if (size1 == 0 || size2 == 0 || size1 > max_out_size) return 0;
  memcpy(out, data1, size1);
  span_t line = line_around(data2, size2, choose(&state, size2));
  for (size_t more = choose(&state, 4); more > 0 && line.start + line.size < size2; --more) {
    line.size += line_around(data2, size2, line.start + line.size).size;
  }
  span_t place = {line_around(data1, size1, choose(&state, size1)).start, 0};
  return replace(out, size1, max_out_size, place, data2 + line.start, line.size);
}

#endif  // TERN_TEST_FUZZ_TOKEN_MUTATOR_H_
