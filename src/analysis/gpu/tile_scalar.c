// Contractions by multiply-adds of elements or short vectors: every invocation has a rectangle of the output in registers.

#include "analysis/gpu/tile_choices.h"

// x * invocation_n = n and y * invocation_m = m. One buffer is best: a second one leaves room for fewer workgroups.
static const tern_gpu_tile_shape_t scalar_shapes[] = {
    {128, 128, 32, 0, 0, 8, 8, 16, 16}, {128, 128, 16, 0, 0, 8, 8, 16, 16}, {64, 128, 16, 0, 0, 4, 8, 16, 16},
    {64, 64, 16, 0, 0, 4, 4, 16, 16},   {64, 64, 16, 0, 0, 8, 4, 16, 8},    {32, 64, 16, 0, 0, 4, 4, 16, 8},
    {32, 32, 16, 0, 0, 4, 4, 8, 8},     {16, 64, 16, 0, 0, 2, 4, 16, 8},    {64, 16, 16, 0, 0, 4, 4, 4, 16},
    {16, 16, 16, 0, 0, 1, 4, 4, 16},    {8, 32, 16, 0, 0, 1, 4, 8, 8},      {8, 8, 16, 0, 0, 1, 1, 8, 8},
    {4, 16, 16, 0, 0, 1, 1, 16, 4},     {16, 4, 16, 0, 0, 1, 1, 4, 16},     {1, 64, 16, 0, 0, 1, 1, 64, 1},
    {64, 1, 16, 0, 0, 1, 1, 1, 64},     {4, 4, 16, 0, 0, 1, 1, 4, 4},       {1, 1, 16, 0, 0, 1, 1, 1, 1},
};

bool tern_gpu_choose_scalar(const tern_op_t *op, const tern_gpu_contraction_shape_t *shape,
                            const tern_gpu_limits_t *limits, tern_gpu_tile_config_t *config) {
  const size_t count = sizeof scalar_shapes / sizeof scalar_shapes[0];
  const tern_gpu_tile_shape_t *tile = tern_gpu_choose_tile_shape(scalar_shapes, count, shape, 1, false, limits);
  if (!tile) tile = &scalar_shapes[count - 1];
  tern_gpu_apply_tile_shape(op, shape, tile, config);
  config->workgroup_size[0] = (int32_t)tile->x;
  config->workgroup_size[1] = (int32_t)tile->y;
  return true;
}
