// Complex numbers as pairs.

#ifndef TERN_CU_COMPLEX_H_
#define TERN_CU_COMPLEX_H_

#include <math.h>

#include "vector_functions.h"

// clang-format off
#define TERN_COMPLEX static __inline__ __host__ __device__
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;
TERN_COMPLEX cuFloatComplex make_cuFloatComplex(float r, float i) { cuFloatComplex z; z.x = r; z.y = i; return z; }
TERN_COMPLEX float cuCrealf(cuFloatComplex z) { return z.x; }
TERN_COMPLEX float cuCimagf(cuFloatComplex z) { return z.y; }
TERN_COMPLEX cuFloatComplex cuConjf(cuFloatComplex z) { return make_cuFloatComplex(z.x, -z.y); }
TERN_COMPLEX cuFloatComplex cuCaddf(cuFloatComplex a, cuFloatComplex b) { return make_cuFloatComplex(a.x + b.x, a.y + b.y); }
TERN_COMPLEX cuFloatComplex cuCsubf(cuFloatComplex a, cuFloatComplex b) { return make_cuFloatComplex(a.x - b.x, a.y - b.y); }
TERN_COMPLEX cuFloatComplex cuCmulf(cuFloatComplex a, cuFloatComplex b) { return make_cuFloatComplex(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
TERN_COMPLEX cuFloatComplex cuCdivf(cuFloatComplex a, cuFloatComplex b) {
  float scale = 1 / (fabsf(b.x) + fabsf(b.y)), ar = a.x * scale, ai = a.y * scale, br = b.x * scale, bi = b.y * scale, norm = 1 / (br * br + bi * bi);
  return make_cuFloatComplex((ar * br + ai * bi) * norm, (ai * br - ar * bi) * norm);
}
TERN_COMPLEX float cuCabsf(cuFloatComplex z) { return hypotf(z.x, z.y); }
TERN_COMPLEX cuFloatComplex cuCfmaf(cuFloatComplex a, cuFloatComplex b, cuFloatComplex c) { return cuCaddf(cuCmulf(a, b), c); }
TERN_COMPLEX cuDoubleComplex make_cuDoubleComplex(double r, double i) { cuDoubleComplex z; z.x = r; z.y = i; return z; }
TERN_COMPLEX double cuCreal(cuDoubleComplex z) { return z.x; }
TERN_COMPLEX double cuCimag(cuDoubleComplex z) { return z.y; }
TERN_COMPLEX cuDoubleComplex cuConj(cuDoubleComplex z) { return make_cuDoubleComplex(z.x, -z.y); }
TERN_COMPLEX cuDoubleComplex cuCadd(cuDoubleComplex a, cuDoubleComplex b) { return make_cuDoubleComplex(a.x + b.x, a.y + b.y); }
TERN_COMPLEX cuDoubleComplex cuCsub(cuDoubleComplex a, cuDoubleComplex b) { return make_cuDoubleComplex(a.x - b.x, a.y - b.y); }
TERN_COMPLEX cuDoubleComplex cuCmul(cuDoubleComplex a, cuDoubleComplex b) { return make_cuDoubleComplex(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
TERN_COMPLEX cuDoubleComplex cuCdiv(cuDoubleComplex a, cuDoubleComplex b) {
  double scale = 1 / (fabs(b.x) + fabs(b.y)), ar = a.x * scale, ai = a.y * scale, br = b.x * scale, bi = b.y * scale, norm = 1 / (br * br + bi * bi);
  return make_cuDoubleComplex((ar * br + ai * bi) * norm, (ai * br - ar * bi) * norm);
}
TERN_COMPLEX double cuCabs(cuDoubleComplex z) { return hypot(z.x, z.y); }
TERN_COMPLEX cuDoubleComplex cuCfma(cuDoubleComplex a, cuDoubleComplex b, cuDoubleComplex c) { return cuCadd(cuCmul(a, b), c); }
TERN_COMPLEX cuComplex make_cuComplex(float r, float i) { return make_cuFloatComplex(r, i); }
TERN_COMPLEX cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) { return make_cuDoubleComplex(z.x, z.y); }
TERN_COMPLEX cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) { return make_cuFloatComplex((float)z.x, (float)z.y); }
#undef TERN_COMPLEX
// clang-format on

#endif  // TERN_CU_COMPLEX_H_
