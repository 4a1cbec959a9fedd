// Tensor ops in terms of structured ops and slices (upstream: the patterns of convert-tensor-to-linalg,
// convert-elementwise-to-linalg and the decompositions of tensor.concat and tensor.pad).

#include "convert/decompose/tensor_decompose.h"

#include "base/vec.h"
#include "convert/bufferization/buffer_plan.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/bufferization/bufferization.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/memref/memref.h"
#include "dialect/tensor/tensor.h"
#include "ir/op_list.h"

#define MAX_RANK TERN_INDEX_LIST_MAX

// --- sizes ---

static tern_value_t *build_size(tern_builder_t *b, tern_value_t *tensor, size_t dim) {
  tern_mixed_index_t size;
  tern_value_t *memref;
  bool is_known = tern_buffer_find_size(b->block, tensor, dim, &size, &memref);
  tern_value_t *index = NULL;
  if (is_known && !memref) return tern_mixed_build(b, size);
  index = tern_build_index(b, (int64_t)dim);
  return tern_build_value(b, is_known ? TERN_MEMREF(DIM) : TERN_TENSOR(DIM),
                          .operands = TERN_VALUES(is_known ? memref : tensor, index));
}

// tensor.empty of `type`; `sizes` has a value for each dimension.
static tern_value_t *build_empty(tern_builder_t *b, const tern_type_t *type, tern_value_t *const *sizes) {
  tern_value_t *dynamics[MAX_RANK];
  size_t count = 0;
  for (size_t d = 0; d < tern_type_rank(type); ++d) {
    if (tern_type_dim(type, d) == TERN_DYNAMIC) dynamics[count++] = sizes[d];
  }
  return tern_build_value(b, TERN_TENSOR(EMPTY), .operands = {dynamics, count}, .types = TERN_TYPES(type));
}

static tern_value_t *build_fill(tern_builder_t *b, tern_value_t *scalar, tern_value_t *tensor) {
  tern_op_t *fill = tern_linalg_build_named(b, TERN_LINALG(FILL), TERN_TYPES(tensor->type), TERN_VALUES(scalar),
                                            TERN_VALUES(tensor), (tern_named_attrs_t){0});
  return tern_op_result(fill, 0);
}

static tern_value_t *build_insertion(tern_builder_t *b, tern_value_t *source, tern_value_t *target,
                                     tern_value_t *const *offsets) {
  tern_slice_t slice = {.count = tern_type_rank(source->type)};
  for (size_t d = 0; d < slice.count; ++d) {
    slice.offsets[d] = tern_mixed_of(offsets[d]);
    slice.sizes[d] = tern_mixed_of(build_size(b, source, d));
    slice.strides[d] = tern_mixed_static(1);
  }
  return tern_op_result(
      tern_slice_build(b, TERN_TENSOR(INSERT_SLICE), target->type, TERN_VALUES(source, target), &slice), 0);
}

static void replace(tern_op_t *op, tern_value_t *value) {
  tern_value_replace_all_uses(tern_op_result(op, 0), value);
  tern_op_destroy(op);
}

// --- generics of a region over indices ---

// Moves the ops of `source`, whose arguments are indices, into the body of a generic.
static void move_body(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)body;
  tern_block_t *source = user;
  for (uint32_t i = 0; i < source->arg_count; ++i) {
    tern_value_replace_all_uses(source->args[i], tern_linalg_build_index(b, i));
  }
  while (source->first_op->next) {
    tern_op_t *op = source->first_op;
    tern_op_remove(op);
    tern_builder_insert(b, op);
  }
  tern_build(b, TERN_LINALG(YIELD), .operands = TERN_VALUES(tern_op_operand(source->last_op, 0)));
}

