// --linalg-contractions-to-dot: products of narrow numbers on buffers become loops over instructions that multiply several pairs in
// each lane and add them up, or over the fastest that the processor has.
//
//   linalg.matmul ins(%A, %B : memref<96x512xi8>, memref<512x256xi8>) outs(%C : memref<96x256xi32>)
// becomes
//   %panel = memref.alloca() : memref<32768xi8>              // 64 columns of B: four elements of each beside each other
//   %rows = memref.alloca() : memref<13056xi32>              // A, four elements in each
//   (A is copied to %rows)
//   scf.for %j = %c0 to %c256 step %c64 {
//     (B[0, %j] [512, 64] is copied to %panel)
//     scf.for %i = %c0 to %c96 step %c6 {
//       %d:24 = scf.for %k = %c0 to %c128 step %c1 iter_args(%zero, ...) -> (vector<16xi32>, ...) {
//         (a line of the next 64 columns of B is prefetched)
//         four vectors of %panel, elements of six rows in all lanes: 24 x llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
//       }
//       (%d is added to C[%i, %j] [6, 64], or stored there)
//
// A piece of the depth is so short that the panel stays in the first cache for all rows, which stay in the second.
//
// Of bytes x86's instruction takes unsigned ones times signed ones; NEON's take equal signs. Where the left factor is not as it must
// be, its signs are turned around as it is copied, which adds 128 to each element or takes 128 away. By that all rows are wrong by the
// same, which is the product of a row of zeros that is treated alike: it is computed for each panel, and the sums begin without it.
// Sums of 32 bits wrap around, so that is exact.
//
// Source: Intel 64 and IA-32 Architectures Optimization Reference Manual, chapter on Vector Neural Network Instructions; the order of
// loops: Goto, van de Geijn: Anatomy of High-Performance Matrix Multiplication, 2008.

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "dialect/llvm/llvm.h"
#include "dialect/math/math.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/vector/vector.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/linalg/blocking/dot_plan.h"

enum { CACHE_LINE_BYTES = 64 };

// --- building ---

typedef struct emitter {
  tern_builder_t b;
  const tern_dot_product_t *product;
  tern_tile_t tile;            // what the loops around take
  tern_value_t *panel, *rows;  // memory: of both factors
  tern_value_t *offsets;       // and of the product of a row of zeros, if there is one
  tern_pack_memories_t right_copies, left_copies;
  tern_value_t *line_count, *group_count;  // of the depth's piece
} emitter_t;

// Rows or columns of a register tile, from `first` on.
typedef struct piece {
  tern_value_t *first;
  int64_t size;         // at most
  tern_value_t *count;  // NULL: `size`
} piece_t;

static tern_value_t *build_constant(emitter_t *e, int64_t value) { return tern_build_index(&e->b, value); }

static tern_value_t *build_add(emitter_t *e, tern_value_t *value, int64_t addend) {
  return tern_build_index_add(&e->b, value, build_constant(e, addend));
}

static tern_value_t *build_times(emitter_t *e, tern_value_t *value, int64_t factor) {
  return tern_build_index_mul(&e->b, value, build_constant(e, factor));
}

static tern_value_t *build_quotient(emitter_t *e, tern_value_t *value, int64_t divisor) {
  if (divisor == 1) return value;
  return tern_build_value(&e->b, TERN_ARITH(DIVUI), .operands = TERN_VALUES(value, build_constant(e, divisor)));
}

static const tern_type_t *vector_of(const tern_type_t *element, int64_t lanes) {
  return tern_vector_type_get(element, &lanes, 1, 0);
}

static tern_op_t *begin_loop(emitter_t *e, tern_value_t *end, int64_t step, tern_values_t carried) {
  return tern_build_scf_for(&e->b, build_constant(e, 0), end, build_constant(e, step), carried);
}

static void end_loop(emitter_t *e, tern_op_t *loop) { tern_build_scf_for_end(&e->b, loop, (tern_values_t){0}); }

// --- copies ---

