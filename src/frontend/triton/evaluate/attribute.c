// Members of values: `x.shape`, `x.to`, `tl.float32`.

#include "frontend/triton/semantic/builtins.h"

static const tl_value_t *bind(tl_generator_t *g, const tl_value_t *self, const tl_value_t *callee) {
  tl_value_t *value = tl_new_value(g->program->arena, TL_BOUND);
  value->bound.self = self;
  value->bound.callee = callee;
  return value;
}

static const tl_value_t *integer(tl_generator_t *g, int64_t value) { return tl_int(g->program->arena, value); }

static const tl_value_t *no_attribute(tl_generator_t *g, const tl_value_t *value, tern_str_t name) {
  return tl_error(g, "'%s' has no attribute '%.*s'", tl_kind_name(value), (int)name.size, name.data);
}

// Functions of the library that are methods of tensors, too.
static bool is_library_method(tern_str_t name) {
  static const char *const names[] = {"cdiv", "sigmoid", "softmax",   "ravel",  "max",     "argmax", "min", "argmin",
                                      "sum",  "xor_sum", "reduce_or", "cumsum", "cumprod", "sort",   "flip"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    if (tern_str_equal_cstr(name, names[i])) return true;
  }
  return false;
}

static const tl_value_t *tensor_attribute(tl_generator_t *g, const tl_value_t *value, tern_str_t name) {
  const tl_type_t *type = value->tensor.type;
  if (tern_str_equal_cstr(name, "T")) return tl_permute(g, value, (int64_t[]){1, 0}, 2);
  if (tern_str_equal_cstr(name, "shape")) return tl_shape_tuple(g, type);
  if (tern_str_equal_cstr(name, "dtype")) return tl_type_value(g->program->arena, tl_scalar_of(type));
  if (tern_str_equal_cstr(name, "type")) return tl_type_value(g->program->arena, type);
  if (tern_str_equal_cstr(name, "numel")) return integer(g, tl_element_count(type));
  const tl_builtin_t *method = tl_find_method(name);
  if (method) return bind(g, value, tl_builtin_value(g, method));
  const tl_value_t *function =
      is_library_method(name) ? tl_namespace_find(g->program, TERN_STR("triton.language"), name) : NULL;
  return function ? bind(g, value, function) : no_attribute(g, value, name);
}

static const tl_value_t *type_attribute(tl_generator_t *g, const tl_value_t *value, tern_str_t name) {
  const tl_type_t *type = value->type, *scalar = tl_scalar_of(type);
  if (tern_str_equal_cstr(name, "scalar")) return tl_type_value(g->program->arena, scalar);
  if (tern_str_equal_cstr(name, "element_ty") && type->element) return tl_type_value(g->program->arena, type->element);
  if (tern_str_equal_cstr(name, "shape") && type->kind == TL_BLOCK) return tl_shape_tuple(g, type);
  if (tern_str_equal_cstr(name, "numel") && type->kind == TL_BLOCK) return integer(g, tl_element_count(type));
  if (tern_str_equal_cstr(name, "name")) return tl_string(g->program->arena, tern_str_from_cstr(tl_type_text(g, type)));
  bool is_width = tern_str_equal_cstr(name, "primitive_bitwidth") || tern_str_equal_cstr(name, "int_bitwidth");
  if (is_width && type->kind == TL_SCALAR) return integer(g, tl_bits(type));
  if (tern_str_equal_cstr(name, "itemsize") && type->kind == TL_SCALAR) return integer(g, tl_bits(type) / 8);
  if (tern_str_equal_cstr(name, "fp_mantissa_width") && tl_is_float(type))
    return integer(g, tl_dtypes[type->dtype].mantissa);
  const tl_builtin_t *question = tl_find_builtin(TERN_STR("dtype"), name);
  return question ? bind(g, value, tl_builtin_value(g, question)) : no_attribute(g, value, name);
}

static const tl_value_t *descriptor_attribute(tl_generator_t *g, const tl_value_t *value, tern_str_t name) {
  const tl_type_t *block = value->descriptor.block;
  if (tern_str_equal_cstr(name, "block_shape")) return tl_shape_tuple(g, block);
  if (tern_str_equal_cstr(name, "dtype")) return tl_type_value(g->program->arena, block->element);
  if (tern_str_equal_cstr(name, "block_type") || tern_str_equal_cstr(name, "type"))
    return tl_type_value(g->program->arena, block);
  if (tern_str_equal_cstr(name, "shape") && value->descriptor.shape) return value->descriptor.shape;
  if (tern_str_equal_cstr(name, "strides") && value->descriptor.strides) return value->descriptor.strides;
  const tl_builtin_t *method = tl_find_builtin(TERN_STR("descriptor"), name);
  return method ? bind(g, value, tl_builtin_value(g, method)) : no_attribute(g, value, name);
}

