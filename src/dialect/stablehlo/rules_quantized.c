// Quantized element types in stablehlo: which ops take which, and how those of operands and results go together.
//
// The rules of shapes let scales and zero points differ everywhere; here is where they may not. An op that only
// moves elements keeps what they mean. An op that computes is (dequantize, compute, quantize), so all that has to
// agree is what is expressed and what is stored. Scales along an axis are for the ops that the specification names.

#include "dialect/quant/quant.h"
#include "dialect/stablehlo/hooks.h"
#include "ir/context.h"

bool tern_hlo_have_compatible_elements(const tern_type_t *a, const tern_type_t *b) {
  tern_quant_params_t p, q;
  const tern_type_t *element = tern_type_is_shaped(a) ? tern_type_element(a) : a;
  if (element == (tern_type_is_shaped(b) ? tern_type_element(b) : b)) return true;
  if (!tern_quant_read(a, &p) || !tern_quant_read(b, &q)) return false;
  return (p.kind == TERN_QUANT_PER_AXIS) == (q.kind == TERN_QUANT_PER_AXIS) && p.storage == q.storage &&
         p.is_signed == q.is_signed && p.storage_min == q.storage_min && p.storage_max == q.storage_max &&
         p.expressed == q.expressed;
}

// --- what a type may be ---

typedef enum quantization {
  PER_TENSOR,  // the operands and results may have one scale
  ANY,         // they may also have scales along an axis
  MOVED,       // one scale, the same for all
  MOVED_ANY,   // scales along an axis may move to another axis
} quantization_t;

// Ops that are not here take one scale, or none at all where the constraints of their rows have none.
static const struct {
  tern_hlo_t id;
  quantization_t quantization;
} quantizations[] = {
    {TERN_HLO_ADD, ANY},
    {TERN_HLO_BITCAST_CONVERT, ANY},
    {TERN_HLO_BROADCAST, MOVED},
    {TERN_HLO_BROADCAST_IN_DIM, MOVED_ANY},
    {TERN_HLO_CASE, ANY},
    {TERN_HLO_CONCATENATE, MOVED},
    {TERN_HLO_CONSTANT, ANY},
    {TERN_HLO_CONVOLUTION, ANY},
    {TERN_HLO_CUSTOM_CALL, ANY},
    {TERN_HLO_DOT, ANY},
    {TERN_HLO_DOT_GENERAL, ANY},
    {TERN_HLO_DYNAMIC_BROADCAST_IN_DIM, MOVED_ANY},
    {TERN_HLO_DYNAMIC_CONV, ANY},
    {TERN_HLO_DYNAMIC_PAD, MOVED},
    {TERN_HLO_DYNAMIC_RESHAPE, MOVED_ANY},
    {TERN_HLO_DYNAMIC_SLICE, MOVED},
    {TERN_HLO_DYNAMIC_UPDATE_SLICE, MOVED},
    {TERN_HLO_GET_DIMENSION_SIZE, ANY},
    {TERN_HLO_GET_TUPLE_ELEMENT, ANY},
    {TERN_HLO_IF, ANY},
    {TERN_HLO_OPTIMIZATION_BARRIER, ANY},
    {TERN_HLO_PAD, MOVED},
    {TERN_HLO_REAL_DYNAMIC_SLICE, MOVED},
    {TERN_HLO_RESHAPE, MOVED_ANY},
    {TERN_HLO_REVERSE, MOVED},
    {TERN_HLO_SET_DIMENSION_SIZE, MOVED_ANY},
    {TERN_HLO_SLICE, MOVED},
    {TERN_HLO_TRANSPOSE, MOVED_ANY},
    {TERN_HLO_TUPLE, ANY},
    {TERN_HLO_UNIFORM_DEQUANTIZE, ANY},
    {TERN_HLO_UNIFORM_QUANTIZE, ANY},
    {TERN_HLO_WHILE, ANY},
};

