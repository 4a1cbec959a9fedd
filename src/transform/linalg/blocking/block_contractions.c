// --linalg-block-contractions: contractions on buffers are cut so that what is used again and again stays in the nearest caches.
//
//   linalg.matmul ins(%A, %B : memref<256x2048xf32, ...>, memref<2048x256xf32, ...>) outs(%C : memref<256x256xf32, ...>)
// becomes
//   scf.for %k = %c0 to %c2048 step %c256 {
//     scf.for %i = %c0 to %c252 step %c6 {
//       scf.for %j = %c0 to %c256 step %c64 {
//         linalg.generic ins(%A[%i, %k], %B[%k, %j]) outs(%C[%i, %j] [6, 64]) { some of %B[%k + 256] is prefetched; the product }
//
// What is read of B with one piece of the depth, which spans `block-bytes` or a bit more, stays in the second cache until all rows have
// been multiplied with it, and while they are the next piece comes there: each register tile prefetches its part of it, a few elements
// with each step, in the order of memory. Behind the last piece that is the first one, where there may be more rows in another tile. A burst of prefetches between register tiles, or prefetches that jump from row to row,
// bring nothing: both were measured.
//
// Where rows of B lie so far apart that the caches have few places for them, or columns are not side by side, B is copied first:
//
//   %panels = memref.alloca() : memref<4x256x64xf32>
//   %rows = memref.alloca() : memref<6x272xf32>
//   scf.for %k = %c0 to %c2048 step %c256 {
//     (row by row, B[%k, 0] [256, 256] is copied to the four panels)
//     scf.for %i = %c0 to %c252 step %c6 {
//       linalg.generic ins(%A[%i, %k] [6, 256]) outs(%rows) { copy }
//       scf.for %j = %c0 to %c256 step %c64 {
//         linalg.generic ins(%rows, %panels[%j / 64]) outs(%C[%i, %j] [6, 64]) { the product }
//
// A panel is what one register tile wants of B, `panel-vectors` vectors wide; all panels of a piece of the depth take `block-bytes`
// at most. Rows of A are copied only with B, and where they lie so far apart that the nearest cache has few places for them.
//
// Of one panel of many, as --linalg-fold-unpacking leaves them, few rows take what the first cache holds, and prefetch.
//
// Few rows read B where it lies, whatever that means to the caches: it is used once or twice.
//
// A product with one row reads B once; the depth is cut, so that some rows of B are read side by side from end to end. So are those
// of a B that is larger than the second cache where a register tile has all rows: otherwise a few columns of each of its pages would
// be read at a time. If both inputs lie along the depth, B is read some of its rows at a time, which few rows of A are multiplied with
// while they are in the nearest cache. What is empty is left alone.
//
// Source: Goto, van de Geijn: Anatomy of High-Performance Matrix Multiplication, 2008.

#include "analysis/divisor.h"
#include "analysis/split_sums.h"
#include "base/integer.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/common/reassociation.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/build_subview.h"
#include "dialect/memref/memref.h"
#include "dialect/memref/type_inference.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/codegen/tuning.h"
#include "transform/linalg/blocking/contraction_loops.h"

typedef struct machine {
  int64_t vector_bytes, panel_vectors, block_bytes, rows, steps;
} machine_t;

typedef struct blocking {
  tern_contraction_loops_t loops;
  tern_op_t *fill;  // the fill right before it, or NULL
  bool copies_panels, copies_rows;
  bool comes_again;  // the wide input is read again by the workgroup's next tile, from its first row on
  int64_t depth_step, column_step, row_step, panel_count;
  int64_t ahead;  // elements of the next piece of the depth that are prefetched with each step of this one
  int64_t steps;  // of which one prefetches for all
} blocking_t;

// --- what is worth it ---

// Bytes of a wide input that is read again from memory each time, and of its rows if they are to be read from end to end.
#define LEAST_STREAM (1 << 20)
#define LEAST_WIDTH (2 << 10)

static bool plan_stream(const machine_t *machine, int64_t bytes, blocking_t *out) {
  int64_t columns = out->loops.ranges[out->loops.columns], depth = out->loops.ranges[out->loops.depth];
  out->depth_step = 16;
  return tern_contraction_is_innermost(out->loops.op, out->loops.wide, out->loops.columns) && columns != TERN_DYNAMIC &&
         tern_saturated_mul(columns, bytes) >= 8 * machine->vector_bytes &&
         (depth == TERN_DYNAMIC || depth >= 4 * out->depth_step);
}

