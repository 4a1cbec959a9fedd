// --gpu-skinny-matmul: products of a matrix with a vector, or with up to 16 of them, on CUDA devices. Nothing of the
// matrix is used twice by a thread, so that all depends on how it is read: by accesses of 16 bytes, neighbours by
// neighbours, from as many places at a time as there are threads. A function of one such product, the fill before it
// and element-wise ops behind it becomes a kernel.
//
// Where lines of the matrix run along the reduction, a warp takes a line, or some at a time, and adds up its threads'
// sums in the end; warps may share a line. Where they run across it, threads side by side take pieces of a line and the
// other threads of the block further lines; each sums up the elements below each other, and the block adds up what its
// threads have.
//
// Sums of f16 and bf16 are f32.

#include "convert/gpu/thin/thin.h"
#include "convert/gpu/cluster.h"

#include "analysis/gpu/tile_warpgroup.h"
#include "convert/gpu/nest.h"
#include "dialect/arith/arith.h"
#include "dialect/gpu/gpu.h"
#include "dialect/linalg/linalg.h"
#include "dialect/math/math.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/scf.h"
#include "dialect/vector/vector.h"
#include "pass/pass.h"

enum { VECTOR_BYTES = 16, MAX_BATCHES = 65535 };
// Of a processor; beside sums and accesses; and sums that a deep kernel does not keep as vectors.
enum { ALL_REGISTERS = 65536, MAX_THREADS = 2048, OTHER_REGISTERS = 20, MANY_SUMS = 64 };

// --- what is to be computed ---

// The loop of `loops` that has more than one iteration. False if there are several.
static bool find_long_loop(const tern_lone_contraction_t *c, const size_t *loops, size_t count, size_t *out_loop) {
  *out_loop = SIZE_MAX;
  for (size_t i = 0; i < count; ++i) {
    if (c->ranges[loops[i]] == 1) continue;
    if (*out_loop != SIZE_MAX) return false;
    *out_loop = loops[i];
  }
  return true;
}

static bool is_number(const tern_type_t *type) {
  static const uint32_t widths[] = {8, 16, 32, 64};
  if (tern_type_is_float(type)) {
    return type->kind == TERN_TYPE_F16 || type->kind == TERN_TYPE_BF16 || type->kind == TERN_TYPE_F32 ||
           type->kind == TERN_TYPE_F64;
  }
  for (size_t i = 0; i < sizeof widths / sizeof widths[0]; ++i) {
    if (tern_type_is_i(type, widths[i])) return true;
  }
  return false;
}

// What sums are made of: the result's type, or f32 in place of narrower floats.
static const tern_type_t *sum_type(const tern_op_t *op) {
  const tern_type_t *types[3];
  for (size_t i = 0; i < 3; ++i) {
    types[i] = tern_type_element(tern_op_operand(op, i)->type);
    if (!is_number(types[i]) || tern_type_is_float(types[i]) != tern_type_is_float(types[0])) return NULL;
  }
  if (!tern_type_is_float(types[2])) return types[2];
  tern_block_for_each_op(tern_linalg_body(op), inner) {
    if (!tern_op_is(inner, TERN_ARITH(ADDF)) && !tern_op_is(inner, TERN_ARITH(MULF)) &&
        !tern_op_is(inner, TERN_ARITH(EXTF)) && !tern_op_has_trait(inner, TERN_TRAIT_TERMINATOR)) {
      return NULL;
    }
  }
  return tern_type_bit_width(types[2]) >= 32 ? types[2] : tern_float_type_get(types[2]->context, TERN_TYPE_F32);
}

static tern_thin_factor_t read_factor(const tern_thin_matmul_t *thin, size_t position, size_t line_loop) {
  const tern_lone_contraction_t *c = &thin->around;
  tern_thin_factor_t factor = {.position = position,
                               .depth_stride = tern_lone_contraction_stride(c->op, position, c->roles.k[0])};
  if (line_loop != SIZE_MAX) factor.line_stride = tern_lone_contraction_stride(c->op, position, line_loop);
  for (size_t i = 0; i < c->roles.batch_count; ++i) {
    factor.batch_strides[i] = tern_lone_contraction_stride(c->op, position, c->roles.batch[i]);
  }
  return factor;
}

// Elements, at most `most`, of one access along a line of `extent` elements: it begins at a multiple of its size.
static int64_t access_lanes(const tern_thin_matmul_t *thin, const tern_thin_factor_t *factor, int64_t extent,
                            int64_t other_stride, int64_t most) {
  int64_t lanes = most;
  for (; lanes > 1; lanes /= 2) {
    bool divides = extent % lanes == 0 && other_stride % lanes == 0 &&
                   tern_gpu_base_alignment(tern_op_operand(thin->around.op, factor->position)) % lanes == 0;
    for (int64_t i = 0; i < thin->batch_count; ++i) divides &= factor->batch_strides[i] % lanes == 0;
    if (divides) break;
  }
  return lanes;
}

