// Types on the way to the spirv dialect (upstream: SPIRVTypeConverter), and the global variables that stand for memory
// and built-in values.

#include <stdio.h>

#include "convert/spirv/to_spirv.h"
#include "dialect/gpu/gpu.h"
#include "dialect/spirv/types.h"
#include "ir/context.h"
#include "ir/symbol.h"

#define CAPABILITY(NAME) TERN_SPIRV_CAPABILITY_##NAME

static bool has(const tern_spirv_conversion_t *conversion, uint32_t capability) {
  return tern_spirv_target_has_capability(&conversion->target, capability);
}

const tern_type_t *tern_spirv_index_type(tern_context_t *context, const tern_spirv_conversion_t *conversion) {
  return tern_i_type_get(context, conversion->use_64bit_index ? 64 : 32);
}

// --- scalars ---

static const struct {
  tern_type_kind_t kind;
  uint32_t width, capability;
} scalar_rows[] = {
    {TERN_TYPE_INTEGER, 8, CAPABILITY(INT8)},   {TERN_TYPE_INTEGER, 16, CAPABILITY(INT16)},
    {TERN_TYPE_INTEGER, 64, CAPABILITY(INT64)}, {TERN_TYPE_F16, 16, CAPABILITY(FLOAT16)},
    {TERN_TYPE_F64, 64, CAPABILITY(FLOAT64)},   {TERN_TYPE_BF16, 16, CAPABILITY(BFLOAT16TYPEKHR)},
};

static bool is_scalar(const tern_type_t *type) {
  uint32_t width = tern_type_bit_width(type);
  if (tern_type_is_integer(type)) {
    bool is_right_sign = tern_integer_type_signedness(type) == TERN_SIGNLESS || width > 1;
    return is_right_sign && (width == 1 || width == 8 || width == 16 || width == 32 || width == 64);
  }
  return type->kind == TERN_TYPE_F16 || type->kind == TERN_TYPE_F32 || type->kind == TERN_TYPE_F64 ||
         type->kind == TERN_TYPE_BF16;
}

const char *tern_spirv_missing_capability(const tern_spirv_conversion_t *conversion, const tern_type_t *type) {
  if (type->kind == TERN_TYPE_VECTOR) {
    bool is_long = tern_type_rank(type) == 1 && tern_type_dim(type, 0) > 4;
    if (is_long && !has(conversion, CAPABILITY(VECTOR16))) return "Vector16";
    type = tern_type_element(type);
  }
  for (size_t i = 0; i < sizeof scalar_rows / sizeof scalar_rows[0]; ++i) {
    if (scalar_rows[i].kind != type->kind || scalar_rows[i].width != tern_type_bit_width(type)) continue;
    if (has(conversion, scalar_rows[i].capability)) return NULL;
    return tern_spirv_enumerant_of_value(TERN_SPIRV_KIND_CAPABILITY, scalar_rows[i].capability)->name;
  }
  return NULL;
}

static const tern_type_t *convert_scalar(const tern_spirv_conversion_t *conversion, const tern_type_t *type) {
  if (tern_type_is_index(type)) return tern_spirv_index_type(type->context, conversion);
  if (!is_scalar(type)) return NULL;
  if (!tern_spirv_missing_capability(conversion, type)) return type;
  // The low bits of an i32; what the others are is left open. Only what moves and resizes such numbers is converted.
  return tern_spirv_is_narrow_integer(type) ? tern_i_type_get(type->context, 32) : NULL;
}

static const tern_type_t *convert_vector(const tern_spirv_conversion_t *conversion, const tern_type_t *type) {
  const tern_type_t *element = convert_scalar(conversion, tern_type_element(type));
  int64_t lanes = tern_type_element_count(type);
  if (!element || tern_vector_type_scalable_mask(type)) return NULL;
  if (lanes == 1) return element;
  bool is_supported = lanes == 2 || lanes == 3 || lanes == 4 || lanes == 8 || lanes == 16;
  if (tern_type_rank(type) != 1 || !is_supported) return NULL;
  const tern_type_t *result = tern_vector_type_get(element, &lanes, 1, 0);
  return tern_spirv_missing_capability(conversion, result) ? NULL : result;
}

