// tt: products, and ops whose bodies say how elements are combined (upstream: Ops.cpp).

#include <inttypes.h>

#include "dialect/tt/hooks.h"
#include "dialect/ttg/layout.h"
#include "ir/diagnostic.h"

static const tern_type_t *operand_type(const tern_op_t *op, size_t index) { return tern_op_operand(op, index)->type; }

// --- tt.dot ---

// `m x k` times `k x n`, in batches where there is a dimension more.
bool tern_tt_verify_dot(const tern_op_t *op) {
  const tern_type_t *a = operand_type(op, 0), *b = operand_type(op, 1), *c = operand_type(op, 2);
  if (tern_type_bit_width(tern_type_element(a)) != tern_type_bit_width(tern_type_element(b)))
    return tern_op_error_unnamed(op, "element types of operands A and B must have same bit width");
  size_t rank = tern_type_rank(c);
  if (rank < 2 || rank > 3 || tern_type_rank(a) != rank || tern_type_rank(b) != rank)
    return tern_op_error(op, "expected operands to be 2d or 3d");
  bool is_right = tern_type_dim(a, rank - 1) == tern_type_dim(b, rank - 2);
  if (!is_right)
    return tern_op_error(op,
                         "expected the last dimension of the first operand to be equal to the second-to-last "
                         "dimension of the second operand");
  is_right = tern_type_dim(c, rank - 2) == tern_type_dim(a, rank - 2) &&
             tern_type_dim(c, rank - 1) == tern_type_dim(b, rank - 1) &&
             (rank == 2 || (tern_type_dim(a, 0) == tern_type_dim(c, 0) && tern_type_dim(b, 0) == tern_type_dim(c, 0)));
  if (!is_right) {
    return tern_op_error(
        op,
        "expected the output shape to be the concatenation of the last dimension of the first operand and "
        "the last dimension of the second ");
  }
  return tern_tt_check_dot_encodings(op);
}

// --- tt.dot_scaled ---

typedef struct side {
  const tern_type_t *type, *scale;  // `scale` may be NULL
  bool is_fp4, is_packed_along_depth;
} side_t;

static side_t side_of(const tern_op_t *op, size_t side) {
  size_t start, count;
  tern_op_operand_group(op, 3 + side, &start, &count);
  const tern_attr_t *packed = tern_op_attr(op, side ? "rhs_k_pack" : "lhs_k_pack");
  int64_t kind = tern_enum_attr_value(tern_op_attr(op, side ? "b_elem_type" : "a_elem_type"));
  return (side_t){.type = operand_type(op, side),
                  .scale = count ? operand_type(op, start) : NULL,
                  .is_fp4 = kind == TERN_TT_E2M1,
                  .is_packed_along_depth = !packed || tern_integer_attr_value(packed) != 0};
}

// The depth in numbers, of which bytes along it hold two of 4 bits.
static int64_t depth_of(const side_t *side, size_t from_last) {
  int64_t size = tern_type_dim(side->type, tern_type_rank(side->type) - from_last);
  return side->is_fp4 && side->is_packed_along_depth ? 2 * size : size;
}

static int64_t width_of(const side_t *side, size_t from_last) {
  int64_t size = tern_type_dim(side->type, tern_type_rank(side->type) - from_last);
  return side->is_fp4 && !side->is_packed_along_depth ? 2 * size : size;
}

int64_t tern_tt_scale_factor(const tern_type_t *scale) { return scale->kind == TERN_TYPE_F8E4M3FN ? 16 : 32; }

static bool check_scale(const tern_op_t *op, const side_t *side, char name, int64_t size, int64_t depth) {
  if (!side->scale) return true;
  size_t rank = tern_type_rank(side->scale);
  if (rank != tern_type_rank(side->type))
    return tern_op_error_unnamed(op, "scales must have the rank of their operand");
  if (tern_type_dim(side->scale, rank - 2) != size)
    return tern_op_error_unnamed(op, "scales %c dimension must match the operand %c dimension", name, name);
  int64_t groups = depth / tern_tt_scale_factor(tern_type_element(side->scale));
  return tern_type_dim(side->scale, rank - 1) == groups ||
         tern_op_error_unnamed(op, "scales K dimension must match the operand K divided by the scale factor");
}

