// Tiles of the factors on their way to shared memory, for --gpu-pipeline-matmul.
//
// A thread copies units of 16 bytes where the operand's memory allows it, else of 8 or 4, by copies that go on by
// themselves (cp.async); what lies outside of the operand becomes zeros, because the copy is told how many elements
// there are. Elements narrower than 4 bytes that lie anywhere are loaded and stored one by one. Threads go along the
// dimension that is dense in memory. Where tensor cores want lines along k and the operand is dense along the other
// dimension, f16 and bf16 stay as they are, for ldmatrix transposes them, and f32 is read one by one; bytes are
// transposed by the copy, four by four. What goes through registers is loaded before a tile's products and stored
// behind them.
//
// A line's groups of 16 bytes are exchanged by bits of the line's number, so that the eight lines that ldmatrix reads
// at once lie in different banks (the swizzle of NVIDIA's CUTLASS).

#include "analysis/layout/memory_layouts.h"
#include "convert/gpu/mma/mma.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/memref/memref.h"
#include "dialect/nvgpu/nvgpu.h"
#include "dialect/vector/vector.h"

enum { GROUP_BYTES = 16, LEAST_ASYNC_BYTES = 4, QUAD = 4 };

static tern_value_t *build(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x, int64_t y) {
  return tern_build_value(b, row, .operands = TERN_VALUES(x, tern_build_index(b, y)));
}

// How threads share the copies of one tile.
typedef struct dealing {
  tern_matmul_axis_t own;  // M of A, N of B: the group that is not k
  bool is_along_k;         // threads go along k first
  bool is_crossed;         // lines of the tile run the other way
  int64_t unit;            // elements
  int64_t rows;            // of units that are copied together: 1, or QUAD to be transposed
  int64_t fast, slow;      // units along the threads' way, their rows across it
  int64_t threads;
  size_t count;  // of each thread
} dealing_t;

static int64_t thread_count(const tern_matmul_t *matmul) {
  const int64_t *warps = matmul->config.warps;
  return 32 * warps[0] * warps[1] * warps[2];
}

static tern_matmul_axis_t own_axis(size_t operand) { return operand == 0 ? TERN_MATMUL_M : TERN_MATMUL_N; }

// May units of `unit` elements along `axis` be copied at once?
static bool allows_unit(const tern_matmul_t *matmul, size_t which, tern_matmul_axis_t axis, int64_t unit) {
  const tern_matmul_operand_t *operand = &matmul->operands[which];
  int64_t range;
  if (unit == 1) return true;
  if (operand->alignment % unit || operand->offset % unit || operand->shift % unit) return false;
  if (!tern_matmul_edges_allow_unit(matmul, which, axis, unit)) return false;
  tern_matmul_inner_stride(matmul, which, axis, &range);
  if (!tern_matmul_is_linear(matmul, which, axis) && (range == TERN_DYNAMIC || range % unit)) return false;
  for (size_t loop = 0; loop < matmul->loop_count; ++loop) {
    if (matmul->ranges[loop] == 1 || operand->strides[loop] == 0) continue;
    if (tern_matmul_is_inner(matmul, which, axis, loop)) continue;
    if (operand->strides[loop] == TERN_DYNAMIC && matmul->assumes_alignment) continue;
    if (operand->strides[loop] == TERN_DYNAMIC || operand->strides[loop] % unit) return false;
  }
  return true;
}

static bool is_dense_along(const tern_matmul_t *matmul, size_t which, tern_matmul_axis_t axis) {
  int64_t range;
  return matmul->groups[axis].count > 0 && tern_matmul_inner_stride(matmul, which, axis, &range) == 1;
}

// Bytes that lie across are taken four by four and transposed in registers.
static bool is_quad(const tern_matmul_t *matmul, size_t which, const dealing_t *d) {
  int64_t range = matmul->groups[d->own].range;
  return d->is_crossed && matmul->bytes == 1 && range != TERN_DYNAMIC && range % QUAD == 0 &&
         allows_unit(matmul, which, d->own, QUAD);
}

