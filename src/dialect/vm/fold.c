// Folds of vm: numbers, casts, comparisons and selections of constants, and what is known without them.

#include <math.h>
#include <string.h>

#include "dialect/vm/hooks.h"
#include "ir/context.h"

// --- constants ---

static bool is_zero_attr(const tern_attr_t *attr) {
  if (tern_attr_is_integer(attr)) return tern_integer_attr_value(attr) == 0;
  return tern_attr_is_float(attr) && attr->params[1] == 0;
}

tern_op_t *tern_vm_materialize_constant(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                        const tern_attr_t *loc) {
  static const struct {
    int value, zero;
  } rows[] = {[TERN_VM_NUMBER_I32] = {TERN_VM_CONST_I32, TERN_VM_CONST_I32_ZERO},
              [TERN_VM_NUMBER_I64] = {TERN_VM_CONST_I64, TERN_VM_CONST_I64_ZERO},
              [TERN_VM_NUMBER_F32] = {TERN_VM_CONST_F32, TERN_VM_CONST_F32_ZERO},
              [TERN_VM_NUMBER_F64] = {TERN_VM_CONST_F64, TERN_VM_CONST_F64_ZERO}};
  tern_op_state_t state = {.loc = loc, .result_types = TERN_TYPES(type)};
  if (tern_vm_type_is_ref(type)) {
    if (value->kind != TERN_ATTR_UNIT) return NULL;
    state.def = tern_op_def_of(context, TERN_VM(CONST_REF_ZERO));
    return tern_op_create(context, &state);
  }
  if (!tern_vm_type_is_value(type) || tern_attr_type(value) != type) return NULL;
  tern_vm_number_t number = tern_type_is_i(type, 32)      ? TERN_VM_NUMBER_I32
                            : tern_type_is_i(type, 64)    ? TERN_VM_NUMBER_I64
                            : type->kind == TERN_TYPE_F32 ? TERN_VM_NUMBER_F32
                                                          : TERN_VM_NUMBER_F64;
  bool is_zero = is_zero_attr(value);
  tern_named_attr_t attr = {"value", value};
  if (!is_zero) state.attrs = (tern_named_attrs_t){&attr, 1};
  state.def = tern_op_def_of(context, &tern_vm_ops[is_zero ? rows[number].zero : rows[number].value]);
  return tern_op_create(context, &state);
}

tern_fold_status_t tern_vm_fold_constant(tern_op_t *op, const tern_attr_t *const *operands,
                                         tern_fold_result_t *out_results) {
  (void)operands;
  out_results[0].attr = tern_op_attr(op, "value");
  return TERN_FOLD_REPLACED;
}

tern_fold_status_t tern_vm_fold_zero(tern_op_t *op, const tern_attr_t *const *operands,
                                     tern_fold_result_t *out_results) {
  const tern_type_t *type = op->results[0].type;
  (void)operands;
  out_results[0].attr = tern_vm_type_is_ref(type)    ? tern_unit_attr_get(type->context)
                        : tern_type_is_integer(type) ? tern_integer_attr_get(type, 0)
                                                     : tern_float_attr_get(type, 0);
  return TERN_FOLD_REPLACED;
}

// --- integers ---

typedef struct integer_args {
  int64_t a, b, c;  // sign-extended
  uint32_t width;
} integer_args_t;

static uint64_t low_bits(uint64_t value, uint32_t width) {
  return width >= 64 ? value : value & ((UINT64_C(1) << width) - 1);
}

static bool divide(tern_vm_operation_t operation, const integer_args_t *args, int64_t *out) {
  uint64_t a = low_bits((uint64_t)args->a, args->width), b = low_bits((uint64_t)args->b, args->width);
  int64_t least = args->width == 32 ? INT32_MIN : INT64_MIN;
  bool is_signed = operation == TERN_VM_FOLD_DIV_S || operation == TERN_VM_FOLD_REM_S;
  if (b == 0 || (is_signed && args->a == least && args->b == -1)) return false;
  switch (operation) {
    case TERN_VM_FOLD_DIV_S: *out = args->a / args->b; return true;
    case TERN_VM_FOLD_REM_S: *out = args->a % args->b; return true;
    case TERN_VM_FOLD_DIV_U: *out = (int64_t)(a / b); return true;
    default: *out = (int64_t)(a % b); return true;
  }
}

