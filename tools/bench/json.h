// Writing pieces of JSON.

#ifndef TERN_TOOLS_BENCH_JSON_H_
#define TERN_TOOLS_BENCH_JSON_H_

#include <stdio.h>

// A string with its quotes, and what has to be escaped.
static inline void bench_json_string(FILE *file, const char *text) {
  fputc('"', file);
  for (const char *c = text; *c; ++c) {
    unsigned char byte = (unsigned char)*c;
    if (byte == '"' || byte == '\\') {
      fprintf(file, "\\%c", byte);
    } else if (byte < 0x20) {
      fprintf(file, "\\u%04x", byte);
    } else {
      fputc(byte, file);
    }
  }
  fputc('"', file);
}

#endif  // TERN_TOOLS_BENCH_JSON_H_