// --- memory ---

bool tern_spirv_storage_class_of(const tern_spirv_conversion_t *conversion, const tern_type_t *memref,
                                 uint32_t *out_class) {
  const tern_attr_t *space = tern_memref_type_memory_space(memref);
  bool is_kernel = tern_spirv_target_is_kernel(&conversion->target);
  uint32_t buffer = is_kernel ? TERN_SPIRV_STORAGECLASS_CROSSWORKGROUP : TERN_SPIRV_STORAGECLASS_STORAGEBUFFER;
  if (!space) {
    *out_class = buffer;
    return true;
  }
  if (space->kind == TERN_ATTR_ENUM && space->row == TERN_SPIRV_ENUM(STORAGE_CLASS)) {
    *out_class = (uint32_t)tern_enum_attr_value(space);
    return true;
  }
  if (space->kind == TERN_ATTR_ENUM && space->row == TERN_GPU_ENUM(ADDRESS_SPACE)) {
    int64_t value = tern_enum_attr_value(space);
    *out_class = value == TERN_GPU_ADDRESS_SPACE_WORKGROUP ? TERN_SPIRV_STORAGECLASS_WORKGROUP
                 : value == TERN_GPU_ADDRESS_SPACE_PRIVATE ? TERN_SPIRV_STORAGECLASS_FUNCTION
                                                           : buffer;
    return true;
  }
  if (!tern_attr_is_integer(space)) return false;
  // Upstream's numbering for Vulkan, of which OpenCL's differs in what has no place here.
  static const uint32_t classes[] = {
      [0] = UINT32_MAX,
      [1] = TERN_SPIRV_STORAGECLASS_GENERIC,
      [3] = TERN_SPIRV_STORAGECLASS_WORKGROUP,
      [4] = TERN_SPIRV_STORAGECLASS_UNIFORM,
      [5] = TERN_SPIRV_STORAGECLASS_PRIVATE,
      [6] = TERN_SPIRV_STORAGECLASS_FUNCTION,
      [7] = TERN_SPIRV_STORAGECLASS_PUSHCONSTANT,
      [8] = TERN_SPIRV_STORAGECLASS_UNIFORMCONSTANT,
      [9] = TERN_SPIRV_STORAGECLASS_INPUT,
      [10] = TERN_SPIRV_STORAGECLASS_OUTPUT,
      [11] = TERN_SPIRV_STORAGECLASS_PHYSICALSTORAGEBUFFER,
  };
  int64_t value = tern_integer_attr_value(space);
  if (value < 0 || value >= (int64_t)(sizeof classes / sizeof classes[0]) || value == 2) return false;
  *out_class = value == 0 ? buffer : classes[value];
  return true;
}

// Memory whose layout the host knows.
static bool has_layout(uint32_t storage_class) {
  return storage_class == TERN_SPIRV_STORAGECLASS_STORAGEBUFFER || storage_class == TERN_SPIRV_STORAGECLASS_UNIFORM ||
         storage_class == TERN_SPIRV_STORAGECLASS_PUSHCONSTANT ||
         storage_class == TERN_SPIRV_STORAGECLASS_PHYSICALSTORAGEBUFFER;
}

