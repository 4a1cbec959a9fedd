// --linalg-contractions-to-amx: products of narrow numbers on buffers become products of tiles, which processors with Advanced
// Matrix Extensions have registers for.
//
//   linalg.matmul ins(%A, %B : memref<256x512xbf16>, memref<512x256xbf16>) outs(%C : memref<256x256xf32>)
// becomes
//   %panels = memref.alloca() : memref<4096x32xbf16>             // lines of tiles
//   (each 32 x 32 elements of B are copied there as two tiles)
//   scf.for %i = %c0 to %c256 step %c32 {
//     scf.for %j = %c0 to %c256 step %c32 {
//       %c:4 = four tiles, of zeros or of C
//       %d:4 = scf.for %k = ... iter_args(%c:4) {
//         two tiles of A, two of B, four amx.tile_mulf
//       }
//       (the four tiles are stored to C)
//
// The right operand is always copied, for the processor wants pairs (bf16) or fours (i8) of its rows side by side. The left one is
// read where it lies, unless its rows would crowd each other out of the nearest cache, lie along the other dimension, or end
// within a tile. All tiles have 16 lines of 64 bytes: LLVM configures the processor once for a function, so that a second shape
// would take registers from the first. What does not fill tiles is therefore copied with zeros around it, and sums that do not
// are stored to memory of our own, from which masked vectors go on.
//
// A constant operand that lies as panels (transform/linalg/blocking/unpacked_buffer.h), each 32 columns wide with rows in pairs or fours,
// is read as it is: 16 of its lines are a tile.
//
// The unit takes subnormal numbers for zero.
//
// Source: Intel 64 and IA-32 Architectures Optimization Reference Manual, chapter on AMX: two by two tiles of accumulators.

#include "dialect/amx/amx.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/vector/vector.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/codegen/tuning.h"
#include "transform/linalg/blocking/narrow_contractions.h"
#include "transform/linalg/blocking/pack_groups.h"
#include "transform/linalg/blocking/unpacked_buffer.h"

enum {
  TILE = TERN_PACK_LINES,  // rows and columns of a tile of accumulators
  MAX_TILES = 2,
  PAIR = MAX_TILES * TILE,  // rows of a register tile, and columns but for few
  LINE_BYTES = TERN_AMX_ROW_BYTES,
  // A piece of the depth: two pairs of tiles of rows of both operands stay in the nearest cache. Of an operand that is not copied more is
  // taken, so that accumulators are loaded and stored less often; then they stay in the second one.
  DEPTH_BYTES = 1024,
  PACKED_DEPTH_BYTES = 4096,
  MAX_SUMS = MAX_TILES * MAX_TILES,
  // With less, copying the right operand costs more than the products; or configuring the processor does, than all of these.
  LEAST_ROWS = 4,
  LEAST_WORK = 16 * 1024,
  // As often is a row read before a copy of it pays.
  LEAST_READS = 3,
  // How far ahead lines of a constant are fetched.
  PREFETCHED_TILES = 2,
};

typedef struct machine {
  bool has_bf16, has_i8;
  int64_t block_bytes;
} machine_t;

typedef struct product {
  tern_narrow_contraction_t op;
  bool starts_at_zero;
  tern_op_t *fill;  // what says so; goes
  int64_t line;     // elements
  int64_t column_tiles, panel_count, depth_step;
  bool copies_rows;  // also where they fill tiles
  bool is_packed;    // the right operand
  tern_unpacked_view_t packed;
} product_t;

// --- what can be done ---

// Is it known that vectors do it as fast?
static bool is_too_small(const product_t *product) {
  const tern_contraction_loops_t *loops = &product->op.loops;
  int64_t rows = loops->ranges[loops->rows], columns = loops->ranges[loops->columns];
  int64_t depth = loops->ranges[loops->depth];
  if (rows != TERN_DYNAMIC && rows < LEAST_ROWS) return true;
  // At least half of a line.
  if (depth != TERN_DYNAMIC && depth < product->line / 2) return true;
  return rows != TERN_DYNAMIC && columns != TERN_DYNAMIC && depth != TERN_DYNAMIC &&
         rows * columns * depth < LEAST_WORK;
}

