// The functions __nv_* that clang's headers for CUDA call, where NVIDIA's library has them. What C or LLVM has is written in C; the
// functions of C's library come from libclc, by their names in OpenCL, on GPUs, and from libm on the CPU.

#ifndef TERN_CUDA_MATH_H_
#define TERN_CUDA_MATH_H_

// clang-format off
#define TERN_NV extern "C" __device__ inline __attribute__((always_inline))

// --- Functions of C's library: `length` is that of the name, as mangled names have it.
#define TERN_UNARY(length, name)                                                                     \
  extern "C" __device__ float __tern_##name##_f(float) __asm__("_Z" #length #name "f");              \
  extern "C" __device__ double __tern_##name##_d(double) __asm__("_Z" #length #name "d");            \
  TERN_NV float __nv_##name##f(float x) { return __tern_##name##_f(x); }                             \
  TERN_NV double __nv_##name(double x) { return __tern_##name##_d(x); }
#define TERN_BINARY(length, name)                                                                    \
  extern "C" __device__ float __tern_##name##_ff(float, float) __asm__("_Z" #length #name "ff");     \
  extern "C" __device__ double __tern_##name##_dd(double, double) __asm__("_Z" #length #name "dd");  \
  TERN_NV float __nv_##name##f(float x, float y) { return __tern_##name##_ff(x, y); }                \
  TERN_NV double __nv_##name(double x, double y) { return __tern_##name##_dd(x, y); }
TERN_UNARY(4, acos) TERN_UNARY(5, acosh) TERN_UNARY(4, asin) TERN_UNARY(5, asinh) TERN_UNARY(4, atan) TERN_UNARY(5, atanh)
TERN_UNARY(4, cbrt) TERN_UNARY(3, cos) TERN_UNARY(4, cosh) TERN_UNARY(3, erf) TERN_UNARY(4, erfc) TERN_UNARY(3, exp)
TERN_UNARY(5, exp10) TERN_UNARY(4, exp2) TERN_UNARY(5, expm1) TERN_UNARY(6, lgamma) TERN_UNARY(3, log) TERN_UNARY(5, log10)
TERN_UNARY(5, log1p) TERN_UNARY(4, log2) TERN_UNARY(4, logb) TERN_UNARY(3, sin) TERN_UNARY(4, sinh) TERN_UNARY(3, tan)
TERN_UNARY(4, tanh) TERN_UNARY(6, tgamma)
TERN_BINARY(5, atan2) TERN_BINARY(4, fmod) TERN_BINARY(5, hypot) TERN_BINARY(3, pow) TERN_BINARY(9, remainder)
TERN_BINARY(9, nextafter) TERN_BINARY(4, fdim)
#undef TERN_UNARY
#undef TERN_BINARY

// --- What LLVM knows by itself
#define TERN_BUILTIN(name)                                                     \
  TERN_NV float __nv_##name##f(float x) { return __builtin_##name##f(x); }     \
  TERN_NV double __nv_##name(double x) { return __builtin_##name(x); }
TERN_BUILTIN(fabs) TERN_BUILTIN(ceil) TERN_BUILTIN(floor) TERN_BUILTIN(trunc) TERN_BUILTIN(rint) TERN_BUILTIN(nearbyint)
TERN_BUILTIN(round) TERN_BUILTIN(sqrt)
#undef TERN_BUILTIN
#define TERN_BUILTIN2(name)                                                                \
  TERN_NV float __nv_##name##f(float x, float y) { return __builtin_##name##f(x, y); }     \
  TERN_NV double __nv_##name(double x, double y) { return __builtin_##name(x, y); }
TERN_BUILTIN2(fmax) TERN_BUILTIN2(fmin) TERN_BUILTIN2(copysign)
#undef TERN_BUILTIN2
TERN_NV float __nv_fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
TERN_NV double __nv_fma(double x, double y, double z) { return __builtin_fma(x, y, z); }

// --- Arithmetic with a rounding of its own: n to the nearest, z to zero, d down, u up
#define TERN_PLAIN(name, type, parameters, expression) \
  TERN_NV type __nv_##name parameters { _Pragma("clang fp contract(off)") return expression; }
