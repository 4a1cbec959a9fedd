// The status of an allocation that failed, of which the runtime has many.

#ifndef TERN_BASE_NO_MEMORY_H_
#define TERN_BASE_NO_MEMORY_H_

#include "tern/status.h"

// TERN_OUT_OF_MEMORY: "no memory for WHAT".
tern_status_t(tern_no_memory)(const char *what);

#endif  // TERN_BASE_NO_MEMORY_H_
