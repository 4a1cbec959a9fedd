// fft, as a series of linalg ops: one dimension after the other, and in each one pass for each factor of its length.
//
// A pass is one of Stockham's self-sorting transform (as in van Loan, "Computational frameworks for the fast Fourier
// transform", 1992), decimation in frequency, for any radix p: with n' = p m the length that is still to be transformed and
// s = n / n',
//   y[q + s (p k + r)] = sum over t < p of x[q + s (k + m t)] w^(r (k + m t)),    w = exp(-2 pi i / n')
// On shapes x is [outer, p, m, s inner] and y [outer, m, p, s inner]. The powers of exp(-2 pi i / n) are in a table of
// constants. Factors are 4, then 2 and odd primes in order; a large prime factor costs as many products for each element.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "convert/stablehlo/loop_build.h"
#include "convert/stablehlo/lowering.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/complex/complex.h"
#include "dialect/linalg/linalg.h"
#include "ir/context.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

// Sums of up to so many terms are written out.
enum { MAX_UNROLLED = 8 };

enum { FFT, IFFT, RFFT, IRFFT };

static tern_value_t *build_re(tern_builder_t *b, tern_value_t *x) {
  return tern_build_value(b, TERN_COMPLEX(RE), .operands = TERN_VALUES(x));
}

static tern_value_t *build_im(tern_builder_t *b, tern_value_t *x) {
  return tern_build_value(b, TERN_COMPLEX(IM), .operands = TERN_VALUES(x));
}

static tern_value_t *build_complex(tern_builder_t *b, tern_value_t *re, tern_value_t *im) {
  return tern_build_value(b, TERN_COMPLEX(CREATE), .operands = TERN_VALUES(re, im),
                          .types = TERN_TYPES(tern_complex_type_get(re->type)));
}

// --- the table ---

// [n, 2]: cosine and sine of the multiples of 2 pi / n, or of its negative.
static tern_value_t *build_table(tern_builder_t *b, const tern_type_t *element, int64_t n, bool is_inverse) {
  const double turn = 6.28318530717958647692528676655900577;
  int64_t shape[2] = {n, 2};
  const tern_type_t *type = tern_tensor_type_get(element, shape, 2, NULL);
  bool is_double = tern_type_bit_width(element) == 64;
  size_t size = is_double ? sizeof(double) : sizeof(float);
  char *data = tern_malloc((size_t)n * 2 * size);
  for (int64_t e = 0; e < n; ++e) {
    // The eighth of the circle that the angle is in is exact; what is left has a small angle.
    int64_t eighth = (8 * e + n / 2) / n;
    double rest = turn * (double)(8 * e - eighth * n) / (8 * (double)n), c = cos(rest), s = sin(rest);
    const double half = 0.70710678118654752440084436210484904;
    double parts[2] = {c, s};
    if (eighth % 2) {
      parts[0] = half * (c - s);
      parts[1] = half * (c + s);
    }
    for (int64_t quarter = 0; quarter < eighth / 2 % 4; ++quarter) {
      double old = parts[0];
      parts[0] = -parts[1];
      parts[1] = old;
    }
    if (!is_inverse) parts[1] = -parts[1];
    for (size_t i = 0; i < 2; ++i) {
      float single = (float)parts[i];
      memcpy(data + ((size_t)e * 2 + i) * size, is_double ? (void *)&parts[i] : (void *)&single, size);
    }
  }
  tern_value_t *table = tern_build_constant(b, tern_dense_elements_attr_get(type, data, n * 2 == 1));
  free(data);
  return table;
}

// --- a pass ---

typedef struct fft_pass {
  tern_value_t *x, *table;
  int64_t p, m, s;
  double scale;
} fft_pass_t;