#define TERN_ROUNDED(type, letter, add, mul, div, rcp, root, fused, suffix, nvvm)                                            \
  TERN_NV type __nv_##add##_r##suffix(type x, type y) { return __nvvm_add_r##nvvm##_##letter(x, y); }                        \
  TERN_NV type __nv_##mul##_r##suffix(type x, type y) { return __nvvm_mul_r##nvvm##_##letter(x, y); }                        \
  TERN_NV type __nv_##div##_r##suffix(type x, type y) { return __nvvm_div_r##nvvm##_##letter(x, y); }                        \
  TERN_NV type __nv_##rcp##_r##suffix(type x) { return __nvvm_div_r##nvvm##_##letter((type)1, x); }                          \
  TERN_NV type __nv_##root##_r##suffix(type x) { return __nvvm_sqrt_r##nvvm##_##letter(x); }                                 \
  TERN_NV type __nv_##fused##_r##suffix(type x, type y, type z) { return __nvvm_fma_r##nvvm##_##letter(x, y, z); }
TERN_PLAIN(fadd_rn, float, (float x, float y), x + y)
TERN_PLAIN(fmul_rn, float, (float x, float y), x * y)
TERN_PLAIN(fdiv_rn, float, (float x, float y), x / y)
TERN_PLAIN(frcp_rn, float, (float x), 1.0f / x)
TERN_PLAIN(fsqrt_rn, float, (float x), __builtin_sqrtf(x))
TERN_PLAIN(fmaf_rn, float, (float x, float y, float z), __builtin_fmaf(x, y, z))
TERN_PLAIN(dadd_rn, double, (double x, double y), x + y)
TERN_PLAIN(dmul_rn, double, (double x, double y), x * y)
TERN_PLAIN(ddiv_rn, double, (double x, double y), x / y)
TERN_PLAIN(drcp_rn, double, (double x), 1.0 / x)
TERN_PLAIN(dsqrt_rn, double, (double x), __builtin_sqrt(x))
TERN_PLAIN(fma_rn, double, (double x, double y, double z), __builtin_fma(x, y, z))
TERN_ROUNDED(float, f, fadd, fmul, fdiv, frcp, fsqrt, fmaf, z, z)
TERN_ROUNDED(float, f, fadd, fmul, fdiv, frcp, fsqrt, fmaf, d, m)
TERN_ROUNDED(float, f, fadd, fmul, fdiv, frcp, fsqrt, fmaf, u, p)
TERN_ROUNDED(double, d, dadd, dmul, ddiv, drcp, dsqrt, fma, z, z)
TERN_ROUNDED(double, d, dadd, dmul, ddiv, drcp, dsqrt, fma, d, m)
TERN_ROUNDED(double, d, dadd, dmul, ddiv, drcp, dsqrt, fma, u, p)
#undef TERN_PLAIN
#undef TERN_ROUNDED
#define TERN_EACH_ROUNDING(row) row(n) row(z) row(d) row(u)
#define TERN_MORE(suffix)                                                                                                    \
  TERN_NV float __nv_fsub_r##suffix(float x, float y) { return __nv_fadd_r##suffix(x, -y); }                                 \
  TERN_NV double __nv_dsub_r##suffix(double x, double y) { return __nv_dadd_r##suffix(x, -y); }                              \
  TERN_NV float __nv_fmaf_ieee_r##suffix(float x, float y, float z) { return __nv_fmaf_r##suffix(x, y, z); }
TERN_EACH_ROUNDING(TERN_MORE)
#undef TERN_MORE
#undef TERN_EACH_ROUNDING

// --- Conversions, which saturate
#define TERN_TO_INTEGER(suffix, nvvm)                                                                           \
  TERN_NV int __nv_float2int_r##suffix(float x) { return __nvvm_f2i_r##nvvm(x); }                               \
  TERN_NV unsigned __nv_float2uint_r##suffix(float x) { return __nvvm_f2ui_r##nvvm(x); }                        \
  TERN_NV long long __nv_float2ll_r##suffix(float x) { return __nvvm_f2ll_r##nvvm(x); }                         \
  TERN_NV unsigned long long __nv_float2ull_r##suffix(float x) { return __nvvm_f2ull_r##nvvm(x); }              \
  TERN_NV int __nv_double2int_r##suffix(double x) { return __nvvm_d2i_r##nvvm(x); }                             \
  TERN_NV unsigned __nv_double2uint_r##suffix(double x) { return __nvvm_d2ui_r##nvvm(x); }                      \
  TERN_NV long long __nv_double2ll_r##suffix(double x) { return __nvvm_d2ll_r##nvvm(x); }                       \
  TERN_NV unsigned long long __nv_double2ull_r##suffix(double x) { return __nvvm_d2ull_r##nvvm(x); }
