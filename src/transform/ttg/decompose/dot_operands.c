// Operands of products that no matrix instruction takes: see decompose.h (upstream: decomposeMixedModeDotOp).

#include "dialect/arith/arith.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "ir/op_list.h"
#include "rewrite/builder.h"
#include "transform/ttg/decompose/decompose.h"

enum { ADA = 89, CONSUMER_BLACKWELL = 120, HOPPER_VERSION = 3 };

static bool is_fp8(const tern_type_t *type) { return tern_type_is_float(type) && tern_type_bit_width(type) == 8; }

static tern_value_t *widen(tern_builder_t *b, tern_value_t *value, const tern_type_t *element) {
  const tern_type_t *from = tern_type_element(value->type);
  if (from == element) return value;
  const tern_op_row_t *row = is_fp8(from)                 ? TERN_TT(FP_TO_FP)
                             : tern_type_is_integer(from) ? TERN_ARITH(EXTSI)
                                                          : TERN_ARITH(EXTF);
  return tern_build_value(b, row, .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(tern_type_with_element(value->type, element)));
}

// Does the instruction of an encoding multiply floats of 8 bits?
static bool multiplies_fp8(const tern_attr_t *encoding, int64_t capability) {
  return capability == ADA || capability == CONSUMER_BLACKWELL ||
         tern_ttg_number(encoding, TERN_TTG_FIELD_VERSION_MAJOR) == HOPPER_VERSION;
}

// Is it no float of 8 bits, or of a format that instructions know?
static bool is_native(const tern_type_t *element) {
  return !is_fp8(element) || element->kind == TERN_TYPE_F8E5M2 || element->kind == TERN_TYPE_F8E4M3FN;
}

// The type that both operands have to be widened to; NULL: they may stay.
static const tern_type_t *widened_type(const tern_op_t *dot, int64_t capability, bool is_last) {
  const tern_type_t *type = dot->results[0].type, *x = tern_type_element(tern_op_operand(dot, 0)->type);
  const tern_type_t *y = tern_type_element(tern_op_operand(dot, 1)->type);
  const tern_attr_t *encoding = tern_tensor_type_encoding(type);
  if (!tern_ttg_is_encoding(encoding)) return NULL;
  if (!tern_attr_is_ttg(encoding, TERN_TTG_ATTR_NVIDIA_MMA))
    return x == tern_type_element(type) ? NULL : tern_type_element(type);
  bool may_stay = (!is_fp8(x) && !is_fp8(y)) ||
                  (multiplies_fp8(encoding, capability) && (!is_last || (is_native(x) && is_native(y))));
  return may_stay ? NULL : tern_float_type_get(type->context, TERN_TYPE_F16);
}

void tern_ttg_widen_dot_operands(tern_op_t *module, int64_t capability, bool is_last) {
  tern_op_list_t dots = tern_op_collect_row(module, TERN_POSTORDER, TERN_TT(DOT));
  for (size_t i = 0; i < dots.count; ++i) {
    tern_op_t *dot = dots.values[i];
    const tern_type_t *element = widened_type(dot, capability, is_last);
    if (!element) continue;
    tern_ttg_group_t group = tern_ttg_group_of(dot);
    tern_builder_t b = tern_builder_before(dot);
    tern_value_t *x = widen(&b, tern_op_operand(dot, 0), element), *y = widen(&b, tern_op_operand(dot, 1), element);
    tern_op_set_operand(dot, 0, x);
    tern_op_set_operand(dot, 1, y);
    tern_ttg_group_hand_on(&group);
  }
  tern_vec_deinitialize(&dots);
}