// The target's capability to keep elements of `width` bits in a class; true for 32 and 64.
static bool has_narrow_storage(const tern_spirv_conversion_t *conversion, uint32_t width, uint32_t storage_class) {
  if (width >= 32) return true;
  bool is_byte = width <= 8;
  switch (storage_class) {
    case TERN_SPIRV_STORAGECLASS_STORAGEBUFFER:
    case TERN_SPIRV_STORAGECLASS_PHYSICALSTORAGEBUFFER:
      return has(conversion, is_byte ? CAPABILITY(STORAGEBUFFER8BITACCESS) : CAPABILITY(STORAGEBUFFER16BITACCESS));
    case TERN_SPIRV_STORAGECLASS_UNIFORM:
      return has(conversion, is_byte ? CAPABILITY(UNIFORMANDSTORAGEBUFFER8BITACCESS) : CAPABILITY(STORAGEUNIFORM16));
    case TERN_SPIRV_STORAGECLASS_PUSHCONSTANT:
      return has(conversion, is_byte ? CAPABILITY(STORAGEPUSHCONSTANT8) : CAPABILITY(STORAGEPUSHCONSTANT16));
    default: return !is_byte || has(conversion, CAPABILITY(INT8));
  }
}

const tern_type_t *tern_spirv_stored_type(const tern_spirv_conversion_t *conversion, const tern_type_t *element,
                                          uint32_t storage_class) {
  const tern_type_t *type =
      element->kind == TERN_TYPE_VECTOR ? convert_vector(conversion, element) : convert_scalar(conversion, element);
  if (!type) return NULL;
  const tern_type_t *scalar = tern_type_element(type);
  if (tern_spirv_is_narrow_integer(tern_type_element(element)) && scalar != tern_type_element(element)) {
    // Without arithmetic on them, but maybe kept as they are in memory.
    uint32_t width = tern_type_bit_width(tern_type_element(element));
    if (has_layout(storage_class) && has_narrow_storage(conversion, width, storage_class)) return element;
    return type == scalar ? type : NULL;
  }
  bool is_narrow = !has_narrow_storage(conversion, tern_type_bit_width(scalar), storage_class);
  if (is_narrow) return type == scalar ? tern_i_type_get(type->context, 32) : NULL;
  if (!tern_type_is_i(scalar, 1)) return type;
  return tern_type_with_element(type, tern_i_type_get(type->context, 8));
}

int64_t tern_spirv_elements_per_word(const tern_type_t *element, const tern_type_t *stored, uint32_t storage_class) {
  uint32_t width = tern_type_is_index(element) ? 32 : tern_type_bit_width(element);
  if (!has_layout(storage_class) || !tern_type_is_i(stored, 32) || width >= 32) return 1;
  return width <= 8 ? 4 : 2;
}

const tern_type_t *tern_spirv_buffer_type(const tern_type_t *element, int64_t count, uint32_t storage_class) {
  bool is_laid_out = has_layout(storage_class);
  int64_t lanes = element->kind == TERN_TYPE_VECTOR ? tern_type_dim(element, 0) : 1;
  int64_t padded_lanes = lanes == 3 ? 4 : lanes;
  uint32_t stride = is_laid_out ? (uint32_t)padded_lanes * tern_type_bit_width(tern_type_element(element)) / 8 : 0;
  const tern_type_t *array = count == TERN_DYNAMIC || count > UINT32_MAX
                                 ? tern_spirv_runtime_array_type_get(element, stride)
                                 : tern_spirv_array_type_get(element, count > 0 ? (uint32_t)count : 1, stride);
  tern_spirv_struct_body_t body = {.members = {&array, 1}, .offsets = is_laid_out ? (const uint32_t[]){0} : NULL};
  return tern_spirv_pointer_type_get(tern_spirv_struct_type_get(element->context, &body), storage_class);
}

// What kernels of OpenCL get: an array, or the first of elements that nobody counted.
static const tern_type_t *kernel_buffer_type(const tern_type_t *element, int64_t count, uint32_t storage_class) {
  bool is_counted = count > 0 && count <= UINT32_MAX;
  return tern_spirv_pointer_type_get(is_counted ? tern_spirv_array_type_get(element, (uint32_t)count, 0) : element,
                                     storage_class);
}

