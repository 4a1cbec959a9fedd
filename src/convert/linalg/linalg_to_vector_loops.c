// --linalg-to-vector-loops: structured ops on buffers become scf loops of vector code.
//
//   linalg.matmul ins(%A, %B : memref<32x24xf32>, memref<24x16xf32>) outs(%C : memref<32x16xf32>)
// becomes
//   scf.for %i = %c0 to %c32 step %c8 {
//     %acc:8 = scf.for %k = %c0 to %c24 step %c1 iter_args(...) -> (vector<16xf32>, ...) {
//       %b = vector.load %B[%k, %c0]                   // shared by the eight rows
//       %a = memref.load %A[%i, %k]  ...               // broadcast
//       math.fma ...
//     }
//     vector.store ...
//   }
//
// The tile comes from vector_plan.c. With 'unroll-reduction' some steps of its innermost loop are written out, in the same order, where
// that is a whole number of times: addresses and the loop itself take as many cycles as one in twenty-five products. Ends that do not
// fill a vector are masked, so there is no scalar tail. A linalg.fill right before the op that initialises its output becomes the
// accumulators' start value. Ops that have no vector form are left to --convert-linalg-to-loops.

#include "analysis/divisor.h"
#include "analysis/size_bound.h"
#include "analysis/split_sums.h"
#include "base/integer.h"
#include "convert/linalg/vector_tile.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/vector/vector.h"
#include "ir/op_list.h"
#include "pass/pass.h"

// Additions in one chain, more or less. Where the accumulators of pieces have no room in registers, adding them up takes a load and a
// store.
enum { SHORT_CHAIN = 32, LONG_CHAIN = 256 };

// --- reduction loops ---

// Runs the reduction loops from `first` on around the tile's body, carrying the accumulators. The vectorized reduction
// loop, if there is one, is innermost and is run by build_vector_reduction.
static void build_vector_reduction(tern_vector_emitter_t *emitter, int64_t rows, tern_value_t **accumulators);

// Steps of a reduction loop that are written out. They are if the loop is innermost, their number divides whatever its extent is, and
// they add to so many accumulators that these fill at least half of the registers that there are for them: code is not free.
static int64_t choose_steps(const tern_vector_emitter_t *emitter, size_t loop, size_t sums) {
  const tern_vector_plan_t *plan = &emitter->plan;
  if (plan->is_reduction_vectorized || 2 * (int64_t)sums < emitter->machine->max_accumulators) return 1;
  for (size_t inner = loop + 1; inner < plan->loop_count; ++inner) {
    if (tern_linalg_iterator(emitter->op, inner) != TERN_ITERATOR_PARALLEL) return 1;
  }
  return tern_gcd(tern_value_divisor(emitter->extents[loop]), emitter->machine->unroll_reduction);
}

// Additions of a sum in one chain: few where a second set of accumulators fits into registers. For products the number does not depend on
// their tile, so that tiles of all shapes add in one order.
static int64_t longest_chain(const tern_vector_emitter_t *emitter, size_t sums) {
  bool is_small = !emitter->plan.has_unroll_loop && 2 * (int64_t)sums <= emitter->machine->max_accumulators;
  return is_small ? SHORT_CHAIN : LONG_CHAIN;
}

// Ends a loop over a reduction that carries `carried`; its results go to `out_values`.
static void end_reduction_loop(tern_vector_emitter_t *emitter, tern_op_t *loop, tern_value_t *const *carried,
                               size_t count, tern_value_t **out_values) {
  tern_build_scf_for_end(&emitter->builder, loop, (tern_values_t){(tern_value_t **)carried, count});
  loop = tern_split_sums(loop, longest_chain(emitter, count));
  for (size_t i = 0; i < count; ++i) out_values[i] = tern_op_result(loop, i);
}

