// Host programs: functions on memrefs and numbers that launch kernels of the gpu dialect. They are compiled to an object
// file, or to code in this process that is called from C.
//
//   tern_compiler_load_file(compiler, "program.mlir");
//   tern_host_program_t *program;
//   TERN_RETURN_IF_ERROR(tern_host_program_create(compiler, NULL, &program));
//   const tern_host_signature_t *function = tern_host_program_function_at(program, 0);
//   void *values[] = {&descriptor, &number};
//   status = tern_host_program_call(program, function, values);
//   tern_host_program_destroy(program);
//
// Code calls the runtime of tern/mgpu.h: libtern_cpu_gpu_runtime.so for the target "cpu", libtern_cuda_runtime.so for
// "cuda"; and it may call the functions of libtern_runner_utils.so, which print. An object file is linked to them; for
// code in this process they are opened from beside libtern.

#ifndef TERN_HOST_H_
#define TERN_HOST_H_

#include "tern/compile.h"

#ifdef __cplusplus
extern "C" {
#endif

// An argument or a result of a function. A dimension that is not known is negative.
typedef struct tern_host_value_t {
  const char *type;          // as MLIR spells it: "memref<4x?xf32>", "i32"
  const char *element_type;  // "f32": of the memref, or of the number; NULL: such a value cannot be passed
  bool is_memref;            // dense, row-major and of the default layout
  size_t rank;
  const int64_t *dims;  // `rank` sizes
} tern_host_value_t;

// A public function with a body. Immutable.
typedef struct tern_host_signature_t {
  const char *name;
  const tern_host_value_t *arguments;
  size_t argument_count;
  const tern_host_value_t *results;
  size_t result_count;
} tern_host_signature_t;

// Does the loaded module have a function of the func dialect, and a gpu.module, a gpu.binary, or ops of the gpu dialect
// in functions?
TERN_API bool tern_compiler_holds_host_program(const tern_compiler_t *compiler);

// Compiles the loaded module, host code with kernels in it, to an object file, assembly, LLVM IR or bitcode. `options`
// may be NULL; of it count `target` ("cpu", also if NULL, or "cuda"), `cuda_chip`, `triple`, `cpu`, `features`,
// `llvm_passes` and `stage`. Each gpu.module with gpu.funcs is compiled for its target of that kind, or, if it has none,
// for the default. Consumes the loaded module.
//
// `*out_data` holds `*out_size` bytes and is owned by the caller (free()).
// Errors: TERN_INVALID_IR after diagnostics; TERN_FAILED_PRECONDITION if nothing is loaded; TERN_NOT_FOUND if the part
// that makes machine code is not installed; TERN_UNSUPPORTED for another target or artifact.
TERN_API tern_status_t tern_compiler_emit_host(tern_compiler_t *compiler, const tern_compile_options_t *options,
                                               tern_artifact_t artifact, char **out_data, size_t *out_size);

// A host program in this process. Thread-compatible.
typedef struct tern_host_program_t tern_host_program_t;

// Compiles the loaded module for this process, as above, and loads its kernels into the runtime. `*out_program` is owned
// by the caller and does not depend on the compiler. Errors: as above; TERN_NOT_FOUND also if a library is missing or a
// function that the program calls is in none of them.
TERN_API tern_status_t tern_host_program_create(tern_compiler_t *compiler, const tern_compile_options_t *options,
                                                tern_host_program_t **out_program);
// Unloads kernels and frees the code. NULL is ignored.
TERN_API void tern_host_program_destroy(tern_host_program_t *program);
// The `index`-th function in the order of the module, or NULL behind the last. Lives as long as the program.
TERN_API const tern_host_signature_t *tern_host_program_function_at(const tern_host_program_t *program, size_t index);
// Calls a function of the program. `values` has an address for each argument, then one for each result: of a number, in
// as many bytes as its type takes in an array (8 for index), or of a memref's descriptor: two pointers, which the function
// may not free, an int64_t offset, `rank` sizes and `rank` strides in elements. The elements of results are owned by
// whoever owns them in the program: memory of memref.alloc is the caller's (free()).
// Errors: TERN_UNSUPPORTED if the function has an argument or a result that cannot be passed; TERN_INTERNAL if calls of
// the GPU runtime failed, which were told on stderr: `values` then hold what came of it.
TERN_API tern_status_t tern_host_program_call(const tern_host_program_t *program, const tern_host_signature_t *function,
                                              void *const *values);

#ifdef __cplusplus
}
#endif

#endif  // TERN_HOST_H_
