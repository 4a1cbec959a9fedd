// See parts.h (upstream: peelLoopEpilogue of LoopPeeling.cpp, and how expandLoops uses it).
//
//   scf.for %i = %l to %u step %s {                          %r = scf.for %i = %l to %u - %s step %s {
//     %p = ttg.predicate_stage ... stage 0                     the body, in which %p says whether there is that iteration
//     ttg.mask %p { what begins the next iteration }    =>   }
//     what ends this one                                     scf.if %l < %u {
//   }                                                          what ends the last one
//                                                            }

#include "dialect/arith/arith.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ub/ub.h"
#include "transform/ttg/pipeline/parts.h"

static tern_value_t *build(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x, tern_value_t *y) {
  return tern_build_value(b, row, .operands = TERN_VALUES(x, y));
}

// (u - l - 1) / s * s + l
static tern_value_t *last_iteration(tern_builder_t *b, const tern_op_t *loop) {
  tern_value_t *lower = tern_scf_for_lower(loop), *step = tern_scf_for_step(loop);
  tern_value_t *span = build(b, TERN_ARITH(SUBI), tern_scf_for_upper(loop), lower);
  span = build(b, TERN_ARITH(SUBI), span, tern_arith_constant_int(b, lower->type, 1));
  span = build(b, TERN_ARITH(MULI), build(b, TERN_ARITH(DIVSI), span, step), step);
  return build(b, TERN_ARITH(ADDI), span, lower);
}

// The body once more, for the last iteration, if the loop has any.
static tern_op_t *build_branch(tern_op_t *loop) {
  tern_builder_t b = tern_builder_after(loop);
  TERN_VEC(const tern_type_t *) types = {0};
  TERN_VEC(tern_value_t *) results = {0};
  tern_map_t mapping = {0};
  tern_value_t *iteration = last_iteration(&b, loop);
  tern_value_t *has_any = tern_arith_cmpi(&b, TERN_CMPI_SLT, tern_scf_for_lower(loop), tern_scf_for_upper(loop));
  tern_map_set(&mapping, tern_op_body(loop, 0)->args[0], iteration);
  for (size_t i = 0; i < loop->result_count; ++i) {
    tern_vec_push(&types, loop->results[i].type);
    tern_vec_push(&results, &loop->results[i]);
    tern_map_set(&mapping, tern_scf_for_carried(loop, i), &loop->results[i]);
  }
  tern_op_t *branch = tern_build(&b, TERN_SCF(IF), .operands = TERN_VALUES(has_any),
                                 .types = {types.values, types.count}, .regions = 2);
  tern_block_t *then = tern_builder_add_block(&b, &branch->regions[0], (tern_types_t){0});
  tern_block_for_each_op(tern_op_body(loop, 0), op) tern_op_insert(tern_op_clone(op, &mapping), then, NULL);
  for (size_t i = 0; i < loop->result_count; ++i) {
    for (tern_operand_t *use = loop->results[i].first_use, *next = NULL; use; use = next) {
      next = use->next;
      if (!tern_op_is_within(use->owner, branch)) tern_operand_set(use, &branch->results[i]);
    }
  }
  if (results.count > 0) {
    tern_block_t *otherwise = tern_builder_add_block(&b, &branch->regions[1], (tern_types_t){0});
    tern_builder_set_end(&b, otherwise);
    tern_build(&b, TERN_SCF(YIELD), .operands = {results.values, results.count});
  }
  tern_vec_deinitialize(&types);
  tern_vec_deinitialize(&results);
  tern_map_deinitialize(&mapping);
  return branch;
}

static int64_t number_of(const tern_op_t *op, const char *name) {
  return tern_integer_attr_value(tern_op_attr(op, name));
}

// Every iteration of the loop is followed by one, but for those that stages before need further ahead.
static void resolve_in_loop(tern_op_t *predicate) {
  tern_builder_t b = tern_builder_before(predicate);
  int64_t ahead = number_of(predicate, "maxStage") - number_of(predicate, "stage");
  tern_value_t *iteration = tern_op_operand(predicate, 0), *value = NULL;
  if (ahead == 1) {
    value = tern_arith_constant_bool(&b, true);
  } else {
    tern_value_t *count = tern_arith_constant_int(&b, iteration->type, ahead);
    tern_value_t *distance = build(&b, TERN_ARITH(MULI), tern_op_operand(predicate, 2), count);
    value = tern_arith_cmpi(&b, TERN_CMPI_SLT, iteration,
                            build(&b, TERN_ARITH(SUBI), tern_op_operand(predicate, 1), distance));
  }
  tern_value_replace_all_uses(&predicate->results[0], value);
  tern_op_destroy(predicate);
}

// What would be of an iteration behind the last one is not there.
static void remove_mask(tern_op_t *mask) {
  tern_builder_t b = tern_builder_before(mask);
  for (size_t i = 0; i < mask->result_count; ++i) {
    tern_value_t *none = tern_build_value(&b, TERN_UB(POISON), .types = TERN_TYPES(mask->results[i].type));
    tern_value_replace_all_uses(&mask->results[i], none);
  }
  tern_op_destroy(mask);
}

static bool is_switched_off(const tern_op_t *op) {
  return tern_op_is(op, TERN_TTG(MASK)) && tern_value_defined_by(tern_op_operand(op, 0), TERN_TTG(PREDICATE_STAGE));
}

static void resolve_in_branch(tern_op_t *predicate) {
  tern_builder_t b = tern_builder_before(predicate);
  tern_value_replace_all_uses(&predicate->results[0], tern_arith_constant_bool(&b, false));
  tern_op_destroy(predicate);
}

void tern_pipeline_peel_epilogue(tern_op_t *loop) {
  tern_op_t *branch = build_branch(loop);
  tern_builder_t b = tern_builder_before(loop);
  tern_op_set_operand(loop, 1, build(&b, TERN_ARITH(SUBI), tern_scf_for_upper(loop), tern_scf_for_step(loop)));
  tern_op_visit_row(loop, TERN_POSTORDER, TERN_TTG(PREDICATE_STAGE), resolve_in_loop);
  tern_op_visit(branch, TERN_OUTERMOST, is_switched_off, remove_mask);
  tern_op_visit_row(branch, TERN_POSTORDER, TERN_TTG(PREDICATE_STAGE), resolve_in_branch);
}