static void build_reduction_loops(tern_vector_emitter_t *emitter, size_t first, const tern_vector_tile_t *tile,
                                  tern_value_t **accumulators) {
  const tern_vector_plan_t *plan = &emitter->plan;
  size_t loop = first;
  while (loop < plan->loop_count && (tern_linalg_iterator(emitter->op, loop) == TERN_ITERATOR_PARALLEL ||
                                     (plan->is_reduction_vectorized && loop == plan->vector_loop))) {
    ++loop;
  }
  if (loop == plan->loop_count) {
    if (plan->is_reduction_vectorized) {
      build_vector_reduction(emitter, tile->rows, accumulators);
    } else {
      tern_vector_build_tile(emitter, tile, accumulators);
    }
    return;
  }
  if (plan->has_window_loop && loop == plan->window_loop) {
    tern_vector_build_window(emitter, tile, accumulators);
    return;
  }
  size_t count = (size_t)(tile->rows * tile->vectors) * tern_linalg_output_count(emitter->op);
  tern_builder_t *b = &emitter->builder;
  int64_t steps = choose_steps(emitter, loop, count);
  tern_value_t *zero = tern_build_index(b, 0), *step = tern_build_index(b, steps);
  tern_op_t *for_op = tern_build_scf_for(b, zero, emitter->extents[loop], step, (tern_values_t){accumulators, count});
  tern_value_t *carried[TERN_VECTOR_MAX_ACCUMULATORS];
  for (size_t i = 0; i < count; ++i) carried[i] = tern_scf_for_carried(for_op, i);
  for (int64_t s = 0; s < steps; ++s) {
    emitter->ivs[loop] = tern_scf_for_iv(for_op);
    if (s > 0) emitter->ivs[loop] = tern_build_index_add(b, emitter->ivs[loop], tern_build_index(b, s));
    emitter->is_repeated = s > 0;
    build_reduction_loops(emitter, loop + 1, tile, carried);
  }
  emitter->is_repeated = false;
  end_reduction_loop(emitter, for_op, carried, count, accumulators);
}

// `extent - start` lanes, as a mask.
static tern_value_t *build_mask(tern_vector_emitter_t *emitter, tern_value_t *lanes) {
  const tern_type_t *type = tern_vector_emitter_type(emitter, tern_i_type_get(emitter->builder.context, 1));
  return tern_build_value(&emitter->builder, TERN_VECTOR(CREATE_MASK), .operands = TERN_VALUES(lanes),
                          .types = TERN_TYPES(type));
}

typedef void (*tile_fn_t)(tern_vector_emitter_t *emitter, const tern_vector_tile_t *tile, tern_value_t **carried);

