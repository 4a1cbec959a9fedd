// --lower-quant-ops: quant.qcast and quant.dcast become arithmetic between two quant.scast (upstream: LowerQuantOps).
//
//   %r = quant.dcast %q : tensor<4x!quant.uniform<i8:f32, 2.0:10>> to tensor<4xf32>
// becomes
//   %s = quant.scast %q : ... to tensor<4xi8>
//   %r = (sitofp(%s) - 10.0) * 2.0
//
// One scale is splat over the tensor; scales along an axis or in blocks are constants that a linalg.generic reads. As
// upstream's, quantizing cuts towards zero: whoever wants to round has rounded before.

#include <stdlib.h>

#include "convert/stablehlo/tensor_build.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/func/func.h"
#include "dialect/linalg/linalg.h"
#include "dialect/quant/quant.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"
#include "rewrite/conversion.h"

enum { MAX_RANK = TERN_LINALG_MAX_LOOPS };

// One cast: what it is from and to, and the sizes of its tensor.
typedef struct cast {
  tern_builder_t *b;
  const tern_quant_params_t *params;
  bool is_quantizing;
  const tern_extent_t *sizes;
} cast_t;

// `type` with another element if it is a tensor, else the element.
static const tern_type_t *like(const tern_type_t *type, const tern_type_t *element) {
  return tern_type_with_element(type, element);
}

// The scalar everywhere in a tensor of the shape of `type`.
static tern_value_t *spread(const cast_t *cast, tern_value_t *scalar, const tern_type_t *type) {
  if (type->kind != TERN_TYPE_TENSOR) return scalar;
  tern_value_t *operands[MAX_RANK + 1] = {scalar};
  size_t count = 1;
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    if (tern_type_dim(type, i) == TERN_DYNAMIC) operands[count++] = tern_build_extent(cast->b, cast->sizes[i]);
  }
  return tern_build_value(cast->b, TERN_TENSOR(SPLAT), .operands = {operands, count},
                          .types = TERN_TYPES(like(type, scalar->type)));
}

static tern_value_t *build_unary(const cast_t *cast, const tern_op_row_t *row, tern_value_t *value,
                                 const tern_type_t *element) {
  return tern_build_value(cast->b, row, .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(like(value->type, element)));
}

static tern_value_t *build_binary(const cast_t *cast, const tern_op_row_t *row, tern_value_t *lhs, tern_value_t *rhs) {
  return tern_build_value(cast->b, row, .operands = TERN_VALUES(lhs, rhs), .types = TERN_TYPES(lhs->type));
}

static tern_value_t *to_float(const cast_t *cast, tern_value_t *stored) {
  return build_unary(cast, cast->params->is_signed ? TERN_ARITH(SITOFP) : TERN_ARITH(UITOFP), stored,
                     cast->params->expressed);
}

static bool is_zero(const tern_value_t *value) {
  const tern_attr_t *constant = tern_value_constant(value);
  return tern_attr_is_integer(constant) && tern_integer_attr_value(constant) == 0;
}

static tern_value_t *clamp(const cast_t *cast, tern_value_t *value) {
  const tern_quant_params_t *params = cast->params;
  if (!tern_quant_has_bounds(params)) return value;
  tern_value_t *least = tern_build_constant(cast->b, tern_integer_attr_get(params->storage, params->storage_min));
  tern_value_t *most = tern_build_constant(cast->b, tern_integer_attr_get(params->storage, params->storage_max));
  least = spread(cast, least, value->type);
  most = spread(cast, most, value->type);
  value = build_binary(cast, params->is_signed ? TERN_ARITH(MAXSI) : TERN_ARITH(MAXUI), value, least);
  return build_binary(cast, params->is_signed ? TERN_ARITH(MINSI) : TERN_ARITH(MINUI), value, most);
}

