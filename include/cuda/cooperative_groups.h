// Cooperative groups: the block, tiles of up to a warp, the threads that are together at a point, and the grid's numbers.

#ifndef TERN_COOPERATIVE_GROUPS_H_
#define TERN_COOPERATIVE_GROUPS_H_

#include "cuda_runtime.h"

#if defined(__cplusplus)

namespace cooperative_groups {

#define TERN_GROUP __inline__ __device__ __attribute__((always_inline))
#define TERN_MEMBER __device__ __attribute__((always_inline))

// --- Numbers of threads, as the groups count them

TERN_GROUP unsigned tern_block_rank() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
TERN_GROUP unsigned tern_block_size() { return blockDim.x * blockDim.y * blockDim.z; }
TERN_GROUP unsigned tern_lane() { return tern_block_rank() % 32; }

// The threads of a warp that are in the tile of `size` with this thread, and those of a mask that come before it.
TERN_GROUP unsigned tern_tile_mask(unsigned size) {
  return (0xffffffffu >> (32 - size)) << (tern_lane() / size * size);
}
TERN_GROUP unsigned tern_rank_in(unsigned mask) { return __popc(mask & ((1u << tern_lane()) - 1)); }

// The lane of the n-th thread of a mask.
TERN_GROUP unsigned tern_lane_of(unsigned mask, unsigned n) {
  while (n-- > 0) mask &= mask - 1;
  return __ffs(mask) - 1;
}

// The bits that a mask selects, next to each other from bit 0.
TERN_GROUP unsigned tern_packed(unsigned bits, unsigned mask) {
  unsigned packed = 0;
  for (unsigned bit = 1; mask; mask &= mask - 1, bit <<= 1) packed |= bits & mask & -mask ? bit : 0;
  return packed;
}

// Moves a value of any type between threads, by words of 32 bits.
template <class T, class Move>
TERN_GROUP T tern_moved(T value, Move move) {
  unsigned words[(sizeof(T) + 3) / 4] = {};
  __builtin_memcpy(words, &value, sizeof(T));
  for (unsigned &word : words) word = move(word);
  __builtin_memcpy((void *)&value, words, sizeof(T));
  return value;
}

// --- Any group, the block, and the grid

// A block or a part of a warp, told apart when the program runs: a mask of 0 is the block.
class thread_group {
 protected:
  unsigned mask;
  TERN_MEMBER explicit thread_group(unsigned mask) : mask(mask) {}
  friend __device__ thread_group tiled_partition(const thread_group &parent, unsigned size);

 public:
  TERN_MEMBER void sync() const {
    if (mask) {
      __syncwarp(mask);
    } else {
      __syncthreads();
    }
  }
  TERN_MEMBER unsigned num_threads() const { return mask ? __popc(mask) : tern_block_size(); }
  TERN_MEMBER unsigned size() const { return num_threads(); }
  TERN_MEMBER unsigned thread_rank() const { return mask ? tern_rank_in(mask) : tern_block_rank(); }
};

class thread_block : public thread_group {
  TERN_MEMBER thread_block() : thread_group(0) {}
  friend __device__ thread_block this_thread_block();

 public:
  TERN_MEMBER static void sync() { __syncthreads(); }
  TERN_MEMBER static unsigned num_threads() { return tern_block_size(); }
  TERN_MEMBER static unsigned size() { return tern_block_size(); }
  TERN_MEMBER static unsigned thread_rank() { return tern_block_rank(); }
  TERN_MEMBER static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  TERN_MEMBER static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  TERN_MEMBER static dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  TERN_MEMBER static dim3 group_dim() { return dim_threads(); }
};
TERN_GROUP thread_block this_thread_block() { return thread_block(); }

class grid_group {
  TERN_MEMBER grid_group() {}
  friend __device__ grid_group this_grid();

