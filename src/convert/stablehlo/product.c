// dot and dot_general, and the multiply-add that all products share.
//
// What linalg has a name for becomes that op (matmul, matvec, vecmat, dot, batch_matmul); anything else is a generic op whose
// maps say which dimensions are contracted. Signless integers of mixed widths are sign-extended by the named ops; unsigned
// ones say so in a `cast` attribute.

#include "convert/stablehlo/lowering.h"
#include "convert/stablehlo/scalar/scalar.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/complex/complex.h"
#include "dialect/linalg/linalg.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

// --- multiply and add ---

static bool has_no_sign(const tern_type_t *element) {
  return tern_type_is_integer(element) &&
         (tern_integer_type_signedness(element) == TERN_UNSIGNED || tern_integer_type_width(element) == 1);
}

static tern_value_t *cast(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x, const tern_type_t *type) {
  return tern_build_value(b, row, .operands = TERN_VALUES(x), .types = TERN_TYPES(type));
}

// An operand in the type that is summed in. Products are exact in the wider type.
static tern_value_t *widen(tern_builder_t *b, tern_value_t *x, const tern_type_t *written, const tern_type_t *type) {
  if (x->type == type) return x;
  bool is_float = tern_type_is_float(type);
  if (type->kind == TERN_TYPE_COMPLEX && x->type->kind != TERN_TYPE_COMPLEX) {
    const tern_type_t *part = tern_type_element(type);
    return tern_build_value(b, TERN_COMPLEX(CREATE),
                            .operands = TERN_VALUES(widen(b, x, written, part), tern_build_number(b, part, 0)),
                            .types = TERN_TYPES(type));
  }
  if (type->kind == TERN_TYPE_COMPLEX) {
    const tern_type_t *from = tern_type_element(x->type), *part = tern_type_element(type);
    tern_value_t *re = widen(b, cast(b, TERN_COMPLEX(RE), x, from), from, part);
    tern_value_t *im = widen(b, cast(b, TERN_COMPLEX(IM), x, from), from, part);
    return tern_build_value(b, TERN_COMPLEX(CREATE), .operands = TERN_VALUES(re, im), .types = TERN_TYPES(type));
  }
  if (is_float && tern_type_is_integer(x->type)) {
    return cast(b, has_no_sign(written) ? TERN_ARITH(UITOFP) : TERN_ARITH(SITOFP), x, type);
  }
  uint32_t from = tern_type_bit_width(x->type), to = tern_type_bit_width(type);
  if (is_float && from == to) {
    return cast(b, TERN_ARITH(TRUNCF), cast(b, TERN_ARITH(EXTF), x, tern_float_type_get(b->context, TERN_TYPE_F32)),
                type);
  }
  if (is_float) return cast(b, from < to ? TERN_ARITH(EXTF) : TERN_ARITH(TRUNCF), x, type);
  if (tern_type_is_float(x->type)) return cast(b, TERN_ARITH(FPTOSI), x, type);
  if (from > to) return cast(b, TERN_ARITH(TRUNCI), x, type);
  return cast(b, has_no_sign(written) ? TERN_ARITH(EXTUI) : TERN_ARITH(EXTSI), x, type);
}

static tern_value_t *build_sum(tern_builder_t *b, tern_value_t *x, tern_value_t *y) {
  const tern_type_t *type = x->type;
  const tern_op_row_t *row = type->kind == TERN_TYPE_COMPLEX ? TERN_COMPLEX(ADD)
                             : tern_type_is_float(type)      ? TERN_ARITH(ADDF)
                             : tern_type_is_i(type, 1)       ? TERN_ARITH(ORI)
                                                             : TERN_ARITH(ADDI);
  return tern_build_value(b, row, .operands = TERN_VALUES(x, y), .types = TERN_TYPES(type));
}

void tern_hlo_fill_with_sum(tern_builder_t *b, tern_block_t *body, const tern_type_t *written) {
  tern_value_t *term = widen(b, body->args[0], written, body->args[1]->type);
  tern_build_linalg_yield(b, TERN_VALUES(build_sum(b, body->args[1], term)));
}

