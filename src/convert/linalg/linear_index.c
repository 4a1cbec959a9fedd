// Linear forms of index values.

#include "convert/linalg/linear_index.h"

#include "convert/gpu/kernel.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"

enum { MAX_DEPTH = 16 };

static void add_term(tern_linear_t *linear, tern_value_t *value, int64_t scale) {
  for (size_t i = 0; i < linear->count; ++i) {
    if (linear->terms[i].value != value) continue;
    linear->terms[i].scale += scale;
    return;
  }
  if (linear->count == TERN_LINEAR_MAX_TERMS) {
    linear->is_full = true;
    return;
  }
  linear->terms[linear->count].value = value;
  linear->terms[linear->count++].scale = scale;
}

static void add(tern_linear_t *linear, tern_value_t *value, int64_t scale, size_t depth) {
  int64_t constant, product;
  if (scale == 0) return;
  if (tern_index_constant(value, &constant) && !__builtin_mul_overflow(constant, scale, &product)) {
    linear->constant += product;
    return;
  }
  tern_op_t *op = tern_value_defining_op(value);
  bool is_open = op && depth < MAX_DEPTH && linear->count < TERN_LINEAR_MAX_TERMS / 2;
  if (is_open && tern_op_is(op, TERN_ARITH(ADDI))) {
    add(linear, tern_op_operand(op, 0), scale, depth + 1);
    add(linear, tern_op_operand(op, 1), scale, depth + 1);
  } else if (is_open && tern_op_is(op, TERN_ARITH(SUBI))) {
    add(linear, tern_op_operand(op, 0), scale, depth + 1);
    add(linear, tern_op_operand(op, 1), -scale, depth + 1);
  } else if (is_open && tern_op_is(op, TERN_ARITH(MULI)) && tern_index_constant(tern_op_operand(op, 1), &constant) &&
             !__builtin_mul_overflow(constant, scale, &product)) {
    add(linear, tern_op_operand(op, 0), product, depth + 1);
  } else if (is_open && tern_op_is(op, TERN_ARITH(SHLI)) && tern_index_constant(tern_op_operand(op, 1), &constant) &&
             constant >= 0 && constant < 31 && !__builtin_mul_overflow(INT64_C(1) << constant, scale, &product)) {
    add(linear, tern_op_operand(op, 0), product, depth + 1);
  } else {
    add_term(linear, value, scale);
  }
}

void tern_linear_add(tern_linear_t *linear, tern_value_t *value, int64_t scale) { add(linear, value, scale, 0); }

void tern_linear_add_linear(tern_linear_t *linear, const tern_linear_t *other, int64_t scale) {
  linear->constant += other->constant * scale;
  linear->is_full |= other->is_full;
  for (size_t i = 0; i < other->count; ++i) add_term(linear, other->terms[i].value, other->terms[i].scale * scale);
}

static bool is_term_divisible(const tern_linear_t *linear, size_t index, int64_t divisor) {
  int64_t scale = linear->terms[index].scale;
  if (scale % divisor == 0) return true;
  int64_t low = scale & -scale;
  return low * tern_gpu_known_divisor(linear->terms[index].value) % divisor == 0;
}

bool tern_linear_is_divisible(const tern_linear_t *linear, int64_t divisor) {
  if (linear->constant % divisor != 0 || linear->is_full) return false;
  for (size_t i = 0; i < linear->count; ++i) {
    if (!is_term_divisible(linear, i, divisor)) return false;
  }
  return true;
}

// --- building ---

tern_value_t *tern_linear_build_constant(tern_builder_t *builder, int64_t value) {
  const tern_attr_t *attr = tern_integer_attr_get(tern_index_type_get(builder->context), value);
  return tern_build_value(builder, TERN_ARITH(CONSTANT), .attrs = TERN_ATTRS({"value", attr}),
                          .types = TERN_TYPES(tern_index_type_get(builder->context)));
}

static tern_value_t *build_two(tern_builder_t *builder, const tern_op_row_t *row, tern_value_t *lhs,
                               tern_value_t *rhs) {
  return tern_build_value(builder, row, .operands = TERN_VALUES(lhs, rhs));
}

static tern_value_t *build_scaled(tern_builder_t *builder, tern_value_t *value, int64_t scale) {
  if (scale == 1) return value;
  return build_two(builder, TERN_ARITH(MULI), value, tern_linear_build_constant(builder, scale));
}

static tern_value_t *build_quotient(tern_builder_t *builder, tern_value_t *value, int64_t divisor) {
  if (divisor == 1) return value;
  int64_t shift = __builtin_ctzll((unsigned long long)divisor);
  return build_two(builder, TERN_ARITH(SHRSI), value, tern_linear_build_constant(builder, shift));
}

static size_t depth_of(const tern_value_t *value) {
  size_t depth = 0;
  for (const tern_block_t *block = tern_value_block(value); block; ++depth) {
    const tern_op_t *parent = tern_block_parent_op(block);
    block = parent ? parent->block : NULL;
  }
  return depth;
}

tern_value_t *tern_linear_build(tern_builder_t *builder, const tern_linear_t *linear, int64_t divisor) {
  tern_value_t *sum = NULL;
  size_t max_depth = 0, depths[TERN_LINEAR_MAX_TERMS];
  for (size_t i = 0; i < linear->count; ++i) {
    depths[i] = depth_of(linear->terms[i].value);
    if (depths[i] > max_depth) max_depth = depths[i];
  }
  for (size_t depth = 0; depth <= max_depth; ++depth) {
    for (size_t i = 0; i < linear->count; ++i) {
      int64_t scale = linear->terms[i].scale;
      if (depths[i] != depth || scale == 0) continue;
      tern_value_t *term = linear->terms[i].value;
      if (scale % divisor == 0) {
        term = build_scaled(builder, term, scale / divisor);
      } else {
        int64_t low = scale & -scale;
        if (low > divisor) low = divisor;
        term = build_scaled(builder, build_quotient(builder, term, divisor / low), scale / low);
      }
      sum = sum ? build_two(builder, TERN_ARITH(ADDI), sum, term) : term;
    }
  }
  int64_t constant = linear->constant / divisor;
  if (!sum) return tern_linear_build_constant(builder, constant);
  if (constant == 0) return sum;
  return build_two(builder, TERN_ARITH(ADDI), sum, tern_linear_build_constant(builder, constant));
}
