// LLVM calls a handler before it exits. There is no way back from it but a jump: the one place in tern where one is
// worth its price, since the user's program would be gone. Frames of LLVM are left without clean-up, so memory leaks;
// its locks are not held there.

#include "target/llvm/guard.h"

#include <llvm-c/ErrorHandling.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>

typedef struct guard {
  jmp_buf jump;
  char *message;
  size_t size;
  struct guard *outer;
} guard_t;

static _Thread_local guard_t *innermost;

static void jump_out(const char *reason) {
  guard_t *guard = innermost;
  if (!guard) return;  // not ours: LLVM goes on to exit
  snprintf(guard->message, guard->size, "%s", reason);
  longjmp(guard->jump, 1);
}

static void install(void) { LLVMInstallFatalErrorHandler(jump_out); }

bool tern_llvm_guard(void (*body)(void *user), void *user, char *out_message, size_t size) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
  guard_t guard = {.message = out_message, .size = size, .outer = innermost};
  innermost = &guard;
  volatile bool is_done = false;
  if (setjmp(guard.jump) == 0) {
    body(user);
    is_done = true;
  }
  innermost = guard.outer;
  return is_done;
}
