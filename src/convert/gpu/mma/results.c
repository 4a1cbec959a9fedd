// What becomes of the sums of --gpu-pipeline-matmul: in the registers that they are in they become elements of the
// result, go through the element-wise ops behind the product, and are stored. A lane has two neighbours in a row of
// each fragment, and two more eight rows further down. Elements of 16 bits are exchanged first, so that each lane has
// eight neighbours and stores 16 bytes.

#include "analysis/layout/fragments.h"
#include "convert/gpu/matrix_sums.h"
#include "convert/gpu/mma/mma.h"
#include "convert/gpu/nest.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/gpu/gpu.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/memref.h"
#include "dialect/memref/type_inference.h"
#include "dialect/vector/vector.h"

enum { PAIR = 2, WIDE = TERN_GPU_WIDE_SUMS, MAX_VIEWS = 1 + TERN_MATMUL_MAX_EPILOGUE };

// What a buffer is to hold at the element.
typedef struct view {
  const tern_op_t *op;  // that wrote it
  tern_value_t *value;
} view_t;

typedef struct place {
  tern_builder_t *b;
  const tern_matmul_t *matmul;
  int64_t lanes;                             // 1 or PAIR
  tern_value_t *ivs[TERN_LINALG_MAX_LOOPS];  // of the product
} place_t;

static size_t output_position(const tern_op_t *op) { return tern_linalg_output_position(op, 0); }

// The innermost loop of the columns: neighbours of a row are neighbours in it.
static size_t column_loop(const tern_matmul_t *matmul) {
  const tern_matmul_group_t *n = &matmul->groups[TERN_MATMUL_N];
  return n->loops[n->count - 1];
}

// The loop of an op behind the product that goes with `loop` of the product.
static size_t matching_loop(const tern_matmul_t *matmul, const tern_op_t *op, size_t loop) {
  const tern_affine_map_t *result = tern_linalg_output_map(matmul->op, 0), *own = tern_linalg_output_map(op, 0);
  for (size_t r = 0; r < result->result_count; ++r) {
    if (tern_affine_expr_is_dim(result->results[r], loop)) return (size_t)own->results[r]->value;
  }
  return 0;
}

// May so many neighbours be loaded and stored together everywhere?
static bool allows_lanes(const tern_matmul_t *matmul, int64_t lanes) {
  const tern_matmul_operand_t *c = &matmul->operands[2];
  size_t columns = column_loop(matmul);
  uint32_t width = tern_type_bit_width(c->element);
  if (matmul->ranges[columns] == TERN_DYNAMIC || matmul->ranges[columns] % lanes || c->strides[columns] != 1)
    return false;
  if (c->alignment % lanes || c->offset % lanes || (width != 16 && width != 32)) return false;
  for (size_t loop = 0; loop < matmul->loop_count; ++loop) {
    if (loop == columns || matmul->ranges[loop] == 1) continue;
    if (c->strides[loop] == TERN_DYNAMIC || c->strides[loop] % lanes) return false;
  }
  for (size_t i = 0; i < matmul->epilogue_count; ++i) {
    const tern_op_t *op = matmul->epilogue[i];
    if (tern_gpu_choose_lanes(op, matching_loop(matmul, op, columns), matmul->ranges[columns]) < lanes) return false;
  }
  return true;
}

static int64_t choose_lanes(const tern_matmul_t *matmul) {
  if (matmul->number == TERN_MATMUL_F32 && allows_lanes(matmul, 2 * PAIR)) return 2 * PAIR;
  return allows_lanes(matmul, PAIR) ? PAIR : 1;
}

// --- one place ---

static const tern_type_t *with_lanes(const tern_type_t *element, int64_t lanes) {
  return lanes > 1 ? tern_vector_type_get(element, &lanes, 1, 0) : element;
}

static const tern_type_t *with_lanes_always(const tern_type_t *element, int64_t lanes) {
  return tern_vector_type_get(element, &lanes, 1, 0);
}