static tern_pack_part_t make_part(emitter_t *e, bool is_left, int64_t tiles) {
  const tern_dot_product_t *product = e->product;
  const tern_contraction_loops_t *loops = &product->op.loops;
  size_t position = is_left ? product->op.left : product->op.right;
  return (tern_pack_part_t){.op = loops->op,
                            .position = position,
                            .across = is_left ? loops->rows : loops->columns,
                            .depth = loops->depth,
                            .tiles = tiles,
                            .is_left = is_left,
                            .element = product->element,
                            .is_unsigned = product->op.is_unsigned[position],
                            .flips = is_left && product->flips};
}

// Does each part of so many of what is copied at a time fill tiles, as is known?
static bool is_even(const tern_dot_product_t *product, size_t loop, int64_t step, int64_t unit) {
  int64_t range = product->op.loops.ranges[loop];
  return range != TERN_DYNAMIC && range % unit == 0 && (range <= step || step % unit == 0);
}

static bool has_even_rows(const tern_dot_product_t *product) {
  return is_even(product, product->op.loops.rows, product->row_step, TERN_PACK_LINES);
}

// The part begins `across` elements and `line` lines behind the start of the tile.
static void set_place(emitter_t *e, tern_pack_part_t *part, tern_value_t *across, tern_value_t *line) {
  const tern_dot_product_t *product = e->product;
  int64_t elements = tern_pack_line_elements(product->element);
  for (size_t i = 0; i < TERN_LINALG_MAX_LOOPS; ++i) part->offsets[i] = e->tile.offsets[i];
  tern_value_t *depth = build_times(e, line, elements);
  part->offsets[part->across] = tern_build_index_add(&e->b, part->offsets[part->across], across);
  part->offsets[part->depth] = tern_build_index_add(&e->b, part->offsets[part->depth], depth);
  part->depth_count = is_even(product, part->depth, product->depth_step, elements)
                          ? build_constant(e, elements)
                          : tern_build_index_sub(&e->b, e->tile.sizes[part->depth], depth);
}

static int64_t tiles_of(const piece_t *columns) { return (columns->size + TERN_PACK_GROUPS - 1) / TERN_PACK_GROUPS; }

// The panel of these columns: group by group.
static void build_panel(emitter_t *e, const piece_t *columns) {
  tern_op_t *lines = begin_loop(e, e->line_count, 1, (tern_values_t){0});
  tern_value_t *line = tern_scf_for_iv(lines);
  int64_t tiles = tiles_of(columns);
  tern_pack_part_t part = make_part(e, false, tiles);
  set_place(e, &part, columns->first, line);
  part.across_count = columns->count ? columns->count : build_constant(e, columns->size);
  tern_pack_target_t to = {e->panel, build_times(e, line, TERN_PACK_LINES * tiles), tiles, 1};
  tern_pack_build(&e->b, &part, &e->right_copies, &to);
  end_loop(e, lines);
}

// The rows of the tile, 16 at a time.
static void build_rows(emitter_t *e) {
  const tern_dot_product_t *product = e->product;
  int64_t row_lines = tern_dot_groups(product) / TERN_PACK_GROUPS;
  tern_value_t *count = e->tile.sizes[product->op.loops.rows];
  tern_op_t *rows = begin_loop(e, count, TERN_PACK_LINES, (tern_values_t){0});
  tern_value_t *row = tern_scf_for_iv(rows);
  tern_op_t *lines = begin_loop(e, e->line_count, 1, (tern_values_t){0});
  tern_value_t *line = tern_scf_for_iv(lines);
  tern_pack_part_t part = make_part(e, true, 1);
  set_place(e, &part, row, line);
  part.across_count =
      has_even_rows(product) ? build_constant(e, TERN_PACK_LINES) : tern_build_index_sub(&e->b, count, row);
  tern_value_t *first = tern_build_index_add(&e->b, build_times(e, row, row_lines), line);
  tern_pack_build(&e->b, &part, &e->left_copies,
                  &(tern_pack_target_t){e->rows, first, row_lines, TERN_PACK_LINES * row_lines});
  end_loop(e, lines);
  end_loop(e, rows);
}

// --- register tiles ---

