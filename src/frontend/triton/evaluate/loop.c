// Loops: unrolled while compiling (static_range), or scf.for and scf.while. A loop's body is visited twice: first to see which names it
// binds anew, whose values go from one iteration to the next, and then to make it.

#include <string.h>

#include "asm/parser.h"
#include "dialect/arith/arith.h"
#include "dialect/scf/scf.h"
#include "dialect/ub/ub.h"
#include "frontend/triton/semantic/semantic.h"
#include "ir/attr.h"

// Names whose values are carried, and their values before the loop.
typedef struct carried {
  tern_str_t *names;
  const tl_value_t **values;
  size_t count;
  tl_handles_t handles;
} carried_t;

static bool check_carried(tl_generator_t *g, tern_str_t name, const tl_value_t *before, const tl_value_t *after) {
  if (!tl_is_carried(before) || !tl_is_carried(after)) {
    return tl_error(g, "cannot reassign constexpr %.*s in the loop", (int)name.size, name.data), false;
  }
  if (tl_same_kind(before, after)) return true;
  tl_error(g, "loop-carried variable %.*s has initial type %s but is re-assigned to %s in loop", (int)name.size,
           name.data, tl_text(g, before), tl_text(g, after));
  tl_note(g, "make sure that the type stays consistent");
  return false;
}

static bool same_handles(const tl_value_t *a, const tl_value_t *b, carried_t *carried) {
  tl_handles_t after = {0};
  size_t start = carried->handles.count;
  tl_flatten(a, &carried->handles);
  tl_flatten(b, &after);
  size_t count = carried->handles.count - start;
  bool is_same = after.count == count && (count == 0 || memcmp(carried->handles.values + start, after.values,
                                                               count * sizeof *after.values) == 0);
  if (is_same) carried->handles.count = start;
  tern_vec_deinitialize(&after);
  return is_same;
}

static bool compare_scopes(tl_generator_t *g, const tl_scope_t *live, tern_str_t ignored, carried_t *carried) {
  carried->names = tern_arena_alloc_array(g->program->arena, live->count, sizeof *carried->names);
  carried->values = tern_arena_alloc_array(g->program->arena, live->count, sizeof *carried->values);
  for (size_t i = 0; i < live->count; ++i) {
    const tl_binding_t *binding = &live->values[i];
    const tl_value_t *after = tl_scope_find(&g->locals, binding->name);
    if (tern_str_equal(binding->name, ignored)) continue;
    if (!tl_is_carried(binding->value)) {
      bool is_bound = tl_scope_find(&g->defs, binding->name) && !tl_equal(binding->value, after);
      if (is_bound) return check_carried(g, binding->name, binding->value, after);
      continue;
    }
    if (after == binding->value) continue;
    if (!check_carried(g, binding->name, binding->value, after)) return false;
    if (same_handles(binding->value, after, carried)) continue;
    carried->names[carried->count] = binding->name;
    carried->values[carried->count++] = binding->value;
  }
  return true;
}

// Visits the body into a block that is thrown away.
static bool find_carried(tl_generator_t *g, const tl_node_t *node, const tl_scope_t *live, tern_str_t ignored,
                         carried_t *carried) {
  tern_block_t *block = tern_block_create(g->program->context);
  tern_builder_set_end(&g->b, block);
  ++g->loop_depth;
  bool is_right = tl_visit_statements(g, &node->list) && compare_scopes(g, live, ignored, carried);
  --g->loop_depth;
  tern_block_destroy(block, g->program->context);
  g->locals = tl_scope_copy(g->program->arena, live);
  g->defs = (tl_scope_t){0};
  return is_right;
}

static void bind_carried(tl_generator_t *g, const carried_t *carried, tern_value_t *const *handles) {
  size_t cursor = 0;
  for (size_t i = 0; i < carried->count; ++i) {
    const tl_value_t *value = tl_unflatten(g->program->arena, carried->values[i], handles, &cursor);
    tl_name_handles(g, value, carried->names[i]);
    tl_bind(g, carried->names[i], value);
  }
}

static void yield_carried(tl_generator_t *g, const carried_t *carried) {
  tl_handles_t handles = {0};
  for (size_t i = 0; i < carried->count; ++i) tl_flatten(tl_scope_find(&g->locals, carried->names[i]), &handles);
  tern_build(&g->b, TERN_SCF(YIELD), .operands = {handles.values, handles.count});
  tern_vec_deinitialize(&handles);
}

