// Shaped types of dialects, as types of elements attributes.

#include "ir/attr/elements_type.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "ir/attr.h"
#include "ir/context.h"

typedef TERN_VEC(int64_t) dims_t;

// The dimensions that the type's text begins with, written as those of tensors are: `!spirv.arm.tensor<2x?xf32>`.
static void read_dims(const tern_type_t *type, dims_t *out_dims) {
  const char *text = strchr(tern_type_text(type), '<');
  for (text = text ? text + 1 : ""; *text; ++text) {
    char *end = NULL;
    int64_t dim = TERN_DYNAMIC;
    if (*text >= '0' && *text <= '9') {
      dim = strtoll(text, &end, 10);
      text = end;
    } else if (*text == '?') {
      ++text;
    } else {
      return;
    }
    if (*text != 'x') break;
    tern_vec_push(out_dims, dim);
  }
}

const tern_type_t *tern_elements_type_get(const tern_type_t *type) {
  if (tern_type_is_shaped(type)) return type;
  const tern_type_t *element = type->kind == TERN_TYPE_DIALECT && type->row->element ? type->row->element(type) : NULL;
  if (!element) return NULL;
  dims_t dims = {0};
  read_dims(type, &dims);
  const tern_type_t *result =
      dims.count ? tern_tensor_type_get(element, dims.values, dims.count, tern_type_attr_get(type)) : NULL;
  tern_vec_deinitialize(&dims);
  return result;
}

const tern_type_t *tern_elements_type_written(const tern_type_t *type) {
  const tern_attr_t *encoding = type->kind == TERN_TYPE_TENSOR ? tern_tensor_type_encoding(type) : NULL;
  if (!encoding || encoding->kind != TERN_ATTR_TYPE) return type;
  const tern_type_t *written = tern_type_attr_value(encoding);
  return !tern_type_is_shaped(written) && tern_elements_type_get(written) == type ? written : type;
}
