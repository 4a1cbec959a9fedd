// Ops whose meaning is a function: reductions, scans, functions for each element.

#include "dialect/arith/arith.h"
#include "dialect/tt/tt.h"
#include "frontend/triton/semantic/builtins.h"
#include "ir/attr.h"

enum { INPUTS_MAX = 32 };

// Tensors of one shape: an argument that is one, or a tuple of them.
static bool read_inputs(tl_generator_t *g, tl_v value, tl_items_t *out_inputs, const tl_value_t **room) {
  *room = value;
  *out_inputs = tl_is_tuple(value) ? value->tuple.items : (tl_items_t){room, 1};
  if (out_inputs->count == 0 || out_inputs->count > INPUTS_MAX)
    return tl_error(g, "expected up to %d tensors", INPUTS_MAX), false;
  for (size_t i = 0; i < out_inputs->count; ++i) {
    if (!tl_is_tensor(out_inputs->values[i]))
      return tl_error(g, "expected tensors, not '%s'", tl_kind_name(out_inputs->values[i])), false;
  }
  return true;
}

static bool check_same_shape(tl_generator_t *g, tl_items_t inputs, const char *what) {
  const tl_type_t *type = tl_type_of(inputs.values[0]), *element = tl_scalar_type(TL_DTYPE_INT1);
  for (size_t i = 1; i < inputs.count; ++i) {
    const tl_type_t *other = tl_type_of(inputs.values[i]);
    if (other->rank == type->rank && tl_same_type(tl_with_element(g->program->arena, type, element),
                                                  tl_with_element(g->program->arena, other, element)))
      continue;
    return tl_error(g, "all %s inputs must have the same shape", what), false;
  }
  return true;
}

// What a function gave, as handles.
static bool take_results(tl_generator_t *g, tl_v results, size_t count, tern_value_t **handles) {
  tl_items_t items = {&results, 1};
  if (tl_is_tuple(results)) items = results->tuple.items;
  if (items.count != count)
    return tl_error(g, "the function gives %zu values where %zu are needed", items.count, count), false;
  for (size_t i = 0; i < count; ++i) {
    if (!tl_is_tensor(items.values[i]))
      return tl_error(g, "the function gives '%s' instead of a number", tl_kind_name(items.values[i])), false;
    handles[i] = tl_handle(items.values[i]);
  }
  return true;
}

static const tl_function_t *read_function(tl_generator_t *g, tl_v value) {
  if (value->kind == TL_FUNCTION && value->function->is_jit) return value->function;
  tl_error(g, "expected a function with the decorator triton.jit, not '%s'", tl_kind_name(value));
  return NULL;
}

bool tl_combine_region(tl_generator_t *g, tern_region_t *region, tl_v const *inputs, size_t count, tl_v combine,
                       const tern_op_row_t *terminator) {
  const tl_function_t *function = read_function(g, combine);
  if (!function) return false;
  tern_block_t *before_block = g->b.block;
  tern_op_t *before = g->b.before;
  tern_block_t *block = tern_region_add_block(region);
  tl_v args[2 * INPUTS_MAX];
  for (size_t i = 0; i < 2 * count; ++i) {
    const tl_type_t *type = tl_scalar(inputs[i % count]);
    const tern_type_t *ir_type = tl_ir_type(g, type);
    if (!ir_type) return false;
    args[i] = tl_tensor(g, tern_block_add_arg(block, ir_type, tern_unknown_loc_get(g->program->context)), type);
  }
  tern_builder_set_end(&g->b, block);
  tern_value_t *handles[INPUTS_MAX];
  tl_v results = tl_call_values(g, function, args, 2 * count);
  bool is_right = results && take_results(g, results, count, handles);
  if (is_right) tern_build(&g->b, terminator, .operands = {handles, count});
  g->b.block = before_block;
  g->b.before = before;
  return is_right;
}

// An op on all inputs with a region. Its results have the given shape.
static tern_op_t *emit_combination(tl_generator_t *g, const tern_op_row_t *row, tl_items_t inputs, tl_v combine,
                                   const tern_op_row_t *terminator, const tl_type_t *const *types,
                                   tern_named_attrs_t attrs) {
  tern_value_t *operands[INPUTS_MAX];
  const tern_type_t *ir_types[INPUTS_MAX];
  for (size_t i = 0; i < inputs.count; ++i) {
    operands[i] = tl_handle(inputs.values[i]);
    if (!(ir_types[i] = tl_ir_type(g, types[i]))) return NULL;
  }
  tern_op_t *op = tern_build(&g->b, row, .operands = {operands, inputs.count}, .types = {ir_types, inputs.count},
                             .attrs = attrs, .regions = 1);
  return tl_combine_region(g, &op->regions[0], inputs.values, inputs.count, combine, terminator) ? op : NULL;
}

