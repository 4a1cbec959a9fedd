// transform: scripts that say which rewrites are applied to which ops of a program (the payload).
//
// Values of this dialect are handles: lists of payload ops, of payload values, or of attributes (parameters). The ops are run
// by src/transform/script/; this room has their syntax and what each does to its handles. Sources of the op set: upstream's
// transform dialect with its structured, loop, tensor, bufferization and debug extensions, and IREE's dispatch extension.

#ifndef TERN_DIALECT_TRANSFORM_TRANSFORM_H_
#define TERN_DIALECT_TRANSFORM_TRANSFORM_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_TRANSFORM_##ID,
#include "dialect/transform/transform_ops.def"
#undef OP
  TERN_TRANSFORM_OP_COUNT
};
extern const tern_op_row_t tern_transform_ops[];
extern const tern_dialect_t tern_transform_dialect;
#define TERN_TRANSFORM(ID) (&tern_transform_ops[TERN_TRANSFORM_##ID])

// What an op does to its handles (`extra` of its row; NULL: it reads all of them).
typedef struct tern_transform_effects {
  bool consumes[4];       // by operand group; the last entry is for all groups behind it
  bool modifies_payload;  // payload IR may be another afterwards
  bool is_matcher;        // may stand in a matcher of foreach_match and collect_matching
  bool is_pattern;        // stands in transform.apply_patterns, and is not run by itself
} tern_transform_effects_t;

static inline bool tern_is_transform(const tern_op_t *op) { return op->def->dialect == &tern_transform_dialect; }
const tern_transform_effects_t *tern_transform_effects_of(const tern_op_t *op);
// Does the op invalidate the handle given as operand `index`?
bool tern_transform_consumes(const tern_op_t *op, size_t index);

// --- types ---
enum {
  TERN_TRANSFORM_TYPE_ANY_OP,
  TERN_TRANSFORM_TYPE_OP,  // params [ident: name of the ops]
  TERN_TRANSFORM_TYPE_ANY_VALUE,
  TERN_TRANSFORM_TYPE_ANY_PARAM,
  TERN_TRANSFORM_TYPE_PARAM,  // params [type]
  TERN_TRANSFORM_TYPE_AFFINE_MAP,
  TERN_TRANSFORM_TYPE_TYPE,
  TERN_TRANSFORM_TYPE_COUNT
};
extern const tern_type_row_t tern_transform_types[];

// What a handle of this type is mapped to.
typedef enum tern_handle_kind {
  TERN_HANDLE_NONE,  // no type of this dialect
  TERN_HANDLE_OPS,
  TERN_HANDLE_VALUES,
  TERN_HANDLE_PARAMS
} tern_handle_kind_t;
tern_handle_kind_t tern_handle_kind(const tern_type_t *type);
static inline bool tern_type_is_transform(const tern_type_t *type, int which) {
  return type->kind == TERN_TYPE_DIALECT && type->row == &tern_transform_types[which];
}

// --- attributes ---
// #transform.param_operand<index = N>: stands for dynamic operand N in the options of apply_registered_pass. Params [index].
extern const tern_attr_row_t tern_transform_attrs[];
static inline bool tern_attr_is_param_operand(const tern_attr_t *attr) {
  return attr->kind == TERN_ATTR_DIALECT && attr->row == &tern_transform_attrs[0];
}

enum { TERN_TRANSFORM_PROPAGATE = 1, TERN_TRANSFORM_SUPPRESS = 2 };
enum { TERN_TRANSFORM_LINALG_OP, TERN_TRANSFORM_TILING_INTERFACE, TERN_TRANSFORM_LOOP_LIKE };

// Marks of arguments and modules.
#define TERN_TRANSFORM_CONSUMED "transform.consumed"
#define TERN_TRANSFORM_READONLY "transform.readonly"
#define TERN_TRANSFORM_WITH_NAMED_SEQUENCE "transform.with_named_sequence"
#define TERN_TRANSFORM_TARGET_TAG "transform.target_tag"

#endif  // TERN_DIALECT_TRANSFORM_TRANSFORM_H_
