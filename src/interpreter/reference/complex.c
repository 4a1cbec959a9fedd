// Complex numbers: two words each, computed in double and rounded to the type.

#include <complex.h>
#include <math.h>

#include "dialect/complex/complex.h"
#include "interpreter/reference/evaluator.h"

typedef double complex complex_t;
typedef complex_t (*function_t)(complex_t a, complex_t b);

static complex_t add(complex_t a, complex_t b) { return a + b; }
static complex_t subtract(complex_t a, complex_t b) { return a - b; }
static complex_t multiply(complex_t a, complex_t b) { return a * b; }
static complex_t divide(complex_t a, complex_t b) { return a / b; }
static complex_t power(complex_t a, complex_t b) { return a == 0 && b == 0 ? 1 : cpow(a, b); }
// The angle of a / b in the plane that the two span: -i log((b + i a) / sqrt(a^2 + b^2)).
static complex_t arc_tangent_of_two(complex_t a, complex_t b) { return -I * clog((b + I * a) / csqrt(a * a + b * b)); }
#define UNARY(name, expression)                     \
  static complex_t name(complex_t a, complex_t b) { \
    (void)b;                                        \
    return expression;                              \
  }
UNARY(absolute, cabs(a))
UNARY(angle, carg(a))
UNARY(conjugate, conj(a))
UNARY(cosine, ccos(a))
UNARY(exponential, cexp(a))
UNARY(exponential_minus_one,
      __builtin_complex(expm1(creal(a)) * cos(cimag(a)) - 2 * sin(cimag(a) / 2) * sin(cimag(a) / 2),
                        exp(creal(a)) * sin(cimag(a))))
UNARY(imaginary_part, cimag(a))
UNARY(logarithm, clog(a))
UNARY(logarithm_one_plus, clog(1 + a))
UNARY(negate, -a)
UNARY(real_part, creal(a))
UNARY(reciprocal_root, 1 / csqrt(a))
UNARY(direction, a == 0 ? 0 : a / cabs(a))
UNARY(sine, csin(a))
UNARY(square_root, csqrt(a))
UNARY(tangent, ctan(a))
UNARY(hyperbolic_tangent, ctanh(a))

static const struct {
  const tern_op_row_t *row;
  function_t function;
} functions[] = {
    {TERN_COMPLEX(ABS), absolute},
    {TERN_COMPLEX(ADD), add},
    {TERN_COMPLEX(ANGLE), angle},
    {TERN_COMPLEX(ATAN2), arc_tangent_of_two},
    {TERN_COMPLEX(CONJ), conjugate},
    {TERN_COMPLEX(COS), cosine},
    {TERN_COMPLEX(DIV), divide},
    {TERN_COMPLEX(EXP), exponential},
    {TERN_COMPLEX(EXPM1), exponential_minus_one},
    {TERN_COMPLEX(IM), imaginary_part},
    {TERN_COMPLEX(LOG), logarithm},
    {TERN_COMPLEX(LOG1P), logarithm_one_plus},
    {TERN_COMPLEX(MUL), multiply},
    {TERN_COMPLEX(NEG), negate},
    {TERN_COMPLEX(POW), power},
    {TERN_COMPLEX(POWI), power},
    {TERN_COMPLEX(RE), real_part},
    {TERN_COMPLEX(RSQRT), reciprocal_root},
    {TERN_COMPLEX(SIGN), direction},
    {TERN_COMPLEX(SIN), sine},
    {TERN_COMPLEX(SQRT), square_root},
    {TERN_COMPLEX(SUB), subtract},
    {TERN_COMPLEX(TAN), tangent},
    {TERN_COMPLEX(TANH), hyperbolic_tangent},
};

static complex_t read(const datum_t *datum, int64_t element) {
  const uint64_t *words = &datum->words[(size_t)element * datum->form.words];
  number_t number = datum->form.number;
  if (!number.is_float) return (double)tern_interpreter_signed(number, words[0]);
  double real = tern_interpreter_decode(number, words[0]);
  return __builtin_complex(real, datum->form.words == 2 ? tern_interpreter_decode(number, words[1]) : 0);
}

static void write(datum_t *datum, int64_t element, complex_t value) {
  uint64_t *words = &datum->words[(size_t)element * datum->form.words];
  words[0] = tern_interpreter_encode(datum->form.number, creal(value));
  if (datum->form.words == 2) words[1] = tern_interpreter_encode(datum->form.number, cimag(value));
}

