// Products whose first factor goes to the instruction through registers: of 32 bits, in workgroup memory with rows
// along m, which the instruction cannot turn. nvvm.wgmma.mma_async knows factors in memory only, so this one is PTX
// text.
//
// A warp has 16 rows of the instruction's 64, and a thread of it two, eight apart, in two columns of k, four apart. In
// memory a box is 32 rows of k with 32 elements of m each, whose 16-byte pieces the swizzle has exchanged: piece p of
// row k lies where piece p ^ (k mod 8) belongs. For the thread's four elements that is one place and the places whose
// bits 1 and 2 differ from it.

#include "base/string.h"
#include "convert/gpu/kernel.h"
#include "convert/gpu/warpgroup/warpgroup.h"
#include "convert/llvm/lowering.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/memref/memref.h"

enum { WARP_SIZE = 32, BOX_COLUMNS = 32, WARP_ROWS = 16, PIECE = 4, WORDS = 4, DEPTH = 8 };

static tern_value_t *number(tern_builder_t *b, int64_t value) { return tern_build_index(b, value); }

static tern_value_t *compute(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *lhs, int64_t rhs) {
  return tern_build_value(b, row, .operands = TERN_VALUES(lhs, number(b, rhs)));
}

void tern_warpgroup_build_registers(tern_builder_t *b, const tern_warpgroup_plan_t *plan, tern_value_t *memory,
                                    tern_value_t *thread, tern_value_t *first_box,
                                    tern_warpgroup_registers_t *out_registers) {
  (void)plan;
  tern_value_t *lane = compute(b, TERN_ARITH(REMUI), thread, WARP_SIZE);
  tern_value_t *warp = compute(b, TERN_ARITH(DIVUI), thread, WARP_SIZE);
  tern_value_t *row = compute(b, TERN_ARITH(DIVUI), lane, 4);  // of m, in the warp's
  out_registers->memory = memory;
  out_registers->row = compute(b, TERN_ARITH(REMUI), lane, 4);
  out_registers->box = tern_build_index_add(b, first_box, compute(b, TERN_ARITH(DIVUI), warp, BOX_COLUMNS / WARP_ROWS));
  tern_value_t *column =
      tern_build_index_mul(b, compute(b, TERN_ARITH(REMUI), warp, BOX_COLUMNS / WARP_ROWS), number(b, WARP_ROWS));
  column = tern_build_index_add(b, column, row);
  tern_value_t *piece = compute(b, TERN_ARITH(DIVUI), column, PIECE);
  tern_value_t *within = compute(b, TERN_ARITH(REMUI), column, PIECE);
  piece = tern_build_value(b, TERN_ARITH(XORI), .operands = TERN_VALUES(piece, out_registers->row));
  for (int64_t i = 0; i < WORDS; ++i) {
    // Eight rows of m further is two pieces, four rows of k further another swizzle.
    tern_value_t *place = compute(b, TERN_ARITH(XORI), piece, (i & 1) * 2 + (i >> 1) * 4);
    out_registers->columns[i] = tern_build_index_add(b, tern_build_index_mul(b, place, number(b, PIECE)), within);
  }
}

void tern_warpgroup_load_registers(tern_builder_t *b, const tern_warpgroup_plan_t *plan,
                                   const tern_warpgroup_registers_t *registers, tern_value_t *stage, int64_t piece,
                                   int64_t step, tern_value_t *out_words[4]) {
  const tern_type_t *i32 = tern_i_type_get(b->context, 32), *f32 = tern_float_type_get(b->context, TERN_TYPE_F32);
  tern_value_t *box = tern_build_index_add(b, registers->box, number(b, piece * TERN_WARPGROUP_ROWS / BOX_COLUMNS));
  for (int64_t i = 0; i < WORDS; ++i) {
    tern_value_t *operands[6] = {registers->memory, stage, box};
    size_t count = 3;
    if (plan->product.a_has_batch) operands[count++] = number(b, 0);
    operands[count++] = tern_build_index_add(b, registers->row, number(b, step * DEPTH + (i >> 1) * 4));
    operands[count++] = registers->columns[i];
    tern_value_t *value =
        tern_build_value(b, TERN_MEMREF(LOAD), .operands = {operands, count}, .types = TERN_TYPES(f32));
    out_words[i] = tern_build_value(b, TERN_ARITH(BITCAST), .operands = TERN_VALUES(value), .types = TERN_TYPES(i32));
  }
}

// `$0, $1, ...`
static void append_places(tern_string_builder_t *text, size_t first, size_t count) {
  for (size_t i = 0; i < count; ++i) tern_string_builder_append_format(text, "%s$%zu", i ? ", " : "", first + i);
}

tern_value_t *tern_warpgroup_build_register_instruction(tern_builder_t *b, const tern_warpgroup_plan_t *plan,
                                                        tern_value_t *sums, tern_value_t *const words[4],
                                                        tern_value_t *descriptor) {
  size_t count = (size_t)plan->tile.n / 2, operand_count = 0;
  tern_value_t *operands[WORDS + 1 + 128];
  tern_string_builder_t text = {0}, constraints = {0};
  tern_string_builder_append_format(&text,
                                    "{\n.reg .pred p;\nsetp.ne.b32 p, 1, 0;\nwgmma.mma_async.sync.aligned.m64n%dk8.f32."
                                    "tf32.tf32 {",
                                    (int)plan->tile.n);
  append_places(&text, 0, count);
  tern_string_builder_append_cstr(&text, "}, {");
  append_places(&text, count, WORDS);
  tern_string_builder_append_format(&text, "}, $%zu, p, 1, 1;\n}\n", count + WORDS);
  for (size_t i = 0; i < count; ++i) tern_string_builder_append_cstr(&constraints, "=f,");
  for (size_t i = 0; i < WORDS; ++i) {
    tern_string_builder_append_cstr(&constraints, "r,");
    operands[operand_count++] = words[i];
  }
  tern_string_builder_append_cstr(&constraints, "l");
  operands[operand_count++] = descriptor;
  for (size_t i = 0; i < count; ++i) {
    const int64_t position = (int64_t)i;
    tern_string_builder_append_format(&constraints, ",%zu", i);
    operands[operand_count++] = tern_llvm_make_extract(b, sums, &position, 1);
  }
  const tern_named_attr_t attrs[] = {
      {"asm_string", tern_string_attr_get(b->context, tern_string_builder_view(&text))},
      {"constraints", tern_string_attr_get(b->context, tern_string_builder_view(&constraints))},
      {"has_side_effects", tern_unit_attr_get(b->context)},
      {"asm_dialect", tern_enum_attr_get(b->context, TERN_LLVM_ENUM(ASM_DIALECT), 0)},
  };
  tern_string_builder_deinitialize(&text);
  tern_string_builder_deinitialize(&constraints);
  return tern_build_value(b, TERN_LLVM(INLINE_ASM), .operands = {operands, operand_count},
                          .types = TERN_TYPES(sums->type), .attrs = {attrs, sizeof attrs / sizeof attrs[0]});
}
