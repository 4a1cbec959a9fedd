// Functions of the host that programs call: by custom calls of @tern_host_call, whose first operand says which function is meant and
// what it gives.

#ifndef TERN_PJRT_CALLBACKS_H_
#define TERN_PJRT_CALLBACKS_H_

#include <xla/pjrt/c/pjrt_c_api.h>

#include "tern/session.h"

// The number of the extension by which a framework says how to call its functions: "tern" in ASCII, far from those of PJRT.
enum { TERN_PJRT_HOST_CALLS_EXTENSION = 0x7465726e };

// Calls function `id` of the framework's. `arguments` are the dense arrays of the call's operands behind the first, and `results` is
// memory for its results, all of the host. Returns 0, or another number after a text with an end was written to `error`, which has
// room for `error_size` bytes. Called by any thread, by several at once.
typedef int (*tern_pjrt_host_call_t)(int64_t id, const void *const *arguments, void *const *results, char *error,
                                     size_t error_size);

// The extension. `set` takes the function for all clients of the process; it must live as long as programs run. NULL takes it back.
typedef struct tern_pjrt_host_calls_extension_t {
  PJRT_Extension_Base base;
  void (*set)(tern_pjrt_host_call_t call);
} tern_pjrt_host_calls_extension_t;

// Makes the functions known to programs of an instance.
tern_status_t tern_pjrt_callbacks_register(tern_instance_t *instance);

#endif  // TERN_PJRT_CALLBACKS_H_