static tern_value_t **results_of(tl_generator_t *g, tern_op_t *op) {
  tern_value_t **results = tern_arena_alloc_array(g->program->arena, op->result_count, sizeof *results);
  for (size_t i = 0; i < op->result_count; ++i) results[i] = tern_op_result(op, i);
  return results;
}

static const tern_type_t **types_of(tl_generator_t *g, const carried_t *carried) {
  const tern_type_t **types = tern_arena_alloc_array(g->program->arena, carried->handles.count, sizeof *types);
  for (size_t i = 0; i < carried->handles.count; ++i) types[i] = carried->handles.values[i]->type;
  return types;
}

// --- for ---

typedef struct bounds {
  tl_v start, stop, step;
  tl_items_t options;  // of tl.range
  bool is_static, goes_down;
  const tl_type_t *type;
} bounds_t;

// `range(...)` reads its arguments itself; the only one is evaluated twice, as Triton does.
static bool read_plain_range(tl_generator_t *g, const tl_node_t *call, bounds_t *bounds) {
  tl_items_t items;
  if (call->list2.count > 0 || call->list.count == 0 || call->list.count > 3)
    return tl_error(g, "range() takes one to three arguments"), false;
  if (!tl_visit_items(g, &call->list, &items)) return false;
  bounds->start = items.count > 1 ? items.values[0] : tl_int(g->program->arena, 0);
  bounds->stop = items.count > 1 ? items.values[1] : tl_visit(g, call->list.values[0]);
  bounds->step = items.count > 2 ? items.values[2] : tl_int(g->program->arena, 1);
  return bounds->stop != NULL;
}

static bool read_bounds(tl_generator_t *g, const tl_node_t *node, bounds_t *bounds) {
  const tl_node_t *call = node->b;
  const tl_value_t *callee = call->kind == TL_CALL ? tl_visit(g, call->a) : NULL;
  if (call->kind != TL_CALL)
    return tl_error(g, "only `range` and `static_range` iterators are currently supported"), false;
  if (!callee) return false;
  const tl_builtin_t *builtin = callee->kind == TL_BUILTIN ? callee->builtin : NULL;
  const tl_value_t *plain = tl_namespace_find(g->program, TERN_STR("builtins"), TERN_STR("range"));
  if (builtin == plain->builtin) return read_plain_range(g, call, bounds);
  const tl_value_t *range = builtin ? tl_visit_call(g, call) : NULL;
  if (builtin && !range) return false;
  if (!range || range->kind != TL_ITERATOR || range->iterator.is_condition) {
    return tl_error(g, "only `range` and `static_range` iterators are currently supported"), false;
  }
  *bounds = (bounds_t){range->iterator.start,
                       range->iterator.stop,
                       range->iterator.step,
                       range->iterator.options,
                       range->iterator.is_static,
                       false,
                       NULL};
  return true;
}

static bool unroll(tl_generator_t *g, const tl_node_t *node, const bounds_t *bounds) {
  __int128 step = bounds->step->integer, stop = bounds->stop->integer;
  if (step == 0) return tl_error(g, "a range has a step of zero"), false;
  for (__int128 i = bounds->start->integer; step > 0 ? i < stop : i > stop; i += step) {
    if (g->program->steps++ > TL_STEPS_MAX)
      return tl_error(g, "more than %d iterations are unrolled", TL_STEPS_MAX), false;
    tl_value_t *value = tl_new_value(g->program->arena, TL_INT);
    value->integer = i;
    value->is_constexpr = true;
    tl_scope_set(g->program->arena, &g->locals, node->a->text, value);
    if (!tl_visit_statements(g, &node->list)) return false;
  }
  return true;
}

static tl_v as_loop_type(tl_generator_t *g, tl_v value, const tl_type_t *type) {
  int from = tl_bits(tl_type_of(value)), to = tl_bits(type);
  const tern_op_row_t *row = from == to           ? TERN_ARITH(BITCAST)
                             : from > to          ? TERN_ARITH(TRUNCI)
                             : tl_is_signed(type) ? TERN_ARITH(EXTSI)
                                                  : TERN_ARITH(EXTUI);
  return tl_emit1(g, row, type, value);
}

