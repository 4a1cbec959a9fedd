// What the two builds of this part differ in: how much of LLVM they reach. target/llvm_loader.h says which is which.

#ifndef TERN_TARGET_LLVM_REACH_H_
#define TERN_TARGET_LLVM_REACH_H_

#include <llvm-c/TargetMachine.h>

#include "tern/status.h"

// Makes the targets of this machine and of NVIDIA's GPUs known to LLVM.
void tern_llvm_initialize_near(void);
// Makes all other targets known that this build reaches.
void tern_llvm_initialize_far(void);

// Runs a textual pipeline of LLVM's passes. TERN_INVALID_ARGUMENT if it is none.
tern_status_t tern_llvm_run_passes(LLVMModuleRef module, const char *passes, LLVMTargetMachineRef machine);

#endif  // TERN_TARGET_LLVM_REACH_H_
