// Strides and offset of memref types, from the shape, a strided layout or an affine map.

#include <assert.h>
#include <stdlib.h>

#include "ir/affine/private.h"
#include "ir/attr.h"
#include "ir/context_private.h"

// Row-major strides. As upstream has it, what lies left of a dynamic or empty dimension is dynamic.
static void compute_identity_strides(const tern_type_t *type, int64_t *out_strides, int64_t *out_offset) {
  int64_t stride = 1;
  for (size_t i = tern_type_rank(type); i-- > 0;) {
    out_strides[i] = stride;
    int64_t dim = tern_type_dim(type, i);
    if (stride == TERN_DYNAMIC || dim == TERN_DYNAMIC || dim == 0 || __builtin_mul_overflow(stride, dim, &stride)) {
      stride = TERN_DYNAMIC;
    }
  }
  *out_offset = 0;
}

// The linear function of the dims that a layout is, with symbolic coefficients.
typedef struct strided_form {
  const tern_affine_expr_t **strides;
  const tern_affine_expr_t *offset;
} strided_form_t;

// Adds `expr * factor` to the form; false if `expr` is not linear in the dims.
static bool add_linear(const tern_affine_expr_t *expr, const tern_affine_expr_t *factor, strided_form_t *form) {
  if (tern_affine_expr_is_symbolic(expr)) {
    form->offset = tern_affine_add(form->offset, tern_affine_mul(expr, factor));
    return true;
  }
  switch (expr->kind) {
    case TERN_AFFINE_DIM: form->strides[expr->value] = tern_affine_add(form->strides[expr->value], factor); return true;
    case TERN_AFFINE_ADD: return add_linear(expr->lhs, factor, form) && add_linear(expr->rhs, factor, form);
    case TERN_AFFINE_MUL:
      if (tern_affine_expr_is_symbolic(expr->rhs)) {
        return add_linear(expr->lhs, tern_affine_mul(expr->rhs, factor), form);
      }
      return tern_affine_expr_is_symbolic(expr->lhs) && add_linear(expr->rhs, tern_affine_mul(expr->lhs, factor), form);
    default: return false;
  }
}

static int64_t constant_or_dynamic(const tern_affine_expr_t *expr, size_t symbol_count) {
  expr = tern_affine_expr_simplify(expr, 0, symbol_count);
  return tern_affine_expr_is_constant(expr) ? expr->value : TERN_DYNAMIC;
}

static bool compute_map_strides(const tern_type_t *type, const tern_affine_map_t *map, int64_t *out_strides,
                                int64_t *out_offset) {
  size_t rank = tern_type_rank(type);
  if (tern_affine_map_is_identity(map) && map->dim_count == rank) {
    compute_identity_strides(type, out_strides, out_offset);
    return true;
  }
  if (map->result_count != 1 || map->dim_count != rank) return false;
  const tern_affine_expr_t *zero = tern_affine_constant(map->context, 0);
  strided_form_t form = {tern_realloc_array(NULL, rank ? rank : 1, sizeof(form.strides[0])), zero};
  for (size_t i = 0; i < rank; ++i) form.strides[i] = zero;
  bool is_strided = add_linear(map->results[0], tern_affine_constant(map->context, 1), &form);
  if (is_strided) {
    for (size_t i = 0; i < rank; ++i) out_strides[i] = constant_or_dynamic(form.strides[i], map->symbol_count);
    *out_offset = constant_or_dynamic(form.offset, map->symbol_count);
  }
  free(form.strides);
  return is_strided;
}

bool tern_memref_type_strides(const tern_type_t *type, int64_t *out_strides, int64_t *out_offset) {
  assert(type->kind == TERN_TYPE_MEMREF);
  const tern_attr_t *layout = tern_memref_type_layout(type);
  if (!layout) {
    compute_identity_strides(type, out_strides, out_offset);
    return true;
  }
  if (layout->kind == TERN_ATTR_AFFINE_MAP) {
    return compute_map_strides(type, tern_affine_map_attr_value(layout), out_strides, out_offset);
  }
  if (layout->kind != TERN_ATTR_STRIDED_LAYOUT || layout->param_count != tern_type_rank(type) + 1) return false;
  *out_offset = (int64_t)layout->params[0];
  for (size_t i = 0; i < tern_type_rank(type); ++i) out_strides[i] = (int64_t)layout->params[1 + i];
  return true;
}
