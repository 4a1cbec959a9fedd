// Expressions.

#include <stdio.h>
#include <string.h>

#include "frontend/triton/evaluate/generator.h"
#include "frontend/triton/semantic/semantic.h"

// --- names and constants ---

static const tl_value_t *visit_constant(tl_generator_t *g, const tl_node_t *node) {
  switch ((tl_constant_kind_t)node->op) {
    case TL_CONSTANT_NONE: return tl_none();
    case TL_CONSTANT_BOOL: return tl_bool(node->integer != 0);
    case TL_CONSTANT_INT: return tl_int(g->program->arena, node->integer);
    case TL_CONSTANT_FLOAT: return tl_number_real(g->program->arena, node->real);
    case TL_CONSTANT_STRING: return tl_string(g->program->arena, node->text);
    default: return tl_error(g, "constants of this kind are not supported");
  }
}

// May a function of Triton read this global?
static bool is_readable(const tl_value_t *value) {
  return value->is_constexpr || !(tl_is_number(value) || value->kind == TL_STRING || value->kind == TL_TUPLE_VALUE ||
                                  value->kind == TL_DICT_VALUE || value->kind == TL_UNKNOWN);
}

static const tl_value_t *visit_name(tl_generator_t *g, const tl_node_t *node) {
  const tl_value_t *value = tl_scope_find(&g->locals, node->text);
  if (value) return value;
  bool has_failed = false;
  value = tl_module_find(g->program, g->module, node->text, &has_failed);
  if (has_failed) return tl_error(g, "the global '%.*s' cannot be evaluated", (int)node->text.size, node->text.data);
  if (value && value->kind == TL_UNKNOWN) {
    return tl_error(g, "'%.*s' is a %s", (int)node->text.size, node->text.data, tl_kind_name(value));
  }
  if (value && !g->is_host && !is_readable(value)) {
    tl_error(g, "cannot access global variable '%.*s' from within a function of Triton", (int)node->text.size,
             node->text.data);
    tl_note(g, "make it a constant: %.*s = tl.constexpr(...)", (int)node->text.size, node->text.data);
    return NULL;
  }
  if (!value) value = tl_namespace_find(g->program, TERN_STR("builtins"), node->text);
  return value ? value : tl_error(g, "'%.*s' is not defined", (int)node->text.size, node->text.data);
}

static const tl_value_t *visit_tuple(tl_generator_t *g, const tl_node_t *node) {
  tl_items_t items;
  if (!tl_visit_items(g, &node->list, &items)) return NULL;
  return tl_tuple(g->program->arena, items.values, items.count, NULL);
}

bool tl_visit_items(tl_generator_t *g, const tl_nodes_t *nodes, tl_items_t *out_items) {
  TERN_VEC(const tl_value_t *) items = {0};
  bool is_right = true;
  for (size_t i = 0; is_right && i < nodes->count; ++i) {
    const tl_node_t *node = nodes->values[i];
    bool is_starred = node->kind == TL_STARRED;
    const tl_value_t *value = tl_visit(g, is_starred ? node->a : node);
    is_right = value && (!is_starred || tl_is_tuple(value));
    if (value && !is_right) tl_error(g, "what stands behind '*' has to be a tuple, not '%s'", tl_kind_name(value));
    if (is_right && !is_starred) tern_vec_push(&items, value);
    for (size_t j = 0; is_right && is_starred && j < value->tuple.items.count; ++j) {
      tern_vec_push(&items, value->tuple.items.values[j]);
    }
  }
  *out_items =
      (tl_items_t){tern_arena_copy(g->program->arena, items.values, items.count * sizeof *items.values), items.count};
  tern_vec_deinitialize(&items);
  return is_right;
}

static const tl_value_t *visit_dict(tl_generator_t *g, const tl_node_t *node) {
  tl_items_t keys, values;
  for (size_t i = 0; i < node->list.count; ++i) {
    if (!node->list.values[i]) return tl_error(g, "'**' in a dictionary is not supported");
  }
  if (!tl_visit_items(g, &node->list, &keys) || !tl_visit_items(g, &node->list2, &values)) return NULL;
  tl_value_t *dict = tl_new_value(g->program->arena, TL_DICT_VALUE);
  dict->dict.keys = keys;
  dict->dict.values = values;
  return dict;
}