// Covers the vector loop: whole tiles in a loop, then the rest as one masked tile (static extent) or a loop of masked
// vectors (dynamic). `carried` values (may be none) go through; a tile of fewer vectors carries the first ones of each
// row.
static void build_over_vectors(tern_vector_emitter_t *emitter, int64_t rows, tern_value_t **carried, size_t per_vector,
                               tile_fn_t build_tile) {
  tern_builder_t *b = &emitter->builder;
  const tern_vector_plan_t *plan = &emitter->plan;
  int64_t vectors = plan->unroll_vectors, step = vectors * plan->lanes, extent = plan->ranges[plan->vector_loop];
  tern_value_t *extent_value = emitter->extents[plan->vector_loop], *step_value = tern_build_index(b, step);
  tern_value_t *main_end = extent_value;
  if (extent == TERN_DYNAMIC) {
    tern_value_t *rest = tern_build_value(b, TERN_ARITH(REMUI), .operands = TERN_VALUES(extent_value, step_value));
    main_end = tern_build_index_sub(b, extent_value, rest);
  } else {
    main_end = tern_build_index(b, extent - extent % step);
  }
  size_t count = (size_t)(rows * vectors) * per_vector;
  if (extent == TERN_DYNAMIC || extent >= 2 * step) {
    tern_op_t *loop =
        tern_build_scf_for(b, tern_build_index(b, 0), main_end, step_value, (tern_values_t){carried, count});
    emitter->ivs[plan->vector_loop] = tern_scf_for_iv(loop);
    tern_value_t *inner[TERN_VECTOR_MAX_ACCUMULATORS];
    for (size_t i = 0; i < count; ++i) inner[i] = tern_scf_for_carried(loop, i);
    build_tile(emitter, &(tern_vector_tile_t){rows, vectors, NULL}, inner);
    end_reduction_loop(emitter, loop, inner, count, carried);
  } else if (extent >= step) {
    emitter->ivs[plan->vector_loop] = tern_build_index(b, 0);
    build_tile(emitter, &(tern_vector_tile_t){rows, vectors, NULL}, carried);
  }
  if (extent != TERN_DYNAMIC && extent % step == 0) return;
  // The rest carries the first `narrow` vectors of each row.
  int64_t rest = extent == TERN_DYNAMIC ? 1 : extent % step;
  int64_t narrow = (rest + plan->lanes - 1) / plan->lanes, odd = rest % plan->lanes;
  tern_value_t *part[TERN_VECTOR_MAX_ACCUMULATORS];
  size_t row_size = (size_t)vectors * per_vector, narrow_size = (size_t)narrow * per_vector;
  for (int64_t r = 0; r < rows; ++r) {
    for (size_t i = 0; i < narrow_size; ++i) part[(size_t)r * narrow_size + i] = carried[(size_t)r * row_size + i];
  }
  size_t part_count = (size_t)rows * narrow_size;
  if (extent == TERN_DYNAMIC) {
    tern_op_t *loop = tern_build_scf_for(b, main_end, extent_value, tern_build_index(b, plan->lanes),
                                         (tern_values_t){part, part_count});
    emitter->ivs[plan->vector_loop] = tern_scf_for_iv(loop);
    tern_value_t *inner[TERN_VECTOR_MAX_ACCUMULATORS];
    for (size_t i = 0; i < part_count; ++i) inner[i] = tern_scf_for_carried(loop, i);
    tern_value_t *left = tern_build_index_sub(b, extent_value, tern_scf_for_iv(loop));
    build_tile(emitter, &(tern_vector_tile_t){rows, narrow, build_mask(emitter, left)}, inner);
    end_reduction_loop(emitter, loop, inner, part_count, part);
  } else {
    emitter->ivs[plan->vector_loop] = main_end;
    tern_value_t *mask = odd ? build_mask(emitter, tern_build_index(b, odd)) : NULL;
    build_tile(emitter, &(tern_vector_tile_t){rows, narrow, mask}, part);
  }
  for (int64_t r = 0; r < rows; ++r) {
    for (size_t i = 0; i < narrow_size; ++i) carried[(size_t)r * row_size + i] = part[(size_t)r * narrow_size + i];
  }
}

static void build_vector_reduction(tern_vector_emitter_t *emitter, int64_t rows, tern_value_t **accumulators) {
  build_over_vectors(emitter, rows, accumulators, tern_linalg_output_count(emitter->op), tern_vector_build_tile);
}

// --- tiles ---

// The value every accumulator of output `output` starts with when lanes hold partial results.
static tern_value_t *build_neutral(tern_vector_emitter_t *emitter, size_t output) {
  tern_combiner_t combiner;
  bool is_combiner = tern_match_combiner(emitter->op, output, &combiner);
  (void)is_combiner;  // the plan has checked it
  const tern_type_t *element = tern_vector_emitter_element(emitter, tern_linalg_output_position(emitter->op, output));
  const tern_type_t *type = tern_vector_emitter_type(emitter, element);
  if (tern_type_is_float(element)) return tern_build_number(&emitter->builder, type, combiner.neutral);
  uint32_t width = tern_type_bit_width(element);
  uint64_t all_ones = width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1, sign = UINT64_C(1) << (width - 1);
  uint64_t bits = combiner.is_all_ones  ? all_ones
                  : combiner.is_lowest  ? sign
                  : combiner.is_highest ? all_ones & ~sign
                                        : (uint64_t)combiner.neutral;
  const tern_attr_t *value = tern_integer_attr_get(element, (int64_t)bits);
  return tern_build_constant(&emitter->builder, tern_dense_elements_attr_get_splat(type, value));
}

