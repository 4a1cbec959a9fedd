// Statuses: what went wrong with the host.
//
// What is wrong with the user's program is a diagnostic with a location; what is wrong with the machine, the file
// system or the arguments of an API call is a status. Zero is success.

#ifndef TERN_STATUS_H_
#define TERN_STATUS_H_

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define TERN_API __attribute__((visibility("default")))
#else
#define TERN_API
#endif

// Outcome of an API call.
typedef enum tern_status_code_t {
  TERN_OK = 0,
  TERN_INVALID_ARGUMENT,     // the caller passed something no state of the machine could make right
  TERN_INVALID_IR,           // the program is wrong; at least one error diagnostic was emitted
  TERN_NOT_FOUND,            // a named file, symbol, pass or device does not exist
  TERN_FAILED_PRECONDITION,  // right arguments, but the object is in the wrong state for the call
  TERN_OUT_OF_RANGE,         // an index, size or offset lies outside what the object holds
  TERN_UNSUPPORTED,          // well formed, but this build or device cannot do it
  TERN_IO_ERROR,             // the operating system refused to read, write or map something
  TERN_OUT_OF_MEMORY,        // the host or a device has no memory left
  TERN_INTERNAL,             // a bug in tern or in a library it calls
} tern_status_code_t;

// A status by value: a code and a message. Immutable; copies share the message. The message of a status lives until
// the same thread produces its next failed status; copy it to keep it. Thread-compatible.
typedef struct tern_status_t {
  tern_status_code_t code;
  const char *message;  // never NULL when code is not TERN_OK; borrowed, see above
}
#if defined(__clang__)
__attribute__((warn_unused_result))
#endif
tern_status_t;

// True if `status` is success.
static inline bool tern_status_is_ok(tern_status_t status) { return status.code == TERN_OK; }

// The success status.
static inline tern_status_t tern_ok(void) {
  tern_status_t status = {TERN_OK, 0};
  return status;
}

// Makes a failed status whose message is formatted like printf into a buffer of the calling thread (1023 bytes are
// kept).
TERN_API tern_status_t tern_status_make(tern_status_code_t code, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

// The code's name in words, such as "not found". Static storage.
TERN_API const char *tern_status_code_name(tern_status_code_t code);

// Returns from the calling function with the status of `expr` if that is a failure.
#define TERN_RETURN_IF_ERROR(expr)                             \
  do {                                                         \
    tern_status_t tern_status_ = (expr);                       \
    if (!tern_status_is_ok(tern_status_)) return tern_status_; \
  } while (0)

#ifdef __cplusplus
}
#endif

#endif  // TERN_STATUS_H_