static const tl_value_t *visit_joined(tl_generator_t *g, const tl_node_t *node) {
  tern_string_builder_t text = {0};
  bool is_right = true;
  for (size_t i = 0; is_right && i < node->list.count; ++i) {
    const tl_node_t *part = node->list.values[i];
    if (part->kind == TL_CONSTANT) {
      tern_string_builder_append(&text, part->text);
      continue;
    }
    const tl_value_t *value = tl_visit(g, part->a);
    is_right = value != NULL;
    if (is_right && tl_is_carried(value) && !tl_is_tuple(value)) {
      is_right =
          tl_error(g,
                   "cannot evaluate f-string containing non-constexpr conversion values, found conversion of type %s",
                   tl_kind_name(value)) != NULL;
    } else if (is_right && part->op == 'r') {
      tl_print_repr(value, &text);
    } else if (is_right) {
      tl_print(value, &text);
    }
  }
  const tl_value_t *value = is_right ? tl_string(g->program->arena, tern_string_builder_view(&text)) : NULL;
  tern_string_builder_deinitialize(&text);
  return value;
}

// --- operators ---

const tl_value_t *tl_binary(tl_generator_t *g, tl_operator_t op, const tl_value_t *lhs, const tl_value_t *rhs) {
  if (!tl_is_tensor(lhs) && !tl_is_tensor(rhs)) {
    if (!tl_is_known(lhs) || !tl_is_known(rhs))
      return tl_error(g, "an operand is a %s", tl_kind_name(tl_is_known(lhs) ? rhs : lhs));
    return tl_constant_binary(g, op, lhs, rhs);
  }
  return tl_tensor_binary(g, op, lhs, rhs);
}

const tl_value_t *tl_unary(tl_generator_t *g, tl_operator_t op, const tl_value_t *operand) {
  if (!tl_is_known(operand)) return tl_error(g, "the operand is a %s", tl_kind_name(operand));
  return tl_is_tensor(operand) ? tl_tensor_unary(g, op, operand) : tl_constant_unary(g, op, operand);
}

static const tl_value_t *visit_binary(tl_generator_t *g, const tl_node_t *node) {
  const tl_value_t *lhs = tl_visit(g, node->a);
  const tl_value_t *rhs = lhs ? tl_visit(g, node->b) : NULL;
  if (!rhs) return NULL;
  if (!tern_tl_operator_method((tl_operator_t)node->op)) {
    return tl_error(g, "the binary operator '%s' is not supported", tern_tl_operator_text((tl_operator_t)node->op));
  }
  return tl_binary(g, (tl_operator_t)node->op, lhs, rhs);
}

static const tl_value_t *visit_unary(tl_generator_t *g, const tl_node_t *node) {
  const tl_value_t *operand = tl_visit(g, node->a);
  return operand ? tl_unary(g, (tl_operator_t)node->op, operand) : NULL;
}

static const tl_value_t *visit_compare(tl_generator_t *g, const tl_node_t *node) {
  const tl_value_t *lhs = tl_visit(g, node->a);
  if (node->list.count != 1 && !g->is_host) return tl_error(g, "simultaneous multiple comparison is not supported");
  const tl_value_t *result = NULL;
  for (size_t i = 0; lhs && i < node->list.count; ++i) {
    const tl_value_t *rhs = tl_visit(g, node->list.values[i]);
    tl_operator_t op = (tl_operator_t)node->text.data[i];
    if (!rhs) return NULL;
    if (op == TL_OP_IS || op == TL_OP_IS_NOT) {
      result = tl_constant_binary(g, op, lhs, rhs);
    } else if (!tern_tl_operator_method(op) && (tl_is_tensor(lhs) || !tl_is_constant(lhs))) {
      return tl_error(g, "the comparison '%s' is not supported", tern_tl_operator_text(op));
    } else {
      result = tl_binary(g, op, lhs, rhs);
    }
    if (!result || (node->list.count > 1 && !tl_is_true(result))) return result;
    lhs = rhs;
  }
  return result;
}

static const tl_value_t *visit_junction(tl_generator_t *g, const tl_node_t *node) {
  bool is_and = node->op == TL_OP_AND;
  const tl_value_t **kept = tern_arena_alloc_array(g->program->arena, node->list.count, sizeof *kept), *value = NULL;
  size_t count = 0;
  for (size_t i = 0; i < node->list.count; ++i) {
    if (!(value = tl_visit(g, node->list.values[i]))) return NULL;
    if (!tl_is_known(value)) return tl_error(g, "an operand is a %s", tl_kind_name(value));
    if (tl_is_tensor(value)) {
      kept[count++] = value;
    } else if (tl_is_true(value) != is_and) {
      return value;
    }
  }
  if (count == 0) return value;
  while (count >= 2) {
    if (!(kept[count - 2] = tl_tensor_binary(g, (tl_operator_t)node->op, kept[count - 2], kept[count - 1])))
      return NULL;
    --count;
  }
  return kept[0];
}