static const tern_type_t *make_buffer(const tern_spirv_conversion_t *conversion, const tern_type_t *element,
                                      int64_t count, uint32_t storage_class) {
  return conversion->follows_upstream && tern_spirv_target_is_kernel(&conversion->target)
             ? kernel_buffer_type(element, count, storage_class)
             : tern_spirv_buffer_type(element, count, storage_class);
}

static const tern_type_t *convert_memref(const tern_spirv_conversion_t *conversion, const tern_type_t *type) {
  uint32_t storage_class;
  if (!tern_spirv_storage_class_of(conversion, type, &storage_class)) return NULL;
  const tern_type_t *element = tern_type_element(type);
  const tern_type_t *stored = tern_spirv_stored_type(conversion, element, storage_class);
  int64_t strides[64], offset, count = 1;
  if (!stored || tern_type_rank(type) > 64 || !tern_memref_type_strides(type, strides, &offset)) return NULL;
  if (!tern_type_has_static_shape(type)) return make_buffer(conversion, stored, TERN_DYNAMIC, storage_class);
  // The span from the first element to behind the last one.
  for (size_t i = 0; i < tern_type_rank(type) && count != TERN_DYNAMIC; ++i) {
    int64_t dim = tern_type_dim(type, i), step;
    if (dim == 0 || strides[i] == TERN_DYNAMIC || __builtin_mul_overflow(dim - 1, strides[i], &step) ||
        __builtin_add_overflow(count, step, &count)) {
      count = dim == 0 ? 1 : TERN_DYNAMIC;
      break;
    }
  }
  int64_t per_word = tern_spirv_elements_per_word(element, stored, storage_class);
  if (count != TERN_DYNAMIC && offset != TERN_DYNAMIC) {
    count = __builtin_add_overflow(count, offset, &count) ? TERN_DYNAMIC : (count + per_word - 1) / per_word;
  } else {
    count = TERN_DYNAMIC;
  }
  return make_buffer(conversion, stored, count, storage_class);
}

// --- the converter ---

static const tern_type_t *convert_function(const tern_spirv_conversion_t *conversion, const tern_type_t *type);

static const tern_type_t *convert_one(const tern_spirv_conversion_t *conversion, const tern_type_t *type) {
  switch (type->kind) {
    case TERN_TYPE_VECTOR: return convert_vector(conversion, type);
    case TERN_TYPE_MEMREF: return convert_memref(conversion, type);
    case TERN_TYPE_FUNCTION: return convert_function(conversion, type);
    case TERN_TYPE_DIALECT:
      if (tern_type_is_gpu_matrix(type)) return tern_spirv_cooperative_type(type);
      return strncmp(type->row->name, "spirv.", 6) == 0 ? type : NULL;
    default: return convert_scalar(conversion, type);
  }
}

static const tern_type_t *convert_function(const tern_spirv_conversion_t *conversion, const tern_type_t *type) {
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  const tern_type_t *converted[64], *result = NULL;
  if (inputs.count > 64 || results.count > 1) return NULL;
  for (size_t i = 0; i < inputs.count; ++i) {
    converted[i] = convert_one(conversion, inputs.values[i]);
    if (!converted[i]) return NULL;
  }
  if (results.count && !(result = convert_one(conversion, results.values[0]))) return NULL;
  return tern_function_type_get(type->context, (tern_types_t){converted, inputs.count},
                                (tern_types_t){&result, results.count});
}

static int convert_rule(const tern_type_t *type, void *user, const tern_type_t **out_types, size_t *out_count) {
  out_types[0] = convert_one(user, type);
  *out_count = out_types[0] ? 1 : 0;
  return out_types[0] ? 1 : -1;
}

static const tern_type_rule_fn_t rules[] = {convert_rule};

tern_type_converter_t tern_spirv_type_converter(tern_spirv_conversion_t *context) {
  return (tern_type_converter_t){.rules = rules, .rule_count = 1, .user = context};
}

// --- variables ---

