// How the tools tell what is wrong.

#ifndef TERN_TOOLS_COMMON_MESSAGES_H_
#define TERN_TOOLS_COMMON_MESSAGES_H_

#include <stdbool.h>

#include "tern/status.h"

// What messages begin with: the tool's name. Each tool defines it beside its main().
extern const char tool_name[];

// Writes a line to standard error behind the tool's name. False, so that it can be returned.
bool complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
// The same for an error, with `detail` behind the message unless that is NULL.
bool fail(const char *message, const char *detail);
// True if the status is ok; else its message is told as an error.
bool report(tern_status_t status);

#endif  // TERN_TOOLS_COMMON_MESSAGES_H_
