// The conversion to stream: flow.executable, whose functions get bindings where they had tensors.

#include "convert/stream/stream_conversion.h"
#include "dialect/flow/flow.h"
#include "dialect/iree_tensor_ext/iree_tensor_ext.h"
#include "ir/diagnostic.h"

// Ops that are named otherwise in stream.
static const struct {
  const tern_op_row_t *flow, *stream;
} renamed[] = {
    {TERN_FLOW(RETURN), TERN_STREAM(RETURN)},
    {TERN_FLOW(DISPATCH_WORKGROUP_ID), TERN_STREAM(DISPATCH_WORKGROUP_ID)},
    {TERN_FLOW(DISPATCH_WORKGROUP_COUNT), TERN_STREAM(DISPATCH_WORKGROUP_COUNT)},
    {TERN_FLOW(DISPATCH_WORKGROUP_SIZE), TERN_STREAM(DISPATCH_WORKGROUP_SIZE)},
};

static void rename_op(tern_op_t *op, const tern_op_row_t *row) {
  tern_builder_t builder = tern_builder_before(op);
  tern_value_list_t operands = {0};
  tern_type_list_vec_t types = {0};
  for (size_t i = 0; i < op->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(op, i));
  for (size_t i = 0; i < op->result_count; ++i) tern_vec_push(&types, op->results[i].type);
  tern_op_t *made = tern_build(&builder, row, .operands = {operands.values, operands.count},
                               .types = {types.values, types.count}, .dictionary = tern_op_attr_dictionary(op));
  for (size_t i = 0; i < op->result_count; ++i) tern_value_replace_all_uses(&op->results[i], &made->results[i]);
  tern_op_destroy(op);
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
}

static tern_walk_result_t rename_visitor(tern_op_t *op, void *user) {
  (void)user;
  for (size_t i = 0; i < sizeof renamed / sizeof renamed[0]; ++i) {
    if (!tern_op_is(op, renamed[i].flow)) continue;
    rename_op(op, renamed[i].stream);
    break;
  }
  return TERN_WALK_ADVANCE;
}

static void convert_export(tern_op_t *export) {
  tern_builder_t builder = tern_builder_before(export);
  tern_op_t *made =
      tern_build(&builder, TERN_STREAM(EXECUTABLE_EXPORT), .dictionary = tern_op_attr_dictionary(export), .regions = 1);
  tern_region_take_blocks(&made->regions[0], &export->regions[0]);
  tern_op_destroy(export);
}

static tern_value_t *build_subspan(tern_builder_t *builder, tern_value_t *binding, tern_value_t *offset,
                                   const tern_type_t *type, tern_values_t dims) {
  tern_value_list_t operands = {0};
  tern_vec_push(&operands, binding);
  tern_vec_push(&operands, offset);
  for (size_t i = 0; i < dims.count; ++i) tern_vec_push(&operands, dims.values[i]);
  tern_value_t *subspan = tern_build_value(builder, TERN_STREAM(BINDING_SUBSPAN),
                                           .operands = {operands.values, operands.count}, .types = TERN_TYPES(type));
  tern_vec_deinitialize(&operands);
  return subspan;
}

// A binding's tensor is made where the sizes of its dynamic dimensions are tied to it, at the start if it has none.
static bool convert_argument(const tern_op_t *function, tern_block_t *entry, tern_value_t *arg, tern_value_t *binding,
                             tern_value_t *zero) {
  size_t dim_count = tern_type_dynamic_dim_count(tern_dispatch_tensor_type_as_tensor(arg->type));
  while (arg->first_use) {
    tern_op_t *user = arg->first_use->owner;
    if (tern_op_is(user, TERN_FLOW(DISPATCH_TIE_SHAPE))) {
      tern_builder_t builder = tern_builder_before(user);
      tern_value_list_t dims = {0};
      for (size_t i = 1; i < user->operand_count; ++i) tern_vec_push(&dims, tern_op_operand(user, i));
      tern_value_t *subspan =
          build_subspan(&builder, binding, zero, arg->type, (tern_values_t){dims.values, dims.count});
      tern_vec_deinitialize(&dims);
      tern_value_replace_all_uses(&user->results[0], subspan);
      tern_op_destroy(user);
    } else if (dim_count == 0) {
      tern_builder_t builder = tern_builder_after(tern_value_defining_op(zero));
      tern_value_replace_all_uses(arg, build_subspan(&builder, binding, zero, arg->type, TERN_NO_VALUES));
    } else {
      tern_op_error(user, "uses an argument of '%s' with dynamic dimensions whose sizes are not tied to it",
                    function->def->name->data);
      tern_emit_note(user->loc, "flow.dispatch.tie_shape ties sizes to an argument");
      return false;
    }
  }
  (void)entry;
  return true;
}