// An element-wise op, on scalars and shapes alike.
static flow_t run_function(evaluator_t *e, frame_t *f, const node_t *n) {
  size_t row = 0;
  while (!tern_op_is(n->op, functions[row].row)) ++row;
  const datum_t *a = operand_of(f, n, 0), *b = n->op->operand_count > 1 ? operand_of(f, n, 1) : a;
  datum_t *result = tern_reference_new_array(e, n, tern_op_result(n->op, 0)->type, a->sizes, a->rank);
  if (!result) return FLOW_STOP;
  for (int64_t k = 0; k < a->count; ++k) {
    write(result, k, functions[row].function(read(a, k), read(b, k)));
    if (tern_reference_is_poison(a, k) || tern_reference_is_poison(b, k)) tern_reference_poison(result, k, 1);
  }
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

static flow_t run_compare(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *a = operand_of(f, n, 0), *b = operand_of(f, n, 1);
  datum_t *result = tern_reference_new_array(e, n, tern_op_result(n->op, 0)->type, a->sizes, a->rank);
  if (!result) return FLOW_STOP;
  bool wants_equal = tern_op_is(n->op, TERN_COMPLEX(EQ));
  for (int64_t k = 0; k < a->count; ++k) {
    result->words[k] = (read(a, k) == read(b, k)) == wants_equal;
    result->poison[k] = tern_reference_is_poison(a, k) || tern_reference_is_poison(b, k);
  }
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

static flow_t run_create(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *parts[] = {operand_of(f, n, 0), operand_of(f, n, 1)};
  datum_t *result = tern_reference_new_array(e, n, tern_op_result(n->op, 0)->type, parts[0]->sizes, parts[0]->rank);
  if (!result) return FLOW_STOP;
  for (int64_t k = 0; k < 2 * result->count; ++k) {
    result->words[k] = parts[k & 1]->words[k / 2];
    result->poison[k] = parts[k & 1]->poison[k / 2];
  }
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

static flow_t run_bitcast(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *from = operand_of(f, n, 0);
  datum_t *result = tern_reference_new_of_type(e, n, tern_op_result(n->op, 0)->type, NULL);
  if (!result) return FLOW_STOP;
  uint32_t width = from->form.number.width, to = result->form.number.width;
  for (uint32_t bit = 0; bit < to * result->form.words && to * result->form.words == width * from->form.words; ++bit) {
    uint64_t value = from->words[bit / width] >> (bit % width) & 1;
    result->words[bit / to] |= value << (bit % to);
    result->poison[bit / to] |= from->poison[bit / width];
  }
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

const reference_row_t tern_reference_complex_rows[] = {
    {TERN_COMPLEX(ABS), run_function},    {TERN_COMPLEX(ADD), run_function},
    {TERN_COMPLEX(ANGLE), run_function},  {TERN_COMPLEX(ATAN2), run_function},
    {TERN_COMPLEX(CONJ), run_function},   {TERN_COMPLEX(COS), run_function},
    {TERN_COMPLEX(DIV), run_function},    {TERN_COMPLEX(EXP), run_function},
    {TERN_COMPLEX(EXPM1), run_function},  {TERN_COMPLEX(IM), run_function},
    {TERN_COMPLEX(LOG), run_function},    {TERN_COMPLEX(LOG1P), run_function},
    {TERN_COMPLEX(MUL), run_function},    {TERN_COMPLEX(NEG), run_function},
    {TERN_COMPLEX(POW), run_function},    {TERN_COMPLEX(POWI), run_function},
    {TERN_COMPLEX(RE), run_function},     {TERN_COMPLEX(RSQRT), run_function},
    {TERN_COMPLEX(SIGN), run_function},   {TERN_COMPLEX(SIN), run_function},
    {TERN_COMPLEX(SQRT), run_function},   {TERN_COMPLEX(SUB), run_function},
    {TERN_COMPLEX(TAN), run_function},    {TERN_COMPLEX(TANH), run_function},
    {TERN_COMPLEX(EQ), run_compare},      {TERN_COMPLEX(NEQ), run_compare},
    {TERN_COMPLEX(CREATE), run_create},   {TERN_COMPLEX(CONSTANT), tern_reference_run_constant},
    {TERN_COMPLEX(BITCAST), run_bitcast}, {0},
};
