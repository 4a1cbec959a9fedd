// lgamma and digamma by C. Lanczos, "A Precision Approximation of the Gamma Function" (SIAM J. Numer. Anal. B 1, 1964)
// with g = 7 and 9 terms; the Hurwitz zeta function by Euler-Maclaurin summation (F. Johansson, "Rigorous high-precision
// computation of the Hurwitz zeta function and its derivatives", Numer. Algorithms 69, 2015, formula 5); the Bessel
// function by the Chebyshev series of Cephes (S. L. Moshier, i1.c and i1f.c).

#include <float.h>
#include <math.h>

#include "convert/chlo/math.h"
#include "dialect/stablehlo/stablehlo.h"

#define PI 3.14159265358979323846

// --- gamma ---

#define LANCZOS_G 7.0
#define LANCZOS_FIRST 0.99999999999980993227684700473478
static const double lanczos[] = {676.520368121885098567009190444019, -1259.13921672240287047156078755283,
                                 771.3234287776530788486528258894,   -176.61502916214059906584551354,
                                 12.507343278686904814458936853,     -0.13857109526572011689554707,
                                 9.984369578019570859563e-6,         1.50563273514931155834e-7};

// The parts of gamma(z + 1) = sqrt(2 pi) t^(z + 1/2) e^-t a, for z of at least -1/2.
typedef struct lanczos_parts {
  tern_value_t *t, *log_t;
  tern_value_t *a, *a_derivative;
} lanczos_parts_t;

static lanczos_parts_t build_lanczos(tern_chlo_math_t *m, tern_value_t *z, bool with_derivative) {
  const double shift = LANCZOS_G + 0.5;
  lanczos_parts_t parts = {.a = NUMBER(LANCZOS_FIRST), .a_derivative = NUMBER(0)};
  for (size_t i = 0; i < sizeof lanczos / sizeof lanczos[0]; ++i) {
    tern_value_t *coefficient = NUMBER(lanczos[i]), *pole = ADD(z, NUMBER((double)i + 1));
    parts.a = ADD(parts.a, DIV(coefficient, pole));
    if (with_derivative) parts.a_derivative = SUB(parts.a_derivative, DIV(coefficient, MUL(pole, pole)));
  }
  parts.t = ADD(z, NUMBER(shift));
  parts.log_t = ADD(LOG1P(DIV(z, NUMBER(shift))), NUMBER(log(shift)));
  return parts;
}

// -x below 1/2, where the functions are reflected, else x - 1.
static tern_value_t *build_reflected(tern_chlo_math_t *m, tern_value_t *x, tern_value_t *is_reflected) {
  return SELECT(is_reflected, NEG(x), SUB(x, NUMBER(1)));
}

tern_value_t *tern_chlo_build_lgamma(tern_chlo_math_t *m, tern_value_t *const *operands) {
  tern_value_t *x = operands[0], *half = NUMBER(0.5), *infinity = NUMBER(INFINITY);
  tern_value_t *is_reflected = COMPARE(x, LT, half), *z = build_reflected(m, x, is_reflected);
  lanczos_parts_t parts = build_lanczos(m, z, false);
  // (z + 1/2) log t - t, with the logarithm taken out: the product may be large.
  tern_value_t *power = MUL(SUB(ADD(z, half), DIV(parts.t, parts.log_t)), parts.log_t);
  tern_value_t *direct = ADD(ADD(power, NUMBER(0.5 * log(2 * PI))), LOG(parts.a));

  // log(pi / |sin(pi x)|) - lgamma(1 - x). The sine's argument is the distance to the next integer: exactly 0 at poles.
  tern_value_t *size = ABS(x), *fraction = SUB(size, FLOOR(size));
  fraction = MIN(fraction, SUB(NUMBER(1), fraction));
  tern_value_t *log_sine = LOG(SIN(MUL(fraction, NUMBER(PI))));
  tern_value_t *reflected = SUB(SUB(NUMBER(log(PI)), log_sine), direct);
  reflected = SELECT(COMPARE_TO(fraction, EQ, 0), infinity, reflected);
  return SELECT(COMPARE(size, EQ, infinity), infinity, SELECT(is_reflected, reflected, direct));
}

