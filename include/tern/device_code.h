// Kernels that were compiled for NVIDIA's GPUs to LLVM's bitcode, made into an object file for the host's processor.
//
//   clang++ -x cuda --cuda-device-only ... -emit-llvm -c -O2 -Xclang -disable-llvm-passes prog.cu -o prog.bc
//   tern_device_code_compile(&bitcode, 1, NULL, &object, &size, &notes);
//
// The object is linked to the program. A constructor in it tells libtern_cudart of its kernels and variables, which that runs
// where there is no GPU.

#ifndef TERN_DEVICE_CODE_H_
#define TERN_DEVICE_CODE_H_

#include <stdbool.h>
#include <stddef.h>

#include "tern/status.h"

#ifdef __cplusplus
extern "C" {
#endif

// Bitcode in memory; it is not changed.
typedef struct tern_device_code_input_t {
  const void *data;
  size_t size;  // bytes
} tern_device_code_input_t;

// How to compile. Zero-initialised: for this machine, with all optimizations.
typedef struct tern_device_code_options_t {
  const char *cpu;       // as clang's -march has it; NULL: this machine's
  const char *features;  // "+avx2,-fma"; NULL: those of this machine where `cpu` is NULL, else none
  bool is_unoptimized;   // the passes of LLVM that make loops over threads fast are left out
  bool has_checks;       // TERN_UNSUPPORTED: accesses out of bounds and data races are not reported yet
  bool emits_ir;         // LLVM IR as text in place of the object
} tern_device_code_options_t;

// Links `input_count` (at least 1) modules of bitcode and compiles their kernels. `options` may be NULL.
//
// `*out_object` holds `*out_size` bytes and is owned by the caller (free()). `*out_notes` is text, owned by the caller, with a line
// for each kernel that the CPU cannot run, "file:line:col: ..." or "kernel: ...", or NULL if there is none; such a kernel is left
// out of the object.
// Errors: TERN_INVALID_ARGUMENT for what is no bitcode; TERN_NOT_FOUND if the part of tern that knows LLVM is not installed;
// TERN_INTERNAL if LLVM rejects what was made. Thread-safe.
TERN_API tern_status_t tern_device_code_compile(const tern_device_code_input_t *inputs, size_t input_count,
                                                const tern_device_code_options_t *options, void **out_object,
                                                size_t *out_size, char **out_notes);

#ifdef __cplusplus
}
#endif

#endif  // TERN_DEVICE_CODE_H_