// Does the right operand lie as tiles want it, whole lines of them?
static bool find_packed(const tern_unpacked_buffers_t *buffers, product_t *product) {
  const tern_contraction_loops_t *loops = &product->op.loops;
  const tern_value_t *right = tern_op_operand(loops->op, product->op.right);
  int64_t depth = loops->ranges[loops->depth];
  if (!tern_unpacked_view_find(buffers, right, &product->packed) || tern_type_rank(right->type) != 2 ||
      !tern_contraction_is_innermost(loops->op, product->op.right, loops->columns)) {
    return false;
  }
  const tern_packing_t *packing = &product->packed.buffer->packing;
  const tern_mixed_index_t *first = &product->packed.offsets[0];
  return packing->width == PAIR && packing->group * TILE == product->line && !first->dynamic &&
         first->value % product->line == 0 && depth != TERN_DYNAMIC && depth % product->line == 0;
}

static bool make_plan(tern_op_t *op, const machine_t *machine, const tern_unpacked_buffers_t *buffers, product_t *out) {
  *out = (product_t){0};
  const tern_contraction_loops_t *loops = &out->op.loops;
  if (!tern_narrow_contraction_find(op, &out->op)) return false;
  out->line = tern_pack_line_elements(out->op.element);
  out->is_packed = find_packed(buffers, out);
  bool has_unit = tern_type_is_float(out->op.element) ? machine->has_bf16 : machine->has_i8;
  if (!has_unit || (!out->is_packed && is_too_small(out))) return false;
  int64_t depth = loops->ranges[loops->depth];
  int64_t columns = tern_contraction_bound_of(loops, loops->columns), bytes = LINE_BYTES / out->line;
  if (columns == TERN_DYNAMIC || columns == 0) return false;
  out->column_tiles = columns <= TILE ? 1 : MAX_TILES;
  int64_t width = out->column_tiles * TILE;
  out->panel_count = (columns + width - 1) / width;
  int64_t limit = out->is_packed ? INT64_MAX : machine->block_bytes / (out->panel_count * width * bytes);
  int64_t most = (out->is_packed ? PACKED_DEPTH_BYTES : DEPTH_BYTES) / bytes;
  if (limit < out->line) return false;
  out->depth_step = tern_contraction_balance(depth, limit < most ? limit : most, out->line);
  bool can_read_rows = tern_contraction_is_innermost(op, out->op.left, loops->depth) &&
                       tern_contraction_has_rows_along(op, out->op.left, loops->rows) && depth != TERN_DYNAMIC &&
                       depth % out->line == 0;
  bool is_crowded = out->panel_count >= LEAST_READS && tern_contraction_shares_sets(op, out->op.left, loops->rows);
  out->copies_rows = !can_read_rows || is_crowded;
  return true;
}

// The fill right before the product, if it is of zeros, and accumulators are stored once.
static void take_fill(product_t *product) {
  int64_t depth = product->op.loops.ranges[product->op.loops.depth];
  if (depth == TERN_DYNAMIC || depth > product->depth_step) return;
  product->fill = tern_narrow_contraction_find_zeros(&product->op);
  product->starts_at_zero = product->fill != NULL;
}

// --- building ---

typedef struct emitter {
  tern_builder_t b;
  const product_t *product;
  tern_tile_t tile;                                           // what the loops around take
  tern_value_t *panels, *rows, *sums;                         // memory, where it is needed
  tern_pack_memories_t right_copies, left_copies[MAX_TILES];  // the latter for one tile and for two
  tern_value_t *line_count;                                   // lines of a row that the piece of depth has
} emitter_t;

// Which rows a register tile takes, and where they are.
typedef struct rows {
  int64_t tiles;
  tern_value_t *count;  // NULL: all that the tiles have
  bool are_copied;
} rows_t;

static tern_value_t *build_constant(emitter_t *e, int64_t value) { return tern_build_index(&e->b, value); }

static tern_value_t *build_add(emitter_t *e, tern_value_t *value, int64_t addend) {
  return tern_build_index_add(&e->b, value, build_constant(e, addend));
}