void tern_hlo_fill_with_product(tern_builder_t *b, tern_block_t *body, void *user) {
  const tern_hlo_product_t *product = user;
  const tern_type_t *type = body->args[2]->type;
  const tern_op_row_t *multiply = type->kind == TERN_TYPE_COMPLEX ? TERN_COMPLEX(MUL)
                                  : tern_type_is_float(type)      ? TERN_ARITH(MULF)
                                  : tern_type_is_i(type, 1)       ? TERN_ARITH(ANDI)
                                                                  : TERN_ARITH(MULI);
  tern_value_t *lhs = widen(b, body->args[0], product->lhs, type), *rhs = widen(b, body->args[1], product->rhs, type);
  tern_value_t *term = tern_build_value(b, multiply, .operands = TERN_VALUES(lhs, rhs), .types = TERN_TYPES(type));
  tern_build_linalg_yield(b, TERN_VALUES(build_sum(b, body->args[2], term)));
}

// Sums of floats of less than 32 bits would lose digits with each term: they are computed in f32 and rounded once.
const tern_type_t *tern_hlo_accumulator_of(const tern_hlo_lowering_t *l, const tern_type_t *element) {
  bool is_small = !l->sums_in_result && tern_type_is_float(element) && tern_type_bit_width(element) < 32;
  return is_small ? tern_float_type_get(element->context, TERN_TYPE_F32) : element;
}

static void fill_with_rounded(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)user;
  tern_build_linalg_yield(b, TERN_VALUES(cast(b, TERN_ARITH(TRUNCF), body->args[0], body->args[1]->type)));
}

tern_value_t *tern_hlo_build_rounded(tern_builder_t *b, tern_value_t *tensor, const tern_type_t *type) {
  size_t rank = tern_type_rank(type);
  tern_extent_t sizes[MAX_RANK];
  if (tensor->type == type) return tensor;
  tern_build_dims(b, tensor, sizes);
  const tern_affine_map_t *maps[] = {tern_affine_map_identity(b->context, rank),
                                     tern_affine_map_identity(b->context, rank)};
  tern_op_t *generic = tern_build_tensor_generic(b, TERN_VALUES(tensor), TERN_VALUES(tern_build_empty(b, type, sizes)),
                                                 maps, rank, 0, fill_with_rounded, NULL);
  return tern_op_result(generic, 0);
}

// --- dot_general ---

typedef struct contraction {
  size_t batch[2][MAX_RANK], batch_count;
  size_t contracting[2][MAX_RANK], contracting_count;
  size_t free[2][MAX_RANK], free_count[2];
} contraction_t;

static bool lists(const size_t *dims, size_t count, size_t dim) {
  for (size_t i = 0; i < count; ++i) {
    if (dims[i] == dim) return true;
  }
  return false;
}

static void find_free_dims(contraction_t *c, size_t side, size_t rank) {
  for (size_t d = 0; d < rank; ++d) {
    bool is_taken = lists(c->batch[side], c->batch_count, d) || lists(c->contracting[side], c->contracting_count, d);
    if (!is_taken) c->free[side][c->free_count[side]++] = d;
  }
}

static void copy_dims(tern_hlo_dims_t dims, size_t *out_dims) {
  for (size_t i = 0; i < dims.count; ++i) out_dims[i] = (size_t)dims.values[i];
}

// The op that linalg has a name for, or NULL.
static const tern_op_row_t *find_named(const contraction_t *c, size_t lhs_rank, size_t rhs_rank) {
  static const struct {
    size_t batch, lhs_rank, lhs_k, rhs_rank, rhs_k;
    const tern_op_row_t *row;
  } rows[] = {
      {0, 2, 1, 2, 0, TERN_LINALG(MATMUL)},       {0, 2, 1, 1, 0, TERN_LINALG(MATVEC)},
      {0, 1, 0, 2, 0, TERN_LINALG(VECMAT)},       {0, 1, 0, 1, 0, TERN_LINALG(DOT)},
      {1, 3, 2, 3, 1, TERN_LINALG(BATCH_MATMUL)},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (rows[i].batch != c->batch_count || c->contracting_count != 1) continue;
    if (c->batch_count && (c->batch[0][0] != 0 || c->batch[1][0] != 0)) continue;
    if (rows[i].lhs_rank != lhs_rank || rows[i].rhs_rank != rhs_rank) continue;
    if (rows[i].lhs_k == c->contracting[0][0] && rows[i].rhs_k == c->contracting[1][0]) return rows[i].row;
  }
  return NULL;
}

