// flow: what is dispatched, on which tensors, and how the results flow between dispatches.

#ifndef TERN_DIALECT_FLOW_FLOW_H_
#define TERN_DIALECT_FLOW_FLOW_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_FLOW_##ID,
#include "dialect/flow/flow_ops.def"
#undef OP
  TERN_FLOW_OP_COUNT
};
extern const tern_op_row_t tern_flow_ops[];
extern const tern_dialect_t tern_flow_dialect;
#define TERN_FLOW(ID) (&tern_flow_ops[TERN_FLOW_##ID])

// !flow.channel
extern const tern_type_row_t tern_flow_types[];

// #flow.parameter.named<"scope"::"key", {config}> : type: a value that is kept outside of the module. Params [type, scope
// ident or 0, key ident, config dictionary or 0], as those of #stream.parameter.named.
extern const tern_attr_row_t tern_flow_attrs[];
static inline bool tern_attr_is_flow_parameter(const tern_attr_t *attr) {
  return attr && attr->kind == TERN_ATTR_DIALECT && attr->row == &tern_flow_attrs[0];
}
// `scope` may be empty (data NULL), `config` NULL.
const tern_attr_t *tern_flow_parameter_attr_get(const tern_type_t *type, tern_str_t scope, tern_str_t key,
                                                const tern_attr_t *config);

// The builtin.module inside of a flow.executable; NULL if it has none.
tern_op_t *tern_flow_executable_module(const tern_op_t *executable);
// The flow.executable.export that an entry point of a dispatch (@executable::@export) means, seen from `from`; NULL if
// there is none.
tern_op_t *tern_flow_resolve_export(const tern_op_t *from, const tern_attr_t *entry_point);
// The function of an export; NULL if the module does not have it.
tern_op_t *tern_flow_export_function(const tern_op_t *export_op);

// --- the dynamic dimensions that an op carries with a value ---
// Result `index`: the operands that are its dynamic dimensions, in order. False if the op says nothing of them (it is no
// op of the host program that carries them, or the result is no ranked tensor). A static result has none: true, count 0.
bool tern_flow_result_dims(const tern_op_t *op, size_t index, size_t *out_start, size_t *out_count);
// The same for operand `index`.
bool tern_flow_operand_dims(const tern_op_t *op, size_t index, size_t *out_start, size_t *out_count);
// The dynamic dimension of a tensor's type at `dim` as a value: carried by its definition or by a tie; NULL if none is
// known without new ops. `dim` counts all dimensions.
tern_value_t *tern_flow_known_dim(const tern_value_t *tensor, size_t dim);

#endif  // TERN_DIALECT_FLOW_FLOW_H_
