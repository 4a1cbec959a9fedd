// --tritongpu-partition-loops: divides a loop whose ops say which partition they are for into a loop for each partition (upstream's pass
// of the name).
//
//   scf.for ... {                                       nvws.warp_group
//     "a"() {ttg.partition = array<i32: 0>}             partition0 num_warps(4) { scf.for ... { "a"() } }
//     "b"() {ttg.partition = array<i32: 1>}        =>   partition1 num_warps(4) { scf.for ... { "b"() } }
//     "c"() {ttg.partition = array<i32: 0, 1>}          (and "c" in both)
//   } {ttg.partition = array<i32: 0, 1>, ...}
//
// Each partition carries what it uses alone. Ops around the loop that have its tag go with it. Results are those of partition 0; tensors
// that only another one has are handed over in shared memory. What an op uses, its partition computes: values that go from one
// partition to another have been put in shared memory before (--nvws-insert-aref). A loop where they have not stays, with a warning.

#include <inttypes.h>

#include "dialect/nvws/nvws.h"
#include "dialect/scf/scf.h"
#include "dialect/ttg/ttg.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "transform/ttg/operand_memory.h"
#include "transform/ttg/warp_specialize/partitions.h"

enum { CONTROLS = 3 };  // operands of scf.for in front of what it carries

typedef struct part {
  tern_builder_t b;
  tern_map_t mapping;  // values of the loop to those of this partition
} part_t;

typedef struct division {
  tern_op_t *loop, *group;
  int64_t tag;
  size_t count;
  part_t *parts;
  tern_value_t **memories;  // by result: where a tensor of another partition is handed over; NULL: it is not
} division_t;

typedef TERN_VEC(tern_value_t *) values_t;

static tern_value_t *mapped(const part_t *part, tern_value_t *value) {
  tern_value_t *found = tern_map_get(&part->mapping, value);
  return found ? found : value;
}

static const tern_type_t *type_of(const tern_op_t *op, size_t result) { return tern_op_result(op, result)->type; }

// --- copies of ops ---

static void copy_block(division_t *d, const tern_block_t *block, tern_partitions_t around);

// Attributes of a copy: all but what only a whole loop has.
static void copy_attrs(const tern_op_t *from, tern_op_t *to) {
  const tern_attr_t *attrs = tern_op_attr_dictionary(from);
  for (size_t i = 0; attrs && i < tern_dictionary_attr_count(attrs); ++i)
    tern_op_set_attr_str(to, tern_ident_str(tern_dictionary_attr_name(attrs, i)), tern_dictionary_attr_at(attrs, i));
  tern_op_set_attr(to, "ttg.partition.outputs", NULL);
}

// An end for a region whose results all went: nothing is handed on. Ops come in front of it.
static void start_block(part_t *part, tern_block_t *block, bool has_results) {
  tern_builder_set_end(&part->b, block);
  if (!has_results) tern_builder_set_before(&part->b, tern_build(&part->b, TERN_SCF(YIELD), .types = {0}));
}

static void clear_partition(tern_op_t *op) { tern_op_set_attr(op, "ttg.partition", NULL); }

static tern_op_t *start_loop(division_t *d, const tern_op_t *loop, size_t id) {
  part_t *part = &d->parts[id];
  values_t operands = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < CONTROLS; ++i) tern_vec_push(&operands, mapped(part, tern_op_operand(loop, i)));
  for (size_t i = 0; i < loop->result_count; ++i) {
    if (!tern_partitions_has(tern_partitions_of_result(loop, i), id)) continue;
    tern_vec_push(&operands, mapped(part, tern_op_operand(loop, CONTROLS + i)));
    tern_vec_push(&types, type_of(loop, i));
  }
  part->b.loc = loop->loc;
  tern_op_t *made = tern_build(&part->b, TERN_SCF(FOR), .operands = {operands.values, operands.count},
                               .types = {types.values, types.count}, .regions = 1);
  copy_attrs(loop, made);
  const tern_block_t *body = tern_op_body(loop, 0);
  tern_block_t *block = tern_region_add_block(&made->regions[0]);
  tern_map_set(&part->mapping, body->args[0], tern_block_add_arg(block, body->args[0]->type, body->args[0]->arg_loc));
  for (size_t i = 0, k = 0; i < loop->result_count; ++i) {
    if (!tern_partitions_has(tern_partitions_of_result(loop, i), id)) continue;
    tern_value_t *arg = body->args[1 + i];
    tern_map_set(&part->mapping, arg, tern_block_add_arg(block, arg->type, arg->arg_loc));
    tern_map_set(&part->mapping, tern_op_result(loop, i), tern_op_result(made, k++));
  }
  start_block(part, block, types.count > 0);
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
  return made;
}