// Is the wide input read once, from memory, and faster from end to end of its rows than a register tile's columns at a time? Those are
// prefetched where a register tile is full.
static bool is_stream(const machine_t *machine, const blocking_t *plan, int64_t rows, int64_t bytes) {
  int64_t columns = plan->loops.ranges[plan->loops.columns], depth = plan->loops.ranges[plan->loops.depth];
  if (rows == TERN_DYNAMIC || rows > 2 * machine->rows || columns == TERN_DYNAMIC) return false;
  int64_t width = tern_saturated_mul(columns, bytes);
  bool is_wide = rows < machine->rows || width >= LEAST_WIDTH;
  return is_wide && (depth == TERN_DYNAMIC || tern_saturated_mul(depth, width) >= LEAST_STREAM);
}

// Rows of the wide input that a piece of the depth has at least where they are not copied.
#define LEAST_DEPTH 64

// Bytes from one row of the wide input to the next; TERN_DYNAMIC if nobody knows.
static int64_t row_pitch(const tern_contraction_loops_t *loops, int64_t bytes) {
  int64_t strides[TERN_LINALG_MAX_LOOPS], offset;
  size_t depth = tern_contraction_dimension_of(loops->op, loops->wide, loops->depth);
  const tern_type_t *type = tern_op_operand(loops->op, loops->wide)->type;
  bool is_known =
      tern_memref_type_strides(type, strides, &offset) && strides[depth] != TERN_DYNAMIC && strides[depth] >= 0;
  return is_known ? tern_saturated_mul(strides[depth], bytes) : TERN_DYNAMIC;
}

// Does the wide input lie as panels could: columns side by side, and its rows so close that a piece of the depth has room in the
// second cache?
static bool lies_well(const machine_t *machine, const tern_contraction_loops_t *loops, int64_t pitch) {
  return tern_contraction_is_innermost(loops->op, loops->wide, loops->columns) && pitch != TERN_DYNAMIC &&
         pitch <= machine->block_bytes / LEAST_DEPTH;
}

// Register tiles share the next piece of the depth among them; a line of the cache a step is the most there is to ask for.
static int64_t choose_ahead(const blocking_t *plan, int64_t columns, int64_t bytes) {
  int64_t depth = plan->loops.ranges[plan->loops.depth];
  int64_t rows = plan->loops.has_rows ? tern_contraction_bound_of(&plan->loops, plan->loops.rows) : TERN_DYNAMIC;
  if (depth == TERN_DYNAMIC || depth <= plan->depth_step || rows == TERN_DYNAMIC) return 0;
  int64_t tiles = (rows + plan->row_step - 1) / plan->row_step * plan->panel_count;
  int64_t ahead = (columns + tiles - 1) / tiles, line = 64 / bytes;
  return ahead < line ? ahead : line;
}

#define FIRST_CACHE (32 * 1024)
// So few rows go through a panel, which others follow, that it is better in the first cache when they do, and its next piece on the way
// there.
#define FEW_ROWS 128

static bool is_part(const blocking_t *plan) {
  const tern_op_t *view = tern_value_defining_op(tern_op_operand(plan->loops.op, plan->loops.wide));
  return view && tern_op_is(view, TERN_MEMREF(SUBVIEW));
}

static bool is_one_of_panels(const blocking_t *plan, int64_t rows, int64_t columns) {
  return is_part(plan) && columns == plan->column_step && rows != TERN_DYNAMIC && rows <= FEW_ROWS;
}

// Rows of the wide input that a piece of the depth has. Those of a copy follow each other, so they may be a quarter more, and so do those
// of a panel; else a piece is what lies in so many pages as a processor knows at once, or all of little.
static int64_t choose_depth(const machine_t *machine, const blocking_t *plan, int64_t pitch, bool is_well,
                            bool is_panel, int64_t bytes) {
  int64_t depth = plan->loops.ranges[plan->loops.depth];
  int64_t row_bytes = plan->panel_count * plan->column_step * bytes, limit = machine->block_bytes / row_bytes;
  if (!is_well) return limit + limit / 4;
  if (is_panel) return limit < FIRST_CACHE / row_bytes ? limit : FIRST_CACHE / row_bytes;
  if (depth != TERN_DYNAMIC && depth <= 2 * limit) return depth;
  if (pitch > row_bytes) limit = machine->block_bytes / pitch;
  return limit < LEAST_DEPTH ? LEAST_DEPTH : limit;
}