static dealing_t find_dealing(const tern_matmul_t *matmul, size_t which, tern_matmul_tile_t *tile) {
  dealing_t d = {.own = own_axis(which), .threads = thread_count(matmul)};
  const int64_t *sizes = matmul->config.tile;
  int64_t own_size = sizes[which], depth = sizes[2];
  bool is_deep = is_dense_along(matmul, which, TERN_MATMUL_K) || !is_dense_along(matmul, which, d.own);
  bool can_transpose = matmul->bytes != 1;
  d.is_along_k = is_deep;
  tile->is_deep = is_deep || !can_transpose;
  tile->lines = tile->is_deep ? own_size : depth;
  tile->columns = tile->is_deep ? depth : own_size;
  d.is_crossed = tile->is_deep != is_deep;
  tern_matmul_axis_t axis = d.is_along_k ? TERN_MATMUL_K : d.own;
  d.unit = 1;
  for (int64_t unit = GROUP_BYTES / matmul->bytes; !d.is_crossed && unit * matmul->bytes >= LEAST_ASYNC_BYTES;
       unit /= 2) {
    if (!is_dense_along(matmul, which, axis) || !allows_unit(matmul, which, axis, unit)) continue;
    d.unit = unit;
    break;
  }
  d.rows = is_quad(matmul, which, &d) ? QUAD : 1;
  if (d.rows > 1) d.unit = QUAD;
  d.fast = (d.is_along_k ? depth : own_size) / d.unit;
  d.slow = (d.is_along_k ? own_size : depth) / d.rows;
  d.count = (size_t)((d.fast * d.slow + d.threads - 1) / d.threads);
  return d;
}

// How units of an operand are copied; that does not depend on the tile.
static dealing_t find_manner(const tern_matmul_t *matmul, size_t which) {
  tern_matmul_t any = *matmul;
  tern_matmul_tile_t tile;
  any.config = (tern_mma_config_t){.tile = {128, 128, 128}, .warps = {1, 1, 1}};
  return find_dealing(&any, which, &tile);
}

static bool is_gathered(const tern_matmul_t *matmul) {
  for (size_t i = 0; i < 2; ++i) {
    dealing_t d = find_manner(matmul, i);
    if (d.rows == 1 && d.unit * matmul->bytes < LEAST_ASYNC_BYTES) return true;
  }
  return false;
}

int64_t tern_matmul_copied_bytes(const tern_matmul_t *matmul, size_t which, bool *out_is_transposed) {
  dealing_t d = find_manner(matmul, which);
  *out_is_transposed = d.rows > 1;
  return d.unit * d.rows * matmul->bytes;
}

bool tern_matmul_depends_on_alignment(const tern_matmul_t *matmul) {
  tern_matmul_t aligned = *matmul;
  aligned.assumes_alignment = true;
  return is_gathered(matmul) && !is_gathered(&aligned);
}

tern_value_t *tern_matmul_build_alignment_check(tern_builder_t *b, const tern_matmul_t *matmul) {
  tern_value_t *is_aligned = NULL;
  int64_t unit = GROUP_BYTES / matmul->bytes;
  for (size_t i = 0; i < 2; ++i) {
    const tern_matmul_operand_t *operand = &matmul->operands[i];
    for (size_t loop = 0; loop < matmul->loop_count; ++loop) {
      if (matmul->ranges[loop] == 1 || operand->strides[loop] != TERN_DYNAMIC) continue;
      tern_value_t *rest = build(b, TERN_ARITH(REMUI), operand->values[loop], unit);
      is_aligned = tern_gpu_build_and(b, is_aligned, tern_gpu_build_less(b, rest, tern_build_index(b, 1)));
    }
  }
  return is_aligned;
}

