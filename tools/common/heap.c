// The heap of tools that compile, where the C library is glibc.

#include "heap.h"

#include <stdlib.h>

#ifdef __GLIBC__

#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "memory.h"

enum {
  LARGE_PAGE = 2 << 20,
  ROOM = 8 * LARGE_PAGE,  // addresses: a page takes memory when it is first written to
  FIRST = 256 << 10,      // more than the heap has left
};

void heap_take_large_pages(void) {
  // One range of addresses, which is neither given back nor added to piece by piece.
  if (!mallopt(M_TOP_PAD, ROOM) || !mallopt(M_TRIM_THRESHOLD, 2 * ROOM) || !mallopt(M_MMAP_THRESHOLD, LARGE_PAGE))
    return;
  // The heap goes on at the next boundary of large pages: what is before it is one block that nobody writes to. It is the last
  // block of the heap, so that it becomes larger where it is.
  char *filler = reallocate(NULL, 1, FIRST), *end = sbrk(0);
  size_t rest = -(uintptr_t)(filler + FIRST) % LARGE_PAGE;
  char *start = filler + FIRST + rest;
  if (start < end) madvise(start, (size_t)(end - start) / LARGE_PAGE * LARGE_PAGE, MADV_HUGEPAGE);
  static void *kept;  // for as long as the process lives
  kept = reallocate(filler, 1, FIRST + rest);
  (void)kept;
}

void heap_share(void) { mallopt(M_ARENA_MAX, 1); }

#else

void heap_take_large_pages(void) {}
void heap_share(void) {}

#endif