// The part of an input that the tile and this line of the depth take.
static tern_pack_part_t make_part(emitter_t *e, bool is_left, int64_t tiles, tern_value_t *across_count,
                                  tern_value_t *line) {
  const tern_contraction_loops_t *loops = &e->product->op.loops;
  tern_pack_part_t part = {.op = loops->op,
                           .position = is_left ? e->product->op.left : e->product->op.right,
                           .across = is_left ? loops->rows : loops->columns,
                           .depth = loops->depth,
                           .tiles = tiles,
                           .is_left = is_left,
                           .across_count = across_count};
  for (size_t i = 0; i < TERN_LINALG_MAX_LOOPS; ++i) part.offsets[i] = e->tile.offsets[i];
  tern_value_t *start = tern_build_index_mul(&e->b, line, build_constant(e, e->product->line));
  int64_t range = loops->ranges[loops->depth];
  part.offsets[loops->depth] = tern_build_index_add(&e->b, part.offsets[loops->depth], start);
  bool is_exact = range != TERN_DYNAMIC && range % e->product->line == 0;
  part.depth_count =
      is_exact ? build_constant(e, e->product->line) : tern_build_index_sub(&e->b, e->tile.sizes[loops->depth], start);
  return part;
}

static tern_op_t *begin_lines(emitter_t *e) {
  return tern_build_scf_for(&e->b, build_constant(e, 0), e->line_count, build_constant(e, 1), (tern_values_t){0});
}

// All panels of the piece of depth. Where columns are side by side they are copied line by line, through all panels: the next
// line may be in another page.
static void build_panels(emitter_t *e) {
  const product_t *product = e->product;
  const tern_contraction_loops_t *loops = &product->op.loops;
  int64_t width = product->column_tiles * TILE;
  bool is_along_columns = tern_contraction_is_innermost(loops->op, product->op.right, loops->columns);
  tern_op_t *lines = is_along_columns ? begin_lines(e) : NULL;
  tern_op_t *columns = tern_contraction_begin_cut(&e->b, loops, loops->columns, width, &e->tile);
  if (!lines) lines = begin_lines(e);
  tern_value_t *line = tern_scf_for_iv(lines);
  tern_pack_part_t part = make_part(e, false, product->column_tiles, e->tile.sizes[loops->columns], line);
  // A panel has as many lines for each of its columns as the piece of depth has.
  tern_value_t *panel = tern_build_index_mul(&e->b, e->tile.offsets[loops->columns],
                                             build_constant(e, product->depth_step / product->line));
  tern_value_t *first = tern_build_index_add(&e->b, panel, tern_build_index_mul(&e->b, line, build_constant(e, width)));
  tern_pack_build(&e->b, &part, &e->right_copies, &(tern_pack_target_t){e->panels, first, 1, TILE});
  if (is_along_columns) {
    tern_contraction_end_cut(&e->b, columns);
    tern_contraction_end_cut(&e->b, lines);
  } else {
    tern_contraction_end_cut(&e->b, lines);
    tern_contraction_end_cut(&e->b, columns);
  }
}

static void build_rows(emitter_t *e, const rows_t *rows) {
  int64_t height = rows->tiles * TILE;
  tern_op_t *lines = begin_lines(e);
  tern_value_t *line = tern_scf_for_iv(lines);
  tern_value_t *count = rows->count ? rows->count : build_constant(e, height);
  tern_pack_part_t part = make_part(e, true, rows->tiles, count, line);
  tern_value_t *first = tern_build_index_mul(&e->b, line, build_constant(e, height));
  tern_pack_build(&e->b, &part, &e->left_copies[rows->tiles - 1], &(tern_pack_target_t){e->rows, first, 1, TILE});
  tern_contraction_end_cut(&e->b, lines);
}

// --- products of tiles ---

static const tern_type_t *tile_of(const tern_type_t *element) {
  return tern_amx_tile_get(element, TILE, LINE_BYTES * 8 / tern_type_bit_width(element));
}

static tern_value_t *build_tile_load(emitter_t *e, const tern_type_t *element, tern_value_t *memory,
                                     tern_values_t indices) {
  tern_value_t *operands[1 + TERN_LINALG_MAX_LOOPS] = {memory};
  for (size_t i = 0; i < indices.count; ++i) operands[1 + i] = indices.values[i];
  return tern_build_value(&e->b, TERN_AMX(TILE_LOAD), .operands = {operands, 1 + indices.count},
                          .types = TERN_TYPES(tile_of(element)), .segments = (int32_t[]){1, (int32_t)indices.count, 0});
}

