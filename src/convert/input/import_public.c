// --iree-import-public: the program as front ends write it becomes IREE's own: functions are util's, and what iree_input
// says is said by util, flow and hal.
//
//   func.func @f(%v: !iree_input.buffer_view) -> tensor<4xf32> {
//     %0 = iree_input.tensor.import %v : !iree_input.buffer_view -> tensor<4xf32>
//     return %0 : tensor<4xf32>                        ->
//   }                                                  util.func public @f(%v: !hal.buffer_view) -> tensor<4xf32> {
//                                                        %0 = hal.tensor.import %v : !hal.buffer_view -> tensor<4xf32>
//                                                        util.return %0 : tensor<4xf32>
//                                                      }
//
// Source: upstream's ImportPublic (IREEImportPublic). Types of iree_input are replaced wherever they stand: results, block
// arguments, attributes. What is inside of executables is device code, and stays as it is. Attributes of functions that IREE
// does not know are dropped.

#include <string.h>

#include "base/vec.h"
#include "dialect/arith/index_math.h"
#include "dialect/flow/flow.h"
#include "dialect/func/func.h"
#include "dialect/hal/hal.h"
#include "dialect/iree_input/iree_input.h"
#include "dialect/tensor/tensor.h"
#include "dialect/util/util.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

typedef TERN_VEC(tern_value_t *) value_list_t;
typedef TERN_VEC(const tern_type_t *) type_list_t;

// --- types ---

static const tern_type_t *convert_type(const tern_type_t *type);

static const tern_type_t *convert_input_type(const tern_type_t *type) {
  tern_context_t *context = type->context;
  const tern_type_t *target = type->param_count ? (const tern_type_t *)(uintptr_t)type->params[0] : NULL;
  switch ((int)(type->row - tern_iree_input_types)) {
    case TERN_IREE_INPUT_TYPE_BUFFER: return tern_hal_type(context, TERN_HAL_BUFFER_TYPE);
    case TERN_IREE_INPUT_TYPE_BUFFER_VIEW: return tern_hal_type(context, TERN_HAL_BUFFER_VIEW_TYPE);
    case TERN_IREE_INPUT_TYPE_BYTE_BUFFER: return tern_util_buffer_type_get(context);
    case TERN_IREE_INPUT_TYPE_LIST: return tern_util_list_type_get(convert_type(target));
    case TERN_IREE_INPUT_TYPE_PTR: return tern_util_ptr_type_get(convert_type(target));
    default: return tern_util_variant_type_get(context);
  }
}

static bool is_input_type(const tern_type_t *type) {
  return type->row >= tern_iree_input_types && type->row < tern_iree_input_types + TERN_IREE_INPUT_TYPE_COUNT;
}

static const tern_type_t *convert_type(const tern_type_t *type) {
  if (is_input_type(type)) return convert_input_type(type);
  if (type->kind != TERN_TYPE_FUNCTION) return type;
  type_list_t inputs = {0}, results = {0};
  tern_types_t old_inputs = tern_function_type_inputs(type), old_results = tern_function_type_results(type);
  for (size_t i = 0; i < old_inputs.count; ++i) tern_vec_push(&inputs, convert_type(old_inputs.values[i]));
  for (size_t i = 0; i < old_results.count; ++i) tern_vec_push(&results, convert_type(old_results.values[i]));
  type = tern_function_type_get(type->context, (tern_types_t){inputs.values, inputs.count},
                                (tern_types_t){results.values, results.count});
  tern_vec_deinitialize(&inputs);
  tern_vec_deinitialize(&results);
  return type;
}

static const tern_attr_t *convert_attr(const tern_attr_t *attr) {
  return attr && attr->kind == TERN_ATTR_TYPE ? tern_type_attr_get(convert_type(tern_type_attr_value(attr))) : attr;
}

// The types around one op, in place: whatever uses a value is visited too.
static void convert_types_of(tern_op_t *op) {
  for (size_t i = 0; i < op->result_count; ++i) op->results[i].type = convert_type(op->results[i].type);
  for (size_t i = 0; i < op->def->attr_count; ++i) op->slots[i] = convert_attr(op->slots[i]);
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      for (size_t j = 0; j < block->arg_count; ++j) block->args[j]->type = convert_type(block->args[j]->type);
    }
  }
}

// --- functions ---

