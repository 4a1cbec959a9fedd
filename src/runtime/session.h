// What a session is made of. The parts: instance.c (registered functions), session.c (binding and calls by name),
// call.c (prepared calls), vm/ (the machine), hal/ and check_module.c (what programs call).

#ifndef TERN_RUNTIME_SESSION_H_
#define TERN_RUNTIME_SESSION_H_

#include <pthread.h>
#include <stdatomic.h>

#include "base/small.h"
#include "runtime/resource.h"
#include "runtime/vm/image.h"
#include "runtime/vm/native.h"
#include "runtime/vm/object.h"
#include "tern/session.h"

struct tern_instance_t {
  tern_resource_t resource;
  tern_allocator_t allocator;
  pthread_mutex_t mutex;                         // guards `functions`
  struct tern_registered_function_t *functions;  // owned, the newest first; rows are never freed before the instance
};

// A function of the user's.
typedef struct tern_registered_function_t {
  struct tern_registered_function_t *next;
  tern_host_function_t function;
  void *user_data;
  char name[];  // whole, with the module
} tern_registered_function_t;

// The newest function of that name, or NULL. Lives as long as the instance.
const tern_registered_function_t *tern_instance_find(tern_instance_t *instance, const char *name);

// What an import of a module was bound to: `native` or `module`, or nothing if it is optional.
typedef struct tern_vm_import_t {
  const tern_bytecode_import_t *row;
  const tern_bytecode_signature_t *signature;
  const tern_bytecode_image_t *image;  // of the importer
  tern_native_fn_t native;
  const tern_registered_function_t *registered;  // what `native` calls, if that is a function of the user's
  struct tern_vm_module_t *module;               // with `function`
  uint32_t function;
} tern_vm_import_t;

// A module in a session: its state.
typedef struct tern_vm_module_t {
  tern_module_t *module;  // a reference
  const tern_bytecode_image_t *image;
  uint64_t *globals;        // each is read and written whole
  tern_ref_t *ref_globals;  // those that are shared are guarded by `mutex`
  pthread_mutex_t mutex;
  tern_vm_buffer_t **rodata;          // a reference for each segment
  const tern_ref_type_t **ref_types;  // for each type of the image; NULL for what is no reference, or any
  tern_vm_import_t *imports;
  bool is_initialized;  // the deinitialiser is to run
} tern_vm_module_t;

struct tern_session_t {
  tern_resource_t resource;
  tern_instance_t *instance;          // a reference
  const tern_allocator_t *allocator;  // the instance's
  tern_vm_module_t *modules;          // owned
  size_t module_count, module_capacity;
  tern_device_t **devices;              // references
  struct tern_buffer_cache_t **caches;  // references, one for each device
  size_t device_count, device_capacity;
  struct tern_session_scope_t *scopes;  // owned, the first one first
  // What programs said of parameters (hal/expected_parameters.h): owned, in their order; and where the next search begins.
  // Guarded by `mutex`.
  struct tern_expected_parameter_t *expected, *last_expected, *next_expected;
#if !TERN_SMALL
  char *cache_folder;  // owned; NULL: none
#endif
  uint64_t instruction_limit;
  tern_trace_fn_t trace;
  void *trace_user_data;
  // What expectations came to.
  pthread_mutex_t mutex;  // guards the next three, and what is said of parameters
  char **failures;        // owned, each too
  size_t failure_count;   // all of them
  size_t kept_failure_count;
  atomic_size_t expectation_count;
};

// An archive of parameters.
typedef struct tern_session_scope_t {
  struct tern_session_scope_t *next;
  tern_parameters_t *parameters;  // a reference
  size_t name_size;
  char name[];
} tern_session_scope_t;

enum { TERN_SESSION_FAILURE_MAX = 256 };

// Notes an expectation that did not hold.
void tern_session_add_failure(tern_session_t *session, const char *message);
// The cache of a device of the session; NULL for another device.
struct tern_buffer_cache_t *tern_session_cache_for(const tern_session_t *session, const tern_device_t *device);

// Finds "main" or "module.main". Errors: TERN_NOT_FOUND.
tern_status_t tern_session_find(tern_session_t *session, const char *name, tern_vm_module_t **out_module,
                                uint32_t *out_export);

// The row of the type `name`, or NULL.
const tern_ref_type_t *tern_ref_type_find(const char *name);
// Is `ref` nothing or of the type with `ordinal`?
bool tern_vm_ref_has_type(const tern_vm_module_t *module, uint32_t ordinal, tern_ref_t ref);

#endif  // TERN_RUNTIME_SESSION_H_