static void build_tile_store(emitter_t *e, tern_value_t *tile, tern_value_t *memory, tern_values_t indices) {
  tern_value_t *operands[2 + TERN_LINALG_MAX_LOOPS] = {memory};
  for (size_t i = 0; i < indices.count; ++i) operands[1 + i] = indices.values[i];
  operands[1 + indices.count] = tile;
  tern_build(&e->b, TERN_AMX(TILE_STORE), .operands = {operands, 2 + indices.count},
             .segments = (int32_t[]){1, (int32_t)indices.count, 1, 0});
}

// Where operand `position` is, so many rows (of the left one and the output) and columns behind the start of the tile.
static tern_values_t build_indices(emitter_t *e, size_t position, int64_t row, tern_value_t *along, size_t along_loop,
                                   tern_value_t **storage) {
  const tern_contraction_loops_t *loops = &e->product->op.loops;
  tern_value_t *offsets[TERN_LINALG_MAX_LOOPS];
  for (size_t i = 0; i < TERN_LINALG_MAX_LOOPS; ++i) offsets[i] = e->tile.offsets[i];
  offsets[loops->rows] = build_add(e, offsets[loops->rows], row);
  offsets[along_loop] = tern_build_index_add(&e->b, offsets[along_loop], along);
  return tern_contraction_build_indices(&e->b, loops->op, position, offsets, storage);
}

static tern_value_t *build_multiply(emitter_t *e, tern_value_t *left, tern_value_t *right, tern_value_t *sum) {
  const product_t *product = e->product;
  if (tern_type_is_float(product->op.sum)) {
    return tern_build_value(&e->b, TERN_AMX(TILE_MULF), .operands = TERN_VALUES(left, right, sum));
  }
  const tern_attr_t *unit = tern_unit_attr_get(e->b.context);
  tern_named_attr_t attrs[2];
  size_t count = 0;
  if (product->op.is_unsigned[product->op.left]) attrs[count++] = (tern_named_attr_t){"isZextLhs", unit};
  if (product->op.is_unsigned[product->op.right]) attrs[count++] = (tern_named_attr_t){"isZextRhs", unit};
  return tern_build_value(&e->b, TERN_AMX(TILE_MULI), .operands = TERN_VALUES(left, right, sum),
                          .attrs = {attrs, count});
}

static tern_value_t *build_left(emitter_t *e, const rows_t *rows, int64_t tile, tern_value_t *line) {
  const product_t *product = e->product;
  tern_value_t *storage[TERN_LINALG_MAX_LOOPS];
  if (!rows->are_copied) {
    tern_value_t *depth = tern_build_index_mul(&e->b, line, build_constant(e, product->line));
    tern_values_t indices = build_indices(e, product->op.left, tile * TILE, depth, product->op.loops.depth, storage);
    return build_tile_load(e, product->op.element, tern_op_operand(product->op.loops.op, product->op.left), indices);
  }
  tern_value_t *first = tern_build_index_mul(&e->b, line, build_constant(e, rows->tiles * TILE));
  return build_tile_load(e, product->op.element, e->rows,
                         TERN_VALUES(build_add(e, first, tile * TILE), build_constant(e, 0)));
}

// A tile of the panel that the register tile's columns are, which are two tiles wide. Loads of tiles wait for every line of theirs,
// and constants come from far, so that lines are fetched ahead; behind the last ones of a panel are those of the next, and what
// is behind the last panel is never read.
static tern_value_t *build_packed_right(emitter_t *e, int64_t tile, tern_value_t *line) {
  const product_t *product = e->product;
  const tern_contraction_loops_t *loops = &product->op.loops;
  tern_value_t *column =
      tern_build_index_add(&e->b, tern_mixed_build(&e->b, product->packed.offsets[1]), e->tile.offsets[loops->columns]);
  tern_value_t *panel =
      tern_build_value(&e->b, TERN_ARITH(DIVUI), .operands = TERN_VALUES(column, build_constant(e, PAIR)));
  tern_value_t *row =
      tern_build_value(&e->b, TERN_ARITH(DIVUI),
                       .operands = TERN_VALUES(e->tile.offsets[loops->depth], build_constant(e, product->line / TILE)));
  row = build_add(e, row, product->packed.offsets[0].value / (product->line / TILE));
  row = tern_build_index_add(&e->b, row, tern_build_index_mul(&e->b, line, build_constant(e, TILE)));
  tern_value_t *first = build_constant(e, tile * product->line);
  for (int64_t i = 0; i < TILE; ++i) {
    tern_value_t *ahead = build_add(e, row, PREFETCHED_TILES * TILE + i);
    tern_memref_build_prefetch(&e->b, TERN_VALUES(e->panels, panel, ahead, first), 3);
  }
  return build_tile_load(e, product->op.element, e->panels, TERN_VALUES(panel, row, first));
}