static tern_op_t *symbol_table_around(const tern_op_t *op) {
  tern_op_t *parent = tern_op_parent(op);
  while (parent && !tern_op_has_trait(parent, TERN_TRAIT_SYMBOL_TABLE)) parent = tern_op_parent(parent);
  return parent;
}

tern_op_t *tern_spirv_find_or_make_variable(tern_op_t *op, const char *name, const tern_type_t *pointer,
                                            tern_named_attrs_t attrs) {
  tern_op_t *module = symbol_table_around(op);
  if (!module) return NULL;
  tern_op_t *known = tern_symbol_lookup_in(module, tern_str_from_cstr(name));
  if (known) {
    bool is_same =
        tern_op_is(known, TERN_SPIRV(GLOBALVARIABLE)) && tern_type_attr_value(tern_op_attr(known, "type")) == pointer;
    return is_same ? known : NULL;
  }
  tern_block_t *body = tern_op_body(module, 0);
  // Behind the variables that are there, so that they stand in the order they are met.
  tern_op_t *before = body->first_op;
  while (before && tern_op_is(before, TERN_SPIRV(GLOBALVARIABLE))) before = before->next;
  tern_builder_t builder = tern_builder_at_end(body, op->loc);
  builder.before = before;
  tern_op_t *variable =
      tern_build(&builder, TERN_SPIRV(GLOBALVARIABLE),
                 .attrs = TERN_ATTRS({"sym_name", tern_string_attr_get(builder.context, tern_str_from_cstr(name))},
                                     {"type", tern_type_attr_get(pointer)}));
  for (size_t i = 0; i < attrs.count; ++i) tern_op_set_attr(variable, attrs.values[i].name, attrs.values[i].attr);
  return variable;
}

tern_value_t *tern_spirv_address_of(tern_builder_t *builder, const tern_op_t *variable) {
  const tern_attr_t *symbol = tern_flat_symbol_ref_attr_get(builder->context, tern_symbol_name(variable));
  return tern_build_value(builder, TERN_SPIRV(MLIR_ADDRESSOF),
                          .types = TERN_TYPES(tern_type_attr_value(tern_op_attr(variable, "type"))),
                          .attrs = TERN_ATTRS({"variable", symbol}));
}

tern_value_t *tern_spirv_load_built_in(tern_conversion_t *conversion, tern_op_t *op, uint32_t built_in, int dimension) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *i32 = tern_i_type_get(b->context, 32), *index = i32;
  // In kernels ids and sizes are as wide as addresses.
  bool is_wide = dimension >= 0 && tern_spirv_is_kernel(op);
  const tern_type_t *scalar = is_wide ? tern_spirv_index_type(b->context, conversion->converter->user) : i32;
  if (dimension >= 0) index = tern_vector_type_get(scalar, &(int64_t){3}, 1, 0);
  const char *built_in_name = tern_spirv_enumerant_of_value(TERN_SPIRV_KIND_BUILTIN, built_in)->name;
  char name[64];
  snprintf(name, sizeof name, "__builtin__%s__", built_in_name);
  const tern_attr_t *text = tern_string_attr_get(b->context, tern_str_from_cstr(built_in_name));
  tern_op_t *variable = tern_spirv_find_or_make_variable(
      op, name, tern_spirv_pointer_type_get(index, TERN_SPIRV_STORAGECLASS_INPUT), TERN_ATTRS({"built_in", text}));
  if (!variable) return NULL;
  emitter_t e = {conversion, b, op, scalar};
  tern_value_t *value = tern_build_value(
      b, TERN_SPIRV(LOAD), .operands = TERN_VALUES(tern_spirv_address_of(b, variable)), .types = TERN_TYPES(index));
  if (dimension >= 0) value = tern_spirv_emit_lane(&e, value, dimension);
  return tern_spirv_emit_resize(&e, value, tern_spirv_index_type(b->context, conversion->converter->user), false);
}
