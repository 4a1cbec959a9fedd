// arith: integer and floating-point arithmetic.

#ifndef TERN_DIALECT_ARITH_ARITH_H_
#define TERN_DIALECT_ARITH_ARITH_H_

#include "ir/op_def.h"
#include "rewrite/builder.h"

enum {
#define OP(ID, ...) TERN_ARITH_##ID,
#include "dialect/arith/arith_ops.def"
#undef OP
  TERN_ARITH_OP_COUNT
};

extern const tern_op_row_t tern_arith_ops[];
extern const tern_dialect_t tern_arith_dialect;

#define TERN_ARITH(ID) (&tern_arith_ops[TERN_ARITH_##ID])

// Values of the `predicate` attributes and flags.
typedef enum tern_cmpi_predicate {
  TERN_CMPI_EQ,
  TERN_CMPI_NE,
  TERN_CMPI_SLT,
  TERN_CMPI_SLE,
  TERN_CMPI_SGT,
  TERN_CMPI_SGE,
  TERN_CMPI_ULT,
  TERN_CMPI_ULE,
  TERN_CMPI_UGT,
  TERN_CMPI_UGE,
} tern_cmpi_predicate_t;

typedef enum tern_cmpf_predicate {
  TERN_CMPF_FALSE,
  TERN_CMPF_OEQ,
  TERN_CMPF_OGT,
  TERN_CMPF_OGE,
  TERN_CMPF_OLT,
  TERN_CMPF_OLE,
  TERN_CMPF_ONE,
  TERN_CMPF_ORD,
  TERN_CMPF_UEQ,
  TERN_CMPF_UGT,
  TERN_CMPF_UGE,
  TERN_CMPF_ULT,
  TERN_CMPF_ULE,
  TERN_CMPF_UNE,
  TERN_CMPF_UNO,
  TERN_CMPF_TRUE,
} tern_cmpf_predicate_t;

enum { TERN_OVERFLOW_NSW = 1, TERN_OVERFLOW_NUW = 2 };
enum {
  TERN_FASTMATH_REASSOC = 1,
  TERN_FASTMATH_NNAN = 2,
  TERN_FASTMATH_NINF = 4,
  TERN_FASTMATH_NSZ = 8,
  TERN_FASTMATH_ARCP = 16,
  TERN_FASTMATH_CONTRACT = 32,
  TERN_FASTMATH_AFN = 64,
  TERN_FASTMATH_FAST = 127,
};

// The enums of the dialect, by name; see tern_enum_attr_get.
typedef enum tern_arith_enum {
  TERN_ARITH_ENUM_CMPI_PREDICATE,
  TERN_ARITH_ENUM_CMPF_PREDICATE,
  TERN_ARITH_ENUM_FASTMATH,
  TERN_ARITH_ENUM_OVERFLOW,
  TERN_ARITH_ENUM_ROUNDING_MODE,
  TERN_ARITH_ENUM_ATOMIC_RMW_KIND,
  TERN_ARITH_ENUM_COUNT
} tern_arith_enum_t;
extern const tern_enum_row_t tern_arith_enums[];
#define TERN_ARITH_ENUM(ID) (&tern_arith_enums[TERN_ARITH_ENUM_##ID])

// The predicate that holds exactly where `predicate` does not.
tern_cmpi_predicate_t tern_cmpi_predicate_invert(tern_cmpi_predicate_t predicate);
// The predicate with its operands exchanged: slt gives sgt.
tern_cmpi_predicate_t tern_cmpi_predicate_swap(tern_cmpi_predicate_t predicate);

// Constants at the builder. `type` may be shaped (then a splat).
tern_value_t *tern_arith_constant(tern_builder_t *builder, const tern_attr_t *value);
tern_value_t *tern_arith_constant_index(tern_builder_t *builder, int64_t value);
tern_value_t *tern_arith_constant_int(tern_builder_t *builder, const tern_type_t *type, int64_t value);
tern_value_t *tern_arith_constant_float(tern_builder_t *builder, const tern_type_t *type, double value);
tern_value_t *tern_arith_constant_bool(tern_builder_t *builder, bool value);
// The zero of an integer, index, float or shaped type, NULL for others.
const tern_attr_t *tern_arith_zero_attr(const tern_type_t *type);
// `lhs predicate rhs`.
tern_value_t *tern_arith_cmpi(tern_builder_t *builder, tern_cmpi_predicate_t predicate, tern_value_t *lhs,
                              tern_value_t *rhs);
tern_value_t *tern_arith_cmpf(tern_builder_t *builder, tern_cmpf_predicate_t predicate, tern_value_t *lhs,
                              tern_value_t *rhs);
// True if `value` is a constant integer or index (or a splat of one); gives its sign-extended low 64 bits.
bool tern_value_constant_int(const tern_value_t *value, int64_t *out_value);

// acc + a * b with the product, of the same block and used nowhere else, and a block argument as `acc`, whose operand number
// goes to `out_addend`: the product, or NULL. Such sums of reductions may become fused multiply-adds.
tern_op_t *tern_arith_fused_product(const tern_op_t *op, size_t *out_addend);

#endif  // TERN_DIALECT_ARITH_ARITH_H_
