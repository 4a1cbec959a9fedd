// tt.dot and tt.dot_scaled by mma.sync (upstream: MMAv2).
//
// An instruction's registers are words of neighbours along the depth: of the first operand those of two rows, eight apart, by
// turns; of the second those of one column. Which numbers along the depth a thread has of both is the same, whatever `kWidth`
// is, and sums do not ask in which order. So the n-th of a thread's is given to the instruction as its n-th. Only scales do ask, which
// belong to neighbours along the depth: there `kWidth` has to be what fills a register.
//
// Scales are a word each, of one to four bytes, of a row and a column: the word of a row comes from the first two threads of four, of the
// row and of that eight further on; that of a column from the first one.

#include "convert/triton/to_llvm/dot/dot.h"
#include "convert/triton/to_llvm/elementwise/elementwise.h"
#include "convert/triton/to_llvm/ptx.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"

// --- instructions ---

typedef struct instruction {
  tern_type_kind_t first, second, sum;
  int capability;    // from which on the chip has it
  const char *name;  // behind "mma.sync.aligned."
  size_t rows;       // of sums that a thread has: two, eight apart, or one
  size_t depth;      // of numbers along the depth that a thread has of each row; of pairs of 4 bits
} instruction_t;

#define SAME(kind) TERN_TYPE_##kind, TERN_TYPE_##kind
#define FP8(x, y, sum, name) {TERN_TYPE_##x, TERN_TYPE_##y, TERN_TYPE_##sum, 89, "m16n8k32.row.col." name, 2, 8}
// Later rows are preferred.
static const instruction_t instructions[] = {
    {SAME(F16), TERN_TYPE_F32, 80, "m16n8k16.row.col.f32.f16.f16.f32", 2, 4},
    {SAME(F16), TERN_TYPE_F16, 80, "m16n8k16.row.col.f16.f16.f16.f16", 2, 4},
    {SAME(BF16), TERN_TYPE_F32, 80, "m16n8k16.row.col.f32.bf16.bf16.f32", 2, 4},
    {SAME(F32), TERN_TYPE_F32, 80, "m16n8k8.row.col.f32.tf32.tf32.f32", 2, 2},
    {SAME(INTEGER), TERN_TYPE_INTEGER, 80, "m16n8k32.row.col.satfinite.s32.s8.s8.s32", 2, 8},
    {SAME(F64), TERN_TYPE_F64, 80, "m8n8k4.row.col.f64.f64.f64.f64", 1, 1},
    {SAME(F64), TERN_TYPE_F64, 90, "m16n8k16.row.col.f64.f64.f64.f64", 2, 4},
    FP8(F8E4M3FN, F8E4M3FN, F32, "f32.e4m3.e4m3.f32"),
    FP8(F8E4M3FN, F8E4M3FN, F16, "f16.e4m3.e4m3.f16"),
    FP8(F8E4M3FN, F8E5M2, F32, "f32.e4m3.e5m2.f32"),
    FP8(F8E4M3FN, F8E5M2, F16, "f16.e4m3.e5m2.f16"),
    FP8(F8E5M2, F8E4M3FN, F32, "f32.e5m2.e4m3.f32"),
    FP8(F8E5M2, F8E4M3FN, F16, "f16.e5m2.e4m3.f16"),
    FP8(F8E5M2, F8E5M2, F32, "f32.e5m2.e5m2.f32"),
    FP8(F8E5M2, F8E5M2, F16, "f16.e5m2.e5m2.f16"),
};
#undef SAME
#undef FP8

typedef struct scaled_instruction {
  instruction_t plain;
  tern_type_kind_t scale;
  size_t count;  // of scales along the depth, of each row and column
} scaled_instruction_t;

