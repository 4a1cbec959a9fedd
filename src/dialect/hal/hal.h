// hal: devices, their buffers, executables and command buffers, and the interface through which a dispatch reaches its
// buffers.
//
// Two generations live side by side. The ops of 2020-21 (hal_ops.def: hal.interface, hal.interface.load.tensor, a
// hal.executable.variant with a pattern of target names) are what hand-written dispatches use. Those of today
// (hal_*_ops.def of their own) are what whole programs are lowered to; their spelling is that of IREE 3.13.

#ifndef TERN_DIALECT_HAL_HAL_H_
#define TERN_DIALECT_HAL_HAL_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_HAL_##ID,
#include "dialect/hal/hal_ops.def"
#undef OP
  TERN_HAL_OP_COUNT
};
extern const tern_op_row_t tern_hal_ops[];
extern const tern_dialect_t tern_hal_dialect;
#define TERN_HAL(ID) (&tern_hal_ops[TERN_HAL_##ID])

// --- types: none has parameters ---

typedef enum tern_hal_type_id {
  TERN_HAL_ALLOCATOR_TYPE,
  TERN_HAL_BUFFER_TYPE,
  TERN_HAL_BUFFER_VIEW_TYPE,
  TERN_HAL_CHANNEL_TYPE,
  TERN_HAL_COMMAND_BUFFER_TYPE,
  TERN_HAL_DEVICE_TYPE,
  TERN_HAL_EVENT_TYPE,
  TERN_HAL_EXECUTABLE_TYPE,
  TERN_HAL_FENCE_TYPE,
  TERN_HAL_FILE_TYPE,
  TERN_HAL_SEMAPHORE_TYPE,
  TERN_HAL_TYPE_COUNT
} tern_hal_type_id_t;
extern const tern_type_row_t tern_hal_types[];
const tern_type_t *tern_hal_type(tern_context_t *context, tern_hal_type_id_t id);
static inline bool tern_type_is_hal(const tern_type_t *type, tern_hal_type_id_t id) {
  return type->kind == TERN_TYPE_DIALECT && type->row == &tern_hal_types[id];
}

// --- enums ---

typedef enum tern_hal_enum {
  TERN_HAL_ENUM_ALLOCA_FLAGS,
  TERN_HAL_ENUM_BUFFER_USAGE,
  TERN_HAL_ENUM_CHANNEL_FLAGS,
  TERN_HAL_ENUM_COLLECTIVE_ELEMENT,
  TERN_HAL_ENUM_COLLECTIVE_KIND,
  TERN_HAL_ENUM_COLLECTIVE_REDUCTION,
  TERN_HAL_ENUM_COMMAND_BUFFER_MODE,
  TERN_HAL_ENUM_COMMAND_CATEGORY,
  TERN_HAL_ENUM_COPY_FLAGS,
  TERN_HAL_ENUM_DEALLOCA_FLAGS,
  TERN_HAL_ENUM_DESCRIPTOR_FLAGS,
  TERN_HAL_ENUM_DESCRIPTOR_TYPE,
  TERN_HAL_ENUM_DISPATCH_FLAGS,
  TERN_HAL_ENUM_EXECUTE_FLAGS,
  TERN_HAL_ENUM_EXECUTION_BARRIER_FLAGS,
  TERN_HAL_ENUM_EXECUTION_STAGE,
  TERN_HAL_ENUM_FENCE_FLAGS,
  TERN_HAL_ENUM_FILL_FLAGS,
  TERN_HAL_ENUM_LIFETIME,
  TERN_HAL_ENUM_MEMORY_ACCESS,
  TERN_HAL_ENUM_MEMORY_TYPE,
  TERN_HAL_ENUM_PIPELINE_LAYOUT_FLAGS,
  TERN_HAL_ENUM_READ_FLAGS,
  TERN_HAL_ENUM_UPDATE_FLAGS,
  TERN_HAL_ENUM_WAIT_FLAGS,
  TERN_HAL_ENUM_WRITE_FLAGS,
  TERN_HAL_ENUM_COUNT
} tern_hal_enum_t;
extern const tern_enum_row_t tern_hal_enums[];
#define TERN_HAL_ENUM(ID) (&tern_hal_enums[TERN_HAL_ENUM_##ID])