// Combines two values of an output with the body's combiner.
static tern_value_t *build_combine(tern_vector_emitter_t *emitter, const tern_combiner_t *combiner, tern_value_t *lhs,
                                   tern_value_t *rhs) {
  const tern_attr_t *flags = tern_op_attr(combiner->op, "fastmath");
  tern_named_attr_t attr = {"fastmath", flags};
  return tern_build_value(&emitter->builder, combiner->op->def->row, .operands = TERN_VALUES(lhs, rhs),
                          .attrs = {&attr, flags ? 1 : 0});
}

// Folds the lanes of output `output`'s accumulators of one row into the scalar in memory.
static void build_row_result(tern_vector_emitter_t *emitter, size_t output, int64_t row,
                             tern_value_t *const *accumulators, size_t stride) {
  tern_builder_t *b = &emitter->builder;
  tern_combiner_t combiner;
  if (!tern_match_combiner(emitter->op, output, &combiner)) return;
  tern_value_t *sum = accumulators[0];
  for (int64_t v = 1; v < emitter->plan.unroll_vectors; ++v) {
    sum = build_combine(emitter, &combiner, sum, accumulators[(size_t)v * stride]);
  }
  size_t position = tern_linalg_output_position(emitter->op, output);
  const tern_type_t *element = tern_vector_emitter_element(emitter, position);
  tern_named_attr_t attrs[2] = {{"kind", tern_vector_kind_attr(b->context, combiner.kind)}};
  size_t attr_count = 1;
  // Lanes are combined in any order, as the accumulators were.
  if (tern_type_is_float(element)) {
    attrs[attr_count++] =
        (tern_named_attr_t){"fastmath", tern_arith_reassoc_attr(b->context, tern_op_attr(combiner.op, "fastmath"))};
  }
  tern_value_t *scalar = tern_build_value(b, TERN_VECTOR(REDUCTION), .operands = TERN_VALUES(sum),
                                          .types = TERN_TYPES(element), .attrs = {attrs, attr_count});
  tern_value_t *fill = output == 0 ? emitter->fill_value : NULL;
  tern_value_t *old = fill && !emitter->fills ? fill : tern_vector_build_load(emitter, position, row, 0, NULL);
  if (fill && emitter->fills) {
    old = tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(emitter->fills, fill, old));
  }
  tern_vector_build_store(emitter, position, row, 0, NULL, build_combine(emitter, &combiner, old, scalar));
}

// What the accumulator of output 0 starts with. Contents that are not wanted are not read either: nobody may have written them.
static tern_value_t *build_start(tern_vector_emitter_t *emitter, int64_t row, int64_t vector, tern_value_t *mask) {
  tern_builder_t *b = &emitter->builder;
  size_t position = tern_linalg_output_position(emitter->op, 0);
  if (!emitter->fill_value) return tern_vector_build_load(emitter, position, row, vector, mask);
  tern_value_t *fill = tern_vector_build_broadcast(emitter, emitter->fill_value);
  if (!emitter->fills) return fill;
  tern_value_t *yes = tern_arith_constant_int(b, emitter->fills->type, 1);
  tern_value_t *keeps = tern_vector_build_broadcast(
      emitter, tern_build_value(b, TERN_ARITH(XORI), .operands = TERN_VALUES(emitter->fills, yes)));
  if (mask) keeps = tern_build_value(b, TERN_ARITH(ANDI), .operands = TERN_VALUES(keeps, mask));
  return tern_vector_build_masked_load(emitter, position, row, vector, keeps, fill);
}