static bool shift(tern_vm_operation_t operation, const integer_args_t *args, int64_t *out) {
  uint32_t amount = (uint32_t)args->b & (args->width - 1);
  uint64_t a = low_bits((uint64_t)args->a, args->width);
  switch (operation) {
    case TERN_VM_FOLD_SHL: *out = (int64_t)(a << amount); return true;
    case TERN_VM_FOLD_SHR_U: *out = (int64_t)(a >> amount); return true;
    default: *out = args->a >> amount; return true;
  }
}

static bool compute_integer(tern_vm_operation_t operation, const integer_args_t *args, int64_t *out) {
  uint64_t a = low_bits((uint64_t)args->a, args->width), b = low_bits((uint64_t)args->b, args->width);
  switch (operation) {
    case TERN_VM_FOLD_ADD: *out = (int64_t)(a + b); return true;
    case TERN_VM_FOLD_SUB: *out = (int64_t)(a - b); return true;
    case TERN_VM_FOLD_MUL: *out = (int64_t)(a * b); return true;
    case TERN_VM_FOLD_FMA: *out = (int64_t)(a * b + (uint64_t)args->c); return true;
    case TERN_VM_FOLD_MIN_S: *out = args->a < args->b ? args->a : args->b; return true;
    case TERN_VM_FOLD_MAX_S: *out = args->a > args->b ? args->a : args->b; return true;
    case TERN_VM_FOLD_MIN_U: *out = (int64_t)(a < b ? a : b); return true;
    case TERN_VM_FOLD_MAX_U: *out = (int64_t)(a > b ? a : b); return true;
    case TERN_VM_FOLD_AND: *out = (int64_t)(a & b); return true;
    case TERN_VM_FOLD_OR: *out = (int64_t)(a | b); return true;
    case TERN_VM_FOLD_XOR: *out = (int64_t)(a ^ b); return true;
    case TERN_VM_FOLD_ABS: *out = (int64_t)(args->a < 0 ? 0 - (uint64_t)args->a : (uint64_t)args->a); return true;
    case TERN_VM_FOLD_NOT: *out = ~args->a; return true;
    case TERN_VM_FOLD_CTLZ:
      *out = a == 0 ? (int64_t)args->width : (int64_t)(__builtin_clzll(a) - (64 - (int)args->width));
      return true;
    case TERN_VM_FOLD_DIV_S:
    case TERN_VM_FOLD_DIV_U:
    case TERN_VM_FOLD_REM_S:
    case TERN_VM_FOLD_REM_U: return divide(operation, args, out);
    case TERN_VM_FOLD_SHL:
    case TERN_VM_FOLD_SHR_S:
    case TERN_VM_FOLD_SHR_U: return shift(operation, args, out);
    default: return false;
  }
}

// --- floats: in double, then rounded; exact for one operation on f32 ---

static bool compute_float(tern_vm_operation_t operation, double a, double b, bool is_f32, double *out) {
  switch (operation) {
    case TERN_VM_FOLD_FADD: *out = is_f32 ? (double)((float)a + (float)b) : a + b; return true;
    case TERN_VM_FOLD_FSUB: *out = is_f32 ? (double)((float)a - (float)b) : a - b; return true;
    case TERN_VM_FOLD_FMUL: *out = is_f32 ? (double)((float)a * (float)b) : a * b; return true;
    case TERN_VM_FOLD_FDIV: *out = is_f32 ? (double)((float)a / (float)b) : a / b; return true;
    case TERN_VM_FOLD_FREM: *out = fmod(a, b); return true;
    case TERN_VM_FOLD_FMIN:
    case TERN_VM_FOLD_FMAX:
      if (isnan(a) || isnan(b) || (a == 0 && b == 0)) return false;
      *out = (operation == TERN_VM_FOLD_FMIN) == (a < b) ? a : b;
      return true;
    case TERN_VM_FOLD_FABS: *out = fabs(a); return true;
    case TERN_VM_FOLD_FNEG: *out = -a; return true;
    case TERN_VM_FOLD_FCEIL: *out = ceil(a); return true;
    case TERN_VM_FOLD_FFLOOR: *out = floor(a); return true;
    case TERN_VM_FOLD_FROUND: *out = round(a); return true;
    case TERN_VM_FOLD_FROUND_EVEN: *out = nearbyint(a); return true;
    case TERN_VM_FOLD_FSQRT: *out = is_f32 ? (double)sqrtf((float)a) : sqrt(a); return true;
    default: return false;
  }
}

