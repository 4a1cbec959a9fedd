// Target machines. Those that are not in use are in a list, the last used first.

#include "target/llvm/machine.h"

#include <llvm-c/Core.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

enum { KEPT_COUNT = 16 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static tern_llvm_machine_t *kept;
static size_t kept_count;

static char *copy_text(const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = tern_malloc(size);
  memcpy(copy, text, size);
  return copy;
}

static void destroy(tern_llvm_machine_t *machine) {
  LLVMDisposeTargetMachine(machine->ref);
  free(machine->triple);
  free(machine->cpu);
  free(machine->features);
  free(machine);
}

static bool is_such(const tern_llvm_machine_t *machine, const char *triple, const char *cpu, const char *features,
                    unsigned level) {
  return machine->level == level && strcmp(machine->triple, triple) == 0 && strcmp(machine->cpu, cpu) == 0 &&
         strcmp(machine->features, features) == 0;
}

static tern_llvm_machine_t *take_kept(const char *triple, const char *cpu, const char *features, unsigned level) {
  tern_llvm_machine_t *found = NULL;
  pthread_mutex_lock(&mutex);
  for (tern_llvm_machine_t **link = &kept; *link; link = &(*link)->next) {
    if (!is_such(*link, triple, cpu, features, level)) continue;
    found = *link;
    *link = found->next;
    --kept_count;
    break;
  }
  pthread_mutex_unlock(&mutex);
  return found;
}

tern_status_t tern_llvm_machine_take(const char *triple, const char *cpu, const char *features, unsigned level,
                                     tern_llvm_machine_t **out_machine) {
  static const LLVMCodeGenOptLevel levels[] = {LLVMCodeGenLevelDefault, LLVMCodeGenLevelNone, LLVMCodeGenLevelLess,
                                               LLVMCodeGenLevelDefault, LLVMCodeGenLevelAggressive};
  *out_machine = take_kept(triple, cpu, features, level);
  if (*out_machine) return tern_ok();
  LLVMTargetRef target;
  char *message = NULL;
  if (LLVMGetTargetFromTriple(triple, &target, &message)) {
    tern_status_t status = tern_status_make(TERN_INVALID_ARGUMENT, "no code can be made for '%s': %s", triple, message);
    LLVMDisposeMessage(message);
    return status;
  }
  LLVMTargetMachineRef ref = LLVMCreateTargetMachine(target, triple, cpu, features, levels[level < 5 ? level : 4],
                                                     LLVMRelocPIC, LLVMCodeModelDefault);
  if (!ref) return tern_status_make(TERN_UNSUPPORTED, "LLVM has no code generator for '%s'", triple);
  *out_machine = tern_malloc(sizeof **out_machine);
  **out_machine = (tern_llvm_machine_t){
      .ref = ref, .triple = copy_text(triple), .cpu = copy_text(cpu), .features = copy_text(features), .level = level};
  return tern_ok();
}

void tern_llvm_machine_give_back(tern_llvm_machine_t *machine) {
  if (!machine) return;
  tern_llvm_machine_t *oldest = NULL;
  pthread_mutex_lock(&mutex);
  machine->next = kept;
  kept = machine;
  if (++kept_count > KEPT_COUNT) {
    tern_llvm_machine_t **link = &kept;
    while ((*link)->next) link = &(*link)->next;
    oldest = *link;
    *link = NULL;
    --kept_count;
  }
  pthread_mutex_unlock(&mutex);
  if (oldest) destroy(oldest);
}
