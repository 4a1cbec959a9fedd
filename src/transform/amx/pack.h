// Copies of parts of matrices in the order in which tiles of amx are loaded.

#ifndef TERN_TRANSFORM_AMX_PACK_H_
#define TERN_TRANSFORM_AMX_PACK_H_

#include "dialect/linalg/structured.h"

// A tile has 16 lines of 16 groups; a group is 32 bits of the depth: two bf16, or four i8. In tiles of the left factor a line is a
// row of the matrix, and its groups follow the depth; in those of the right factor a line is one group of depth of 16 columns.
enum { TERN_AMX_LINES = 16, TERN_AMX_GROUPS = 16, TERN_AMX_MAX_TILES = 2 };

// Tiles that lie side by side along rows or columns of a factor, at one place of its depth.
typedef struct tern_amx_part {
  const tern_op_t *op;
  size_t position;                               // of the operand
  size_t across, depth;                          // loops: rows or columns, and the depth
  tern_value_t *offsets[TERN_LINALG_MAX_LOOPS];  // where the part begins; NULL: 0
  int64_t tiles;                                 // at most TERN_AMX_MAX_TILES
  bool is_left;
  tern_value_t *across_count, *depth_count;  // what is left of the matrix; more than the tiles take is all the same
} tern_amx_part_t;

// Elements of a line of a tile.
int64_t tern_amx_line_elements(const tern_type_t *element);
// Are elements that follow each other in the depth neighbours in memory?
bool tern_amx_is_along_depth(const tern_amx_part_t *part);
// The indices of the operand at these offsets of loops.
tern_values_t tern_amx_build_indices(tern_builder_t *builder, const tern_op_t *op, size_t position,
                                     tern_value_t *const *offsets, tern_value_t **storage);
// Memory that a copy goes through, where it does.
typedef struct tern_amx_memories {
  tern_value_t *stage;   // lines of the matrix, with zeros behind its ends
  tern_value_t *turned;  // lines of groups that are to be transposed
} tern_amx_memories_t;
// Makes what parts of such sizes and counts need; of the offsets nothing is asked.
void tern_amx_build_memories(tern_builder_t *builder, const tern_amx_part_t *part, tern_amx_memories_t *out_memories);
// Copies the part to `target`, an array of lines, from line `first` on; one tile comes after the other. Where the matrix ends
// before the tiles do, zeros follow.
void tern_amx_build_pack(tern_builder_t *builder, const tern_amx_part_t *part, const tern_amx_memories_t *memories,
                         tern_value_t *target, tern_value_t *first);
// Is it known that the matrix does not end within the tiles?
bool tern_amx_is_whole(const tern_amx_part_t *part);

#endif  // TERN_TRANSFORM_AMX_PACK_H_