// A generic over the elements of `output` with identity maps.
static tern_value_t *build_elementwise(tern_builder_t *b, tern_values_t inputs, tern_value_t *output,
                                       tern_linalg_body_fn_t fill_body, void *user) {
  size_t rank = tern_type_rank(output->type);
  TERN_VEC(const tern_affine_map_t *) maps = {0};
  tern_iterator_t iterators[MAX_RANK] = {TERN_ITERATOR_PARALLEL};
  for (size_t i = 0; i <= inputs.count; ++i) {
    bool is_scalar = i < inputs.count && inputs.values[i]->type->kind != TERN_TYPE_TENSOR;
    tern_vec_push(&maps, is_scalar ? tern_affine_map_get(b->context, rank, 0, NULL, 0)
                                   : tern_affine_map_identity(b->context, rank));
  }
  tern_op_t *generic = tern_linalg_build_generic(b, TERN_TYPES(output->type), inputs, TERN_VALUES(output), maps.values,
                                                 iterators, rank, fill_body, user);
  tern_vec_deinitialize(&maps);
  return tern_op_result(generic, 0);
}

static void decompose_generate(tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *sizes[MAX_RANK];
  const tern_type_t *type = tern_op_result(op, 0)->type;
  size_t used = 0;
  for (size_t d = 0; d < tern_type_rank(type); ++d) {
    sizes[d] = tern_type_dim(type, d) == TERN_DYNAMIC ? tern_op_operand(op, used++) : NULL;
  }
  tern_value_t *empty = build_empty(&b, type, sizes);
  replace(op, build_elementwise(&b, (tern_values_t){0}, empty, move_body, tern_op_body(op, 0)));
}

// --- pad ---

static bool list_at(const tern_op_t *op, const char *name, const char *statics, tern_mixed_index_t *out_entries) {
  return tern_index_list_read(op, name, statics, out_entries, MAX_RANK);
}

// The number that every padded element is; NULL if it depends on where it is.
static tern_value_t *padding_value(tern_builder_t *b, tern_op_t *op) {
  tern_block_t *body = tern_op_body(op, 0);
  tern_value_t *value = tern_op_operand(body->last_op, 0);
  for (uint32_t i = 0; i < body->arg_count; ++i) {
    if (tern_value_has_uses(body->args[i])) return NULL;
  }
  while (body->first_op != body->last_op) {
    tern_op_t *inner = body->first_op;
    tern_op_remove(inner);
    tern_builder_insert(b, inner);
  }
  return value;
}

void tern_decompose_tensor_pad(tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *source = tern_op_operand(op, 0), *sizes[MAX_RANK], *offsets[MAX_RANK];
  const tern_type_t *type = tern_op_result(op, 0)->type;
  tern_mixed_index_t low[MAX_RANK], high[MAX_RANK];
  if (!list_at(op, "low", "static_low", low) || !list_at(op, "high", "static_high", high)) return;
  for (size_t d = 0; d < tern_type_rank(type); ++d) {
    offsets[d] = tern_mixed_build(&b, low[d]);
    sizes[d] = NULL;
    if (tern_type_dim(type, d) != TERN_DYNAMIC) continue;
    sizes[d] = tern_build_index_add(&b, offsets[d], build_size(&b, source, d));
    sizes[d] = tern_build_index_add(&b, sizes[d], tern_mixed_build(&b, high[d]));
  }
  tern_value_t *scalar = padding_value(&b, op), *empty = build_empty(&b, type, sizes);
  tern_value_t *filled = scalar ? build_fill(&b, scalar, empty)
                                : build_elementwise(&b, (tern_values_t){0}, empty, move_body, tern_op_body(op, 0));
  replace(op, build_insertion(&b, source, filled, offsets));
}

// --- concat, splat, from_elements ---

static void decompose_concat(tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  const tern_type_t *type = tern_op_result(op, 0)->type;
  size_t rank = tern_type_rank(type), dim = (size_t)tern_integer_attr_value(tern_op_attr(op, "dim"));
  tern_value_t *sizes[MAX_RANK], *offsets[MAX_RANK], *end = tern_build_index(&b, 0);
  for (size_t d = 0; d < rank; ++d) {
    offsets[d] = tern_build_index(&b, 0);
    sizes[d] = tern_type_dim(type, d) == TERN_DYNAMIC && d != dim ? build_size(&b, tern_op_operand(op, 0), d) : NULL;
  }
  for (size_t i = 0; i < op->operand_count && tern_type_dim(type, dim) == TERN_DYNAMIC; ++i) {
    end = sizes[dim] = tern_build_index_add(&b, end, build_size(&b, tern_op_operand(op, i), dim));
  }
  tern_value_t *result = build_empty(&b, type, sizes);
  for (size_t i = 0; i < op->operand_count; ++i) {
    result = build_insertion(&b, tern_op_operand(op, i), result, offsets);
    offsets[dim] = tern_build_index_add(&b, offsets[dim], build_size(&b, tern_op_operand(op, i), dim));
  }
  replace(op, result);
}

