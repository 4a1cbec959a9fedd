// Bessel functions of libdevice, j0, j1, y0 and y1, for GPUs, in f64.
//
// Up to 8 they are sums of Chebyshev polynomials in (x/8)^2, which stand for j0, for j1/x, and for what y0 and y1 are without their
// logarithms:
//
//   y0 = 2/pi ln(x) j0 + r0            y1 = 2/pi (ln(x) j1 - 1/x) + x r1
//
// Above they are waves, whose amplitude and phase are such sums in (8/x)^2, after Hankel (M. Abramowitz, I. Stegun, "Handbook of
// Mathematical Functions", 9.2.5 and 9.2.6):
//
//   j = sqrt(2 / (pi x)) (p cos(x - d) - q sin(x - d))      y = sqrt(2 / (pi x)) (p sin(x - d) + q cos(x - d))
//
// with d of pi/4 and 3/4 pi, which is taken apart into sums and differences of the sine and the cosine of x. The terms were computed
// from the series of the functions with 90 digits.

#include "convert/triton/to_loops/library_call.h"
#include "ir/context.h"

static const double j0_terms[] = {0.15772797147489012,     -0.008723442352852221,   0.2651786132033368,
                                  -0.37009499387264977,    0.15806710233209725,     -0.034893769411408884,
                                  0.004819180069467605,    -0.00046062616620627504, 3.246032882100508e-05,
                                  -1.7619469077621507e-06, 7.608163592418782e-08,   -2.679253530557673e-09,
                                  7.848696314479465e-11,   -1.9438346867370164e-12, 4.125320595634374e-14,
                                  -7.588508125447546e-16,  1.2218515873961411e-17};
static const double j1_terms[] = {
    0.08104484632565812,    -0.1489751450676521,    0.1609992623572097,     -0.08268049176681791,
    0.022213639654966037,   -0.003646940600769276,  0.0004050337728354822,  -3.255554866857259e-05,
    1.9858774049915165e-06, -9.521984756750436e-08, 3.687133759097148e-09,  -1.178026622695885e-10,
    3.160154580348003e-12,  -7.221755239651773e-14, 1.4232144003513942e-15, -2.4441972916190464e-17};
static const double r0_terms[] = {-0.03314611320328494,    -0.2744743055297453,    0.17903431407718265,
                                  0.26156734625504663,     -0.17730201278114358,   0.04719668959576339,
                                  -0.007287962479552079,   0.0007531135932577742,  -5.632079141056987e-05,
                                  3.206532537654801e-06,   -1.44072332740187e-07,  5.248794787330516e-09,
                                  -1.5837552541812015e-10, 4.02633081830612e-12,   -8.747341203310769e-14,
                                  1.6434898714919468e-15,  -2.6977881152566837e-17};
static const double r1_terms[] = {
    0.0025380132357417816,   -0.01608717304766875,   -0.09591204536083074,    0.08445197259652346,
    -0.028328123944594365,   0.005289897544167113,   -0.0006414551451326356,  5.505982873338744e-05,
    -3.53808001868935e-06,   1.7707804556154404e-07, -7.11055004989928e-09,   2.344337905911516e-10,
    -6.4651518414115946e-12, 1.51429151205002e-13,   -3.0511859694473254e-15, 5.34668038572867e-17};
static const double p0_terms[] = {0.9994603493475187,      -0.0005365220468132117,  3.0751847875194745e-06,
                                  -5.1705945376060975e-08, 1.6306464635151382e-09,  -7.86409137723707e-11,
                                  5.168262387349193e-12,   -4.3045788699253914e-13, 4.3265957431549404e-14,
                                  -5.069034095935236e-15,  6.748072215733873e-16,   -1.0011513723467786e-16,
                                  1.6305919233744186e-17};
static const double q0_terms[] = {-0.015555854605337009,   6.838519942611649e-05, -7.414498411060647e-07,
                                  1.7972457247968992e-08,  -7.27191593686632e-10, 4.2201219046687385e-11,
                                  -3.206747420996635e-12,  3.006145125351706e-13, -3.336328185322427e-14,
                                  4.255225040245461e-15,   -6.09993013164005e-16, 9.662128970303257e-17,
                                  -1.6686065214378146e-17, 3.1082440486738143e-18};
static const double p1_terms[] = {1.0009030408600137,      0.0008989898330859408,   -3.987284300488908e-06,
                                  6.177633960644299e-08,   -1.8718907491063067e-09, 8.816898659582339e-11,
                                  -5.704863640395645e-12,  4.699195515230542e-13,   -4.6842237839904895e-14,
                                  5.452674896044717e-15,   -7.221180842274018e-16,  1.0667689114335412e-16,
                                  -1.7312313216116335e-17, 3.0492991197665872e-18};
static const double q1_terms[] = {0.04677778706953532,     -9.62772354915708e-05,  9.138615257955454e-07,
                                  -2.0959781384083424e-08, 8.229193327650554e-10,  -4.686363688176945e-11,
                                  3.5152187949686082e-12,  -3.2643156743279e-13,   3.5967765829165294e-14,
                                  -4.5612523950772974e-15, 6.508282957783384e-16,  -1.0269147531823243e-16,
                                  1.767635548776479e-17,   -3.2834519872981614e-18};

