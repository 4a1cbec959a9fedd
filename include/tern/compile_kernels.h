// Compiling kernels of Triton, which tern/kernel.h launches.
//
//   tern_compiler_load_file(compiler, "add.ttir");
//   TERN_RETURN_IF_ERROR(tern_compiler_emit_kernels(compiler, NULL, NULL, TERN_ARTIFACT_MODULE, &data, &size));
//   TERN_RETURN_IF_ERROR(tern_module_load(data, size, &module));

#ifndef TERN_COMPILE_KERNELS_H_
#define TERN_COMPILE_KERNELS_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tern/compile.h"

#ifdef __cplusplus
extern "C" {
#endif

// How Triton launches a kernel; 0: as it does without a word. Processors do as they like, but what no GPU takes is refused.
typedef struct tern_kernel_options_t {
  int64_t num_warps;   // a power of two up to 32
  int64_t num_stages;  // at least 1
  int64_t num_ctas;    // a power of two up to 16
  int64_t maxnreg;     // up to 255
  // Also compile each kernel without what the IR says of its arguments (`tt.divisibility`): launches take that variant for
  // arguments of which it does not hold.
  bool adds_generic;
} tern_kernel_options_t;

// Which kernel of a file in Triton's language is compiled, and for which arguments. All pointers are borrowed for the call.
typedef struct tern_kernel_source_options_t {
  const char *kernel;  // NULL: the file's only function with the decorator triton.jit
  const char *
      signature;  // types of the arguments that are no constants, or of all: "*fp32:16,*fp32:16,i32"; ":16" says that an
                  // address or a number is a multiple of 16, ":1" that it is 1
  const char *const *constants;  // "BLOCK=1024"
  size_t constant_count;
  const char *const *import_folders;  // where imports are looked for besides the folders that the file is in
  size_t import_folder_count;
  const char *target;  // what the language may ask for: "cuda:90" (also if NULL), "hip:gfx942" or "cpu"
  bool debug;          // asserts of the kernel, and of integers that overflow, are compiled
} tern_kernel_source_options_t;

// Compiles a kernel of a file in Triton's language (Python), of which nothing is executed, to the dialect tt, and makes that the
// compiler's module, as tern_compiler_load_file() does with IR. `options` may be NULL. Errors: TERN_INVALID_IR after diagnostics; those
// of reading a file.
TERN_API tern_status_t tern_compiler_load_kernel_source(tern_compiler_t *compiler, const char *path,
                                                        const tern_kernel_source_options_t *options);
// What the kernel's decorators triton.autotune and triton.heuristics say of constants that `options` do not give: a line with options of
// tern-compile for each configuration, such as "--constexpr=BLOCK=64 --num-warps=4", in their order. There is at least one line, which is
// empty if nothing is said. Rules run while compiling, and may ask of arguments only whether there are any. The caller owns the text (free()).
// Errors: TERN_INVALID_IR after diagnostics, for what only Python could tell among them; those of reading a file.
TERN_API tern_status_t tern_compiler_read_kernel_configurations(tern_compiler_t *compiler, const char *path,
                                                                const tern_kernel_source_options_t *options,
                                                                char **out_text);
// The syntax tree of such a file, as text that the caller owns (free()). Errors: the same.
TERN_API tern_status_t tern_compiler_dump_kernel_syntax(tern_compiler_t *compiler, const char *path, char **out_text);

// Does the loaded module have kernels, functions of the dialect tt?
TERN_API bool tern_compiler_holds_kernels(const tern_compiler_t *compiler);

// Compiles all kernels of the loaded module, which is consumed: to a module, for one target or several, or to what the target has
// alone: an object file (for "cuda" a cubin), for "hip" linked code, assembly (PTX), LLVM IR or bitcode. Of `options` (may be
// NULL) count `target` ("cpu", also if NULL, "cuda", "hip:gfx942", "cpu,cuda"), `cuda_chip`, `triple`, `cpu`, `features`,
// `llvm_passes`, `stage` and `pipeline`; `launch` may be NULL. `*out_data` is owned by the caller (free()).
// Errors: TERN_INVALID_IR after diagnostics; TERN_INVALID_ARGUMENT for a number that no GPU takes; TERN_UNSUPPORTED for another
// target or artifact, a number that the target's GPU does not take, or a kernel that needs more memory than a processor has; TERN_FAILED_PRECONDITION if nothing is loaded;
// TERN_NOT_FOUND if the part that makes machine code is not installed.
TERN_API tern_status_t tern_compiler_emit_kernels(tern_compiler_t *compiler, const tern_compile_options_t *options,
                                                  const tern_kernel_options_t *launch, tern_artifact_t artifact,
                                                  char **out_data, size_t *out_size);

// The same for several modules with the same kernels, to one module file: Triton makes IR for what it knows of the arguments of a
// launch, and a launch takes the variant that is made for the most of what holds. Where a module has a kernel with fewer arguments
// than another, those that it lacks have to be 1; launches hand over all. They are recognized by their names, the locations of
// arguments. For processors, which rely on no divisibility, variants that differ in nothing else become one. All modules are
// consumed. Errors: also TERN_INVALID_IR, after diagnostics, for kernels that are no variants of one another; TERN_INVALID_ARGUMENT
// for an artifact that holds one variant only.
TERN_API tern_status_t tern_compiler_emit_kernel_variants(tern_compiler_t *const *compilers, size_t compiler_count,
                                                          const tern_compile_options_t *options,
                                                          const tern_kernel_options_t *launch, tern_artifact_t artifact,
                                                          char **out_data, size_t *out_size);

//---- Libraries: many kernels in one file ----

// Calls the only kernel of the loaded module `name` from now on. Errors: TERN_INVALID_ARGUMENT if there are several or none;
// TERN_FAILED_PRECONDITION if nothing is loaded.
TERN_API tern_status_t tern_compiler_rename_kernel(tern_compiler_t *compiler, const char *name);

// One module file of several: the kernels of all, in this order, so that kernels of the same name are variants of one. `*out_data` is owned
// by the caller (free()). Errors: TERN_INVALID_ARGUMENT for what is no module file, or is one of a program.
TERN_API tern_status_t tern_kernel_modules_join(const char *const *modules, const size_t *sizes, size_t count,
                                                char **out_data, size_t *out_size);

// An object file that defines the tern_kernel_library_t `NAME_library` (tern/kernel.h) with this module file in it. Of `options` (may
// be NULL) count `triple`, `cpu` and `features`. `*out_data` is owned by the caller (free()).
// Errors: TERN_NOT_FOUND if the part that makes machine code is not installed; TERN_INVALID_ARGUMENT for an unknown triple.
TERN_API tern_status_t tern_kernel_module_embed(const char *module, size_t size, const char *name,
                                                const tern_compile_options_t *options, char **out_data,
                                                size_t *out_size);

// How a kernel of a library is called from C. All is borrowed for the call.
typedef struct tern_kernel_function_options_t {
  const char *library;  // `NAME` of tern_kernel_module_embed()
  const char *
      grid;  // up to three formulas in C, with commas, over arguments and constants; NULL: the caller hands over the grid
  const char *const *constants;  // "BLOCK=1024": what the kernel was compiled for; whole numbers are known to the grid
  size_t constant_count;
} tern_kernel_function_options_t;

// The C function, for a header, that launches the loaded module's only kernel, and how many arguments that has. Of several variants
// that with the most arguments is to be asked. `*out_text` is owned by the caller (free()).
// Errors: TERN_INVALID_ARGUMENT if there are several kernels, for a grid of more than three formulas, or for a name that C has no use for;
// TERN_FAILED_PRECONDITION if nothing is loaded.
TERN_API tern_status_t tern_compiler_kernel_function(const tern_compiler_t *compiler,
                                                     const tern_kernel_function_options_t *options, char **out_text,
                                                     size_t *out_argument_count);
// The header around such functions. `functions` are those of all kernels, one behind the other. `*out_text` is owned by the caller.
TERN_API tern_status_t tern_kernel_library_header(const char *library, const char *functions, char **out_text);

#ifdef __cplusplus
}
#endif

#endif  // TERN_COMPILE_KERNELS_H_