// Is what memory holds added to a sum of its own, so that the sum of a long reduction has several? So it is for a piece that other
// passes have cut out of one, and for what is long itself.
static bool is_added_last(const tern_vector_emitter_t *emitter, size_t output) {
  enum { LONG = TERN_LONGEST_SUM + 1 };
  const tern_type_t *element = tern_vector_emitter_element(emitter, tern_linalg_output_position(emitter->op, output));
  tern_combiner_t combiner;
  int64_t depth = tern_op_attr(emitter->op, TERN_SUM_PIECE) ? LONG : 1;
  bool is_filled = output == 0 && emitter->fill_value && !emitter->fills;
  if (is_filled || !emitter->is_reduction || !tern_type_is_float(element)) return false;
  for (size_t loop = 0; loop < emitter->plan.loop_count && depth < LONG; ++loop) {
    if (tern_linalg_iterator(emitter->op, loop) == TERN_ITERATOR_PARALLEL) continue;
    int64_t bound = tern_value_upper_bound(emitter->extents[loop]);
    depth = bound == TERN_DYNAMIC ? LONG : depth * bound;
  }
  return depth >= LONG && tern_match_combiner(emitter->op, output, &combiner) && combiner.kind == TERN_VECTOR_KIND_ADD;
}

// What the accumulators of output `output` start with, if memory is added last: what a fill would have left there, or nothing.
static tern_value_t *build_piece_start(tern_vector_emitter_t *emitter, size_t output) {
  tern_builder_t *b = &emitter->builder;
  if (output > 0 || !emitter->fills) return build_neutral(emitter, output);
  tern_value_t *nothing = tern_build_number(b, emitter->fill_value->type, -0.0);
  tern_value_t *start =
      tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(emitter->fills, emitter->fill_value, nothing));
  return tern_vector_build_broadcast(emitter, start);
}

// Adds the accumulators of output `output` of a tile, every `stride`-th of `sums`, to what is in memory, unless that was to be filled. It
// is read in any case, because that is for nothing when the processor has it at hand.
static void add_old(tern_vector_emitter_t *emitter, size_t output, const tern_vector_tile_t *tile, tern_value_t **sums,
                    size_t stride) {
  tern_builder_t *b = &emitter->builder;
  tern_combiner_t combiner;
  if (!tern_match_combiner(emitter->op, output, &combiner)) return;
  bool is_chosen = output == 0 && emitter->fills;
  tern_value_t *fills = is_chosen ? tern_vector_build_broadcast(emitter, emitter->fills) : NULL;
  size_t position = tern_linalg_output_position(emitter->op, output);
  for (int64_t r = 0; r < tile->rows; ++r) {
    for (int64_t v = 0; v < tile->vectors; ++v, sums += stride) {
      tern_value_t *old = tern_vector_build_load(emitter, position, r, v, tern_vector_tile_mask(tile, v));
      tern_value_t *sum = build_combine(emitter, &combiner, old, *sums);
      *sums = fills ? tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(fills, *sums, sum)) : sum;
    }
  }
}

// What the accumulator of an output starts with; NULL: it has none.
static tern_value_t *build_accumulator(tern_vector_emitter_t *emitter, size_t output, int64_t row, int64_t vector,
                                       tern_value_t *mask) {
  if (!emitter->is_reduction && !tern_linalg_reads_output(emitter->op, output)) return NULL;
  size_t position = tern_linalg_output_position(emitter->op, output);
  if (is_added_last(emitter, output)) {
    // Memory is needed behind the sum, which is when nothing else is left to wait for.
    tern_vector_build_prefetch(emitter, position, row, vector);
    return build_piece_start(emitter, output);
  }
  if (output == 0) return build_start(emitter, row, vector, mask);
  return tern_vector_build_load(emitter, position, row, vector, mask);
}