static void copy_loop(division_t *d, const tern_op_t *loop) {
  tern_partitions_t set = tern_partitions_of(loop);
  tern_op_t *made[TERN_MAX_PARTITIONS];
  tern_partitions_for_each(set, id) made[id] = start_loop(d, loop, id);
  copy_block(d, tern_op_body(loop, 0), set);
  tern_partitions_for_each(set, id) {
    tern_builder_set_after(&d->parts[id].b, made[id]);
    tern_op_visit(made[id], TERN_POSTORDER, NULL, clear_partition);
    tern_op_set_attr(made[id], "ttg.partition.stages", NULL);
  }
}

static tern_op_t *start_if(division_t *d, const tern_op_t *op, size_t id) {
  part_t *part = &d->parts[id];
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < op->result_count; ++i) {
    if (tern_partitions_has(tern_partitions_of_result(op, i), id)) tern_vec_push(&types, type_of(op, i));
  }
  part->b.loc = op->loc;
  tern_op_t *made = tern_build(&part->b, TERN_SCF(IF), .operands = TERN_VALUES(mapped(part, tern_op_operand(op, 0))),
                               .types = {types.values, types.count}, .regions = 2);
  copy_attrs(op, made);
  for (size_t i = 0, k = 0; i < op->result_count; ++i) {
    if (tern_partitions_has(tern_partitions_of_result(op, i), id))
      tern_map_set(&part->mapping, tern_op_result(op, i), tern_op_result(made, k++));
  }
  tern_vec_deinitialize(&types);
  return made;
}

static void copy_if(division_t *d, const tern_op_t *op) {
  tern_partitions_t set = tern_partitions_of(op);
  tern_op_t *made[TERN_MAX_PARTITIONS];
  tern_partitions_for_each(set, id) made[id] = start_if(d, op, id);
  for (size_t r = 0; r < 2; ++r) {
    if (tern_region_is_empty(&op->regions[r])) continue;
    tern_partitions_for_each(set, id)
        start_block(&d->parts[id], tern_region_add_block(&made[id]->regions[r]), made[id]->result_count > 0);
    copy_block(d, tern_op_body(op, r), set);
  }
  tern_partitions_for_each(set, id) tern_builder_set_after(&d->parts[id].b, made[id]);
}

// What of a yield is left for each partition.
static void copy_yield(division_t *d, const tern_op_t *yield, tern_partitions_t set) {
  const tern_op_t *around = tern_op_parent(yield);
  tern_partitions_for_each(set, id) {
    part_t *part = &d->parts[id];
    values_t values = {0};
    for (size_t i = 0; i < yield->operand_count; ++i) {
      if (tern_partitions_has(tern_partitions_of_result(around, i), id))
        tern_vec_push(&values, mapped(part, tern_op_operand(yield, i)));
    }
    part->b.loc = yield->loc;
    if (values.count > 0)
      tern_build(&part->b, TERN_SCF(YIELD), .operands = {values.values, values.count}, .types = {0});
    tern_vec_deinitialize(&values);
  }
}

static void copy_op(division_t *d, const tern_op_t *op, tern_partitions_t set) {
  tern_partitions_for_each(set, id) {
    tern_op_t *copy = tern_builder_clone(&d->parts[id].b, op, &d->parts[id].mapping);
    tern_op_set_attr(copy, "ttg.partition.outputs", NULL);
  }
}

// `around`: who runs the block. Values that mean nothing say of no partition that they are its.
static void copy_block(division_t *d, const tern_block_t *block, tern_partitions_t around) {
  tern_block_for_each_op(block, op) {
    if (tern_op_is(op, TERN_SCF(FOR)))
      copy_loop(d, op);
    else if (tern_op_is(op, TERN_SCF(IF)))
      copy_if(d, op);
    else if (tern_op_is(op, TERN_SCF(YIELD)))
      copy_yield(d, op, around);
    else
      copy_op(d, op, tern_partitions_known(op) ? tern_partitions_of(op) : around);
  }
}

// --- results ---

