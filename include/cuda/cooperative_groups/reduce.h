// What the values of a group's threads come to, for each of them.

#ifndef TERN_COOPERATIVE_GROUPS_REDUCE_H_
#define TERN_COOPERATIVE_GROUPS_REDUCE_H_

#include "../cooperative_groups.h"

#if defined(__cplusplus)

namespace cooperative_groups {

#define TERN_OPERATION(name, expression)                                    \
  template <class T>                                                        \
  struct name {                                                             \
    __host__ __device__ T operator()(T x, T y) const { return expression; } \
  };
TERN_OPERATION(plus, x + y)
TERN_OPERATION(less, y < x ? y : x)
TERN_OPERATION(greater, x < y ? y : x)
TERN_OPERATION(bit_and, x &y)
TERN_OPERATION(bit_or, x | y)
TERN_OPERATION(bit_xor, x ^ y)
#undef TERN_OPERATION

// Each step combines two halves; the operation is associative and commutative.
template <unsigned Size, class Parent, class T, class Operation>
static __inline__ __device__ T reduce(const thread_block_tile<Size, Parent> &group, T value, Operation operation) {
#pragma unroll
  for (unsigned step = Size / 2; step > 0; step /= 2) value = operation(value, group.shfl_xor(value, step));
  return value;
}

// The first of every two that are left takes in the second, if there is one.
template <class T, class Operation>
static __inline__ __device__ T reduce(const coalesced_group &group, T value, Operation operation) {
  unsigned rank = group.thread_rank(), size = group.size();
  for (unsigned step = 1; step < size; step *= 2) {
    T other = group.shfl_down(value, step);
    if (rank % (2 * step) == 0 && rank + step < size) value = operation(value, other);
  }
  return group.shfl(value, 0);
}

}  // namespace cooperative_groups

#endif  // __cplusplus

#endif  // TERN_COOPERATIVE_GROUPS_REDUCE_H_
