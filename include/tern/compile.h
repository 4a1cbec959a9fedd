// From a loaded program to code: object files, and kernels that run in this process.
//
//   tern_compiler_load_file(compiler, "matmul.mlir");
//   tern_kernels_t *kernels;
//   TERN_RETURN_IF_ERROR(tern_compiler_compile(compiler, NULL, &kernels));
//   const tern_entry_point_t *entry_points = tern_kernels_entry_points(kernels, &count);
//   ...  // the table goes into tern_executable_create() of tern/runtime.h
//   tern_kernels_destroy(kernels);

#ifndef TERN_COMPILE_H_
#define TERN_COMPILE_H_

#include <stdbool.h>
#include <stdint.h>

#include "tern/compiler.h"
#include "tern/dispatch.h"
#include "tern/runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

// Receives the IR of each stage. `text` is borrowed, and so is `stage`. Stages of a dispatch are "input", "linalg-on-tensors"
// and "linalg-on-buffers"; then for cpu "loops", "llvm" and "llvm-ir", for vulkan "tiles", "gpu" and "spirv", for cuda "tiles",
// "gpu", "nvvm" and "llvm-ir", for interpreter "tiles" and "gpu". Those of a program are its phases (tern/program.h); on
// the way to "executable-targets" come those of each executable, from "linalg-on-buffers" on, with the names of executable and
// variant before them: "main_linked.embedded_elf_x86_64.llvm". Of several processors theirs follow: "....x86-64-v4.llvm".
typedef void (*tern_compile_stage_fn_t)(const char *stage, const char *text, void *user);

// Whether machine code for CUDA lies beside the PTX in a module, so that the driver does not have to compile that when it is loaded.
// ptxas of the CUDA toolkit makes it.
typedef enum tern_cuda_cubin_t {
  TERN_CUDA_CUBIN_DEFAULT,  // in modules of programs and dispatches, for processors that are named, where ptxas is found and
                            // takes the PTX; not in those of Triton's kernels
  TERN_CUDA_CUBIN_ALWAYS,  // or compilation fails
  TERN_CUDA_CUBIN_NEVER,
} tern_cuda_cubin_t;

// What to compile for. Zero-initialise for the machine that runs the compiler. All pointers are borrowed for the call.
typedef struct tern_compile_options_t {
  const char *target;  // "cpu", "vulkan", "cuda" or "interpreter"; NULL: what the pattern of a hal.executable.variant
                       // selects, else "cpu", or "vulkan" for SPIR-V and modules
  const char *cuda_chip;    // cuda: the processors, such as "sm_90a" or "sm_80,sm_90a", of which the nearest is
                            // chosen when the code is loaded; "compute_80,sm_90": PTX for the first, and machine code
                            // that ptxas makes of it for the second. NULL: sm_80, which all later ones run
  const char *target_env;   // vulkan: a name of tern_vulkan_target_at(), or the text of a #spirv.target_env; used
                            // unless the program has one of its own; NULL for the first name
  const char *triple;       // as LLVM spells it, or NULL
  const char *cpu;          // "skylake-avx512", "native" ..., or NULL; for programs also several, "x86-64-v2,native",
                            // of whose code the best that runs is chosen when it is loaded
  const char *features;     // "+avx2,+fma" ..., or NULL
  const char *llvm_passes;  // textual LLVM pass pipeline to run before code generation, or NULL for none
  const char *tuning_file;  // cpu: tile sizes that were measured, which go before those that are chosen; the form is
                            // in docs/performance.md; or NULL
  tern_compile_stage_fn_t stage;  // or NULL
  void *user;
  // Receives the passes that are run on the module, in parts: textual pipelines `builtin.module(...)` and the names of what
  // they lead to. One after the other, by tern-opt for example, they do what the compiler does; what
  // code is generated of is the IR behind the last. Of the executables of a program they do not tell. NULL: nobody asks.
  tern_compile_stage_fn_t pipeline;
  void *pipeline_user;
  // interpreter: in which order the invocations of a workgroup run: "forward" (also if NULL), "reverse", "round-robin" or
  // "random:SEED".
  const char *interpreter_order;
  tern_cuda_cubin_t cuda_cubin;
} tern_compile_options_t;

