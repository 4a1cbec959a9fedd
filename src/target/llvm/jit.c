// Objects in this process: LLVM's ORC JIT, fed with finished objects, so that a cache of objects needs no compiler.

#include <llvm-c/Core.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Orc.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/vec.h"
#include "target/llvm/codegen.h"

// Thread-compatible.
struct tern_llvm_jit {
  LLVMOrcLLJITRef jit;                           // owned
  TERN_VEC(LLVMOrcResourceTrackerRef) trackers;  // owned: one for each object
};

static tern_status_t to_status(tern_status_code_t code, LLVMErrorRef error) {
  char *text = LLVMGetErrorMessage(error);
  tern_status_t status = tern_status_make(code, "%s", text);
  LLVMDisposeErrorMessage(text);
  return status;
}

tern_status_t tern_llvm_jit_create(tern_llvm_jit_t **out_jit) {
  *out_jit = NULL;
  tern_llvm_initialize_host();
  LLVMOrcLLJITRef jit;
  LLVMErrorRef error = LLVMOrcCreateLLJIT(&jit, NULL);
  if (error) return to_status(TERN_UNSUPPORTED, error);
  LLVMOrcDefinitionGeneratorRef generator;
  error =
      LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(&generator, LLVMOrcLLJITGetGlobalPrefix(jit), NULL, NULL);
  if (error) {
    LLVMErrorRef second = LLVMOrcDisposeLLJIT(jit);
    if (second) LLVMConsumeError(second);
    return to_status(TERN_UNSUPPORTED, error);
  }
  LLVMOrcJITDylibAddGenerator(LLVMOrcLLJITGetMainJITDylib(jit), generator);
  tern_llvm_jit_t *result = tern_malloc(sizeof(*result));
  *result = (tern_llvm_jit_t){.jit = jit};
  *out_jit = result;
  return tern_ok();
}

tern_status_t tern_llvm_jit_add_object(tern_llvm_jit_t *jit, const void *data, size_t size) {
  LLVMMemoryBufferRef memory = LLVMCreateMemoryBufferWithMemoryRangeCopy(data, size, "object");
  LLVMOrcResourceTrackerRef tracker = LLVMOrcJITDylibCreateResourceTracker(LLVMOrcLLJITGetMainJITDylib(jit->jit));
  LLVMErrorRef error = LLVMOrcLLJITAddObjectFileWithRT(jit->jit, tracker, memory);
  if (error) {
    LLVMOrcReleaseResourceTracker(tracker);
    return to_status(TERN_INVALID_ARGUMENT, error);
  }
  tern_vec_push(&jit->trackers, tracker);
  return tern_ok();
}

tern_status_t tern_llvm_jit_lookup(tern_llvm_jit_t *jit, const char *name, void **out_address) {
  *out_address = NULL;
  LLVMOrcExecutorAddress address = 0;
  LLVMErrorRef error = LLVMOrcLLJITLookup(jit->jit, &address, name);
  if (error) return to_status(TERN_NOT_FOUND, error);
  *out_address = (void *)(uintptr_t)address;
  return tern_ok();
}

void tern_llvm_jit_destroy(tern_llvm_jit_t *jit) {
  if (!jit) return;
  for (size_t i = 0; i < jit->trackers.count; i++) LLVMOrcReleaseResourceTracker(jit->trackers.values[i]);
  tern_vec_deinitialize(&jit->trackers);
  LLVMErrorRef error = LLVMOrcDisposeLLJIT(jit->jit);
  if (error) LLVMConsumeError(error);
  free(jit);
}
