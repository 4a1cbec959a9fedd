// See product_overlap.h.

#include "transform/ttg/tmem/product_overlap.h"

#include "base/map.h"
#include "dialect/arith/arith.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"
#include "transform/ttg/shared_for_users.h"
#include "transform/ttg/tmem/tmem_tokens.h"

static bool is_inside(const tern_op_t *op, const tern_op_t *loop) { return op != loop && tern_op_is_within(op, loop); }

static bool is_outside(const tern_value_t *value, const tern_op_t *loop) {
  const tern_op_t *op = tern_value_defining_op(value);
  if (op) return !is_inside(op, loop);
  const tern_op_t *parent = tern_block_parent_op(tern_value_arg_block(value));
  return parent != loop && !(parent && is_inside(parent, loop));
}

// --- operands ---

static bool is_load(const tern_op_t *op) {
  return op && (tern_op_is(op, TERN_TT(LOAD)) || tern_op_is(op, TERN_TT(DESCRIPTOR_LOAD)) ||
                tern_op_is(op, TERN_TT(DESCRIPTOR_GATHER)));
}

// Can what is loaded be copied to the memory that holds it, without registers?
static bool can_be_copied(const tern_op_t *load, const tern_op_t *alloc) {
  return !tern_op_is(load, TERN_TT(LOAD)) ||
         tern_ttg_copied_bytes(load->results[0].type, tern_memdesc_read(alloc->results[0].type).encoding) >=
             TERN_TTG_LEAST_COPY_BYTES;
}

typedef struct operand {
  const tern_op_t *loop;
  tern_product_is_ahead_fn_t is_ahead;
  const void *user;
} operand_t;

// Is the operand there ahead of the product? `out_late` otherwise: what makes it; NULL: not known.
static bool is_operand_ahead(const operand_t *o, tern_value_t *value, tern_op_t **out_late) {
  *out_late = NULL;
  if (is_outside(value, o->loop)) return true;
  tern_op_t *op = tern_value_defining_op(value);
  while (op && (tern_op_is(op, TERN_TTG(MEMDESC_TRANS)) || tern_op_is(op, TERN_TTG(MEMDESC_RESHAPE))))
    op = tern_value_defining_op(tern_op_operand(op, 0));
  if (!op) return false;
  bool is_local = tern_op_is(op, TERN_TTG(LOCAL_ALLOC));
  if (is_local || tern_op_is(op, TERN_TTNG(TMEM_ALLOC))) *out_late = op;
  if (!is_local || !op->operand_count) return false;
  tern_value_t *source = tern_op_operand(op, 0);
  if (is_outside(source, o->loop)) return true;
  tern_op_t *load = tern_value_defining_op(source);
  if (!is_load(load)) return false;
  *out_late = load;
  return o->is_ahead(load, o->user) && can_be_copied(load, op);
}

// Scales that lie in tensor memory came there by registers.
static bool is_copied_scale(const tern_value_t *scale, const tern_op_t *loop) {
  return is_outside(scale, loop) || !tern_ttng_is_tensor_memory(tern_memdesc_read(scale->type).encoding);
}

tern_product_operands_t tern_product_operands_of(const tern_op_t *product, const tern_op_t *loop,
                                                 tern_product_is_ahead_fn_t is_ahead, const void *user) {
  static const char *const names[] = {"a", "b", "a_scale", "b_scale"};
  size_t count = tern_op_is(product, TERN_TTNG(TC_GEN5_MMA_SCALED)) ? 4 : 2;
  tern_product_operands_t operands = {.are_known = true};
  if (!tern_product_memory(product, loop)) return operands;
  const operand_t o = {loop, is_ahead, user};
  for (size_t i = 0; i < count; ++i) {
    tern_op_t *late;
    tern_value_t *value = tern_op_operand_named(product, names[i]);
    if (i >= 2 && !is_copied_scale(value, loop)) {
      operands.are_known = false;
    } else if (!is_operand_ahead(&o, value, &late)) {
      if (late) tern_vec_push(&operands.late, late);
      if (!late) operands.are_known = false;
    }
  }
  operands.are_ahead = operands.are_known && operands.late.count == 0;
  return operands;
}

