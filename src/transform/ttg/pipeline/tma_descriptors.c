// See parts.h (upstream: lowerTMADescriptors of PipeliningUtility.cpp).
//
//   scf.for ... {                                       %g = ttg.global_scratch_alloc: 2 tensor maps
//     %d = tt.make_tensor_descriptor %p, ...            scf.for ... iter_args(%n = 0) {
//     use(%d)                                     =>      %m = tt.addptr %g, 128 * %n
//   }                                                     ttng.tensormap_create %m, %p, ...
//                                                         %d = ttng.reinterpret_tensor_descriptor %m
//                                                         use(%d)
//                                                         scf.yield (%n + 1) mod 2
//                                                       }

#include "dialect/arith/arith.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"
#include "transform/ttg/pipeline/parts.h"
#include "transform/ttng/tma_copies.h"

static const tern_attr_t *i32_attr(tern_context_t *context, int64_t value) {
  return tern_integer_attr_get(tern_i_type_get(context, 32), value);
}

// Is it in the loop's body, or in branches of it? Elsewhere nobody counts how often it is made.
static bool is_reachable(const tern_op_t *op, const tern_op_t *loop) {
  tern_tensormap_t map;
  const char *error;
  if (!tern_tensormap_of(op->results[0].type, &map, &error)) return false;
  const tern_op_t *parent = tern_op_parent(op);
  while (parent != loop && tern_op_is(parent, TERN_SCF(IF))) parent = tern_op_parent(parent);
  return parent == loop;
}

static tern_op_t *add_results(tern_ttg_schedule_t *schedule, tern_op_t *branch, const tern_type_t *type) {
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < branch->result_count; ++i) tern_vec_push(&types, branch->results[i].type);
  tern_vec_push(&types, type);
  tern_builder_t b = tern_builder_before(branch);
  tern_op_t *made = tern_build(&b, TERN_SCF(IF), .operands = TERN_VALUES(tern_op_operand(branch, 0)),
                               .types = {types.values, types.count}, .dictionary = branch->attrs, .regions = 2);
  for (size_t i = 0; i < 2; ++i) tern_region_take_blocks(&made->regions[i], &branch->regions[i]);
  if (tern_region_is_empty(&made->regions[1])) {
    tern_builder_t end = tern_builder_at_end(tern_region_add_block(&made->regions[1]), branch->loc);
    tern_build(&end, TERN_SCF(YIELD), .operands = {0});
  }
  for (size_t i = 0; i < branch->result_count; ++i) tern_value_replace_all_uses(&branch->results[i], &made->results[i]);
  const tern_ttg_scheduled_t *entry = tern_ttg_schedule_find(schedule, branch);
  if (entry) tern_ttg_schedule_set(schedule, made, entry->stage, entry->cluster);
  tern_ttg_schedule_remove(schedule, branch);
  tern_op_destroy(branch);
  tern_vec_deinitialize(&types);
  return made;
}

// What the counter is at the end of the loop's body, if it is `next` at the end of the block: a branch that does not run leaves it.
static tern_value_t *carry_out(tern_ttg_schedule_t *schedule, tern_block_t *block, tern_value_t *counter,
                               tern_value_t *next) {
  while (tern_block_parent_op(block) != schedule->loop) {
    tern_op_t *made = add_results(schedule, tern_block_parent_op(block), counter->type);
    for (size_t i = 0; i < 2; ++i) {
      tern_block_t *branch = tern_op_body(made, i);
      tern_op_insert_operands(branch->last_op, branch->last_op->operand_count,
                              TERN_VALUES(branch == block ? next : counter));
    }
    next = &made->results[made->result_count - 1];
    block = made->block;
  }
  return next;
}

