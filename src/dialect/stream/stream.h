// stream: programs as asynchronous work on untyped resources, in three stages.
//
//   stream.tensor.*  what a value is as a tensor is still known (its encoding: type and dynamic dimensions)
//   stream.async.*   bytes in resources, values in SSA form: each op makes a new version of a resource
//   stream.cmd.*     commands on allocated memory, ordered by timepoints
//
// A resource's lifetime is part of its type; `*` is what iree-stream-refine-usage replaces. Every op that takes or makes
// a resource carries its size in bytes as an operand. Where an op updates a resource in place, result and operand are
// tied (see tern_stream_tied_operand).

#ifndef TERN_DIALECT_STREAM_STREAM_H_
#define TERN_DIALECT_STREAM_STREAM_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_STREAM_##ID,
#include "dialect/stream/stream_ops.def"
#undef OP
  TERN_STREAM_OP_COUNT
};
extern const tern_op_row_t tern_stream_ops[];
extern const tern_dialect_t tern_stream_dialect;
#define TERN_STREAM(ID) (&tern_stream_ops[TERN_STREAM_##ID])

// --- types ---

typedef enum tern_stream_lifetime {
  TERN_STREAM_LIFETIME_UNKNOWN,    // *
  TERN_STREAM_LIFETIME_EXTERNAL,   // made or seen by the caller of the program
  TERN_STREAM_LIFETIME_STAGING,    // the host reads or writes it
  TERN_STREAM_LIFETIME_TRANSIENT,  // lives within a call
  TERN_STREAM_LIFETIME_VARIABLE,   // lives in globals, changes
  TERN_STREAM_LIFETIME_CONSTANT,   // lives in globals, does not change
  TERN_STREAM_LIFETIME_COUNT
} tern_stream_lifetime_t;

// `resource` has the parameter [lifetime], the others have none.
typedef enum tern_stream_type {
  TERN_STREAM_TYPE_RESOURCE,
  TERN_STREAM_TYPE_TIMEPOINT,
  TERN_STREAM_TYPE_BINDING,
  TERN_STREAM_TYPE_FILE,
  TERN_STREAM_TYPE_CHANNEL,
  TERN_STREAM_TYPE_COUNT
} tern_stream_type_t;
extern const tern_type_row_t tern_stream_types[];
#define TERN_STREAM_TYPE(ID) (&tern_stream_types[TERN_STREAM_TYPE_##ID])

const tern_type_t *tern_stream_resource_type_get(tern_context_t *context, tern_stream_lifetime_t lifetime);
const tern_type_t *tern_stream_timepoint_type_get(tern_context_t *context);
const tern_type_t *tern_stream_binding_type_get(tern_context_t *context);
static inline bool tern_type_is_stream_resource(const tern_type_t *type) {
  return type->row == TERN_STREAM_TYPE(RESOURCE);
}
static inline bool tern_type_is_stream_timepoint(const tern_type_t *type) {
  return type->row == TERN_STREAM_TYPE(TIMEPOINT);
}
static inline bool tern_type_is_stream_binding(const tern_type_t *type) {
  return type->row == TERN_STREAM_TYPE(BINDING);
}
static inline tern_stream_lifetime_t tern_stream_resource_type_lifetime(const tern_type_t *type) {
  return (tern_stream_lifetime_t)type->params[0];
}
// `transient`, `*` ...
const char *tern_stream_lifetime_name(tern_stream_lifetime_t lifetime);

