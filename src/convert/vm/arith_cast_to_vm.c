// Casts of arith to vm.

#include "convert/vm/to_vm.h"
#include "dialect/arith/arith.h"
#include "ir/context.h"

// An integer, or a float that the machine computes with.
static bool is_scalar(const tern_type_t *type) {
  if (type->kind == TERN_TYPE_F32 || type->kind == TERN_TYPE_F64) return true;
  return tern_type_is_int_or_index(type) && tern_vm_convert_type(type);
}

// i1 keeps its lowest bit; i8 and i16 get all bits defined, as upstream's ops do.
static tern_value_t *narrow(tern_builder_t *b, tern_value_t *value, const tern_type_t *type) {
  if (!tern_type_is_integer(type)) return value;
  switch (tern_integer_type_width(type)) {
    case 1: return tern_vm_build(b, TERN_VM_AND_I32, value->type, TERN_VALUES(value, tern_vm_build_i32(b, 1)));
    case 8: return tern_vm_build(b, TERN_VM_TRUNC_I32_I8, value->type, TERN_VALUES(value));
    case 16: return tern_vm_build(b, TERN_VM_TRUNC_I32_I16, value->type, TERN_VALUES(value));
    default: return value;
  }
}

// extsi, extui, trunci, index_cast, index_castui: the bits of the narrower type count.
static bool convert_integer(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *from = tern_op_operand(op, 0)->type, *to = op->results[0].type;
  if (!is_scalar(from) || !is_scalar(to)) return false;
  bool is_signed = tern_op_is(op, TERN_ARITH(EXTSI)) || tern_op_is(op, TERN_ARITH(INDEX_CAST));
  uint32_t from_width = tern_type_bit_width(from), to_width = tern_type_bit_width(to);
  tern_value_t *value = operands.values[0];
  if (from_width < to_width) value = tern_vm_extend(b, value, from, is_signed);
  value = tern_vm_resize(b, value, tern_vm_convert_type(to), is_signed);
  return tern_conversion_replace_value(conversion, op, from_width > to_width ? narrow(b, value, to) : value);
}

// Between 32 bits and f64 by way of i64: upstream's machine has no casts of their own for these.
static bool convert_integer_to_float(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  static const int to_f32[2][2] = {{TERN_VM_CAST_UI32_F32, TERN_VM_CAST_UI64_F32},
                                   {TERN_VM_CAST_SI32_F32, TERN_VM_CAST_SI64_F32}};
  static const int to_f64[2] = {TERN_VM_CAST_UI64_F64, TERN_VM_CAST_SI64_F64};
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *from = tern_op_operand(op, 0)->type, *to = op->results[0].type;
  bool is_signed = tern_op_is(op, TERN_ARITH(SITOFP)), is_f64 = to->kind == TERN_TYPE_F64;
  if (!is_scalar(from) || !is_scalar(to)) return false;
  tern_value_t *value = tern_vm_extend(b, operands.values[0], from, is_signed);
  if (is_f64) value = tern_vm_resize(b, value, tern_i_type_get(b->context, 64), is_signed);
  bool is_wide = tern_integer_type_width(value->type) == 64;
  return tern_conversion_replace_value(
      conversion, op,
      tern_vm_build(b, is_f64 ? to_f64[is_signed] : to_f32[is_signed][is_wide], to, TERN_VALUES(value)));
}

static bool convert_float_to_integer(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  static const int from_f32[2][2] = {{TERN_VM_CAST_F32_UI32, TERN_VM_CAST_F32_UI64},
                                     {TERN_VM_CAST_F32_SI32, TERN_VM_CAST_F32_SI64}};
  static const int from_f64[2] = {TERN_VM_CAST_F64_UI64, TERN_VM_CAST_F64_SI64};
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *from = tern_op_operand(op, 0)->type, *to = op->results[0].type;
  bool is_signed = tern_op_is(op, TERN_ARITH(FPTOSI)), is_f64 = from->kind == TERN_TYPE_F64;
  if (!is_scalar(from) || !is_scalar(to)) return false;
  const tern_type_t *held = tern_vm_convert_type(to), *made = is_f64 ? tern_i_type_get(b->context, 64) : held;
  bool is_wide = tern_integer_type_width(held) == 64;
  tern_value_t *value = tern_vm_build(b, is_f64 ? from_f64[is_signed] : from_f32[is_signed][is_wide], made, operands);
  return tern_conversion_replace_value(conversion, op, narrow(b, tern_vm_resize(b, value, held, is_signed), to));
}

static bool convert_float(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *from = tern_op_operand(op, 0)->type, *to = op->results[0].type;
  if (!is_scalar(from) || !is_scalar(to)) return false;
  int id = to->kind == TERN_TYPE_F64 ? TERN_VM_EXT_F32_F64 : TERN_VM_TRUNC_F64_F32;
  return tern_conversion_replace_value(conversion, op, tern_vm_build(&conversion->rewriter.builder, id, to, operands));
}

static bool convert_bitcast(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *from = tern_op_operand(op, 0)->type, *to = op->results[0].type;
  bool is_right = (tern_type_is_int_or_index(from) || tern_type_is_float(from)) && tern_vm_convert_type(from) &&
                  (tern_type_is_int_or_index(to) || tern_type_is_float(to)) && tern_vm_convert_type(to);
  if (!is_right) return false;
  if (tern_vm_convert_type(to) == operands.values[0]->type)
    return tern_conversion_replace_value(conversion, op, operands.values[0]);
  int id = to->kind == TERN_TYPE_F32     ? TERN_VM_BITCAST_I32_F32
           : to->kind == TERN_TYPE_F64   ? TERN_VM_BITCAST_I64_F64
           : from->kind == TERN_TYPE_F32 ? TERN_VM_BITCAST_F32_I32
                                         : TERN_VM_BITCAST_F64_I64;
  return tern_conversion_replace_value(
      conversion, op, tern_vm_build(&conversion->rewriter.builder, id, tern_vm_convert_type(to), operands));
}

#define PATTERN(ID, REWRITE) {#ID, TERN_ARITH(ID), 1, REWRITE}
const tern_conversion_pattern_t tern_arith_cast_to_vm_patterns[] = {
    PATTERN(EXTSI, convert_integer),
    PATTERN(EXTUI, convert_integer),
    PATTERN(TRUNCI, convert_integer),
    PATTERN(INDEX_CAST, convert_integer),
    PATTERN(INDEX_CASTUI, convert_integer),
    PATTERN(SITOFP, convert_integer_to_float),
    PATTERN(UITOFP, convert_integer_to_float),
    PATTERN(FPTOSI, convert_float_to_integer),
    PATTERN(FPTOUI, convert_float_to_integer),
    PATTERN(EXTF, convert_float),
    PATTERN(TRUNCF, convert_float),
    PATTERN(BITCAST, convert_bitcast),
    {0},
};