static int64_t element_bits(const tern_thin_matmul_t *thin, const tern_thin_factor_t *factor) {
  return tern_type_bit_width(tern_type_element(tern_op_operand(thin->around.op, factor->position)->type));
}

static bool read_layout(tern_thin_matmul_t *thin) {
  tern_thin_shape_t *shape = &thin->shape;
  const tern_thin_factor_t *matrix = &thin->matrix, *vectors = &thin->vectors;
  int64_t most = VECTOR_BYTES * 8 / element_bits(thin, matrix);
  shape->element_size = element_bits(thin, matrix) / 8;
  shape->is_deep = matrix->depth_stride == 1 && (matrix->line_stride != 1 || shape->depth > 1);
  if (shape->is_deep) {
    shape->lanes = access_lanes(thin, matrix, shape->depth, matrix->line_stride, most);
    // The vectors are read like the lines.
    int64_t lanes = access_lanes(thin, vectors, shape->depth, vectors->line_stride, shape->lanes);
    if (vectors->depth_stride != 1) lanes = 1;
    if (lanes < shape->lanes) shape->lanes = lanes;
    return true;
  }
  shape->lanes = access_lanes(thin, matrix, shape->length, matrix->depth_stride, most);
  thin->steps = access_lanes(thin, vectors, shape->depth, vectors->line_stride, 4);
  if (vectors->depth_stride != 1) thin->steps = 1;
  return matrix->line_stride == 1;
}

static bool match(const tern_lone_contraction_t *c, tern_thin_matmul_t *thin) {
  const tern_contraction_t *roles = &c->roles;
  *thin = (tern_thin_matmul_t){.around = *c, .batch_count = (int64_t)roles->batch_count};
  tern_gpu_limits_t limits = tern_gpu_limits_of(c->func);
  size_t m, n;
  if (!limits.machine->has_mma || roles->k_count != 1 || roles->batch_count > TERN_THIN_MAX_BATCH ||
      !find_long_loop(c, roles->m, roles->m_count, &m) || !find_long_loop(c, roles->n, roles->n_count, &n)) {
    return false;
  }
  thin->sum = sum_type(c->op);
  if (!thin->sum) return false;
  int64_t extent_m = m == SIZE_MAX ? 1 : c->ranges[m], extent_n = n == SIZE_MAX ? 1 : c->ranges[n];
  bool is_matrix_first = extent_m > extent_n;
  thin->length_loop = is_matrix_first ? m : n;
  thin->row_loop = is_matrix_first ? n : m;
  thin->matrix = read_factor(thin, is_matrix_first ? 0 : 1, thin->length_loop);
  thin->vectors = read_factor(thin, is_matrix_first ? 1 : 0, thin->row_loop);
  thin->shape =
      (tern_thin_shape_t){.rows = is_matrix_first ? extent_n : extent_m,
                          .length = is_matrix_first ? extent_m : extent_n,
                          .depth = c->ranges[roles->k[0]],
                          .batch = 1,
                          .is_matrix = tern_type_is_float(thin->sum) && roles->m_count > 0 && roles->n_count > 0};
  thin->shape.is_tf32 =
      thin->sum->kind == TERN_TYPE_F32 && element_bits(thin, &thin->matrix) == 32 && tern_gpu_allows_tf32(c->op);
  for (size_t i = 0; i < roles->batch_count; ++i) {
    if (c->ranges[roles->batch[i]] > MAX_BATCHES) return false;
    thin->shape.batch *= c->ranges[roles->batch[i]];
  }
  return thin->shape.batch <= MAX_BATCHES && read_layout(thin) &&
         tern_thin_choose_config(&thin->shape, &limits, &thin->config);
}

// --- accesses ---

tern_value_t *tern_thin_build_place(tern_thin_matmul_t *thin, const tern_thin_factor_t *factor, tern_value_t *line,
                                    tern_value_t *depth) {
  tern_value_t *place = tern_build_index(thin->b, 0);
  for (int64_t i = 0; i < thin->batch_count; ++i) {
    place = tern_build_index_add(thin->b, place, tern_thin_scaled(thin, thin->batch[i], factor->batch_strides[i]));
  }
  if (line) place = tern_build_index_add(thin->b, place, tern_thin_scaled(thin, line, factor->line_stride));
  if (depth) place = tern_build_index_add(thin->b, place, tern_thin_scaled(thin, depth, factor->depth_stride));
  return place;
}

static const tern_type_t *with_lanes(const tern_type_t *element, int64_t lanes) {
  return lanes > 1 ? tern_vector_type_get(element, &lanes, 1, 0) : element;
}

