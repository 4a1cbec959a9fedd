// Builders of loops that carry tensors.

#include "convert/stablehlo/loop_build.h"

#include <stdlib.h>
#include <string.h>

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/complex/complex.h"
#include "dialect/gpu/gpu.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/tensor/tensor.h"
#include "dialect/util/util.h"
#include "ir/context.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

// --- scalars ---

tern_value_t *tern_build_binary(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *lhs, tern_value_t *rhs) {
  return tern_build_value(b, row, .operands = TERN_VALUES(lhs, rhs), .types = TERN_TYPES(lhs->type));
}

tern_value_t *tern_build_compared(tern_builder_t *b, int64_t predicate, tern_value_t *lhs, tern_value_t *rhs) {
  const tern_attr_t *attr = tern_integer_attr_get(tern_i_type_get(b->context, 64), predicate);
  return tern_build_value(b, TERN_ARITH(CMPI), .operands = TERN_VALUES(lhs, rhs),
                          .types = TERN_TYPES(tern_i_type_get(b->context, 1)),
                          .attrs = TERN_ATTRS({"predicate", attr}));
}

tern_value_t *tern_build_select(tern_builder_t *b, tern_value_t *condition, tern_value_t *yes, tern_value_t *no) {
  return tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(condition, yes, no),
                          .types = TERN_TYPES(yes->type));
}

tern_value_t *tern_build_insert(tern_builder_t *b, tern_value_t *scalar, tern_value_t *tensor, tern_values_t indices) {
  tern_value_t *operands[MAX_RANK + 2] = {scalar, tensor};
  if (indices.count) memcpy(operands + 2, indices.values, indices.count * sizeof(*operands));
  return tern_build_value(b, TERN_TENSOR(INSERT), .operands = {operands, indices.count + 2},
                          .types = TERN_TYPES(tensor->type));
}

tern_number_ops_t tern_number_ops_of(const tern_type_t *element) {
  if (element->kind == TERN_TYPE_COMPLEX) {
    return (tern_number_ops_t){TERN_COMPLEX(ADD), TERN_COMPLEX(SUB), TERN_COMPLEX(MUL), TERN_COMPLEX(DIV)};
  }
  if (tern_type_is_float(element)) {
    return (tern_number_ops_t){TERN_ARITH(ADDF), TERN_ARITH(SUBF), TERN_ARITH(MULF), TERN_ARITH(DIVF)};
  }
  return (tern_number_ops_t){TERN_ARITH(ADDI), TERN_ARITH(SUBI), TERN_ARITH(MULI), TERN_ARITH(DIVSI)};
}

tern_value_t *tern_build_conjugate(tern_builder_t *b, tern_value_t *x) {
  if (x->type->kind != TERN_TYPE_COMPLEX) return x;
  return tern_build_value(b, TERN_COMPLEX(CONJ), .operands = TERN_VALUES(x), .types = TERN_TYPES(x->type));
}

// --- loops ---

tern_op_t *tern_loop_open(tern_builder_t *b, tern_value_t *lower, tern_value_t *upper, tern_value_t *step,
                          tern_value_t **state, size_t state_count) {
  tern_op_t *loop = tern_build_scf_for(b, lower, upper, step, (tern_values_t){state, state_count});
  for (size_t i = 0; i < state_count; ++i) state[i] = tern_scf_for_carried(loop, i);
  return loop;
}

void tern_loop_close(tern_builder_t *b, tern_op_t *loop, tern_value_t **state, size_t state_count) {
  tern_build_scf_for_end(b, loop, (tern_values_t){state, state_count});
  for (size_t i = 0; i < state_count; ++i) state[i] = tern_op_result(loop, i);
}

void tern_loop_nest_open(tern_builder_t *b, const tern_extent_t *ends, size_t count, tern_value_t **state,
                         size_t state_count, tern_loop_nest_t *out_nest) {
  tern_value_t *uppers[MAX_RANK], *zero = tern_build_index(b, 0), *one = tern_build_index(b, 1);
  out_nest->count = count;
  for (size_t i = 0; i < count; ++i) uppers[i] = tern_build_extent(b, ends[i]);
  for (size_t i = 0; i < count; ++i) {
    out_nest->loops[i] = tern_loop_open(b, zero, uppers[i], one, state, state_count);
    out_nest->ivs[i] = tern_scf_for_iv(out_nest->loops[i]);
  }
}

void tern_loop_nest_close(tern_builder_t *b, tern_loop_nest_t *nest, tern_value_t **state, size_t state_count) {
  for (size_t i = nest->count; i-- > 0;) tern_loop_close(b, nest->loops[i], state, state_count);
}

static tern_block_t *add_state_block(tern_builder_t *b, tern_region_t *region, tern_value_t **state, size_t count) {
  const tern_type_t **types = tern_malloc((count + 1) * sizeof(*types));
  for (size_t i = 0; i < count; ++i) types[i] = state[i]->type;
  tern_block_t *block = tern_builder_add_block(b, region, (tern_types_t){types, count});
  for (size_t i = 0; i < count; ++i) state[i] = block->args[i];
  free(types);
  return block;
}