bool tern_tt_verify_dot_scaled(const tern_op_t *op) {
  side_t a = side_of(op, 0), b = side_of(op, 1);
  const tern_type_t *c = operand_type(op, 2);
  size_t rank = tern_type_rank(a.type);
  if (rank < 2 || rank > 3 || tern_type_rank(b.type) != rank || tern_type_rank(c) != rank)
    return tern_op_error(op, "expected operands to be 2d or 3d");
  if (depth_of(&a, 1) != depth_of(&b, 2))
    return tern_op_error(op,
                         "expected the last dimension of the first operand to be equal to the second-to-last "
                         "dimension of the second operand");
  int64_t rows = tern_type_dim(c, rank - 2), columns = tern_type_dim(c, rank - 1);
  if (width_of(&a, 2) != rows || width_of(&b, 1) != columns)
    return tern_op_error(
        op,
        "expected the output shape to be the concatenation of the last dimension of the first operand and "
        "the last dimension of the second ");
  return check_scale(op, &a, 'M', rows, depth_of(&a, 1)) && check_scale(op, &b, 'N', columns, depth_of(&a, 1));
}

// --- tt.reduce and tt.scan ---

// What is left of the shape; a scalar if nothing is.
static bool check_reduced(const tern_op_t *op, const tern_type_t *type, size_t axis, const tern_type_t *result) {
  int64_t dims[32];
  size_t rank = 0;
  const tern_attr_t *given = tern_tensor_type_encoding(type), *encoding = given;
  for (size_t d = 0; d < tern_type_rank(type) && rank < 32; ++d) {
    if (d != axis) dims[rank++] = tern_type_dim(type, d);
  }
  if (rank) encoding = tern_ttg_infer_reduce(given, axis);
  const tern_type_t *element = tern_type_element(type);
  const tern_type_t *inferred = rank ? tern_tensor_type_get(element, dims, rank, encoding) : element;
  if (inferred == result) return true;
  bool is_right = rank && result->kind == TERN_TYPE_TENSOR && tern_type_rank(result) == rank;
  for (size_t d = 0; d < rank && is_right; ++d) is_right = tern_type_dim(result, d) == dims[d];
  if (is_right && tern_ttg_same_layout(dims, encoding, tern_tensor_type_encoding(result))) return true;
  return tern_op_error(op, "inferred type(s) '%s' are incompatible with return type(s) of operation '%s'",
                       tern_type_text(inferred), tern_type_text(result));
}

static bool check_operand_encodings(const tern_op_t *op) {
  const tern_attr_t *first = tern_tensor_type_encoding(operand_type(op, 0));
  for (size_t i = 1; i < op->operand_count; ++i) {
    if (tern_tensor_type_encoding(operand_type(op, i)) != first)
      return tern_op_error(op, "requires the same encoding for all operands");
  }
  return true;
}

bool tern_tt_verify_reduce(const tern_op_t *op) {
  if (!op->operand_count) return tern_op_error(op, "must have at least 1 operand");
  if (op->operand_count != op->result_count) return tern_op_error(op, "must have the same number of inputs as outputs");
  int64_t axis = tern_integer_attr_value(tern_op_attr(op, "axis"));
  bool is_scan = tern_op_is(op, TERN_TT(SCAN));
  if (!(is_scan ? tern_tt_verify_same_encoding(op) : check_operand_encodings(op))) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_type_t *type = operand_type(op, i), *result = op->results[i].type;
    size_t rank = tern_type_rank(type);
    // Upstream lets a scan name a dimension that is not there, and so do its tests; lowering refuses it.
    if (!is_scan && (axis < 0 || axis >= (int64_t)rank))
      return tern_op_error(op, "axis out of bounds for operand rank %zu", rank);
    const tern_type_t *element = result->kind == TERN_TYPE_TENSOR ? tern_type_element(result) : result;
    if (element != tern_type_element(type)) return tern_op_error(op, "operand types and result types must agree");
    if (is_scan) continue;
    if (!check_reduced(op, type, (size_t)axis, result)) return false;
  }
  return true;
}

