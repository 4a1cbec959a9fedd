// `if`: sides that are known are taken while compiling, others become scf.if, or branches between blocks where a function returns early.

#include <stdlib.h>
#include <string.h>

#include "dialect/cf/cf.h"
#include "dialect/scf/scf.h"
#include "frontend/triton/semantic/semantic.h"
#include "ir/attr.h"

static bool contains_return(const tl_nodes_t *statements) {
  for (size_t i = 0; i < statements->count; ++i) {
    const tl_node_t *node = statements->values[i];
    if (node->kind == TL_RETURN) return true;
    if (node->kind == TL_IF || node->kind == TL_FOR || node->kind == TL_WHILE) {
      if (contains_return(&node->list) || contains_return(&node->list2)) return true;
    }
    if (node->kind == TL_WITH && contains_return(&node->list2)) return true;
  }
  return false;
}

const tl_value_t *tl_check_condition(tl_generator_t *g, const tl_value_t *condition, const char *what) {
  if (tl_is_tensor(condition)) {
    if (tl_element_count(tl_type_of(condition)) != 1)
      return tl_error(g, "boolean value of Tensor with more than one value is ambiguous");
    if (!(condition = tl_unsplat(g, condition))) return NULL;
    return tl_cast(g, condition, tl_scalar_type(TL_DTYPE_INT1), -1);
  }
  if (tl_is_integer(condition) || tl_is_none(condition)) return condition;
  return tl_error(g, "%s can only accept values of type {bool, int, NoneType}, not objects of type %s", what,
                  tl_kind_name(condition));
}

// --- what both sides bind ---

typedef struct sides {
  tl_scope_t live;
  tl_scope_t defs[2];     // what a side bound, and what it holds of `names`
  tern_block_t *ends[2];  // where a side ends
  tern_str_t *names;      // of values that the sides hand on
  size_t count;
} sides_t;

static bool is_triton_value(const tl_value_t *value) {
  return tl_is_carried(value) || value->is_constexpr || tl_is_number(value);
}

static bool same_handles(const tl_value_t *a, const tl_value_t *b) {
  tl_handles_t x = {0}, y = {0};
  tl_flatten(a, &x);
  tl_flatten(b, &y);
  bool is_same = x.count == y.count && (x.count == 0 || memcmp(x.values, y.values, x.count * sizeof *x.values) == 0);
  tern_vec_deinitialize(&x);
  tern_vec_deinitialize(&y);
  return is_same;
}

static int compare_names(const void *a, const void *b) {
  return tern_str_compare(*(const tern_str_t *)a, *(const tern_str_t *)b);
}

static bool lists_name(const sides_t *sides, tern_str_t name) {
  for (size_t i = 0; i < sides->count; ++i) {
    if (tern_str_equal(sides->names[i], name)) return true;
  }
  return false;
}

// Names that were there before and have another value behind a side.
static bool find_changed(tl_generator_t *g, sides_t *sides, const tl_scope_t locals[2]) {
  static const char *const titles[] = {"then", "else"};
  for (size_t i = 0; i < sides->live.count; ++i) {
    const tl_binding_t *binding = &sides->live.values[i];
    if (!is_triton_value(binding->value)) continue;
    const tl_value_t *values[] = {tl_scope_find(&locals[0], binding->name), tl_scope_find(&locals[1], binding->name)};
    if (same_handles(values[0], values[1])) continue;
    sides->names[sides->count++] = binding->name;
    for (size_t side = 0; side < 2; ++side) {
      tl_scope_set(g->program->arena, &sides->defs[side], binding->name, values[side]);
      if (tl_same_kind(values[side], binding->value)) continue;
      return tl_error(g, "initial value for `%.*s` is of type %s, but the %s block redefines it as %s",
                      (int)binding->name.size, binding->name.data, tl_text(g, binding->value), titles[side],
                      tl_text(g, values[side])),
             false;
    }
  }
  return true;
}

// Names that both sides bind, and that were not there before: in the order of the alphabet.
static bool find_new(tl_generator_t *g, sides_t *sides) {
  tern_str_t *names = tern_arena_alloc_array(g->program->arena, sides->defs[0].count, sizeof *names);
  size_t count = 0;
  for (size_t i = 0; i < sides->defs[0].count; ++i) {
    tern_str_t name = sides->defs[0].values[i].name;
    if (tl_scope_find(&sides->defs[1], name) && !lists_name(sides, name)) names[count++] = name;
  }
  if (count) qsort(names, count, sizeof *names, compare_names);
  for (size_t i = 0; i < count; ++i) {
    const tl_value_t *a = tl_scope_find(&sides->defs[0], names[i]), *b = tl_scope_find(&sides->defs[1], names[i]);
    if (!tl_same_kind(a, b)) {
      return tl_error(g, "mismatched type for %.*s between then block (%s) and else block (%s)", (int)names[i].size,
                      names[i].data, tl_text(g, a), tl_text(g, b)),
             false;
    }
    sides->names[sides->count++] = names[i];
  }
  return true;
}