// Some columns, whose rows stay in the nearest cache until all rows of the narrow input have been multiplied with them.
static bool plan_dots(const machine_t *machine, int64_t rows, int64_t bytes, blocking_t *out) {
  enum { PIECE_BYTES = 16 * 1024, UNIT = 4 };
  const tern_contraction_loops_t *loops = &out->loops;
  int64_t depth = loops->ranges[loops->depth], columns = tern_contraction_bound_of(loops, loops->columns);
  if (rows == TERN_DYNAMIC || rows >= 4 * machine->rows || depth == TERN_DYNAMIC || !loops->has_rows ||
      !tern_contraction_is_innermost(loops->op, 0, loops->depth) ||
      !tern_contraction_is_innermost(loops->op, 1, loops->depth)) {
    return false;
  }
  int64_t step = PIECE_BYTES / tern_saturated_mul(depth, bytes) / UNIT * UNIT;
  if (step < UNIT) step = UNIT;
  if (columns != TERN_DYNAMIC && columns <= step) return false;
  out->depth_step = depth;
  out->row_step = rows;
  out->column_step = step;
  return true;
}

static bool make_plan(tern_op_t *op, const machine_t *machine, blocking_t *out) {
  *out = (blocking_t){0};
  if (!tern_contraction_loops_find(op, &out->loops)) return false;
  int64_t rows = out->loops.has_rows ? out->loops.ranges[out->loops.rows] : 1;
  int64_t columns = out->loops.ranges[out->loops.columns], depth = out->loops.ranges[out->loops.depth];
  size_t narrow = 1 - out->loops.wide;
  const tern_type_t *wide = tern_op_operand(op, out->loops.wide)->type;
  if (wide->kind != TERN_TYPE_MEMREF || tern_op_operand(op, narrow)->type->kind != TERN_TYPE_MEMREF) return false;
  if (!tern_type_is_float(tern_type_element(wide))) return false;
  int64_t bytes = (int64_t)tern_dense_element_size(tern_type_element(wide));
  if (rows == 1) return plan_stream(machine, bytes, out);
  if (is_stream(machine, out, rows, bytes) && plan_stream(machine, bytes, out)) return true;
  if (plan_dots(machine, rows, bytes, out)) return true;
  columns = tern_contraction_bound_of(&out->loops, out->loops.columns);
  if (columns == TERN_DYNAMIC || columns == 0) return false;
  bool is_straight = tern_contraction_is_innermost(op, out->loops.wide, out->loops.columns);
  // Up to two tiles' rows are one of fewer vectors, which reads all once.
  bool is_few = rows != TERN_DYNAMIC && rows < 4 * machine->rows;
  out->row_step = rows != TERN_DYNAMIC && rows <= 2 * machine->rows ? rows : machine->rows;
  out->column_step = machine->rows * machine->panel_vectors / out->row_step * machine->vector_bytes / bytes;
  out->panel_count = (columns + out->column_step - 1) / out->column_step;
  int64_t pitch = row_pitch(&out->loops, bytes);
  bool is_well = lies_well(machine, &out->loops, pitch) || (is_few && is_straight);
  bool is_panel = is_well && is_one_of_panels(out, rows, columns);
  // Few rows are not worth a copy, and fewer than a register tile's wait for memory anyway.
  if (is_few && (!is_well || rows < machine->rows)) return false;
  out->depth_step = tern_contraction_balance(depth, choose_depth(machine, out, pitch, is_well, is_panel, bytes), 16);
  bool is_long = depth == TERN_DYNAMIC || (depth > 2 * out->depth_step && (!is_well || depth > 4 * LEAST_DEPTH));
  bool shares_rows = out->loops.has_rows && tern_contraction_is_innermost(op, narrow, out->loops.depth) &&
                     tern_contraction_shares_sets(op, narrow, out->loops.rows);
  if (!is_long && (is_well || (is_straight && !shares_rows &&
                               !tern_contraction_shares_sets(op, out->loops.wide, out->loops.depth)))) {
    return false;
  }
  out->copies_panels = !is_well;
  // One input stays as it is where only the inputs say that a loop has one iteration.
  out->copies_rows = !is_well && shares_rows && !out->loops.has_more_depths;
  if (is_straight) out->ahead = choose_ahead(out, columns, bytes);
  out->steps = machine->steps;
  out->comes_again = rows == TERN_DYNAMIC && pitch == columns * bytes && !is_part(out);
  return true;
}

