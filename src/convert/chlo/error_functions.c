// erf and erfc by the rational approximations of Cephes (S. L. Moshier, ndtr.c and ndtrf.c), erf of f32 by one rational
// approximation on [-4, 4] as in Eigen, and erf_inv by the polynomials of M. Giles, "Approximating the erfinv function"
// (GPU Computing Gems, 2011). erfc of narrower floats is our own fit.

#include <math.h>

#include "convert/chlo/math.h"
#include "dialect/stablehlo/stablehlo.h"

// erf(x) for |x| <= 1.
static tern_value_t *build_inner_erf(tern_chlo_math_t *m, tern_value_t *x) {
  static const double single[] = {7.853861353153693e-5,  -8.010193625184903e-4, 5.188327685732524e-3,
                                  -2.685381193529856e-2, 1.128358514861418e-1,  -3.761262582423300e-1,
                                  1.128379165726710};
  static const double numerator[] = {9.60497373987051638749, 9.00260197203842689217e1, 2.23200534594684319226e3,
                                     7.00332514112805075473e3, 5.55923013010394962768e4};
  static const double denominator[] = {1.0,
                                       3.35617141647503099647e1,
                                       5.21357949780152679795e2,
                                       4.59432382970980127987e3,
                                       2.26290000613890934246e4,
                                       4.92673942608635921086e4};
  tern_value_t *square = MUL(x, x);
  if (!m->is_double) return MUL(x, TERN_CHLO_POLYNOMIAL(m, square, single));
  return DIV(MUL(x, TERN_CHLO_POLYNOMIAL(m, square, numerator)), TERN_CHLO_POLYNOMIAL(m, square, denominator));
}

// exp(-x * x). The square of the leading bits of x is exact, so that its rounding is not magnified by exp.
static tern_value_t *build_bell(tern_chlo_math_t *m, tern_value_t *x) {
  tern_value_t *head = tern_chlo_reduce_precision(m, x, m->is_double ? 11 : 8, m->is_double ? 25 : 11);
  tern_value_t *rest = MUL(SUB(head, x), ADD(head, x));
  return MUL(EXP(NEG(MUL(head, head))), EXP(rest));
}

// erfc(x) for |x| >= 1.
static tern_value_t *build_outer_erfc(tern_chlo_math_t *m, tern_value_t *x) {
  static const double single_near[] = {2.326819970068386e-2,  -1.387039388740657e-1, 3.687424674597105e-1,
                                       -5.824733027278666e-1, 6.210004621745983e-1,  -4.944515323274145e-1,
                                       3.404879937665872e-1,  -2.741127028184656e-1, 5.638259427386472e-1};
  static const double single_far[] = {-1.047766399936249e+1, 1.297719955372516e+1, -7.495518717768503,
                                      2.921019019210786,     -1.015265279202700,   4.218463358204948e-1,
                                      -2.820767439740514e-1, 5.641895067754075e-1};
  static const double near_numerator[] = {
      2.46196981473530512524e-10, 5.64189564831068821977e-1, 7.46321056442269912687,
      4.86371970985681366614e1,   1.96520832956077098242e2,  5.26445194995477358631e2,
      9.34528527171957607540e2,   1.02755188689515710272e3,  5.57535335369399327526e2};
  static const double near_denominator[] = {1.0,
                                            1.32281951154744992508e1,
                                            8.67072140885989742329e1,
                                            3.54937778887819891062e2,
                                            9.75708501743205489753e2,
                                            1.82390916687909736289e3,
                                            2.24633760818710981792e3,
                                            1.65666309194161350182e3,
                                            5.57535340817727675546e2};
  static const double far_numerator[] = {5.64189583547755073984e-1, 1.27536670759978104416, 5.01905042251180477414,
                                         6.16021097993053585195,    7.40974269950448939160, 2.97886665372100240670};
  static const double far_denominator[] = {1.0,
                                           2.26052863220117276590,
                                           9.39603524938001434673,
                                           1.20489539808096656605e1,
                                           1.70814450747565897222e1,
                                           9.60896809063285878198,
                                           3.36907645100081516050};
  // Beyond `largest` the result is less than any number; a smaller argument keeps the polynomials finite.
  double largest = m->is_double ? 27.5 : 10.5;
  tern_value_t *size = MIN(ABS(x), NUMBER(largest)), *ratio;
  if (m->is_double) {
    tern_value_t *near =
        DIV(TERN_CHLO_POLYNOMIAL(m, size, near_numerator), TERN_CHLO_POLYNOMIAL(m, size, near_denominator));
    tern_value_t *far =
        DIV(TERN_CHLO_POLYNOMIAL(m, size, far_numerator), TERN_CHLO_POLYNOMIAL(m, size, far_denominator));
    ratio = SELECT(COMPARE_TO(size, LT, 8), near, far);
  } else {
    tern_value_t *inverse = DIV(NUMBER(1), MUL(size, size));
    tern_value_t *near = TERN_CHLO_POLYNOMIAL(m, inverse, single_near);
    tern_value_t *far = TERN_CHLO_POLYNOMIAL(m, inverse, single_far);
    ratio = DIV(SELECT(COMPARE_TO(size, LT, 2), near, far), size);
  }
  tern_value_t *result = MUL(build_bell(m, size), ratio);
  result = SELECT(COMPARE_TO(ABS(x), GE, largest), NUMBER(0), result);
  return SELECT(COMPARE_TO(x, LT, 0), SUB(NUMBER(2), result), result);
}