static int64_t lanes_of(const tern_value_t *value) {
  return value->type->kind == TERN_TYPE_VECTOR ? tern_type_dim(value->type, 0) : 1;
}

tern_value_t *tern_thin_build_load(tern_thin_matmul_t *thin, const tern_thin_factor_t *factor, tern_value_t *place,
                                   int64_t lanes) {
  const tern_op_row_t *row = lanes > 1 ? TERN_VECTOR(LOAD) : TERN_MEMREF(LOAD);
  return tern_build_value(thin->b, row, .operands = TERN_VALUES(factor->flat, place),
                          .types = TERN_TYPES(with_lanes(tern_type_element(factor->flat->type), lanes)));
}

tern_value_t *tern_thin_build_memory(tern_thin_matmul_t *thin, int64_t count) {
  return tern_gpu_build_shared_memory(thin->b, thin->sum, count);
}

// --- arithmetic ---

tern_value_t *tern_thin_build_zero(tern_thin_matmul_t *thin, int64_t lanes) {
  return tern_build_number(thin->b, with_lanes(thin->sum, lanes), 0);
}

tern_value_t *tern_thin_build_lane(tern_thin_matmul_t *thin, tern_value_t *vector, int64_t lane) {
  if (vector->type->kind != TERN_TYPE_VECTOR) return vector;
  return tern_build_value(
      thin->b, TERN_VECTOR(EXTRACT), .operands = TERN_VALUES(vector),
      .types = TERN_TYPES(tern_type_element(vector->type)),
      .attrs = TERN_ATTRS({"static_position", tern_dense_i64_array_attr_get(thin->b->context, &lane, 1)}));
}

tern_value_t *tern_thin_build_sum(tern_thin_matmul_t *thin, tern_value_t *lhs, tern_value_t *rhs) {
  const tern_op_row_t *row = tern_type_is_float(thin->sum) ? TERN_ARITH(ADDF) : TERN_ARITH(ADDI);
  return tern_build_value(thin->b, row, .operands = TERN_VALUES(lhs, rhs));
}

