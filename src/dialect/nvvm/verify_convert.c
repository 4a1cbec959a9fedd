// nvvm: what is right for conversions among floats. Messages are upstream's.

#include "dialect/nvvm/hooks.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

static tern_type_kind_t named_type(const tern_op_t *op, const char *attr) {
  return tern_type_attr_value(tern_op_attr(op, attr))->kind;
}

static int64_t rounding(const tern_op_t *op) { return tern_nvvm_value(op, "rnd", TERN_NVVM_FP_RND_MODE_NONE); }
static bool has_relu(const tern_op_t *op) { return tern_nvvm_value(op, "relu", 0) != 0; }

// Which types a conversion of `what` has to name in `attr`.
static bool check_one(const tern_op_t *op, const char *attr, tern_type_kind_t kind, const char *name,
                      const char *what) {
  return named_type(op, attr) == kind ||
         tern_op_error(op, "Only '%s' type is supported for conversions from %s.", name, what);
}

static bool check_two(const tern_op_t *op, const char *attr, tern_type_kind_t first, tern_type_kind_t second,
                      const char *first_name, const char *second_name, const char *what) {
  tern_type_kind_t kind = named_type(op, attr);
  return kind == first || kind == second ||
         tern_op_error(op, "Only '%s' and '%s' types are supported for conversions from %s.", first_name, second_name,
                       what);
}

#define F8 TERN_TYPE_F8E4M3FN, TERN_TYPE_F8E5M2, "f8E4M3FN", "f8E5M2"
#define F6 TERN_TYPE_F6E2M3FN, TERN_TYPE_F6E3M2FN, "f6E2M3FN", "f6E3M2FN"
#define F4 TERN_TYPE_F4E2M1FN, "f4E2M1FN"
#define POWERS TERN_TYPE_F8E8M0FNU, "f8E8M0FNU"

bool tern_nvvm_verify_convert_f16x2_to_f8x2(const tern_op_t *op) { return check_two(op, "dstTy", F8, "f16x2 to f8x2"); }
bool tern_nvvm_verify_convert_f32x2_to_f6x2(const tern_op_t *op) { return check_two(op, "dstTy", F6, "f32x2 to f6x2"); }
bool tern_nvvm_verify_convert_f32x2_to_f4x2(const tern_op_t *op) { return check_one(op, "dstTy", F4, "f32x2 to f4x2"); }
bool tern_nvvm_verify_convert_f32x4_to_f8x4(const tern_op_t *op) { return check_two(op, "dstTy", F8, "f32x4 to f8x4"); }
bool tern_nvvm_verify_convert_f32x4_to_f6x4(const tern_op_t *op) { return check_two(op, "dstTy", F6, "f32x4 to f6x4"); }
bool tern_nvvm_verify_convert_f32x4_to_f4x4(const tern_op_t *op) { return check_one(op, "dstTy", F4, "f32x4 to f4x4"); }
bool tern_nvvm_verify_convert_f8x2_to_f16x2(const tern_op_t *op) {
  return check_two(op, "srcType", F8, "f8x2 to f16x2");
}
bool tern_nvvm_verify_convert_f8x2_to_bf16x2(const tern_op_t *op) {
  return check_one(op, "srcType", POWERS, "f8x2 to bf16x2");
}
bool tern_nvvm_verify_convert_f6x2_to_f16x2(const tern_op_t *op) {
  return check_two(op, "srcType", F6, "f6x2 to f16x2");
}
bool tern_nvvm_verify_convert_f4x2_to_f16x2(const tern_op_t *op) {
  return check_one(op, "srcType", F4, "f4x2 to f16x2");
}

bool tern_nvvm_verify_convert_float_to_tf32(const tern_op_t *op) {
  int64_t mode = rounding(op);
  if (mode == TERN_NVVM_FP_RND_MODE_RNA) {
    return !has_relu(op) || tern_emit_error(op->loc, "Relu not supported with rna rounding mode.");
  }
  return mode == TERN_NVVM_FP_RND_MODE_RN || mode == TERN_NVVM_FP_RND_MODE_RZ ||
         tern_emit_error(op->loc, "Only {rn,rz,rna} rounding modes supported for ConvertFloatToTF32Op.");
}

bool tern_nvvm_verify_convert_f32x2_to_f8x2(const tern_op_t *op) {
  tern_type_kind_t kind = named_type(op, "dstTy");
  int64_t mode = rounding(op);
  if (kind == TERN_TYPE_F8E4M3FN || kind == TERN_TYPE_F8E5M2) {
    if (mode != TERN_NVVM_FP_RND_MODE_RN) {
      return tern_op_error(op,
                           "Only RN rounding mode is supported for conversions from f32x2 to 'f8E4M3FN' and 'f8E5M2' "
                           "types");
    }
    return tern_nvvm_value(op, "sat", 0) == TERN_NVVM_SAT_MODE_SATFINITE ||
           tern_op_error(op,
                         "Only SATFINITE saturation mode is supported for conversions from f32x2 to 'f8E4M3FN' and "
                         "'f8E5M2' types");
  }
  if (kind != TERN_TYPE_F8E8M0FNU) {
    return tern_op_error(op,
                         "Only 'f8E4M3FN', 'f8E5M2', and 'f8E8M0FNU' types are supported for conversions from f32x2 to "
                         "f8x2");
  }
  if (mode != TERN_NVVM_FP_RND_MODE_RZ && mode != TERN_NVVM_FP_RND_MODE_RP) {
    return tern_op_error(op,
                         "Only RZ and RP rounding modes are supported for conversions from f32x2 to 'f8E8M0FNU' type");
  }
  return !has_relu(op) || tern_op_error(op, "relu not supported for conversions to 'f8E8M0FNU' type");
}

bool tern_nvvm_verify_convert_bf16x2_to_f8x2(const tern_op_t *op) {
  if (!check_one(op, "dstTy", POWERS, "bf16x2 to f8x2")) return false;
  int64_t mode = rounding(op);
  return mode == TERN_NVVM_FP_RND_MODE_RZ || mode == TERN_NVVM_FP_RND_MODE_RP ||
         tern_op_error(op, "Only RZ and RP rounding modes are supported for conversions from bf16x2 to f8x2.");
}

static bool check_to_half(const tern_op_t *op, const char *what) {
  int64_t mode = rounding(op);
  bool has_bits = tern_op_operand_named(op, "random_bits") != NULL;
  if (mode != TERN_NVVM_FP_RND_MODE_RN && mode != TERN_NVVM_FP_RND_MODE_RZ && mode != TERN_NVVM_FP_RND_MODE_RS) {
    return tern_op_error(op, "Only RN, RZ, and RS rounding modes are supported for conversions from f32x2 to %s.",
                         what);
  }
  if (mode == TERN_NVVM_FP_RND_MODE_RS) {
    return has_bits || tern_op_error(op, "random_bits is required for RS rounding mode.");
  }
  return !has_bits || tern_op_error(op, "random_bits not supported for RN and RZ rounding modes.");
}

bool tern_nvvm_verify_convert_f32x2_to_f16x2(const tern_op_t *op) { return check_to_half(op, "f16x2"); }
bool tern_nvvm_verify_convert_f32x2_to_bf16x2(const tern_op_t *op) { return check_to_half(op, "bf16x2"); }
