// A conversion within warps as what three steps do to the bits of a place (Triton 3.6: getWarpLayoutConvertDecomposition):
//
//   registers   bits of the register's number change places
//   lanes       bits of the lane's number change places
//   swaps       a bit of the register's number and one of the lane's change places, for some pairs of them
//
// in this order. Registers that are copies of others are left out on both sides first, and zeros fill up the side that has
// fewer bits. All functions are pure and thread-safe.

#ifndef TERN_ANALYSIS_LAYOUT_WARP_MOVES_H_
#define TERN_ANALYSIS_LAYOUT_WARP_MOVES_H_

#include "analysis/layout/linear_layout.h"

// What has to be crossed to convert one layout to another.
typedef enum tern_layout_crossing {
  TERN_CROSSES_NOTHING,
  TERN_CROSSES_REGISTERS,
  TERN_CROSSES_LANES,
  TERN_CROSSES_WARPS,
  TERN_CROSSES_BLOCKS,
  TERN_CROSSING_ERROR  // the layouts are not those of one tensor
} tern_layout_crossing_t;

// `out_map`: register (or nothing) of the result -> register of the source, where no lane is crossed. May be NULL.
tern_layout_crossing_t tern_layout_crossing(const tern_layout_t *source, const tern_layout_t *result,
                                            tern_layout_t *out_map);

enum { TERN_WARP_MAX_BITS = 24, TERN_WARP_MAX_SWAPS = 6 };

typedef struct tern_warp_moves {
  size_t register_bits, lane_bits;
  uint8_t registers[TERN_WARP_MAX_BITS];  // the bit that each bit of the register's number becomes
  uint8_t lanes[TERN_WARP_MAX_BITS];
  size_t swap_count;
  struct {
    uint8_t register_bit, lane_bit;
  } swaps[TERN_WARP_MAX_SWAPS];
} tern_warp_moves_t;

// The steps of a conversion that crosses lanes. False: lanes or registers of one are sums of those of the other, which is no
// exchange of bits.
bool tern_warp_moves_find(const tern_layout_t *source, const tern_layout_t *result, tern_warp_moves_t *out_moves);

// Does Triton's code for the conversion shuffle, or go through shared memory? It shuffles where lanes are crossed and at most
// one pair of bits is swapped.
bool tern_layout_shuffles(const tern_layout_t *source, const tern_layout_t *result);

#endif  // TERN_ANALYSIS_LAYOUT_WARP_MOVES_H_
