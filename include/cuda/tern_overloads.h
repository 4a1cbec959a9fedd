// The functions of C's library for float under the names for double, where clang's headers only declare them, and those of CUDA that
// C's library lacks, on both sides.

#ifndef TERN_CUDA_OVERLOADS_H_
#define TERN_CUDA_OVERLOADS_H_

// clang-format off
#define TERN_FOR_FLOAT(name)  static __inline__ __device__ float name(float x) { return ::name##f(x); }
#define TERN_FOR_FLOATS(name) static __inline__ __device__ float name(float x, float y) { return ::name##f(x, y); }
#define TERN_TO_WHOLE(type, name) static __inline__ __device__ type name(float x) { return ::name##f(x); }
TERN_FOR_FLOAT(acosh) TERN_FOR_FLOAT(asinh) TERN_FOR_FLOAT(atanh) TERN_FOR_FLOAT(cbrt) TERN_FOR_FLOAT(erf) TERN_FOR_FLOAT(erfc)
TERN_FOR_FLOAT(exp2) TERN_FOR_FLOAT(expm1) TERN_FOR_FLOAT(lgamma) TERN_FOR_FLOAT(log1p) TERN_FOR_FLOAT(log2) TERN_FOR_FLOAT(logb)
TERN_FOR_FLOAT(nearbyint) TERN_FOR_FLOAT(rint) TERN_FOR_FLOAT(round) TERN_FOR_FLOAT(tgamma) TERN_FOR_FLOAT(trunc)
TERN_FOR_FLOATS(copysign) TERN_FOR_FLOATS(fdim) TERN_FOR_FLOATS(fmax) TERN_FOR_FLOATS(fmin) TERN_FOR_FLOATS(hypot)
TERN_FOR_FLOATS(nextafter) TERN_FOR_FLOATS(remainder)
TERN_TO_WHOLE(int, ilogb) TERN_TO_WHOLE(long, lrint) TERN_TO_WHOLE(long, lround) TERN_TO_WHOLE(long long, llrint)
TERN_TO_WHOLE(long long, llround)
static __inline__ __device__ float fma(float x, float y, float z) { return ::fmaf(x, y, z); }
static __inline__ __device__ float scalbn(float x, int n) { return ::scalbnf(x, n); }
static __inline__ __device__ float scalbln(float x, long n) { return ::scalblnf(x, n); }
TERN_FOR_FLOAT(rsqrt) TERN_FOR_FLOAT(rcbrt) TERN_FOR_FLOAT(sinpi) TERN_FOR_FLOAT(cospi) TERN_FOR_FLOAT(erfinv) TERN_FOR_FLOAT(erfcinv)
TERN_FOR_FLOAT(erfcx) TERN_FOR_FLOAT(normcdf) TERN_FOR_FLOAT(normcdfinv)
static __inline__ __device__ void sincospi(float x, float *s, float *c) { ::sincospif(x, s, c); }
static __inline__ __device__ void sincos(float x, float *s, float *c) { ::sincosf(x, s, c); }
#undef TERN_FOR_FLOAT
#undef TERN_FOR_FLOATS
#undef TERN_TO_WHOLE

// The host's.
#define TERN_HOST_BOTH(name, expression, expression_f)                        \
  static __inline__ __host__ double name(double x) { return expression; }     \
  static __inline__ __host__ float name##f(float x) { return expression_f; }  \
  static __inline__ __host__ float name(float x) { return expression_f; }
TERN_HOST_BOTH(rsqrt, 1.0 / ::sqrt(x), 1.0f / ::sqrtf(x))
TERN_HOST_BOTH(rcbrt, 1.0 / ::cbrt(x), 1.0f / ::cbrtf(x))
TERN_HOST_BOTH(normcdf, 0.5 * ::erfc(-0.70710678118654752440 * x), 0.5f * ::erfcf(-0.707106781f * x))
TERN_HOST_BOTH(sinpi, ::sin(3.14159265358979323846 * (x - 2.0 * ::rint(0.5 * x))), (float)::sin(3.14159265358979323846 * ((double)x - 2.0 * ::rint(0.5 * x))))
TERN_HOST_BOTH(cospi, ::cos(3.14159265358979323846 * (x - 2.0 * ::rint(0.5 * x))), (float)::cos(3.14159265358979323846 * ((double)x - 2.0 * ::rint(0.5 * x))))
#undef TERN_HOST_BOTH
// clang-format on

#endif  // TERN_CUDA_OVERLOADS_H_
