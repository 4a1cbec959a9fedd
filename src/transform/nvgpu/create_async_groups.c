// Copies to shared memory that need no registers (upstream: CreateAsyncGroups).
//
//   %v = vector.transfer_read %global[%i], %zero                  %t = nvgpu.device_async_copy %global[%i], %shared[%j], 4
//   vector.transfer_write %v, %shared[%j]                   ==>   %g = nvgpu.device_async_create_group %t
//                                                                 nvgpu.device_async_wait %g
//
// Copies with nothing but reads of global memory between them are one group.

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/nvgpu/nvgpu.h"
#include "dialect/vector/vector.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "transform/nvgpu/accesses.h"

// --- what can be copied ---

static bool is_minor_identity(const tern_affine_map_t *map) {
  if (map->result_count > map->dim_count) return false;
  for (size_t i = 0; i < map->result_count; ++i) {
    if (!tern_affine_expr_is_dim(map->results[i], map->dim_count - map->result_count + i)) return false;
  }
  return true;
}

static bool has_unit_stride(const tern_type_t *memref) {
  int64_t strides[64], offset;
  size_t rank = tern_type_rank(memref);
  return rank > 0 && rank <= 64 && tern_memref_type_strides(memref, strides, &offset) && strides[rank - 1] == 1;
}

static bool is_contiguous_transfer(const tern_op_t *op, const tern_nvgpu_access_t *access) {
  const tern_type_t *memref = tern_nvgpu_access_base(op, access)->type;
  const tern_attr_t *in_bounds = tern_op_attr(op, "in_bounds");
  return is_minor_identity(tern_affine_map_attr_value(tern_op_attr(op, "permutation_map"))) &&
         tern_array_attr_count(in_bounds) > 0 && tern_integer_attr_value(tern_array_attr_at(in_bounds, 0)) != 0 &&
         memref->kind == TERN_TYPE_MEMREF && has_unit_stride(memref);
}

static bool is_contiguous_store(const tern_op_t *op) {
  if (tern_op_is(op, TERN_VECTOR(STORE))) return true;
  return tern_op_is(op, TERN_VECTOR(TRANSFER_WRITE)) && !tern_op_operand_named(op, "mask") &&
         is_contiguous_transfer(op, tern_nvgpu_access_of(op));
}

static bool is_contiguous_load(const tern_op_t *op) {
  if (tern_op_is(op, TERN_VECTOR(LOAD))) return true;
  return tern_op_is(op, TERN_VECTOR(TRANSFER_READ)) && is_contiguous_transfer(op, tern_nvgpu_access_of(op));
}

static bool is_in_shared_memory(const tern_op_t *op) {
  const tern_type_t *type = tern_nvgpu_access_base(op, tern_nvgpu_access_of(op))->type;
  return type->kind == TERN_TYPE_MEMREF && tern_nvgpu_is_shared_space(tern_memref_type_memory_space(type));
}

// A mask that counts: of vector.create_mask, or a row of one of several dimensions.
typedef struct counted_mask {
  tern_op_t *create;            // NULL: no mask
  const tern_attr_t *position;  // of the row; NULL: the whole mask
} counted_mask_t;

static bool find_mask(const tern_op_t *read, counted_mask_t *out_mask) {
  *out_mask = (counted_mask_t){NULL, NULL};
  tern_value_t *mask = tern_op_is(read, TERN_VECTOR(TRANSFER_READ)) ? tern_op_operand_named(read, "mask") : NULL;
  if (!mask) return true;
  tern_op_t *op = tern_value_defining_op(mask);
  if (op && tern_op_is(op, TERN_VECTOR(EXTRACT)) && op->operand_count == 1) {
    out_mask->position = tern_op_attr(op, "static_position");
    op = tern_value_defining_op(tern_op_operand(op, 0));
  }
  if (!op || !tern_op_is(op, TERN_VECTOR(CREATE_MASK))) return false;
  size_t rows = out_mask->position ? tern_dense_array_attr_count(out_mask->position) : 0;
  out_mask->create = op;
  return op->operand_count == rows + 1;
}

