// --triton-test-loop-peeling: takes the last iteration out of loops that are marked with `__test_peel_epilogue`.
//
//   %r = scf.for %i = %a to %b step %s ...     %x = scf.for %i = %a to %b - %s step %s ...
//                                              %r = scf.if %a < %b { the body, with the last %i and %x } else { %x }
//
// Source: upstream's LoopPeeling, and its pass of the same name, which is how the tests reach what pipelines peel with.

#include "dialect/arith/arith.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/tt/peel_loop.h"

static tern_value_t *build(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *lhs, tern_value_t *rhs) {
  return tern_build_value(b, row, .operands = TERN_VALUES(lhs, rhs));
}

static bool is_unsigned(const tern_op_t *loop) { return tern_op_attr(loop, "unsignedCmp") != NULL; }

tern_value_t *tern_tt_build_last_iv(tern_builder_t *b, const tern_op_t *loop) {
  tern_value_t *lower = tern_scf_for_lower(loop), *step = tern_scf_for_step(loop);
  tern_value_t *distance = build(b, TERN_ARITH(SUBI), tern_scf_for_upper(loop), lower);
  distance = build(b, TERN_ARITH(SUBI), distance, tern_arith_constant_int(b, lower->type, 1));
  tern_value_t *steps = build(b, is_unsigned(loop) ? TERN_ARITH(DIVUI) : TERN_ARITH(DIVSI), distance, step);
  return build(b, TERN_ARITH(ADDI), build(b, TERN_ARITH(MULI), steps, step), lower);
}

// The body of `loop` as the region of an scf.if, with these values for its arguments.
static void copy_body(tern_op_t *loop, tern_region_t *region, tern_value_t *iv) {
  tern_map_t mapping = {0};
  tern_map_set(&mapping, tern_scf_for_iv(loop), iv);
  for (size_t i = 0; i < loop->result_count; ++i)
    tern_map_set(&mapping, tern_scf_for_carried(loop, i), &loop->results[i]);
  tern_builder_t b = tern_builder_at_end(tern_region_add_block(region), loop->loc);
  tern_block_for_each_op(tern_op_body(loop, 0), op) tern_builder_clone(&b, op, &mapping);
  tern_map_deinitialize(&mapping);
}

static void replace_uses_outside(tern_value_t *value, tern_value_t *replacement, const tern_op_t *op) {
  for (tern_operand_t *use = value->first_use, *next = NULL; use; use = next) {
    next = use->next;
    if (!tern_op_is_within(use->owner, op)) tern_operand_set(use, replacement);
  }
}

tern_op_t *tern_tt_peel_last_iteration(tern_op_t *loop) {
  size_t count = loop->result_count;
  const tern_type_t **types = tern_malloc((count + 1) * sizeof *types);
  tern_value_t **results = tern_malloc((count + 1) * sizeof *results);
  for (size_t i = 0; i < count; ++i) types[i] = loop->results[i].type;
  for (size_t i = 0; i < count; ++i) results[i] = &loop->results[i];
  tern_builder_t b = tern_builder_before(loop);
  tern_value_t *end = build(&b, TERN_ARITH(SUBI), tern_scf_for_upper(loop), tern_scf_for_step(loop));
  tern_builder_set_after(&b, loop);
  tern_value_t *last = tern_tt_build_last_iv(&b, loop);
  tern_value_t *runs = tern_arith_cmpi(&b, is_unsigned(loop) ? TERN_CMPI_ULT : TERN_CMPI_SLT, tern_scf_for_lower(loop),
                                       tern_scf_for_upper(loop));
  tern_op_t *peeled =
      tern_build(&b, TERN_SCF(IF), .operands = TERN_VALUES(runs), .types = {types, count}, .regions = 2);
  copy_body(loop, &peeled->regions[0], last);
  tern_builder_add_block(&b, &peeled->regions[1], (tern_types_t){0});
  tern_build(&b, TERN_SCF(YIELD), .operands = {results, count});
  for (size_t i = 0; i < count; ++i) replace_uses_outside(&loop->results[i], &peeled->results[i], peeled);
  tern_op_set_operand(loop, 1, end);
  free(types);
  free(results);
  return peeled;
}

static bool is_marked_loop(const tern_op_t *op) {
  return tern_op_is(op, TERN_SCF(FOR)) && tern_op_attr(op, "__test_peel_epilogue");
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t loops = tern_op_collect(module, TERN_POSTORDER, is_marked_loop);
  for (size_t i = 0; i < loops.count; ++i) tern_tt_peel_last_iteration(loops.values[i]);
  tern_vec_deinitialize(&loops);
  return true;
}

const tern_pass_def_t tern_triton_test_loop_peeling_pass = {
    .flag = "triton-test-loop-peeling",
    .name = "TestLoopPeelingPass",
    .anchor = "builtin.module",
    .summary = "Take the last iteration out of loops with __test_peel_epilogue",
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
