// Groups of ops on tensors, and the flow.dispatch.region around them.

#include "transform/dispatch_creation/dispatch_region.h"

#include "analysis/reify_dims.h"
#include "base/vec.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/flow/flow.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/scf/scf.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"

typedef TERN_VEC(tern_value_t *) value_list_t;

// --- which ops ---

bool tern_slice_is_contiguous(const tern_op_t *slice_op, const tern_type_t *whole) {
  tern_slice_t slice;
  if (!tern_slice_read(slice_op, &slice)) return false;
  // From the innermost dimension on: whole dimensions, then one part, then single elements.
  bool is_whole = true;
  for (size_t i = slice.count; i-- > 0;) {
    int64_t size, stride;
    if (!tern_mixed_constant(slice.strides[i], &stride) || stride != 1) return false;
    bool is_known = tern_mixed_constant(slice.sizes[i], &size);
    if (!is_whole && (!is_known || size != 1)) return false;
    if (!is_known || size != tern_type_dims(whole)[i])
      is_whole = is_known && size == 1 && tern_type_dims(whole)[i] == 1;
  }
  return true;
}

bool tern_slice_is_placed_by_kernels(const tern_op_t *slice_op) {
  for (size_t i = 0; i < slice_op->operand_count; ++i) {
    const tern_op_t *op = tern_value_defining_op(tern_op_operand(slice_op, i));
    if (op && tern_op_attr(op, TERN_READ_BY_KERNELS)) return true;
  }
  return false;
}

bool tern_is_dispatchable(const tern_op_t *op) {
  if (op->result_count == 0 || op->results[0].type->kind != TERN_TYPE_TENSOR) return false;
  if (tern_is_linalg(op)) return tern_linalg_has_tensor_semantics(op);
  if (tern_op_is(op, TERN_TENSOR(EXTRACT_SLICE))) {
    return !tern_slice_is_contiguous(op, tern_op_operand(op, 0)->type) || tern_slice_is_placed_by_kernels(op);
  }
  if (tern_op_is(op, TERN_TENSOR(INSERT_SLICE))) {
    return !tern_slice_is_contiguous(op, op->results[0].type) || tern_slice_is_placed_by_kernels(op);
  }
  if (tern_op_is(op, TERN_TENSOR(PAD)) || tern_op_is(op, TERN_TENSOR(CONCAT)) ||
      tern_op_is(op, TERN_TENSOR(GENERATE))) {
    return true;
  }
  return tern_op_is(op, TERN_SCF(FORALL)) || tern_str_starts_with(tern_op_name(op), TERN_STR("iree_linalg_ext."));
}

bool tern_is_in_dispatch(const tern_op_t *op) {
  for (const tern_op_t *parent = tern_op_parent(op); parent; parent = tern_op_parent(parent)) {
    if (tern_op_is(parent, TERN_FLOW(DISPATCH_REGION)) || tern_op_is(parent, TERN_FLOW(DISPATCH_WORKGROUPS)) ||
        tern_op_is(parent, TERN_FLOW(EXECUTABLE))) {
      return true;
    }
  }
  return false;
}

// --- regions ---

typedef struct use_query {
  const tern_value_t *value;
  const tern_op_t *root;
  tern_use_list_t *uses;
} use_query_t;

static tern_walk_result_t collect_uses(tern_op_t *op, void *user) {
  use_query_t *query = user;
  for (size_t i = 0; i < op->operand_count && op != query->root; ++i) {
    if (op->operands[i].value == query->value) tern_vec_push(query->uses, &op->operands[i]);
  }
  return TERN_WALK_ADVANCE;
}

