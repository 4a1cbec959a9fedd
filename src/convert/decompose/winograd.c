// Decomposition of iree_linalg_ext.winograd.*: each transform is a product with a small constant matrix from both sides,
//
//   out[i, j, ...] = sum_ab M[i, a] M[j, b] in[place(a), place(b), ...]
//
// Matrices: A. Lavin, S. Gray, "Fast Algorithms for Convolutional Neural Networks" (2015), with the points 0, 1, -1, 2, -2, 1/2,
// -1/2 (as many as are needed) and infinity.

#include "convert/decompose/decompose.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/iree_linalg_ext/iree_linalg_ext.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

#define MAX_ALPHA 8

// Rows of B^T (alpha x alpha), G (alpha x r), A^T (m x alpha).
typedef struct matrices {
  int64_t m, r;
  double input[MAX_ALPHA * MAX_ALPHA], filter[MAX_ALPHA * 3], output[6 * MAX_ALPHA];
} matrices_t;

static const matrices_t matrices_table[] = {
    {2,
     3,
     {1, 0, -1, 0, 0, 1, 1, 0, 0, -1, 1, 0, 0, 1, 0, -1},
     {1, 0, 0, 0.5, 0.5, 0.5, 0.5, -0.5, 0.5, 0, 0, 1},
     {1, 1, 1, 0, 0, 1, -1, -1}},
    {4,
     3,
     {4, 0,  -5, 0, 1, 0, 0, -4, -4, 1,  1, 0, 0, 4, -4, -1, 1, 0,
      0, -2, -1, 2, 1, 0, 0, 2,  -1, -2, 1, 0, 0, 4, 0,  -5, 0, 1},
     {1.0 / 4, 0, 0, -1.0 / 6, -1.0 / 6, -1.0 / 6, -1.0 / 6, 1.0 / 6, -1.0 / 6, 1.0 / 24, 1.0 / 12, 1.0 / 6, 1.0 / 24,
      -1.0 / 12, 1.0 / 6, 0, 0, 1},
     {1, 1, 1, 1, 1, 0, 0, 1, -1, 2, -2, 0, 0, 1, 1, 4, 4, 0, 0, 1, -1, 8, -8, 1}},
    {6,
     3,
     {1, 0,    -21.0 / 4, 0,    21.0 / 4, 0,    -1, 0, 0, 1,   1,    -17.0 / 4, -17.0 / 4, 1,     1, 0,
      0, -1,   1,         4.25, -4.25,    -1,   1,  0, 0, 0.5, 0.25, -2.5,      -1.25,     2,     1, 0,
      0, -0.5, 0.25,      2.5,  -1.25,    -2,   1,  0, 0, 2,   4,    -2.5,      -5,        0.5,   1, 0,
      0, -2,   4,         2.5,  -5,       -0.5, 1,  0, 0, -1,  0,    5.25,      0,         -5.25, 0, 1},
     {1,         0,        0,         -2.0 / 9,   -2.0 / 9, -2.0 / 9,  -2.0 / 9, 2.0 / 9,
      -2.0 / 9,  1.0 / 90, 1.0 / 45,  2.0 / 45,   1.0 / 90, -1.0 / 45, 2.0 / 45, 32.0 / 45,
      16.0 / 45, 8.0 / 45, 32.0 / 45, -16.0 / 45, 8.0 / 45, 0,         0,        1},
     {1, 1, 1, 1,  1,  1,        1,        0, 0, 1, -1, 2,  -2,  0.5,      -0.5,      0,
      0, 1, 1, 4,  4,  0.25,     0.25,     0, 0, 1, -1, 8,  -8,  1.0 / 8,  -1.0 / 8,  0,
      0, 1, 1, 16, 16, 1.0 / 16, 1.0 / 16, 0, 0, 1, -1, 32, -32, 1.0 / 32, -1.0 / 32, 1}},
};

