// Messages on standard error.

#include "messages.h"

#include <stdarg.h>
#include <stdio.h>

bool complain(const char *format, ...) {
  va_list args;
  va_start(args, format);
  fprintf(stderr, "%s: ", tool_name);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
  va_end(args);
  return false;
}

bool fail(const char *message, const char *detail) {
  return complain("error: %s%s%s", message, detail ? ": " : "", detail ? detail : "");
}

bool report(tern_status_t status) {
  return tern_status_is_ok(status) || fail(status.message ? status.message : tern_status_code_name(status.code), NULL);
}