// --- copies ---

// Memory for elements of input `position`.
static tern_value_t *build_memory(tern_builder_t *b, const blocking_t *plan, size_t position, const int64_t *dims,
                                  size_t rank) {
  return tern_contraction_build_memory(b, tern_type_element(tern_op_operand(plan->loops.op, position)->type), dims,
                                       rank);
}

// The map of an operand that has two loops: `outer` and `inner`, behind `leading` zeros.
static const tern_affine_map_t *map_of_copy(const blocking_t *plan, size_t leading, size_t outer, size_t inner) {
  tern_context_t *context = tern_op_context(plan->loops.op);
  const tern_affine_expr_t *results[] = {tern_affine_constant(context, 0), tern_affine_dim(context, outer),
                                         tern_affine_dim(context, inner)};
  return tern_affine_map_get(context, tern_linalg_loop_count(plan->loops.op), 0, results + 1 - leading, 2 + leading);
}

// Copies what the tile wants of input `position` to `part`, which is indexed by the op's loops as `map` says.
static void build_copy(tern_builder_t *b, const blocking_t *plan, size_t position, const tern_tile_t *tile,
                       size_t outer, size_t inner, tern_value_t *part) {
  tern_value_t *source = tern_tile_build_operand(b, plan->loops.op, position, tile);
  const tern_affine_map_t *map = tern_linalg_indexing_map(plan->loops.op, position);
  const tern_affine_expr_t *from[TERN_LINALG_MAX_LOOPS], *to[3];
  for (size_t r = 0; r < map->result_count; ++r) {
    from[r] = tern_affine_expr_is_dim(map->results[r], outer)   ? tern_affine_dim(b->context, 0)
              : tern_affine_expr_is_dim(map->results[r], inner) ? tern_affine_dim(b->context, 1)
                                                                : tern_affine_constant(b->context, 0);
  }
  size_t rank = tern_type_rank(part->type);
  for (size_t r = 0; r < rank; ++r) {
    to[r] = r + 2 < rank ? tern_affine_constant(b->context, 0) : tern_affine_dim(b->context, r + 2 - rank);
  }
  const tern_affine_map_t *maps[] = {tern_affine_map_get(b->context, 2, 0, from, map->result_count),
                                     tern_affine_map_get(b->context, 2, 0, to, rank)};
  static const tern_iterator_t iterators[] = {TERN_ITERATOR_PARALLEL, TERN_ITERATOR_PARALLEL};
  tern_linalg_build_generic(b, (tern_types_t){0}, (tern_values_t){&source, 1}, (tern_values_t){&part, 1}, maps,
                            iterators, 2, tern_linalg_fill_copy, NULL);
}

// The panel of the tile's columns, which lie behind each other, from row `first` of the depth on, so many rows as the tile has.
static tern_value_t *build_panel(tern_builder_t *b, const blocking_t *plan, const tern_tile_t *tile,
                                 tern_value_t *memory, tern_value_t *first) {
  tern_value_t *zero = tern_build_index(b, 0);
  tern_value_t *step = tern_build_index(b, plan->column_step), *column = tile->offsets[plan->loops.columns];
  int64_t constant;
  tern_value_t *number = tern_index_constant(column, &constant)
                             ? tern_build_index(b, constant / plan->column_step)
                             : tern_build_value(b, TERN_ARITH(DIVUI), .operands = TERN_VALUES(column, step));
  tern_value_t *offsets[] = {number, first, zero};
  tern_value_t *sizes[] = {tern_build_index(b, 1), tile->sizes[plan->loops.depth], tile->sizes[plan->loops.columns]};
  return tern_build_subview(b, memory, offsets, sizes);
}