static tern_value_t *build_element(tern_builder_t *b, tern_value_t *vector, int64_t lane) {
  return tern_build_value(
      b, TERN_VECTOR(EXTRACT), .operands = TERN_VALUES(vector), .types = TERN_TYPES(tern_type_element(vector->type)),
      .attrs = TERN_ATTRS({"static_position", tern_dense_i64_array_attr_get(b->context, &lane, 1)}));
}

static tern_value_t *build_cast(const place_t *p, tern_value_t *value, const tern_type_t *element) {
  const tern_type_t *from = value->type->kind == TERN_TYPE_VECTOR ? tern_type_element(value->type) : value->type;
  if (from == element) return value;
  bool is_wider = tern_type_bit_width(element) > tern_type_bit_width(from);
  return tern_build_value(p->b, is_wider ? TERN_ARITH(EXTF) : TERN_ARITH(TRUNCF), .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(with_lanes(element, p->lanes)));
}

static tern_value_t *build_splat(const place_t *p, tern_value_t *value) {
  if (p->lanes == 1 || value->type->kind == TERN_TYPE_VECTOR) return value;
  return tern_build_value(p->b, TERN_VECTOR(BROADCAST), .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(with_lanes(value->type, p->lanes)));
}

static void set_positions(const place_t *p, const tern_op_t *op, tern_value_t **out_ivs) {
  const tern_affine_map_t *result = tern_linalg_output_map(p->matmul->op, 0), *own = tern_linalg_output_map(op, 0);
  for (size_t r = 0; r < own->result_count; ++r) out_ivs[own->results[r]->value] = p->ivs[result->results[r]->value];
}

static tern_value_t *build_load(const place_t *p, const tern_op_t *op, size_t position, tern_value_t *const *ivs,
                                size_t columns) {
  const tern_value_t *memref = tern_op_operand(op, position);
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  bool is_along = false;
  for (size_t r = 0; r < map->result_count; ++r) is_along |= tern_affine_expr_uses_dim(map->results[r], columns);
  if (p->lanes == 1 || !is_along || memref->type->kind != TERN_TYPE_MEMREF) {
    return tern_gpu_build_load(p->b, op, position, ivs);
  }
  tern_value_t *operands[1 + TERN_LINALG_MAX_LOOPS];
  size_t count = tern_gpu_build_access(p->b, op, position, ivs, operands);
  return tern_build_value(p->b, TERN_VECTOR(LOAD), .operands = {operands, count},
                          .types = TERN_TYPES(with_lanes(tern_type_element(memref->type), p->lanes)));
}

static void build_store(const place_t *p, const tern_op_t *op, tern_value_t *const *ivs, tern_value_t *value) {
  if (p->lanes == 1) {
    tern_gpu_build_store(p->b, op, output_position(op), ivs, value);
    return;
  }
  tern_value_t *operands[2 + TERN_LINALG_MAX_LOOPS] = {build_splat(p, value)};
  size_t count = tern_gpu_build_access(p->b, op, output_position(op), ivs, operands + 1);
  tern_build(p->b, TERN_VECTOR(STORE), .operands = {operands, 1 + count});
}

static view_t *find_view(view_t *views, size_t count, const tern_value_t *memref) {
  for (size_t i = 0; i < count; ++i) {
    if (memref->type->kind == TERN_TYPE_MEMREF && tern_gpu_is_same_view(tern_linalg_output(views[i].op, 0), memref)) {
      return &views[i];
    }
  }
  return NULL;
}

static tern_value_t *build_epilogue_op(const place_t *p, const tern_op_t *op, view_t *views, size_t view_count) {
  tern_value_t *args[TERN_LINALG_MAX_LOOPS], *ivs[TERN_LINALG_MAX_LOOPS] = {0}, *result;
  const tern_block_t *body = tern_linalg_body(op);
  size_t columns = matching_loop(p->matmul, op, column_loop(p->matmul));
  set_positions(p, op, ivs);
  for (size_t i = 0; i < op->operand_count; ++i) {
    args[i] = NULL;
    if (!tern_value_has_uses(body->args[i])) continue;
    const view_t *view = find_view(views, view_count, tern_op_operand(op, i));
    args[i] = view ? view->value : build_load(p, op, i, ivs, columns);
  }
  tern_gpu_build_body(p->b, op, args, ivs, p->lanes, columns, &result);
  return result;
}