static tern_value_t *build_right(emitter_t *e, tern_value_t *panel, int64_t tile, tern_value_t *line) {
  if (e->product->is_packed) return build_packed_right(e, tile, line);
  tern_value_t *width = build_constant(e, e->product->column_tiles * TILE);
  tern_value_t *first = tern_build_index_add(&e->b, panel, tern_build_index_mul(&e->b, line, width));
  return build_tile_load(e, e->product->op.element, e->panels,
                         TERN_VALUES(build_add(e, first, tile * TILE), build_constant(e, 0)));
}

static tern_values_t indices_of_sums(emitter_t *e, bool is_whole, int64_t row, int64_t column, tern_value_t **storage) {
  if (is_whole) return build_indices(e, 2, row, build_constant(e, column), e->product->op.loops.columns, storage);
  storage[0] = build_constant(e, row);
  storage[1] = build_constant(e, column);
  return (tern_values_t){storage, 2};
}

// The register tile: of the output if it is whole, else of memory of our own.
static void build_register_tile(emitter_t *e, const rows_t *rows, bool is_whole) {
  const product_t *product = e->product;
  const tern_contraction_loops_t *loops = &product->op.loops;
  tern_value_t *output = is_whole ? tern_op_operand(loops->op, 2) : e->sums, *storage[TERN_LINALG_MAX_LOOPS];
  size_t columns = (size_t)product->column_tiles, count = (size_t)rows->tiles * columns;
  tern_value_t *sums[MAX_SUMS], *right[MAX_TILES];
  for (size_t i = 0; i < count; ++i) {
    tern_values_t indices =
        indices_of_sums(e, is_whole, (int64_t)(i / columns) * TILE, (int64_t)(i % columns) * TILE, storage);
    sums[i] = product->starts_at_zero
                  ? tern_build_value(&e->b, TERN_AMX(TILE_ZERO), .types = TERN_TYPES(tile_of(product->op.sum)))
                  : build_tile_load(e, product->op.sum, output, indices);
  }
  tern_value_t *panel = tern_build_index_mul(&e->b, e->tile.offsets[loops->columns],
                                             build_constant(e, product->depth_step / product->line));
  tern_op_t *lines = tern_build_scf_for(&e->b, build_constant(e, 0), e->line_count, build_constant(e, 1),
                                        (tern_values_t){sums, count});
  tern_value_t *line = tern_scf_for_iv(lines);
  for (size_t j = 0; j < columns; ++j) right[j] = build_right(e, panel, (int64_t)j, line);
  for (size_t i = 0; i < count; i += columns) {
    tern_value_t *left = build_left(e, rows, (int64_t)(i / columns), line);
    for (size_t j = 0; j < columns; ++j) {
      sums[i + j] = build_multiply(e, left, right[j], tern_scf_for_carried(lines, i + j));
    }
  }
  tern_build_scf_for_end(&e->b, lines, (tern_values_t){sums, count});
  for (size_t i = 0; i < count; ++i) {
    tern_values_t indices =
        indices_of_sums(e, is_whole, (int64_t)(i / columns) * TILE, (int64_t)(i % columns) * TILE, storage);
    build_tile_store(e, tern_op_result(lines, i), output, indices);
  }
}

// --- ends ---

