// Compiled once for each build of this part. What is not named here is not linked from LLVM's archives.

#include "target/llvm/reach.h"

#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

#ifndef TERN_LLVM_REACHES_ALL
#define TERN_LLVM_REACHES_ALL 1
#endif

// A function of glibc 2.36, with which LLVM names temporary files where it was built: so older ones will do. A name that is taken makes
// LLVM try another one.
uint32_t arc4random(void) {
  uint32_t value = 0;
  ssize_t size = getrandom(&value, sizeof(value), 0);
  return size == (ssize_t)sizeof(value) ? value : (uint32_t)random();
}

void tern_llvm_initialize_near(void) {
  LLVMInitializeNativeTarget();
  LLVMInitializeNativeAsmPrinter();
  LLVMInitializeNativeAsmParser();
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
}

#if TERN_LLVM_REACHES_ALL

void tern_llvm_initialize_far(void) {
  LLVMInitializeAllTargetInfos();
  LLVMInitializeAllTargets();
  LLVMInitializeAllTargetMCs();
  LLVMInitializeAllAsmPrinters();
  LLVMInitializeAllAsmParsers();
}

#else

void tern_llvm_initialize_far(void) {}

#endif

tern_status_t tern_llvm_run_passes(LLVMModuleRef module, const char *passes, LLVMTargetMachineRef machine) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error = LLVMRunPasses(module, passes, machine, options);
  LLVMDisposePassBuilderOptions(options);
  if (!error) return tern_ok();
  char *text = LLVMGetErrorMessage(error);
  tern_status_t status = tern_status_make(TERN_INVALID_ARGUMENT, "LLVM passes '%s': %s", passes, text);
  LLVMDisposeErrorMessage(text);
  return status;
}
