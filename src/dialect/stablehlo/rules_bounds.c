// #stablehlo.bounds in tensor types: upper bounds of sizes that are known at run time only.
//
//   tensor<?x5xf32, #stablehlo.bounds<10, ?>>

#include "dialect/stablehlo/hooks.h"
#include "ir/context.h"

// The bounds of a type; false if it has none.
static bool read_bounds(const tern_type_t *type, tern_hlo_dims_t *out_bounds) {
  const tern_attr_t *encoding = type->kind == TERN_TYPE_TENSOR ? tern_tensor_type_encoding(type) : NULL;
  return tern_hlo_attr_field(encoding, "bounds", "bounds", out_bounds);
}

int64_t tern_hlo_bound(const tern_type_t *type, size_t dim) {
  tern_hlo_dims_t bounds;
  int64_t size = tern_type_dim(type, dim);
  if (size != TERN_DYNAMIC || !read_bounds(type, &bounds) || dim >= bounds.count) return size;
  return bounds.values[dim];
}

bool tern_hlo_fit_bounds(const tern_type_t *a, const tern_type_t *b) {
  if (a->kind != TERN_TYPE_TENSOR || b->kind != TERN_TYPE_TENSOR || tern_type_rank(a) != tern_type_rank(b)) return true;
  for (size_t i = 0; i < tern_type_rank(a); ++i) {
    bool is_a_static = tern_type_dim(a, i) != TERN_DYNAMIC, is_b_static = tern_type_dim(b, i) != TERN_DYNAMIC;
    if (is_a_static == is_b_static) continue;
    const tern_type_t *known = is_a_static ? a : b, *limited = is_a_static ? b : a;
    int64_t bound = tern_hlo_bound(limited, i);
    if (bound != TERN_DYNAMIC && tern_type_dim(known, i) > bound) return false;
  }
  return true;
}

const tern_type_t *tern_hlo_bounded_type(const tern_hlo_subject_t *subject, const tern_type_t *like,
                                         const int64_t *dims, const int64_t *bounds, size_t rank) {
  tern_hlo_dims_t list;
  const tern_attr_t *encoding = read_bounds(like, &list) ? NULL : tern_tensor_type_encoding(like);
  int64_t kept[TERN_HLO_MAX_RANK];
  bool has_bounds = false;
  for (size_t i = 0; i < rank; ++i) {
    kept[i] = dims[i] == TERN_DYNAMIC ? bounds[i] : TERN_DYNAMIC;
    has_bounds |= kept[i] != TERN_DYNAMIC;
  }
  list = (tern_hlo_dims_t){kept, rank};
  if (has_bounds) {
    const tern_attr_row_t *row = tern_hlo_attr_row(subject->context, subject->def, "bounds");
    encoding = tern_hlo_fields_attr_get(subject->context, row, &list);
  }
  return tern_tensor_type_get(tern_type_element(like), dims, rank, encoding);
}

static bool check_type(const tern_op_t *op, const tern_type_t *type) {
  tern_hlo_dims_t bounds;
  if (!read_bounds(type, &bounds)) return true;
  if (bounds.count != tern_type_rank(type)) {
    return tern_op_error(op, "Bounds length is %zu, expected to be equal to rank(%zu) of the tensor", bounds.count,
                         tern_type_rank(type));
  }
  for (size_t i = 0; i < bounds.count; ++i) {
    if (bounds.values[i] == TERN_DYNAMIC) continue;
    if (tern_type_dim(type, i) != TERN_DYNAMIC) {
      return tern_op_error(op, "Static dimension %zu cannot have a bound, use ? to indicate a missing bound", i);
    }
    if (bounds.values[i] < 0) {
      return tern_op_error(op, "has the bound %lld in dimension %zu, expected none below 0",
                           (long long)bounds.values[i], i);
    }
  }
  return true;
}

bool tern_hlo_check_bounds(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!check_type(op, tern_op_operand(op, i)->type)) return false;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    if (!check_type(op, op->results[i].type)) return false;
  }
  return true;
}

bool tern_hlo_check_static_result(const tern_hlo_subject_t *subject) {
  const tern_type_t *type = subject->op->results[0].type;
  if (subject->def->dialect == &tern_mhlo_dialect) return true;
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    if (tern_hlo_bound(type, i) != TERN_DYNAMIC) continue;
    return tern_hlo_error(subject,
                          "result #0 must be statically shaped or single bounded dimension tensor, but got '%s'",
                          tern_type_text(type));
  }
  return true;
}