TERN_TO_INTEGER(n, n) TERN_TO_INTEGER(z, z) TERN_TO_INTEGER(d, m) TERN_TO_INTEGER(u, p)
#undef TERN_TO_INTEGER
#define TERN_FROM_INTEGER(suffix, nvvm)                                                                         \
  TERN_NV float __nv_int2float_r##suffix(int x) { return __nvvm_i2f_r##nvvm(x); }                               \
  TERN_NV float __nv_uint2float_r##suffix(unsigned x) { return __nvvm_ui2f_r##nvvm(x); }                        \
  TERN_NV float __nv_ll2float_r##suffix(long long x) { return __nvvm_ll2f_r##nvvm(x); }                         \
  TERN_NV float __nv_ull2float_r##suffix(unsigned long long x) { return __nvvm_ull2f_r##nvvm(x); }              \
  TERN_NV double __nv_ll2double_r##suffix(long long x) { return __nvvm_ll2d_r##nvvm(x); }                       \
  TERN_NV double __nv_ull2double_r##suffix(unsigned long long x) { return __nvvm_ull2d_r##nvvm(x); }            \
  TERN_NV float __nv_double2float_r##suffix(double x) { return __nvvm_d2f_r##nvvm(x); }
TERN_FROM_INTEGER(z, z) TERN_FROM_INTEGER(d, m) TERN_FROM_INTEGER(u, p)
#undef TERN_FROM_INTEGER
TERN_NV float __nv_int2float_rn(int x) { return (float)x; }
TERN_NV float __nv_uint2float_rn(unsigned x) { return (float)x; }
TERN_NV float __nv_ll2float_rn(long long x) { return (float)x; }
TERN_NV float __nv_ull2float_rn(unsigned long long x) { return (float)x; }
TERN_NV double __nv_ll2double_rn(long long x) { return (double)x; }
TERN_NV double __nv_ull2double_rn(unsigned long long x) { return (double)x; }
TERN_NV float __nv_double2float_rn(double x) { return (float)x; }
TERN_NV double __nv_int2double_rn(int x) { return x; }
TERN_NV double __nv_uint2double_rn(unsigned x) { return x; }

// --- Bits
TERN_NV int __nv_float_as_int(float x) { return __builtin_bit_cast(int, x); }
TERN_NV unsigned __nv_float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
TERN_NV float __nv_int_as_float(int x) { return __builtin_bit_cast(float, x); }
TERN_NV float __nv_uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
TERN_NV unsigned long long __nv_double_as_longlong(double x) { return __builtin_bit_cast(unsigned long long, x); }
TERN_NV double __nv_longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
TERN_NV int __nv_double2hiint(double x) { return (int)(__builtin_bit_cast(unsigned long long, x) >> 32); }
TERN_NV int __nv_double2loint(double x) { return (int)__builtin_bit_cast(unsigned long long, x); }
TERN_NV double __nv_hiloint2double(int high, int low) {
  return __builtin_bit_cast(double, (unsigned long long)(unsigned)high << 32 | (unsigned)low);
}
TERN_NV unsigned short __nv_float2half_rn(float x) { return __builtin_bit_cast(unsigned short, (_Float16)x); }
TERN_NV float __nv_half2float(unsigned short x) { return (float)__builtin_bit_cast(_Float16, x); }
TERN_NV int __nv_popc(unsigned x) { return __builtin_popcount(x); }
TERN_NV int __nv_popcll(unsigned long long x) { return __builtin_popcountll(x); }
TERN_NV int __nv_clz(int x) { return __builtin_clzg((unsigned)x, 32); }
TERN_NV int __nv_clzll(long long x) { return __builtin_clzg((unsigned long long)x, 64); }
TERN_NV int __nv_ffs(int x) { return __builtin_ctzg((unsigned)x, -1) + 1; }
TERN_NV int __nv_ffsll(long long x) { return __builtin_ctzg((unsigned long long)x, -1) + 1; }
TERN_NV int __nv_brev(int x) { return (int)__builtin_bitreverse32((unsigned)x); }
TERN_NV long long __nv_brevll(long long x) { return (long long)__builtin_bitreverse64((unsigned long long)x); }
TERN_NV int __nv_byte_perm(int low, int high, int selector) {
  unsigned long long bytes = (unsigned long long)(unsigned)high << 32 | (unsigned)low;
  unsigned result = 0;
  for (int i = 0; i < 4; i++) result |= (unsigned)(bytes >> (selector >> 4 * i & 7) * 8 & 0xff) << 8 * i;
  return (int)result;
}