// All panels of the tile's depth. Where columns are side by side they are copied row by row, through all panels: the next row may
// be in another page.
static void build_panels(tern_builder_t *b, const blocking_t *plan, tern_tile_t tile, tern_value_t *memory) {
  tern_value_t *zero = tern_build_index(b, 0), *one = tern_build_index(b, 1), *row = zero;
  tern_op_t *rows = NULL;
  if (tern_contraction_is_innermost(plan->loops.op, plan->loops.wide, plan->loops.columns)) {
    rows = tern_build_scf_for(b, zero, tile.sizes[plan->loops.depth], one, (tern_values_t){0});
    row = tern_scf_for_iv(rows);
    tile.offsets[plan->loops.depth] = tern_build_index_add(b, tile.offsets[plan->loops.depth], row);
    tile.sizes[plan->loops.depth] = one;
  }
  tern_op_t *columns = tern_contraction_begin_cut(b, &plan->loops, plan->loops.columns, plan->column_step, &tile);
  build_copy(b, plan, plan->loops.wide, &tile, plan->loops.depth, plan->loops.columns,
             build_panel(b, plan, &tile, memory, row));
  tern_contraction_end_cut(b, columns);
  tern_contraction_end_cut(b, rows);
}

// --- the loops around the product ---

typedef struct operands {
  tern_value_t *values[3];
  const tern_affine_map_t *maps[3];
} operands_t;

typedef struct body {
  const blocking_t *plan;
  // What is prefetched, from which element on, elements of its rows unless it has one dimension; NULL: nothing.
  tern_value_t *next, *first, *columns;
} body_t;

// One prefetch of what lies `more` elements behind the step's first one.
static void build_prefetch(tern_builder_t *b, const body_t *body, int64_t more) {
  const tern_contraction_loops_t *loops = &body->plan->loops;
  tern_value_t *step = tern_linalg_build_index(b, loops->depth), *ahead = tern_build_index(b, body->plan->ahead);
  tern_value_t *element = tern_build_index_add(b, body->first, tern_build_index_mul(b, step, ahead));
  element = tern_build_index_add(b, element, tern_build_index(b, more));
  tern_value_t *operands[TERN_LINALG_MAX_LOOPS + 1] = {body->next};
  size_t rank = tern_type_rank(body->next->type);
  if (rank > 1) {
    size_t row = 1 + tern_contraction_dimension_of(loops->op, loops->wide, loops->depth);
    for (size_t i = 1; i < rank; ++i) operands[i] = tern_build_index(b, 0);
    operands[row] = tern_build_value(b, TERN_ARITH(DIVUI), .operands = TERN_VALUES(element, body->columns));
    element = tern_build_value(b, TERN_ARITH(REMUI), .operands = TERN_VALUES(element, body->columns));
  }
  operands[rank] = element;
  tern_memref_build_prefetch(b, (tern_values_t){operands, 1 + rank}, 2);
}

// The body of the product, which prefetches first.
static void fill_product(tern_builder_t *b, tern_block_t *block, void *user) {
  const body_t *body = user;
  if (body->next) {
    const tern_type_t *element = tern_type_element(body->next->type);
    int64_t line = 64 / (int64_t)tern_dense_element_size(element);
    int64_t count = body->plan->steps * body->plan->ahead;
    for (int64_t more = 0; more < count; more += line) build_prefetch(b, body, more);
  }
  tern_linalg_clone_body(b, block, body->plan->loops.op);
}

static tern_value_t *build_quotient(tern_builder_t *b, tern_value_t *value, int64_t divisor) {
  return tern_build_value(b, TERN_ARITH(DIVUI), .operands = TERN_VALUES(value, tern_build_index(b, divisor)));
}

// Whole rows as one, so that the place of an element is its number.
static tern_value_t *collapse(tern_builder_t *b, tern_value_t *view) {
  size_t rank = tern_type_rank(view->type);
  const tern_attr_t *all = tern_reassociation_get(b->context, &rank, 1);
  const tern_type_t *type = tern_memref_collapsed_type(view->type, all);
  if (!type) return view;
  return tern_build_value(b, TERN_MEMREF(COLLAPSE_SHAPE), .operands = TERN_VALUES(view), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"reassociation", all}));
}

