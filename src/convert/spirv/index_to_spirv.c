// index ops to the spirv dialect (upstream: IndexToSPIRV). Index is an integer of the width that the type converter says.

#include "dialect/index/index.h"

#include "convert/spirv/emit.h"
#include "dialect/arith/arith.h"

static const struct {
  const tern_op_row_t *from, *to;
} direct_rows[] = {
    {TERN_INDEX(ADD), TERN_SPIRV(IADD)},
    {TERN_INDEX(SUB), TERN_SPIRV(ISUB)},
    {TERN_INDEX(MUL), TERN_SPIRV(IMUL)},
    {TERN_INDEX(DIVS), TERN_SPIRV(SDIV)},
    {TERN_INDEX(DIVU), TERN_SPIRV(UDIV)},
    {TERN_INDEX(REMU), TERN_SPIRV(UMOD)},
    {TERN_INDEX(SHL), TERN_SPIRV(SHIFTLEFTLOGICAL)},
    {TERN_INDEX(SHRS), TERN_SPIRV(SHIFTRIGHTARITHMETIC)},
    {TERN_INDEX(SHRU), TERN_SPIRV(SHIFTRIGHTLOGICAL)},
    {TERN_INDEX(AND), TERN_SPIRV(BITWISEAND)},
    {TERN_INDEX(OR), TERN_SPIRV(BITWISEOR)},
    {TERN_INDEX(XOR), TERN_SPIRV(BITWISEXOR)},
};

static bool convert_binary(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  for (size_t i = 0; i < sizeof direct_rows / sizeof direct_rows[0]; ++i) {
    if (!tern_op_is(op, direct_rows[i].from)) continue;
    return tern_conversion_replace_value(conversion, op,
                                         emit2(&e, direct_rows[i].to, operands.values[0], operands.values[1]));
  }
  return false;
}

static bool convert_rems(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  return tern_conversion_replace_value(conversion, op,
                                       tern_spirv_emit_signed_remainder(&e, operands.values[0], operands.values[1]));
}

static bool convert_rounded_division(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  bool is_signed = !tern_op_is(op, TERN_INDEX(CEILDIVU)), is_up = !tern_op_is(op, TERN_INDEX(FLOORDIVS));
  return tern_conversion_replace_value(
      conversion, op, tern_spirv_emit_rounded_division(&e, operands.values[0], operands.values[1], is_signed, is_up));
}

static bool convert_extremum(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  bool is_max = tern_op_is(op, TERN_INDEX(MAXS)) || tern_op_is(op, TERN_INDEX(MAXU));
  bool is_signed = tern_op_is(op, TERN_INDEX(MAXS)) || tern_op_is(op, TERN_INDEX(MINS));
  return tern_conversion_replace_value(
      conversion, op, tern_spirv_emit_int_extremum(&e, operands.values[0], operands.values[1], is_max, is_signed));
}

static bool convert_cast(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!e.type || !tern_spirv_has_value_types(&e, operands)) return false;
  bool is_signed = tern_op_is(op, TERN_INDEX(CASTS));
  return tern_conversion_replace_value(conversion, op,
                                       tern_spirv_emit_resize(&e, operands.values[0], e.type, is_signed));
}

static bool convert_cmp(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  int64_t predicate = tern_enum_attr_value(tern_op_attr(op, "pred"));
  return tern_conversion_replace_value(conversion, op,
                                       tern_spirv_emit_compare(&e, predicate, operands.values[0], operands.values[1]));
}

static bool convert_sizeof(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  emitter_t e = emitter_for(conversion, op);
  return e.type &&
         tern_conversion_replace_value(conversion, op, tern_spirv_emit_int(&e, e.type, tern_type_bit_width(e.type)));
}

static bool convert_constant(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  emitter_t e = emitter_for(conversion, op);
  int64_t value = tern_integer_attr_value(tern_op_attr(op, "value"));
  if (!e.type) return false;
  if (tern_type_bit_width(e.type) == 32 && (value < INT32_MIN || value > (int64_t)UINT32_MAX)) return false;
  return tern_conversion_replace_value(conversion, op, tern_spirv_emit_int(&e, e.type, value));
}

const tern_conversion_pattern_t tern_index_to_spirv_patterns[] = {
    {"rems", TERN_INDEX(REMS), 1, convert_rems},
    {"ceildivs", TERN_INDEX(CEILDIVS), 1, convert_rounded_division},
    {"ceildivu", TERN_INDEX(CEILDIVU), 1, convert_rounded_division},
    {"floordivs", TERN_INDEX(FLOORDIVS), 1, convert_rounded_division},
    {"maxs", TERN_INDEX(MAXS), 1, convert_extremum},
    {"maxu", TERN_INDEX(MAXU), 1, convert_extremum},
    {"mins", TERN_INDEX(MINS), 1, convert_extremum},
    {"minu", TERN_INDEX(MINU), 1, convert_extremum},
    {"casts", TERN_INDEX(CASTS), 1, convert_cast},
    {"castu", TERN_INDEX(CASTU), 1, convert_cast},
    {"cmp", TERN_INDEX(CMP), 1, convert_cmp},
    {"sizeof", TERN_INDEX(SIZEOF), 1, convert_sizeof},
    {"constant", TERN_INDEX(CONSTANT), 1, convert_constant},
    {"bool-constant", TERN_INDEX(BOOL_CONSTANT), 1, convert_constant},
    {"binary", NULL, 0, convert_binary},
    {0},
};