static bool is_retained(tern_str_t name) {
  static const char *const names[] = {"iree.reflection",     "nosideeffects",        "stream.affinity",
                                      "vm.fallback",         "vm.signature",         "vm.version",
                                      "iree.abi.streamable", "iree.abi.declaration", "iree.abi.result_dims"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    if (tern_str_equal_cstr(name, names[i])) return true;
  }
  return false;
}

// JAX says that an argument's memory may take a result by an attribute of TensorFlow's.
static const tern_attr_t *import_arg_attrs(tern_context_t *context, const tern_attr_t *list) {
  if (!list || list->kind != TERN_ATTR_ARRAY) return list;
  TERN_VEC(const tern_attr_t *) dicts = {0};
  for (size_t i = 0; i < tern_array_attr_count(list); ++i) {
    const tern_attr_t *dict = tern_array_attr_at(list, i);
    const tern_attr_t *aliasing = tern_dictionary_attr_lookup(dict, TERN_STR("tf.aliasing_output"));
    if (tern_attr_is_integer(aliasing)) {
      dict = tern_dictionary_attr_with(context, dict, TERN_STR("tf.aliasing_output"), NULL);
      dict = tern_dictionary_attr_with(
          context, dict, TERN_STR("iree.abi.output"),
          tern_integer_attr_get(tern_index_type_get(context), tern_integer_attr_value(aliasing)));
    }
    if (!dict) dict = tern_dictionary_attr_get(context, NULL, 0);
    tern_vec_push(&dicts, dict);
  }
  list = tern_array_attr_get(context, dicts.values, dicts.count);
  tern_vec_deinitialize(&dicts);
  return list;
}

static void import_function(tern_op_t *op) {
  tern_context_t *context = tern_op_context(op);
  tern_builder_t b = tern_builder_before(op);
  const tern_attr_t *visibility = tern_op_attr(op, "sym_visibility");
  if (!visibility) visibility = tern_string_attr_get(context, TERN_STR("public"));
  tern_op_t *made = tern_build(&b, TERN_UTIL(FUNC), .regions = 1,
                               .attrs = TERN_ATTRS({"sym_name", tern_op_attr(op, "sym_name")},
                                                   {"function_type", convert_attr(tern_op_attr(op, "function_type"))},
                                                   {"sym_visibility", visibility}));
  if (tern_op_attr(op, "arg_attrs")) {
    tern_op_set_attr(made, "arg_attrs", import_arg_attrs(context, tern_op_attr(op, "arg_attrs")));
  }
  if (tern_op_attr(op, "res_attrs")) tern_op_set_attr(made, "res_attrs", tern_op_attr(op, "res_attrs"));
  for (size_t i = 0; i < tern_dictionary_attr_count(op->attrs); ++i) {
    tern_str_t name = tern_ident_str(tern_dictionary_attr_name(op->attrs, i));
    if (is_retained(name)) tern_op_set_attr_str(made, name, tern_dictionary_attr_at(op->attrs, i));
  }
  if (tern_op_attr(op, "noinline") || tern_op_attr(op, "no_inline")) {
    tern_op_set_attr(made, "inlining_policy",
                     tern_dialect_attr_get(context, &tern_util_attrs[TERN_UTIL_ATTR_INLINE_NEVER], NULL, 0));
  }
  tern_region_take_blocks(&made->regions[0], &op->regions[0]);
  tern_op_destroy(op);
}

// --- ops that only change their name ---

