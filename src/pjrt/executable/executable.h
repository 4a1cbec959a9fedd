// Executables: a compiled program, and the same bound to devices.

#ifndef TERN_PJRT_EXECUTABLE_H_
#define TERN_PJRT_EXECUTABLE_H_

#include "pjrt/buffer/buffer.h"
#include "pjrt/executable/compile_options.h"
#include "tern/program.h"

// An argument of a program.
typedef struct argument_t {
  PJRT_Buffer_Type type;
  bool is_written;  // in place: its memory takes a result
  bool is_donated;  // gone once the program ran
} argument_t;

// A compiled program. Immutable; counted.
struct PJRT_Executable {
  atomic_size_t references;
  char *data;  // of the module, owned
  size_t size;
  tern_module_t *module;
  const tern_function_info_t *function;
  char *name;            // owned
  char fingerprint[17];  // of the module, in hexadecimal digits
  char *options;         // as they were given; owned
  size_t options_size;
  compile_options_t read_options;
  argument_t *arguments;
  // Of the results, one after the other.
  PJRT_Buffer_Type *types;
  size_t *ranks;
  int64_t *dims;
  const char **kinds;  // of arguments or results, whichever are more
  size_t *kind_sizes;
  size_t *sharding_sizes;                                                 // zeros: everything is replicated
  struct PJRT_Layouts_MemoryLayout **argument_layouts, **result_layouts;  // owned; NULL until somebody asks
  size_t argument_bytes, result_bytes, donated_bytes;
  tern_program_cost_t cost;
  PJRT_NamedValue cost_properties[3];
};

// A program bound to devices: one for each replica and partition. Counted: what runs keeps it.
struct PJRT_LoadedExecutable {
  atomic_size_t references;
  PJRT_Client *client;          // a reference
  PJRT_Executable *executable;  // a reference
  size_t device_count;
  PJRT_Device **devices;
  tern_session_t **sessions;  // of each device
  int64_t *device_ids;
  PJRT_LogicalDeviceIds *logical_ids;
  atomic_bool is_deleted;
  atomic_uint_fast64_t nanoseconds;  // that a call took lately; 0: it was never called
};

// Makes an executable of a module file, which it takes over (malloc()'s), of compile options and of what a call costs, which are copied.
PJRT_Error *tern_pjrt_executable_create(char *data, size_t size, const char *options, size_t options_size,
                                        const tern_program_cost_t *cost, PJRT_Executable **out_executable);
void tern_pjrt_executable_release(PJRT_Executable *executable);
// Binds an executable, which it takes over, to the devices that its options name.
PJRT_Error *tern_pjrt_executable_load(PJRT_Client *client, PJRT_Executable *executable,
                                      PJRT_LoadedExecutable **out_loaded);
// Frees `count` layouts that were made on demand, and the list. NULL is ignored.
void tern_pjrt_layouts_free(struct PJRT_Layouts_MemoryLayout **layouts, size_t count);
PJRT_LoadedExecutable *tern_pjrt_loaded_retain(PJRT_LoadedExecutable *loaded);
void tern_pjrt_loaded_release(PJRT_LoadedExecutable *loaded);

#endif  // TERN_PJRT_EXECUTABLE_H_
