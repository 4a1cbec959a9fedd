// util's values, ranges, assumptions and status to vm.

#include "base/vec.h"
#include "convert/vm/to_vm.h"
#include "dialect/util/util.h"
#include "ir/context.h"

static bool convert_null(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_vm_convert_type(op->results[0].type);
  (void)operands;
  if (!type || !tern_vm_type_is_ref(type)) return false;
  return tern_conversion_replace_value(conversion, op, tern_vm_build_null(&conversion->rewriter.builder, type));
}

static bool convert_cast(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_vm_convert_type(op->results[0].type), *from = operands.values[0]->type;
  if (!type || !tern_vm_type_is_ref(type) || !tern_vm_type_is_ref(from)) return false;
  if (type == from) return tern_conversion_replace_value(conversion, op, operands.values[0]);
  int id = tern_vm_type_is_any_ref(type) ? TERN_VM_CAST_REF_ANY : TERN_VM_CAST_ANY_REF;
  return tern_conversion_replace_value(conversion, op,
                                       tern_vm_build(&conversion->rewriter.builder, id, type, operands));
}

static bool convert_compare(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  bool is_equal = tern_op_is(op, TERN_UTIL(CMP_EQ));
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  static const int equal[5] = {TERN_VM_CMP_EQ_I32, TERN_VM_CMP_EQ_I64, TERN_VM_CMP_EQ_F32_O, TERN_VM_CMP_EQ_F64_O,
                               TERN_VM_CMP_EQ_REF};
  static const int differ[5] = {TERN_VM_CMP_NE_I32, TERN_VM_CMP_NE_I64, TERN_VM_CMP_NE_F32_U, TERN_VM_CMP_NE_F64_U,
                                TERN_VM_CMP_NE_REF};
  int id = tern_vm_by_type(operands.values[0]->type, is_equal ? equal : differ);
  if (id < 0) return false;
  tern_value_t *values[2];
  for (size_t i = 0; i < 2; ++i) {
    bool is_number = tern_type_is_int_or_index(type);
    values[i] = is_number ? tern_vm_extend(b, operands.values[i], type, false) : operands.values[i];
  }
  return tern_conversion_replace_value(
      conversion, op, tern_vm_build(b, id, tern_i_type_get(b->context, 32), (tern_values_t){values, 2}));
}

static bool convert_switch(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  static const int ids[5] = {TERN_VM_SWITCH_I32, TERN_VM_SWITCH_I64, TERN_VM_SWITCH_F32, TERN_VM_SWITCH_F64,
                             TERN_VM_SWITCH_REF};
  const tern_type_t *type = tern_vm_convert_type(op->results[0].type);
  if (!type || tern_vm_by_type(type, ids) < 0) return false;
  TERN_VEC(tern_value_t *) values = {0};
  tern_vec_push(&values, tern_vm_resize(b, operands.values[0], tern_i_type_get(b->context, 32), false));
  for (size_t i = 1; i < operands.count; ++i) tern_vec_push(&values, operands.values[i]);
  tern_value_t *result =
      tern_vm_build(b, tern_vm_by_type(type, ids), type, (tern_values_t){values.values, values.count});
  tern_vec_deinitialize(&values);
  return tern_conversion_replace_value(conversion, op, result);
}

// --- integers ---

static tern_value_t *build_either(tern_builder_t *b, int i32, int i64, tern_value_t *x, tern_value_t *y) {
  int id = tern_integer_type_width(x->type) == 64 ? i64 : i32;
  return tern_vm_build(b, id, x->type, TERN_VALUES(x, y));
}
#define BUILD(NAME, SUFFIX, X, Y) build_either(b, TERN_VM_##NAME##_I32##SUFFIX, TERN_VM_##NAME##_I64##SUFFIX, X, Y)

// (x + (a - 1)) & ~(a - 1)
static bool convert_align(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  tern_value_t *one = tern_vm_build_int(b, operands.values[1]->type, 1);
  tern_value_t *rest = BUILD(SUB, , operands.values[1], one);
  tern_value_t *sum = BUILD(ADD, , operands.values[0], rest);
  int id = tern_integer_type_width(rest->type) == 64 ? TERN_VM_NOT_I64 : TERN_VM_NOT_I32;
  tern_value_t *mask = tern_vm_build(b, id, rest->type, TERN_VALUES(rest));
  return tern_conversion_replace_value(conversion, op, BUILD(AND, , sum, mask));
}

static tern_value_t *build_extreme(tern_builder_t *b, tern_value_t *x, tern_value_t *y, bool is_max) {
  return is_max ? BUILD(MAX, _U, x, y) : BUILD(MIN, _U, x, y);
}

