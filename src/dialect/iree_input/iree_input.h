// iree_input: the stable dialect that front ends hand programs over in; each op means an op of util, flow or hal.

#ifndef TERN_DIALECT_IREE_INPUT_IREE_INPUT_H_
#define TERN_DIALECT_IREE_INPUT_IREE_INPUT_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_IREE_INPUT_##ID,
#include "dialect/iree_input/iree_input_ops.def"
#undef OP
  TERN_IREE_INPUT_OP_COUNT
};
extern const tern_op_row_t tern_iree_input_ops[];
extern const tern_dialect_t tern_iree_input_dialect;
#define TERN_IREE_INPUT(ID) (&tern_iree_input_ops[TERN_IREE_INPUT_##ID])

// --- types: !iree_input.buffer, buffer_view, byte_buffer, variant; list<T> and ptr<T> (params [T]) ---
enum {
  TERN_IREE_INPUT_TYPE_BUFFER,
  TERN_IREE_INPUT_TYPE_BUFFER_VIEW,
  TERN_IREE_INPUT_TYPE_BYTE_BUFFER,
  TERN_IREE_INPUT_TYPE_LIST,
  TERN_IREE_INPUT_TYPE_PTR,
  TERN_IREE_INPUT_TYPE_VARIANT,
  TERN_IREE_INPUT_TYPE_COUNT
};
extern const tern_type_row_t tern_iree_input_types[];

// --- attributes: #iree_input.device.target, executable.target, executable.object(s), descriptor_type,
// descriptor_set.binding, descriptor_set.layout, pipeline.layout ---
// Their parameters are what was written, as attributes, in order; see iree_input.c.
enum {
  TERN_IREE_INPUT_ATTR_DESCRIPTOR_SET_BINDING,  // [ordinal, type, flags]
  TERN_IREE_INPUT_ATTR_DESCRIPTOR_SET_LAYOUT,   // [ordinal, bindings...]
  TERN_IREE_INPUT_ATTR_DEVICE_TARGET,           // [name ident, dictionary or 0]
  TERN_IREE_INPUT_ATTR_EXECUTABLE_OBJECT,       // [path ident, data or 0]
  TERN_IREE_INPUT_ATTR_EXECUTABLE_OBJECTS,      // [target, array, target, array...]
  TERN_IREE_INPUT_ATTR_EXECUTABLE_TARGET,       // [backend ident, format ident, dictionary or 0]
  TERN_IREE_INPUT_ATTR_PIPELINE_LAYOUT,         // [push constants, set layouts...]
  TERN_IREE_INPUT_ATTR_COUNT
};
extern const tern_attr_row_t tern_iree_input_attrs[];

#endif  // TERN_DIALECT_IREE_INPUT_IREE_INPUT_H_