// The next piece of the depth (behind the last one the first, for the next tile, or the last one), and where the register tile's part of
// it begins. Parts follow each other as the elements do, so that the processor's own prefetchers take them up.
static body_t build_next(tern_builder_t *b, const blocking_t *plan, const tern_tile_t *tile) {
  const tern_contraction_loops_t *loops = &plan->loops;
  tern_value_t *step = tern_build_index(b, plan->depth_step);
  tern_value_t *last = tern_build_index(b, loops->ranges[loops->depth] - plan->depth_step);
  tern_value_t *row = build_quotient(b, tile->offsets[loops->rows], plan->row_step);
  tern_value_t *column = build_quotient(b, tile->offsets[loops->columns], plan->column_step);
  tern_value_t *before = tern_build_index_mul(b, row, tern_build_index(b, plan->panel_count));
  tern_value_t *number = tern_build_index_add(b, before, column);
  tern_value_t *begin = tern_build_index_add(b, tile->offsets[loops->depth], step);
  tern_tile_t next = *tile;
  next.offsets[loops->columns] = next.sizes[loops->columns] = NULL;
  next.offsets[loops->depth] = tern_build_index_min(b, begin, last);
  if (plan->comes_again) {
    tern_value_t *depth = tern_build_index(b, loops->ranges[loops->depth]), *zero = tern_build_index(b, 0);
    tern_value_t *is_there = tern_arith_cmpi(b, TERN_CMPI_SLT, begin, depth);
    next.offsets[loops->depth] =
        tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(is_there, next.offsets[loops->depth], zero));
  }
  next.sizes[loops->depth] = step;
  body_t body = {.plan = plan, .next = collapse(b, tern_tile_build_operand(b, loops->op, loops->wide, &next))};
  body.columns = tern_tile_build_extent(b, loops->op, loops->columns, loops->ranges[loops->columns]);
  tern_value_t *part = tern_build_index(b, plan->depth_step * plan->ahead);
  tern_value_t *last_part = tern_build_index_sub(b, tern_build_index_mul(b, body.columns, step), part);
  // Columns that nobody knows may be fewer than are prefetched with each step.
  if (loops->ranges[loops->columns] == TERN_DYNAMIC) {
    last_part = tern_build_index_max(b, last_part, tern_build_index(b, 0));
  }
  body.first = tern_build_index_min(b, tern_build_index_mul(b, number, part), last_part);
  return body;
}

// Fills the register tile where accumulation begins: with the first piece of the depth.
static void build_fill(tern_builder_t *b, const blocking_t *plan, const tern_tile_t *tile, tern_value_t *output) {
  tern_value_t *value = tern_linalg_input(plan->fill, 0), *first = tile->offsets[plan->loops.depth];
  int64_t constant;
  tern_op_t *choice = NULL;
  if (!tern_index_constant(first, &constant)) {
    tern_value_t *is_first = tern_arith_cmpi(b, TERN_CMPI_EQ, first, tern_build_index(b, 0));
    choice = tern_build(b, TERN_SCF(IF), .operands = TERN_VALUES(is_first), .types = {0}, .regions = 2);
    tern_builder_set_end(b, tern_region_add_block(&choice->regions[0]));
  }
  tern_linalg_build_named(b, TERN_LINALG(FILL), (tern_types_t){0}, (tern_values_t){&value, 1},
                          (tern_values_t){&output, 1}, (tern_named_attrs_t){0});
  if (!choice) return;
  tern_build(b, TERN_SCF(YIELD), .types = {0});
  tern_builder_set_after(b, choice);
}

static void build_product(tern_builder_t *b, const blocking_t *plan, const tern_tile_t *tile, operands_t operands) {
  tern_iterator_t iterators[TERN_LINALG_MAX_LOOPS];
  size_t loops = tern_linalg_loop_count(plan->loops.op);
  for (size_t i = 0; i < loops; ++i) iterators[i] = tern_linalg_iterator(plan->loops.op, i);
  for (size_t i = 0; i < 3; ++i) {
    if (operands.values[i]) continue;
    operands.values[i] = tern_tile_build_operand(b, plan->loops.op, i, tile);
    operands.maps[i] = tern_linalg_indexing_map(plan->loops.op, i);
  }
  if (plan->fill) build_fill(b, plan, tile, operands.values[2]);
  body_t body = plan->ahead ? build_next(b, plan, tile) : (body_t){.plan = plan};
  tern_op_t *product = tern_linalg_build_generic(b, (tern_types_t){0}, (tern_values_t){operands.values, 2},
                                                 (tern_values_t){operands.values + 2, 1}, operands.maps, iterators,
                                                 loops, fill_product, &body);
  int64_t depth = plan->loops.ranges[plan->loops.depth];
  bool is_long = depth == TERN_DYNAMIC || depth > TERN_LONGEST_SUM;
  if (is_long && plan->depth_step != depth) {
    tern_op_set_attr(product, TERN_SUM_PIECE, tern_unit_attr_get(b->context));
  }
}

