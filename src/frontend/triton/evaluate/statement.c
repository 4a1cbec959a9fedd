// Statements of functions of Triton, but for branches and loops.

#include "dialect/tt/tt.h"
#include "frontend/triton/semantic/builtins.h"
#include "frontend/triton/semantic/semantic.h"

// --- assignments ---

// Numbers that a name is bound to become ops; types, functions and texts stay what they are.
static const tl_value_t *materialize(tl_generator_t *g, const tl_value_t *value) {
  if (g->is_host) return value;
  if (tl_is_number(value)) return tl_to_tensor(g, value);
  if (!tl_is_tuple(value)) return value;
  const tl_value_t **values = tern_arena_alloc_array(g->program->arena, value->tuple.items.count, sizeof *values);
  for (size_t i = 0; i < value->tuple.items.count; ++i) {
    if (!(values[i] = materialize(g, value->tuple.items.values[i]))) return NULL;
  }
  return tl_tuple(g->program->arena, values, value->tuple.items.count, value->tuple.names);
}

bool tl_assign(tl_generator_t *g, const tl_node_t *target, const tl_value_t *value) {
  if (target->kind == TL_NAME) {
    tl_bind(g, target->text, value);
    return true;
  }
  if (target->kind != TL_TUPLE && target->kind != TL_LIST) {
    const char *what = target->kind == TL_SUBSCRIPT   ? "an element of a value"
                       : target->kind == TL_ATTRIBUTE ? "an attribute"
                                                      : "this";
    return tl_error(g, "%s cannot be assigned to in a function of Triton", what), false;
  }
  if (!tl_is_tuple(value)) return tl_error(g, "cannot unpack '%s'", tl_kind_name(value)), false;
  tl_items_t items = value->tuple.items;
  bool fits = g->is_host ? items.count == target->list.count : items.count >= target->list.count;
  if (!fits) return tl_error(g, "expected %zu values to unpack, but got %zu", target->list.count, items.count), false;
  for (size_t i = 0; i < target->list.count; ++i) {
    if (!tl_assign(g, target->list.values[i], items.values[i])) return false;
  }
  return true;
}

static bool assign_expression(tl_generator_t *g, const tl_node_t *target, const tl_node_t *expression) {
  tern_str_t before = g->target_name;
  if (target->kind == TL_NAME) g->target_name = target->text;
  const tl_value_t *value = tl_visit(g, expression);
  if (value) value = materialize(g, value);
  g->target_name = target->kind == TL_NAME ? (tern_str_t){0} : before;
  return value && tl_assign(g, target, value);
}

static bool visit_assign(tl_generator_t *g, const tl_node_t *node) {
  if (node->list.count != 1) return tl_error(g, "more than one target of an assignment is not supported"), false;
  return assign_expression(g, node->list.values[0], node->a);
}

// Is it tl.constexpr?
static bool is_constexpr_annotation(tl_generator_t *g, const tl_node_t *annotation) {
  if (annotation->kind != TL_NAME && annotation->kind != TL_ATTRIBUTE) return false;
  const tl_value_t *value = tl_visit(g, annotation);
  return value && value->kind == TL_BUILTIN && value->builtin->call == tl_builtin_constexpr;
}

static bool visit_annotated(tl_generator_t *g, const tl_node_t *node) {
  bool is_constant = is_constexpr_annotation(g, node->b);
  if (!node->c) return tl_error(g, "a name without a value is not supported"), false;
  if (!is_constant) return assign_expression(g, node->a, node->c);
  if (node->a->kind != TL_NAME) return tl_error(g, "a constant has a name"), false;
  tern_str_t name = node->a->text;
  const tl_value_t *value = tl_visit(g, node->c);
  if (!value) return false;
  if (tl_scope_find(&g->locals, name))
    return tl_error(g, "%.*s is already defined. constexpr cannot be reassigned", (int)name.size, name.data), false;
  tl_value_t *constant = tl_new_value(g->program->arena, value->kind);
  *constant = *value;
  constant->is_constexpr = true;
  tl_scope_set(g->program->arena, &g->locals, name, constant);
  return true;
}

// `x += y` is `x = x + y`, and then `x` is looked up once more.
static bool visit_augmented(tl_generator_t *g, const tl_node_t *node) {
  tl_node_t sum = {
      .kind = TL_BIN_OP, .op = node->op, .line = node->line, .column = node->column, .a = node->a, .b = node->b};
  return assign_expression(g, node->a, &sum) && (g->is_host || tl_visit(g, node->a));
}

// --- returns ---

