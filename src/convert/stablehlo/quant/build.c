// From what is stored to floats and back, in ops of StableHLO: the specification's dequantize and quantize.
//
// All is computed in the expressed type, an op at a time, so that results are those of the specification to the last
// bit. Where a float of that type cannot hold the limits of what is stored, the limits are put on integers.

#include "convert/stablehlo/quant/build.h"

#include <math.h>
#include <stdlib.h>

#include "dialect/chlo/chlo.h"
#include "ir/context.h"

// --- types ---

static void stored_list(tern_types_t types, const tern_type_t **out_types) {
  for (size_t i = 0; i < types.count; ++i) out_types[i] = tern_hlo_stored_type(types.values[i]);
}

const tern_type_t *tern_hlo_stored_type(const tern_type_t *type) {
  if (tern_quant_is_quantized(type)) return tern_quant_stored_type(type);
  if (type->kind != TERN_TYPE_FUNCTION && type->kind != TERN_TYPE_TUPLE) return type;
  bool is_function = type->kind == TERN_TYPE_FUNCTION;
  tern_types_t inputs = is_function ? tern_function_type_inputs(type) : tern_tuple_type_elements(type);
  tern_types_t results = is_function ? tern_function_type_results(type) : (tern_types_t){0};
  const tern_type_t **types = tern_malloc((inputs.count + results.count + 1) * sizeof(*types));
  stored_list(inputs, types);
  stored_list(results, types + inputs.count);
  tern_types_t stored = {types, inputs.count};
  const tern_type_t *made =
      is_function ? tern_function_type_get(type->context, stored, (tern_types_t){types + inputs.count, results.count})
                  : tern_tuple_type_get(type->context, stored);
  free(types);
  return made;
}

bool tern_hlo_has_quantized(const tern_type_t *type) { return tern_hlo_stored_type(type) != type; }

// --- ops ---

static tern_value_t *build_same(tern_builder_t *b, const tern_op_row_t *row, tern_values_t operands,
                                const tern_type_t *type) {
  return tern_build_value(b, row, .operands = operands, .types = TERN_TYPES(type));
}

tern_value_t *tern_hlo_build_convert(tern_builder_t *b, tern_value_t *value, const tern_type_t *element) {
  if (tern_type_element(value->type) == element) return value;
  return build_same(b, TERN_STABLEHLO(CONVERT), TERN_VALUES(value), tern_type_with_element(value->type, element));
}

tern_value_t *tern_hlo_build_scaled(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *value,
                                    tern_value_t *factors, int64_t axis) {
  static const struct {
    tern_hlo_t id;
    size_t broadcasting;
  } rows[] = {
      {TERN_HLO_ADD, TERN_CHLO_BROADCAST_ADD},
      {TERN_HLO_DIVIDE, TERN_CHLO_BROADCAST_DIVIDE},
      {TERN_HLO_MULTIPLY, TERN_CHLO_BROADCAST_MULTIPLY},
      {TERN_HLO_SUBTRACT, TERN_CHLO_BROADCAST_SUBTRACT},
  };
  if (tern_type_rank(value->type) == 0) return build_same(b, row, TERN_VALUES(value, factors), value->type);
  size_t index = 0;
  while (&tern_stablehlo_ops[rows[index].id] != row) ++index;
  tern_named_attr_t dims = {"broadcast_dimensions", tern_dense_i64_array_attr_get(b->context, &axis, 1)};
  bool is_vector = tern_type_rank(factors->type) == 1;
  return tern_build_value(b, &tern_chlo_ops[rows[index].broadcasting], .operands = TERN_VALUES(value, factors),
                          .types = TERN_TYPES(value->type), .attrs = {is_vector ? &dims : NULL, is_vector});
}

static tern_value_t *build_constant(tern_builder_t *b, const tern_attr_t *value) {
  return tern_build_value(b, TERN_STABLEHLO(CONSTANT), .attrs = TERN_ATTRS({"value", value}),
                          .types = TERN_TYPES(tern_attr_type(value)));
}

static tern_value_t *build_scalar(tern_builder_t *b, const tern_attr_t *number) {
  const tern_type_t *type = tern_tensor_type_get(tern_attr_type(number), NULL, 0, NULL);
  return build_constant(b, tern_dense_elements_attr_get_splat(type, number));
}

// One constant for each scale; `make` gives the number of one.
tern_value_t *tern_hlo_build_parameters(tern_builder_t *b, const tern_quant_params_t *params,
                                        const tern_type_t *element, const double *numbers) {
  if (params->kind == TERN_QUANT_PER_TENSOR) return build_scalar(b, tern_float_attr_get(element, numbers[0]));
  int64_t count = (int64_t)params->count;
  const tern_type_t *type = tern_tensor_type_get(element, &count, 1, NULL);
  size_t size = tern_dense_element_size(element);
  char *data = tern_malloc(params->count * size + 1);
  for (size_t i = 0; i < params->count; ++i) {
    const tern_attr_t *splat = tern_dense_elements_attr_get_splat(type, tern_float_attr_get(element, numbers[i]));
    memcpy(data + i * size, tern_dense_elements_attr_data(splat), size);
  }
  tern_value_t *value = build_constant(b, tern_dense_elements_attr_get(type, data, false));
  free(data);
  return value;
}

static int64_t axis_of(const tern_quant_params_t *params) {
  return params->kind == TERN_QUANT_PER_AXIS ? params->blocks[0].axis : 0;
}

