// How the threads of a block move registers to or from a memory that is laid out already, instruction by instruction: what code is
// made of, and tests replay.
//
// An instruction moves some registers of each lane. The bits of a register's number are put in order:
//
//   word       elements that are one vector, or a 32-bit word of a matrix, in each lane
//   matrices   words that one ldmatrix or stmatrix moves
//   added      their offsets have no bit in common with what lanes, warps and other registers add, so that they are sums
//   mixed      the others, which are exclusive ors
//
// All functions are pure and thread-safe.

#ifndef TERN_ANALYSIS_LAYOUT_MEMORY_MOVES_H_
#define TERN_ANALYSIS_LAYOUT_MEMORY_MOVES_H_

#include "analysis/layout/f2.h"
#include "analysis/layout/linear_layout.h"
#include "analysis/layout/transit.h"

typedef struct tern_memory_moves {
  tern_transit_instruction_t instruction;
  size_t word_bits, matrix_bits, added_bits, mixed_bits;  // how many bits of the register's number each has
  size_t registers[TERN_LAYOUT_MAX_BITS];                 // the bits, in this order
  uint64_t offsets[TERN_LAYOUT_MAX_BITS];                 // what each adds to the offset, in elements
  uint64_t copies;  // bits of the register's number that lead nowhere: registers with them repeat others
  tern_layout_t
      addresses;  // lane, warp -> offset: where a lane's word begins, or the line of a matrix that the lane addresses
} tern_memory_moves_t;

// `map`: register, lane, warp -> offset, in elements of `element_bits` (8 to 128). At most `most` elements are moved at once.
// `moving`: bits of the offset that may be added (exclusive or) to all places later.
tern_memory_moves_t tern_memory_moves_plain(const tern_layout_t *map, size_t element_bits, size_t most,
                                            uint64_t moving);
// The same by ldmatrix or stmatrix. False: the map has no lines of 16 bytes that lanes hold as these instructions have it.
bool tern_memory_moves_matrix(const tern_layout_t *map, size_t element_bits, bool is_transposed, uint64_t moving,
                              tern_memory_moves_t *out_moves);

// How many instructions there are; the registers of one are numbered by `element`, below 1 << (word_bits + matrix_bits).
int64_t tern_memory_moves_count(const tern_memory_moves_t *moves);
size_t tern_memory_moves_register(const tern_memory_moves_t *moves, int64_t instruction, int64_t element);
// What is added to, and what is mixed into the offset.
uint64_t tern_memory_moves_added(const tern_memory_moves_t *moves, int64_t instruction);
uint64_t tern_memory_moves_mixed(const tern_memory_moves_t *moves, int64_t instruction);

#endif  // TERN_ANALYSIS_LAYOUT_MEMORY_MOVES_H_
