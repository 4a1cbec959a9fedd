// What --convert-vector-to-llvm does before it converts: vectors of several dimensions in terms of those of fewer,
// masks and steps as constants and comparisons (upstream: LowerVectorBroadcast, LowerVectorContract's outer product,
// LowerVectorMask, LowerVectorStep, LowerVectorBitCast, VectorFMAOpNDRewritePattern).

#include "convert/llvm/vector_lower.h"

#include <stdlib.h>

#include "base/arena.h"
#include "dialect/arith/arith.h"
#include "dialect/ub/ub.h"
#include "dialect/vector/vector.h"

enum { MAX_RANK = 64 };

static bool replace(tern_rewriter_t *rewriter, tern_op_t *op, tern_value_t *value) {
  tern_rewriter_replace(rewriter, op, TERN_VALUES(value));
  return true;
}

static const tern_type_t *without_first_dim(const tern_type_t *type) {
  return tern_vector_type_get(tern_type_element(type), tern_type_dims(type) + 1, tern_type_rank(type) - 1,
                              tern_vector_type_scalable_mask(type) >> 1);
}

static tern_value_t *extract(tern_builder_t *b, tern_value_t *source, const int64_t *position, size_t count) {
  const tern_type_t *type = source->type;
  size_t rank = tern_type_rank(type);
  const tern_type_t *part = count == rank
                                ? tern_type_element(type)
                                : tern_vector_type_get(tern_type_element(type), tern_type_dims(type) + count,
                                                       rank - count, tern_vector_type_scalable_mask(type) >> count);
  const tern_attr_t *attr = tern_dense_i64_array_attr_get(b->context, position, count);
  return tern_build_value(b, TERN_VECTOR(EXTRACT), .operands = TERN_VALUES(source), .types = TERN_TYPES(part),
                          .attrs = TERN_ATTRS({"static_position", attr}));
}

static tern_value_t *insert(tern_builder_t *b, tern_value_t *value, tern_value_t *into, const int64_t *position,
                            size_t count) {
  const tern_attr_t *attr = tern_dense_i64_array_attr_get(b->context, position, count);
  return tern_build_value(b, TERN_VECTOR(INSERT), .operands = TERN_VALUES(value, into), .types = TERN_TYPES(into->type),
                          .attrs = TERN_ATTRS({"static_position", attr}));
}

static tern_value_t *broadcast(tern_builder_t *b, const tern_type_t *type, tern_value_t *source) {
  return tern_build_value(b, TERN_VECTOR(BROADCAST), .operands = TERN_VALUES(source), .types = TERN_TYPES(type));
}

static tern_value_t *poison(tern_builder_t *b, const tern_type_t *type) {
  return tern_build_value(b, TERN_UB(POISON), .types = TERN_TYPES(type));
}

static tern_value_t *constant(tern_builder_t *b, const tern_type_t *type, const tern_attr_t *value) {
  return tern_build_value(b, TERN_ARITH(CONSTANT), .types = TERN_TYPES(type), .attrs = TERN_ATTRS({"value", value}));
}

static tern_value_t *zeros(tern_builder_t *b, const tern_type_t *type) {
  const tern_type_t *element = tern_type_element(type);
  const tern_attr_t *zero =
      tern_type_is_float(element) ? tern_float_attr_get(element, 0.0) : tern_integer_attr_get(element, 0);
  return constant(b, type, tern_dense_elements_attr_get_splat(type, zero));
}

// --- fma and bitcast, one dimension less ---

static bool lower_fma(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (tern_type_rank(type) < 2 || (tern_vector_type_scalable_mask(type) & 1)) return false;
  tern_value_t *result = zeros(b, type);
  for (int64_t i = 0; i < tern_type_dim(type, 0); ++i) {
    tern_value_t *parts[3];
    for (size_t k = 0; k < 3; ++k) parts[k] = extract(b, tern_op_operand(op, k), &i, 1);
    tern_value_t *part = tern_build_value(b, TERN_VECTOR(FMA), .operands = {parts, 3});
    result = insert(b, part, result, &i, 1);
  }
  return replace(rewriter, op, result);
}

// Once for each vector of the last dimension.
static bool lower_bitcast(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  size_t rank = tern_type_rank(type);
  uint64_t scalable = tern_vector_type_scalable_mask(type);
  if (rank < 2 || rank > MAX_RANK || (scalable & ~(UINT64_C(1) << (rank - 1)))) return false;
  const tern_type_t *part_type =
      tern_vector_type_get(tern_type_element(type), &tern_type_dims(type)[rank - 1], 1, scalable ? 1 : 0);
  tern_value_t *result = poison(b, type);
  int64_t position[MAX_RANK] = {0};
  for (bool is_done = false; !is_done;) {
    tern_value_t *part = extract(b, tern_op_operand(op, 0), position, rank - 1);
    part = tern_build_value(b, TERN_VECTOR(BITCAST), .operands = TERN_VALUES(part), .types = TERN_TYPES(part_type));
    result = insert(b, part, result, position, rank - 1);
    is_done = true;
    for (size_t d = rank - 1; d-- > 0 && is_done;) {
      is_done = ++position[d] == tern_type_dim(type, d);
      if (is_done) position[d] = 0;
    }
  }
  return replace(rewriter, op, result);
}

