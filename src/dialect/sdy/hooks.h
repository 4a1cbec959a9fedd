// What the files of sdy have in common.

#ifndef TERN_DIALECT_SDY_HOOKS_H_
#define TERN_DIALECT_SDY_HOOKS_H_

#include "bytecode/dialect_encoding.h"

// Kinds of attributes. Those behind AXIS_REF occur in others only, and in bytecode.
typedef enum tern_sdy_attr {
  TERN_SDY_MESH_ATTR,
  TERN_SDY_SHARDING_ATTR,
  TERN_SDY_PER_VALUE_ATTR,
  TERN_SDY_RULE_ATTR,
  TERN_SDY_MANUAL_AXES_ATTR,
  TERN_SDY_AXIS_REF_ATTR,
  TERN_SDY_MESH_AXIS_ATTR,
  TERN_SDY_SUB_AXIS_ATTR,
  TERN_SDY_DIMENSION_ATTR,
  TERN_SDY_DIM_MAPPING_ATTR,
  TERN_SDY_TENSOR_MAPPING_ATTR,
  TERN_SDY_ATTR_COUNT
} tern_sdy_attr_t;

// An attribute of a kind, by the text that it is kept as.
const tern_attr_t *tern_sdy_attr_get(tern_context_t *context, tern_sdy_attr_t kind, tern_str_t text);
// The text of one; empty for what is none of that kind.
tern_str_t tern_sdy_attr_text(const tern_attr_t *attr, tern_sdy_attr_t kind);

extern const tern_dialect_encoding_t tern_sdy_encoding;

#endif  // TERN_DIALECT_SDY_HOOKS_H_