// What an operand is enough to know: x + 0, x * 1, x - x and the like. Returns the value, or NULL.
static tern_value_t *fold_identity(tern_op_t *op, tern_vm_operation_t operation, const tern_attr_t *rhs) {
  if (op->operand_count != 2) return NULL;
  tern_value_t *a = tern_op_operand(op, 0), *b = tern_op_operand(op, 1);
  bool is_integer = tern_attr_is_integer(rhs);
  int64_t value = is_integer ? tern_integer_attr_value(rhs) : 2;
  switch (operation) {
    case TERN_VM_FOLD_ADD:
    case TERN_VM_FOLD_SUB:
    case TERN_VM_FOLD_XOR:
    case TERN_VM_FOLD_SHL:
    case TERN_VM_FOLD_SHR_S:
    case TERN_VM_FOLD_SHR_U: return value == 0 ? a : NULL;
    case TERN_VM_FOLD_MUL:
    case TERN_VM_FOLD_DIV_S:
    case TERN_VM_FOLD_DIV_U: return value == 1 ? a : NULL;
    case TERN_VM_FOLD_AND: return a == b || value == -1 ? a : NULL;
    case TERN_VM_FOLD_OR: return a == b || value == 0 ? a : NULL;
    case TERN_VM_FOLD_MIN_S:
    case TERN_VM_FOLD_MIN_U:
    case TERN_VM_FOLD_MAX_S:
    case TERN_VM_FOLD_MAX_U: return a == b ? a : NULL;
    default: return NULL;
  }
}

static bool are_all(const tern_attr_t *const *operands, size_t count, tern_attr_kind_t kind) {
  for (size_t i = 0; i < count; ++i) {
    if (!operands[i] || operands[i]->kind != kind) return false;
  }
  return count > 0;
}

tern_fold_status_t tern_vm_fold_number(tern_op_t *op, const tern_attr_t *const *operands,
                                       tern_fold_result_t *out_results) {
  const tern_vm_fold_t *fold = op->def->row->extra;
  const tern_type_t *type = op->results[0].type;
  size_t count = op->operand_count;
  if (are_all(operands, count, TERN_ATTR_INTEGER) && tern_type_is_integer(type)) {
    integer_args_t args = {.a = tern_integer_attr_value(operands[0]), .width = tern_type_bit_width(type)};
    int64_t result;
    if (count > 1) args.b = tern_integer_attr_value(operands[1]);
    if (count > 2) args.c = tern_integer_attr_value(operands[2]);
    if (!compute_integer(fold->operation, &args, &result)) return TERN_FOLD_FAILED;
    out_results[0].attr = tern_integer_attr_get(type, result);
    return TERN_FOLD_REPLACED;
  }
  if (are_all(operands, count, TERN_ATTR_FLOAT)) {
    double result, b = count > 1 ? tern_float_attr_value(operands[1]) : 0;
    bool is_f32 = type->kind == TERN_TYPE_F32;
    if (!compute_float(fold->operation, tern_float_attr_value(operands[0]), b, is_f32, &result)) {
      return TERN_FOLD_FAILED;
    }
    if (isnan(result)) return TERN_FOLD_FAILED;  // the bits are the machine's
    out_results[0].attr = tern_float_attr_get(type, result);
    return TERN_FOLD_REPLACED;
  }
  out_results[0].value = fold_identity(op, fold->operation, count > 1 ? operands[1] : NULL);
  return out_results[0].value ? TERN_FOLD_REPLACED : TERN_FOLD_FAILED;
}