enum {
  TERN_HAL_MEMORY_OPTIMAL = 0x1,
  TERN_HAL_MEMORY_HOST_VISIBLE = 0x2,
  TERN_HAL_MEMORY_HOST_COHERENT = 0x4,
  TERN_HAL_MEMORY_HOST_CACHED = 0x8,
  TERN_HAL_MEMORY_HOST_LOCAL = 0x46,
  TERN_HAL_MEMORY_DEVICE_VISIBLE = 0x10,
  TERN_HAL_MEMORY_DEVICE_LOCAL = 0x30,
};
enum {
  TERN_HAL_USAGE_TRANSFER_SOURCE = 0x1,
  TERN_HAL_USAGE_TRANSFER_TARGET = 0x2,
  TERN_HAL_USAGE_TRANSFER = 0x3,
  TERN_HAL_USAGE_DISPATCH_STORAGE_READ = 0x400,
  TERN_HAL_USAGE_DISPATCH_STORAGE = 0xC00,
  TERN_HAL_USAGE_SHARING_IMMUTABLE = 0x80000,
  TERN_HAL_USAGE_MAPPING_SCOPED = 0x1000000,
  TERN_HAL_USAGE_MAPPING_OPTIONAL = 0x4000000,
  TERN_HAL_USAGE_MAPPING = 0x9000000,
};
enum { TERN_HAL_ACCESS_READ = 0x1, TERN_HAL_ACCESS_WRITE = 0x2, TERN_HAL_ACCESS_DISCARD = 0x4 };
enum { TERN_HAL_MODE_ONE_SHOT = 0x1, TERN_HAL_MODE_ALLOW_INLINE_EXECUTION = 0x10 };
enum { TERN_HAL_CATEGORY_TRANSFER = 0x1, TERN_HAL_CATEGORY_DISPATCH = 0x2 };
enum {
  TERN_HAL_STAGE_COMMAND_ISSUE = 0x1,
  TERN_HAL_STAGE_DISPATCH = 0x4,
  TERN_HAL_STAGE_TRANSFER = 0x8,
  TERN_HAL_STAGE_COMMAND_RETIRE = 0x10,
};
enum {
  TERN_HAL_LIFETIME_UNKNOWN,
  TERN_HAL_LIFETIME_EXTERNAL,
  TERN_HAL_LIFETIME_STAGING,
  TERN_HAL_LIFETIME_TRANSIENT,
  TERN_HAL_LIFETIME_VARIABLE,
  TERN_HAL_LIFETIME_CONSTANT,
};
enum { TERN_HAL_DESCRIPTOR_UNIFORM_BUFFER = 6, TERN_HAL_DESCRIPTOR_STORAGE_BUFFER = 7 };
enum { TERN_HAL_DESCRIPTOR_READ_ONLY = 0x1, TERN_HAL_DESCRIPTOR_INDIRECT = 0x2 };

// --- attributes ---
//
// Parameters (attributes as pointers, 0 for an absent one):
//   executable.target    [backend string, format string, configuration dictionary or 0]
//   executable.object    [path string, data or 0]
//   executable.objects   [array of executable.target, array of arrays of executable.object]
//   pipeline.binding     [descriptor type, descriptor flags]
//   pipeline.layout      [constants, flags + 1 or 0, array of pipeline.binding]
//   collective           [kind, reduction + 1 or 0, element type]
//   device.target        [!hal.device, device id string, configuration dictionary or 0, array of executable.target]
//   device.alias         [!hal.device, device id string, ordinal + 1 or 0, configuration dictionary or 0]
//   device.ordinal       [!hal.device, ordinal]
//   device.fallback      [!hal.device, symbol ref]
//   device.select        [!hal.device, array]
//   device.affinity      [symbol ref, queue mask]      promise the same with a string
//   device.optimal       [array of affinities]
//   device.topology      [array of dictionaries {source, target, unified_memory, transparent_access, extra}]
typedef enum tern_hal_attr {
  TERN_HAL_ATTR_COLLECTIVE,
  TERN_HAL_ATTR_DEVICE_AFFINITY,
  TERN_HAL_ATTR_DEVICE_ALIAS,
  TERN_HAL_ATTR_DEVICE_FALLBACK,
  TERN_HAL_ATTR_DEVICE_OPTIMAL,
  TERN_HAL_ATTR_DEVICE_ORDINAL,
  TERN_HAL_ATTR_DEVICE_PROMISE,
  TERN_HAL_ATTR_DEVICE_SELECT,
  TERN_HAL_ATTR_DEVICE_TARGET,
  TERN_HAL_ATTR_DEVICE_TOPOLOGY,
  TERN_HAL_ATTR_EXECUTABLE_OBJECT,
  TERN_HAL_ATTR_EXECUTABLE_OBJECTS,
  TERN_HAL_ATTR_EXECUTABLE_TARGET,
  TERN_HAL_ATTR_PIPELINE_BINDING,
  TERN_HAL_ATTR_PIPELINE_LAYOUT,
  TERN_HAL_ATTR_COUNT
} tern_hal_attr_t;
extern const tern_attr_row_t tern_hal_attrs[];
#define TERN_HAL_ATTR(ID) (&tern_hal_attrs[TERN_HAL_ATTR_##ID])
static inline bool tern_attr_is_hal(const tern_attr_t *attr, tern_hal_attr_t id) {
  return attr && attr->kind == TERN_ATTR_DIALECT && attr->row == &tern_hal_attrs[id];
}
// Parameter `index` as an attribute, NULL if it is absent.
static inline const tern_attr_t *tern_hal_attr_at(const tern_attr_t *attr, size_t index) {
  return (const tern_attr_t *)(uintptr_t)attr->params[index];
}

// `configuration` may be NULL; an empty one is the same.
const tern_attr_t *tern_hal_executable_target_get(tern_context_t *context, tern_str_t backend, tern_str_t format,
                                                  const tern_attr_t *configuration);