tern_value_t *tern_chlo_build_digamma(tern_chlo_math_t *m, tern_value_t *const *operands) {
  tern_value_t *x = operands[0], *half = NUMBER(0.5);
  tern_value_t *is_reflected = COMPARE(x, LT, half), *z = build_reflected(m, x, is_reflected);
  lanczos_parts_t parts = build_lanczos(m, z, true);
  tern_value_t *direct = SUB(ADD(parts.log_t, DIV(parts.a_derivative, parts.a)), DIV(NUMBER(LANCZOS_G), parts.t));

  // - pi / tan(pi x), of x moved by integers to [-1/2, 1/2].
  tern_value_t *angle = MUL(NUMBER(PI), SUB(x, FLOOR(ADD(x, half))));
  tern_value_t *cotangent = DIV(MUL(NUMBER(PI), COS(angle)), SIN(angle));
  tern_value_t *result = SELECT(is_reflected, SUB(direct, cotangent), direct);
  // The poles: at 0 as from the right, none of the two sides at negative integers.
  tern_value_t *is_pole = AND(COMPARE_TO(x, LT, 0), COMPARE(x, EQ, FLOOR(x)));
  return SELECT(COMPARE_TO(x, EQ, 0), NUMBER(-INFINITY), SELECT(is_pole, NUMBER(NAN), result));
}

// --- zeta ---

enum { DIRECT_TERMS = 9 };  // that are summed before the tail is estimated
// (2 k)! / B_2k, of the terms of the tail, the last one first.
static const double zeta_divisors[] = {-7.1661652561756670113e18,
                                       1.8152105401943546773e17,
                                       -4.5979787224074726105e15,
                                       1.1646782814350067249e14,
                                       -2.950130727918164224e12,
                                       7.47242496e10,
                                       -1.8924375803183791606e9,
                                       47900160.0,
                                       -1209600.0,
                                       30240.0,
                                       -720.0,
                                       12.0};

static tern_value_t *build_is_integer(tern_chlo_math_t *m, tern_value_t *x) { return COMPARE(x, EQ, FLOOR(x)); }

tern_value_t *tern_chlo_build_zeta(tern_chlo_math_t *m, tern_value_t *const *operands) {
  enum { TERMS = sizeof zeta_divisors / sizeof zeta_divisors[0] };
  tern_value_t *x = operands[0], *q = operands[1], *one = NUMBER(1), *exponent = NEG(x);
  tern_value_t *base = q, *sum = POW(q, exponent);
  for (int i = 0; i < DIRECT_TERMS; ++i) {
    base = ADD(base, one);
    sum = ADD(sum, POW(base, exponent));
  }
  base = ADD(base, one);
  tern_value_t *power = POW(base, exponent);

  tern_value_t *inverse_square = DIV(one, MUL(base, base)), *series = NUMBER(0);
  for (int i = 0; i < TERMS - 1; ++i) {
    int place = 2 * (TERMS - 1 - i);
    tern_value_t *factors = MUL(ADD(x, NUMBER(place)), ADD(x, NUMBER(place - 1)));
    series = MUL(factors, MUL(inverse_square, ADD(series, NUMBER(1 / zeta_divisors[i]))));
  }
  tern_value_t *tail = MUL(DIV(x, base), ADD(series, NUMBER(1 / zeta_divisors[TERMS - 1])));
  tail = MUL(power, ADD(NUMBER(0.5), tail));
  tern_value_t *integral = DIV(MUL(power, base), SUB(x, one));
  tern_value_t *full = ADD(ADD(sum, integral), tail);
  // Terms that are nothing beside the sum already would make the tail 0 times infinity.
  double epsilon = m->is_double ? DBL_EPSILON : (double)FLT_EPSILON;
  tern_value_t *is_done = COMPARE(ABS(power), LT, MUL(ABS(sum), NUMBER(epsilon * epsilon)));
  tern_value_t *result = SELECT(is_done, sum, full), *nan = NUMBER(NAN), *infinity = NUMBER(INFINITY);

  // Defined for x > 1; for q <= 0 for integers x only, and at the poles it is infinite for even ones.
  result = SELECT(COMPARE(x, LT, one), nan, result);
  tern_value_t *is_left = COMPARE_TO(q, LE, 0), *is_whole = build_is_integer(m, x);
  tern_value_t *is_even = AND(is_whole, COMPARE_TO(REM(x, NUMBER(2)), EQ, 0));
  tern_value_t *left = SELECT(build_is_integer(m, q), SELECT(is_even, infinity, nan), SELECT(is_whole, result, nan));
  result = SELECT(is_left, left, result);
  return SELECT(COMPARE(x, EQ, one), infinity, result);
}

