// What the choices of the cost model of GPU tiles (gpu_tile_config.h) share: one file per kind of choice.

#ifndef TERN_ANALYSIS_GPU_TILE_CHOICES_H_
#define TERN_ANALYSIS_GPU_TILE_CHOICES_H_

#include "analysis/gpu/tile_config.h"

// --- numbers ---

static inline int64_t tern_gpu_min(int64_t a, int64_t b) { return a < b ? a : b; }
int64_t tern_gpu_saturated_mul(int64_t a, int64_t b);
// The power of two at or above `value`, at most `most` (itself a power of two).
int64_t tern_gpu_round_up_to_power(int64_t value, int64_t most);
// The power of two at or below `value`.
int64_t tern_gpu_power_at_most(int64_t value);

// --- contractions ---

typedef struct tern_gpu_contraction_shape {
  size_t m, n, k;  // loops that get tiles
  int64_t extent_m, extent_n, extent_k, batch;
  int64_t element_size;  // bytes of the wider input
  bool needs_scratch;    // a cooperative product of it goes through workgroup memory, a fragment per subgroup at least
  bool is_transposed;    // the output's rows run along what the first input gives: m and n have changed places
  bool is_static;        // the three extents are known
} tern_gpu_contraction_shape_t;

// Tile m x n x k of a workgroup, m x n of a subgroup and of an invocation; how many invocations in x and y (of a
// cooperative matrix kernel: subgroups).
typedef struct tern_gpu_tile_shape {
  int64_t m, n, k;
  int64_t subgroup_m, subgroup_n;
  int64_t invocation_m, invocation_n;
  int64_t x, y;
} tern_gpu_tile_shape_t;

// The first tile of the table, largest first, that the target can hold and that the shape fills, unless one further down
// keeps more of the device busy. `lanes` are the invocations of a subgroup in tiles that count subgroups, else 1;
// `is_exact`: only tiles that divide the extents. NULL if there is none.
const tern_gpu_tile_shape_t *tern_gpu_choose_tile_shape(const tern_gpu_tile_shape_t *shapes, size_t count,
                                                        const tern_gpu_contraction_shape_t *shape, int64_t lanes,
                                                        bool is_exact, const tern_gpu_limits_t *limits);
// What all contractions have in common, once the tile is known.
void tern_gpu_apply_tile_shape(const tern_op_t *op, const tern_gpu_contraction_shape_t *shape,
                               const tern_gpu_tile_shape_t *tile, tern_gpu_tile_config_t *config);

// One way to compute a contraction: fills `config` and returns true, or leaves it as it is and returns false if the
// shape, the types or the target do not allow it. The ways are tried in the order of the table in gpu_tile_contraction.c.
typedef bool (*tern_gpu_contraction_choice_t)(const tern_op_t *op, const tern_gpu_contraction_shape_t *shape,
                                              const tern_gpu_limits_t *limits, tern_gpu_tile_config_t *config);
bool tern_gpu_choose_cooperative(const tern_op_t *op, const tern_gpu_contraction_shape_t *shape,
                                 const tern_gpu_limits_t *limits, tern_gpu_tile_config_t *config);
bool tern_gpu_choose_scalar(const tern_op_t *op, const tern_gpu_contraction_shape_t *shape,
                            const tern_gpu_limits_t *limits, tern_gpu_tile_config_t *config);

// --- kinds of ops ---

void tern_gpu_choose_contraction(const tern_op_t *op, const tern_contraction_t *roles, const int64_t *ranges,
                                 const tern_gpu_limits_t *limits, tern_gpu_tile_config_t *config);
void tern_gpu_choose_row_reduction(const tern_op_t *op, const int64_t *ranges, const tern_gpu_limits_t *limits,
                                   tern_gpu_tile_config_t *config);
// One invocation per output element: x gets the innermost output dimension, y and z what is left of the budget.
void tern_gpu_spread_over_outputs(const tern_op_t *op, const int64_t *ranges, const tern_gpu_limits_t *limits,
                                  int64_t most_x, tern_gpu_tile_config_t *config);

#endif  // TERN_ANALYSIS_GPU_TILE_CHOICES_H_