bool tern_matmul_plan_copies(const tern_matmul_t *matmul, tern_matmul_tile_t *tiles) {
  bool is_right = true;
  for (size_t i = 0; i < 2; ++i) {
    dealing_t d = find_dealing(matmul, i, &tiles[i]);
    is_right &= d.count * (size_t)d.rows <= TERN_MATMUL_MAX_COPIES;
  }
  if (matmul->number == TERN_MATMUL_F32) is_right &= tern_matmul_fma_allows(&matmul->config, tiles);
  return is_right;
}

// --- positions ---

tern_layout_t tern_matmul_tile_layout(const tern_matmul_t *matmul, size_t which, const tern_matmul_tile_t *tile) {
  size_t deep = tern_matmul_deep_dim(which), along = tile->is_deep ? deep : 1 - deep;
  int64_t shape[2];
  shape[along] = tile->columns;
  shape[1 - along] = tile->lines;
  return tern_layout_swizzled_lines(shape, along, (size_t)(8 * matmul->bytes));
}

// How threads are dealt the units of a tile: thread, copy, and row of a unit that is transposed -> dim0, dim1 of the tile.
// Threads go along the memory's lines first.
static tern_layout_t find_units(const dealing_t *d, size_t which) {
  size_t deep = tern_matmul_deep_dim(which);
  const char *fast_dim = tern_layout_dim_name(d->is_along_k ? deep : 1 - deep);
  const char *slow_dim = tern_layout_dim_name(d->is_along_k ? 1 - deep : deep);
  int64_t beside = d->threads < d->fast ? d->threads : d->fast, below = d->threads / beside;
  if (below > d->slow) below = d->slow;  // the other threads have none
  return TERN_LAYOUT_EXTEND(NULL, {"element", d->unit, fast_dim}, {"thread", beside, fast_dim},
                            {"copy", d->fast / beside, fast_dim}, {"row", d->rows, slow_dim},
                            {"thread", below, slow_dim}, {"copy", d->slow / below, slow_dim});
}

// Does a tile of `size` end within the group's range somewhere?
static bool is_cut(const tern_matmul_group_t *group, int64_t size) {
  return group->range == TERN_DYNAMIC || group->range % size != 0;
}

static bool cuts_units(const tern_matmul_group_t *group, int64_t unit) {
  return group->range == TERN_DYNAMIC || group->range % unit != 0;
}

// How many of `unit` elements from `position` on lie below `extent`: between 0 and `unit`.
static tern_value_t *build_left(tern_builder_t *b, tern_value_t *position, tern_value_t *extent, int64_t unit) {
  tern_value_t *left = tern_build_index_sub(b, extent, position), *most = tern_build_index(b, unit);
  left = tern_build_value(b, TERN_ARITH(MINSI), .operands = TERN_VALUES(left, most));
  return tern_build_value(b, TERN_ARITH(MAXSI), .operands = TERN_VALUES(left, tern_build_index(b, 0)));
}

static tern_value_t *build_select(tern_builder_t *b, tern_value_t *condition, tern_value_t *x, tern_value_t *y) {
  return tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(condition, x, y));
}

