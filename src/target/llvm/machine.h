// Target machines, kept for the next compilation: making one, and what it learns about its processor at the first function,
// takes half a millisecond, as long as the code of a small kernel.

#ifndef TERN_TARGET_LLVM_MACHINE_H_
#define TERN_TARGET_LLVM_MACHINE_H_

#include <llvm-c/TargetMachine.h>

#include "tern/status.h"

typedef struct tern_llvm_machine {
  struct tern_llvm_machine *next;  // of those that are kept
  LLVMTargetMachineRef ref;
  char *triple, *cpu, *features;  // owned
  unsigned level;                 // as tern_llvm_options_t has it
} tern_llvm_machine_t;

// A machine that nobody else uses: one that was given back, or a new one. Thread-safe.
// TERN_INVALID_ARGUMENT for an unknown triple; TERN_UNSUPPORTED if LLVM makes no code for it.
tern_status_t tern_llvm_machine_take(const char *triple, const char *cpu, const char *features, unsigned level,
                                     tern_llvm_machine_t **out_machine);
// For the next one who takes such a machine; a few are kept, until the process ends. NULL is ignored. Thread-safe.
void tern_llvm_machine_give_back(tern_llvm_machine_t *machine);

#endif  // TERN_TARGET_LLVM_MACHINE_H_