static const struct {
  const tern_op_row_t *from, *to;
} renamed[] = {
    {TERN_IREE_INPUT(NULL), TERN_UTIL(NULL)},
    {TERN_IREE_INPUT(GLOBAL_ADDRESS), TERN_UTIL(GLOBAL_ADDRESS)},
    {TERN_IREE_INPUT(GLOBAL_LOAD), TERN_UTIL(GLOBAL_LOAD)},
    {TERN_IREE_INPUT(GLOBAL_LOAD_INDIRECT), TERN_UTIL(GLOBAL_LOAD_INDIRECT)},
    {TERN_IREE_INPUT(GLOBAL_STORE), TERN_UTIL(GLOBAL_STORE)},
    {TERN_IREE_INPUT(GLOBAL_STORE_INDIRECT), TERN_UTIL(GLOBAL_STORE_INDIRECT)},
    {TERN_IREE_INPUT(BUFFER_SUBSPAN), TERN_HAL(BUFFER_SUBSPAN)},
    {TERN_IREE_INPUT(BUFFER_VIEW_CREATE), TERN_HAL(BUFFER_VIEW_CREATE)},
    {TERN_IREE_INPUT(BUFFER_VIEW_RANK), TERN_HAL(BUFFER_VIEW_RANK)},
    {TERN_IREE_INPUT(BUFFER_VIEW_DIM), TERN_HAL(BUFFER_VIEW_DIM)},
    {TERN_IREE_INPUT(BYTE_BUFFER_CONSTANT), TERN_UTIL(BUFFER_CONSTANT)},
    {TERN_IREE_INPUT(LIST_CREATE), TERN_UTIL(LIST_CREATE)},
    {TERN_IREE_INPUT(LIST_SIZE), TERN_UTIL(LIST_SIZE)},
    {TERN_IREE_INPUT(LIST_RESIZE), TERN_UTIL(LIST_RESIZE)},
    {TERN_IREE_INPUT(LIST_GET), TERN_UTIL(LIST_GET)},
    {TERN_IREE_INPUT(LIST_SET), TERN_UTIL(LIST_SET)},
    {TERN_IREE_INPUT(TENSOR_RESHAPE), TERN_FLOW(TENSOR_RESHAPE)},
    {TERN_IREE_INPUT(TENSOR_BITCAST), TERN_FLOW(TENSOR_BITCAST)},
    {TERN_IREE_INPUT(TENSOR_LOAD), TERN_FLOW(TENSOR_LOAD)},
    {TERN_IREE_INPUT(TENSOR_STORE), TERN_FLOW(TENSOR_STORE)},
    {TERN_IREE_INPUT(TENSOR_SPLAT), TERN_FLOW(TENSOR_SPLAT)},
    {TERN_IREE_INPUT(TENSOR_CLONE), TERN_FLOW(TENSOR_CLONE)},
    {TERN_IREE_INPUT(TENSOR_SLICE), TERN_FLOW(TENSOR_SLICE)},
    {TERN_IREE_INPUT(OPTIMIZATION_BARRIER), TERN_UTIL(OPTIMIZATION_BARRIER)},
};

static tern_op_t *rename_op(tern_op_t *op, const tern_op_row_t *row) {
  tern_builder_t b = tern_builder_before(op);
  value_list_t operands = {0};
  type_list_t types = {0};
  for (size_t i = 0; i < op->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(op, i));
  for (size_t i = 0; i < op->result_count; ++i) tern_vec_push(&types, op->results[i].type);
  tern_op_t *made = tern_build(&b, row, .operands = {operands.values, operands.count},
                               .types = {types.values, types.count}, .dictionary = tern_op_attr_dictionary(op));
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_replace_all_uses(tern_op_result(op, i), tern_op_result(made, i));
  }
  tern_op_destroy(op);
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
  return made;
}

// --- ops with a meaning of their own ---

// The sizes of a tensor's dynamic dimensions: those given, or those of the tensor (or of a buffer view).
static void push_dims(tern_builder_t *b, const tern_op_t *op, const char *group, tern_value_t *source,
                      const tern_type_t *type, value_list_t *values) {
  size_t start, count;
  tern_op_operands_named(op, group, &start, &count);
  for (size_t i = 0; i < count; ++i) tern_vec_push(values, tern_op_operand(op, start + i));
  if (count) return;
  const tern_type_t *index = tern_index_type_get(b->context);
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    if (tern_type_dim(type, i) != TERN_DYNAMIC) continue;
    tern_value_t *dim;
    if (source->type->kind == TERN_TYPE_TENSOR) {
      dim = tern_build_value(b, TERN_TENSOR(DIM), .operands = TERN_VALUES(source, tern_build_index(b, (int64_t)i)),
                             .types = TERN_TYPES(index));
    } else {
      dim = tern_build_value(b, TERN_HAL(BUFFER_VIEW_DIM), .operands = TERN_VALUES(source), .types = TERN_TYPES(index),
                             .attrs = TERN_ATTRS({"index", tern_integer_attr_get(index, (int64_t)i)}));
    }
    tern_vec_push(values, dim);
  }
}

