// Reading what EXECUTABLE sections of module files hold (base/module_format.h).

#ifndef TERN_RUNTIME_MODULE_EXECUTABLE_SECTION_H_
#define TERN_RUNTIME_MODULE_EXECUTABLE_SECTION_H_

#include "base/arena.h"
#include "tern/runtime.h"

// Reads the `size` bytes at `data`, a section from its start to its end. Tables lie in `arena`, the code stays where it
// is: `data` must live as long as `*out_params`. Errors: TERN_INVALID_ARGUMENT, with the byte where reading ended.
tern_status_t tern_executable_section_read(tern_arena_t *arena, const void *data, size_t size, const char **out_target,
                                           tern_executable_params_t *out_params);

#endif  // TERN_RUNTIME_MODULE_EXECUTABLE_SECTION_H_
