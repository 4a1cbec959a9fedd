// --linalg-transposes-to-vectors: ops on buffers that copy what lies along one dimension to along another become loops over squares,
// which are transposed in registers.
//
//   linalg.transpose ins(%A : memref<64x256xf32>) outs(%B : memref<256x64xf32>) permutation = [1, 0]
// becomes
//   scf.for %j = %c0 to %c64 step %c16 {
//     scf.for %i = %c0 to %c256 step %c16 {
//       %0 = vector.load %A[%j, %i] : ... vector<16xf32>              // and fifteen more rows
//       %16 = vector.shuffle %0, %8 [0, 16, 1, 17, ...]               // four rounds of sixteen
//       vector.store %64, %B[%i, %j]                                  // and fifteen more
//
// A round interleaves the rows of the first half with those of the second, which turns the bits of an element's place (row, column) by
// one: after as many rounds as a row number has bits, rows are columns.
// What squares do not cover at the ends is left as smaller ops of the same kind.

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/build.h"
#include "dialect/vector/vector.h"
#include "pass/pass.h"
#include "transform/linalg/blocking/transposes.h"
#include "transform/linalg/tile_structured.h"

typedef struct transposition {
  tern_op_t *op;
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  size_t from, to;  // the loops along which the input and the output lie
  int64_t side;     // of a square, in elements
} transposition_t;

// --- what it is good for ---

// The loop is one dimension of the operand, and no part of another.
static bool is_dimension(const tern_op_t *op, size_t position, size_t loop) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  size_t count = 0;
  for (size_t r = 0; r < map->result_count; ++r) {
    if (!tern_affine_expr_uses_dim(map->results[r], loop)) continue;
    if (!tern_affine_expr_is_dim(map->results[r], loop)) return false;
    ++count;
  }
  return count == 1;
}

static bool match(tern_op_t *op, int64_t vector_bytes, transposition_t *out) {
  *out = (transposition_t){.op = op};
  if (!tern_is_linalg(op) || !tern_linalg_can_slice(op) || !tern_linalg_is_all_parallel(op) ||
      tern_linalg_input_count(op) != 1 || tern_linalg_output_count(op) != 1 || !tern_linalg_is_copy(op) ||
      !tern_linalg_static_loop_ranges(op, out->ranges)) {
    return false;
  }
  if (!tern_linalg_contiguous_loop(op, 0, &out->from) || !tern_linalg_contiguous_loop(op, 1, &out->to) ||
      out->from == out->to) {
    return false;
  }
  for (size_t i = 0; i < 2; ++i) {
    if (!is_dimension(op, i, out->from) || !is_dimension(op, i, out->to)) return false;
  }
  out->side = tern_transpose_side(tern_type_element(tern_op_operand(op, 0)->type), vector_bytes);
  if (!out->side) return false;
  int64_t from = out->ranges[out->from], to = out->ranges[out->to];
  return (from == TERN_DYNAMIC || from >= out->side) && (to == TERN_DYNAMIC || to >= out->side);
}

// --- a square ---

typedef struct place {
  tern_value_t *ivs[TERN_LINALG_MAX_LOOPS];
} place_t;

// Loads (or stores) `*row` of operand `position`, `step` further along `loop`.
static void build_access(tern_builder_t *b, const transposition_t *t, size_t position, place_t place, size_t loop,
                         int64_t step, const tern_type_t *type, tern_value_t **row) {
  place.ivs[loop] = tern_build_index_add(b, place.ivs[loop], tern_build_index(b, step));
  const tern_affine_map_t *map = tern_linalg_indexing_map(t->op, position);
  tern_value_t *operands[TERN_LINALG_MAX_LOOPS + 2];
  size_t count = 0;
  if (position == 1) operands[count++] = *row;
  operands[count++] = tern_op_operand(t->op, position);
  for (size_t r = 0; r < map->result_count; ++r) {
    operands[count++] = tern_build_affine_expr(b, map->results[r], place.ivs, NULL);
  }
  if (position == 0) {
    *row = tern_build_value(b, TERN_VECTOR(LOAD), .operands = {operands, count}, .types = TERN_TYPES(type));
  } else {
    tern_build(b, TERN_VECTOR(STORE), .operands = {operands, count});
  }
}

static void transpose(tern_builder_t *b, int64_t side, const tern_type_t *type, tern_value_t **rows) {
  const tern_attr_t *masks[2];
  for (int64_t half = 0; half < 2; ++half) {
    int64_t lanes[TERN_TRANSPOSE_MAX_SIDE];
    for (int64_t i = 0; i < side; ++i) lanes[i] = half * side / 2 + i / 2 + i % 2 * side;
    masks[half] = tern_dense_i64_array_attr_get(b->context, lanes, (size_t)side);
  }
  for (int64_t done = 1; done < side; done *= 2) {
    tern_value_t *next[TERN_TRANSPOSE_MAX_SIDE];
    for (int64_t i = 0; i < side; ++i) {
      next[i] = tern_build_value(b, TERN_VECTOR(SHUFFLE), .operands = TERN_VALUES(rows[i / 2], rows[i / 2 + side / 2]),
                                 .types = TERN_TYPES(type), .attrs = TERN_ATTRS({"mask", masks[i % 2]}));
    }
    for (int64_t i = 0; i < side; ++i) rows[i] = next[i];
  }
}