// (-1)^(n + 1) n! zeta(n + 1, x), and digamma for n = 0.
tern_value_t *tern_chlo_build_polygamma(tern_chlo_math_t *m, tern_value_t *const *operands) {
  tern_value_t *n = operands[0], *x = operands[1], *one = NUMBER(1), *two = NUMBER(2), *next = ADD(n, one);
  tern_value_t *sign = SUB(MUL(two, REM(n, two)), one);
  tern_value_t *factorial = EXP(tern_chlo_build_lgamma(m, &next));
  tern_value_t *zeta = tern_chlo_build_zeta(m, (tern_value_t *const[]){next, x});
  tern_value_t *result = MUL(MUL(sign, factorial), zeta);
  result = SELECT(COMPARE_TO(n, EQ, 0), tern_chlo_build_digamma(m, &x), result);
  tern_value_t *is_undefined = OR(COMPARE(n, NE, FLOOR(n)), COMPARE_TO(n, LT, 0));
  return SELECT(is_undefined, NUMBER(NAN), result);
}

// --- Bessel ---

tern_value_t *tern_chlo_build_bessel_i1e(tern_chlo_math_t *m, tern_value_t *const *operands) {
  // Of exp(-x) I1(x) / x on [0, 8], and of exp(-x) sqrt(x) I1(x) on [8, inf) in 32 / x - 2. Single precision needs only
  // the lower degrees.
  static const double near[] = {
      2.77791411276104639959e-18, -2.11142121435816608115e-17, 1.55363195773620046921e-16, -1.10559694773538630805e-15,
      7.60068429473540693410e-15, -5.04218550472791168711e-14, 3.22379336594557470981e-13, -1.98397439776494371520e-12,
      1.17361862988909016308e-11, -6.66348972350202774223e-11, 3.62559028155211703701e-10, -1.88724975172282928790e-9,
      9.38153738649577178388e-9,  -4.44505912879632808065e-8,  2.00329475355213526229e-7,  -8.56872026469545474066e-7,
      3.47025130813767847674e-6,  -1.32731636560394358279e-5,  4.78156510755005422638e-5,  -1.61760815825896745588e-4,
      5.12285956168575772895e-4,  -1.51357245063125314899e-3,  4.15642294431288815669e-3,  -1.05640848946261981558e-2,
      2.47264490306265168283e-2,  -5.29459812080949914269e-2,  1.02643658689847095384e-1,  -1.76416518357834055153e-1,
      2.52587186443633654823e-1};
  static const double far[] = {7.51729631084210481353e-18,  4.41434832307170791151e-18,  -4.65030536848935832153e-17,
                               -3.20952592199342395980e-17, 2.96262899764595013876e-16,  3.30820231092092828324e-16,
                               -1.88035477551078244854e-15, -3.81440307243700780478e-15, 1.04202769841288027642e-14,
                               4.27244001671195135429e-14,  -2.10154184277266431302e-14, -4.08355111109219731823e-13,
                               -7.19855177624590851209e-13, 2.03562854414708950722e-12,  1.41258074366137813316e-11,
                               3.25260358301548823856e-11,  -1.89749581235054123450e-11, -5.58974346219658380687e-10,
                               -3.83538038596423702205e-9,  -2.63146884688951950684e-8,  -2.51223623787020892529e-7,
                               -3.88256480887769039346e-6,  -1.10588938762623716291e-4,  -9.76109749136146840777e-3,
                               7.78576235018280120474e-1};
  size_t near_skip = m->is_double ? 0 : 12, far_skip = m->is_double ? 0 : 18;
  tern_value_t *x = operands[0], *size = ABS(x), *two = NUMBER(2);
  tern_value_t *inner = MUL(size, tern_chlo_chebyshev(m, SUB(MUL(size, NUMBER(0.5)), two), near + near_skip,
                                                      sizeof near / sizeof near[0] - near_skip));
  tern_value_t *outer =
      tern_chlo_chebyshev(m, SUB(DIV(NUMBER(32), size), two), far + far_skip, sizeof far / sizeof far[0] - far_skip);
  outer = DIV(outer, SQRT(size));
  return MUL(SIGN(x), SELECT(COMPARE_TO(size, LE, 8), inner, outer));
}
