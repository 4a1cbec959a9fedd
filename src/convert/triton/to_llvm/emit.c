// Short names for ops of the llvm dialect; see emit.h.

#include "convert/triton/to_llvm/emit.h"

#include <math.h>
#include <string.h>

// --- types ---

const tern_type_t *tern_emit_i(tern_builder_t *b, uint32_t width) { return tern_i_type_get(b->context, width); }

const tern_type_t *tern_emit_f32_type(tern_builder_t *b) { return tern_float_type_get(b->context, TERN_TYPE_F32); }

const tern_type_t *tern_emit_vector_of(const tern_type_t *element, int64_t count) {
  return tern_vector_type_get(element, &count, 1, 0);
}

// --- constants ---

tern_value_t *tern_emit_int(tern_builder_t *b, uint32_t width, int64_t value) {
  return tern_llvm_build_int(b, tern_i_type_get(b->context, width), value);
}

tern_value_t *tern_emit_float(tern_builder_t *b, const tern_type_t *type, double value) {
  return tern_llvm_build_constant(b, type, tern_float_attr_get(type, value));
}

tern_value_t *tern_emit_undef(tern_builder_t *b, const tern_type_t *type) {
  return tern_build_value(b, TERN_LLVM(MLIR_UNDEF), .types = TERN_TYPES(type));
}

tern_value_t *tern_emit_zero(tern_builder_t *b, const tern_type_t *type) {
  return tern_build_value(b, TERN_LLVM(MLIR_ZERO), .types = TERN_TYPES(type));
}

bool tern_emit_is_constant(const tern_value_t *value, int64_t *out_number) {
  const tern_op_t *op = tern_value_defined_by(value, TERN_LLVM(MLIR_CONSTANT));
  const tern_attr_t *attr = op ? tern_op_attr(op, "value") : NULL;
  if (!tern_attr_is_integer(attr)) return false;
  *out_number = tern_integer_attr_value(attr);
  return true;
}

bool tern_emit_is_zero(const tern_value_t *value) {
  if (tern_value_defined_by(value, TERN_LLVM(MLIR_ZERO))) return true;
  const tern_op_t *op = tern_value_defined_by(value, TERN_LLVM(MLIR_CONSTANT));
  const tern_attr_t *attr = op ? tern_op_attr(op, "value") : NULL;
  if (tern_attr_is_float(attr)) return tern_float_attr_value(attr) == 0 && !signbit(tern_float_attr_value(attr));
  return tern_attr_is_integer(attr) && tern_integer_attr_value(attr) == 0;
}

static bool is_number(const tern_value_t *value, int64_t number) {
  int64_t found;
  return tern_emit_is_constant(value, &found) && found == number;
}

// --- ops ---

tern_value_t *tern_emit_op(tern_builder_t *b, const tern_op_row_t *row, const tern_type_t *type,
                           tern_values_t operands) {
  return tern_build_value(b, row, .operands = operands, .types = TERN_TYPES(type));
}

// The constant that two constants give; NULL: they are none, or are wider than 32 bits.
static tern_value_t *fold(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x, tern_value_t *y) {
  int64_t left, right;
  if (!tern_type_is_integer(x->type) || tern_integer_type_width(x->type) != 32) return NULL;
  if (!tern_emit_is_constant(x, &left) || !tern_emit_is_constant(y, &right)) return NULL;
  uint32_t u = (uint32_t)left, v = (uint32_t)right, result;
  if (row == TERN_LLVM(ADD))
    result = u + v;
  else if (row == TERN_LLVM(SUB))
    result = u - v;
  else if (row == TERN_LLVM(MUL))
    result = u * v;
  else if (row == TERN_LLVM(AND))
    result = u & v;
  else if (row == TERN_LLVM(OR))
    result = u | v;
  else if (row == TERN_LLVM(XOR))
    result = u ^ v;
  else
    return NULL;
  return tern_emit_i32(b, (int32_t)result);
}

// An op for which a `neutral` on the right, and on the left if it commutes, changes nothing.
static tern_value_t *emit_int_op(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x, tern_value_t *y,
                                 int64_t neutral, bool commutes) {
  if (is_number(y, neutral)) return x;
  if (commutes && is_number(x, neutral)) return y;
  tern_value_t *folded = fold(b, row, x, y);
  return folded ? folded : tern_emit_binary(b, row, x, y);
}

tern_value_t *tern_emit_add(tern_builder_t *b, tern_value_t *x, tern_value_t *y) {
  return emit_int_op(b, TERN_LLVM(ADD), x, y, 0, true);
}

tern_value_t *tern_emit_sub(tern_builder_t *b, tern_value_t *x, tern_value_t *y) {
  return emit_int_op(b, TERN_LLVM(SUB), x, y, 0, false);
}

tern_value_t *tern_emit_mul(tern_builder_t *b, tern_value_t *x, tern_value_t *y) {
  return emit_int_op(b, TERN_LLVM(MUL), x, y, 1, true);
}

