// Loops on tensors that sort along one dimension, stably; see sort_lines.c and sort_tiles.c.

#ifndef TERN_CONVERT_LINALG_EXT_SORT_LINES_H_
#define TERN_CONVERT_LINALG_EXT_SORT_LINES_H_

#include "rewrite/builder.h"

// Builds, as an i1: does one entry come before another? Of input i args[2 * i] is the element of the one, args[2 * i + 1] that of
// the other.
typedef tern_value_t *(*tern_sort_compare_fn_t)(tern_builder_t *b, tern_value_t *const *args, void *user);

typedef struct tern_line_sort {
  tern_value_t *const *inputs;  // of one shape, whose rank is less than TERN_LINALG_MAX_LOOPS; they move together
  size_t count;
  size_t dim;
  int64_t wanted;  // this many elements of each line are put in order, the others are undefined; 0: all
  tern_sort_compare_fn_t compare;
  void *user;
} tern_line_sort_t;

// The results have the types of the inputs.
void tern_build_line_sort(tern_builder_t *b, const tern_line_sort_t *sort, tern_value_t **out_results);

// The same by many invocations to a line, in several loops. False, with nothing built, where sizes are only known when the program runs,
// one entry is more than workgroups have memory for, or lines are many and short.
bool tern_build_tile_sort(tern_builder_t *b, const tern_line_sort_t *sort, tern_value_t **out_results);

#endif  // TERN_CONVERT_LINALG_EXT_SORT_LINES_H_