// Visits both sides. `blocks[1]` is NULL without an `else`.
static bool visit_sides(tl_generator_t *g, const tl_node_t *node, tern_block_t *const blocks[2], sides_t *sides) {
  tern_arena_t *arena = g->program->arena;
  tl_scope_t locals[2] = {{0}, tl_scope_copy(arena, &sides->live)};
  const tl_nodes_t *bodies[] = {&node->list, &node->list2};
  for (size_t side = 0; side < 2; ++side) {
    sides->ends[side] = blocks[side];
    if (!blocks[side] || (side == 1 && node->list2.count == 0)) continue;
    tern_builder_set_end(&g->b, blocks[side]);
    g->locals = tl_scope_copy(arena, &sides->live);
    g->defs = (tl_scope_t){0};
    if (!tl_visit_statements(g, bodies[side])) return false;
    sides->ends[side] = g->b.block;
    locals[side] = tl_scope_copy(arena, &g->locals);
    sides->defs[side] = tl_scope_copy(arena, &g->defs);
  }
  sides->names = tern_arena_alloc_array(arena, sides->live.count + sides->defs[0].count, sizeof *sides->names);
  return find_changed(g, sides, locals) && find_new(g, sides);
}

static void flatten_side(const sides_t *sides, size_t side, tl_handles_t *handles) {
  for (size_t i = 0; i < sides->count; ++i) tl_flatten(tl_scope_find(&sides->defs[side], sides->names[i]), handles);
}

// Names get what behind the branch stands for them.
static void bind_results(tl_generator_t *g, const sides_t *sides, tern_value_t *const *results) {
  size_t cursor = 0;
  for (size_t i = 0; i < sides->count; ++i) {
    const tl_value_t *pattern = tl_scope_find(&sides->defs[0], sides->names[i]);
    tl_bind(g, sides->names[i], tl_unflatten(g->program->arena, pattern, results, &cursor));
  }
}

static const tern_type_t **types_of(tl_generator_t *g, const tl_handles_t *handles) {
  const tern_type_t **types = tern_arena_alloc_array(g->program->arena, handles->count, sizeof *types);
  for (size_t i = 0; i < handles->count; ++i) types[i] = handles->values[i]->type;
  return types;
}

// --- branches between blocks ---

static bool visit_with_blocks(tl_generator_t *g, const tl_node_t *node, tern_value_t *condition) {
  if (g->loop_depth > 0)
    return tl_error(g, "cannot have `return` statements inside `while` or `for` statements in triton"), false;
  tl_region_scope_t scope = tl_enter_region(g);
  sides_t sides = {.live = scope.live};
  tern_region_t *region = g->b.block->parent;
  tern_block_t *blocks[2] = {tern_region_add_block(region), tern_region_add_block(region)};
  tern_build(&g->b, TERN_CF(COND_BR), .operands = TERN_VALUES(condition), .successors = blocks, .successor_count = 2,
             .segments = (int32_t[]){1, 0, 0});
  if (!visit_sides(g, node, blocks, &sides)) return false;
  tern_block_t *end = tern_region_add_block(region);
  tl_handles_t handles[2] = {{0}, {0}};
  for (size_t side = 0; side < 2; ++side) {
    flatten_side(&sides, side, &handles[side]);
    tern_builder_set_end(&g->b, sides.ends[side]);
    tern_build(&g->b, TERN_CF(BR), .operands = {handles[side].values, handles[side].count}, .successors = &end,
               .successor_count = 1);
  }
  for (size_t i = 0; i < handles[0].count; ++i)
    tern_block_add_arg(end, handles[0].values[i]->type, tern_unknown_loc_get(g->program->context));
  for (size_t side = 0; side < 2; ++side) tern_vec_deinitialize(&handles[side]);
  tl_leave_region(g, &scope);
  tern_builder_set_end(&g->b, end);
  bind_results(g, &sides, end->args);
  return true;
}

// --- scf.if ---

// The op with its regions: blocks that were filled before it was there.
static tern_op_t *make_if(tl_generator_t *g, tern_value_t *condition, const tl_handles_t *results,
                          tern_block_t *const blocks[2]) {
  tern_types_t types = {types_of(g, results), results->count};
  tern_op_t *op = tern_build(&g->b, TERN_SCF(IF), .operands = TERN_VALUES(condition), .types = types, .regions = 2);
  for (size_t side = 0; side < 2; ++side) tern_block_insert(blocks[side], &op->regions[side], NULL);
  return op;
}