// Vector `vector` of the panel at this group of the depth.
static tern_value_t *build_right(emitter_t *e, const piece_t *columns, int64_t vector, tern_value_t *group) {
  const tern_dot_product_t *product = e->product;
  int64_t elements = tiles_of(columns) * tern_pack_line_elements(product->element);
  tern_value_t *place = build_add(e, build_times(e, group, elements), vector * product->lanes * product->group);
  return tern_build_value(&e->b, TERN_VECTOR(LOAD), .operands = TERN_VALUES(e->panel, place),
                          .types = TERN_TYPES(vector_of(product->element, product->lanes * product->group)));
}

// This group of a row in all lanes.
static tern_value_t *build_left(emitter_t *e, tern_value_t *first, int64_t row, tern_value_t *group) {
  const tern_dot_product_t *product = e->product;
  const tern_type_t *type = vector_of(product->element, product->lanes * product->group);
  const tern_type_t *groups = vector_of(tern_type_element(e->rows->type), product->lanes);
  tern_value_t *place = tern_build_index_add(&e->b, build_times(e, first, tern_dot_groups(product)), group);
  place = build_add(e, place, row * tern_dot_groups(product));
  tern_value_t *scalar = tern_build_value(&e->b, TERN_MEMREF(LOAD), .operands = TERN_VALUES(e->rows, place));
  tern_value_t *all =
      tern_build_value(&e->b, TERN_VECTOR(BROADCAST), .operands = TERN_VALUES(scalar), .types = TERN_TYPES(groups));
  return tern_build_value(&e->b, TERN_VECTOR(BITCAST), .operands = TERN_VALUES(all), .types = TERN_TYPES(type));
}

static tern_value_t *build_dot(emitter_t *e, tern_value_t *left, tern_value_t *right, tern_value_t *sum) {
  const tern_dot_product_t *product = e->product;
  const tern_dot_instruction_t *instruction = product->instruction;
  if (!instruction->intrinsic) {
    return tern_build_value(&e->b, TERN_MATH(FMA), .operands = TERN_VALUES(left, right, sum));
  }
  tern_context_t *context = e->b.context;
  tern_value_t *operands[] = {sum, product->swaps ? right : left, product->swaps ? left : right};
  size_t skipped = instruction->adds ? 0 : 1;
  const tern_attr_t *name = tern_string_attr_get(context, tern_str_from_cstr(instruction->intrinsic));
  tern_value_t *result = tern_build_value(
      &e->b, TERN_LLVM(CALL_INTRINSIC), .operands = {operands + skipped, 3 - skipped}, .types = TERN_TYPES(sum->type),
      .segments = (int32_t[]){(int32_t)(3 - skipped), 0},
      .attrs = TERN_ATTRS({"intrin", name}, {"op_bundle_sizes", tern_dense_i32_array_attr_get(context, NULL, 0)}));
  return instruction->adds ? result : tern_build_value(&e->b, TERN_ARITH(ADDI), .operands = TERN_VALUES(sum, result));
}

// Lines of the cache of the next panel that a tile of rows brings to the second cache: one with each step of its loop. Rows of the
// matrix lie apart, so that the processor's own prefetchers do not find them.
static void build_prefetch(emitter_t *e, const piece_t *columns, const piece_t *rows, tern_value_t *group) {
  const tern_dot_product_t *product = e->product;
  const tern_contraction_loops_t *loops = &product->op.loops;
  size_t both[] = {loops->columns, loops->depth};
  if (!tern_contraction_is_innermost(loops->op, product->op.right, loops->columns)) return;
  int64_t elements = 8 * CACHE_LINE_BYTES / tern_type_bit_width(product->op.element);
  int64_t lines = (tern_dot_width(product) + elements - 1) / elements;
  tern_value_t *tile = build_quotient(e, rows->first, product->rows);
  tern_value_t *number = tern_build_index_add(&e->b, build_times(e, tile, tern_dot_groups(product)), group);
  tern_value_t *row =
      tern_build_index_min(&e->b, build_quotient(e, number, lines), build_constant(e, product->depth_step - 1));
  tern_value_t *line = tern_build_index_sub(&e->b, number, build_times(e, build_quotient(e, number, lines), lines));
  tern_value_t *offsets[TERN_LINALG_MAX_LOOPS], *operands[1 + TERN_LINALG_MAX_LOOPS];
  for (size_t i = 0; i < TERN_LINALG_MAX_LOOPS; ++i) offsets[i] = e->tile.offsets[i];
  offsets[loops->columns] =
      tern_build_index_add(&e->b, build_add(e, columns->first, columns->size), build_times(e, line, elements));
  offsets[loops->depth] = tern_build_index_add(&e->b, offsets[loops->depth], row);
  for (size_t i = 0; i < 2; ++i) {
    tern_value_t *extent = tern_tile_build_extent(&e->b, loops->op, both[i], loops->ranges[both[i]]);
    offsets[both[i]] = tern_build_index_min(&e->b, offsets[both[i]], build_add(e, extent, -1));
  }
  operands[0] = tern_op_operand(loops->op, product->op.right);
  size_t rank = tern_contraction_build_indices(&e->b, loops->op, product->op.right, offsets, operands + 1).count;
  const tern_attr_t *locality = tern_integer_attr_get(tern_i_type_get(e->b.context, 32), 2);
  tern_build(&e->b, TERN_MEMREF(PREFETCH), .operands = {operands, 1 + rank},
             .attrs = TERN_ATTRS({"isWrite", tern_bool_attr_get(e->b.context, false)}, {"localityHint", locality},
                                 {"isDataCache", tern_bool_attr_get(e->b.context, true)}));
}

