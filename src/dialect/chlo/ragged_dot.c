// chlo.ragged_dot: its dimensions and rules.

#include "dialect/chlo/hooks.h"
#include "dialect/stablehlo/hooks.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

static bool read_dims(const tern_attr_t *attr, const char *name, tern_ragged_dims_t *out_dims) {
  tern_hlo_dims_t dims;
  if (!tern_hlo_attr_field(attr, "ragged_dot", name, &dims)) return false;
  *out_dims = (tern_ragged_dims_t){dims.values, dims.count};
  return true;
}

bool tern_chlo_ragged_dot_numbers(const tern_attr_t *attr, tern_ragged_dot_numbers_t *out_numbers) {
  return read_dims(attr, "lhs_batching_dimensions", &out_numbers->lhs_batching) &&
         read_dims(attr, "rhs_batching_dimensions", &out_numbers->rhs_batching) &&
         read_dims(attr, "lhs_contracting_dimensions", &out_numbers->lhs_contracting) &&
         read_dims(attr, "rhs_contracting_dimensions", &out_numbers->rhs_contracting) &&
         read_dims(attr, "lhs_ragged_dimensions", &out_numbers->lhs_ragged) &&
         read_dims(attr, "rhs_group_dimensions", &out_numbers->rhs_group);
}

bool tern_ragged_dims_have(tern_ragged_dims_t dims, size_t dim) {
  for (size_t i = 0; i < dims.count; ++i) {
    if (dims.values[i] == (int64_t)dim) return true;
  }
  return false;
}

tern_ragged_mode_t tern_chlo_ragged_mode(const tern_ragged_dot_numbers_t *numbers) {
  size_t dim = (size_t)numbers->lhs_ragged.values[0];
  if (tern_ragged_dims_have(numbers->lhs_batching, dim)) return TERN_RAGGED_BATCH;
  return tern_ragged_dims_have(numbers->lhs_contracting, dim) ? TERN_RAGGED_CONTRACTING : TERN_RAGGED_FREE;
}

// Dimensions of an operand, each once over all lists.
static bool check_dims(const tern_op_t *op, size_t operand, const tern_ragged_dims_t *lists, size_t list_count) {
  const tern_type_t *type = tern_op_operand(op, operand)->type;
  uint64_t seen = 0;
  for (size_t l = 0; l < list_count; ++l) {
    for (size_t i = 0; i < lists[l].count; ++i) {
      int64_t dim = lists[l].values[i];
      if (dim < 0 || (uint64_t)dim >= tern_type_rank(type) || dim >= 64) {
        return tern_op_error(op, "names dimension %lld of operand #%zu, which '%s' does not have", (long long)dim,
                             operand, tern_type_text(type));
      }
      if (seen >> dim & 1) {
        return tern_op_error(op, "names dimension %lld of operand #%zu twice", (long long)dim, operand);
      }
      seen |= UINT64_C(1) << dim;
    }
  }
  return true;
}

static bool check_sizes(const tern_op_t *op, tern_ragged_dims_t lhs, tern_ragged_dims_t rhs) {
  for (size_t i = 0; i < lhs.count; ++i) {
    int64_t a = tern_type_dim(tern_op_operand(op, 0)->type, (size_t)lhs.values[i]);
    int64_t b = tern_type_dim(tern_op_operand(op, 1)->type, (size_t)rhs.values[i]);
    if (a != b && a != TERN_DYNAMIC && b != TERN_DYNAMIC) {
      return tern_op_error(op, "pairs dimension %lld of lhs, of size %lld, with dimension %lld of rhs, of size %lld",
                           (long long)lhs.values[i], (long long)a, (long long)rhs.values[i], (long long)b);
    }
  }
  return true;
}

