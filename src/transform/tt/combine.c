// --triton-combine: sums and products that one op computes.
//
//   dot(a, b, 0) + c                            dot(a, b, c)
//   addptr(addptr(p, i), j)                     addptr(p, i + j)             where i + j cannot overflow
//   select(c, load(p, splat(c), x), y)          load(p, splat(c), y)
//   sum(x[:, :, None] * y[None, :, :], 1)       dot(x, y, 0)
//   reduce or histogram of a reshape to 1-D     a reshape that may reorder, for the order does not matter
//   reshape(descriptor_load)                    a load of fewer dimensions, where those that go have size one
//
// Source: upstream's pass of the same name. It makes a product of any sum along a middle dimension; here shapes are compared
// first, so that what is made is a product.

#include "dialect/arith/arith.h"
#include "dialect/common/fold_elements.h"
#include "dialect/tt/tt.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"

// A constant, also of a splat whose element is one.
static const tern_attr_t *constant_of(const tern_value_t *value) {
  const tern_op_t *splat = tern_value_defined_by(value, TERN_TT(SPLAT));
  return tern_value_constant(splat ? tern_op_operand(splat, 0) : value);
}

// --- dot(a, b, 0) + c ---

static bool is_zero(const tern_value_t *value) {
  const tern_attr_t *constant = tern_value_constant(value);
  double number;
  return constant &&
         (tern_attr_is_int_value(constant, 0) || (tern_attr_float_scalar(constant, &number) && number == 0));
}

static bool combine_dot_add(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  bool is_rhs = tern_value_defined_by(tern_op_operand(op, 1), TERN_TT(DOT)) != NULL;
  tern_op_t *dot = tern_value_defined_by(tern_op_operand(op, is_rhs), TERN_TT(DOT));
  if (!dot || !tern_value_has_one_use(&dot->results[0]) || !is_zero(tern_op_operand(dot, 2))) return false;
  // A product that may sum some of its terms with fewer bits must not do so with the other addend.
  bool is_imprecise = tern_integer_attr_value(tern_op_attr(dot, "maxNumImpreciseAcc")) != 0;
  if (tern_op_is(op, TERN_ARITH(ADDF)) && is_imprecise) return false;
  tern_op_set_operand(dot, 2, tern_op_operand(op, !is_rhs));
  tern_op_move_before(dot, op);
  tern_rewriter_modified(rewriter, dot);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(&dot->results[0]));
  return true;
}

// --- addptr(addptr(p, i), j) ---

// Offsets of 64 bits are as wide as pointers; narrower ones must be known not to overflow.
static bool can_add_offsets(const tern_value_t *first, const tern_value_t *second) {
  if (first->type != second->type) return false;
  uint32_t width = tern_type_bit_width(tern_type_element(first->type));
  if (width == 64) return true;
  const tern_attr_t *x = constant_of(first), *y = constant_of(second);
  tern_uint128_t x_bits, y_bits;
  if (!x || !y || !tern_attr_int_bits(x, &x_bits, &width) || !tern_attr_int_bits(y, &y_bits, &width)) return false;
  tern_int128_t sum = tern_bits_sign_extend(x_bits, width) + tern_bits_sign_extend(y_bits, width);
  return sum == tern_bits_sign_extend((tern_uint128_t)sum, width);
}

// What is known of the pointers of the outer op is known of the new one; nothing else is kept.
static void copy_hints(tern_op_t *to, const tern_op_t *from) {
  static const char *const names[] = {"tt.divisibility", "tt.contiguity", "tt.constancy"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    const tern_attr_t *hint = tern_op_attr(from, names[i]);
    if (hint) tern_op_set_attr(to, names[i], hint);
  }
}

