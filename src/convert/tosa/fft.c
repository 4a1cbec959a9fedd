// tosa.fft2d and tosa.rfft2d as one linalg.generic each: the sums of their definition.

#include "convert/tosa/lowering.h"

typedef struct transform {
  tern_extent_t size[2];  // of the input
  bool is_inverse, is_real;
} transform_t;

// 2 * pi * ((out * in) mod size) / size along dimension `i`: the remainder keeps the angle small and exact.
static tern_value_t *build_turn(tern_builder_t *b, const transform_t *t, size_t i, const tern_type_t *type) {
  tern_value_t *out = tern_linalg_build_index(b, i + 1), *in = tern_linalg_build_index(b, i + 3);
  tern_value_t *size = tern_build_extent(b, t->size[i]);
  tern_value_t *rest = tern_build_binary(b, TERN_ARITH(REMUI), tern_build_index_mul(b, out, in), size);
  const tern_type_t *i32 = tern_i_type_get(b->context, 32);
  rest = tern_tosa_build_cast(b, TERN_ARITH(SITOFP), tern_tosa_build_cast(b, TERN_ARITH(INDEX_CAST), rest, i32), type);
  size = tern_tosa_build_cast(b, TERN_ARITH(SITOFP), tern_tosa_build_cast(b, TERN_ARITH(INDEX_CAST), size, i32), type);
  return tern_build_binary(b, TERN_ARITH(DIVF), rest, size);
}

static void fill_with_transform(tern_builder_t *b, tern_block_t *body, void *user) {
  const transform_t *t = user;
  size_t inputs = t->is_real ? 1 : 2;
  tern_value_t *real = body->args[0], *imaginary = t->is_real ? NULL : body->args[1];
  tern_value_t *real_sum = body->args[inputs], *imaginary_sum = body->args[inputs + 1];
  const tern_type_t *type = real->type;
  tern_value_t *turns = tern_build_binary(b, TERN_ARITH(ADDF), build_turn(b, t, 0, type), build_turn(b, t, 1, type));
  double circle = t->is_inverse ? -6.283185307179586 : 6.283185307179586;
  tern_value_t *angle = tern_build_binary(b, TERN_ARITH(MULF), turns, tern_build_number(b, type, circle));
  tern_value_t *cosine = tern_tosa_build_unary(b, TERN_MATH(COS), angle),
               *sine = tern_tosa_build_unary(b, TERN_MATH(SIN), angle);
  tern_value_t *real_part = tern_build_binary(b, TERN_ARITH(MULF), real, cosine);
  tern_value_t *imaginary_part =
      tern_tosa_build_unary(b, TERN_ARITH(NEGF), tern_build_binary(b, TERN_ARITH(MULF), real, sine));
  if (imaginary) {
    real_part =
        tern_build_binary(b, TERN_ARITH(ADDF), real_part, tern_build_binary(b, TERN_ARITH(MULF), imaginary, sine));
    imaginary_part = tern_build_binary(b, TERN_ARITH(ADDF), imaginary_part,
                                       tern_build_binary(b, TERN_ARITH(MULF), imaginary, cosine));
  }
  tern_build_linalg_yield(b, TERN_VALUES(tern_build_binary(b, TERN_ARITH(ADDF), real_sum, real_part),
                                         tern_build_binary(b, TERN_ARITH(ADDF), imaginary_sum, imaginary_part)));
}

static bool lower_transform(tern_tosa_lowering_t *l) {
  tern_builder_t *b = l->b;
  tern_value_t *source = l->operands[0];
  const tern_type_t *element = tern_type_element(source->type);
  transform_t t = {.is_inverse = tern_tosa_int(l->op, "inverse", 0) != 0,
                   .is_real = tern_op_is(l->op, TERN_TOSA(RFFT2D))};
  tern_extent_t sizes[3] = {tern_build_dim(b, source, 0)};
  for (size_t i = 0; i < 2; ++i) sizes[i + 1] = t.size[i] = tern_build_dim(b, source, i + 1);
  if (t.is_real) {
    tern_extent_t width = sizes[2];
    sizes[2] = tern_extent_of(width.constant / 2 + 1);
    if (width.value) {
      tern_value_t *half =
          tern_build_value(b, TERN_ARITH(DIVSI), .operands = TERN_VALUES(width.value, tern_build_index(b, 2)));
      sizes[2] = (tern_extent_t){0, tern_build_index_add(b, half, tern_build_index(b, 1))};
    }
  }
  int64_t dims[3];
  for (size_t i = 0; i < 3; ++i) dims[i] = sizes[i].value ? TERN_DYNAMIC : sizes[i].constant;
  const tern_type_t *type = tern_tensor_type_get(element, dims, 3, NULL);
  tern_value_t *start = tern_build_filled(b, type, sizes, tern_build_number(b, element, 0));
  tern_context_t *context = b->context;
  const tern_affine_expr_t *in[] = {tern_affine_dim(context, 0), tern_affine_dim(context, 3),
                                    tern_affine_dim(context, 4)};
  const tern_affine_expr_t *out[] = {tern_affine_dim(context, 0), tern_affine_dim(context, 1),
                                     tern_affine_dim(context, 2)};
  const tern_affine_map_t *input = tern_affine_map_get(context, 5, 0, in, 3),
                          *output = tern_affine_map_get(context, 5, 0, out, 3);
  size_t inputs = t.is_real ? 1 : 2;
  const tern_affine_map_t *maps[4] = {input, input, output, output};
  tern_op_t *op = tern_build_tensor_generic(b, (tern_values_t){l->operands, inputs}, TERN_VALUES(start, start),
                                            maps + 2 - inputs, 3, 2, fill_with_transform, &t);
  l->results[0] = tern_op_result(op, 0);
  l->results[1] = tern_op_result(op, 1);
  return true;
}

const tern_tosa_lowering_row_t tern_tosa_fft_lowerings[] = {
    {TERN_TOSA(FFT2D), lower_transform},
    {TERN_TOSA(RFFT2D), lower_transform},
    {NULL, NULL},
};
