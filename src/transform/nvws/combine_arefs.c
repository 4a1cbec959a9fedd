// Arefs that are waited for together, and rings of buffers; see combine_arefs.h (upstream: LowerAref.cpp).
//
//   %x, %s = nvws.aref.get.enter %a             %x, %y, %s = nvws.aref.get.enter %ab
//   %y, %t = nvws.aref.get.enter %b       =>    ttng.warp_group_dot %x, %y, ...
//   ttng.warp_group_dot %x, %y, ...             nvws.aref.get.exit %ab, %s

#include "transform/nvws/combine_arefs.h"

#include "dialect/arith/arith.h"
#include "dialect/scf/scf.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"
#include "ir/op_list.h"
#include "transform/nvws/arefs.h"
#include "transform/ttg/warp_specialize/partitions.h"

// Arefs with one enter and one exit on each side; the enters of readers have the same consumer, in the same partition.
typedef struct group {
  const tern_op_t *consumer;
  tern_partitions_t partition;
  tern_op_list_t get_enters, get_exits, put_enters, put_exits, creates;
} group_t;

typedef TERN_VEC(group_t) groups_t;

// --- consumers ---

static bool is_view(const tern_op_t *op) {
  return tern_op_is(op, TERN_TTG(MEMDESC_INDEX)) || tern_op_is(op, TERN_TTG(MEMDESC_SUBSLICE)) ||
         tern_op_is(op, TERN_TTG(MEMDESC_TRANS)) || tern_op_is(op, TERN_TTG(MEMDESC_RESHAPE)) ||
         tern_op_is(op, TERN_TTG(MEMDESC_REINTERPRET)) || tern_op_is(op, TERN_TTNG(TMEM_SUBSLICE));
}

static bool reads_memory(const tern_op_t *op) {
  return tern_op_is(op, TERN_TTNG(TC_GEN5_MMA)) || tern_op_is(op, TERN_TTNG(TC_GEN5_MMA_SCALED)) ||
         tern_op_is(op, TERN_TTNG(WARP_GROUP_DOT)) || tern_op_is(op, TERN_TTG(LOCAL_LOAD));
}

static const tern_op_t *ancestor_in(const tern_block_t *block, const tern_op_t *op) {
  while (op && op->block != block) op = tern_op_parent(op);
  return op;
}

// The first op of the loop's body that reads the buffer, or something in it does; NULL: there is none.
static const tern_op_t *first_reader(const tern_value_t *buffer, const tern_block_t *body) {
  const tern_op_t *first = NULL;
  tern_value_for_each_use(buffer, use) {
    const tern_op_t *found = is_view(use->owner)        ? first_reader(tern_op_result(use->owner, 0), body)
                             : reads_memory(use->owner) ? ancestor_in(body, use->owner)
                                                        : NULL;
    if (found && (!first || tern_op_is_before(found, first))) first = found;
  }
  return first;
}

static void add_to_group(groups_t *groups, const tern_op_t *consumer, tern_op_t *enter) {
  tern_partitions_t partition = tern_partitions_of(enter);
  for (size_t i = 0; i < groups->count; ++i) {
    group_t *group = &groups->values[i];
    if (group->consumer != consumer || group->partition != partition) continue;
    tern_vec_push(&group->get_enters, enter);
    return;
  }
  group_t group = {.consumer = consumer, .partition = partition};
  tern_vec_push(&group.get_enters, enter);
  tern_vec_push(groups, group);
}

// --- one aref of several ---

// Fills the lists of a group. False: it has other ops, or they are in several blocks or partitions.
static bool find_ops(group_t *group) {
  for (size_t i = 0; i < group->get_enters.count; ++i) {
    tern_value_t *aref = tern_nvws_aref_of(group->get_enters.values[i]);
    tern_op_t *create = tern_value_defined_by(aref, TERN_NVWS(AREF_CREATE));
    if (!create || create->operand_count != 1) return false;
    tern_vec_push(&group->creates, create);
    size_t gets = 0, others = 0;
    tern_value_for_each_use(aref, use) {
      tern_op_t *op = use->owner;
      if (tern_op_is(op, TERN_NVWS(AREF_PUT_ENTER)))
        tern_vec_push(&group->put_enters, op);
      else if (tern_op_is(op, TERN_NVWS(AREF_PUT_EXIT)))
        tern_vec_push(&group->put_exits, op);
      else if (tern_op_is(op, TERN_NVWS(AREF_GET_EXIT)))
        tern_vec_push(&group->get_exits, op);
      else if (tern_op_is(op, TERN_NVWS(AREF_GET_ENTER)))
        ++gets;
      else
        ++others;
    }
    size_t count = i + 1;
    if (gets != 1 || others || group->put_enters.count != count || group->put_exits.count != count ||
        group->get_exits.count != count)
      return false;
  }
  return true;
}

static bool are_together(const tern_op_list_t *ops, bool in_partition) {
  for (size_t i = 1; i < ops->count; ++i) {
    if (ops->values[i]->block != ops->values[0]->block) return false;
    if (in_partition && tern_partitions_of(ops->values[i]) != tern_partitions_of(ops->values[0])) return false;
  }
  return true;
}