// Is result `index` a tensor that partition 0 has not, but another one, and somebody uses it?
static bool comes_from_other(const tern_op_t *loop, size_t index) {
  const tern_value_t *result = tern_op_result(loop, index);
  if (tern_partitions_has(tern_partitions_of_result(loop, index), 0)) return false;
  if (!tern_value_has_uses(result) || result->type->kind != TERN_TYPE_TENSOR) return false;
  const tern_op_t *yield = tern_op_body(loop, 0)->last_op;
  return (tern_partitions_of_value(tern_op_operand(yield, index)) & ~tern_partitions_one(0)) != 0;
}

static bool is_needed_outside(const tern_value_t *result) {
  tern_value_for_each_use(result, use) {
    int64_t tag;
    if (!tern_partitions_known(use->owner)) return true;
    if (tern_op_is(use->owner, TERN_SCF(FOR)) && tern_partitions_tag(use->owner, &tag)) return true;
  }
  return false;
}

static void replace_results(const division_t *d) {
  tern_op_t *loop = d->loop;
  tern_builder_t b = tern_builder_after(d->group);
  b.loc = loop->loc;
  for (size_t i = 0, k = 0; i < loop->result_count; ++i) {
    tern_value_t *result = tern_op_result(loop, i), *memory = d->memories[i];
    bool is_kept = tern_partitions_has(tern_partitions_of_result(loop, i), 0);
    size_t place = k;
    k += is_kept;
    if (memory) {
      tern_value_t *read = tern_build_value(&b, TERN_TTG(LOCAL_LOAD), .operands = TERN_VALUES(memory),
                                            .types = TERN_TYPES(result->type));
      tern_build(&b, TERN_TTG(LOCAL_DEALLOC), .operands = TERN_VALUES(memory), .types = {0});
      tern_value_replace_all_uses(result, read);
    } else if (is_kept && is_needed_outside(result)) {
      tern_value_replace_all_uses(result, tern_op_result(d->group, place));
    }
  }
}

// Ends the region of partition `id`. Its last loop is the one that was divided.
static void end_partition(const division_t *d, size_t id) {
  part_t *part = &d->parts[id];
  values_t outputs = {0};
  bool runs_loop = tern_partitions_has(tern_partitions_of(d->loop), id);
  part->b.loc = d->group->loc;
  for (size_t i = 0; i < d->loop->result_count && runs_loop; ++i) {
    if (!tern_partitions_has(tern_partitions_of_result(d->loop, i), id)) continue;
    tern_value_t *output = mapped(part, tern_op_result(d->loop, i));
    tern_vec_push(&outputs, output);
    const tern_op_t *yield = tern_op_body(d->loop, 0)->last_op;
    bool is_maker = tern_partitions_has(tern_partitions_of_value(tern_op_operand(yield, i)), id);
    if (id > 0 && d->memories[i] && is_maker)
      tern_build(&part->b, TERN_TTG(LOCAL_STORE), .operands = TERN_VALUES(output, d->memories[i]), .types = {0});
  }
  if (id == 0 || !runs_loop)
    tern_build(&part->b, TERN_NVWS(WARP_GROUP_YIELD), .operands = {outputs.values, outputs.count}, .types = {0});
  else
    tern_build(&part->b, TERN_NVWS(WARP_GROUP_RETURN), .types = {0});
  tern_vec_deinitialize(&outputs);
}

// --- checks: warnings, as upstream has them ---

// A partition's value may be used by those alone that compute it themselves, now or in later iterations.
static bool check_use(const tern_value_t *output, const tern_operand_t *use, int64_t distance, const tern_op_t *loop) {
  const tern_op_t *owner = use->owner;
  if (!tern_op_is_within(owner, loop) || owner == loop) return true;
  if (owner->block == tern_op_body(loop, 0) && tern_op_is(owner, TERN_SCF(YIELD))) {
    const tern_value_t *arg = tern_op_body(loop, 0)->args[1 + tern_operand_index(use)];
    if (distance > 0) return true;
    tern_value_for_each_use(arg, next) {
      if (!check_use(output, next, distance + 1, loop)) return false;
    }
    return true;
  }
  tern_partitions_t makers = tern_partitions_of_value(output), users = tern_partitions_of_use(use);
  if ((users & ~makers) == 0) return true;
  size_t maker = makers ? tern_partitions_first(makers) : 0;
  tern_emit_warning(tern_value_loc(output), "non-root partition #%zu has direct SSA consumer", maker);
  tern_partitions_for_each(users, id)
      tern_emit_note(owner->loc, "use at distance %" PRId64 " in partition #%zu here", distance, (size_t)id);
  return false;
}

