// Operands of a product in workgroup memory: boxes of rows of 128 bytes that tensor maps describe and copies fill, and the
// descriptors by which the instruction finds them.

#include "convert/gpu/warpgroup/warpgroup.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/iree/iree.h"
#include "dialect/memref/memref.h"
#include "dialect/nvgpu/nvgpu.h"
#include "ir/context.h"

enum { WORKGROUP_SPACE = 3, STAGE_ALIGNMENT = 1024, GROUP_UNITS = 1024 >> TERN_WARPGROUP_UNIT_BITS };

static tern_value_t *compute(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *lhs, tern_value_t *rhs) {
  return tern_build_value(b, row, .operands = TERN_VALUES(lhs, rhs));
}

static const tern_attr_t *shared_space(const tern_builder_t *b) {
  return tern_integer_attr_get(tern_i_type_get(b->context, 64), WORKGROUP_SPACE);
}

static size_t box_dims(const tern_warpgroup_plan_t *plan, const tern_warpgroup_operand_t *operand, int64_t *out_dims) {
  size_t rank = 0;
  if (operand->has_batch) out_dims[rank++] = 1;
  out_dims[rank++] = operand->box_rows;
  out_dims[rank++] = TERN_WARPGROUP_ROW_BYTES / plan->element_size;
  return rank;
}

// The matrix as tensor maps know it: another view of its binding.
static tern_value_t *view_for_map(tern_builder_t *b, const tern_warpgroup_plan_t *plan, tern_value_t *memref) {
  const tern_type_t *type = memref->type;
  const tern_op_t *placeholder = tern_gpu_product_source(memref);
  if (tern_type_element(type) == plan->element && placeholder == tern_value_defining_op(memref)) return memref;
  const tern_type_t *other = tern_memref_type_get(plan->element, tern_type_dims(type), tern_type_rank(type),
                                                  tern_memref_type_layout(type), NULL);
  size_t start, offset_count, dim_count;
  tern_op_operands_named(placeholder, "byte_offset", &start, &offset_count);
  tern_op_operands_named(placeholder, "dynamic_dims", &start, &dim_count);
  tern_value_t *operands[1 + TERN_GPU_PRODUCT_MAX_RANK];
  for (size_t i = 0; i < placeholder->operand_count; ++i) operands[i] = tern_op_operand(placeholder, i);
  return tern_build_value(b, TERN_IREE(PLACEHOLDER), .operands = {operands, placeholder->operand_count},
                          .types = TERN_TYPES(other), .dictionary = tern_op_attr_dictionary(placeholder),
                          .segments = (int32_t[]){(int32_t)offset_count, (int32_t)dim_count});
}

static tern_value_t *build_map(tern_builder_t *b, const tern_warpgroup_plan_t *plan,
                               const tern_warpgroup_operand_t *operand) {
  tern_value_t *operands[1 + TERN_GPU_PRODUCT_MAX_RANK];
  int64_t dims[TERN_GPU_PRODUCT_MAX_RANK];
  size_t rank = box_dims(plan, operand, dims);
  int64_t swizzle, promotion, fill;
  tern_enum_case_value(TERN_NVGPU_ENUM(SWIZZLE), TERN_STR("swizzle_128b"), &swizzle);
  tern_enum_case_value(TERN_NVGPU_ENUM(L2PROMO), TERN_STR("l2promo_256b"), &promotion);
  tern_enum_case_value(TERN_NVGPU_ENUM(OOB), TERN_STR("zero"), &fill);
  const tern_type_t *box = tern_memref_type_get(plan->element, dims, rank, NULL, shared_space(b));
  const uint64_t params[] = {(uint64_t)(uintptr_t)box, (uint64_t)swizzle, (uint64_t)promotion, (uint64_t)fill,
                             TERN_NVGPU_INTERLEAVE_NONE};
  const tern_type_t *type = tern_dialect_type_get(b->context, &tern_nvgpu_types[TERN_NVGPU_TYPE_TENSORMAP_DESCRIPTOR],
                                                  params, sizeof params / sizeof params[0]);
  operands[0] = tern_build_value(b, TERN_MEMREF(CAST), .operands = TERN_VALUES(view_for_map(b, plan, operand->memref)),
                                 .types = TERN_TYPES(tern_unranked_memref_type_get(plan->element, NULL)));
  for (size_t i = 0; i < rank; ++i) operands[1 + i] = tern_build_index(b, dims[i]);
  return tern_build_value(b, TERN_NVGPU(TMA_CREATE_DESCRIPTOR), .operands = {operands, 1 + rank},
                          .types = TERN_TYPES(type));
}