// --- Integers
TERN_NV int __nv_abs(int x) { return x < 0 ? -x : x; }
TERN_NV long long __nv_llabs(long long x) { return x < 0 ? -x : x; }
TERN_NV int __nv_min(int x, int y) { return x < y ? x : y; }
TERN_NV int __nv_max(int x, int y) { return x > y ? x : y; }
TERN_NV unsigned __nv_umin(unsigned x, unsigned y) { return x < y ? x : y; }
TERN_NV unsigned __nv_umax(unsigned x, unsigned y) { return x > y ? x : y; }
TERN_NV long long __nv_llmin(long long x, long long y) { return x < y ? x : y; }
TERN_NV long long __nv_llmax(long long x, long long y) { return x > y ? x : y; }
TERN_NV unsigned long long __nv_ullmin(unsigned long long x, unsigned long long y) { return x < y ? x : y; }
TERN_NV unsigned long long __nv_ullmax(unsigned long long x, unsigned long long y) { return x > y ? x : y; }
TERN_NV int __nv_mulhi(int x, int y) { return (int)((long long)x * y >> 32); }
TERN_NV unsigned __nv_umulhi(unsigned x, unsigned y) { return (unsigned)((unsigned long long)x * y >> 32); }
TERN_NV long long __nv_mul64hi(long long x, long long y) { return (long long)((__int128)x * y >> 64); }
TERN_NV unsigned long long __nv_umul64hi(unsigned long long x, unsigned long long y) {
  return (unsigned long long)((unsigned __int128)x * y >> 64);
}
TERN_NV int __nv_mul24(int x, int y) { return (int)((unsigned)(x << 8 >> 8) * (unsigned)(y << 8 >> 8)); }
TERN_NV unsigned __nv_umul24(unsigned x, unsigned y) { return (x & 0xffffff) * (y & 0xffffff); }
TERN_NV int __nv_hadd(int x, int y) { return (int)(((long long)x + y) >> 1); }
TERN_NV int __nv_uhadd(unsigned x, unsigned y) { return (int)(((unsigned long long)x + y) >> 1); }
TERN_NV int __nv_rhadd(int x, int y) { return (int)(((long long)x + y + 1) >> 1); }
TERN_NV unsigned __nv_urhadd(unsigned x, unsigned y) { return (unsigned)(((unsigned long long)x + y + 1) >> 1); }
TERN_NV int __nv_sad(int x, int y, int z) { return z + (x < y ? y - x : x - y); }
TERN_NV unsigned __nv_usad(unsigned x, unsigned y, unsigned z) { return z + (x < y ? y - x : x - y); }

// --- What is made of the above
#define TERN_CLASSES(type, s, infinity, not_a_number, finite)                              \
  TERN_NV int __nv_##infinity(type x) { return __builtin_isinf(x); }                       \
  TERN_NV int __nv_##not_a_number(type x) { return __builtin_isnan(x); }                   \
  TERN_NV int __nv_##finite(type x) { return __builtin_isfinite(x); }                      \
  TERN_NV int __nv_signbit##s(type x) { return __builtin_signbit(x) != 0; }