static int64_t vectors_of(const emitter_t *e, const piece_t *columns) {
  return (columns->size + e->product->lanes - 1) / e->product->lanes;
}

// The product of a row of zeros and the panel.
static void build_offsets(emitter_t *e, const piece_t *columns) {
  const tern_dot_product_t *product = e->product;
  size_t count = (size_t)vectors_of(e, columns);
  tern_value_t *sums[TERN_DOT_MAX_VECTORS],
      *zero = tern_build_number(&e->b, vector_of(product->op.sum, product->lanes), 0);
  tern_value_t *left = tern_arith_constant_int(&e->b, vector_of(product->element, product->lanes * product->group),
                                               INT64_C(1) << (32 / product->group - 1));
  for (size_t v = 0; v < count; ++v) sums[v] = zero;
  tern_op_t *groups = begin_loop(e, e->group_count, 1, (tern_values_t){sums, count});
  for (size_t v = 0; v < count; ++v) {
    tern_value_t *right = build_right(e, columns, (int64_t)v, tern_scf_for_iv(groups));
    sums[v] = build_dot(e, left, right, tern_scf_for_carried(groups, v));
  }
  tern_build_scf_for_end(&e->b, groups, (tern_values_t){sums, count});
  for (size_t v = 0; v < count; ++v) {
    tern_value_t *place = build_constant(e, (int64_t)v * product->lanes);
    tern_build(&e->b, TERN_VECTOR(STORE), .operands = TERN_VALUES(tern_op_result(groups, v), e->offsets, place));
  }
}

// Which lanes of a vector there are; NULL: all.
static tern_value_t *build_mask(emitter_t *e, const piece_t *rows, int64_t row, const piece_t *columns,
                                int64_t vector) {
  int64_t lanes = e->product->lanes, column = vector * lanes;
  if (!rows->count && !columns->count && columns->size >= column + lanes) return NULL;
  tern_value_t *all = columns->count ? columns->count : build_constant(e, columns->size);
  tern_value_t *count = tern_build_index_sub(&e->b, all, build_constant(e, column));
  if (rows->count) {
    tern_value_t *is_there = tern_arith_cmpi(&e->b, TERN_CMPI_SLT, build_constant(e, row), rows->count);
    count = tern_build_value(&e->b, TERN_ARITH(SELECT), .operands = TERN_VALUES(is_there, count, build_constant(e, 0)));
  }
  return tern_build_value(&e->b, TERN_VECTOR(CREATE_MASK), .operands = TERN_VALUES(count),
                          .types = TERN_TYPES(vector_of(tern_i_type_get(e->b.context, 1), lanes)));
}