// Bits 0..13 the address, 16..29 the distance of boxes, 32..45 that of 8 rows, 62 the swizzle of 128 bytes.
static tern_value_t *build_descriptor(tern_builder_t *b, const tern_warpgroup_operand_t *operand) {
  const uint64_t fixed = (UINT64_C(1) << 62) | ((uint64_t)GROUP_UNITS << 32) |
                         ((uint64_t)(operand->is_k_minor ? 1 : TERN_WARPGROUP_BOX_UNITS) << 16);
  tern_value_t *address =
      tern_build_value(b, TERN_MEMREF(EXTRACT_ALIGNED_POINTER_AS_INDEX), .operands = TERN_VALUES(operand->memory),
                       .types = TERN_TYPES(tern_index_type_get(b->context)));
  address = compute(b, TERN_ARITH(SHRUI), address, tern_build_index(b, TERN_WARPGROUP_UNIT_BITS));
  address = compute(b, TERN_ARITH(ANDI), address, tern_build_index(b, 0x3FFF));
  return compute(b, TERN_ARITH(ORI), address, tern_build_index(b, (int64_t)fixed));
}

void tern_warpgroup_build_operand(tern_builder_t *b, const tern_warpgroup_plan_t *plan,
                                  tern_warpgroup_operand_t *operand, tern_value_t *memref, bool has_batch,
                                  bool is_k_minor, int64_t extent) {
  const tern_warpgroup_tile_t *tile = &plan->tile;
  int64_t width = TERN_WARPGROUP_ROW_BYTES / plan->element_size, dims[2 + TERN_GPU_PRODUCT_MAX_RANK];
  *operand = (tern_warpgroup_operand_t){.memref = memref, .has_batch = has_batch, .is_k_minor = is_k_minor, .boxes = 1};
  operand->box_rows = is_k_minor ? extent : tile->k;
  if (!is_k_minor) operand->boxes = extent / width;
  operand->stage_bytes = extent * TERN_WARPGROUP_ROW_BYTES;
  operand->map = build_map(b, plan, operand);
  dims[0] = tile->stages;
  dims[1] = operand->boxes;
  size_t rank = 2 + box_dims(plan, operand, dims + 2);
  operand->memory = tern_build_value(
      b, TERN_MEMREF(ALLOC),
      .types = TERN_TYPES(tern_memref_type_get(plan->element, dims, rank, NULL, shared_space(b))),
      .attrs = TERN_ATTRS({"alignment", tern_integer_attr_get(tern_i_type_get(b->context, 64), STAGE_ALIGNMENT)}),
      .segments = (int32_t[]){0, 0});
  operand->descriptor = build_descriptor(b, operand);
}

tern_value_t *tern_warpgroup_build_box(tern_builder_t *b, const tern_warpgroup_plan_t *plan,
                                       const tern_warpgroup_operand_t *operand, tern_value_t *stage, int64_t box) {
  int64_t dims[TERN_GPU_PRODUCT_MAX_RANK], strides[TERN_GPU_PRODUCT_MAX_RANK];
  size_t rank = box_dims(plan, operand, dims);
  tern_slice_t slice = {.count = 2 + rank};
  slice.offsets[0] = tern_mixed_of(stage);
  slice.offsets[1] = tern_mixed_static(box);
  for (size_t i = 0; i < 2 + rank; ++i) {
    if (i >= 2) slice.offsets[i] = tern_mixed_static(0);
    slice.sizes[i] = tern_mixed_static(i < 2 ? 1 : dims[i - 2]);
    slice.strides[i] = tern_mixed_static(1);
  }
  int64_t stride = 1;
  for (size_t i = rank; i-- > 0; stride *= dims[i]) strides[i] = stride;
  const tern_attr_t *layout = tern_strided_layout_attr_get(b->context, TERN_DYNAMIC, strides, rank);
  const tern_type_t *type = tern_memref_type_get(plan->element, dims, rank, layout, shared_space(b));
  tern_op_t *op = tern_slice_build(b, TERN_MEMREF(SUBVIEW), type, TERN_VALUES(operand->memory), &slice);
  return tern_op_result(op, 0);
}