// --- members ---

static const tl_value_t *visit_attribute(tl_generator_t *g, const tl_node_t *node) {
  const tl_value_t *value = tl_visit(g, node->a);
  return value ? tl_attribute(g, value, node->text) : NULL;
}

bool tl_wrap_index(tl_generator_t *g, const tl_value_t *index, size_t count, size_t *out_index) {
  if (!tl_is_integer(index))
    return tl_error(g, "indices have to be constant integers, not '%s'", tl_kind_name(index)), false;
  __int128 at = index->integer < 0 ? index->integer + (__int128)count : index->integer;
  if (at < 0 || at >= (__int128)count) return tl_error(g, "index out of range"), false;
  *out_index = (size_t)at;
  return true;
}

// A bound of a slice, within 0..count.
static bool read_bound(tl_generator_t *g, const tl_value_t *bound, size_t count, size_t absent, size_t *out_bound) {
  *out_bound = absent;
  if (!bound || tl_is_none(bound)) return true;
  if (!tl_is_integer(bound)) return tl_error(g, "bounds of slices have to be constant integers"), false;
  __int128 at = bound->integer < 0 ? bound->integer + (__int128)count : bound->integer;
  *out_bound = at<0 ? 0 : at>(__int128) count ? count : (size_t)at;
  return true;
}

static const tl_value_t *slice_tuple(tl_generator_t *g, tl_items_t items, const tl_value_t *slice) {
  size_t start, stop;
  const tl_value_t *step = slice->slice.step;
  bool is_reversed = step && tl_is_integer(step) && step->integer == -1;
  if (step && !tl_is_none(step) && !is_reversed && !(tl_is_integer(step) && step->integer == 1)) {
    return tl_error(g, "slices have a step of 1 or -1");
  }
  if (is_reversed && !(tl_is_none(slice->slice.start) && tl_is_none(slice->slice.stop)))
    return tl_error(g, "a slice that goes backwards has no bounds");
  if (!read_bound(g, slice->slice.start, items.count, 0, &start)) return NULL;
  if (!read_bound(g, slice->slice.stop, items.count, items.count, &stop)) return NULL;
  if (stop < start) stop = start;
  const tl_value_t **values = tern_arena_alloc_array(g->program->arena, stop - start, sizeof *values);
  for (size_t i = start; i < stop; ++i) values[i - start] = items.values[is_reversed ? items.count - 1 - i : i];
  return tl_tuple(g->program->arena, values, stop - start, NULL);
}

static const tl_value_t *look_up(tl_generator_t *g, const tl_value_t *dict, const tl_value_t *key) {
  for (size_t i = 0; i < dict->dict.keys.count; ++i) {
    if (tl_equal(dict->dict.keys.values[i], key)) return dict->dict.values.values[i];
  }
  return tl_error(g, "the dictionary has no key %s", tl_text(g, key));
}

const tl_value_t *tl_subscript(tl_generator_t *g, const tl_value_t *value, const tl_value_t *index) {
  size_t at;
  switch (value->kind) {
    case TL_TENSOR: return tl_tensor_subscript(g, value, index);
    case TL_TUPLE_VALUE:
      if (index->kind == TL_SLICE_VALUE) return slice_tuple(g, value->tuple.items, index);
      return tl_wrap_index(g, index, value->tuple.items.count, &at) ? value->tuple.items.values[at] : NULL;
    case TL_DICT_VALUE: return look_up(g, value, index);
    case TL_STRING:
      return tl_wrap_index(g, index, value->text.size, &at)
                 ? tl_string(g->program->arena, tern_str_make(value->text.data + at, 1))
                 : NULL;
    default: return tl_error(g, "'%s' has no elements", tl_kind_name(value));
  }
}

static const tl_value_t *visit_subscript(tl_generator_t *g, const tl_node_t *node) {
  const tl_value_t *value = tl_visit(g, node->a);
  const tl_value_t *index = value ? tl_visit(g, node->b) : NULL;
  return index ? tl_subscript(g, value, index) : NULL;
}

static const tl_value_t *visit_slice(tl_generator_t *g, const tl_node_t *node) {
  tl_value_t *slice = tl_new_value(g->program->arena, TL_SLICE_VALUE);
  slice->slice.start = node->a ? tl_visit(g, node->a) : tl_none();
  slice->slice.stop = node->b && slice->slice.start ? tl_visit(g, node->b) : tl_none();
  slice->slice.step = node->c && slice->slice.stop ? tl_visit(g, node->c) : tl_none();
  return slice->slice.start && slice->slice.stop && slice->slice.step ? slice : NULL;
}

