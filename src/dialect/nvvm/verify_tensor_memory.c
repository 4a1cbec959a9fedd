// nvvm: what is right for tensor memory. Messages are upstream's.

#include "dialect/nvvm/hooks.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

static bool fail(const tern_op_t *op, const char *message) { return tern_emit_error(op->loc, "%s", message); }

bool tern_nvvm_verify_tcgen05_cp(const tern_op_t *op) {
  int64_t multicast = tern_nvvm_value(op, "multicast", TERN_NVVM_TCGEN05_CP_MULTICAST_NONE);
  switch (tern_nvvm_value(op, "shape", 0)) {
    case TERN_NVVM_TCGEN05_CP_SHAPE_SHAPE_64X128B:
      return multicast == TERN_NVVM_TCGEN05_CP_MULTICAST_WARPX2_01_23 ||
             multicast == TERN_NVVM_TCGEN05_CP_MULTICAST_WARPX2_02_13 ||
             fail(op, "Shape 64x128b requires multicast warpx2_01_23 or warpx2_02_13 for tcgen05.cp Op");
    case TERN_NVVM_TCGEN05_CP_SHAPE_SHAPE_32X128B:
      return multicast == TERN_NVVM_TCGEN05_CP_MULTICAST_WARPX4 ||
             fail(op, "Shape 32x128b requires multicast warpx4 for tcgen05.cp Op");
    default:
      return multicast == TERN_NVVM_TCGEN05_CP_MULTICAST_NONE || fail(op, "Invalid multicast type for tcgen05.cp Op");
  }
}

static int64_t register_count(const tern_type_t *type) {
  return type->kind == TERN_TYPE_VECTOR ? tern_type_element_count(type) : 1;
}

// A shape of more bits in a row has a longer shortest vector. Both faults are told.
static bool check_access(const tern_op_t *op, const tern_type_t *type, const char *what) {
  int64_t shape = tern_nvvm_value(op, "shape", 0), length = register_count(type), min = 1;
  bool has_offset = tern_op_operand_named(op, "offset") != NULL;
  bool needs_offset = shape == TERN_NVVM_TCGEN05_LDST_SHAPE_SHAPE_16X32BX2;
  if (needs_offset && !has_offset) return fail(op, "shape 16x32bx2 requires offset argument");
  bool ok = op->result_count == 0 || !has_offset || needs_offset ||
            fail(op, "offset argument is only supported for shape 16x32bx2");
  if (shape == TERN_NVVM_TCGEN05_LDST_SHAPE_SHAPE_16X256B) min = 4;
  if (shape == TERN_NVVM_TCGEN05_LDST_SHAPE_SHAPE_16X128B) min = 2;
  if (length >= min) return ok;
  return tern_emit_error(op->loc, "invalid %s %lld for shape %s in %s Op", what, (long long)length,
                         tern_enum_case_name(TERN_NVVM_ENUM(TCGEN05_LDST_SHAPE), shape),
                         tern_op_name(op).data + strlen("nvvm."));
}

bool tern_nvvm_verify_tcgen05_ld(const tern_op_t *op) {
  return check_access(op, op->results[0].type, "result type length");
}
bool tern_nvvm_verify_tcgen05_st(const tern_op_t *op) {
  return check_access(op, tern_op_operand_named(op, "val")->type, "input length");
}

// --- products ---

static bool check_product(const tern_op_t *op) {
  const tern_value_t *lanes = tern_op_operand_named(op, "disableOutputLane");
  int64_t group = tern_nvvm_value(op, "ctaGroup", 0);
  int64_t collector = tern_nvvm_value(op, "collectorOp", TERN_NVVM_TCGEN05_MMA_COLLECTOROP_DISCARD);
  if (lanes) {
    int64_t count = tern_type_element_count(lanes->type);
    if (count != (group == TERN_NVVM_CTA_GROUP_CTA_1 ? 4 : 8)) {
      return tern_emit_error(op->loc, "Disable Output Lane of length %lld is incompatible with CtaGroupAttr",
                             (long long)count);
    }
  }
  if (!tern_op_attr(op, "aShift")) return true;
  if (tern_type_is_integer(tern_op_operand_named(op, "matrixA")->type)) {
    return fail(op, "A-shift can be applied only when matrix A is in tensor memory");
  }
  return (collector != TERN_NVVM_TCGEN05_MMA_COLLECTOROP_FILL && collector != TERN_NVVM_TCGEN05_MMA_COLLECTOROP_USE) ||
         fail(op, "Cannot use collector buffer operation fill or use with ashift");
}

bool tern_nvvm_verify_tcgen05_mma(const tern_op_t *op) { return check_product(op); }
bool tern_nvvm_verify_tcgen05_mma_sp(const tern_op_t *op) { return check_product(op); }

static bool check_scaled_product(const tern_op_t *op) {
  int64_t kind = tern_nvvm_value(op, "kind", 0);
  int64_t scale = tern_nvvm_value(op, "blockScale", TERN_NVVM_TCGEN05_MMA_BLOCK_SCALE_DEFAULT);
  bool is_nv = kind == TERN_NVVM_BLOCK_SCALE_KIND_MXF4NVF4;
  if (is_nv && scale == TERN_NVVM_TCGEN05_MMA_BLOCK_SCALE_DEFAULT) {
    return fail(op, "mxf4nvf4 requires block scale attribute");
  }
  return is_nv || scale != TERN_NVVM_TCGEN05_MMA_BLOCK_SCALE_BLOCK16 ||
         tern_emit_error(op->loc, "%s kind does not support block16 attribute",
                         tern_enum_case_name(TERN_NVVM_ENUM(BLOCK_SCALE_KIND), kind));
}

bool tern_nvvm_verify_tcgen05_mma_block_scale(const tern_op_t *op) { return check_scaled_product(op); }
bool tern_nvvm_verify_tcgen05_mma_sp_block_scale(const tern_op_t *op) { return check_scaled_product(op); }
