// --triton-loop-unroll: loops with `tt.loop_unroll_factor` run several iterations at a time.
//
//   scf.for %i = %a to %b step %s {...} {tt.loop_unroll_factor = 2 : i32}
//
//   scf.for %i = %a to %e step 2 * %s {...; ... with %i + %s}       %e: as far as pairs go
//   scf.for %i = %e to %b step %s {...} {tt.num_stages = 1 : i32}   what is left over, which is not worth a pipeline
//
// Source: upstream's pass of the same name, and its loopUnrollByFactor. Upstream counts iterations by an unsigned division,
// which is wrong where the bounds are known to nobody and the upper lies below the lower by some steps; here it is signed for
// loops whose bounds are.

#include "dialect/arith/arith.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "ir/op_list.h"
#include "pass/pass.h"

static int64_t factor_of(const tern_op_t *loop) {
  const tern_attr_t *factor = tern_op_attr(loop, "tt.loop_unroll_factor");
  return tern_attr_is_integer(factor) ? tern_integer_attr_value(factor) : 1;
}

static bool is_unrolled(const tern_op_t *op) { return tern_op_is(op, TERN_SCF(FOR)) && factor_of(op) > 1; }

static bool is_unsigned(const tern_op_t *loop) { return tern_op_attr(loop, "unsignedCmp") != NULL; }

static tern_value_t *build(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *lhs, tern_value_t *rhs) {
  return tern_build_value(b, row, .operands = TERN_VALUES(lhs, rhs));
}

// --- bounds ---

// Where the unrolled loop ends, and its step.
typedef struct bounds {
  tern_value_t *upper, *step;
  bool is_all;  // nothing is left over
} bounds_t;

static bool find_constant_bounds(tern_builder_t *b, const tern_op_t *loop, int64_t factor, bounds_t *out_bounds) {
  int64_t lower, upper, step, trips;
  const tern_type_t *type = tern_scf_for_upper(loop)->type;
  if (!tern_value_constant_int(tern_scf_for_lower(loop), &lower) ||
      !tern_value_constant_int(tern_scf_for_upper(loop), &upper) ||
      !tern_value_constant_int(tern_scf_for_step(loop), &step))
    return false;
  if (!tern_scf_trip_count(tern_scf_for_lower(loop), tern_scf_for_upper(loop), tern_scf_for_step(loop),
                           is_unsigned(loop), &trips))
    return false;
  int64_t whole, end, wide;
  if (__builtin_mul_overflow(trips - trips % factor, step, &whole) || __builtin_add_overflow(lower, whole, &end) ||
      __builtin_mul_overflow(step, factor, &wide))
    return false;
  out_bounds->is_all = end >= upper;
  out_bounds->upper = out_bounds->is_all ? tern_scf_for_upper(loop) : tern_arith_constant_int(b, type, end);
  out_bounds->step = tern_arith_constant_int(b, type, wide);
  return true;
}

// lower + (trips - trips % factor) * step, where trips = (upper - lower + step - 1) / step.
static void build_bounds(tern_builder_t *b, const tern_op_t *loop, int64_t factor, bounds_t *out_bounds) {
  tern_value_t *lower = tern_scf_for_lower(loop), *step = tern_scf_for_step(loop);
  bool has_sign = !is_unsigned(loop);
  tern_value_t *distance = build(b, TERN_ARITH(SUBI), tern_scf_for_upper(loop), lower);
  tern_value_t *one = tern_arith_constant_int(b, lower->type, 1);
  tern_value_t *rounded = build(b, TERN_ARITH(ADDI), distance, build(b, TERN_ARITH(SUBI), step, one));
  tern_value_t *trips = build(b, has_sign ? TERN_ARITH(DIVSI) : TERN_ARITH(DIVUI), rounded, step);
  tern_value_t *several = tern_arith_constant_int(b, lower->type, factor);
  tern_value_t *rest = build(b, has_sign ? TERN_ARITH(REMSI) : TERN_ARITH(REMUI), trips, several);
  tern_value_t *whole = build(b, TERN_ARITH(MULI), build(b, TERN_ARITH(SUBI), trips, rest), step);
  out_bounds->upper = build(b, TERN_ARITH(ADDI), lower, whole);
  out_bounds->step = build(b, TERN_ARITH(MULI), step, several);
  out_bounds->is_all = false;
}

// --- bodies ---