// --- casts ---

static int64_t extend(int64_t value, uint32_t width, bool is_signed) {
  uint64_t bits = low_bits((uint64_t)value, width);
  if (!is_signed || width >= 64) return (int64_t)bits;
  uint64_t sign = UINT64_C(1) << (width - 1);
  return (int64_t)((bits ^ sign) - sign);
}

static bool cast_integer(tern_vm_operation_t operation, int64_t value, int64_t *out) {
  switch (operation) {
    case TERN_VM_FOLD_TRUNC_8: *out = extend(value, 8, false); return true;
    case TERN_VM_FOLD_TRUNC_16: *out = extend(value, 16, false); return true;
    case TERN_VM_FOLD_TRUNC_32: *out = value; return true;
    case TERN_VM_FOLD_EXT_8_S: *out = extend(value, 8, true); return true;
    case TERN_VM_FOLD_EXT_8_U: *out = extend(value, 8, false); return true;
    case TERN_VM_FOLD_EXT_16_S: *out = extend(value, 16, true); return true;
    case TERN_VM_FOLD_EXT_16_U: *out = extend(value, 16, false); return true;
    case TERN_VM_FOLD_EXT_32_S: *out = extend(value, 32, true); return true;
    case TERN_VM_FOLD_EXT_32_U: *out = extend(value, 32, false); return true;
    default: return false;
  }
}

static const tern_attr_t *cast_to_float(bool is_signed, const tern_attr_t *value, const tern_type_t *type) {
  int64_t number = tern_integer_attr_value(value);
  uint64_t bits = low_bits((uint64_t)number, tern_type_bit_width(tern_attr_type(value)));
  if (type->kind == TERN_TYPE_F32) {
    return tern_float_attr_get(type, is_signed ? (double)(float)number : (double)(float)bits);
  }
  return tern_float_attr_get(type, is_signed ? (double)number : (double)bits);
}

static const tern_attr_t *cast_to_integer(bool is_signed, double value, const tern_type_t *type) {
  bool is_wide = tern_type_bit_width(type) == 64;
  double least = !is_signed ? 0 : is_wide ? -0x1p63 : -0x1p31;
  double bound = is_wide ? (is_signed ? 0x1p63 : 0x1p64) : (is_signed ? 0x1p31 : 0x1p32);
  if (isnan(value)) return tern_integer_attr_get(type, 0);
  value = trunc(value);
  if (value < least) return tern_integer_attr_get(type, is_signed ? (is_wide ? INT64_MIN : INT32_MIN) : 0);
  if (value >= bound) return tern_integer_attr_get(type, is_signed ? (is_wide ? INT64_MAX : INT32_MAX) : -1);
  return tern_integer_attr_get(type, is_signed ? (int64_t)value : (int64_t)(uint64_t)value);
}

tern_fold_status_t tern_vm_fold_cast(tern_op_t *op, const tern_attr_t *const *operands,
                                     tern_fold_result_t *out_results) {
  const tern_vm_fold_t *fold = op->def->row->extra;
  const tern_type_t *type = op->results[0].type;
  const tern_attr_t *value = operands[0];
  const tern_attr_t *result = NULL;
  int64_t number;
  if (tern_attr_is_integer(value)) {
    if (cast_integer(fold->operation, tern_integer_attr_value(value), &number)) {
      result = tern_integer_attr_get(type, number);
    } else if (fold->operation == TERN_VM_FOLD_INT_TO_F_S || fold->operation == TERN_VM_FOLD_INT_TO_F_U) {
      result = cast_to_float(fold->operation == TERN_VM_FOLD_INT_TO_F_S, value, type);
    } else if (fold->operation == TERN_VM_FOLD_BITCAST) {
      uint64_t bits = low_bits((uint64_t)tern_integer_attr_value(value), tern_type_bit_width(type));
      result = tern_float_attr_get_bits(type, &bits);
    }
  } else if (tern_attr_is_float(value)) {
    if (fold->operation == TERN_VM_FOLD_F_TO_INT_S || fold->operation == TERN_VM_FOLD_F_TO_INT_U) {
      result = cast_to_integer(fold->operation == TERN_VM_FOLD_F_TO_INT_S, tern_float_attr_value(value), type);
    } else if (fold->operation == TERN_VM_FOLD_BITCAST) {
      result = tern_integer_attr_get(type, (int64_t)value->params[1]);
    } else if (!isnan(tern_float_attr_value(value))) {
      result = tern_float_attr_get(type, tern_float_attr_value(value));
    }
  }
  out_results[0].attr = result;
  return result ? TERN_FOLD_REPLACED : TERN_FOLD_FAILED;
}