// A tile whose lanes are elements of the outputs: load or start, reduce, store.
static void build_parallel_tile(tern_vector_emitter_t *emitter, const tern_vector_tile_t *tile,
                                tern_value_t **carried) {
  (void)carried;
  size_t outputs = tern_linalg_output_count(emitter->op);
  tern_value_t *accumulators[TERN_VECTOR_MAX_ACCUMULATORS];
  for (int64_t r = 0; r < tile->rows; ++r) {
    for (int64_t v = 0; v < tile->vectors; ++v) {
      for (size_t o = 0; o < outputs; ++o) {
        tern_value_t *mask = tern_vector_tile_mask(tile, v);
        accumulators[(size_t)(r * tile->vectors + v) * outputs + o] = build_accumulator(emitter, o, r, v, mask);
      }
    }
  }
  build_reduction_loops(emitter, 0, tile, accumulators);
  for (size_t o = 0; o < outputs; ++o) {
    if (is_added_last(emitter, o)) add_old(emitter, o, tile, accumulators + o, outputs);
  }
  for (int64_t r = 0; r < tile->rows; ++r) {
    for (int64_t v = 0; v < tile->vectors; ++v) {
      for (size_t o = 0; o < outputs; ++o) {
        tern_vector_build_store(emitter, tern_linalg_output_position(emitter->op, o), r, v,
                                tern_vector_tile_mask(tile, v),
                                accumulators[(size_t)(r * tile->vectors + v) * outputs + o]);
      }
    }
  }
}

// A tile of `rows` rows, whole along the vector loop.
static void build_rows(tern_vector_emitter_t *emitter, int64_t rows) {
  if (!emitter->plan.is_reduction_vectorized) {
    tern_value_t *nothing[1];
    build_over_vectors(emitter, rows, nothing, 0, build_parallel_tile);
    return;
  }
  size_t outputs = tern_linalg_output_count(emitter->op);
  tern_value_t *accumulators[TERN_VECTOR_MAX_ACCUMULATORS];
  size_t row_size = (size_t)emitter->plan.unroll_vectors * outputs;
  for (size_t i = 0; i < (size_t)rows * row_size; ++i) accumulators[i] = build_neutral(emitter, i % outputs);
  build_reduction_loops(emitter, 0, &(tern_vector_tile_t){rows, emitter->plan.unroll_vectors, NULL}, accumulators);
  for (int64_t r = 0; r < rows; ++r) {
    for (size_t o = 0; o < outputs; ++o) {
      build_row_result(emitter, o, r, accumulators + (size_t)r * row_size + o, outputs);
    }
  }
}

// --- outer loops ---

static tern_op_t *build_plain_loop(tern_vector_emitter_t *emitter, size_t loop, tern_value_t *lower,
                                   tern_value_t *upper, int64_t step) {
  tern_builder_t *b = &emitter->builder;
  tern_op_t *for_op = tern_build_scf_for(b, lower, upper, tern_build_index(b, step), (tern_values_t){0});
  emitter->ivs[loop] = tern_scf_for_iv(for_op);
  return for_op;
}

// Covers the unroll loop: whole tiles of rows in a loop, then the rest.
static void build_over_rows(tern_vector_emitter_t *emitter) {
  const tern_vector_plan_t *plan = &emitter->plan;
  if (!plan->has_unroll_loop) {
    build_rows(emitter, 1);
    return;
  }
  tern_builder_t *b = &emitter->builder;
  int64_t rows = plan->unroll_rows, extent = plan->ranges[plan->unroll_loop];
  tern_value_t *extent_value = emitter->extents[plan->unroll_loop], *zero = tern_build_index(b, 0);
  if (extent != TERN_DYNAMIC) {
    int64_t main_end = extent - extent % rows;
    if (main_end > rows) {
      tern_op_t *loop = build_plain_loop(emitter, plan->unroll_loop, zero, tern_build_index(b, main_end), rows);
      build_rows(emitter, rows);
      tern_build_scf_for_end(b, loop, (tern_values_t){0});
    } else if (main_end == rows) {
      emitter->ivs[plan->unroll_loop] = zero;
      build_rows(emitter, rows);
    }
    if (extent == main_end) return;
    emitter->ivs[plan->unroll_loop] = tern_build_index(b, main_end);
    build_rows(emitter, extent - main_end);
    return;
  }
  // The rest has as many rows at a time as divide whatever is left.
  int64_t rest_rows = tern_gcd(tern_value_divisor(extent_value), rows);
  tern_value_t *main_end = extent_value;
  if (rest_rows < rows) {
    tern_values_t operands = TERN_VALUES(extent_value, tern_build_index(b, rows));
    main_end = tern_build_index_sub(b, extent_value, tern_build_value(b, TERN_ARITH(REMUI), .operands = operands));
  }
  tern_op_t *loop = build_plain_loop(emitter, plan->unroll_loop, zero, main_end, rows);
  build_rows(emitter, rows);
  tern_build_scf_for_end(b, loop, (tern_values_t){0});
  if (rest_rows == rows) return;
  loop = build_plain_loop(emitter, plan->unroll_loop, main_end, extent_value, rest_rows);
  build_rows(emitter, rest_rows);
  tern_build_scf_for_end(b, loop, (tern_values_t){0});
}