// Appends `factor` - 1 copies of the body to it, each with the values that the one before it yields.
static void repeat_body(tern_op_t *loop, tern_value_t *step, int64_t factor) {
  tern_block_t *body = tern_op_body(loop, 0);
  tern_op_t *yield = body->last_op, *last = yield->prev;
  size_t count = loop->result_count;
  tern_value_t *iv = tern_scf_for_iv(loop), **carried = tern_malloc((count + 1) * sizeof *carried);
  for (size_t i = 0; i < count; ++i) carried[i] = tern_op_operand(yield, i);
  bool uses_iv = tern_value_has_uses(iv);
  tern_builder_t b = tern_builder_before(yield);
  for (int64_t k = 1; k < factor; ++k) {
    tern_map_t mapping = {0};
    for (size_t i = 0; i < count; ++i) tern_map_set(&mapping, tern_scf_for_carried(loop, i), carried[i]);
    if (uses_iv) {
      tern_value_t *steps = tern_arith_constant_int(&b, iv->type, k);
      tern_map_set(&mapping, iv, build(&b, TERN_ARITH(ADDI), iv, build(&b, TERN_ARITH(MULI), step, steps)));
    }
    for (tern_op_t *op = body->first_op; op; op = op == last ? NULL : op->next) tern_builder_clone(&b, op, &mapping);
    for (size_t i = 0; i < count; ++i) {
      tern_value_t *old = tern_op_operand(yield, i), *copy = tern_map_get(&mapping, old);
      carried[i] = copy ? copy : old;
    }
    tern_map_deinitialize(&mapping);
  }
  tern_op_set_operands(yield, (tern_values_t){carried, count});
  free(carried);
}

// A loop that runs just once is its body.
static bool promote_single(tern_op_t *loop) {
  int64_t trips;
  if (!tern_scf_trip_count(tern_scf_for_lower(loop), tern_scf_for_upper(loop), tern_scf_for_step(loop),
                           is_unsigned(loop), &trips) ||
      trips != 1)
    return false;
  tern_builder_t b = tern_builder_before(loop);
  size_t count = loop->result_count;
  tern_value_t **values = tern_malloc((count + 1) * sizeof *values);
  values[0] = tern_scf_for_lower(loop);
  for (size_t i = 0; i < count; ++i) values[1 + i] = tern_op_operand(loop, 3 + i);
  tern_builder_clone_body(&b, tern_op_body(loop, 0), values, values);
  for (size_t i = 0; i < count; ++i) tern_value_replace_all_uses(&loop->results[i], values[i]);
  tern_op_destroy(loop);
  free(values);
  return true;
}

// The iterations that are left over, behind `loop`.
static void build_rest(tern_op_t *loop, tern_value_t *lower) {
  tern_builder_t b = tern_builder_after(loop);
  tern_op_t *rest = tern_builder_clone(&b, loop, NULL);
  tern_op_set_operand(rest, 0, lower);
  for (size_t i = 0; i < loop->result_count; ++i) {
    tern_value_replace_all_uses(&loop->results[i], &rest->results[i]);
  }
  for (size_t i = 0; i < loop->result_count; ++i) tern_op_set_operand(rest, 3 + i, &loop->results[i]);
  if (promote_single(rest)) return;
  tern_op_set_attr(rest, "tt.num_stages", tern_integer_attr_get(tern_i_type_get(b.context, 32), 1));
}

static void unroll(tern_op_t *loop) {
  int64_t factor = factor_of(loop);
  tern_op_set_attr(loop, "tt.loop_unroll_factor", NULL);
  tern_block_t *body = tern_op_body(loop, 0);
  if (body->first_op == body->last_op) return;
  tern_builder_t b = tern_builder_before(loop);
  tern_value_t *step = tern_scf_for_step(loop);
  bounds_t bounds;
  if (!find_constant_bounds(&b, loop, factor, &bounds)) build_bounds(&b, loop, factor, &bounds);
  if (!bounds.is_all) build_rest(loop, bounds.upper);
  tern_op_set_operand(loop, 1, bounds.upper);
  tern_op_set_operand(loop, 2, bounds.step);
  repeat_body(loop, step, factor);
  promote_single(loop);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t loops = tern_op_collect(module, TERN_POSTORDER, is_unrolled);
  for (size_t i = 0; i < loops.count; ++i) unroll(loops.values[i]);
  tern_vec_deinitialize(&loops);
  return true;
}

const tern_pass_def_t tern_triton_loop_unroll_pass = {
    .flag = "triton-loop-unroll",
    .name = "TritonLoopUnroll",
    .anchor = "builtin.module",
    .summary = "Unroll loops by the factor that they ask for",
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