// --- comparisons ---

static int compare_integers(tern_vm_operation_t operation, const tern_attr_t *lhs, const tern_attr_t *rhs) {
  int64_t a = tern_integer_attr_value(lhs), b = rhs ? tern_integer_attr_value(rhs) : 0;
  uint32_t width = tern_type_bit_width(tern_attr_type(lhs));
  uint64_t x = low_bits((uint64_t)a, width), y = low_bits((uint64_t)b, width);
  switch (operation) {
    case TERN_VM_FOLD_EQ: return a == b;
    case TERN_VM_FOLD_NE:
    case TERN_VM_FOLD_NZ: return a != b;
    case TERN_VM_FOLD_LT_S: return a < b;
    case TERN_VM_FOLD_LT_U: return x < y;
    case TERN_VM_FOLD_LTE_S: return a <= b;
    case TERN_VM_FOLD_LTE_U: return x <= y;
    case TERN_VM_FOLD_GT_S: return a > b;
    case TERN_VM_FOLD_GT_U: return x > y;
    case TERN_VM_FOLD_GTE_S: return a >= b;
    case TERN_VM_FOLD_GTE_U: return x >= y;
    default: return -1;
  }
}

static int compare_floats(tern_vm_operation_t operation, double a, double b) {
  bool is_nan = isnan(a) || isnan(b);
  switch (operation) {
    case TERN_VM_FOLD_FEQ_O: return !is_nan && a == b;
    case TERN_VM_FOLD_FEQ_U: return is_nan || a == b;
    case TERN_VM_FOLD_FNE_O:
    case TERN_VM_FOLD_FNZ_O: return !is_nan && a != b;
    case TERN_VM_FOLD_FNE_U:
    case TERN_VM_FOLD_FNZ_U: return is_nan || a != b;
    case TERN_VM_FOLD_FLT_O: return a < b;
    case TERN_VM_FOLD_FLT_U: return is_nan || a < b;
    case TERN_VM_FOLD_FLTE_O: return a <= b;
    case TERN_VM_FOLD_FLTE_U: return is_nan || a <= b;
    case TERN_VM_FOLD_FGT_O: return a > b;
    case TERN_VM_FOLD_FGT_U: return is_nan || a > b;
    case TERN_VM_FOLD_FGTE_O: return a >= b;
    case TERN_VM_FOLD_FGTE_U: return is_nan || a >= b;
    case TERN_VM_FOLD_FNAN: return is_nan;
    default: return -1;
  }
}

// Of one integer or reference with itself; -1: not known.
static int compare_same(const tern_op_t *op, tern_vm_operation_t operation) {
  if (op->operand_count != 2 || tern_op_operand(op, 0) != tern_op_operand(op, 1)) return -1;
  if (tern_vm_type_is_ref(tern_op_operand(op, 0)->type)) return tern_op_is(op, TERN_VM(CMP_EQ_REF));
  switch (operation) {
    case TERN_VM_FOLD_EQ:
    case TERN_VM_FOLD_LTE_S:
    case TERN_VM_FOLD_LTE_U:
    case TERN_VM_FOLD_GTE_S:
    case TERN_VM_FOLD_GTE_U: return 1;
    case TERN_VM_FOLD_NE:
    case TERN_VM_FOLD_LT_S:
    case TERN_VM_FOLD_LT_U:
    case TERN_VM_FOLD_GT_S:
    case TERN_VM_FOLD_GT_U: return 0;
    default: return -1;
  }
}