tern_value_t *tern_chlo_build_erf(tern_chlo_math_t *m, tern_value_t *const *operands) {
  static const double numerator[] = {-2.72614225801306e-10, 2.77068142495902e-08,  -2.10102402082508e-06,
                                     -5.69250639462346e-05, -7.34990630326855e-04, -2.95459980854025e-03,
                                     -1.60960333262415e-02};
  static const double denominator[] = {-1.45660718464996e-05, -2.13374055278905e-04, -1.68282697438203e-03,
                                       -7.37332916720468e-03, -1.42647390514189e-02};
  tern_value_t *x = operands[0];
  if (m->is_double) {
    return SELECT(COMPARE_TO(ABS(x), LT, 1), build_inner_erf(m, x), SUB(NUMBER(1), build_outer_erfc(m, x)));
  }
  x = MAX(MIN(x, NUMBER(4)), NUMBER(-4));
  tern_value_t *square = MUL(x, x);
  tern_value_t *erf =
      DIV(MUL(x, TERN_CHLO_POLYNOMIAL(m, square, numerator)), TERN_CHLO_POLYNOMIAL(m, square, denominator));
  return MAX(MIN(erf, NUMBER(1)), NUMBER(-1));
}

// erfc(x) = t p(t) exp(-x^2) for x >= 0, where t = 1 / (1 + 0.4 x). p fits exp(x^2) erfc(x) / t with an error of less than 5e-6, as a least
// squares fit whose weights follow the error. That is a fiftieth of what rounding to f16 leaves, and takes a quarter of the operations.
static tern_value_t *build_narrow_erfc(tern_chlo_math_t *m, tern_value_t *x) {
  static const double factor[] = {-0.0953079875, 0.186823122, 0.0680663304, 0.182135017,
                                  0.206944469,   0.225657321, 0.225676923};
  tern_value_t *size = ABS(x), *t = DIV(NUMBER(1), ADD(MUL(size, NUMBER(0.4)), NUMBER(1)));
  tern_value_t *result = MUL(MUL(EXP(NEG(MUL(size, size))), t), TERN_CHLO_POLYNOMIAL(m, t, factor));
  return SELECT(COMPARE_TO(x, LT, 0), SUB(NUMBER(2), result), result);
}

tern_value_t *tern_chlo_build_erfc(tern_chlo_math_t *m, tern_value_t *const *operands) {
  tern_value_t *x = operands[0];
  if (m->is_narrow) return build_narrow_erfc(m, x);
  return SELECT(COMPARE_TO(ABS(x), LT, 1), SUB(NUMBER(1), build_inner_erf(m, x)), build_outer_erfc(m, x));
}