// A float as the sum's type, in so many lanes.
static tern_value_t *widen(tern_thin_matmul_t *thin, tern_value_t *value, int64_t lanes) {
  int64_t own = lanes_of(value);
  const tern_type_t *type = with_lanes(thin->sum, own);
  if (value->type != type) {
    value = tern_build_value(thin->b, TERN_ARITH(EXTF), .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
  }
  if (own == lanes) return value;
  return tern_build_value(thin->b, TERN_VECTOR(BROADCAST), .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(with_lanes(thin->sum, lanes)));
}

tern_value_t *tern_thin_build_product(tern_thin_matmul_t *thin, tern_value_t *matrix, tern_value_t *vector,
                                      tern_value_t *sum) {
  int64_t lanes = lanes_of(sum);
  if (tern_type_is_float(thin->sum)) {
    tern_value_t *factors[] = {widen(thin, matrix, lanes), widen(thin, vector, lanes)};
    return tern_build_value(thin->b, lanes > 1 ? TERN_VECTOR(FMA) : TERN_MATH(FMA),
                            .operands = TERN_VALUES(factors[0], factors[1], sum));
  }
  tern_value_t *args[3] = {NULL, NULL, sum}, *results[1];
  args[thin->matrix.position] = matrix;
  args[thin->vectors.position] = vector;
  tern_gpu_build_body(thin->b, thin->around.op, args, NULL, lanes, 0, results);
  return results[0];
}

tern_value_t *tern_thin_build_warp_sum(tern_thin_matmul_t *thin, tern_value_t *value, int64_t size, int64_t stride) {
  if (size == 1) return value;
  const tern_type_t *i32 = tern_i_type_get(thin->b->context, 32);
  const tern_attr_t *op = tern_enum_attr_get(thin->b->context, TERN_GPU_ENUM(ALL_REDUCE_OP), TERN_GPU_REDUCE_ADD);
  return tern_build_value(thin->b, TERN_GPU(SUBGROUP_REDUCE), .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(value->type),
                          .attrs = TERN_ATTRS({"op", op}, {"cluster_size", tern_integer_attr_get(i32, size)},
                                              {"cluster_stride", tern_integer_attr_get(i32, stride)}));
}

// --- results ---

void tern_thin_build_result(tern_thin_matmul_t *thin, tern_value_t *sum, tern_value_t *row, tern_value_t *column) {
  const tern_lone_contraction_t *c = &thin->around;
  const tern_affine_map_t *map = tern_linalg_indexing_map(c->op, 2);
  const tern_type_t *element = tern_type_element(tern_op_operand(c->op, 2)->type);
  tern_value_t *positions[TERN_LINALG_MAX_LOOPS], *initial = tern_lone_contraction_initial(thin->b, c, element);
  for (size_t d = 0; d < map->result_count; ++d) {
    size_t loop = (size_t)map->results[d]->value;
    positions[d] = loop == thin->row_loop ? row : loop == thin->length_loop ? column : tern_build_index(thin->b, 0);
    for (size_t i = 0; i < c->roles.batch_count; ++i) {
      if (loop == c->roles.batch[i]) positions[d] = thin->batch[i];
    }
  }
  if (initial && initial->type != sum->type) initial = widen(thin, initial, 1);
  if (initial) sum = tern_thin_build_sum(thin, initial, sum);
  if (sum->type != element) {
    sum = tern_build_value(thin->b, TERN_ARITH(TRUNCF), .operands = TERN_VALUES(sum), .types = TERN_TYPES(element));
  }
  tern_lone_contraction_store(thin->b, c, sum, positions);
}

// --- the pass ---

// Blocks that a processor has registers for when all accesses of an iteration are under way together: left to itself, the
// assembler would rather have more blocks that wait for each access.
static int64_t count_blocks(const tern_thin_matmul_t *thin) {
  const tern_thin_config_t *config = &thin->config;
  int64_t lines = thin->shape.is_deep ? config->lines : 1, sums = thin->shape.rows * lines;
  if (!thin->shape.is_deep || sums * thin->shape.lanes <= MANY_SUMS) sums *= thin->shape.lanes;
  int64_t accesses = config->unroll * (thin->shape.is_deep ? lines + thin->shape.rows : 1);
  int64_t words = tern_type_bit_width(thin->sum) > 32 ? 2 : 1;
  int64_t registers = sums * words + accesses * VECTOR_BYTES / 4 + 2 * thin->shape.rows + OTHER_REGISTERS;
  int64_t blocks = ALL_REGISTERS / (registers * config->threads), most = MAX_THREADS / config->threads;
  return blocks < 1 ? 1 : blocks < most ? blocks : most;
}

static void write_kernel(tern_thin_matmul_t *thin) {
  tern_builder_t b = tern_builder_before(tern_op_body(thin->around.func, 0)->last_op);
  const tern_contraction_t *roles = &thin->around.roles;
  tern_value_t *extents[TERN_THIN_MAX_BATCH];
  thin->b = &b;
  for (size_t i = 0; i < roles->batch_count; ++i)
    extents[i] = tern_build_index(&b, thin->around.ranges[roles->batch[i]]);
  if (roles->batch_count > 0) {
    tern_gpu_build_delinearized(&b, tern_gpu_build_id(&b, TERN_GPU(BLOCK_ID), 1), extents, roles->batch_count,
                                thin->batch);
  }
  tern_thin_factor_t *const factors[] = {&thin->matrix, &thin->vectors};
  for (size_t f = 0; f < 2; ++f) {
    factors[f]->flat = tern_lone_contraction_flat(&b, tern_op_operand(thin->around.op, factors[f]->position));
  }
  const tern_thin_config_t *config = &thin->config;
  int64_t per_block = config->width * thin->shape.lanes;
  if (thin->shape.is_deep) {
    per_block = config->threads / 32 / config->slices * config->lines;
    tern_thin_build_deep(thin);
  } else {
    tern_thin_build_wide(thin);
  }
  const int64_t blocks[3] = {thin->shape.length / per_block + (thin->shape.length % per_block > 0), thin->shape.batch,
                             1};
  tern_op_set_attr(thin->around.func, "nvvm.minctasm",
                   tern_integer_attr_get(tern_i_type_get(b.context, 32), count_blocks(thin)));
  tern_lone_contraction_finish(&thin->around, config->threads, blocks);
}

static bool rewrite(tern_lone_contraction_t *contraction, bool *out_is_error) {
  (void)out_is_error;
  tern_thin_matmul_t thin;
  if (!match(contraction, &thin)) return false;
  write_kernel(&thin);
  return true;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  int64_t made = tern_lone_contraction_rewrite(root, rewrite);
  if (made > 0) tern_pass_count(pass, 0, made);
  return made >= 0;
}

static const tern_dialect_t *const dialects[] = {&tern_vector_dialect, &tern_gpu_dialect, &tern_scf_dialect,
                                                 &tern_math_dialect, NULL};

const tern_pass_def_t tern_nvgpu_thin_matmul_pass = {
    .name = "GPUSkinnyMatmul",
    .flag = "gpu-skinny-matmul",
    .alias = "nvgpu-thin-matmul",  // as it was called until November 2026
    .summary = "Compute products of a matrix with one or a few vectors as fast as the matrix is read on CUDA devices",
    .description =
        "A kernel of one such product, with the fill of its result and element-wise ops behind it, is written as "
        "a whole. Needs the module's nvvm.target.",
    .anchor = "builtin.module",
    .statistics = (const char *const[]){"num-kernels - kernels that were written", NULL},
    .dialects = dialects,
    .run = run,
};