// --- broadcast of vectors ---

static tern_value_t *repeat(tern_builder_t *b, const tern_type_t *type, tern_value_t *part) {
  tern_value_t *result = poison(b, type);
  for (int64_t i = 0; i < tern_type_dim(type, 0); ++i) result = insert(b, part, result, &i, 1);
  return result;
}

static bool lower_broadcast(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *source = tern_op_operand(op, 0);
  const tern_type_t *from = source->type, *to = tern_op_result(op, 0)->type;
  if (from->kind != TERN_TYPE_VECTOR) return false;
  size_t from_rank = tern_type_rank(from), to_rank = tern_type_rank(to);
  int64_t zero = 0;
  if (from == to) return replace(rewriter, op, source);
  if (from_rank <= 1 && to_rank == 1) {
    return replace(rewriter, op, broadcast(b, to, extract(b, source, &zero, from_rank)));
  }
  if (tern_vector_type_scalable_mask(to) & 1) return false;
  const tern_type_t *inner = without_first_dim(to);
  if (from_rank < to_rank) return replace(rewriter, op, repeat(b, to, broadcast(b, inner, source)));
  if (tern_type_dim(from, 0) != tern_type_dim(to, 0)) {
    tern_value_t *first = extract(b, source, &zero, 1);
    return replace(rewriter, op, repeat(b, to, broadcast(b, inner, first)));
  }
  tern_value_t *result = poison(b, to);
  for (int64_t i = 0; i < tern_type_dim(to, 0); ++i) {
    tern_value_t *part = broadcast(b, inner, extract(b, source, &i, 1));
    result = insert(b, part, result, &i, 1);
  }
  return replace(rewriter, op, result);
}

// --- outer product ---

static tern_value_t *arith(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *lhs, tern_value_t *rhs) {
  return tern_build_value(b, row, .operands = TERN_VALUES(lhs, rhs));
}

static const struct combiner {
  int64_t kind;
  const tern_op_row_t *of_integers, *of_floats;  // NULL: there is none
} combiners[] = {
    {TERN_VECTOR_KIND_ADD, TERN_ARITH(ADDI), TERN_ARITH(ADDF)},
    {TERN_VECTOR_KIND_MUL, TERN_ARITH(MULI), TERN_ARITH(MULF)},
    {TERN_VECTOR_KIND_MINUI, TERN_ARITH(MINUI), NULL},
    {TERN_VECTOR_KIND_MINSI, TERN_ARITH(MINSI), NULL},
    {TERN_VECTOR_KIND_MAXUI, TERN_ARITH(MAXUI), NULL},
    {TERN_VECTOR_KIND_MAXSI, TERN_ARITH(MAXSI), NULL},
    {TERN_VECTOR_KIND_AND, TERN_ARITH(ANDI), NULL},
    {TERN_VECTOR_KIND_OR, TERN_ARITH(ORI), NULL},
    {TERN_VECTOR_KIND_XOR, TERN_ARITH(XORI), NULL},
    {TERN_VECTOR_KIND_MINNUMF, NULL, TERN_ARITH(MINNUMF)},
    {TERN_VECTOR_KIND_MAXNUMF, NULL, TERN_ARITH(MAXNUMF)},
    {TERN_VECTOR_KIND_MINIMUMF, NULL, TERN_ARITH(MINIMUMF)},
    {TERN_VECTOR_KIND_MAXIMUMF, NULL, TERN_ARITH(MAXIMUMF)},
};

static const tern_op_row_t *find_combiner(int64_t kind, bool is_float) {
  for (size_t i = 0; i < sizeof combiners / sizeof combiners[0]; ++i) {
    if (combiners[i].kind == kind) return is_float ? combiners[i].of_floats : combiners[i].of_integers;
  }
  return NULL;
}

// x * y, combined with the accumulator if there is one.
static tern_value_t *multiply_combine(tern_builder_t *b, tern_value_t *x, tern_value_t *y, tern_value_t *acc,
                                      int64_t kind) {
  bool is_float = tern_type_is_float(tern_type_element(x->type));
  if (is_float && acc && kind == TERN_VECTOR_KIND_ADD) {
    return tern_build_value(b, TERN_VECTOR(FMA), .operands = TERN_VALUES(x, y, acc));
  }
  tern_value_t *product = arith(b, is_float ? TERN_ARITH(MULF) : TERN_ARITH(MULI), x, y);
  return acc ? arith(b, find_combiner(kind, is_float), product, acc) : product;
}