static void decompose_splat(tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *sizes[MAX_RANK];
  const tern_type_t *type = tern_op_result(op, 0)->type;
  size_t used = 1;
  for (size_t d = 0; d < tern_type_rank(type); ++d) {
    sizes[d] = tern_type_dim(type, d) == TERN_DYNAMIC ? tern_op_operand(op, used++) : NULL;
  }
  replace(op, build_fill(&b, tern_op_operand(op, 0), build_empty(&b, type, sizes)));
}

static void decompose_from_elements(tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  const tern_type_t *type = tern_op_result(op, 0)->type;
  tern_value_t *result = build_empty(&b, type, NULL);
  if (op->operand_count == 1) {
    replace(op, build_fill(&b, tern_op_operand(op, 0), result));
    return;
  }
  size_t rank = tern_type_rank(type);
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *operands[2 + MAX_RANK] = {tern_op_operand(op, i), result};
    int64_t rest = (int64_t)i;
    for (size_t d = rank; d-- > 0; rest /= tern_type_dim(type, d)) {
      operands[2 + d] = tern_build_index(&b, rest % tern_type_dim(type, d));
    }
    result = tern_build_value(&b, TERN_TENSOR(INSERT), .operands = {operands, 2 + rank}, .types = TERN_TYPES(type));
  }
  replace(op, result);
}

// --- element-wise ops ---

// The op on the elements that are the body's arguments.
static void scalar_body(tern_builder_t *b, tern_block_t *body, void *user) {
  tern_op_t *op = user;
  tern_value_t *operands[16];
  const tern_type_t *type = tern_type_element(tern_op_result(op, 0)->type);
  bool is_bitcast = tern_op_is(op, TERN_TENSOR(BITCAST));
  for (size_t i = 0; i < op->operand_count; ++i) operands[i] = body->args[i];
  tern_op_t *scalar =
      tern_build(b, is_bitcast ? TERN_ARITH(BITCAST) : op->def->row, .operands = {operands, op->operand_count},
                 .types = TERN_TYPES(type), .dictionary = tern_op_attr_dictionary(op));
  tern_build(b, TERN_LINALG(YIELD), .operands = TERN_VALUES(tern_op_result(scalar, 0)));
}

static bool is_elementwise_on_tensors(const tern_op_t *op) {
  if (op->result_count != 1 || op->region_count != 0 || op->operand_count == 0 || op->operand_count > 16) return false;
  if (tern_op_result(op, 0)->type->kind != TERN_TYPE_TENSOR) return false;
  return tern_op_has_trait(op, TERN_TRAIT_ELEMENTWISE) || tern_op_is(op, TERN_TENSOR(BITCAST));
}

static void decompose_elementwise(tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *inputs[16], *shaped = NULL, *sizes[MAX_RANK];
  const tern_type_t *type = tern_op_result(op, 0)->type;
  for (size_t i = 0; i < op->operand_count; ++i) {
    inputs[i] = tern_op_operand(op, i);
    if (!shaped && inputs[i]->type->kind == TERN_TYPE_TENSOR) shaped = inputs[i];
  }
  for (size_t d = 0; d < tern_type_rank(type); ++d) {
    sizes[d] = tern_type_dim(type, d) == TERN_DYNAMIC ? build_size(&b, shaped, d) : NULL;
  }
  tern_value_t *empty = build_empty(&b, type, sizes);
  replace(op, build_elementwise(&b, (tern_values_t){inputs, op->operand_count}, empty, scalar_body, op));
}

// --- named structured ops on types whose body will change ---