// What there is of `row` and the tile of columns from `column` on: from the output to the memory of accumulators, or back.
static void build_masked_row(emitter_t *e, bool is_back, tern_value_t *row, int64_t column, tern_value_t *mask) {
  const product_t *product = e->product;
  const tern_contraction_loops_t *loops = &product->op.loops;
  const tern_type_t *type = tern_vector_type_get(product->op.sum, &(int64_t){TILE}, 1, 0);
  tern_value_t *offsets[TERN_LINALG_MAX_LOOPS], *operands[3 + TERN_LINALG_MAX_LOOPS] = {tern_op_operand(loops->op, 2)};
  for (size_t i = 0; i < TERN_LINALG_MAX_LOOPS; ++i) offsets[i] = e->tile.offsets[i];
  offsets[loops->rows] = tern_build_index_add(&e->b, offsets[loops->rows], row);
  offsets[loops->columns] = build_add(e, offsets[loops->columns], column);
  size_t count = 1 + tern_contraction_build_indices(&e->b, loops->op, 2, offsets, operands + 1).count;
  tern_value_t *own = build_constant(e, column);
  operands[count] = mask;
  if (is_back) {
    operands[count + 1] = tern_build_value(&e->b, TERN_VECTOR(LOAD), .types = TERN_TYPES(type),
                                           .operands = TERN_VALUES(e->sums, row, own));
    tern_build(&e->b, TERN_VECTOR(MASKEDSTORE), .operands = {operands, count + 2});
  } else {
    operands[count + 1] = tern_build_number(&e->b, type, 0);
    tern_value_t *before =
        tern_build_value(&e->b, TERN_VECTOR(MASKEDLOAD), .operands = {operands, count + 2}, .types = TERN_TYPES(type));
    tern_build(&e->b, TERN_VECTOR(STORE), .operands = TERN_VALUES(before, e->sums, row, own));
  }
}

static void build_masked_rows(emitter_t *e, bool is_back, tern_value_t *count, tern_value_t *const *masks) {
  tern_op_t *loop = tern_build_scf_for(&e->b, build_constant(e, 0), count, build_constant(e, 1), (tern_values_t){0});
  for (int64_t i = 0; i < e->product->column_tiles; ++i) {
    build_masked_row(e, is_back, tern_scf_for_iv(loop), i * TILE, masks[i]);
  }
  tern_contraction_end_cut(&e->b, loop);
}

static void build_cut_tile(emitter_t *e, const rows_t *rows) {
  const product_t *product = e->product;
  tern_value_t *width = e->tile.sizes[product->op.loops.columns], *masks[MAX_TILES];
  const tern_type_t *mask = tern_vector_type_get(tern_i_type_get(e->b.context, 1), &(int64_t){TILE}, 1, 0);
  for (int64_t i = 0; i < product->column_tiles; ++i) {
    tern_value_t *count = tern_build_index_sub(&e->b, width, build_constant(e, i * TILE));
    masks[i] =
        tern_build_value(&e->b, TERN_VECTOR(CREATE_MASK), .operands = TERN_VALUES(count), .types = TERN_TYPES(mask));
  }
  tern_value_t *count = rows->count ? rows->count : build_constant(e, rows->tiles * TILE);
  // Pieces of the depth go on with what is there, as in whole tiles, so that sums have the same order in all.
  if (!product->starts_at_zero) build_masked_rows(e, false, count, masks);
  build_register_tile(e, rows, false);
  build_masked_rows(e, true, count, masks);
}

// --- the loops around ---

static void build_over_panels(emitter_t *e, const rows_t *rows) {
  const tern_contraction_loops_t *loops = &e->product->op.loops;
  int64_t width = e->product->column_tiles * TILE, range = loops->ranges[loops->columns];
  if (rows->are_copied) build_rows(e, rows);
  tern_op_t *columns = tern_contraction_begin_cut(&e->b, loops, loops->columns, width, &e->tile);
  if (rows->count || (range != TERN_DYNAMIC && range < width)) {
    build_cut_tile(e, rows);
  } else if (range != TERN_DYNAMIC && range % width == 0) {
    build_register_tile(e, rows, true);
  } else {
    const tern_attr_t *equal = tern_integer_attr_get(tern_i_type_get(e->b.context, 64), TERN_CMPI_EQ);
    tern_value_t *operands[] = {e->tile.sizes[loops->columns], build_constant(e, width)};
    tern_value_t *is_whole =
        tern_build_value(&e->b, TERN_ARITH(CMPI), .operands = {operands, 2}, .attrs = TERN_ATTRS({"predicate", equal}));
    tern_op_t *branch = tern_build(&e->b, TERN_SCF(IF), .operands = TERN_VALUES(is_whole), .regions = 2);
    tern_builder_add_block(&e->b, &branch->regions[0], (tern_types_t){0});
    build_register_tile(e, rows, true);
    tern_build(&e->b, TERN_SCF(YIELD));
    tern_builder_add_block(&e->b, &branch->regions[1], (tern_types_t){0});
    build_cut_tile(e, rows);
    tern_build(&e->b, TERN_SCF(YIELD));
    tern_builder_set_after(&e->b, branch);
  }
  tern_contraction_end_cut(&e->b, columns);
}

