// Factors that lie as panels.

#include "transform/linalg/blocking/unpacked_buffer.h"

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/common/reassociation.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/memref.h"
#include "dialect/memref/type_inference.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/tensor/tensor.h"

// --- the op ---

// The place in the panels of an element of a tensor of so many dimensions: panel, rows and what is before them, column, row of the group.
static const tern_affine_map_t *panel_map(tern_context_t *context, const tern_packing_t *packing, size_t rank) {
  const tern_affine_expr_t *results[TERN_LINALG_MAX_LOOPS + 2], *row = tern_affine_dim(context, rank - 2);
  const tern_affine_expr_t *column = tern_affine_dim(context, rank - 1);
  const tern_affine_expr_t *width = tern_affine_constant(context, packing->width),
                           *group = tern_affine_constant(context, packing->group);
  size_t count = 0;
  results[count++] = tern_affine_binary(TERN_AFFINE_FLOORDIV, column, width);
  for (size_t d = 0; d + 2 < rank; ++d) results[count++] = tern_affine_dim(context, d);
  results[count++] = tern_affine_binary(TERN_AFFINE_FLOORDIV, row, group);
  results[count++] = tern_affine_binary(TERN_AFFINE_MOD, column, width);
  if (packing->group > 1) results[count++] = tern_affine_binary(TERN_AFFINE_MOD, row, group);
  return tern_affine_map_get(context, rank, 0, results, count);
}

const tern_type_t *tern_packing_type(const tern_packing_t *packing, const tern_type_t *unpacked) {
  int64_t dims[TERN_LINALG_MAX_LOOPS + 2];
  size_t rank = tern_type_rank(unpacked), count = 0;
  dims[count++] = (tern_type_dim(unpacked, rank - 1) + packing->width - 1) / packing->width;
  for (size_t d = 0; d + 2 < rank; ++d) dims[count++] = tern_type_dim(unpacked, d);
  dims[count++] = tern_type_dim(unpacked, rank - 2) / packing->group;
  dims[count++] = packing->width;
  if (packing->group > 1) dims[count++] = packing->group;
  return tern_type_with_shape(unpacked, dims, count);
}

// The place in the tensor of an element of the panels.
static const tern_affine_map_t *place_map(tern_context_t *context, const tern_packing_t *packing, size_t rank,
                                          bool is_transposed) {
  const tern_affine_expr_t *results[TERN_LINALG_MAX_LOOPS + 2], *row = tern_affine_dim(context, rank - 1);
  const tern_affine_expr_t *column =
      tern_affine_mul(tern_affine_dim(context, 0), tern_affine_constant(context, packing->width));
  size_t loops = rank + 1 + (packing->group > 1);
  column = tern_affine_add(column, tern_affine_dim(context, rank));
  if (packing->group > 1) {
    row = tern_affine_add(tern_affine_mul(row, tern_affine_constant(context, packing->group)),
                          tern_affine_dim(context, rank + 1));
  }
  for (size_t d = 0; d + 2 < rank; ++d) results[d] = tern_affine_dim(context, 1 + d);
  results[rank - 2] = is_transposed ? column : row;
  results[rank - 1] = is_transposed ? row : column;
  return tern_affine_map_get(context, loops, 0, results, rank);
}

tern_value_t *tern_packing_build_pack(tern_builder_t *b, const tern_packing_t *packing, tern_value_t *tensor,
                                      bool is_transposed) {
  size_t rank = tern_type_rank(tensor->type);
  int64_t dims[TERN_LINALG_MAX_LOOPS];
  tern_iterator_t iterators[TERN_LINALG_MAX_LOOPS + 2];
  for (size_t d = 0; d < rank; ++d) dims[d] = tern_type_dim(tensor->type, is_transposed ? rank - 1 - d : d);
  const tern_type_t *type = tern_packing_type(packing, tern_type_with_shape(tensor->type, dims, rank));
  size_t loops = tern_type_rank(type);
  for (size_t i = 0; i < loops; ++i) iterators[i] = TERN_ITERATOR_PARALLEL;
  const tern_affine_map_t *maps[] = {place_map(b->context, packing, rank, is_transposed),
                                     tern_affine_map_identity(b->context, loops)};
  tern_value_t *empty = tern_tensor_build_empty(b, type, (tern_values_t){0});
  tern_op_t *op = tern_linalg_build_generic(b, TERN_TYPES(type), TERN_VALUES(tensor), TERN_VALUES(empty), maps,
                                            iterators, loops, tern_linalg_fill_copy, NULL);
  tern_op_set_attr(op, TERN_PACKING, tern_unit_attr_get(b->context));
  return tern_op_result(op, 0);
}

