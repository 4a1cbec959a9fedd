// Products whose first factor goes to the instruction through registers: of 32 or 8 bits, in workgroup memory with rows
// along m, which the instruction cannot turn. nvvm.wgmma.mma_async knows factors in memory only, so this one is PTX
// text.
//
// A warp has 16 rows of the instruction's 64, and a thread of it two, eight apart. In memory a box is rows of k of 128 bytes of
// m, whose 16-byte pieces the swizzle has exchanged (tern_layout_swizzled_lines()).
//
// Of 32 bits a thread has two columns of k, four apart. Of 8 bits it has two times four neighbours along k in each row, which come by turned matrices;
// its two rows are then neighbours of m.

#include "analysis/layout/fragments.h"
#include "analysis/layout/memory_layouts.h"
#include "base/string.h"
#include "convert/gpu/kernel.h"
#include "convert/gpu/warpgroup/warpgroup.h"
#include "convert/llvm/lowering.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/memref/memref.h"
#include "dialect/nvvm/nvvm.h"

enum { WARP_SIZE = 32, BOX_COLUMNS = 32, WARP_ROWS = 16, WORDS = 4, DEPTH = 8, MATRIX_ROWS = 8, COLUMN_STEP = 8 };

static tern_value_t *number(tern_builder_t *b, int64_t value) { return tern_build_index(b, value); }

static tern_value_t *compute(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *lhs, int64_t rhs) {
  return tern_build_value(b, row, .operands = TERN_VALUES(lhs, number(b, rhs)));
}

// --- memory ---

// Boxes of `lines` lines along k and `width` rows of m as copies by tensor maps leave them: column, line, box -> dim0 (m), dim1
// (k).
static tern_layout_t find_boxes(int64_t lines, int64_t boxes, size_t element_bits) {
  int64_t width = 8 * TERN_WARPGROUP_ROW_BYTES / (int64_t)element_bits;
  tern_layout_t box = tern_layout_swizzled_lines((const int64_t[]){width, lines}, 0, element_bits);
  tern_layout_dims_t ins = {0};
  tern_layout_append_dim(&ins, "column", tern_layout_bits(&box.outs, "dim0"));
  tern_layout_append_dim(&ins, "line", tern_layout_bits(&box.outs, "dim1"));
  box = tern_layout_reshape_ins(&box, &ins);
  return TERN_LAYOUT_EXTEND(&box, {"box", boxes, "dim0"});
}

// --- words ---

static void build_words(tern_builder_t *b, tern_value_t *thread, tern_value_t *first_row,
                        tern_warpgroup_registers_t *registers) {
  tern_layout_t fragment = tern_fragment_layout(TERN_FRAGMENT_WGMMA_M64K8_A32);
  tern_layout_t memory = find_boxes(DEPTH, TERN_WARPGROUP_ROWS / BOX_COLUMNS, 32);
  fragment = tern_layout_invert_and_compose(&fragment, &memory);
  registers->words =
      tern_gpu_build_places(b, &fragment,
                            TERN_GPU_INPUTS({TERN_LAYOUT_LANE, compute(b, TERN_ARITH(REMUI), thread, WARP_SIZE)},
                                            {TERN_LAYOUT_WARP, compute(b, TERN_ARITH(DIVUI), thread, WARP_SIZE)}));
  tern_gpu_places_begin_at(&registers->words, "box", compute(b, TERN_ARITH(DIVUI), first_row, BOX_COLUMNS));
}