// Named ops cast both operands in one way, to the result's type, and multiply numbers.
static bool fits_named(const tern_hlo_product_t *product, const tern_type_t *result) {
  const tern_type_t *lhs = tern_hlo_signless_element(product->lhs), *rhs = tern_hlo_signless_element(product->rhs);
  if (result->kind == TERN_TYPE_COMPLEX || tern_type_is_i(result, 1)) return false;
  if (lhs == result && rhs == result) return true;
  if (tern_type_is_float(result)) {
    bool are_narrow = tern_type_is_float(lhs) && tern_type_is_float(rhs);
    return are_narrow && tern_type_bit_width(lhs) < tern_type_bit_width(result) &&
           tern_type_bit_width(rhs) < tern_type_bit_width(result);
  }
  bool are_integers = tern_type_is_integer(lhs) && tern_type_is_integer(rhs);
  return are_integers && !has_no_sign(product->lhs) && !has_no_sign(product->rhs) &&
         tern_type_bit_width(lhs) <= tern_type_bit_width(result) &&
         tern_type_bit_width(rhs) <= tern_type_bit_width(result);
}

// Loops: batch, free of lhs, free of rhs, contracting.
static tern_value_t *build_contraction(tern_hlo_lowering_t *l, const contraction_t *c, tern_value_t *init,
                                       tern_hlo_product_t *product) {
  tern_context_t *context = l->b->context;
  size_t parallels = c->batch_count + c->free_count[0] + c->free_count[1], loops = parallels + c->contracting_count;
  const tern_affine_map_t *maps[3];
  size_t positions[MAX_RANK];
  for (size_t side = 0; side < 2; ++side) {
    size_t first_free = c->batch_count + (side ? c->free_count[0] : 0);
    for (size_t i = 0; i < c->batch_count; ++i) positions[c->batch[side][i]] = i;
    for (size_t i = 0; i < c->free_count[side]; ++i) positions[c->free[side][i]] = first_free + i;
    for (size_t i = 0; i < c->contracting_count; ++i) positions[c->contracting[side][i]] = parallels + i;
    size_t rank = tern_type_rank(l->operands.values[side]->type);
    maps[side] = tern_affine_map_select(context, loops, positions, rank);
  }
  for (size_t i = 0; i < parallels; ++i) positions[i] = i;
  maps[2] = tern_affine_map_select(context, loops, positions, parallels);
  tern_op_t *generic = tern_build_tensor_generic(l->b, (tern_values_t){l->operands.values, 2}, TERN_VALUES(init), maps,
                                                 parallels, c->contracting_count, tern_hlo_fill_with_product, product);
  return tern_op_result(generic, 0);
}

// The algorithm that says one product of tf32, which is an approximation of f32 that code generation makes only where it may.
static bool says_tf32(const tern_op_t *op) {
  tern_hlo_dims_t type, products;
  const tern_attr_t *algorithm = tern_op_attr(op, "algorithm");
  if (!algorithm || !tern_hlo_attr_field(algorithm, "dot_algorithm", "lhs_precision_type", &type) ||
      !tern_hlo_attr_field(algorithm, "dot_algorithm", "num_primitive_operations", &products)) {
    return false;
  }
  const tern_type_t *lhs = (const tern_type_t *)(uintptr_t)type.values[0];
  return lhs && lhs->kind == TERN_TYPE_TF32 && products.values[0] == 1;
}

// More than the default precision asks for what f32 is, whatever is allowed around the op.
static bool wants_precision(const tern_op_t *op) {
  const tern_attr_t *list = tern_op_attr(op, "precision_config");
  for (size_t i = 0; list && i < tern_array_attr_count(list); ++i) {
    if (tern_enum_attr_value(tern_array_attr_at(list, i)) != 0) return true;
  }
  return false;
}

// Says on the contraction what the product says of tf32, where it says anything.
static void mark_precision(const tern_op_t *op, tern_op_t *contraction) {
  tern_context_t *context = tern_op_context(contraction);
  if (tern_type_element(tern_op_operand(contraction, 0)->type)->kind != TERN_TYPE_F32) return;
  if (says_tf32(op)) {
    tern_op_set_attr(contraction, TERN_HLO_ALLOW_TF32, tern_unit_attr_get(context));
  } else if (wants_precision(op)) {
    tern_op_set_attr(contraction, TERN_HLO_ALLOW_TF32, tern_integer_attr_get(tern_i_type_get(context, 1), 0));
  }
}

