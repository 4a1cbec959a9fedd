// Surviving LLVM's fatal errors, which end the process otherwise: inline assembly that does not parse, an instruction
// that cannot be selected.

#ifndef TERN_TARGET_LLVM_GUARD_H_
#define TERN_TARGET_LLVM_GUARD_H_

#include <stdbool.h>
#include <stddef.h>

// Runs `body(user)`. False if LLVM gave up inside: then `out_message` has its reason, and what the body had made is
// lost (not freed). Nests; thread-safe.
bool tern_llvm_guard(void (*body)(void *user), void *user, char *out_message, size_t size);

#endif  // TERN_TARGET_LLVM_GUARD_H_
