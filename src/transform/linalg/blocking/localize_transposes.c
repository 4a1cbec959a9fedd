// --linalg-localize-transposes: element-wise ops on buffers that read an input transposed read it from a small copy.
//
//   linalg.generic {maps = [(i, j) -> (i, j), (i, j) -> (j, i), (i, j) -> (i, j)]} ins(%A, %B) outs(%C)
// becomes
//   %part = memref.alloca() : memref<16x64xf32>
//   scf.for %j = %c0 to %c1024 step %c64 {
//     scf.for %i = %c0 to %c1024 step %c16 {
//       linalg.generic ins(%B[%j, %i] [64, 16]) outs(%part) { copy, transposed }
//       linalg.generic ins(%A[%i, %j] [16, 64], %part) outs(%C[%i, %j] [16, 64])
//     }
//   }
//
// The copy is transposed in registers (--linalg-transposes-to-vectors), and the op runs along vectors of all it reads. What such tiles do not
// cover at the ends is left as smaller ops of the same kind, and what only copies is left to that pass, too.

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/build_subview.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/build.h"
#include "ir/context.h"
#include "pass/pass.h"
#include "transform/linalg/blocking/contraction_loops.h"
#include "transform/linalg/blocking/transposes.h"
#include "transform/linalg/tile_structured.h"

enum { VECTORS = 4 };

typedef struct plan {
  tern_op_t *op;
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  int64_t steps[TERN_LINALG_MAX_LOOPS];  // of tiles
  size_t from, to;                       // the loops along which transposed inputs and the output lie
  bool is_transposed[TERN_LINALG_MAX_LOOPS];
} plan_t;

// --- what it is good for ---

// The loop that the operand's neighbours in memory belong to, if it has other loops for its other dimensions.
static bool find_contiguous_loop(const tern_op_t *op, size_t position, size_t *out_loop) {
  return tern_affine_map_is_projected_permutation(tern_linalg_indexing_map(op, position), false) &&
         tern_linalg_contiguous_loop(op, position, out_loop);
}

static bool has_loop(const tern_op_t *op, size_t position, size_t loop) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  for (size_t r = 0; r < map->result_count; ++r) {
    if (tern_affine_expr_is_dim(map->results[r], loop)) return true;
  }
  return false;
}

// Marks the inputs that lie along `from`, the first such loop.
static int64_t find_transposed(plan_t *plan, int64_t vector_bytes) {
  int64_t side = 0;
  for (size_t i = 0; i < tern_linalg_input_count(plan->op); ++i) {
    size_t loop;
    if (!find_contiguous_loop(plan->op, i, &loop) || loop == plan->to || !has_loop(plan->op, i, plan->to) ||
        !has_loop(plan->op, tern_linalg_input_count(plan->op), loop) || (side && loop != plan->from)) {
      continue;
    }
    int64_t own = tern_transpose_side(tern_type_element(tern_op_operand(plan->op, i)->type), vector_bytes);
    if (!own) continue;
    plan->from = loop;
    plan->is_transposed[i] = true;
    if (own > side) side = own;
  }
  return side;
}

static bool match(tern_op_t *op, int64_t vector_bytes, plan_t *out) {
  *out = (plan_t){.op = op};
  if (!tern_op_is(op, TERN_LINALG(GENERIC)) || !tern_linalg_can_slice(op) || !tern_linalg_is_all_parallel(op) ||
      tern_linalg_body_has_index(op) || (tern_linalg_input_count(op) == 1 && tern_linalg_is_copy(op)) ||
      op->operand_count > TERN_LINALG_MAX_LOOPS || !tern_linalg_static_loop_ranges(op, out->ranges) ||
      !find_contiguous_loop(op, tern_linalg_input_count(op), &out->to)) {
    return false;
  }
  int64_t side = find_transposed(out, vector_bytes);
  if (!side || out->ranges[out->from] == TERN_DYNAMIC || out->ranges[out->to] == TERN_DYNAMIC ||
      out->ranges[out->from] < side || out->ranges[out->to] < side) {
    return false;
  }
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) out->steps[loop] = 1;
  out->steps[out->from] = side;
  out->steps[out->to] = out->ranges[out->to] < VECTORS * side ? side : VECTORS * side;
  return true;
}

// --- a tile ---

// Copies the tile's part of input `position` so that it lies along `to`.
static void build_copy(tern_builder_t *b, const plan_t *plan, size_t position, const tern_tile_t *tile,
                       tern_value_t *part) {
  tern_value_t *source = tern_tile_build_operand(b, plan->op, position, tile);
  const tern_affine_map_t *map = tern_linalg_indexing_map(plan->op, position);
  const tern_affine_expr_t *from[TERN_LINALG_MAX_LOOPS];
  for (size_t r = 0; r < map->result_count; ++r) {
    from[r] = tern_affine_expr_is_dim(map->results[r], plan->from) ? tern_affine_dim(b->context, 0)
              : tern_affine_expr_is_dim(map->results[r], plan->to) ? tern_affine_dim(b->context, 1)
                                                                   : tern_affine_constant(b->context, 0);
  }
  const tern_affine_map_t *maps[] = {tern_affine_map_get(b->context, 2, 0, from, map->result_count),
                                     tern_affine_map_identity(b->context, 2)};
  static const tern_iterator_t iterators[] = {TERN_ITERATOR_PARALLEL, TERN_ITERATOR_PARALLEL};
  tern_linalg_build_generic(b, (tern_types_t){0}, (tern_values_t){&source, 1}, (tern_values_t){&part, 1}, maps,
                            iterators, 2, tern_linalg_fill_copy, NULL);
}

