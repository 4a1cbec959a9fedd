// tt: what the encodings of a product have to do with each other (upstream: TritonGPUInferLayoutInterface).

#include "dialect/tt/hooks.h"
#include "dialect/ttg/ttg.h"
#include "ir/diagnostic.h"

static const tern_type_t *operand_type(const tern_op_t *op, size_t index) { return tern_op_operand(op, index)->type; }
static const tern_attr_t *encoding_of(const tern_op_t *op, size_t index) {
  return tern_tensor_type_encoding(operand_type(op, index));
}

// NVIDIA's encoding that the operand was made from; NULL: it was not.
static const tern_attr_t *mma_of(const tern_attr_t *encoding) {
  if (tern_attr_is_ttg(encoding, TERN_TTG_ATTR_DOT_OP)) encoding = tern_ttg_parent(encoding);
  return tern_attr_is_ttg(encoding, TERN_TTG_ATTR_NVIDIA_MMA) ? encoding : NULL;
}

static int64_t version_of(const tern_attr_t *mma) { return tern_ttg_number(mma, TERN_TTG_FIELD_VERSION_MAJOR); }

// Has the chip an instruction for these numbers? Those of f32 are read as tf32 only where the op says so.
static bool has_instruction(const tern_op_t *op, int64_t version) {
  const tern_type_t *a = tern_type_element(operand_type(op, 0)), *b = tern_type_element(operand_type(op, 1));
  if (a->kind == TERN_TYPE_F32 && b->kind == TERN_TYPE_F32) {
    int64_t precision = tern_enum_attr_value(tern_op_attr(op, "inputPrecision"));
    return version >= 2 && precision == TERN_TT_PRECISION_TF32;
  }
  for (size_t i = 0; i < 2; ++i) {
    const tern_type_t *type = i ? b : a;
    bool is_narrow = type->kind >= TERN_TYPE_F8E5M2 && type->kind <= TERN_TYPE_F8E3M4;
    bool is_half = type->kind == TERN_TYPE_F16 || type->kind == TERN_TYPE_BF16;
    bool is_later = type->kind == TERN_TYPE_F32 || type->kind == TERN_TYPE_F64 || tern_type_is_i(type, 8);
    if (!is_narrow && !is_half && !(is_later && version >= 2)) return false;
  }
  return true;
}

static bool check_pair(const tern_op_t *op, const tern_attr_t *a, const tern_attr_t *b, const tern_attr_t *result) {
  bool is_a = tern_attr_is_ttg(a, TERN_TTG_ATTR_DOT_OP), is_b = tern_attr_is_ttg(b, TERN_TTG_ATTR_DOT_OP);
  if (!is_a && !is_b) return true;
  if (!is_a || !is_b) return tern_op_error_unnamed(op, "mismatching encoding between A and B operands");
  if (tern_ttg_number(a, TERN_TTG_FIELD_K_WIDTH) != tern_ttg_number(b, TERN_TTG_FIELD_K_WIDTH))
    return tern_op_error_unnamed(op, "mismatching kWidth between A and B operands");
  const tern_attr_t *of_a = mma_of(a), *of_b = mma_of(b), *of_result = mma_of(result);
  if (!of_a && !of_b && !of_result) return true;
  if (!of_a || !of_b || !of_result) return tern_op_error_unnamed(op, "mismatching MMA encoding");
  if (version_of(of_a) != version_of(of_b) || version_of(of_a) != version_of(of_result))
    return tern_op_error_unnamed(op, "mismatched MMA version.");
  return has_instruction(op, version_of(of_result)) || tern_op_error_unnamed(op, "unsupported MMA version");
}

bool tern_tt_check_dot_encodings(const tern_op_t *op) {
  const tern_attr_t *a = encoding_of(op, 0), *b = encoding_of(op, 1), *result = encoding_of(op, 2);
  if (!a && !b) return true;
  if (!a || !b) return tern_op_error_unnamed(op, "mismatching encoding between A and B operands");
  if (!result) return tern_op_error_unnamed(op, "miss encoding of C operand");
  if (!tern_ttg_is_encoding(a) || !tern_ttg_is_encoding(b) || !tern_ttg_is_encoding(result)) return true;
  if (!check_pair(op, a, b, result)) return false;
  const char *wrong = tern_ttg_check_dot_operand(a, 0, result);
  if (!wrong) wrong = tern_ttg_check_dot_operand(b, 1, result);
  return !wrong || tern_op_error_unnamed(op, "%s", wrong);
}
