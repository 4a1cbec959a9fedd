// test: folds, canonical forms and memory effects, by which tests see what drivers of rewriting do.

#include "dialect/arith/arith.h"
#include "dialect/func/func.h"
#include "dialect/tensor/tensor.h"
#include "rewrite/rewriter.h"
#include "test/dialect/hooks.h"

tern_fold_status_t tern_test_fold_to_value(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out) {
  (void)operands;
  out[0].attr = tern_op_attr(op, "value");
  return out[0].attr ? TERN_FOLD_REPLACED : TERN_FOLD_FAILED;
}

tern_fold_status_t tern_test_fold_to_operand(tern_op_t *op, const tern_attr_t *const *operands,
                                             tern_fold_result_t *out) {
  (void)operands;
  out[0].value = tern_op_operand(op, 0);
  return TERN_FOLD_REPLACED;
}

tern_fold_status_t tern_test_fold_to_operands(tern_op_t *op, const tern_attr_t *const *operands,
                                              tern_fold_result_t *out) {
  (void)operands;
  if (op->operand_count != op->result_count) return TERN_FOLD_FAILED;
  for (size_t i = 0; i < op->operand_count; ++i) out[i].value = tern_op_operand(op, i);
  return TERN_FOLD_REPLACED;
}

// A constant operand becomes the attribute "attr", once.
tern_fold_status_t tern_test_fold_in_place(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out) {
  (void)out;
  if (!tern_attr_is_integer(operands[0]) || tern_op_attr(op, "attr")) return TERN_FOLD_FAILED;
  tern_op_set_attr(op, "attr", operands[0]);
  return TERN_FOLD_IN_PLACE;
}

// f(f(x)) is x.
tern_fold_status_t tern_test_fold_involution(tern_op_t *op, const tern_attr_t *const *operands,
                                             tern_fold_result_t *out) {
  (void)operands;
  const tern_op_t *inner = tern_value_defining_op(tern_op_operand(op, 0));
  if (!inner || inner->def != op->def) return TERN_FOLD_FAILED;
  out[0].value = tern_op_operand(inner, 0);
  return TERN_FOLD_REPLACED;
}

tern_fold_status_t tern_test_fold_to_constant_operand(tern_op_t *op, const tern_attr_t *const *operands,
                                                      tern_fold_result_t *out) {
  if (op->operand_count == 0 || op->result_count != 1 || !operands[0]) return TERN_FOLD_FAILED;
  out[0].attr = operands[0];
  return TERN_FOLD_REPLACED;
}

// The op says that it was folded, once.
tern_fold_status_t tern_test_fold_once(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out) {
  (void)operands, (void)out;
  if (tern_op_attr(op, "folded")) return TERN_FOLD_FAILED;
  tern_op_set_attr(op, "folded", tern_unit_attr_get(tern_op_context(op)));
  return TERN_FOLD_IN_PLACE;
}

// The constants of the first group, of the second twice, of the third three times, and four for each block.
tern_fold_status_t tern_test_fold_to_sum(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out) {
  int64_t sum = 0;
  for (size_t group = 0; group < 3; ++group) {
    size_t start, count;
    tern_op_operand_group(op, group, &start, &count);
    for (size_t i = start; i < start + count; ++i) {
      if (tern_attr_is_integer(operands[i])) sum += (int64_t)(group + 1) * tern_integer_attr_value(operands[i]);
    }
  }
  tern_region_for_each_block(&op->regions[0], block) {
    (void)block;
    sum += 4;
  }
  out[0].attr = tern_integer_attr_get(tern_op_result(op, 0)->type, sum);
  return TERN_FOLD_REPLACED;
}

bool tern_test_canonicalize_to_constant(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_type_t *type = tern_op_result(op, 0)->type;
  const tern_attr_t *value = tern_integer_attr_get(type, 42);
  tern_value_t *constant = tern_build_value(&rewriter->builder, TERN_ARITH(CONSTANT), .types = TERN_TYPES(type),
                                            .attrs = TERN_ATTRS({"value", value}));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(constant));
  return true;
}

bool tern_test_canonicalize_to_call(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_build(&rewriter->builder, TERN_FUNC(CALL), .attrs = TERN_ATTRS({"callee", tern_op_attr(op, "callee")}));
  tern_rewriter_erase(rewriter, op);
  return true;
}

bool tern_test_canonicalize_away(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (!tern_op_has_no_uses(op)) return false;
  tern_rewriter_erase(rewriter, op);
  return true;
}

bool tern_test_canonicalize_destination_style(tern_op_t *op, tern_rewriter_t *rewriter) {
  size_t start, count;
  tern_op_operands_named(op, "outputs", &start, &count);
  return tern_tensor_fold_cast_operands(op, rewriter, start, count);
}

tern_op_t *tern_test_materialize_constant(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                          const tern_attr_t *loc) {
  tern_op_state_t state = {.def = tern_op_def_of(context, TERN_TEST(CONSTANT)),
                           .loc = loc,
                           .result_types = TERN_TYPES(type),
                           .attrs = TERN_ATTRS({"value", value})};
  return tern_op_create(context, &state);
}

// "effects" is a list of dictionaries whose "effect" is a word.
tern_traits_t tern_test_effects(const tern_op_t *op) {
  static const struct {
    const char *name;
    tern_traits_t effect;
  } words[] = {{"allocate", TERN_TRAIT_MEM_ALLOC},
               {"free", TERN_TRAIT_MEM_FREE},
               {"read", TERN_TRAIT_MEM_READ},
               {"write", TERN_TRAIT_MEM_WRITE}};
  const tern_attr_t *list = tern_op_attr(op, "effects");
  if (!list || list->kind != TERN_ATTR_ARRAY) return TERN_TRAIT_NO_MEMORY_EFFECT;
  tern_traits_t effects = 0;
  for (size_t i = 0; i < tern_array_attr_count(list); ++i) {
    const tern_attr_t *entry = tern_array_attr_at(list, i);
    if (entry->kind != TERN_ATTR_DICTIONARY) continue;
    const tern_attr_t *word = tern_dictionary_attr_lookup(entry, TERN_STR("effect"));
    for (size_t j = 0; word && word->kind == TERN_ATTR_STRING && j < 4; ++j) {
      if (tern_str_equal_cstr(tern_string_attr_value(word), words[j].name)) effects |= words[j].effect;
    }
  }
  return effects ? effects : TERN_TRAIT_NO_MEMORY_EFFECT;
}