// Bounds as numbers of one type; a loop that goes down runs up, and its body turns the number around.
static bool make_bounds(tl_generator_t *g, bounds_t *bounds) {
  if (tl_is_integer(bounds->step) && bounds->step->integer < 0) {
    bounds->goes_down = true;
    bounds->step = tl_int(g->program->arena, -bounds->step->integer);
    tl_v start = bounds->start;
    bounds->start = bounds->stop;
    bounds->stop = start;
  }
  tl_v *all[] = {&bounds->start, &bounds->stop, &bounds->step};
  for (size_t i = 0; i < 3; ++i) {
    if (!(*all[i] = tl_to_tensor(g, *all[i]))) return false;
  }
  for (size_t i = 0; i < 3; ++i) {
    if (!tl_is_int(tl_scalar(*all[i]))) {
      return tl_error(g, "for loop bounds and step must all be ints, are (%s, %s, %s)",
                      tl_type_text(g, tl_scalar(bounds->start)), tl_type_text(g, tl_scalar(bounds->stop)),
                      tl_type_text(g, tl_scalar(bounds->step))),
             false;
    }
    if (tl_is_block(*all[i]))
      return tl_error(g, "bounds and step of a loop must be scalars, got %s", tl_type_text(g, tl_type_of(*all[i]))),
             false;
  }
  bounds->type = tl_promote_integers(tl_type_of(bounds->start), tl_type_of(bounds->stop));
  bounds->type = tl_promote_integers(bounds->type, tl_type_of(bounds->step));
  for (size_t i = 0; i < 3; ++i) {
    if (!(*all[i] = as_loop_type(g, *all[i], bounds->type))) return false;
  }
  return true;
}

static const tern_attr_t *no_licm(tl_generator_t *g) {
  return tern_parse_attr_text(g->program->context,
                              TERN_STR("#llvm.loop_annotation<licm = <disable = true, versioningDisable = true>>"));
}

static bool add_options(tl_generator_t *g, const bounds_t *bounds, tern_op_t *loop) {
  static const char *const names[] = {"tt.num_stages", "tt.loop_unroll_factor", "tt.disallow_acc_multi_buffer",
                                      "tt.flatten", "tt.warp_specialize"};
  for (size_t i = 0; i < bounds->options.count; ++i) {
    tl_v option = bounds->options.values[i];
    if (tl_is_tensor(option)) return tl_error(g, "options of tl.range have to be constants"), false;
    if (tl_is_none(option) || (i >= 2 && !tl_is_true(option))) continue;
    if (i == 5) {
      tern_op_set_attr(loop, "llvm.loop_annotation", no_licm(g));
    } else if (i >= 2) {
      tern_op_set_attr(loop, names[i], tern_unit_attr_get(g->program->context));
    } else if (tl_is_integer(option)) {
      tern_op_set_attr(loop, names[i], tl_i32_attr(g, (int64_t)option->integer));
    } else {
      return tl_error(g, "options of tl.range have to be integers"), false;
    }
  }
  return true;
}

static bool fill_body(tl_generator_t *g, const tl_node_t *node, const bounds_t *bounds, const carried_t *carried,
                      tern_op_t *loop, tern_value_t *placeholder) {
  tern_block_t *body = tern_region_add_block(&loop->regions[0]);
  tern_block_add_arg(body, tl_ir_type(g, bounds->type), loop->loc);
  for (size_t i = 0; i < carried->handles.count; ++i)
    tern_block_add_arg(body, carried->handles.values[i]->type, tern_value_loc(carried->handles.values[i]));
  tern_builder_set_end(&g->b, body);
  ++g->loop_depth;
  bind_carried(g, carried, body->args + 1);
  bool is_right = tl_visit_statements(g, &node->list);
  --g->loop_depth;
  if (!is_right) return false;
  yield_carried(g, carried);
  tern_value_t *number = body->args[0];
  if (bounds->goes_down) {
    tern_builder_set_start(&g->b, body);
    tl_v up = tl_emit2(g, TERN_ARITH(SUBI), bounds->type, bounds->stop, tl_tensor(g, number, bounds->type));
    up = tl_emit2(g, TERN_ARITH(ADDI), bounds->type, up, bounds->start);
    number = tl_handle(up);
  }
  tern_value_replace_all_uses(placeholder, number);
  tl_name_handle(number, node->a->text);
  return true;
}