// What is not read, copies fill with zeros.
static bool pads_with_zeros(const tern_op_t *read) {
  const tern_attr_t *padding = tern_value_constant(tern_op_operand_named(read, "padding"));
  if (!padding) return false;
  return tern_attr_is_float(padding) ? tern_float_attr_value(padding) == 0.0
                                     : tern_attr_is_integer(padding) && tern_integer_attr_value(padding) == 0;
}

static bool has_copy_size(const tern_type_t *vector) {
  int64_t bits = tern_type_element_count(vector) * (int64_t)tern_type_bit_width(tern_type_element(vector));
  return bits == 32 || bits == 64 || bits == 128;
}

// The load that the stored vector comes from; NULL: this is no copy that the hardware does by itself.
static tern_op_t *find_load(const tern_op_t *write) {
  if (!is_contiguous_store(write)) return NULL;
  tern_value_t *value = tern_op_operand_named(write, tern_nvgpu_access_of(write)->value);
  const tern_type_t *type = value->type, *element = tern_type_element(type);
  bool is_number = tern_type_is_float(element) || tern_type_is_integer(element);
  if (tern_type_rank(type) != 1 || !is_number || !has_copy_size(type) || !is_in_shared_memory(write)) return NULL;
  tern_op_t *read = tern_value_defining_op(value);
  if (!read || !is_contiguous_load(read) || is_in_shared_memory(read)) return NULL;
  counted_mask_t mask;
  if (!find_mask(read, &mask)) return NULL;
  return mask.create && !pads_with_zeros(read) ? NULL : read;
}

static bool is_copy(const tern_op_t *op) { return find_load(op); }

// --- groups ---

static bool take(tern_op_list_t *list, const tern_op_t *op) {
  for (size_t i = 0; i < list->count; ++i) {
    if (list->values[i] != op) continue;
    list->values[i] = NULL;
    return true;
  }
  return false;
}

// May stand between the copies of a group.
static bool is_harmless(const tern_op_t *op) {
  if (!op->region_count && !tern_op_effects(op)) return true;
  bool is_read = tern_op_is(op, TERN_VECTOR(TRANSFER_READ)) || tern_op_is(op, TERN_VECTOR(LOAD));
  return is_read && !is_in_shared_memory(op);
}

static tern_op_list_t take_group(tern_op_list_t *copies, tern_op_t *first) {
  tern_op_list_t group = {0};
  tern_vec_push(&group, first);
  take(copies, first);
  for (tern_op_t *op = first->next; op; op = op->next) {
    if (is_harmless(op)) continue;
    if (!take(copies, op)) break;
    tern_vec_push(&group, op);
  }
  return group;
}

// --- copies ---

// How many elements the mask lets through. NULL: all of them.
static tern_value_t *count_elements(tern_builder_t *b, const tern_op_t *read) {
  counted_mask_t mask;
  find_mask(read, &mask);
  if (!mask.create) return NULL;
  size_t rows = mask.create->operand_count - 1;
  tern_value_t *is_set = NULL;
  for (size_t i = 0; i < rows; ++i) {
    tern_value_t *row = tern_arith_constant_index(b, tern_dense_array_attr_int(mask.position, i));
    tern_value_t *is_in = tern_arith_cmpi(b, TERN_CMPI_SLT, row, tern_op_operand(mask.create, i));
    is_set = is_set ? tern_build_value(b, TERN_ARITH(ANDI), .operands = TERN_VALUES(is_in, is_set),
                                       .types = TERN_TYPES(is_in->type))
                    : is_in;
  }
  tern_value_t *count = tern_op_operand(mask.create, rows);
  if (!is_set) return count;
  tern_value_t *zero = tern_arith_constant_index(b, 0);
  return tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(is_set, count, zero),
                          .types = TERN_TYPES(count->type));
}