static bool build_product(tern_hlo_lowering_t *l, contraction_t *c) {
  tern_builder_t *b = l->b;
  tern_value_t *lhs = l->operands.values[0], *rhs = l->operands.values[1];
  size_t lhs_rank = tern_type_rank(lhs->type), rhs_rank = tern_type_rank(rhs->type);
  find_free_dims(c, 0, lhs_rank);
  find_free_dims(c, 1, rhs_rank);
  if (c->batch_count + c->free_count[0] + c->free_count[1] + c->contracting_count > TERN_LINALG_MAX_LOOPS) {
    return tern_op_error(l->op, "has more than %d dimensions", TERN_LINALG_MAX_LOOPS);
  }
  tern_extent_t sizes[MAX_RANK];
  size_t count = 0;
  for (size_t i = 0; i < c->batch_count; ++i) {
    // A batch dimension may be known on one side only.
    tern_extent_t size = tern_build_dim(b, lhs, c->batch[0][i]);
    sizes[count++] = size.value ? tern_build_dim(b, rhs, c->batch[1][i]) : size;
  }
  for (size_t side = 0; side < 2; ++side) {
    for (size_t i = 0; i < c->free_count[side]; ++i) {
      sizes[count++] = tern_build_dim(b, l->operands.values[side], c->free[side][i]);
    }
  }
  const tern_type_t *element = tern_type_element(l->types[0]), *wide = tern_hlo_accumulator_of(l, element);
  int64_t dims[MAX_RANK];
  for (size_t i = 0; i < count; ++i) dims[i] = sizes[i].value ? TERN_DYNAMIC : sizes[i].constant;
  const tern_type_t *type = tern_tensor_type_get(wide, dims, count, NULL);
  tern_hlo_product_t product = {tern_hlo_written_element(l->op, 0), tern_hlo_written_element(l->op, 1)};
  tern_value_t *init = tern_build_filled(b, type, sizes, tern_build_scalar_number(b, wide, 0));
  const tern_op_row_t *named = find_named(c, lhs_rank, rhs_rank);
  tern_value_t *result;
  if (named && fits_named(&product, wide)) {
    tern_op_t *op = tern_linalg_build_named(b, named, TERN_TYPES(type), (tern_values_t){l->operands.values, 2},
                                            TERN_VALUES(init), (tern_named_attrs_t){0});
    result = tern_op_result(op, 0);
  } else {
    result = build_contraction(l, c, init, &product);
  }
  mark_precision(l->op, tern_value_defining_op(result));
  result = tern_hlo_build_rounded(b, result, tern_type_with_element(type, element));
  l->results[0] = tern_build_tensor_cast(b, result, l->types[0]);
  return true;
}

static bool lower_dot_general(tern_hlo_lowering_t *l) {
  tern_dot_dimension_numbers_t numbers;
  contraction_t c = {0};
  if (!tern_hlo_dot_dimension_numbers(tern_op_attr(l->op, "dot_dimension_numbers"), &numbers)) {
    return false;
  }
  c.batch_count = numbers.lhs_batching.count;
  c.contracting_count = numbers.lhs_contracting.count;
  copy_dims(numbers.lhs_batching, c.batch[0]);
  copy_dims(numbers.rhs_batching, c.batch[1]);
  copy_dims(numbers.lhs_contracting, c.contracting[0]);
  copy_dims(numbers.rhs_contracting, c.contracting[1]);
  return build_product(l, &c);
}

static bool lower_dot(tern_hlo_lowering_t *l) {
  contraction_t c = {.contracting_count = 1};
  c.contracting[0][0] = tern_type_rank(l->operands.values[0]->type) - 1;
  return build_product(l, &c);
}

const tern_hlo_lowering_row_t tern_hlo_product_lowerings[] = {
    {TERN_HLO_CONVOLUTION, tern_hlo_lower_convolution},
    {TERN_HLO_DOT, lower_dot},
    {TERN_HLO_DOT_GENERAL, lower_dot_general},
    {TERN_HLO_DYNAMIC_CONV, tern_hlo_lower_dynamic_conv},
    {TERN_HLO_NONE, NULL},
};
