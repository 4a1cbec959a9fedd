// Numbers in Triton: conversions, bounds, products of matrices, functions of libraries; and what asks for the grid.

#include <math.h>
#include <stdlib.h>

#include "interpreter/triton/library.h"
#include "interpreter/triton/triton.h"

// --- element by element ---

// What an op is on one lane, by the words of its operands.
typedef uint64_t (*word_fn_t)(const tern_op_t *op, number_t from, number_t to, const uint64_t *words);

static flow_t run_words(evaluator_t *e, frame_t *f, const node_t *n, word_fn_t compute) {
  datum_t *result = tern_triton_result(e, n, 0);
  if (!result) return FLOW_STOP;
  number_t from = operand_of(f, n, 0)->form.number;
  for (int64_t k = 0; k < result->count; ++k) {
    uint64_t words[3] = {0};
    for (size_t i = 0; i < n->op->operand_count && i < 3; ++i) {
      const datum_t *operand = operand_of(f, n, i);
      words[i] = operand->words[lane_of(operand, k)];
      result->poison[k] |= operand->poison[lane_of(operand, k)];
    }
    result->words[k] = compute(n->op, from, result->form.number, words);
  }
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

// Numbers beyond the largest one of eight bits become it, as the conversions of GPUs do.
static double clip(number_t number, double x) {
  double most = number.float_kind == TERN_FLOAT_F8E4M3FN     ? 448
                : number.float_kind == TERN_FLOAT_F8E5M2     ? 57344
                : number.float_kind == TERN_FLOAT_F8E4M3FNUZ ? 240
                : number.float_kind == TERN_FLOAT_F8E5M2FNUZ ? 57344
                                                             : INFINITY;
  return isnan(x) ? x : fmax(fmin(x, most), -most);
}

static uint64_t convert(const tern_op_t *op, number_t from, number_t to, const uint64_t *words) {
  double x = clip(to, tern_interpreter_decode(from, words[0]));
  uint64_t word = tern_interpreter_encode(to, x);
  bool to_zero = to.width < from.width && enum_of(op, "rounding", 1) == 0;
  // The next number toward zero is the one before it in the order of words.
  if (to_zero && fabs(tern_interpreter_decode(to, word)) > fabs(x)) --word;
  return word;
}
static flow_t run_fp_to_fp(evaluator_t *e, frame_t *f, const node_t *n) { return run_words(e, f, n, convert); }

static uint64_t clamp(const tern_op_t *op, number_t from, number_t to, const uint64_t *words) {
  double x = tern_interpreter_decode(from, words[0]), least = tern_interpreter_decode(from, words[1]),
         most = tern_interpreter_decode(from, words[2]);
  if (isnan(x) && enum_of(op, "propagateNan", 0) != 0) return words[0];
  return tern_interpreter_encode(to, fmin(fmax(x, least), most));
}
static flow_t run_clampf(evaluator_t *e, frame_t *f, const node_t *n) { return run_words(e, f, n, clamp); }

static uint64_t root(const tern_op_t *op, number_t from, number_t to, const uint64_t *words) {
  (void)op;
  return tern_interpreter_encode(to, sqrt(tern_interpreter_decode(from, words[0])));
}
static flow_t run_precise_sqrt(evaluator_t *e, frame_t *f, const node_t *n) { return run_words(e, f, n, root); }

static uint64_t divide(const tern_op_t *op, number_t from, number_t to, const uint64_t *words) {
  (void)op;
  return tern_interpreter_encode(to, tern_interpreter_decode(from, words[0]) / tern_interpreter_decode(from, words[1]));
}
static flow_t run_precise_divf(evaluator_t *e, frame_t *f, const node_t *n) { return run_words(e, f, n, divide); }

static uint64_t multiply_high(const tern_op_t *op, number_t from, number_t to, const uint64_t *words) {
  (void)op;
  unsigned __int128 product = (unsigned __int128)words[0] * words[1];
  return tern_interpreter_truncate(to, (uint64_t)(product >> from.width));
}
static flow_t run_mulhiui(evaluator_t *e, frame_t *f, const node_t *n) { return run_words(e, f, n, multiply_high); }

static flow_t run_extern(evaluator_t *e, frame_t *f, const node_t *n) {
  tern_str_t symbol = tern_string_attr_value(tern_op_attr(n->op, "symbol"));
  const library_row_t *row = tern_triton_library_find(symbol);
  if (!row || n->op->operand_count != row->operand_count) {
    return STOP_UNKNOWN(e, n->op, "calls '%.*s', which the reference interpreter does not know", (int)symbol.size,
                        symbol.data);
  }
  datum_t *result = tern_triton_result(e, n, 0);
  if (!result) return FLOW_STOP;
  put_result(f, n, 0, result);
  for (int64_t k = 0; k < result->count; ++k) {
    number_value_t values[LIBRARY_OPERANDS_MAX] = {0};
    for (size_t i = 0; i < n->op->operand_count; ++i) {
      const datum_t *operand = operand_of(f, n, i);
      int64_t lane = lane_of(operand, k);
      values[i] = (number_value_t){.number = operand->form.number, .word = operand->words[lane]};
      values[i].value =
          operand->form.number.is_float ? tern_interpreter_decode(operand->form.number, operand->words[lane]) : 0;
      result->poison[k] |= operand->poison[lane];
    }
    result->words[k] = tern_triton_library_call(row, result->form.number, values);
  }
  return FLOW_NEXT;
}

// To the nearest number with 10 bits behind the first, ties away from zero. NaN and infinities stay.
static uint64_t round_to_tf32(const tern_op_t *op, number_t from, number_t to, const uint64_t *words) {
  (void)op, (void)to;
  return isfinite(tern_interpreter_decode(from, words[0])) ? (words[0] + 0x1000) & 0xFFFFE000 : words[0];
}

static flow_t run_inline_asm(evaluator_t *e, frame_t *f, const node_t *n) {
  tern_str_t text = tern_string_attr_value(tern_op_attr(n->op, "asm_string"));
  // What --tritongpu-F32DotTC makes.
  if (tern_str_equal_cstr(text, "cvt.rna.tf32.f32 $0, $1;")) return run_words(e, f, n, round_to_tf32);
  return STOP_UNKNOWN(e, n->op, "is assembly, which the reference interpreter does not run: \"%.*s\"", (int)text.size,
                      text.data);
}

// --- matrices ---

// The numbers of a matrix of a batch, as they are multiplied: tf32 has 10 bits behind the first.
static double *matrix_of(const datum_t *from, int64_t first, int64_t count, bool is_tf32) {
  double *values = tern_realloc_array(NULL, (size_t)count, sizeof *values);
  for (int64_t k = 0; k < count; ++k) {
    uint64_t word = from->words[first + k];
    if (is_tf32) word = (word + 0x0FFF + (word >> 13 & 1)) & ~UINT64_C(0x1FFF);
    number_t number = from->form.number;
    values[k] = number.is_float ? tern_interpreter_decode(number, word) : (double)tern_interpreter_signed(number, word);
  }
  return values;
}

typedef struct product {
  int64_t batches, rows, columns, depth;
} product_t;

// Sums are exact as far as doubles are, and rounded once. Without `c` they begin at zero.
static void multiply(const product_t *p, const double *a, const double *b, const datum_t *c, datum_t *result,
                     int64_t first) {
  number_t number = result->form.number;
  for (int64_t i = 0; i < p->rows; ++i) {
    for (int64_t j = 0; j < p->columns; ++j) {
      double sum = 0;
      int64_t at = first + i * p->columns + j;
      for (int64_t k = 0; k < p->depth; ++k) sum += a[i * p->depth + k] * b[k * p->columns + j];
      uint64_t word = c ? c->words[at] : 0;
      result->poison[at] = c ? c->poison[at] : 0;
      result->words[at] = number.is_float ? tern_interpreter_encode(number, sum + tern_interpreter_decode(number, word))
                                          : tern_interpreter_truncate(number, (uint64_t)(int64_t)sum + word);
    }
  }
}

// A row of a, or a column of b, that holds poison makes poison.
static void spread_poison(const product_t *p, const datum_t *a, const datum_t *b, datum_t *result) {
  for (int64_t k = 0; k < a->count; ++k) {
    if (a->poison[k]) memset(&result->poison[k / p->depth * p->columns], 1, (size_t)p->columns);
  }
  for (int64_t k = 0; k < b->count; ++k) {
    if (!b->poison[k]) continue;
    int64_t batch = k / (p->depth * p->columns), column = k % p->columns;
    for (int64_t i = 0; i < p->rows; ++i) result->poison[(batch * p->rows + i) * p->columns + column] = 1;
  }
}

bool tern_triton_multiply(evaluator_t *e, const tern_op_t *op, const datum_t *a, const datum_t *b, const datum_t *c,
                          bool is_tf32, datum_t *result) {
  uint32_t rank = a->rank;
  product_t p = {.batches = rank > 2 ? a->sizes[0] : 1,
                 .rows = a->sizes[rank - 2],
                 .depth = a->sizes[rank - 1],
                 .columns = b->sizes[rank - 1]};
  if (!tern_reference_spend(e, op, p.batches * p.rows * p.columns * p.depth / 64)) return false;
  is_tf32 = is_tf32 && a->form.number.is_float && a->form.number.float_kind == TERN_FLOAT_F32;
  for (int64_t batch = 0; batch < p.batches; ++batch) {
    double *left = matrix_of(a, batch * p.rows * p.depth, p.rows * p.depth, is_tf32);
    double *right = matrix_of(b, batch * p.depth * p.columns, p.depth * p.columns, is_tf32);
    multiply(&p, left, right, c, result, batch * p.rows * p.columns);
    free(left);
    free(right);
  }
  spread_poison(&p, a, b, result);
  return true;
}

static flow_t run_dot(evaluator_t *e, frame_t *f, const node_t *n) {
  bool is_tf32 = enum_of(n->op, "inputPrecision", TERN_TT_PRECISION_IEEE) == TERN_TT_PRECISION_TF32;
  datum_t *result = tern_triton_result(e, n, 0);
  if (!result) return FLOW_STOP;
  put_result(f, n, 0, result);
  bool is_done =
      tern_triton_multiply(e, n->op, operand_of(f, n, 0), operand_of(f, n, 1), operand_of(f, n, 2), is_tf32, result);
  return is_done ? FLOW_NEXT : FLOW_STOP;
}

// --- numbers with scales ---

// A number of a scaled operand. Pairs of e2m1 lie in bytes, the first one in the low bits, along dimension `packed`.
typedef struct scaled {
  const datum_t *values, *scales;  // scales may be NULL
  int64_t kind, rows, columns;     // the matrix with its pairs taken apart
  int depth;                       // dimension of the depth
  int packed;                      // of pairs; -1: none
} scaled_t;

static double element_of(const scaled_t *s, int64_t batch, int64_t row, int64_t column) {
  static const tern_float_kind_t kinds[] = {TERN_FLOAT_F8E4M3FN, TERN_FLOAT_F8E5M2,   TERN_FLOAT_F6E2M3FN,
                                            TERN_FLOAT_F6E3M2FN, TERN_FLOAT_F4E2M1FN, TERN_FLOAT_BF16,
                                            TERN_FLOAT_F16};
  int64_t place[] = {row, column}, sizes[] = {s->rows, s->columns};
  bool is_high = s->packed >= 0 && place[s->packed] % 2;
  if (s->packed >= 0) place[s->packed] /= 2, sizes[s->packed] /= 2;
  uint64_t word = s->values->words[(batch * sizes[0] + place[0]) * sizes[1] + place[1]];
  if (s->packed >= 0) word = is_high ? word >> 4 & 15 : word & 15;
  double value = tern_float_decode(kinds[s->kind], word);
  if (!s->scales) return value;
  int64_t along = s->depth ? column : row, across = s->depth ? row : column;
  int64_t groups = s->scales->sizes[s->scales->rank - 1], depth = s->depth ? s->columns : s->rows;
  int64_t lines = s->depth ? s->rows : s->columns;
  uint64_t scale = s->scales->words[(batch * lines + across) * groups + along / (depth / groups)];
  if (s->scales->form.number.is_float) return value * tern_interpreter_decode(s->scales->form.number, scale);
  return scale == 255 ? NAN : value * exp2((double)scale - 127);
}

static scaled_t read_scaled(const frame_t *f, const node_t *n, bool is_left) {
  scaled_t s = {.values = operand_of(f, n, is_left ? 0 : 1)};
  s.scales = tern_triton_optional(f, n, is_left ? "a_scale" : "b_scale");
  s.kind = enum_of(n->op, is_left ? "a_elem_type" : "b_elem_type", 0);
  s.depth = is_left ? 1 : 0;
  uint32_t rank = s.values->rank;
  int64_t sizes[] = {s.values->sizes[rank - 2], s.values->sizes[rank - 1]};
  bool along = integer_of(n->op, is_left ? "lhs_k_pack" : "rhs_k_pack", 1);
  s.packed = s.kind != TERN_TT_E2M1 ? -1 : along ? s.depth : 1 - s.depth;
  if (s.packed >= 0) sizes[s.packed] *= 2;
  s.rows = sizes[0];
  s.columns = sizes[1];
  return s;
}

static flow_t run_dot_scaled(evaluator_t *e, frame_t *f, const node_t *n) {
  scaled_t a = read_scaled(f, n, true), b = read_scaled(f, n, false);
  const datum_t *c = operand_of(f, n, 2);
  datum_t *result = tern_triton_result(e, n, 0);
  if (!result) return FLOW_STOP;
  put_result(f, n, 0, result);
  const datum_t *operands[] = {a.values, b.values, a.scales, b.scales};
  for (size_t i = 0; i < 4; ++i) {
    for (int64_t k = 0; operands[i] && k < operands[i]->count; ++k) {
      if (operands[i]->poison[k]) return STOP_UNDEFINED(e, n->op, "multiplies poison");
    }
  }
  number_t number = result->form.number;
  int64_t area = a.rows * b.columns;
  for (int64_t k = 0; k < result->count; ++k) {
    int64_t batch = k / area, row = k % area / b.columns, column = k % b.columns;
    double sum = 0;
    for (int64_t i = 0; i < a.columns; ++i) sum += element_of(&a, batch, row, i) * element_of(&b, batch, i, column);
    result->words[k] = tern_interpreter_encode(number, sum + tern_interpreter_decode(number, c->words[k]));
    result->poison[k] = c->poison[k];
  }
  return FLOW_NEXT;
}

const reference_row_t tern_reference_triton_compute_rows[] = {
    {TERN_TT(FP_TO_FP), run_fp_to_fp},
    {TERN_TT(CLAMPF), run_clampf},
    {TERN_TT(PRECISE_SQRT), run_precise_sqrt},
    {TERN_TT(PRECISE_DIVF), run_precise_divf},
    {TERN_TT(MULHIUI), run_mulhiui},
    {TERN_TT(EXTERN_ELEMENTWISE), run_extern},
    {TERN_TT(ELEMENTWISE_INLINE_ASM), run_inline_asm},
    {TERN_TT(DOT), run_dot},
    {TERN_TT(DOT_SCALED), run_dot_scaled},
    {0},
};
