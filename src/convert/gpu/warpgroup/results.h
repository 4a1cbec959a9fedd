// What a warp group does with the sums of a tile: what the ways to store them share.

#ifndef TERN_CONVERT_GPU_WARPGROUP_RESULTS_H_
#define TERN_CONVERT_GPU_WARPGROUP_RESULTS_H_

#include "convert/gpu/layout_places.h"
#include "convert/gpu/matrix_sums.h"
#include "convert/gpu/warpgroup/warpgroup.h"

enum { WARP_SIZE = 32, COLUMN_STEP = 8 };

typedef struct tern_warpgroup_writer {
  tern_builder_t *b;
  const tern_warpgroup_plan_t *plan;
  const tern_warpgroup_result_t *result;
  tern_value_t *lane;
  int64_t columns;                // units of a row
  tern_gpu_places_t places;       // of the thread's units
  tern_gpu_places_t wide_places;  // and of those that it has after an exchange
  tern_gpu_wide_sums_t wide;
  bool has_all_rows, has_all_columns;  // no tile is cut
  bool is_exchanged
      [TERN_GPU_PRODUCT_MAX_OUTPUTS];  // outputs whose elements go from thread to thread before they are stored
} tern_warpgroup_writer_t;

// `lanes` sums from `position` on, `distance` apart: one, or a pair.
tern_value_t *tern_warpgroup_sums_at(const tern_warpgroup_writer_t *writer, tern_value_t *sums, int64_t position,
                                     int64_t distance, int64_t lanes);
// What is to be stored of a sum, or a pair of them. All threads of a warp come here: those whose elements are beyond the
// edge read nothing and have zeros.
void tern_warpgroup_build_values(const tern_warpgroup_writer_t *writer, tern_value_t *sum, tern_value_t *row,
                                 tern_value_t *column, tern_value_t **out_values);
// Stores such a value, if it is not beyond the edge.
void tern_warpgroup_store(const tern_warpgroup_writer_t *writer, size_t output, tern_value_t *row, tern_value_t *column,
                          tern_value_t *value);

// Stores the sums of all pieces by way of workgroup memory (staging.c). `sums`: where they are.
void tern_warpgroup_write_staged(const tern_warpgroup_writer_t *writer, const tern_layout_t *sums, int64_t pieces);

#endif  // TERN_CONVERT_GPU_WARPGROUP_RESULTS_H_