static bool lower_outerproduct(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *lhs = tern_op_operand(op, 0), *rhs = tern_op_operand(op, 1);
  tern_value_t *acc = op->operand_count > 2 ? tern_op_operand(op, 2) : NULL;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  int64_t kind = tern_enum_attr_value(tern_op_attr(op, "kind"));
  bool is_float = tern_type_is_float(tern_type_element(type));
  bool is_masked = tern_op_parent(op) && tern_op_is(tern_op_parent(op), TERN_VECTOR(MASK));
  if (is_masked || !find_combiner(kind, is_float)) return false;
  if (rhs->type->kind != TERN_TYPE_VECTOR) {
    tern_value_t *filled = broadcast(b, lhs->type, rhs);
    return replace(rewriter, op, multiply_combine(b, lhs, filled, acc, kind));
  }
  if (tern_vector_type_scalable_mask(type) & 1) return false;
  tern_value_t *result = zeros(b, type);
  for (int64_t i = 0; i < tern_type_dim(type, 0); ++i) {
    tern_value_t *filled = broadcast(b, rhs->type, extract(b, lhs, &i, 1));
    tern_value_t *row_acc = acc ? extract(b, acc, &i, 1) : NULL;
    tern_value_t *row = multiply_combine(b, filled, rhs, row_acc, kind);
    result = insert(b, row, result, &i, 1);
  }
  return replace(rewriter, op, result);
}

// --- masks and steps ---

static bool lower_step(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (tern_vector_type_scalable_mask(type)) return false;
  size_t count = (size_t)tern_type_dim(type, 0);
  int64_t *values = tern_malloc((count + 1) * sizeof *values);
  for (size_t i = 0; i < count; ++i) values[i] = (int64_t)i;
  const tern_attr_t *attr = tern_dense_elements_attr_get_i64(type, values, count);
  free(values);
  return replace(rewriter, op, constant(&rewriter->builder, type, attr));
}

// Lane numbers, less than the size that is on. 32 bits hold a lane's number, if the pass says so.
static bool lower_create_mask_1d(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  const tern_vector_lower_options_t *options = user;
  tern_builder_t *b = &rewriter->builder;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (tern_type_rank(type) != 1 || tern_vector_type_scalable_mask(type)) return false;
  const tern_type_t *element = tern_i_type_get(b->context, options->force_32bit_indices ? 32 : 64);
  size_t count = (size_t)tern_type_dim(type, 0);
  const tern_type_t *lanes = tern_type_with_element(type, element);
  int64_t *values = tern_malloc((count + 1) * sizeof *values);
  for (size_t i = 0; i < count; ++i) values[i] = (int64_t)i;
  tern_value_t *numbers = constant(b, lanes, tern_dense_elements_attr_get_i64(lanes, values, count));
  free(values);
  tern_value_t *size = tern_build_value(b, TERN_ARITH(INDEX_CAST), .operands = TERN_VALUES(tern_op_operand(op, 0)),
                                        .types = TERN_TYPES(element));
  const tern_attr_t *slt = tern_enum_attr_get(b->context, TERN_ARITH_ENUM(CMPI_PREDICATE), TERN_CMPI_SLT);
  return replace(rewriter, op,
                 tern_build_value(b, TERN_ARITH(CMPI), .operands = TERN_VALUES(numbers, broadcast(b, lanes, size)),
                                  .attrs = TERN_ATTRS({"predicate", slt})));
}

static const tern_pattern_t patterns[] = {
    {"fma", TERN_VECTOR(FMA), 1, lower_fma},
    {"bitcast", TERN_VECTOR(BITCAST), 1, lower_bitcast},
    {"broadcast", TERN_VECTOR(BROADCAST), 1, lower_broadcast},
    {"outerproduct", TERN_VECTOR(OUTERPRODUCT), 1, lower_outerproduct},
    {"step", TERN_VECTOR(STEP), 1, lower_step},
    {"create-mask", TERN_VECTOR(CREATE_MASK), 1, lower_create_mask_1d},
};

void tern_vector_lower(tern_op_t *root, const tern_vector_lower_options_t *options) {
  tern_greedy_options_t greedy = TERN_GREEDY_DEFAULT;
  greedy.top_down = false;
  greedy.merge_blocks = true;
  tern_apply_patterns_greedily(root, patterns, sizeof patterns / sizeof patterns[0], (void *)options, &greedy, NULL);
}
