// The names of the functions that compiled kernels may call: what the runtime offers, and what the compiler holds object
// files of others against.

#ifndef TERN_BASE_CPU_SYMBOL_NAMES_H_
#define TERN_BASE_CPU_SYMBOL_NAMES_H_

// Those of the runtime itself, with the function of cpu_symbols.c that stands for each.
// clang-format off
#define TERN_CPU_HELPERS(ROW) \
  ROW(__divti3, divide_i128) \
  ROW(__extendbfsf2, extend_bf16) \
  ROW(__extendhfdf2, extend_f16_to_f64) \
  ROW(__extendhfsf2, extend_f16) \
  ROW(__fixdfti, convert_f64_to_i128) \
  ROW(__fixsfti, convert_f32_to_i128) \
  ROW(__fixunsdfti, convert_f64_to_u128) \
  ROW(__fixunssfti, convert_f32_to_u128) \
  ROW(__floattidf, convert_i128_to_f64) \
  ROW(__floattisf, convert_i128_to_f32) \
  ROW(__floatuntidf, convert_u128_to_f64) \
  ROW(__floatuntisf, convert_u128_to_f32) \
  ROW(__gnu_f2h_ieee, truncate_f32_to_f16) \
  ROW(__gnu_h2f_ieee, extend_f16) \
  ROW(__modti3, remainder_i128) \
  ROW(__multi3, multiply_i128) \
  ROW(__truncdfbf2, truncate_f64_to_bf16) \
  ROW(__truncdfhf2, truncate_f64_to_f16) \
  ROW(__truncsfbf2, truncate_f32_to_bf16) \
  ROW(__truncsfhf2, truncate_f32_to_f16) \
  ROW(__udivti3, divide_u128) \
  ROW(__umodti3, remainder_u128) \
  ROW(exp10, exp10_f64) \
  ROW(exp10f, exp10_f32) \
  ROW(roundeven, roundeven_f64) \
  ROW(roundevenf, roundeven_f32) \
  ROW(sincos, sincos_f64) \
  ROW(sincosf, sincos_f32)
// clang-format on

// Those of the C library. BOTH: for f64 and, with an f behind the name, for f32.
// clang-format off
#define TERN_CPU_LIBRARY(ONE, BOTH)                                                                                             \
  ONE(abort) ONE(memcmp) ONE(memcpy) ONE(memmove) ONE(memset)                                                          \
  BOTH(acos) BOTH(acosh) BOTH(asin) BOTH(asinh) BOTH(atan) BOTH(atan2) BOTH(atanh) BOTH(cbrt) BOTH(ceil)               \
  BOTH(copysign) BOTH(cos) BOTH(cosh) BOTH(erf) BOTH(erfc) BOTH(exp) BOTH(exp2) BOTH(expm1) BOTH(fabs) BOTH(fdim)      \
  BOTH(floor) BOTH(fma) BOTH(fmax) BOTH(fmin) BOTH(fmod) BOTH(frexp) BOTH(hypot) BOTH(ldexp) BOTH(lgamma) BOTH(llrint) \
  BOTH(llround) BOTH(log) BOTH(log10) BOTH(log1p) BOTH(log2) BOTH(lrint) BOTH(lround) BOTH(modf) BOTH(nearbyint)       \
  BOTH(pow) BOTH(remainder) BOTH(rint) BOTH(round) BOTH(sin) BOTH(sinh) BOTH(sqrt) BOTH(tan) BOTH(tanh) BOTH(tgamma)   \
  BOTH(trunc)
// clang-format on

// More of it, which only kernels of Triton call, and the small runtime has not: looked for by name when one does.
// clang-format off
#define TERN_CPU_RARE_LIBRARY(ONE, BOTH) ONE(printf) BOTH(j0) BOTH(j1) BOTH(nextafter) BOTH(y0) BOTH(y1)
// clang-format on

#endif  // TERN_BASE_CPU_SYMBOL_NAMES_H_
