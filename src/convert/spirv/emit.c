// What the conversions to spirv share: constants, vectors, and integer and float operations that take more than one
// instruction.

#include "convert/spirv/emit.h"

#include "dialect/arith/arith.h"
#include "dialect/memref/memref.h"
#include "dialect/spirv/types.h"
#include "dialect/vector/vector.h"

bool tern_spirv_is_value_type(const tern_type_t *type) {
  if (is_vector(type)) {
    if (tern_type_rank(type) != 1 || tern_vector_type_scalable_mask(type) != 0) return false;
    int64_t lanes = tern_type_dim(type, 0);
    if (lanes != 2 && lanes != 3 && lanes != 4 && lanes != 8 && lanes != 16) return false;
    type = tern_type_element(type);
  }
  if (type->kind == TERN_TYPE_BF16) return true;
  uint32_t width = tern_type_bit_width(type);
  if (tern_type_is_float(type))
    return type->kind == TERN_TYPE_F16 || type->kind == TERN_TYPE_F32 || type->kind == TERN_TYPE_F64;
  return tern_type_is_integer(type) && (width == 1 || width == 8 || width == 16 || width == 32 || width == 64);
}

bool tern_spirv_carries_narrow_integers(const tern_op_t *op) {
  static const tern_op_row_t *const rows[] = {
      TERN_ARITH(CONSTANT),       TERN_ARITH(EXTSI),
      TERN_ARITH(EXTUI),          TERN_ARITH(INDEX_CAST),
      TERN_ARITH(INDEX_CASTUI),   TERN_ARITH(SELECT),
      TERN_ARITH(TRUNCI),         TERN_MEMREF(LOAD),
      TERN_MEMREF(STORE),         TERN_VECTOR(BROADCAST),
      TERN_VECTOR(DEINTERLEAVE),  TERN_VECTOR(EXTRACT),
      TERN_VECTOR(FROM_ELEMENTS), TERN_VECTOR(EXTRACT_STRIDED_SLICE),
      TERN_VECTOR(INSERT),        TERN_VECTOR(INSERT_STRIDED_SLICE),
      TERN_VECTOR(INTERLEAVE),    TERN_VECTOR(LOAD),
      TERN_VECTOR(SHAPE_CAST),    TERN_VECTOR(SHUFFLE),
      TERN_VECTOR(STORE),         TERN_VECTOR(TO_ELEMENTS),
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, rows[i])) return true;
  }
  tern_str_t name = tern_op_name(op);
  return tern_str_starts_with(name, TERN_STR("scf.")) || tern_str_starts_with(name, TERN_STR("func.")) ||
         tern_str_equal_cstr(name, "ub.poison");
}

static bool keeps_width(const tern_op_t *op, const tern_type_t *from, const tern_type_t *to) {
  const tern_type_t *element = tern_type_element(from);
  if (tern_type_is_index(element)) return true;
  if (tern_spirv_is_narrow_integer(from) && tern_type_is_i(tern_type_element(to), 32)) {
    return tern_spirv_carries_narrow_integers(op);
  }
  return tern_type_bit_width(element) == width_of(to) &&
         tern_type_is_float(element) == tern_type_is_float(tern_type_element(to));
}

bool tern_spirv_has_value_types(const emitter_t *e, tern_values_t operands) {
  for (size_t i = 0; i < operands.count; ++i) {
    const tern_type_t *type = operands.values[i]->type;
    if (!tern_spirv_is_value_type(type) || !keeps_width(e->op, tern_op_operand(e->op, i)->type, type)) return false;
  }
  for (size_t i = 0; i < e->op->result_count; ++i) {
    const tern_type_t *from = tern_op_result(e->op, i)->type;
    const tern_type_t *type = tern_convert_type(e->conversion->converter, from);
    if (!type || !tern_spirv_is_value_type(type) || !keeps_width(e->op, from, type)) return false;
  }
  return true;
}

bool tern_spirv_is_kernel(const tern_op_t *op) {
  enum { SHADER = 1, KERNEL = 6 };
  for (; op; op = tern_op_parent(op)) {
    const tern_attr_t *env = tern_op_attr(op, "spirv.target_env");
    if (!tern_attr_is_spirv(env, TERN_SPIRV_ATTR_TARGET_ENV)) continue;
    const tern_attr_t *vce = (const tern_attr_t *)(uintptr_t)env->params[0];
    bool has_shader = false, has_kernel = false;
    for (size_t i = 0; i < vce->params[1]; ++i) {
      has_shader = has_shader || vce->params[2 + i] == SHADER;
      has_kernel = has_kernel || vce->params[2 + i] == KERNEL;
    }
    return has_kernel && !has_shader;
  }
  return false;
}

