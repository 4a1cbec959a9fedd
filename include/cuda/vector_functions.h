// make_float4(x, y, z, w) and its like.

#ifndef TERN_VECTOR_FUNCTIONS_H_
#define TERN_VECTOR_FUNCTIONS_H_

#include "vector_types.h"

// clang-format off
#define TERN_MAKE_VECTORS(name, type)                                                                                          \
  static __inline__ __host__ __device__ name##1 make_##name##1(type x) { name##1 v; v.x = x; return v; }                        \
  static __inline__ __host__ __device__ name##2 make_##name##2(type x, type y) { name##2 v; v.x = x; v.y = y; return v; }       \
  static __inline__ __host__ __device__ name##3 make_##name##3(type x, type y, type z) {                                        \
    name##3 v; v.x = x; v.y = y; v.z = z; return v;                                                                             \
  }                                                                                                                            \
  static __inline__ __host__ __device__ name##4 make_##name##4(type x, type y, type z, type w) {                                \
    name##4 v; v.x = x; v.y = y; v.z = z; v.w = w; return v;                                                                    \
  }

TERN_MAKE_VECTORS(char, signed char)
TERN_MAKE_VECTORS(uchar, unsigned char)
TERN_MAKE_VECTORS(short, short)
TERN_MAKE_VECTORS(ushort, unsigned short)
TERN_MAKE_VECTORS(int, int)
TERN_MAKE_VECTORS(uint, unsigned int)
TERN_MAKE_VECTORS(long, long int)
TERN_MAKE_VECTORS(ulong, unsigned long int)
TERN_MAKE_VECTORS(longlong, long long int)
TERN_MAKE_VECTORS(ulonglong, unsigned long long int)
TERN_MAKE_VECTORS(float, float)
TERN_MAKE_VECTORS(double, double)
#undef TERN_MAKE_VECTORS
// clang-format on

#endif  // TERN_VECTOR_FUNCTIONS_H_