// The term `t` of the sum for the element at (outer, k, r, inner).
static void build_term(tern_builder_t *b, const fft_pass_t *pass, tern_value_t *const *place, tern_value_t *t,
                       tern_value_t *x, tern_value_t **out_re, tern_value_t **out_im) {
  tern_value_t *k = place[1], *r = place[2];
  tern_value_t *row = tern_build_index_add(b, k, tern_build_index_mul(b, t, tern_build_index(b, pass->m)));
  tern_value_t *power = tern_build_index_mul(b, r, row);
  power = tern_build_binary(b, TERN_ARITH(REMUI), power, tern_build_index(b, pass->p * pass->m));
  power = tern_build_index_mul(b, power, tern_build_index(b, pass->s));
  tern_value_t *c = tern_build_extract(b, pass->table, TERN_VALUES(power, tern_build_index(b, 0)));
  tern_value_t *s = tern_build_extract(b, pass->table, TERN_VALUES(power, tern_build_index(b, 1)));
  tern_value_t *re = build_re(b, x), *im = build_im(b, x);
  *out_re = tern_build_binary(b, TERN_ARITH(SUBF), tern_build_binary(b, TERN_ARITH(MULF), re, c),
                              tern_build_binary(b, TERN_ARITH(MULF), im, s));
  *out_im = tern_build_binary(b, TERN_ARITH(ADDF), tern_build_binary(b, TERN_ARITH(MULF), re, s),
                              tern_build_binary(b, TERN_ARITH(MULF), im, c));
}

static tern_value_t *build_scaled(tern_builder_t *b, const fft_pass_t *pass, tern_value_t *x) {
  if (pass->scale == 1) return x;
  return tern_build_binary(b, TERN_ARITH(MULF), x, tern_build_number(b, x->type, pass->scale));
}

// Without inputs: reads all terms.
static void fill_with_sum(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)body;
  const fft_pass_t *pass = user;
  tern_value_t *place[4], *re = NULL, *im = NULL;
  for (size_t i = 0; i < 4; ++i) place[i] = tern_linalg_build_index(b, i);
  for (int64_t i = 0; i < pass->p; ++i) {
    tern_value_t *t = tern_build_index(b, i), *term_re, *term_im;
    tern_value_t *x = tern_build_extract(b, pass->x, TERN_VALUES(place[0], t, place[1], place[3]));
    if (i == 0) {
      build_term(b, pass, place, t, x, &re, &im);
      continue;
    }
    build_term(b, pass, place, t, x, &term_re, &term_im);
    re = tern_build_binary(b, TERN_ARITH(ADDF), re, term_re);
    im = tern_build_binary(b, TERN_ARITH(ADDF), im, term_im);
  }
  tern_value_t *sum = build_complex(b, build_scaled(b, pass, re), build_scaled(b, pass, im));
  tern_build_linalg_yield(b, TERN_VALUES(sum));
}

// The last loop runs over the terms.
static void fill_with_term(tern_builder_t *b, tern_block_t *body, void *user) {
  const fft_pass_t *pass = user;
  tern_value_t *place[4], *sum = body->args[1], *re, *im;
  for (size_t i = 0; i < 4; ++i) place[i] = tern_linalg_build_index(b, i);
  build_term(b, pass, place, tern_linalg_build_index(b, 4), body->args[0], &re, &im);
  re = tern_build_binary(b, TERN_ARITH(ADDF), build_re(b, sum), build_scaled(b, pass, re));
  im = tern_build_binary(b, TERN_ARITH(ADDF), build_im(b, sum), build_scaled(b, pass, im));
  tern_build_linalg_yield(b, TERN_VALUES(build_complex(b, re, im)));
}

// `pass->x` is [outer, p, m, s inner]; gives [outer, m, p, s inner].
static tern_value_t *build_pass(tern_builder_t *b, fft_pass_t *pass) {
  const tern_type_t *type = pass->x->type;
  int64_t dims[4] = {tern_type_dim(type, 0), pass->m, pass->p, tern_type_dim(type, 3)};
  type = tern_type_with_shape(type, dims, 4);
  tern_extent_t sizes[4] = {tern_build_dim(b, pass->x, 0), tern_extent_of(pass->m), tern_extent_of(pass->p),
                            tern_build_dim(b, pass->x, 3)};
  const tern_affine_map_t *identity = tern_affine_map_identity(b->context, 4);
  tern_op_t *op;
  if (pass->p <= MAX_UNROLLED) {
    op = tern_build_tensor_generic(b, (tern_values_t){0}, TERN_VALUES(tern_build_empty(b, type, sizes)), &identity, 4,
                                   0, fill_with_sum, pass);
  } else {
    const tern_affine_expr_t *in[4] = {tern_affine_dim(b->context, 0), tern_affine_dim(b->context, 4),
                                       tern_affine_dim(b->context, 1), tern_affine_dim(b->context, 3)};
    const tern_affine_expr_t *out[4];
    for (size_t i = 0; i < 4; ++i) out[i] = tern_affine_dim(b->context, i);
    const tern_affine_map_t *maps[2] = {tern_affine_map_get(b->context, 5, 0, in, 4),
                                        tern_affine_map_get(b->context, 5, 0, out, 4)};
    tern_value_t *zero = tern_build_filled(b, type, sizes, tern_build_scalar_number(b, tern_type_element(type), 0));
    op = tern_build_tensor_generic(b, TERN_VALUES(pass->x), TERN_VALUES(zero), maps, 4, 1, fill_with_term, pass);
  }
  return tern_op_result(op, 0);
}