tern_value_t *tern_spirv_emit_constant(const emitter_t *e, const tern_type_t *type, const tern_attr_t *value) {
  if (is_vector(type) && value->kind != TERN_ATTR_DENSE_ELEMENTS) {
    value = tern_dense_elements_attr_get_splat(type, value);
  }
  return tern_build_value(e->b, TERN_SPIRV(CONSTANT), .types = TERN_TYPES(type), .attrs = TERN_ATTRS({"value", value}));
}

tern_value_t *tern_spirv_emit_int(const emitter_t *e, const tern_type_t *type, int64_t value) {
  return tern_spirv_emit_constant(e, type, tern_integer_attr_get(tern_type_element(type), value));
}

tern_value_t *tern_spirv_emit_float(const emitter_t *e, const tern_type_t *type, double value) {
  return tern_spirv_emit_constant(e, type, tern_float_attr_get(tern_type_element(type), value));
}

tern_value_t *tern_spirv_emit_vector(const emitter_t *e, const tern_type_t *type, tern_value_t *const *parts,
                                     size_t count) {
  if (!is_vector(type)) return parts[0];
  return tern_build_value(e->b, TERN_SPIRV(COMPOSITECONSTRUCT), .operands = {parts, count}, .types = TERN_TYPES(type));
}

tern_value_t *tern_spirv_emit_splat(const emitter_t *e, const tern_type_t *type, tern_value_t *scalar) {
  tern_value_t *parts[16];
  size_t count = (size_t)lanes_of(type);
  for (size_t i = 0; i < count; ++i) parts[i] = scalar;
  return tern_spirv_emit_vector(e, type, parts, count);
}

tern_value_t *tern_spirv_emit_part(const emitter_t *e, tern_value_t *pair, int64_t index, const tern_type_t *type) {
  const tern_attr_t *number = tern_integer_attr_get(tern_i_type_get(e->b->context, 32), index);
  return tern_build_value(e->b, TERN_SPIRV(COMPOSITEEXTRACT), .operands = TERN_VALUES(pair), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"indices", tern_array_attr_get(e->b->context, &number, 1)}));
}

tern_value_t *tern_spirv_emit_lane(const emitter_t *e, tern_value_t *vector, int64_t index) {
  return is_vector(vector->type) ? tern_spirv_emit_part(e, vector, index, tern_type_element(vector->type)) : vector;
}

tern_value_t *tern_spirv_emit_pair(const emitter_t *e, const tern_op_row_t *row, tern_values_t operands,
                                   const tern_type_t *type) {
  const tern_type_t *members[] = {type, type};
  const tern_type_t *pair =
      tern_spirv_struct_type_get(e->b->context, &(tern_spirv_struct_body_t){.members = {members, 2}});
  return tern_build_value(e->b, row, .operands = operands, .types = TERN_TYPES(pair));
}

tern_value_t *tern_spirv_emit_select(const emitter_t *e, tern_value_t *condition, tern_value_t *x, tern_value_t *y) {
  if (is_vector(x->type) && !is_vector(condition->type)) {
    condition = tern_spirv_emit_splat(e, tern_type_with_element(x->type, condition->type), condition);
  }
  return tern_build_value(e->b, TERN_SPIRV(SELECT), .operands = TERN_VALUES(condition, x, y),
                          .types = TERN_TYPES(x->type));
}

tern_value_t *tern_spirv_emit_float_op(const emitter_t *e, const tern_op_row_t *row, tern_values_t operands) {
  const tern_attr_t *flags = tern_op_attr(e->op, "fastmath");
  bool may_contract = flags && (tern_enum_attr_value(flags) & TERN_FASTMATH_CONTRACT);
  tern_named_attr_t attr = {"no_contraction", tern_unit_attr_get(e->b->context)};
  return tern_build_value(e->b, row, .operands = operands, .attrs = {&attr, may_contract ? 0 : 1});
}

static tern_value_t *emit_abs(const emitter_t *e, tern_value_t *x) {
  return emit1(e, tern_spirv_is_kernel(e->op) ? TERN_SPIRV(CL_S_ABS) : TERN_SPIRV(GL_SABS), x);
}

tern_value_t *tern_spirv_emit_signed_remainder(const emitter_t *e, tern_value_t *x, tern_value_t *y) {
  if (tern_spirv_is_kernel(e->op)) return emit2(e, TERN_SPIRV(SREM), x, y);
  tern_value_t *magnitude = emit_abs(e, x), *rest = emit2(e, TERN_SPIRV(UMOD), magnitude, emit_abs(e, y));
  // Not `x == |x|`, as upstream has it: the least integer is its own magnitude.
  tern_value_t *is_positive = emit2(e, TERN_SPIRV(SGREATERTHANEQUAL), x, tern_spirv_emit_int(e, x->type, 0));
  return tern_spirv_emit_select(e, is_positive, rest, emit1(e, TERN_SPIRV(SNEGATE), rest));
}