static const tern_type_t *token_type(tern_context_t *context) {
  return tern_dialect_type_get(context, &tern_nvgpu_types[TERN_NVGPU_TYPE_DEVICE_ASYNC_TOKEN], NULL, 0);
}

static tern_value_t *make_copy(tern_op_t *write, bool bypasses_l1) {
  tern_builder_t b = tern_builder_before(write);
  const tern_nvgpu_access_t *to = tern_nvgpu_access_of(write);
  tern_value_t *value = tern_op_operand_named(write, to->value);
  const tern_op_t *read = tern_value_defining_op(value);
  const tern_nvgpu_access_t *from = tern_nvgpu_access_of(read);
  int64_t count = tern_type_element_count(value->type);
  bool is_wide = count * (int64_t)tern_type_bit_width(tern_type_element(value->type)) == 128;
  tern_value_t *elements = count_elements(&b, read);
  size_t to_start, to_count, from_start, from_count;
  tern_nvgpu_access_indices(write, to, &to_start, &to_count);
  tern_nvgpu_access_indices(read, from, &from_start, &from_count);
  TERN_VEC(tern_value_t *) operands = {0};
  tern_vec_push(&operands, tern_nvgpu_access_base(write, to));
  for (size_t i = 0; i < to_count; ++i) tern_vec_push(&operands, tern_op_operand(write, to_start + i));
  tern_vec_push(&operands, tern_nvgpu_access_base(read, from));
  for (size_t i = 0; i < from_count; ++i) tern_vec_push(&operands, tern_op_operand(read, from_start + i));
  if (elements) tern_vec_push(&operands, elements);
  const tern_named_attr_t attrs[] = {
      {"dstElements", tern_integer_attr_get(tern_index_type_get(b.context), count)},
      {"bypassL1", tern_unit_attr_get(b.context)},
  };
  tern_value_t *token =
      tern_build_value(&b, TERN_NVGPU(DEVICE_ASYNC_COPY), .operands = {operands.values, operands.count},
                       .segments = (int32_t[]){1, (int32_t)to_count, 1, (int32_t)from_count, elements != NULL},
                       .types = TERN_TYPES(token_type(b.context)), .attrs = {attrs, bypasses_l1 && is_wide ? 2 : 1});
  tern_vec_deinitialize(&operands);
  return token;
}

static void make_group(tern_op_t *root, const tern_op_list_t *group, bool bypasses_l1) {
  TERN_VEC(tern_value_t *) tokens = {0};
  for (size_t i = 0; i < group->count; ++i) tern_vec_push(&tokens, make_copy(group->values[i], bypasses_l1));
  tern_builder_t b = tern_builder_before(group->values[group->count - 1]);
  b.loc = root->loc;
  tern_value_t *all =
      tern_build_value(&b, TERN_NVGPU(DEVICE_ASYNC_CREATE_GROUP), .operands = {tokens.values, tokens.count},
                       .types = TERN_TYPES(token_type(b.context)));
  tern_build(&b, TERN_NVGPU(DEVICE_ASYNC_WAIT), .operands = TERN_VALUES(all));
  for (size_t i = 0; i < group->count; ++i) tern_op_destroy(group->values[i]);
  tern_vec_deinitialize(&tokens);
}

void tern_nvgpu_create_async_groups(tern_op_t *root, bool bypasses_l1) {
  tern_op_list_t copies = tern_op_collect(root, TERN_POSTORDER, is_copy);
  for (size_t i = 0; i < copies.count; ++i) {
    if (!copies.values[i]) continue;
    tern_op_list_t group = take_group(&copies, copies.values[i]);
    make_group(root, &group, bypasses_l1);
    tern_vec_deinitialize(&group);
  }
  tern_vec_deinitialize(&copies);
}