static const tl_value_t *field(const tern_str_t *names, tl_items_t items, tern_str_t name) {
  for (size_t i = 0; names && i < items.count; ++i) {
    if (tern_str_equal(names[i], name)) return items.values[i];
  }
  return NULL;
}

// A function that is defined in a class.
static const tl_value_t *class_member(tl_generator_t *g, const tl_class_t *cls, tern_str_t name) {
  for (size_t i = 0; i < cls->node->list2.count; ++i) {
    const tl_node_t *node = cls->node->list2.values[i];
    if (node->kind == TL_FUNCTION_DEF && tern_str_equal(node->text, name))
      return tl_make_function(g->program, cls->module, node, name);
    bool is_bound = node->kind == TL_ASSIGN && node->list.values[0]->kind == TL_NAME &&
                    tern_str_equal(node->list.values[0]->text, name);
    if (is_bound) {
      tl_generator_t of_class = {.program = g->program, .module = cls->module, .is_host = true, .caller = g};
      return tl_visit(&of_class, node->a);
    }
  }
  return NULL;
}

static const tl_value_t *object_attribute(tl_generator_t *g, const tl_value_t *value, tern_str_t name) {
  const tl_class_t *cls = value->object.cls;
  const tl_value_t *member = field(cls->fields, value->object.fields, name);
  if (member) return member;
  member = class_member(g, cls, name);
  if (!member) return no_attribute(g, value, name);
  return member->kind == TL_FUNCTION ? bind(g, value, member) : member;
}

static const tl_value_t *module_attribute(tl_generator_t *g, const tl_value_t *value, tern_str_t name) {
  bool has_failed = false;
  const tl_value_t *member = tl_module_find(g->program, value->module, name, &has_failed);
  if (!member && !has_failed) {
    tern_str_t module = value->module->name;
    return tl_error(g, "module '%.*s' has no attribute '%.*s'", (int)module.size, module.data, (int)name.size,
                    name.data);
  }
  return member;
}

static const tl_value_t *namespace_attribute(tl_generator_t *g, const tl_value_t *value, tern_str_t name) {
  const tl_value_t *member = tl_namespace_find(g->program, value->text, name);
  if (!member || member->kind == TL_UNKNOWN) {
    return tl_error(g, "'%.*s.%.*s' is not known here", (int)value->text.size, value->text.data, (int)name.size,
                    name.data);
  }
  return member;
}

const tl_value_t *tl_attribute(tl_generator_t *g, const tl_value_t *value, tern_str_t name) {
  const tl_value_t *member = NULL;
  switch (value->kind) {
    case TL_TENSOR: return tensor_attribute(g, value, name);
    case TL_DTYPE: return tern_str_equal_cstr(name, "value") ? value : type_attribute(g, value, name);
    case TL_DESCRIPTOR: return descriptor_attribute(g, value, name);
    case TL_STRING: {
      const tl_builtin_t *method = tl_find_builtin(TERN_STR("str"), name);
      member = method ? bind(g, value, tl_builtin_value(g, method)) : NULL;
      break;
    }
    case TL_MODULE_VALUE: return module_attribute(g, value, name);
    case TL_NAMESPACE: return namespace_attribute(g, value, name);
    case TL_OBJECT: return object_attribute(g, value, name);
    case TL_CLASS: member = class_member(g, value->cls, name); break;
    case TL_TUPLE_VALUE: member = field(value->tuple.names, value->tuple.items, name); break;
    case TL_FUNCTION:
      if (tern_str_equal_cstr(name, "fn")) return value;
      if (tern_str_equal_cstr(name, "__name__")) return tl_string(g->program->arena, value->function->name);
      break;
    default: break;
  }
  if (member) return member;
  bool is_constant = tl_is_constant(value) || tl_is_tuple(value);
  return is_constant && tern_str_equal_cstr(name, "value") ? value : no_attribute(g, value, name);
}