static tern_value_t *quantize(const cast_t *cast, tern_value_t *input, tern_value_t *scale, tern_value_t *zero_point) {
  scale = spread(cast, scale, input->type);
  tern_value_t *value = build_binary(cast, TERN_ARITH(DIVF), input, scale);
  if (!is_zero(zero_point)) {
    tern_value_t *shift = to_float(cast, spread(cast, zero_point, input->type));
    value = build_binary(cast, TERN_ARITH(ADDF), value, shift);
  }
  value = build_unary(cast, cast->params->is_signed ? TERN_ARITH(FPTOSI) : TERN_ARITH(FPTOUI), value,
                      cast->params->storage);
  return clamp(cast, value);
}

static tern_value_t *dequantize(const cast_t *cast, tern_value_t *input, tern_value_t *scale,
                                tern_value_t *zero_point) {
  scale = spread(cast, scale, input->type);
  tern_value_t *value = to_float(cast, input);
  if (!is_zero(zero_point)) {
    tern_value_t *shift = to_float(cast, spread(cast, zero_point, input->type));
    value = build_binary(cast, TERN_ARITH(SUBF), value, shift);
  }
  return build_binary(cast, TERN_ARITH(MULF), value, scale);
}

static tern_value_t *convert(const cast_t *cast, tern_value_t *input, tern_value_t *scale, tern_value_t *zero_point) {
  return cast->is_quantizing ? quantize(cast, input, scale, zero_point) : dequantize(cast, input, scale, zero_point);
}

// --- one scale ---

static tern_value_t *convert_tensor(cast_t *cast, tern_value_t *input) {
  const tern_quant_params_t *params = cast->params;
  tern_extent_t sizes[MAX_RANK];
  tern_value_t *scale = tern_build_constant(cast->b, tern_float_attr_get(params->expressed, params->scales[0]));
  tern_value_t *zero_point =
      tern_build_constant(cast->b, tern_integer_attr_get(params->storage, params->zero_points[0]));
  if (input->type->kind == TERN_TYPE_TENSOR) tern_build_dims(cast->b, input, sizes);
  cast->sizes = sizes;
  return convert(cast, input, scale, zero_point);
}

// --- many scales ---

static void fill_body(tern_builder_t *b, tern_block_t *body, void *user) {
  cast_t cast = *(const cast_t *)user;
  cast.b = b;
  tern_build_linalg_yield(b, TERN_VALUES(convert(&cast, body->args[0], body->args[1], body->args[2])));
}

// Where the scale of an element is: its index along the axis, or the block that it lies in.
static const tern_affine_map_t *scale_map(tern_context_t *context, const tern_quant_params_t *params, size_t rank) {
  const tern_affine_expr_t *places[MAX_RANK];
  if (params->kind == TERN_QUANT_PER_AXIS) {
    places[0] = tern_affine_dim(context, (unsigned)params->blocks[0].axis);
    return tern_affine_map_get(context, rank, 0, places, 1);
  }
  for (size_t i = 0; i < rank; ++i) places[i] = tern_affine_constant(context, 0);
  for (size_t i = 0; i < params->block_count; ++i) {
    const tern_affine_expr_t *dim = tern_affine_dim(context, (unsigned)params->blocks[i].axis);
    places[params->blocks[i].axis] =
        tern_affine_binary(TERN_AFFINE_FLOORDIV, dim, tern_affine_constant(context, params->blocks[i].size));
  }
  return tern_affine_map_get(context, rank, 0, places, rank);
}

static tern_value_t *build_scales(tern_builder_t *b, const tern_quant_params_t *params) {
  size_t size = tern_dense_element_size(params->expressed);
  const tern_type_t *type = tern_tensor_type_get(params->expressed, params->scale_dims, params->scale_rank, NULL);
  char *data = tern_malloc(params->count * size + 1);
  for (size_t i = 0; i < params->count; ++i) {
    const tern_attr_t *scale = tern_float_attr_get(params->expressed, params->scales[i]);
    const tern_attr_t *splat = tern_dense_elements_attr_get_splat(type, scale);
    memcpy(data + i * size, tern_dense_elements_attr_data(splat), size);
  }
  tern_value_t *scales = tern_build_constant(b, tern_dense_elements_attr_get(type, data, false));
  free(data);
  return scales;
}

