// Allocation number FAIL_ALLOCATION of a process fails; without that, the number of allocations goes to standard error at the
// end. To be preloaded into a tool by test/tools/Inputs/fail_allocations.py.

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// What glibc's functions of these names are called inside of it.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static long allocation_count, failing = -1;

static int fails(void) {
  if (failing < 0) {
    const char *text = getenv("FAIL_ALLOCATION");
    failing = text ? atol(text) : 0;
  }
  if (__atomic_add_fetch(&allocation_count, 1, __ATOMIC_RELAXED) != failing) return 0;
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return fails() ? NULL : __libc_calloc(count, size); }
void *realloc(void *block, size_t size) { return fails() ? NULL : __libc_realloc(block, size); }
void *aligned_alloc(size_t alignment, size_t size) { return fails() ? NULL : __libc_memalign(alignment, size); }

__attribute__((destructor)) static void tell(void) {
  char text[32];
  int size = snprintf(text, sizeof text, "%ld\n", allocation_count);
  if (failing == 0 && write(STDERR_FILENO, text, (size_t)size) != size) _exit(1);
}
