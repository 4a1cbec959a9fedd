// Failures without words, for the small runtime: included before each of its sources (CMakeLists.txt), it turns the text of a
// failed status into the place in the source where it was made, "session.c:85: not found". What is left of each in the
// binary is one number.

#ifndef TERN_BASE_BRIEF_STATUS_H_
#define TERN_BASE_BRIEF_STATUS_H_

#include <stdint.h>

#include "tern/status.h"

// A place: the code, 4 bits; the line, 12 bits; the number of the file.
enum { TERN_BRIEF_LINE_SHIFT = 4, TERN_BRIEF_FILE_SHIFT = 16 };

tern_status_t tern_status_make_brief(uint32_t place);

#define tern_status_make(code, ...)                                                       \
  tern_status_make_brief((uint32_t)(code) | (uint32_t)__LINE__ << TERN_BRIEF_LINE_SHIFT | \
                         (uint32_t)TERN_FILE_NUMBER << TERN_BRIEF_FILE_SHIFT)

#define tern_no_memory(what) tern_status_make(TERN_OUT_OF_MEMORY, what)

#endif  // TERN_BASE_BRIEF_STATUS_H_