static bool import_tensor(tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  const tern_type_t *type = op->results[0].type;
  tern_value_t *source = tern_op_operand(op, 0);
  value_list_t operands = {0};
  if (!tern_type_has_static_shape(type) && op->operand_count == 1 &&
      !tern_type_is_hal(source->type, TERN_HAL_BUFFER_VIEW_TYPE)) {
    return tern_op_error(op, "needs the sizes of the dynamic dimensions, which a buffer does not know");
  }
  tern_vec_push(&operands, source);
  push_dims(&b, op, "target_dims", source, type, &operands);
  int32_t segments[] = {1, (int32_t)operands.count - 1, 0};
  tern_value_t *value =
      tern_build_value(&b, TERN_HAL(TENSOR_IMPORT), .operands = {operands.values, operands.count}, .segments = segments,
                       .types = TERN_TYPES(type), .attrs = TERN_ATTRS({"target_encoding", tern_type_attr_get(type)}));
  tern_vec_deinitialize(&operands);
  tern_value_replace_all_uses(tern_op_result(op, 0), value);
  tern_op_destroy(op);
  return true;
}

static bool export_tensor(tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *source = tern_op_operand(op, 0);
  value_list_t operands = {0};
  tern_vec_push(&operands, source);
  push_dims(&b, op, "source_dims", source, source->type, &operands);
  tern_value_t *value = tern_build_value(&b, TERN_HAL(TENSOR_EXPORT), .operands = {operands.values, operands.count},
                                         .types = TERN_TYPES(op->results[0].type),
                                         .attrs = TERN_ATTRS({"source_encoding", tern_type_attr_get(source->type)}));
  tern_vec_deinitialize(&operands);
  tern_value_replace_all_uses(tern_op_result(op, 0), value);
  tern_op_destroy(op);
  return true;
}

static bool trace_tensors(tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  value_list_t operands = {0};
  for (size_t i = 0; i < op->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(op, i));
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *value = tern_op_operand(op, i);
    for (size_t j = 0; j < tern_type_rank(value->type); ++j) {
      if (tern_type_dim(value->type, j) != TERN_DYNAMIC) continue;
      tern_vec_push(&operands, tern_build_value(&b, TERN_TENSOR(DIM),
                                                .operands = TERN_VALUES(value, tern_build_index(&b, (int64_t)j)),
                                                .types = TERN_TYPES(tern_index_type_get(b.context))));
    }
  }
  int32_t segments[] = {(int32_t)op->operand_count, (int32_t)(operands.count - op->operand_count)};
  tern_build(&b, TERN_FLOW(TENSOR_TRACE), .operands = {operands.values, operands.count}, .segments = segments,
             .attrs = TERN_ATTRS({"key", tern_op_attr(op, "key")}));
  tern_vec_deinitialize(&operands);
  tern_op_destroy(op);
  return true;
}

// A global with an initializing function calls it when the module is loaded.
static bool import_global(tern_op_t *op) {
  tern_context_t *context = tern_op_context(op);
  tern_builder_t b = tern_builder_before(op);
  const tern_attr_t *initializer = tern_op_attr(op, "initializer"), *visibility = tern_op_attr(op, "sym_visibility");
  const tern_type_t *type = convert_type(tern_type_attr_value(tern_op_attr(op, "type")));
  if (!visibility) visibility = tern_string_attr_get(context, TERN_STR("public"));
  tern_op_t *made = tern_build(&b, TERN_UTIL(GLOBAL),
                               .attrs = TERN_ATTRS({"sym_name", tern_op_attr(op, "sym_name")},
                                                   {"sym_visibility", visibility}, {"type", tern_type_attr_get(type)}));
  tern_op_set_attr(made, "is_mutable", tern_op_attr(op, "is_mutable"));
  tern_op_set_attr(made, "initial_value", tern_op_attr(op, "initial_value"));
  if (initializer) {
    const tern_type_t *nothing = tern_function_type_get(context, (tern_types_t){0}, (tern_types_t){0});
    tern_op_t *code = tern_build(&b, TERN_UTIL(INITIALIZER), .regions = 1,
                                 .attrs = TERN_ATTRS({"function_type", tern_type_attr_get(nothing)}));
    tern_builder_t inner = tern_builder_before(code);
    tern_builder_add_block(&inner, &code->regions[0], (tern_types_t){0});
    tern_value_t *value = tern_build_value(&inner, TERN_UTIL(CALL), .types = TERN_TYPES(type),
                                           .attrs = TERN_ATTRS({"callee", initializer}));
    tern_build(&inner, TERN_UTIL(GLOBAL_STORE), .operands = TERN_VALUES(value),
               .attrs = TERN_ATTRS({"global", tern_flat_symbol_ref_attr_get(context, tern_symbol_name(made))}));
    tern_build(&inner, TERN_UTIL(RETURN));
  }
  tern_op_destroy(op);
  return true;
}