tern_value_t *tern_emit_and(tern_builder_t *b, tern_value_t *x, tern_value_t *y) {
  return emit_int_op(b, TERN_LLVM(AND), x, y, -1, true);
}

tern_value_t *tern_emit_or(tern_builder_t *b, tern_value_t *x, tern_value_t *y) {
  return emit_int_op(b, TERN_LLVM(OR), x, y, 0, true);
}

tern_value_t *tern_emit_xor(tern_builder_t *b, tern_value_t *x, tern_value_t *y) {
  return emit_int_op(b, TERN_LLVM(XOR), x, y, 0, true);
}

tern_value_t *tern_emit_or_disjoint(tern_builder_t *b, tern_value_t *x, tern_value_t *y) {
  if (is_number(y, 0)) return x;
  if (is_number(x, 0)) return y;
  tern_value_t *folded = fold(b, TERN_LLVM(OR), x, y);
  if (folded) return folded;
  return tern_build_value(b, TERN_LLVM(OR), .operands = TERN_VALUES(x, y), .types = TERN_TYPES(x->type),
                          .attrs = TERN_ATTRS({"isDisjoint", tern_unit_attr_get(b->context)}));
}

tern_value_t *tern_emit_udiv(tern_builder_t *b, tern_value_t *x, int64_t divisor) {
  if (divisor == 1) return x;
  return tern_emit_binary(b, TERN_LLVM(UDIV), x, tern_llvm_build_int(b, x->type, divisor));
}

tern_value_t *tern_emit_urem(tern_builder_t *b, tern_value_t *x, int64_t divisor) {
  tern_value_t *y = tern_llvm_build_int(b, x->type, divisor == 1 ? 0 : divisor);
  return divisor == 1 ? y : tern_emit_binary(b, TERN_LLVM(UREM), x, y);
}

static tern_value_t *emit_shift(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x, int64_t bits) {
  int64_t number;
  if (bits == 0) return x;
  if (tern_integer_type_width(x->type) == 32 && tern_emit_is_constant(x, &number)) {
    uint32_t word = (uint32_t)number;
    return tern_emit_i32(b, (int32_t)(row == TERN_LLVM(SHL) ? word << bits : word >> bits));
  }
  return tern_emit_binary(b, row, x, tern_llvm_build_int(b, x->type, bits));
}

tern_value_t *tern_emit_shl(tern_builder_t *b, tern_value_t *x, int64_t bits) {
  return emit_shift(b, TERN_LLVM(SHL), x, bits);
}

tern_value_t *tern_emit_lshr(tern_builder_t *b, tern_value_t *x, int64_t bits) {
  return emit_shift(b, TERN_LLVM(LSHR), x, bits);
}

tern_value_t *tern_emit_icmp(tern_builder_t *b, int64_t predicate, tern_value_t *x, tern_value_t *y) {
  const tern_attr_t *attr = tern_enum_attr_get(b->context, TERN_LLVM_ENUM(ICMP_PREDICATE), predicate);
  return tern_build_value(b, TERN_LLVM(ICMP), .operands = TERN_VALUES(x, y), .attrs = TERN_ATTRS({"predicate", attr}));
}

tern_value_t *tern_emit_fcmp(tern_builder_t *b, int64_t predicate, tern_value_t *x, tern_value_t *y) {
  const tern_attr_t *attr = tern_enum_attr_get(b->context, TERN_LLVM_ENUM(FCMP_PREDICATE), predicate);
  return tern_build_value(b, TERN_LLVM(FCMP), .operands = TERN_VALUES(x, y), .attrs = TERN_ATTRS({"predicate", attr}));
}

tern_value_t *tern_emit_select(tern_builder_t *b, tern_value_t *condition, tern_value_t *x, tern_value_t *y) {
  return tern_emit_op(b, TERN_LLVM(SELECT), x->type, TERN_VALUES(condition, x, y));
}

tern_value_t *tern_emit_both(tern_builder_t *b, tern_value_t *x, tern_value_t *y) {
  if (!x) return y;
  return y ? tern_emit_binary(b, TERN_LLVM(AND), x, y) : x;
}

// --- casts ---

tern_value_t *tern_emit_bitcast(tern_builder_t *b, tern_value_t *value, const tern_type_t *type) {
  if (value->type == type) return value;
  bool from_pointer = tern_type_is_llvm(value->type, TERN_LLVM_PTR),
       to_pointer = tern_type_is_llvm(type, TERN_LLVM_PTR);
  const tern_op_row_t *row = TERN_LLVM(BITCAST);
  if (from_pointer && to_pointer)
    row = TERN_LLVM(ADDRSPACECAST);
  else if (from_pointer)
    row = TERN_LLVM(PTRTOINT);
  else if (to_pointer)
    row = TERN_LLVM(INTTOPTR);
  return tern_emit_unary(b, row, type, value);
}

