// What --gpu-simt-matmul is to compute: one product of matrices in f32 or f64, perhaps of many pairs of them.

#include <inttypes.h>

#include "convert/gpu/simt/simt.h"
#include "dialect/arith/arith.h"
#include "ir/diagnostic.h"

enum { VECTOR_BYTES = 16, MAX_BATCHES = 65535 };

// acc + a * b of numbers of one type, f32 or f64.
static bool read_element(tern_simt_matmul_t *matmul) {
  const tern_type_t *element = tern_type_element(tern_op_operand(matmul->around.op, 2)->type);
  if (element->kind != TERN_TYPE_F32 && element->kind != TERN_TYPE_F64) return false;
  tern_block_for_each_op(tern_linalg_body(matmul->around.op), inner) {
    if (!tern_op_is(inner, TERN_ARITH(ADDF)) && !tern_op_is(inner, TERN_ARITH(MULF)) &&
        !tern_op_has_trait(inner, TERN_TRAIT_TERMINATOR)) {
      return false;
    }
  }
  matmul->element = element;
  matmul->has_tensor_cores = element->kind == TERN_TYPE_F64;
  matmul->lanes = VECTOR_BYTES * 8 / tern_type_bit_width(element);
  return tern_type_element(tern_op_operand(matmul->around.op, 0)->type) == element &&
         tern_type_element(tern_op_operand(matmul->around.op, 1)->type) == element;
}

static bool read_loops(tern_simt_matmul_t *matmul) {
  const tern_contraction_t roles = matmul->around.roles;
  const int64_t *ranges = matmul->around.ranges;
  int64_t batches = 1;
  if (roles.m_count != 1 || roles.n_count != 1 || roles.k_count != 1 || roles.batch_count > TERN_SIMT_MAX_BATCH) {
    return false;
  }
  // Columns are what the result's lines run along: if that are the rows, the factors change places.
  bool is_swapped = tern_lone_contraction_stride(matmul->around.op, 2, roles.m[0]) == 1 && ranges[roles.n[0]] != 1;
  matmul->m_loop = is_swapped ? roles.n[0] : roles.m[0];
  matmul->n_loop = is_swapped ? roles.m[0] : roles.n[0];
  matmul->k_loop = roles.k[0];
  if (tern_lone_contraction_stride(matmul->around.op, 2, matmul->n_loop) != 1) return false;
  matmul->batch_count = roles.batch_count;
  for (size_t i = 0; i < roles.batch_count; ++i) {
    matmul->batch_loops[i] = roles.batch[i];
    matmul->batch_extents[i] = ranges[roles.batch[i]];
    if (matmul->batch_extents[i] > MAX_BATCHES) return false;
    batches *= matmul->batch_extents[i];
  }
  const size_t loops[3] = {matmul->m_loop, matmul->n_loop, matmul->k_loop};
  for (size_t i = 0; i < 3; ++i) matmul->extents[i] = ranges[loops[i]];
  for (size_t f = 0; f < 2; ++f) {
    tern_simt_factor_t *factor = &matmul->factors[f];
    size_t position = is_swapped ? 1 - f : f;
    factor->memref = tern_op_operand(matmul->around.op, position);
    factor->row_stride = tern_lone_contraction_stride(matmul->around.op, position, loops[f]);
    factor->depth_stride = tern_lone_contraction_stride(matmul->around.op, position, matmul->k_loop);
    factor->rows = matmul->extents[f];
    for (size_t i = 0; i < matmul->batch_count; ++i) {
      factor->batch_strides[i] = tern_lone_contraction_stride(matmul->around.op, position, matmul->batch_loops[i]);
    }
  }
  return batches <= MAX_BATCHES;
}

// --- all of it ---

// Elements of one copy: vectors start at multiples of their size and lie within a line, in both memories.
static int64_t copy_unit(const tern_simt_matmul_t *matmul, const tern_simt_factor_t *factor, bool is_deep) {
  int64_t others[2 + TERN_SIMT_MAX_BATCH] = {is_deep ? factor->row_stride : factor->depth_stride,
                                             is_deep ? matmul->extents[2] : factor->rows};
  for (size_t i = 0; i < matmul->batch_count; ++i) others[2 + i] = factor->batch_strides[i];
  for (size_t i = 0; i < 2 + matmul->batch_count; ++i) {
    if (others[i] % matmul->lanes) return 1;
  }
  bool has_such_lines = (is_deep ? factor->depth_stride : factor->row_stride) == 1;
  return has_such_lines && tern_gpu_base_alignment(factor->memref) % matmul->lanes == 0 ? matmul->lanes : 1;
}

// Lines in shared memory run along the reduction where A has them so: it is then read as vectors along it. B is read as
// vectors of columns. Tensor cores take single elements, so that both may lie as they do.
static void lay_out(tern_simt_matmul_t *matmul) {
  for (size_t f = 0; f < 2; ++f) {
    tern_simt_factor_t *factor = &matmul->factors[f];
    factor->is_deep = factor->depth_stride == 1 && (matmul->has_tensor_cores || (f == 0 && !matmul->config.is_wide));
    factor->tile_rows = matmul->config.tile[f];
    factor->unit = copy_unit(matmul, factor, factor->is_deep);
    // Shifts the lines over the banks: where a warp reads 16 bytes of each, by 16 bytes; where tensor cores take four
    // elements of each of eight lines, by 32.
    if (matmul->has_tensor_cores) {
      factor->pitch = (factor->is_deep ? matmul->config.tile[2] : factor->tile_rows) + 2 * matmul->lanes;
      continue;
    }
    factor->pitch = factor->is_deep ? matmul->config.tile[2] + matmul->lanes
                                    : factor->tile_rows + (factor->unit == 1 ? matmul->lanes : 0);
  }
}

bool tern_simt_match(const tern_lone_contraction_t *around, tern_simt_matmul_t *matmul, bool *out_is_error) {
  *matmul = (tern_simt_matmul_t){.around = *around, .limits = tern_gpu_limits_of(around->func)};
  if (!matmul->limits.machine->has_mma || !read_element(matmul) || !read_loops(matmul)) return false;
  tern_simt_shape_t shape = {
      .m = matmul->extents[0],
      .n = matmul->extents[1],
      .k = matmul->extents[2],
      .batch = 1,
      .element_size = tern_type_bit_width(matmul->element) / 8,
      .is_single = copy_unit(matmul, &matmul->factors[1],
                             matmul->has_tensor_cores && matmul->factors[1].depth_stride == 1) == 1};
  for (size_t i = 0; i < matmul->batch_count; ++i) shape.batch *= matmul->batch_extents[i];
  if (!tern_simt_choose_config(&shape, &matmul->limits, &matmul->config)) return false;
  if (!tern_simt_read_config(around->op, &shape, &matmul->limits, &matmul->config)) {
    *out_is_error = true;
    return false;
  }
  lay_out(matmul);
  if (tern_simt_plan_copies(matmul)) return true;
  if (tern_op_attr(around->op, TERN_SIMT_CONFIG)) {
    *out_is_error = !tern_op_error(around->op,
                                   "'" TERN_SIMT_CONFIG "' has tiles that its %" PRId64
                                   " threads do not copy in equal parts, at most %d each",
                                   tern_simt_threads(&matmul->config), TERN_SIMT_MAX_COPIES);
  }
  return false;
}