static const matrices_t *find_matrices(const tern_op_t *op) {
  int64_t m = tern_integer_attr_value(tern_op_attr(op, "output_tile_size"));
  int64_t r = tern_integer_attr_value(tern_op_attr(op, "kernel_size"));
  for (size_t i = 0; i < sizeof(matrices_table) / sizeof(matrices_table[0]); ++i) {
    if (matrices_table[i].m == m && matrices_table[i].r == r) return &matrices_table[i];
  }
  return NULL;
}

// The matrix in f32, or f64 for f64.
static tern_value_t *build_matrix(tern_builder_t *b, const tern_type_t *element, const double *numbers, int64_t rows,
                                  int64_t columns) {
  float singles[MAX_ALPHA * MAX_ALPHA];
  bool is_double = element->kind == TERN_TYPE_F64;
  for (int64_t i = 0; i < rows * columns; ++i) singles[i] = (float)numbers[i];
  const tern_type_t *number = is_double ? element : tern_float_type_get(b->context, TERN_TYPE_F32);
  const tern_type_t *type = tern_tensor_type_get(number, (const int64_t[]){rows, columns}, 2, NULL);
  return tern_build_constant(
      b, tern_dense_elements_attr_get(type, is_double ? (const void *)numbers : (const void *)singles, false));
}

static void fill(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)user;
  const tern_type_t *number = body->args[0]->type;
  tern_value_t *x = tern_decompose_binary(b, TERN_ARITH(MULF), body->args[0], body->args[1]);
  x = tern_decompose_binary(b, TERN_ARITH(MULF), x, tern_decompose_number(b, body->args[2], number));
  x = tern_decompose_binary(b, TERN_ARITH(ADDF), tern_decompose_number(b, body->args[3], number), x);
  tern_build_linalg_yield(b, TERN_VALUES(tern_decompose_number(b, x, body->args[3]->type)));
}

// Loops of a transform: first those of the result, then the two sums. What the sides are for the three ops is in `places`.
static tern_value_t *build_transform(tern_decompose_t *d, tern_value_t *matrix, tern_value_t *input,
                                     const tern_affine_expr_t *const *input_places, const tern_affine_expr_t *rows[2]) {
  tern_context_t *context = d->b->context;
  tern_value_t *like = tern_linalg_ext_output(d->op, 0);
  size_t rank = tern_type_rank(like->type), loops = rank + 2;
  tern_extent_t sizes[6];
  tern_build_dims(d->b, like, sizes);
  const tern_type_t *element = tern_type_element(like->type);
  tern_value_t *zeros = tern_build_filled(d->b, like->type, sizes, tern_build_number(d->b, element, 0));
  const tern_affine_map_t *maps[4];
  for (size_t i = 0; i < 2; ++i) {
    const tern_affine_expr_t *place[] = {rows[i], tern_affine_dim(context, rank + i)};
    maps[i] = tern_affine_map_get(context, loops, 0, place, 2);
  }
  maps[2] = tern_affine_map_get(context, loops, 0, input_places, tern_type_rank(input->type));
  static const size_t positions[] = {0, 1, 2, 3, 4, 5};
  maps[3] = tern_affine_map_select(context, loops, positions, rank);
  tern_op_t *generic = tern_build_tensor_generic(d->b, TERN_VALUES(matrix, matrix, input), TERN_VALUES(zeros), maps,
                                                 rank, 2, fill, NULL);
  return tern_op_result(generic, 0);
}

// The other two dims of an image, in order.
static void find_others(const size_t image[2], size_t out_others[2]) {
  for (size_t i = 0, next = 0; i < 4; ++i) {
    if (i != image[0] && i != image[1]) out_others[next++] = i;
  }
}

