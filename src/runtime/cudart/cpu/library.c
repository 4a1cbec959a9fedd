// What the code of kernels calls: printing, assertions, traps, clocks, memory, arithmetic with a rounding of its own. And the way out
// of a kernel that does what it may not.

#include <fenv.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runtime/cudart/cpu/cpu.h"

#define DEVICE_API __attribute__((visibility("default")))

// --- The way out

static _Thread_local sigjmp_buf *way_out;
static struct sigaction earlier[NSIG];

_Noreturn void cpu_abandon(result_t fault) {
  if (!way_out) abort();
  siglongjmp(*way_out, fault);
}

static void on_signal(int number, siginfo_t *info, void *context) {
  (void)context;
  if (way_out) {
    result_t fault = number == SIGILL || number == SIGFPE ? cudaErrorIllegalInstruction : cudaErrorIllegalAddress;
    siglongjmp(*way_out, fault);
  }
  // Not of a kernel: as if this handler was not there.
  (void)info;
  sigaction(number, &earlier[number], NULL);
}

static void install(void) {
  static const int numbers[] = {SIGSEGV, SIGBUS, SIGILL};
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) sigaction(numbers[i], &action, &earlier[numbers[i]]);
}

result_t cpu_guarded(void (*work)(void *user), void *user) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
  sigjmp_buf here, *outer = way_out;
  int fault = sigsetjmp(here, 1);
  if (fault == 0) {
    way_out = &here;
    work(user);
  }
  way_out = outer;
  return fault;
}

DEVICE_API void __tern_device_trap(void);
DEVICE_API void __tern_device_trap(void) { cpu_abandon(cudaErrorLaunchFailure); }

DEVICE_API void __tern_device_assert_failed(const char *message, const char *file, unsigned line, const char *function,
                                            size_t size);
DEVICE_API void __tern_device_assert_failed(const char *message, const char *file, unsigned line, const char *function,
                                            size_t size) {
  (void)size;
  fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, message);
  cpu_abandon(cudaErrorAssert);
}

// --- printf: the arguments lie one behind the other, each aligned to its size

typedef struct arguments {
  const char *at;
} arguments_t;

static uint64_t take_integer(arguments_t *arguments, size_t size) {
  arguments->at = (const char *)(((uintptr_t)arguments->at + size - 1) / size * size);
  uint64_t value = 0;
  memcpy(&value, arguments->at, size);
  arguments->at += size;
  return value;
}

// Prints one conversion, whose text without the letters of lengths is in `form`.
static int print_one(char *form, size_t form_size, char conversion, bool is_long, arguments_t *arguments) {
  size_t end = strlen(form);
  if (strchr("diouxX", conversion)) {
    uint64_t bits = take_integer(arguments, is_long ? 8 : 4);
    bool is_signed = conversion == 'd' || conversion == 'i';
    snprintf(form + end, form_size - end, "ll%c", conversion);
    return printf(form, is_signed && !is_long ? (long long)(int32_t)bits : (long long)bits);
  }
  snprintf(form + end, form_size - end, "%c", conversion);
  if (conversion == 'c') return printf(form, (int)take_integer(arguments, 4));
  if (conversion == 's' || conversion == 'p') {
    const void *pointer = (const void *)(uintptr_t)take_integer(arguments, 8);
    return printf(form, conversion == 's' && !pointer ? "(null)" : pointer);
  }
  uint64_t bits = take_integer(arguments, 8);
  double value;
  memcpy(&value, &bits, sizeof value);
  return printf(form, value);
}

DEVICE_API int __tern_device_print(const char *format, const char *data);
DEVICE_API int __tern_device_print(const char *format, const char *data) {
  arguments_t arguments = {data};
  int count = 0;
  flockfile(stdout);
  for (const char *at = format; *at; at++) {
    if (*at != '%') {
      putchar_unlocked(*at);
      continue;
    }
    if (at[1] == '%') {
      putchar_unlocked(*at++);
      continue;
    }
    char form[64] = "%";
    size_t size = 1;
    bool is_long = false;
    for (at++; *at && strchr("-+ #0123456789.*hlLzjtq", *at); at++) {
      if (*at == '*') {
        size += (size_t)snprintf(form + size, sizeof form - size, "%d", (int)take_integer(&arguments, 4));
      } else if (strchr("lzjtq", *at)) {
        is_long = true;
      } else if (*at != 'h' && *at != 'L' && size < sizeof form - 8) {
        form[size++] = *at, form[size] = '\0';
      }
      if (size > sizeof form - 8) size = sizeof form - 8;
    }
    if (!*at) break;
    if (strchr("diouxXcspeEfFgGaA", *at)) print_one(form, sizeof form, *at, is_long, &arguments), count++;
  }
  funlockfile(stdout);
  return count;
}

// --- Memory and time

