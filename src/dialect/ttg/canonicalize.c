// ttg: canonical forms (upstream: the patterns of Ops.cpp).

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/hooks.h"
#include "dialect/ttg/layout.h"
#include "rewrite/rewriter.h"

static tern_value_t *source(const tern_op_t *op) { return tern_op_operand(op, 0); }

// --- conversions ---

// The op that makes what is converted, made again with the result's type. `where`: NULL, or where it has to stay.
static bool make_again(tern_op_t *op, tern_rewriter_t *rewriter, const tern_op_t *inner) {
  tern_op_t *made = tern_op_clone(inner, NULL);
  made->results[0].type = op->results[0].type;
  // Between a read and its conversion others may write.
  bool is_read = tern_op_is(inner, TERN_TTG(LOCAL_LOAD));
  tern_op_insert(made, is_read ? inner->block : op->block, is_read ? (tern_op_t *)(uintptr_t)inner : op);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(&made->results[0]));
  return true;
}

static bool convert_constant(tern_op_t *op, tern_rewriter_t *rewriter, const tern_op_t *inner) {
  const tern_attr_t *value = tern_op_attr(inner, "value");
  if (!value || value->kind != TERN_ATTR_DENSE_ELEMENTS || !tern_dense_elements_attr_is_splat(value)) return false;
  const tern_attr_t *made =
      tern_dense_elements_attr_get(op->results[0].type, tern_dense_elements_attr_data(value), true);
  tern_value_t *constant =
      tern_build_value(&rewriter->builder, TERN_ARITH(CONSTANT), .types = TERN_TYPES(op->results[0].type),
                       .attrs = TERN_ATTRS({"value", made}));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(constant));
  return true;
}

// Parts of operands are packed by twos: what comes in any order would not be.
static bool is_operand(const tern_type_t *type) {
  return tern_attr_is_ttg(tern_tensor_type_encoding(type), TERN_TTG_ATTR_DOT_OP);
}

static bool has_any_layout(const tern_op_t *op, const tern_type_t *to) {
  if (tern_op_is(op, TERN_TT(CAT))) return tern_ttg_is_cheap_cat(op->results[0].type, tern_tensor_type_encoding(to));
  if (tern_op_is(op, TERN_TT(RESHAPE))) {
    return tern_op_attr(op, "allow_reorder") && !tern_op_attr(op, "efficient_layout") &&
           !is_operand(op->results[0].type) && !is_operand(to) && tern_ttg_is_cheap_view(source(op)->type, to);
  }
  return tern_op_is(op, TERN_TT(SPLAT)) || tern_op_is(op, TERN_TT(MAKE_RANGE)) || tern_op_is(op, TERN_TT(HISTOGRAM)) ||
         tern_op_is(op, TERN_TTG(LOCAL_LOAD));
}

bool tern_ttg_canonicalize_convert(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_type_t *from = source(op)->type, *to = op->results[0].type;
  if (from == to) {
    tern_rewriter_replace(rewriter, op, TERN_VALUES(source(op)));
    return true;
  }
  // Attention makes operands of sums: such a conversion stays where it is.
  bool makes_operand = tern_attr_is_ttg(tern_tensor_type_encoding(to), TERN_TTG_ATTR_DOT_OP) &&
                       tern_attr_is_ttg(tern_tensor_type_encoding(from), TERN_TTG_ATTR_NVIDIA_MMA);
  const tern_op_t *inner = tern_value_defining_op(source(op));
  if (makes_operand || !inner) return false;
  if (tern_op_is(inner, TERN_TTG(CONVERT_LAYOUT))) {
    tern_op_set_operand(op, 0, source(inner));
    tern_rewriter_modified(rewriter, op);
    return true;
  }
  if (tern_op_is(inner, TERN_ARITH(CONSTANT))) return convert_constant(op, rewriter, inner);
  return has_any_layout(inner, to) && make_again(op, rewriter, inner);
}

// --- conversions of what is converted anyway ---

