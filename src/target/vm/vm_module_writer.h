// From the vm dialect to a module file (base/module_format.h).

#ifndef TERN_TARGET_VM_VM_MODULE_WRITER_H_
#define TERN_TARGET_VM_VM_MODULE_WRITER_H_

#include "base/sink.h"
#include "ir/op.h"
#include "tern/status.h"

// Appends a module file to `sink`: the bytecode of the vm.module that `module` is or holds, its constants,
// and its executables. Pseudo ops are expanded in place. TERN_INVALID_IR after diagnostics; else what the sink says.
tern_status_t tern_vm_module_write(tern_op_t *module, tern_sink_t *sink);

#endif  // TERN_TARGET_VM_VM_MODULE_WRITER_H_