static void load_words(tern_builder_t *b, const tern_warpgroup_plan_t *plan,
                       const tern_warpgroup_registers_t *registers, tern_value_t *stage, int64_t piece, int64_t step,
                       tern_value_t **out_words) {
  const tern_type_t *i32 = tern_i_type_get(b->context, 32), *f32 = tern_float_type_get(b->context, TERN_TYPE_F32);
  for (int64_t i = 0; i < WORDS; ++i) {
    const tern_gpu_numbers_t own = TERN_GPU_NUMBERS({TERN_LAYOUT_REGISTER, i});
    tern_value_t *box = tern_gpu_build_place(&registers->words, "box", own);
    tern_value_t *line = tern_gpu_build_place(&registers->words, "line", own);
    box = tern_build_index_add(b, box, number(b, piece * TERN_WARPGROUP_ROWS / BOX_COLUMNS));
    tern_value_t *operands[6] = {registers->memory, stage, box};
    size_t count = 3;
    if (plan->product.a_has_batch) operands[count++] = number(b, 0);
    operands[count++] = tern_build_index_add(b, line, number(b, step * DEPTH));
    operands[count++] = tern_gpu_build_place(&registers->words, "column", own);
    tern_value_t *value =
        tern_build_value(b, TERN_MEMREF(LOAD), .operands = {operands, count}, .types = TERN_TYPES(f32));
    out_words[i] = tern_build_value(b, TERN_ARITH(BITCAST), .operands = TERN_VALUES(value), .types = TERN_TYPES(i32));
  }
}

// --- bytes ---

tern_layout_t tern_warpgroup_row_order(void) {
  const tern_layout_dims_t rows = {1, {{"dim0", 4}}};
  tern_layout_t order = tern_layout_create(&rows, &rows, (const int64_t[]){2, 4, 8, 1});
  return TERN_LAYOUT_EXTEND(&order, {"dim0", TERN_WARPGROUP_ROWS / WARP_ROWS, "dim0"}, {"dim1", COLUMN_STEP, "dim1"});
}

// A turned matrix of 8 x 8 pairs of bytes gives thread t of four two rows of k, each with the bytes of two neighbours of m. The
// thread needs the four rows from 4 t on (and, in another two words, those 16 further), which two such matrices give: lanes
// 2 t and 2 t + 1 of eight have the addresses of its rows. Threads 1 and 2 get the upper half of them by the first, so that
// the eight rows of a matrix have all swizzles.
static tern_layout_t find_byte_rows(void) {
  enum { UPPER = 2 };
  const tern_layout_dims_t ins = {1, {{TERN_LAYOUT_LANE, 5}}}, outs = {2, {{"dim0", 4}, {"dim1", 5}}};
  const int64_t bases[] = {0, 1, 0, 4 ^ UPPER, 0, 8 ^ UPPER, 0, UPPER, 0, 16};
  return tern_layout_create(&ins, &outs, bases);
}

// Is this one of the threads that get the upper half first?
static tern_value_t *build_is_swapped(tern_builder_t *b, tern_value_t *lane) {
  const tern_layout_dims_t ins = {1, {{TERN_LAYOUT_LANE, 5}}}, outs = {1, {{"half", 1}}};
  tern_layout_t halves = tern_layout_create(&ins, &outs, (const int64_t[]){1, 1, 0, 0, 0});
  tern_gpu_places_t places = tern_gpu_build_places(b, &halves, TERN_GPU_INPUTS({TERN_LAYOUT_LANE, lane}));
  return tern_arith_cmpi(b, TERN_CMPI_NE, tern_gpu_build_place(&places, "half", (tern_gpu_numbers_t){0}), number(b, 0));
}