// All columns, a register tile of them at a time, times the rows of the tile.
static void build_over_columns(tern_builder_t *b, const blocking_t *plan, tern_tile_t *tile, tern_value_t *panels,
                               operands_t operands) {
  tern_op_t *loop = tern_contraction_begin_cut(b, &plan->loops, plan->loops.columns, plan->column_step, tile);
  if (panels) {
    operands.values[plan->loops.wide] = build_panel(b, plan, tile, panels, tern_build_index(b, 0));
    operands.maps[plan->loops.wide] = map_of_copy(plan, 1, plan->loops.depth, plan->loops.columns);
  }
  build_product(b, plan, tile, operands);
  tern_contraction_end_cut(b, loop);
}

// The rows of the tile, copied to `rows` so that they lie close together unless that is NULL.
static void build_rows(tern_builder_t *b, const blocking_t *plan, tern_tile_t *tile, tern_value_t *panels,
                       tern_value_t *rows) {
  operands_t operands = {0};
  if (rows) {
    size_t narrow = 1 - plan->loops.wide;
    tern_value_t *zero = tern_build_index(b, 0), *offsets[] = {zero, zero};
    tern_value_t *sizes[] = {tile->sizes[plan->loops.rows], tile->sizes[plan->loops.depth]};
    operands.values[narrow] = tern_build_subview(b, rows, offsets, sizes);
    operands.maps[narrow] = map_of_copy(plan, 0, plan->loops.rows, plan->loops.depth);
    tern_tile_t whole = *tile;
    whole.offsets[plan->loops.columns] = NULL;
    build_copy(b, plan, narrow, &whole, plan->loops.rows, plan->loops.depth, operands.values[narrow]);
  }
  build_over_columns(b, plan, tile, panels, operands);
}

// All rows: so many at a time, then the rest together, or as many at a time as divide whatever is left.
static void build_over_rows(tern_builder_t *b, const blocking_t *plan, tern_tile_t *tile, tern_value_t *panels,
                            tern_value_t *rows) {
  int64_t range = plan->loops.ranges[plan->loops.rows], rest = range % plan->row_step;
  tern_value_t *step = tern_build_index(b, plan->row_step), *zero = tern_build_index(b, 0);
  tern_value_t *extent = tern_tile_build_extent(b, plan->loops.op, plan->loops.rows, range), *main_end = extent;
  if (range == TERN_DYNAMIC) {
    rest = tern_gcd(tern_value_divisor(extent), plan->row_step) % plan->row_step;
    if (rest) {
      tern_value_t *left = tern_build_value(b, TERN_ARITH(REMUI), .operands = TERN_VALUES(extent, step));
      main_end = tern_build_index_sub(b, extent, left);
    }
  } else {
    main_end = tern_build_index(b, range - rest);
  }
  tern_op_t *loop = tern_build_scf_for(b, zero, main_end, step, (tern_values_t){0});
  tile->offsets[plan->loops.rows] = tern_scf_for_iv(loop);
  tile->sizes[plan->loops.rows] = step;
  build_rows(b, plan, tile, panels, rows);
  tern_contraction_end_cut(b, loop);
  if (rest == 0) return;
  loop = NULL;
  tile->offsets[plan->loops.rows] = main_end;
  tile->sizes[plan->loops.rows] = tern_build_index(b, rest);
  if (range == TERN_DYNAMIC) {
    loop = tern_build_scf_for(b, main_end, extent, tile->sizes[plan->loops.rows], (tern_values_t){0});
    tile->offsets[plan->loops.rows] = tern_scf_for_iv(loop);
  }
  build_rows(b, plan, tile, panels, rows);
  tern_contraction_end_cut(b, loop);
}

// Memory for copies; NULL for what is not copied.
typedef struct copies {
  tern_value_t *panels, *rows;
} copies_t;

static copies_t build_memories(tern_builder_t *b, const blocking_t *plan) {
  const int64_t panel_dims[] = {plan->panel_count, plan->depth_step, plan->column_step};
  const int64_t row_dims[] = {plan->row_step, plan->depth_step + 16};
  return (copies_t){
      .panels = plan->copies_panels ? build_memory(b, plan, plan->loops.wide, panel_dims, 3) : NULL,
      .rows = plan->copies_rows ? build_memory(b, plan, 1 - plan->loops.wide, row_dims, 2) : NULL,
  };
}

