// Types and attributes without signs.

#include <stdlib.h>

#include "base/vec.h"
#include "convert/stablehlo/lowering.h"
#include "convert/stablehlo/scalar/scalar.h"
#include "ir/context.h"

// #stablehlo.bounds and its like.
static bool is_extension(const tern_attr_t *encoding) {
  if (!encoding || encoding->kind != TERN_ATTR_DIALECT) return false;
  tern_str_t name = tern_str_from_cstr(((const tern_attr_row_t *)encoding->row)->name);
  return tern_str_starts_with(name, TERN_STR("stablehlo.")) || tern_str_starts_with(name, TERN_STR("mhlo."));
}

const tern_type_t *tern_hlo_unbounded_type(const tern_type_t *type) {
  if (type->kind != TERN_TYPE_TENSOR || !is_extension(tern_tensor_type_encoding(type))) return type;
  return tern_tensor_type_get(tern_type_element(type), tern_type_dims(type), tern_type_rank(type), NULL);
}

static bool is_token(const tern_type_t *type) {
  if (type->kind != TERN_TYPE_DIALECT) return false;
  tern_str_t name = tern_str_from_cstr(type->row->name);
  return tern_str_equal(name, TERN_STR("stablehlo.token")) || tern_str_equal(name, TERN_STR("mhlo.token"));
}

static size_t convert_list(tern_types_t types, const tern_type_t **out_types) {
  size_t count = 0;
  for (size_t i = 0; i < types.count; ++i) {
    const tern_type_t *type = tern_hlo_signless_type(types.values[i]);
    if (type) out_types[count++] = type;
  }
  return count;
}

static const tern_type_t *convert_function(const tern_type_t *type) {
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  const tern_type_t **types = tern_malloc((inputs.count + results.count + 1) * sizeof(*types));
  size_t input_count = convert_list(inputs, types), result_count = convert_list(results, types + input_count);
  const tern_type_t *converted = tern_function_type_get(type->context, (tern_types_t){types, input_count},
                                                        (tern_types_t){types + input_count, result_count});
  free(types);
  return converted;
}

static const tern_type_t *convert_tuple(const tern_type_t *type) {
  tern_types_t elements = tern_tuple_type_elements(type);
  const tern_type_t **types = tern_malloc((elements.count + 1) * sizeof(*types));
  size_t count = convert_list(elements, types);
  const tern_type_t *converted = tern_tuple_type_get(type->context, (tern_types_t){types, count});
  free(types);
  return converted;
}

const tern_type_t *tern_hlo_signless_type(const tern_type_t *type) {
  switch (type->kind) {
    case TERN_TYPE_INTEGER: return tern_hlo_signless_element(type);
    case TERN_TYPE_TENSOR: {
      const tern_attr_t *encoding = tern_tensor_type_encoding(type);
      return tern_tensor_type_get(tern_hlo_signless_element(tern_type_element(type)), tern_type_dims(type),
                                  tern_type_rank(type), is_extension(encoding) ? NULL : encoding);
    }
    case TERN_TYPE_UNRANKED_TENSOR:
    case TERN_TYPE_MEMREF:
    case TERN_TYPE_VECTOR: return tern_type_with_element(type, tern_hlo_signless_element(tern_type_element(type)));
    case TERN_TYPE_FUNCTION: return convert_function(type);
    case TERN_TYPE_TUPLE: return convert_tuple(type);
    default: return is_token(type) ? NULL : type;
  }
}

int tern_hlo_signless_rule(const tern_type_t *type, void *user, const tern_type_t **out_types, size_t *out_count) {
  (void)user;
  const tern_type_t *converted = tern_hlo_signless_type(type);
  if (converted) out_types[(*out_count)++] = converted;
  return 1;
}

// Elements of less than a byte are kept sign-extended, or zero-extended if the type is unsigned: they have to be read and
// written again.
static const tern_attr_t *convert_narrow_elements(const tern_attr_t *attr, const tern_type_t *type) {
  bool is_splat = tern_dense_elements_attr_is_splat(attr);
  size_t count = is_splat ? 1 : tern_dense_elements_attr_count(attr);
  int8_t *data = tern_malloc(count + 1);
  for (size_t i = 0; i < count; ++i) {
    int64_t value = tern_integer_attr_value(tern_dense_elements_attr_at(attr, i));
    data[i] = (int8_t)tern_integer_attr_value(tern_integer_attr_get(tern_type_element(type), value));
  }
  const tern_attr_t *converted = tern_dense_elements_attr_get(type, data, is_splat);
  free(data);
  return converted;
}

const tern_attr_t *tern_hlo_signless_attr(const tern_attr_t *attr) {
  if (attr->kind == TERN_ATTR_TYPE) {
    const tern_type_t *converted = tern_hlo_signless_type(tern_type_attr_value(attr));
    return converted ? tern_type_attr_get(converted) : attr;
  }
  const tern_type_t *type = tern_attr_type(attr), *converted = type ? tern_hlo_signless_type(type) : NULL;
  if (!converted || converted == type) return attr;
  if (attr->kind == TERN_ATTR_INTEGER) return tern_integer_attr_get(converted, tern_integer_attr_value(attr));
  if (attr->kind == TERN_ATTR_DENSE_RESOURCE) {
    const tern_ident_t *key = (const tern_ident_t *)(uintptr_t)attr->params[1];
    return tern_dense_resource_attr_get(converted, tern_ident_str(key));
  }
  if (attr->kind != TERN_ATTR_DENSE_ELEMENTS) return attr;
  const tern_type_t *element = tern_type_element(type);
  if (tern_type_is_integer(element) && tern_integer_type_width(element) < 8) {
    return convert_narrow_elements(attr, converted);
  }
  return tern_dense_elements_attr_retype(attr, converted);
}