// The result: groups (if the ragged dimension is contracted), batches, what is free of lhs, what is free of rhs.
static const tern_type_t *result_type(const tern_op_t *op, const tern_ragged_dot_numbers_t *n) {
  const tern_type_t *lhs = tern_op_operand(op, 0)->type, *rhs = tern_op_operand(op, 1)->type;
  const tern_type_t *sizes = tern_op_operand(op, 2)->type;
  int64_t dims[2 * TERN_HLO_MAX_RANK + 1];
  size_t count = 0;
  if (tern_chlo_ragged_mode(n) == TERN_RAGGED_CONTRACTING) dims[count++] = tern_type_dim(sizes, 0);
  for (size_t i = 0; i < n->lhs_batching.count; ++i) {
    dims[count++] = tern_type_dim(lhs, (size_t)n->lhs_batching.values[i]);
  }
  for (size_t i = 0; i < tern_type_rank(lhs); ++i) {
    bool is_free = !tern_ragged_dims_have(n->lhs_batching, i) && !tern_ragged_dims_have(n->lhs_contracting, i);
    if (is_free) dims[count++] = tern_type_dim(lhs, i);
  }
  for (size_t i = 0; i < tern_type_rank(rhs); ++i) {
    bool is_free = !tern_ragged_dims_have(n->rhs_batching, i) && !tern_ragged_dims_have(n->rhs_contracting, i) &&
                   !tern_ragged_dims_have(n->rhs_group, i);
    if (is_free) dims[count++] = tern_type_dim(rhs, i);
  }
  return tern_hlo_tensor(tern_type_element(op->results[0].type), dims, count);
}

bool tern_chlo_verify_ragged_dot(const tern_op_t *op) {
  tern_ragged_dot_numbers_t n;
  for (size_t i = 0; i < 3; ++i) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    if (!tern_type_is_ranked(type) || tern_type_rank(type) > TERN_HLO_MAX_RANK) {
      return tern_op_error(op, "expects operands with a rank of at most %d", TERN_HLO_MAX_RANK);
    }
  }
  if (!tern_chlo_ragged_dot_numbers(tern_op_attr(op, "ragged_dot_dimension_numbers"), &n)) return false;
  if (n.lhs_batching.count != n.rhs_batching.count || n.lhs_contracting.count != n.rhs_contracting.count) {
    return tern_op_error(op, "expects as many batching and contracting dimensions of lhs as of rhs");
  }
  if (n.lhs_ragged.count != 1) return tern_op_error(op, "expects one ragged dimension of lhs");
  const tern_ragged_dims_t of_lhs[] = {n.lhs_batching, n.lhs_contracting};
  const tern_ragged_dims_t of_rhs[] = {n.rhs_batching, n.rhs_contracting, n.rhs_group};
  if (!check_dims(op, 0, of_lhs, 2) || !check_dims(op, 0, &n.lhs_ragged, 1) || !check_dims(op, 1, of_rhs, 3) ||
      !check_sizes(op, n.lhs_batching, n.rhs_batching) || !check_sizes(op, n.lhs_contracting, n.rhs_contracting)) {
    return false;
  }
  size_t expected = tern_chlo_ragged_mode(&n) == TERN_RAGGED_FREE ? 1 : 0;
  if (n.rhs_group.count != expected) {
    return tern_op_error(op, expected ? "expects one group dimension of rhs, because the ragged dimension is free"
                                      : "expects no group dimension of rhs, because the ragged dimension is not free");
  }
  if (tern_type_rank(tern_op_operand(op, 2)->type) == 0) return tern_op_error(op, "expects a list of group sizes");
  if (expected && tern_type_rank(tern_op_operand(op, 2)->type) == 1) {
    int64_t groups = tern_type_dim(tern_op_operand(op, 1)->type, (size_t)n.rhs_group.values[0]);
    int64_t listed = tern_type_dim(tern_op_operand(op, 2)->type, 0);
    if (groups != listed && groups != TERN_DYNAMIC && listed != TERN_DYNAMIC) {
      return tern_op_error(op, "has %lld group sizes for %lld groups", (long long)listed, (long long)groups);
    }
  }
  const tern_type_t *type = result_type(op, &n);
  return tern_hlo_are_compatible(type, op->results[0].type) ||
         tern_op_error(op, "expects a result of type '%s', but got '%s'", tern_type_text(type),
                       tern_type_text(op->results[0].type));
}
