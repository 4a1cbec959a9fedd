// Fibers on ucontext, with AddressSanitizer told which stack is in use.

#include "runtime/mgpu/cpu/fiber.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

#if defined(__SANITIZE_ADDRESS__)
#define HAS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ASAN 1
#endif
#endif
#ifndef HAS_ASAN
#define HAS_ASAN 0
#endif

#if HAS_ASAN
#include <sanitizer/common_interface_defs.h>
#endif

// Memory for a stack is taken page by page when it is used, so much costs little.
enum { GUARD_SIZE = 64 << 10, STACK_SIZE = 1 << 20 };

struct tern_fiber_t {
  ucontext_t own, resumer;
  tern_fiber_fn_t fn;
  void *context;
  char *memory;  // mapped: the guard, then the stack
  // AddressSanitizer's: what it keeps for each side, and the stack of the resumer.
  void *own_frames, *resumer_frames;
  const void *resumer_stack;
  size_t resumer_stack_size;
};

static void enter_fiber(tern_fiber_t *fiber) {
#if HAS_ASAN
  __sanitizer_finish_switch_fiber(fiber->own_frames, &fiber->resumer_stack, &fiber->resumer_stack_size);
#else
  (void)fiber;
#endif
}

// makecontext() passes only ints.
static void start(unsigned high, unsigned low) {
  tern_fiber_t *fiber = (tern_fiber_t *)(uintptr_t)((uint64_t)high << 32 | low);
  enter_fiber(fiber);
  fiber->fn(fiber->context);
}

tern_status_t tern_fiber_create(tern_fiber_fn_t fn, void *context, tern_fiber_t **out_fiber) {
  *out_fiber = NULL;
  tern_fiber_t *fiber = calloc(1, sizeof(*fiber));
  if (!fiber) return tern_status_make(TERN_OUT_OF_MEMORY, "out of memory for the threads of a block");
  fiber->memory = mmap(NULL, GUARD_SIZE + STACK_SIZE, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (fiber->memory == MAP_FAILED || mprotect(fiber->memory, GUARD_SIZE, PROT_NONE) != 0 ||
      getcontext(&fiber->own) != 0) {
    if (fiber->memory != MAP_FAILED) munmap(fiber->memory, GUARD_SIZE + STACK_SIZE);
    free(fiber);
    return tern_status_make(TERN_OUT_OF_MEMORY, "out of memory for the stacks of the threads of a block");
  }
  fiber->fn = fn;
  fiber->context = context;
  fiber->own.uc_stack.ss_sp = fiber->memory + GUARD_SIZE;
  fiber->own.uc_stack.ss_size = STACK_SIZE;
  fiber->own.uc_link = NULL;
  uint64_t address = (uint64_t)(uintptr_t)fiber;
  makecontext(&fiber->own, (void (*)(void))start, 2, (unsigned)(address >> 32), (unsigned)address);
  *out_fiber = fiber;
  return tern_ok();
}

void tern_fiber_destroy(tern_fiber_t *fiber) {
  if (!fiber) return;
  munmap(fiber->memory, GUARD_SIZE + STACK_SIZE);
  free(fiber);
}

void tern_fiber_resume(tern_fiber_t *fiber) {
#if HAS_ASAN
  __sanitizer_start_switch_fiber(&fiber->resumer_frames, fiber->own.uc_stack.ss_sp, STACK_SIZE);
#endif
  swapcontext(&fiber->resumer, &fiber->own);
#if HAS_ASAN
  __sanitizer_finish_switch_fiber(fiber->resumer_frames, NULL, NULL);
#endif
}

void tern_fiber_suspend(tern_fiber_t *fiber) {
#if HAS_ASAN
  __sanitizer_start_switch_fiber(&fiber->own_frames, fiber->resumer_stack, fiber->resumer_stack_size);
#endif
  swapcontext(&fiber->own, &fiber->resumer);
  enter_fiber(fiber);
}