tern_value_t *tern_packing_build_unpack(tern_builder_t *b, const tern_packing_t *packing, tern_value_t *panels,
                                        const tern_type_t *type) {
  size_t rank = tern_type_rank(type);
  tern_iterator_t iterators[TERN_LINALG_MAX_LOOPS];
  for (size_t d = 0; d < rank; ++d) iterators[d] = TERN_ITERATOR_PARALLEL;
  const tern_affine_map_t *maps[] = {panel_map(b->context, packing, rank), tern_affine_map_identity(b->context, rank)};
  tern_value_t *empty = tern_tensor_build_empty(b, type, (tern_values_t){0});
  tern_op_t *op = tern_linalg_build_generic(b, TERN_TYPES(type), TERN_VALUES(panels), TERN_VALUES(empty), maps,
                                            iterators, rank, tern_linalg_fill_copy, NULL);
  tern_op_set_attr(op, TERN_UNPACKING, tern_unit_attr_get(b->context));
  return tern_op_result(op, 0);
}

static bool read_divisor(const tern_affine_expr_t *expr, size_t dim, int64_t *out_divisor) {
  bool is_quotient = expr->kind == TERN_AFFINE_FLOORDIV && tern_affine_expr_is_dim(expr->lhs, dim) &&
                     tern_affine_expr_is_constant(expr->rhs);
  *out_divisor = is_quotient ? expr->rhs->value : 1;
  return is_quotient || tern_affine_expr_is_dim(expr, dim);
}

bool tern_unpacking_match(const tern_op_t *op, tern_packing_t *out) {
  if (!tern_op_is(op, TERN_LINALG(GENERIC)) || tern_linalg_input_count(op) != 1 || tern_linalg_output_count(op) != 1 ||
      !tern_linalg_is_all_parallel(op)) {
    return false;
  }
  const tern_block_t *body = tern_linalg_body(op);
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, 0), *output = tern_linalg_output_map(op, 0);
  size_t rank = output->result_count;
  if (!tern_affine_map_is_identity(output) || rank < 2 || map->result_count <= rank ||
      tern_op_operand(body->last_op, 0) != body->args[0]) {
    return false;
  }
  // Whatever was read, the whole map has to be the one of such a packing.
  return read_divisor(map->results[0], rank - 1, &out->width) && out->width > 1 &&
         read_divisor(map->results[rank - 1], rank - 2, &out->group) &&
         map == panel_map(tern_op_context(op), out, rank);
}

// --- buffers ---

static bool is_only_read(const tern_value_t *memref, const tern_op_t *unpacking) {
  tern_value_for_each_use(memref, use) {
    tern_op_t *user = use->owner;
    if (user == unpacking || tern_op_is(user, TERN_MEMREF(DIM))) continue;
    bool is_read = tern_op_is(user, TERN_MEMREF(SUBVIEW))
                       ? is_only_read(tern_op_result(user, 0), unpacking)
                       : tern_is_linalg(user) && tern_operand_index(use) < tern_linalg_input_count(user);
    if (!is_read) return false;
  }
  return true;
}

void tern_unpacked_buffers_find(tern_op_t *func, tern_unpacked_buffers_t *out_buffers) {
  *out_buffers = (tern_unpacked_buffers_t){0};
  if (tern_region_is_empty(&func->regions[0])) return;
  tern_block_for_each_op(func->regions[0].first_block, op) {
    tern_unpacked_buffer_t buffer = {.unpacking = op};
    if (!tern_unpacking_match(op, &buffer.packing) || !tern_linalg_has_buffer_semantics(op)) continue;
    tern_value_t *output = tern_linalg_output(op, 0);
    buffer.memory = tern_value_defining_op(output);
    if (buffer.memory && tern_op_is(buffer.memory, TERN_MEMREF(ALLOCA)) && is_only_read(output, op)) {
      tern_vec_push(out_buffers, buffer);
    }
  }
}

void tern_unpacked_buffers_detach(const tern_unpacked_buffers_t *buffers) {
  for (size_t i = 0; i < buffers->count; ++i) {
    tern_op_move_before(buffers->values[i].memory, buffers->values[i].unpacking);
    tern_op_remove(buffers->values[i].unpacking);
  }
}