static void build_block(tern_builder_t *b, const blocking_t *plan, tern_tile_t *tile, const copies_t *copies) {
  if (plan->column_step == 0) {
    tern_tile_build_op(b, plan->loops.op, tile);
    return;
  }
  if (copies->panels) build_panels(b, plan, *tile, copies->panels);
  if (plan->loops.has_rows) {
    build_over_rows(b, plan, tile, copies->panels, copies->rows);
  } else {
    build_over_columns(b, plan, tile, copies->panels, (operands_t){0});
  }
}

static void block(blocking_t *plan) {
  tern_builder_t b = tern_builder_before(plan->loops.op);
  tern_tile_t tile = {0};
  tern_op_t *batches[TERN_LINALG_MAX_LOOPS];
  size_t count = 0;
  // A depth that nobody knows may be empty, and nothing would be filled.
  bool is_known = plan->loops.ranges[plan->loops.depth] != TERN_DYNAMIC;
  if (plan->column_step && is_known) plan->fill = tern_contraction_find_fill(&plan->loops);
  copies_t copies = build_memories(&b, plan);
  for (size_t loop = 0; loop < tern_linalg_loop_count(plan->loops.op); ++loop) {
    if (plan->loops.is_one[loop]) batches[count++] = tern_contraction_begin_cut(&b, &plan->loops, loop, 1, &tile);
  }
  tern_op_t *depth = tern_contraction_begin_cut(&b, &plan->loops, plan->loops.depth, plan->depth_step, &tile);
  build_block(&b, plan, &tile, &copies);
  tern_contraction_end_cut(&b, depth);
  while (count > 0) tern_contraction_end_cut(&b, batches[--count]);
  if (plan->fill) tern_op_destroy(plan->fill);
  tern_op_destroy(plan->loops.op);
}

// --- the pass ---

static bool run(tern_op_t *root, tern_pass_t *pass) {
  machine_t machine = {.vector_bytes = tern_pass_int(pass, "vector-bytes"),
                       .panel_vectors = tern_pass_int(pass, "panel-vectors"),
                       .block_bytes = tern_pass_int(pass, "block-bytes"),
                       .rows = tern_pass_int(pass, "rows"),
                       .steps = tern_pass_int(pass, "unroll-reduction")};
  if (machine.vector_bytes < 8 || machine.panel_vectors < 1 || machine.block_bytes < 1 || machine.rows < 1) {
    return tern_op_error(root, "options must be positive, and 'vector-bytes' at least 8");
  }
  if (machine.steps < 1 || machine.steps > 16) {
    return tern_op_error(root, "option 'unroll-reduction' must be from 1 to 16");
  }
  tern_op_list_t ops = tern_op_collect(root, TERN_POSTORDER, tern_is_linalg);
  for (size_t i = 0; i < ops.count; ++i) {
    blocking_t plan;
    machine_t own = machine;
    own.block_bytes = tern_tuning_block_bytes(ops.values[i], machine.block_bytes);
    if (!make_plan(ops.values[i], &own, &plan)) continue;
    block(&plan);
    tern_pass_count(pass, 0, 1);
  }
  tern_vec_deinitialize(&ops);
  return true;
}

static const tern_option_def_t options[] = {
    {"vector-bytes", TERN_OPTION_INT, "64", "Bytes of a vector register", NULL},
    {"panel-vectors", TERN_OPTION_INT, "4", "Vectors that a panel is wide", NULL},
    {"block-bytes", TERN_OPTION_INT, "262144",
     "Bytes that a piece of the depth spans, and about those of all panels together", NULL},
    {"rows", TERN_OPTION_INT, "6", "Rows of a register tile", NULL},
    {"unroll-reduction", TERN_OPTION_INT, "1", "Steps of the depth that --linalg-to-vector-loops writes out", NULL},
};

const tern_pass_def_t tern_linalg_block_contractions_pass = {
    .name = "LinalgBlockContractions",
    .flag = "linalg-block-contractions",
    .summary = "Cut contractions on buffers to what the nearest caches hold",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .statistics = (const char *const[]){"num-blocked - contractions that were cut", NULL},
    .needs = TERN_FORM_NO_TENSORS,
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