static tern_value_t *build_single_erf_inv(tern_chlo_math_t *m, tern_value_t *w) {
  static const double near[] = {2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087,
                                -0.00125372503, -0.00417768164, 0.246640727,    1.50140941};
  static const double far[] = {-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773,
                               -0.0076224613,   0.00943887047,  1.00167406,    2.83297682};
  // One evaluation, with coefficients chosen by element.
  tern_value_t *is_near = COMPARE_TO(w, LT, 5);
  tern_value_t *t = SELECT(is_near, SUB(w, NUMBER(2.5)), SUB(SQRT(w), NUMBER(3)));
  tern_value_t *sum = SELECT(is_near, NUMBER(near[0]), NUMBER(far[0]));
  for (size_t i = 1; i < sizeof near / sizeof near[0]; ++i) {
    sum = ADD(MUL(sum, t), SELECT(is_near, NUMBER(near[i]), NUMBER(far[i])));
  }
  return sum;
}

static tern_value_t *build_double_erf_inv(tern_chlo_math_t *m, tern_value_t *w) {
  static const double near[] = {
      -3.6444120640178196996e-21, -1.685059138182016589e-19,  1.2858480715256400167e-18,  1.115787767802518096e-17,
      -1.333171662854620906e-16,  2.0972767875968561637e-17,  6.6376381343583238325e-15,  -4.0545662729752068639e-14,
      -8.1519341976054721522e-14, 2.6335093153082322977e-12,  -1.2975133253453532498e-11, -5.4154120542946279317e-11,
      1.051212273321532285e-09,   -4.1126339803469836976e-09, -2.9070369957882005086e-08, 4.2347877827932403518e-07,
      -1.3654692000834678645e-06, -1.3882523362786468719e-05, 0.0001867342080340571352,   -0.00074070253416626697512,
      -0.0060336708714301490533,  0.24015818242558961693,     1.6536545626831027356};
  static const double middle[] = {
      2.2137376921775787049e-09,  9.0756561938885390979e-08, -2.7517406297064545428e-07, 1.8239629214389227755e-08,
      1.5027403968909827627e-06,  -4.013867526981545969e-06, 2.9234449089955446044e-06,  1.2475304481671778723e-05,
      -4.7318229009055733981e-05, 6.8284851459573175448e-05, 2.4031110387097893999e-05,  -0.0003550375203628474796,
      0.00095328937973738049703,  -0.0016882755560235047313, 0.0024914420961078508066,   -0.0037512085075692412107,
      0.005370914553590063617,    1.0052589676941592334,     3.0838856104922207635};
  static const double far[] = {-2.7109920616438573243e-11, -2.5556418169965252055e-10, 1.5076572693500548083e-09,
                               -3.7894654401267369937e-09, 7.6157012080783393804e-09,  -1.4960026627149240478e-08,
                               2.9147953450901080826e-08,  -6.7711997758452339498e-08, 2.2900482228026654717e-07,
                               -9.9298272942317002539e-07, 4.5260625972231537039e-06,  -1.9681778105531670567e-05,
                               7.5995277030017761139e-05,  -0.00021503011930044477347, -0.00013871931833623122026,
                               1.0103004648645343977,      4.8499064014085844221};
  tern_value_t *root = SQRT(w);
  tern_value_t *beyond = SELECT(COMPARE_TO(w, LT, 16), TERN_CHLO_POLYNOMIAL(m, SUB(root, NUMBER(3.25)), middle),
                                TERN_CHLO_POLYNOMIAL(m, SUB(root, NUMBER(5)), far));
  return SELECT(COMPARE_TO(w, LT, 6.25), TERN_CHLO_POLYNOMIAL(m, SUB(w, NUMBER(3.125)), near), beyond);
}

tern_value_t *tern_chlo_build_erf_inv(tern_chlo_math_t *m, tern_value_t *const *operands) {
  tern_value_t *x = operands[0], *one = NUMBER(1);
  // -log(1 - x * x), without cancellation near 1.
  tern_value_t *w = NEG(LOG(MUL(SUB(one, x), ADD(one, x))));
  tern_value_t *result = MUL(m->is_double ? build_double_erf_inv(m, w) : build_single_erf_inv(m, w), x);
  return SELECT(COMPARE(ABS(x), EQ, one), MUL(x, NUMBER(INFINITY)), result);
}