static void build_square(tern_builder_t *b, const transposition_t *t, const place_t *place) {
  const tern_type_t *element = tern_type_element(tern_op_operand(t->op, 0)->type);
  const tern_type_t *type = tern_vector_type_get(element, &t->side, 1, 0);
  tern_value_t *rows[TERN_TRANSPOSE_MAX_SIDE];
  for (int64_t i = 0; i < t->side; ++i) build_access(b, t, 0, *place, t->to, i, type, &rows[i]);
  transpose(b, t->side, type, rows);
  for (int64_t i = 0; i < t->side; ++i) build_access(b, t, 1, *place, t->from, i, type, &rows[i]);
}

// --- loops ---

// How far squares go along a loop.
static tern_value_t *build_covered(tern_builder_t *b, const transposition_t *t, size_t loop) {
  int64_t range = t->ranges[loop];
  if (range != TERN_DYNAMIC) return tern_build_index(b, range - range % t->side);
  tern_value_t *extent = tern_tile_build_extent(b, t->op, loop, range), *side = tern_build_index(b, t->side);
  tern_value_t *rest = tern_build_value(b, TERN_ARITH(REMUI), .operands = TERN_VALUES(extent, side));
  return tern_build_index_sub(b, extent, rest);
}

// The op on what lies behind `start` along `loop`, up to `end` along `other` (NULL: all).
static void build_rest(tern_builder_t *b, const transposition_t *t, size_t loop, tern_value_t *start, size_t other,
                       tern_value_t *end) {
  if (t->ranges[loop] != TERN_DYNAMIC && t->ranges[loop] % t->side == 0) return;
  tern_tile_t tile = {0};
  tern_value_t *extent = tern_tile_build_extent(b, t->op, loop, t->ranges[loop]);
  tile.offsets[loop] = start;
  tile.sizes[loop] = tern_build_index_sub(b, extent, start);
  if (end) {
    tile.offsets[other] = tern_build_index(b, 0);
    tile.sizes[other] = end;
  }
  tern_tile_build_op(b, t->op, &tile);
}

static void convert(const transposition_t *t) {
  tern_builder_t builder = tern_builder_before(t->op), *b = &builder;
  tern_value_t *from_end = build_covered(b, t, t->from), *to_end = build_covered(b, t, t->to);
  tern_value_t *zero = tern_build_index(b, 0), *one = tern_build_index(b, 1), *side = tern_build_index(b, t->side);
  place_t place;
  tern_op_t *loops[TERN_LINALG_MAX_LOOPS];
  size_t count = 0, loop_count = tern_linalg_loop_count(t->op);
  // Squares go along the input's lines, innermost.
  for (size_t i = 0; i < loop_count + 2; ++i) {
    bool is_square = i >= loop_count;
    size_t loop = !is_square ? i : i == loop_count ? t->to : t->from;
    if (!is_square && (loop == t->to || loop == t->from)) continue;
    tern_value_t *end = !is_square      ? tern_tile_build_extent(b, t->op, loop, t->ranges[loop])
                        : loop == t->to ? to_end
                                        : from_end;
    loops[count] = tern_build_scf_for(b, zero, end, is_square ? side : one, (tern_values_t){0});
    place.ivs[loop] = tern_scf_for_iv(loops[count++]);
  }
  build_square(b, t, &place);
  while (count > 0) tern_build_scf_for_end(b, loops[--count], (tern_values_t){0});
  build_rest(b, t, t->from, from_end, t->to, to_end);
  build_rest(b, t, t->to, to_end, t->from, NULL);
  tern_op_destroy(t->op);
}

// --- the pass ---

static bool rewrite(tern_op_t *op, int64_t vector_bytes) {
  transposition_t transposition;
  if (!match(op, vector_bytes, &transposition)) return false;
  convert(&transposition);
  return true;
}

static bool run(tern_op_t *root, tern_pass_t *pass) { return tern_transpose_run(root, pass, rewrite); }

const tern_pass_def_t tern_linalg_transposes_to_vectors_pass = {
    .name = "LinalgTransposesToVectors",
    .flag = "linalg-transposes-to-vectors",
    .summary = "Lower copies that transpose to loops of squares that are transposed in registers",
    .options = tern_transpose_options,
    .option_count = 1,
    .statistics = (const char *const[]){"num-transposed - ops that became squares", NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
