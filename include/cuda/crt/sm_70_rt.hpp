// clang's header of intrinsics includes this for what came with Volta.

#ifndef TERN_SM_70_RT_HPP_
#define TERN_SM_70_RT_HPP_

// clang-format off
#define TERN_MATCH(type, bits, same)                                                                                          \
  static __inline__ __device__ unsigned __match_any_sync(unsigned mask, type v) {                                             \
    return __match##bits##_any_sync(mask, __builtin_bit_cast(same, v));                                                       \
  }                                                                                                                           \
  static __inline__ __device__ unsigned __match_all_sync(unsigned mask, type v, int *all) {                                   \
    return __match##bits##_all_sync(mask, __builtin_bit_cast(same, v), all);                                                  \
  }
TERN_MATCH(int, 32, unsigned)
TERN_MATCH(unsigned, 32, unsigned)
TERN_MATCH(float, 32, unsigned)
TERN_MATCH(long, 64, unsigned long long)
TERN_MATCH(unsigned long, 64, unsigned long long)
TERN_MATCH(long long, 64, unsigned long long)
TERN_MATCH(unsigned long long, 64, unsigned long long)
TERN_MATCH(double, 64, unsigned long long)
#undef TERN_MATCH
// clang-format on

#endif  // TERN_SM_70_RT_HPP_
