// Ways to make a program smaller, from coarse to fine. Each knows its places in a fixed order; the verifier and the attempt
// say whether what is left is any use.

#include <stdlib.h>

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/cf/cf.h"
#include "dialect/func/func.h"
#include "ir/symbol.h"
#include "pipeline/driver/reduce.h"
#include "rewrite/builder.h"

typedef TERN_VEC(tern_op_t *) op_list_t;

// --- places ---

static tern_walk_result_t count_op(tern_op_t *op, void *user) {
  (void)op;
  ++*(size_t *)user;
  return TERN_WALK_ADVANCE;
}

size_t tern_edit_size_of(tern_op_t *root) {
  size_t count = 0;
  tern_op_walk_pre(root, count_op, &count);
  return count - 1;
}

static void collect_block(tern_block_t *block, op_list_t *out) {
  // From the end on: users go before what they use.
  for (tern_op_t *op = block->last_op; op; op = op->prev) {
    tern_vec_push(out, op);
    for (size_t k = 0; k < op->region_count; ++k) {
      for (tern_block_t *inner = op->regions[k].last_block; inner; inner = inner->prev) collect_block(inner, out);
    }
  }
}

// All ops below the root, an op before those inside of it.
static op_list_t collect(tern_op_t *root) {
  op_list_t ops = {0};
  for (size_t k = 0; k < root->region_count; ++k) {
    for (tern_block_t *block = root->regions[k].last_block; block; block = block->prev) collect_block(block, &ops);
  }
  return ops;
}

// Applies `edit_op` to the ops at the places. The list is made before: an edit may destroy what it is given, and nothing else
// in the list that comes behind it but what is inside.
typedef bool (*edit_op_t)(tern_op_t *op);

static tern_edit_result_t apply_to_ops(tern_op_t *root, size_t first, size_t count, edit_op_t edit_op) {
  op_list_t ops = collect(root);
  tern_edit_result_t result = first < ops.count ? TERN_EDIT_NOTHING : TERN_EDIT_END;
  size_t end = first + count < ops.count ? first + count : ops.count;
  for (size_t k = first; k < end; ++k) {
    tern_op_t *op = ops.values[k];
    if (!op) continue;
    // What is inside of it goes with it.
    size_t inner = 0;
    tern_op_walk_pre(op, count_op, &inner);
    if (!edit_op(op)) continue;
    result = TERN_EDIT_DONE;
    for (size_t i = k + 1; i < k + inner && i < ops.count; ++i) ops.values[i] = NULL;
  }
  tern_vec_deinitialize(&ops);
  return result;
}

// --- replacements ---

static bool is_terminator(const tern_op_t *op) { return tern_op_has_trait(op, TERN_TRAIT_TERMINATOR); }

// A constant of the type, 0 everywhere. NULL: there is none.
static tern_value_t *build_zero(tern_builder_t *builder, const tern_type_t *type) {
  const tern_type_t *element = tern_type_is_shaped(type) ? tern_type_element(type) : type;
  bool is_number = tern_type_is_float(element) || tern_type_is_signless(element) || tern_type_is_index(element);
  bool is_shape = type == element || type->kind == TERN_TYPE_VECTOR ||
                  (type->kind == TERN_TYPE_TENSOR && tern_type_has_static_shape(type));
  if (!is_number || !is_shape) return NULL;
  if (type->kind == TERN_TYPE_VECTOR && tern_vector_type_scalable_mask(type)) return NULL;
  const tern_attr_t *zero =
      tern_type_is_float(element) ? tern_float_attr_get(element, 0) : tern_integer_attr_get(element, 0);
  const tern_attr_t *value = type == element ? zero : tern_dense_elements_attr_get_splat(type, zero);
  tern_named_attr_t attrs[] = {{"value", value}};
  return tern_build_value(builder, TERN_ARITH(CONSTANT), .types = TERN_TYPES(type), .attrs = {attrs, 1});
}

// A value of the same type that is there anyhow: an operand, or an argument of the function.
static tern_value_t *find_stand_in(const tern_op_t *op, const tern_type_t *type) {
  for (uint32_t k = 0; k < op->operand_count; ++k) {
    if (tern_op_operand(op, k)->type == type) return tern_op_operand(op, k);
  }
  const tern_op_t *function = tern_op_parent_of(op, TERN_FUNC(FUNC));
  const tern_block_t *entry = function ? tern_func_body(function) : NULL;
  for (uint32_t k = 0; entry && k < entry->arg_count; ++k) {
    if (entry->args[k]->type == type) return entry->args[k];
  }
  return NULL;
}

