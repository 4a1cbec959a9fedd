// tt.dot by v_wmma of RDNA 3, RDNA 4 and gfx1250 (upstream: WMMA.cpp).
//
// As with v_mfma a lane has `base` numbers along the depth of a row and of a column, and eight sums of a column, or of a row where the
// sums are transposed. In version 1 the two halves of a wave have the same operands, and sums of 16 bits lie in the low or high
// halves of eight registers.

#include "analysis/triton/matrix_cores.h"
#include "convert/triton/to_llvm/amd/dot_amd.h"
#include "convert/triton/to_llvm/elementwise/elementwise.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"

enum { MAX_BASE = 64, SUMS = 8, MAX_SUMS = 16 };

typedef struct product {
  tern_matrix_core_t core;
  int64_t version;
  tern_triton_matrix_t x, y, sums;
  bool is_transposed, is_integer, is_float8;
} product_t;

static bool find_core(const tern_op_t *op, const tern_attr_t *encoding, product_t *out) {
  const tern_type_t *x = tern_triton_scalar_of(tern_op_operand(op, 0)->type);
  const tern_type_t *y = tern_triton_scalar_of(tern_op_operand(op, 1)->type);
  bool is_transposed = tern_ttg_number(encoding, TERN_TTG_FIELD_IS_TRANSPOSE) != 0;
  const tern_matrix_product_t product = {.x = is_transposed ? y : x,
                                         .y = is_transposed ? x : y,
                                         .sum = tern_triton_scalar_of(tern_op_result(op, 0)->type),
                                         .rows = 16,
                                         .columns = 16};
  out->version = tern_ttg_number(encoding, TERN_TTG_FIELD_VERSION);
  out->is_transposed = is_transposed;
  out->is_integer = tern_type_is_integer(x);
  out->is_float8 = tern_type_is_float(x) && tern_type_bit_width(x) == 8;
  int64_t depth = tern_ttg_at(encoding, TERN_TTG_FIELD_INSTR_SHAPE, 2);
  if (tern_matrix_core_find_wmma(out->version, &product, depth, &out->core)) return true;
  tern_op_error(op, "no matching matrix core intrinsic due to unsupported element type");
  tern_emit_note(op->loc, "run --tritonamdgpu-accelerate-matmul, which chooses operands that the chip takes");
  return false;
}

// --- operands ---

static tern_value_t *zero_of(tern_builder_t *b, const tern_type_t *type) {
  return tern_type_is_float(type) ? tern_emit_float(b, type, 0) : tern_emit_int(b, tern_integer_type_width(type), 0);
}

// A depth that is smaller than the instruction's is filled up with zeros.
static tern_value_t *operand_at(tern_builder_t *b, const product_t *product, bool is_x, size_t batch, size_t line,
                                size_t group) {
  const tern_triton_matrix_t *matrix = is_x ? &product->x : &product->y;
  tern_value_t *elements[MAX_BASE] = {NULL};
  size_t base = (size_t)product->core.base;
  size_t depth = matrix->counts[is_x ? TERN_TRITON_DOT_COLUMNS : TERN_TRITON_DOT_ROWS];
  for (size_t k = 0; k < base; ++k) {
    size_t at = group * base + k, known = at < depth ? at : 0;
    elements[k] = *tern_triton_matrix_at(matrix, batch, is_x ? line : known, is_x ? known : line);
    if (at >= depth) elements[k] = zero_of(b, elements[k]->type);
  }
  const tern_type_t *type = elements[0]->type;
  tern_value_t *vector = tern_emit_vector(b, elements, base);
  if (type->kind == TERN_TYPE_BF16 && product->version < 3)
    return tern_emit_bitcast(b, vector, tern_emit_vector_of(tern_emit_i(b, 16), (int64_t)base));
  if (tern_type_bit_width(type) >= 16) return vector;
  int64_t words = (int64_t)base * tern_type_bit_width(type) / 32;
  const tern_type_t *word = tern_emit_i(b, 32);
  return tern_emit_bitcast(b, vector, words == 1 ? word : tern_emit_vector_of(word, words));
}

