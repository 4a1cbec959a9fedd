// Transfers that are plain accesses as loads and stores (upstream: LowerVectorTransfer).

#include "dialect/vector/lower/replace.h"

// A transfer as far as both directions have it.
typedef struct transfer {
  tern_value_t *base, *mask;  // `mask` may be NULL
  tern_values_t operands;     // the base and the indices, in `storage`
  tern_value_t *storage[TERN_VECTOR_MAX_RANK + 4];
  uint64_t repeated;  // dimensions of the vector that are broadcast
} transfer_t;

// Is the innermost dimension contiguous in memory?
static bool has_unit_stride(const tern_type_t *memref) {
  int64_t strides[TERN_VECTOR_MAX_RANK], offset;
  size_t rank = tern_type_rank(memref);
  if (rank > TERN_VECTOR_MAX_RANK || !tern_memref_type_strides(memref, strides, &offset)) return false;
  return rank == 0 || strides[rank - 1] == 1;
}

// Do the dimensions of the vector run along the innermost ones of memory, in order, or along none: is it repeated there?
static bool is_minor_identity(const tern_affine_map_t *map, uint64_t *out_repeated) {
  *out_repeated = 0;
  if (map->dim_count < map->result_count) return false;
  for (size_t i = 0; i < map->result_count; ++i) {
    const tern_affine_expr_t *result = map->results[i];
    if (tern_affine_expr_is_constant(result) && result->value == 0) {
      *out_repeated |= UINT64_C(1) << i;
    } else if (!tern_affine_expr_is_dim(result, map->dim_count - map->result_count + i)) {
      return false;
    }
  }
  return true;
}

static bool is_in_bounds(const tern_op_t *op) {
  const tern_attr_t *bounds = tern_op_attr(op, "in_bounds");
  for (size_t i = 0; i < tern_array_attr_count(bounds); ++i) {
    if (tern_integer_attr_value(tern_array_attr_at(bounds, i)) == 0) return false;
  }
  return true;
}

// The vector that is read or written: repeated dimensions once.
static const tern_type_t *accessed_type(const tern_type_t *vector, uint64_t repeated) {
  int64_t dims[TERN_VECTOR_MAX_RANK];
  if (!repeated) return vector;
  for (size_t i = 0; i < tern_type_rank(vector); ++i) dims[i] = repeated >> i & 1 ? 1 : tern_type_dim(vector, i);
  return tern_vector_of(tern_type_element(vector), dims, tern_type_rank(vector),
                        tern_vector_type_scalable_mask(vector) & ~repeated);
}

static bool match(const tern_op_t *op, const tern_type_t *vector, const tern_vector_lowering_options_t *options,
                  transfer_t *out) {
  size_t start, count, rank = tern_type_rank(vector);
  out->base = tern_op_operand_named(op, "base");
  out->mask = tern_op_operand_named(op, "mask");
  const tern_type_t *memref = out->base->type;
  if (rank > options->max_transfer_rank) return false;
  if (tern_vector_mask_around(op) || memref->kind != TERN_TYPE_MEMREF || rank > TERN_VECTOR_MAX_RANK) return false;
  if (!is_minor_identity(tern_affine_map_attr_value(tern_op_attr(op, "permutation_map")), &out->repeated)) return false;
  if (!has_unit_stride(memref)) return false;
  const tern_type_t *element = tern_type_element(memref);
  const tern_type_t *accessed =
      element->kind == TERN_TYPE_VECTOR ? accessed_type(vector, out->repeated) : tern_type_element(vector);
  if (element != accessed || !is_in_bounds(op) || (out->mask && rank != 1)) return false;
  tern_op_operands_named(op, "indices", &start, &count);
  if (count > TERN_VECTOR_MAX_RANK) return false;
  out->storage[0] = out->base;
  for (size_t i = 0; i < count; ++i) out->storage[i + 1] = tern_op_operand(op, start + i);
  out->operands = (tern_values_t){out->storage, count + 1};
  return true;
}

static void add_operand(transfer_t *transfer, tern_value_t *value) {
  transfer->storage[transfer->operands.count++] = value;
}

static bool lower_read(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  tern_builder_t *b = &rewriter->builder;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  transfer_t transfer;
  if (!match(op, type, user, &transfer)) return false;
  const tern_type_t *loaded = accessed_type(type, transfer.repeated);
  tern_value_t *value;
  if (transfer.mask) {
    tern_value_t *fill = tern_vector_make_broadcast(b, loaded, tern_op_operand_named(op, "padding"));
    add_operand(&transfer, transfer.mask);
    add_operand(&transfer, fill);
    value = tern_build_value(b, TERN_VECTOR(MASKEDLOAD), .operands = transfer.operands, .types = TERN_TYPES(loaded));
  } else {
    value = tern_build_value(b, TERN_VECTOR(LOAD), .operands = transfer.operands, .types = TERN_TYPES(loaded));
  }
  if (transfer.repeated) value = tern_vector_make_broadcast(b, type, value);
  return replace_by(rewriter, op, value);
}

static bool lower_write(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *value = tern_op_operand_named(op, "valueToStore");
  transfer_t transfer;
  if (!match(op, value->type, user, &transfer) || transfer.repeated) return false;
  if (transfer.mask) {
    add_operand(&transfer, transfer.mask);
    add_operand(&transfer, value);
    tern_build(b, TERN_VECTOR(MASKEDSTORE), .operands = transfer.operands);
  } else {
    tern_value_t *operands[TERN_VECTOR_MAX_RANK + 2] = {value};
    for (size_t i = 0; i < transfer.operands.count; ++i) operands[i + 1] = transfer.storage[i];
    tern_build(b, TERN_VECTOR(STORE), .operands = {operands, transfer.operands.count + 1});
  }
  tern_rewriter_erase(rewriter, op);
  return true;
}

const tern_pattern_t tern_vector_transfer_patterns[] = {
    {"transfer-read-to-vector-load", TERN_VECTOR(TRANSFER_READ), 1, lower_read},
    {"transfer-write-to-vector-store", TERN_VECTOR(TRANSFER_WRITE), 1, lower_write},
    {0},
};