bool tl_visit_for(tl_generator_t *g, const tl_node_t *node) {
  bounds_t bounds = {0};
  if (node->list2.count > 0) return tl_error(g, "`else` of a loop is not supported"), false;
  if (node->a->kind != TL_NAME) return tl_error(g, "a loop counts in one variable"), false;
  if (!read_bounds(g, node, &bounds)) return false;
  if (bounds.is_static) return unroll(g, node, &bounds);
  if (!make_bounds(g, &bounds)) return false;
  tern_value_t *placeholder = tern_build_value(&g->b, TERN_UB(POISON), .types = TERN_TYPES(tl_ir_type(g, bounds.type)));
  tl_bind(g, node->a->text, tl_tensor(g, placeholder, bounds.type));
  tl_region_scope_t scope = tl_enter_region(g);
  carried_t carried = {0};
  bool is_right = find_carried(g, node, &scope.live, node->a->text, &carried);
  tl_return_to(g, &scope);
  tern_op_t *loop = NULL;
  if (is_right) {
    tern_value_t **operands = tern_arena_alloc_array(g->program->arena, 3 + carried.handles.count, sizeof *operands);
    operands[0] = tl_handle(bounds.start), operands[1] = tl_handle(bounds.stop), operands[2] = tl_handle(bounds.step);
    for (size_t i = 0; i < carried.handles.count; ++i) operands[3 + i] = carried.handles.values[i];
    loop = tern_build(&g->b, TERN_SCF(FOR), .operands = {operands, 3 + carried.handles.count},
                      .types = {types_of(g, &carried), carried.handles.count}, .regions = 1);
    is_right = add_options(g, &bounds, loop) && fill_body(g, node, &bounds, &carried, loop, placeholder);
  }
  tl_leave_region(g, &scope);
  if (is_right) bind_carried(g, &carried, results_of(g, loop));
  tern_vec_deinitialize(&carried.handles);
  return is_right;
}

// --- while ---

static bool fill_condition(tl_generator_t *g, const tl_node_t *node, const carried_t *carried, tern_op_t *loop,
                           tern_block_t *before) {
  tern_builder_set_end(&g->b, before);
  bind_carried(g, carried, before->args);
  const tl_value_t *condition = tl_visit(g, node->a);
  if (!condition) return false;
  if (condition->kind == TL_ITERATOR && condition->iterator.is_condition) {
    if (tl_is_true(condition->iterator.options.values[0])) tern_op_set_attr(loop, "llvm.loop_annotation", no_licm(g));
    condition = condition->iterator.start;
  }
  bool is_right =
      tl_is_tensor(condition) && !tl_is_block(condition) && tl_is_dtype(tl_type_of(condition), TL_DTYPE_INT1);
  if (!is_right)
    return tl_error(g, "the condition of a `while` loop has to be a boolean that the kernel computes, not '%s'",
                    tl_text(g, condition)),
           false;
  tern_value_t **operands = tern_arena_alloc_array(g->program->arena, 1 + before->arg_count, sizeof *operands);
  operands[0] = tl_handle(condition);
  for (size_t i = 0; i < before->arg_count; ++i) operands[1 + i] = before->args[i];
  tern_builder_set_end(&g->b, before);
  tern_build(&g->b, TERN_SCF(CONDITION), .operands = {operands, 1 + before->arg_count});
  return true;
}

static tern_block_t *add_block(tl_generator_t *g, tern_region_t *region, const carried_t *carried) {
  tern_block_t *block = tern_region_add_block(region);
  for (size_t i = 0; i < carried->handles.count; ++i) {
    tern_block_add_arg(block, carried->handles.values[i]->type, tern_unknown_loc_get(g->program->context));
  }
  return block;
}

bool tl_visit_while(tl_generator_t *g, const tl_node_t *node) {
  if (node->list2.count > 0) return tl_error(g, "`else` of a loop is not supported"), false;
  tl_region_scope_t scope = tl_enter_region(g);
  carried_t carried = {0};
  bool is_right = find_carried(g, node, &scope.live, (tern_str_t){0}, &carried);
  tl_return_to(g, &scope);
  tern_op_t *loop = NULL;
  if (is_right) {
    loop = tern_build(&g->b, TERN_SCF(WHILE), .operands = {carried.handles.values, carried.handles.count},
                      .types = {types_of(g, &carried), carried.handles.count}, .regions = 2);
    is_right = fill_condition(g, node, &carried, loop, add_block(g, &loop->regions[0], &carried));
  }
  if (is_right) {
    tern_block_t *body = add_block(g, &loop->regions[1], &carried);
    tern_builder_set_end(&g->b, body);
    bind_carried(g, &carried, body->args);
    ++g->loop_depth;
    is_right = tl_visit_statements(g, &node->list);
    --g->loop_depth;
    if (is_right) yield_carried(g, &carried);
  }
  tl_leave_region(g, &scope);
  if (is_right) bind_carried(g, &carried, results_of(g, loop));
  tern_vec_deinitialize(&carried.handles);
  return is_right;
}