// --- sums ---

tern_op_t *tern_product_memory(const tern_op_t *product, const tern_op_t *loop) {
  tern_op_t *alloc = tern_value_defined_by(tern_op_operand_named(product, "d"), TERN_TTNG(TMEM_ALLOC));
  return alloc && !is_inside(alloc, loop) ? alloc : NULL;
}

// The ops of this row in the loop that use the memory.
static bool has_user(const tern_op_t *alloc, const tern_op_t *loop, const tern_op_row_t *row) {
  tern_value_for_each_use(&alloc->results[0], use) {
    if (tern_op_is(use->owner, row) && is_inside(use->owner, loop)) return true;
  }
  return false;
}

bool tern_product_needs_buffers(const tern_op_t *product, const tern_op_t *loop) {
  const tern_op_t *alloc = tern_product_memory(product, loop);
  return !alloc || has_user(alloc, loop, TERN_TTNG(TMEM_LOAD));
}

// Does the product begin sums anew in some iteration? What is computed in the loop may say so.
static bool drops_sums(const tern_op_t *product, const tern_op_t *loop) {
  const tern_block_t *body = tern_op_body(loop, 0);
  const tern_value_t *flag = tern_op_operand_named(product, "useD");
  if (tern_tmem_is_constant(flag, false)) return true;
  for (size_t i = 0; i <= loop->result_count && tern_value_arg_block(flag) == body; ++i) {
    if (flag->index == 0) return false;
    flag = tern_op_operand(body->last_op, flag->index - 1);
  }
  const tern_op_t *op = tern_value_defining_op(flag);
  return op && is_inside(op, loop);
}

// Who may use memory of several buffers: directly in the loop's body, before the loop, or, if it only reads, anywhere.
static bool can_take_buffer(const tern_op_t *user, const tern_op_t *loop) {
  if (tern_op_is(user, TERN_TTNG(TMEM_LOAD)))
    return is_inside(user, loop) || (user->block == loop->block && tern_op_is_before(loop, user));
  bool is_store = tern_op_is(user, TERN_TTNG(TMEM_STORE));
  if (!is_store && !tern_tmem_is_mma(user)) return false;
  if (user->block == tern_op_body(loop, 0)) return true;
  return is_store && user->block == loop->block && tern_op_is_before(user, loop);
}

bool tern_product_can_have_buffers(const tern_op_t *product, const tern_op_t *loop) {
  const tern_op_t *alloc = tern_product_memory(product, loop);
  if (!alloc) return false;
  tern_value_for_each_use(&alloc->results[0], use) if (!can_take_buffer(use->owner, loop)) return false;
  return drops_sums(product, loop) || has_user(alloc, loop, TERN_TTNG(TMEM_STORE));
}

bool tern_product_is_read_after(const tern_op_t *product, const tern_op_t *loop) {
  const tern_op_t *alloc = tern_product_memory(product, loop);
  if (!alloc) return false;
  tern_value_for_each_use(&alloc->results[0], use) {
    const tern_op_t *user = use->owner;
    if (!tern_op_is(user, TERN_TTNG(TMEM_LOAD)) || !is_inside(user, loop)) continue;
    while (user->block != product->block) user = tern_op_parent(user);
    if (tern_op_is_before(product, user)) return true;
  }
  return false;
}

// --- sums that are changed by others ---

// What a use hands the value on as, through conditionals and to the next iteration; NULL: it is used otherwise.
static tern_value_t *handed_on(const tern_operand_t *use, const tern_op_t *loop) {
  const tern_op_t *parent = tern_op_parent(use->owner);
  if (!tern_op_is(use->owner, TERN_SCF(YIELD))) return NULL;
  if (parent == loop) return tern_scf_for_carried(loop, tern_operand_index(use));
  return tern_op_is(parent, TERN_SCF(IF)) ? tern_op_result(parent, tern_operand_index(use)) : NULL;
}

