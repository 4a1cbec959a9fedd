// Straight-line vector code of one tile of a structured op: what --linalg-to-vector-loops puts loops around.

#ifndef TERN_CONVERT_LINALG_VECTOR_TILE_H_
#define TERN_CONVERT_LINALG_VECTOR_TILE_H_

#include "base/map.h"
#include "convert/linalg/vector_plan.h"
#include "rewrite/builder.h"

// A tile is at most this many rows by this many vectors.
#define TERN_VECTOR_MAX_ROWS 32
#define TERN_VECTOR_MAX_VECTORS 4
#define TERN_VECTOR_MAX_TILE (TERN_VECTOR_MAX_ROWS * TERN_VECTOR_MAX_VECTORS)
#define TERN_VECTOR_MAX_ACCUMULATORS (TERN_VECTOR_MAX_TILE * 4)
#define TERN_VECTOR_MAX_OUTPUTS 4

typedef struct tern_vector_emitter {
  tern_builder_t builder;
  tern_op_t *op;
  const tern_vector_machine_t *machine;
  tern_vector_plan_t plan;
  tern_value_t *extents[TERN_LINALG_MAX_LOOPS];
  tern_value_t *ivs[TERN_LINALG_MAX_LOOPS];
  tern_map_t hints;          // see tern_vector_plan_find_hints
  tern_value_t *fill_value;  // start value of output 0 in place of its contents, or NULL
  tern_value_t *fills;       // whether it starts with that; NULL: always
  bool is_reduction;
  bool is_repeated;  // a step of a loop that is written out, but not the first of them: hints are not repeated
  bool fuses;        // products with the sums of a reduction
} tern_vector_emitter_t;

// The part of the iteration space that one piece of straight-line code covers.
typedef struct tern_vector_tile {
  int64_t rows, vectors;
  tern_value_t *mask;  // of the last vector; NULL: all lanes
} tern_vector_tile_t;

// A vector of the plan's length.
const tern_type_t *tern_vector_emitter_type(const tern_vector_emitter_t *emitter, const tern_type_t *element);
// The element type of operand `position`.
const tern_type_t *tern_vector_emitter_element(const tern_vector_emitter_t *emitter, size_t position);
// The lanes of the tile's `vector`-th vector that count; NULL: all.
tern_value_t *tern_vector_tile_mask(const tern_vector_tile_t *tile, int64_t vector);
// The scalar in all lanes; vectors are what they are.
tern_value_t *tern_vector_build_broadcast(tern_vector_emitter_t *emitter, tern_value_t *value);

// One element, or one vector of them, of operand `position`. Scalars that are no memref are what they are.
tern_value_t *tern_vector_build_load(tern_vector_emitter_t *emitter, size_t position, int64_t row, int64_t vector,
                                     tern_value_t *mask);
// One vector of operand `position`, where the mask is false that of `otherwise`. Without a mask: one vector, or one element.
tern_value_t *tern_vector_build_masked_load(tern_vector_emitter_t *emitter, size_t position, int64_t row,
                                            int64_t vector, tern_value_t *mask, tern_value_t *otherwise);
void tern_vector_build_store(tern_vector_emitter_t *emitter, size_t position, int64_t row, int64_t vector,
                             tern_value_t *mask, tern_value_t *value);
// Asks for the line of the cache that the vector begins in.
void tern_vector_build_prefetch(tern_vector_emitter_t *emitter, size_t position, int64_t row, int64_t vector);

// Evaluates the body for the tile. `accumulators` holds, per row, vector and output, the old value of the output, and receives the
// new one.
void tern_vector_build_tile(tern_vector_emitter_t *emitter, const tern_vector_tile_t *tile,
                            tern_value_t **accumulators);
// The same for all steps of the plan's window loop, written out.
void tern_vector_build_window(tern_vector_emitter_t *emitter, const tern_vector_tile_t *tile,
                              tern_value_t **accumulators);

#endif  // TERN_CONVERT_LINALG_VECTOR_TILE_H_