static bool visit_with_regions(tl_generator_t *g, const tl_node_t *node, tern_value_t *condition) {
  tl_region_scope_t scope = tl_enter_region(g);
  sides_t sides = {.live = scope.live};
  tern_block_t *blocks[2] = {tern_block_create(g->program->context), tern_block_create(g->program->context)};
  bool is_right = visit_sides(g, node, blocks, &sides);
  tl_handles_t handles[2] = {{0}, {0}};
  tern_op_t *op = NULL;
  tl_return_to(g, &scope);
  for (size_t side = 0; is_right && side < 2; ++side) {
    flatten_side(&sides, side, &handles[side]);
    size_t cursor = 0;
    for (size_t i = 0; i < sides.count && cursor < handles[side].count; ++i, ++cursor)
      tl_name_handle(handles[side].values[cursor], sides.names[i]);
  }
  if (is_right) {
    op = make_if(g, condition, &handles[0], blocks);
  } else {
    for (size_t side = 0; side < 2; ++side) tern_block_destroy(blocks[side], g->program->context);
  }
  for (size_t side = 0; side < 2; ++side) {
    tern_builder_t at_end = tern_builder_at_end(blocks[side], scope.loc);
    if (is_right) tern_build(&at_end, TERN_SCF(YIELD), .operands = {handles[side].values, handles[side].count});
    tern_vec_deinitialize(&handles[side]);
  }
  if (!is_right) return false;
  tl_leave_region(g, &scope);
  tern_value_t **results = tern_arena_alloc_array(g->program->arena, op->result_count, sizeof *results);
  for (size_t i = 0; i < op->result_count; ++i) results[i] = tern_op_result(op, i);
  bind_results(g, &sides, results);
  return true;
}

bool tl_visit_if(tl_generator_t *g, const tl_node_t *node) {
  const tl_value_t *condition = tl_visit(g, node->a);
  if (!condition || !(condition = tl_check_condition(g, condition, "`if` conditionals"))) return false;
  if (!tl_is_tensor(condition)) return tl_visit_statements(g, tl_is_true(condition) ? &node->list : &node->list2);
  bool returns = contains_return(&node->list) || contains_return(&node->list2);
  return (returns ? visit_with_blocks : visit_with_regions)(g, node, tl_handle(condition));
}

// --- `x if c else y` ---

static tl_v visit_choice(tl_generator_t *g, const tl_node_t *node, tern_block_t *block) {
  tern_builder_set_end(&g->b, block);
  const tl_value_t *value = tl_visit(g, node);
  return value ? tl_to_tensor(g, value) : NULL;
}

const tl_value_t *tl_visit_if_expression(tl_generator_t *g, const tl_node_t *node) {
  const tl_value_t *condition = tl_visit(g, node->a);
  if (!condition) return NULL;
  if (!tl_is_known(condition)) return tl_error(g, "the condition is a %s", tl_kind_name(condition));
  if (g->is_host) return tl_visit(g, tl_is_true(condition) ? node->b : node->c);
  if (!(condition = tl_check_condition(g, condition, "`if` conditionals"))) return NULL;
  if (!tl_is_tensor(condition)) return tl_visit(g, tl_is_true(condition) ? node->b : node->c);
  tl_region_scope_t scope = tl_enter_region(g);
  tern_block_t *blocks[2] = {tern_block_create(g->program->context), tern_block_create(g->program->context)};
  tl_v values[2] = {visit_choice(g, node->b, blocks[0]), NULL};
  if (values[0]) values[1] = visit_choice(g, node->c, blocks[1]);
  tl_return_to(g, &scope);
  if (!values[1]) {
    for (size_t side = 0; side < 2; ++side) tern_block_destroy(blocks[side], g->program->context);
    return NULL;
  }
  bool is_same = tl_same_kind(values[0], values[1]);
  tern_value_t *handle = tl_handle(values[0]);
  tern_op_t *op = make_if(g, tl_handle(condition), &(tl_handles_t){&handle, 1, 1}, blocks);
  for (size_t side = 0; side < 2; ++side) {
    tern_builder_t at_end = tern_builder_at_end(blocks[side], scope.loc);
    tern_build(&at_end, TERN_SCF(YIELD), .operands = TERN_VALUES(tl_handle(values[side])));
  }
  tl_leave_region(g, &scope);
  if (!is_same) {
    return tl_error(g, "ternary expression with dynamic condition has inconsistent types %s and %s",
                    tl_type_text(g, tl_type_of(values[0])), tl_type_text(g, tl_type_of(values[1])));
  }
  return tl_tensor(g, tern_op_result(op, 0), tl_type_of(values[0]));
}
