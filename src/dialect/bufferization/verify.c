// What the verifier asks of bufferization's ops, and of its attributes on others.

#include "dialect/bufferization/bufferization.h"
#include "dialect/bufferization/hooks.h"
#include "ir/diagnostic.h"

static bool is_buffer(const tern_type_t *type) {
  return type->kind == TERN_TYPE_MEMREF || type->kind == TERN_TYPE_UNRANKED_MEMREF;
}

// --- alloc_tensor, dealloc ---

bool tern_bufferization_verify_alloc_tensor(const tern_op_t *op) {
  const tern_type_t *type = op->results[0].type;
  size_t start, count;
  tern_op_operand_group(op, 0, &start, &count);
  const tern_value_t *copy = tern_op_operand_named(op, "copy");
  if (copy) {
    if (count > 0) return tern_emit_error(op->loc, "dynamic sizes not needed when copying a tensor");
    return copy->type == type || tern_emit_error(op->loc, "expected that `copy` and return type match");
  }
  size_t expected = tern_type_is_ranked(type) ? tern_type_dynamic_dim_count(type) : 0;
  return count == expected ||
         tern_op_error(op, "incorrect number of dynamic sizes, has %zu, expected %zu", count, expected);
}

bool tern_bufferization_verify_dealloc(const tern_op_t *op) {
  size_t start, memrefs, conditions, retained;
  tern_op_operand_group(op, 0, &start, &memrefs);
  tern_op_operand_group(op, 1, &start, &conditions);
  tern_op_operand_group(op, 2, &start, &retained);
  if (memrefs != conditions)
    return tern_op_error(op, "must have the same number of conditions as memrefs to deallocate");
  return retained == op->result_count ||
         tern_op_error(op, "must have the same number of updated conditions (results) as retained operands");
}

// --- tensors and buffers of one shape ---

static bool have_same_shape(const tern_type_t *a, const tern_type_t *b) {
  if (tern_type_is_ranked(a) != tern_type_is_ranked(b)) return false;
  if (!tern_type_is_ranked(a)) return true;
  if (tern_type_rank(a) != tern_type_rank(b)) return false;
  for (size_t i = 0; i < tern_type_rank(a); i++)
    if (tern_type_dim(a, i) != tern_type_dim(b, i)) return false;
  return true;
}

bool tern_bufferization_verify_same_contents(const tern_op_t *op) {
  const tern_type_t *from = tern_op_operand(op, 0)->type, *to = op->results[0].type;
  bool has_same_shape = have_same_shape(from, to);
  if (has_same_shape && tern_type_element(from) == tern_type_element(to)) return true;
  tern_emit_error(op->loc, has_same_shape ? "element types do not match" : "shapes do not match");
  return tern_op_error(op, "failed to verify that specified tensor and buffer types match");
}

// --- materialize_in_destination ---

static bool verify_destination(const tern_op_t *op, const tern_type_t *destination) {
  bool is_tensor = destination->kind == TERN_TYPE_TENSOR || destination->kind == TERN_TYPE_UNRANKED_TENSOR;
  if (!is_tensor && !is_buffer(destination)) return tern_op_error(op, "'dest' must be a tensor or a memref");
  if (is_tensor && op->result_count != 1) return tern_op_error(op, "tensor 'dest' implies exactly one tensor result");
  if (is_tensor && op->results[0].type != destination) return tern_op_error(op, "result and 'dest' types must match");
  if (!is_tensor && op->result_count != 0) return tern_op_error(op, "memref 'dest' implies zero results");
  if (is_tensor && tern_op_attr(op, "restrict"))
    return tern_op_error(op, "'restrict' is valid only for memref destinations");
  return (tern_op_attr(op, "writable") != NULL) == !is_tensor ||
         tern_op_error(op, "'writable' must be specified if and only if the destination is of memref type");
}