void tern_collect_uses_within(const tern_value_t *value, tern_op_t *root, tern_use_list_t *out_uses) {
  // Of a value with as many users as there are regions the list is not gone through for each of them.
  enum { LONG_LIST = 64 };
  size_t count = 0;
  for (tern_operand_t *use = value->first_use; use && count <= LONG_LIST; use = use->next) ++count;
  if (count > LONG_LIST) {
    tern_op_walk_pre(root, collect_uses, &(use_query_t){value, root, out_uses});
    return;
  }
  for (tern_operand_t *use = value->first_use; use; use = use->next) {
    if (use->owner != root && tern_op_is_within(use->owner, root)) tern_vec_push(out_uses, use);
  }
}

static bool is_member(tern_op_t *const *ops, size_t count, const tern_op_t *op) {
  for (size_t i = 0; i < count; ++i) {
    for (const tern_op_t *around = op; around; around = tern_op_parent(around)) {
      if (around == ops[i]) return true;
    }
  }
  return false;
}

// Nobody who comes before the last op may need what the group computes.
bool tern_dispatch_region_can_wrap(tern_op_t *const *ops, size_t count) {
  const tern_op_t *last = ops[count - 1];
  for (size_t i = 0; i < count; ++i) {
    for (size_t r = 0; r < ops[i]->result_count; ++r) {
      tern_value_for_each_use(&ops[i]->results[r], use) {
        const tern_op_t *user = use->owner;
        if (is_member(ops, count, user)) continue;
        while (user && user->block != last->block) user = tern_op_parent(user);
        if (user && tern_op_is_before(user, last)) return false;
      }
    }
  }
  return true;
}

static void collect_results(tern_op_t *const *ops, size_t count, value_list_t *out) {
  for (size_t i = 0; i < count; ++i) {
    for (size_t r = 0; r < ops[i]->result_count; ++r) {
      bool is_used_outside = false;
      tern_value_for_each_use(&ops[i]->results[r], use) is_used_outside |= !is_member(ops, count, use->owner);
      if (is_used_outside) tern_vec_push(out, &ops[i]->results[r]);
    }
  }
}

static void reify_results(tern_op_t *last, const value_list_t *results, value_list_t *out_dims) {
  tern_builder_t b = tern_builder_before(last);
  for (size_t i = 0; i < results->count; ++i) {
    const tern_type_t *type = results->values[i]->type;
    for (size_t d = 0; d < tern_type_rank(type); ++d) {
      if (tern_type_dims(type)[d] == TERN_DYNAMIC) tern_vec_push(out_dims, tern_reify_dim(&b, results->values[i], d));
    }
  }
}

tern_op_t *tern_dispatch_region_wrap(tern_op_t *const *ops, size_t count) {
  tern_op_t *last = ops[count - 1];
  if (!tern_dispatch_region_can_wrap(ops, count)) return NULL;
  value_list_t results = {0}, dims = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  collect_results(ops, count, &results);
  for (size_t i = 0; i < results.count; ++i) tern_vec_push(&types, results.values[i]->type);
  reify_results(last, &results, &dims);
  tern_builder_t b = tern_builder_after(last);
  b.loc = last->loc;
  int32_t segments[] = {(int32_t)dims.count, 0};
  tern_op_t *region = tern_build(&b, TERN_FLOW(DISPATCH_REGION), .operands = {dims.values, dims.count},
                                 .types = {types.values, types.count}, .segments = segments);
  tern_block_t *body = tern_region_add_block(&region->regions[0]);
  for (size_t i = 0; i < count; ++i) {
    tern_op_remove(ops[i]);
    tern_op_insert(ops[i], body, NULL);
  }
  for (size_t i = 0; i < results.count; ++i) {
    for (tern_operand_t *use = results.values[i]->first_use, *next; use; use = next) {
      next = use->next;
      if (!tern_op_is_within(use->owner, region)) tern_operand_set(use, tern_op_result(region, i));
    }
  }
  b = tern_builder_at_end(body, last->loc);
  tern_build(&b, TERN_FLOW(RETURN), .operands = {results.values, results.count});
  tern_vec_deinitialize(&results);
  tern_vec_deinitialize(&dims);
  tern_vec_deinitialize(&types);
  return region;
}
