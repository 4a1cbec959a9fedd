// Module files: what `tern-compile` writes to a .tern file, for the runtime to load where there is no compiler.
//
//   tern_module_t *module;
//   TERN_RETURN_IF_ERROR(tern_module_load_file("matmul.tern", &module));
//   tern_executable_params_t params;
//   TERN_RETURN_IF_ERROR(tern_module_executable_for(module, "vulkan", &params));
//   ... tern_executable_create(device, &params, &executable) ...
//   tern_module_destroy(module);

#ifndef TERN_MODULE_H_
#define TERN_MODULE_H_

#include "tern/runtime.h"
#include "tern/status.h"

#ifdef __cplusplus
extern "C" {
#endif

// A loaded module file. Immutable; thread-safe.
typedef struct tern_module_t tern_module_t;

// Loads a module from `size` bytes at `data`, which are copied. `*out_module` is owned by the caller.
// Errors: TERN_INVALID_ARGUMENT for anything that is not a whole module of this version, with the offset of the byte
// where reading ended.
TERN_API tern_status_t tern_module_load(const void *data, size_t size, tern_module_t **out_module);
// The same from a file. Errors: also TERN_NOT_FOUND and TERN_IO_ERROR.
TERN_API tern_status_t tern_module_load_file(const char *path, tern_module_t **out_module);
// Frees the module. No executable made from it may be alive. NULL is ignored.
TERN_API void tern_module_destroy(tern_module_t *module);

// Number of executables in the module, and the target that the `index`-th was compiled for ("vulkan"); NULL behind the
// last.
TERN_API size_t tern_module_executable_count(const tern_module_t *module);
TERN_API const char *tern_module_executable_target(const tern_module_t *module, size_t index);
// What the executable for `target` is made from. `*out_params` points into the module.
// Errors: TERN_NOT_FOUND if the module holds none for that target.
TERN_API tern_status_t tern_module_executable_for(const tern_module_t *module, const char *target,
                                                  tern_executable_params_t *out_params);

#ifdef __cplusplus
}
#endif

#endif  // TERN_MODULE_H_