tern_value_t *tern_emit_resize(tern_builder_t *b, tern_value_t *value, uint32_t width) {
  uint32_t own = tern_integer_type_width(value->type);
  if (own == width) return value;
  return tern_emit_unary(b, own < width ? TERN_LLVM(ZEXT) : TERN_LLVM(TRUNC), tern_emit_i(b, width), value);
}

// --- vectors and structs ---

tern_value_t *tern_emit_element(tern_builder_t *b, tern_value_t *vector, int64_t index) {
  tern_value_t *position = tern_emit_i32(b, index);
  return tern_emit_op(b, TERN_LLVM(EXTRACTELEMENT), tern_type_element(vector->type), TERN_VALUES(vector, position));
}

tern_value_t *tern_emit_with_element(tern_builder_t *b, tern_value_t *vector, tern_value_t *value, int64_t index) {
  tern_value_t *position = tern_emit_i32(b, index);
  return tern_emit_op(b, TERN_LLVM(INSERTELEMENT), vector->type, TERN_VALUES(vector, value, position));
}

tern_value_t *tern_emit_vector(tern_builder_t *b, tern_value_t *const *values, size_t count) {
  tern_value_t *vector = tern_emit_undef(b, tern_emit_vector_of(values[0]->type, (int64_t)count));
  for (size_t i = 0; i < count; ++i) vector = tern_emit_with_element(b, vector, values[i], (int64_t)i);
  return vector;
}

tern_value_t *tern_emit_extract(tern_builder_t *b, tern_value_t *aggregate, int64_t index) {
  return tern_llvm_build_extract(b, aggregate, &index, 1);
}

tern_value_t *tern_emit_insert(tern_builder_t *b, tern_value_t *aggregate, tern_value_t *value, int64_t index) {
  return tern_llvm_build_insert(b, aggregate, value, &index, 1);
}

// --- memory ---

tern_value_t *tern_emit_gep(tern_builder_t *b, const tern_type_t *element, tern_value_t *pointer, tern_value_t *index) {
  if (is_number(index, 0)) return pointer;
  return tern_llvm_build_gep(b, element, pointer, &index, NULL, 1);
}

tern_value_t *tern_emit_gep_bytes(tern_builder_t *b, tern_value_t *pointer, int64_t bytes) {
  if (bytes == 0) return pointer;
  tern_value_t *offset = tern_emit_i32(b, bytes);
  return tern_emit_gep(b, tern_emit_i(b, 8), pointer, offset);
}

tern_value_t *tern_emit_load(tern_builder_t *b, const tern_type_t *type, tern_value_t *pointer) {
  return tern_emit_unary(b, TERN_LLVM(LOAD), type, pointer);
}

void tern_emit_store(tern_builder_t *b, tern_value_t *value, tern_value_t *pointer) {
  tern_build(b, TERN_LLVM(STORE), .operands = TERN_VALUES(value, pointer));
}

// --- inline assembly ---

tern_value_t *tern_emit_asm(tern_builder_t *b, tern_str_t text, tern_str_t constraints, bool has_effects,
                            const tern_type_t *result, tern_values_t operands) {
  const tern_attr_t *dialect = tern_enum_attr_get(b->context, TERN_LLVM_ENUM(ASM_DIALECT), 0);
  tern_named_attr_t attrs[] = {{"asm_string", tern_string_attr_get(b->context, text)},
                               {"constraints", tern_string_attr_get(b->context, constraints)},
                               {"asm_dialect", dialect},
                               {"operand_attrs", tern_array_attr_get(b->context, NULL, 0)},
                               {"has_side_effects", tern_unit_attr_get(b->context)}};
  const tern_type_t *type = result ? result : tern_llvm_void_type(b->context);
  tern_op_t *op = tern_build(b, TERN_LLVM(INLINE_ASM), .operands = operands, .types = TERN_TYPES(type),
                             .attrs = {attrs, has_effects ? 5 : 4});
  return result ? tern_op_result(op, 0) : NULL;
}

// --- calls ---

tern_value_t *tern_emit_intrinsic(tern_builder_t *b, const char *name, const tern_type_t *result,
                                  tern_values_t operands) {
  const tern_attr_t *intrinsic = tern_string_attr_get(b->context, tern_str_from_cstr(name));
  const tern_attr_t *no_bundles = tern_dense_i32_array_attr_get(b->context, NULL, 0);
  tern_op_t *op = tern_build(b, TERN_LLVM(CALL_INTRINSIC), .operands = operands, .types = {&result, result ? 1 : 0},
                             .segments = (int32_t[]){(int32_t)operands.count, 0},
                             .attrs = TERN_ATTRS({"intrin", intrinsic}, {"op_bundle_sizes", no_bundles}));
  return result ? tern_op_result(op, 0) : NULL;
}
