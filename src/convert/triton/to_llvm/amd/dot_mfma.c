// tt.dot by v_mfma of CDNA (upstream: MFMA.cpp).
//
// A lane has for one instruction `base` numbers along the depth of a row of A and of a column of B, and a vector of sums, which go down a
// column, or along a row if the sums are transposed: then B^T A^T is computed, with the operands exchanged. Which numbers along
// the depth a lane has of both is the same, so that the n-th of a thread's is given as its n-th, whatever `kWidth` is.
//
// Tiles of 64 by 4 have sixteen times as many numbers of one operand, which sixteen instructions multiply in turn with those that
// the four lanes of a block have of the other (CBSZ and ABID of the instruction).

#include "analysis/triton/matrix_cores.h"
#include "convert/triton/to_llvm/amd/dot_amd.h"
#include "convert/triton/to_llvm/elementwise/elementwise.h"
#include "dialect/rocdl/rocdl.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"

enum { MAX_BASE = 32, MAX_SUMS = 16, WAVE = 64, BLOCKS = 16, BLOCK_BITS = 4 };

typedef struct product {
  tern_matrix_core_t core;
  const tern_op_row_t *row;
  tern_triton_matrix_t x, y, sums;
  bool is_transposed, keeps_bf16;
  size_t sum_count;           // of a lane for an instruction
  tern_value_t **own_sums;    // of the only instruction, whose tile is larger than the tensor; NULL: `sums` has them
  size_t x_blocks, y_blocks;  // lanes' blocks that the instruction broadcasts from one after the other
  tern_value_t *x_is_own;     // i1: the lane's numbers are not those of another; NULL: always
} product_t;

// --- which instruction ---

static bool find_core(const tern_conversion_t *conversion, const tern_op_t *op, const tern_attr_t *encoding,
                      tern_matrix_core_t *out) {
  int64_t version = tern_ttg_number(encoding, TERN_TTG_FIELD_VERSION);
  const tern_matrix_product_t product = {
      .x = tern_triton_scalar_of(tern_op_operand(op, 0)->type),
      .y = tern_triton_scalar_of(tern_op_operand(op, 1)->type),
      .rows = tern_ttg_at(encoding, TERN_TTG_FIELD_INSTR_SHAPE, 0),
      .columns = tern_ttg_at(encoding, TERN_TTG_FIELD_INSTR_SHAPE, 1),
      .is_xf32 = version == 3 && tern_enum_attr_value(tern_op_attr(op, "inputPrecision")) == TERN_TT_PRECISION_TF32};
  (void)conversion;
  if (tern_matrix_core_find_mfma(version, &product, tern_ttg_at(encoding, TERN_TTG_FIELD_INSTR_SHAPE, 2), out))
    return true;
  tern_op_error(op, "no matching matrix core intrinsic due to unsupported element type");
  tern_emit_note(op->loc, "run --tritonamdgpu-accelerate-matmul, which chooses operands that the chip takes");
  return false;
}

// --- operands ---

// What the instruction takes of `count` numbers.
static tern_value_t *pack_operand(tern_builder_t *b, tern_value_t *const *elements, size_t count, bool keeps_bf16) {
  const tern_type_t *type = elements[0]->type;
  int64_t bits = tern_type_bit_width(type);
  if (count == 1 && bits >= 32) return elements[0];
  tern_value_t *vector = tern_emit_vector(b, elements, count);
  if (type->kind == TERN_TYPE_BF16 && !keeps_bf16)
    return tern_emit_bitcast(b, vector, tern_emit_vector_of(tern_emit_i(b, 16), (int64_t)count));
  if (bits != 8) return vector;
  int64_t all = bits * (int64_t)count;
  if (all <= 64) return tern_emit_bitcast(b, vector, tern_emit_i(b, (uint32_t)all));
  return tern_emit_bitcast(b, vector, tern_emit_vector_of(tern_emit_i(b, 32), all / 32));
}

static tern_value_t *zero_of(tern_builder_t *b, const tern_type_t *type) {
  return tern_type_is_float(type) ? tern_emit_float(b, type, 0) : tern_emit_int(b, tern_integer_type_width(type), 0);
}

