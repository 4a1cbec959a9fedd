// Functions that run while compiling: triton.constexpr_function, lambdas of heuristics. They know constants only.

#include "frontend/triton/semantic/semantic.h"

static bool run_if(tl_generator_t *g, const tl_node_t *node) {
  const tl_value_t *condition = tl_visit(g, node->a);
  if (condition && !tl_is_known(condition)) return tl_error(g, "the condition is a %s", tl_kind_name(condition)), false;
  return condition && tl_visit_host_statements(g, tl_is_true(condition) ? &node->list : &node->list2);
}

// Behind an iteration: does the loop go on?
static bool goes_on(tl_generator_t *g) {
  bool is_over = g->flow == TL_BREAKS || g->flow == TL_ENDS;
  if (g->flow != TL_ENDS) g->flow = TL_RUNS;
  return !is_over;
}

static bool run_while(tl_generator_t *g, const tl_node_t *node) {
  for (;;) {
    const tl_value_t *condition = tl_visit(g, node->a);
    if (!condition) return false;
    if (!tl_is_true(condition)) return true;
    if (!tl_visit_host_statements(g, &node->list)) return false;
    if (!goes_on(g)) return true;
  }
}

static bool run_for(tl_generator_t *g, const tl_node_t *node) {
  const tl_value_t *values = tl_visit(g, node->b);
  if (!values) return false;
  if (!tl_is_tuple(values)) return tl_error(g, "'%s' cannot be iterated over", tl_kind_name(values)), false;
  for (size_t i = 0; i < values->tuple.items.count; ++i) {
    if (!tl_assign(g, node->a, values->tuple.items.values[i]) || !tl_visit_host_statements(g, &node->list))
      return false;
    if (!goes_on(g)) return true;
  }
  return true;
}

static bool run_assignment(tl_generator_t *g, const tl_node_t *node) {
  const tl_value_t *value = NULL;
  if (node->kind == TL_AUG_ASSIGN) {
    const tl_value_t *left = tl_visit(g, node->a), *right = left ? tl_visit(g, node->b) : NULL;
    value = right ? tl_binary(g, (tl_operator_t)node->op, left, right) : NULL;
    return value && tl_assign(g, node->a, value);
  }
  if (node->kind == TL_ANN_ASSIGN) {
    if (!node->c) return true;
    return (value = tl_visit(g, node->c)) && tl_assign(g, node->a, value);
  }
  if (!(value = tl_visit(g, node->a))) return false;
  for (size_t i = 0; i < node->list.count; ++i) {
    if (!tl_assign(g, node->list.values[i], value)) return false;
  }
  return true;
}

static bool run_return(tl_generator_t *g, const tl_node_t *node) {
  g->result = node->a ? tl_visit(g, node->a) : tl_none();
  g->flow = TL_ENDS;
  return g->result != NULL;
}

static bool run_assert(tl_generator_t *g, const tl_node_t *node) {
  const tl_value_t *test = tl_visit(g, node->a);
  return test && (tl_is_true(test) || tl_error(g, "an assertion does not hold"));
}

// What the body does if nothing goes wrong in it: whether Python would raise what fails here is not known, so it stays an error.
static bool run_try(tl_generator_t *g, const tl_node_t *node) {
  return tl_visit_host_statements(g, &node->list) &&
         (g->flow != TL_RUNS || tl_visit_host_statements(g, &node->list3)) &&
         (g->flow != TL_RUNS || !node->a || tl_visit_host_statements(g, &node->a->list));
}

static bool run_statement(tl_generator_t *g, const tl_node_t *node) {
  switch (node->kind) {
    case TL_ASSIGN:
    case TL_ANN_ASSIGN:
    case TL_AUG_ASSIGN: return run_assignment(g, node);
    case TL_IF: return run_if(g, node);
    case TL_WHILE: return run_while(g, node);
    case TL_FOR: return run_for(g, node);
    case TL_RETURN: return run_return(g, node);
    case TL_ASSERT: return run_assert(g, node);
    case TL_EXPR: return node->a->kind == TL_CONSTANT || tl_visit(g, node->a);
    case TL_BREAK: g->flow = TL_BREAKS; return true;
    case TL_CONTINUE: g->flow = TL_CONTINUES; return true;
    case TL_TRY: return run_try(g, node);
    case TL_PASS: return true;
    default:
      return tl_error(g, "'%s' is not supported in a function that runs while compiling",
                      tern_tl_node_name(node->kind)),
             false;
  }
}

bool tl_visit_host_statements(tl_generator_t *g, const tl_nodes_t *statements) {
  for (size_t i = 0; i < statements->count && g->flow == TL_RUNS; ++i) {
    g->node = statements->values[i];
    if (g->program->steps++ > TL_STEPS_MAX)
      return tl_error(g, "more than %d steps while compiling", TL_STEPS_MAX), false;
    if (!run_statement(g, statements->values[i])) return false;
  }
  return true;
}

const tl_value_t *tl_run_host(tl_generator_t *g, const tl_function_t *function, const tl_value_t *const *args) {
  if (g->program->depth >= TL_CALLS_MAX)
    return tl_error(g, "functions call one another more than %d deep", TL_CALLS_MAX);
  tl_generator_t host = {.program = g->program,
                         .module = function->module,
                         .function = function,
                         .is_host = true,
                         .caller = g,
                         .node = function->node};
  for (size_t i = 0; i < function->node->list.count; ++i) {
    if (args[i]->kind == TL_TENSOR)
      return tl_error(g, "'%.*s' runs while compiling, but was called with a tensor", (int)function->name.size,
                      function->name.data);
    tl_bind(&host, function->node->list.values[i]->text, args[i]);
  }
  ++g->program->depth;
  const tl_value_t *result;
  if (function->node->kind == TL_LAMBDA) {
    result = tl_visit(&host, function->node->a);
  } else {
    result = tl_visit_host_statements(&host, &function->node->list2) ? host.result ? host.result : tl_none() : NULL;
  }
  --g->program->depth;
  return result;
}
