// The part of shared memory that a tensor passes through when it becomes the same tensor in another distributed layout, exactly
// as Triton 3.6 lays it out (optimalSwizzling): what offsets of buffers, and so what a kernel asks of its launch, depends on.
// swizzle.h has a choice of our own, for memory that nobody else lays out.
//
//   vector     elements that are moved at once
//   bank       with the vector, a line of all banks
//   segment    the lines
//   reps       what the same memory is used for again, one after the other: registers of both layouts that are in no
//              vector. A round moves one place of it, so that the memory has to hold no more than the rest
//
// All functions are pure and thread-safe.

#ifndef TERN_ANALYSIS_LAYOUT_TRANSIT_H_
#define TERN_ANALYSIS_LAYOUT_TRANSIT_H_

#include "analysis/layout/f2.h"
#include "analysis/layout/linear_layout.h"

#define TERN_TRANSIT_VECTOR "vector"
#define TERN_TRANSIT_BANK "bank"
#define TERN_TRANSIT_SEGMENT "segment"
#define TERN_TRANSIT_REPS "reps"

// How an instruction moves lines of 16 bytes between lanes and memory. Bits of the lane's number: those whose lanes have
// neighbours in a line, beside registers, and those that count lines.
typedef struct tern_transit_tile {
  uint8_t contig_count, contig[3], address_count, addresses[3];
} tern_transit_tile_t;

enum { TERN_TRANSIT_MAX_TILES = 3 };

typedef enum tern_transit_instruction {
  TERN_TRANSIT_PLAIN,      // each lane moves what it has
  TERN_TRANSIT_MATRIX,     // ldmatrix, stmatrix
  TERN_TRANSIT_TRANSPOSED  // the same, transposed
} tern_transit_instruction_t;

typedef struct tern_transit_tiles {
  bool is_exact;  // instructions are compared; else each lane moves vectors of what both layouts have together
  bool has_load_matrix, has_store_matrix;
} tern_transit_tiles_t;

typedef struct tern_transit {
  const char *error;     // NULL, or why there is none
  tern_layout_t memory;  // vector, bank, segment, reps -> the outputs of the source
  tern_transit_instruction_t store, load;
} tern_transit_t;

// The memory for elements of `element_bits` (a power of two, 8 to 128). Registers that have copies are not moved.
tern_transit_t tern_transit_choose(const tern_layout_t *source, const tern_layout_t *result, size_t element_bits,
                                   const tern_transit_tiles_t *tiles);
// How many elements the memory has to hold.
int64_t tern_transit_elements(const tern_transit_t *transit);

#endif  // TERN_ANALYSIS_LAYOUT_TRANSIT_H_
