// The processors that code for CPUs is wanted for, and what it needs of them.

#ifndef TERN_PIPELINE_TARGETS_CPU_TARGETS_H_
#define TERN_PIPELINE_TARGETS_CPU_TARGETS_H_

#include "analysis/machine/machine.h"
#include "base/arena.h"
#include "target/llvm/backend.h"
#include "target/module/cpu_image.h"
#include "tern/compile.h"

enum { TERN_CPU_TARGETS_MAX = 16 };

typedef struct tern_cpu_target {
  const char *name;              // as it was asked for, or what LLVM calls this machine's
  const char *cpu;               // for LLVM
  const char *features;          // for LLVM: "+avx2,-fma"; or NULL
  tern_machine_t machine;        // vectors, and what multiplies narrow numbers
  tern_cpu_image_need_t *needs;  // of what runs the code, by where they are looked up
  size_t need_count;
} tern_cpu_target_t;

typedef struct tern_cpu_targets {
  tern_cpu_target_t values[TERN_CPU_TARGETS_MAX];  // what needs most first
  size_t count;
} tern_cpu_targets_t;

// Reads `cpu`, `features` and `triple` of the options. All texts and lists live in `arena`, or as long as the options'.
// Errors: TERN_INVALID_ARGUMENT for a processor that is not known, or too many.
tern_status_t tern_cpu_targets_read(const tern_compile_options_t *options, const tern_llvm_backend_t *backend,
                                    tern_arena_t *arena, tern_cpu_targets_t *out_targets);

// The form of objects for a processor, as the runtime names it: by the triple (NULL: this machine's). Static storage.
const char *tern_cpu_object_format(const char *triple);

#endif  // TERN_PIPELINE_TARGETS_CPU_TARGETS_H_