static bool convert_device_function(tern_op_t *function) {
  const tern_attr_t *type_attr = tern_op_attr(function, "function_type");
  tern_block_t *entry = function->region_count ? tern_op_body(function, 0) : NULL;
  // A function of llvm takes no tensors.
  if (!type_attr || !entry || tern_type_attr_value(type_attr)->kind != TERN_TYPE_FUNCTION) return true;
  tern_context_t *context = tern_op_context(function);
  const tern_type_t *binding = tern_stream_binding_type_get(context), *type = tern_type_attr_value(type_attr);
  tern_types_t inputs = tern_function_type_inputs(type);
  tern_type_list_vec_t types = {0};
  tern_builder_t builder = tern_builder_at_start(entry, function->loc);
  tern_value_t *zero = NULL;
  bool is_ok = true;
  for (size_t i = 0; i < inputs.count && is_ok; ++i) {
    bool is_tensor = tern_type_is_dispatch_tensor(inputs.values[i]);
    tern_vec_push(&types, is_tensor ? binding : inputs.values[i]);
    if (!is_tensor) continue;
    if (!zero) zero = tern_build_index(&builder, 0);
    tern_value_t *old = entry->args[i];
    tern_value_t *arg = tern_block_insert_arg(entry, i, binding, old->arg_loc);
    is_ok = convert_argument(function, entry, old, arg, zero);
    if (is_ok) tern_block_erase_arg(entry, i + 1);
  }
  if (is_ok) {
    const tern_type_t *converted =
        tern_function_type_get(context, (tern_types_t){types.values, types.count}, tern_function_type_results(type));
    tern_op_set_attr(function, "function_type", tern_type_attr_get(converted));
  }
  tern_vec_deinitialize(&types);
  return is_ok;
}

static bool convert_module(tern_op_t *module) {
  tern_block_t *body = tern_op_body(module, 0);
  if (!body) return true;
  tern_block_for_each_op(body, op) {
    if (tern_op_has_trait(op, TERN_TRAIT_FUNCTION_LIKE) && !convert_device_function(op)) return false;
  }
  return true;
}

bool tern_stream_convert_executable(tern_stream_conversion_t *conversion, tern_op_t *executable) {
  tern_op_t *module = tern_flow_executable_module(executable);
  if (module && !convert_module(module)) return false;
  tern_op_t *made = tern_build(&conversion->builder, TERN_STREAM(EXECUTABLE),
                               .dictionary = tern_op_attr_dictionary(executable), .regions = 1);
  tern_region_take_blocks(&made->regions[0], &executable->regions[0]);
  tern_op_destroy(executable);
  tern_block_t *body = tern_op_body(made, 0);
  tern_block_for_each_op_safe(body, op) {
    if (tern_op_is(op, TERN_FLOW(EXECUTABLE_EXPORT))) {
      convert_export(op);
    } else if (tern_op_is(op, TERN_FLOW(EXECUTABLE_END))) {
      tern_builder_t builder = tern_builder_before(op);
      tern_build(&builder, TERN_STREAM(EXECUTABLE_END));
      tern_op_destroy(op);
    }
  }
  tern_op_walk_post(made, rename_visitor, NULL);
  return true;
}
