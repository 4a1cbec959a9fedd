// What all lanes of a wave have, combined without shared memory: by moves within rows of 16 lanes that arithmetic takes along (DPP), or
// on CDNA 4 by swaps of rows and halves (upstream: warpReduce of AMD's TargetInfo).
//
// Each step hands a value up by half as many lanes as the one before, so that the last lane of a row has what all have; then the last
// lane of a row is combined with the next row, and in the end lane 63 (of RDNA 31) is read by all. Lanes that get nothing have
// garbage, which does not get to the last lane.

#include "convert/triton/to_llvm/amd/reduce_wave.h"
#include "dialect/rocdl/rocdl.h"
#include "dialect/tt/tt.h"

enum { ROW_SHIFT_RIGHT = 0x110, BROADCAST_15 = 0x142, BROADCAST_31 = 0x143, ALL = 0xF, ODD_ROWS = 0xA, WORD = 32 };

// Is the region one op of both its arguments?
static bool has_one_op(const tern_triton_combine_t *c) {
  const tern_block_t *body = tern_op_body(c->op, 0);
  const tern_op_t *op = body->first_op;
  if (c->operand_count != 1 || !op || op->next != body->last_op || op->operand_count != 2) return false;
  bool has_both = tern_op_operand(op, 0)->is_block_argument && tern_op_operand(op, 1)->is_block_argument &&
                  tern_op_operand(op, 0) != tern_op_operand(op, 1);
  return has_both && tern_op_operand(body->last_op, 0) == tern_op_result(op, 0);
}

static uint32_t width_of(const tern_type_t *type) {
  return tern_type_is_llvm(type, TERN_LLVM_PTR) ? 64 : (uint32_t)tern_type_bit_width(type);
}

// A value as an integer of at least so many bits, and back.
static tern_value_t *to_word(tern_builder_t *b, tern_value_t *value, uint32_t bits) {
  uint32_t width = width_of(value->type);
  tern_value_t *word = tern_emit_bitcast(b, value, tern_emit_i(b, width));
  return width < bits ? tern_emit_unary(b, TERN_LLVM(SEXT), tern_emit_i(b, bits), word) : word;
}

static tern_value_t *from_word(tern_builder_t *b, tern_value_t *word, const tern_type_t *type) {
  return tern_emit_bitcast(b, tern_emit_resize(b, word, width_of(type)), type);
}

static tern_value_t *combine(const tern_triton_combine_t *c, tern_value_t *x, tern_value_t *y) {
  tern_triton_elements_t first = {{x}}, second = {{y}};
  return tern_triton_combine_two(c, &first, &second).values[0];
}

// --- rows ---

static const tern_attr_t *i32_attr(tern_builder_t *b, int64_t value) {
  return tern_integer_attr_get(tern_emit_i(b, 32), value);
}

// Combines with what a move brings from another lane.
static tern_value_t *step(const tern_triton_combine_t *c, tern_value_t *value, int64_t control, int64_t rows) {
  tern_builder_t *b = c->b;
  bool is_f32 = value->type->kind == TERN_TYPE_F32;
  tern_value_t *word = is_f32 ? value : to_word(b, value, WORD);
  const tern_attr_t *yes = tern_integer_attr_get(tern_emit_i(b, 1), -1);
  tern_value_t *moved =
      tern_build_value(b, TERN_ROCDL(UPDATE_DPP), .operands = TERN_VALUES(word, word), .types = TERN_TYPES(word->type),
                       .attrs = TERN_ATTRS({"dppCtrl", i32_attr(b, control)}, {"rowMask", i32_attr(b, rows)},
                                           {"bankMask", i32_attr(b, ALL)}, {"boundCtrl", yes}));
  return combine(c, value, is_f32 ? moved : from_word(b, moved, value->type));
}

// Combines with the last lane of the other row of 16, which RDNA has no move for.
static tern_value_t *step_across_rows(const tern_triton_combine_t *c, tern_value_t *value) {
  tern_builder_t *b = c->b;
  tern_value_t *word = to_word(b, value, WORD), *last = tern_emit_i32(b, -1);
  const tern_type_t *i1 = tern_emit_i(b, 1);
  tern_value_t *moved = tern_build_value(
      b, TERN_ROCDL(PERMLANEX16), .operands = TERN_VALUES(word, word, last, last), .types = TERN_TYPES(word->type),
      .attrs = TERN_ATTRS({"fi", tern_integer_attr_get(i1, -1)}, {"boundControl", tern_integer_attr_get(i1, 0)}));
  return combine(c, value, from_word(b, moved, value->type));
}

static tern_value_t *reduce_rows(const tern_triton_combine_t *c, tern_value_t *value) {
  const tern_triton_lowering_t *lowering = tern_triton_lowering_of(c->conversion);
  const tern_type_t *type = value->type;
  for (int64_t distance = 8; distance > 0; distance /= 2) value = step(c, value, ROW_SHIFT_RIGHT + distance, ALL);
  if (tern_amd_is_cdna(lowering->chip.family)) {
    value = step(c, value, BROADCAST_15, ODD_ROWS);
    value = step(c, value, BROADCAST_31, ALL);
  } else {
    value = step_across_rows(c, value);
  }
  enum { HALF_WORD = 16 };
  tern_value_t *word = to_word(c->b, value, HALF_WORD), *last = tern_emit_i32(c->b, lowering->warp_size - 1);
  word = tern_build_value(c->b, TERN_ROCDL(READLANE), .operands = TERN_VALUES(word, last),
                          .types = TERN_TYPES(word->type));
  return from_word(c->b, word, type);
}

// --- swaps ---

// Of a value and its copy two rows, or halves, change places, so that each lane has both.
static tern_value_t *swap_step(const tern_triton_combine_t *c, tern_value_t *value, const char *intrinsic) {
  tern_builder_t *b = c->b;
  tern_value_t *word = to_word(b, value, WORD), *no = tern_emit_bool(b, false);
  const tern_type_t *pair = tern_llvm_struct_type(b->context, TERN_TYPES(word->type, word->type), false);
  tern_value_t *both = tern_emit_intrinsic(b, intrinsic, pair, TERN_VALUES(word, word, no, no));
  tern_value_t *first = from_word(b, tern_emit_extract(b, both, 0), value->type);
  tern_value_t *second = from_word(b, tern_emit_extract(b, both, 1), value->type);
  return combine(c, first, second);
}

tern_value_t *tern_triton_reduce_wave(const tern_triton_combine_t *c, tern_value_t *value, uint64_t mask) {
  const tern_triton_lowering_t *lowering = tern_triton_lowering_of(c->conversion);
  tern_amd_family_t family = lowering->chip.family;
  if (!has_one_op(c) || width_of(value->type) > WORD) return NULL;
  if (family == TERN_AMD_CDNA4 && (mask == 32 || mask == 48)) {
    value = swap_step(c, value, "llvm.amdgcn.permlane32.swap");
    return mask == 48 ? swap_step(c, value, "llvm.amdgcn.permlane16.swap") : value;
  }
  bool has_moves = family == TERN_AMD_CDNA2 || family == TERN_AMD_CDNA3 || family == TERN_AMD_CDNA4 ||
                   family == TERN_AMD_RDNA3 || family == TERN_AMD_RDNA4;
  return has_moves && mask == (uint64_t)lowering->warp_size - 1 ? reduce_rows(c, value) : NULL;
}