static bool combine_addptr(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  const tern_op_t *inner = tern_value_defined_by(tern_op_operand(op, 0), TERN_TT(ADDPTR));
  if (!inner || !can_add_offsets(tern_op_operand(inner, 1), tern_op_operand(op, 1))) return false;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *sum =
      tern_build_value(b, TERN_ARITH(ADDI), .operands = TERN_VALUES(tern_op_operand(inner, 1), tern_op_operand(op, 1)));
  tern_op_t *made = tern_build(b, TERN_TT(ADDPTR), .operands = TERN_VALUES(tern_op_operand(inner, 0), sum),
                               .types = TERN_TYPES(op->results[0].type));
  copy_hints(made, op);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(&made->results[0]));
  return true;
}

// --- select(c, load(p, splat(c), x), y) ---

static bool combine_select_load(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_value_t *condition = tern_op_operand(op, 0);
  tern_op_t *load = tern_value_defined_by(tern_op_operand(op, 1), TERN_TT(LOAD));
  tern_value_t *mask = load ? tern_op_operand_named(load, "mask") : NULL;
  const tern_op_t *splat = mask ? tern_value_defined_by(mask, TERN_TT(SPLAT)) : NULL;
  if (!splat || tern_op_operand(splat, 0) != condition) return false;
  tern_op_t *made = tern_build(
      &rewriter->builder, TERN_TT(LOAD),
      .operands = TERN_VALUES(tern_op_operand(load, 0), mask, tern_op_operand(op, 2)),
      .types = TERN_TYPES(op->results[0].type),
      .attrs = TERN_ATTRS({"boundaryCheck", tern_op_attr(load, "boundaryCheck")},
                          {"padding", tern_op_attr(load, "padding")}, {"cache", tern_op_attr(load, "cache")},
                          {"evict", tern_op_attr(load, "evict")}, {"isVolatile", tern_op_attr(load, "isVolatile")}),
      .segments = (const int32_t[]){1, 1, 1});
  tern_rewriter_replace(rewriter, op, TERN_VALUES(&made->results[0]));
  return true;
}

// --- sum(x[:, :, None] * y[None, :, :], 1) ---

static bool is_sum_of_floats(const tern_op_t *reduce) {
  const tern_block_t *block = reduce->regions[0].first_block;
  const tern_op_t *add = block && !block->next ? block->first_op : NULL;
  return add && tern_op_is(add, TERN_ARITH(ADDF)) && add->next == block->last_op && add->next != add &&
         tern_type_bit_width(add->results[0].type) <= 32;
}

// The matrix that a broadcast repeats along `axis`, or NULL.
static tern_value_t *repeated_matrix(const tern_value_t *value, int64_t axis) {
  const tern_op_t *broadcast = tern_value_defined_by(value, TERN_TT(BROADCAST));
  const tern_op_t *expand =
      broadcast ? tern_value_defined_by(tern_op_operand(broadcast, 0), TERN_TT(EXPAND_DIMS)) : NULL;
  if (!expand || tern_integer_attr_value(tern_op_attr(expand, "axis")) != axis) return NULL;
  return tern_op_operand(expand, 0);
}

// tt.dot knows no smaller products, and sums f32 of what it multiplies.
enum { DOT_MIN = 16 };

static bool are_factors(const tern_value_t *x, const tern_value_t *y, const tern_type_t *product) {
  if (!x || !y || tern_type_rank(product) != 3 || !tern_type_has_static_shape(product)) return false;
  if (tern_type_rank(x->type) != 2 || tern_type_rank(y->type) != 2 ||
      !(tern_type_element(product)->kind == TERN_TYPE_F32))
    return false;
  const int64_t *dims = tern_type_dims(product), *xs = tern_type_dims(x->type), *ys = tern_type_dims(y->type);
  if (dims[0] < DOT_MIN || dims[2] < DOT_MIN) return false;
  return xs[0] == dims[0] && xs[1] == dims[1] && ys[0] == dims[1] && ys[1] == dims[2];
}

