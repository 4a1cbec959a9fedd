// Canonical forms of util ops.

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/util/hooks.h"
#include "rewrite/rewriter.h"

// A range's operands, each once.
bool tern_util_canonicalize_range(tern_op_t *op, tern_rewriter_t *rewriter) {
  TERN_VEC(tern_value_t *) values = {0};
  for (size_t i = 0; i < op->operand_count; ++i) {
    bool is_new = true;
    for (size_t j = 0; j < values.count; ++j) is_new &= values.values[j] != tern_op_operand(op, i);
    if (is_new) tern_vec_push(&values, tern_op_operand(op, i));
  }
  bool is_changed = values.count < op->operand_count;
  if (is_changed) {
    tern_op_set_operands(op, (tern_values_t){values.values, values.count});
    tern_rewriter_modified(rewriter, op);
  }
  tern_vec_deinitialize(&values);
  return is_changed;
}

// One range is its own extent; the ends of several are range.min and range.max.
bool tern_util_canonicalize_extents(tern_op_t *op, tern_rewriter_t *rewriter) {
  size_t count = op->operand_count / 2;
  if (!count) return false;
  TERN_VEC(tern_value_t *) starts = {0}, ends = {0};
  tern_builder_t *b = &rewriter->builder;
  const tern_type_t *type = op->results[0].type;
  tern_builder_set_before(b, op);
  for (size_t i = 0; i < count; ++i) {
    tern_value_t *start = tern_op_operand(op, i), *length = tern_op_operand(op, count + i);
    tern_vec_push(&starts, start);
    tern_vec_push(&ends, tern_build_value(b, TERN_ARITH(ADDI), .operands = TERN_VALUES(start, length)));
  }
  tern_value_t *min =
      tern_build_value(b, TERN_UTIL(RANGE_MIN), .operands = {starts.values, count}, .types = TERN_TYPES(type));
  tern_value_t *max =
      tern_build_value(b, TERN_UTIL(RANGE_MAX), .operands = {ends.values, count}, .types = TERN_TYPES(type));
  tern_vec_deinitialize(&starts);
  tern_vec_deinitialize(&ends);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(min, max));
  return true;
}

bool tern_util_canonicalize_unfoldable(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_attr_t *value = tern_op_attr(op, "value");
  const tern_type_t *type = op->results[0].type;
  if (tern_attr_type(value) != type) return false;
  tern_builder_set_before(&rewriter->builder, op);
  tern_value_t *constant = tern_build_value(&rewriter->builder, TERN_ARITH(CONSTANT), .types = TERN_TYPES(type),
                                            .attrs = TERN_ATTRS({"value", value}));
  tern_build_args_t args = {.operands = TERN_VALUES(constant), .types = TERN_TYPES(type)};
  tern_rewriter_replace_with(rewriter, op, TERN_UTIL(OPTIMIZATION_BARRIER), &args);
  return true;
}

bool tern_util_canonicalize_initializer(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_block_t *body = tern_op_body(op, 0);
  if (!body || body->next || !body->first_op || !tern_op_is(body->first_op, TERN_UTIL(RETURN))) return false;
  tern_rewriter_erase(rewriter, op);
  return true;
}

// A global that gets the value it was just loaded with.
bool tern_util_canonicalize_global_store(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *load = tern_value_defining_op(tern_op_operand(op, 0));
  if (!load || !tern_op_is(load, TERN_UTIL(GLOBAL_LOAD)) || load->block != op->block) return false;
  if (tern_op_attr(load, "global") != tern_op_attr(op, "global")) return false;
  for (tern_op_t *between = load->next; between != op; between = between->next) {
    if (tern_op_effects(between) & (TERN_TRAIT_MEM_WRITE | TERN_TRAIT_MEM_FREE)) return false;
  }
  tern_rewriter_erase(rewriter, op);
  return true;
}

// The address op of a reference, if it is known which global it means.
static const tern_attr_t *known_global(const tern_value_t *reference) {
  const tern_op_t *address = tern_value_defining_op(reference);
  return address && tern_op_is(address, TERN_UTIL(GLOBAL_ADDRESS)) ? tern_op_attr(address, "global") : NULL;
}

bool tern_util_canonicalize_global_load_indirect(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_attr_t *global = known_global(tern_op_operand(op, 0));
  if (!global) return false;
  tern_build_args_t args = {.types = TERN_TYPES(op->results[0].type), .attrs = TERN_ATTRS({"global", global})};
  tern_rewriter_replace_with(rewriter, op, TERN_UTIL(GLOBAL_LOAD), &args);
  return true;
}

bool tern_util_canonicalize_global_store_indirect(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_attr_t *global = known_global(tern_op_operand(op, 1));
  if (!global) return false;
  tern_build_args_t args = {.operands = TERN_VALUES(tern_op_operand(op, 0)), .attrs = TERN_ATTRS({"global", global})};
  tern_rewriter_replace_with(rewriter, op, TERN_UTIL(GLOBAL_STORE), &args);
  return true;
}

// A part of a part.
bool tern_util_canonicalize_buffer_subspan(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *inner = tern_value_defining_op(tern_op_operand(op, 0));
  if (!inner || inner->def != op->def) return false;
  tern_builder_set_before(&rewriter->builder, op);
  tern_value_t *offset = tern_build_value(&rewriter->builder, TERN_ARITH(ADDI),
                                          .operands = TERN_VALUES(tern_op_operand(inner, 2), tern_op_operand(op, 2)));
  tern_build_args_t args = {
      .operands = TERN_VALUES(tern_op_operand(inner, 0), tern_op_operand(inner, 1), offset, tern_op_operand(op, 3)),
      .types = TERN_TYPES(op->results[0].type)};
  tern_rewriter_replace_with(rewriter, op, TERN_UTIL(BUFFER_SUBSPAN), &args);
  return true;
}
