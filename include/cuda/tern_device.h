// Functions of the device that neither clang's headers nor C's library have: atomics, integers, printing, min and max.

#ifndef TERN_CUDA_DEVICE_H_
#define TERN_CUDA_DEVICE_H_

#define TERN_DEVICE static __inline__ __device__ __attribute__((always_inline))

// --- The system's calls

extern "C" {
__device__ int vprintf(const char *, const char *);
__device__ int printf(const char *, ...);
__device__ void *malloc(size_t) __attribute__((nothrow)) __attribute__((malloc));
__device__ void free(void *) __attribute__((nothrow));
__device__ void __assertfail(const char *message, const char *file, unsigned line, const char *function,
                             size_t charSize);
__device__ static inline void __assert_fail(const char *message, const char *file, unsigned line,
                                            const char *function) {
  __assertfail(message, file, line, function, sizeof(char));
}
}
namespace std {
__device__ static inline void free(void *p) { ::free(p); }
__device__ static inline void *malloc(size_t size) { return ::malloc(size); }
}  // namespace std

__device__ inline __cuda_builtin_threadIdx_t::operator dim3() const { return dim3(x, y, z); }
__device__ inline __cuda_builtin_threadIdx_t::operator uint3() const { return {x, y, z}; }
__device__ inline __cuda_builtin_blockIdx_t::operator dim3() const { return dim3(x, y, z); }
__device__ inline __cuda_builtin_blockIdx_t::operator uint3() const { return {x, y, z}; }
__device__ inline __cuda_builtin_blockDim_t::operator dim3() const { return dim3(x, y, z); }
__device__ inline __cuda_builtin_blockDim_t::operator uint3() const { return {x, y, z}; }
__device__ inline __cuda_builtin_gridDim_t::operator dim3() const { return dim3(x, y, z); }
__device__ inline __cuda_builtin_gridDim_t::operator uint3() const { return {x, y, z}; }

// --- Atomics: relaxed, and seen by the device, by the block or by the whole system

