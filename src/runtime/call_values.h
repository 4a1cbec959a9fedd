// Values between the public API and the machine.

#ifndef TERN_RUNTIME_CALL_VALUES_H_
#define TERN_RUNTIME_CALL_VALUES_H_

#include "runtime/session.h"
#include "runtime/vm/stack.h"

// Calls export `export_ordinal` of `module` with `arguments`, which are checked, and waits for its end. An asynchronous
// function is given `wait` and `signal` (either may be NULL); unless `signal` is there, its end is waited for as well.
// `results` have room for all. Errors: as tern_session_call().
tern_status_t tern_call_run(tern_session_t *session, tern_vm_module_t *module, uint32_t export_ordinal,
                            const tern_variant_t *arguments, tern_fence_t *wait, tern_fence_t *signal,
                            tern_variant_t *results, tern_vm_stack_t *stack);

// Can a value be an argument that `info` describes?
tern_status_t tern_variant_check(const tern_parameter_info_t *info, const tern_variant_t *variant);
// Adds a reference to what is in the variant.
void tern_variant_retain(const tern_variant_t *variant);

// A tensor as an argument: a copy on `device`, or the number in it. Back: a copy.
tern_status_t tern_variant_from_tensor(tern_device_t *device, const tern_parameter_info_t *info,
                                       const tern_tensor_t *tensor, tern_variant_t *out_variant);
tern_status_t tern_variant_to_tensor(const tern_variant_t *variant, tern_tensor_t *out_tensor);

// The native function that calls a function of the user's.
tern_status_t tern_registered_call(tern_native_call_t *call);

#endif  // TERN_RUNTIME_CALL_VALUES_H_
