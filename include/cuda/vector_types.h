// Vectors of up to four numbers, aligned as the GPU loads them, and dim3.

#ifndef TERN_VECTOR_TYPES_H_
#define TERN_VECTOR_TYPES_H_

#include "host_defines.h"

// clang-format off
#define TERN_VECTOR_TYPES(name, type, a1, a2, a4)                              \
  struct name##1 { type x; } __attribute__((aligned(a1)));                     \
  struct name##2 { type x, y; } __attribute__((aligned(a2)));                  \
  struct name##3 { type x, y, z; };                                            \
  struct name##4 { type x, y, z, w; } __attribute__((aligned(a4)));            \
  typedef struct name##1 name##1;                                              \
  typedef struct name##2 name##2;                                              \
  typedef struct name##3 name##3;                                              \
  typedef struct name##4 name##4;

TERN_VECTOR_TYPES(char, signed char, 1, 2, 4)
TERN_VECTOR_TYPES(uchar, unsigned char, 1, 2, 4)
TERN_VECTOR_TYPES(short, short, 2, 4, 8)
TERN_VECTOR_TYPES(ushort, unsigned short, 2, 4, 8)
TERN_VECTOR_TYPES(int, int, 4, 8, 16)
TERN_VECTOR_TYPES(uint, unsigned int, 4, 8, 16)
TERN_VECTOR_TYPES(long, long int, 8, 16, 16)
TERN_VECTOR_TYPES(ulong, unsigned long int, 8, 16, 16)
TERN_VECTOR_TYPES(longlong, long long int, 8, 16, 16)
TERN_VECTOR_TYPES(ulonglong, unsigned long long int, 8, 16, 16)
TERN_VECTOR_TYPES(float, float, 4, 8, 16)
TERN_VECTOR_TYPES(double, double, 8, 16, 16)
#undef TERN_VECTOR_TYPES
// clang-format on

// The same with the alignment in the name, as CUDA 13 has them.
#define TERN_ALIGNED_VECTOR(name, type, alignment) \
  typedef struct name##_##alignment##a {           \
    type x, y, z, w;                               \
  } __attribute__((aligned(alignment))) name##_##alignment##a;
TERN_ALIGNED_VECTOR(double4, double, 16)
TERN_ALIGNED_VECTOR(double4, double, 32)
TERN_ALIGNED_VECTOR(long4, long int, 16)
TERN_ALIGNED_VECTOR(long4, long int, 32)
TERN_ALIGNED_VECTOR(ulong4, unsigned long int, 16)
TERN_ALIGNED_VECTOR(ulong4, unsigned long int, 32)
TERN_ALIGNED_VECTOR(longlong4, long long int, 16)
TERN_ALIGNED_VECTOR(longlong4, long long int, 32)
TERN_ALIGNED_VECTOR(ulonglong4, unsigned long long int, 16)
TERN_ALIGNED_VECTOR(ulonglong4, unsigned long long int, 32)
#undef TERN_ALIGNED_VECTOR

struct dim3 {
  unsigned int x, y, z;
#if defined(__cplusplus)
#if __cplusplus >= 201103L
  __host__ __device__ constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
#else
  __host__ __device__ dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1) : x(vx), y(vy), z(vz) {}
  __host__ __device__ dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ operator uint3() const {
    uint3 v;
    v.x = x, v.y = y, v.z = z;
    return v;
  }
#endif
#endif
};
typedef struct dim3 dim3;

#endif  // TERN_VECTOR_TYPES_H_
