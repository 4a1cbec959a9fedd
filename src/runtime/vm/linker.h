// Binding a module in a session: its state, and what it imports.

#ifndef TERN_RUNTIME_VM_LINKER_H_
#define TERN_RUNTIME_VM_LINKER_H_

#include "runtime/session.h"

// Sets up `out_module` in `session`: modules before it are bound. Errors: as tern_session_create(); then nothing is left
// to free.
tern_status_t tern_vm_module_bind(tern_session_t *session, tern_module_t *module, tern_vm_module_t *out_module);
// Runs the initialiser, and the deinitialiser if that was done.
tern_status_t tern_vm_module_start(tern_session_t *session, tern_vm_module_t *module);
void tern_vm_module_stop(tern_session_t *session, tern_vm_module_t *module);
void tern_vm_module_unbind(tern_session_t *session, tern_vm_module_t *module);

#endif  // TERN_RUNTIME_VM_LINKER_H_