void tern_matmul_prepare_copies(tern_matmul_kernel_t *kernel, size_t which) {
  tern_builder_t *b = kernel->b;
  const tern_matmul_t *matmul = kernel->matmul;
  tern_matmul_tile_t *tile = &kernel->tiles[which];
  tern_matmul_copies_t *copies = &kernel->copies[which];
  dealing_t d = find_dealing(matmul, which, tile);
  const tern_matmul_group_t *own = &matmul->groups[d.own];
  const char *deep_dim = tern_layout_dim_name(tern_matmul_deep_dim(which));
  const char *own_dim = tern_layout_dim_name(1 - tern_matmul_deep_dim(which));
  tern_layout_t units = find_units(&d, which), memory = tern_matmul_tile_layout(matmul, which, tile);
  tern_layout_t offsets = tern_layout_invert_and_compose(&units, &memory);
  const tern_gpu_inputs_t inputs = TERN_GPU_INPUTS({"thread", kernel->thread});
  tern_gpu_places_t in_tile = tern_gpu_build_places(b, &units, inputs),
                    targets = tern_gpu_build_places(b, &offsets, inputs);
  int64_t total = d.fast * d.slow;
  *copies = (tern_matmul_copies_t){.count = d.count, .unit = d.unit, .rows = d.rows};
  copies->is_async = d.rows == 1 && d.unit * matmul->bytes >= LEAST_ASYNC_BYTES;
  if (total < d.threads) copies->guard = tern_gpu_build_less(b, kernel->thread, tern_build_index(b, total));
  tern_value_t *start = which == 0 ? kernel->row : kernel->column;
  tern_value_t *base = tern_matmul_build_place(b, matmul, which, TERN_MATMUL_BATCH, kernel->batch);
  base = tern_build_index_add(b, base, tern_build_index(b, matmul->operands[which].shift));
  bool is_linear = tern_matmul_is_linear(matmul, which, TERN_MATMUL_K);
  for (size_t i = 0; i < d.count; ++i) {
    const int64_t copy = (int64_t)i;
    tern_value_t *depth = tern_gpu_build_place(&in_tile, deep_dim, TERN_GPU_NUMBERS({"copy", copy}));
    tern_value_t *position = tern_gpu_build_place(&in_tile, own_dim, TERN_GPU_NUMBERS({"copy", copy}));
    copies->target[i] = tern_gpu_build_place(&targets, TERN_LAYOUT_OFFSET, TERN_GPU_NUMBERS({"copy", copy}));
    for (int64_t c = 0; d.rows > 1 && c < QUAD; ++c) {
      // The unit's element `c` begins a column of its rows.
      copies->quad_targets[QUAD * i + (size_t)c] =
          tern_gpu_build_place(&targets, TERN_LAYOUT_OFFSET, TERN_GPU_NUMBERS({"copy", copy}, {"element", c}));
    }
    position = tern_build_index_add(b, start, position);
    if (is_cut(own, matmul->config.tile[which])) {
      bool is_partial = !d.is_along_k && d.unit > 1 && cuts_units(own, d.unit);
      if (is_partial) copies->left[i] = build_left(b, position, own->extent, d.unit);
      if (!is_partial) copies->is_inside[i] = tern_gpu_build_less(b, position, own->extent);
      // Rows outside are not read, but their places are computed from a row that is there.
      tern_value_t *is_inside = tern_gpu_build_less(b, position, own->extent);
      position = build_select(b, is_inside, position, tern_build_index(b, 0));
    }
    copies->depth[i] = depth;
    tern_matmul_build_edges(b, matmul, which, d.own, position, copies->edges[i]);
    copies->place[i] = tern_build_index_add(b, base, tern_matmul_build_place(b, matmul, which, d.own, position));
    if (is_linear) {
      tern_value_t *deep = tern_matmul_build_place(b, matmul, which, TERN_MATMUL_K, depth);
      copies->place[i] = tern_build_index_add(b, copies->place[i], deep);
    }
  }
}

// --- copies ---

static void build_async_copy(tern_matmul_kernel_t *kernel, size_t which, tern_value_t *target, tern_value_t *place,
                             tern_value_t *elements) {
  tern_builder_t *b = kernel->b;
  int64_t unit = kernel->copies[which].unit;
  tern_value_t *operands[] = {kernel->tiles[which].memory, target, kernel->matmul->operands[which].flat, place,
                              elements};
  tern_named_attr_t attrs[] = {
      {"dstElements", tern_integer_attr_get(tern_index_type_get(b->context), unit)},
      {"bypassL1", tern_unit_attr_get(b->context)},
  };
  bool is_whole = unit * kernel->matmul->bytes == GROUP_BYTES;
  tern_build(b, TERN_NVGPU(DEVICE_ASYNC_COPY), .operands = {operands, elements ? 5 : 4},
             .types = TERN_TYPES(tern_matmul_token_type(b->context)), .attrs = {attrs, is_whole ? 2 : 1},
             .segments = (int32_t[]){1, 1, 1, 1, elements != NULL});
}