static bool convert_range(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *type = op->results[0].type;
  if (!tern_vm_convert_type(type) || operands.count == 0) return false;
  tern_value_t *result = tern_vm_extend(b, operands.values[0], type, false);
  for (size_t i = 1; i < operands.count; ++i) {
    tern_value_t *next = tern_vm_extend(b, operands.values[i], type, false);
    result = build_extreme(b, result, next, tern_op_is(op, TERN_UTIL(RANGE_MAX)));
  }
  return tern_conversion_replace_value(conversion, op, result);
}

// Least offset, and greatest last byte: offset + length - 1.
static bool convert_extents(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *type = op->results[0].type;
  size_t count = operands.count / 2;
  if (!tern_vm_convert_type(type) || count == 0) return false;
  tern_value_t *low = NULL, *high = NULL, *one = tern_vm_build_int(b, operands.values[0]->type, 1);
  for (size_t i = 0; i < count; ++i) {
    tern_value_t *start = tern_vm_extend(b, operands.values[i], type, false);
    tern_value_t *length = tern_vm_extend(b, operands.values[count + i], type, false);
    tern_value_t *last = BUILD(SUB, , BUILD(ADD, , start, length), one);
    low = low ? build_extreme(b, low, start, false) : start;
    high = high ? build_extreme(b, high, last, true) : last;
  }
  tern_conversion_replace(conversion, op, TERN_VALUES(low, high));
  return true;
}

static bool convert_sizeof(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "sizedType"));
  (void)operands;
  if (!tern_type_is_int_or_index(type) && !tern_type_is_float(type)) return false;
  int64_t size = (int64_t)tern_dense_element_size(type);
  return tern_conversion_replace_value(conversion, op, tern_vm_build_i64(&conversion->rewriter.builder, size));
}

// --- what says nothing to the machine ---

static bool convert_identity(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_conversion_replace(conversion, op, operands);
  return true;
}

static bool convert_barrier(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  TERN_VEC(const tern_type_t *) types = {0};
  TERN_VEC(tern_value_t *) results = {0};
  for (size_t i = 0; i < operands.count; ++i) tern_vec_push(&types, operands.values[i]->type);
  tern_op_t *barrier = tern_build(&conversion->rewriter.builder, TERN_VM(OPTIMIZATION_BARRIER), .operands = operands,
                                  .types = {types.values, types.count});
  for (size_t i = 0; i < operands.count; ++i) tern_vec_push(&results, tern_op_result(barrier, i));
  tern_conversion_replace(conversion, op, (tern_values_t){results.values, results.count});
  tern_vec_deinitialize(&types);
  tern_vec_deinitialize(&results);
  return true;
}

// --- failures ---

static bool convert_unreachable(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  (void)operands;
  tern_value_t *status = tern_vm_build_i32(b, 2);  // unknown
  tern_build(b, TERN_VM(FAIL), .operands = TERN_VALUES(status),
             .attrs = TERN_ATTRS({"message", tern_op_attr(op, "message")}));
  tern_conversion_erase(conversion, op);
  return true;
}

static bool convert_scf_unreachable(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  (void)operands;
  tern_value_t *status = tern_vm_build_i32(b, 2);  // unknown
  tern_build(b, TERN_VM(COND_FAIL), .operands = TERN_VALUES(status, status),
             .attrs = TERN_ATTRS({"message", tern_op_attr(op, "message")}));
  tern_conversion_erase(conversion, op);
  return true;
}

static bool convert_check_ok(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_attr_t *message = tern_op_attr(op, "message");
  tern_named_attr_t attr = {"message", message};
  tern_build(&conversion->rewriter.builder, TERN_VM(COND_FAIL),
             .operands = TERN_VALUES(operands.values[0], operands.values[0]), .attrs = {&attr, message ? 1 : 0});
  tern_conversion_erase(conversion, op);
  return true;
}

#define PATTERN(ID, REWRITE) {#ID, TERN_UTIL(ID), 1, REWRITE}
const tern_conversion_pattern_t tern_util_value_to_vm_patterns[] = {
    {"null", &tern_util_ops[TERN_UTIL_NULL], 1, convert_null},
    PATTERN(CAST, convert_cast),
    PATTERN(CMP_EQ, convert_compare),
    PATTERN(CMP_NE, convert_compare),
    PATTERN(SWITCH, convert_switch),
    PATTERN(ALIGN, convert_align),
    PATTERN(RANGE_MIN, convert_range),
    PATTERN(RANGE_MAX, convert_range),
    PATTERN(RANGE_EXTENTS, convert_extents),
    PATTERN(SIZEOF, convert_sizeof),
    PATTERN(ASSUME_INT, convert_identity),
    PATTERN(NUMERIC_OPTIONAL_NARROW, convert_identity),
    PATTERN(OPTIMIZATION_BARRIER, convert_barrier),
    PATTERN(UNREACHABLE, convert_unreachable),
    PATTERN(SCF_UNREACHABLE, convert_scf_unreachable),
    PATTERN(STATUS_CHECK_OK, convert_check_ok),
    {0},
};