// A load from the output, or with `stored` a store to it.
static tern_value_t *build_access(emitter_t *e, const piece_t *rows, int64_t row, const piece_t *columns,
                                  int64_t vector, tern_value_t *stored) {
  const tern_contraction_loops_t *loops = &e->product->op.loops;
  const tern_type_t *type = vector_of(e->product->op.sum, e->product->lanes);
  tern_value_t *mask = build_mask(e, rows, row, columns, vector);
  tern_value_t *offsets[TERN_LINALG_MAX_LOOPS], *operands[4 + TERN_LINALG_MAX_LOOPS];
  for (size_t i = 0; i < TERN_LINALG_MAX_LOOPS; ++i) offsets[i] = e->tile.offsets[i];
  offsets[loops->rows] = build_add(e, tern_build_index_add(&e->b, offsets[loops->rows], rows->first), row);
  offsets[loops->columns] =
      build_add(e, tern_build_index_add(&e->b, offsets[loops->columns], columns->first), vector * e->product->lanes);
  size_t count = 0;
  if (stored && !mask) operands[count++] = stored;
  operands[count++] = tern_op_operand(loops->op, 2);
  count += tern_contraction_build_indices(&e->b, loops->op, 2, offsets, operands + count).count;
  if (mask) operands[count++] = mask;
  if (mask) operands[count++] = stored ? stored : tern_build_number(&e->b, type, 0);
  if (stored) {
    tern_build(&e->b, mask ? TERN_VECTOR(MASKEDSTORE) : TERN_VECTOR(STORE), .operands = {operands, count});
    return NULL;
  }
  return tern_build_value(&e->b, mask ? TERN_VECTOR(MASKEDLOAD) : TERN_VECTOR(LOAD), .operands = {operands, count},
                          .types = TERN_TYPES(type));
}

// What the sums of all rows of a vector begin with.
static tern_value_t *build_start(emitter_t *e, int64_t vector) {
  const tern_type_t *type = vector_of(e->product->op.sum, e->product->lanes);
  tern_value_t *zero = tern_build_number(&e->b, type, 0), *place = build_constant(e, vector * e->product->lanes);
  if (!e->offsets) return zero;
  tern_value_t *offset =
      tern_build_value(&e->b, TERN_VECTOR(LOAD), .operands = TERN_VALUES(e->offsets, place), .types = TERN_TYPES(type));
  return tern_build_value(&e->b, TERN_ARITH(SUBI), .operands = TERN_VALUES(zero, offset));
}

// What there was is added in the end: the loop does not wait for it.
static void build_register_tile(emitter_t *e, const piece_t *columns, const piece_t *rows) {
  int64_t vectors = vectors_of(e, columns);
  size_t count = (size_t)(rows->size * vectors);
  const tern_op_row_t *add = tern_type_is_float(e->product->op.sum) ? TERN_ARITH(ADDF) : TERN_ARITH(ADDI);
  tern_value_t *sums[TERN_DOT_MAX_SUMS], *right[TERN_DOT_MAX_VECTORS];
  for (int64_t v = 0; v < vectors; ++v) sums[v] = build_start(e, v);
  for (size_t i = (size_t)vectors; i < count; ++i) sums[i] = sums[i - (size_t)vectors];
  tern_op_t *groups = begin_loop(e, e->group_count, 1, (tern_values_t){sums, count});
  tern_value_t *group = tern_scf_for_iv(groups);
  for (int64_t v = 0; v < vectors; ++v) right[v] = build_right(e, columns, v, group);
  build_prefetch(e, columns, rows, group);
  for (int64_t r = 0; r < rows->size; ++r) {
    tern_value_t *left = build_left(e, rows->first, r, group);
    for (int64_t v = 0; v < vectors; ++v) {
      size_t i = (size_t)(r * vectors + v);
      sums[i] = build_dot(e, left, right[v], tern_scf_for_carried(groups, i));
    }
  }
  tern_build_scf_for_end(&e->b, groups, (tern_values_t){sums, count});
  for (size_t i = 0; i < count; ++i) {
    int64_t row = (int64_t)i / vectors, vector = (int64_t)i % vectors;
    tern_value_t *sum = tern_op_result(groups, i);
    if (!e->product->fill) {
      tern_value_t *before = build_access(e, rows, row, columns, vector, NULL);
      sum = tern_build_value(&e->b, add, .operands = TERN_VALUES(before, sum));
    }
    build_access(e, rows, row, columns, vector, sum);
  }
}