static void destroy(tern_op_t *op) {
  tern_op_drop_all_uses_of_operands(op);
  tern_op_destroy(op);
}

static bool erase_with(tern_op_t *op, bool uses_constants) {
  if (is_terminator(op) || (uses_constants && tern_op_has_trait(op, TERN_TRAIT_CONSTANT_LIKE))) return false;
  tern_value_t *values[16];
  if (op->result_count > 16 || tern_op_has_trait(op, TERN_TRAIT_SYMBOL)) return false;
  tern_builder_t builder = tern_builder_before(op);
  for (uint32_t k = 0; k < op->result_count; ++k) {
    tern_value_t *result = tern_op_result(op, k);
    bool is_used = tern_value_has_uses(result);
    values[k] = !is_used ? NULL : uses_constants ? build_zero(&builder, result->type) : find_stand_in(op, result->type);
    if (is_used && !values[k]) return false;
  }
  for (uint32_t k = 0; k < op->result_count; ++k) {
    if (values[k]) tern_value_replace_all_uses(tern_op_result(op, k), values[k]);
  }
  destroy(op);
  return true;
}

static bool erase_by_stand_in(tern_op_t *op) { return erase_with(op, false); }
static bool erase_by_constant(tern_op_t *op) { return erase_with(op, true); }

static tern_edit_result_t replace_by_values(tern_op_t *root, size_t first, size_t count) {
  return apply_to_ops(root, first, count, erase_by_stand_in);
}
static tern_edit_result_t replace_by_constants(tern_op_t *root, size_t first, size_t count) {
  return apply_to_ops(root, first, count, erase_by_constant);
}

// --- symbols and functions ---

static bool erase_symbol(tern_op_t *op) {
  if (!tern_op_has_trait(op, TERN_TRAIT_SYMBOL)) return false;
  destroy(op);
  return true;
}

static tern_edit_result_t erase_symbols(tern_op_t *root, size_t first, size_t count) {
  return apply_to_ops(root, first, count, erase_symbol);
}

static bool erase_function_body(tern_op_t *op) {
  if (!tern_op_is(op, TERN_FUNC(FUNC)) || !tern_func_body(op)) return false;
  for (tern_block_t *block = op->regions[0].first_block; block; block = block->next) {
    tern_block_for_each_op(block, inner) tern_op_drop_all_uses_of_operands(inner);
  }
  tern_op_t *declaration = tern_op_clone_without_regions(op, NULL);
  tern_symbol_set_visibility(declaration, TERN_PRIVATE);
  tern_op_insert(declaration, op->block, op);
  tern_op_destroy(op);
  return true;
}

static tern_edit_result_t erase_bodies(tern_op_t *root, size_t first, size_t count) {
  return apply_to_ops(root, first, count, erase_function_body);
}

// Takes a result, or behind those an argument, from a function.
static bool drop_place(tern_op_t *function, size_t place) {
  tern_context_t *context = tern_op_context(function);
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(function, "function_type"));
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  tern_block_t *entry = tern_func_body(function);
  const tern_type_t *kept[64];
  if (!entry || inputs.count + results.count > 64) return false;
  size_t result_count = 0, input_count = 0;
  for (size_t k = 0; k < results.count; ++k) {
    if (k != place) kept[result_count++] = results.values[k];
  }
  for (size_t k = 0; k < inputs.count; ++k) {
    if (k + results.count != place) kept[result_count + input_count++] = inputs.values[k];
  }
  if (place >= results.count) {
    size_t argument = place - results.count;
    if (tern_value_has_uses(entry->args[argument])) return false;
    tern_block_erase_arg(entry, argument);
  } else {
    for (tern_block_t *block = entry; block; block = block->next) {
      tern_op_t *end = block->last_op;
      if (end && tern_op_is(end, TERN_FUNC(RETURN))) tern_op_erase_operands(end, place, 1);
    }
  }
  const tern_type_t *smaller = tern_function_type_get(context, (tern_types_t){kept + result_count, input_count},
                                                      (tern_types_t){kept, result_count});
  tern_op_set_attr(function, "function_type", tern_type_attr_get(smaller));
  tern_op_set_attr(function, "arg_attrs", NULL);
  tern_op_set_attr(function, "res_attrs", NULL);
  return true;
}