static bool import_dispatch(tern_op_t *op) {
  const tern_attr_t *entry = tern_op_attr(op, "entry_point");
  const tern_attr_t *entries = tern_array_attr_get(tern_op_context(op), &entry, 1);
  tern_op_t *made = rename_op(op, TERN_FLOW(DISPATCH));
  tern_op_set_attr(made, "entry_point", NULL);
  tern_op_set_attr(made, "entry_points", entries);
  return true;
}

static bool import_update(tern_op_t *op) {
  tern_op_t *made = rename_op(op, TERN_FLOW(TENSOR_UPDATE));
  tern_op_set_attr(made, "tied_operands", NULL);
  return true;
}

// --- executables written by hand ---

static bool is_input_attr(const tern_attr_t *attr, int which) {
  return attr && attr->kind == TERN_ATTR_DIALECT && attr->row == &tern_iree_input_attrs[which];
}

static const tern_attr_t *attr_at(const tern_attr_t *attr, size_t index) {
  return (const tern_attr_t *)(uintptr_t)attr->params[index];
}

static tern_str_t name_at(const tern_attr_t *attr, size_t index) {
  return tern_ident_str((const tern_ident_t *)(uintptr_t)attr->params[index]);
}

// Sets of bindings, one behind the other.
static const tern_attr_t *import_layout(tern_context_t *context, const tern_attr_t *layout) {
  TERN_VEC(const tern_attr_t *) bindings = {0};
  for (size_t i = 1; i < layout->param_count; ++i) {
    const tern_attr_t *set = attr_at(layout, i);
    for (size_t j = 1; j < set->param_count; ++j) {
      const tern_attr_t *binding = attr_at(set, j);
      tern_vec_push(&bindings,
                    tern_hal_pipeline_binding_get(context, (int64_t)binding->params[1], (int64_t)binding->params[2]));
    }
  }
  const tern_attr_t *made =
      tern_hal_pipeline_layout_get(context, (int64_t)layout->params[0], -1, bindings.values, bindings.count);
  tern_vec_deinitialize(&bindings);
  return made;
}

static const tern_attr_t *import_object(tern_context_t *context, const tern_attr_t *object) {
  if (!is_input_attr(object, TERN_IREE_INPUT_ATTR_EXECUTABLE_OBJECT)) return object;
  uint64_t params[] = {(uint64_t)(uintptr_t)tern_string_attr_get(context, name_at(object, 0)), object->params[1]};
  return tern_dialect_attr_get(context, TERN_HAL_ATTR(EXECUTABLE_OBJECT), params, 2);
}

static const tern_attr_t *import_objects(tern_context_t *context, const tern_attr_t *objects) {
  TERN_VEC(const tern_attr_t *) targets = {0}, lists = {0};
  for (size_t i = 0; i + 1 < objects->param_count; i += 2) {
    const tern_attr_t *target = attr_at(objects, i), *list = attr_at(objects, i + 1);
    if (is_input_attr(target, TERN_IREE_INPUT_ATTR_EXECUTABLE_TARGET)) {
      target = tern_hal_executable_target_get(context, name_at(target, 0), name_at(target, 1), attr_at(target, 2));
    }
    TERN_VEC(const tern_attr_t *) members = {0};
    size_t count = list->kind == TERN_ATTR_ARRAY ? tern_array_attr_count(list) : 0;
    for (size_t j = 0; j < count; ++j) tern_vec_push(&members, import_object(context, tern_array_attr_at(list, j)));
    tern_vec_push(&targets, target);
    tern_vec_push(&lists, tern_array_attr_get(context, members.values, members.count));
    tern_vec_deinitialize(&members);
  }
  uint64_t params[] = {(uint64_t)(uintptr_t)tern_array_attr_get(context, targets.values, targets.count),
                       (uint64_t)(uintptr_t)tern_array_attr_get(context, lists.values, lists.count)};
  tern_vec_deinitialize(&targets);
  tern_vec_deinitialize(&lists);
  return tern_dialect_attr_get(context, TERN_HAL_ATTR(EXECUTABLE_OBJECTS), params, 2);
}

static bool import_export(tern_op_t *op) {
  const tern_attr_t *layout = tern_op_attr(op, "layout");
  if (!is_input_attr(layout, TERN_IREE_INPUT_ATTR_PIPELINE_LAYOUT)) {
    return tern_op_error(op, "expects its layout as #iree_input.pipeline.layout but got %s", tern_attr_text(layout));
  }
  tern_builder_t b = tern_builder_before(op);
  tern_build(&b, TERN_HAL(EXECUTABLE_EXPORT),
             .dictionary = tern_dictionary_attr_with(b.context, tern_op_attr_dictionary(op), TERN_STR("layout"),
                                                     import_layout(b.context, layout)),
             .regions = 2);
  tern_op_destroy(op);
  return true;
}