tern_op_t *tern_while_open(tern_builder_t *b, tern_value_t **state, size_t state_count) {
  const tern_type_t **types = tern_malloc((state_count + 1) * sizeof(*types));
  for (size_t i = 0; i < state_count; ++i) types[i] = state[i]->type;
  tern_op_t *loop =
      tern_build(b, TERN_SCF(WHILE), .operands = {state, state_count}, .types = {types, state_count}, .regions = 2);
  free(types);
  add_state_block(b, &loop->regions[0], state, state_count);
  return loop;
}

void tern_while_enter_body(tern_builder_t *b, tern_op_t *loop, tern_value_t *condition, tern_value_t **state,
                           size_t state_count) {
  tern_value_t **operands = tern_malloc((state_count + 1) * sizeof(*operands));
  operands[0] = condition;
  for (size_t i = 0; i < state_count; ++i) operands[i + 1] = state[i];
  tern_build(b, TERN_SCF(CONDITION), .operands = {operands, state_count + 1});
  free(operands);
  add_state_block(b, &loop->regions[1], state, state_count);
}

void tern_while_close(tern_builder_t *b, tern_op_t *loop, tern_value_t **state, size_t state_count) {
  tern_build_scf_for_end(b, loop, (tern_values_t){state, state_count});
  for (size_t i = 0; i < state_count; ++i) state[i] = tern_op_result(loop, i);
}

tern_op_t *tern_guard_open(tern_builder_t *b, tern_value_t *condition, tern_value_t **state, size_t state_count) {
  tern_value_t *zero = tern_build_index(b, 0), *one = tern_build_index(b, 1);
  return tern_loop_open(b, zero, tern_build_select(b, condition, one, zero), one, state, state_count);
}

void tern_guard_close(tern_builder_t *b, tern_op_t *guard, tern_value_t **state, size_t state_count) {
  tern_loop_close(b, guard, state, state_count);
}

// --- parts ---

void tern_part_of_all(tern_builder_t *b, tern_value_t *tensor, tern_part_t *out_part) {
  *out_part = (tern_part_t){.rank = tern_type_rank(tensor->type)};
  tern_build_dims(b, tensor, out_part->sizes);
}

void tern_part_drop(tern_part_t *part, size_t dim, tern_value_t *place) {
  part->offsets[dim] = tern_extent_of_value(place);
  part->sizes[dim] = tern_extent_of(1);
  part->is_dropped[dim] = true;
}

const tern_type_t *tern_part_type(const tern_part_t *part, const tern_type_t *element) {
  int64_t dims[MAX_RANK];
  size_t rank = 0;
  for (size_t d = 0; d < part->rank; ++d) {
    if (!part->is_dropped[d]) dims[rank++] = part->sizes[d].value ? TERN_DYNAMIC : part->sizes[d].constant;
  }
  return tern_tensor_type_get(element, dims, rank, NULL);
}

static tern_mixed_index_t mixed_of(tern_extent_t extent) {
  return extent.value ? tern_mixed_dynamic(extent.value) : tern_mixed_static(extent.constant);
}

static void make_slice(const tern_part_t *part, tern_slice_t *out_slice) {
  out_slice->count = part->rank;
  for (size_t d = 0; d < part->rank; ++d) {
    out_slice->offsets[d] = mixed_of(part->offsets[d]);
    out_slice->sizes[d] = mixed_of(part->sizes[d]);
    out_slice->strides[d] = tern_mixed_static(1);
  }
}

tern_value_t *tern_build_part(tern_builder_t *b, tern_value_t *tensor, const tern_part_t *part) {
  tern_slice_t slice;
  make_slice(part, &slice);
  const tern_type_t *type = tern_part_type(part, tern_type_element(tensor->type));
  return tern_op_result(tern_slice_build(b, TERN_TENSOR(EXTRACT_SLICE), type, TERN_VALUES(tensor), &slice), 0);
}

tern_value_t *tern_build_part_into(tern_builder_t *b, tern_value_t *source, tern_value_t *tensor,
                                   const tern_part_t *part) {
  tern_slice_t slice;
  make_slice(part, &slice);
  return tern_op_result(
      tern_slice_build(b, TERN_TENSOR(INSERT_SLICE), tensor->type, TERN_VALUES(source, tensor), &slice), 0);
}

tern_value_t *tern_build_empty_part(tern_builder_t *b, const tern_type_t *element, const tern_part_t *part) {
  tern_extent_t sizes[MAX_RANK];
  size_t rank = 0;
  for (size_t d = 0; d < part->rank; ++d) {
    if (!part->is_dropped[d]) sizes[rank++] = part->sizes[d];
  }
  return tern_build_empty(b, tern_part_type(part, element), sizes);
}