#define SCALED(x, y, depth, kind, count, scale, name)                                             \
  {{TERN_TYPE_##x, TERN_TYPE_##y, TERN_TYPE_F32, 120,                                             \
    "m16n8k" depth ".row.col.kind::" kind ".block_scale.scale_vec::" #count "X.f32." name, 2, 8}, \
   TERN_TYPE_##scale,                                                                             \
   count}
static const scaled_instruction_t scaled_instructions[] = {
    SCALED(F8E4M3FN, F8E4M3FN, "32", "mxf8f6f4", 1, INTEGER, "e4m3.e4m3.f32.ue8m0"),
    SCALED(F8E4M3FN, F8E5M2, "32", "mxf8f6f4", 1, INTEGER, "e4m3.e5m2.f32.ue8m0"),
    SCALED(F8E5M2, F8E4M3FN, "32", "mxf8f6f4", 1, INTEGER, "e5m2.e4m3.f32.ue8m0"),
    SCALED(F8E5M2, F8E5M2, "32", "mxf8f6f4", 1, INTEGER, "e5m2.e5m2.f32.ue8m0"),
    SCALED(F4E2M1FN, F4E2M1FN, "64", "mxf4nvf4", 2, INTEGER, "e2m1.e2m1.f32.ue8m0"),
    SCALED(F4E2M1FN, F4E2M1FN, "64", "mxf4nvf4", 4, F8E4M3FN, "e2m1.e2m1.f32.ue4m3"),
};
#undef SCALED

static const instruction_t *find_instruction(const tern_conversion_t *conversion, const tern_op_t *op) {
  const tern_type_t *x = tern_triton_scalar_of(tern_op_operand(op, 0)->type);
  const tern_type_t *y = tern_triton_scalar_of(tern_op_operand(op, 1)->type);
  const tern_type_t *sum = tern_triton_scalar_of(tern_op_result(op, 0)->type);
  if (tern_type_is_integer(x) && (x != y || tern_integer_type_width(x) != 8)) return NULL;
  const instruction_t *found = NULL;
  for (size_t i = 0; i < sizeof instructions / sizeof instructions[0]; ++i) {
    const instruction_t *row = &instructions[i];
    if (row->first != x->kind || row->second != y->kind || row->sum != sum->kind) continue;
    if (row->capability <= tern_triton_lowering_of(conversion)->capability) found = row;
  }
  return found;
}

static bool check(const tern_conversion_t *conversion, const tern_op_t *op, const instruction_t *found) {
  if (found) return true;
  tern_op_error(op, "multiplies '%s' and '%s' for sums of '%s', for which sm_%lld has no mma.sync",
                tern_type_text(tern_triton_scalar_of(tern_op_operand(op, 0)->type)),
                tern_type_text(tern_triton_scalar_of(tern_op_operand(op, 1)->type)),
                tern_type_text(tern_triton_scalar_of(tern_op_result(op, 0)->type)),
                (long long)tern_triton_lowering_of(conversion)->capability);
  tern_emit_note(op->loc,
                 "operands are both f16, bf16 or f32 for sums of f32, f64 for f64, or i8 for i32; "
                 "--decompose-unsupported-nvidia-conversions casts floats of 8 bits");
  return false;
}

// --- registers ---

// Neighbours along the depth as words: `count` elements from `first` on of a row, or of a column.
static void push_words(tern_ptx_t *ptx, tern_builder_t *b, tern_value_t *const *elements, size_t count, int *numbers,
                       size_t step) {
  const tern_type_t *type = elements[0]->type;
  uint32_t bits = tern_type_bit_width(type);
  if (bits == 64) {
    for (size_t i = 0; i < count; ++i) numbers[i * step] = tern_ptx_operand(ptx, 'd', elements[i]);
    return;
  }
  size_t each = 32 / bits;
  for (size_t i = 0; i * each < count; ++i) {
    tern_value_t *word;
    tern_ptx_pack_words(b, elements + i * each, each, 32, &word);
    numbers[i * step] = tern_ptx_operand(ptx, 'r', word);
  }
}

typedef struct product {
  const instruction_t *instruction;
  tern_triton_matrix_t x, y, sums;
  tern_triton_matrix_t scales[2];  // of rows of x, and of columns of y
  size_t scale_count;              // along the depth of the instruction; 0: there are none
} product_t;

// Where a tile is: positions in what the thread has.
typedef struct tile {
  size_t batch, row, column, depth;
} tile_t;

enum { MAX_WORDS = 16, SUM_COLUMNS = 2 };

// Where a thread has what an instruction reads or sums. Tensors that are smaller than its tile have each element several times.
static tern_value_t **element_at(const tern_triton_matrix_t *matrix, size_t batch, size_t row, size_t column) {
  size_t rows = matrix->counts[TERN_TRITON_DOT_ROWS], columns = matrix->counts[TERN_TRITON_DOT_COLUMNS];
  return tern_triton_matrix_at(matrix, batch, row % rows, column % columns);
}

// The words of the operands: those of one row or column at a time are made, and named by the instruction row by row.
static size_t push_rows(tern_ptx_t *ptx, tern_builder_t *b, const product_t *product, tile_t tile, int *numbers) {
  size_t rows = product->instruction->rows, depth = product->instruction->depth, words = 0;
  tern_value_t *elements[2][8];
  for (size_t row = 0; row < rows; ++row) {
    for (size_t k = 0; k < depth; ++k)
      elements[row][k] = *element_at(&product->x, tile.batch, tile.row + row, tile.depth + k);
  }
  uint32_t bits = tern_type_bit_width(elements[0][0]->type);
  size_t each = bits >= 32 ? 1 : 32 / bits;
  for (size_t k = 0; k < depth; k += each) {
    for (size_t row = 0; row < rows; ++row) push_words(ptx, b, &elements[row][k], each, &numbers[words++], 1);
  }
  return words;
}

static size_t push_column(tern_ptx_t *ptx, tern_builder_t *b, const product_t *product, tile_t tile, int *numbers) {
  size_t depth = product->instruction->depth;
  tern_value_t *elements[8];
  for (size_t k = 0; k < depth; ++k)
    elements[k] = *tern_triton_matrix_at(&product->y, tile.batch, tile.depth + k, tile.column / SUM_COLUMNS);
  uint32_t bits = tern_type_bit_width(elements[0]->type);
  size_t each = bits >= 32 ? 1 : 32 / bits;
  push_words(ptx, b, elements, depth, numbers, 1);
  return depth / each;
}

// --- sums ---

// Sums as registers: each by itself, or halves in pairs.
typedef struct sums {
  tern_value_t **elements[4];
  const tern_type_t *type;  // of a register
  size_t count;             // of registers
  bool is_packed;
  char letter;
} sums_t;

static sums_t sums_at(const product_t *product, tile_t tile) {
  sums_t sums = {0};
  size_t count = 0;
  for (size_t row = 0; row < product->instruction->rows; ++row) {
    for (size_t column = 0; column < SUM_COLUMNS; ++column)
      sums.elements[count++] = element_at(&product->sums, tile.batch, tile.row + row, tile.column + column);
  }
  const tern_type_t *type = (*sums.elements[0])->type;
  sums.is_packed = type->kind == TERN_TYPE_F16;
  sums.type = sums.is_packed ? tern_emit_vector_of(type, 2) : type;
  sums.count = sums.is_packed ? count / 2 : count;
  sums.letter = sums.is_packed || tern_type_is_integer(type) ? 'r' : type->kind == TERN_TYPE_F64 ? 'd' : 'f';
  return sums;
}

// ", $7, { 0, 0 }" for x and for y: the word of scales, and that its lowest bytes and the first threads count.
static void push_scales(tern_ptx_t *ptx, tern_builder_t *b, const product_t *product, tile_t tile, int *out_numbers) {
  const instruction_t *instruction = product->instruction;
  const size_t rows[] = {tile.row / instruction->rows, tile.column / SUM_COLUMNS};
  tern_value_t *bytes[4];
  for (size_t i = 0; i < 2; ++i) {
    for (size_t k = 0; k < product->scale_count; ++k) {
      size_t column = tile.depth / instruction->depth * product->scale_count + k;
      bytes[k] = *element_at(&product->scales[i], 0, rows[i], column);
    }
    uint32_t bits = 8 * (uint32_t)product->scale_count;
    tern_value_t *word = bytes[0];
    if (bits > 8) word = tern_emit_bitcast(b, tern_emit_vector(b, bytes, product->scale_count), tern_emit_i(b, bits));
    if (bits < 32)
      word =
          tern_build_value(b, TERN_LLVM(ZEXT), .operands = TERN_VALUES(word), .types = TERN_TYPES(tern_emit_i(b, 32)));
    out_numbers[i] = tern_ptx_operand(ptx, 'r', word);
  }
}

static void multiply_tile(tern_conversion_t *conversion, const product_t *product, tile_t tile) {
  tern_builder_t *b = tern_triton_builder(conversion);
  int results[4], initial[4], rows[MAX_WORDS], columns[MAX_WORDS], scales[2];
  size_t scale_count = product->scale_count ? 2 : 0;
  sums_t sums = sums_at(product, tile);
  tern_ptx_t ptx;
  tern_ptx_start(&ptx);
  for (size_t i = 0; i < sums.count; ++i) results[i] = tern_ptx_result_in(&ptx, sums.letter);
  for (size_t i = 0; i < sums.count; ++i) {
    tern_value_t *sum = *sums.elements[i];
    if (sums.is_packed)
      sum = tern_emit_vector(b, (tern_value_t *[]){*sums.elements[2 * i], *sums.elements[2 * i + 1]}, 2);
    initial[i] = tern_ptx_tied(&ptx, results[i], sum);
  }
  size_t row_count = push_rows(&ptx, b, product, tile, rows);
  size_t column_count = push_column(&ptx, b, product, tile, columns);
  if (scale_count) push_scales(&ptx, b, product, tile, scales);
  tern_ptx_format(&ptx, "mma.sync.aligned.%s ", product->instruction->name);
  tern_ptx_list(&ptx, results, sums.count);
  tern_ptx_text(&ptx, ", ");
  tern_ptx_list(&ptx, rows, row_count);
  tern_ptx_text(&ptx, ", ");
  tern_ptx_list(&ptx, columns, column_count);
  tern_ptx_text(&ptx, ", ");
  tern_ptx_list(&ptx, initial, sums.count);
  for (size_t i = 0; i < scale_count; ++i) tern_ptx_format(&ptx, ", { $%d }, { 0, 0 }", scales[i]);
  tern_ptx_text(&ptx, ";");
  tern_value_t *all = tern_ptx_finish(&ptx, b, true, tern_llvm_struct_of(sums.type, sums.count));
  for (size_t i = 0; i < sums.count; ++i) {
    tern_value_t *sum = tern_emit_extract(b, all, (int64_t)i);
    for (int64_t k = 0; sums.is_packed && k < 2; ++k) *sums.elements[2 * i + (size_t)k] = tern_emit_element(b, sum, k);
    if (!sums.is_packed) *sums.elements[i] = sum;
  }
}

static bool fits(const product_t *product) {
  const instruction_t *instruction = product->instruction;
  size_t rows = product->sums.counts[TERN_TRITON_DOT_ROWS], columns = product->sums.counts[TERN_TRITON_DOT_COLUMNS];
  size_t depth = product->x.counts[TERN_TRITON_DOT_COLUMNS];
  size_t y_columns = product->y.counts[TERN_TRITON_DOT_COLUMNS];
  return product->x.counts[TERN_TRITON_DOT_ROWS] == rows && (rows % instruction->rows == 0 || rows == 1) &&
         (y_columns * SUM_COLUMNS == columns || (y_columns == 1 && columns == 1)) &&
         product->y.counts[TERN_TRITON_DOT_ROWS] == depth && depth % instruction->depth == 0;
}

static bool refuse_size(const tern_op_t *op, const instruction_t *instruction) {
  enum { LANES_ALONG_DEPTH = 4 };
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  int64_t depth = tern_type_dim(type, tern_type_rank(type) - 1);
  int64_t step = (int64_t)instruction->depth * LANES_ALONG_DEPTH;
  if (depth % step == 0)
    return tern_op_error(op, "has operands dealt to threads in a way that mma.sync.%s does not take",
                         instruction->name);
  tern_op_error(op, "multiplies along %lld elements, but mma.sync.%s takes multiples of %lld", (long long)depth,
                instruction->name, (long long)step);
  tern_emit_note(op->loc, "fill the operands up with zeros");
  return false;
}

static bool read_matrices(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion, product_t *product) {
  tern_triton_matrix_t *const matrices[] = {&product->x, &product->y, &product->sums, &product->scales[0],
                                            &product->scales[1]};
  for (size_t i = 0; i < (product->scale_count ? 5 : 3); ++i) {
    tern_values_t elements = tern_triton_unpack(conversion, operands.values[i]);
    if (!tern_triton_read_matrix(conversion, tern_op_operand(op, i)->type, elements, matrices[i])) return false;
  }
  return fits(product) || refuse_size(op, product->instruction);
}

static bool multiply(tern_op_t *op, tern_conversion_t *conversion, const product_t *product) {
  size_t rows = product->sums.counts[TERN_TRITON_DOT_ROWS], columns = product->sums.counts[TERN_TRITON_DOT_COLUMNS];
  tile_t tile;
  for (tile.batch = 0; tile.batch < product->sums.counts[TERN_TRITON_DOT_BATCH]; ++tile.batch) {
    for (tile.depth = 0; tile.depth < product->x.counts[TERN_TRITON_DOT_COLUMNS];
         tile.depth += product->instruction->depth) {
      for (tile.row = 0; tile.row < rows; tile.row += product->instruction->rows) {
        for (tile.column = 0; tile.column < columns; tile.column += SUM_COLUMNS)
          multiply_tile(conversion, product, tile);
      }
    }
  }
  const tern_type_t *type = tern_op_result(op, 0)->type;
  return tern_triton_replace(conversion, op, tern_triton_write_matrix(conversion, type, &product->sums));
}

bool tern_triton_lower_dot_mma(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  product_t product = {.instruction = find_instruction(conversion, op)};
  return check(conversion, op, product.instruction) && read_matrices(op, operands, conversion, &product) &&
         multiply(op, conversion, &product);
}

// --- products of scaled operands ---

static tern_type_kind_t scaled_kind(const tern_op_t *op, const char *name) {
  switch (tern_enum_attr_value(tern_op_attr(op, name))) {
    case TERN_TT_E4M3: return TERN_TYPE_F8E4M3FN;
    case TERN_TT_E5M2: return TERN_TYPE_F8E5M2;
    case TERN_TT_E2M1: return TERN_TYPE_F4E2M1FN;
    default: return TERN_TYPE_NONE;
  }
}

static const scaled_instruction_t *find_scaled_instruction(const tern_conversion_t *conversion, const tern_op_t *op) {
  const tern_value_t *x = tern_op_operand_named(op, "a_scale"), *y = tern_op_operand_named(op, "b_scale");
  if (!x || !y || tern_type_element(x->type) != tern_type_element(y->type)) return NULL;
  tern_type_kind_t first = scaled_kind(op, "a_elem_type"), second = scaled_kind(op, "b_elem_type");
  for (size_t i = 0; i < sizeof scaled_instructions / sizeof scaled_instructions[0]; ++i) {
    const scaled_instruction_t *row = &scaled_instructions[i];
    if (row->plain.first == first && row->plain.second == second && row->scale == tern_type_element(x->type)->kind &&
        row->plain.sum == tern_type_element(op->results[0].type)->kind &&
        tern_triton_lowering_of(conversion)->capability >= row->plain.capability)
      return row;
  }
  return NULL;
}

static bool fills_register(const tern_value_t *operand) {
  enum { BYTES = 4 };
  const tern_attr_t *encoding = tern_ttg_type_encoding(operand->type);
  return tern_attr_is_ttg(encoding, TERN_TTG_ATTR_DOT_OP) && tern_ttg_number(encoding, TERN_TTG_FIELD_K_WIDTH) == BYTES;
}

bool tern_triton_lower_dot_scaled(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const scaled_instruction_t *found = find_scaled_instruction(conversion, op);
  const tern_attr_t *encoding = tern_ttg_type_encoding(op->results[0].type);
  bool is_mma = tern_attr_is_ttg(encoding, TERN_TTG_ATTR_NVIDIA_MMA) &&
                tern_ttg_number(encoding, TERN_TTG_FIELD_VERSION_MAJOR) == 2;
  if (!found || !is_mma || !fills_register(tern_op_operand(op, 0)) || !fills_register(tern_op_operand(op, 1))) {
    tern_op_error(op, "is no product that mma.sync of sm_%lld multiplies with its scales",
                  (long long)tern_triton_lowering_of(conversion)->capability);
    tern_emit_note(
        op->loc,
        "on sm_120 those are products of e4m3 and e5m2, or of e2m1, with two scales of one type and kWidth 4; "
        "--tritongpu-accelerate-matmul multiplies others out");
    return false;
  }
  product_t product = {.instruction = &found->plain, .scale_count = found->count};
  if (!read_matrices(op, operands, conversion, &product)) return false;
  size_t tiles = product.x.counts[TERN_TRITON_DOT_COLUMNS] / product.instruction->depth;
  for (size_t i = 0; i < 2; ++i) {
    if (product.scales[i].counts[TERN_TRITON_DOT_COLUMNS] != tiles * found->count)
      return tern_op_error(op, "has scales of a layout that mma.sync.%s does not take", product.instruction->name);
  }
  return multiply(op, conversion, &product);
}