static bool is_kept_otherwise(const tern_type_t *type) {
  const tern_type_t *element = tern_type_element(type);
  if (element->kind == TERN_TYPE_COMPLEX) return true;
  if (tern_type_is_float(element)) return tern_type_bit_width(element) < 16;
  return tern_type_is_integer(element) && tern_integer_type_width(element) < 8;
}

// A named op stands for its body; where elements are to be kept and computed with in other types it is written out.
static bool must_generalize(const tern_op_t *op) {
  if (!tern_is_linalg(op) || tern_op_is(op, TERN_LINALG(GENERIC)) || tern_op_is(op, TERN_LINALG(FILL))) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (is_kept_otherwise(tern_op_operand(op, i)->type)) return true;
  }
  return false;
}

static void move_linalg_body(tern_builder_t *b, tern_block_t *body, void *user) {
  tern_block_t *source = tern_linalg_body(user);
  for (uint32_t i = 0; i < source->arg_count; ++i) tern_value_replace_all_uses(source->args[i], body->args[i]);
  while (source->first_op) {
    tern_op_t *op = source->first_op;
    tern_op_remove(op);
    tern_builder_insert(b, op);
  }
}

static void generalize(tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  TERN_VEC(const tern_affine_map_t *) maps = {0};
  TERN_VEC(tern_value_t *) operands = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  tern_iterator_t iterators[TERN_LINALG_MAX_LOOPS];
  size_t loops = tern_linalg_loop_count(op), inputs = tern_linalg_input_count(op);
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_vec_push(&maps, tern_linalg_indexing_map(op, i));
    tern_vec_push(&operands, tern_op_operand(op, i));
  }
  for (size_t i = 0; i < op->result_count; ++i) tern_vec_push(&types, tern_op_result(op, i)->type);
  for (size_t i = 0; i < loops; ++i) iterators[i] = tern_linalg_iterator(op, i);
  tern_op_t *generic =
      tern_linalg_build_generic(&b, (tern_types_t){types.values, types.count}, (tern_values_t){operands.values, inputs},
                                (tern_values_t){operands.values + inputs, operands.count - inputs}, maps.values,
                                iterators, loops, move_linalg_body, op);
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_replace_all_uses(tern_op_result(op, i), tern_op_result(generic, i));
  }
  tern_op_destroy(op);
  tern_vec_deinitialize(&maps);
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
}

// --- all ---

static void decompose_dim(tern_op_t *op) {
  int64_t dim;
  tern_mixed_index_t size;
  tern_value_t *tensor = tern_op_operand(op, 0), *memref;
  if (!tern_index_constant(tern_op_operand(op, 1), &dim) || tensor->type->kind != TERN_TYPE_TENSOR) return;
  if (dim < 0 || (size_t)dim >= tern_type_rank(tensor->type)) return;
  if (!tern_buffer_find_size(op->block, tensor, (size_t)dim, &size, &memref)) return;
  tern_builder_t b = tern_builder_before(op);
  replace(op, build_size(&b, tensor, (size_t)dim));
}

void tern_decompose_tensor_ops(tern_op_t *root) {
  static const struct {
    const tern_op_row_t *row;
    void (*decompose)(tern_op_t *op);
  } rows[] = {
      {TERN_TENSOR(DIM), decompose_dim},           {TERN_TENSOR(PAD), tern_decompose_tensor_pad},
      {TERN_TENSOR(CONCAT), decompose_concat},     {TERN_TENSOR(SPLAT), decompose_splat},
      {TERN_TENSOR(GENERATE), decompose_generate}, {TERN_TENSOR(FROM_ELEMENTS), decompose_from_elements},
  };
  tern_op_list_t ops = tern_op_collect(root, TERN_POSTORDER, NULL);
  for (size_t i = 0; i < ops.count; ++i) {
    tern_op_t *op = ops.values[i];
    size_t row = 0, count = sizeof rows / sizeof rows[0];
    while (row < count && !tern_op_is(op, rows[row].row)) ++row;
    if (row < count) {
      rows[row].decompose(op);
    } else if (is_elementwise_on_tensors(op)) {
      decompose_elementwise(op);
    } else if (must_generalize(op)) {
      generalize(op);
    }
  }
  tern_vec_deinitialize(&ops);
}