// --- attributes ---
//
//   timepoint            [type]  #stream.timepoint<immediate>
//   resource_config      [max allocation size, min buffer offset alignment, max buffer range, min buffer range
//                        alignment, index bits, alias mutable bindings, memory model]
//   parameter.named      [type, scope ident or 0, key ident, config dictionary or 0]
//   partitioning_config  [favor]
//   collective           [kind, reduction, element]
typedef enum tern_stream_attr {
  TERN_STREAM_ATTR_TIMEPOINT,
  TERN_STREAM_ATTR_RESOURCE_CONFIG,
  TERN_STREAM_ATTR_PARAMETER_NAMED,
  TERN_STREAM_ATTR_PARTITIONING_CONFIG,
  TERN_STREAM_ATTR_COLLECTIVE,
  TERN_STREAM_ATTR_COUNT
} tern_stream_attr_t;
extern const tern_attr_row_t tern_stream_attrs[];
#define TERN_STREAM_ATTR(ID) (&tern_stream_attrs[TERN_STREAM_ATTR_##ID])

typedef enum tern_stream_memory_model {
  TERN_STREAM_MEMORY_UNIFIED,
  TERN_STREAM_MEMORY_DISCRETE
} tern_stream_memory_model_t;

typedef struct tern_stream_resource_config {
  int64_t max_allocation_size;          // bytes
  int64_t min_buffer_offset_alignment;  // bytes
  int64_t max_buffer_range;             // bytes
  int64_t min_buffer_range_alignment;   // bytes
  int64_t index_bits;                   // of index values that go to a device: 32 or 64
  bool alias_mutable_bindings;
  tern_stream_memory_model_t memory_model;
} tern_stream_resource_config_t;

const tern_attr_t *tern_stream_resource_config_attr_get(tern_context_t *context,
                                                        const tern_stream_resource_config_t *config);
tern_stream_resource_config_t tern_stream_resource_config_attr_value(const tern_attr_t *attr);
// Closest `stream.resources` around `op`, or our default: offsets and ranges aligned to 64 and 1 bytes, 32-bit index.
tern_stream_resource_config_t tern_stream_resource_config_lookup(const tern_op_t *op);

typedef enum tern_stream_favor {
  TERN_STREAM_FAVOR_DEBUG,
  TERN_STREAM_FAVOR_MIN_PEAK_MEMORY,
  TERN_STREAM_FAVOR_MAX_CONCURRENCY
} tern_stream_favor_t;
// Closest `stream.partitioning` around `op`; max-concurrency if there is none.
tern_stream_favor_t tern_stream_favor_lookup(const tern_op_t *op);

const tern_attr_t *tern_stream_timepoint_attr_get(tern_context_t *context);

static inline bool tern_attr_is_stream_parameter(const tern_attr_t *attr) {
  return attr && attr->row == TERN_STREAM_ATTR(PARAMETER_NAMED);
}
// `scope` with a NULL pointer: none. `config` may be NULL.
const tern_attr_t *tern_stream_parameter_attr_get(const tern_type_t *type, tern_str_t scope, tern_str_t key,
                                                  const tern_attr_t *config);
static inline const tern_type_t *tern_stream_parameter_attr_type(const tern_attr_t *attr) {
  return (const tern_type_t *)(uintptr_t)attr->params[0];
}
// Data is NULL if there is no scope.
tern_str_t tern_stream_parameter_attr_scope(const tern_attr_t *attr);
tern_str_t tern_stream_parameter_attr_key(const tern_attr_t *attr);
static inline const tern_attr_t *tern_stream_parameter_attr_config(const tern_attr_t *attr) {
  return (const tern_attr_t *)(uintptr_t)attr->params[3];
}

// Access of a resource by a command, as bits; in ops an i32 attribute, written ro, wo, rw.
enum { TERN_STREAM_ACCESS_NONE = 0, TERN_STREAM_ACCESS_READ = 1, TERN_STREAM_ACCESS_WRITE = 2 };
const tern_attr_t *tern_stream_access_attr_get(tern_context_t *context, int access);

// --- questions about ops ---

// The operand that result `index` is tied to (its contents are the operand's, maybe changed in place), as the index among
// the op's operands; -1: it is not tied. Ops of any dialect.
int64_t tern_stream_tied_operand(const tern_op_t *op, size_t result_index);

#endif  // TERN_DIALECT_STREAM_STREAM_H_
