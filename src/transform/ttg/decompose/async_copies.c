// Copies to shared memory that cp.async cannot do: see decompose.h (upstream: decomposeInsertSliceAsyncOp of 2023).
//
//   %t = ttg.async_copy_global_to_local %p, %m mask %k other %o
//     ->
//   %x = tt.load %p, %k, %o
//   ttg.local_store %x, %m
//
// Tokens say what follows what, which the order of the ops does, too: ops that may have none get none, others poison.

#include "analysis/triton/async_width.h"
#include "analysis/triton/axis_info.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ub/ub.h"
#include "ir/op_list.h"
#include "rewrite/builder.h"
#include "transform/ttg/decompose/decompose.h"

static bool is_eligible(const tern_axis_infos_t *infos, const tern_op_t *copy, int64_t capability) {
  size_t mask, count;
  tern_op_operands_named(copy, "mask", &mask, &count);
  tern_layout_t places = tern_async_places(copy);
  // What has no place is refused where it is lowered.
  if (places.error) return true;
  if (capability < TERN_ASYNC_CAPABILITY) return false;
  int64_t alignment = count ? tern_axis_mask_alignment(infos, tern_op_operand(copy, mask)) : 0;
  int64_t vector = tern_async_vector(copy, &places, tern_axis_contiguity(infos, tern_op_operand(copy, 0)), alignment);
  int64_t bits = tern_type_bit_width(tern_memdesc_read(tern_op_operand(copy, 1)->type).element);
  return vector * bits >= 8 * TERN_ASYNC_MIN_BYTES;
}

static bool may_lack_token(const tern_op_t *op) {
  return tern_op_is(op, TERN_TTG(ASYNC_COMMIT_GROUP)) || tern_op_is(op, TERN_TTG(ASYNC_WAIT)) ||
         tern_op_is(op, TERN_TTG(LOCAL_LOAD));
}

// Erasing an operand moves those behind it, so uses are looked for anew.
static tern_operand_t *find_use(const tern_value_t *token) {
  tern_value_for_each_use(token, use) {
    if (may_lack_token(use->owner)) return use;
  }
  return NULL;
}
static void drop_uses(const tern_value_t *token) {
  for (tern_operand_t *use = find_use(token); use; use = find_use(token))
    tern_op_erase_operands(use->owner, (size_t)(use - use->owner->operands), 1);
}

// Erases an op whose only result is a token.
static void erase_with_token(tern_op_t *op) {
  tern_value_t *token = &op->results[0];
  drop_uses(token);
  if (tern_value_has_uses(token)) {
    tern_builder_t b = tern_builder_before(op);
    tern_value_replace_all_uses(token, tern_build_value(&b, TERN_UB(POISON), .types = TERN_TYPES(token->type)));
  }
  tern_op_destroy(op);
}

static void load_and_store(tern_op_t *copy) {
  static const char *const names[] = {"cache", "evict", "isVolatile"};
  tern_builder_t b = tern_builder_before(copy);
  tern_value_t *pointers = tern_op_operand(copy, 0), *memory = tern_op_operand(copy, 1), *operands[3] = {pointers};
  size_t count = 1, start, number;
  int32_t segments[3] = {1, 0, 0};
  static const char *const optional[] = {"mask", "other"};
  for (size_t i = 0; i < 2; ++i) {
    tern_op_operands_named(copy, optional[i], &start, &number);
    segments[i + 1] = (int32_t)number;
    if (number) operands[count++] = tern_op_operand(copy, start);
  }
  tern_named_attr_t attrs[sizeof names / sizeof names[0]];
  size_t attr_count = 0;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    const tern_attr_t *attr = tern_op_attr(copy, names[i]);
    if (attr) attrs[attr_count++] = (tern_named_attr_t){names[i], attr};
  }
  const tern_type_t *element = tern_tt_type_inside(tern_type_element(pointers->type));
  tern_value_t *loaded =
      tern_build_value(&b, TERN_TT(LOAD), .operands = {operands, count}, .attrs = {attrs, attr_count},
                       .types = TERN_TYPES(tern_type_with_element(pointers->type, element)), .segments = segments);
  tern_build(&b, TERN_TTG(LOCAL_STORE), .operands = TERN_VALUES(loaded, memory));
  erase_with_token(copy);
}

static void wait_for_all(tern_op_t *wait) {
  const tern_type_t *i32 = tern_i_type_get(tern_op_context(wait), 32);
  tern_op_set_attr(wait, "num", tern_integer_attr_get(i32, 0));
}

static void change_groups(tern_op_t *module, int64_t capability, bool is_decomposed) {
  bool has_groups = capability >= TERN_ASYNC_CAPABILITY;
  tern_op_list_t commits = tern_op_collect_row(module, TERN_POSTORDER, TERN_TTG(ASYNC_COMMIT_GROUP));
  tern_op_list_t waits = tern_op_collect_row(module, TERN_POSTORDER, TERN_TTG(ASYNC_WAIT));
  for (size_t i = 0; i < waits.count; ++i) {
    if (!has_groups)
      erase_with_token(waits.values[i]);
    else if (is_decomposed)
      wait_for_all(waits.values[i]);
  }
  for (size_t i = 0; !has_groups && i < commits.count; ++i) erase_with_token(commits.values[i]);
  tern_vec_deinitialize(&waits);
  tern_vec_deinitialize(&commits);
}

void tern_ttg_decompose_async_copies(tern_op_t *module, int64_t capability) {
  tern_op_list_t copies = tern_op_collect_row(module, TERN_POSTORDER, TERN_TTG(ASYNC_COPY_GLOBAL_TO_LOCAL));
  size_t kept = 0;
  if (copies.count) {
    // All are looked at before the first is changed: values that are made later are not known.
    tern_axis_infos_t *infos = tern_axis_infos_create(module);
    for (size_t i = 0; i < copies.count; ++i) {
      if (!is_eligible(infos, copies.values[i], capability)) copies.values[kept++] = copies.values[i];
    }
    tern_axis_infos_destroy(infos);
  }
  for (size_t i = 0; i < kept; ++i) {
    tern_ttg_group_t group = tern_ttg_group_of(copies.values[i]);
    load_and_store(copies.values[i]);
    tern_ttg_group_hand_on(&group);
  }
  tern_vec_deinitialize(&copies);
  change_groups(module, capability, kept > 0);
}