static bool combine_mul_reduce(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  if (op->operand_count != 1 || tern_integer_attr_value(tern_op_attr(op, "axis")) != 1 || !is_sum_of_floats(op))
    return false;
  const tern_op_t *product = tern_value_defined_by(tern_op_operand(op, 0), TERN_ARITH(MULF));
  if (!product) return false;
  tern_value_t *x = repeated_matrix(tern_op_operand(product, 0), 2);
  tern_value_t *y = repeated_matrix(tern_op_operand(product, 1), 0);
  if (!are_factors(x, y, product->results[0].type)) return false;
  tern_builder_t *b = &rewriter->builder;
  const tern_type_t *type = op->results[0].type;
  tern_value_t *zero = tern_arith_constant_float(b, tern_type_element(type), 0);
  tern_value_t *sum = tern_build_value(b, TERN_TT(SPLAT), .operands = TERN_VALUES(zero), .types = TERN_TYPES(type));
  const tern_attr_t *precision = tern_enum_attr_get(b->context, TERN_TT_ENUM(INPUT_PRECISION), TERN_TT_PRECISION_TF32);
  tern_value_t *dot = tern_build_value(b, TERN_TT(DOT), .operands = TERN_VALUES(x, y, sum), .types = TERN_TYPES(type),
                                       .attrs = TERN_ATTRS({"inputPrecision", precision}));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(dot));
  return true;
}

// --- reshapes ---

static bool relax_reshape(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  if (tern_op_attr(op, "allow_reorder") || tern_type_rank(op->results[0].type) != 1) return false;
  tern_value_for_each_use(&op->results[0], use) {
    if (!tern_op_is(use->owner, TERN_TT(REDUCE)) && !tern_op_is(use->owner, TERN_TT(HISTOGRAM))) return false;
  }
  tern_op_set_attr(op, "allow_reorder", tern_unit_attr_get(rewriter->builder.context));
  tern_rewriter_modified(rewriter, op);
  return true;
}

static bool load_fewer_dimensions(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_op_t *load = tern_value_defined_by(tern_op_operand(op, 0), TERN_TT(DESCRIPTOR_LOAD));
  if (!load || !tern_value_has_one_use(&load->results[0])) return false;
  const tern_type_t *from = load->results[0].type, *to = op->results[0].type;
  if (tern_type_rank(to) >= tern_type_rank(from)) return false;
  size_t dropped = tern_type_rank(from) - tern_type_rank(to);
  for (size_t d = 0; d < tern_type_rank(from); ++d) {
    if (tern_type_dim(from, d) != (d < dropped ? 1 : tern_type_dim(to, d - dropped))) return false;
  }
  load->results[0].type = to;
  tern_rewriter_modified(rewriter, load);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(&load->results[0]));
  return true;
}

// --- the pass ---

static const tern_pattern_t patterns[] = {
    {"combine-dot-addi", TERN_ARITH(ADDI), 1, combine_dot_add},
    {"combine-dot-addf", TERN_ARITH(ADDF), 1, combine_dot_add},
    {"combine-select-load", TERN_ARITH(SELECT), 3, combine_select_load},
    {"combine-addptr", TERN_TT(ADDPTR), 2, combine_addptr},
    {"combine-mul-reduce", TERN_TT(REDUCE), 1, combine_mul_reduce},
    {"relax-reshape", TERN_TT(RESHAPE), 1, relax_reshape},
    {"load-fewer-dimensions", TERN_TT(RESHAPE), 1, load_fewer_dimensions},
};

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.top_down = false;
  options.merge_blocks = true;
  tern_apply_patterns_greedily(op, patterns, sizeof patterns / sizeof patterns[0], NULL, &options, NULL);
  return true;
}

const tern_pass_def_t tern_triton_combine_pass = {
    .flag = "triton-combine",
    .name = "TritonCombineOps",
    .anchor = "builtin.module",
    .summary = "Make one op of sums, products, selections and loads that one op computes",
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