static bool return_value(tl_generator_t *g, const tl_node_t *node) {
  const tl_value_t *value = node->a ? tl_visit(g, node->a) : tl_none();
  if (value && !tl_is_none(value)) value = materialize(g, value);
  if (!value) return false;
  bool is_tensor = tl_is_carried(value) || tl_is_none(value);
  if (!is_tensor) return tl_error(g, "'%s' cannot be returned from a function of Triton", tl_kind_name(value)), false;
  const tl_value_t *result = tl_is_none(value) ? NULL : value;
  bool is_same =
      !g->has_returned || (!g->result && !result) || (g->result && result && tl_same_kind(g->result, result));
  if (!is_same) {
    return tl_error(g, "inconsistent return types: %s and %s", g->result ? tl_text(g, g->result) : "nothing",
                    result ? tl_text(g, result) : "nothing"),
           false;
  }
  g->has_returned = true;
  g->result = result;
  tl_handles_t handles = {0};
  tl_flatten(value, &handles);
  tern_build(&g->b, TERN_TT(RETURN), .operands = {handles.values, handles.count});
  tern_vec_deinitialize(&handles);
  return true;
}

static bool visit_return(tl_generator_t *g, const tl_node_t *node) {
  if (g->loop_depth > 0)
    return tl_error(g, "cannot have `return` statements inside `while` or `for` statements in triton"), false;
  if (!return_value(g, node)) return false;
  // What follows cannot be reached, but has to be somewhere.
  tern_builder_set_end(&g->b, tern_region_add_block(g->b.block->parent));
  return true;
}

// --- the rest ---

static bool visit_expression(tl_generator_t *g, const tl_node_t *node) {
  g->dropped = node->a;
  // A text alone is a comment.
  if (node->a->kind == TL_CONSTANT) return true;
  return tl_visit(g, node->a) != NULL;
}

static bool visit_assert(tl_generator_t *g, const tl_node_t *node) {
  const tl_value_t *test = tl_visit(g, node->a), *message = tl_none();
  if (!test || (node->b && !(message = tl_visit(g, node->b)))) return false;
  tern_str_t text = message->kind == TL_STRING ? message->text : TERN_STR("");
  tl_v condition = tl_to_tensor(g, test);
  return condition && tl_device_assert(g, condition, text, NULL);
}

static bool visit_pass(tl_generator_t *g, const tl_node_t *node) {
  (void)g, (void)node;
  return true;
}

static bool visit_with(tl_generator_t *g, const tl_node_t *node) {
  (void)node;
  return tl_error(g, "`with` is not supported in a function of Triton"), false;
}

static bool visit_unsupported(tl_generator_t *g, const tl_node_t *node) {
  const char *name = tern_tl_node_name(node->kind);
  if (node->kind == TL_BREAK || node->kind == TL_CONTINUE) {
    tl_error(g, "`%s` is not supported", node->kind == TL_BREAK ? "break" : "continue");
    tl_note(g, "loops of Triton run all their iterations: mask what is not wanted, or use `while` with a condition");
    return false;
  }
  if (node->kind == TL_FUNCTION_DEF) return tl_error(g, "nested function definition is not supported"), false;
  return tl_error(g, "unsupported AST node type: %s", name), false;
}

typedef bool (*visit_fn_t)(tl_generator_t *, const tl_node_t *);

bool tl_visit_statements(tl_generator_t *g, const tl_nodes_t *statements) {
  static const visit_fn_t visits[TL_NODE_KIND_COUNT] = {
      [TL_ASSIGN] = visit_assign,
      [TL_ANN_ASSIGN] = visit_annotated,
      [TL_AUG_ASSIGN] = visit_augmented,
      [TL_RETURN] = visit_return,
      [TL_EXPR] = visit_expression,
      [TL_ASSERT] = visit_assert,
      [TL_PASS] = visit_pass,
      [TL_IF] = tl_visit_if,
      [TL_FOR] = tl_visit_for,
      [TL_WHILE] = tl_visit_while,
      [TL_WITH] = visit_with,
  };
  for (size_t i = 0; i < statements->count; ++i) {
    const tl_node_t *node = statements->values[i];
    const tl_node_t *before = g->node;
    g->node = node;
    tl_set_location(g, node);
    const tern_attr_t *loc = g->b.loc;
    if (!(visits[node->kind] ? visits[node->kind] : visit_unsupported)(g, node)) return false;
    g->b.loc = loc;
    g->node = before;
    if (node->kind == TL_RETURN) break;  // what follows is never reached
  }
  return true;
}