tern_fold_status_t tern_vm_fold_compare(tern_op_t *op, const tern_attr_t *const *operands,
                                        tern_fold_result_t *out_results) {
  const tern_vm_fold_t *fold = op->def->row->extra;
  const tern_attr_t *rhs = op->operand_count > 1 ? operands[1] : NULL;
  int result = compare_same(op, fold->operation);
  if (are_all(operands, op->operand_count, TERN_ATTR_INTEGER)) {
    result = compare_integers(fold->operation, operands[0], rhs);
  } else if (are_all(operands, op->operand_count, TERN_ATTR_FLOAT)) {
    result = compare_floats(fold->operation, tern_float_attr_value(operands[0]), rhs ? tern_float_attr_value(rhs) : 0);
  } else if (tern_op_is(op, TERN_VM(CMP_NZ_REF)) && operands[0]) {
    result = 0;
  }
  if (result < 0) return TERN_FOLD_FAILED;
  out_results[0].attr = tern_integer_attr_get(op->results[0].type, result);
  return TERN_FOLD_REPLACED;
}

// --- selection and references ---

tern_fold_status_t tern_vm_fold_select(tern_op_t *op, const tern_attr_t *const *operands,
                                       tern_fold_result_t *out_results) {
  tern_value_t *yes = tern_op_operand(op, 1), *no = tern_op_operand(op, 2);
  if (tern_attr_is_integer(operands[0])) {
    out_results[0].value = tern_integer_attr_value(operands[0]) ? yes : no;
  } else if (yes == no) {
    out_results[0].value = yes;
  }
  return out_results[0].value ? TERN_FOLD_REPLACED : TERN_FOLD_FAILED;
}

tern_fold_status_t tern_vm_fold_switch(tern_op_t *op, const tern_attr_t *const *operands,
                                       tern_fold_result_t *out_results) {
  bool is_same = true;
  for (size_t i = 2; i < op->operand_count; ++i) is_same = is_same && tern_op_operand(op, i) == tern_op_operand(op, 1);
  if (is_same) {
    out_results[0].value = tern_op_operand(op, 1);
  } else if (tern_attr_is_integer(operands[0])) {
    int64_t index = tern_integer_attr_value(operands[0]);
    bool is_inside = index >= 0 && index < (int64_t)op->operand_count - 2;
    out_results[0].value = tern_op_operand(op, is_inside ? (size_t)index + 2 : 1);
  }
  return out_results[0].value ? TERN_FOLD_REPLACED : TERN_FOLD_FAILED;
}

tern_fold_status_t tern_vm_fold_same_type(tern_op_t *op, const tern_attr_t *const *operands,
                                          tern_fold_result_t *out_results) {
  (void)operands;
  if (tern_op_operand(op, 0)->type != op->results[0].type) return TERN_FOLD_FAILED;
  out_results[0].value = tern_op_operand(op, 0);
  return TERN_FOLD_REPLACED;
}

// There and back again is the value itself; a null is a null of any type.
tern_fold_status_t tern_vm_fold_cast_ref(tern_op_t *op, const tern_attr_t *const *operands,
                                         tern_fold_result_t *out_results) {
  tern_value_t *value = tern_op_operand(op, 0);
  const tern_op_t *source = tern_value_defining_op(value);
  if (operands[0] && operands[0]->kind == TERN_ATTR_UNIT) {
    out_results[0].attr = operands[0];
    return TERN_FOLD_REPLACED;
  }
  bool is_cast = source && (tern_op_is(source, TERN_VM(CAST_ANY_REF)) || tern_op_is(source, TERN_VM(CAST_REF_ANY)));
  if (value->type == op->results[0].type) {
    out_results[0].value = value;
  } else if (is_cast && tern_op_is(source, TERN_VM(CAST_REF_ANY)) &&
             tern_op_operand(source, 0)->type == op->results[0].type) {
    out_results[0].value = tern_op_operand(source, 0);
  }
  return out_results[0].value ? TERN_FOLD_REPLACED : TERN_FOLD_FAILED;
}
