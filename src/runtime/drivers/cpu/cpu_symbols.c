// The table of functions for compiled kernels: mathematics, memory, and the helpers that compilers call for types that
// the processor lacks.
//
// The table is complete on purpose: it does not depend on what the process happens to have loaded, and a module gets at
// nothing else of the host by name.

#include "runtime/drivers/cpu/cpu_symbols.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/float.h"

//---- 16-bit floating point ----
//
// Compilers pass and return the 16-bit types in the low bits of a vector register, as they do a float. So these
// functions take a float whose low 16 bits count: it needs no compiler that knows the types.

static float carry_bits(uint64_t bits) {
  uint32_t word = (uint32_t)bits;
  float carrier;
  memcpy(&carrier, &word, sizeof(carrier));
  return carrier;
}

static uint64_t carried_bits(float carrier) {
  uint32_t word;
  memcpy(&word, &carrier, sizeof(word));
  return word & 0xffff;
}

static float extend_f16(float carrier) { return (float)tern_float_decode(TERN_FLOAT_F16, carried_bits(carrier)); }
static double extend_f16_to_f64(float carrier) { return tern_float_decode(TERN_FLOAT_F16, carried_bits(carrier)); }
static float extend_bf16(float carrier) { return (float)tern_float_decode(TERN_FLOAT_BF16, carried_bits(carrier)); }
static float truncate_f32_to_f16(float value) { return carry_bits(tern_float_encode(TERN_FLOAT_F16, value)); }
static float truncate_f64_to_f16(double value) { return carry_bits(tern_float_encode(TERN_FLOAT_F16, value)); }
static float truncate_f32_to_bf16(float value) { return carry_bits(tern_float_encode(TERN_FLOAT_BF16, value)); }
static float truncate_f64_to_bf16(double value) { return carry_bits(tern_float_encode(TERN_FLOAT_BF16, value)); }

//---- 128-bit integers ----

static __int128 divide_i128(__int128 left, __int128 right) { return left / right; }
static __int128 remainder_i128(__int128 left, __int128 right) { return left % right; }
static unsigned __int128 divide_u128(unsigned __int128 left, unsigned __int128 right) { return left / right; }
static unsigned __int128 remainder_u128(unsigned __int128 left, unsigned __int128 right) { return left % right; }
static __int128 multiply_i128(__int128 left, __int128 right) { return left * right; }
static double convert_i128_to_f64(__int128 value) { return (double)value; }
static double convert_u128_to_f64(unsigned __int128 value) { return (double)value; }
static float convert_i128_to_f32(__int128 value) { return (float)value; }
static float convert_u128_to_f32(unsigned __int128 value) { return (float)value; }
static __int128 convert_f64_to_i128(double value) { return (__int128)value; }
static unsigned __int128 convert_f64_to_u128(double value) { return (unsigned __int128)value; }
static __int128 convert_f32_to_i128(float value) { return (__int128)value; }
static unsigned __int128 convert_f32_to_u128(float value) { return (unsigned __int128)value; }

//---- What a C library may lack ----

static float exp10_f32(float x) { return powf(10.0f, x); }
static double exp10_f64(double x) { return pow(10.0, x); }

static double roundeven_f64(double x) {
  double rounded = round(x);
  if (fabs(x - trunc(x)) == 0.5) rounded = 2.0 * round(x / 2.0);
  return copysign(rounded, x);
}
static float roundeven_f32(float x) { return (float)roundeven_f64(x); }

static void sincos_f32(float x, float *out_sin, float *out_cos) {
  *out_sin = sinf(x);
  *out_cos = cosf(x);
}
static void sincos_f64(double x, double *out_sin, double *out_cos) {
  *out_sin = sin(x);
  *out_cos = cos(x);
}

//---- The table ----

typedef void (*function_t)(void);

typedef struct symbol_row {
  const char *name;
  function_t function;
} symbol_row_t;