static quantization_t quantization_of(tern_hlo_t id) {
  for (size_t i = 0; i < sizeof(quantizations) / sizeof(quantizations[0]); ++i) {
    if (quantizations[i].id == id) return quantizations[i].quantization;
  }
  return PER_TENSOR;
}

static bool is_storage_width(uint32_t width) {
  return width == 2 || width == 4 || width == 8 || width == 16 || width == 32;
}

// One operand or result, which `name` and `index` tell.
static bool check_type(const tern_op_t *op, const char *name, size_t index, const tern_type_t *type, bool allows_axis) {
  tern_quant_params_t p;
  const char *message;
  if (!tern_quant_read(type, &p)) return true;
  if (!is_storage_width(tern_integer_type_width(p.storage))) {
    return tern_op_error(op, "%s #%zu is stored in %u bits, expected 2, 4, 8, 16 or 32", name, index,
                         tern_integer_type_width(p.storage));
  }
  if (p.kind == TERN_QUANT_SUB_CHANNEL) {
    return tern_op_error(op, "%s #%zu has scales in blocks, expected one scale%s: '%s'", name, index,
                         allows_axis ? " or scales along an axis" : "", tern_type_text(type));
  }
  if (p.kind == TERN_QUANT_PER_AXIS && !allows_axis) {
    return tern_op_error(op, "%s #%zu must be per-tensor quantized, but got '%s'", name, index, tern_type_text(type));
  }
  for (size_t i = 0; i < p.count; ++i) {
    if (p.zero_points[i] >= p.storage_min && p.zero_points[i] <= p.storage_max) continue;
    return tern_op_error(op, "%s #%zu has the zero point %lld, which is not stored in [%lld, %lld]", name, index,
                         (long long)p.zero_points[i], (long long)p.storage_min, (long long)p.storage_max);
  }
  return tern_quant_fits(type, &message) || tern_op_error(op, "%s #%zu: %s", name, index, message);
}

// --- how types go together ---

// The same numbers: equal types, but for the axis of scales.
static bool mean_the_same(const tern_type_t *a, const tern_type_t *b) {
  tern_quant_params_t p, q;
  if (tern_quant_element(a) == tern_quant_element(b)) return true;
  if (!tern_quant_read(a, &p) || !tern_quant_read(b, &q)) return false;
  return p.kind == TERN_QUANT_PER_AXIS && q.kind == p.kind && p.storage == q.storage && p.is_signed == q.is_signed &&
         p.storage_min == q.storage_min && p.storage_max == q.storage_max && p.expressed == q.expressed &&
         p.count == q.count && memcmp(p.scales, q.scales, p.count * sizeof(p.scales[0])) == 0 &&
         memcmp(p.zero_points, q.zero_points, p.count * sizeof(p.zero_points[0])) == 0;
}

// Operands that are moved have the result's meaning; other operands are indices and sizes.
static bool check_moved(const tern_op_t *op) {
  const tern_type_t *result = op->results[0].type;
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    if (!tern_quant_is_quantized(type) || mean_the_same(type, result)) continue;
    return tern_op_error(op, "moves elements of type '%s' into '%s', which has another scale or zero point",
                         tern_type_text(tern_type_element(type)), tern_type_text(tern_type_element(result)));
  }
  return true;
}

// Along which dimension of the result the scales of the operand are; -1 if there is none.
static int64_t moved_axis(const tern_op_t *op, int64_t axis) {
  bool is_transpose = tern_hlo_is(op, TERN_HLO_TRANSPOSE);
  const tern_attr_t *dims = tern_op_attr(op, is_transpose ? "permutation" : "broadcast_dimensions");
  if (!dims) return axis;
  size_t count = tern_int_list_attr_count(dims);
  if (!is_transpose) return (uint64_t)axis < count ? tern_int_list_attr_at(dims, (size_t)axis) : -1;
  for (size_t i = 0; i < count; ++i) {
    if (tern_int_list_attr_at(dims, i) == axis) return (int64_t)i;
  }
  return -1;
}

