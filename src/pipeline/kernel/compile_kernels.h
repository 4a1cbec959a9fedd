// How the files of this folder reach one another: kernels of Triton, compiled for one target at a time.

#ifndef TERN_PIPELINE_KERNEL_COMPILE_KERNELS_H_
#define TERN_PIPELINE_KERNEL_COMPILE_KERNELS_H_

#include "pass/stages.h"
#include "pipeline/compiler.h"
#include "target/llvm/backend.h"
#include "target/module/module_writer.h"
#include "tern/compile_kernels.h"
#include "tern/kernel.h"

// The kernels of a module of tt, and how they are called: one for each function that has a body and is public.
typedef struct tern_kernel_list {
  tern_entry_point_t *entries;
  tern_kernel_signature_t *signatures;
  size_t count;
} tern_kernel_list_t;

// A compilation for one target.
typedef struct tern_kernel_compilation {
  tern_compiler_t *compiler;
  tern_op_t *module;  // of kernels; lowered in place
  const tern_compile_options_t *options;
  const tern_kernel_options_t *launch;  // without zeros
  tern_str_t processor;                 // that the target's name has, such as gfx942; empty: none
  tern_artifact_t artifact;
  tern_arena_t *arena;      // tables, and copies of names
  tern_kernel_list_t list;  // of the kernels as they were before they were lowered
} tern_kernel_compilation_t;

// What comes of it: code, and for modules what a launch must know. `code` is owned by the caller.
typedef struct tern_compiled_kernels {
  tern_module_executable_t executable;  // of a module
  tern_string_builder_t code;
} tern_compiled_kernels_t;

// Runs the stages on the module. Shows the IR under `name`, to who wants to see stages and pipelines.
tern_status_t tern_kernel_lower(const tern_kernel_compilation_t *c, const tern_stage_t *stages,
                                const tern_stage_scope_t *scope, const char *name);

// How an argument of this type is passed.
tern_kernel_argument_t tern_kernel_describe_argument(const tern_type_t *type);

typedef struct tern_kernel_target {
  const char *name;             // of the target, and of the driver that loads its executables
  bool relies_on_divisibility;  // its code does, of arguments
  int64_t usual_stages;         // of loops, where a launch says nothing of them
  tern_status_t (*compile)(const tern_kernel_compilation_t *c, tern_compiled_kernels_t *out);
} tern_kernel_target_t;
// Warns, at the kernels of `module`, of those that ptxas found no registers for: `log` (NULL: nothing) is what it says with -v.
void tern_kernels_warn_of_spills(const tern_op_t *module, const char *log);

tern_status_t tern_kernels_for_cpu(const tern_kernel_compilation_t *c, tern_compiled_kernels_t *out);
tern_status_t tern_kernels_for_cuda(const tern_kernel_compilation_t *c, tern_compiled_kernels_t *out);
tern_status_t tern_kernels_for_hip(const tern_kernel_compilation_t *c, tern_compiled_kernels_t *out);

#endif  // TERN_PIPELINE_KERNEL_COMPILE_KERNELS_H_