// --- comprehensions ---

static bool add_items(tl_generator_t *g, const tl_node_t *node, size_t depth, tl_scope_t *items) {
  if (depth == node->list.count) {
    const tl_value_t *item = tl_visit(g, node->a);
    char name[24];
    snprintf(name, sizeof name, "%zu", items->count);
    if (item)
      tl_scope_set(g->program->arena, items,
                   tern_str_make(tern_arena_copy(g->program->arena, name, strlen(name)), strlen(name)), item);
    return item != NULL;
  }
  const tl_node_t *generator = node->list.values[depth];
  const tl_value_t *all = tl_visit(g, generator->b);
  if (!all) return false;
  if (!tl_is_tuple(all)) return tl_error(g, "only tuple comprehensions are supported"), false;
  for (size_t i = 0; i < all->tuple.items.count; ++i) {
    if (!tl_assign(g, generator->a, all->tuple.items.values[i])) return false;
    bool is_taken = true;
    for (size_t j = 0; is_taken && j < generator->list.count; ++j) {
      const tl_value_t *condition = tl_visit(g, generator->list.values[j]);
      if (!condition) return false;
      if (tl_is_tensor(condition)) return tl_error(g, "the condition of a comprehension has to be constant"), false;
      is_taken = tl_is_true(condition);
    }
    if (is_taken && !add_items(g, node, depth + 1, items)) return false;
  }
  return true;
}

const tl_value_t *tl_visit_comprehension(tl_generator_t *g, const tl_node_t *node) {
  if (node->list.count != 1 && !g->is_host) return tl_error(g, "nested comprehensions are not supported");
  tl_scope_t items = {0};
  if (!add_items(g, node, 0, &items)) return NULL;
  const tl_value_t **values = tern_arena_alloc_array(g->program->arena, items.count, sizeof *values);
  for (size_t i = 0; i < items.count; ++i) values[i] = items.values[i].value;
  return tl_tuple(g->program->arena, values, items.count, NULL);
}

static const tl_value_t *visit_lambda(tl_generator_t *g, const tl_node_t *node) {
  if (!g->is_host) return tl_error(g, "a lambda is not supported in a function of Triton");
  return tl_make_function(g->program, g->module, node, TERN_STR("<lambda>"));
}

static const tl_value_t *visit_named(tl_generator_t *g, const tl_node_t *node) {
  if (!g->is_host) return tl_error(g, "an assignment in an expression is not supported in a function of Triton");
  const tl_value_t *value = tl_visit(g, node->b);
  if (value) tl_bind(g, node->a->text, value);
  return value;
}

typedef const tl_value_t *(*visit_fn_t)(tl_generator_t *, const tl_node_t *);

const tl_value_t *tl_visit(tl_generator_t *g, const tl_node_t *node) {
  static const visit_fn_t visits[TL_NODE_KIND_COUNT] = {
      [TL_CONSTANT] = visit_constant,
      [TL_NAME] = visit_name,
      [TL_TUPLE] = visit_tuple,
      [TL_LIST] = visit_tuple,
      [TL_DICT] = visit_dict,
      [TL_JOINED_STR] = visit_joined,
      [TL_BIN_OP] = visit_binary,
      [TL_UNARY_OP] = visit_unary,
      [TL_COMPARE] = visit_compare,
      [TL_BOOL_OP] = visit_junction,
      [TL_ATTRIBUTE] = visit_attribute,
      [TL_SUBSCRIPT] = visit_subscript,
      [TL_SLICE] = visit_slice,
      [TL_CALL] = tl_visit_call,
      [TL_IF_EXP] = tl_visit_if_expression,
      [TL_LIST_COMP] = tl_visit_comprehension,
      [TL_GENERATOR_EXP] = tl_visit_comprehension,
      [TL_LAMBDA] = visit_lambda,
      [TL_NAMED_EXPR] = visit_named,
  };
  const tl_node_t *before = g->node;
  g->node = node;
  tl_set_location(g, node);
  const tern_attr_t *loc = g->b.loc;
  if (!visits[node->kind]) return tl_error(g, "unsupported AST node type: %s", tern_tl_node_name(node->kind));
  const tl_value_t *value = visits[node->kind](g, node);
  if (!value) return NULL;
  g->b.loc = loc;
  g->node = before;
  return value;
}