static tern_value_t *convert_parts(cast_t *cast, tern_value_t *input) {
  const tern_quant_params_t *params = cast->params;
  tern_context_t *context = cast->b->context;
  size_t rank = tern_type_rank(input->type);
  tern_value_t *scales = build_scales(cast->b, params);
  const tern_type_t *zero_type = tern_tensor_type_get(params->storage, params->scale_dims, params->scale_rank, NULL);
  tern_value_t *zero_points =
      tern_build_constant(cast->b, tern_dense_elements_attr_get_i64(zero_type, params->zero_points, params->count));
  tern_extent_t sizes[MAX_RANK];
  tern_build_dims(cast->b, input, sizes);
  const tern_type_t *type = like(input->type, cast->is_quantizing ? params->storage : params->expressed);
  tern_value_t *output = tern_build_empty(cast->b, type, sizes);
  const tern_affine_map_t *identity = tern_affine_map_identity(context, rank);
  const tern_affine_map_t *scale = scale_map(context, params, rank);
  const tern_affine_map_t *maps[] = {identity, scale, scale, identity};
  return tern_op_result(tern_build_tensor_generic(cast->b, TERN_VALUES(input, scales, zero_points), TERN_VALUES(output),
                                                  maps, rank, 0, fill_body, cast),
                        0);
}

// --- the ops ---

static tern_value_t *build_storage_cast(tern_builder_t *b, tern_value_t *value, const tern_type_t *type) {
  return tern_build_value(b, TERN_QUANT(SCAST), .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

static bool lower(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_value_t *input = operands.values[0];
  const tern_type_t *result = tern_op_result(op, 0)->type;
  if (input->type->kind == TERN_TYPE_UNRANKED_TENSOR) {
    return tern_op_error(op, "has unranked tensors, of which only ranked ones are lowered");
  }
  if (input->type->kind == TERN_TYPE_TENSOR && tern_type_rank(input->type) > MAX_RANK) {
    return tern_op_error(op, "has a tensor of %zu dimensions, more than %d are not supported",
                         tern_type_rank(input->type), MAX_RANK);
  }
  bool is_quantizing = tern_op_is(op, TERN_QUANT(QCAST));
  tern_quant_params_t params;
  tern_quant_read(is_quantizing ? result : input->type, &params);
  cast_t cast = {.b = &conversion->rewriter.builder, .params = &params, .is_quantizing = is_quantizing};
  if (!is_quantizing) input = build_storage_cast(cast.b, input, tern_quant_storage_type(input->type));
  tern_value_t *value =
      params.kind == TERN_QUANT_PER_TENSOR ? convert_tensor(&cast, input) : convert_parts(&cast, input);
  if (is_quantizing) value = build_storage_cast(cast.b, value, result);
  return tern_conversion_replace_value(conversion, op, value);
}

static const tern_conversion_pattern_t patterns[] = {
    {"dcast", TERN_QUANT(DCAST), 1, lower},
    {"qcast", TERN_QUANT(QCAST), 1, lower},
};

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  static const tern_legality_entry_t entries[] = {
      {.row = TERN_QUANT(DCAST), .legality = TERN_ILLEGAL},
      {.row = TERN_QUANT(QCAST), .legality = TERN_ILLEGAL},
  };
  tern_conversion_target_t target = {.entries = entries, .entry_count = sizeof(entries) / sizeof(entries[0])};
  return tern_apply_partial_conversion(op, &target, patterns, sizeof(patterns) / sizeof(patterns[0]), NULL, NULL);
}

static const tern_dialect_t *const dialects[] = {
    &tern_arith_dialect, &tern_linalg_dialect, &tern_quant_dialect, &tern_tensor_dialect, NULL,
};

const tern_pass_def_t tern_lower_quant_ops_pass = {
    .name = "LowerQuantOps",
    .flag = "lower-quant-ops",
    .summary = "Write conversions from and to quantized numbers as arithmetic",
    .description =
        "Casts between quantized numbers and floats become arithmetic; quant.scast stays between quantized "
        "types and what they are stored as.",
    .anchor = "func.func",
    .dialects = dialects,
    .run = run,
};