 public:
  __device__ void sync() const __attribute__((unavailable("waiting for the whole grid is not supported")));
  TERN_MEMBER static unsigned long long num_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
  TERN_MEMBER static unsigned long long block_rank() {
    return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  TERN_MEMBER static unsigned long long num_threads() { return num_blocks() * tern_block_size(); }
  TERN_MEMBER static unsigned long long size() { return num_threads(); }
  TERN_MEMBER static unsigned long long thread_rank() { return block_rank() * tern_block_size() + tern_block_rank(); }
  TERN_MEMBER static dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  TERN_MEMBER static dim3 group_dim() { return dim_blocks(); }
  TERN_MEMBER static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
};
TERN_GROUP grid_group this_grid() { return grid_group(); }

// --- Tiles: 1, 2, 4, ... 32 threads of a warp that are next to each other

template <unsigned Size, class Parent = void>
class thread_block_tile : public thread_group {
  static_assert(Size > 0 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads");
  unsigned place, places;
  template <unsigned, class>
  friend class thread_block_tile;

 public:
  TERN_MEMBER thread_block_tile(unsigned place, unsigned places)
      : thread_group(tern_tile_mask(Size)), place(place), places(places) {}
  template <class Other>
  TERN_MEMBER thread_block_tile(const thread_block_tile<Size, Other> &tile)
      : thread_group(tile.mask), place(tile.place), places(tile.places) {}

  TERN_MEMBER void sync() const { __syncwarp(mask); }
  TERN_MEMBER static constexpr unsigned num_threads() { return Size; }
  TERN_MEMBER static constexpr unsigned size() { return Size; }
  TERN_MEMBER static unsigned thread_rank() { return tern_block_rank() % Size; }
  TERN_MEMBER unsigned meta_group_rank() const { return place; }
  TERN_MEMBER unsigned meta_group_size() const { return places; }

  template <class T>
  TERN_MEMBER T shfl(T value, int rank) const {
    return tern_moved(value, [=](unsigned word) { return __shfl_sync(mask, word, rank, Size); });
  }
  template <class T>
  TERN_MEMBER T shfl_up(T value, unsigned delta) const {
    return tern_moved(value, [=](unsigned word) { return __shfl_up_sync(mask, word, delta, Size); });
  }
  template <class T>
  TERN_MEMBER T shfl_down(T value, unsigned delta) const {
    return tern_moved(value, [=](unsigned word) { return __shfl_down_sync(mask, word, delta, Size); });
  }
  template <class T>
  TERN_MEMBER T shfl_xor(T value, unsigned lanes) const {
    return tern_moved(value, [=](unsigned word) { return __shfl_xor_sync(mask, word, lanes, Size); });
  }
  TERN_MEMBER int any(int predicate) const { return ballot(predicate) != 0; }
  TERN_MEMBER int all(int predicate) const { return ballot(!predicate) == 0; }
  TERN_MEMBER unsigned ballot(int predicate) const {
    return (__ballot_sync(mask, predicate) & mask) >> (tern_lane() / Size * Size);
  }
};

template <unsigned Size>
TERN_GROUP thread_block_tile<Size, thread_block> tiled_partition(const thread_block &) {
  return {tern_block_rank() / Size, (tern_block_size() + Size - 1) / Size};
}
template <unsigned Size, unsigned Outer, class Parent>
TERN_GROUP thread_block_tile<Size, thread_block_tile<Outer, Parent>> tiled_partition(
    const thread_block_tile<Outer, Parent> &parent) {
  static_assert(Size <= Outer, "a tile is not larger than the group it is a part of");
  return {parent.thread_rank() / Size, Outer / Size};
}
// Of a size that is known when the program runs; 1, 2, 4, ... 32.
TERN_GROUP thread_group tiled_partition(const thread_group &parent, unsigned size) {
  return thread_group(tern_tile_mask(size));
}

// --- The threads of a warp that are together

class coalesced_group : public thread_group {
 public:
  TERN_MEMBER explicit coalesced_group(unsigned mask) : thread_group(mask) {}
  TERN_MEMBER void sync() const { __syncwarp(mask); }
  TERN_MEMBER unsigned num_threads() const { return __popc(mask); }
  TERN_MEMBER unsigned size() const { return __popc(mask); }
  TERN_MEMBER unsigned thread_rank() const { return tern_rank_in(mask); }

  template <class T>
  TERN_MEMBER T shfl(T value, int rank) const {
    unsigned lane = tern_lane_of(mask, (unsigned)rank % size());
    return tern_moved(value, [=](unsigned word) { return __shfl_sync(mask, word, lane, 32); });
  }
  // A thread that has no other so far away keeps its own value.
  template <class T>
  TERN_MEMBER T shfl_up(T value, unsigned delta) const {
    return shfl(value, thread_rank() >= delta ? thread_rank() - delta : thread_rank());
  }
  template <class T>
  TERN_MEMBER T shfl_down(T value, unsigned delta) const {
    return shfl(value, delta < size() - thread_rank() ? thread_rank() + delta : thread_rank());
  }
  TERN_MEMBER int any(int predicate) const { return (__ballot_sync(mask, predicate) & mask) != 0; }
  TERN_MEMBER int all(int predicate) const { return (__ballot_sync(mask, predicate) & mask) == mask; }
  TERN_MEMBER unsigned ballot(int predicate) const { return tern_packed(__ballot_sync(mask, predicate), mask); }
  friend __device__ coalesced_group binary_partition(const coalesced_group &, bool);
};
TERN_GROUP coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

// The threads with the same answer.
TERN_GROUP coalesced_group binary_partition(const coalesced_group &group, bool predicate) {
  unsigned those = __ballot_sync(group.mask, predicate) & group.mask;
  return coalesced_group(predicate ? those : group.mask & ~those);
}
template <unsigned Size, class Parent>
TERN_GROUP coalesced_group binary_partition(const thread_block_tile<Size, Parent> &, bool predicate) {
  return binary_partition(coalesced_group(tern_tile_mask(Size)), predicate);
}

// --- The same as functions

template <class Group>
TERN_GROUP void sync(const Group &group) {
  group.sync();
}
template <class Group>
TERN_GROUP auto thread_rank(const Group &group) {
  return group.thread_rank();
}
template <class Group>
TERN_GROUP auto group_size(const Group &group) {
  return group.size();
}

#undef TERN_MEMBER
#undef TERN_GROUP

}  // namespace cooperative_groups

#endif  // __cplusplus

#endif  // TERN_COOPERATIVE_GROUPS_H_