static bool import_source(tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  const tern_attr_t *attrs = tern_op_attr_dictionary(op), *objects = tern_op_attr(op, "objects");
  if (is_input_attr(objects, TERN_IREE_INPUT_ATTR_EXECUTABLE_OBJECTS)) {
    attrs = tern_dictionary_attr_with(b.context, attrs, TERN_STR("objects"), import_objects(b.context, objects));
  }
  tern_op_t *made = tern_build(&b, TERN_HAL(EXECUTABLE_SOURCE), .dictionary = attrs, .regions = 1);
  tern_region_take_blocks(&made->regions[0], &op->regions[0]);
  tern_op_destroy(op);
  return true;
}

// --- all ops ---

static const struct {
  const char *from;
  bool (*convert)(tern_op_t *op);
} converted[] = {
    {"iree_input.dispatch", import_dispatch},        {"iree_input.executable.export", import_export},
    {"iree_input.executable.source", import_source}, {"iree_input.global", import_global},
    {"iree_input.tensor.export", export_tensor},     {"iree_input.tensor.import", import_tensor},
    {"iree_input.tensor.trace", trace_tensors},      {"iree_input.tensor.update", import_update},
};

static bool import_op(tern_op_t *op) {
  if (tern_op_is(op, TERN_FUNC(CALL))) return rename_op(op, TERN_UTIL(CALL));
  if (tern_op_is(op, TERN_FUNC(RETURN))) return rename_op(op, TERN_UTIL(RETURN));
  if (tern_op_is(op, TERN_FUNC(FUNC))) {
    import_function(op);
    return true;
  }
  if (tern_op_is(op, TERN_IREE_INPUT(EXECUTABLE_SOURCE_END))) {
    tern_op_destroy(op);  // a hal.executable.source needs no end
    return true;
  }
  for (size_t i = 0; i < sizeof converted / sizeof converted[0]; ++i) {
    if (tern_str_equal_cstr(tern_op_name(op), converted[i].from)) return converted[i].convert(op);
  }
  for (size_t i = 0; i < sizeof renamed / sizeof renamed[0]; ++i) {
    if (tern_op_is(op, renamed[i].from)) return rename_op(op, renamed[i].to);
  }
  if (op->def->dialect == &tern_iree_input_dialect || tern_op_is(op, TERN_FUNC(CALL_INDIRECT)) ||
      tern_op_is(op, TERN_FUNC(CONSTANT))) {
    tern_str_t name = tern_op_name(op);
    return tern_emit_error(op->loc, "failed to legalize operation '%.*s' that was explicitly marked illegal",
                           (int)name.size, name.data);
  }
  return true;
}

static bool is_executable(const tern_op_t *op) {
  return tern_op_is(op, TERN_FLOW(EXECUTABLE)) || tern_op_is(op, TERN_HAL(EXECUTABLE)) ||
         tern_op_is(op, TERN_HAL(EXECUTABLE_SOURCE)) || tern_str_equal_cstr(tern_op_name(op), "stream.executable");
}

// All ops but those inside of executables, an op after what it holds.
static void collect(tern_op_t *op, tern_op_list_t *ops) {
  if (!is_executable(op)) {
    for (size_t i = 0; i < op->region_count; ++i) {
      tern_region_for_each_block(&op->regions[i], block) { tern_block_for_each_op(block, inner) collect(inner, ops); }
    }
  }
  tern_vec_push(ops, op);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t ops = {0};
  bool is_right = true;
  collect(root, &ops);
  for (size_t i = 0; i + 1 < ops.count; ++i) convert_types_of(ops.values[i]);
  for (size_t i = 0; i + 1 < ops.count; ++i) is_right &= import_op(ops.values[i]);
  tern_vec_deinitialize(&ops);
  return is_right;
}

const tern_pass_def_t tern_import_public_pass = {
    .flag = "iree-import-public",
    .name = "ImportPublicPass",
    .anchor = "builtin.module",
    .summary = "Turn functions and iree_input into util, flow and hal",
    .dialects = (const tern_dialect_t *const[]){&tern_util_dialect, &tern_flow_dialect, &tern_hal_dialect, NULL},
    .run = run,
};