static void build_bytes(tern_builder_t *b, const tern_warpgroup_plan_t *plan, tern_value_t *thread,
                        tern_value_t *first_row, tern_warpgroup_registers_t *registers) {
  enum { MOST_PIECES = 4 };
  tern_value_t *lane = compute(b, TERN_ARITH(REMUI), thread, WARP_SIZE);
  tern_value_t *warp = compute(b, TERN_ARITH(DIVUI), thread, WARP_SIZE);
  tern_layout_t rows = find_byte_rows();
  rows = TERN_LAYOUT_EXTEND(&rows, {TERN_LAYOUT_WARP, TERN_WARPGROUP_ROWS / WARP_ROWS, "dim0"},
                            {"piece", MOST_PIECES, "dim0"});
  tern_layout_t memory = find_boxes(32, MOST_PIECES * TERN_WARPGROUP_ROWS / TERN_WARPGROUP_ROW_BYTES, 8);
  rows = tern_layout_invert_and_compose(&rows, &memory);
  tern_value_t *start =
      tern_build_value(b, TERN_MEMREF(EXTRACT_ALIGNED_POINTER_AS_INDEX), .operands = TERN_VALUES(registers->memory),
                       .types = TERN_TYPES(tern_index_type_get(b->context)));
  tern_value_t *first_piece = compute(b, TERN_ARITH(DIVUI), first_row, TERN_WARPGROUP_ROWS);
  for (int64_t i = 0; i < plan->tile.m / plan->tile.consumers / TERN_WARPGROUP_ROWS; ++i) {
    tern_value_t *piece = tern_build_index_add(b, first_piece, number(b, i));
    tern_gpu_places_t places = tern_gpu_build_places(
        b, &rows, TERN_GPU_INPUTS({TERN_LAYOUT_LANE, lane}, {TERN_LAYOUT_WARP, warp}, {"piece", piece}));
    const struct {
      const char *name;
      int64_t distance;
    } parts[] = {{"line", TERN_WARPGROUP_ROW_BYTES}, {"box", plan->tile.k * TERN_WARPGROUP_ROW_BYTES}, {"column", 1}};
    registers->places[i] = start;
    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; ++k) {
      tern_value_t *part = tern_gpu_build_place(&places, parts[k].name, (tern_gpu_numbers_t){0});
      part = tern_build_index_mul(b, part, number(b, parts[k].distance));
      registers->places[i] = tern_build_index_add(b, registers->places[i], part);
    }
  }
  const tern_type_t *i32 = tern_i_type_get(b->context, 32);
  tern_value_t *swaps = build_is_swapped(b, lane);
  for (int64_t odd = 0; odd < 2; ++odd) {
    tern_value_t *orders[] = {tern_llvm_build_int(b, i32, odd ? 0x3175 : 0x2064),
                              tern_llvm_build_int(b, i32, odd ? 0x7531 : 0x6420)};
    registers->orders[odd] = tern_build_value(
        b, TERN_ARITH(SELECT), .operands = TERN_VALUES(swaps, orders[0], orders[1]), .types = TERN_TYPES(i32));
  }
}

static void load_bytes(tern_builder_t *b, const tern_warpgroup_plan_t *plan,
                       const tern_warpgroup_registers_t *registers, tern_value_t *stage, int64_t piece, int64_t step,
                       tern_value_t **out_words) {
  const tern_type_t *i32 = tern_i_type_get(b->context, 32), *members[] = {i32, i32, i32, i32};
  int64_t stage_bytes = plan->tile.m * TERN_WARPGROUP_ROW_BYTES;
  tern_value_t *place =
      tern_build_index_add(b, registers->places[piece], tern_build_index_mul(b, stage, number(b, stage_bytes)));
  place = tern_build_index_add(b, place, number(b, step * plan->tile.step * TERN_WARPGROUP_ROW_BYTES));
  place = tern_build_value(b, TERN_ARITH(INDEX_CAST), .operands = TERN_VALUES(place),
                           .types = TERN_TYPES(tern_i_type_get(b->context, 64)));
  tern_value_t *pointer =
      tern_llvm_make(b, TERN_LLVM(INTTOPTR), tern_llvm_ptr_type(b->context, TERN_NVVM_SHARED), TERN_VALUES(place));
  tern_value_t *matrices = tern_build_value(
      b, TERN_NVVM(LDMATRIX), .operands = TERN_VALUES(pointer),
      .types = TERN_TYPES(tern_llvm_struct_type(b->context, (tern_types_t){members, WORDS}, false)),
      .attrs = TERN_ATTRS(
          {"num", tern_integer_attr_get(i32, WORDS)},
          {"layout", tern_nvvm_enum_get(b->context, TERN_NVVM_ENUM_MMA_LAYOUT, TERN_NVVM_MMA_LAYOUT_COL)},
          {"shape", tern_nvvm_matrix_shape_get(b->context, MATRIX_ROWS, MATRIX_ROWS)},
          {"eltType",
           tern_nvvm_enum_get(b->context, TERN_NVVM_ENUM_LD_ST_MATRIX_ELT_TYPE, TERN_NVVM_LD_ST_MATRIX_ELT_TYPE_B16)}));
  const tern_attr_t *mode = tern_nvvm_enum_get(b->context, TERN_NVVM_ENUM_PERMUTE_MODE, 0);
  for (int64_t i = 0; i < WORDS; ++i) {
    tern_value_t *pair[2];
    for (int64_t half = 0; half < 2; ++half) {
      const int64_t position = i / 2 * 2 + half;
      pair[half] = tern_llvm_make_extract(b, matrices, &position, 1);
    }
    out_words[i] = tern_build_value(b, TERN_NVVM(PRMT), .types = TERN_TYPES(i32),
                                    .operands = TERN_VALUES(pair[0], pair[1], registers->orders[i % 2]),
                                    .attrs = TERN_ATTRS({"mode", mode}));
  }
}

