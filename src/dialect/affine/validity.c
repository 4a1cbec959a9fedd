// What may be a dim or a symbol of an affine map (upstream: "Restrictions on Dimensions and Symbols" of the affine
// dialect).

#include "dialect/affine/affine.h"
#include "dialect/arith/arith.h"
#include "dialect/memref/memref.h"
#include "dialect/tensor/tensor.h"

static bool is_scope(const tern_op_t *op) { return op && tern_op_has_trait(op, TERN_TRAIT_AFFINE_SCOPE); }

const tern_region_t *tern_affine_scope_of(const tern_op_t *op) {
  for (const tern_op_t *parent; (parent = tern_op_parent(op)); op = parent) {
    if (is_scope(parent)) return op->block->parent;
  }
  return NULL;
}

static const tern_region_t *region_of(const tern_value_t *value) {
  const tern_block_t *block = tern_value_block(value);
  return block ? block->parent : NULL;
}

// Is the value defined at the top of an affine scope?
static bool is_at_top(const tern_value_t *value) {
  const tern_region_t *region = region_of(value);
  return region && is_scope(region->parent);
}

// Where values of `region` may come from that are the same in all of it: the region around, if one can see it.
static const tern_region_t *region_around(const tern_region_t *region) {
  const tern_op_t *holder = region ? region->parent : NULL;
  if (!holder || tern_op_has_trait(holder, TERN_TRAIT_ISOLATED_FROM_ABOVE)) return NULL;
  return holder->block ? holder->block->parent : NULL;
}

static bool is_dim_op(const tern_op_t *op) {
  return tern_op_is(op, TERN_MEMREF(DIM)) || tern_op_is(op, TERN_TENSOR(DIM));
}

// The size `index` of what an alloc, a view or a subview makes: static, or a symbol itself?
static bool is_size_symbol(const tern_op_t *op, size_t index, const tern_region_t *scope) {
  const char *sizes = tern_op_is(op, TERN_MEMREF(ALLOC))     ? "dynamicSizes"
                      : tern_op_is(op, TERN_MEMREF(VIEW))    ? "sizes"
                      : tern_op_is(op, TERN_MEMREF(SUBVIEW)) ? "sizes"
                                                             : NULL;
  if (!sizes) return false;
  const tern_type_t *type = op->results[0].type;
  if (index >= tern_type_rank(type)) return false;
  if (tern_type_dim(type, index) != TERN_DYNAMIC) return true;
  size_t start, count, position = 0;
  for (size_t i = 0; i < index; ++i) position += tern_type_dim(type, i) == TERN_DYNAMIC;
  tern_op_operands_named(op, sizes, &start, &count);
  return position < count && tern_affine_is_valid_symbol(tern_op_operand(op, start + position), scope);
}

static bool is_dim_op_symbol(const tern_op_t *op, const tern_region_t *scope) {
  int64_t index;
  const tern_value_t *shaped = tern_op_operand(op, 0);
  if (is_at_top(shaped)) return true;
  const tern_op_t *source = tern_value_defining_op(shaped);
  if (!source || !tern_value_constant_int(tern_op_operand(op, 1), &index) || index < 0) return false;
  return is_size_symbol(source, (size_t)index, scope);
}

static bool are_operands(const tern_op_t *op, const tern_region_t *scope,
                         bool (*is_valid)(const tern_value_t *value, const tern_region_t *scope)) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!is_valid(tern_op_operand(op, i), scope)) return false;
  }
  return true;
}

bool tern_affine_is_valid_symbol(const tern_value_t *value, const tern_region_t *scope) {
  if (!tern_type_is_index(value->type)) return false;
  if (scope && region_of(value) == scope) return true;
  const tern_op_t *op = tern_value_defining_op(value);
  if (op) {
    if (tern_value_constant(value)) return true;
    // What depends on nothing but symbols is one.
    if (tern_op_has_trait(op, TERN_TRAIT_PURE) && are_operands(op, scope, tern_affine_is_valid_symbol)) return true;
    if (is_dim_op(op)) return is_dim_op_symbol(op, scope);
  }
  const tern_region_t *around = region_around(scope);
  return around && tern_affine_is_valid_symbol(value, around);
}

bool tern_affine_is_counter(const tern_value_t *value) {
  const tern_block_t *block = tern_value_arg_block(value);
  const tern_op_t *parent = block ? tern_block_parent_op(block) : NULL;
  if (!parent) return false;
  return (tern_op_is(parent, TERN_AFFINE(FOR)) && value->index == 0) || tern_op_is(parent, TERN_AFFINE(PARALLEL));
}

// Any argument of a loop's body is let pass, as upstream does: a carried value of index type too.
static bool is_loop_argument(const tern_value_t *value) {
  const tern_block_t *block = tern_value_arg_block(value);
  const tern_op_t *parent = block ? tern_block_parent_op(block) : NULL;
  return parent && (tern_op_is(parent, TERN_AFFINE(FOR)) || tern_op_is(parent, TERN_AFFINE(PARALLEL)));
}

bool tern_affine_is_valid_dim(const tern_value_t *value, const tern_region_t *scope) {
  if (!tern_type_is_index(value->type)) return false;
  if (tern_affine_is_valid_symbol(value, scope)) return true;
  const tern_op_t *op = tern_value_defining_op(value);
  if (!op) return is_loop_argument(value);
  bool is_index = tern_op_is(op, TERN_AFFINE(DELINEARIZE_INDEX)) || tern_op_is(op, TERN_AFFINE(LINEARIZE_INDEX));
  if (is_index || tern_op_is(op, TERN_AFFINE(APPLY))) return are_operands(op, scope, tern_affine_is_valid_dim);
  return is_dim_op(op) && is_at_top(tern_op_operand(op, 0));
}

bool tern_affine_is_symbol_here(const tern_value_t *value) {
  if (!tern_type_is_index(value->type)) return false;
  if (is_at_top(value)) return true;
  const tern_op_t *op = tern_value_defining_op(value);
  return op && tern_affine_is_valid_symbol(value, tern_affine_scope_of(op));
}

bool tern_affine_is_dim_here(const tern_value_t *value) {
  if (!tern_type_is_index(value->type)) return false;
  const tern_op_t *op = tern_value_defining_op(value);
  if (op) return tern_affine_is_valid_dim(value, tern_affine_scope_of(op));
  return is_at_top(value) || is_loop_argument(value);
}