// Group `group` of the numbers along the depth of a row of A, or of a column of B. A depth that is smaller than the instruction's is
// filled up with zeros.
static tern_value_t *operand_at(tern_builder_t *b, const product_t *product, bool is_x, size_t batch, size_t line,
                                size_t group) {
  const tern_triton_matrix_t *matrix = is_x ? &product->x : &product->y;
  tern_value_t *elements[MAX_BASE] = {NULL};
  size_t base = (size_t)product->core.base;
  size_t depth = matrix->counts[is_x ? TERN_TRITON_DOT_COLUMNS : TERN_TRITON_DOT_ROWS];
  for (size_t k = 0; k < base; ++k) {
    size_t at = group * base + k;
    tern_value_t *const *any = tern_triton_matrix_at(matrix, batch, is_x ? line : 0, is_x ? 0 : line);
    if (at >= depth) {
      elements[k] = zero_of(b, (*any)->type);
      continue;
    }
    elements[k] = *tern_triton_matrix_at(matrix, batch, is_x ? line : at, is_x ? at : line);
    if (is_x && product->x_is_own)
      elements[k] = tern_emit_select(b, product->x_is_own, elements[k], zero_of(b, elements[k]->type));
  }
  return pack_operand(b, elements, base, product->keeps_bf16);
}

// --- tiles ---

static tern_value_t **sum_at(const product_t *product, size_t batch, size_t row, size_t column, size_t number) {
  size_t count = product->sum_count;
  if (product->own_sums) return &product->own_sums[number];
  return product->is_transposed ? tern_triton_matrix_at(&product->sums, batch, row, column * count + number)
                                : tern_triton_matrix_at(&product->sums, batch, row * count + number, column);
}

static size_t group_count(const product_t *product) {
  size_t base = (size_t)product->core.base;
  size_t x = (product->x.counts[TERN_TRITON_DOT_COLUMNS] + base - 1) / base;
  size_t y = (product->y.counts[TERN_TRITON_DOT_ROWS] + base - 1) / base;
  return x > y ? x : y;
}

static void multiply_tile(tern_builder_t *b, const product_t *product, size_t batch, size_t row, size_t column) {
  tern_value_t *elements[MAX_SUMS], *zero = tern_emit_i32(b, 0);
  for (size_t i = 0; i < product->sum_count; ++i) elements[i] = *sum_at(product, batch, row, column, i);
  tern_value_t *sums = product->sum_count == 1 ? elements[0] : tern_emit_vector(b, elements, product->sum_count);
  for (size_t group = 0; group < group_count(product); ++group) {
    size_t blocks = product->x_blocks > product->y_blocks ? product->x_blocks : product->y_blocks;
    tern_value_t *x = operand_at(b, product, true, batch, row, group / product->x_blocks);
    tern_value_t *y = operand_at(b, product, false, batch, column, group / product->y_blocks);
    tern_value_t *spread = blocks > 1 ? tern_emit_i32(b, BLOCK_BITS) : zero;
    tern_value_t *block = blocks > 1 ? tern_emit_i32(b, (int64_t)(group % blocks)) : zero;
    tern_value_t *first = product->is_transposed ? y : x, *second = product->is_transposed ? x : y;
    sums = tern_emit_op(b, product->row, sums->type, TERN_VALUES(first, second, sums, spread, block, zero));
  }
  for (size_t i = 0; i < product->sum_count; ++i) {
    *sum_at(product, batch, row, column, i) = product->sum_count == 1 ? sums : tern_emit_element(b, sums, (int64_t)i);
  }
}

// --- the op ---

// A wave that comes waits at the first instruction for one that multiplies: the priority goes up behind it.
static void raise_priority_late(tern_op_t *op, tern_op_t *before) {
  if (!before || !tern_op_is(before, TERN_ROCDL(S_SETPRIO))) return;
  for (tern_op_t *made = before->next; made && made != op; made = made->next) {
    if (!tern_str_starts_with(tern_op_name(made), TERN_STR("rocdl.mfma."))) continue;
    tern_op_move_before(before, made->next);
    return;
  }
}