TERN_CLASSES(float, f, isinff, isnanf, finitef)
TERN_CLASSES(double, d, isinfd, isnand, isfinited)
#undef TERN_CLASSES
TERN_NV float __nv_saturatef(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }
TERN_NV float __nv_nanf(const signed char *) { return __builtin_nanf(""); }
TERN_NV double __nv_nan(const signed char *) { return __builtin_nan(""); }
TERN_NV float __nv_rsqrtf(float x) { return __nvvm_rsqrt_approx_f(x); }
TERN_NV double __nv_rsqrt(double x) { return 1.0 / __builtin_sqrt(x); }
TERN_NV float __nv_frsqrt_rn(float x) { return (float)(1.0 / __builtin_sqrt((double)x)); }
TERN_NV double __nv_rcp64h(double x) { return __builtin_bit_cast(double, __builtin_bit_cast(unsigned long long, 1.0 / x) & ~0xffffffffULL); }
// The nearest power of two is taken apart exactly, so that the functions of pi need no reduction of their own.
TERN_NV float __nv_sinpif(float x) {
  float r = x - 2.0f * __builtin_rintf(0.5f * x);
  r = __builtin_fabsf(r) > 0.5f ? __builtin_copysignf(1.0f, r) - r : r;
  return __nv_sinf(3.14159265358979f * r);
}
TERN_NV double __nv_sinpi(double x) {
  double r = x - 2.0 * __builtin_rint(0.5 * x);
  r = __builtin_fabs(r) > 0.5 ? __builtin_copysign(1.0, r) - r : r;
  return __nv_sin(3.14159265358979323846 * r);
}
TERN_NV float __nv_cospif(float x) { return __nv_sinpif(0.5f - __builtin_fabsf(x - 2.0f * __builtin_rintf(0.5f * x))); }
TERN_NV double __nv_cospi(double x) { return __nv_sinpi(0.5 - __builtin_fabs(x - 2.0 * __builtin_rint(0.5 * x))); }
#define TERN_COMPOSED(type, s)                                                                                            \
  TERN_NV void __nv_sincos##s(type x, type *sine, type *cosine) { *sine = __nv_sin##s(x); *cosine = __nv_cos##s(x); }        \
  TERN_NV void __nv_sincospi##s(type x, type *sine, type *cosine) { *sine = __nv_sinpi##s(x); *cosine = __nv_cospi##s(x); }  \
  TERN_NV type __nv_norm3d##s(type a, type b, type e) { return __nv_sqrt##s(a * a + b * b + e * e); }                        \
  TERN_NV type __nv_norm4d##s(type a, type b, type e, type f) { return __nv_sqrt##s(a * a + b * b + e * e + f * f); }        \
  TERN_NV type __nv_rnorm3d##s(type a, type b, type e) { return 1 / __nv_norm3d##s(a, b, e); }                               \
  TERN_NV type __nv_rnorm4d##s(type a, type b, type e, type f) { return 1 / __nv_norm4d##s(a, b, e, f); }                    \
  TERN_NV type __nv_norm##s(int count, const type *v) {                                                                      \
    type sum = 0;                                                                                                            \
    for (int i = 0; i < count; i++) sum += v[i] * v[i];                                                                      \
    return __nv_sqrt##s(sum);                                                                                                \
  }                                                                                                                          \
  TERN_NV type __nv_rnorm##s(int count, const type *v) { return 1 / __nv_norm##s(count, v); }                                \
  TERN_NV type __nv_rhypot##s(type x, type y) { return 1 / __nv_hypot##s(x, y); }                                            \
  TERN_NV type __nv_rcbrt##s(type x) { return 1 / __nv_cbrt##s(x); }                                                         \
  TERN_NV type __nv_normcdf##s(type x) { return (type)0.5 * __nv_erfc##s((type)-0.70710678118654752440 * x); }               \
  TERN_NV long long __nv_llrint##s(type x) { return (long long)__nv_rint##s(x); }                                            \
  TERN_NV long long __nv_llround##s(type x) { return (long long)__nv_round##s(x); }                                          \
  TERN_NV type __nv_powi##s(type x, int n) { return __nv_pow##s(x, (type)n); }                                               \
  TERN_NV type __nv_modf##s(type x, type *whole) {                                                                           \
    *whole = __nv_trunc##s(x);                                                                                               \
    return __nv_copysign##s(__builtin_isinf(x) ? 0 : x - *whole, x);                                                         \
  }
TERN_COMPOSED(float, f)
TERN_COMPOSED(double, )
#undef TERN_COMPOSED
#define TERN_WITH_INTEGERS(type, s, c)                                                                                       \
  extern "C" __device__ type __tern_frexp_##c(type, int *) __asm__("_Z5frexp" #c "Pi");                                      \
  extern "C" __device__ type __tern_ldexp_##c(type, int) __asm__("_Z5ldexp" #c "i");                                         \
  extern "C" __device__ int __tern_ilogb_##c(type) __asm__("_Z5ilogb" #c);                                                   \
  extern "C" __device__ type __tern_remquo_##c(type, type, int *) __asm__("_Z6remquo" #c #c "Pi");                           \
  TERN_NV type __nv_frexp##s(type x, int *e) { int n; type f = __tern_frexp_##c(x, &n); *e = n; return f; }                  \
  TERN_NV type __nv_ldexp##s(type x, int n) { return __tern_ldexp_##c(x, n); }                                               \
  TERN_NV type __nv_scalbn##s(type x, int n) { return __tern_ldexp_##c(x, n); }                                              \
  TERN_NV int __nv_ilogb##s(type x) { return __tern_ilogb_##c(x); }                                                          \
  TERN_NV type __nv_remquo##s(type x, type y, int *q) { int n; type r = __tern_remquo_##c(x, y, &n); *q = n; return r; }