static bool check_combined(const tern_op_t *op, size_t index, const tern_type_t *type) {
  const tern_type_t *element = tern_type_element(operand_type(op, index % op->operand_count));
  return type == element ||
         tern_op_error(op, "type mismatch on combine operation. Expected argument %zu to have type '%s' but got '%s'",
                       index, tern_type_text(element), tern_type_text(type));
}

bool tern_tt_verify_combine_region(const tern_op_t *op) {
  const tern_block_t *body = op->regions[0].first_block;
  size_t count = op->operand_count;
  if (body->arg_count != 2 * count) {
    return tern_op_error(op, "nested block must take %zu arguments, but given block with %zu arguments", 2 * count,
                         (size_t)body->arg_count);
  }
  for (size_t i = 0; i < 2 * count; ++i) {
    if (!check_combined(op, i, body->args[i]->type)) return false;
  }
  const tern_op_t *end = tern_block_terminator(body);
  const tern_op_row_t *expected = tern_op_is(op, TERN_TT(SCAN)) ? TERN_TT(SCAN_RETURN) : TERN_TT(REDUCE_RETURN);
  if (!end || !tern_op_is(end, expected))
    return tern_op_error(op, "combine operation must be terminated with '%s'", expected->name);
  if (end->operand_count != count) {
    return tern_op_error(op, "expected combine operation to return %zu values but got %zu", count,
                         (size_t)end->operand_count);
  }
  for (size_t i = 0; i < count; ++i) {
    if (!check_combined(op, i, operand_type(end, i))) return false;
  }
  return true;
}

// --- tt.map_elementwise ---

static int64_t pack_of(const tern_op_t *op) { return tern_integer_attr_value(tern_op_attr(op, "pack")); }

bool tern_tt_verify_map_elementwise(const tern_op_t *op) {
  if (!op->operand_count) return tern_op_error(op, "MapElementwiseOp must have at least 1 operand");
  int64_t pack = pack_of(op);
  return (pack > 0 && (pack & (pack - 1)) == 0) || tern_op_error(op, "Pack must be a power of 2");
}

static tern_walk_result_t check_mapped(tern_op_t *inner, void *user) {
  const tern_op_t *op = user;
  // What a call does is seen where it is inlined.
  bool is_asked = !inner->region_count && inner->def->row && !(inner->def->row->traits & TERN_TRAIT_CALL_LIKE);
  if (is_asked && (tern_op_effects(inner) & TERN_TRAIT_MEM_WRITE)) {
    tern_op_error(inner, "Stores are not supported inside map_elementwise");
    return TERN_WALK_INTERRUPT;
  }
  if (!tern_op_is(inner, TERN_TT(MAP_ELEMENTWISE_RETURN))) return TERN_WALK_ADVANCE;
  size_t pack = (size_t)pack_of(op);
  bool is_right = inner->operand_count == pack * op->result_count;
  for (size_t i = 0; i < inner->operand_count && is_right; ++i)
    is_right = operand_type(inner, i) == tern_type_element(op->results[i / pack].type);
  if (is_right) return TERN_WALK_ADVANCE;
  tern_op_error_unnamed(inner, "region return does not match map_elementwise result");
  return TERN_WALK_INTERRUPT;
}

bool tern_tt_verify_map_region(const tern_op_t *op) {
  const tern_block_t *body = op->regions[0].first_block;
  size_t pack = (size_t)pack_of(op);
  if (!body || body->arg_count != op->operand_count * pack)
    return tern_op_error(op, "region has wrong number of arguments");
  for (size_t i = 0; i < body->arg_count; ++i) {
    if (body->args[i]->type != tern_type_element(operand_type(op, i / pack)))
      return tern_op_error_unnamed(op, "argument types did not match");
  }
  tern_region_for_each_block(&op->regions[0], block) {
    tern_block_for_each_op(block, inner) {
      if (tern_op_walk_pre(inner, check_mapped, (void *)(uintptr_t)op) == TERN_WALK_INTERRUPT) return false;
    }
  }
  return true;
}
