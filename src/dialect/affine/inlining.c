// Which functions may take the place of their calls inside of affine loops and conditions (upstream: the affine dialect's
// inliner interface). What is a dim or a symbol of a map at the top of a function may not be one inside of a loop.

#include "dialect/affine/affine.h"
#include "dialect/memref/memref.h"
#include "dialect/tensor/tensor.h"

static bool is_affine_body(const tern_op_t *op) {
  return tern_op_is(op, TERN_AFFINE(FOR)) || tern_op_is(op, TERN_AFFINE(PARALLEL)) || tern_op_is(op, TERN_AFFINE(IF));
}

static tern_walk_result_t find_affine_op(tern_op_t *op, void *user) {
  (void)user;
  return op->def->dialect == &tern_affine_dialect ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

// Is what `value` of the callee becomes a dim, or a symbol, where the call is?
static bool stays_valid(const tern_value_t *value, bool is_dim, const tern_op_t *call, const tern_op_t *callee) {
  const tern_op_t *definition = tern_value_defining_op(value);
  if (definition) {
    return tern_value_constant(value) || tern_op_is(definition, TERN_MEMREF(DIM)) ||
           tern_op_is(definition, TERN_TENSOR(DIM));
  }
  if (tern_value_arg_block(value) != callee->regions[0].first_block) return true;
  const tern_value_t *operand = tern_op_operand(call, value->index);
  const tern_region_t *scope = tern_affine_scope_of(call);
  return is_dim ? tern_affine_is_valid_dim(operand, scope) : tern_affine_is_valid_symbol(operand, scope);
}

static bool access_stays_valid(const tern_op_t *op, size_t memref, const tern_op_t *call, const tern_op_t *callee) {
  const tern_affine_map_t *map = tern_affine_map_at(op, "map");
  for (size_t i = 0; i < tern_affine_map_inputs(map); ++i) {
    if (!stays_valid(tern_op_operand(op, memref + 1 + i), i < map->dim_count, call, callee)) return false;
  }
  return true;
}

bool tern_affine_may_inline(const tern_op_t *call, const tern_op_t *callee) {
  const tern_op_t *around = tern_op_parent(call);
  if (!around || !is_affine_body(around)) {
    bool is_scope = around && tern_op_has_trait(around, TERN_TRAIT_AFFINE_SCOPE);
    return is_scope || tern_op_walk_pre((tern_op_t *)(uintptr_t)callee, find_affine_op, NULL) == TERN_WALK_ADVANCE;
  }
  const tern_block_t *body = callee->regions[0].first_block;
  if (body->next) return false;
  tern_block_for_each_op(body, op) {
    size_t memref;
    // What is known to do nothing by itself; upstream does not ask what ops inside of ops do.
    bool is_inert = !tern_op_has_trait(op, TERN_TRAIT_RECURSIVE_MEMORY_EFFECTS) && tern_op_effects(op) == 0;
    if (op == body->last_op || is_inert) continue;
    if (!tern_affine_is_access(op, &memref) || !access_stays_valid(op, memref, call, callee)) return false;
  }
  return true;
}
