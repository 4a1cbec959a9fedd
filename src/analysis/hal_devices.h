// The devices of a program: globals of type !hal.device, initialised with what they are to be at run time.

#ifndef TERN_ANALYSIS_HAL_DEVICES_H_
#define TERN_ANALYSIS_HAL_DEVICES_H_

#include "base/vec.h"
#include "dialect/hal/hal.h"
#include "ir/op_list.h"
#include "rewrite/builder.h"

typedef TERN_VEC(const tern_attr_t *) tern_hal_attr_list_t;
// Appends the util.global ops of type !hal.device in a module, in order.
void tern_hal_collect_devices(const tern_op_t *module, tern_op_list_t *out_globals);
// Appends the #hal.device.target attributes that a device attribute may stand for at run time, in order of preference;
// a fallback is followed to its global. Each once.
void tern_hal_collect_targets(const tern_op_t *module, const tern_attr_t *device, tern_hal_attr_list_t *out_targets);
// Appends the #hal.executable.target attributes of all devices of a module, or of one of its device globals. Each once.
void tern_hal_collect_executable_targets(const tern_op_t *module, tern_hal_attr_list_t *out_targets);
void tern_hal_collect_executable_targets_of(const tern_op_t *module, const tern_op_t *global,
                                            tern_hal_attr_list_t *out_targets);

// The affinity `op` is bound to: its own `affinity` or `stream.affinity`, or that of an op around it, or the module's
// `stream.affinity.default`; else the first device. NULL if the module has no device.
const tern_attr_t *tern_hal_affinity_of(const tern_op_t *op);
// The name of the device global behind an affinity (the first one of several); empty if `affinity` is none.
tern_str_t tern_hal_affinity_device_name(const tern_attr_t *affinity);
int64_t tern_hal_affinity_queues(const tern_attr_t *affinity);  // mask; -1: any

// The device that a default configuration knows by name: "local" (or "cpu"), "vulkan". `arch` is that of the host program's
// processor. NULL: unknown.
const tern_attr_t *tern_hal_default_device(tern_context_t *context, tern_str_t name, tern_str_t arch);
// The same for a backend: "llvm-cpu", "vulkan-spirv", or short "cpu", "vulkan".
const tern_attr_t *tern_hal_default_device_of_backend(tern_context_t *context, tern_str_t backend, tern_str_t arch);
// Devices as command lines write them: `vulkan[0],local` or `#hal.device...`. Takes the first of a list, whose commas inside of
// brackets, angles and quotes are its own.
tern_str_t tern_hal_device_text_split(tern_str_t *inout_rest);
// Takes `name[N]` apart; `*out_ordinal` is -1 without a number. False if it is neither that nor a name.
bool tern_hal_device_text_read(tern_str_t text, tern_str_t *out_name, int64_t *out_ordinal);
// One device that is the first of these that is there.
const tern_attr_t *tern_hal_device_select(tern_context_t *context, const tern_hal_attr_list_t *devices);
// The device that such a list stands for, the best first. NULL if an item is none.
const tern_attr_t *tern_hal_device_parse(tern_context_t *context, tern_str_t text);
// The processor that a module is compiled for: that of the target triple in `tern.compile_options`, or the compiler's.
tern_str_t tern_hal_module_arch(const tern_op_t *module);

#endif  // TERN_ANALYSIS_HAL_DEVICES_H_