// --- independent iterations ---

// Canonicalization does not take a loop apart that is spread over blocks.
static const tern_attr_t *make_mapping(tern_context_t *context, size_t rank) {
  enum { LINEAR_DIM_0 = 3, LINEAR_DIMS = 10 };
  const tern_attr_t *blocks[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    blocks[i] = tern_enum_attr_get(context, TERN_GPU_ENUM(BLOCK), (int64_t)(LINEAR_DIM_0 + i % LINEAR_DIMS));
  }
  return tern_array_attr_get(context, blocks, rank);
}

void tern_forall_open(tern_builder_t *b, const tern_extent_t *ends, size_t count, tern_values_t outputs,
                      tern_forall_t *out_forall) {
  tern_extent_t uppers[MAX_RANK] = {tern_extent_of(1)}, zeros[MAX_RANK], ones[MAX_RANK];
  bool runs_once = true;
  for (size_t i = 0; i < count; ++i) {
    uppers[i] = ends[i];
    runs_once &= !ends[i].value && ends[i].constant == 1;
  }
  size_t rank = count ? count : 1, operand_count = 0;
  for (size_t i = 0; i < rank; ++i) {
    zeros[i] = tern_extent_of(0);
    ones[i] = tern_extent_of(1);
  }
  size_t capacity = MAX_RANK + outputs.count;
  tern_value_t **operands = tern_malloc(capacity * sizeof(*operands));
  const tern_type_t **types = tern_malloc((rank + outputs.count) * sizeof(*types));
  int32_t segments[4];
  const tern_attr_t *lower = tern_extents_split(b, zeros, rank, operands, &operand_count, &segments[0]);
  const tern_attr_t *upper = tern_extents_split(b, uppers, rank, operands, &operand_count, &segments[1]);
  const tern_attr_t *step = tern_extents_split(b, ones, rank, operands, &operand_count, &segments[2]);
  segments[3] = (int32_t)outputs.count;
  for (size_t i = 0; i < rank; ++i) types[i] = tern_index_type_get(b->context);
  for (size_t i = 0; i < outputs.count; ++i) {
    operands[operand_count++] = outputs.values[i];
    types[rank + i] = outputs.values[i]->type;
  }
  tern_named_attr_t attrs[4] = {{"staticLowerBound", lower},
                                {"staticUpperBound", upper},
                                {"staticStep", step},
                                {"mapping", make_mapping(b->context, rank)}};
  tern_op_t *op =
      tern_build(b, TERN_SCF(FORALL), .operands = {operands, operand_count}, .types = {types + rank, outputs.count},
                 .attrs = {attrs, runs_once ? 4 : 3}, .regions = 1, .segments = segments);
  tern_block_t *body = tern_builder_add_block(b, &op->regions[0], (tern_types_t){types, rank + outputs.count});
  *out_forall = (tern_forall_t){.op = op, .rank = rank, .outputs = body->args + rank};
  for (size_t i = 0; i < rank; ++i) out_forall->ivs[i] = body->args[i];
  free(operands);
  free(types);
}

void tern_forall_close(tern_builder_t *b, tern_forall_t *forall, tern_value_t *const *sources,
                       const tern_part_t *const *parts, tern_value_t **out_results) {
  tern_op_t *end = tern_build(b, TERN_SCF(IN_PARALLEL), .regions = 1);
  tern_builder_add_block(b, &end->regions[0], (tern_types_t){0});
  for (size_t i = 0; i < forall->op->result_count; ++i) {
    tern_slice_t slice;
    make_slice(parts[i], &slice);
    tern_slice_build(b, TERN_TENSOR(PARALLEL_INSERT_SLICE), NULL, TERN_VALUES(sources[i], forall->outputs[i]), &slice);
    out_results[i] = tern_op_result(forall->op, i);
  }
  tern_builder_set_after(b, forall->op);
}

// --- workgroup memory ---

int64_t tern_shared_element_size(const tern_type_t *element) {
  enum { WORD = 4 };
  int64_t size = (int64_t)tern_dense_element_size(element);
  return size < WORD ? WORD : size;
}

// --- workspaces ---

void tern_keep_workspace(tern_builder_t *b, tern_value_t *result, const tern_part_t *part) {
  enum { OWN_BYTES_MAX = 1024 };
  const tern_type_t *type = tern_part_type(part, tern_type_element(result->type));
  bool is_small =
      tern_type_has_static_shape(type) &&
      tern_type_element_count(type) * (int64_t)tern_dense_element_size(tern_type_element(type)) <= OWN_BYTES_MAX;
  if (is_small) return;
  tern_build(b, TERN_UTIL(OPTIMIZATION_BARRIER), .operands = TERN_VALUES(result), .types = TERN_TYPES(result->type),
             .attrs = TERN_ATTRS({TERN_UTIL_WORKSPACE_ATTR, tern_unit_attr_get(b->context)}));
}