// A reshape keeps the dimensions before the axis together, and those behind it.
static bool keeps_axis(const tern_op_t *op, int64_t from, int64_t to) {
  const tern_type_t *types[2] = {tern_op_operand(op, 0)->type, op->results[0].type};
  int64_t counts[2] = {1, 1}, axes[2] = {from, to};
  for (size_t k = 0; k < 2; ++k) {
    for (int64_t i = 0; i < axes[k]; ++i) {
      int64_t dim = tern_type_dim(types[k], (size_t)i);
      if (dim == TERN_DYNAMIC || __builtin_mul_overflow(counts[k], dim, &counts[k])) return true;
    }
  }
  return counts[0] == counts[1];
}

// Scales along an axis go where the axis goes.
static bool check_moved_axis(const tern_op_t *op) {
  tern_quant_params_t p, q;
  if (!tern_quant_read(tern_op_operand(op, 0)->type, &p) || p.kind != TERN_QUANT_PER_AXIS) return true;
  if (!tern_quant_read(op->results[0].type, &q) || q.kind != TERN_QUANT_PER_AXIS) return true;
  int64_t from = p.blocks[0].axis, to = q.blocks[0].axis;
  bool is_reshape = tern_hlo_is(op, TERN_HLO_RESHAPE) || tern_hlo_is(op, TERN_HLO_DYNAMIC_RESHAPE);
  if (is_reshape ? keeps_axis(op, from, to) : moved_axis(op, from) == to) return true;
  return tern_op_error(op, "has scales along dimension %lld of its operand, which is not dimension %lld of its result",
                       (long long)from, (long long)to);
}

// The dimension of the right operand that its scales are along must not be summed over.
static bool check_contracted_axis(const tern_op_t *op, const tern_quant_params_t *rhs) {
  if (rhs->kind != TERN_QUANT_PER_AXIS) return true;
  int64_t axis = rhs->blocks[0].axis;
  bool is_contracted = tern_hlo_is(op, TERN_HLO_DOT) && axis == 0;
  tern_dot_dimension_numbers_t dot;
  if (tern_hlo_is(op, TERN_HLO_DOT_GENERAL) &&
      tern_hlo_dot_dimension_numbers(tern_op_attr(op, "dot_dimension_numbers"), &dot)) {
    for (size_t i = 0; i < dot.rhs_contracting.count; ++i) is_contracted |= dot.rhs_contracting.values[i] == axis;
  }
  tern_conv_dimension_numbers_t conv;
  if (tern_hlo_conv_dimension_numbers(tern_op_attr(op, "dimension_numbers"), &conv)) {
    is_contracted = axis != conv.kernel_output_feature;
  }
  return !is_contracted ||
         tern_op_error(op, "has scales of rhs along dimension %lld, which is summed over", (long long)axis);
}

// Sums of numbers with scales along one axis.
static bool check_one_axis(const tern_op_t *op) {
  tern_quant_params_t p, q;
  if (!tern_quant_read(op->results[0].type, &q) || q.kind != TERN_QUANT_PER_AXIS) return true;
  for (size_t i = 0; i < op->operand_count; ++i) {
    bool has_axis = tern_quant_read(tern_op_operand(op, i)->type, &p) && p.kind == TERN_QUANT_PER_AXIS;
    if (!has_axis || p.blocks[0].axis == q.blocks[0].axis) continue;
    return tern_op_error(op, "has scales along dimension %lld of operand #%zu and along %lld of its result",
                         (long long)p.blocks[0].axis, i, (long long)q.blocks[0].axis);
  }
  return true;
}