static void build_outer_loops(tern_vector_emitter_t *emitter, size_t first) {
  const tern_vector_plan_t *plan = &emitter->plan;
  size_t loop = first;
  while (loop < plan->loop_count &&
         (tern_linalg_iterator(emitter->op, loop) != TERN_ITERATOR_PARALLEL || loop == plan->vector_loop ||
          (plan->has_unroll_loop && loop == plan->unroll_loop))) {
    ++loop;
  }
  if (loop == plan->loop_count) {
    build_over_rows(emitter);
    return;
  }
  tern_builder_t *b = &emitter->builder;
  if (plan->ranges[loop] == 1) {
    emitter->ivs[loop] = tern_build_index(b, 0);
    build_outer_loops(emitter, loop + 1);
    return;
  }
  tern_op_t *for_op = build_plain_loop(emitter, loop, tern_build_index(b, 0), emitter->extents[loop], 1);
  build_outer_loops(emitter, loop + 1);
  tern_build_scf_for_end(b, for_op, (tern_values_t){0});
}

static void build_extents(tern_vector_emitter_t *emitter) {
  tern_builder_t *b = &emitter->builder;
  for (size_t loop = 0; loop < emitter->plan.loop_count; ++loop) {
    size_t position, dim;
    if (emitter->plan.ranges[loop] != TERN_DYNAMIC) {
      emitter->extents[loop] = tern_build_index(b, emitter->plan.ranges[loop]);
    } else if (tern_linalg_loop_source(emitter->op, loop, &position, &dim)) {
      emitter->extents[loop] = tern_build_value(
          b, TERN_MEMREF(DIM),
          .operands = TERN_VALUES(tern_op_operand(emitter->op, position), tern_build_index(b, (int64_t)dim)));
    }
  }
}

// --- the pass ---

// The op that is all that an scf.if may do, or NULL.
static tern_op_t *only_op_of(const tern_op_t *choice) {
  const tern_block_t *otherwise = choice->regions[1].first_block, *body = choice->regions[0].first_block;
  if (choice->result_count > 0 || (otherwise && otherwise->first_op != otherwise->last_op)) return NULL;
  return body->first_op->next == body->last_op ? body->first_op : NULL;
}

// A fill of output 0, right before the op but for ops without effects, whose value can start the accumulators instead; it may be
// filled on a condition.
// The op must be a reduction (others overwrite) that visits every element of the output.
static tern_op_t *find_fill(tern_op_t *op) {
  if (tern_linalg_count_iterators(op, TERN_ITERATOR_REDUCTION) == 0 || tern_linalg_output_count(op) != 1) return NULL;
  tern_value_t *output = tern_linalg_output(op, 0);
  for (size_t i = 0; i < tern_linalg_input_count(op); ++i) {
    if (tern_linalg_input(op, i) == output) return NULL;
  }
  if (!tern_affine_map_is_projected_permutation(tern_linalg_output_map(op, 0), true)) {
    return NULL;
  }
  tern_op_t *before = op->prev;
  while (before && tern_op_effects(before) == 0) before = before->prev;
  if (before && tern_op_is(before, TERN_SCF(IF))) before = only_op_of(before);
  if (!before || !tern_op_is(before, TERN_LINALG(FILL)) || tern_linalg_output(before, 0) != output) return NULL;
  return tern_linalg_input(before, 0)->type == tern_type_element(output->type) ? before : NULL;
}