// The image with zeros behind it, as far as its tiles go.
static tern_value_t *build_padded(tern_decompose_t *d, const matrices_t *m, const size_t image[2]) {
  tern_value_t *input = tern_linalg_ext_input(d->op, 0), *tiles = tern_linalg_ext_output(d->op, 0);
  tern_extent_t low[4], high[4];
  int64_t dims[4];
  for (size_t i = 0; i < 4; ++i) {
    low[i] = high[i] = tern_extent_of(0);
    dims[i] = tern_type_dim(input->type, i);
  }
  for (size_t i = 0; i < 2; ++i) {
    tern_extent_t whole = tern_extent_mul(d->b, tern_build_dim(d->b, tiles, 3 + i), tern_extent_of(m->m));
    whole = tern_extent_add(d->b, whole, tern_extent_of(m->r - 1));
    high[image[i]] = tern_extent_sub(d->b, whole, tern_build_dim(d->b, input, image[i]));
    if (!high[image[i]].value && high[image[i]].constant < 0) high[image[i]] = tern_extent_of(0);
    dims[image[i]] = TERN_DYNAMIC;
    if (!high[image[i]].value && tern_type_dim(input->type, image[i]) != TERN_DYNAMIC) {
      dims[image[i]] = tern_type_dim(input->type, image[i]) + high[image[i]].constant;
    }
  }
  const tern_type_t *type = tern_type_with_shape(input->type, dims, 4);
  return tern_build_pad(d->b, input, type, low, high, tern_build_number(d->b, tern_type_element(input->type), 0));
}

static const tern_affine_expr_t *dim(const tern_decompose_t *d, size_t loop) {
  return tern_affine_dim(d->b->context, loop);
}
static const tern_affine_expr_t *constant(const tern_decompose_t *d, int64_t value) {
  return tern_affine_constant(d->b->context, value);
}

bool tern_decompose_winograd(tern_decompose_t *d) {
  const matrices_t *m = find_matrices(d->op);
  if (!m) {
    d->is_wrong = true;
    return tern_op_error(d->op, "has an output_tile_size and a kernel_size other than 2, 4 or 6 and 3");
  }
  const tern_type_t *element = tern_type_element(tern_linalg_ext_input(d->op, 0)->type);
  int64_t alpha = m->m + m->r - 1;
  size_t image[2], others[2];
  tern_linalg_ext_image_dims(d->op, image);
  find_others(image, others);
  const tern_affine_expr_t *place[6], *rows[2] = {dim(d, 0), dim(d, 1)};
  if (tern_op_is(d->op, TERN_IREE_LINALG_EXT(WINOGRAD_INPUT_TRANSFORM))) {
    // (alpha, alpha, N, tileH, tileW, C)
    for (size_t i = 0; i < 2; ++i) {
      place[image[i]] = tern_affine_add(tern_affine_mul(dim(d, 3 + i), constant(d, m->m)), dim(d, 6 + i));
    }
    place[others[0]] = dim(d, 2);
    place[others[1]] = dim(d, 5);
    tern_value_t *matrix = build_matrix(d->b, element, m->input, alpha, alpha);
    d->results[0] = build_transform(d, matrix, build_padded(d, m, image), place, rows);
  } else if (tern_op_is(d->op, TERN_IREE_LINALG_EXT(WINOGRAD_FILTER_TRANSFORM))) {
    // (alpha, alpha, C, F), of (H, W, C, F) or (F, C, H, W)
    bool is_first = image[0] == 0;
    for (size_t i = 0; i < 2; ++i) {
      place[image[i]] = dim(d, 4 + i);
      place[others[i]] = dim(d, is_first ? 2 + i : 3 - i);
    }
    tern_value_t *matrix = build_matrix(d->b, element, m->filter, alpha, m->r);
    d->results[0] = build_transform(d, matrix, tern_linalg_ext_input(d->op, 0), place, rows);
  } else {
    tern_value_t *tiles = tern_linalg_ext_input(d->op, 0);
    for (size_t i = 0; i < 2; ++i) {
      rows[i] = tern_affine_binary(TERN_AFFINE_MOD, dim(d, image[i]), constant(d, m->m));
      place[3 + i] = tern_affine_binary(TERN_AFFINE_FLOORDIV, dim(d, image[i]), constant(d, m->m));
      place[i] = dim(d, 4 + i);
    }
    place[2] = dim(d, others[0]);
    place[5] = dim(d, others[1]);
    tern_value_t *matrix = build_matrix(d->b, element, m->output, m->m, alpha);
    d->results[0] = build_transform(d, matrix, tiles, place, rows);
  }
  return true;
}
