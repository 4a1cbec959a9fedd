// math on scalars to vm: ops that have a twin. What has none is expanded by --math-expand-ops and
// --math-polynomial-approximation before.

#include "convert/vm/to_vm.h"
#include "dialect/math/math.h"
#include "ir/context.h"

typedef struct twin {
  const tern_op_row_t *row;
  int i32, i64, f32, f64;
} twin_t;

#define FLOAT(ID) {TERN_MATH(ID), -1, -1, TERN_VM_##ID##_F32, TERN_VM_##ID##_F64}
static const twin_t twins[] = {
    FLOAT(ATAN),
    FLOAT(ATAN2),
    FLOAT(CEIL),
    FLOAT(COS),
    FLOAT(ERF),
    FLOAT(EXP),
    FLOAT(EXP2),
    FLOAT(EXPM1),
    FLOAT(FLOOR),
    FLOAT(FMA),
    FLOAT(LOG),
    FLOAT(LOG10),
    FLOAT(LOG1P),
    FLOAT(LOG2),
    FLOAT(ROUND),
    FLOAT(RSQRT),
    FLOAT(SIN),
    FLOAT(SQRT),
    FLOAT(TANH),
    {TERN_MATH(ABSF), -1, -1, TERN_VM_ABS_F32, TERN_VM_ABS_F64},
    {TERN_MATH(POWF), -1, -1, TERN_VM_POW_F32, TERN_VM_POW_F64},
    {TERN_MATH(ROUNDEVEN), -1, -1, TERN_VM_ROUND_F32_EVEN, TERN_VM_ROUND_F64_EVEN},
    {TERN_MATH(ABSI), TERN_VM_ABS_I32, TERN_VM_ABS_I64, -1, -1},
};

static bool convert_twin(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *type = op->results[0].type, *held = tern_vm_convert_type(type);
  if (!held) return false;
  const twin_t *twin = twins;
  while (!tern_op_is(op, twin->row)) ++twin;
  int id = tern_vm_by_type(held, (const int[]){twin->i32, twin->i64, twin->f32, twin->f64, -1});
  if (id < 0) return false;
  tern_value_t *first = operands.values[0];
  if (tern_type_is_int_or_index(type)) first = tern_vm_extend(b, first, type, true);
  tern_value_t *values[3] = {first, operands.count > 1 ? operands.values[1] : NULL,
                             operands.count > 2 ? operands.values[2] : NULL};
  tern_value_t *result = tern_vm_build(b, id, held, (tern_values_t){values, operands.count});
  return tern_conversion_replace_value(conversion, op, result);
}

// Leading zeros of the extended value, less those of the extension.
static bool convert_ctlz(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *type = op->results[0].type, *held = tern_vm_convert_type(type);
  if (!held || !tern_type_is_int_or_index(type)) return false;
  bool is_wide = tern_integer_type_width(held) == 64;
  uint32_t own = is_wide ? 64 : 32, width = tern_type_bit_width(type);
  tern_value_t *value = tern_vm_extend(b, operands.values[0], type, false);
  value = tern_vm_build(b, is_wide ? TERN_VM_CTLZ_I64 : TERN_VM_CTLZ_I32, held, TERN_VALUES(value));
  if (width < own) {
    tern_value_t *extra = tern_vm_build_int(b, held, (int64_t)(own - width));
    value = tern_vm_build(b, is_wide ? TERN_VM_SUB_I64 : TERN_VM_SUB_I32, held, TERN_VALUES(value, extra));
  }
  return tern_conversion_replace_value(conversion, op, value);
}

static bool convert_fpowi(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *type = op->results[0].type, *exponent = tern_op_operand(op, 1)->type;
  bool is_right = (type->kind == TERN_TYPE_F32 || type->kind == TERN_TYPE_F64) && tern_vm_convert_type(exponent);
  if (!is_right) return false;
  tern_value_t *power = tern_vm_extend(b, operands.values[1], exponent, true);
  power = tern_vm_resize(b, power, tern_i_type_get(b->context, 64), true);
  int id = type->kind == TERN_TYPE_F64 ? TERN_VM_FPOWI_F64 : TERN_VM_FPOWI_F32;
  tern_conversion_replace(conversion, op,
                          TERN_VALUES(tern_vm_build(b, id, type, TERN_VALUES(operands.values[0], power))));
  return true;
}

static bool convert_isnan(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  if (type->kind != TERN_TYPE_F32 && type->kind != TERN_TYPE_F64) return false;
  int id = type->kind == TERN_TYPE_F64 ? TERN_VM_CMP_NAN_F64 : TERN_VM_CMP_NAN_F32;
  return tern_conversion_replace_value(conversion, op, tern_vm_build(b, id, tern_i_type_get(b->context, 32), operands));
}

#define PATTERN(ID, REWRITE) {#ID, TERN_MATH(ID), 1, REWRITE}
const tern_conversion_pattern_t tern_math_to_vm_patterns[] = {
    PATTERN(ABSF, convert_twin),      PATTERN(ABSI, convert_twin),   PATTERN(ATAN, convert_twin),
    PATTERN(ATAN2, convert_twin),     PATTERN(CEIL, convert_twin),   PATTERN(COS, convert_twin),
    PATTERN(ERF, convert_twin),       PATTERN(EXP, convert_twin),    PATTERN(EXP2, convert_twin),
    PATTERN(EXPM1, convert_twin),     PATTERN(FLOOR, convert_twin),  PATTERN(FMA, convert_twin),
    PATTERN(LOG, convert_twin),       PATTERN(LOG10, convert_twin),  PATTERN(LOG1P, convert_twin),
    PATTERN(LOG2, convert_twin),      PATTERN(POWF, convert_twin),   PATTERN(ROUND, convert_twin),
    PATTERN(ROUNDEVEN, convert_twin), PATTERN(RSQRT, convert_twin),  PATTERN(SIN, convert_twin),
    PATTERN(SQRT, convert_twin),      PATTERN(TANH, convert_twin),   PATTERN(CTLZ, convert_ctlz),
    PATTERN(FPOWI, convert_fpowi),    PATTERN(ISNAN, convert_isnan), {0},
};
