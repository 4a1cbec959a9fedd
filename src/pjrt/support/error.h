// Errors of the plugin: a code and a sentence that says what to do.

#ifndef TERN_PJRT_ERROR_H_
#define TERN_PJRT_ERROR_H_

#include "pjrt/api.h"
#include "tern/status.h"

// Does the caller's struct reach to the end of `field`? Older callers have shorter structs, behind whose end nothing may be
// written and nothing read.
#define TERN_PJRT_HAS(args, field) ((args)->struct_size >= offsetof(__typeof__(*(args)), field) + sizeof((args)->field))

// Makes an error with a message as printf() formats it. The caller owns it. Never NULL: without memory a shared error that says so.
PJRT_Error *tern_pjrt_error(PJRT_Error_Code code, const char *format, ...)
    __attribute__((format(printf, 2, 3), returns_nonnull));
// The same of `size` bytes at `message`, which need no end.
PJRT_Error *tern_pjrt_error_of_text(PJRT_Error_Code code, const char *message, size_t size)
    __attribute__((returns_nonnull));
// The same of a status of the runtime; NULL if that is success.
PJRT_Error *tern_pjrt_error_of_status(tern_status_t status);
// The error that says that the host has no memory.
PJRT_Error *tern_pjrt_no_memory(void) __attribute__((returns_nonnull));
// Another error with the same code and message; NULL of NULL.
PJRT_Error *tern_pjrt_error_clone(const PJRT_Error *error);
// NULL is ignored.
void tern_pjrt_error_destroy(PJRT_Error *error);
PJRT_Error_Code tern_pjrt_error_code(const PJRT_Error *error);
// Lives as long as the error.
const char *tern_pjrt_error_message(const PJRT_Error *error);

// Returns from the calling function with the error of `expr` if there is one.
#define TERN_PJRT_RETURN_IF_ERROR(expr)            \
  do {                                             \
    PJRT_Error *tern_pjrt_error_ = (expr);         \
    if (tern_pjrt_error_) return tern_pjrt_error_; \
  } while (0)

#endif  // TERN_PJRT_ERROR_H_