// The sums at one place (a scalar or a pair) to the buffers.
static void build_elements(const place_t *p, tern_value_t *sums) {
  const tern_matmul_t *matmul = p->matmul;
  const tern_type_t *element = matmul->operands[2].element;
  tern_value_t *start = NULL;
  if (!matmul->fill) {
    start = build_load(p, matmul->op, output_position(matmul->op), p->ivs, column_loop(matmul));
  } else if (!matmul->starts_at_zero) {
    start = build_splat(p, tern_op_operand(matmul->fill, 0));
  }
  if (start) {
    bool is_float = tern_type_is_float(element);
    start = build_cast(p, start, matmul->accumulator);
    sums = tern_build_value(p->b, is_float ? TERN_ARITH(ADDF) : TERN_ARITH(ADDI), .operands = TERN_VALUES(sums, start));
  }
  view_t views[MAX_VIEWS] = {{matmul->op, build_cast(p, sums, element)}};
  size_t count = 1;
  for (size_t i = 0; i < matmul->epilogue_count; ++i) {
    const tern_op_t *op = matmul->epilogue[i];
    tern_value_t *value = build_epilogue_op(p, op, views, count);
    view_t *view = find_view(views, count, tern_linalg_output(op, 0));
    if (!view) view = &views[count++];
    *view = (view_t){op, value};
  }
  for (size_t i = 0; i < count; ++i) {
    tern_value_t *ivs[TERN_LINALG_MAX_LOOPS] = {0};
    if (tern_matmul_is_temporary(tern_linalg_output(views[i].op, 0))) continue;
    bool is_own = views[i].op == matmul->op;
    if (!is_own) set_positions(p, views[i].op, ivs);
    build_store(p, views[i].op, is_own ? p->ivs : ivs, views[i].value);
  }
}

// --- all places of a lane ---

static bool is_cut(const tern_matmul_group_t *group, int64_t size) {
  return group->range == TERN_DYNAMIC || group->range % size != 0;
}

// Elements `first` on of a vector: a scalar, or as many as the place has lanes.
static tern_value_t *build_part(const place_t *p, tern_value_t *vector, int64_t first) {
  tern_builder_t *b = p->b;
  if (vector->type->kind != TERN_TYPE_VECTOR || tern_type_dim(vector->type, 0) == p->lanes) return vector;
  if (p->lanes == 1) return build_element(b, vector, first);
  const tern_type_t *i64 = tern_i_type_get(b->context, 64);
  const int64_t numbers[] = {first, p->lanes, 1};
  const tern_attr_t *lists[3];
  for (size_t i = 0; i < 3; ++i) {
    const tern_attr_t *number = tern_integer_attr_get(i64, numbers[i]);
    lists[i] = tern_array_attr_get(b->context, &number, 1);
  }
  return tern_build_value(b, TERN_VECTOR(EXTRACT_STRIDED_SLICE), .operands = TERN_VALUES(vector),
                          .types = TERN_TYPES(with_lanes(p->matmul->accumulator, p->lanes)),
                          .attrs = TERN_ATTRS({"offsets", lists[0]}, {"sizes", lists[1]}, {"strides", lists[2]}));
}