static inline tern_str_t tern_hal_executable_target_backend(const tern_attr_t *target) {
  return tern_string_attr_value(tern_hal_attr_at(target, 0));
}
static inline tern_str_t tern_hal_executable_target_format(const tern_attr_t *target) {
  return tern_string_attr_value(tern_hal_attr_at(target, 1));
}
static inline const tern_attr_t *tern_hal_executable_target_configuration(const tern_attr_t *target) {
  return tern_hal_attr_at(target, 2);
}
// Is `generic` the same target with no configuration entry that `specific` has otherwise?
bool tern_hal_executable_target_is_generic_of(const tern_attr_t *generic, const tern_attr_t *specific);
// The target's format as part of a symbol's name: embedded_elf_x86_64.
tern_str_t tern_hal_executable_target_symbol(const tern_attr_t *target);
// The target of the hal.executable.variant around `op`, or the nearest attribute `hal.executable.target` around it.
const tern_attr_t *tern_hal_executable_target_of(const tern_op_t *op);

// `executable_targets` is an array attribute.
const tern_attr_t *tern_hal_device_target_get(tern_context_t *context, tern_str_t device_id,
                                              const tern_attr_t *configuration, const tern_attr_t *executable_targets);
static inline tern_str_t tern_hal_device_target_id(const tern_attr_t *target) {
  return tern_string_attr_value(tern_hal_attr_at(target, 1));
}
static inline const tern_attr_t *tern_hal_device_target_configuration(const tern_attr_t *target) {
  return tern_hal_attr_at(target, 2);
}
static inline const tern_attr_t *tern_hal_device_target_executables(const tern_attr_t *target) {
  return tern_hal_attr_at(target, 3);
}

const tern_attr_t *tern_hal_pipeline_binding_get(tern_context_t *context, int64_t descriptor_type, int64_t flags);
static inline int64_t tern_hal_pipeline_binding_flags(const tern_attr_t *binding) {
  return (int64_t)binding->params[1];
}
static inline int64_t tern_hal_pipeline_binding_type(const tern_attr_t *binding) { return (int64_t)binding->params[0]; }
// `flags`: negative for none.
const tern_attr_t *tern_hal_pipeline_layout_get(tern_context_t *context, int64_t constants, int64_t flags,
                                                const tern_attr_t *const *bindings, size_t binding_count);
static inline int64_t tern_hal_pipeline_layout_constants(const tern_attr_t *layout) {
  return (int64_t)layout->params[0];
}
static inline size_t tern_hal_pipeline_layout_binding_count(const tern_attr_t *layout) {
  return tern_array_attr_count(tern_hal_attr_at(layout, 2));
}
static inline const tern_attr_t *tern_hal_pipeline_layout_binding(const tern_attr_t *layout, size_t index) {
  return tern_array_attr_at(tern_hal_attr_at(layout, 2), index);
}

// `queue_mask` -1: any queue. The device of a promise is a name, of an affinity a symbol.
const tern_attr_t *tern_hal_device_affinity_get(tern_context_t *context, tern_str_t device, int64_t queue_mask);
static inline const tern_attr_t *tern_hal_device_affinity_device(const tern_attr_t *affinity) {
  return tern_hal_attr_at(affinity, 0);
}
static inline int64_t tern_hal_device_affinity_queues(const tern_attr_t *affinity) {
  return (int64_t)affinity->params[1];
}

// --- ops ---

// What hal.element_type and hal.encoding_type stand for at run time; 0 if the type or encoding has no number.
int32_t tern_hal_element_type_value(const tern_type_t *type);
int32_t tern_hal_encoding_type_value(const tern_attr_t *encoding);

// Memory type and usage bits of buffers of a lifetime (TERN_HAL_LIFETIME_*).
void tern_hal_memory_properties(int64_t lifetime, int64_t *out_types, int64_t *out_usage);

// Is the op a hal.executable.variant of today, with an attribute as target?
bool tern_hal_is_variant(const tern_op_t *op);
// The builtin.module of a variant or executable source, NULL if there is none.
tern_op_t *tern_hal_inner_module(const tern_op_t *op);
// The op that `entry_point` (@executable::@variant::@export, or @executable::@export of a source) means, or NULL.
tern_op_t *tern_hal_find_export(const tern_op_t *from, const tern_attr_t *entry_point);

// The hal.interface.binding that `ref` (@interface::@binding) means, seen from `from`; NULL after an error at `from`
// that says which part is missing.
tern_op_t *tern_hal_resolve_binding(const tern_op_t *from, const tern_attr_t *ref);
// What a binding may be used for, as its `access` says.
bool tern_hal_binding_may_read(const tern_op_t *binding);
bool tern_hal_binding_may_write(const tern_op_t *binding);
// Does the target pattern ("vulkan*") match a target's name? `*` stands for any text, `?` for one character.
bool tern_hal_target_matches(tern_str_t pattern, tern_str_t name);

#endif  // TERN_DIALECT_HAL_HAL_H_
