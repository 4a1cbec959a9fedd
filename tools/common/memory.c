// Allocation, the end of the tool if there is no memory.

#include "memory.h"

#include <stdlib.h>
#include <string.h>

#include "messages.h"

static void *require(void *block) {
  if (block) return block;
  fail("out of memory", NULL);
  exit(EXIT_FAILURE);
}

// Never of no bytes, for which NULL would be right.
void *allocate(size_t count, size_t size) { return require(calloc(count ? count : 1, size)); }

void *reallocate(void *block, size_t count, size_t size) {
  return require(reallocarray(block, count ? count : 1, size));
}

char *copy_text(const char *text, size_t size) { return require(strndup(text, size)); }
