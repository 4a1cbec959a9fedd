// The table of functions for compiled kernels: mathematics, memory, and the helpers that compilers call for types that
// the processor lacks.
//
// The table is complete on purpose: it does not depend on what the process happens to have loaded, and a module gets at
// nothing else of the host by name.

#include "runtime/drivers/cpu/cpu_symbols.h"

#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu_symbol_names.h"
#include "base/float.h"
#if TERN_HAS_GPU_KERNELS
#include "runtime/mgpu/cpu/grid.h"
#endif

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
//
// Our own, because what the C compiler brings for them is several times larger.

typedef unsigned __int128 u128;

static u128 divide(u128 left, u128 right, u128 *out_rest) {
  u128 quotient = 0, rest = 0;
  for (int i = 0; i < 128; ++i, left <<= 1) {
    bool is_carried = rest >> 127;
    rest = rest << 1 | left >> 127;
    quotient <<= 1;
    // By zero, everything is as good.
    if (!is_carried && rest < right) continue;
    rest -= right;
    quotient |= 1;
  }
  *out_rest = rest;
  return quotient;
}

static u128 magnitude(__int128 value) { return value < 0 ? -(u128)value : (u128)value; }

static u128 divide_u128(u128 left, u128 right) {
  u128 rest;
  return divide(left, right, &rest);
}
static u128 remainder_u128(u128 left, u128 right) {
  u128 rest;
  divide(left, right, &rest);
  return rest;
}
static __int128 divide_i128(__int128 left, __int128 right) {
  u128 quotient = divide_u128(magnitude(left), magnitude(right));
  return (__int128)((left < 0) != (right < 0) ? -quotient : quotient);
}
static __int128 remainder_i128(__int128 left, __int128 right) {
  u128 rest = remainder_u128(magnitude(left), magnitude(right));
  return (__int128)(left < 0 ? -rest : rest);
}
static __int128 multiply_i128(__int128 left, __int128 right) { return (__int128)((u128)left * (u128)right); }

// The highest 64 bits, the last of them set if a lower one is: they round to a float as all bits do.
static uint64_t round_to_odd(u128 value, int *out_exponent) {
  *out_exponent = 0;
  while (value >> 64) {
    value = value >> 1 | (value & 1);
    ++*out_exponent;
  }
  return (uint64_t)value;
}
static double convert_u128_to_f64(u128 value) {
  int exponent;
  double high = (double)round_to_odd(value, &exponent);
  return ldexp(high, exponent);
}
static float convert_u128_to_f32(u128 value) {
  int exponent;
  float high = (float)round_to_odd(value, &exponent);
  return (float)ldexp((double)high, exponent);
}
static double convert_i128_to_f64(__int128 value) {
  double result = convert_u128_to_f64(magnitude(value));
  return value < 0 ? -result : result;
}
static float convert_i128_to_f32(__int128 value) {
  float result = convert_u128_to_f32(magnitude(value));
  return value < 0 ? -result : result;
}
// For values that fit; of others only that nothing worse happens.
static u128 convert_f64_to_u128(double value) {
  double high = value >= 0x1p64 ? trunc(ldexp(value, -64)) : 0;
  double low = value - ldexp(high, 64);
  if (!(high < 0x1p64) || !(low >= 0)) return 0;
  return (u128)(uint64_t)high << 64 | (uint64_t)low;
}
static __int128 convert_f64_to_i128(double value) {
  u128 result = convert_f64_to_u128(fabs(value));
  return (__int128)(value < 0 ? -result : result);
}
static __int128 convert_f32_to_i128(float value) { return convert_f64_to_i128(value); }
static u128 convert_f32_to_u128(float value) { return convert_f64_to_u128(value); }

//---- What a C library may lack ----

static float exp10_f32(float x) { return (float)pow(10.0, (double)x); }
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

#define NAME(name, function) #name "\0"
static const char helper_names[] = TERN_CPU_HELPERS(NAME);
#undef NAME
#define FUNCTION(name, function) (function_t)(function),
static const function_t helpers[] = {TERN_CPU_HELPERS(FUNCTION)};
#undef FUNCTION

// The position of `name` among names that follow each other, each with a NUL behind it, or -1.
static int find_name(const char *names, const char *name) {
  for (int i = 0; *names; ++i, names += strlen(names) + 1) {
    if (strcmp(names, name) == 0) return i;
  }
  return -1;
}

#define NAME(name) #name "\0"
#define NAMES(name) #name "\0" #name "f\0"
static const char library_names[] = TERN_CPU_LIBRARY(NAME, NAMES);

#if TERN_SMALL
// An address in a table costs eight times its name, so they are asked of the dynamic linker.
static function_t find_in_library(const char *name) {
  return find_name(library_names, name) < 0 ? NULL : (function_t)dlsym(RTLD_DEFAULT, name);
}
#else
#define FUNCTION(name) (function_t)(name),
#define FUNCTIONS(name) (function_t)(name), (function_t)(name##f),
static const function_t library[] = {TERN_CPU_LIBRARY(FUNCTION, FUNCTIONS)};

static function_t find_in_library(const char *name) {
  static const char rare_names[] = TERN_CPU_RARE_LIBRARY(NAME, NAMES);
  int index = find_name(library_names, name);
  if (index >= 0) return library[index];
  return find_name(rare_names, name) < 0 ? NULL : (function_t)dlsym(RTLD_DEFAULT, name);
}
#endif

#if !TERN_SMALL
//---- Memory for kernels ----

// What one thread has for the buffers of the program it runs: kept until the thread ends, as most launches need the same.
typedef struct scratch {
  void *data;
  size_t size;
} scratch_t;

static pthread_key_t scratch_key;
static pthread_once_t scratch_once = PTHREAD_ONCE_INIT;

static void free_scratch(void *value) {
  scratch_t *scratch = value;
  free(scratch->data);
  free(scratch);
}

static void make_scratch_key(void) { pthread_key_create(&scratch_key, free_scratch); }

// `size` bytes for the calling thread; NULL: there are none.
static void *find_scratch(int64_t size) {
  enum { ALIGNMENT = 64 };
  pthread_once(&scratch_once, make_scratch_key);
  scratch_t *scratch = pthread_getspecific(scratch_key);
  if (!scratch && (scratch = calloc(1, sizeof(*scratch)))) pthread_setspecific(scratch_key, scratch);
  if (!scratch) return NULL;
  if (scratch->size >= (size_t)size) return scratch->data;
  free(scratch->data);
  scratch->size = ((size_t)size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  scratch->data = aligned_alloc(ALIGNMENT, scratch->size);
  if (!scratch->data) scratch->size = 0;
  return scratch->data;
}
#endif

uint64_t tern_cpu_symbol_find(const char *name) {
#if !TERN_SMALL
  if (strcmp(name, "tern_kernel_scratch") == 0) return (uint64_t)(uintptr_t)find_scratch;
#endif
#if TERN_HAS_GPU_KERNELS
  // In the runtime that runs GPU kernels on the CPU (cmake/mgpu).
  uint64_t kernel_function = tern_gpu_kernel_symbol_find(name);
  if (kernel_function) return kernel_function;
#endif
  // Few names are looked up, once for each executable.
  int index = find_name(helper_names, name);
  return (uint64_t)(uintptr_t)(index < 0 ? find_in_library(name) : helpers[index]);
}
