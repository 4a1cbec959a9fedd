// tosa.resize as linalg.generic.
//
// The place in the input is (y * scale_d + offset) / scale_n: its whole part and the rest, in integers. `nearest` takes the
// nearer element, `bilinear` weighs four; integers stay integers, larger by scale_n * scale_n. Places beyond the edge are those
// of the edge.

#include "convert/tosa/lowering.h"

typedef struct resize {
  tern_value_t *image;
  tern_extent_t input[2];
  int64_t numerator[2], denominator[2], offset[2];
  bool is_bilinear;
  const tern_type_t *to;
} resize_t;

static tern_value_t *build_index(tern_builder_t *b, tern_value_t *x) {
  return tern_tosa_build_cast(b, TERN_ARITH(INDEX_CAST), x, tern_index_type_get(b->context));
}

static tern_value_t *build_clamped(tern_builder_t *b, const resize_t *r, size_t i, tern_value_t *x) {
  tern_value_t *zero = tern_build_index(b, 0);
  tern_value_t *last = tern_build_extent(b, tern_extent_sub(b, r->input[i], tern_extent_of(1)));
  return tern_build_binary(b, TERN_ARITH(MINSI), tern_build_binary(b, TERN_ARITH(MAXSI), x, zero), last);
}

// Whole part and rest of the place along dimension `i`, as i64.
static void build_place(tern_builder_t *b, const resize_t *r, size_t i, tern_value_t **out_whole,
                        tern_value_t **out_rest) {
  const tern_type_t *i64 = tern_i_type_get(b->context, 64);
  tern_value_t *place = tern_tosa_build_cast(b, TERN_ARITH(INDEX_CAST), tern_linalg_build_index(b, i + 1), i64);
  place = tern_build_binary(b, TERN_ARITH(MULI), place, tern_tosa_build_int(b, i64, r->denominator[i]));
  place = tern_build_binary(b, TERN_ARITH(ADDI), place, tern_tosa_build_int(b, i64, r->offset[i]));
  tern_value_t *numerator = tern_tosa_build_int(b, i64, r->numerator[i]);
  *out_whole = tern_build_binary(b, TERN_ARITH(FLOORDIVSI), place, numerator);
  *out_rest =
      tern_build_binary(b, TERN_ARITH(SUBI), place, tern_build_binary(b, TERN_ARITH(MULI), *out_whole, numerator));
}

static tern_value_t *build_pixel(tern_builder_t *b, const resize_t *r, tern_value_t *y, tern_value_t *x) {
  tern_value_t *place[] = {tern_linalg_build_index(b, 0), y, x, tern_linalg_build_index(b, 3)};
  return tern_build_extract(b, r->image, (tern_values_t){place, 4});
}

static tern_value_t *build_nearest(tern_builder_t *b, const resize_t *r) {
  const tern_type_t *i64 = tern_i_type_get(b->context, 64);
  tern_value_t *place[2];
  for (size_t i = 0; i < 2; ++i) {
    tern_value_t *whole, *rest;
    build_place(b, r, i, &whole, &rest);
    tern_value_t *twice = tern_build_binary(b, TERN_ARITH(ADDI), rest, rest);
    tern_value_t *is_nearer =
        tern_build_compared(b, TERN_CMPI_SGE, twice, tern_tosa_build_int(b, i64, r->numerator[i]));
    tern_value_t *next = tern_build_binary(b, TERN_ARITH(ADDI), whole, tern_tosa_build_int(b, i64, 1));
    place[i] = build_clamped(b, r, i, build_index(b, tern_build_select(b, is_nearer, next, whole)));
  }
  return build_pixel(b, r, place[0], place[1]);
}