#define SYMBOL(name, function) {name, (function_t)(function)}
#define LIBRARY(name) {#name, (function_t)(name)}
// The version for f64 and that for f32.
#define BOTH(name) \
  {#name, (function_t)(name)}, { #name "f", (function_t)(name##f) }

// By name.
static const symbol_row_t symbols[] = {
    SYMBOL("__divti3", divide_i128),
    SYMBOL("__extendbfsf2", extend_bf16),
    SYMBOL("__extendhfdf2", extend_f16_to_f64),
    SYMBOL("__extendhfsf2", extend_f16),
    SYMBOL("__fixdfti", convert_f64_to_i128),
    SYMBOL("__fixsfti", convert_f32_to_i128),
    SYMBOL("__fixunsdfti", convert_f64_to_u128),
    SYMBOL("__fixunssfti", convert_f32_to_u128),
    SYMBOL("__floattidf", convert_i128_to_f64),
    SYMBOL("__floattisf", convert_i128_to_f32),
    SYMBOL("__floatuntidf", convert_u128_to_f64),
    SYMBOL("__floatuntisf", convert_u128_to_f32),
    SYMBOL("__gnu_f2h_ieee", truncate_f32_to_f16),
    SYMBOL("__gnu_h2f_ieee", extend_f16),
    SYMBOL("__modti3", remainder_i128),
    SYMBOL("__multi3", multiply_i128),
    SYMBOL("__truncdfbf2", truncate_f64_to_bf16),
    SYMBOL("__truncdfhf2", truncate_f64_to_f16),
    SYMBOL("__truncsfbf2", truncate_f32_to_bf16),
    SYMBOL("__truncsfhf2", truncate_f32_to_f16),
    SYMBOL("__udivti3", divide_u128),
    SYMBOL("__umodti3", remainder_u128),
    LIBRARY(abort),
    BOTH(acos),
    BOTH(acosh),
    BOTH(asin),
    BOTH(asinh),
    BOTH(atan),
    BOTH(atan2),
    BOTH(atanh),
    BOTH(cbrt),
    BOTH(ceil),
    BOTH(copysign),
    BOTH(cos),
    BOTH(cosh),
    BOTH(erf),
    BOTH(erfc),
    BOTH(exp),
    SYMBOL("exp10", exp10_f64),
    SYMBOL("exp10f", exp10_f32),
    BOTH(exp2),
    BOTH(expm1),
    BOTH(fabs),
    BOTH(fdim),
    BOTH(floor),
    BOTH(fma),
    BOTH(fmax),
    BOTH(fmin),
    BOTH(fmod),
    BOTH(frexp),
    BOTH(hypot),
    BOTH(ldexp),
    BOTH(lgamma),
    BOTH(llrint),
    BOTH(llround),
    BOTH(log),
    BOTH(log10),
    BOTH(log1p),
    BOTH(log2),
    BOTH(lrint),
    BOTH(lround),
    LIBRARY(memcmp),
    LIBRARY(memcpy),
    LIBRARY(memmove),
    LIBRARY(memset),
    BOTH(modf),
    BOTH(nearbyint),
    BOTH(pow),
    BOTH(remainder),
    BOTH(rint),
    BOTH(round),
    SYMBOL("roundeven", roundeven_f64),
    SYMBOL("roundevenf", roundeven_f32),
    BOTH(sin),
    SYMBOL("sincos", sincos_f64),
    SYMBOL("sincosf", sincos_f32),
    BOTH(sinh),
    BOTH(sqrt),
    BOTH(tan),
    BOTH(tanh),
    BOTH(tgamma),
    BOTH(trunc),
};

uint64_t tern_cpu_symbol_find(const char *name) {
  // Few names are looked up, once for each executable.
  for (size_t i = 0; i < sizeof(symbols) / sizeof(symbols[0]); ++i) {
    if (strcmp(symbols[i].name, name) == 0) return (uint64_t)(uintptr_t)symbols[i].function;
  }
  return 0;
}