static void build_tile(tern_builder_t *b, const plan_t *plan, const tern_tile_t *tile, tern_value_t *const *parts) {
  size_t loops = tern_linalg_loop_count(plan->op), inputs = tern_linalg_input_count(plan->op);
  const size_t both[] = {plan->from, plan->to};
  const tern_affine_map_t *maps[TERN_LINALG_MAX_LOOPS], *copied = tern_affine_map_select(b->context, loops, both, 2);
  tern_value_t *operands[TERN_LINALG_MAX_LOOPS];
  tern_iterator_t iterators[TERN_LINALG_MAX_LOOPS];
  for (size_t i = 0; i < loops; ++i) iterators[i] = TERN_ITERATOR_PARALLEL;
  for (size_t i = 0; i < plan->op->operand_count; ++i) {
    if (parts[i]) build_copy(b, plan, i, tile, parts[i]);
    operands[i] = parts[i] ? parts[i] : tern_tile_build_operand(b, plan->op, i, tile);
    maps[i] = parts[i] ? copied : tern_linalg_indexing_map(plan->op, i);
  }
  tern_linalg_build_generic(b, (tern_types_t){0}, (tern_values_t){operands, inputs},
                            (tern_values_t){operands + inputs, plan->op->operand_count - inputs}, maps, iterators,
                            loops, tern_linalg_clone_body, plan->op);
}

// --- loops ---

// How far tiles go along a loop.
static int64_t covered(const plan_t *plan, size_t loop) {
  return plan->ranges[loop] - plan->ranges[loop] % plan->steps[loop];
}

// The op on what tiles leave along `loop`: of all other iterations, or of those along `to` that tiles have.
static void build_rest(tern_builder_t *b, const plan_t *plan, size_t loop) {
  int64_t start = covered(plan, loop);
  if (start == plan->ranges[loop]) return;
  tern_tile_t tile = {0};
  if (loop == plan->from) {
    tile.offsets[plan->to] = tern_build_index(b, 0);
    tile.sizes[plan->to] = tern_build_index(b, covered(plan, plan->to));
  }
  tile.offsets[loop] = tern_build_index(b, start);
  tile.sizes[loop] = tern_build_index(b, plan->ranges[loop] - start);
  tern_tile_build_op(b, plan->op, &tile);
}

static void convert(const plan_t *plan) {
  tern_builder_t builder = tern_builder_before(plan->op), *b = &builder;
  tern_value_t *parts[TERN_LINALG_MAX_LOOPS] = {0}, *zero = tern_build_index(b, 0);
  const int64_t dims[] = {plan->steps[plan->from], plan->steps[plan->to]};
  for (size_t i = 0; i < plan->op->operand_count; ++i) {
    if (!plan->is_transposed[i]) continue;
    parts[i] = tern_contraction_build_memory(b, tern_type_element(tern_op_operand(plan->op, i)->type), dims, 2);
  }
  tern_tile_t tile = {0};
  tern_op_t *loops[TERN_LINALG_MAX_LOOPS];
  size_t count = 0, loop_count = tern_linalg_loop_count(plan->op);
  // Tiles go along the input's lines, innermost.
  for (size_t i = 0; i < loop_count + 2; ++i) {
    size_t loop = i < loop_count ? i : i == loop_count ? plan->to : plan->from;
    if (i < loop_count && (loop == plan->to || loop == plan->from)) continue;
    tern_value_t *end = i < loop_count ? tern_tile_build_extent(b, plan->op, loop, plan->ranges[loop])
                                       : tern_build_index(b, covered(plan, loop));
    tile.sizes[loop] = tern_build_index(b, plan->steps[loop]);
    loops[count] = tern_build_scf_for(b, zero, end, tile.sizes[loop], (tern_values_t){0});
    tile.offsets[loop] = tern_scf_for_iv(loops[count++]);
  }
  build_tile(b, plan, &tile, parts);
  while (count > 0) tern_build_scf_for_end(b, loops[--count], (tern_values_t){0});
  build_rest(b, plan, plan->from);
  build_rest(b, plan, plan->to);
  tern_op_destroy(plan->op);
}

// --- the pass ---

static bool rewrite(tern_op_t *op, int64_t vector_bytes) {
  plan_t plan;
  if (!match(op, vector_bytes, &plan)) return false;
  convert(&plan);
  return true;
}

static bool run(tern_op_t *root, tern_pass_t *pass) { return tern_transpose_run(root, pass, rewrite); }

const tern_pass_def_t tern_linalg_localize_transposes_pass = {
    .name = "LinalgLocalizeTransposes",
    .flag = "linalg-localize-transposes",
    .summary = "Copy what element-wise ops read transposed, a tile at a time",
    .options = tern_transpose_options,
    .option_count = 1,
    .statistics = (const char *const[]){"num-localized - ops that read from copies", NULL},
    .needs = TERN_FORM_NO_TENSORS,
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
