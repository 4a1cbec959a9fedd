// --nvws-lower-warp-group: groups of warps that may use what is around them as ttg.warp_specialize, whose partitions see their captures
// alone (upstream's pass of the name).
//
//   nvws.warp_group                                   ttg.warp_specialize(%x)
//   partition0 num_warps(4) { "a"(%x) ... }      =>   default { "a"(%x) ... }
//   partition1 num_warps(4) { "b"(%x, %c) ... }       partition0(%y: i32) num_warps(4) { %c = constant ... "b"(%y, %c) ... }
//
// A first group that has as many warps as the function becomes the default region. Constants and tensors that are computed without
// effects are computed again in each partition, for tensors cannot be captured; others are handed over in shared memory.

#include "dialect/nvws/nvws.h"
#include "dialect/ttg/blocked.h"
#include "dialect/ttg/layout.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttg/warp_specialize.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "transform/ttg/operand_memory.h"

enum { MAX_GROUPS = 64 };

typedef TERN_VEC(tern_value_t *) values_t;

// What becomes of the values that partitions use.
typedef struct captures_t {
  tern_op_t *group;
  size_t first;      // the first region that becomes a partition
  values_t queue;    // values that partitions need
  values_t inputs;   // what is captured
  values_t tensors;  // what is handed over in shared memory: at the same places of `memories`
  values_t memories;
  tern_op_list_t computed;  // ops that partitions run again
} captures_t;

// --- what is used ---

static bool contains(const values_t *values, const tern_value_t *value) {
  for (size_t i = 0; i < values->count; ++i) {
    if (values->values[i] == value) return true;
  }
  return false;
}

static void need(captures_t *captures, tern_value_t *value) {
  if (!contains(&captures->queue, value)) tern_vec_push(&captures->queue, value);
}

static const tern_region_t *region_of(const tern_op_t *group, const tern_op_t *op) {
  while (tern_op_parent(op) != group) op = tern_op_parent(op);
  return op->block->parent;
}

static void find_needs(captures_t *captures) {
  tern_op_list_t ops = tern_op_collect(captures->group, TERN_POSTORDER, NULL);
  for (size_t i = 0; i < ops.count; ++i) {
    tern_op_t *op = ops.values[i];
    if (op == captures->group || region_of(captures->group, op) < &captures->group->regions[captures->first]) continue;
    for (size_t k = 0; k < op->operand_count; ++k) {
      if (tern_value_is_defined_outside(tern_op_operand(op, k), captures->group))
        need(captures, tern_op_operand(op, k));
    }
  }
  tern_vec_deinitialize(&ops);
}

static bool can_be_computed_again(const tern_value_t *value) {
  const tern_op_t *op = tern_value_defining_op(value);
  if (!op || !tern_op_has_trait(op, TERN_TRAIT_PURE) || op->region_count > 0) return false;
  return tern_op_has_trait(op, TERN_TRAIT_CONSTANT_LIKE) || value->type->kind == TERN_TYPE_TENSOR;
}

// Sorts the values that are needed by what becomes of them. What is computed again needs values, too.
static void sort_needs(captures_t *captures, tern_builder_t *b) {
  for (size_t i = 0; i < captures->queue.count; ++i) {
    tern_value_t *value = captures->queue.values[i];
    if (can_be_computed_again(value)) {
      tern_op_t *op = tern_value_defining_op(value);
      for (size_t k = 0; k < op->operand_count; ++k) need(captures, tern_op_operand(op, k));
      tern_vec_push(&captures->computed, op);
    } else if (value->type->kind == TERN_TYPE_TENSOR) {
      tern_value_t *memory = tern_build_value(b, TERN_TTG(LOCAL_ALLOC), .operands = TERN_VALUES(value),
                                              .types = TERN_TYPES(tern_ttg_plain_memory(value->type, false)));
      tern_vec_push(&captures->tensors, value);
      tern_vec_push(&captures->memories, memory);
      tern_vec_push(&captures->inputs, memory);
    } else {
      tern_vec_push(&captures->inputs, value);
    }
  }
}

// The op that comes first, of two that are in blocks of the same function.
static bool comes_before(const tern_op_t *a, const tern_op_t *b) {
  if (a->block == b->block) return tern_op_is_before(a, b);
  for (const tern_op_t *around = tern_op_parent(b); around; around = tern_op_parent(around)) {
    if (around->block == a->block) return tern_op_is_before(a, around);
  }
  return false;
}