static tl_v wrap_results(tl_generator_t *g, tern_op_t *op, const tl_type_t *const *types, bool is_single) {
  tl_v values[INPUTS_MAX] = {0};
  for (size_t i = 0; i < op->result_count; ++i) values[i] = tl_tensor(g, tern_op_result(op, i), types[i]);
  return is_single ? values[0] : tl_tuple(g->program->arena, values, op->result_count, NULL);
}

static tl_v keep_dims(tl_generator_t *g, tl_v value, bool is_whole, size_t axis, size_t rank) {
  if (!is_whole) return tl_expand_dims(g, value, axis);
  for (size_t i = 0; value && i < rank; ++i) value = tl_expand_dims(g, value, 0);
  return value;
}

static tl_v reduce(tl_generator_t *g, tl_items_t inputs, bool is_single, tl_v axis_value, tl_v combine, bool keeps) {
  bool is_whole = tl_is_none(axis_value);
  size_t axis = 0, rank = tl_type_of(inputs.values[0])->rank;
  tl_v flat[INPUTS_MAX] = {0};
  if (!is_whole && !tl_is_integer(axis_value))
    return tl_error(g, "the axis has to be a constant integer, not '%s'", tl_kind_name(axis_value));
  if (!is_whole && !tl_wrap_axis(g, (int64_t)axis_value->integer, rank, &axis)) return NULL;
  for (size_t i = 0; is_whole && i < inputs.count; ++i) {
    flat[i] = tl_reshape(g, inputs.values[i], (int64_t[]){tl_element_count(tl_type_of(inputs.values[i]))}, 1, true);
    if (!flat[i]) return NULL;
  }
  if (is_whole) inputs.values = flat;
  if (!check_same_shape(g, inputs, "reduction")) return NULL;
  const tl_type_t *type = tl_type_of(inputs.values[0]), *types[INPUTS_MAX] = {0};
  int64_t *dims = tern_arena_alloc_array(g->program->arena, type->rank, sizeof *dims);
  for (size_t i = 0; i + 1 < type->rank; ++i) dims[i] = type->dims[i + (i >= axis)];
  for (size_t i = 0; i < inputs.count; ++i) {
    const tl_type_t *element = tl_scalar(inputs.values[i]);
    types[i] = type->rank > 1 ? tl_block_type(g->program->arena, element, dims, type->rank - 1) : element;
  }
  tern_op_t *op = emit_combination(g, TERN_TT(REDUCE), inputs, combine, TERN_TT(REDUCE_RETURN), types,
                                   TERN_ATTRS({"axis", tl_i32_attr(g, (int64_t)axis)}));
  if (!op) return NULL;
  tl_v results[INPUTS_MAX] = {0};
  for (size_t i = 0; i < inputs.count; ++i) {
    results[i] = tl_tensor(g, tern_op_result(op, i), types[i]);
    if (keeps && !(results[i] = keep_dims(g, results[i], is_whole, axis, rank))) return NULL;
  }
  return is_single ? results[0] : tl_tuple(g->program->arena, results, inputs.count, NULL);
}

// reduce(input, axis, combine_fn, keep_dims)
tl_v tl_builtin_reduce(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  tl_items_t inputs;
  const tl_value_t *room;
  if (!read_inputs(g, args[0], &inputs, &room)) return NULL;
  return reduce(g, inputs, !tl_is_tuple(args[0]), args[1], args[2], tl_is_true(args[3]));
}

// _reduce_with_indices(input, axis, combine_fn, keep_dims)
tl_v tl_builtin_reduce_with_indices(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  size_t axis;
  if (!tl_is_block(args[0])) return tl_error(g, "expected a block, not '%s'", tl_kind_name(args[0]));
  if (!tl_is_integer(args[1])) return tl_error(g, "indices are told along a constant axis only");
  const tl_type_t *type = tl_type_of(args[0]);
  if (!tl_wrap_axis(g, (int64_t)args[1]->integer, type->rank, &axis)) return NULL;
  tl_v index = tl_arange(g, 0, type->dims[axis]);
  for (size_t i = 0; index && i < type->rank; ++i) {
    if (i != axis) index = tl_expand_dims(g, index, i);
  }
  if (index && type->rank > 1) index = tl_broadcast_to(g, index, type->dims, type->rank);
  if (!index) return NULL;
  tl_v inputs[] = {args[0], index};
  return reduce(g, (tl_items_t){inputs, 2}, false, args[1], args[2], tl_is_true(args[3]));
}

