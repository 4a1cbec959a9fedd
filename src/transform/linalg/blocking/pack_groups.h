// Copies of parts of matrices in which neighbours along the depth come in groups, as units for dot products and tiles want them.

#ifndef TERN_TRANSFORM_LINALG_BLOCKING_PACK_GROUPS_H_
#define TERN_TRANSFORM_LINALG_BLOCKING_PACK_GROUPS_H_

#include "dialect/linalg/structured.h"

// A tile has 16 lines of 16 groups; a group is 32 bits of the depth: two bf16, or four i8. In tiles of the left operand a line is a
// row of the matrix, and its groups follow the depth; in those of the right operand a line is one group of depth of 16 columns.
enum { TERN_PACK_LINES = 16, TERN_PACK_GROUPS = 16, TERN_PACK_MAX_TILES = 4 };

// Tiles that lie side by side along rows or columns of an operand, at one place of its depth.
typedef struct tern_pack_part {
  const tern_op_t *op;
  size_t position;                               // of the operand
  size_t across, depth;                          // loops: rows or columns, and the depth
  tern_value_t *offsets[TERN_LINALG_MAX_LOOPS];  // where the part begins; NULL: 0
  int64_t tiles;                                 // at most TERN_PACK_MAX_TILES
  bool is_left;
  tern_value_t *across_count, *depth_count;  // what is left of the matrix; more than the tiles take is all the same
  // Of the copy: elements that the matrix's are widened to, NULL: the same; how integers are; and whether signs are turned around,
  // which makes unsigned numbers of signed ones, 128 more, or the other way around.
  const tern_type_t *element;
  bool is_unsigned, flips;
} tern_pack_part_t;

// Where lines go: an array of lines, or of the elements of lines.
typedef struct tern_pack_target {
  tern_value_t *memory, *first;  // `first`: number of the first line
  int64_t line_step, tile_step;  // lines from one line, or one tile, to the next
} tern_pack_target_t;

// Elements of a line of a tile.
int64_t tern_pack_line_elements(const tern_type_t *element);
// Are elements that follow each other in the depth neighbours in memory?
bool tern_pack_is_along_depth(const tern_pack_part_t *part);
// Memory that a copy goes through, where it does.
typedef struct tern_pack_memories {
  tern_value_t *stage;   // lines of the matrix, with zeros behind its ends
  tern_value_t *turned;  // lines of groups that are to be transposed
} tern_pack_memories_t;
// Makes what parts of such sizes and counts need; of the offsets nothing is asked.
void tern_pack_build_memories(tern_builder_t *builder, const tern_pack_part_t *part,
                              tern_pack_memories_t *out_memories);
// Copies the part. Where the depth ends before the tiles do, zeros follow; what is there of rows or columns that the matrix has not may
// be anything. Lines of a left operand that lie as they should are copied one after the other: there `tile_step` is that of 16 lines.
void tern_pack_build(tern_builder_t *builder, const tern_pack_part_t *part, const tern_pack_memories_t *memories,
                     const tern_pack_target_t *target);
// Is it known that no line needs anything behind it?
bool tern_pack_is_whole(const tern_pack_part_t *part);

#endif  // TERN_TRANSFORM_LINALG_BLOCKING_PACK_GROUPS_H_