// As they stand, as far as their blocks say so.
static void sort_by_place(tern_op_list_t *ops) {
  for (size_t i = 1; i < ops->count; ++i) {
    tern_op_t *op = ops->values[i];
    size_t k = i;
    for (; k > 0 && comes_before(op, ops->values[k - 1]); --k) ops->values[k] = ops->values[k - 1];
    ops->values[k] = op;
  }
}

static bool waits_for(const tern_op_t *op, const tern_map_t *open) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_op_t *source = tern_value_defining_op(tern_op_operand(op, i));
    if (source && tern_map_contains(open, source)) return true;
  }
  return false;
}

// Each behind those that it uses, also where these are in another block of the function.
static void order_computed(tern_op_list_t *ops) {
  tern_map_t open = {0};
  tern_op_list_t sorted = {0};
  sort_by_place(ops);
  for (size_t i = 0; i < ops->count; ++i) tern_map_set(&open, ops->values[i], ops->values[i]);
  while (open.live_count) {
    for (size_t i = 0; i < ops->count; ++i) {
      tern_op_t *op = ops->values[i];
      if (!tern_map_contains(&open, op) || waits_for(op, &open)) continue;
      tern_map_remove(&open, op);
      tern_vec_push(&sorted, op);
    }
  }
  tern_vec_deinitialize(ops);
  *ops = sorted;
  tern_map_deinitialize(&open);
}

// --- regions ---

static void replace_in_region(tern_value_t *value, const tern_region_t *region, tern_value_t *replacement) {
  for (tern_operand_t *use = value->first_use, *next; use; use = next) {
    next = use->next;
    if (tern_region_is_within(use->owner->block->parent, region)) tern_operand_set(use, replacement);
  }
}

// Ends the blocks of a region as ttg.warp_specialize wants it.
static void replace_ends(tern_region_t *region, const tern_op_row_t *row) {
  tern_region_for_each_block(region, block) {
    tern_op_t *end = block->last_op;
    if (!tern_op_is(end, TERN_NVWS(WARP_GROUP_RETURN)) && !tern_op_is(end, TERN_NVWS(WARP_GROUP_YIELD))) continue;
    tern_builder_t b = tern_builder_before(end);
    values_t values = {0};
    for (size_t i = 0; row == TERN_TTG(WARP_YIELD) && i < end->operand_count; ++i)
      tern_vec_push(&values, tern_op_operand(end, i));
    tern_build(&b, row, .operands = {values.values, values.count}, .types = {0});
    tern_vec_deinitialize(&values);
    tern_op_destroy(end);
  }
}

static void compute_again(const captures_t *captures, tern_builder_t *b, tern_region_t *region, bool is_constant,
                          tern_map_t *mapping) {
  for (size_t i = 0; i < captures->computed.count; ++i) {
    tern_op_t *op = captures->computed.values[i];
    if (tern_op_has_trait(op, TERN_TRAIT_CONSTANT_LIKE) != is_constant) continue;
    tern_op_t *copy = tern_builder_clone(b, op, mapping);
    for (size_t k = 0; k < op->result_count; ++k)
      replace_in_region(tern_op_result(op, k), region, tern_op_result(copy, k));
  }
}

// A partition reads and computes only what it uses: tensors that are dead weigh when warps and registers are dealt out.
static void drop_unused(tern_op_t *end) {
  for (tern_op_t *op = end->prev, *before = NULL; op; op = before) {
    before = op->prev;
    bool is_kept = tern_op_has_trait(op, TERN_TRAIT_CONSTANT_LIKE) || !tern_op_is_trivially_dead(op);
    if (!is_kept) tern_op_destroy(op);
  }
}

static void fill_partition(const captures_t *captures, tern_region_t *from, tern_region_t *to) {
  tern_region_take_blocks(to, from);
  replace_ends(to, TERN_TTG(WARP_RETURN));
  tern_block_t *entry = to->first_block;
  tern_builder_t b = tern_builder_before(entry->first_op);
  b.loc = captures->group->loc;
  tern_map_t mapping = {0};
  compute_again(captures, &b, to, true, &mapping);
  for (size_t i = 0; i < captures->tensors.count; ++i) {
    tern_value_t *tensor = captures->tensors.values[i];
    tern_value_t *read = tern_build_value(&b, TERN_TTG(LOCAL_LOAD), .types = TERN_TYPES(tensor->type),
                                          .operands = TERN_VALUES(captures->memories.values[i]));
    replace_in_region(tensor, to, read);
    tern_map_set(&mapping, tensor, read);
  }
  compute_again(captures, &b, to, false, &mapping);
  drop_unused(b.before);
  tern_map_deinitialize(&mapping);
  for (size_t i = 0; i < captures->inputs.count; ++i) {
    tern_value_t *input = captures->inputs.values[i];
    replace_in_region(input, to, tern_block_add_arg(entry, input->type, tern_value_loc(input)));
  }
}

