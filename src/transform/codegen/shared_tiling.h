// Tiles that all structured ops of a dispatch are cut into together: of the loops that they have in common
// (transform/codegen/shared_loops.h), with temporaries as small as the tile.

#ifndef TERN_TRANSFORM_CODEGEN_SHARED_TILING_H_
#define TERN_TRANSFORM_CODEGEN_SHARED_TILING_H_

#include "transform/codegen/shared_loops.h"
#include "transform/linalg/tile_structured.h"

#define TERN_TILING_MAX_GRID 3

typedef struct tern_shared_tiling {
  tern_op_t *func;
  tern_op_t *root;                        // the op whose loops are meant below
  tern_shared_loops_t shared;             // of all structured ops, the root among them
  size_t grid_count;                      // tiled loops; may be 0
  size_t loops[TERN_TILING_MAX_GRID];     // the innermost comes first
  int64_t tiles[TERN_TILING_MAX_GRID];    // elements; to be set
  int64_t extents[TERN_TILING_MAX_GRID];  // TERN_DYNAMIC where unknown
} tern_shared_tiling_t;

// Finds root and common loops. False if the ops of the function cannot be tiled together. To be deinitialized in any case.
bool tern_shared_tiling_find(tern_op_t *func, tern_shared_tiling_t *out_tiling);
void tern_shared_tiling_deinitialize(tern_shared_tiling_t *tiling);
// Bytes of the temporaries of one tile (a tile of 0: the whole loop). Dimensions of unknown size count as very many.
int64_t tern_shared_tiling_temporary_bytes(const tern_shared_tiling_t *tiling);
// Bytes of one tile of what several ops read, and none writes. Loops of unknown length count as a thousand.
int64_t tern_shared_tiling_reread_bytes(const tern_shared_tiling_t *tiling);
// Halves tiles, from the outermost inwards, until what `count_bytes` counts is at most `limit`, as far as that goes.
void tern_shared_tiling_shrink(tern_shared_tiling_t *tiling, int64_t (*count_bytes)(const tern_shared_tiling_t *tiling),
                               int64_t limit);
// Builds all ops on `tile` (of the root's loops), removes the originals, and makes the temporaries smaller. With a
// `memory_space` they become memref.alloc there, at the start of the block of the tile. `marker`: attribute of the tiled ops,
// or NULL.
void tern_shared_tiling_build(tern_builder_t *builder, const tern_shared_tiling_t *tiling, const tern_tile_t *tile,
                              const tern_attr_t *memory_space, const tern_attr_t *marker);

#endif  // TERN_TRANSFORM_CODEGEN_SHARED_TILING_H_
