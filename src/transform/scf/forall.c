// scf.forall on buffers: its iterations one after the other, or distributed to workgroups.
//
// --scf-forall-to-for is upstream's pass of the name. --iree-codegen-workgroup-distribute-forall distributes the iterations of a
// loop that is all that a function does to a grid of one dimension (upstream: IREE's lowering of scf.forall with a workgroup
// mapping): workgroup i runs the i-th range of them, then goes on cyclically.

#include "transform/scf/forall.h"

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/hal/entry_points.h"
#include "dialect/hal/hal.h"
#include "dialect/hal/workgroup_count.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "ir/op_list.h"
#include "pass/pass.h"

bool tern_forall_is_on_buffers(const tern_op_t *forall) {
  const tern_block_t *body = tern_op_body(forall, 0);
  const tern_block_t *end = body->last_op->region_count ? tern_op_body(body->last_op, 0) : NULL;
  return forall->result_count == 0 && (!end || !end->first_op);
}

// --- the iteration space ---

void tern_forall_build_space(tern_builder_t *b, const tern_op_t *forall, tern_forall_space_t *out_space) {
  tern_mixed_index_t lowers[TERN_FORALL_MAX_DIMS], uppers[TERN_FORALL_MAX_DIMS], steps[TERN_FORALL_MAX_DIMS];
  *out_space = (tern_forall_space_t){.count = tern_index_list_count(forall, "staticUpperBound")};
  tern_index_list_read(forall, "dynamicLowerBound", "staticLowerBound", lowers, TERN_FORALL_MAX_DIMS);
  tern_index_list_read(forall, "dynamicUpperBound", "staticUpperBound", uppers, TERN_FORALL_MAX_DIMS);
  tern_index_list_read(forall, "dynamicStep", "staticStep", steps, TERN_FORALL_MAX_DIMS);
  out_space->total = tern_build_index(b, 1);
  for (size_t d = 0; d < out_space->count; ++d) {
    out_space->lowers[d] = tern_mixed_build(b, lowers[d]);
    out_space->steps[d] = tern_mixed_build(b, steps[d]);
    tern_value_t *upper = tern_mixed_build(b, uppers[d]);
    tern_value_t *extent = tern_build_index_sub(b, upper, out_space->lowers[d]);
    out_space->trips[d] = tern_build_index_ceildiv(b, extent, out_space->steps[d]);
    out_space->total = tern_build_index_mul(b, out_space->total, out_space->trips[d]);
  }
}

void tern_forall_build_ivs(tern_builder_t *b, const tern_forall_space_t *space, tern_value_t *linear,
                           tern_value_t **out_ivs) {
  for (size_t d = space->count; d-- > 0;) {
    tern_value_t *position = linear;
    int64_t trips;
    if (d > 0) {
      bool is_unit = tern_index_constant(space->trips[d], &trips) && trips == 1;
      position = is_unit ? tern_build_index(b, 0)
                         : tern_build_value(b, TERN_ARITH(REMUI), .operands = TERN_VALUES(linear, space->trips[d]));
      if (!is_unit) linear = tern_build_value(b, TERN_ARITH(DIVUI), .operands = TERN_VALUES(linear, space->trips[d]));
    }
    position = tern_build_index_mul(b, position, space->steps[d]);
    out_ivs[d] = tern_build_index_add(b, space->lowers[d], position);
  }
}

void tern_forall_inline(tern_builder_t *b, tern_op_t *forall, tern_value_t *const *ivs) {
  tern_block_t *body = tern_op_body(forall, 0);
  for (uint32_t i = 0; i < body->arg_count; ++i) tern_value_replace_all_uses(body->args[i], ivs[i]);
  tern_block_for_each_op_safe(body, op) {
    if (op == body->last_op) break;
    tern_op_remove(op);
    tern_builder_insert(b, op);
  }
  tern_op_destroy(forall);
}

void tern_forall_to_for(tern_op_t *forall) {
  tern_builder_t b = tern_builder_before(forall);
  tern_mixed_index_t lowers[TERN_FORALL_MAX_DIMS], uppers[TERN_FORALL_MAX_DIMS], steps[TERN_FORALL_MAX_DIMS];
  size_t count = tern_index_list_count(forall, "staticUpperBound");
  tern_index_list_read(forall, "dynamicLowerBound", "staticLowerBound", lowers, TERN_FORALL_MAX_DIMS);
  tern_index_list_read(forall, "dynamicUpperBound", "staticUpperBound", uppers, TERN_FORALL_MAX_DIMS);
  tern_index_list_read(forall, "dynamicStep", "staticStep", steps, TERN_FORALL_MAX_DIMS);
  tern_op_t *loops[TERN_FORALL_MAX_DIMS];
  tern_value_t *ivs[TERN_FORALL_MAX_DIMS] = {0};
  for (size_t d = 0; d < count; ++d) {
    tern_value_t *lower = tern_mixed_build(&b, lowers[d]), *upper = tern_mixed_build(&b, uppers[d]);
    loops[d] = tern_build_scf_for(&b, lower, upper, tern_mixed_build(&b, steps[d]), (tern_values_t){0});
    ivs[d] = tern_scf_for_iv(loops[d]);
  }
  tern_forall_inline(&b, forall, ivs);
  for (size_t d = count; d-- > 0;) tern_build_scf_for_end(&b, loops[d], (tern_values_t){0});
}