// Rows that fill two tiles, then the rest: all at once, which may fill one, or a tile at a time if nobody knows how many these are.
static void build_over_rows(emitter_t *e) {
  const tern_contraction_loops_t *loops = &e->product->op.loops;
  int64_t range = loops->ranges[loops->rows], rest = range == TERN_DYNAMIC ? TERN_DYNAMIC : range % PAIR;
  tern_value_t *extent = tern_tile_build_extent(&e->b, loops->op, loops->rows, range), *step = build_constant(e, PAIR);
  tern_value_t *end =
      rest == TERN_DYNAMIC
          ? tern_build_index_sub(&e->b, extent,
                                 tern_build_value(&e->b, TERN_ARITH(REMUI), .operands = TERN_VALUES(extent, step)))
          : build_constant(e, range - rest);
  if (range == TERN_DYNAMIC || range >= PAIR) {
    tern_op_t *loop = tern_build_scf_for(&e->b, build_constant(e, 0), end, step, (tern_values_t){0});
    e->tile.offsets[loops->rows] = tern_scf_for_iv(loop);
    build_over_panels(e, &(rows_t){.tiles = MAX_TILES, .are_copied = e->product->copies_rows});
    tern_contraction_end_cut(&e->b, loop);
  }
  if (rest == 0) return;
  tern_op_t *loop = NULL;
  bool is_tile = rest == TILE;
  rows_t rows = {.tiles = rest == TERN_DYNAMIC || rest <= TILE ? 1 : MAX_TILES,
                 .are_copied = !is_tile || e->product->copies_rows};
  e->tile.offsets[loops->rows] = end;
  if (rest == TERN_DYNAMIC) {
    tern_value_t *height = build_constant(e, TILE);
    loop = tern_build_scf_for(&e->b, end, extent, height, (tern_values_t){0});
    e->tile.offsets[loops->rows] = tern_scf_for_iv(loop);
    rows.count = tern_build_index_min(&e->b, height, tern_build_index_sub(&e->b, extent, tern_scf_for_iv(loop)));
  } else if (!is_tile) {
    rows.count = build_constant(e, rest);
  }
  build_over_panels(e, &rows);
  tern_contraction_end_cut(&e->b, loop);
}

// Before all loops, so that a function has it once.
static void build_memories(emitter_t *e) {
  const product_t *product = e->product;
  const tern_contraction_loops_t *loops = &product->op.loops;
  int64_t rows = loops->ranges[loops->rows], columns = loops->ranges[loops->columns];
  int64_t depth = loops->ranges[loops->depth], width = product->column_tiles * TILE;
  int64_t lines = product->depth_step / product->line;
  bool has_rest = rows == TERN_DYNAMIC || rows % TILE != 0;
  bool is_cut = has_rest || columns == TERN_DYNAMIC || columns % width != 0;
  bool is_deep = depth != TERN_DYNAMIC && depth % product->line == 0;
  e->panels = product->is_packed
                  ? tern_unpacked_view_build_lines(&e->b, &product->packed)
                  : tern_contraction_build_memory(&e->b, product->op.element,
                                                  (int64_t[]){product->panel_count * width * lines, product->line}, 2);
  if (has_rest || product->copies_rows) {
    e->rows = tern_contraction_build_memory(&e->b, product->op.element, (int64_t[]){PAIR * lines, product->line}, 2);
  }
  if (is_cut) e->sums = tern_contraction_build_memory(&e->b, product->op.sum, (int64_t[]){PAIR, width}, 2);
  // Counts that say whether the matrix may end within a tile.
  tern_pack_part_t part = {
      .op = loops->op,
      .position = product->op.right,
      .depth = loops->depth,
      .tiles = product->column_tiles,
      .across_count = build_constant(e, columns != TERN_DYNAMIC && columns % width == 0 ? width : 0),
      .depth_count = build_constant(e, is_deep ? product->line : 0)};
  if (!product->is_packed) tern_pack_build_memories(&e->b, &part, &e->right_copies);
  part.position = product->op.left;
  part.is_left = true;
  for (part.tiles = 1; e->rows && part.tiles <= MAX_TILES; ++part.tiles) {
    part.across_count = build_constant(e, has_rest ? 0 : part.tiles * TILE);
    tern_pack_build_memories(&e->b, &part, &e->left_copies[part.tiles - 1]);
  }
}

