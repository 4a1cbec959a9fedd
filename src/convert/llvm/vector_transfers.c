// Transfers of vectors that are plain accesses, as loads and stores.

#include "convert/llvm/vector_transfers.h"

enum { MAX_RANK = 64 };

// A transfer as far as both directions have it.
typedef struct transfer {
  tern_value_t *base, *mask;  // `mask` may be NULL
  tern_values_t operands;     // the base and the indices, in `storage`
  tern_value_t *storage[MAX_RANK + 4];
} transfer_t;

// Is the innermost dimension contiguous in memory?
static bool has_unit_stride(const tern_type_t *memref) {
  int64_t strides[MAX_RANK], offset;
  size_t rank = tern_type_rank(memref);
  if (rank > MAX_RANK || !tern_memref_type_strides(memref, strides, &offset)) return false;
  return rank == 0 || strides[rank - 1] == 1;
}

// Do the dimensions of the vector run along the innermost ones of memory, in order, or along none: is it repeated there?
// `*out_repeats`: is the one dimension of the vector repeated?
static bool is_minor_identity(const tern_affine_map_t *map, bool *out_repeats) {
  *out_repeats = false;
  if (map->dim_count < map->result_count) return false;
  for (size_t i = 0; i < map->result_count; ++i) {
    const tern_affine_expr_t *result = map->results[i];
    if (tern_affine_expr_is_constant(result) && result->value == 0) {
      *out_repeats = true;
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

// Is it an access, of a vector of this type? `*out_repeats` as above.
static bool match(const tern_op_t *op, const tern_type_t *vector, transfer_t *out_transfer, bool *out_repeats) {
  size_t start, count;
  out_transfer->base = tern_op_operand_named(op, "base");
  out_transfer->mask = tern_op_operand_named(op, "mask");
  const tern_type_t *memref = out_transfer->base->type;
  const tern_op_t *parent = tern_op_parent(op);
  if (parent && tern_op_is(parent, TERN_VECTOR(MASK))) return false;
  if (tern_type_rank(vector) > 1 || memref->kind != TERN_TYPE_MEMREF || !has_unit_stride(memref)) return false;
  if (!is_minor_identity(tern_affine_map_attr_value(tern_op_attr(op, "permutation_map")), out_repeats)) return false;
  const tern_type_t *element = tern_type_element(memref);
  const tern_type_t *accessed = element->kind == TERN_TYPE_VECTOR ? vector : tern_type_element(vector);
  if (element != accessed || !is_in_bounds(op) || (out_transfer->mask && tern_type_rank(vector) != 1)) return false;
  tern_op_operands_named(op, "indices", &start, &count);
  out_transfer->storage[0] = out_transfer->base;
  for (size_t i = 0; i < count; ++i) out_transfer->storage[i + 1] = tern_op_operand(op, start + i);
  out_transfer->operands = (tern_values_t){out_transfer->storage, count + 1};
  return true;
}

static void add_operand(transfer_t *transfer, tern_value_t *value) {
  transfer->storage[transfer->operands.count++] = value;
}

bool tern_vector_lower_transfer_read(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  const tern_type_t *type = tern_op_result(op, 0)->type, *loaded = type;
  transfer_t transfer;
  bool repeats;
  if (!match(op, type, &transfer, &repeats)) return false;
  // What is repeated is read once.
  if (repeats) loaded = tern_vector_type_get(tern_type_element(type), &(int64_t){1}, 1, 0);
  tern_value_t *value;
  if (transfer.mask) {
    tern_value_t *fill = tern_build_value(b, TERN_VECTOR(BROADCAST), .types = TERN_TYPES(loaded),
                                          .operands = TERN_VALUES(tern_op_operand_named(op, "padding")));
    add_operand(&transfer, transfer.mask);
    add_operand(&transfer, fill);
    value = tern_build_value(b, TERN_VECTOR(MASKEDLOAD), .operands = transfer.operands, .types = TERN_TYPES(loaded));
  } else {
    value = tern_build_value(b, TERN_VECTOR(LOAD), .operands = transfer.operands, .types = TERN_TYPES(loaded));
  }
  if (repeats) {
    value = tern_build_value(b, TERN_VECTOR(BROADCAST), .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
  }
  tern_rewriter_replace(rewriter, op, TERN_VALUES(value));
  return true;
}

bool tern_vector_lower_transfer_write(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *value = tern_op_operand_named(op, "valueToStore");
  transfer_t transfer;
  bool repeats;
  if (!match(op, value->type, &transfer, &repeats) || repeats) return false;
  if (transfer.mask) {
    add_operand(&transfer, transfer.mask);
    add_operand(&transfer, value);
    tern_build(b, TERN_VECTOR(MASKEDSTORE), .operands = transfer.operands);
  } else {
    tern_value_t *operands[MAX_RANK + 2] = {value};
    for (size_t i = 0; i < transfer.operands.count; ++i) operands[i + 1] = transfer.storage[i];
    tern_build(b, TERN_VECTOR(STORE), .operands = {operands, transfer.operands.count + 1});
  }
  tern_rewriter_erase(rewriter, op);
  return true;
}
