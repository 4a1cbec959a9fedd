// Writes PTX of a module without LLVM's code generator, which takes most of the time that a kernel compiles: instruction selection
// and its passes, whose work ptxas does again. A row says what is written for an instruction, an intrinsic or a conversion.

#ifndef TERN_TARGET_LLVM_PTX_PTX_WRITER_H_
#define TERN_TARGET_LLVM_PTX_PTX_WRITER_H_

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "base/string.h"

// Appends the module's kernels as PTX of `version` (times ten) for `chip`, "sm_90a"; `layout` is the module's. False, with nothing
// appended: something in it has no row, such as a call of a function, a variable that is not in shared memory, debug information.
// What is written computes what LLVM's code generator would have written computes. Thread-safe for modules of different contexts.
bool tern_llvm_write_ptx(LLVMModuleRef module, LLVMTargetDataRef layout, const char *chip, unsigned version,
                         tern_string_builder_t *out);

#endif  // TERN_TARGET_LLVM_PTX_PTX_WRITER_H_