static int64_t next_factor(int64_t n) {
  if (n % 4 == 0) return 4;
  for (int64_t p = 2; p * p <= n; ++p) {
    if (n % p == 0) return p;
  }
  return n;
}

// Transforms dimension `axis`, of known length.
static tern_value_t *build_axis(tern_builder_t *b, tern_value_t *x, size_t axis, bool is_inverse) {
  const tern_type_t *type = x->type, *element = tern_type_element(type);
  size_t rank = tern_type_rank(type);
  int64_t n = tern_type_dim(type, axis);
  if (n <= 1) return x;
  tern_extent_t sizes[MAX_RANK], outer = tern_extent_of(1), inner = tern_extent_of(1);
  tern_build_dims(b, x, sizes);
  for (size_t d = 0; d < rank; ++d) {
    if (d < axis) outer = tern_extent_mul(b, outer, sizes[d]);
    if (d > axis) inner = tern_extent_mul(b, inner, sizes[d]);
  }
  tern_value_t *table = build_table(b, tern_type_element(element), n, is_inverse);
  for (int64_t rest = n; rest > 1;) {
    int64_t p = next_factor(rest), m = rest / p, s = n / rest;
    tern_extent_t shape[4] = {outer, tern_extent_of(p), tern_extent_of(m),
                              tern_extent_mul(b, inner, tern_extent_of(s))};
    int64_t dims[4];
    for (size_t i = 0; i < 4; ++i) dims[i] = shape[i].value ? TERN_DYNAMIC : shape[i].constant;
    fft_pass_t pass = {.x = tern_build_reshape(b, x, tern_tensor_type_get(element, dims, 4, NULL), shape),
                       .table = table,
                       .p = p,
                       .m = m,
                       .s = s,
                       .scale = is_inverse && m == 1 ? 1 / (double)n : 1};
    x = build_pass(b, &pass);
    rest = m;
  }
  return tern_build_reshape(b, x, type, sizes);
}

// --- real numbers ---

static void fill_with_real(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)user;
  tern_value_t *x = body->args[0];
  tern_build_linalg_yield(b, TERN_VALUES(build_complex(b, x, tern_build_number(b, x->type, 0))));
}

static void fill_with_real_part(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)user;
  tern_build_linalg_yield(b, TERN_VALUES(build_re(b, body->args[0])));
}

static tern_value_t *build_mapped(tern_builder_t *b, tern_value_t *x, const tern_type_t *element,
                                  tern_linalg_body_fn_t fill_body) {
  tern_extent_t sizes[MAX_RANK];
  size_t rank = tern_type_rank(x->type);
  tern_build_dims(b, x, sizes);
  const tern_affine_map_t *identity = tern_affine_map_identity(b->context, rank), *maps[2] = {identity, identity};
  tern_value_t *empty = tern_build_empty(b, tern_type_with_element(x->type, element), sizes);
  return tern_op_result(
      tern_build_tensor_generic(b, TERN_VALUES(x), TERN_VALUES(empty), maps, rank, 0, fill_body, NULL), 0);
}

// The first `size` elements along the last dimension.
static tern_value_t *build_head(tern_builder_t *b, tern_value_t *x, int64_t size) {
  tern_part_t part;
  tern_part_of_all(b, x, &part);
  part.sizes[part.rank - 1] = tern_extent_of(size);
  return tern_build_part(b, x, &part);
}