static void replace(product_t *product) {
  const tern_contraction_loops_t *loops = &product->op.loops;
  emitter_t e = {.b = tern_builder_before(loops->op), .product = product};
  tern_op_t *batches[TERN_LINALG_MAX_LOOPS];
  size_t count = 0;
  take_fill(product);
  build_memories(&e);
  for (size_t loop = 0; loop < tern_linalg_loop_count(loops->op); ++loop) {
    if (loops->is_one[loop]) batches[count++] = tern_contraction_begin_cut(&e.b, loops, loop, 1, &e.tile);
  }
  tern_op_t *depth = tern_contraction_begin_cut(&e.b, loops, loops->depth, product->depth_step, &e.tile);
  e.line_count = tern_build_index_ceildiv(&e.b, e.tile.sizes[loops->depth], build_constant(&e, product->line));
  if (!product->is_packed) build_panels(&e);
  build_over_rows(&e);
  tern_contraction_end_cut(&e.b, depth);
  while (count > 0) tern_contraction_end_cut(&e.b, batches[--count]);
  if (product->fill) tern_op_destroy(product->fill);
  tern_op_destroy(loops->op);
}

// --- the pass ---

static bool is_defined_function(const tern_op_t *op) {
  return tern_op_has_trait(op, TERN_TRAIT_FUNCTION_LIKE) && op->region_count > 0;
}

static void run_on_function(tern_op_t *func, const machine_t *machine, tern_pass_t *pass) {
  tern_unpacked_buffers_t unpacked;
  tern_unpacked_buffers_find(func, &unpacked);
  tern_op_list_t ops = tern_op_collect(func, TERN_POSTORDER, tern_is_linalg);
  for (size_t i = 0; i < ops.count; ++i) {
    product_t product;
    machine_t own = *machine;
    own.block_bytes = tern_tuning_block_bytes(ops.values[i], machine->block_bytes);
    if (!make_plan(ops.values[i], &own, &unpacked, &product)) continue;
    replace(&product);
    tern_pass_count(pass, 0, 1);
  }
  tern_unpacked_buffers_clean(&unpacked);
  tern_vec_deinitialize(&ops);
  tern_vec_deinitialize(&unpacked);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  machine_t machine = {.has_bf16 = tern_pass_bool(pass, "bf16"),
                       .has_i8 = tern_pass_bool(pass, "i8"),
                       .block_bytes = tern_pass_int(pass, "block-bytes")};
  if (machine.block_bytes < 1) return tern_op_error(root, "'block-bytes' must be positive");
  tern_op_list_t functions = tern_op_collect(root, TERN_OUTERMOST, is_defined_function);
  for (size_t i = 0; i < functions.count; ++i) run_on_function(functions.values[i], &machine, pass);
  tern_vec_deinitialize(&functions);
  return true;
}

static const tern_option_def_t options[] = {
    {"bf16", TERN_OPTION_BOOL, "true", "Products of bf16, summed in f32", NULL},
    {"i8", TERN_OPTION_BOOL, "true", "Products of i8, summed in i32", NULL},
    {"block-bytes", TERN_OPTION_INT, "262144", "Bytes of the right operand that are copied at a time, at most", NULL},
};

const tern_pass_def_t tern_linalg_contractions_to_amx_pass = {
    .name = "LinalgContractionsToAMX",
    .flag = "linalg-contractions-to-amx",
    .summary = "Convert products of narrow numbers on buffers to products of amx tiles",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .statistics = (const char *const[]){"num-converted - contractions that became products of tiles", NULL},
    .needs = TERN_FORM_NO_TENSORS,
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
