// Objects in this process: LLVM's ORC JIT, fed with finished objects, so that a cache of objects needs no compiler.
//
// There is one for the process, for making one takes as long as linking several kernels. Each set of objects is a library of its own in
// it, because kernels are often called alike. Libraries cannot be taken out: those that were emptied are used again.

#include <llvm-c/Core.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Orc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "target/llvm/codegen.h"

// Thread-compatible.
struct tern_llvm_jit {
  struct tern_llvm_jit *next;  // of the empty ones
  LLVMOrcJITDylibRef library;
};

// Held by whoever uses the session: what one thread looks up, no other links, so that lookups end where they began.
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static LLVMOrcLLJITRef session;
static tern_llvm_jit_t *empty;
static size_t library_count;

static tern_status_t to_status(tern_status_code_t code, LLVMErrorRef error) {
  if (!error) return tern_ok();
  char *text = LLVMGetErrorMessage(error);
  tern_status_t status = tern_status_make(code, "%s", text);
  LLVMDisposeErrorMessage(text);
  return status;
}

static LLVMErrorRef make_library(LLVMOrcJITDylibRef *out_library) {
  LLVMOrcDefinitionGeneratorRef process;
  char name[32];
  LLVMErrorRef error = session ? NULL : LLVMOrcCreateLLJIT(&session, NULL);
  if (!error) {
    error = LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(&process, LLVMOrcLLJITGetGlobalPrefix(session), NULL,
                                                                 NULL);
  }
  if (error) return error;
  snprintf(name, sizeof name, "kernels%zu", library_count++);
  *out_library = LLVMOrcExecutionSessionCreateBareJITDylib(LLVMOrcLLJITGetExecutionSession(session), name);
  LLVMOrcJITDylibAddGenerator(*out_library, process);
  return NULL;
}

tern_status_t tern_llvm_jit_create(tern_llvm_jit_t **out_jit) {
  tern_llvm_initialize_host();
  LLVMErrorRef error = NULL;
  pthread_mutex_lock(&mutex);
  tern_llvm_jit_t *jit = empty;
  if (jit) {
    empty = jit->next;
  } else {
    LLVMOrcJITDylibRef library = NULL;
    error = make_library(&library);
    if (!error) {
      jit = tern_malloc(sizeof *jit);
      *jit = (tern_llvm_jit_t){.library = library};
    }
  }
  pthread_mutex_unlock(&mutex);
  *out_jit = jit;
  return to_status(TERN_UNSUPPORTED, error);
}

tern_status_t tern_llvm_jit_add_object(tern_llvm_jit_t *jit, const void *data, size_t size) {
  LLVMMemoryBufferRef memory = LLVMCreateMemoryBufferWithMemoryRangeCopy(data, size, "object");
  pthread_mutex_lock(&mutex);
  LLVMErrorRef error = LLVMOrcLLJITAddObjectFile(session, jit->library, memory);
  pthread_mutex_unlock(&mutex);
  return to_status(TERN_INVALID_ARGUMENT, error);
}

typedef struct found {
  LLVMErrorRef error;
  LLVMOrcExecutorAddress address;
} found_t;

static void keep_found(LLVMErrorRef error, LLVMOrcCSymbolMapPairs symbols, size_t count, void *user) {
  found_t *found = user;
  found->error = error;
  if (!error && count > 0) found->address = symbols[0].Sym.Address;
}

tern_status_t tern_llvm_jit_lookup(tern_llvm_jit_t *jit, const char *name, void **out_address) {
  found_t found = {0};
  LLVMOrcCJITDylibSearchOrderElement place = {jit->library, LLVMOrcJITDylibLookupFlagsMatchAllSymbols};
  pthread_mutex_lock(&mutex);
  LLVMOrcCLookupSetElement symbol = {LLVMOrcLLJITMangleAndIntern(session, name),
                                     LLVMOrcSymbolLookupFlagsRequiredSymbol};
  LLVMOrcExecutionSessionLookup(LLVMOrcLLJITGetExecutionSession(session), LLVMOrcLookupKindStatic, &place, 1, &symbol,
                                1, keep_found, &found);
  pthread_mutex_unlock(&mutex);
  *out_address = (void *)(uintptr_t)found.address;
  return to_status(TERN_NOT_FOUND, found.error);
}

void tern_llvm_jit_destroy(tern_llvm_jit_t *jit) {
  if (!jit) return;
  pthread_mutex_lock(&mutex);
  LLVMErrorRef error = LLVMOrcJITDylibClear(jit->library);
  if (error) {
    // Nobody knows what is left in it.
    LLVMConsumeError(error);
    free(jit);
  } else {
    jit->next = empty;
    empty = jit;
  }
  pthread_mutex_unlock(&mutex);
}