static void buffer_descriptor(tern_ttg_schedule_t *schedule, tern_op_t *op, tern_value_t *places, size_t carried,
                              int64_t buffer_count) {
  tern_tensormap_t map;
  const char *error;
  tern_tensormap_of(op->results[0].type, &map, &error);
  tern_value_t *counter = tern_scf_for_carried(schedule->loop, carried), *ignored;
  tern_staged_builder_t builder;
  tern_staged_builder_initialize(&builder, schedule, op, tern_ttg_schedule_find(schedule, op));
  tern_builder_t *b = &builder.b;
  tern_value_t *size = tern_arith_constant_int(b, counter->type, TERN_TMA_TENSORMAP_BYTES);
  tern_value_t *offset = tern_build_value(b, TERN_ARITH(MULI), .operands = TERN_VALUES(counter, size));
  tern_value_t *place =
      tern_build_value(b, TERN_TT(ADDPTR), .operands = TERN_VALUES(places, offset), .types = TERN_TYPES(places->type));
  tern_tma_build_tensormap(b, op, place, &map);
  tern_build(b, TERN_TTNG(TENSORMAP_FENCEPROXY_ACQUIRE), .operands = TERN_VALUES(place));
  tern_value_t *made = tern_build_value(b, TERN_TTNG(REINTERPRET_TENSOR_DESCRIPTOR), .operands = TERN_VALUES(place),
                                        .types = TERN_TYPES(op->results[0].type));
  tern_value_replace_all_uses(&op->results[0], made);
  tern_value_t *next = tern_pipeline_build_next(b, schedule->loop, counter,
                                                tern_pipeline_number_before(schedule->loop, buffer_count), &ignored);
  next = carry_out(schedule, op->block, counter, next);
  tern_op_set_operand(tern_op_body(schedule->loop, 0)->last_op, carried, next);
  tern_ttg_schedule_remove(schedule, op);
  tern_op_destroy(op);
}

static bool has_warp_group_dot(const tern_op_t *loop) {
  tern_block_for_each_op(tern_op_body(loop, 0), op) {
    if (tern_op_is(op, TERN_TTNG(WARP_GROUP_DOT))) return true;
  }
  return false;
}

void tern_pipeline_buffer_descriptors(tern_ttg_schedule_t *schedule, int64_t stage_count) {
  int64_t buffer_count = stage_count + has_warp_group_dot(schedule->loop);
  tern_op_list_t all = tern_op_collect_row(schedule->loop, TERN_POSTORDER, TERN_TT(MAKE_TENSOR_DESCRIPTOR)), ops = {0};
  for (size_t i = 0; i < all.count; ++i) {
    if (is_reachable(all.values[i], schedule->loop)) tern_vec_push(&ops, all.values[i]);
  }
  tern_vec_deinitialize(&all);
  tern_builder_t b = tern_builder_before(schedule->loop);
  tern_ttg_value_list_t places = {0}, counters = {0};
  const tern_type_t *bytes = tern_tt_pointer_get(tern_i_type_get(b.context, 8), TERN_TT_GLOBAL_SPACE);
  const tern_attr_t *size = i32_attr(b.context, buffer_count * TERN_TMA_TENSORMAP_BYTES);
  const tern_attr_t *alignment = i32_attr(b.context, TERN_TMA_TENSORMAP_BYTES);
  for (size_t i = 0; i < ops.count; ++i) {
    b.loc = ops.values[i]->loc;
    tern_vec_push(&places, tern_build_value(&b, TERN_TTG(GLOBAL_SCRATCH_ALLOC), .types = TERN_TYPES(bytes),
                                            .attrs = TERN_ATTRS({"nbytes", size}, {"alignment", alignment})));
  }
  for (size_t i = 0; i < ops.count; ++i)
    tern_vec_push(&counters, tern_arith_constant_int(&b, tern_i_type_get(b.context, 32), 0));
  size_t first = schedule->loop->result_count;
  if (ops.count > 0) schedule->loop = tern_pipeline_extend_loop(schedule->loop, &counters);
  for (size_t i = 0; i < ops.count; ++i)
    buffer_descriptor(schedule, ops.values[i], places.values[i], first + i, buffer_count);
  tern_vec_deinitialize(&places);
  tern_vec_deinitialize(&counters);
  tern_vec_deinitialize(&ops);
}