bool tern_bufferization_verify_materialization(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *destination = tern_op_operand(op, 1)->type;
  if (tern_type_element(source) != tern_type_element(destination))
    return tern_op_error(op, "failed to verify that all of {source, dest} have same element type");
  if (!verify_destination(op, destination)) return false;
  if (tern_type_is_ranked(source) != tern_type_is_ranked(destination))
    return tern_op_error(op, "source/destination shapes are incompatible");
  if (!tern_type_is_ranked(source)) return true;
  if (tern_type_rank(source) != tern_type_rank(destination))
    return tern_op_error(op, "rank mismatch between source and destination shape");
  for (size_t i = 0; i < tern_type_rank(source); i++) {
    int64_t from = tern_type_dim(source, i), to = tern_type_dim(destination, i);
    if (from != to && from != TERN_DYNAMIC && to != TERN_DYNAMIC)
      return tern_op_error(op, "source/destination shapes are incompatible");
  }
  return true;
}

tern_traits_t tern_bufferization_effects_of_materialization(const tern_op_t *op) {
  return op->operand_count == 2 && is_buffer(tern_op_operand(op, 1)->type) ? TERN_TRAIT_MEM_WRITE : 0;
}

// --- attributes ---

bool tern_bufferization_verify_op_attr(const tern_op_t *op, tern_str_t name, const tern_attr_t *attr) {
  (void)attr;
  if (!tern_str_equal_cstr(name, "bufferization.manual_deallocation"))
    return tern_emit_error(op->loc,
                           "attribute '\"%.*s\"' not supported as an op attribute by the bufferization dialect",
                           (int)name.size, name.data);
  // Ops that say nothing of their effects do not have this one.
  const tern_op_row_t *row = op->def->row;
  const tern_traits_t wanted = TERN_TRAIT_MEM_ALLOC | TERN_TRAIT_MEM_FREE;
  bool is_known = row && ((row->traits & TERN_MEMORY_EFFECTS) || row->effects);
  return (is_known && (tern_op_effects(op) & wanted)) ||
         tern_op_error(op, "attribute '%.*s' can be used only on ops that have an allocation and/or free side effect",
                       (int)name.size, name.data);
}

static bool is_access(const tern_attr_t *attr) {
  static const char *const accesses[] = {"none", "read", "write", "read-write"};
  for (size_t i = 0; i < sizeof(accesses) / sizeof(accesses[0]); i++)
    if (tern_str_equal_cstr(tern_string_attr_value(attr), accesses[i])) return true;
  return false;
}

bool tern_bufferization_verify_arg_attr(const tern_op_t *op, size_t index, tern_str_t name, const tern_attr_t *attr) {
  (void)index;
  if (tern_str_equal_cstr(name, "bufferization.writable")) {
    if (attr->kind != TERN_ATTR_INTEGER || !tern_type_is_i(tern_attr_type(attr), 1))
      return tern_emit_error(op->loc, "'bufferization.writable' is expected to be a boolean attribute");
    return !tern_region_is_empty(&op->regions[0]) ||
           tern_emit_error(op->loc, "'bufferization.writable' is invalid on external functions");
  }
  if (tern_str_equal_cstr(name, "bufferization.access")) {
    if (attr->kind != TERN_ATTR_STRING)
      return tern_emit_error(op->loc, "'bufferization.access' is expected to be a string attribute");
    return is_access(attr) || tern_emit_error(op->loc, "invalid value for 'bufferization.access'");
  }
  if (tern_str_equal_cstr(name, "bufferization.buffer_layout")) {
    return attr->kind == TERN_ATTR_AFFINE_MAP || attr->kind == TERN_ATTR_STRIDED_LAYOUT ||
           tern_emit_error(op->loc, "'bufferization.buffer_layout' is expected to be a memref layout attribute");
  }
  return tern_emit_error(op->loc,
                         "attribute '%.*s' not supported as a region arg attribute by the bufferization dialect",
                         (int)name.size, name.data);
}
