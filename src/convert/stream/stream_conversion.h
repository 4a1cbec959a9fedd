// The conversion to stream: what its files share.
//
// A tensor becomes two values: a resource of unknown lifetime and its size in bytes. Ops are visited once, in an order in
// which definitions come before uses; new ops are put in place of the old ones, which are erased at the end, when nothing
// uses them any more. Private to src/convert/stream.

#ifndef TERN_CONVERT_STREAM_STREAM_CONVERSION_H_
#define TERN_CONVERT_STREAM_STREAM_CONVERSION_H_

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/stream/stream.h"
#include "rewrite/builder.h"

typedef struct tern_sized_value {
  tern_value_t *resource, *size;
} tern_sized_value_t;

typedef struct tern_stream_conversion {
  tern_context_t *context;
  tern_builder_t builder;      // before the op that is converted
  tern_map_t values;           // tensor value -> tern_sized_value_t of `arena`
  tern_arena_t *arena;         // of the pass run
  TERN_VEC(tern_op_t *) dead;  // converted ops, in order
} tern_stream_conversion_t;

typedef TERN_VEC(tern_value_t *) tern_value_list_t;
typedef TERN_VEC(const tern_type_t *) tern_type_list_vec_t;

static inline bool tern_is_tensor(const tern_type_t *type) {
  return type->kind == TERN_TYPE_TENSOR || type->kind == TERN_TYPE_UNRANKED_TENSOR;
}
static inline const tern_type_t *tern_unknown_resource(const tern_stream_conversion_t *conversion) {
  return tern_stream_resource_type_get(conversion->context, TERN_STREAM_LIFETIME_UNKNOWN);
}

// What a tensor became. Values that are no tensors stay what they are.
tern_sized_value_t tern_stream_converted(const tern_stream_conversion_t *conversion, const tern_value_t *tensor);
void tern_stream_bind(tern_stream_conversion_t *conversion, const tern_value_t *tensor, tern_value_t *resource,
                      tern_value_t *size);
// The same for a value that is only passed on, at the builder: a size that its type says is computed there rather than
// taken from `size`, so that static programs have constant sizes.
void tern_stream_bind_passed(tern_stream_conversion_t *conversion, const tern_value_t *tensor, tern_value_t *resource,
                             tern_value_t *size);
// The op is converted: its results are bound.
void tern_stream_retire(tern_stream_conversion_t *conversion, tern_op_t *op);
// Appends an op's operands start..start+count, tensors as resource and size.
void tern_stream_append_operands(const tern_stream_conversion_t *conversion, const tern_op_t *op, size_t start,
                                 size_t count, tern_value_list_t *list);
// Appends a type, a tensor's as resource and index.
void tern_stream_append_type(const tern_stream_conversion_t *conversion, const tern_type_t *type,
                             tern_type_list_vec_t *list);

// stream.tensor.sizeof of a type and its dynamic dimensions.
tern_value_t *tern_stream_sizeof(tern_stream_conversion_t *conversion, const tern_type_t *type, tern_values_t dims,
                                 const tern_attr_t *affinity);
// Operands of a named group, as a list that lives as long as the op.
tern_values_t tern_stream_group(tern_stream_conversion_t *conversion, const tern_op_t *op, const char *name);
// Builds an op of stream from lists of operands, one for each group of its row.
typedef struct tern_stream_groups {
  tern_values_t values[16];
  size_t count;
} tern_stream_groups_t;
tern_op_t *tern_stream_build(tern_stream_conversion_t *conversion, const tern_op_row_t *row,
                             const tern_stream_groups_t *groups, tern_types_t types, tern_named_attrs_t attrs);
#define TERN_GROUPS(...) \
  (&(tern_stream_groups_t){{__VA_ARGS__}, sizeof((tern_values_t[]){__VA_ARGS__}) / sizeof(tern_values_t)})
#define TERN_ONE(value) TERN_VALUES(value)
#define TERN_NO_VALUES ((tern_values_t){0})

// `source` in another lifetime: a stream.async.transfer, or a stream.async.cast where bytes never move.
tern_value_t *tern_stream_transfer(tern_stream_conversion_t *conversion, tern_value_t *source, tern_value_t *size,
                                   tern_stream_lifetime_t lifetime, const tern_attr_t *affinity);
tern_value_t *tern_stream_cast(tern_stream_conversion_t *conversion, tern_value_t *source, tern_value_t *size,
                               tern_stream_lifetime_t lifetime, const tern_attr_t *affinity);
// A constant tensor as a resource of this lifetime, and its size.
tern_sized_value_t tern_stream_build_constant(tern_stream_conversion_t *conversion, const tern_attr_t *value,
                                              const tern_type_t *type, tern_stream_lifetime_t lifetime,
                                              const tern_attr_t *affinity);
// The affinity that an op asks for, by `stream.affinity` or an attribute `affinity` of its own; NULL: none.
const tern_attr_t *tern_stream_op_affinity(const tern_op_t *op);

// A conversion of one op. False after an error was emitted.
typedef bool (*tern_stream_convert_fn_t)(tern_stream_conversion_t *conversion, tern_op_t *op);
typedef struct tern_stream_rule {
  const tern_op_row_t *row;
  tern_stream_convert_fn_t convert;
} tern_stream_rule_t;

// Tables of rules, ended by a NULL row.
extern const tern_stream_rule_t tern_flow_to_stream_rules[];
extern const tern_stream_rule_t tern_hal_to_stream_rules[];
extern const tern_stream_rule_t tern_util_to_stream_rules[];
extern const tern_stream_rule_t tern_structure_to_stream_rules[];

// Converts a region in place: the arguments of its blocks, then its ops.
bool tern_stream_convert_region(tern_stream_conversion_t *conversion, tern_region_t *region);
// Module level.
bool tern_stream_convert_function(tern_stream_conversion_t *conversion, tern_op_t *function);
bool tern_stream_convert_global(tern_stream_conversion_t *conversion, tern_op_t *global);
bool tern_stream_convert_executable(tern_stream_conversion_t *conversion, tern_op_t *executable);
bool tern_stream_convert_flow_func(tern_stream_conversion_t *conversion, tern_op_t *function);

#endif  // TERN_CONVERT_STREAM_STREAM_CONVERSION_H_