// Where a unit comes from at `depth` along k, `row` rows further on.
typedef struct source {
  tern_value_t *place;
  tern_value_t *is_inside;  // NULL: always
  tern_value_t *elements;   // of the unit that are inside; NULL: all
} source_t;

static source_t find_source(tern_matmul_kernel_t *kernel, size_t which, size_t i, tern_value_t *depth, int64_t row) {
  tern_builder_t *b = kernel->b;
  const tern_matmul_t *matmul = kernel->matmul;
  const tern_matmul_copies_t *copies = &kernel->copies[which];
  const tern_matmul_group_t *k = &matmul->groups[TERN_MATMUL_K];
  tern_matmul_tile_t tile;
  dealing_t d = find_dealing(matmul, which, &tile);
  source_t source = {.is_inside = copies->is_inside[i], .elements = copies->left[i]};
  bool is_linear = tern_matmul_is_linear(matmul, which, TERN_MATMUL_K);
  tern_value_t *moved = tern_build_index_add(b, depth, tern_build_index(b, row));
  tern_value_t *position = tern_build_index_add(b, moved, copies->depth[i]);
  if (is_cut(k, matmul->config.tile[2] * matmul->config.split)) {
    bool is_partial = d.is_along_k && d.unit > 1 && cuts_units(k, d.unit);
    tern_value_t *is_deep_inside = tern_gpu_build_less(b, position, k->extent);
    if (is_partial) source.elements = build_left(b, position, k->extent, d.unit);
    if (!is_partial) source.is_inside = tern_gpu_build_and(b, source.is_inside, is_deep_inside);
    if (!is_linear) position = build_select(b, is_deep_inside, position, tern_build_index(b, 0));
  }
  // The thread's own depth is in its place already where places are products.
  tern_value_t *part = tern_matmul_build_place(b, matmul, which, TERN_MATMUL_K, is_linear ? moved : position);
  source.place = tern_build_index_add(b, copies->place[i], part);
  tern_value_t *is_in_image = tern_matmul_build_in_image(b, matmul, which, copies->edges[i], position);
  if (is_in_image) {
    source.is_inside = tern_gpu_build_and(b, source.is_inside, is_in_image);
    source.place = build_select(b, is_in_image, source.place, tern_build_index(b, 0));
  }
  return source;
}

void tern_matmul_build_copies(tern_matmul_kernel_t *kernel, size_t which, tern_value_t *depth, tern_value_t *stage) {
  tern_builder_t *b = kernel->b;
  const tern_matmul_copies_t *copies = &kernel->copies[which];
  if (!copies->is_async) return;
  tern_op_t *guard = copies->guard ? tern_gpu_build_if(b, copies->guard, (tern_types_t){0}) : NULL;
  for (size_t i = 0; i < copies->count; ++i) {
    source_t source = find_source(kernel, which, i, depth, 0);
    tern_value_t *target = tern_build_index_add(b, stage, copies->target[i]);
    if (source.is_inside) {
      tern_value_t *most = source.elements ? source.elements : tern_build_index(b, copies->unit);
      source.elements = build_select(b, source.is_inside, most, tern_build_index(b, 0));
    }
    build_async_copy(kernel, which, target, source.place, source.elements);
  }
  if (guard) tern_gpu_build_if_end(b, guard, (tern_values_t){0});
}

// --- copies through registers ---

static const tern_type_t *load_type(const tern_matmul_kernel_t *kernel, size_t which) {
  const tern_type_t *element = tern_type_element(kernel->matmul->operands[which].flat->type);
  const int64_t rows = kernel->copies[which].rows;
  return rows > 1 ? tern_vector_type_get(element, &rows, 1, 0) : element;
}

