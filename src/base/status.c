// Statuses: formatting into a buffer of the calling thread.

#include "base/no_memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MESSAGE_CAPACITY = 1024 };  // bytes, terminator included

static const char *const code_names[] = {
    [TERN_OK] = "ok",
    [TERN_INVALID_ARGUMENT] = "invalid argument",
    [TERN_INVALID_IR] = "invalid IR",
    [TERN_NOT_FOUND] = "not found",
    [TERN_FAILED_PRECONDITION] = "failed precondition",
    [TERN_OUT_OF_RANGE] = "out of range",
    [TERN_UNSUPPORTED] = "unsupported",
    [TERN_IO_ERROR] = "I/O error",
    [TERN_OUT_OF_MEMORY] = "out of memory",
    [TERN_INTERNAL] = "internal error",
};

tern_status_t(tern_status_make)(tern_status_code_t code, const char *format, ...) {
  // The status is a value of two words, so the text needs a home that outlives the call without being freed: the one
  // exception to the rule that libraries keep no mutable state outside objects. Two buffers alternate, so a message
  // may be formatted from the message of the status that it replaces.
  static _Thread_local char buffers[2][MESSAGE_CAPACITY];
  static _Thread_local unsigned current;
  current ^= 1;
  char *message = buffers[current];
  va_list args;
  va_start(args, format);
  if (vsnprintf(message, MESSAGE_CAPACITY, format, args) < 0) message[0] = '\0';
  va_end(args);
  tern_status_t status = {code, message};
  return status;
}

tern_status_t(tern_no_memory)(const char *what) {
  return tern_status_make(TERN_OUT_OF_MEMORY, "no memory for %s", what);
}

const char *tern_status_code_name(tern_status_code_t code) {
  size_t index = (size_t)code;
  return index < sizeof(code_names) / sizeof(code_names[0]) ? code_names[index] : "unknown status";
}

#if TERN_SMALL
// The files of the small runtime, without `.c`, in the order of their numbers.
static const char files[] =
#include "base/small_files.inc"
    ;

tern_status_t tern_status_make_brief(uint32_t place) {
  const char *file = files;
  for (uint32_t i = place >> TERN_BRIEF_FILE_SHIFT; i > 0 && *file; --i) file += strlen(file) + 1;
  tern_status_code_t code = (tern_status_code_t)(place & 0xf);
  uint32_t line = (place & ((1u << TERN_BRIEF_FILE_SHIFT) - 1)) >> TERN_BRIEF_LINE_SHIFT;
  return (tern_status_make)(code, "%s.c:%u: %s", file, line, tern_status_code_name(code));
}
#endif
