// Bitcode of kernels to an object for the host. See device.h for the steps.

#ifndef TERN_TARGET_LLVM_DEVICE_COMPILE_H_
#define TERN_TARGET_LLVM_DEVICE_COMPILE_H_

#include "target/llvm/backend.h"
#include "tern/device_code.h"

// As tern_device_code_compile() has it, with options that are not NULL.
tern_status_t tern_llvm_compile_device(const tern_device_code_input_t *inputs, size_t input_count,
                                       const tern_device_code_options_t *options, tern_llvm_buffer_t *out_object,
                                       char **out_notes);

#endif  // TERN_TARGET_LLVM_DEVICE_COMPILE_H_