// clang-format off
#define TERN_ATOMIC_SCOPES(row) row(, __MEMORY_SCOPE_DEVICE) row(_block, __MEMORY_SCOPE_WRKGRP) row(_system, __MEMORY_SCOPE_SYSTEM)
#define TERN_ATOMIC(name, builtin, type, scope)                                                                     \
  TERN_DEVICE type name(type *p, type v) { return __scoped_atomic_##builtin(p, v, __ATOMIC_RELAXED, scope); }
#define TERN_ATOMIC_INTEGERS(suffix, scope, type)                                                                   \
  TERN_ATOMIC(atomicAdd##suffix, fetch_add, type, scope)                                                            \
  TERN_ATOMIC(atomicSub##suffix, fetch_sub, type, scope)                                                            \
  TERN_ATOMIC(atomicMin##suffix, fetch_min, type, scope)                                                            \
  TERN_ATOMIC(atomicMax##suffix, fetch_max, type, scope)                                                            \
  TERN_ATOMIC(atomicAnd##suffix, fetch_and, type, scope)                                                            \
  TERN_ATOMIC(atomicOr##suffix, fetch_or, type, scope)                                                              \
  TERN_ATOMIC(atomicXor##suffix, fetch_xor, type, scope)                                                            \
  TERN_ATOMIC(atomicExch##suffix, exchange_n, type, scope)                                                          \
  TERN_ATOMIC_CAS(suffix, scope, type)
#define TERN_ATOMIC_CAS(suffix, scope, type)                                                                        \
  TERN_DEVICE type atomicCAS##suffix(type *p, type expected, type desired) {                                        \
    __scoped_atomic_compare_exchange_n(p, &expected, desired, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED, scope);     \
    return expected;                                                                                                \
  }
#define TERN_ATOMIC_FLOATS(suffix, scope)                                                                           \
  TERN_ATOMIC(atomicAdd##suffix, fetch_add, float, scope)                                                           \
  TERN_ATOMIC(atomicAdd##suffix, fetch_add, double, scope)                                                          \
  TERN_DEVICE float atomicExch##suffix(float *p, float v) {                                                         \
    return __builtin_bit_cast(float, __scoped_atomic_exchange_n((unsigned *)p, __builtin_bit_cast(unsigned, v), __ATOMIC_RELAXED, scope)); \
  }                                                                                                                 \
  TERN_DEVICE double atomicExch##suffix(double *p, double v) {                                                      \
    return __builtin_bit_cast(double, __scoped_atomic_exchange_n((unsigned long long *)p,                           \
                                                                 __builtin_bit_cast(unsigned long long, v), __ATOMIC_RELAXED, scope)); \
  }
#define TERN_ATOMICS(suffix, scope)                                  \
  TERN_ATOMIC_INTEGERS(suffix, scope, int)                           \
  TERN_ATOMIC_INTEGERS(suffix, scope, unsigned)                      \
  TERN_ATOMIC_INTEGERS(suffix, scope, long)                          \
  TERN_ATOMIC_INTEGERS(suffix, scope, unsigned long)                 \
  TERN_ATOMIC_INTEGERS(suffix, scope, long long)                     \
  TERN_ATOMIC_INTEGERS(suffix, scope, unsigned long long)            \
  TERN_ATOMIC_CAS(suffix, scope, unsigned short)                     \
  TERN_ATOMIC_FLOATS(suffix, scope)
TERN_ATOMIC_SCOPES(TERN_ATOMICS)
#undef TERN_ATOMIC
#undef TERN_ATOMICS
#undef TERN_ATOMIC_CAS
#undef TERN_ATOMIC_FLOATS
#undef TERN_ATOMIC_INTEGERS
#undef TERN_ATOMIC_SCOPES
TERN_DEVICE unsigned atomicInc(unsigned *p, unsigned limit) { return __nvvm_atom_inc_gen_ui(p, limit); }
TERN_DEVICE unsigned atomicDec(unsigned *p, unsigned limit) { return __nvvm_atom_dec_gen_ui(p, limit); }

// The same with an order and a scope, as nvcc's builtin functions have them; the scope is the system where none is given. They are
// macros, so that both stay constants.
#define __NV_ATOMIC_RELAXED __ATOMIC_RELAXED
#define __NV_ATOMIC_CONSUME __ATOMIC_CONSUME
#define __NV_ATOMIC_ACQUIRE __ATOMIC_ACQUIRE
#define __NV_ATOMIC_RELEASE __ATOMIC_RELEASE
#define __NV_ATOMIC_ACQ_REL __ATOMIC_ACQ_REL
#define __NV_ATOMIC_SEQ_CST __ATOMIC_SEQ_CST
#define __NV_THREAD_SCOPE_THREAD __MEMORY_SCOPE_SINGLE
#define __NV_THREAD_SCOPE_BLOCK __MEMORY_SCOPE_WRKGRP
#define __NV_THREAD_SCOPE_DEVICE __MEMORY_SCOPE_DEVICE
#define __NV_THREAD_SCOPE_SYSTEM __MEMORY_SCOPE_SYSTEM
#define TERN_FIRST(first, ...) first
#define TERN_SCOPED(order, ...) order, TERN_FIRST(__VA_ARGS__ __VA_OPT__(, ) __MEMORY_SCOPE_SYSTEM, )
#define __nv_atomic_load_n(p, ...) __scoped_atomic_load_n(p, TERN_SCOPED(__VA_ARGS__))
#define __nv_atomic_store_n(p, v, ...) __scoped_atomic_store_n(p, v, TERN_SCOPED(__VA_ARGS__))
#define __nv_atomic_exchange_n(p, v, ...) __scoped_atomic_exchange_n(p, v, TERN_SCOPED(__VA_ARGS__))
#define __nv_atomic_compare_exchange_n(p, expected, desired, weak, success, ...) \
  __scoped_atomic_compare_exchange_n(p, expected, desired, weak, success, TERN_SCOPED(__VA_ARGS__))
#define __nv_atomic_fetch_add(p, v, ...) __scoped_atomic_fetch_add(p, v, TERN_SCOPED(__VA_ARGS__))
#define __nv_atomic_fetch_sub(p, v, ...) __scoped_atomic_fetch_sub(p, v, TERN_SCOPED(__VA_ARGS__))
#define __nv_atomic_fetch_min(p, v, ...) __scoped_atomic_fetch_min(p, v, TERN_SCOPED(__VA_ARGS__))
#define __nv_atomic_fetch_max(p, v, ...) __scoped_atomic_fetch_max(p, v, TERN_SCOPED(__VA_ARGS__))
#define __nv_atomic_fetch_and(p, v, ...) __scoped_atomic_fetch_and(p, v, TERN_SCOPED(__VA_ARGS__))
#define __nv_atomic_fetch_or(p, v, ...) __scoped_atomic_fetch_or(p, v, TERN_SCOPED(__VA_ARGS__))
#define __nv_atomic_fetch_xor(p, v, ...) __scoped_atomic_fetch_xor(p, v, TERN_SCOPED(__VA_ARGS__))


// --- min and max of integers and floats, of the same type or of two, on the host; those that clang's header lacks on the device

#define TERN_MIN_MAX(where, type, a, b)                                                                  \
  static __inline__ where type min(a x, b y) { return (type)x < (type)y ? (type)x : (type)y; }           \
  static __inline__ where type max(a x, b y) { return (type)x > (type)y ? (type)x : (type)y; }
#define TERN_MIN_MAX_BOTH(where, type, a, b) TERN_MIN_MAX(where, type, a, b) TERN_MIN_MAX(where, type, b, a)
TERN_MIN_MAX(__host__, int, int, int)
TERN_MIN_MAX(__host__ __device__, long, long, long)
TERN_MIN_MAX(__host__ __device__, long long, long long, long long)
TERN_MIN_MAX(__host__ __device__, unsigned, unsigned, unsigned)
TERN_MIN_MAX(__host__ __device__, unsigned long, unsigned long, unsigned long)
TERN_MIN_MAX(__host__ __device__, unsigned long long, unsigned long long, unsigned long long)
static __inline__ __host__ __device__ float min(float x, float y) { return __builtin_fminf(x, y); }
static __inline__ __host__ __device__ float max(float x, float y) { return __builtin_fmaxf(x, y); }
static __inline__ __host__ __device__ double min(double x, double y) { return __builtin_fmin(x, y); }
static __inline__ __host__ __device__ double max(double x, double y) { return __builtin_fmax(x, y); }
TERN_MIN_MAX_BOTH(__host__ __device__, unsigned, int, unsigned)
TERN_MIN_MAX_BOTH(__host__ __device__, unsigned long, long, unsigned long)
TERN_MIN_MAX_BOTH(__host__ __device__, unsigned long long, long long, unsigned long long)
TERN_MIN_MAX_BOTH(__host__ __device__, double, float, double)
#undef TERN_MIN_MAX_BOTH
#undef TERN_MIN_MAX
// clang-format on

// --- Where does a pointer point to?

#define TERN_IS_SPACE(name, space)                                                   \
  static __inline__ __device__ __attribute__((const)) unsigned name(const void *p) { \
    return __nvvm_isspacep_##space(p);                                               \
  }
TERN_IS_SPACE(__isGlobal, global)
TERN_IS_SPACE(__isShared, shared)
TERN_IS_SPACE(__isConstant, const)
TERN_IS_SPACE(__isLocal, local)
#undef TERN_IS_SPACE

// The number of a place within its space, and back. clang has these under other names.
extern "C" {
#define TERN_CVTA(space)                                                         \
  __device__ size_t __nv_cvta_generic_to_##space##_impl(const void *);           \
  __device__ void *__nv_cvta_##space##_to_generic_impl(size_t);                  \
  static __inline__ __device__ size_t __cvta_generic_to_##space(const void *p) { \
    return __nv_cvta_generic_to_##space##_impl(p);                               \
  }                                                                              \
  static __inline__ __device__ void *__cvta_##space##_to_generic(size_t p) {     \
    return __nv_cvta_##space##_to_generic_impl(p);                               \
  }
TERN_CVTA(global)
TERN_CVTA(shared)
TERN_CVTA(constant)
TERN_CVTA(local)
#undef TERN_CVTA
}

// --- Dot products of four bytes, and waiting

template <class A, class B, class C>
static __inline__ __device__ C tern_dot4(A a, B b, C c) {
  for (int i = 0; i < 4; i++) c += (C)(a >> 24) * (C)(b >> 24), a <<= 8, b <<= 8;
  return c;
}
TERN_DEVICE int __dp4a(int a, int b, int c) { return tern_dot4(a, b, c); }
TERN_DEVICE unsigned __dp4a(unsigned a, unsigned b, unsigned c) { return tern_dot4(a, b, c); }
TERN_DEVICE void __nanosleep(unsigned nanoseconds) { __nvvm_nanosleep(nanoseconds); }

// --- Cached and uncached loads and stores: hints, which change no result

#define TERN_LOAD(name)                             \
  template <class T>                                \
  static __inline__ __device__ T name(const T *p) { \
    return *p;                                      \
  }
TERN_LOAD(__ldcg)
TERN_LOAD(__ldca)
TERN_LOAD(__ldcs)
TERN_LOAD(__ldlu)
template <class T>
static __inline__ __device__ T __ldcv(const T *p) {
  return *(const volatile T *)p;
}
#undef TERN_LOAD
#define TERN_STORE(name)                              \
  template <class T>                                  \
  static __inline__ __device__ void name(T *p, T v) { \
    *p = v;                                           \
  }
TERN_STORE(__stcg)
TERN_STORE(__stcs)
TERN_STORE(__stwb)
TERN_STORE(__stwt)
#undef TERN_STORE

#endif  // TERN_CUDA_DEVICE_H_