// Neighbours of the row from `column` on: a vector, or a scalar.
static void build_neighbours(const place_t *all, tern_value_t *column, tern_value_t *sums) {
  place_t p = *all;
  tern_builder_t *b = p.b;
  const tern_matmul_t *matmul = p.matmul;
  const tern_matmul_group_t *n = &matmul->groups[TERN_MATMUL_N];
  int64_t width = sums->type->kind == TERN_TYPE_VECTOR ? tern_type_dim(sums->type, 0) : 1;
  if (width < p.lanes) p.lanes = width;
  for (int64_t i = 0; i < width; i += p.lanes) {
    tern_value_t *own = tern_build_index_add(b, column, tern_build_index(b, i));
    tern_op_t *guard = NULL;
    if (is_cut(n, matmul->config.tile[1])) {
      guard = tern_gpu_build_if(b, tern_gpu_build_less(b, own, n->extent), (tern_types_t){0});
    }
    tern_value_t *value = build_part(&p, sums, i);
    tern_matmul_build_loops(b, matmul, TERN_MATMUL_N, own, p.ivs);
    build_elements(&p, value);
    if (guard) tern_gpu_build_if_end(b, guard, (tern_values_t){0});
  }
}

tern_layout_t tern_matmul_sums_layout(const tern_matmul_kernel_t *kernel) {
  const int64_t *warps = kernel->matmul->config.warps;
  tern_layout_t fragment = tern_fragment_layout(TERN_FRAGMENT_MMA_M16N8_D);
  tern_layout_t sums = kernel->matmul->number == TERN_MATMUL_F32
                           ? tern_matmul_fma_sums(kernel)
                           : tern_gpu_matrix_sums(&fragment, kernel->fragments_n, kernel->fragments_m);
  return TERN_LAYOUT_EXTEND(&sums, {"warp_m", warps[0], "dim0"}, {"warp_n", warps[1], "dim1"});
}

static tern_gpu_places_t build_places(tern_matmul_kernel_t *kernel, const tern_layout_t *sums, tern_value_t *unit) {
  tern_gpu_places_t places =
      tern_gpu_build_places(kernel->b, sums,
                            TERN_GPU_INPUTS({TERN_LAYOUT_LANE, kernel->lane}, {"warp_m", kernel->warp_m},
                                            {"warp_n", kernel->warp_n}, {"unit", unit}));
  tern_gpu_places_begin_at(&places, "dim0", kernel->row);
  tern_gpu_places_begin_at(&places, "dim1", kernel->column);
  return places;
}

tern_gpu_places_t tern_matmul_build_sum_places(tern_matmul_kernel_t *kernel, tern_value_t *unit) {
  tern_layout_t sums = tern_matmul_sums_layout(kernel);
  return build_places(kernel, &sums, unit);
}

static place_t begin(tern_matmul_kernel_t *kernel) {
  const tern_matmul_t *matmul = kernel->matmul;
  place_t p = {.b = kernel->b, .matmul = matmul, .lanes = choose_lanes(matmul)};
  for (size_t loop = 0; loop < matmul->loop_count; ++loop) p.ivs[loop] = tern_build_index(p.b, 0);
  tern_matmul_build_loops(p.b, matmul, TERN_MATMUL_BATCH, kernel->batch, p.ivs);
  return p;
}

// The row's positions, in a guard (NULL: none) if the tile may end before it.
static tern_op_t *begin_row(place_t *p, tern_value_t *row) {
  const tern_matmul_group_t *m = &p->matmul->groups[TERN_MATMUL_M];
  tern_op_t *guard = NULL;
  if (is_cut(m, p->matmul->config.tile[0])) {
    guard = tern_gpu_build_if(p->b, tern_gpu_build_less(p->b, row, m->extent), (tern_types_t){0});
  }
  tern_matmul_build_loops(p->b, p->matmul, TERN_MATMUL_M, row, p->ivs);
  return guard;
}

// --- eight neighbours of 16 bits ---

