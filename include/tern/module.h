// Module files: what `tern-compile` writes to a .tern file, for the runtime to load where there is no compiler.
//
// A module holds *executables*, the kernels for one or several targets, and, if a whole program was compiled, its
// *functions*, which a session binds to devices and calls (tern/session.h).
//
//   tern_module_t *module;
//   TERN_RETURN_IF_ERROR(tern_module_load_file("matmul.tern", &module));
//   tern_executable_params_t params;
//   TERN_RETURN_IF_ERROR(tern_module_executable_for(module, "vulkan", &params));
//   ... tern_executable_create(device, &params, &executable) ...
//   tern_module_release(module);

#ifndef TERN_MODULE_H_
#define TERN_MODULE_H_

#include "tern/runtime.h"
#include "tern/status.h"

#ifdef __cplusplus
extern "C" {
#endif

// A loaded module file. Immutable; thread-safe. Reference-counted: what is made of it keeps a reference.
typedef struct tern_module_t tern_module_t;

//---- Loading ----
//
// Loading checks the whole file: a header with a checksum, then everything that is in it, the code of functions
// included. What passed can be run: malformed files are refused and never crash.
// Common errors: TERN_INVALID_ARGUMENT for anything that is not a whole module of this version, with the offset of the
// byte where reading ended; TERN_OUT_OF_MEMORY.

// Loads a module from `size` bytes at `data`, which are copied. `*out_module` has one reference, the caller's.
TERN_API tern_status_t tern_module_load(const void *data, size_t size, tern_module_t **out_module);
// Called when a module no longer needs the bytes it was made of, on whichever thread gives the last reference back.
typedef void (*tern_module_release_fn_t)(void *user_data, const void *data, size_t size);
// The same without a copy: the bytes must stay and not change until `release` (may be NULL) is called with `user_data`.
// Constants are used in place if `data` is aligned to 64 bytes, else they are copied once for each session. On failure
// `release` is not called.
TERN_API tern_status_t tern_module_load_borrowed(const void *data, size_t size, tern_module_release_fn_t release,
                                                 void *user_data, tern_module_t **out_module);
// The same from a file, which is mapped to memory: pages are read when they are used, and shared among processes. The
// file must not change while the module lives. Errors: also TERN_NOT_FOUND and TERN_IO_ERROR.
TERN_API tern_status_t tern_module_load_file(const char *path, tern_module_t **out_module);
TERN_API void tern_module_retain(tern_module_t *module);
TERN_API void tern_module_release(tern_module_t *module);
// The same as tern_module_release(): its name from before modules were counted.
TERN_API void tern_module_destroy(tern_module_t *module);

//---- Executables ----

// Number of executables in the module, and the target that the `index`-th was compiled for ("vulkan"); NULL behind the
// last.
TERN_API size_t tern_module_executable_count(const tern_module_t *module);
TERN_API const char *tern_module_executable_target(const tern_module_t *module, size_t index);
// What the executable for `target` is made from. `*out_params` points into the module, and what is made of it must not
// outlive it. Errors: TERN_NOT_FOUND if the module holds none for that target.
TERN_API tern_status_t tern_module_executable_for(const tern_module_t *module, const char *target,
                                                  tern_executable_params_t *out_params);

//---- Functions ----

// Kinds of arguments and results.
typedef enum tern_variant_kind_t {
  TERN_VARIANT_NONE = 0,     // nothing: a null reference
  TERN_VARIANT_I32,          // 32-bit integer
  TERN_VARIANT_I64,          // 64-bit integer
  TERN_VARIANT_F32,          // 32-bit floating point
  TERN_VARIANT_F64,          // 64-bit floating point
  TERN_VARIANT_BUFFER_VIEW,  // tern_buffer_view_t
  TERN_VARIANT_FENCE,        // tern_fence_t
  TERN_VARIANT_OPAQUE,       // an object of a type that has no name in this API; must not outlive its instance
} tern_variant_kind_t;

// One argument or result of a function. Immutable.
typedef struct tern_parameter_info_t {
  tern_variant_kind_t kind;
  const char *name;                  // "" if it has none; never NULL
  tern_element_type_t element_type;  // of a buffer view; TERN_ELEMENT_TYPE_NONE if that is not known
  bool has_shape;                    // the next two are known
  uint32_t rank;
  const int64_t *dims;  // `rank` sizes, or TERN_DIM_DYNAMIC
} tern_parameter_info_t;

// An exported function. Immutable.
typedef struct tern_function_info_t {
  const char *name;
  const char *declaration;  // as text, such as "sync func @main(%input0: tensor<4xf32>) -> (...)"; "" if there is none
  // The function takes two more fences behind the arguments below: it begins its work once the first is reached, and
  // returns without waiting for the end, which reaches the second. Calls supply them (tern/session.h).
  bool is_async;
  uint32_t argument_count;
  const tern_parameter_info_t *arguments;
  uint32_t result_count;
  const tern_parameter_info_t *results;
} tern_function_info_t;

// The name of the module among modules that call each other; "" if it holds no functions.
TERN_API const char *tern_module_name(const tern_module_t *module);
// Number of exported functions, and the `index`-th; NULL behind the last. Lives as long as the module.
TERN_API size_t tern_module_function_count(const tern_module_t *module);
TERN_API const tern_function_info_t *tern_module_function_at(const tern_module_t *module, size_t index);
// Finds an exported function by name, "main" or "<module>.main". Errors: TERN_NOT_FOUND, with the names that there are in the
// message.
TERN_API tern_status_t tern_module_find_function(const tern_module_t *module, const char *name, size_t *out_index);

#ifdef __cplusplus
}
#endif

#endif  // TERN_MODULE_H_
