// Slices of memory that have a place, and where another one fits between those that live at the same time.
//
// The slices lie by rising offset in runs of bounded length, and each run knows between which times all of its slices
// live, between which any of them does, and its largest gap. In a program of many layers most runs are either alive as a
// whole or not at all when a slice is placed, so a search takes one step for most runs instead of one for each slice.

#ifndef TERN_TRANSFORM_STREAM_PLACED_SLICES_H_
#define TERN_TRANSFORM_STREAM_PLACED_SLICES_H_

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

typedef struct tern_placed_slice {
  int64_t first, last;  // when it lives, ends included
  int64_t offset, end;
} tern_placed_slice_t;

// What a search asks of a run lies apart from its slices, which most searches do not look at.
typedef struct tern_slice_run {
  size_t count;
  int64_t first_min, first_max, last_min, last_max;
  int64_t largest_gap;  // between its slices, if all live; at least what any slices in front of the run leave of it
  int64_t offset, end;  // the least and the largest of its slices
  tern_placed_slice_t *slices;
} tern_slice_run_t;

// Zero-initialise.
typedef struct tern_placed_slices {
  TERN_VEC(tern_slice_run_t) runs;  // owned, with their slices
  int64_t alignment;                // of each slice; at least 1
  bool comes_in_order;              // searches are by rising `first`: what ended before is forgotten
} tern_placed_slices_t;

void tern_placed_slices_deinitialize(tern_placed_slices_t *placed);
// Finds the start of the smallest gap that `size` bytes fit into from `first` to `last`, or else the first place behind
// all slices that live then. False if that is no number.
bool tern_placed_slices_find(tern_placed_slices_t *placed, int64_t first, int64_t last, int64_t size,
                             int64_t *out_offset);
void tern_placed_slices_add(tern_placed_slices_t *placed, tern_placed_slice_t slice);

#endif  // TERN_TRANSFORM_STREAM_PLACED_SLICES_H_