tern_value_t *tern_spirv_emit_rounded_division(const emitter_t *e, tern_value_t *x, tern_value_t *y, bool is_signed,
                                               bool is_up) {
  tern_value_t *quotient = emit2(e, is_signed ? TERN_SPIRV(SDIV) : TERN_SPIRV(UDIV), x, y);
  tern_value_t *rest = emit2(e, TERN_SPIRV(ISUB), x, emit2(e, TERN_SPIRV(IMUL), quotient, y));
  tern_value_t *zero = tern_spirv_emit_int(e, x->type, 0), *one = tern_spirv_emit_int(e, x->type, 1);
  tern_value_t *is_off = emit2(e, TERN_SPIRV(INOTEQUAL), rest, zero);
  if (is_signed) {
    // The division rounded towards zero: to the wrong side only where the exact quotient has the wrong sign.
    tern_value_t *signs = emit2(e, TERN_SPIRV(BITWISEXOR), rest, y);
    tern_value_t *is_side = emit2(e, is_up ? TERN_SPIRV(SGREATERTHANEQUAL) : TERN_SPIRV(SLESSTHAN), signs, zero);
    is_off = emit2(e, TERN_SPIRV(LOGICALAND), is_off, is_side);
  }
  tern_value_t *moved = emit2(e, is_up ? TERN_SPIRV(IADD) : TERN_SPIRV(ISUB), quotient, one);
  return tern_spirv_emit_select(e, is_off, moved, quotient);
}

// As numbers of one bit, true is 1 unsigned and -1 signed.
static tern_value_t *emit_bool_compare(const emitter_t *e, int64_t predicate, tern_value_t *x, tern_value_t *y) {
  if (predicate == TERN_CMPI_EQ) return emit2(e, TERN_SPIRV(LOGICALEQUAL), x, y);
  if (predicate == TERN_CMPI_NE) return emit2(e, TERN_SPIRV(LOGICALNOTEQUAL), x, y);
  bool is_x_negated = predicate == TERN_CMPI_ULT || predicate == TERN_CMPI_ULE || predicate == TERN_CMPI_SGT ||
                      predicate == TERN_CMPI_SGE;
  bool is_strict = predicate == TERN_CMPI_ULT || predicate == TERN_CMPI_UGT || predicate == TERN_CMPI_SLT ||
                   predicate == TERN_CMPI_SGT;
  if (is_x_negated) {
    x = emit1(e, TERN_SPIRV(LOGICALNOT), x);
  } else {
    y = emit1(e, TERN_SPIRV(LOGICALNOT), y);
  }
  return emit2(e, is_strict ? TERN_SPIRV(LOGICALAND) : TERN_SPIRV(LOGICALOR), x, y);
}

tern_value_t *tern_spirv_emit_compare(const emitter_t *e, int64_t predicate, tern_value_t *x, tern_value_t *y) {
  static const tern_op_row_t *const rows[] = {
      [TERN_CMPI_EQ] = TERN_SPIRV(IEQUAL),        [TERN_CMPI_NE] = TERN_SPIRV(INOTEQUAL),
      [TERN_CMPI_SLT] = TERN_SPIRV(SLESSTHAN),    [TERN_CMPI_SLE] = TERN_SPIRV(SLESSTHANEQUAL),
      [TERN_CMPI_SGT] = TERN_SPIRV(SGREATERTHAN), [TERN_CMPI_SGE] = TERN_SPIRV(SGREATERTHANEQUAL),
      [TERN_CMPI_ULT] = TERN_SPIRV(ULESSTHAN),    [TERN_CMPI_ULE] = TERN_SPIRV(ULESSTHANEQUAL),
      [TERN_CMPI_UGT] = TERN_SPIRV(UGREATERTHAN), [TERN_CMPI_UGE] = TERN_SPIRV(UGREATERTHANEQUAL),
  };
  return is_bool(x->type) ? emit_bool_compare(e, predicate, x, y) : emit2(e, rows[predicate], x, y);
}

