// --convert-sub-byte-integers-to-bytes: for targets without types of 2 to 7 bits, values of such a type become bytes.
//
//   %0 = arith.trunci %x : i32 to i4                       ->   %0 = arith.trunci %x : i32 to i8
//   %1 = scf.if %c -> (i4) { scf.yield %0 : i4 } else ..   ->   %1 = scf.if %c -> (i8) { scf.yield %0 : i8 } else ..
//   %2 = arith.extsi %1 : i4 to i32                        ->   %2 = arith.extsi %1 : i8 to i32
//                                                               %3 = arith.shli %2, 28; %4 = arith.shrsi %3, 28
//
// Arithmetic on them was widened before (--arith-emulate-narrow-int), and memory holds bytes already
// (--iree-codegen-type-propagation), so that what is left only moves values. The upper bits of such a byte are anything;
// extensions cut them off. Upstream widens types in the conversion to spirv, which does the same.

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "ir/attr.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

enum { BYTE_BITS = 8 };

static bool is_sub_byte(const tern_type_t *type) {
  const tern_type_t *element = tern_type_element(type);
  if (!tern_type_is_integer(element)) return false;
  uint32_t width = tern_integer_type_width(element);
  return width > 1 && width < BYTE_BITS;
}

static bool is_value_type(const tern_type_t *type) {
  return type->kind == TERN_TYPE_INTEGER || type->kind == TERN_TYPE_VECTOR;
}

static const tern_type_t *byte_type(const tern_type_t *type) {
  return tern_type_with_element(type, tern_i_type_get(type->context, BYTE_BITS));
}

// A cast or constant with its types before anything changes.
typedef struct border {
  tern_op_t *op;
  const tern_type_t *from, *to;  // from: NULL for a constant
} border_t;

typedef TERN_VEC(border_t) border_list_t;

static bool is_cast(const tern_op_t *op) {
  return tern_op_is(op, TERN_ARITH(EXTUI)) || tern_op_is(op, TERN_ARITH(EXTSI)) || tern_op_is(op, TERN_ARITH(TRUNCI)) ||
         tern_op_is(op, TERN_ARITH(INDEX_CAST)) || tern_op_is(op, TERN_ARITH(INDEX_CASTUI));
}

static bool is_constant_of_sub_byte(const tern_op_t *op) {
  return tern_op_is(op, TERN_ARITH(CONSTANT)) && is_sub_byte(op->results[0].type);
}

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  border_list_t *borders = user;
  if (is_constant_of_sub_byte(op)) {
    tern_vec_push(borders, ((border_t){op, NULL, op->results[0].type}));
  } else if (is_cast(op)) {
    const tern_type_t *from = tern_op_operand(op, 0)->type, *to = op->results[0].type;
    if (is_sub_byte(from) || is_sub_byte(to)) tern_vec_push(borders, ((border_t){op, from, to}));
  }
  return TERN_WALK_ADVANCE;
}

static tern_value_t *build_cast(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *value,
                                const tern_type_t *type) {
  return tern_build_value(b, row, .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

// The lower `width` bits of a byte, extended within the byte.
static tern_value_t *build_cut(tern_builder_t *b, tern_value_t *byte, uint32_t width, bool is_signed) {
  const tern_type_t *type = byte->type;
  if (!is_signed) {
    tern_value_t *mask = tern_arith_constant_int(b, type, (INT64_C(1) << width) - 1);
    return tern_build_value(b, TERN_ARITH(ANDI), .operands = TERN_VALUES(byte, mask));
  }
  tern_value_t *distance = tern_arith_constant_int(b, type, BYTE_BITS - (int64_t)width);
  tern_value_t *high = tern_build_value(b, TERN_ARITH(SHLI), .operands = TERN_VALUES(byte, distance));
  return tern_build_value(b, TERN_ARITH(SHRSI), .operands = TERN_VALUES(high, distance));
}

// A cast between types that are no longer there, or of which one is a byte now.
static void convert_cast(const border_t *border) {
  tern_op_t *op = border->op;
  tern_value_t *source = tern_op_operand(op, 0), *result = tern_op_result(op, 0);
  const tern_type_t *from = border->from, *to = border->to;
  const tern_type_t *new_to = is_sub_byte(to) ? byte_type(to) : to;
  bool is_extension = is_sub_byte(from) && !tern_op_is(op, TERN_ARITH(TRUNCI));
  bool is_signed = tern_op_is(op, TERN_ARITH(EXTSI)) || tern_op_is(op, TERN_ARITH(INDEX_CAST));
  tern_builder_t b = tern_builder_before(op);
  if (is_sub_byte(from)) source->type = byte_type(from);
  tern_value_t *value = source;
  if (is_extension) value = build_cut(&b, value, tern_integer_type_width(tern_type_element(from)), is_signed);
  if (value->type != new_to) value = build_cast(&b, op->def->row, value, new_to);
  tern_value_replace_all_uses(result, value);
  tern_op_destroy(op);
}

static void convert_constant(tern_op_t *op) {
  const tern_attr_t *value = tern_op_attr(op, "value");
  const tern_type_t *type = byte_type(op->results[0].type);
  if (value->kind == TERN_ATTR_INTEGER) {
    value = tern_integer_attr_get(type, tern_integer_attr_value(value));
  } else {
    // Dense elements of less than a byte take one each.
    value = tern_dense_elements_attr_retype(value, type);
  }
  tern_op_set_attr(op, "value", value);
  op->results[0].type = type;
}

static void convert_values(tern_value_t *values, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (is_value_type(values[i].type) && is_sub_byte(values[i].type)) values[i].type = byte_type(values[i].type);
  }
}

static tern_walk_result_t convert_moves(tern_op_t *op, void *user) {
  (void)user;
  convert_values(op->results, op->result_count);
  for (size_t r = 0; r < op->region_count; ++r) {
    tern_region_for_each_block(&op->regions[r], block) {
      for (uint32_t i = 0; i < block->arg_count; ++i) convert_values(block->args[i], 1);
    }
  }
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  border_list_t borders = {0};
  tern_op_walk_pre(root, collect, &borders);
  for (size_t i = 0; i < borders.count; ++i) {
    const border_t *border = &borders.values[i];
    border->from ? convert_cast(border) : convert_constant(border->op);
  }
  tern_vec_deinitialize(&borders);
  tern_op_walk_pre(root, convert_moves, NULL);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, NULL};

const tern_pass_def_t tern_sub_byte_to_bytes_pass = {
    .flag = "convert-sub-byte-integers-to-bytes",
    .name = "ConvertSubByteIntegersToBytes",
    .summary = "Keep values of 2 to 7 bits in bytes",
    .description =
        "For targets without such types, after --arith-emulate-narrow-int and --iree-codegen-type-propagation.",
    .dialects = dialects,
    .run = run,
};
