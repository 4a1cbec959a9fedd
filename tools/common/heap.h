// The heap of tools that compile.

#ifndef TERN_TOOLS_COMMON_HEAP_H_
#define TERN_TOOLS_COMMON_HEAP_H_

// What is allocated from now on lies in large pages where the system has them. A process that compiles one kernel would else take
// a fault for each of its 600 small ones, which is a tenth of its time; zeroing a large page takes a few times one fault.
// Before threads are there.
void heap_take_large_pages(void);
// Threads that are started from now on share the heap of the first. For two threads of which one waits for the other: those that
// work beside each other would wait for the heap.
void heap_share(void);

#endif  // TERN_TOOLS_COMMON_HEAP_H_