size_t tern_matmul_build_loads(tern_matmul_kernel_t *kernel, size_t which, tern_value_t *depth,
                               tern_value_t **out_values) {
  tern_builder_t *b = kernel->b;
  const tern_matmul_copies_t *copies = &kernel->copies[which];
  const tern_type_t *type = load_type(kernel, which);
  size_t count = 0;
  for (size_t i = 0; !copies->is_async && i < copies->count; ++i) {
    for (int64_t row = 0; row < copies->rows; ++row, ++count) {
      tern_value_t *zero = tern_build_number(b, type, 0);
      out_values[count] = zero;
      if (!depth) continue;
      source_t source = find_source(kernel, which, i, depth, row);
      tern_value_t *is_inside = tern_gpu_build_and(b, copies->guard, source.is_inside), *place = source.place;
      if (is_inside) place = build_select(b, is_inside, place, tern_build_index(b, 0));
      const tern_op_row_t *load = copies->rows > 1 ? TERN_VECTOR(LOAD) : TERN_MEMREF(LOAD);
      tern_value_t *value = tern_build_value(
          b, load, .operands = TERN_VALUES(kernel->matmul->operands[which].flat, place), .types = TERN_TYPES(type));
      out_values[count] = is_inside ? build_select(b, is_inside, value, zero) : value;
    }
  }
  return count;
}

static tern_value_t *build_shuffle(tern_builder_t *b, tern_value_t *x, tern_value_t *y, const int64_t *lanes) {
  return tern_build_value(b, TERN_VECTOR(SHUFFLE), .operands = TERN_VALUES(x, y), .types = TERN_TYPES(x->type),
                          .attrs = TERN_ATTRS({"mask", tern_dense_i64_array_attr_get(b->context, lanes, QUAD)}));
}

// Rows of four by four become columns: pairs of rows, then pairs of those.
static void build_transposed(tern_builder_t *b, tern_value_t *const *rows, tern_value_t **out_columns) {
  static const int64_t firsts[] = {0, 4, 1, 5}, lasts[] = {2, 6, 3, 7}, lows[] = {0, 1, 4, 5}, highs[] = {2, 3, 6, 7};
  tern_value_t *pairs[QUAD];
  for (size_t i = 0; i < 2; ++i) {
    pairs[i] = build_shuffle(b, rows[2 * i], rows[2 * i + 1], firsts);
    pairs[2 + i] = build_shuffle(b, rows[2 * i], rows[2 * i + 1], lasts);
  }
  for (size_t i = 0; i < 2; ++i) {
    out_columns[2 * i] = build_shuffle(b, pairs[2 * i], pairs[2 * i + 1], lows);
    out_columns[2 * i + 1] = build_shuffle(b, pairs[2 * i], pairs[2 * i + 1], highs);
  }
}

void tern_matmul_build_stores(tern_matmul_kernel_t *kernel, size_t which, tern_value_t *stage,
                              tern_value_t *const *values) {
  tern_builder_t *b = kernel->b;
  const tern_matmul_copies_t *copies = &kernel->copies[which];
  tern_value_t *memory = kernel->tiles[which].memory;
  if (copies->is_async) return;
  tern_op_t *guard = copies->guard ? tern_gpu_build_if(b, copies->guard, (tern_types_t){0}) : NULL;
  for (size_t i = 0; i < copies->count; ++i) {
    if (copies->rows == 1) {
      tern_value_t *target = tern_build_index_add(b, stage, copies->target[i]);
      tern_build(b, TERN_MEMREF(STORE), .operands = TERN_VALUES(values[i], memory, target));
      continue;
    }
    tern_value_t *columns[QUAD];
    build_transposed(b, values + QUAD * i, columns);
    for (size_t c = 0; c < QUAD; ++c) {
      tern_value_t *target = tern_build_index_add(b, stage, copies->quad_targets[QUAD * i + c]);
      tern_build(b, TERN_VECTOR(STORE), .operands = TERN_VALUES(columns[c], memory, target));
    }
  }
  if (guard) tern_gpu_build_if_end(b, guard, (tern_values_t){0});
}