// False if the op has no vector form. `*out_fill` is the fill that went with it, or NULL.
static bool vectorize_op(tern_op_t *op, const tern_vector_machine_t *machine, tern_op_t **out_fill) {
  *out_fill = NULL;
  tern_vector_emitter_t emitter = {.builder = tern_builder_before(op), .op = op, .machine = machine};
  if (!tern_vector_plan_make(op, machine, &emitter.plan) || tern_linalg_output_count(op) > TERN_VECTOR_MAX_OUTPUTS)
    return false;
  tern_op_t *fill = find_fill(op);
  if (fill) emitter.fill_value = tern_linalg_input(fill, 0);
  tern_op_t *choice = fill && fill->block != op->block ? tern_op_parent(fill) : NULL;
  if (choice) emitter.fills = tern_op_operand(choice, 0);
  emitter.is_reduction = tern_linalg_count_iterators(op, TERN_ITERATOR_REDUCTION) > 0;
  emitter.fuses = emitter.is_reduction && machine->fuses;
  tern_vector_plan_find_hints(tern_linalg_body(op), &emitter.hints);
  build_extents(&emitter);
  build_outer_loops(&emitter, 0);
  tern_map_deinitialize(&emitter.hints);
  tern_op_destroy(op);
  if (fill) tern_op_destroy(choice ? choice : fill);
  *out_fill = fill;
  return true;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  tern_vector_machine_t machine = {.vector_bytes = tern_pass_int(pass, "vector-bytes"),
                                   .max_accumulators = tern_pass_int(pass, "max-accumulators"),
                                   .unroll_reduction = tern_pass_int(pass, "unroll-reduction"),
                                   .fuses = tern_pass_bool(pass, "fuse-products")};
  if (machine.vector_bytes < 16 || machine.vector_bytes > 256 || (machine.vector_bytes & (machine.vector_bytes - 1))) {
    return tern_op_error(op, "option 'vector-bytes' must be a power of two from 16 to 256");
  }
  if (machine.max_accumulators < 1 || machine.max_accumulators > TERN_VECTOR_MAX_TILE) {
    return tern_op_error(op, "option 'max-accumulators' must be from 1 to %d", TERN_VECTOR_MAX_TILE);
  }
  if (machine.unroll_reduction < 1 || machine.unroll_reduction > 16) {
    return tern_op_error(op, "option 'unroll-reduction' must be from 1 to 16");
  }
  tern_op_list_t ops = tern_op_collect(op, TERN_POSTORDER, tern_is_linalg);
  // From the last to the first: an op may take the fill before it along.
  for (size_t i = ops.count; i-- > 0;) {
    tern_op_t *gone = NULL;
    if (ops.values[i] && vectorize_op(ops.values[i], &machine, &gone)) tern_pass_count(pass, 0, 1);
    for (size_t k = 0; gone && k < i; ++k) {
      if (ops.values[k] == gone) ops.values[k] = NULL;
    }
  }
  tern_vec_deinitialize(&ops);
  return true;
}

static const tern_option_def_t options[] = {
    {"vector-bytes", TERN_OPTION_INT, "64", "Bytes of a vector register", NULL},
    {"max-accumulators", TERN_OPTION_INT, "16", "Vector registers that accumulators may take", NULL},
    {"unroll-reduction", TERN_OPTION_INT, "1", "Steps of a product's innermost loop that are written out, at most",
     NULL},
    {"fuse-products", TERN_OPTION_BOOL, "true", "The processor adds a product to a sum in one instruction", NULL},
};

const tern_pass_def_t tern_linalg_to_vector_loops_pass = {
    .name = "LinalgToVectorLoops",
    .flag = "linalg-to-vector-loops",
    .summary = "Lower structured ops on buffers to loops of vector code",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .statistics = (const char *const[]){"num-vectorized - ops that became vector code", NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
