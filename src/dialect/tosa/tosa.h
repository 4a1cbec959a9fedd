// tosa: the Tensor Operator Set Architecture, version 1.0.
//
// The spelling of 2023 and 2024 (attributes where today's ops have operands for shapes and zero points) is brought up to
// date while it is read: upgrade.c.

#ifndef TERN_DIALECT_TOSA_TOSA_H_
#define TERN_DIALECT_TOSA_TOSA_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_TOSA_##ID,
#include "dialect/tosa/tosa_ops.def"
#undef OP
  TERN_TOSA_OP_COUNT
};

extern const tern_op_row_t tern_tosa_ops[];
extern const tern_dialect_t tern_tosa_dialect;

#define TERN_TOSA(ID) (&tern_tosa_ops[TERN_TOSA_##ID])

static inline bool tern_is_tosa(const tern_op_t *op) {
  return op->def->row >= tern_tosa_ops && op->def->row < tern_tosa_ops + TERN_TOSA_OP_COUNT;
}
// Which op it is: a TERN_TOSA_*, or -1.
static inline int tern_tosa_id(const tern_op_t *op) {
  return tern_is_tosa(op) ? (int)(op->def->row - tern_tosa_ops) : -1;
}

typedef enum tern_tosa_enum {
  TERN_TOSA_ENUM_NAN_MODE,
  TERN_TOSA_ENUM_RESIZE_MODE,
  TERN_TOSA_ENUM_ROUNDING_MODE,
  TERN_TOSA_ENUM_BLOCK_SIZE,
  TERN_TOSA_ENUM_COUNT
} tern_tosa_enum_t;
extern const tern_enum_row_t tern_tosa_enums[];
#define TERN_TOSA_ENUM(ID) (&tern_tosa_enums[TERN_TOSA_ENUM_##ID])

enum { TERN_TOSA_NAN_PROPAGATE = 1, TERN_TOSA_NAN_IGNORE = 2 };
enum { TERN_TOSA_NEAREST_NEIGHBOR = 1, TERN_TOSA_BILINEAR = 2 };
enum { TERN_TOSA_SINGLE_ROUND = 1, TERN_TOSA_INEXACT_ROUND = 2, TERN_TOSA_DOUBLE_ROUND = 3 };

// !tosa.shape<rank>.
const tern_type_t *tern_tosa_shape_type_get(tern_context_t *context, int64_t rank);
bool tern_tosa_is_shape_type(const tern_type_t *type);
static inline int64_t tern_tosa_shape_type_rank(const tern_type_t *type) { return (int64_t)type->params[0]; }

// Attributes with the value they have when they are absent.
int64_t tern_tosa_int(const tern_op_t *op, const char *name, int64_t otherwise);
int64_t tern_tosa_enum_value(const tern_op_t *op, const char *name, int64_t otherwise);
bool tern_tosa_ignores_nan(const tern_op_t *op);
// The numbers of a constant shape (or of any constant list of integers); false if `value` is no constant.
bool tern_tosa_constant_list(const tern_value_t *value, int64_t *out_values, size_t capacity, size_t *out_count);

// The spelling of 2023-24; see asm/legacy.h.
void tern_tosa_register_legacy(tern_context_t *context);

#endif  // TERN_DIALECT_TOSA_TOSA_H_
