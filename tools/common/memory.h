// Memory of the tools. None of these gives NULL: a tool without memory says so and ends, and the system takes back what it had.

#ifndef TERN_TOOLS_COMMON_MEMORY_H_
#define TERN_TOOLS_COMMON_MEMORY_H_

#include <stddef.h>

// `count` elements of `size` bytes, all of them zero. Freed with free(), as what the others give.
void *allocate(size_t count, size_t size);
// `block` with room for `count` elements of `size` bytes; what is new in it is not zeroed.
void *reallocate(void *block, size_t count, size_t size);
// A copy of the first `size` characters of a text, or of all of it if it is shorter.
char *copy_text(const char *text, size_t size);

#endif  // TERN_TOOLS_COMMON_MEMORY_H_