typedef struct terms {
  const double *values;
  size_t count;
} terms_t;
#define TERMS(NAME) {NAME, sizeof NAME / sizeof NAME[0]}

// What differs between the functions of number 0 and of number 1.
static const struct {
  terms_t near, rest, amplitude, phase;  // `phase` times x/8
} orders[] = {{TERMS(j0_terms), TERMS(r0_terms), TERMS(p0_terms), TERMS(q0_terms)},
              {TERMS(j1_terms), TERMS(r1_terms), TERMS(p1_terms), TERMS(q1_terms)}};

// The sum of Chebyshev polynomials of 2u - 1, for u from 0 to 1, after Clenshaw.
static value_t sum_terms(const call_t *c, terms_t terms, value_t u) {
  value_t t = sub(c, add(c, u, u), number(c, 1)), two = add(c, t, t), last = number(c, 0), sum = number(c, 0);
  for (size_t k = terms.count - 1; k > 0; --k) {
    value_t next = add(c, sub(c, mul(c, two, sum), last), number(c, terms.values[k]));
    last = sum;
    sum = next;
  }
  return add(c, sub(c, mul(c, t, sum), last), number(c, terms.values[0]));
}

#define TWO_OVER_PI 0.63661977236758134308

static value_t near_zero(const call_t *c, value_t x, int order, bool is_second) {
  value_t u = mul(c, mul(c, x, x), number(c, 1.0 / 64));
  u = binary(c, TERN_ARITH(MINNUMF), u, number(c, 1));
  value_t j = sum_terms(c, orders[order].near, u);
  if (order == 1) j = mul(c, j, x);
  if (!is_second) return j;
  value_t rest = sum_terms(c, orders[order].rest, u), product = mul(c, unary(c, TERN_MATH(LOG), x), j);
  if (order == 1) {
    rest = mul(c, rest, x);
    product = sub(c, product, divide(c, number(c, 1), x));
  }
  return add(c, mul(c, number(c, TWO_OVER_PI), product), rest);
}

static value_t far_from_zero(const call_t *c, value_t x, int order, bool is_second) {
  value_t eighth = divide(c, number(c, 8), x), u = mul(c, eighth, eighth);
  u = binary(c, TERN_ARITH(MINNUMF), u, number(c, 1));
  value_t p = sum_terms(c, orders[order].amplitude, u), q = mul(c, sum_terms(c, orders[order].phase, u), eighth);
  value_t sine = unary(c, TERN_MATH(SIN), x), cosine = unary(c, TERN_MATH(COS), x);
  value_t sum = add(c, sine, cosine), difference = sub(c, sine, cosine);
  // The wave and the one a quarter behind it: a step in number is a quarter of a turn.
  value_t wave = order == 0 ? sum : difference;
  value_t behind = order == 0 ? difference : sub(c, number(c, 0), sum);
  wave = is_second ? add(c, mul(c, p, behind), mul(c, q, wave)) : sub(c, mul(c, p, wave), mul(c, q, behind));
  value_t root = unary(c, TERN_MATH(SQRT), mul(c, x, number(c, 3.14159265358979323846)));
  return divide(c, wave, root);
}

static value_t bessel(const call_t *given, int order, bool is_second) {
  call_t wide = *given;
  const call_t *c = &wide;
  const tern_type_t *f64 = tern_float_type_get(c->w->b.context, TERN_TYPE_F64),
                    *element = tern_type_element(c->x[0]->type);
  if (element != f64) wide.x[0] = cast(c, TERN_ARITH(EXTF), c->x[0], f64);
  value_t given_x = c->x[0], x = unary(c, TERN_MATH(ABSF), given_x), zero = number(c, 0);
  value_t is_near = compare(c, TERN_CMPF_OLT, x, number(c, 8));
  value_t near = near_zero(c, x, order, is_second), far = far_from_zero(c, x, order, is_second);
  value_t y = choose(c, is_near, near, far);
  y = choose(c, compare(c, TERN_CMPF_OEQ, x, number(c, __builtin_inf())), zero, y);
  if (is_second) {
    y = choose(c, compare(c, TERN_CMPF_OLT, given_x, zero), number(c, __builtin_nan("")), y);
    y = choose(c, compare(c, TERN_CMPF_OEQ, x, zero), number(c, -__builtin_inf()), y);
  } else if (order == 1) {
    y = choose(c, compare(c, TERN_CMPF_OLT, given_x, zero), sub(c, zero, y), y);
  }
  y = choose(c, compare(c, TERN_CMPF_UNO, x, x), x, y);
  return element == f64 ? y : cast(c, TERN_ARITH(TRUNCF), y, element);
}

value_t tern_libdevice_j0(const call_t *c) { return bessel(c, 0, false); }
value_t tern_libdevice_j1(const call_t *c) { return bessel(c, 1, false); }
value_t tern_libdevice_y0(const call_t *c) { return bessel(c, 0, true); }
value_t tern_libdevice_y1(const call_t *c) { return bessel(c, 1, true); }
