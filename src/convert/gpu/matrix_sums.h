// Where the sums of matrix instructions lie, and how lanes exchange them before they are stored.

#ifndef TERN_CONVERT_GPU_MATRIX_SUMS_H_
#define TERN_CONVERT_GPU_MATRIX_SUMS_H_

#include "analysis/layout/conversion.h"
#include "rewrite/builder.h"

#define TERN_GPU_WIDE_SUMS 8

// Sums of `columns` x `rows` instructions side by side and below each other, by units of neighbours: element, lane, warp, unit
// -> dim0, dim1. `fragment` is the row of one instruction (analysis/layout/fragments.h), whose registers begin with the
// neighbours of a row. Units of a row come first, those of one instruction before those of the next; then those of rows below.
// Both numbers are rounded up to powers of two.
tern_layout_t tern_gpu_matrix_sums(const tern_layout_t *fragment, int64_t columns, int64_t rows);

// How sums of which each lane has few neighbours in a row become TERN_GPU_WIDE_SUMS neighbours
// for each lane, so that elements of 16 bits are stored by 16 bytes.
typedef struct tern_gpu_wide_sums {
  int64_t units;       // of a row that follow each other, which become one for each of as many lanes
  size_t word_bits;    // the logarithm of how many elements a word of 32 bits has
  tern_layout_t sums;  // as before, but with TERN_GPU_WIDE_SUMS elements in a unit, and so many fewer units
  tern_layout_conversion_t conversion;
} tern_gpu_wide_sums_t;

// Asks analysis/layout/conversion.h for it. `sums`: element, lane, unit and others -> dim0, dim1, where units that follow
// each other are neighbours along dim1. False: there are too few units, or lanes would have to do more than exchange words.
bool tern_gpu_choose_wide_sums(const tern_layout_t *sums, size_t element_bits, tern_gpu_wide_sums_t *out);
// Exchanges the words of `wide->units` units with the other lanes, in place.
void tern_gpu_build_wide_sums(tern_builder_t *builder, const tern_gpu_wide_sums_t *wide, tern_value_t *lane,
                              tern_value_t **words);

#endif  // TERN_CONVERT_GPU_MATRIX_SUMS_H_