// The short name of a target: "cpu" for "cpu", "local" and "llvm-cpu", and so on; NULL for what is none. Static storage.
TERN_API const char *tern_target_short_name(const char *name);

// Names of the Vulkan devices that can be compiled for without one at hand: the `index`-th and what it stands for, or NULL
// behind the last. Static storage.
TERN_API const char *tern_vulkan_target_at(size_t index, const char **out_summary);

// The processor of CUDA whose code suits a device best, by TERN_DEVICE_PROPERTY_ARCHITECTURE: "sm_90a" for 90. NULL if code
// for none runs there. Static storage.
TERN_API const char *tern_cuda_target_for(int64_t architecture);

// What tern_compiler_emit() gives.
typedef enum tern_artifact_t {
  TERN_ARTIFACT_OBJECT,       // relocatable object file
  TERN_ARTIFACT_ASSEMBLY,     // assembly of the target
  TERN_ARTIFACT_LLVM_IR,      // LLVM IR as text
  TERN_ARTIFACT_BITCODE,      // LLVM IR as bitcode
  TERN_ARTIFACT_SPIRV,        // SPIR-V binary
  TERN_ARTIFACT_MODULE,       // module file (tern/module.h)
  TERN_ARTIFACT_CODE_OBJECT,  // linked code that a GPU's runtime loads: of kernels of Triton for "hip"
} tern_artifact_t;

// Compiles the loaded module: a dispatch (a hal.executable.variant, or a module with a hal.interface) whose functions that
// are not private are entry points. Consumes the loaded module; load again to compile again.
//
// `*out_data` holds `*out_size` bytes of the artifact and is owned by the caller (free()). `*out_header` (may be NULL)
// receives a C header for it, NUL-terminated, likewise; `header_name` is the header's file name.
// Errors: TERN_INVALID_IR after diagnostics; TERN_FAILED_PRECONDITION if nothing is loaded; TERN_NOT_FOUND if the part
// that makes machine code is not installed; TERN_UNSUPPORTED for an unknown target; TERN_INVALID_ARGUMENT for an option of another
// target than the one that is compiled for.
TERN_API tern_status_t tern_compiler_emit(tern_compiler_t *compiler, const tern_compile_options_t *options,
                                          tern_artifact_t artifact, const char *header_name, char **out_data,
                                          size_t *out_size, char **out_header);

// Kernels in the memory of this process. Immutable; thread-safe.
typedef struct tern_kernels_t tern_kernels_t;

// Compiles the loaded module for this machine, as tern_compiler_emit(). `*out_kernels` is owned by the caller; it does not
// depend on the compiler.
// The target "interpreter" gives entry points for the cpu device that run the kernels of the target vulkan one op at a time
// and watch for data races; what is wrong goes to the compiler's diagnostic handler, which must live as long as the kernels.
TERN_API tern_status_t tern_compiler_compile(tern_compiler_t *compiler, const tern_compile_options_t *options,
                                             tern_kernels_t **out_kernels);
// What an executable is made from on a device of the target; points into the kernels, which must live as long as it.
TERN_API tern_executable_params_t tern_kernels_executable_params(const tern_kernels_t *kernels);
// The entry points, `*out_count` of them. They live as long as the kernels.
TERN_API const tern_entry_point_t *tern_kernels_entry_points(const tern_kernels_t *kernels, size_t *out_count);
// Frees the code. NULL is ignored. No kernel may be running.
TERN_API void tern_kernels_destroy(tern_kernels_t *kernels);

#ifdef __cplusplus
}
#endif

#endif  // TERN_COMPILE_H_