// --- the loops around ---

typedef void (*piece_fn_t)(emitter_t *e, const piece_t *outer, const piece_t *piece);

// Whole pieces of `extent` of the loop, then what is left.
static void build_over(emitter_t *e, size_t loop, int64_t step, const piece_t *outer, piece_fn_t build) {
  int64_t constant, range = e->product->op.loops.ranges[loop];
  tern_value_t *extent = e->tile.sizes[loop], *size = build_constant(e, step), *end = extent;
  bool tern_dot_instruction_is_known = tern_index_constant(extent, &constant);
  if (tern_dot_instruction_is_known) {
    end = build_constant(e, constant - constant % step);
  } else if (range == TERN_DYNAMIC || range % step) {
    tern_value_t *rest = tern_build_value(&e->b, TERN_ARITH(REMUI), .operands = TERN_VALUES(extent, size));
    end = tern_build_index_sub(&e->b, extent, rest);
  }
  if (!tern_dot_instruction_is_known || constant >= step) {
    tern_op_t *whole = begin_loop(e, end, step, (tern_values_t){0});
    build(e, outer, &(piece_t){.first = tern_scf_for_iv(whole), .size = step});
    end_loop(e, whole);
  }
  if (tern_dot_instruction_is_known && constant % step) {
    build(e, outer, &(piece_t){.first = end, .size = constant % step});
  } else if (end != extent && !tern_dot_instruction_is_known) {
    tern_op_t *rest = tern_build_scf_for(&e->b, end, extent, size, (tern_values_t){0});
    tern_value_t *first = tern_scf_for_iv(rest);
    build(e, outer, &(piece_t){.first = first, .size = step, .count = tern_build_index_sub(&e->b, extent, first)});
    end_loop(e, rest);
  }
}

static void build_columns(emitter_t *e, const piece_t *outer, const piece_t *columns) {
  (void)outer;
  build_panel(e, columns);
  if (e->offsets) build_offsets(e, columns);
  build_over(e, e->product->op.loops.rows, e->product->rows, columns, build_register_tile);
}

// Before all loops, so that a function has it once.
static void build_memories(emitter_t *e) {
  const tern_dot_product_t *product = e->product;
  const tern_contraction_loops_t *loops = &product->op.loops;
  // Register tiles of rows nobody knows how many of may reach over the last 16.
  int64_t rows = (product->row_step + TERN_PACK_LINES - 1) / TERN_PACK_LINES * TERN_PACK_LINES + product->rows;
  int64_t width = tern_dot_width(product), elements = tern_pack_line_elements(product->element);
  const tern_type_t *i32 = tern_i_type_get(e->b.context, 32);
  const tern_type_t *of_rows = product->instruction->intrinsic ? i32 : product->element;
  e->panel = tern_contraction_build_memory(&e->b, product->element, (int64_t[]){width * product->depth_step}, 1);
  e->rows = tern_contraction_build_memory(&e->b, of_rows, (int64_t[]){rows * tern_dot_groups(product)}, 1);
  if (product->flips) e->offsets = tern_contraction_build_memory(&e->b, i32, &width, 1);
  // Counts that say whether the matrix may end within a part.
  bool is_deep = is_even(product, loops->depth, product->depth_step, elements);
  tern_pack_part_t part = make_part(e, false, width / TERN_PACK_GROUPS);
  bool has_even_columns = is_even(product, loops->columns, width, width);
  part.across_count = build_constant(e, has_even_columns ? width : 0);
  part.depth_count = build_constant(e, is_deep ? elements : 0);
  tern_pack_build_memories(&e->b, &part, &e->right_copies);
  tern_pack_part_t left = make_part(e, true, 1);
  left.across_count = build_constant(e, has_even_rows(product) ? TERN_PACK_LINES : 0);
  left.depth_count = part.depth_count;
  tern_pack_build_memories(&e->b, &left, &e->left_copies);
}