// The instruction with all it is told: signs of integers, and what else its version has between the operands.
static tern_value_t *multiply(tern_builder_t *b, const product_t *product, tern_value_t *x, tern_value_t *y,
                              tern_value_t *sums) {
  enum { MAX_ARGS = 8 };
  tern_value_t *args[MAX_ARGS], *no = tern_emit_bool(b, false), *sign = tern_emit_bool(b, true);
  size_t count = 0;
  bool is_latest = product->version == 3, has_modifiers = is_latest && !product->is_integer && !product->is_float8;
  if (product->is_integer || has_modifiers) args[count++] = product->is_integer ? sign : no;
  args[count++] = x;
  if (product->is_integer || has_modifiers) args[count++] = product->is_integer ? sign : no;
  args[count++] = y;
  if (has_modifiers || (is_latest && product->is_float8)) args[count++] = tern_emit_int(b, 16, 0);
  args[count++] = sums;
  // Whether integers are clamped; of halves whether they are the high ones.
  bool is_narrow = tern_type_bit_width(tern_type_element(sums->type)) == 16;
  if (!is_latest && (product->is_integer || is_narrow)) args[count++] = no;
  if (is_latest) args[count++] = no;
  if (is_latest) args[count++] = no;
  tern_string_builder_t name = {0};
  tern_string_builder_append_format(&name, "llvm.amdgcn.wmma.%s", product->core.name);
  tern_value_t *result = tern_emit_intrinsic(b, name.data, sums->type, (tern_values_t){args, count});
  tern_string_builder_deinitialize(&name);
  return result;
}

// --- tiles ---

static tern_value_t **sum_at(const product_t *product, size_t batch, size_t row, size_t column, size_t number) {
  return product->is_transposed ? tern_triton_matrix_at(&product->sums, batch, row, column * SUMS + number)
                                : tern_triton_matrix_at(&product->sums, batch, row * SUMS + number, column);
}

static void multiply_tile(tern_builder_t *b, const product_t *product, size_t batch, size_t row, size_t column) {
  const tern_type_t *type = (*sum_at(product, batch, row, column, 0))->type;
  int64_t step = product->version == 1 && tern_type_bit_width(type) == 16 ? 2 : 1;
  tern_value_t *sums = tern_emit_undef(b, tern_emit_vector_of(type, SUMS * step));
  for (size_t i = 0; i < SUMS; ++i)
    sums = tern_emit_with_element(b, sums, *sum_at(product, batch, row, column, i), (int64_t)i * step);
  size_t base = (size_t)product->core.base;
  size_t groups = (product->x.counts[TERN_TRITON_DOT_COLUMNS] + base - 1) / base;
  for (size_t group = 0; group < groups; ++group) {
    tern_value_t *x = operand_at(b, product, true, batch, row, group);
    tern_value_t *y = operand_at(b, product, false, batch, column, group);
    sums = multiply(b, product, product->is_transposed ? y : x, product->is_transposed ? x : y, sums);
  }
  for (size_t i = 0; i < SUMS; ++i)
    *sum_at(product, batch, row, column, i) = tern_emit_element(b, sums, (int64_t)i * step);
}

static bool fits(const product_t *product) {
  size_t rows = product->sums.counts[TERN_TRITON_DOT_ROWS], columns = product->sums.counts[TERN_TRITON_DOT_COLUMNS];
  size_t tall = product->is_transposed ? 1 : SUMS, wide = product->is_transposed ? SUMS : 1;
  return product->x.counts[TERN_TRITON_DOT_ROWS] * tall == rows &&
         product->y.counts[TERN_TRITON_DOT_COLUMNS] * wide == columns &&
         product->x.counts[TERN_TRITON_DOT_COLUMNS] == product->y.counts[TERN_TRITON_DOT_ROWS];
}

bool tern_triton_lower_dot_wmma(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_op_result(op, 0)->type;
  tern_builder_t *b = tern_triton_builder(conversion);
  product_t product = {0};
  if (!find_core(op, tern_ttg_type_encoding(type), &product)) return false;
  tern_triton_matrix_t *const matrices[] = {&product.x, &product.y, &product.sums};
  for (size_t i = 0; i < 3; ++i) {
    tern_values_t elements = tern_triton_unpack(conversion, operands.values[i]);
    if (!tern_triton_read_matrix(conversion, tern_op_operand(op, i)->type, elements, matrices[i])) return false;
  }
  if (!fits(&product))
    return tern_op_error(op, "has operands dealt to threads as v_wmma %s does not take them", product.core.name);
  for (size_t batch = 0; batch < product.sums.counts[TERN_TRITON_DOT_BATCH]; ++batch) {
    for (size_t row = 0; row < product.x.counts[TERN_TRITON_DOT_ROWS]; ++row) {
      for (size_t column = 0; column < product.y.counts[TERN_TRITON_DOT_COLUMNS]; ++column)
        multiply_tile(b, &product, batch, row, column);
    }
  }
  return tern_triton_replace(conversion, op, tern_triton_write_matrix(conversion, type, &product.sums));
}
