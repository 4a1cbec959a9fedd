// A gpu.module of the llvm dialect through LLVM. Private to src/target/gpu.

#ifndef TERN_TARGET_GPU_LLVM_OBJECT_H_
#define TERN_TARGET_GPU_LLVM_OBJECT_H_

#include "target/llvm/backend.h"
#include "transform/gpu/targets/serialize.h"

// What code is made for.
typedef struct tern_gpu_llvm_target {
  int64_t level;                      // 0 to 3: attributes have been checked
  tern_str_t triple, chip, features;  // empty: LLVM's choice, which is the host's for the host
  const tern_attr_t *link;            // names of files of bitcode; or NULL
  const char *library;                // one more, which is linked last; or NULL
  bool flushes_subnormals;
} tern_gpu_llvm_target_t;

// False after an error: upstream asks this of what it is given.
bool tern_gpu_check_module(const tern_op_t *module);
// The level, of text, and the section, as a dictionary; NULL if there is nothing to say.
const tern_attr_t *tern_gpu_common_properties(const tern_op_t *module, const tern_gpu_serialization_t *how,
                                              int64_t level);

// What LLVM makes of a module for an object of this format, where LLVM makes machine code and there are no fat binaries.
tern_llvm_output_t tern_gpu_llvm_output(tern_gpu_object_format_t format);
// Translates, links, optimizes and emits. False after an error at the module.
bool tern_gpu_llvm_emit(tern_op_t *module, const tern_gpu_llvm_target_t *target, const tern_gpu_serialization_t *how,
                        tern_llvm_output_t output, tern_string_builder_t *out);

#endif  // TERN_TARGET_GPU_LLVM_OBJECT_H_
