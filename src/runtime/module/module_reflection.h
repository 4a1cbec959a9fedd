// What the exported functions of a module take and return, for people and tools.

#ifndef TERN_RUNTIME_MODULE_MODULE_REFLECTION_H_
#define TERN_RUNTIME_MODULE_MODULE_REFLECTION_H_

#include "runtime/resource.h"
#include "runtime/vm/image.h"
#include "tern/module.h"

// Describes every export of `image`. The descriptions lie in `arena` and point into the image. NULL without
// memory.
tern_function_info_t *tern_module_reflect(tern_arena_t *arena, const tern_bytecode_image_t *image);

// What the `index`-th executable is made from; NULL behind the last (module.c).
const tern_executable_params_t *tern_module_executable_params(const tern_module_t *module, size_t index);

// The image of a module that has functions, else NULL (module.c).
const tern_bytecode_image_t *tern_module_image(const tern_module_t *module);

// Finds an exported function by its name, which may have the module's before it, with a dot (module.c).
bool tern_module_has_function(const tern_module_t *module, const char *name, size_t *out_index);

#endif  // TERN_RUNTIME_MODULE_MODULE_REFLECTION_H_
