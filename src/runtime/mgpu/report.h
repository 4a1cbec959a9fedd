// Telling failures. The functions of the runtime cannot return one: stderr is where upstream's say it, too.

#ifndef TERN_RUNTIME_MGPU_REPORT_H_
#define TERN_RUNTIME_MGPU_REPORT_H_

#include <stdbool.h>

#include "tern/status.h"

void tern_mgpu_report(const char *function, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Tells a status that is a failure. True if it is none.
bool tern_mgpu_check(const char *function, tern_status_t status);

#endif  // TERN_RUNTIME_MGPU_REPORT_H_