bool tern_product_is_changed(const tern_op_t *product, const tern_op_t *loop) {
  const tern_op_t *alloc = tern_product_memory(product, loop);
  if (!alloc) return true;
  static char read, changed;
  tern_map_t values = {
      0};  // to whether they are what was read, or computed of it; those behind `i` are not looked at yet
  bool is_stored = false;
  tern_value_for_each_use(&alloc->results[0], use) {
    if (tern_op_is(use->owner, TERN_TTNG(TMEM_LOAD)) && is_inside(use->owner, loop))
      tern_map_set(&values, &use->owner->results[0], &read);
  }
  for (size_t i = 0; i < values.entry_count && !is_stored; ++i) {
    tern_map_entry_t entry = values.entries[i];
    tern_value_for_each_use((const tern_value_t *)entry.key, use) {
      tern_op_t *user = use->owner;
      tern_value_t *next = handed_on(use, loop);
      bool is_store = tern_op_is(user, TERN_TTNG(TMEM_STORE)) && is_inside(user, loop) &&
                      tern_op_operand_named(user, "dst") == &alloc->results[0];
      is_stored = is_stored || (is_store && entry.value == &changed);
      if (is_store) continue;
      if (next && !tern_map_contains(&values, next)) tern_map_set(&values, next, entry.value);
      for (size_t r = 0; r < user->result_count && !next; ++r) {
        if (!tern_map_contains(&values, &user->results[r])) tern_map_set(&values, &user->results[r], &changed);
      }
    }
  }
  tern_map_deinitialize(&values);
  return is_stored;
}

// --- latencies ---

static bool has_latency(const tern_op_t *load, const void *user) {
  (void)user;
  const tern_attr_t *latency = tern_op_attr(load, "tt.latency");
  return latency && tern_integer_attr_value(latency) > 0;
}

static bool is_warp_specialized(const tern_op_t *loop) {
  for (; loop && tern_op_is(loop, TERN_SCF(FOR)); loop = tern_op_parent_of(loop, TERN_SCF(FOR))) {
    if (tern_op_attr(loop, "tt.warp_specialize")) return true;
  }
  return false;
}

static void assign_latency(tern_op_t *product, const tern_op_t *loop) {
  tern_product_operands_t operands = tern_product_operands_of(product, loop, has_latency, NULL);
  bool may_overlap = operands.are_ahead || (operands.are_known && !tern_product_is_read_after(product, loop));
  tern_vec_deinitialize(&operands.late);
  if (!may_overlap) return;
  const tern_type_t *i32 = tern_i_type_get(tern_op_context(product), 32);
  tern_op_set_attr(product, "tt.self_latency", tern_integer_attr_get(i32, 1));
  bool may_buffer = !tern_op_attr(loop, "tt.disallow_acc_multi_buffer") && tern_product_can_have_buffers(product, loop);
  int64_t latency = !tern_product_needs_buffers(product, loop) || may_buffer ? 1 : 0;
  // Partitions need no further buffer while sums are read: products are in another one.
  if (is_warp_specialized(loop)) latency = tern_product_is_changed(product, loop) ? 0 : latency + 1;
  if (latency > 0) tern_op_set_attr(product, "tt.latency", tern_integer_attr_get(i32, latency));
}

void tern_product_assign_latencies(tern_op_t *loop) {
  const tern_block_t *body = tern_op_body(loop, 0);
  // With products that are done where they stand, the last iteration is better peeled off.
  tern_block_for_each_op(body, op) if (tern_op_is(op, TERN_TT(DOT))) return;
  tern_block_for_each_op(body, op) {
    if (tern_tmem_is_mma(op)) assign_latency(op, loop);
  }
}
