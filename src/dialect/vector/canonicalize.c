// vector: rewrites into canonical form.

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/vector/build.h"
#include "dialect/vector/vector_hooks.h"

// --- masks ---

typedef enum mask_form { MASK_UNKNOWN, MASK_ALL, MASK_NONE } mask_form_t;

// What a mask is known to be: from a constant, or constant sizes of a mask op.
static mask_form_t find_mask_form(const tern_value_t *mask) {
  const tern_attr_t *constant = tern_value_constant(mask);
  if (constant && constant->kind == TERN_ATTR_DENSE_ELEMENTS) {
    if (!tern_dense_elements_attr_is_splat(constant)) return MASK_UNKNOWN;
    return tern_integer_attr_value(tern_dense_elements_attr_at(constant, 0)) ? MASK_ALL : MASK_NONE;
  }
  const tern_type_t *type = mask->type;
  const tern_op_t *op = tern_value_defined_by(mask, TERN_VECTOR(CONSTANT_MASK));
  bool is_all = true;
  if (op) {
    const tern_attr_t *sizes = tern_op_attr(op, "mask_dim_sizes");
    for (size_t i = 0; i < tern_dense_array_attr_count(sizes); i++) {
      int64_t size = tern_dense_array_attr_int(sizes, i);
      if (size == 0) return MASK_NONE;
      is_all &= tern_type_rank(type) == 0 || size == tern_type_dim(type, i);
    }
    return is_all ? MASK_ALL : MASK_UNKNOWN;
  }
  op = tern_value_defined_by(mask, TERN_VECTOR(CREATE_MASK));
  if (!op || tern_vector_type_scalable_mask(type) != 0) return MASK_UNKNOWN;
  for (size_t i = 0; i < op->operand_count; i++) {
    int64_t size;
    if (!tern_value_constant_int(tern_op_operand(op, i), &size)) {
      is_all = false;
      continue;
    }
    if (size <= 0) return MASK_NONE;
    is_all &= tern_type_rank(type) == 0 || size >= tern_type_dim(type, i);
  }
  return is_all ? MASK_ALL : MASK_UNKNOWN;
}

// --- memory by mask ---

// The attributes of the masked op that the plain one has too.
static const tern_attr_t *alignment_of(const tern_op_t *op) { return tern_op_attr(op, "alignment"); }

// All lanes: a plain load. None: the pass-through value.
bool tern_vector_canonicalize_masked_load(tern_op_t *op, tern_rewriter_t *rewriter) {
  switch (find_mask_form(tern_op_operand_named(op, "mask"))) {
    case MASK_NONE: {
      tern_value_t *passthru = tern_op_operand_named(op, "pass_thru");
      tern_rewriter_replace(rewriter, op, TERN_VALUES(passthru));
      return true;
    }
    case MASK_ALL: {
      TERN_VEC(tern_value_t *) operands = {0};
      for (size_t i = 0; i + 2 < op->operand_count; i++) tern_vec_push(&operands, tern_op_operand(op, i));
      tern_named_attr_t attrs[] = {{"alignment", alignment_of(op)}};
      tern_build_args_t args = {.operands = {operands.values, operands.count},
                                .types = TERN_TYPES(op->results[0].type),
                                .attrs = {attrs, attrs[0].attr ? 1 : 0}};
      tern_rewriter_replace_with(rewriter, op, TERN_VECTOR(LOAD), &args);
      tern_vec_deinitialize(&operands);
      return true;
    }
    default: return false;
  }
}

bool tern_vector_canonicalize_masked_store(tern_op_t *op, tern_rewriter_t *rewriter) {
  switch (find_mask_form(tern_op_operand_named(op, "mask"))) {
    case MASK_NONE: tern_rewriter_erase(rewriter, op); return true;
    case MASK_ALL: {
      TERN_VEC(tern_value_t *) operands = {0};
      tern_vec_push(&operands, tern_op_operand_named(op, "valueToStore"));
      for (size_t i = 0; i + 2 < op->operand_count; i++) tern_vec_push(&operands, tern_op_operand(op, i));
      tern_named_attr_t attrs[] = {{"alignment", alignment_of(op)}};
      tern_build_args_t args = {.operands = {operands.values, operands.count}, .attrs = {attrs, attrs[0].attr ? 1 : 0}};
      tern_rewriter_replace_with(rewriter, op, TERN_VECTOR(STORE), &args);
      tern_vec_deinitialize(&operands);
      return true;
    }
    default: return false;
  }
}

bool tern_vector_canonicalize_gather(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (find_mask_form(tern_op_operand_named(op, "mask")) != MASK_NONE) return false;
  tern_value_t *passthru = tern_op_operand_named(op, "pass_thru");
  tern_rewriter_replace(rewriter, op, TERN_VALUES(passthru));
  return true;
}

bool tern_vector_canonicalize_scatter(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (find_mask_form(tern_op_operand_named(op, "mask")) != MASK_NONE) return false;
  if (op->result_count > 0) {
    tern_value_t *base = tern_op_operand(op, 0);
    tern_rewriter_replace(rewriter, op, TERN_VALUES(base));
  } else {
    tern_rewriter_erase(rewriter, op);
  }
  return true;
}

// A region that only hands a value on selects between it and the pass-through value.
static bool select_by_mask(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_op_t *yield = tern_op_body(op, 0)->first_op;
  tern_value_t *mask = tern_op_operand(op, 0), *passthru = tern_op_operand_named(op, "passthru");
  if (!yield || !tern_op_is(yield, TERN_VECTOR(YIELD)) || !passthru || op->result_count != 1 ||
      yield->operand_count != 1 ||
      tern_type_with_element(op->results[0].type, tern_type_element(mask->type)) != mask->type)
    return false;
  tern_builder_set_before(&rewriter->builder, op);
  tern_value_t *value = tern_vector_make_masked(&rewriter->builder, mask, tern_op_operand(yield, 0), passthru);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(value));
  return true;
}

// All lanes: the op itself takes the place of the region.
bool tern_vector_canonicalize_mask(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (select_by_mask(op, rewriter) || tern_vector_unmask_reduction(op, rewriter)) return true;
  if (find_mask_form(tern_op_operand(op, 0)) != MASK_ALL) return false;
  tern_op_t *inner = tern_op_body(op, 0)->first_op;
  if (!inner || tern_op_is(inner, TERN_VECTOR(YIELD))) return false;
  tern_op_t *moved = tern_builder_clone(&rewriter->builder, inner, NULL);
  TERN_VEC(tern_value_t *) results = {0};
  for (size_t i = 0; i < op->result_count; i++) tern_vec_push(&results, &moved->results[i]);
  tern_rewriter_replace(rewriter, op, (tern_values_t){results.values, results.count});
  tern_vec_deinitialize(&results);
  return true;
}

// --- shapes ---

// A broadcast of a broadcast.
bool tern_vector_canonicalize_broadcast(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *before = tern_value_defined_by(tern_op_operand(op, 0), TERN_VECTOR(BROADCAST));
  if (!before) return false;
  tern_op_set_operand(op, 0, tern_op_operand(before, 0));
  tern_rewriter_modified(rewriter, op);
  return true;
}