tern_value_t *tern_spirv_emit_resize(const emitter_t *e, tern_value_t *x, const tern_type_t *type, bool is_signed) {
  if (x->type == type) return x;
  if (is_bool(x->type)) {
    tern_value_t *zero = tern_spirv_emit_int(e, type, 0), *set = tern_spirv_emit_int(e, type, is_signed ? -1 : 1);
    return tern_spirv_emit_select(e, x, set, zero);
  }
  if (is_bool(type)) {
    tern_value_t *bit = emit2(e, TERN_SPIRV(BITWISEAND), x, tern_spirv_emit_int(e, x->type, 1));
    return emit2(e, TERN_SPIRV(INOTEQUAL), bit, tern_spirv_emit_int(e, x->type, 0));
  }
  return emit_cast(e, is_signed ? TERN_SPIRV(SCONVERT) : TERN_SPIRV(UCONVERT), x, type);
}

// True if a constant says that no lane of the value is NaN (`is_zero`: zero).
static bool is_never(const tern_value_t *value, bool is_zero) {
  const tern_attr_t *constant = tern_value_constant(value);
  if (tern_attr_is_splat(constant)) {
    constant = tern_dense_elements_attr_at(constant, 0);
  }
  if (!tern_attr_is_float(constant)) return false;
  double number = tern_float_attr_value(constant);
  return is_zero ? number != 0.0 : number == number;
}

// Of two zeros: their sum is the greater one, and with the signs turned the smaller one.
static tern_value_t *emit_extremum_of_zeros(const emitter_t *e, tern_value_t *x, tern_value_t *y, bool is_max,
                                            tern_value_t *otherwise) {
  tern_value_t *zero = tern_spirv_emit_float(e, x->type, 0.0);
  tern_value_t *is_x_zero = emit2(e, TERN_SPIRV(FORDEQUAL), x, zero),
               *is_y_zero = emit2(e, TERN_SPIRV(FORDEQUAL), y, zero);
  if (!is_max) {
    x = emit1(e, TERN_SPIRV(FNEGATE), x);
    y = emit1(e, TERN_SPIRV(FNEGATE), y);
  }
  tern_value_t *sum = emit2(e, TERN_SPIRV(FADD), x, y);
  if (!is_max) sum = emit1(e, TERN_SPIRV(FNEGATE), sum);
  return tern_spirv_emit_select(e, emit2(e, TERN_SPIRV(LOGICALAND), is_x_zero, is_y_zero), sum, otherwise);
}

tern_value_t *tern_spirv_emit_extremum(const emitter_t *e, tern_value_t *x, tern_value_t *y, bool is_max,
                                       bool keeps_nan) {
  static const tern_op_row_t *const rows[2][2] = {{TERN_SPIRV(GL_FMIN), TERN_SPIRV(GL_FMAX)},
                                                  {TERN_SPIRV(CL_FMIN), TERN_SPIRV(CL_FMAX)}};
  bool is_kernel = tern_spirv_is_kernel(e->op);
  const tern_attr_t *flags = tern_op_attr(e->op, "fastmath");
  int64_t fastmath = flags ? tern_enum_attr_value(flags) : 0;
  tern_value_t *result = emit2(e, rows[is_kernel][is_max], x, y);
  if (keeps_nan && !(fastmath & TERN_FASTMATH_NSZ) && !is_never(x, true) && !is_never(y, true)) {
    result = emit_extremum_of_zeros(e, x, y, is_max, result);
  }
  // GLSL's leave open what they give for NaN, OpenCL's give the other operand.
  if ((fastmath & TERN_FASTMATH_NNAN) || (is_kernel && !keeps_nan)) return result;
  tern_value_t *operands[] = {x, y};
  for (size_t i = 0; i < 2; ++i) {
    if (is_never(operands[i], false)) continue;
    tern_value_t *is_nan = emit1(e, TERN_SPIRV(ISNAN), operands[i]);
    result = tern_spirv_emit_select(e, is_nan, operands[keeps_nan ? i : 1 - i], result);
  }
  return result;
}

tern_value_t *tern_spirv_emit_int_extremum(const emitter_t *e, tern_value_t *x, tern_value_t *y, bool is_max,
                                           bool is_signed) {
  // True is the greatest of unsigned and the least of signed numbers of one bit.
  if (is_bool(x->type)) return emit2(e, is_max != is_signed ? TERN_SPIRV(LOGICALOR) : TERN_SPIRV(LOGICALAND), x, y);
  static const tern_op_row_t *const rows[2][2][2] = {
      {{TERN_SPIRV(GL_UMIN), TERN_SPIRV(GL_SMIN)}, {TERN_SPIRV(GL_UMAX), TERN_SPIRV(GL_SMAX)}},
      {{TERN_SPIRV(CL_U_MIN), TERN_SPIRV(CL_S_MIN)}, {TERN_SPIRV(CL_U_MAX), TERN_SPIRV(CL_S_MAX)}},
  };
  return emit2(e, rows[tern_spirv_is_kernel(e->op)][is_max][is_signed], x, y);
}