// May eight neighbours of the op's operand be loaded or stored together?
static bool allows_wide_operand(const tern_op_t *op, size_t position, size_t columns) {
  const tern_value_t *memref = tern_op_operand(op, position);
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  int64_t strides[TERN_MEMREF_MAX_RANK], offset;
  if (memref->type->kind != TERN_TYPE_MEMREF) return true;
  size_t rank = tern_type_rank(memref->type);
  if (rank > TERN_MEMREF_MAX_RANK || !tern_memref_type_strides(memref->type, strides, &offset)) return false;
  bool is_along = false;
  for (size_t d = 0; d < rank; ++d) is_along |= tern_affine_expr_uses_dim(map->results[d], columns);
  if (!is_along) return true;
  if (!tern_affine_expr_is_dim(map->results[rank - 1], columns) || strides[rank - 1] != 1) return false;
  for (size_t d = 0; d + 1 < rank; ++d) {
    if (strides[d] == TERN_DYNAMIC || strides[d] % WIDE || tern_affine_expr_uses_dim(map->results[d], columns)) {
      return false;
    }
  }
  return offset != TERN_DYNAMIC && offset % WIDE == 0 && tern_gpu_base_alignment(memref) % WIDE == 0;
}

static bool is_stored_half(const tern_op_t *op) {
  const tern_value_t *output = tern_linalg_output(op, 0);
  return tern_type_bit_width(tern_type_element(output->type)) == 16 && !tern_matmul_is_temporary(output);
}

static bool stores_halves(const tern_matmul_t *matmul) {
  bool is_any = is_stored_half(matmul->op);
  for (size_t i = 0; i < matmul->epilogue_count; ++i) is_any |= is_stored_half(matmul->epilogue[i]);
  return is_any;
}

static bool allows_wide(const tern_matmul_kernel_t *kernel) {
  const tern_matmul_t *matmul = kernel->matmul;
  size_t columns = column_loop(matmul);
  if (!matmul->fill || !matmul->starts_at_zero || !stores_halves(matmul)) return false;
  if (kernel->fragments_n % (WIDE / PAIR) || matmul->ranges[columns] == TERN_DYNAMIC ||
      matmul->ranges[columns] % WIDE || choose_lanes(matmul) == 1 ||
      !allows_wide_operand(matmul->op, matmul->positions[2], columns)) {
    return false;
  }
  for (size_t i = 0; i < matmul->epilogue_count; ++i) {
    const tern_op_t *op = matmul->epilogue[i];
    for (size_t o = 0; o < op->operand_count; ++o) {
      if (!allows_wide_operand(op, o, matching_loop(matmul, op, columns))) return false;
    }
  }
  return true;
}

static tern_value_t *build_vector(tern_builder_t *b, tern_value_t *const *elements, int64_t count) {
  return tern_build_value(b, TERN_VECTOR(FROM_ELEMENTS), .operands = {elements, (size_t)count},
                          .types = TERN_TYPES(with_lanes_always(elements[0]->type, count)));
}

// Units of a row, of which each lane has a pair, become one unit for each lane. Pairs of 16 bits are one word, others are
// two.
static tern_value_t *build_wide(tern_matmul_kernel_t *kernel, const place_t *p, const tern_gpu_wide_sums_t *wide,
                                tern_value_t *const *pairs) {
  tern_builder_t *b = kernel->b;
  const tern_type_t *element = p->matmul->operands[2].element, *i32 = tern_i_type_get(b->context, 32);
  tern_value_t *words[TERN_GPU_WIDE_SUMS];
  bool is_half = wide->word_bits > 0;
  for (int64_t i = 0; i < wide->units; ++i) {
    tern_value_t *pair = pairs[i];
    if (is_half) {
      pair = tern_build_value(b, TERN_VECTOR(BITCAST), .operands = TERN_VALUES(build_cast(p, pair, element)),
                              .types = TERN_TYPES(with_lanes_always(i32, 1)));
      words[i] = build_element(b, pair, 0);
      continue;
    }
    for (int64_t e = 0; e < PAIR; ++e) words[PAIR * i + e] = build_element(b, pair, e);
  }
  tern_gpu_build_wide_sums(b, wide, kernel->lane, words);
  if (!is_half) return build_vector(b, words, TERN_GPU_WIDE_SUMS);
  return tern_build_value(b, TERN_VECTOR(BITCAST), .operands = TERN_VALUES(build_vector(b, words, wide->units)),
                          .types = TERN_TYPES(with_lanes_always(element, TERN_GPU_WIDE_SUMS)));
}