// --- workgroups ---

tern_op_t *tern_forall_only_one(const tern_op_t *func) {
  tern_op_t *found = NULL;
  if (func->regions[0].first_block != func->regions[0].last_block) return NULL;
  tern_block_for_each_op(tern_op_body(func, 0), op) {
    if (tern_op_is(op, TERN_SCF(FORALL)) && tern_forall_is_on_buffers(op)) {
      if (found) return NULL;
      found = op;
    } else if (!tern_op_has_trait(op, TERN_TRAIT_TERMINATOR) && !tern_op_is(op, TERN_MEMREF(ALLOCA)) &&
               tern_op_effects(op) != 0) {
      return NULL;
    }
  }
  return found;
}

// A grid of at most this many workgroups is enough for every processor.
#define MAX_WORKGROUPS 256

static bool distribute(tern_op_t *func) {
  tern_op_t *forall = tern_forall_only_one(func);
  if (!forall) return false;
  tern_builder_t b = tern_builder_before(forall);
  tern_forall_space_t space;
  tern_forall_build_space(&b, forall, &space);
  int64_t total, chunk = 1;
  if (tern_index_constant(space.total, &total)) {
    if (total <= 1) return false;
    chunk = (total + MAX_WORKGROUPS - 1) / MAX_WORKGROUPS;
  }
  if (!tern_workgroup_extent_is_known(space.total)) return false;
  tern_workgroup_extent_t extents[3] = {{.extent = space.total, .divisor = chunk}};
  tern_workgroup_count_build(func, extents, INT64_MAX);
  const tern_type_t *index = tern_index_type_get(b.context);
  const tern_attr_t *zero = tern_integer_attr_get(index, 0);
  tern_value_t *size = tern_build_index(&b, chunk);
  tern_value_t *id = tern_build_value(&b, TERN_HAL(INTERFACE_WORKGROUP_ID), .types = TERN_TYPES(index),
                                      .attrs = TERN_ATTRS({"dimension", zero}));
  tern_value_t *count = tern_build_value(&b, TERN_HAL(INTERFACE_WORKGROUP_COUNT), .types = TERN_TYPES(index),
                                         .attrs = TERN_ATTRS({"dimension", zero}));
  tern_value_t *first = tern_build_index_mul(&b, id, size), *stride = tern_build_index_mul(&b, count, size);
  tern_op_t *ranges = tern_build_scf_for(&b, first, space.total, stride, (tern_values_t){0});
  tern_value_t *start = tern_scf_for_iv(ranges), *linear = start;
  tern_op_t *range = NULL;
  if (chunk > 1) {
    tern_value_t *end = tern_build_index_min(&b, tern_build_index_add(&b, start, size), space.total);
    range = tern_build_scf_for(&b, start, end, tern_build_index(&b, 1), (tern_values_t){0});
    linear = tern_scf_for_iv(range);
  }
  tern_value_t *ivs[TERN_FORALL_MAX_DIMS];
  tern_forall_build_ivs(&b, &space, linear, ivs);
  tern_forall_inline(&b, forall, ivs);
  if (range) tern_build_scf_for_end(&b, range, (tern_values_t){0});
  tern_build_scf_for_end(&b, ranges, (tern_values_t){0});
  return true;
}

// --- the passes ---

static bool run_distribute(tern_op_t *root, tern_pass_t *pass) {
  tern_entry_points_t functions = tern_entry_points_find(root);
  for (size_t i = 0; i < functions.count; ++i) {
    if (distribute(functions.values[i])) tern_pass_count(pass, 0, 1);
  }
  tern_vec_deinitialize(&functions);
  return true;
}

static bool is_forall_on_buffers(const tern_op_t *op) {
  return tern_op_is(op, TERN_SCF(FORALL)) && tern_forall_is_on_buffers(op);
}

static bool run_to_for(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_visit(root, TERN_POSTORDER, is_forall_on_buffers, tern_forall_to_for);
  return true;
}

const tern_pass_def_t tern_distribute_forall_pass = {
    .name = "WorkgroupDistributeForall",
    .flag = "iree-codegen-workgroup-distribute-forall",
    .anchor = "builtin.module",
    .summary = "Deal the iterations of the scf.forall that a function consists of to workgroups",
    .statistics = (const char *const[]){"num-distributed - entry points distributed to a grid", NULL},
    .run = run_distribute,
};

const tern_pass_def_t tern_scf_forall_to_for_pass = {
    .name = "SCFForallToForLoop",
    .flag = "scf-forall-to-for",
    .summary = "Convert scf.forall without shared outputs to scf.for",
    .run = run_to_for,
};
