// From the interface of a whole program's executables to that of a single dispatch.

#ifndef TERN_CONVERT_HAL_DISPATCH_INTERFACE_H_
#define TERN_CONVERT_HAL_DISPATCH_INTERFACE_H_

#include "ir/op_def.h"

// The functions of `module` that reach their buffers through hal.interface.binding.subspan and hal.interface.constant.load
// get a hal.interface with the bindings of all of them:
//
//   hal.interface.binding.subspan             iree.placeholder of the binding
//   iree_tensor_ext.dispatch.tensor.load      bufferization.to_tensor of the placeholder, or of a subview
//   iree_tensor_ext.dispatch.tensor.store     bufferization.materialize_in_destination
//   hal.interface.constant.load               hal.interface.load.constant
//   iree_tensor_ext.dispatch.workload.ordinal its operand
//
// Functions without such ops stay as they are. False after an error.
bool tern_dispatch_interface_lower(tern_op_t *module);

#endif  // TERN_CONVERT_HAL_DISPATCH_INTERFACE_H_
