// Telling failures on stderr.

#include "runtime/mgpu/report.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>

#include "tern/mgpu.h"

static atomic_uint_fast64_t failure_count;

uint64_t tern_gpu_failure_count(void) { return atomic_load(&failure_count); }

void tern_mgpu_report(const char *function, const char *format, ...) {
  atomic_fetch_add(&failure_count, 1);
  // One write, so that lines of several threads do not mix.
  char text[1024];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof(text), format, args);
  va_end(args);
  fprintf(stderr, "%s: %s\n", function, text);
}

bool tern_mgpu_check(const char *function, tern_status_t status) {
  if (tern_status_is_ok(status)) return true;
  tern_mgpu_report(function, "%s", status.message);
  return false;
}
