// Running one entry point on arrays of the host: what `tern-run` does with a dispatch, for programs and tests.

#ifndef TERN_RUN_H_
#define TERN_RUN_H_

#include "tern/module.h"
#include "tern/runtime.h"
#include "tern/status.h"
#include "tern/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

// The bindings that an entry point reads, or those that it writes, in the order of the list, described as the arguments and
// results of a function are. `*out_infos` holds `*out_count` of them that point into `entry`, and is owned by the caller
// (free()). Errors: TERN_OUT_OF_MEMORY.
TERN_API tern_status_t tern_entry_point_inputs(const tern_entry_point_t *entry, tern_parameter_info_t **out_infos,
                                               size_t *out_count);
TERN_API tern_status_t tern_entry_point_outputs(const tern_entry_point_t *entry, tern_parameter_info_t **out_infos,
                                                size_t *out_count);

// What to run an entry point on. All pointers are borrowed for the call. Zero-initialise, then fill in.
typedef struct tern_run_params_t {
  // Values of the bindings that the entry point reads, in the order of its list. Bindings that are only written get none.
  const tern_tensor_t *inputs;
  size_t input_count;
  // Push constants given by the caller, from word 0 on. Words that are sizes of dynamic dimensions may be left out: they
  // are taken from the inputs' shapes, and must agree with them where both are given.
  const uint32_t *push_constants;
  size_t push_constant_count;
} tern_run_params_t;

// Runs entry point `ordinal` of `executable` on `device` once and waits.
//
// Inputs are copied to buffers of the device, as the entry point's list asks for them; outputs (bindings that are written)
// are buffers of their own, filled with 0xFF bytes before the run unless they are also inputs, so that an element the
// kernel forgets is seen.
//
// On success `*out_outputs` holds `*out_output_count` tensors, one per written binding in the order of the list; both
// are owned by the caller: tern_run_free_outputs().
// Errors: TERN_INVALID_ARGUMENT for a wrong number of inputs, or an input whose type or shape is not that of its binding,
// or sizes of one dynamic dimension that disagree, each naming the binding; TERN_FAILED_PRECONDITION for a dynamic
// dimension whose size nothing gives; those of the device.
TERN_API tern_status_t tern_run_entry_point(tern_device_t *device, tern_executable_t *executable, size_t ordinal,
                                            const tern_run_params_t *params, tern_tensor_t **out_outputs,
                                            size_t *out_output_count);
// Frees what tern_run_entry_point() gave. NULL is ignored.
TERN_API void tern_run_free_outputs(tern_tensor_t *outputs, size_t output_count);

#ifdef __cplusplus
}
#endif

#endif  // TERN_RUN_H_