TERN_WITH_INTEGERS(float, f, f)
TERN_WITH_INTEGERS(double, , d)
#undef TERN_WITH_INTEGERS

// erfcx for large numbers by its continued fraction, below by its definition.
#define TERN_ERFCX(type, s, limit)                                                          \
  TERN_NV type __nv_erfcx##s(type x) {                                                      \
    if (x < (type)limit) return __nv_exp##s(x * x) * __nv_erfc##s(x);                       \
    type fraction = x;                                                                      \
    for (int k = 20; k > 0; k--) fraction = x + (type)0.5 * k / fraction;                   \
    return (type)0.56418958354775628695 / fraction;                                         \
  }
TERN_ERFCX(float, f, 4)
TERN_ERFCX(double, , 6)
#undef TERN_ERFCX
// The inverse of erf: a start by Winitzki's formula, then steps of Newton and Halley.
TERN_NV double __nv_erfcinv(double y) {
  if (!(y > 0.0 && y < 2.0)) return y == 0.0 ? __builtin_inf() : y == 2.0 ? -__builtin_inf() : __builtin_nan("");
  double tail = y < 1.0 ? y : 2.0 - y;
  double log_term = __nv_log(tail * (2.0 - tail)), half = 4.3307467508 + 0.5 * log_term;
  double x = __nv_sqrt(__nv_sqrt(half * half - log_term / 0.147) - half);
  for (int i = 0; i < 3; i++) {
    double error = (__nv_erfc(x) - tail) / (1.12837916709551257390 * __nv_exp(-x * x));
    x += error / (1.0 + x * error);
  }
  return y < 1.0 ? x : -x;
}
TERN_NV double __nv_erfinv(double x) {
  if (__nv_fabs(x) > 0.5) return __nv_erfcinv(1.0 - x);
  double y = 0.88622692545275801365 * x;
  for (int i = 0; i < 5; i++) {
    double error = (__nv_erf(y) - x) / (1.12837916709551257390 * __nv_exp(-y * y));
    y -= error / (1.0 + y * error);
  }
  return y;
}
TERN_NV float __nv_erfinvf(float x) { return (float)__nv_erfinv(x); }
TERN_NV float __nv_erfcinvf(float x) { return (float)__nv_erfcinv(x); }
TERN_NV double __nv_normcdfinv(double x) { return -1.41421356237309504880 * __nv_erfcinv(2.0 * x); }
TERN_NV float __nv_normcdfinvf(float x) { return (float)__nv_normcdfinv(x); }

// --- Fast functions: the GPU's approximations
TERN_NV float __nv_fast_sinf(float x) { return __nvvm_sin_approx_f(x); }
TERN_NV float __nv_fast_cosf(float x) { return __nvvm_cos_approx_f(x); }
TERN_NV void __nv_fast_sincosf(float x, float *s, float *c) { *s = __nv_fast_sinf(x); *c = __nv_fast_cosf(x); }
TERN_NV float __nv_fast_tanf(float x) { return __nv_fast_sinf(x) / __nv_fast_cosf(x); }
TERN_NV float __nv_fast_log2f(float x) { return __nvvm_lg2_approx_f(x); }
TERN_NV float __nv_fast_logf(float x) { return 0.693147180559945f * __nv_fast_log2f(x); }
TERN_NV float __nv_fast_log10f(float x) { return 0.301029995663981f * __nv_fast_log2f(x); }
TERN_NV float __nv_fast_expf(float x) { return __nvvm_ex2_approx_f(1.44269504088896f * x); }
TERN_NV float __nv_fast_exp10f(float x) { return __nvvm_ex2_approx_f(3.32192809488736f * x); }
TERN_NV float __nv_fast_powf(float x, float y) { return __nvvm_ex2_approx_f(y * __nv_fast_log2f(x)); }
TERN_NV float __nv_fast_fdividef(float x, float y) { return __nvvm_div_approx_f(x, y); }
#undef TERN_NV
// clang-format on

#endif  // TERN_CUDA_MATH_H_