typedef struct mirrored {
  tern_value_t *x;
  int64_t length;
} mirrored_t;

// Of a transform of real numbers the second half is the first one's mirror image, conjugated.
static void fill_with_mirrored(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)body;
  const mirrored_t *mirrored = user;
  size_t rank = tern_type_rank(mirrored->x->type);
  tern_value_t *place[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) place[i] = tern_linalg_build_index(b, i);
  tern_value_t *i = place[rank - 1], *size = tern_build_index(b, mirrored->length);
  tern_value_t *is_given = tern_build_compared(b, TERN_CMPI_ULT, i, tern_build_index(b, mirrored->length / 2 + 1));
  place[rank - 1] = tern_build_select(b, is_given, i, tern_build_index_sub(b, size, i));
  tern_value_t *x = tern_build_extract(b, mirrored->x, (tern_values_t){place, rank});
  tern_value_t *im = build_im(b, x);
  tern_value_t *negated =
      tern_build_value(b, TERN_ARITH(NEGF), .operands = TERN_VALUES(im), .types = TERN_TYPES(im->type));
  tern_build_linalg_yield(b,
                          TERN_VALUES(build_complex(b, build_re(b, x), tern_build_select(b, is_given, im, negated))));
}

static tern_value_t *build_mirrored(tern_builder_t *b, tern_value_t *x, int64_t length) {
  size_t rank = tern_type_rank(x->type);
  mirrored_t mirrored = {x, length};
  int64_t dims[MAX_RANK];
  tern_extent_t sizes[MAX_RANK];
  tern_build_dims(b, x, sizes);
  sizes[rank - 1] = tern_extent_of(length);
  for (size_t d = 0; d < rank; ++d) dims[d] = d + 1 < rank ? tern_type_dim(x->type, d) : length;
  tern_value_t *empty = tern_build_empty(b, tern_type_with_shape(x->type, dims, rank), sizes);
  const tern_affine_map_t *identity = tern_affine_map_identity(b->context, rank);
  return tern_op_result(tern_build_tensor_generic(b, (tern_values_t){0}, TERN_VALUES(empty), &identity, rank, 0,
                                                  fill_with_mirrored, &mirrored),
                        0);
}

// --- the op ---

static bool lower_fft(tern_hlo_lowering_t *l) {
  tern_builder_t *b = l->b;
  tern_value_t *x = l->operands.values[0];
  int64_t kind = tern_enum_attr_value(tern_op_attr(l->op, "fft_type"));
  const tern_attr_t *lengths = tern_op_attr(l->op, "fft_length");
  size_t count = tern_int_list_attr_count(lengths), rank = tern_type_rank(x->type);
  int64_t last = tern_int_list_attr_at(lengths, count - 1);
  bool is_inverse = kind == IFFT || kind == IRFFT;
  // What the lengths say is known of the shape.
  int64_t dims[MAX_RANK];
  for (size_t d = 0; d < rank; ++d) {
    bool is_given = d + count >= rank && !(d + 1 == rank && kind == IRFFT);
    dims[d] = is_given ? tern_int_list_attr_at(lengths, d + count - rank) : tern_type_dim(x->type, d);
  }
  x = tern_build_tensor_cast(b, x, tern_type_with_shape(x->type, dims, rank));
  if (kind == RFFT) {
    x = build_mapped(b, x, tern_complex_type_get(tern_type_element(x->type)), fill_with_real);
    x = build_axis(b, x, rank - 1, false);
    if (last > 0) x = build_head(b, x, last / 2 + 1);
  }
  for (size_t i = 0; i < count; ++i) {
    bool is_last = i + 1 == count;
    if (!is_last || kind == FFT || kind == IFFT) x = build_axis(b, x, rank - count + i, is_inverse);
  }
  if (kind == IRFFT) {
    x = build_axis(b, build_mirrored(b, x, last), rank - 1, true);
    x = build_mapped(b, x, tern_type_element(tern_type_element(x->type)), fill_with_real_part);
  }
  l->results[0] = tern_build_tensor_cast(b, x, l->types[0]);
  return true;
}

const tern_hlo_lowering_row_t tern_hlo_fft_lowerings[] = {
    {TERN_HLO_FFT, lower_fft},
    {TERN_HLO_NONE, NULL},
};