static bool take_source(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (!op->operand_count) return false;
  const tern_op_t *convert = tern_value_defined_by(source(op), TERN_TTG(CONVERT_LAYOUT));
  if (!convert) return false;
  tern_op_set_operand(op, 0, source(convert));
  tern_rewriter_modified(rewriter, op);
  return true;
}

bool tern_ttg_canonicalize_local_alloc(tern_op_t *op, tern_rewriter_t *rewriter) { return take_source(op, rewriter); }
bool tern_ttg_canonicalize_local_store(tern_op_t *op, tern_rewriter_t *rewriter) { return take_source(op, rewriter); }

// --- ttg.warp_specialize ---

// Is the argument unused in all partitions?
static bool is_unused(const tern_op_t *holder, size_t index) {
  for (size_t i = 0; i < holder->region_count; ++i) {
    const tern_block_t *entry = holder->regions[i].first_block;
    if (entry && tern_value_has_uses(entry->args[index])) return false;
  }
  return true;
}

// The first operand that is the same value; `index` if there is none.
static size_t find_double(const tern_op_t *op, size_t index) {
  size_t first = 0;
  while (tern_op_operand(op, first) != tern_op_operand(op, index)) ++first;
  return first;
}

// Leaves out one capture that nobody uses, or that is captured before.
static bool drop_capture(tern_op_t *op, tern_rewriter_t *rewriter, tern_op_t *holder) {
  for (size_t i = op->operand_count; i-- > 0;) {
    size_t first = find_double(op, i);
    if (first == i && !is_unused(holder, i)) continue;
    for (size_t k = 0; k < holder->region_count; ++k) {
      tern_block_t *entry = holder->regions[k].first_block;
      if (first != i) tern_rewriter_replace_uses(rewriter, entry->args[i], entry->args[first]);
      tern_block_erase_arg(entry, i);
    }
    tern_op_erase_operands(op, i, 1);
    tern_rewriter_modified(rewriter, op);
    return true;
  }
  return false;
}

// Makes the op again without results that nobody uses; the blocks of the first region that end yield the others.
static bool drop_results(tern_op_t *op, tern_rewriter_t *rewriter) {
  TERN_VEC(const tern_type_t *) types = {0};
  TERN_VEC(tern_value_t *) captures = {0};
  for (size_t i = 0; i < op->operand_count; ++i) tern_vec_push(&captures, tern_op_operand(op, i));
  for (size_t i = 0; i < op->result_count; ++i) {
    if (tern_value_has_uses(&op->results[i])) tern_vec_push(&types, op->results[i].type);
  }
  bool has_unused = types.count < op->result_count;
  if (has_unused) {
    tern_region_for_each_block(&op->regions[0], block) {
      tern_op_t *yield = block->last_op;
      if (!tern_op_is(yield, TERN_TTG(WARP_YIELD))) continue;
      for (size_t i = op->result_count; i-- > 0;) {
        if (!tern_value_has_uses(&op->results[i])) tern_op_erase_operands(yield, i, 1);
      }
      tern_rewriter_modified(rewriter, yield);
    }
    tern_op_t *made =
        tern_build(&rewriter->builder, TERN_TTG(WARP_SPECIALIZE), .operands = {captures.values, captures.count},
                   .types = {types.values, types.count}, .dictionary = tern_op_attr_dictionary(op), .regions = 2);
    for (size_t r = 0; r < 2; ++r) tern_region_take_blocks(&made->regions[r], &op->regions[r]);
    for (size_t i = 0, next = 0; i < op->result_count; ++i) {
      tern_value_t *old = &op->results[i];
      if (tern_value_has_uses(old)) tern_rewriter_replace_uses(rewriter, old, &made->results[next++]);
    }
    tern_rewriter_erase(rewriter, op);
  }
  tern_vec_deinitialize(&types);
  tern_vec_deinitialize(&captures);
  return has_unused;
}

// Neither captures nor results that nobody uses.
bool tern_ttg_canonicalize_warp_specialize(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *holder = op->regions[1].first_block ? op->regions[1].first_block->first_op : NULL;
  return holder && (drop_capture(op, rewriter, holder) || drop_results(op, rewriter));
}
