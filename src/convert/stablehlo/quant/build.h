// What the lowerings of quantized StableHLO share: what is stored in place of quantized numbers, and how to come
// from there to floats and back as the specification says.

#ifndef TERN_CONVERT_STABLEHLO_QUANT_BUILD_H_
#define TERN_CONVERT_STABLEHLO_QUANT_BUILD_H_

#include "dialect/quant/quant.h"
#include "dialect/stablehlo/stablehlo.h"
#include "rewrite/conversion.h"

// `type` with integers in place of quantized numbers: signless, or unsigned where these are stored; in shapes,
// tuples and functions too.
const tern_type_t *tern_hlo_stored_type(const tern_type_t *type);
// Has `type`, or a part of it, quantized numbers?
bool tern_hlo_has_quantized(const tern_type_t *type);

// A binary op with a scalar, or with a vector along `axis`: chlo's that broadcasts. `row` is of add, divide,
// multiply or subtract of stablehlo.
tern_value_t *tern_hlo_build_scaled(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *value,
                                    tern_value_t *factors, int64_t axis);
tern_value_t *tern_hlo_build_convert(tern_builder_t *b, tern_value_t *value, const tern_type_t *element);
// A constant of one number for each scale of `params` (a scalar if there is one scale only).
tern_value_t *tern_hlo_build_parameters(tern_builder_t *b, const tern_quant_params_t *params,
                                        const tern_type_t *element, const double *numbers);
tern_value_t *tern_hlo_build_zero_points(tern_builder_t *b, const tern_quant_params_t *params,
                                         const tern_type_t *element);
// (stored - zero point) as integers of `element`, which is wide enough.
tern_value_t *tern_hlo_build_centered(tern_builder_t *b, tern_value_t *stored, const tern_quant_params_t *params,
                                      const tern_type_t *element);

// Floats of what is stored in a tensor of type `quantized`, and the other way round.
tern_value_t *tern_hlo_build_dequantized(tern_builder_t *b, tern_value_t *stored, const tern_type_t *quantized);
tern_value_t *tern_hlo_build_quantized(tern_builder_t *b, tern_value_t *value, const tern_type_t *quantized);
// From one quantized type to another, stored each; nothing if they are the same.
tern_value_t *tern_hlo_build_requantized(tern_builder_t *b, tern_value_t *stored, const tern_type_t *from,
                                         const tern_type_t *to);

// Products: dot, dot_general, convolution, dynamic_conv (quant_products.c). Gives the stored result, or floats of a
// product whose right operand only is quantized.
tern_value_t *tern_hlo_build_quantized_product(tern_builder_t *b, const tern_op_t *op, tern_values_t operands);

#endif  // TERN_CONVERT_STABLEHLO_QUANT_BUILD_H_