static bool can_be_combined(group_t *group) {
  return group->get_enters.count > 1 && find_ops(group) && are_together(&group->creates, false) &&
         are_together(&group->put_enters, true) && are_together(&group->put_exits, false) &&
         are_together(&group->get_enters, false) && are_together(&group->get_exits, false);
}

static tern_op_t *last_of(const tern_op_list_t *ops) {
  tern_op_t *last = ops->values[0];
  for (size_t i = 1; i < ops->count; ++i) {
    if (tern_op_is_before(last, ops->values[i])) last = ops->values[i];
  }
  return last;
}

static tern_op_t *first_of(const tern_op_list_t *ops) {
  tern_op_t *first = ops->values[0];
  for (size_t i = 1; i < ops->count; ++i) {
    if (tern_op_is_before(ops->values[i], first)) first = ops->values[i];
  }
  return first;
}

// Each kind of work once, in the order in which exits name them.
static const tern_attr_t *all_kinds(const tern_op_list_t *exits) {
  TERN_VEC(const tern_attr_t *) kinds = {0};
  for (size_t i = 0; i < exits->count; ++i) {
    const tern_attr_t *list = tern_op_attr(exits->values[i], "async_ops");
    for (size_t k = 0; k < tern_array_attr_count(list); ++k) {
      size_t seen = 0;
      while (seen < kinds.count && kinds.values[seen] != tern_array_attr_at(list, k)) ++seen;
      if (seen == kinds.count) tern_vec_push(&kinds, tern_array_attr_at(list, k));
    }
  }
  const tern_attr_t *all = tern_array_attr_get(tern_op_context(exits->values[0]), kinds.values, kinds.count);
  tern_vec_deinitialize(&kinds);
  return all;
}

// What uses the results of `op` and stands before `place` is moved behind it.
static void move_users(tern_op_t *op, tern_op_t *place) {
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_for_each_use(tern_op_result(op, i), use) {
      tern_op_t *user = (tern_op_t *)ancestor_in(place->block, use->owner);
      if (!user || !tern_op_is_before(user, place)) continue;
      tern_op_remove(user);
      tern_op_insert(user, place->block, place->next);
      move_users(user, user);
    }
  }
}

static void take_attrs(const tern_op_t *from, tern_op_t *to) {
  static const char *const names[] = {"loop.stage", "loop.cluster"};
  int64_t tag;
  if (!tern_partitions_known(from)) return;
  tern_partitions_set(to, tern_partitions_of(from));
  if (tern_partitions_tag(from, &tag)) tern_partitions_set_tag(to, tag);
  for (size_t i = 0; i < 2; ++i) {
    if (tern_op_attr(from, names[0]) && tern_op_attr(from, names[1]))
      tern_op_set_attr(to, names[i], tern_op_attr(from, names[i]));
  }
}

// One enter and one exit in the place of many; `behind` (or NULL) is what the enter has to follow. Returns the exit.
static tern_op_t *combine_ops(const tern_op_list_t *enters, const tern_op_list_t *exits, tern_op_t *create,
                              tern_op_t *behind) {
  tern_op_t *first = first_of(enters), *last = last_of(exits);
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < enters->count; ++i) tern_vec_push(&types, tern_op_result(enters->values[i], 0)->type);
  tern_vec_push(&types, tern_nvws_token_of(first)->type);
  tern_builder_t b = tern_builder_after(create);
  tern_value_t *aref = tern_op_result(create, 0);
  tern_value_t *zero = tern_arith_constant_int(&b, tern_i_type_get(b.context, 32), 0);
  take_attrs(first, tern_value_defining_op(zero));
  b = behind ? tern_builder_after(behind) : tern_builder_before(first);
  b.loc = first->loc;
  tern_op_t *enter = tern_build(&b, first->def->row, .operands = TERN_VALUES(aref, zero, zero),
                                .types = {types.values, types.count}, .segments = (int32_t[]){1, 1, 1});
  take_attrs(first, enter);
  tern_vec_deinitialize(&types);
  tern_builder_set_before(&b, last);
  tern_op_t *exit = tern_build(&b, last->def->row, .operands = TERN_VALUES(aref, tern_nvws_token_of(enter), zero),
                               .types = {0}, .attrs = TERN_ATTRS({"async_ops", all_kinds(exits)}));
  take_attrs(last, exit);
  for (size_t i = 0; i < enters->count; ++i) {
    move_users(enters->values[i], enter);
    tern_value_replace_all_uses(tern_op_result(enters->values[i], 0), tern_op_result(enter, i));
  }
  return exit;
}

static void destroy_all(const tern_op_list_t *ops) {
  for (size_t i = 0; i < ops->count; ++i) tern_op_destroy(ops->values[i]);
}

