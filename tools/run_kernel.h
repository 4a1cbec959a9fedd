// Kernels of Triton in tern-run: launches with arguments of the command line.

#ifndef TERN_TOOLS_RUN_KERNEL_H_
#define TERN_TOOLS_RUN_KERNEL_H_

#include "run_arguments.h"
#include "tern/compiler.h"
#include "tern/module.h"
#include "tern/runtime.h"

// Compiles the kernels of the loaded module; NULL after an error was told.
tern_module_t *compile_kernels(const arguments_t *arguments, tern_compiler_t *compiler,
                               const tern_compile_options_t *options);
// Launches one of them, and writes the arrays that --output names; false after an error was told.
bool run_kernel(const arguments_t *arguments, tern_device_t *device, tern_module_t *module);
// Runs a kernel of what the compiler has loaded by the definitions of its ops.
bool interpret_kernel(const arguments_t *arguments, tern_compiler_t *compiler);
// Has the module kernels, for whatever device?
bool holds_kernels(const tern_module_t *module);

#endif  // TERN_TOOLS_RUN_KERNEL_H_