static bool check_outputs(const tern_op_t *loop) {
  tern_block_for_each_op(tern_op_body(loop, 0), op) {
    for (size_t i = 0; i < op->result_count && tern_partitions_known(op); ++i) {
      tern_value_for_each_use(tern_op_result(op, i), use) {
        if (!check_use(tern_op_result(op, i), use, 0, loop)) return false;
      }
    }
  }
  return true;
}

// --- the pass ---

static void make_group(division_t *d) {
  tern_builder_t b = tern_builder_before(d->loop);
  TERN_VEC(const tern_type_t *) types = {0};
  int32_t warps[TERN_MAX_PARTITIONS];
  for (size_t i = 0; i < d->loop->result_count; ++i) {
    const tern_type_t *type = type_of(d->loop, i);
    if (tern_partitions_has(tern_partitions_of_result(d->loop, i), 0)) tern_vec_push(&types, type);
    if (comes_from_other(d->loop, i))
      d->memories[i] = tern_build_value(&b, TERN_TTG(LOCAL_ALLOC), .operands = {0},
                                        .types = TERN_TYPES(tern_ttg_plain_memory(type, true)));
  }
  for (size_t i = 0; i < d->count; ++i) warps[i] = (int32_t)tern_ttg_lookup_num_warps(d->loop);
  d->group = tern_build(&b, TERN_NVWS(WARP_GROUP), .types = {types.values, types.count}, .regions = d->count,
                        .attrs = TERN_ATTRS({"numWarps", tern_dense_i32_array_attr_get(b.context, warps, d->count)}));
  for (size_t i = 0; i < d->count; ++i)
    d->parts[i].b = tern_builder_at_end(tern_region_add_block(&d->group->regions[i]), d->loop->loc);
  tern_vec_deinitialize(&types);
}

static void divide(division_t *d) {
  tern_op_list_t moved = {0};
  make_group(d);
  tern_block_for_each_op(d->loop->block, op) {
    int64_t tag;
    if (!tern_partitions_known(op) || !tern_partitions_tag(op, &tag) || tag != d->tag) continue;
    if (op == d->loop)
      copy_loop(d, op);
    else
      copy_op(d, op, tern_partitions_of(op));
    tern_vec_push(&moved, op);
  }
  for (size_t i = 0; i < d->count; ++i) end_partition(d, i);
  replace_results(d);
  for (size_t i = moved.count; i-- > 0;) tern_op_destroy(moved.values[i]);
  tern_vec_deinitialize(&moved);
}

static bool divide_loop(tern_op_t *loop) {
  division_t d = {.loop = loop};
  if (!tern_partitions_read_loop(loop, &d.count)) return false;
  if (d.count <= 1 || !check_outputs(loop)) return true;
  if (tern_ttg_lookup_num_warps(loop) <= 0) return tern_op_error(loop, "is in a module without 'ttg.num-warps'");
  tern_partitions_tag(loop, &d.tag);
  d.parts = tern_calloc(d.count, sizeof *d.parts);
  d.memories = tern_calloc(loop->result_count + 1, sizeof(tern_value_t *));
  divide(&d);
  for (size_t i = 0; i < d.count; ++i) tern_map_deinitialize(&d.parts[i].mapping);
  free(d.parts);
  free(d.memories);
  return true;
}

static bool is_divided(const tern_op_t *op) {
  const tern_attr_t *stages = tern_op_is(op, TERN_SCF(FOR)) ? tern_op_attr(op, "ttg.partition.stages") : NULL;
  return stages && stages->kind == TERN_ATTR_ARRAY;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t loops = tern_op_collect(module, TERN_POSTORDER, is_divided);
  bool is_right = true;
  for (size_t i = 0; i < loops.count && is_right; ++i) is_right = divide_loop(loops.values[i]);
  tern_vec_deinitialize(&loops);
  return is_right;
}

const tern_pass_def_t tern_tritongpu_partition_loops_pass = {
    .flag = "tritongpu-partition-loops",
    .name = "TritonGPUPartitionLoops",
    .anchor = "builtin.module",
    .summary = "Divide loops into a loop for each partition of warps",
    .dialects = (const tern_dialect_t *const[]){&tern_nvws_dialect, &tern_scf_dialect, &tern_ttg_dialect, NULL},
    .run = run,
};