static void combine(const group_t *group) {
  TERN_VEC(tern_value_t *) buffers = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < group->creates.count; ++i) {
    tern_vec_push(&buffers, tern_op_operand(group->creates.values[i], 0));
    tern_vec_push(&types, buffers.values[i]->type);
  }
  tern_builder_t b = tern_builder_before(last_of(&group->creates));
  const tern_type_t *type = tern_nvws_aref_get(b.context, (tern_types_t){types.values, types.count});
  tern_op_t *create =
      tern_build(&b, TERN_NVWS(AREF_CREATE), .operands = {buffers.values, buffers.count}, .types = TERN_TYPES(type));
  tern_op_t *put_exit = combine_ops(&group->put_enters, &group->put_exits, create, NULL);
  combine_ops(&group->get_enters, &group->get_exits, create, put_exit);
  destroy_all(&group->put_exits);
  destroy_all(&group->put_enters);
  destroy_all(&group->get_exits);
  destroy_all(&group->get_enters);
  destroy_all(&group->creates);
  tern_vec_deinitialize(&buffers);
  tern_vec_deinitialize(&types);
}

void tern_nvws_combine_arefs(tern_op_t *loop) {
  groups_t groups = {0};
  tern_op_list_t enters = tern_op_collect_row(loop, TERN_POSTORDER, TERN_NVWS(AREF_GET_ENTER));
  for (size_t i = 0; i < enters.count; ++i) {
    const tern_op_t *consumer = enters.values[i]->result_count > 1
                                    ? first_reader(tern_op_result(enters.values[i], 0), tern_op_body(loop, 0))
                                    : NULL;
    if (consumer) add_to_group(&groups, consumer, enters.values[i]);
  }
  for (size_t i = 0; i < groups.count; ++i) {
    group_t *group = &groups.values[i];
    if (can_be_combined(group)) combine(group);
    tern_vec_deinitialize(&group->get_enters);
    tern_vec_deinitialize(&group->get_exits);
    tern_vec_deinitialize(&group->put_enters);
    tern_vec_deinitialize(&group->put_exits);
    tern_vec_deinitialize(&group->creates);
  }
  tern_vec_deinitialize(&groups);
  tern_vec_deinitialize(&enters);
}

// --- rings ---

static bool is_descriptor_load(const tern_op_t *op) {
  return tern_op_is(op, TERN_NVWS(DESCRIPTOR_LOAD)) || tern_op_is(op, TERN_NVWS(DESCRIPTOR_GATHER));
}

static bool is_filled_by_loads(const tern_op_t *create) {
  tern_value_for_each_use(tern_op_result(create, 0), use) {
    if (!tern_op_is(use->owner, TERN_NVWS(AREF_PUT_ENTER))) continue;
    for (size_t i = 0; i < use->owner->result_count; ++i) {
      tern_value_for_each_use(tern_op_result(use->owner, i), user) {
        if (is_descriptor_load(user->owner)) return true;
      }
    }
  }
  return false;
}

// Tensor memory is what it is: its places were chosen with what is in it.
static bool can_be_deepened(const tern_op_t *op) {
  if (!tern_op_is(op, TERN_NVWS(AREF_CREATE)) || !is_filled_by_loads(op)) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!tern_value_defined_by(tern_op_operand(op, i), TERN_TTG(LOCAL_ALLOC))) return false;
  }
  return true;
}

static void deepen(tern_op_t *create, int64_t depth) {
  tern_builder_t b = tern_builder_before(create);
  TERN_VEC(tern_value_t *) buffers = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < create->operand_count; ++i) {
    tern_value_t *old = tern_op_operand(create, i);
    const tern_type_t *type = tern_nvws_ring_of(tern_nvws_buffer_of_ring(old->type), depth);
    b.loc = tern_value_loc(old);
    tern_vec_push(&buffers, tern_build_value(&b, TERN_TTG(LOCAL_ALLOC), .types = TERN_TYPES(type)));
    tern_vec_push(&types, type);
  }
  b.loc = create->loc;
  const tern_type_t *type = tern_nvws_aref_get(b.context, (tern_types_t){types.values, types.count});
  tern_value_t *made = tern_build_value(&b, TERN_NVWS(AREF_CREATE), .operands = {buffers.values, buffers.count},
                                        .types = TERN_TYPES(type));
  tern_value_replace_all_uses(tern_op_result(create, 0), made);
  tern_op_list_t allocations = {0};
  for (size_t i = 0; i < create->operand_count; ++i)
    tern_vec_push(&allocations, tern_value_defining_op(tern_op_operand(create, i)));
  tern_op_destroy(create);
  for (size_t i = 0; i < allocations.count; ++i)
    tern_value_replace_all_uses(tern_op_result(allocations.values[i], 0), buffers.values[i]);
  destroy_all(&allocations);
  tern_vec_deinitialize(&allocations);
  tern_vec_deinitialize(&buffers);
  tern_vec_deinitialize(&types);
}

void tern_nvws_deepen_arefs(tern_op_t *module, int64_t depth) {
  tern_op_list_t creates = tern_op_collect(module, TERN_POSTORDER, can_be_deepened);
  for (size_t i = 0; i < creates.count; ++i) deepen(creates.values[i], depth);
  tern_vec_deinitialize(&creates);
}