tern_value_t *tern_hlo_build_zero_points(tern_builder_t *b, const tern_quant_params_t *params,
                                         const tern_type_t *element) {
  if (tern_type_is_float(element)) {
    double *numbers = tern_malloc((params->count + 1) * sizeof(*numbers));
    for (size_t i = 0; i < params->count; ++i) numbers[i] = (double)params->zero_points[i];
    tern_value_t *value = tern_hlo_build_parameters(b, params, element, numbers);
    free(numbers);
    return value;
  }
  if (params->kind == TERN_QUANT_PER_TENSOR) {
    return build_scalar(b, tern_integer_attr_get(element, params->zero_points[0]));
  }
  int64_t count = (int64_t)params->count;
  const tern_type_t *type = tern_tensor_type_get(element, &count, 1, NULL);
  return build_constant(b, tern_dense_elements_attr_get_i64(type, params->zero_points, params->count));
}

tern_value_t *tern_hlo_build_centered(tern_builder_t *b, tern_value_t *stored, const tern_quant_params_t *params,
                                      const tern_type_t *element) {
  tern_value_t *wide = tern_hlo_build_convert(b, stored, element);
  if (tern_quant_is_symmetric(params)) return wide;
  tern_value_t *zero_points = tern_hlo_build_zero_points(b, params, element);
  return tern_hlo_build_scaled(b, TERN_STABLEHLO(SUBTRACT), wide, zero_points, axis_of(params));
}

// --- dequantize ---

tern_value_t *tern_hlo_build_dequantized(tern_builder_t *b, tern_value_t *stored, const tern_type_t *quantized) {
  tern_quant_params_t params;
  tern_quant_read(quantized, &params);
  tern_value_t *value = stored;
  if (!tern_quant_is_symmetric(&params)) {
    // The difference of two stored numbers needs a bit more than these.
    bool is_wide = tern_integer_type_width(params.storage) == 32;
    value = tern_hlo_build_centered(b, stored, &params, tern_i_type_get(b->context, is_wide ? 64 : 32));
  }
  value = tern_hlo_build_convert(b, value, params.expressed);
  tern_value_t *scales = tern_hlo_build_parameters(b, &params, params.expressed, params.scales);
  return tern_hlo_build_scaled(b, TERN_STABLEHLO(MULTIPLY), value, scales, axis_of(&params));
}

// --- quantize ---

// The number as the float type has it.
static double rounded(const tern_type_t *type, int64_t number) {
  return tern_float_attr_value(tern_float_attr_get(type, (double)number));
}

// Can the limits of what is stored be put on floats?
static bool holds_limits(const tern_quant_params_t *params) {
  return rounded(params->expressed, params->storage_min) == (double)params->storage_min &&
         rounded(params->expressed, params->storage_max) == (double)params->storage_max;
}

static tern_value_t *build_clamped(tern_builder_t *b, tern_value_t *value, const tern_attr_t *least,
                                   const tern_attr_t *most) {
  tern_value_t *low = build_scalar(b, least), *high = build_scalar(b, most);
  return build_same(b, TERN_STABLEHLO(CLAMP), TERN_VALUES(low, value, high), value->type);
}

// A limit as a float that is finite: what is beyond the type's range is no limit.
static const tern_attr_t *float_limit(const tern_quant_params_t *params, int64_t limit) {
  double number = (double)limit;
  while (isinf(rounded(params->expressed, (int64_t)number)) || isnan(rounded(params->expressed, (int64_t)number))) {
    number /= 2;
  }
  return tern_float_attr_get(params->expressed, number);
}

tern_value_t *tern_hlo_build_quantized(tern_builder_t *b, tern_value_t *value, const tern_type_t *quantized) {
  tern_quant_params_t params;
  tern_quant_read(quantized, &params);
  tern_value_t *scales = tern_hlo_build_parameters(b, &params, params.expressed, params.scales);
  value = tern_hlo_build_scaled(b, TERN_STABLEHLO(DIVIDE), value, scales, axis_of(&params));
  if (!tern_quant_is_symmetric(&params)) {
    tern_value_t *zero_points = tern_hlo_build_zero_points(b, &params, params.expressed);
    value = tern_hlo_build_scaled(b, TERN_STABLEHLO(ADD), value, zero_points, axis_of(&params));
  }
  value = build_clamped(b, value, float_limit(&params, params.storage_min), float_limit(&params, params.storage_max));
  value = build_same(b, TERN_STABLEHLO(ROUND_NEAREST_EVEN), TERN_VALUES(value), value->type);
  if (!holds_limits(&params)) {
    const tern_type_t *wide = tern_i_type_get(b->context, 64);
    value = tern_hlo_build_convert(b, value, wide);
    value = build_clamped(b, value, tern_integer_attr_get(wide, params.storage_min),
                          tern_integer_attr_get(wide, params.storage_max));
  }
  return tern_hlo_build_convert(b, value, tern_type_element(tern_quant_stored_type(quantized)));
}

tern_value_t *tern_hlo_build_requantized(tern_builder_t *b, tern_value_t *stored, const tern_type_t *from,
                                         const tern_type_t *to) {
  if (tern_quant_element(from) == tern_quant_element(to)) return stored;
  return tern_hlo_build_quantized(b, tern_hlo_build_dequantized(b, stored, from), to);
}
