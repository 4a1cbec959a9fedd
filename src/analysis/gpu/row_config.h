// How rows are distributed to the invocations of a GPU: what reads and writes whole rows is limited by memory, so the choice is
// about accesses of 16 bytes, enough of them under way, and few barriers.

#ifndef TERN_ANALYSIS_GPU_ROW_CONFIG_H_
#define TERN_ANALYSIS_GPU_ROW_CONFIG_H_

#include "analysis/gpu/tile_config.h"

typedef struct tern_gpu_row_shape {
  int64_t rows;          // or TERN_DYNAMIC; with is_across, vectors of rows
  int64_t length;        // columns of a row
  int64_t lanes;         // elements that one access takes: columns, or with is_across rows
  int64_t element_size;  // bytes of the widest element that is read or written by columns
  int64_t result_size;   // bytes of all that reductions make of one row
  int64_t arrays;        // that are read by row and column
  int64_t
      staged_size;  // bytes of a column of all of them, if they can be copied to workgroup memory as they are; else 0
  bool is_across;   // neighbours in memory are of different rows
  bool may_have_cluster;  // workgroups can share a row through each other's memory
  bool is_read_again;     // a later phase, or what is stored, needs columns of an earlier one
  bool is_costly;         // columns are computed by more than a few instructions
} tern_gpu_row_shape_t;

// Rows that an invocation works on at once, at most.
enum { TERN_GPU_MOST_ROWS_AT_ONCE = 8 };

typedef struct tern_gpu_row_config {
  int64_t invocations;     // of a row, a power of two: at most a subgroup's, or the whole workgroup's, unless is_across
  int64_t rows_at_once;    // rows whose reads an invocation has under way together
  int64_t chunks;          // accesses per row, array and invocation: of all of the row (is_kept), or of one iteration
  bool is_kept;            // what was read stays in registers until the row is done; else each phase reads it again,
  bool is_staged;          // from workgroup memory, to which all of the row was copied before
  int64_t workgroup_size;  // invocations, of one row or more
  int64_t cluster;         // workgroups that share a row
} tern_gpu_row_config_t;

tern_gpu_row_config_t tern_gpu_choose_rows(const tern_gpu_row_shape_t *shape, const tern_gpu_limits_t *limits);

#endif  // TERN_ANALYSIS_GPU_ROW_CONFIG_H_