// --- the op ---

static tern_op_t *make_specialize(const captures_t *captures, tern_builder_t *b) {
  tern_op_t *group = captures->group;
  size_t count = group->region_count - captures->first;
  int32_t warps[MAX_GROUPS];
  const tern_type_t **types = tern_malloc((group->result_count + 1) * sizeof *types);
  for (size_t i = 0; i < group->result_count; ++i) types[i] = tern_op_result(group, i)->type;
  for (size_t i = 0; i < count; ++i)
    warps[i] = (int32_t)tern_dense_array_attr_int(tern_op_attr(group, "numWarps"), captures->first + i);
  tern_op_t *made =
      tern_build(b, TERN_TTG(WARP_SPECIALIZE), .operands = {captures->inputs.values, captures->inputs.count},
                 .types = {types, group->result_count}, .regions = 2,
                 .attrs = TERN_ATTRS({"partitionNumWarps", tern_dense_i32_array_attr_get(b->context, warps, count)}));
  free(types);
  tern_builder_t inside = tern_builder_at_end(tern_region_add_block(&made->regions[1]), group->loc);
  tern_op_t *holder = tern_build(&inside, TERN_TTG(WARP_SPECIALIZE_PARTITIONS), .types = {0}, .regions = count);
  for (size_t i = 0; i < count; ++i)
    fill_partition(captures, &group->regions[captures->first + i], &holder->regions[i]);
  return made;
}

static void lower(tern_op_t *group, bool has_default) {
  captures_t captures = {.group = group, .first = has_default ? 1 : 0};
  tern_builder_t b = tern_builder_after(group);
  find_needs(&captures);
  sort_needs(&captures, &b);
  order_computed(&captures.computed);
  tern_op_t *made = make_specialize(&captures, &b);
  if (has_default) {
    tern_region_take_blocks(&made->regions[0], &group->regions[0]);
    replace_ends(&made->regions[0], TERN_TTG(WARP_YIELD));
  } else {
    tern_builder_t inside = tern_builder_at_end(tern_region_add_block(&made->regions[0]), group->loc);
    tern_build(&inside, TERN_TTG(WARP_YIELD), .types = {0});
  }
  for (size_t i = 0; i < group->result_count; ++i)
    tern_value_replace_all_uses(tern_op_result(group, i), tern_op_result(made, i));
  tern_op_destroy(group);
  tern_vec_deinitialize(&captures.queue);
  tern_vec_deinitialize(&captures.inputs);
  tern_vec_deinitialize(&captures.tensors);
  tern_vec_deinitialize(&captures.memories);
  tern_vec_deinitialize(&captures.computed);
}

// --- the pass ---

static bool is_default(const tern_op_t *group) {
  const tern_attr_t *warps = tern_op_attr(group, "numWarps");
  return group->region_count > 0 && tern_dense_array_attr_int(warps, 0) == tern_ttg_lookup_num_warps(group);
}

static bool check(const tern_op_t *group) {
  if (tern_ttg_lookup_num_warps(group) <= 0) return tern_op_error(group, "is in a module without 'ttg.num-warps'");
  if (group->region_count > MAX_GROUPS)
    return tern_op_error(group, "has %u groups, but at most %d are supported", group->region_count, MAX_GROUPS);
  if (group->result_count == 0 || is_default(group)) return true;
  tern_op_error(group, "has results, but its first group has not as many warps as the function");
  tern_emit_note(group->loc, "results are those of the default region, which the function's own %lld warps run",
                 (long long)tern_ttg_lookup_num_warps(group));
  return false;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t groups = tern_op_collect_row(module, TERN_POSTORDER, TERN_NVWS(WARP_GROUP));
  bool is_right = true;
  for (size_t i = 0; i < groups.count; ++i) is_right = is_right && check(groups.values[i]);
  for (size_t i = 0; i < groups.count && is_right; ++i) lower(groups.values[i], is_default(groups.values[i]));
  tern_vec_deinitialize(&groups);
  return is_right;
}

const tern_pass_def_t tern_nvws_lower_warp_group_pass = {
    .flag = "nvws-lower-warp-group",
    .name = "NVWSLowerWarpGroup",
    .anchor = "builtin.module",
    .summary = "Make ttg.warp_specialize of nvws.warp_group",
    .dialects = (const tern_dialect_t *const[]){&tern_ttg_dialect, NULL},
    .run = run,
};