DEVICE_API void *__tern_device_malloc(size_t size);
DEVICE_API void *__tern_device_malloc(size_t size) { return malloc(size); }
DEVICE_API void __tern_device_free(void *data);
DEVICE_API void __tern_device_free(void *data) { free(data); }

static uint64_t nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
DEVICE_API uint64_t __tern_device_clock64(void);
DEVICE_API uint64_t __tern_device_clock64(void) { return nanoseconds(); }
DEVICE_API uint32_t __tern_device_clock(void);
DEVICE_API uint32_t __tern_device_clock(void) { return (uint32_t)nanoseconds(); }
DEVICE_API void __tern_device_nanosleep(uint32_t time);
DEVICE_API void __tern_device_nanosleep(uint32_t time) {
  struct timespec wait = {.tv_sec = time / 1000000000u, .tv_nsec = time % 1000000000u};
  nanosleep(&wait, NULL);
}

// --- Bits

DEVICE_API uint32_t __tern_device_prmt(uint32_t low, uint32_t high, uint32_t selector);
DEVICE_API uint32_t __tern_device_prmt(uint32_t low, uint32_t high, uint32_t selector) {
  uint64_t bytes = (uint64_t)high << 32 | low;
  uint32_t result = 0;
  for (uint32_t i = 0; i < 4; i++) {
    uint32_t choice = selector >> 4 * i & 15, byte = (uint32_t)(bytes >> (choice & 7) * 8 & 0xff);
    if (choice & 8) byte = byte & 0x80 ? 0xff : 0;
    result |= byte << 8 * i;
  }
  return result;
}

DEVICE_API uint32_t __tern_device_fns(uint32_t mask, uint32_t base, int32_t offset);
DEVICE_API uint32_t __tern_device_fns(uint32_t mask, uint32_t base, int32_t offset) {
  if (offset == 0) return mask >> (base & 31) & 1 ? base : ~0u;
  int32_t step = offset > 0 ? 1 : -1, left = offset > 0 ? offset : -offset;
  for (int32_t at = (int32_t)base; at >= 0 && at < 32; at += step) {
    if ((mask >> at & 1) && --left == 0) return (uint32_t)at;
  }
  return ~0u;
}

// --- Arithmetic that rounds to zero (z), down (m) and up (p). The operands are volatile: nothing is computed before the mode is set.

#define ROUNDED(name, suffix, mode, result_type, parameters, copies, expression) \
  DEVICE_API result_type __tern_device_##name##_r##suffix parameters;            \
  DEVICE_API result_type __tern_device_##name##_r##suffix parameters {           \
    int before = fegetround();                                                   \
    copies;                                                                      \
    fesetround(mode);                                                            \
    volatile result_type result = expression;                                    \
    fesetround(before);                                                          \
    return result;                                                               \
  }
#define EACH_MODE(row, ...) \
  row(z, FE_TOWARDZERO, __VA_ARGS__) row(m, FE_DOWNWARD, __VA_ARGS__) row(p, FE_UPWARD, __VA_ARGS__)
#define BINARY(suffix, mode, name, type, letter, operation)                           \
  ROUNDED(name, suffix##_##letter, mode, type, (type x, type y), volatile type a = x; \
          volatile type b = y, a operation b)
EACH_MODE(BINARY, add, float, f, +)
EACH_MODE(BINARY, mul, float, f, *)
EACH_MODE(BINARY, div, float, f, /)
EACH_MODE(BINARY, add, double, d, +)
EACH_MODE(BINARY, mul, double, d, *)
EACH_MODE(BINARY, div, double, d, /)
#define ROOT(suffix, mode, type, letter, function) \
  ROUNDED(sqrt, suffix##_##letter, mode, type, (type x), volatile type a = x, function(a))
EACH_MODE(ROOT, float, f, sqrtf)
EACH_MODE(ROOT, double, d, sqrt)
#define FUSED(suffix, mode, type, letter, function)                                                               \
  ROUNDED(fma, suffix##_##letter, mode, type, (type x, type y, type z), volatile type a = x; volatile type b = y; \
          volatile type c = z, function(a, b, c))
EACH_MODE(FUSED, float, f, fmaf)
EACH_MODE(FUSED, double, d, fma)
#define CONVERTED(suffix, mode, name, from, to) \
  ROUNDED(name, suffix##_f, mode, to, (from x), volatile from a = x, (to)a)
EACH_MODE(CONVERTED, d2f, double, float)
EACH_MODE(CONVERTED, i2f, int32_t, float)
EACH_MODE(CONVERTED, ui2f, uint32_t, float)
EACH_MODE(CONVERTED, ll2f, int64_t, float)
EACH_MODE(CONVERTED, ull2f, uint64_t, float)
EACH_MODE(CONVERTED, ll2d, int64_t, double)
EACH_MODE(CONVERTED, ull2d, uint64_t, double)