// Places are those of all functions, one after the other.
static tern_edit_result_t shrink_signatures(tern_op_t *root, size_t first, size_t count) {
  (void)count;
  size_t place = first;
  op_list_t ops = collect(root);
  tern_edit_result_t result = TERN_EDIT_END;
  for (size_t k = 0; k < ops.count; ++k) {
    tern_op_t *op = ops.values[k];
    if (!tern_op_is(op, TERN_FUNC(FUNC))) continue;
    const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "function_type"));
    size_t total = tern_function_type_input_count(type) + tern_function_type_result_count(type);
    if (place >= total) {
      place -= total;
      continue;
    }
    result = drop_place(op, place) ? TERN_EDIT_DONE : TERN_EDIT_NOTHING;
    break;
  }
  tern_vec_deinitialize(&ops);
  return result;
}

// --- control flow ---

// An op with one block inside gives way to what is in the block: arguments become operands of their type, or constants.
static bool inline_body(tern_op_t *op, size_t region) {
  if (is_terminator(op) || tern_op_has_trait(op, TERN_TRAIT_ISOLATED_FROM_ABOVE) || region >= op->region_count) {
    return false;
  }
  tern_block_t *body = tern_op_body(op, region);
  tern_op_t *end = body ? body->last_op : NULL;
  if (!body || body->next || !end || !is_terminator(end)) return false;
  tern_builder_t builder = tern_builder_before(op);
  size_t next_operand = 0;
  for (uint32_t k = 0; k < body->arg_count; ++k) {
    const tern_type_t *type = body->args[k]->type;
    tern_value_t *value = NULL;
    for (size_t i = next_operand; i < op->operand_count && !value; ++i) {
      if (tern_op_operand(op, i)->type != type) continue;
      value = tern_op_operand(op, i);
      next_operand = i + 1;
    }
    if (!value) value = build_zero(&builder, type);
    if (!value && tern_value_has_uses(body->args[k])) return false;
    if (value) tern_value_replace_all_uses(body->args[k], value);
  }
  for (uint32_t k = 0; k < op->result_count; ++k) {
    tern_value_t *result = tern_op_result(op, k), *value = NULL;
    if (!tern_value_has_uses(result)) continue;
    size_t at = end->operand_count - op->result_count + k;
    if (end->operand_count >= op->result_count && tern_op_operand(end, at)->type == result->type) {
      value = tern_op_operand(end, at);
    }
    if (!value) value = build_zero(&builder, result->type);
    if (!value) return false;
    tern_value_replace_all_uses(result, value);
  }
  tern_block_for_each_op_safe(body, inner) {
    if (inner != end) tern_op_move_before(inner, op);
  }
  destroy(op);
  return true;
}

static bool inline_first_body(tern_op_t *op) { return inline_body(op, 0); }
static bool inline_second_body(tern_op_t *op) { return inline_body(op, 1); }
static tern_edit_result_t inline_first_bodies(tern_op_t *root, size_t first, size_t count) {
  return apply_to_ops(root, first, count, inline_first_body);
}
static tern_edit_result_t inline_second_bodies(tern_op_t *root, size_t first, size_t count) {
  return apply_to_ops(root, first, count, inline_second_body);
}

// Blocks that nothing leads to; in rounds, as one may be held by another.
static void erase_unreachable(tern_region_t *region) {
  tern_context_t *context = tern_op_context(region->parent);
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (tern_block_t *block = region->first_block->next, *next; block; block = next) {
      next = block->next;
      if (block->first_use) continue;
      // What the block uses of itself does not keep it.
      tern_block_for_each_op(block, op) tern_op_drop_all_uses_of_operands(op);
      bool is_used = false;
      for (uint32_t k = 0; k < block->arg_count; ++k) is_used = is_used || tern_value_has_uses(block->args[k]);
      tern_block_for_each_op(block, op) is_used = is_used || !tern_op_has_no_uses(op);
      if (is_used) return;
      tern_block_remove(block);
      tern_block_destroy(block, context);
      is_changed = true;
    }
  }
}