// associative_scan(input, axis, combine_fn, reverse)
tl_v tl_builtin_scan(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  tl_items_t inputs;
  const tl_value_t *room;
  size_t axis;
  if (!read_inputs(g, args[0], &inputs, &room) || !check_same_shape(g, inputs, "scan")) return NULL;
  if (!tl_is_integer(args[1])) return tl_error(g, "the axis of a scan has to be a constant integer");
  if (!tl_wrap_axis(g, (int64_t)args[1]->integer, tl_type_of(inputs.values[0])->rank, &axis)) return NULL;
  const tl_type_t *types[INPUTS_MAX] = {0};
  for (size_t i = 0; i < inputs.count; ++i) types[i] = tl_type_of(inputs.values[i]);
  tern_op_t *op =
      emit_combination(g, TERN_TT(SCAN), inputs, args[2], TERN_TT(SCAN_RETURN), types,
                       TERN_ATTRS({"axis", tl_i32_attr(g, (int64_t)axis)},
                                  {"reverse", tern_bool_attr_get(g->program->context, tl_is_true(args[3]))}));
  return op ? wrap_results(g, op, types, !tl_is_tuple(args[0])) : NULL;
}

// The body of map_elementwise: `pack` numbers of each input.
static bool fill_map_block(tl_generator_t *g, tern_block_t *block, const tl_function_t *function, tl_items_t inputs,
                           size_t pack, tl_v *out_results) {
  tern_block_t *before_block = g->b.block;
  tern_op_t *before = g->b.before;
  const tern_attr_t *loc = g->b.loc;
  tl_v args[INPUTS_MAX];
  for (size_t i = 0; i < inputs.count * pack; ++i) {
    const tl_type_t *type = tl_scalar(inputs.values[i / pack]);
    const tern_type_t *ir_type = tl_ir_type(g, type);
    if (!ir_type) return false;
    args[i] = tl_tensor(g, tern_block_add_arg(block, ir_type, loc), type);
  }
  tern_builder_set_end(&g->b, block);
  tl_v results = tl_call_values(g, function, args, inputs.count * pack);
  size_t count = results && tl_is_tuple(results) ? results->tuple.items.count : 1;
  tern_value_t *handles[INPUTS_MAX];
  bool is_right =
      results && (count <= INPUTS_MAX || tl_error(g, "too many results")) && take_results(g, results, count, handles);
  g->b.loc = loc;
  if (is_right) tern_build(&g->b, TERN_TT(MAP_ELEMENTWISE_RETURN), .operands = {handles, count});
  g->b.block = before_block;
  g->b.before = before;
  *out_results = results;
  return is_right;
}

// map_elementwise(scalar_fn, *args, pack)
tl_v tl_builtin_map_elementwise(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  tl_items_t inputs;
  const tl_value_t *room;
  const tl_function_t *function = read_function(g, args[0]);
  if (!function || !read_inputs(g, args[1], &inputs, &room)) return NULL;
  if (!tl_is_integer(args[2]) || args[2]->integer < 1 || args[2]->integer * (__int128)inputs.count > INPUTS_MAX)
    return tl_error(g, "pack has to be a small constant from 1 on");
  size_t pack = (size_t)args[2]->integer;
  tern_block_t *block = tern_block_create(g->program->context);
  tl_v results, all[INPUTS_MAX];
  bool is_right = fill_map_block(g, block, function, inputs, pack, &results);
  for (size_t i = 0; i < inputs.count; ++i) all[i] = inputs.values[i];
  is_right = is_right && tl_broadcast_tensors(g, all, inputs.count);
  tl_items_t given = {&results, 1};
  if (is_right && tl_is_tuple(results)) given = results->tuple.items;
  if (is_right && given.count % pack != 0)
    is_right = tl_error(g, "the function gives %zu values, not %zu of each result", given.count, pack);
  if (!is_right) {
    tern_block_destroy(block, g->program->context);
    return NULL;
  }
  const tl_type_t *types[INPUTS_MAX] = {0};
  const tern_type_t *ir_types[INPUTS_MAX];
  tern_value_t *operands[INPUTS_MAX];
  size_t count = given.count / pack;
  for (size_t i = 0; i < count; ++i) {
    types[i] = tl_with_element(g->program->arena, tl_type_of(all[0]), tl_scalar(given.values[i * pack]));
    ir_types[i] = tl_ir_type(g, types[i]);
  }
  for (size_t i = 0; i < inputs.count; ++i) operands[i] = tl_handle(all[i]);
  tern_op_t *op =
      tern_build(&g->b, TERN_TT(MAP_ELEMENTWISE), .operands = {operands, inputs.count}, .types = {ir_types, count},
                 .attrs = TERN_ATTRS({"pack", tl_i32_attr(g, (int64_t)pack)}), .regions = 1);
  tern_block_insert(block, &op->regions[0], NULL);
  return wrap_results(g, op, types, !tl_is_tuple(results));
}