void tern_warpgroup_build_registers(tern_builder_t *b, const tern_warpgroup_plan_t *plan, tern_value_t *memory,
                                    tern_value_t *thread, tern_value_t *first_row,
                                    tern_warpgroup_registers_t *out_registers) {
  out_registers->memory = memory;
  if (plan->element_size == 1) {
    build_bytes(b, plan, thread, first_row, out_registers);
  } else {
    build_words(b, thread, first_row, out_registers);
  }
}

void tern_warpgroup_load_registers(tern_builder_t *b, const tern_warpgroup_plan_t *plan,
                                   const tern_warpgroup_registers_t *registers, tern_value_t *stage, int64_t piece,
                                   int64_t step, tern_value_t *out_words[4]) {
  if (plan->element_size == 1) {
    load_bytes(b, plan, registers, stage, piece, step, out_words);
  } else {
    load_words(b, plan, registers, stage, piece, step, out_words);
  }
}

// --- the instruction ---

static const char *type_name(int64_t type) {
  static const struct {
    int64_t type;
    const char *name;
  } names[] = {
      {TERN_NVVM_WGMMA_TYPE_TF32, "tf32"}, {TERN_NVVM_WGMMA_TYPE_E4M3, "e4m3"}, {TERN_NVVM_WGMMA_TYPE_E5M2, "e5m2"}};
  size_t i = 0;
  while (names[i].type != type) ++i;
  return names[i].name;
}

// `$0, $1, ...`
static void append_places(tern_string_builder_t *text, size_t first, size_t count) {
  for (size_t i = 0; i < count; ++i) tern_string_builder_append_format(text, "%s$%zu", i ? ", " : "", first + i);
}

tern_value_t *tern_warpgroup_build_register_instruction(tern_builder_t *b, const tern_warpgroup_plan_t *plan,
                                                        tern_value_t *sums, tern_value_t *const words[4],
                                                        tern_value_t *descriptor, bool is_first) {
  size_t count = (size_t)plan->tile.n / 2, operand_count = 0;
  tern_value_t *operands[WORDS + 1 + 128];
  tern_string_builder_t text = {0}, constraints = {0};
  tern_string_builder_append_format(
      &text, "{\n.reg .pred p;\nsetp.ne.b32 p, %d, 0;\nwgmma.mma_async.sync.aligned.m64n%dk%d.f32.%s.%s {", !is_first,
      (int)plan->tile.n, (int)plan->tile.step, type_name(plan->type_a), type_name(plan->type_b));
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