static bool fits(const product_t *product) {
  size_t rows = product->sums.counts[TERN_TRITON_DOT_ROWS], columns = product->sums.counts[TERN_TRITON_DOT_COLUMNS];
  size_t tall = product->is_transposed ? 1 : product->sum_count, wide = product->is_transposed ? product->sum_count : 1;
  if (product->sum_count > MAX_SUMS) return false;
  if (product->own_sums)
    return product->x.counts[TERN_TRITON_DOT_ROWS] == 1 && product->y.counts[TERN_TRITON_DOT_COLUMNS] == 1;
  return product->x.counts[TERN_TRITON_DOT_ROWS] * tall == rows &&
         product->y.counts[TERN_TRITON_DOT_COLUMNS] * wide == columns;
}

// Where the depth is smaller than the instruction's, some lanes repeat what others have, which must not be added twice.
static tern_value_t *is_own(tern_conversion_t *conversion, tern_op_t *op) {
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  tern_layout_t layout = tern_ttg_type_layout(type);
  uint64_t masks[TERN_LAYOUT_MAX_DIMS];
  tern_layout_free_masks(&layout, masks);
  uint64_t mask = masks[tern_layout_find(&layout.ins, TERN_LAYOUT_LANE)];
  if (!mask) return NULL;
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_value_t *bits = tern_emit_and(b, tern_triton_ids(conversion, op).lane, tern_emit_i32(b, (int64_t)mask));
  return tern_emit_icmp(b, TERN_EMIT_EQ, bits, tern_emit_i32(b, 0));
}

bool tern_triton_lower_dot_mfma(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_op_result(op, 0)->type;
  const tern_attr_t *encoding = tern_ttg_type_encoding(type);
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_op_t *before = op->prev;
  product_t product = {.is_transposed = tern_ttg_number(encoding, TERN_TTG_FIELD_IS_TRANSPOSED) != 0};
  if (!find_core(conversion, op, encoding, &product.core)) return false;
  product.row = tern_triton_find_rocdl_row("rocdl.mfma.", product.core.name);
  product.sum_count = (size_t)(product.core.rows * product.core.columns / WAVE);
  product.x_blocks = product.core.rows == 4 ? BLOCKS : 1;
  product.y_blocks = product.core.columns == 4 ? BLOCKS : 1;
  product.keeps_bf16 = strstr(product.core.name, ".bf16") && !strstr(product.core.name, ".1k") &&
                       tern_ttg_number(encoding, TERN_TTG_FIELD_VERSION) >= 4;
  tern_triton_matrix_t *const matrices[] = {&product.x, &product.y, &product.sums};
  for (size_t i = 0; i < 3; ++i) {
    tern_values_t elements = tern_triton_unpack(conversion, operands.values[i]);
    if (!tern_triton_read_matrix(conversion, tern_op_operand(op, i)->type, elements, matrices[i])) return false;
    // Registers that repeat others are sums of the instruction, too.
    size_t places = product.sums.counts[TERN_TRITON_DOT_ROWS] * product.sums.counts[TERN_TRITON_DOT_COLUMNS];
    if (i == 2 && elements.count == product.sum_count && places < elements.count)
      product.own_sums = tern_triton_values(elements);
  }
  if (!product.row || !fits(&product))
    return tern_op_error(op, "has operands dealt to threads as v_mfma %s does not take them", product.core.name);
  if (product.x_blocks == 1 && product.y_blocks == 1) product.x_is_own = is_own(conversion, op);
  for (size_t batch = 0; batch < product.sums.counts[TERN_TRITON_DOT_BATCH]; ++batch) {
    for (size_t row = 0; row < product.x.counts[TERN_TRITON_DOT_ROWS]; ++row) {
      for (size_t column = 0; column < product.y.counts[TERN_TRITON_DOT_COLUMNS]; ++column)
        multiply_tile(b, &product, batch, row, column);
    }
  }
  raise_priority_late(op, before);
  if (product.own_sums)
    return tern_triton_replace(conversion, op, (tern_values_t){product.own_sums, product.sum_count});
  return tern_triton_replace(conversion, op, tern_triton_write_matrix(conversion, type, &product.sums));
}