// Products: all three are quantized, or only the right operand, which then stands for floats of the others' type.
static bool check_product(const tern_op_t *op) {
  const tern_type_t *lhs = tern_op_operand(op, 0)->type, *rhs = tern_op_operand(op, 1)->type;
  const tern_type_t *result = op->results[0].type;
  tern_quant_params_t p, q, r;
  if (!tern_quant_read(rhs, &q)) {
    return tern_op_error(op, "has a quantized lhs or result, but rhs is '%s'", tern_type_text(rhs));
  }
  if (!check_contracted_axis(op, &q)) return false;
  if (!tern_quant_is_symmetric(&q)) {
    return tern_op_error(op, "Zero point%s of rhs should be 0", q.kind == TERN_QUANT_PER_AXIS ? "s" : "");
  }
  if (!tern_quant_is_quantized(lhs)) {
    if (tern_type_element(lhs) == q.expressed && tern_type_element(result) == q.expressed) return true;
    return tern_op_error(op,
                         "has a quantized rhs that stands for '%s', expected lhs and result of that type or quantized",
                         tern_type_text(q.expressed));
  }
  if (!tern_quant_read(result, &r)) {
    return tern_op_error(op, "has a quantized lhs, but a result of type '%s'", tern_type_text(result));
  }
  tern_quant_read(lhs, &p);
  if (p.kind != TERN_QUANT_PER_TENSOR) {
    return tern_op_error(op, "lhs must be per-tensor quantized, but got '%s'", tern_type_text(lhs));
  }
  if (q.kind == TERN_QUANT_PER_TENSOR && r.kind != TERN_QUANT_PER_TENSOR) {
    return tern_op_error(op, "result must be per-tensor quantized, as rhs is");
  }
  if (p.storage != q.storage) return tern_op_error(op, "mismatched lhs and rhs quantization storage types");
  return (p.expressed == q.expressed && q.expressed == r.expressed) ||
         tern_op_error(op, "has operands and a result that stand for '%s', '%s' and '%s', expected one type",
                       tern_type_text(p.expressed), tern_type_text(q.expressed), tern_type_text(r.expressed));
}

static bool has_quantized(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (tern_quant_is_quantized(tern_op_operand(op, i)->type)) return true;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    if (tern_quant_is_quantized(op->results[i].type)) return true;
  }
  return false;
}

bool tern_hlo_check_quantized(const tern_op_t *op) {
  if (!has_quantized(op)) return true;
  tern_hlo_t id = tern_hlo_id(op);
  quantization_t quantization = quantization_of(id);
  bool allows_axis = quantization == ANY || quantization == MOVED_ANY;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!check_type(op, "operand", i, tern_op_operand(op, i)->type, allows_axis)) return false;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    if (!check_type(op, "result", i, op->results[i].type, allows_axis)) return false;
  }
  if (quantization == MOVED || quantization == MOVED_ANY) return check_moved(op) && check_moved_axis(op);
  if (id == TERN_HLO_ADD && !check_one_axis(op)) return false;
  bool is_product =
      id == TERN_HLO_DOT || id == TERN_HLO_DOT_GENERAL || id == TERN_HLO_CONVOLUTION || id == TERN_HLO_DYNAMIC_CONV;
  return !is_product || check_product(op);
}

// --- casts ---

static bool rule_uniform_quantize(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  (void)out_types;
  const tern_type_t *operand = tern_hlo_operand_type(subject, 0), *result = subject->op->results[0].type;
  const tern_type_t *from = tern_quant_expressed_type(tern_type_element(operand));
  const tern_type_t *to = tern_quant_expressed_type(tern_type_element(result));
  return from == to || tern_hlo_error(subject, "has a result that stands for '%s', but an operand of '%s'",
                                      tern_type_text(to), tern_type_text(from));
}
TERN_HLO_CHECK(uniform_quantize)

static bool rule_uniform_dequantize(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  out_types[0] = tern_quant_expressed_type(tern_hlo_operand_type(subject, 0));
  return true;
}
TERN_HLO_RULE(uniform_dequantize)