static tern_value_t *build_row_place(const tern_gpu_places_t *places, int64_t unit) {
  return tern_gpu_build_place(places, "dim0", TERN_GPU_NUMBERS({"unit", unit}));
}

static tern_value_t *build_column_place(const tern_gpu_places_t *places, int64_t unit) {
  return tern_gpu_build_place(places, "dim1", TERN_GPU_NUMBERS({"unit", unit}));
}

static void build_wide_results(tern_matmul_kernel_t *kernel, const tern_gpu_wide_sums_t *wide,
                               tern_value_t *const *sums) {
  tern_builder_t *b = kernel->b;
  place_t p = begin(kernel);
  tern_gpu_places_t places = build_places(kernel, &wide->sums, NULL);
  int64_t units = kernel->fragments_n / wide->units;
  for (int64_t i = 0; i < 2 * kernel->fragments_m; ++i) {
    tern_value_t *neighbours[TERN_MATMUL_MAX_FRAGMENTS];
    p.lanes = PAIR;
    for (int64_t j = 0; j < units; ++j) {
      tern_value_t *pairs[TERN_GPU_WIDE_SUMS];
      for (int64_t k = 0; k < wide->units; ++k) {
        pairs[k] = tern_matmul_build_row(b, sums[i / 2 * kernel->fragments_n + j * wide->units + k], i % 2);
      }
      neighbours[j] = build_wide(kernel, &p, wide, pairs);
    }
    p.lanes = TERN_GPU_WIDE_SUMS;
    tern_op_t *guard = begin_row(&p, build_row_place(&places, i * units));
    for (int64_t j = 0; j < units; ++j) build_neighbours(&p, build_column_place(&places, j), neighbours[j]);
    if (guard) tern_gpu_build_if_end(b, guard, (tern_values_t){0});
  }
}

void tern_matmul_build_results(tern_matmul_kernel_t *kernel, tern_value_t *const *sums) {
  tern_builder_t *b = kernel->b;
  if (kernel->matmul->number == TERN_MATMUL_F32) {
    tern_matmul_fma_build_results(kernel, sums);
    return;
  }
  tern_layout_t layout = tern_matmul_sums_layout(kernel);
  tern_gpu_wide_sums_t wide;
  if (allows_wide(kernel) &&
      tern_gpu_choose_wide_sums(&layout, tern_type_bit_width(kernel->matmul->operands[2].element), &wide)) {
    build_wide_results(kernel, &wide, sums);
    return;
  }
  place_t p = begin(kernel);
  tern_gpu_places_t places = tern_matmul_build_sum_places(kernel, NULL);
  for (int64_t i = 0; i < 2 * kernel->fragments_m; ++i) {
    tern_op_t *guard = begin_row(&p, build_row_place(&places, i * kernel->fragments_n));
    for (int64_t j = 0; j < kernel->fragments_n; ++j) {
      tern_value_t *pair = tern_matmul_build_row(b, sums[i / 2 * kernel->fragments_n + j], i % 2);
      build_neighbours(&p, build_column_place(&places, j), pair);
    }
    if (guard) tern_gpu_build_if_end(b, guard, (tern_values_t){0});
  }
}

void tern_matmul_build_unit_results(tern_matmul_kernel_t *kernel, const tern_matmul_unit_t *units, size_t count) {
  for (size_t u = 0; u < count; ++u) tern_matmul_build_row_results(kernel, &units[u], 1);
}

void tern_matmul_build_row_results(tern_matmul_kernel_t *kernel, const tern_matmul_unit_t *units, size_t count) {
  place_t p = begin(kernel);
  tern_op_t *guard = begin_row(&p, units[0].row);
  for (size_t u = 0; u < count; ++u) build_neighbours(&p, units[u].column, units[u].sums);
  if (guard) tern_gpu_build_if_end(p.b, guard, (tern_values_t){0});
}
