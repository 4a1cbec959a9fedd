// Layouts that the hardware or a tile gives: fragments of matrix instructions (a row of fragments.def each), blocked
// layouts, as loads of vectors take them, and a tile's repetition over warps and registers.
//
// Inputs are "register", "lane" and "warp", of which one that has a single element may be missing; outputs are "dim0",
// "dim1" and so on, in this order. All functions are pure and thread-safe.

#ifndef TERN_ANALYSIS_LAYOUT_FRAGMENTS_H_
#define TERN_ANALYSIS_LAYOUT_FRAGMENTS_H_

#include "analysis/layout/linear_layout.h"

typedef enum tern_fragment {
#define FRAGMENT(ID, name, registers, lanes, warps) TERN_FRAGMENT_##ID,
#include "analysis/layout/fragments.def"
#undef FRAGMENT
  TERN_FRAGMENT_COUNT
} tern_fragment_t;

// A row of such a table.
typedef struct tern_fragment_row {
  const char *name, *registers, *lanes, *warps;
} tern_fragment_row_t;

// What a row says: register, lane, warp -> dim0 (rows), dim1 (columns). Tables elsewhere are read by it, too.
tern_layout_t tern_fragment_read(const tern_fragment_row_t *row);
// The instruction and the operand, for messages.
const char *tern_fragment_name(tern_fragment_t fragment);
// Where the instruction has its elements: register, lane, warp -> dim0 (rows), dim1 (columns).
tern_layout_t tern_fragment_layout(tern_fragment_t fragment);
// How lanes address the matrices that ldmatrix loads a fragment of register, lane -> dim0, dim1 by, from lines of memory
// along dimension `along`: lane -> the first element of a line of 16 bytes. Eight lanes in a row have a matrix; matrices are
// in the order of the fragment's registers. Memory whose lines run the other way gives the fragment if ldmatrix
// transposes, which it can do with elements of 16 bits. An error: the fragment is not made of such matrices.
tern_layout_t tern_fragment_addresses(const tern_layout_t *fragment, size_t along, size_t element_bits,
                                      bool *out_is_transposed);

// A tensor dealt to the threads of a block, by powers of two. Dimension order[0] is the fastest: lanes, warps and
// registers go along it first.
typedef struct tern_blocked {
  size_t rank;  // at most TERN_LAYOUT_MAX_DIMS
  int64_t size_per_thread[TERN_LAYOUT_MAX_DIMS];
  int64_t threads_per_warp[TERN_LAYOUT_MAX_DIMS];
  int64_t warps_per_cta[TERN_LAYOUT_MAX_DIMS];
  size_t order[TERN_LAYOUT_MAX_DIMS];
} tern_blocked_t;

// The layout of a tensor of `shape` (powers of two): threads that find nothing have what others have, and where a tile
// of all threads is smaller than the tensor it is repeated by registers.
tern_layout_t tern_layout_blocked(const tern_blocked_t *blocked, const int64_t *shape);
// `tile` for each warp, `warps` along each dimension, made as large as `shape` in the same way. `order` is that of the
// warps, and of the registers.
tern_layout_t tern_layout_spread(const tern_layout_t *tile, size_t rank, const int64_t *warps, const size_t *order,
                                 const int64_t *shape);

// --- sizes ---

// Makes output `name` at most `size` large: what led beyond it leads to nothing more, so that its holder has a copy.
tern_layout_t tern_layout_clip(const tern_layout_t *layout, const char *name, int64_t size);
// Makes it at least `size` large, by more elements of input `in`.
tern_layout_t tern_layout_cover(const tern_layout_t *layout, const char *in, const char *name, int64_t size);

#endif  // TERN_ANALYSIS_LAYOUT_FRAGMENTS_H_