static void replace(tern_dot_product_t *product) {
  const tern_contraction_loops_t *loops = &product->op.loops;
  emitter_t e = {.b = tern_builder_before(loops->op), .product = product};
  tern_op_t *batches[TERN_LINALG_MAX_LOOPS];
  size_t count = 0;
  int64_t range = loops->ranges[loops->depth];
  if (range != TERN_DYNAMIC && range <= product->depth_step) {
    product->fill = tern_narrow_contraction_find_zeros(&product->op);
  }
  build_memories(&e);
  for (size_t loop = 0; loop < tern_linalg_loop_count(loops->op); ++loop) {
    if (loops->is_one[loop]) batches[count++] = tern_contraction_begin_cut(&e.b, loops, loop, 1, &e.tile);
  }
  tern_op_t *depth = tern_contraction_begin_cut(&e.b, loops, loops->depth, product->depth_step, &e.tile);
  tern_value_t *size = e.tile.sizes[loops->depth];
  e.line_count = tern_build_index_ceildiv(&e.b, size, build_constant(&e, tern_pack_line_elements(product->element)));
  e.group_count = tern_build_index_ceildiv(&e.b, size, build_constant(&e, product->group));
  tern_op_t *rows = tern_contraction_begin_cut(&e.b, loops, loops->rows, product->row_step, &e.tile);
  build_rows(&e);
  e.tile.offsets[loops->columns] = build_constant(&e, 0);
  e.tile.sizes[loops->columns] = tern_tile_build_extent(&e.b, loops->op, loops->columns, loops->ranges[loops->columns]);
  build_over(&e, loops->columns, tern_dot_width(product), NULL, build_columns);
  tern_contraction_end_cut(&e.b, rows);
  tern_contraction_end_cut(&e.b, depth);
  while (count > 0) tern_contraction_end_cut(&e.b, batches[--count]);
  if (product->fill) tern_op_destroy(product->fill);
  tern_op_destroy(loops->op);
}

// --- the pass ---

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_dot_machine_t machine = {.i8 = tern_pass_string(pass, "i8"),
                                .bf16 = tern_pass_string(pass, "bf16"),
                                .vector_bytes = tern_pass_int(pass, "vector-bytes"),
                                .vector_registers = tern_pass_int(pass, "vector-registers")};
  if (machine.vector_bytes != 16 && machine.vector_bytes != 32 && machine.vector_bytes != 64) {
    return tern_op_error(root, "'vector-bytes' must be 16, 32 or 64");
  }
  if (machine.vector_registers < 8) return tern_op_error(root, "'vector-registers' must be 8 or more");
  for (int is_float = 0; is_float < 2; ++is_float) {
    tern_str_t name = is_float ? machine.bf16 : machine.i8;
    if (tern_dot_instruction_is_known(name, is_float, machine.vector_bytes)) continue;
    return tern_op_error(root, "no instruction '%.*s' for products of %s in vectors of %d bytes", (int)name.size,
                         name.data, is_float ? "bf16" : "i8", (int)machine.vector_bytes);
  }
  tern_op_list_t ops = tern_op_collect(root, TERN_POSTORDER, tern_is_linalg);
  for (size_t i = 0; i < ops.count; ++i) {
    tern_dot_product_t product;
    if (!tern_dot_plan(ops.values[i], &machine, &product)) continue;
    replace(&product);
    tern_pass_count(pass, 0, 1);
  }
  tern_vec_deinitialize(&ops);
  return true;
}

static const tern_option_def_t options[] = {
    {"i8", TERN_OPTION_STRING, NULL, "Instruction for products of i8, summed in i32: vpdpbusd, vpmaddwd or sdot", NULL},
    {"bf16", TERN_OPTION_STRING, NULL, "Instruction for products of bf16, summed in f32: vdpbf16ps, bfdot or fma",
     NULL},
    {"vector-bytes", TERN_OPTION_INT, "64", "Bytes of a vector register", NULL},
    {"vector-registers", TERN_OPTION_INT, "32", "Vector registers", NULL},
};

const tern_pass_def_t tern_linalg_contractions_to_dot_pass = {
    .name = "LinalgContractionsToDot",
    .flag = "linalg-contractions-to-dot",
    .summary = "Convert products of narrow numbers on buffers to loops over dot products of vectors",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .statistics = (const char *const[]){"num-converted - contractions that became dot products", NULL},
    .needs = TERN_FORM_NO_TENSORS,
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