static tern_value_t *build_bilinear(tern_builder_t *b, const resize_t *r) {
  const tern_type_t *i64 = tern_i_type_get(b->context, 64), *element = tern_type_element(r->image->type);
  bool is_float = tern_type_is_float(element);
  const tern_type_t *type = is_float ? tern_tosa_accumulator_of(element) : r->to;
  const tern_op_row_t *add = is_float ? TERN_ARITH(ADDF) : TERN_ARITH(ADDI),
                      *mul = is_float ? TERN_ARITH(MULF) : TERN_ARITH(MULI);
  tern_value_t *place[2][2], *weight[2][2];  // by dimension, low and high
  for (size_t i = 0; i < 2; ++i) {
    tern_value_t *whole, *rest;
    build_place(b, r, i, &whole, &rest);
    tern_value_t *next = tern_build_binary(b, TERN_ARITH(ADDI), whole, tern_tosa_build_int(b, i64, 1));
    place[i][0] = build_clamped(b, r, i, build_index(b, whole));
    place[i][1] = build_clamped(b, r, i, build_index(b, next));
    if (is_float) {
      tern_value_t *part = tern_tosa_build_cast(b, TERN_ARITH(SITOFP), rest, type);
      weight[i][1] = tern_build_binary(b, TERN_ARITH(DIVF), part, tern_build_number(b, type, (double)r->numerator[i]));
      weight[i][0] = tern_build_binary(b, TERN_ARITH(SUBF), tern_build_number(b, type, 1), weight[i][1]);
    } else {
      tern_value_t *left = tern_build_binary(b, TERN_ARITH(SUBI), tern_tosa_build_int(b, i64, r->numerator[i]), rest);
      weight[i][1] = tern_tosa_build_resized(b, rest, type, false);
      weight[i][0] = tern_tosa_build_resized(b, left, type, false);
    }
  }
  tern_value_t *sum = NULL;
  for (size_t y = 0; y < 2; ++y) {
    for (size_t x = 0; x < 2; ++x) {
      tern_value_t *pixel = build_pixel(b, r, place[0][y], place[1][x]);
      pixel = is_float ? tern_tosa_build_converted(b, pixel, element, type)
                       : tern_tosa_build_resized(b, pixel, type, false);
      pixel = tern_build_binary(b, mul, tern_build_binary(b, mul, pixel, weight[0][y]), weight[1][x]);
      sum = sum ? tern_build_binary(b, add, sum, pixel) : pixel;
    }
  }
  return tern_tosa_build_converted(b, sum, type, r->to);
}

static void fill_with_pixel(tern_builder_t *b, tern_block_t *body, void *user) {
  const resize_t *r = user;
  tern_value_t *value = r->is_bilinear ? build_bilinear(b, r) : build_nearest(b, r);
  tern_build_linalg_yield(b, TERN_VALUES(tern_tosa_build_converted(b, value, value->type, body->args[0]->type)));
}

static bool lower_resize(tern_tosa_lowering_t *l) {
  tern_builder_t *b = l->b;
  int64_t scale[4], offset[2], border[2], dims[4];
  if (!tern_tosa_read_shape(l, 1, scale, 4) || !tern_tosa_read_shape(l, 2, offset, 2) ||
      !tern_tosa_read_shape(l, 3, border, 2)) {
    return false;
  }
  resize_t r = {.image = l->operands[0],
                .is_bilinear = tern_tosa_enum_value(l->op, "mode", TERN_TOSA_NEAREST_NEIGHBOR) == TERN_TOSA_BILINEAR,
                .to = tern_type_element(l->types[0])};
  tern_extent_t sizes[4] = {tern_build_dim(b, r.image, 0), {0}, {0}, tern_build_dim(b, r.image, 3)};
  for (size_t i = 0; i < 2; ++i) {
    r.input[i] = tern_build_dim(b, r.image, i + 1);
    r.numerator[i] = scale[2 * i];
    r.denominator[i] = scale[2 * i + 1];
    r.offset[i] = offset[i];
    tern_extent_t room =
        tern_extent_mul(b, tern_extent_sub(b, r.input[i], tern_extent_of(1)), tern_extent_of(r.numerator[i]));
    room = tern_extent_add(b, room, tern_extent_of(border[i] - offset[i]));
    if (!room.value) {
      sizes[i + 1] = tern_extent_of(room.constant / r.denominator[i] + 1);
    } else {
      tern_value_t *count = tern_build_value(
          b, TERN_ARITH(DIVSI), .operands = TERN_VALUES(room.value, tern_build_index(b, r.denominator[i])));
      sizes[i + 1] = (tern_extent_t){0, tern_build_index_add(b, count, tern_build_index(b, 1))};
    }
  }
  for (size_t i = 0; i < 4; ++i) dims[i] = sizes[i].value ? TERN_DYNAMIC : sizes[i].constant;
  tern_value_t *empty = tern_build_empty(b, tern_type_with_shape(l->types[0], dims, 4), sizes);
  const tern_affine_map_t *maps[] = {tern_affine_map_identity(b->context, 4)};
  tern_op_t *op = tern_build_tensor_generic(b, (tern_values_t){0}, TERN_VALUES(empty), maps, 4, 0, fill_with_pixel, &r);
  l->results[0] = tern_op_result(op, 0);
  return true;
}

const tern_tosa_lowering_row_t tern_tosa_resize_lowerings[] = {
    {TERN_TOSA(RESIZE), lower_resize},
    {NULL, NULL},
};