void tern_unpacked_buffers_attach(const tern_unpacked_buffers_t *buffers) {
  for (size_t i = 0; i < buffers->count; ++i) {
    tern_op_t *next = buffers->values[i].memory->next;
    tern_op_insert(buffers->values[i].unpacking, next->block, next);
  }
}

void tern_unpacked_buffers_clean(const tern_unpacked_buffers_t *buffers) {
  for (size_t i = 0; i < buffers->count; ++i) {
    tern_op_t *memory = buffers->values[i].memory, *unpacking = buffers->values[i].unpacking;
    bool is_read = false;
    tern_operand_t *next = NULL;
    for (tern_operand_t *use = tern_op_result(memory, 0)->first_use; use; use = next) {
      next = use->next;
      if (use->owner == unpacking) continue;
      if (tern_op_is_trivially_dead(use->owner)) {
        tern_op_destroy(use->owner);
      } else {
        is_read = true;
      }
    }
    if (is_read) continue;
    tern_op_destroy(unpacking);
    tern_op_destroy(memory);
  }
}

// --- views ---

// Is the value known to be a multiple: the counter of a loop in such steps, or a sum or product of such?
static bool is_multiple(const tern_value_t *value, int64_t divisor) {
  int64_t constant;
  if (tern_index_constant(value, &constant)) return constant % divisor == 0;
  const tern_op_t *op = tern_value_defining_op(value);
  if (op && tern_op_is(op, TERN_ARITH(MULI))) {
    return is_multiple(tern_op_operand(op, 0), divisor) || is_multiple(tern_op_operand(op, 1), divisor);
  }
  if (op && tern_op_is(op, TERN_ARITH(ADDI))) {
    return is_multiple(tern_op_operand(op, 0), divisor) && is_multiple(tern_op_operand(op, 1), divisor);
  }
  const tern_op_t *loop = op ? NULL : tern_block_parent_op(tern_value_block(value));
  return loop && tern_op_is(loop, TERN_SCF(FOR)) && tern_scf_for_iv(loop) == value &&
         is_multiple(tern_op_operand(loop, 0), divisor) && is_multiple(tern_op_operand(loop, 2), divisor);
}

static bool is_multiple_of(tern_mixed_index_t index, int64_t divisor) {
  return index.dynamic ? is_multiple(index.dynamic, divisor) : index.value % divisor == 0;
}

bool tern_unpacked_view_find(const tern_unpacked_buffers_t *buffers, const tern_value_t *memref,
                             tern_unpacked_view_t *out) {
  *out = (tern_unpacked_view_t){0};
  const tern_op_t *op = tern_value_defining_op(memref), *view = NULL;
  if (op && tern_op_is(op, TERN_MEMREF(SUBVIEW))) {
    view = op;
    op = tern_value_defining_op(tern_op_operand(view, 0));
  }
  for (size_t i = 0; i < buffers->count; ++i) {
    if (buffers->values[i].memory == op) out->buffer = &buffers->values[i];
  }
  if (!out->buffer) return false;
  out->panels = tern_linalg_input(out->buffer->unpacking, 0);
  size_t rank = tern_type_rank(memref->type);
  if (!view) return true;
  tern_slice_t slice;
  if (!tern_slice_read(view, &slice) || slice.count != rank) return false;
  for (size_t d = 0; d < rank; ++d) {
    if (slice.strides[d].value != 1) return false;
    out->offsets[d] = slice.offsets[d];
  }
  return is_multiple_of(out->offsets[rank - 1], out->buffer->packing.width) &&
         is_multiple_of(out->offsets[rank - 2], out->buffer->packing.group);
}

tern_value_t *tern_unpacked_view_build_lines(tern_builder_t *b, const tern_unpacked_view_t *view) {
  const tern_attr_t *reassociation = tern_reassociation_get(b->context, (size_t[]){1, 2, 4}, 3);
  const tern_type_t *type = tern_memref_collapsed_type(view->panels->type, reassociation);
  return tern_build_value(b, TERN_MEMREF(COLLAPSE_SHAPE), .operands = TERN_VALUES(view->panels),
                          .types = TERN_TYPES(type), .attrs = TERN_ATTRS({"reassociation", reassociation}));
}
