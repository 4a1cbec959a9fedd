// From the vm dialect to a module file (base/module_format.h).

#ifndef TERN_TARGET_VM_VM_MODULE_WRITER_H_
#define TERN_TARGET_VM_VM_MODULE_WRITER_H_

#include "base/string.h"
#include "ir/op.h"
#include "tern/status.h"

// Appends a module file to `out`, which is empty: the bytecode of the vm.module that `module` is or holds, its constants,
// and its executables. Pseudo ops are expanded in place. TERN_INVALID_IR after diagnostics.
tern_status_t tern_vm_module_write(tern_op_t *module, tern_string_builder_t *out);

#endif  // TERN_TARGET_VM_VM_MODULE_WRITER_H_