static bool take_branch(tern_op_t *op, size_t successor) {
  if (!tern_op_is(op, TERN_CF(COND_BR))) return false;
  size_t start, count;
  tern_op_operands_named(op, successor ? "falseDestOperands" : "trueDestOperands", &start, &count);
  tern_value_t **values = tern_realloc_array(NULL, count + 1, sizeof *values);
  for (size_t k = 0; k < count; ++k) values[k] = tern_op_operand(op, start + k);
  tern_block_t *dest = op->successors[successor].block;
  tern_region_t *region = op->block->parent;
  tern_builder_t builder = tern_builder_before(op);
  tern_build(&builder, TERN_CF(BR), .operands = {values, count}, .successors = &dest, .successor_count = 1);
  free(values);
  destroy(op);
  erase_unreachable(region);
  return true;
}

static bool take_first_branch(tern_op_t *op) { return take_branch(op, 0); }
static bool take_second_branch(tern_op_t *op) { return take_branch(op, 1); }
// A block goes to the end of the only one that leads to it.
static bool join_block(tern_op_t *op) {
  if (!tern_op_is(op, TERN_CF(BR))) return false;
  tern_block_t *dest = op->successors[0].block;
  if (dest->first_use->next || dest == op->block || tern_block_is_entry(dest)) return false;
  for (uint32_t k = 0; k < dest->arg_count; ++k) {
    tern_value_replace_all_uses(dest->args[k], tern_op_operand(op, k));
  }
  tern_block_for_each_op_safe(dest, inner) tern_op_move_before(inner, op);
  tern_context_t *context = tern_op_context(op);
  destroy(op);
  tern_block_remove(dest);
  tern_block_destroy(dest, context);
  return true;
}

static tern_edit_result_t join_blocks(tern_op_t *root, size_t first, size_t count) {
  (void)count;
  return apply_to_ops(root, first, 1, join_block);
}
static tern_edit_result_t take_first_branches(tern_op_t *root, size_t first, size_t count) {
  (void)count;  // blocks that go may hold other places
  return apply_to_ops(root, first, 1, take_first_branch);
}
static tern_edit_result_t take_second_branches(tern_op_t *root, size_t first, size_t count) {
  (void)count;
  return apply_to_ops(root, first, 1, take_second_branch);
}

// --- attributes ---

static bool simplify_constant(tern_op_t *op) {
  if (!tern_op_is(op, TERN_ARITH(CONSTANT))) return false;
  const tern_attr_t *value = tern_op_attr(op, "value");
  const tern_type_t *type = tern_op_result(op, 0)->type, *element = tern_type_element(type);
  bool is_simple =
      (tern_attr_is_integer(value) && tern_integer_attr_value(value) >= 0 && tern_integer_attr_value(value) <= 1) ||
      (tern_attr_is_float(value) && (tern_float_attr_value(value) == 0 || tern_float_attr_value(value) == 1));
  bool is_splat = value->kind == TERN_ATTR_DENSE_ELEMENTS && tern_dense_elements_attr_is_splat(value);
  bool is_number = tern_type_is_float(element) || tern_type_is_signless(element) || tern_type_is_index(element);
  if (is_simple || is_splat || !is_number || (type != element && value->kind != TERN_ATTR_DENSE_ELEMENTS)) return false;
  const tern_attr_t *one =
      tern_type_is_float(element) ? tern_float_attr_get(element, 1) : tern_integer_attr_get(element, 1);
  tern_op_set_attr(op, "value", type == element ? one : tern_dense_elements_attr_get_splat(type, one));
  return true;
}

static bool drop_attributes(tern_op_t *op) {
  if (!tern_dictionary_attr_count(op->attrs)) return false;
  op->attrs = NULL;
  return true;
}

static tern_edit_result_t simplify_constants(tern_op_t *root, size_t first, size_t count) {
  return apply_to_ops(root, first, count, simplify_constant);
}
static tern_edit_result_t drop_all_attributes(tern_op_t *root, size_t first, size_t count) {
  return apply_to_ops(root, first, count, drop_attributes);
}

const tern_edit_t tern_edits[] = {
    {"erase symbols", erase_symbols, true},
    {"erase bodies of functions", erase_bodies, true},
    {"replace ops by values", replace_by_values, true},
    {"replace ops by constants", replace_by_constants, true},
    {"take first branches", take_first_branches, false},
    {"take second branches", take_second_branches, false},
    {"join blocks", join_blocks, false},
    {"inline first regions", inline_first_bodies, false},
    {"inline second regions", inline_second_bodies, false},
    {"shrink signatures", shrink_signatures, false},
    {"simplify constants", simplify_constants, true},
    {"drop attributes", drop_all_attributes, true},
};
const size_t tern_edit_count = sizeof tern_edits / sizeof *tern_edits;
