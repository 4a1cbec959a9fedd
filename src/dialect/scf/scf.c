// scf: the table of ops, and what is asked of loops.

#include "dialect/scf/scf.h"

#include "dialect/arith/arith.h"
#include "dialect/common/fold_elements.h"
#include "dialect/scf/scf_hooks.h"

// The constant distance from `lower` to `upper`: of constants, or where the upper is the lower plus a constant without overflow.
static bool find_distance(const tern_value_t *lower, const tern_value_t *upper, bool is_unsigned,
                          tern_int128_t *out_distance) {
  tern_uint128_t low, high;
  uint32_t width;
  if (lower == upper) {
    *out_distance = 0;
    return true;
  }
  if (tern_attr_int_bits(tern_value_constant(lower), &low, &width) &&
      tern_attr_int_bits(tern_value_constant(upper), &high, &width) && width <= 64) {
    *out_distance = is_unsigned ? (tern_int128_t)high - (tern_int128_t)low
                                : tern_bits_sign_extend(high, width) - tern_bits_sign_extend(low, width);
    return true;
  }
  // Only a sum that cannot wrap tells the distance.
  const tern_op_t *sum = tern_value_defining_op(upper);
  if (!sum || !tern_op_is(sum, TERN_ARITH(ADDI))) return false;
  int64_t needed = is_unsigned ? TERN_OVERFLOW_NUW : TERN_OVERFLOW_NSW;
  if (!(tern_enum_attr_value(tern_op_attr(sum, "overflowFlags")) & needed)) return false;
  for (size_t i = 0; i < 2; i++) {
    if (tern_op_operand(sum, i) != lower) continue;
    if (!tern_attr_int_bits(tern_value_constant(tern_op_operand(sum, 1 - i)), &high, &width) || width > 64) continue;
    *out_distance = is_unsigned ? (tern_int128_t)high : tern_bits_sign_extend(high, width);
    return true;
  }
  return false;
}

bool tern_scf_trip_count(const tern_value_t *lower, const tern_value_t *upper, const tern_value_t *step,
                         bool is_unsigned, int64_t *out_count) {
  tern_int128_t distance;
  if (!find_distance(lower, upper, is_unsigned, &distance)) return false;
  if (distance <= 0) {
    *out_count = 0;
    return true;
  }
  tern_uint128_t bits;
  uint32_t width;
  if (!tern_attr_int_bits(tern_value_constant(step), &bits, &width) || width > 64) return false;
  tern_int128_t by = is_unsigned ? (tern_int128_t)bits : tern_bits_sign_extend(bits, width);
  if (by <= 0) return false;
  tern_int128_t count = (distance + by - 1) / by;
  *out_count = count > INT64_MAX ? INT64_MAX : (int64_t)count;
  return true;
}

const tern_op_row_t tern_scf_ops[] = {
#define OP(ID, NAME, ...) [TERN_SCF_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/scf/scf_ops.def"
#undef OP
};

const tern_dialect_t tern_scf_dialect = {
    .name = "scf",
    .summary = "Loops and conditionals with regions",
    .ops = tern_scf_ops,
    .op_count = TERN_SCF_OP_COUNT,
};
