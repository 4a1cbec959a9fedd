// tt.dot without tensor cores: each thread multiplies what it has, one product after the other along the depth (upstream: FMA).

#include "convert/triton/to_llvm/dot/dot.h"
#include "convert/triton/to_llvm/elementwise/elementwise.h"
#include "ir/diagnostic.h"

// An element as one of the sums' type.
static tern_value_t *widen(tern_builder_t *b, tern_value_t *value, const tern_type_t *type) {
  if (value->type == type) return value;
  return tern_emit_unary(b, tern_type_is_float(type) ? TERN_LLVM(FPEXT) : TERN_LLVM(SEXT), type, value);
}

static tern_value_t *add_product(tern_builder_t *b, tern_value_t *x, tern_value_t *y, tern_value_t *sum) {
  const tern_type_t *type = sum->type;
  if (tern_type_is_float(type)) return tern_emit_op(b, TERN_LLVM(INTR_FMULADD), type, TERN_VALUES(x, y, sum));
  return tern_emit_add(b, tern_emit_binary(b, TERN_LLVM(MUL), x, y), sum);
}

// Floats of 8 bits have no arithmetic, and a product of integers is no float.
static bool check_types(const tern_op_t *op) {
  const tern_type_t *sums = tern_triton_scalar_of(tern_op_result(op, 0)->type);
  for (size_t i = 0; i < 2; ++i) {
    const tern_type_t *type = tern_triton_scalar_of(tern_op_operand(op, i)->type);
    bool is_wide = tern_type_bit_width(type) <= tern_type_bit_width(sums);
    bool is_same_kind = tern_type_is_float(type) == tern_type_is_float(sums);
    if (is_same_kind && is_wide && !(tern_type_is_float(type) && tern_type_bit_width(type) < 16)) continue;
    tern_op_error(op, "multiplies '%s' for sums of '%s', which threads cannot without tensor cores",
                  tern_type_text(type), tern_type_text(sums));
    tern_emit_note(op->loc, "convert the operands to f16 or f32 before");
    return false;
  }
  return true;
}

bool tern_triton_lower_dot_fma(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_triton_builder(conversion);
  const tern_type_t *type = tern_op_result(op, 0)->type;
  tern_triton_matrix_t matrices[3];
  if (!check_types(op)) return false;
  for (size_t i = 0; i < 3; ++i) {
    tern_values_t elements = tern_triton_unpack(conversion, operands.values[i]);
    if (!tern_triton_read_matrix(conversion, tern_op_operand(op, i)->type, elements, &matrices[i])) return false;
  }
  const tern_triton_matrix_t *x = &matrices[0], *y = &matrices[1], *sums = &matrices[2];
  size_t depth = x->counts[TERN_TRITON_DOT_COLUMNS];
  bool fits = depth == y->counts[TERN_TRITON_DOT_ROWS];
  fits = fits && x->counts[TERN_TRITON_DOT_ROWS] == sums->counts[TERN_TRITON_DOT_ROWS];
  fits = fits && y->counts[TERN_TRITON_DOT_COLUMNS] == sums->counts[TERN_TRITON_DOT_COLUMNS];
  if (!fits) return false;
  const tern_type_t *element = tern_triton_element_type(conversion, type);
  for (size_t batch = 0; batch < sums->counts[TERN_TRITON_DOT_BATCH]; ++batch) {
    for (size_t row = 0; row < sums->counts[TERN_TRITON_DOT_ROWS]; ++row) {
      for (size_t column = 0; column < sums->counts[TERN_TRITON_DOT_COLUMNS]; ++column) {
        tern_value_t **sum = tern_triton_matrix_at(sums, batch, row, column);
        for (size_t k = 0; k < depth; ++k) {
          tern_value_t *left = widen(b, *tern_triton_matrix_at(x, batch, row, k), element);
          tern_value_t *right = widen(b, *tern_triton_matrix_at(y, batch, k, column), element);
          *sum = add_product(b, left, right, *sum);
        }
      }
    }
  }
  return tern_triton_replace(conversion, op, tern_triton_write_matrix(conversion, type, sums));
}
